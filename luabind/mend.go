//go:build !luacore

package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// A file that fails while it is loaded leaves nothing behind, in the modules that it uses
// neither: else what is loaded after it would depend on a file that is not in force, and on the
// order of both.

// mendLooks is how many values that modules hold are looked at in a round, which takes about
// a tenth of a second. In a round with more, as of hundreds of files that call functions while
// they are loaded and use a module with thousands of entries, what a failing file has
// changed from then on stays.
const mendLooks = 1 << 20

// mending is what modules held in the load state when the last file that works had been
// loaded. It holds for one round, which Replicate ends.
type mending struct {
	held    map[*Chunk]*image // of modules of which Chunk.image does not say it
	lasting map[*Chunk]bool   // of held, those that hold what can change and not be brought back
	changed []changed         // in the order in which they were
	looked  int
}

// changed is a module that was changed by a file that works, and what it held before the
// first of them.
type changed struct {
	module *Chunk
	was    *image
}

// uncopied is a module to whose copies new files cannot refer any more, with what those go by.
type uncopied struct {
	module *Chunk
	image  *image
	twins  [][]any
}

// canChange tells whether running a file may change modules.
func (c *Chunk) canChange() bool {
	_, only := c.script.OnlyBorrows()
	return !only && len(c.near) > 0
}

// before notes what the modules of a file hold that is going to run.
func (d *mending) before(r *Runtime, c *Chunk) {
	if !c.canChange() || d.looked > mendLooks {
		return
	}
	for _, m := range c.near {
		if m.image == nil && d.held[m] == nil {
			d.note(r, m)
		}
	}
}

// note writes down what a module holds.
func (d *mending) note(r *Runtime, m *Chunk) {
	if in := r.loader.in(m); in != nil {
		if d.held == nil {
			d.held, d.lasting = map[*Chunk]*image{}, map[*Chunk]bool{}
		}
		d.held[m], d.lasting[m] = r.holding(in)
		d.looked += len(d.held[m].holds)
	}
}

// CanUndo tells whether Drop can bring back what a chunk that has been linked may change when
// it is loaded now. It cannot if that may go on with a coroutine, or an iterator, that a module
// holds, nor if modules hold too much. It is for the goroutine that loads.
func (r *Runtime) CanUndo(c *Chunk) bool {
	d := &r.mending
	d.before(r, c)
	return !c.canChange() || d.looked <= mendLooks && !slices.ContainsFunc(c.near, func(m *Chunk) bool { return d.lasting[m] })
}

// after brings back what the modules of a file held before it ran, or, if the file works,
// notes what they hold now.
func (d *mending) after(r *Runtime, c *Chunk, works bool) {
	if !c.canChange() || d.looked > mendLooks {
		return
	}
	for _, m := range c.near {
		was := d.held[m]
		if was == nil {
			was = m.image
		}
		if was == nil {
			continue
		}
		switch d.looked += len(was.holds); {
		case was.intact():
		case works:
			if !slices.ContainsFunc(d.changed, func(c changed) bool { return c.module == m }) {
				d.changed = append(d.changed, changed{m, was})
			}
			d.note(r, m)
		default:
			was.restore()
		}
	}
}

// holding is take for whoever copies nothing: what belongs to the state is left as it is.
// Lasting tells that there is such a thing.
func (r *Runtime) holding(in *instance) (m *image, lasting bool) {
	t := &taking{new(image), in, r.builtin, false}
	t.reach(in.env)
	t.reach(in.value)
	for i := 0; i < len(t.things); i++ {
		x := &t.things[i]
		if fn, ok := x.ref.(*lua.LFunction); ok && fn.IsG {
			x.end = len(t.holds)
			continue
		}
		t.follow(x)
	}
	return t.image, t.odd
}

// restore makes all things hold what they held.
func (m *image) restore() {
	var now []lua.LValue
	from := 0
	for i := range m.things {
		x := &m.things[i]
		holds := m.holds[from:x.end]
		from = x.end
		var places int
		if now, places = contents(now[:0], x.ref); places == x.places && slices.EqualFunc(now, holds, same) {
			continue
		}
		switch ref := x.ref.(type) {
		case *lua.LTable:
			refill(ref, x.places, holds)
		case *lua.Upvalue:
			ref.SetValue(holds[0])
		}
	}
}

// refill makes a table anew in its place, so that its keys come in the order in which they
// came.
func refill(t *lua.LTable, places int, holds []lua.LValue) {
	fresh := newTable(places, max(1, (len(holds)-places)/2))
	for i, v := range holds[:places] {
		fresh.RawSetInt(i+1, v) // nil too: it keeps its place
	}
	last := len(holds) - 1
	for i := places; i < last; i += 2 {
		fresh.RawSetH(holds[i], holds[i+1])
	}
	fresh.Metatable = holds[last]
	*t = *fresh
}
