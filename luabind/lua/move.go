package lua

import (
	"fmt"
	"slices"
	"strings"
)

// Stale is a value of an old version of a file that has no successor in the new version. What holds it keeps it, and it
// keeps its code.
type Stale struct {
	Why   string // the reason, such as "lib.c.fly is not there any more"
	Code  bool   // it is, or refers to, code of the old version, which no Codec of the new version can encode
	Known bool   // the preceding Carry has left it, too

	names []string // the names of a constant, by all paths to it
	value Value
}

// constantMove is the result of a search for the successor of a constant.
type constantMove struct {
	to    Value
	stale *Stale // set if the constant is stale; to is then the constant itself
}

// Constants makes the Carry replace constants of the old versions by the constants of the new ones that have the same
// names, or to which the same paths lead; see Codec.RememberPaths. names returns the Codecs of the old and of the new
// versions. It is called at the first constant that is found. stale has the results of Move of the preceding Carry: these
// values are moved, too, if they have a successor by now.
func (k *Carry) Constants(names func() (old, new *Codec), stale []*Stale) {
	k.names = names
	for _, s := range stale {
		if len(s.names) > 0 {
			k.earlier[s.value.p] = s
			continue
		}
		k.known[s.Why] = true
		if t := s.value.Thread(); t == nil {
			k.addOlder(s.value.p.f.proto, s.Why)
		} else {
			for c := t.root.next; c != nil; c = c.next {
				k.addOlder(c.p, s.Why)
			}
		}
	}
}

// addOlder adds an edit for the file of a stale function, which may be older than the old version of each edit. If the
// file has not been edited since, the function is stale for the same reason as before.
func (k *Carry) addOlder(p *proto, why string) {
	if p == nil || k.edits[p.chunk] != nil {
		return
	}
	for _, e := range k.list {
		if e.New != nil && e.New.src.Name == p.chunk.src.Name {
			k.edits[p.chunk] = &edit{Edit: Edit{p.chunk, e.New, e.Values}}
			return
		}
	}
	if _, now := k.codecs(); now.fileNames[p.chunk] == "" {
		k.edits[p.chunk] = &edit{Edit: Edit{Old: p.chunk}, why: why}
	}
}

// Empty reports whether there are neither edits nor stale values, so that nothing can move.
func (k *Carry) Empty() bool { return len(k.list) == 0 && len(k.edits) == 0 && len(k.earlier) == 0 }

// Move replaces values of old versions by those of the new versions: in list, and in all entries, keys and metatables of
// tables, captured variables, and local variables of suspended coroutines that can be reached from list. A constant is
// replaced by the one of the same name. A function that was made at run time is replaced by a function with the new code
// that captures the same variables, and a suspended coroutine continues in the new code, if the rules of Carry permit
// it. Constants must be called before.
//
// Move returns the values that have no successor, each of them once, in the order in which it finds them.
func (k *Carry) Move(list []Value) []*Stale {
	clear(k.found)
	clear(k.seen)
	clear(k.cells)
	k.found, k.held = k.found[:0], nil
	k.moveAll(list)
	for i := 0; i < len(k.found); i++ {
		if o := k.found[i]; o.t != nil {
			k.moveTable(o.t)
		} else if t := o.coroutine(); t != nil {
			k.moveThread(t)
		} else {
			for _, x := range o.f.up {
				k.moveCell(x)
			}
		}
	}
	return k.held
}

// coroutine returns the coroutine that o is or that it resumes, or nil.
func (o *object) coroutine() *Thread {
	if o.f.native == nil {
		return nil
	}
	t, _ := o.f.native.payload.(*Thread)
	return t
}

func (k *Carry) moveAll(list []Value) {
	for i, v := range list {
		if w := k.move(v); w.p != v.p {
			list[i] = w
		}
	}
}

// move returns the value that replaces v. Unless it is constant, the values that it refers to are moved later.
func (k *Carry) move(v Value) Value {
	o := v.p
	if o == nil || o.t == nil && o.f == nil {
		return v
	}
	w, stale := k.replacement(v)
	if stale != nil {
		k.hold(stale)
	}
	k.reach(w.p)
	return w
}

