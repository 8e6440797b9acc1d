package lib

import (
	"io"

	"github.com/bough-dev/bough/luabind/lua"
)

// Options are the options of Open. The zero Options are valid.
type Options struct {
	// Output receives the output of print. If it is nil, print writes to os.Stdout.
	Output io.Writer
	// Random returns the next number of a generator, at least 0 and less than 1, for math.random. If Random is nil,
	// there is no math.random.
	Random func(c *lua.Call) float64
}

// Open returns a new table with all global variables of the library. It also makes the functions of the string
// library the methods of all strings in s.
func Open(s *lua.State, o Options) *lua.Table {
	g := base(o.Output)
	math := mathLibrary()
	if o.Random != nil {
		set(math, "random", random(o.Random).Value())
	}
	set(g, "_G", g.Value())
	set(g, "coroutine", coroutineLibrary().Value())
	set(g, "math", math.Value())
	str := stringLibrary().Value()
	meta := lua.NewTable(0, 1)
	set(meta, "__index", str)
	s.SetStringMeta(meta)
	set(g, "string", str)
	set(g, "table", library(tableFunctions).Value())
	return g
}

// function is a function of a library.
type function struct {
	name string
	fn   lua.Builtin
}

// library returns a new table with the given functions.
func library(functions []function) *lua.Table {
	t := lua.NewTable(0, len(functions))
	for _, f := range functions {
		set(t, f.name, lua.NewFunction(f.name, f.fn).Value())
	}
	return t
}

// set stores an entry in a new table.
func set(t *lua.Table, name string, v lua.Value) {
	if err := t.Set(lua.Name(name), v); err != nil {
		panic(err)
	}
}
