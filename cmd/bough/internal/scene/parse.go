package scene

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Scene is a parsed scene.
type Scene struct {
	Path  string
	lines []line
}

// line is one command with its arguments.
type line struct {
	pos   diag.Pos
	text  string // the whole line
	rest  string // the text after the command word
	verb  *verb
	words []string
	pairs []pair
}

// pair is an argument of the form key=value. The value is a number, a boolean, nil or a string.
type pair struct {
	key   string
	value any
}

// Parse parses a scene. The list contains every mistake.
func Parse(path, text string) (*Scene, diag.List) {
	s := &Scene{Path: path}
	var problems diag.List
	n := 0
	for raw := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		n++
		raw = strings.TrimRight(raw, "\r\n")
		if body := strings.TrimSpace(raw); body == "" || body[0] == '#' {
			continue
		}
		l := line{pos: diag.Pos{File: path, Line: n, Col: 1}, text: raw}
		if err := l.read(); err != nil {
			problems.Add(l.pos, "%v", err).Source = raw
			continue
		}
		s.lines = append(s.lines, l)
	}
	return s, problems
}

func (l *line) read() error {
	text := strings.TrimSpace(l.text)
	name, _, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	l.rest = strings.TrimSpace(text[len(name):])
	if l.verb = verbNamed(name); l.verb == nil {
		if hint := diag.DidYouMean(name, verbNames()); hint != "" {
			return fmt.Errorf("there is no command %s: %s", name, hint)
		}
		return fmt.Errorf("there is no command %s: there are %s", name, strings.Join(verbNames(), ", "))
	}
	if l.verb.raw {
		return nil
	}
	fields, err := split(l.rest)
	if err != nil {
		return err
	}
	for _, f := range fields {
		key, value, isPair := strings.Cut(f, "=")
		if !isPair || f[0] == '"' {
			if len(l.pairs) > 0 {
				return fmt.Errorf("%s follows name=value; want: %s", f, l.verb.usage)
			}
			l.words = append(l.words, unquote(f))
			continue
		}
		if key == "" || value == "" {
			return fmt.Errorf("%s: write name=value without spaces, such as hp=3", f)
		}
		v, err := literal(value)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if _, given := l.get(key); given {
			return fmt.Errorf("%s= is given twice; delete one of them", key)
		}
		l.pairs = append(l.pairs, pair{key, v})
	}
	return l.verb.check(l)
}

// split splits a line at spaces and tabs outside of quotes. A # begins a comment.
func split(text string) ([]string, error) {
	var out []string
	var word strings.Builder
	quoted := false
	end := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
			word.WriteByte(c)
		case quoted || c != ' ' && c != '\t' && c != '#':
			word.WriteByte(c)
		case c == '#' && word.Len() == 0:
			return out, nil
		case c == '#':
			word.WriteByte(c)
		default:
			end()
		}
	}
	if quoted {
		return nil, fmt.Errorf("a text that begins with \" does not end on its line")
	}
	end()
	return out, nil
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// literal parses a value: a number, true, false, nil, or a quoted string.
func literal(s string) (any, error) {
	switch s {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "nil":
		return nil, nil
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f, nil
	}
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return unquote(s), nil
	}
	return nil, fmt.Errorf("%s is not a value; want a number, true, false, nil or a text in quotes", s)
}

// get returns the value of a key.
func (l *line) get(key string) (any, bool) {
	for _, p := range l.pairs {
		if p.key == key {
			return p.value, true
		}
	}
	return nil, false
}

// number returns the number for a key, or otherwise if there is none.
func (l *line) number(key string, otherwise float64) float64 {
	if v, ok := l.get(key); ok {
		if f, ok := v.(float64); ok {
			return f
		}
	}
	return otherwise
}
