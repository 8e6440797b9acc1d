package lua

// Walker finds the values that other values refer to and counts their memory, with the same sizes as State.Bytes.
// It does not count constant values, since they belong to files, or names, since they belong to the code. It does not
// look into the data of Go functions and userdata, but counts the size that a method Size of the data returns. It
// counts a value at the place where it finds the value first; only short strings are counted at each place. The zero
// Walker is ready for use.
//
// A Walker also follows all registers of suspended coroutines, including registers that are no longer in use but
// still hold a value. It changes nothing, so it may run during a call in the State to which the values belong.
type Walker struct {
	// Found lists the found values in the order of discovery.
	Found []Found
	// Bytes is the size of the roots that are strings and, after Walk, of all values in Found.
	Bytes int64

	objects map[*object]struct{}
	cells   map[*cell]struct{}
	at      int   // index in Found of the value being opened, -1 for the roots
	own     int64 // size of that value, so far
}

// Found is a table, a function or a coroutine that a Walker has found.
type Found struct {
	Value Value
	// From is the index in Walker.Found of the value that refers to this one, or -1 for a root.
	From int
	// Key is the key of the table entry whose value this is, or nil if it was found in another way.
	Key Value
	// Name is the name of a root, one of ByKey, ByMetatable and ByLocal, or "" for the value of a table entry.
	Name string
	// Entries is the number of entries of a table, including removed entries whose memory is still allocated.
	Entries int
	// Bytes is the size of the value itself, including the strings in it.
	Bytes int64
}

// The ways in which values are found, other than as the value of a table entry. A table of globals counts as
// ByMetatable.
const (
	ByKey       = "a key"
	ByMetatable = "the metatable"
	ByLocal     = "a local"
)

// Reset prepares w for another walk. It keeps its buffers unless they are large.
func (w *Walker) Reset() {
	const much = 1 << 12
	if len(w.objects)+len(w.cells) > much {
		*w = Walker{}
		return
	}
	clear(w.Found)
	clear(w.objects)
	clear(w.cells)
	*w = Walker{Found: w.Found[:0], objects: w.objects, cells: w.cells}
}

// Root adds a value at which the walk starts.
func (w *Walker) Root(name string, v Value) {
	w.own, w.at = 0, -1
	w.reach(v, Nil, name)
	w.Bytes += w.own
}

// Walk finds all values that the roots refer to, and counts their bytes. No root may be added afterwards.
func (w *Walker) Walk() {
	for w.at = 0; w.at < len(w.Found); w.at++ {
		w.own = 0
		o := w.Found[w.at].Value.p
		switch {
		case o.t != nil:
			w.table(o.t)
			w.Found[w.at].Entries = len(o.t.list) + len(o.t.vals)
		case o.kind == KindThread:
			w.own += threadBytes
			w.thread(o.f.native.payload.(*Thread))
		default:
			w.function(o.f)
		}
		w.Found[w.at].Bytes = w.own
		w.Bytes += w.own
	}
}

// reach counts a string, and adds any other object to Found unless it was found before or is constant.
func (w *Walker) reach(v, key Value, name string) {
	o := v.p
	if o == nil || o.stamp == frozen {
		return
	}
	switch o.kind {
	case KindString:
		w.text(o)
	case KindTable, KindFunction, KindThread, KindUserdata:
		if !w.first(o) {
			return
		}
		w.Found = append(w.Found, Found{Value: v, From: w.at, Key: key, Name: name})
	}
}

// first reports whether o has not been found before, and marks it as found.
func (w *Walker) first(o *object) bool {
	n := len(w.objects)
	if w.objects == nil {
		w.objects = map[*object]struct{}{}
	}
	w.objects[o] = struct{}{}
	return len(w.objects) > n
}

func (w *Walker) text(o *object) {
	if !o.name && (len(o.s) < longText || w.first(o)) {
		w.own += int64(len(o.s)) + stringBytes
	}
}

func (w *Walker) table(t *Table) {
	w.own += tableBytes + int64(cap(t.list))*valueBytes + t.othersBytes()
	for i, v := range t.list {
		w.reach(v, Number(float64(i+1)), "")
	}
	for i := range t.vals {
		k := t.layout.keys[i]
		w.reach(k, Nil, ByKey)
		w.reach(t.vals[i], k, "")
	}
	if t.meta != nil {
		w.reach(t.meta.Value(), Nil, ByMetatable)
	}
}

func (w *Walker) function(f *Function) {
	if f.env != nil {
		w.reach(f.env.Value(), Nil, ByMetatable)
	}
	if f.proto != nil {
		w.own += functionBytes + 8*int64(len(f.up))
		for _, x := range f.up {
			w.cell(x)
		}
		return
	}
	switch x := f.native.payload.(type) {
	case *Thread: // of coroutine.wrap
		w.own += threadBytes + closureBytes
		w.thread(x)
	case interface{ Size() int }:
		w.own += closureBytes + int64(x.Size())
	default:
		w.own += closureBytes
	}
}

func (w *Walker) cell(x *cell) {
	if x == nil || x.stamp == frozen {
		return
	}
	n := len(w.cells)
	if w.cells == nil {
		w.cells = map[*cell]struct{}{}
	}
	if w.cells[x] = struct{}{}; len(w.cells) > n {
		w.own += cellBytes
		w.reach(x.v, Nil, ByLocal)
	}
}

func (w *Walker) thread(t *Thread) {
	w.reach(t.body, Nil, ByLocal)
	for c := t.root.next; c != nil; c = c.next {
		w.own += frameBytes + int64(cap(c.varargs))*valueBytes + 8*int64(len(c.cells))
		if len(c.r) > inlineRegisters {
			w.own += int64(len(c.r)) * valueBytes
		}
		if c.fn != nil {
			w.reach(c.fn.Value(), Nil, ByLocal)
		}
		for _, v := range c.r {
			w.reach(v, Nil, ByLocal)
		}
		for _, v := range c.varargs {
			w.reach(v, Nil, ByLocal)
		}
		for _, x := range c.cells {
			w.cell(x)
		}
	}
}