// reach adds o to k.found unless it is constant or has been found. Most agents hold few objects, which are compared
// faster than looked up.
func (k *Carry) reach(o *object) {
	const few = 16
	switch {
	case o.stamp == frozen:
		return
	case len(k.found) < few:
		if slices.Contains(k.found, o) {
			return
		}
	case len(k.seen) == 0:
		for _, x := range k.found {
			k.seen[x] = true
		}
		fallthrough
	default:
		if k.seen[o] {
			return
		}
		k.seen[o] = true
	}
	k.found = append(k.found, o)
}

func (k *Carry) hold(s *Stale) {
	if !slices.Contains(k.held, s) {
		k.held = append(k.held, s)
	}
}

// replacement returns the table or function that replaces v. It returns v if v is of no old version or stale.
func (k *Carry) replacement(v Value) (Value, *Stale) {
	f := v.p.f
	switch {
	case f != nil && f.proto == nil: // a Go function, a coroutine or a handle
		return v, nil
	case v.p.stamp == frozen && k.names != nil:
		c, known := k.constants[v.p]
		if !known {
			c.to, c.stale = k.constant(v)
			k.constants[v.p] = c
		}
		return c.to, c.stale
	case f == nil || k.edits[f.proto.chunk] == nil:
		return v, nil
	}
	g, err := k.Function(f)
	if err != nil {
		return v, k.leave(v, err.Error())
	}
	return g.Value(), nil
}

// codecs returns the Codecs of the old and of the new versions.
func (k *Carry) codecs() (old, now *Codec) {
	if k.new == nil {
		k.old, k.new = k.names()
	}
	return k.old, k.new
}

// several reports whether the old versions have more than one constant function with the code p, such as functions
// that differ only in what they capture. The one that is left in a new version may then be any of them.
func (k *Carry) several(p *proto) bool {
	if k.made == nil && k.names != nil {
		k.made = map[*proto]int{}
		old, _ := k.codecs()
		for o := range old.names {
			if o.f != nil && o.f.proto != nil {
				k.made[o.f.proto]++
			}
		}
	}
	return k.made[p] > 1
}

// leave returns the Stale for a function or a coroutine that was made at run time. There is one for each reason.
func (k *Carry) leave(v Value, why string) *Stale {
	s := k.left[why]
	if s == nil {
		s = &Stale{Why: why, Code: true, Known: k.known[why], value: v}
		k.left[why] = s
	}
	return s
}

// constant returns the constant that replaces v.
func (k *Carry) constant(v Value) (Value, *Stale) {
	old, now := k.codecs()
	if now.nameOf(v.p) != "" {
		return v, nil
	}
	earlier := k.earlier[v.p]
	var names []string
	switch {
	case earlier != nil:
		names = earlier.names
		for _, name := range names {
			if w := now.paths.to[name]; w.p != nil && w.p.kind == v.p.kind {
				return w, nil
			}
		}
	case old.nameOf(v.p) == "": // such as the parameters of a node
		return v, nil
	default:
		if w := k.successor(v.p); w != nil {
			return w.value(), nil
		}
		for _, at := range old.waysTo(v.p) {
			names = append(names, old.nameAt(at))
		}
	}
	if f := v.p.f; f != nil && !k.several(f.proto) {
		if g, err := k.Function(f); err == nil && g != f {
			return g.Value(), nil
		}
	}
	return v, &Stale{Why: describeName(names[0]) + " is not there any more", Code: holdsCode(v), Known: earlier != nil, names: names, value: v}
}

// successor returns the constant of the new versions to which a path leads that also leads to the constant o of the old
// versions, or nil. Each object on the path is replaced by its own successor.
func (k *Carry) successor(o *object) *object {
	old, now := k.codecs()
	if now.nameOf(o) != "" {
		return o
	}
	s, known := k.successors[o]
	if known {
		return s
	}
	k.successors[o] = nil // for paths that lead back to o
	for _, at := range old.waysTo(o) {
		name := at.step
		if at.from != nil {
			from := k.successor(at.from)
			if from == nil {
				continue
			}
			name = now.names[from].text + at.step
		}
		if w := now.paths.to[name]; w.p != nil && w.p.kind == o.kind {
			s = w.p
			break
		}
	}
	k.successors[o] = s
	return s
}

