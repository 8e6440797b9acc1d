package luabind

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// absent holds the functions of package lib that scripts do not have. They write without the checks that refuse
// writes, or they belong to Lua 5.0.
var absent = map[string][]string{"": {"_G", "_VERSION"}, "string": {"gfind"}, "table": {"foreach", "foreachi", "getn", "setn"}, "math": {"mod"}}

// openSandbox creates the table of the globals that all scripts share.
func (r *Runtime) openSandbox() {
	g := lib.Open(r.loader.L, lib.Options{})
	for group, names := range absent {
		t := g
		if group != "" {
			t = g.Get(lua.Name(group)).Table()
		}
		for _, name := range names {
			set(t, name, lua.Nil)
		}
	}
	set(g, "print", function("print", (*state).log))
	set(g, "tostring", function("tostring", func(_ *state, c *lua.Call) error {
		c.Return(c.NewString(plainText(c, c.Any(1))))
		return nil
	}))
	set(g, "require", function("require", (*state).require))
	set(g, "bt", newBT().Value())
	math := g.Get(lua.Name("math")).Table()
	set(math, "random", function("random", (*state).drawRandom))
	r.strings = lua.NewTable(0, 2)
	set(r.strings, "__index", g.Get(lua.Name("string")))
	set(r.strings, "__metatable", lua.String("read-only"))
	r.globals = g
}

// set sets an entry of a table that Go code creates.
func set(t *lua.Table, name string, v lua.Value) {
	if err := t.Set(lua.Name(name), v); err != nil {
		panic(err)
	}
}

// seal makes everything that all scripts share constant. It is called before the first file is loaded.
func (r *Runtime) seal() {
	lua.Freeze(r.globals.Value(), r.strings.Value())
}

// isFunction reports whether the global with the given name, such as "bt.wait", is a function.
func (r *Runtime) isFunction(path string) bool {
	space, name, inside := strings.Cut(path, ".")
	v := r.globals.Get(lua.Name(space))
	if inside {
		t := v.Table()
		if t == nil {
			return false
		}
		v = t.Get(lua.Name(name))
	}
	return v.Kind() == lua.KindFunction
}

// drawRandom implements math.random. It uses the random numbers of the agent, or of the standalone file.
func (s *state) drawRandom(c *lua.Call) error {
	var r *engine.Rand
	switch {
	case s.standalone != nil:
		r = &s.standalone.rand
	case s.ctx != nil:
		r = s.ctx.Rand()
	default:
		return message.RandomWhileLoading()
	}
	if c.Len() == 0 {
		c.Return(lua.Number(r.Float64()))
		return nil
	}
	lo, hi := 1.0, c.Number(1)
	if c.Len() > 1 {
		lo, hi = hi, c.Number(2)
	}
	if err := checkInterval(lo, hi, c.Len()); err != nil {
		return err
	}
	c.Return(lua.Number(r.IntRange(lo, hi)))
	return nil
}

// checkInterval returns an error if there is no whole number from lo to hi, or if there are too many. given is the
// number of arguments of the call.
func checkInterval(lo, hi float64, given int) error {
	if hi >= lo && hi-lo <= 1<<53 {
		return nil
	}
	first, last := value.FormatNumber(lo), value.FormatNumber(hi)
	switch {
	case !(hi < lo):
		return message.RandomWithoutEnd(first, last)
	case given == 1:
		return message.RandomBelowOne(last)
	}
	return message.RandomOrder(first, last)
}

// Members maps the names of the globals that every script can use to the names of their members. A global that is
// not a table has no members.
func (r *Runtime) Members() map[string][]string {
	out := map[string][]string{}
	for _, name := range keys(r.globals) {
		out[name] = r.members(name)
	}
	return out
}

// Within returns the remedy that names the global tables with a member of that name, or empty Words if there are none. indexed
// is set if an entry of the name is read, so that a function must be called.
func (r *Runtime) Within(name string, indexed bool) (remedy diag.Words) {
	var places []string
	for _, table := range slices.Sorted(slices.Values(keys(r.globals))) {
		if slices.Contains(r.members(table), name) {
			path := table + "." + name
			if indexed && r.isFunction(path) {
				path += "()"
			}
			places = append(places, path)
		}
	}
	if len(places) > 0 {
		remedy = message.DidYouMeanOneOf(places)
	}
	return remedy
}

// members returns the names in a global table, or nil if the global is not a table.
func (r *Runtime) members(global string) []string {
	t := r.globals.Get(lua.Name(global)).Table()
	if t == nil {
		return nil
	}
	list := keys(t)
	if global == "bt" { // the table bt does not contain bt.dt
		list = append(list, "dt")
	}
	return list
}

// keys returns the keys of a table, in the order of the table.
func keys(t *lua.Table) (list []string) {
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		list = append(list, k.String())
	}
	return list
}
