package luabind

import (
	"slices"

	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// image is what a file has made when it ran in the load state: all tables, functions and
// variables that are its own, and what each of them holds. What it refers to besides
// belongs to Lua's and Bough's libraries or to modules that it uses.
type image struct {
	things []thing
	number map[any]int32 // of each thing, from 0
	holds  []lua.LValue  // what they hold, one thing after the other
}

// thing is a *lua.LTable, a *lua.LFunction or a *lua.Upvalue.
type thing struct {
	ref    any
	places int // of a table: how many of its values are those of a list
	end    int // of what it holds, in image.holds
}

// taking is an image that is being taken.
type taking struct {
	*image
	chunk   *Chunk
	builtin twinsOf
	odd     bool // there is something that belongs to the state
}

// take returns the image of a file that has just run. It is nil if some of what the file
// made belongs to the state that it ran in: a coroutine, a variable of one, or a function
// of Go, as gmatch returns one.
func (r *Runtime) take(in *instance) *image {
	t := &taking{&image{number: map[any]int32{}}, in.chunk, r.builtin, false}
	t.reach(in.env)
	t.reach(in.value)
	for h := range in.hooks {
		if fn := in.hooks[h].fn; fn != nil {
			t.reach(fn)
		}
	}
	for i := 0; i < len(t.things) && !t.odd; i++ {
		t.follow(&t.things[i])
	}
	if t.odd {
		return nil
	}
	return t.image
}

// reach notes a value that has been met, if it is one of the file's own.
func (t *taking) reach(v lua.LValue) {
	switch x := v.(type) {
	case *lua.LTable:
		if places, _, _ := strlib.Size(x); places >= maxArrayIndex {
			t.odd = true // a list so long can be made only in the way that it was
		}
		t.note(x)
	case *lua.LFunction:
		if t.note(x) && x.IsG {
			t.odd = true
		}
	case *lua.LState, *lua.LUserData, lua.LChannel:
		t.odd = true
	}
}

// note gives a thing its number, and answers false if it has one or belongs elsewhere.
func (t *taking) note(x any) bool {
	if _, known := t.number[x]; known || t.builtin[x] != nil {
		return false
	}
	for _, m := range t.chunk.near {
		if m.image != nil {
			if _, known := m.image.number[x]; known {
				return false
			}
		}
	}
	t.number[x] = int32(len(t.things))
	t.things = append(t.things, thing{ref: x})
	return true
}

// follow writes down what a thing holds.
func (t *taking) follow(x *thing) {
	from := len(t.holds)
	t.holds, x.places = contents(t.holds, x.ref)
	x.end = len(t.holds)
	switch ref := x.ref.(type) {
	case *lua.LFunction:
		t.reach(ref.Env)
		for _, up := range ref.Upvalues {
			t.note(up)
		}
	case *lua.Upvalue:
		t.odd = t.odd || !ref.IsClosed()
	}
	for _, v := range t.holds[from:] {
		t.reach(v)
	}
}

// contents adds to list what a thing holds and may hold otherwise later: of a table the
// places of its list, then keys and values in their order, and the metatable.
func contents(list []lua.LValue, ref any) (_ []lua.LValue, places int) {
	switch x := ref.(type) {
	case *lua.Upvalue:
		list = append(list, x.Value())
	case *lua.LTable:
		var live int
		places, _, live = strlib.Size(x)
		for i := 1; i <= places; i++ {
			list = append(list, x.RawGetInt(i))
		}
		if live > 0 {
			for k, v := x.Next(behind(places)); k != lua.LNil; k, v = x.Next(k) {
				list = append(list, k, v)
			}
		}
		list = append(list, x.Metatable)
	}
	return list, places
}

// behind is the key after which those come that are no places of a list.
func behind(places int) lua.LValue {
	if places == 0 {
		return lua.LNil
	}
	return lua.LNumber(places)
}

// intact tells whether all things hold what they held.
func (m *image) intact() bool {
	var now []lua.LValue
	from := 0
	for i := range m.things {
		x := &m.things[i]
		var places int
		now, places = contents(now[:0], x.ref)
		if places != x.places || !slices.EqualFunc(now, m.holds[from:x.end], same) {
			return false
		}
		from = x.end
	}
	return true
}

// same tells whether two values are the same, which what is no number is to itself too.
func same(v, w lua.LValue) bool {
	if n, ok := v.(lua.LNumber); ok && n != n {
		m, ok := w.(lua.LNumber)
		return ok && m != m
	}
	return v == w
}
