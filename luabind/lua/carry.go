package lua

import (
	"fmt"
	"github.com/bough-dev/bough/internal/syntax"
	"slices"
)

// Edit describes a change of a file. Both its old and its new version have been run.
type Edit struct {
	// Old and New are equal if the file was only run again. Old is nil for a new file, and New for one that is gone.
	Old, New *Chunk
	// Values are values from which all functions that running New has made can be reached.
	Values []Value
}

// Carry moves suspended coroutines, functions that were made at run time, and values that hold constants of files, from
// the old versions of files to the new ones. Thread, Function and Move move them.
//
// A coroutine can continue if each of its active calls can. A call of a function of an unedited file continues
// unchanged. A call of a function of an edited file can continue if the new version has the function, under the
// same name and inside functions of the same names, and if the function still has the place at which the call waits,
// with the same local variables in scope. Two places are alike if they are in blocks of the same kinds and their
// statements begin in the same way, up to the name of the callee; numbers and strings may differ. If equally many
// places of the old and of the new function are alike, they correspond to each other in their order. Otherwise
// exactly one of them in each version must have the text of the place at which the call waits, up to the end of the
// arguments.
//
// All evaluated values remain: local variables, the bounds of a for loop, the table that a loop over pairs or ipairs
// goes through. A local variable that holds a function of the file gets the new function.
type Carry struct {
	list      []Edit
	edits     map[*Chunk]*edit
	functions map[*Function]*Function // new functions, by the functions made at run time that they replace
	from, to  Value                   // see Swap

	// See Constants. The Codecs are nil before they are needed.
	names    func() (old, new *Codec)
	old, new *Codec
	earlier  map[*object]*Stale // the stale constants of the preceding Carry
	known    map[string]bool    // the reasons of the stale functions and coroutines of the preceding Carry

	constants  map[*object]constantMove // the constants that were found so far
	successors map[*object]*object      // see successor
	made       map[*proto]int           // see several
	left       map[string]*Stale        // stale functions and coroutines, by the reason

	// The state of Move.
	found []*object // what is not constant, in the order in which it was found
	seen  map[*object]bool
	cells map[*cell]bool
	held  []*Stale
}

// NewCarry returns a Carry for the given edits.
func NewCarry(edits ...Edit) *Carry {
	k := &Carry{
		list: edits, edits: map[*Chunk]*edit{}, functions: map[*Function]*Function{},
		earlier: map[*object]*Stale{}, known: map[string]bool{},
		constants: map[*object]constantMove{}, successors: map[*object]*object{}, left: map[string]*Stale{},
		seen: map[*object]bool{}, cells: map[*cell]bool{},
	}
	for _, e := range edits {
		if e.Old != nil {
			k.edits[e.Old] = &edit{Edit: e}
		}
	}
	return k
}

// Swap makes the Carry replace the table old by the table new where a local variable holds it.
func (k *Carry) Swap(old, new Value) { k.from, k.to = old, new }

// edit is an Edit with the results of its analysis.
type edit struct {
	Edit
	why      string // the reason why all functions of Old are stale; "" if there is none
	from, to *outline
	env      *Table               // global variables of the new version
	made     map[*proto]*Function // functions made by running the new version; nil if there are several of a proto
}

// ready computes from, to, env and made on first use.
func (e *edit) ready() {
	if e.made != nil {
		return
	}
	e.made = map[*proto]*Function{}
	e.from = outlineOf(e.Old)
	if e.to = e.from; e.New == nil {
		return
	} else if e.New != e.Old {
		e.to = outlineOf(e.New)
	}
	seen := map[*object]bool{}
	todo := slices.Clone(e.Values)
	for len(todo) > 0 {
		o := todo[len(todo)-1].p
		todo = todo[:len(todo)-1]
		if o == nil || seen[o] || o.t == nil && o.kind != KindFunction {
			continue
		}
		seen[o] = true
		if f := o.f; f != nil {
			if f.proto != nil && f.proto.chunk == e.New {
				if _, again := e.made[f.proto]; again {
					f = nil
				}
				e.made[o.f.proto], e.env = f, o.f.env
			}
			for _, x := range o.f.up {
				todo = append(todo, x.v)
			}
			if o.f.env != nil {
				todo = append(todo, o.f.env.Value())
			}
			continue
		}
		todo = append(todo, o.t.list...)
		for i := range o.t.vals {
			todo = append(todo, o.t.layout.keys[i], o.t.vals[i])
		}
		if o.t.meta != nil {
			todo = append(todo, o.t.meta.Value())
		}
	}
}

