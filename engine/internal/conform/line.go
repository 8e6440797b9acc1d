package conform

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// file is a case file that is being parsed.
type file struct {
	path string
	errs diag.List // the mistakes found so far
}

// word is a word of a line. If the word was quoted, its text has no quotes.
type word struct {
	text   string
	col    int // column in characters, from 1
	quoted bool
}

// line is a nonempty line. Its methods parse words of the line, and report malformed ones to the file.
type line struct {
	file   *file
	no     int // from 1
	indent int
	words  []word // words of the line, at least one
	text   string // the whole line
}

// fault reports an error at word k of the line.
func (l line) fault(k int, format string, args ...any) *diag.Diagnostic {
	d := l.file.errs.Add(l.pos(k), mistake(format, args...))
	d.Source = l.text
	return d
}

// mistake returns the words of a mistake. They are not in the catalog of messages, since cases are only for tests.
func mistake(format string, args ...any) diag.Words {
	return diag.Words{Text: fmt.Sprintf(format, args...)}
}

// pos returns the position of word k or, if there is no such word, the position after the last word.
func (l line) pos(k int) diag.Pos {
	col := diag.Column(l.text, len(l.text))
	if k < len(l.words) {
		col = l.words[k].col
	}
	return diag.Pos{File: l.file.path, Line: l.no, Col: col}
}

// exactly checks that the line has n words. If not, it reports an error and returns false.
func (l line) exactly(n int, example string) bool {
	if len(l.words) == n {
		return true
	}
	l.fault(min(n, len(l.words)), "want: %s", example)
	return false
}

// number parses word k as a whole number.
func (l line) number(k int) int {
	if k >= len(l.words) {
		l.fault(k, "missing number")
		return 0
	}
	n, err := strconv.Atoi(l.words[k].text)
	if err != nil {
		l.fault(k, "want a whole number, not %q", l.words[k].text)
	}
	return n
}

// numbers parses the words after the first as whole numbers, at least one.
func (l line) numbers() []int {
	var list []int
	for k := range l.words[1:] {
		list = append(list, l.number(k+1))
	}
	if len(list) == 0 {
		l.fault(1, "no values; want one number per tick")
	}
	return list
}

// duration parses text, a part of word k, as a duration.
func (l line) duration(k int, text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		l.fault(k, "want a duration such as 500ms or 2s, not %q", text)
		return 0
	}
	return d
}

// joined returns the words from k on, separated by spaces.
func (l line) joined(k int) string {
	var words []string
	for _, w := range l.words[min(k, len(l.words)):] {
		words = append(words, w.text)
	}
	return strings.Join(words, " ")
}

// section is an unindented line and the indented lines below it.
type section struct {
	head line
	body []line
}

// sentence returns the text after the key of a section.
func (s section) sentence() string {
	if len(s.head.words) == 1 {
		s.head.fault(1, "no text behind %s", s.head.words[0].text)
		return ""
	}
	return s.head.words[1].text
}

// count returns the whole number after the key of a section. It is at least 1.
func (s section) count() int {
	if !s.head.exactly(2, s.head.words[0].text+" 4") {
		return 1
	}
	n := s.head.number(1)
	if n < 1 || n > 1e6 {
		s.head.fault(1, "want a number from 1 to 1000000")
		return 1
	}
	return n
}
