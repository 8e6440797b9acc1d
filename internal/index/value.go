package index

import (
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/syntax"
)

// Holds is the kind of a Value, as far as names tell it. Anything stands for all other values.
type Holds uint8

// The kinds of values.
const (
	Anything Holds = iota
	Agent          // an agent of the game
	Params         // the parameters of a behavior, whose name is Value.Of
	Exports        // what a file returns, whose path is Value.Of
	Library        // a global of all scripts, whose name is Value.Of, or a function of one
	OnBoard        // the board whose name is Value.Of
	Test           // the table of words of a test
)

// Value describes the value of a variable or an expression.
type Value struct {
	Holds Holds
	Of    string
}

// Variable is a local variable or a parameter of a function. It is visible from From up to To.
type Variable struct {
	Name     string
	At       int // offset of the declaration
	From, To int
	Value    Value
	Param    bool
	Function bool // it is a function of the file
}

// Visible returns the variables that are visible at an offset, the innermost first.
func (f *File) Visible(offset int) (list []Variable) {
	seen := map[string]bool{}
	for i := len(f.Variables) - 1; i >= 0; i-- {
		v := f.Variables[i]
		if v.From <= offset && offset <= v.To && !seen[v.Name] {
			seen[v.Name] = true
			list = append(list, v)
		}
	}
	return list
}

// Lookup returns what a name is at an offset. A name that no variable has is that of a Library.
func (f *File) Lookup(name string, offset int) Value {
	for i := len(f.Variables) - 1; i >= 0; i-- {
		if v := &f.Variables[i]; v.Name == name && v.From <= offset && offset <= v.To {
			return v.Value
		}
	}
	return Value{Library, name}
}

// value returns what an expression holds.
func (w *walker) value(e syntax.Expr) Value {
	switch x := syntax.Bare(e).(type) {
	case *syntax.NameExpr:
		if v := w.find(x.Text); v != nil {
			return v.Value
		}
		return Value{Library, x.Text}
	case *syntax.IndexExpr:
		base := w.value(x.X)
		key, ok := x.Key.(*syntax.StringExpr)
		switch {
		case !ok:
		case base.Holds == Library || base.Holds == Test:
			return Value{Library, base.Of + "." + key.Value}
		}
	case *syntax.CallExpr:
		if x.Colon != 0 || len(x.Args) == 0 {
			break
		}
		called, text := w.value(x.X), ""
		if s, ok := x.Args[0].(*syntax.StringExpr); ok {
			text = s.Value
		}
		switch {
		case called.Holds != Library:
		case called.Of == "require" && text != "":
			return Value{Exports, assets.ModuleOf(text)}
		case (called.Of == "bt.board" || called.Of == "t.board") && text != "":
			return Value{OnBoard, text}
		case called.Of == "t.spawn":
			return Value{Holds: Agent}
		}
	case *syntax.BinaryExpr:
		if x.Op == syntax.Or || x.Op == syntax.And {
			if v := w.value(x.X); v.Holds == Agent || v.Holds == OnBoard {
				return v
			}
		}
	}
	return Value{}
}