// outlineOf returns the outline of a file.
func outlineOf(c *Chunk) *outline {
	l := &outline{}
	var k *counts
	if c.counts != nil {
		k = &counts{} // so that both have the same ops
	}
	if _, err := compileFile(syntax.Parse(c.src.Name, c.src.Text), l, k); err != nil {
		panic(err) // compiling cannot fail, since it succeeded before
	}
	return l
}

// edit returns the edit of the file in which p is, or nil if there is none.
func (k *Carry) edit(p *proto) *edit {
	e := k.edits[p.chunk]
	if e != nil {
		e.ready()
	}
	return e
}

// successor returns the function of the new version that replaces p.
func (e *edit) successor(p *proto) (*proto, error) {
	of := e.from.functions[p.index]
	switch {
	case e.why != "":
		return nil, errorText(e.why)
	case e.New == nil:
		return nil, fmt.Errorf("%s is not there any more, since the file is gone", of.describe(e.Old))
	}
	old, now := which(e.from.functions, of.namesake), which(e.to.functions, of.namesake)
	switch {
	case len(now) == 0:
		return nil, fmt.Errorf("%s is not there any more", of.describe(e.Old))
	case len(now) != len(old):
		return nil, fmt.Errorf("%s cannot be told from others of that name", of.describe(e.Old))
	}
	return e.New.functions[now[slices.Index(old, int(p.index))]], nil
}

func (n *functionOutline) describe(c *Chunk) string {
	name := "the function"
	if n.fn.name != "" {
		name += " " + n.fn.name
	}
	return fmt.Sprintf("%s in %s:%d", name, c.src.Name, n.fn.at.line)
}

// which returns the indices of the elements for which want is true.
func which[T any](list []T, want func(T) bool) (places []int) {
	for i, x := range list {
		if want(x) {
			places = append(places, i)
		}
	}
	return places
}

// place returns the call just before the op next in the old function p, and the corresponding call in the new
// function q.
func (e *edit) place(p, q *proto, next int32) (old, now *callPlace, err error) {
	from, to := e.from.functions[p.index], e.to.functions[q.index]
	old = from.at(next)
	if old == nil {
		return nil, nil, errorText("its place is not known")
	}
	where := fmt.Sprintf("its place, %s in %s:%d,", old.name, e.Old.src.Name, old.site.at.line)
	alike := func(x callPlace) bool { return old.alike(&x) }
	was, is := which(from.places, alike), which(to.places, alike)
	switch {
	case len(is) == 0:
		return nil, nil, fmt.Errorf("%s is not there any more", where)
	case len(is) == len(was):
		now = &to.places[is[slices.IndexFunc(was, func(i int) bool { return &from.places[i] == old })]]
	default:
		written := func(x callPlace) bool { return old.written(&x) }
		if is = which(to.places, written); len(is) != 1 || len(which(from.places, written)) != 1 {
			return nil, nil, fmt.Errorf("%s cannot be told from others like it", where)
		}
		now = &to.places[is[0]]
	}
	a, b := from.names(old), to.names(now)
	for _, name := range b {
		if !slices.Contains(a, name) {
			return nil, nil, fmt.Errorf("at %s %s is a new local variable", where, name)
		}
	}
	for _, name := range a {
		if !slices.Contains(b, name) {
			return nil, nil, fmt.Errorf("at %s there is no local variable %s any more", where, name)
		}
	}
	if !slices.Equal(a, b) || !old.block.equal(now.block, func(b, c *blockOutline) bool { return b.vars == c.vars }) || old.top != now.top {
		return nil, nil, fmt.Errorf("at %s the local variables are in another order", where)
	}
	for i, v := range old.vars {
		if v.captured && !now.vars[i].captured {
			return nil, nil, fmt.Errorf("at %s no function inside uses %s any more", where, v.name)
		}
	}
	return old, now, nil
}

