//go:build luacore

package luabind

import (
	"errors"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// What is not on the core yet: conditions, and what agents keep. It is here so that the rest can be
// built and compared, and says so where it is used.

var errNotYet = errors.New("this is not on the new core yet")

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

func notYet(pos diag.Pos, line string) (list diag.List) {
	list.Add(pos, "%v", errNotYet).Source = line
	return list
}

// Census counts what agents keep.
func (r *Runtime) Census() {}

// Kept is a table that an agent keeps.
type Kept struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`
	Bytes   int    `json:"bytes"`
}

// Kept returns about how many bytes an agent keeps.
func (r *Runtime) Kept(*engine.Agent) (bytes int, largest []Kept) { return 0, nil }

// Used returns how many instructions hooks have taken.
func (r *Runtime) Used() int { return 0 }
