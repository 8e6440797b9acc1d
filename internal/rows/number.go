package rows

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Number rounds a number for people: 1.3 for 1.2999999999999985. It keeps whole numbers and about three digits.
func Number(f float64) string {
	size := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0) || size >= 1e15 || size > 0 && size < 1e-4:
		return strconv.FormatFloat(f, 'g', 3, 64)
	case f == math.Trunc(f):
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	digits := 3
	for ; digits > 0 && size >= 1; size /= 10 {
		digits--
	}
	if size < 0.1 {
		digits = 4
	}
	digits = max(digits, 1)
	text := strings.TrimRight(strconv.FormatFloat(f, 'f', digits, 64), "0")
	if text = strings.TrimSuffix(text, "."); text == "-0" {
		return "0"
	}
	return text
}

var decimals = regexp.MustCompile(`-?\b\d+\.\d{2,}(?:e[+-]?\d+)?\b|-?\b\d+(?:\.\d+)?e[+-]?\d+\b`)

// Text rounds the numbers in the text of a value: in a number, a vector or a table, but not in a string.
func Text(value string) string {
	if value == "" || value[0] == '"' || value[0] == '\'' || !fraction(value) {
		return value
	}
	var b strings.Builder
	for value != "" { // the parts between quotes stay
		open := strings.IndexByte(value, '"')
		if open < 0 {
			open = len(value)
		}
		b.WriteString(decimals.ReplaceAllStringFunc(value[:open], func(s string) string {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return s
			}
			return Number(f)
		}))
		value = value[open:]
		end := 0
		for end = 1; end < len(value) && value[end] != '"'; end++ {
			if value[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(value))
		b.WriteString(value[:end])
		value = value[end:]
	}
	return b.String()
}

// fraction reports whether a text may have a number with decimals or an exponent. It saves the search of most texts.
func fraction(text string) bool {
	for i := 1; i < len(text); i++ {
		if c := text[i]; (c == '.' || c == 'e') && text[i-1] >= '0' && text[i-1] <= '9' {
			return true
		}
	}
	return false
}

// Seconds returns a duration in seconds for people: "0.4 s", "31 s".
func Seconds(s float64) string {
	if s >= 10 {
		return strconv.FormatFloat(s, 'f', 0, 64) + " s"
	}
	return strconv.FormatFloat(s, 'f', 1, 64) + " s"
}
