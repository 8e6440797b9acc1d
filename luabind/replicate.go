//go:build !luacore

package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// Replicate makes of files that were loaded what Install then hands to the workers: copies
// of all that they have made when they ran in the load state. Nothing of it can be seen
// before. It is for the goroutine that loads, when all files of a round have been loaded.
//
// What cannot be copied is run for each worker by Install, and so are files that use it:
// what has made a coroutine, or a function of Go; and a module in which another file has
// changed something when that was loaded, since running the other one changes it again.
func (r *Runtime) Replicate(chunks []*Chunk) {
	r.loader.inRound = false
	r.changed, r.uncopied, r.mending = r.mending.changed, nil, mending{}
	r.settle()
	p := &replicating{runtime: r, done: map[*Chunk]bool{}}
	for _, c := range chunks {
		if c.module {
			p.module(c)
		}
	}
	for _, c := range chunks {
		switch {
		case c.scratch != nil:
			p.behavior(c)
		case c.replicas != nil && !c.module && !p.all(c.near): // see ahead
			c.replicas = nil
		}
	}
}

// replicating is a round of Replicate.
type replicating struct {
	runtime *Runtime
	done    map[*Chunk]bool // modules that have been looked at, and whether others may refer to them
	image   image           // of the behavior that is being copied
	made    []any
}

// module copies a module, if that has not been done, and tells whether others may refer to
// the copies.
func (p *replicating) module(m *Chunk) bool {
	if ok, known := p.done[m]; known {
		return ok
	}
	ok := p.all(m.near) && m.image != nil && m.image.intact()
	switch {
	case !ok:
		p.runtime.uncopied = append(p.runtime.uncopied, uncopied{m, m.image, m.twins})
		m.image, m.twins, m.replicas = nil, nil, nil
	case m.twins == nil:
		p.copyTo(m, m.image, p.runtime.loader.in(m))
	}
	p.done[m] = ok
	return ok
}

// all tells whether others may refer to the copies of all of some modules.
func (p *replicating) all(modules []*Chunk) bool {
	ok := true
	for _, m := range modules {
		ok = p.module(m) && ok
	}
	return ok
}

// behavior copies a behavior, if it can be copied.
func (p *replicating) behavior(c *Chunk) {
	if p.all(c.near) {
		m := &p.image
		m.things, m.number, m.holds = m.things[:0], nil, m.holds[:0]
		if p.runtime.take(c.scratch, m) {
			c.loans = p.runtime.borrows(c, m, c.scratch)
			p.copyTo(c, m, c.scratch)
		}
	}
	c.scratch = nil
}

// borrower makes what a file that only borrows makes when it runs.
func (p *replicating) borrower(c *Chunk) {
	p.copyTo(c, &c.loans.image, c.loans.made)
	c.borrowed = nil
}

// copyTo makes the copies of an instance for all workers. The last gets what has been made
// itself, if nobody wants it any more.
func (p *replicating) copyTo(c *Chunk, m *image, in *instance) {
	c.replicas = make([]*instance, len(p.runtime.states))
	for worker := range c.replicas {
		k := &copying{c, m, worker, p.room(c, len(m.things)), p.runtime.builtin}
		if worker == len(c.replicas)-1 && in == c.scratch && c.loans == nil && k.give() {
			k.refer(in, in)
			c.replicas[worker] = in
			continue
		}
		k.fill()
		c.replicas[worker] = &instance{chunk: c}
		k.refer(c.replicas[worker], in)
		if c.module {
			c.twins = append(c.twins, k.made)
		}
	}
}

// room returns a list for the n things of a copy. Those of a behavior are not looked up
// later, so that all behaviors share one.
func (p *replicating) room(c *Chunk, n int) []any {
	if c.module {
		return make([]any, n)
	}
	p.made = slices.Grow(p.made[:0], n)[:n]
	return p.made
}

// copying is the making of one copy.
type copying struct {
	chunk   *Chunk
	image   *image
	worker  int
	made    []any // by number
	builtin twinsOf
}

// fill makes all things, then has them hold what they hold.
func (k *copying) fill() {
	from := 0
	for i := range k.image.things {
		x := &k.image.things[i]
		k.made[i] = k.blank(x, x.end-from)
		from = x.end
	}
	from = 0
	for i := range k.image.things {
		x := &k.image.things[i]
		holds := k.image.holds[from:x.end]
		from = x.end
		switch made := k.made[i].(type) {
		case *lua.LTable:
			k.table(made, x.places, holds)
		case *lua.LFunction:
			k.function(made, x.ref.(*lua.LFunction))
		case *lua.Upvalue:
			made.SetValue(k.twin(holds[0]))
		}
	}
}

// blank returns a thing of the same kind that holds nothing yet; a table has room for n
// values.
func (k *copying) blank(x *thing, n int) any {
	switch ref := x.ref.(type) {
	case *lua.LTable:
		return newTable(x.places, max(1, (n-x.places)/2))
	case *lua.LFunction:
		return &lua.LFunction{Proto: ref.Proto, Upvalues: make([]*lua.Upvalue, len(ref.Upvalues))}
	}
	up := &lua.Upvalue{}
	up.Close()
	return up
}

func (k *copying) table(t *lua.LTable, places int, holds []lua.LValue) {
	for i, v := range holds[:places] {
		t.RawSetInt(i+1, k.twin(v)) // nil too: it keeps its place
	}
	last := len(holds) - 1
	for i := places; i < last; i += 2 {
		t.RawSetH(k.twin(holds[i]), k.twin(holds[i+1]))
	}
	t.Metatable = k.twin(holds[last])
}

func (k *copying) function(fn, of *lua.LFunction) {
	fn.Env = k.of(of.Env).(*lua.LTable)
	for i, up := range of.Upvalues {
		fn.Upvalues[i] = k.of(up).(*lua.Upvalue)
	}
}

// twin returns what stands in the worker for a value of the load state.
func (k *copying) twin(v lua.LValue) lua.LValue {
	switch x := v.(type) {
	case *lua.LTable:
		return k.of(x).(lua.LValue)
	case *lua.LFunction:
		return k.of(x).(lua.LValue)
	case *lua.LUserData: // which no file can make
		return k.twin(k.chunk.returned(x))
	}
	return v
}

// of returns the twin of a thing. Taking the image has found out where it belongs.
func (k *copying) of(x any) any {
	if n, own := k.image.find(x); own {
		return k.made[n]
	}
	for _, m := range k.chunk.near {
		if n, its := m.image.find(x); its {
			return m.twins[k.worker][n]
		}
	}
	return k.builtin[x][k.worker]
}

// refer makes an instance refer to the copies of what another one refers to.
func (k *copying) refer(to, of *instance) {
	to.value, to.hooks, to.env = k.twin(of.value), of.hooks, k.of(of.env).(*lua.LTable)
	for h := range to.hooks {
		if fn := to.hooks[h].fn; fn != nil {
			to.hooks[h].fn = k.twin(fn).(*lua.LFunction)
		}
	}
}
