package helper

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Helper is a Go function with what reflection cannot know of it.
type Helper struct {
	// Name is what scripts call, without the namespace.
	Name string
	// Params are the names of the parameters.
	Params []string
	// Doc says in a sentence what it does.
	Doc string

	fn      any
	params  []crossing // of a variadic function, the last is that of each further argument
	results []crossing // without an error
	shapes  []shape    // of FuncOf, which are tried first
	err     error
}

// Func makes a helper of a Go function. The signature names it, its parameters,
// and after a colon says what it does:
//
//	Func("sight(id, range): nearest visible enemy, or nil", arena.Sight)
//
// Parameters and results may be numbers of any Go type, time.Duration (seconds), bool,
// string, engine.Vector (a table with x and y), slices and maps with string keys of
// these, structs (tables with the fields' names in lower case, or by a tag such as
// `lua:"name,omitempty"`), engine.Value, and pointers, where nil is nil: a parameter that is
// one may be left out. A pointer to a struct with unexported fields is a handle, which
// scripts keep, compare and hand back. Parameters that are pointers or interfaces take the
// handles of such Go values, also those that engine.Other has made. The last parameter may be
// variadic. A first parameter *engine.Context is filled in by the engine and not named. A last
// result of type error raises a script error that wraps it. What does not fit is reported by
// Check.
//
// A func(*lua.Call) error is called as it is. It reads its arguments and gives its results by
// itself, and the names of its parameters are only for readers.
//
// A helper is called by all workers at once. It must not change anything that
// another agent's helper could see in the same tick. A condition in a tree may call
// one more often than it is written.
//
// A function of a usual type is called without reflection and allocates nothing but strings, tables and
// new handles. Usual are up to eight numbers, or an int, engine.AgentID, string, engine.Vector or
// engine.Value and up to three numbers; two of the first four as in func(a, b engine.AgentID) or
// func(id int, name string) if the result is a number, a bool or a pointer to a number. A result is a float64,
// bool, int, string, engine.Vector, engine.Value, or a pointer to a number; with up to two parameters, an error
// may be behind it. A list of ints or agents is usual for the first two in front. A context may be in front. A call of any other function takes some 300 ns more,
// with two small allocations. For types of your own there is FuncOf.
func Func(signature string, fn any) Helper {
	if builtin, ok := fn.(lua.Builtin); ok {
		fn = (func(*lua.Call) error)(builtin)
	}
	h := Helper{fn: fn}
	head, doc, _ := strings.Cut(signature, ":")
	h.Doc = strings.TrimSpace(doc)
	name, params, ok := strings.Cut(strings.TrimSpace(head), "(")
	h.Name = strings.TrimSpace(name)
	const want = `want "name(param, param): what it does"`
	switch {
	case !ok || !strings.HasSuffix(params, ")"):
		h.err = fmt.Errorf("helper signature %q; %s: the parentheses are missing", signature, want)
		return h
	case h.Doc == "":
		h.err = fmt.Errorf("helper signature %q; %s: add a colon, and behind it what the helper does", signature, want)
		return h
	}
	for p := range strings.SplitSeq(strings.TrimSuffix(params, ")"), ",") {
		if p = strings.TrimSpace(p); p != "" {
			h.Params = append(h.Params, p)
		}
	}
	h.err = h.check()
	return h
}

// FuncOf is Func for a function whose first parameters, or its results, are of a type of the game, such as
// a handle:
//
//	FuncOf[*Entity]("hp(e): what an entity has left", func(e *Entity) float64 { return e.hp })
//
// Such a function is as usual as one of engine.Value.
func FuncOf[T any](signature string, fn any) Helper {
	h := Func(signature, fn)
	if h.err == nil {
		h.shapes = shapesOf[T](crossingOf(reflect.TypeFor[T]()))
	}
	return h
}

// Signature returns "name(param, param)".
func (h Helper) Signature() string { return h.Name + "(" + strings.Join(h.Params, ", ") + ")" }

