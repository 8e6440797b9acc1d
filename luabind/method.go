package luabind

import (
	"fmt"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// methods holds the methods of handles, by the type of Go. The tables are made when a script first calls a method of
// such a handle, since only then the type is known.
type methods struct {
	sync.Mutex
	tables map[reflect.Type]*lua.Table
}

// methodsOf returns the methods of the handles of a type, or nil if they have none. A method is the same function as
// the helper. All workers may call it.
func (r *Runtime) methodsOf(t reflect.Type) *lua.Table {
	r.methods.Lock()
	defer r.methods.Unlock()
	if table, ok := r.methods.tables[t]; ok {
		return table
	}
	if r.methods.tables == nil {
		r.methods.tables = map[reflect.Type]*lua.Table{}
	}
	table := r.newMethods(t)
	r.methods.tables[t] = table
	return table
}

func (r *Runtime) newMethods(t reflect.Type) *lua.Table {
	table := lua.NewTable(0, 0)
	for _, name := range r.MethodNames(t) {
		full := r.methodsNamed(name, t)
		if len(full) > 1 {
			set(table, name, ambiguous(name, full))
			continue
		}
		space, _, _ := strings.Cut(full[0], ".")
		set(table, name, r.globals.Get(lua.Name(space)).Table().Get(lua.Name(name)))
	}
	if _, _, more := table.Next(lua.Nil); !more {
		return nil
	}
	lua.Freeze(table.Value())
	return table
}

// MethodNames returns the names of the methods of the handles of a type of Go, in the order in which the helpers are
// bound. If t is nil, it returns the names of the methods of all handles.
func (r *Runtime) MethodNames(t reflect.Type) (names []string) {
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; isMethod(h, t) && !slices.Contains(names, h.Name) {
				names = append(names, h.Name)
			}
		}
	}
	return names
}

// methodsNamed returns the helpers that are methods with a name, such as "body.hp", of handles of type t, or of any
// handles if t is nil. If there are several, a call of the method is an error.
func (r *Runtime) methodsNamed(name string, t reflect.Type) (full []string) {
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; h.Name == name && isMethod(h, t) {
				full = append(full, space.Name+"."+name)
			}
		}
	}
	return full
}

// handleGroups describes the methods of each type of handles that helpers take or return.
func (r *Runtime) handleGroups() (groups []apidoc.Group) {
	for _, t := range r.handleTypes() {
		name := value.TypeName(t)
		g := apidoc.Group{Name: name, Handle: true, Doc: tr.T("A handle of the game, which scripts keep, compare and give to functions of the game.")}
		for _, space := range r.spaces {
			for i := range space.Helpers {
				if h := &space.Helpers[i]; h.IsMethodOf(t) && len(r.methodsNamed(h.Name, t)) == 1 {
					g.Entries = append(g.Entries, apidoc.Method(h, name))
				}
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// handleTypes returns the types of handles that helpers take or return, in the order in which the helpers are bound.
func (r *Runtime) handleTypes() (list []reflect.Type) {
	for _, space := range r.spaces {
		for i := range space.Helpers {
			for _, t := range space.Helpers[i].Handles() {
				if !slices.Contains(list, t) {
					list = append(list, t)
				}
			}
		}
	}
	return list
}

// ResultHandle returns the type of the handle that a helper such as "body.enemy" returns as its first result, or nil if
// that is something else.
func (r *Runtime) ResultHandle(full string) reflect.Type {
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; space.Name+"."+h.Name == full {
				return h.ResultHandle()
			}
		}
	}
	return nil
}

// CheckMethod returns what is wrong with a call of a method with n arguments, or empty Words. called is the method
// as the source has it, such as "agent.me:hp". The handles of type t must have the method.
func (r *Runtime) CheckMethod(called, name string, t reflect.Type, n int) diag.Words {
	full := r.methodsNamed(name, t)
	if len(full) > 1 {
		return message.AmbiguousMethod(nil, full, name, value.TypeName(t))
	}
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; space.Name+"."+h.Name == full[0] && n >= 0 {
				return h.MisuseOfMethod(called, n)
			}
		}
	}
	return diag.Words{}
}

func isMethod(h *helper.Helper, t reflect.Type) bool {
	if t == nil {
		return h.Receiver() != nil
	}
	return h.IsMethodOf(t)
}

// ambiguous returns the method for a name that several helpers have. A call of it is an error that names them.
func ambiguous(name string, full []string) lua.Value {
	return function(name, func(_ *state, c *lua.Call) error {
		object, ok := strings.CutSuffix(c.Callee().Text, ":"+name)
		if !ok {
			object = "..."
		} else if c.Len() > 1 {
			object += ", ..."
		}
		var calls []string
		for _, f := range full {
			calls = append(calls, f+"("+object+")")
		}
		x, _ := c.Arg(1).Data()
		return message.AmbiguousMethod(calls, full, name, value.TypeName(reflect.TypeOf(x)))
	})
}

// textOfHandle is the function that tostring calls for a handle. It is a helper, so that a replay gives scripts the
// recorded text.
func (r *Runtime) textOfHandle() lua.Value {
	h := helper.Func("tostring(v): the text of a handle", func(c *lua.Call) error {
		x, _ := c.Arg(1).Data()
		c.Return(c.NewString(value.Text(x)))
		return nil
	}).Reads()
	return h.Function(helper.Options{Tape: tape{r}}).Value()
}

// describe implements lua.State.Describe. Its texts are the same in each run of a game.
func (s *state) describe(c *lua.Call, v lua.Value) string {
	if x, ok := v.Data(); ok {
		if _, own := x.(fmt.Stringer); own {
			text, _ := c.Call1(s.runtime.handleText, v).Text()
			return text
		}
		return value.Text(x)
	}
	return v.Kind().String()
}
