//go:build !luacore

package luabind

import (
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
)

// What things take in memory, in bytes and by estimate. A count uses numbers of entries
// alone, never what the process has allocated: so its result, and the tick in which a
// bound strikes, are the same on each machine.
const (
	placeBytes     = 16
	numberBytes    = 8
	functionBytes  = 100
	variableBytes  = 40
	goBytes        = 1024 // a Go function: what an iterator over a text holds
	coroutineBytes = 6 << 10
)

// found is something that holds other things, and by which key of what it was found.
type found struct {
	value  lua.LValue
	parent int32      // in weigher.found; -1 for a root
	name   string     // of a root, or of a variable of a function
	key    lua.LValue // of an entry of a table; else nil
	index  int        // of an entry of its list, instead of key; 0 for none
}

// holding is a table, with what it alone takes.
type holding struct {
	table *lua.LTable
	at    int32 // in weigher.found
	slots int
	bytes int
}

// inside is how far the table has been followed that next is.
type inside struct {
	begun  bool
	places int        // of its list
	index  int        // the last one
	key    lua.LValue // the last one besides; nil before the first
	own    int        // bytes so far
}

// manySeen is from how many on what was seen is given up: to empty a map that was large once
// takes as long as to empty a large one.
const manySeen = 1 << 12

// maxHoldings is how many of the largest tables a count remembers.
const maxHoldings = 8

// weigher adds up what can be reached from an agent or a file. What belongs to a file is
// left to the count of that file, and what all scripts share to nobody.
type weigher struct {
	world    *engine.World // of the agents; nil until one has been noted
	state    *State
	file     *instance // whose data are counted; nil for those of an agent
	seen     map[lua.LValue]struct{}
	found    []found
	next     int // in found, to be followed
	inside   inside
	left     int // things that may still be looked at for now
	claimed  int // of found, and waived of the tables of the file; see fileCount
	waived   int
	tables   []*lua.LTable // that were claimed
	bytes    int
	unsealed bool // sealed tables are left out
	things   int  // looked at, which is what the count cost
	stop     int  // a count that has found more bytes ends
	largest  []holding
	hollow   []*lua.LTable
	iterated []lua.LValue // tables that a suspended loop goes through
}

// begin makes w ready to count in s.
func (w *weigher) begin(s *State, in *instance, stop int) {
	if w.seen == nil {
		w.seen = map[lua.LValue]struct{}{}
	}
	w.state, w.file, w.stop = s, in, stop
	w.bytes, w.things, w.largest = 0, 0, w.largest[:0]
	w.next, w.inside = 0, inside{}
}

// end forgets what was found, so that nothing is kept alive.
func (w *weigher) end() {
	if w.inside = (inside{}); len(w.seen) > manySeen {
		w.seen = map[lua.LValue]struct{}{}
	} else {
		clear(w.seen)
	}
	clear(w.found)
	clear(w.hollow)
	clear(w.iterated)
	w.found, w.hollow, w.iterated = w.found[:0], w.hollow[:0], w.iterated[:0]
	clear(w.largest)
}

// root adds something that is kept under a name.
func (w *weigher) root(name string, v lua.LValue) {
	w.bytes += w.value(v, found{parent: -1, name: name})
}

// run follows all that has been found, until that is more than matters.
func (w *weigher) run() {
	w.left = math.MaxInt
	w.follow()
}

// follow is run for as many things as are left, and tells whether that was all.
func (w *weigher) follow() (done bool) {
	for ; w.next < len(w.found) && !w.cut(); w.next++ {
		at := int32(w.next)
		switch x := w.found[at].value.(type) {
		case *lua.LTable:
			if !w.table(x, at) {
				return false
			}
		case *lua.LFunction:
			w.function(x, at)
		case *lua.LState:
			w.coroutine(x, at)
		}
		w.things++
	}
	return true
}

// cut tells whether the count has ended early.
func (w *weigher) cut() bool { return w.bytes > w.stop }

// value returns what v takes where it stands. What holds other things is followed later,
// as found there.
func (w *weigher) value(v lua.LValue, there found) int {
	switch x := v.(type) {
	case lua.LNumber:
		return numberBytes
	case lua.LString:
		return len(x)
	case *lua.LTable:
		if isGuarded(x) && (w.unsealed || homeOf(x) == nil) || !w.counts(x) {
			return 0
		}
	case *lua.LFunction:
		if w.file != nil && x.Env != w.file.env {
			return 0
		}
	case *lua.LState:
	default:
		return 0
	}
	if _, known := w.seen[v]; !known {
		w.seen[v] = struct{}{}
		there.value = v
		w.found = append(w.found, there)
	}
	return 0
}

// counts tells whether a table belongs to what is being counted.
func (w *weigher) counts(t *lua.LTable) bool {
	owner := w.state.owners[t]
	return owner == nil || owner == w.file
}

