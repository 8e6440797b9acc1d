package luabind

import (
	"github.com/bough-dev/bough/luabind/lua"
)

const inForce = "in_force"

// Globals returns the names that every script can use.
func (r *Runtime) Globals() []string { return keys(r.globals) }

// Members returns what each global holds, if it is a table whose content is known.
func (r *Runtime) Members() map[string][]string {
	out := map[string][]string{}
	for _, name := range r.Globals() {
		out[name] = nil
		if name == "bt" {
			out[name] = []string{"dt"}
		}
		if t := r.globals.Get(lua.Name(name)).Table(); t != nil {
			out[name] = append(out[name], keys(t)...)
		}
	}
	return out
}

func keys(t *lua.Table) (out []string) {
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		out = append(out, k.String())
	}
	return out
}
