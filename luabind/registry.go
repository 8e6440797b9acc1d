package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Bind makes helpers callable from scripts as namespace.name. It must be called before scripts are
// loaded. The error names the helper and what does not fit.
func (r *Runtime) Bind(namespace string, helpers ...helper.Helper) error {
	space := helper.Namespace{Name: namespace, Helpers: helpers}
	if !r.globals.Get(lua.Name(namespace)).IsNil() {
		return fmt.Errorf("namespace %s is taken; choose another name", namespace)
	}
	if err := r.open(space, nil); err != nil {
		return err
	}
	r.spaces = append(r.spaces, space)
	return nil
}

// Rebind binds namespaces in the place of all that were bound, for tests of scripts. In each call of a helper standIn
// is asked by its full name, "field.sight", for what is called in its place, nil for itself. It must be called before scripts
// are loaded.
func (r *Runtime) Rebind(spaces []helper.Namespace, standIn func(name string) helper.StandIn) error {
	for _, space := range spaces {
		if err := r.open(space, standIn); err != nil {
			return err
		}
	}
	r.spaces = spaces
	return nil
}

// open makes helpers a global of scripts.
func (r *Runtime) open(space helper.Namespace, standIn func(name string) helper.StandIn) error {
	if err := space.Check(); err != nil {
		return err
	}
	table := space.Table(helper.Options{Context: contextOf, StandIn: standIn})
	if r.globals.Set(lua.Name(space.Name), table.Value()) != nil {
		return fmt.Errorf("namespace %s: bind helpers before scripts are loaded", space.Name)
	}
	return nil
}

// contextOf returns the context of the hook that makes a call, nil while a file is loaded.
func contextOf(c *lua.Call) *engine.Context { return stateOf(c).ctx }

// Namespaces returns what has been bound.
func (r *Runtime) Namespaces() []helper.Namespace { return r.spaces }
