//go:build !luacore

package luabind

import lua "github.com/yuin/gopher-lua"

// Tables and functions do not belong to the state that they were made in; what they refer to
// does. So what a file has made can be given to a worker if that is exchanged, which is less
// than copying it all.

// give makes the things of an image those of the worker, by having them refer to what stands
// there for what they refer to. It answers false, and changes nothing, if a table has such a
// thing as a key: in another order it would be another table.
func (k *copying) give() bool {
	for i := range k.image.things {
		k.made[i] = k.image.things[i].ref
	}
	if k.keysRefer() {
		return false
	}
	from := 0
	for i := range k.image.things {
		x := &k.image.things[i]
		holds := k.image.holds[from:x.end]
		from = x.end
		switch ref := x.ref.(type) {
		case *lua.LTable:
			k.giveTable(ref, x.places, holds)
		case *lua.LFunction:
			k.function(ref, ref)
		case *lua.Upvalue:
			if v, other := k.other(holds[0]); other {
				ref.SetValue(v)
			}
		}
	}
	return true
}

// keysRefer tells whether the key of a table is something that is exchanged.
func (k *copying) keysRefer() bool {
	from := 0
	for i := range k.image.things {
		x := &k.image.things[i]
		if _, table := x.ref.(*lua.LTable); table {
			for at := from + x.places; at < x.end-1; at += 2 {
				if _, other := k.other(k.image.holds[at]); other {
					return true
				}
			}
		}
		from = x.end
	}
	return false
}

// giveTable exchanges what a table holds. A key that is there already keeps its place.
func (k *copying) giveTable(t *lua.LTable, places int, holds []lua.LValue) {
	for i, v := range holds[:places] {
		if v, other := k.other(v); other {
			t.RawSetInt(i+1, v)
		}
	}
	last := len(holds) - 1
	for i := places; i < last; i += 2 {
		if v, other := k.other(holds[i+1]); other {
			t.RawSetH(holds[i], v)
		}
	}
	t.Metatable = k.twin(holds[last])
}

// other returns what stands in the worker for a value, and whether that is another one.
func (k *copying) other(v lua.LValue) (lua.LValue, bool) {
	switch v.(type) {
	case *lua.LTable, *lua.LFunction:
		now := k.twin(v)
		return now, now != v
	}
	return v, false
}
