package message

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/lang"
)

// SetLanguage chooses the language of all texts for people, "en" or "zh". It is to be called before anything else, since
// texts that are formed before stay as they are.
func SetLanguage(name string) error { return lang.Set(name) }

// Language returns the name of the language.
func Language() string { return lang.Current() }

// byCodeChinese has the entries in Chinese. They have no causes and no examples.
var byCodeChinese = sync.OnceValue(func() map[string]*Entry { return codes(entries("zh")) })

// inLanguage returns the entry of a code in the language, or in English if the language does not have it. It returns nil
// if the catalog has no such code.
func inLanguage(code string) *Entry {
	if !lang.English() {
		if e := byCodeChinese()[code]; e != nil {
			return e
		}
	}
	return byCode()[code]
}

// Translated returns an entry in Chinese, and reports whether there is one.
func Translated(code string) (Entry, bool) {
	if e := byCodeChinese()[code]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// comma returns what separates the texts of a list.
func comma() string {
	if lang.English() {
		return ", "
	}
	return "、"
}

// mostNamed is the number of texts that the format some leaves.
const mostNamed = 6

// some returns the first texts of a list and the number of the others, as "a, b, c, d, e, f and 3 more". In Chinese, the
// number is that of all.
func some(parts []string) string {
	more := len(parts) - mostNamed
	switch {
	case more <= 0:
		return joined(parts, "and")
	case lang.English():
		return strings.Join(parts[:mostNamed], comma()) + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(parts[:mostNamed], comma()) + fmt.Sprintf(" 等 %d 个", len(parts))
}

// joined returns "a", "a or b", or "a, b or c".
func joined(parts []string, word string) string {
	if !lang.English() {
		word = map[string]string{"or": "或", "and": "和"}[word]
	}
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], comma()) + " " + word + " " + parts[n]
	}
	return strings.Join(parts, "")
}

// fillChinese is fill in Chinese. Templates have a space beside an argument, since most are names in Latin letters. There is
// none beside one that is Chinese, unless it is a name itself.
func fillChinese(template []part, args diag.Args) string {
	filled, wasPhrase := "", false
	for _, p := range template {
		text, isPhrase := p.text, false
		if p.arg != "" {
			v := args[p.arg]
			text = formatted(v, p.form)
			s, isText := v.(string)
			isPhrase = !isText || phrase(s) != s
		}
		if isPhrase || wasPhrase {
			filled, text = joint(filled, text)
		}
		filled, wasPhrase = filled+text, isPhrase
	}
	return filled
}

// joint returns two texts that follow each other, without a space between Chinese characters.
func joint(before, after string) (string, string) {
	left, right := strings.TrimSuffix(before, " "), strings.TrimPrefix(after, " ")
	a, _ := utf8.DecodeLastRuneInString(left)
	b, _ := utf8.DecodeRuneInString(right)
	if cells.Of(a) == 2 && cells.Of(b) == 2 {
		return left, right
	}
	return before, after
}