// Function returns the function that replaces f; it is f itself if its file has not changed.
func (k *Carry) Function(f *Function) (*Function, error) {
	if f.proto == nil {
		return f, nil
	}
	e := k.edit(f.proto)
	if e == nil {
		return f, nil
	}
	if g := k.functions[f]; g != nil {
		return g, nil
	}
	q, err := e.successor(f.proto)
	if err != nil {
		return nil, err
	}
	of := e.to.functions[q.index]
	if q.ofFile() || f.stamp == frozen {
		g := e.made[q]
		if g == nil {
			return nil, fmt.Errorf("%s is not to be found in the new version", of.describe(e.New))
		}
		if !q.ofFile() && k.several(f.proto) {
			return nil, fmt.Errorf("%s cannot be told from others with the same code", e.from.functions[f.proto.index].describe(e.Old))
		}
		return g, nil
	}
	g := &Function{proto: q, env: e.env}
	g.kind, g.f, g.stamp = KindFunction, g, f.stamp
	for i := range q.ups {
		x, err := e.captured(f, q, i)
		if err != nil {
			return nil, err
		}
		g.up = append(g.up, x)
	}
	k.functions[f], k.functions[g] = g, g
	return g, nil
}

// captured returns the cell of the i-th variable that q captures, for a new function with the code q that replaces f.
// A variable that is declared at file level comes from the new version. Any other variable comes from f, which must
// capture a variable of that name.
func (e *edit) captured(f *Function, q *proto, i int) (*cell, error) {
	name := q.ups[i].name
	if p, k := q.capturer(i); p.ofFile() {
		g := e.made[p]
		if g == nil {
			return nil, fmt.Errorf("%s is not to be found in the new version", e.to.functions[p.index].describe(e.New))
		}
		return g.up[k], nil
	}
	others := func(p *proto) []int {
		places := make([]int, len(p.ups))
		for j := range places {
			places[j] = j
		}
		return slices.DeleteFunc(places, func(j int) bool {
			at, _ := p.capturer(j)
			return p.ups[j].name != name || at.ofFile()
		})
	}
	was, is := others(f.proto), others(q)
	if len(was) != len(is) {
		return nil, fmt.Errorf("%s uses %s, which it did not before", e.to.functions[q.index].describe(e.New), name)
	}
	return f.up[was[slices.Index(is, i)]], nil
}

// capturer finds the function around which the i-th variable that p captures is declared: the function next to it
// declares the variable. capturer returns the outermost function that captures the variable, and the index of the
// variable there.
func (p *proto) capturer(i int) (outermost *proto, place int) {
	for !p.ups[i].cell {
		i, p = p.ups[i].index, p.outer
	}
	return p, i
}

// ofFile reports whether p is the file itself, or a function that is in no other one.
func (p *proto) ofFile() bool { return p.outer == nil || p.outer.outer == nil }

// value returns the value that replaces the value of a local variable. It is an error if a function is stale.
func (k *Carry) value(v Value) (Value, error) {
	switch o := v.p; {
	case o == nil || o.t == nil && o.f == nil:
		return v, nil
	case o == k.from.p && o.t != nil:
		return k.to, nil
	}
	w, stale := k.replacement(v)
	if stale != nil && v.p.kind == KindFunction {
		return v, errorText(stale.Why)
	}
	return w, nil
}

// values is like value, for a list of registers. A value that cannot be replaced stays.
func (k *Carry) values(list []Value) {
	for i, v := range list {
		if !loopTable(list, i) {
			list[i], _ = k.value(v)
		}
	}
}