// describeName returns the name of a constant of a file for messages, such as "Class.new of guard" for the constant
// "(guard)(local Class).new".
func describeName(name string) string {
	file, path, _ := strings.Cut(strings.TrimPrefix(name, "("), ")")
	if local, ok := strings.CutPrefix(path, "(local "); ok {
		return strings.Replace(local, ")", "", 1) + " of " + file
	}
	if of, ok := strings.CutPrefix(file, "globals of "); ok {
		return strings.TrimPrefix(path, ".") + " of " + of
	}
	return file + path
}

// holdsCode reports whether a constant is a function of a file, or refers to one.
func holdsCode(v Value) bool {
	list, seen := []Value{v}, map[*object]bool{}
	for len(list) > 0 {
		o := list[len(list)-1].p
		list = list[:len(list)-1]
		switch {
		case o == nil || seen[o]:
		case o.f != nil && o.f.proto != nil:
			return true
		case o.t != nil:
			seen[o] = true
			list = append(append(append(list, o.t.list...), o.t.layout.keys...), o.t.vals...)
			if o.t.meta != nil {
				list = append(list, o.t.meta.Value())
			}
		}
	}
	return false
}

func (k *Carry) moveTable(t *Table) {
	k.moveAll(t.list)
	k.moveAll(t.vals)
	if t.layout.share == nil { // otherwise all keys are names
		k.moveKeys(t)
	}
	if t.meta != nil {
		t.meta = k.move(t.meta.Value()).Table()
	}
}

func (k *Carry) moveKeys(t *Table) {
	var keys []Value
	for i, key := range t.layout.keys {
		if w := k.move(key); w.p != key.p {
			if keys == nil {
				keys = slices.Clone(t.layout.keys)
			}
			keys[i] = w
		}
	}
	if keys != nil {
		t.layout, _ = newLayout(cap(t.vals))
		for _, key := range keys {
			t.layout.add(key)
		}
	}
}

func (k *Carry) moveCell(x *cell) {
	if x != nil && x.stamp != frozen && !k.cells[x] {
		k.cells[x] = true
		x.v = k.move(x.v)
	}
}

func (k *Carry) moveThread(t *Thread) {
	switch {
	case t.status != Suspended:
		return
	case t.top == nil:
		t.body = k.move(t.body)
		return
	}
	if err := k.thread(t); err != nil {
		k.hold(k.leave(t.Value(), "a coroutine cannot continue: "+err.Error()))
	}
	for c := t.root.next; c != nil; c = c.next {
		if c.fn != nil {
			k.reach(&c.fn.object)
		}
		k.moveRegisters(c)
		k.moveAll(c.varargs)
		for _, x := range c.cells {
			k.moveCell(x)
		}
	}
}

// moveRegisters moves the values of local variables. Stale values in registers that are no longer in use do not matter.
func (k *Carry) moveRegisters(c *frame) {
	for i, v := range c.r {
		o := v.p
		if o == nil || o.t == nil && o.f == nil {
			continue
		}
		w, stale := k.replacement(v)
		if loopTable(c.r, i) && w.p != o {
			if w = v; holdsCode(v) {
				stale = k.leave(v, fmt.Sprintf("a loop at %v goes through a table of the old version", c.nearest()))
			}
		}
		if stale != nil && k.inUse(c, i) {
			k.hold(stale)
		}
		c.r[i] = w
		k.reach(w.p)
	}
}

// inUse reports whether a register of a suspended call is in use.
func (k *Carry) inUse(c *frame, register int) bool {
	if c.p == nil {
		return register < int(c.pc)
	}
	_, now := k.codecs()
	at := now.place(c.p, c.pc)
	return at == nil || register < at.top
}
