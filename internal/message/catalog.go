package message

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
)

//go:embed en/*.txt zh/*.txt
var files embed.FS

// Entry is an entry of the catalog.
type Entry struct {
	Code    string
	File    string // the file without its extension, such as "trees"
	Line    int
	Text    string // the template of the message
	Hint    string // the template of the remedy, or ""
	Why     string // the cause, or ""
	Example string // a file with the mistake, or several ones, or ""
	// NoExample is the reason why there is no example, or "".
	NoExample string
}

// The files of entries that are not messages.
const (
	Remedies = "remedies" // remedies that fit several messages
	Notes    = "notes"    // additional lines
	Terms    = "terms"    // arguments of other entries
)

// Part reports whether the entry is not a message but a part of one: a remedy, a note or a term.
func (e *Entry) Part() bool { return e.File == Remedies || e.File == Notes || e.File == Terms }

// place returns the place of the entry in the folder of the package.
func (e *Entry) place() string { return e.placeIn("en") }

func (e *Entry) placeIn(language string) string {
	return fmt.Sprintf("%s/%s.txt:%d", language, e.File, e.Line)
}

// Entries returns all entries in English, in the order of the files and their lines. It panics if the catalog has a
// mistake, which a test of this package would find.
var Entries = sync.OnceValue(func() []Entry { return entries("en") })

// entries returns the entries in a language.
func entries(language string) (all []Entry) {
	names, _ := fs.Glob(files, language+"/*.txt")
	seen := map[string]int{}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err == nil {
			all, err = parse(all, seen, name, string(text))
		}
		if err != nil {
			panic(err)
		}
	}
	return all
}

// Codes returns the codes of all messages, without those of remedies. The result must not be changed.
var Codes = sync.OnceValue(func() (codes []string) {
	for _, e := range Entries() {
		if !e.Part() {
			codes = append(codes, e.Code)
		}
	}
	return codes
})

