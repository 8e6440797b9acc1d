package helper

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/lua"
)

// Helper is a Go function with names and a description, which reflection cannot provide.
type Helper struct {
	// Name is the name for scripts, without the namespace.
	Name string
	// Params are the names of the parameters.
	Params []string
	// Doc describes the function in a sentence.
	Doc string

	fn      any
	params  []crossing // for a variadic function, the last element is for all further arguments
	results []crossing // without the last result if that is an error
	shapes  []shape    // the shapes of FuncOf, which are tried first
	err     error
	pure    bool   // see Pure
	reads   bool   // see Reads
	arity   *arity // see Takes

	receiver reflect.Type // of a func(*lua.Call) error; see FuncOf
}

// arity is a number of arguments.
type arity struct{ least, most int }

// Func returns a helper for a Go function. The signature holds its name, its parameters, and, after a colon, a
// description:
//
//	Func("sight(id, range): nearest visible enemy, or nil", arena.Sight)
//
// Parameters and results may be numbers of any Go type, time.Duration (seconds), bool, string, value.Vector (a table
// with x and y), value.Value, structs, pointers, and slices and maps with string keys of these. The entries of the
// table for a struct have the names of the fields in lower case, or the names in tags such as `lua:"name,omitempty"`. A
// nil pointer is nil in Lua. An argument for a pointer or an interface must not be nil or missing, unless the signature
// has a question mark after the name of the parameter, as in "hit(target, by?): …". A pointer to a struct with
// unexported fields is a handle, which scripts can keep, compare and pass back. A result that points to any other
// struct is a table, which is a copy: to hand over the struct itself, return value.Other(p) as a value.Value.
// Parameters that are pointers or interfaces accept the handles of such Go values, including handles made by
// value.Other. A pointer also accepts the table of its struct, and then points to a new copy. A helper whose first
// parameter is such a pointer or interface is also a method of these handles: v:hp() is hp(v). The last parameter may
// be variadic. If the first parameter is an *engine.Context, the engine supplies it, and the signature does not name
// it. If the last result is an error that is not nil, the script gets an error that wraps it. Check reports all other
// types.
//
// A func(*lua.Call) error is called directly. It reads the arguments and returns the results by itself, and the
// parameters in the signature are only documentation.
//
// All workers call helpers concurrently. A helper must not change anything that another agent could see through a
// helper in the same tick. A condition in a tree may call a helper several times in a tick.
//
// A function of a usual type is called without reflection, and the call allocates only strings, tables and new
// handles. A type is usual if its parameters are up to eight numbers, or one int, engine.AgentID, string,
// value.Vector or value.Value followed by up to three numbers. Two parameters that are each an int,
// engine.AgentID, string or value.Vector, as in func(id int, name string), are usual if the result is a number, a
// bool or a pointer to a number. The usual results are a float64, bool, int, string, value.Vector, value.Value,
// or a pointer to a number. If there are at most two parameters, an error may follow the result. A result []int is
// usual if the first parameter is an int, and a result []engine.AgentID is usual if the first parameter is an
// engine.AgentID. A context may precede the parameters. A call of any other function takes some 300 ns more, with
// two small allocations. FuncOf avoids this cost for types of the game.
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
		h.err = fmt.Errorf("helper signature %q; %s: add a colon, and after it what the helper does", signature, want)
		return h
	case strings.ContainsAny(signature, "\r\n"):
		h.err = fmt.Errorf("helper signature %q; %s: write it on one line", signature, want)
		return h
	}
	optional := map[string]bool{}
	for p := range strings.SplitSeq(strings.TrimSuffix(params, ")"), ",") {
		if p = strings.TrimSpace(p); p != "" {
			name, may := strings.CutSuffix(p, "?")
			optional[name] = optional[name] || may
			h.Params = append(h.Params, name)
		}
	}
	h.err = h.check(optional)
	return h
}

// FuncOf is like Func, for a function whose first parameters or results have a type T of the game, such as a
// handle:
//
//	FuncOf[*Entity]("hp(e): what an entity has left", func(e *Entity) float64 { return e.hp })
//
// Such a function is called as fast as a function of value.Value. T does not change how values cross: Func says which
// pointers are handles. A func(*lua.Call) error is a method of the handles of T.
func FuncOf[T any](signature string, fn any) Helper {
	h := Func(signature, fn)
	if h.err != nil {
		return h
	}
	t := reflect.TypeFor[T]()
	if reflect.TypeOf(h.fn) == builtinType {
		h.receiver = t
		return h
	}
	x := crossingOf(t)
	var of []crossing // the parameters of type T
	for _, p := range h.params {
		if p.of == t {
			of = append(of, p)
		}
	}
	if len(of) > 0 {
		x = of[0]
	}
	if !slices.ContainsFunc(of, func(p crossing) bool { return (p.solid == nil) != (x.solid == nil) }) {
		h.shapes = shapesOf[T](x)
	}
	return h
}

