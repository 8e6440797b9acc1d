// Package fix proposes edits that carry out the remedy of a finding.
//
//	fix.go    misspelled names, missing behaviors, and remedies that say what to write
//	rules.go  the other messages, by code
//
// The arguments of a message and of its remedy have what is written and what is to be written in its place. A
// proposal is a guess about how much of the line that replaces. A tool that offers one must apply it to a copy of the files and
// check them again: it is right if the finding is gone and no other error has come.
//
// Goals: the remedy that the message names, as an edit. Non-goals: remedies that a person has to think about.
package fix

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/trees"
)

// Replacement replaces a part of the line of a finding: the bytes from Start up to End.
type Replacement struct {
	Start, End int
	Old, New   string
}

// Near returns the replacement of a misspelled name, and reports whether that is the remedy of a finding.
func Near(d *diag.Diagnostic) (r Replacement, ok bool) {
	args := d.Args
	if d.Remedy != nil {
		if d.Remedy.Code == message.NearPosted("", "").Code || d.Remedy.Code == message.DeclaredAs("", 0, "").Code {
			return r, false // the name may be right, and the other one misspelled
		}
		args = d.Remedy.Args
	}
	near, _ := args["near"].(string)
	start := offset(d)
	if near == "" || start < 0 {
		return r, false
	}
	old := written(d, start, near)
	if old == "" {
		return r, false
	}
	return Replacement{start, start + len(old), old, near}, true
}

// offset returns the offset of a finding in its line, or -1.
func offset(d *diag.Diagnostic) int {
	if d.Pos.Col < 1 || d.Pos.Col > utf8.RuneCountInString(d.Source)+1 {
		return -1
	}
	return diag.Offset(d.Source, d.Pos.Col)
}

// written returns the longest argument of a finding, but for one, with which the text at an offset begins.
func written(d *diag.Diagnostic, at int, but string) (old string) {
	for _, v := range d.Args {
		if name, ok := v.(string); ok && name != but && len(name) > len(old) && strings.HasPrefix(d.Source[at:], name) {
			old = name
		}
	}
	return old
}

// Missing returns the path of the script that would define a behavior, if the finding is that the behavior does not exist
// and no name is near. Otherwise it returns "".
func Missing(d *diag.Diagnostic) string {
	name, _ := d.Args["new"].(string)
	if _, near := Near(d); near || d.Code != message.UnknownBehavior("", nil, "").Code || trees.CheckName(name) != nil {
		return ""
	}
	return strings.ReplaceAll(name, ".", "/") + ".lua"
}

// maxReplacements bounds the proposals for a finding.
const maxReplacements = 12

// Replacements returns proposals for a finding in a line, the likeliest first.
func Replacements(d *diag.Diagnostic) (list []Replacement) {
	at := offset(d)
	if at < 0 {
		return nil
	}
	if r, ok := Near(d); ok {
		list = append(list, r)
	}
	for _, r := range ruled(d, at) {
		if r.New == "" { // with the space before it
			for r.Start > 0 && d.Source[r.Start-1] == ' ' && strings.TrimSpace(d.Source[:r.Start]) != "" {
				r.Start--
			}
			r.Old = d.Source[r.Start:r.End]
		}
		list = append(list, r)
	}
	if text := remedy(d); text != "" {
		for _, s := range spans(d, at) {
			r := Replacement{s[0], s[1], d.Source[s[0]:s[1]], text}
			if r.Old != r.New && fits(d.Source, r) && !slices.Contains(list, r) && len(list) < maxReplacements {
				list = append(list, r)
			}
		}
	}
	return list
}