// table follows what a table holds, and tells whether that was all.
func (w *weigher) table(t *lua.LTable, at int32) (done bool) {
	t = targetOf(t) // of a sealed one
	places, keys, live := strlib.Size(t)
	p := &w.inside
	if !p.begun {
		*p = inside{begun: true, key: lua.LNil, own: strlib.Bytes(t)}
	}
	if places > p.places { // more than when it was left
		w.things += places - p.places
		p.places = places
	}
	if !w.list(t, at, places) || live > 0 && !w.keys(t, at, places) {
		return false
	}
	if t.Metatable != lua.LNil {
		w.value(t.Metatable, found{parent: at, name: nameMeta})
	}
	if keys-live > live+hollowKeys {
		w.hollow = append(w.hollow, t)
	}
	w.bytes += p.own
	w.rank(holding{t, at, places + keys, p.own})
	*p = inside{}
	return true
}

// list goes on with the list of a table, whose entries Next would make a number of each.
func (w *weigher) list(t *lua.LTable, at int32, places int) (done bool) {
	for p := &w.inside; p.index < places && w.bytes+p.own <= w.stop; {
		if w.left--; w.left < 0 {
			return false
		}
		p.index++
		p.own += w.value(t.RawGetInt(p.index), found{parent: at, index: p.index})
	}
	return true
}

// keys goes on with the other entries of a table.
func (w *weigher) keys(t *lua.LTable, at int32, places int) (done bool) {
	p := &w.inside
	if p.key == lua.LNil && places > 0 {
		p.key = lua.LNumber(places)
	}
	for w.bytes+p.own <= w.stop {
		if w.left--; w.left < 0 {
			return false
		}
		k, v := t.Next(p.key)
		if k == lua.LNil {
			break
		}
		p.key = k
		w.things++
		p.own += w.value(v, found{parent: at, key: k})
		if _, number := k.(lua.LNumber); !number {
			p.own += w.value(k, found{parent: at, name: nameKey})
		}
	}
	return true
}

// rank notes a table if it is one of the largest.
func (w *weigher) rank(h holding) {
	at := len(w.largest)
	for at > 0 && w.largest[at-1].bytes < h.bytes {
		at--
	}
	if at == maxHoldings {
		return
	}
	if len(w.largest) == maxHoldings {
		w.largest = w.largest[:maxHoldings-1]
	}
	w.largest = slices.Insert(w.largest, at, h)
}

func (w *weigher) function(fn *lua.LFunction, at int32) {
	if fn.IsG {
		w.bytes += goBytes
		return
	}
	w.bytes += functionBytes + variableBytes*len(fn.Upvalues)
	for i, up := range fn.Upvalues {
		w.things++
		w.bytes += w.value(up.Value(), found{parent: at, name: fn.Proto.DbgUpvalues[i]})
	}
}

// maxPath is how many steps of a path messages show, counted from its end.
const maxPath = 6

// path returns how messages call what was found: "agent.list[3].seen".
func (w *weigher) path(at int32) string { return w.pathOf(at, maxPath) }

func (w *weigher) pathOf(at int32, steps int) string {
	f := &w.found[at]
	switch {
	case f.parent < 0:
		return f.name
	case steps == 0:
		for f.parent >= 0 {
			f = &w.found[f.parent]
		}
		return f.name + ".…"
	case f.key != nil:
		return entryName(w.pathOf(f.parent, steps-1), f.key)
	case f.index > 0:
		return entryName(w.pathOf(f.parent, steps-1), lua.LNumber(f.index))
	}
	parent := w.pathOf(f.parent, steps-1)
	switch f.name {
	case nameFrame:
		return parent
	case nameLocal, nameKey, nameMeta:
		return f.name + " of " + parent
	}
	return "local " + f.name + " of " + parent
}

// How paths call what has no name of its own.
const (
	nameFrame = "function"
	nameLocal = "a local"
	nameKey   = "a key"
	nameMeta  = "the metatable"
)

// hollowKeys is how many more keys than it holds a table must have had for it to be made
// anew: the library frees none.
const hollowKeys = 64

// compact gives tables that were emptied their room back, and returns how many bytes
// that was. One that a suspended loop goes through keeps its keys, by which it goes on; a
// count that has stopped before its end may not have found the loop.
func (w *weigher) compact() int {
	if len(w.hollow) == 0 || w.cut() || w.file != nil && !w.loops() {
		return 0
	}
	freed := 0
	for _, t := range w.hollow {
		if slices.Contains(w.iterated, lua.LValue(t)) {
			continue
		}
		freed += strlib.Bytes(t)
		strlib.Compact(t)
		freed -= strlib.Bytes(t)
	}
	return freed
}
