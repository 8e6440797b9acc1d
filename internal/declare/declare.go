package declare

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// What is the kind of thing that a line declares.
type What uint8

// What a line may declare. The zero value is a field.
const (
	Field What = iota
	Stimulus
	Request
	Entry // of a board
)

// The words that begin the lines that do not declare a field.
const (
	stimulusWord = "stimulus"
	requestWord  = "request"
	boardWord    = "board"
)

// AnyBoard stands for all boards in a declaration of an entry.
const AnyBoard = "*"

// Declaration is a line.
type Declaration struct {
	What What
	// Name is the name of the field, the stimulus, the kind of requests or the entry. In a malformed line it is the first
	// name, or "".
	Name  string
	Board string // of an entry; may be AnyBoard
	// Type is the type of the field or the entry, or that of the data of the stimulus or the request. It is nil if the line
	// does not say it.
	Type    *Type
	Default value.Value // what a new agent has, also if the line has a mistake elsewhere; nil if there is none
	Channel string      // of a request, or "" for that of its kind
	Means   string      // the sentence after the colon

	Line int    // number of the line
	Text string // the line, without white space at its end
	// Wrong describes the mistake in the line; it is empty if there is none. Col is the column of the mistake, or that of the first word.
	Wrong diag.Words
	Col   int
}

// Owner returns the table with an entry of what d declares, and the name of the entry, for messages. path is where the entry
// is; that of a field begins with its name, and that of the entry of a board with the name of that.
func (d *Declaration) Owner(path string) (owner, name string) {
	at := strings.LastIndexAny(path, ".[")
	owner, name = path[:max(at, 0)], strings.TrimRight(path[at+1:], "]")
	of := ""
	switch d.What {
	case Stimulus:
		of = "the stimulus " + d.Name
	case Request:
		of = "the request " + d.Name
	case Entry:
		if of = "the board " + d.Board; d.Board == AnyBoard {
			of = "all boards"
		}
	}
	if owner != "" && of != "" {
		of = " of " + of
	}
	return owner + of, name
}

// Malformed reports whether the line has a mistake.
func (d *Declaration) Malformed() bool { return d.Wrong.Text != "" }

// File has the declarations of a text. It does not change.
type File struct {
	Path string // as messages show it

	lines                     []Declaration
	fields, stimuli, requests map[string]*Declaration // of the lines that have a type
	entries                   map[string][]*Declaration
	defaults                  []*Declaration
}

// Parse reads a text. Empty lines and lines that begin with # declare nothing. reserved reports whether the engine sets a
// field of that name, so that the game cannot declare it.
func Parse(path string, text []byte, reserved func(name string) bool) *File {
	f := &File{Path: path}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		body := strings.TrimSpace(line)
		if body == "" || body[0] == '#' {
			continue
		}
		d := parseLine(body)
		if d.What == Field && reserved(d.Name) && (d.Type != nil || !d.Malformed()) {
			d = Declaration{Name: d.Name, Wrong: message.FieldOfEngine(d.Name)}
		}
		d.Line, d.Text = number, strings.TrimRightFunc(line, unicode.IsSpace)
		d.Col = max(d.Col, 1) + diag.Column(line, strings.Index(line, body)) - 1
		f.lines = append(f.lines, d)
		before, _, _ := strings.Cut(body, ":")
		if names := nameList(strings.TrimSpace(before)); d.Malformed() && names != nil {
			for _, name := range names[1:] { // so that reads of these get no warning
				d.Name = name
				f.lines = append(f.lines, d)
			}
		}
	}
	f.index()
	return f
}

// index finds the declarations that have a type. Of several with one name, the first counts.
func (f *File) index() {
	f.fields, f.stimuli, f.requests = map[string]*Declaration{}, map[string]*Declaration{}, map[string]*Declaration{}
	f.entries = map[string][]*Declaration{}
	for i := range f.lines {
		d := &f.lines[i]
		in := map[What]map[string]*Declaration{Field: f.fields, Stimulus: f.stimuli, Request: f.requests}[d.What]
		if !d.Default.IsNil() && in[d.Name] == nil && !slices.ContainsFunc(f.defaults, func(other *Declaration) bool { return other.Name == d.Name }) {
			f.defaults = append(f.defaults, d)
		}
		switch {
		case d.Malformed():
		case d.What == Entry:
			f.entries[d.Name] = append(f.entries[d.Name], d)
		case in[d.Name] == nil:
			in[d.Name] = d
		}
	}
	slices.SortFunc(f.defaults, func(a, b *Declaration) int { return cmp.Compare(a.Name, b.Name) })
}

// Lines returns the declarations, in the order of the lines.
func (f *File) Lines() []Declaration {
	if f == nil {
		return nil
	}
	return f.lines
}

// Field returns the declaration of a field, or nil. A nil File declares nothing.
func (f *File) Field(name string) *Declaration {
	if f == nil {
		return nil
	}
	return f.fields[name]
}

// At returns the type of a field, or of a part of one such as home.x. It is nil if f does not say it.
func (f *File) At(path string) *Type {
	name, rest, more := strings.Cut(path, ".")
	d := f.Field(name)
	if d == nil {
		return nil
	}
	t := d.Type
	for more && t != nil {
		name, rest, more = strings.Cut(rest, ".")
		t, _ = t.Entry(value.String(name))
	}
	return t
}

// Handles returns the names of the types of handles that f declares, sorted.
func (f *File) Handles() []string {
	names := map[string]bool{}
	var add func(t *Type)
	add = func(t *Type) {
		if t == nil {
			return
		}
		if t.Kind == Handle {
			names[t.Handle] = true
		}
		add(t.Of)
		for _, e := range t.Entries {
			add(e.Type)
		}
	}
	for _, d := range f.Lines() {
		if !d.Malformed() {
			add(d.Type)
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Stimulus returns the declaration of a stimulus, or nil.
func (f *File) Stimulus(name string) *Declaration {
	if f == nil {
		return nil
	}
	return f.stimuli[name]
}

// Request returns the declaration of a kind of requests, or nil.
func (f *File) Request(kind string) *Declaration {
	if f == nil {
		return nil
	}
	return f.requests[kind]
}

// Entry returns the declaration of an entry of a board, or nil. That of the board itself comes before one of AnyBoard.
func (f *File) Entry(board, name string) *Declaration {
	if f == nil {
		return nil
	}
	var any *Declaration
	for _, d := range f.entries[name] {
		switch d.Board {
		case board:
			return d
		case AnyBoard:
			any = d
		}
	}
	return any
}

// Default returns the default of a field, or nil.
func (f *File) Default(name string) (v value.Value) {
	for _, d := range f.Defaults() {
		if d.Name == name {
			v = d.Default
		}
	}
	return v
}

// Defaults returns the fields with a default, sorted by name.
func (f *File) Defaults() []*Declaration {
	if f == nil {
		return nil
	}
	return f.defaults
}

// Declares reports whether a line without a mistake declares something of a sort.
func (f *File) Declares(what What) bool {
	return f != nil && slices.ContainsFunc(f.lines, func(d Declaration) bool { return d.What == what && !d.Malformed() })
}

// Typed reports whether a line declares a type.
func (f *File) Typed() bool {
	return f != nil && slices.ContainsFunc(f.lines, func(d Declaration) bool { return d.Type != nil && !d.Malformed() })
}