// Title returns the title of a file of the catalog in a language, for pages: the comment in its first line.
func Title(language, file string) string {
	text, err := files.ReadFile(language + "/" + file + ".txt")
	if err != nil {
		panic(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimRight(strings.TrimPrefix(first, "# "), ".。")
}

var byCode = sync.OnceValue(func() map[string]*Entry { return codes(Entries()) })

func codes(all []Entry) map[string]*Entry {
	m := make(map[string]*Entry, len(all))
	for i := range all {
		m[all[i].Code] = &all[i]
	}
	return m
}

const (
	partIndent    = "    "
	exampleIndent = "        "
)

// isCode reports whether a text has the form of a code: small letters, digits, and single dashes between them.
func isCode(text string) bool {
	last := '-'
	for _, r := range text {
		if (r != '-' || last == '-') && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
		last = r
	}
	return last != '-'
}

// parse appends the entries of a file, such as en/trees.txt, to all. seen has the indices of their codes. Most commands read the
// catalog once, so it uses no patterns.
func parse(all []Entry, seen map[string]int, name, text string) ([]Entry, error) {
	file := strings.TrimSuffix(path.Base(name), ".txt")
	first, inExample := len(all), false
	var example strings.Builder
	endExample := func() {
		if inExample {
			all[len(all)-1].Example = strings.TrimRight(example.String(), "\n")
			if all[len(all)-1].Example != "" {
				all[len(all)-1].Example += "\n"
			}
			example.Reset()
			inExample = false
		}
	}
	i := -1
	for line := range strings.SplitSeq(text, "\n") {
		i++
		wrong := func(what string) error { return fmt.Errorf("%s:%d: %s", name, i+1, what) }
		line = strings.TrimRight(line, " ")
		if inExample && (line == "" || strings.HasPrefix(line, exampleIndent)) {
			example.WriteString(strings.TrimPrefix(line, exampleIndent) + "\n")
			continue
		}
		endExample()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if code, words, ok := strings.Cut(line, ": "); ok && isCode(code) && words != "" {
			if other, twice := seen[code]; twice {
				return nil, wrong("the code " + code + " is also in " + all[other].placeIn(path.Dir(name)))
			}
			seen[code] = len(all)
			all = append(all, Entry{Code: code, File: file, Line: i + 1, Text: words})
			continue
		}
		part, words, ok := strings.Cut(strings.TrimPrefix(line, partIndent), ":")
		if !ok || !strings.HasPrefix(line, partIndent) || !isCode(part) || len(all) == first {
			return nil, wrong("want \"code: message\", or a part indented by 4 spaces")
		}
		e := &all[len(all)-1]
		var to *string
		switch part {
		case "hint":
			to = &e.Hint
		case "why":
			to = &e.Why
		case "no-example":
			to = &e.NoExample
		case "example":
			if e.Example != "" {
				return nil, wrong(part + " is given twice")
			}
			inExample = true
			continue
		default:
			return nil, wrong("want hint, why, example or no-example")
		}
		if *to != "" {
			return nil, wrong(part + " is given twice")
		}
		*to = strings.TrimPrefix(words, " ")
	}
	endExample()
	return all, nil
}

// slot matches an argument in a template.
var slot = regexp.MustCompile(`\{([a-z][a-zA-Z0-9]*)(?::([^{}]*))?\}`)

// words returns the text of a code with its arguments.
func words(code string, args diag.Args) diag.Words { return wordsIn(!lang.English(), code, args) }

// wordsIn is words in Chinese or in English.
func wordsIn(zh bool, code string, args diag.Args) diag.Words {
	e := entryIn(zh, code)
	for name, v := range args {
		if !hasJSON(v) {
			args[name] = text(zh, v)
		}
	}
	w := diag.Words{Code: code, Args: args, Text: fill(zh, templateOf(e.Text), args)}
	if e.Hint != "" {
		if hint := templateOf(e.Hint); complete(hint, args) {
			w.Hint = fill(zh, hint, args)
		}
	}
	return w
}

// hasJSON reports whether an argument can be written as JSON and read again.
func hasJSON(v any) bool {
	switch v := v.(type) {
	case nil, string, bool, int, []string, diag.Words, []any, map[string]any: // the last two were read from JSON
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return false
}

// Text returns the message and the remedy of a code that is filled with arguments, such as those of a finding that was
// read from JSON. Both are "" if the catalog has no such code.
func Text(code string, args diag.Args) (text, hint string) {
	if byCode()[code] == nil {
		return "", ""
	}
	w := words(code, args)
	return w.Text, w.Hint
}

// Near returns the remedy "did you mean x?" for the name that a word most likely misspells; see diag.Suggest. It returns
// empty Words if there is none.
func Near(word string, names []string) (w diag.Words) {
	if near := diag.Suggest(word, names); near != "" {
		w = words("did-you-mean", diag.Args{"near": near})
	}
	return w
}

// part is a part of a template: a text, or an argument and its format.
type part struct{ text, arg, form string }

// templates has the parts of the templates that were used, by their texts. A script can raise many errors in a tick, so
// a template is not parsed each time.
var templates sync.Map

func templateOf(text string) []part {
	if known, ok := templates.Load(text); ok {
		return known.([]part)
	}
	var parts []part
	end := 0
	for _, m := range slot.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > end {
			parts = append(parts, part{text: text[end:m[0]]})
		}
		p := part{arg: text[m[2]:m[3]]}
		if m[4] >= 0 {
			p.form = text[m[4]:m[5]]
		}
		parts, end = append(parts, p), m[1]
	}
	if end < len(text) {
		parts = append(parts, part{text: text[end:]})
	}
	templates.Store(text, parts)
	return parts
}

// complete reports whether no argument of a template is empty.
func complete(template []part, args diag.Args) bool {
	return !slices.ContainsFunc(template, func(p part) bool { return p.arg != "" && empty(args[p.arg]) })
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []string:
		return len(v) == 0
	case diag.Words:
		return v.Code == ""
	}
	return false
}

func fill(zh bool, template []part, args diag.Args) string {
	if zh {
		return fillChinese(template, args)
	}
	var b strings.Builder
	for _, p := range template {
		if p.arg == "" {
			b.WriteString(p.text)
		} else {
			b.WriteString(formatted(zh, args[p.arg], p.form))
		}
	}
	return b.String()
}

// formatted returns an argument in a format. It accepts the types that encoding/json makes of the arguments, too.
func formatted(zh bool, v any, form string) string {
	if one, many, counts := strings.Cut(form, "|"); counts {
		if text(zh, v) == "1" {
			return one
		}
		return many
	}
	switch form {
	case "q":
		return strconv.Quote(text(zh, v))
	case "cut":
		return Cut(shown(zh, v))
	case "signs":
		return signs(Cut(shown(zh, v)))
	case "list":
		return strings.Join(list(zh, v), comma(zh))
	case "or", "and":
		return joined(zh, list(zh, v), form)
	case "some":
		return some(zh, list(zh, v))
	}
	return shown(zh, v)
}

// shown returns a text in a language.
func shown(zh bool, v any) string {
	s := text(zh, v)
	if zh {
		s = phrase(s)
	}
	return s
}

// MaxCut is the number of characters that Cut leaves.
const MaxCut = 60

// Cut returns a part of a file without control characters. If it is long, it returns only its beginning. It is the
// format {name:cut}.
func Cut(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) > MaxCut {
		s = string([]rune(s)[:MaxCut]) + "…"
	}
	return s
}

