package index

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
)

// Kind is the kind of thing that a name stands for.
type Kind uint8

// The kinds of things.
const (
	None      Kind = iota
	Behavior       // defined by the path of its script
	Tree           //
	Condition      // a named condition
	NodeKind       // a node kind of Bough or of the game
	Node           // a node by its name or id, as in ran("flee")
	Field          // of agents
	Param          // of a behavior, which is the Owner
	TreeParam      // of a tree, which is the Owner
	Stimulus       //
	Request        // the kind of a request
	Channel        // of requests
	Board          //
	Entry          // of a board, which is the Owner
	Module         // defined by the path of its file
	Member         // of the table that a file returns; the Owner is the path of the file
	Function       // of Lua or of the host: bt.wait; also the name of a library
	Local          // the Owner is the path of the file, and the Name contains the offset of the declaration
)

// Symbol is a thing with a name. Symbols are equal if they are the same thing.
type Symbol struct {
	Kind        Kind
	Owner, Name string
}

// Role says what a place does with a name.
type Role uint8

// The roles of places.
const (
	Use Role = iota
	Write
	Definition
)

// Occurrence is a place of a name in a file: the bytes from Start up to End.
type Occurrence struct {
	Symbol
	Role       Role
	Start, End int
	bare       bool // a Field in an expression, which is a named condition if there is one
}

// File has the names in a text.
type File struct {
	Path        string
	Text        string
	Occurrences []Occurrence // by Start
	Variables   []Variable   // of a Lua file, in the order of their declarations
}

// Index has the names in the files of a game. The zero value is not usable; see New. It must be used by one goroutine at a
// time.
type Index struct {
	files      map[string]*File
	isKind     func(name string) bool
	conditions map[string]bool // the named conditions of all files; nil until they are asked for
}

// New returns an index without files. isKind reports whether the game has a node kind of a name, besides those of Bough; it may
// be nil.
func New(isKind func(name string) bool) *Index {
	return &Index{files: map[string]*File{}, isKind: isKind}
}

// Set puts the text of a file, whose path is below the root of the scripts, into the index. A file with another extension than
// those of a game is left out.
func (x *Index) Set(name, text string) {
	if f := x.files[name]; f != nil && f.Text == text {
		return
	}
	x.conditions = nil
	f := Read(name, text, x.isKind)
	if f == nil {
		delete(x.files, name)
		return
	}
	x.files[name] = f
}

// Remove removes a file.
func (x *Index) Remove(name string) {
	x.conditions = nil
	delete(x.files, name)
}

// File returns a file, or nil.
func (x *Index) File(name string) *File { return x.files[name] }

// Paths returns the paths of the files, sorted.
func (x *Index) Paths() []string { return slices.Sorted(maps.Keys(x.files)) }

