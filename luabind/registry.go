package luabind

import (
	"fmt"
	"slices"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	lcond "github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Bind makes helpers callable from scripts as namespace.name. It must be called before scripts are loaded. An error
// names the helper and the problem.
func (r *Runtime) Bind(namespace string, helpers ...helper.Helper) error {
	space := helper.Namespace{Name: namespace, Helpers: helpers}
	if !r.globals.Get(lua.Name(namespace)).IsNil() {
		for _, bound := range r.spaces {
			if bound.Name == namespace {
				return fmt.Errorf("namespace %s is bound already; give all its helpers to one call of Bind, or choose another name", namespace)
			}
		}
		return fmt.Errorf("namespace %s is taken by Bough; choose another name", namespace)
	}
	if what := shadowed(namespace); what != "" {
		return fmt.Errorf("namespace %s: %s, which would hide the helpers or be hidden by them; choose another name", namespace, what)
	}
	if err := r.open(space, nil); err != nil {
		return err
	}
	r.spaces = append(r.spaces, space)
	return nil
}

// shadowed returns what else scripts and conditions call by that name besides globals, or "".
func shadowed(name string) string {
	for i := range behaviors.Meanings {
		if m := &behaviors.Meanings[i]; m.Hook && slices.Contains(m.Params(), name) {
			return "a parameter of hooks has this name"
		}
	}
	switch {
	case Reserved(name):
		return "a field of each agent has this name"
	case slices.Contains(absent[""], name):
		return "Lua has a global variable of this name"
	case name == "t":
		return "the parameter of tests has this name"
	case lcond.IsQuestion(name):
		return "a function of conditions has this name"
	}
	return ""
}

// Rebind replaces all bound namespaces by others, for tests of scripts. Each call of a helper then calls standIn
// with the full name of the helper, such as "field.sight". If the result is not nil, it is called instead of the
// helper. Rebind must be called before scripts are loaded.
func (r *Runtime) Rebind(spaces []helper.Namespace, standIn func(name string) helper.StandIn) error {
	for _, space := range spaces {
		if err := r.open(space, standIn); err != nil {
			return err
		}
	}
	r.spaces = spaces
	return nil
}

// open makes a namespace of helpers a global variable of scripts. standIn may be nil.
func (r *Runtime) open(space helper.Namespace, standIn func(name string) helper.StandIn) error {
	if err := space.Check(); err != nil {
		return err
	}
	table := space.Table(helper.Options{Context: contextOf, Remedy: noField, StandIn: standIn, Tape: tape{r}})
	if r.globals.Set(lua.Name(space.Name), table.Value()) != nil {
		return fmt.Errorf("namespace %s: bind helpers before scripts are loaded", space.Name)
	}
	return nil
}

// contextOf returns the context of the hook that makes a call, or nil while a file is loading.
func contextOf(c *lua.Call) *engine.Context { return stateOf(c).ctx }

// Namespaces returns the bound namespaces.
func (r *Runtime) Namespaces() []helper.Namespace { return r.spaces }