// signs returns a part of a file in quotes if it consists of signs, which look like punctuation of the message.
func signs(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r == '"' || unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return s
	}
	return `"` + s + `"`
}

func text(zh bool, v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case diag.Words:
		if v.Text == "" || !zh && !lang.English() { // from JSON, or Chinese
			if s := textIn(zh, v.Code, v.Args); s != "" {
				return s
			}
		}
		return v.Text
	case map[string]any: // Words, from JSON
		code, _ := v["code"].(string)
		args, _ := v["args"].(map[string]any)
		s := textIn(zh, code, args)
		if s == "" {
			s, _ = v["text"].(string)
		}
		return s
	}
	return fmt.Sprint(v)
}

// textIn returns the message of a code in a language, or "" if the catalog has no such code.
func textIn(zh bool, code string, args diag.Args) string {
	if byCode()[code] == nil {
		return ""
	}
	return wordsIn(zh, code, args).Text
}

func list(zh bool, v any) []string {
	switch v := v.(type) {
	case []string:
		return v
	case []any:
		out := make([]string, len(v))
		for i := range v {
			out[i] = text(zh, v[i])
		}
		return out
	}
	return nil
}

// Identity returns what identifies a finding apart from its place and its words, for tests: the code, the arguments, and
// after "->" the remedy. For example: unknown-hook name="on_entre" -> did-you-mean near="on_enter". Without an arrow the
// finding has no remedy; "-> it" is the remedy that the catalog has for the code.
func Identity(d diag.Diagnostic) string {
	s := d.Code + pairs(d.Args)
	switch {
	case d.Remedy != nil:
		s += " -> " + d.Remedy.Code + pairs(d.Remedy.Args)
	case d.Hint != "":
		s += " -> it"
	}
	if d.Severity == diag.Warning {
		s = "warning " + s
	}
	return s
}

func pairs(args diag.Args) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch v := args[name].(type) {
		case string:
			fmt.Fprintf(&b, " %s=%q", name, v)
		case diag.Words:
			fmt.Fprintf(&b, " %s=(%s%s)", name, v.Code, pairs(v.Args))
		default:
			fmt.Fprintf(&b, " %s=%v", name, v)
		}
	}
	return b.String()
}
