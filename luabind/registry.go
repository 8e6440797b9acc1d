//go:build !luacore

package luabind

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// Registry knows the Go functions that scripts can call, by namespace, in the
// order in which they were bound. Loader, checker, editor files and reference
// are fed from it.
type Registry struct{ spaces []Namespace }

// Namespace is a table of helpers as scripts see it: geom.distance.
type Namespace struct {
	Name    string
	Helpers []Helper
}

// Helper is a Go function with what reflection cannot know of it.
type Helper struct {
	// Name is what scripts call, without the namespace.
	Name string
	// Params are the names of the parameters.
	Params []string
	// Doc says in a sentence what it does.
	Doc string
	fn  any
	err error
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
// handles of such Go values, also those that engine.Other has made. The last parameter may be variadic. A
// first parameter *engine.Context is filled in by the
// engine and not named. A last result of type error raises a script error that wraps it.
// What does not fit is reported by Bind.
//
// A helper is called by all workers at once. It must not change anything that
// another agent's helper could see in the same tick. A condition in a tree may call
// one more often than it is written. It does so without reflection if the function takes
// up to eight numbers, or an int, engine.AgentID, string or engine.Vector and maybe one
// more such value.
func Func(signature string, fn any) Helper {
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

// Signature returns "name(param, param)".
func (h Helper) Signature() string { return h.Name + "(" + strings.Join(h.Params, ", ") + ")" }

var (
	contextType = reflect.TypeFor[*engine.Context]()
	errorType   = reflect.TypeFor[error]()
	valueType   = reflect.TypeFor[engine.Value]()
	vectorType  = reflect.TypeFor[engine.Vector]()

	durationType = reflect.TypeFor[time.Duration]()
)

func (h *Helper) check() error {
	if err := checkPlainName(h.Name); err != nil {
		return fmt.Errorf("helper %q: %w", h.Name, err)
	}
	t := reflect.TypeOf(h.fn)
	if t == nil || t.Kind() != reflect.Func {
		return fmt.Errorf("helper %s: want a function, got %v", h.Name, t)
	}
	if reflect.ValueOf(h.fn).IsNil() {
		return fmt.Errorf("helper %s: the function is nil", h.Name)
	}
	in := paramTypes(t)
	if len(in) != len(h.Params) {
		return fmt.Errorf("helper %s: the signature names %d parameters, the function has %d", h.Name, len(h.Params), len(in))
	}
	for i, p := range in {
		if t.IsVariadic() && i == len(in)-1 {
			p = p.Elem()
		}
		if _, err := reader(p); err != nil {
			return fmt.Errorf("helper %s: parameter %s: %w", h.Name, h.Params[i], err)
		}
	}
	for i := range t.NumOut() {
		if out := t.Out(i); out == errorType && i == t.NumOut()-1 {
			continue
		} else if _, err := writer(out); err != nil {
			return fmt.Errorf("helper %s: result %d: %w", h.Name, i+1, err)
		}
	}
	return nil
}

// checkPlainName tells whether a script can write name as a word of its own. It may be
// that of a node kind, which scripts know nothing of.
func checkPlainName(name string) error {
	if err := behaviors.CheckName(name); err != nil && behaviors.KindNamed(name) == nil {
		return err
	}
	if strings.Contains(name, ".") {
		return errors.New("want a plain name, without dots")
	}
	if _, err := parse.Parse(strings.NewReader("local "+name), name); err != nil {
		return errors.New("this is a keyword of Lua; choose another name")
	}
	return nil
}

// paramTypes returns the types of the parameters that scripts give.
func paramTypes(t reflect.Type) []reflect.Type {
	var in []reflect.Type
	for i := range t.NumIn() {
		if i > 0 || t.In(0) != contextType {
			in = append(in, t.In(i))
		}
	}
	return in
}

// Bind makes helpers callable from scripts as namespace.name. It must be called
// before scripts are loaded. The error names the helper and what does not fit.
func (r *Runtime) Bind(namespace string, helpers ...Helper) error {
	if err := checkPlainName(namespace); err != nil {
		return fmt.Errorf("namespace %q: %w", namespace, err)
	}
	if r.hasGlobal(namespace) {
		return fmt.Errorf("namespace %s is taken; choose another name", namespace)
	}
	seen := map[string]bool{}
	for i := range helpers {
		if err := helpers[i].err; err != nil {
			return fmt.Errorf("namespace %s: %w", namespace, err)
		}
		if seen[helpers[i].Name] {
			return fmt.Errorf("namespace %s: helper %s is bound twice", namespace, helpers[i].Name)
		}
		seen[helpers[i].Name] = true
	}
	r.registry.spaces = append(r.registry.spaces, Namespace{namespace, helpers})
	for _, s := range r.all() {
		s.bind(namespace, helpers)
	}
	r.pairGlobals()
	return nil
}

func (s *State) bind(namespace string, helpers []Helper) {
	t := s.L.NewTable()
	for i := range helpers {
		t.RawSetString(helpers[i].Name, s.L.NewFunction(s.named(namespace+"."+helpers[i].Name, s.caller(namespace, &helpers[i]))))
	}
	s.globals.RawSetString(namespace, s.seal(t, namespace))
}

// helper returns a function that was bound, or nil.
func (r *Registry) helper(namespace, name string) *Helper {
	for _, space := range r.spaces {
		if space.Name != namespace {
			continue
		}
		for i := range space.Helpers {
			if space.Helpers[i].Name == name {
				return &space.Helpers[i]
			}
		}
	}
	return nil
}

// Namespaces returns what has been bound.
func (r *Runtime) Namespaces() []Namespace { return r.registry.spaces }

// Globals returns the names that every script can use, in a fixed order.
func (r *Runtime) Globals() []string { return keys(r.loader.globals) }

func (r *Runtime) hasGlobal(name string) bool {
	return r.loader.globals.RawGetString(name) != lua.LNil
}

// Members returns what each global holds, in a fixed order, if it is a table
// whose content is known; nil for other globals.
func (r *Runtime) Members() map[string][]string {
	out := map[string][]string{}
	for _, name := range r.Globals() {
		out[name] = nil
		if t, ok := r.loader.globals.RawGetString(name).(*lua.LTable); ok {
			out[name] = keys(t)
		}
	}
	return out
}

func keys(t *lua.LTable) []string {
	var out []string
	t = targetOf(t)
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		if !strings.HasPrefix(k.String(), "(") { // what scripts cannot name
			out = append(out, k.String())
		}
	}
	return out
}