// loopTable reports whether the i-th register has the table that a loop over pairs or ipairs goes through. The loop keeps
// its place by an index or a key of this table.
func loopTable(r []Value, i int) bool {
	return i > 0 && r[i].Table() != nil && (r[i-1].p == &Next.object || r[i-1].p == &INext.object)
}

// carried is an active call together with its state in the new version.
type carried struct {
	*frame
	fn    *Function
	place *callPlace
	r     []Value
	cells []*cell
	held  []Value // the values that move stores in the cells
}

// Thread moves a suspended coroutine to the new versions of the files, where it continues at the same place. from is
// the function that it runs, and to is the function that replaces from. If the coroutine cannot continue, Thread
// leaves it unchanged, and the error tells the author of the edit why.
func (k *Carry) Thread(t *Thread, from, to *Function) error {
	if t.status != Suspended || t.top == nil {
		return errorText("it does not wait")
	}
	if from.proto != nil {
		if e := k.edit(from.proto); e != nil {
			if q, err := e.successor(from.proto); err != nil {
				return err
			} else if q != to.proto {
				return errorText("it is another function now")
			}
			e.made[to.proto], k.functions[from] = to, to
		}
	}
	return k.thread(t)
}

// thread is Thread for a coroutine that waits, whatever function it runs.
func (k *Carry) thread(t *Thread) error {
	var list []carried
	for c := t.root.next; c != nil; c = c.next {
		if c.p == nil {
			continue
		}
		if e := k.edit(c.p); e != nil {
			n, err := k.call(e, c)
			if err != nil {
				return err
			}
			list = append(list, n)
		}
	}
	for c := t.root.next; c != nil; c = c.next {
		k.values(c.varargs)
		if c.p == nil {
			k.values(c.r[:c.pc])
		} else if k.edits[c.p.chunk] == nil {
			k.values(c.r[:c.p.registers])
			for _, x := range c.cells {
				if x != nil {
					x.v, _ = k.value(x.v)
				}
			}
		}
	}
	for i := range list {
		list[i].move(t)
	}
	return nil
}

// call computes the new state of the active call c, without changing c.
func (k *Carry) call(e *edit, c *frame) (n carried, err error) {
	n.frame = c
	if n.fn, err = k.Function(c.fn); err != nil {
		return n, err
	}
	var old *callPlace
	if old, n.place, err = e.place(c.p, n.fn.proto, c.pc); err != nil {
		return n, err
	}
	n.r = slices.Clone(c.r[:old.top])
	k.values(n.r)
	if q := n.fn.proto; q.cells > 0 {
		n.cells = make([]*cell, q.cells)
	}
	n.held = make([]Value, len(n.cells))
	for i, v := range n.place.vars {
		was := old.vars[i]
		if !was.captured {
			if n.r[was.slot], err = k.value(c.r[was.slot]); err != nil {
				return n, err
			}
			if v.captured {
				n.cells[v.slot], n.held[v.slot] = &cell{}, n.r[was.slot]
			}
			continue
		}
		x := c.cells[was.slot]
		n.cells[v.slot] = x
		if n.held[v.slot], err = k.value(x.v); err != nil {
			return n, err
		}
	}
	return n, nil
}

// move switches the call to the new code.
func (n *carried) move(t *Thread) {
	c, p := n.frame, n.fn.proto
	if len(c.r) < p.registers {
		c.r = make([]Value, p.registers)
	}
	clear(c.r[copy(c.r, n.r):])
	for i, x := range n.cells {
		if x != nil {
			x.v = n.held[i]
		}
	}
	if c.fn, c.p, c.cells = n.fn, p, n.cells; !p.vararg {
		c.varargs = nil
	}
	c.pc, c.at = n.place.next, n.place.site.at
	if c == t.top {
		t.dst, t.want = n.place.site.dst, n.place.site.want
	} else {
		c.next.dst, c.next.want = n.place.site.dst, n.place.site.want
	}
}
