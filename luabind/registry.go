package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Registry knows the Go functions that scripts can call, by namespace, in the order in which they
// were bound.
type Registry struct{ spaces []Namespace }

// Namespace is a table of helpers as scripts see it: geom.distance.
type Namespace = helper.Namespace

// Helper is a Go function with what reflection cannot know of it.
type Helper = helper.Helper

// Func makes a helper of a Go function; see helper.Func.
func Func(signature string, fn any) Helper { return helper.Func(signature, fn) }

// Bind makes helpers callable from scripts as namespace.name. It must be called before scripts are
// loaded. The error names the helper and what does not fit.
func (r *Runtime) Bind(namespace string, helpers ...Helper) error {
	space := Namespace{Name: namespace, Helpers: helpers}
	if err := space.Check(); err != nil {
		return err
	}
	if r.isGlobal(namespace) {
		return fmt.Errorf("namespace %s is taken; choose another name", namespace)
	}
	if err := r.globals.Set(lua.Name(namespace), space.Table(helper.Options{Context: contextOf}).Value()); err != nil {
		return fmt.Errorf("namespace %s: bind helpers before scripts are loaded", namespace)
	}
	r.registry.spaces = append(r.registry.spaces, space)
	return nil
}

// contextOf returns the context of the hook that makes a call, nil while a file is loaded.
func contextOf(c *lua.Call) *engine.Context { return stateOf(c).ctx }

// Namespaces returns what has been bound.
func (r *Runtime) Namespaces() []Namespace { return r.registry.spaces }
