package conform

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// Bounds on a case file. They are far above the sizes of hand-written cases.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 100     // nesting of nodes
	maxNodes = 2000    // nodes of a tree, including those of included trees
)

// scan splits a file into lines and words. It reports and skips invalid lines.
func scan(f *file, src []byte) []line {
	if len(src) > maxFile {
		f.errs.Add(diag.Pos{File: f.path}, mistake("file of %d bytes; a case has at most %d", len(src), maxFile))
		return nil
	}
	var lines []line
	for i, text := range strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n") {
		text = strings.TrimRight(text, " \r")
		if at, fault := unreadable(text); fault != "" {
			f.errs.Add(diag.Pos{File: f.path, Line: i + 1, Col: diag.Column(text, at)}, mistake("%s", fault))
			continue
		}
		l := line{file: f, no: i + 1, text: text, indent: len(text) - len(strings.TrimLeft(text, " "))}
		var fault *diag.Diagnostic
		if l.words, fault = split(text); fault != nil {
			fault.Pos.File, fault.Pos.Line, fault.Source = f.path, i+1, text
			f.errs = append(f.errs, *fault)
		}
		if len(l.words) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

// unreadable returns the index and the description of a character that no line may contain. The description is ""
// if there is no such character.
func unreadable(text string) (at int, fault string) {
	if !utf8.ValidString(text) {
		for i, r := range text {
			if r == utf8.RuneError {
				return i, "text that is not UTF-8"
			}
		}
	}
	for i, r := range text {
		switch {
		case r == '\t':
			return i, "tab; use spaces"
		case r < ' ' || r == 0x7f:
			return i, "control character"
		}
	}
	return 0, ""
}

// split splits a line into words. A word that begins with # begins a comment.
func split(text string) ([]word, *diag.Diagnostic) {
	var words []word
	for i := 0; ; {
		for i < len(text) && text[i] == ' ' {
			i++
		}
		if i == len(text) || text[i] == '#' {
			return words, nil
		}
		w, end, ok := next(text, i)
		if !ok {
			var l diag.List
			return words, l.Add(diag.Pos{Col: w.col}, mistake("quote that does not begin and end a word"))
		}
		words, i = append(words, w), end
		if w.col == 1 && i < len(text) && slices.Contains(sentences, w.text) {
			rest := strings.TrimLeft(text[i:], " ")
			return append(words, word{text: rest, col: diag.Column(text, len(text)-len(rest))}), nil
		}
	}
}

// sentences are the keys that are followed by a text instead of words.
var sentences = []string{"case", "about", "rule", "label"}

// next returns the word that begins at index i, and the index after the word. ok is false if a quote is missing
// or misplaced.
func next(text string, i int) (w word, end int, ok bool) {
	w.col = diag.Column(text, i)
	if text[i] != '"' {
		end = i
		for end < len(text) && text[end] != ' ' {
			end++
		}
		w.text = text[i:end]
		return w, end, !strings.Contains(w.text, `"`)
	}
	w.quoted = true
	length := strings.IndexByte(text[i+1:], '"')
	if length < 0 {
		return w, len(text), false
	}
	w.text = text[i+1 : i+1+length]
	return w, i + 1 + length + 1, true
}