// fits reports whether a replacement may be all of what a remedy means: nothing around it repeats the new text or goes on with
// the old expression, and no word gets lost.
func fits(line string, r Replacement) bool {
	before, after := line[:r.Start], line[r.End:]
	for n := 3; n <= len(r.New) && n <= len(before); n++ {
		if strings.HasSuffix(before, r.New[:n]) {
			return false
		}
	}
	for n := 3; n <= len(r.New) && n <= len(after); n++ {
		if strings.HasPrefix(after, r.New[len(r.New)-n:]) {
			return false
		}
	}
	if next, _ := utf8.DecodeRuneInString(after); after != "" && (strings.ContainsRune("([{.:\"'", next) || ident.In(next, false) && len(r.New) > 0 && ident.In(rune(r.New[len(r.New)-1]), false)) {
		return false
	}
	if strings.HasPrefix(r.New, "{") && !strings.HasPrefix(r.Old, "{") {
		return false
	}
	words := strings.FieldsFunc(r.Old, func(c rune) bool { return !ident.In(c, false) })
	return len(words) <= 1 || !slices.ContainsFunc(words, func(w string) bool { return syntax.IsName(w) && !strings.Contains(r.New, w) })
}

// spans returns the parts of the line that a finding at an offset may be about, the likeliest first.
func spans(d *diag.Diagnostic, at int) (list [][2]int) {
	add := func(start, end int) {
		if s := [2]int{start, end}; start >= 0 && start < end && end <= len(d.Source) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if old := written(d, at, ""); old != "" {
		add(at, at+len(old))
	}
	line := d.Source
	if strings.HasSuffix(d.Pos.File, ".fields") { // a declaration is one thing
		colon := strings.IndexByte(line+":", ':')
		add(0, len(strings.TrimRight(line, " \t\r")))
		add(at, len(strings.TrimRight(line[:max(at, colon)], " \t")))
		add(0, len(strings.TrimRight(line[:min(colon, len(line))], " \t")))
		return list
	}
	add(at, Word(line, at))
	if syntax.IsName(line) || strings.HasSuffix(d.Pos.File, ".lua") || strings.ContainsAny(line[at:], "()=") {
		for _, end := range expressions(line[at:]) {
			add(at, at+end)
		}
	}
	if i := strings.IndexAny(line[at:], " \t"); i > 0 {
		add(at, at+i)
	}
	add(at, len(strings.TrimRight(line, " \t\r")))
	return list
}

// expressions returns where a text that begins with an expression may end, the shortest first: after a name with its keys
// and its call.
func expressions(text string) (ends []int) {
	depth := 0
	for _, t := range syntax.Scan(text) {
		switch word := text[t.Start:t.End]; {
		case t.Kind == syntax.EOF:
			return ends
		case word == "(" || word == "{" || word == "[":
			depth++
		case word == ")" || word == "}" || word == "]":
			if depth--; depth < 0 {
				return ends
			}
		}
		if depth == 0 {
			ends = append(ends, int(t.End))
		}
		if len(ends) >= 8 {
			return ends
		}
	}
	return ends
}

// Word returns the end of the name, the number, the text in quotes or the operator that begins at an offset of a line. At
// white space or at the end it returns the offset.
func Word(line string, at int) int {
	if at >= len(line) {
		return at
	}
	first, size := utf8.DecodeRuneInString(line[at:])
	end := at + size
	switch {
	case first == '"' || first == '\'':
		for end < len(line) {
			c := line[end]
			if end++; c == byte(first) {
				return end
			}
			if c == '\\' && end < len(line) {
				end++
			}
		}
	case ident.In(first, true) || unicode.IsDigit(first):
		for end < len(line) {
			r, size := utf8.DecodeRuneInString(line[end:])
			if !ident.In(r, false) && !(r == '.' && end+1 < len(line) && line[end+1] != '.' && line[end+1] != ' ') {
				break
			}
			end += size
		}
	case unicode.IsSpace(first):
		return at
	case strings.ContainsRune("=<>~!&|+-*/%^", first):
		for end < len(line) && strings.ContainsRune("=<>~!&|+-*/%^", rune(line[end])) {
			end++
		}
	}
	return end
}