// Read returns the names in a text, or nil if the path is not that of a file of a game.
func Read(name, text string, isKind func(string) bool) *File {
	f := &File{Path: name, Text: text}
	switch {
	case path.Base(name) == assets.FieldsFile:
		f.declarations()
	case path.Ext(name) == assets.ScriptExt:
		f.lua()
	case path.Ext(name) == assets.TreeExt:
		f.tree(isKind)
	case path.Ext(name) == sceneExt:
		f.scene()
	default:
		return nil
	}
	slices.SortStableFunc(f.Occurrences, func(a, b Occurrence) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	return f
}

func (f *File) add(kind Kind, owner, name string, role Role, start int) {
	f.addLong(kind, owner, name, role, start, start+len(name))
}

func (f *File) addLong(kind Kind, owner, name string, role Role, start, end int) {
	if name == "" || start < 0 || end > len(f.Text) {
		return
	}
	f.Occurrences = append(f.Occurrences, Occurrence{Symbol: Symbol{kind, owner, name}, Role: role, Start: start, End: end})
}

// At returns the innermost name at an offset, which may be right behind it.
func (x *Index) At(name string, offset int) (o Occurrence, ok bool) {
	f := x.files[name]
	if f == nil {
		return o, false
	}
	for i := range f.Occurrences {
		c := &f.Occurrences[i]
		if c.Start > offset {
			break
		}
		if offset <= c.End && (!ok || c.End-c.Start <= o.End-o.Start || o.End == offset) {
			o, ok = *c, true
		}
	}
	if ok {
		o.Symbol = x.meaning(&o)
	}
	return o, ok
}

// meaning returns the symbol of an occurrence, among the named conditions of all files.
func (x *Index) meaning(o *Occurrence) Symbol {
	if o.bare && x.isCondition(o.Name) {
		return Symbol{Condition, "", o.Name}
	}
	return o.Symbol
}

func (x *Index) isCondition(name string) bool {
	if x.conditions == nil {
		x.conditions = map[string]bool{}
		for _, f := range x.files {
			for i := range f.Occurrences {
				if o := &f.Occurrences[i]; o.Kind == Condition && o.Role == Definition {
					x.conditions[o.Name] = true
				}
			}
		}
	}
	return x.conditions[name]
}

// In returns the names in a file, in the order of the text.
func (x *Index) In(name string) []Occurrence {
	f := x.files[name]
	if f == nil {
		return nil
	}
	list := slices.Clone(f.Occurrences)
	for i := range list {
		list[i].Symbol = x.meaning(&list[i])
	}
	return list
}

// All yields all places of a symbol, with the paths of their files, in the order of the paths.
func (x *Index) All(s Symbol) iter.Seq2[string, Occurrence] {
	return func(yield func(string, Occurrence) bool) {
		hidden := s.Kind == Field && x.isCondition(s.Name)
		for _, name := range x.Paths() {
			f := x.files[name]
			for i := range f.Occurrences {
				o := f.Occurrences[i]
				switch {
				case o.Name != s.Name:
				case o.Symbol == s && !(o.bare && hidden), o.bare && s.Kind == Condition:
					if o.Symbol = s; !yield(name, o) {
						return
					}
				}
			}
		}
	}
}

// Definitions returns the places that define a symbol. A behavior and a module are defined by their file, at its first byte.
func (x *Index) Definitions(s Symbol) (list []Place) {
	for name, o := range x.All(s) {
		if o.Role == Definition {
			list = append(list, Place{name, o})
		}
	}
	switch s.Kind {
	case Behavior, Module:
		file := assets.ScriptOf(s.Name)
		if x.files[file] != nil {
			list = append(list, Place{file, Occurrence{Symbol: s, Role: Definition}})
		}
	case Node:
		for _, name := range x.Paths() {
			for _, o := range x.files[name].Occurrences {
				if o.Kind == Behavior && o.Name == s.Name && o.Role == Use {
					list = append(list, Place{name, o})
				}
			}
		}
		if len(list) == 0 {
			list = x.Definitions(Symbol{Behavior, "", s.Name})
		}
	case Field, Entry, Stimulus, Request, Board:
		if len(list) == 0 { // not declared: the places that give it a value
			for name, o := range x.All(s) {
				if o.Role == Write {
					list = append(list, Place{name, o})
				}
			}
		}
	}
	return list
}

// Place is an occurrence in a file.
type Place struct {
	Path string
	Occurrence
}

// Names returns the names of all symbols of a kind and an owner, sorted.
func (x *Index) Names(k Kind, owner string) []string {
	seen := map[string]bool{}
	for _, f := range x.files {
		for i := range f.Occurrences {
			if o := &f.Occurrences[i]; o.Kind == k && o.Owner == owner {
				seen[o.Name] = true
			}
		}
		if k == Behavior && path.Ext(f.Path) == assets.ScriptExt && !assets.IsTest(f.Path) && !strings.HasPrefix(f.Path, assets.ModuleDir+"/") {
			seen[behaviors.NameOfFile(f.Path)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
