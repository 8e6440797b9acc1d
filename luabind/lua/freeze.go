package lua

// Freeze makes values constant, together with everything that can be reached from them: tables, metatables,
// functions and captured variables. After that it is an error to store to any of them, to resume a coroutine among
// them, or to call a function among them whose data changes, such as the iterator of string.gmatch. Any number of
// States may use the values at once.
func Freeze(values ...Value) {
	var f freezer
	for _, v := range values {
		f.add(v)
	}
	for len(f.todo) > 0 {
		o := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.open(o)
	}
}

// SetConstant is like Set, for a table that may be constant and a key that is a string. A host that hands out a constant table
// uses it for entries with a present value. Scripts cannot.
func (t *Table) SetConstant(k, v Value) { t.set(k, v) }

// freezer makes values constant. It keeps a list of objects to visit instead of recursing.
type freezer struct {
	todo []*object
}

func (f *freezer) add(v Value) {
	if v.p == nil || v.p.stamp == frozen {
		return
	}
	switch v.p.kind {
	case KindString:
		v.p.stringHash() // computed here, so that readers need not compute it
	case KindThread:
		v.p.stamp = frozen // scripts cannot resume it then, so they cannot reach its contents
	case KindTable, KindFunction:
		v.p.stamp = frozen
		f.todo = append(f.todo, v.p)
	}
}

func (f *freezer) addTable(t *Table) {
	if t != nil {
		f.add(t.Value())
	}
}

func (f *freezer) open(o *object) {
	if t := o.t; t != nil {
		for _, v := range t.list {
			f.add(v)
		}
		for i := range t.vals {
			f.add(t.layout.keys[i])
			f.add(t.vals[i])
		}
		f.addTable(t.meta)
		return
	}
	fn := o.f
	f.addTable(fn.env)
	for _, x := range fn.up {
		if x.stamp != frozen {
			x.stamp = frozen
			f.add(x.v)
		}
	}
}

// Frozen reports whether v can no longer change. Values such as strings and numbers never change.
func Frozen(v Value) bool {
	return v.p == nil || v.p.stamp == frozen || v.p.t == nil && v.p.kind != KindFunction && v.p.kind != KindThread
}