// Types returns what scripts see of the parameters and results, as LuaLS writes it: "number", "string[]",
// "vector?" for what may be nil, "...number" for any number of arguments, besides "vector" for a table with x
// and y, "seconds" for a number, "userdata" for a handle and "any" for plain data. It is empty for a
// func(*lua.Call) error.
func (h Helper) Types() (params, results []string) {
	for i, x := range h.params {
		if i == len(h.params)-1 && reflect.TypeOf(h.fn).IsVariadic() {
			x.text = "..." + x.text
		}
		params = append(params, x.text)
	}
	for _, x := range h.results {
		results = append(results, x.text)
	}
	return params, results
}

// Check returns what is wrong with the signature or with the types of the function.
func (h Helper) Check() error { return h.err }

var (
	contextType  = reflect.TypeFor[*engine.Context]()
	errorType    = reflect.TypeFor[error]()
	valueType    = reflect.TypeFor[engine.Value]()
	vectorType   = reflect.TypeFor[engine.Vector]()
	durationType = reflect.TypeFor[time.Duration]()
	builtinType  = reflect.TypeFor[func(*lua.Call) error]()
)

func (h *Helper) check() error {
	if err := checkName(h.Name); err != nil {
		return fmt.Errorf("helper %q: %w", h.Name, err)
	}
	t := reflect.TypeOf(h.fn)
	if t == nil || t.Kind() != reflect.Func {
		return fmt.Errorf("helper %s: want a function, got %v", h.Name, t)
	}
	if reflect.ValueOf(h.fn).IsNil() {
		return fmt.Errorf("helper %s: the function is nil", h.Name)
	}
	if t == builtinType {
		return nil
	}
	var in []reflect.Type // the parameters that scripts give
	for i := range t.NumIn() {
		if i > 0 || t.In(0) != contextType {
			in = append(in, t.In(i))
		}
	}
	if len(in) != len(h.Params) {
		return fmt.Errorf("helper %s: the signature names %d parameters, the function has %d", h.Name, len(h.Params), len(in))
	}
	for i, p := range in {
		if t.IsVariadic() && i == len(in)-1 {
			p = p.Elem()
		}
		x := crossingOf(p)
		if x.noRead != nil {
			return fmt.Errorf("helper %s: parameter %s: %w", h.Name, h.Params[i], x.noRead)
		}
		x.of = p
		h.params = append(h.params, x)
	}
	for i := range t.NumOut() {
		if i == t.NumOut()-1 && t.Out(i) == errorType {
			break
		}
		x := crossingOf(t.Out(i))
		if x.noWrite != nil {
			return fmt.Errorf("helper %s: result %d: %w", h.Name, i+1, x.noWrite)
		}
		x.of = t.Out(i)
		h.results = append(h.results, x)
	}
	return nil
}

// checkName reports whether a script can write name as a word of its own. It may be
// that of a node kind, which scripts know nothing of.
func checkName(name string) error {
	if err := behaviors.CheckName(name); err != nil && behaviors.KindNamed(name) == nil {
		return err
	}
	if strings.Contains(name, ".") {
		return errors.New("want a plain name, without dots")
	}
	if _, err := lua.Compile(lua.Source{Name: name, Text: "local " + name}); err != nil {
		return errors.New("this is a keyword of Lua; choose another name")
	}
	return nil
}

// Namespace is a table of helpers as scripts see it: geom.distance.
type Namespace struct {
	Name    string
	Helpers []Helper
}

// Check returns what is wrong with the names and the helpers. That the name is free is for the caller to
// know.
func (n Namespace) Check() error {
	if err := checkName(n.Name); err != nil {
		return fmt.Errorf("namespace %q: %w", n.Name, err)
	}
	seen := map[string]bool{}
	for i := range n.Helpers {
		h := &n.Helpers[i]
		if h.err != nil {
			return fmt.Errorf("namespace %s: %w", n.Name, h.err)
		}
		if seen[h.Name] {
			return fmt.Errorf("namespace %s: helper %s is bound twice", n.Name, h.Name)
		}
		seen[h.Name] = true
	}
	return nil
}

// Table returns the namespace as scripts have it. o.Namespace is set to its name. It is not frozen yet.
func (n Namespace) Table(o Options) *lua.Table {
	o.Namespace = n.Name
	t := lua.NewTable(0, len(n.Helpers))
	for i := range n.Helpers {
		set(nil, t, lua.Name(n.Helpers[i].Name), n.Helpers[i].Function(o).Value())
	}
	return t
}