// Signature returns the name with the parameters, as in "name(param, param)".
func (h Helper) Signature() string { return h.Name + "(" + strings.Join(h.Params, ", ") + ")" }

// Arity returns the least and the largest number of arguments of a call. most is -1 if there is no largest number, as
// for a variadic function or a func(*lua.Call) error.
func (h *Helper) Arity() (least, most int) {
	switch t := reflect.TypeOf(h.fn); {
	case h.arity != nil:
		return h.arity.least, h.arity.most
	case t == builtinType || t.IsVariadic():
		return h.needed(), -1
	}
	return h.needed(), len(h.Params)
}

// Takes returns h with another Arity, for checks of scripts. It is meant for a stand-in, which is a
// func(*lua.Call) error.
func (h Helper) Takes(least, most int) Helper {
	h.arity = &arity{max(0, min(least, len(h.Params))), most}
	return h
}

// Types returns the types of the parameters and results as scripts see them, in the notation of LuaLS: for example
// "number", "string[]", "vector?" for a type that includes nil, and "...number" for any number of arguments. The
// other types are "vector" for a table with x and y, "seconds" for a number, "any" for plain data, and the name of the
// type of a handle, such as "Body" for *main.Body. The lists are empty for a func(*lua.Call) error.
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

// Check returns the errors in the signature and in the type of the function.
func (h Helper) Check() error {
	if h.fn == nil && h.err == nil {
		return fmt.Errorf("helper %q has no function; make it with Func", h.Name)
	}
	return h.err
}

var (
	contextType  = reflect.TypeFor[*engine.Context]()
	errorType    = reflect.TypeFor[error]()
	valueType    = reflect.TypeFor[value.Value]()
	vectorType   = reflect.TypeFor[value.Vector]()
	durationType = reflect.TypeFor[time.Duration]()
	builtinType  = reflect.TypeFor[func(*lua.Call) error]()
)

// check checks the helper and sets its params and results. optional has the parameters that may be nil.
func (h *Helper) check(optional map[string]bool) error {
	if err := checkName(h.Name); err != nil {
		return fmt.Errorf("helper %q: %w", h.Name, err)
	}
	for i, p := range h.Params {
		if !isParam(p) {
			return fmt.Errorf("helper %s: parameter %q: want a name, without a type; it must not be a keyword of Lua", h.Name, p)
		}
		if slices.Contains(h.Params[:i], p) {
			return fmt.Errorf("helper %s: two parameters have the name %s", h.Name, p)
		}
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
	var in []reflect.Type // the parameters that scripts provide
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
		switch {
		case optional[h.Params[i]] && p.Kind() == reflect.Interface:
			x = x.optional()
		case optional[h.Params[i]] && x.solid == nil && p != valueType:
			return fmt.Errorf("helper %s: parameter %s? has type %v, but only a pointer, an interface or a value.Value can be missing", h.Name, h.Params[i], p)
		case !optional[h.Params[i]] && x.solid != nil:
			x = x.required()
		}
		x.of = p
		h.params = append(h.params, x)
	}
	for i := range t.NumOut() {
		if i == t.NumOut()-1 && t.Out(i) == errorType {
			break
		}
		if t.Out(i) == errorType {
			return fmt.Errorf("helper %s: result %d is an error; make it the last result", h.Name, i+1)
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

// isParam reports whether p is a name that a parameter of a Lua function can have. The last parameter may have dots.
func isParam(p string) bool {
	if p = strings.Trim(p, "."); p == "" {
		return true
	}
	if strings.ContainsFunc(p, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return false
	}
	_, err := lua.Compile(lua.Source{Name: p, Text: "local " + p})
	return err == nil
}

// checkName returns an error if scripts cannot use name as an identifier. The name may be that of a node kind,
// since these are not reserved in scripts.
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

// Namespace is a table of helpers for scripts, as in geom.distance.
type Namespace struct {
	Name    string
	Helpers []Helper
}

// Check returns the errors in the names and the helpers. The caller must check that no other global has the name of
// the namespace.
func (n Namespace) Check() error {
	if err := checkName(n.Name); err != nil {
		return fmt.Errorf("namespace %q: %w", n.Name, err)
	}
	seen := map[string]bool{}
	for i := range n.Helpers {
		h := &n.Helpers[i]
		if err := h.Check(); err != nil {
			return fmt.Errorf("namespace %s: %w", n.Name, err)
		}
		if seen[h.Name] {
			return fmt.Errorf("namespace %s: helper %s is bound twice", n.Name, h.Name)
		}
		seen[h.Name] = true
	}
	return nil
}

// Table returns the namespace as a table for scripts. The options of its functions are o with the name of the
// namespace. The table is not frozen yet.
func (n Namespace) Table(o Options) *lua.Table {
	o.Namespace = n.Name
	t := lua.NewTable(0, len(n.Helpers))
	for i := range n.Helpers {
		set(nil, t, lua.Name(n.Helpers[i].Name), n.Helpers[i].Function(o).Value())
	}
	return t
}
