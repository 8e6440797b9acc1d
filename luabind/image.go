//go:build !luacore

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
	number map[any]int32 // of each thing, from 0; nil while there are few
	holds  []lua.LValue  // what they hold, one thing after the other
}

// fewThings is how many are faster gone through than looked up.
const fewThings = 16

// find returns the number of a thing.
func (m *image) find(ref any) (number int32, ok bool) {
	if m.number != nil {
		number, ok = m.number[ref]
		return number, ok
	}
	for i := range m.things {
		if m.things[i].ref == ref {
			return int32(i), true
		}
	}
	return 0, false
}

// add gives a thing the next number.
func (m *image) add(ref any) {
	m.things = append(m.things, thing{ref: ref})
	switch n := len(m.things); {
	case n == fewThings+1:
		m.number = make(map[any]int32, 4*fewThings)
		for i := range m.things {
			m.number[m.things[i].ref] = int32(i)
		}
	case n > fewThings:
		m.number[ref] = int32(n - 1)
	}
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
	in      *instance
	builtin twinsOf
	odd     bool // there is something that belongs to the state
}

// take takes the image of a file that has just run, into m. It answers false if some of
// what the file made belongs to the state that it ran in: a coroutine, a variable of one, or
// a function of Go, as gmatch returns one.
func (r *Runtime) take(in *instance, m *image) bool {
	t := &taking{m, in, r.builtin, false}
	t.reach(in.env)
	t.reach(in.value)
	for h := range in.hooks {
		if fn := in.hooks[h].fn; fn != nil {
			t.reach(fn)
		}
	}
	for i := 0; i < len(m.things) && !t.odd; i++ {
		t.follow(&m.things[i])
	}
	return !t.odd
}

// reach notes a value that has been met, if it is one of the file's own.
func (t *taking) reach(v lua.LValue) {
	switch x := v.(type) {
	case *lua.LTable:
		if places, _, _ := strlib.Size(x); places >= maxArrayIndex {
			t.odd = true // a list so long can be made only in the way that it was
		}
		t.note(x, false)
	case *lua.LFunction:
		if t.note(x, x.Env == t.in.env) && x.IsG {
			t.odd = true
		}
	case *lua.LState, *lua.LUserData, lua.LChannel:
		t.odd = true
	}
}

// note gives a thing its number, and answers false if it has one or belongs elsewhere. Own
// tells that it is known to be of the file.
func (t *taking) note(ref any, own bool) bool {
	if _, known := t.find(ref); known || !own && t.elsewhere(ref) {
		return false
	}
	t.add(ref)
	return true
}

// elsewhere tells whether a thing belongs to a library or to a module.
func (t *taking) elsewhere(ref any) bool {
	for _, m := range t.in.chunk.near {
		if m.image != nil {
			if _, known := m.image.find(ref); known {
				return true
			}
		}
	}
	return t.builtin[ref] != nil
}

// follow writes down what a thing holds.
func (t *taking) follow(x *thing) {
	from := len(t.holds)
	t.holds, x.places = contents(t.holds, x.ref)
	x.end = len(t.holds)
	switch ref := x.ref.(type) {
	case *lua.LFunction:
		t.reach(ref.Env)
		for _, up := range ref.Upvalues { // which belong to the file that the function is of
			t.note(up, ref.Env == t.in.env)
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
