package lint

import (
	"path"
	"slices"
	"strings"
)

// keyDef is the definition of a key of the behavior table.
type keyDef struct {
	name  string
	tok   int
	value operand
}

// readTable finds the behavior table and its keys. The file may return the table as a constructor, or as a local
// that gets its entries at file level. The table may also be a global that has the name of the file.
func (s *Script) readTable() {
	var keys []keyDef
	switch o := s.facts.tableOf(s.globalTable()); {
	case o.table != nil:
		keys, s.table = entriesOf(o.table), o.table
	case o.isVariable():
		keys, s.tableVar = s.facts.keysOf(o), s.src.word(o.tok)
		if o.base != nil {
			s.table = o.base.init.table
		}
	default:
		return
	}
	s.keyOf, s.hookFns = map[string]int{}, map[string]*function{}
	for _, k := range keys {
		s.keyToks = append(s.keyToks, k.tok)
	}
	for _, k := range lastOfEach(keys) {
		s.addKey(k)
	}
}

// lastOfEach sorts definitions by position. If a key is defined more than once, it keeps only the last definition.
func lastOfEach(keys []keyDef) []keyDef {
	slices.SortStableFunc(keys, func(a, b keyDef) int { return a.tok - b.tok })
	last := map[string]int{}
	for i, k := range keys {
		last[k.name] = i
	}
	var out []keyDef
	for i, k := range keys {
		if last[k.name] == i {
			out = append(out, k)
		}
	}
	return out
}

// globalTable returns the name of the global that holds the behavior table if the file returns nothing.
func (s *Script) globalTable() string {
	base := path.Base(strings.ReplaceAll(s.Path, "\\", "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// tableOf returns the constructor of the behavior table, or the variable that holds it. It returns the zero operand
// if there is neither.
func (f *facts) tableOf(global string) operand {
	if n := len(f.chunk.returns); n > 0 {
		return f.chunk.returns[n-1].value
	}
	for _, w := range f.writes {
		if w.fn == f.chunk && w.target.global == global {
			return operand{global: global}
		}
	}
	return operand{}
}

// keysOf returns the keys that the table in a variable gets at file level, both in its constructor and by
// assignments.
func (f *facts) keysOf(o operand) []keyDef {
	var keys []keyDef
	if o.base != nil && o.base.init.table != nil {
		keys = entriesOf(o.base.init.table)
	}
	for _, w := range f.writes {
		switch {
		case w.fn != f.chunk || w.target.base != o.base || w.target.global != o.global || w.target.dynamic:
		case w.target.keys == 0 && w.value.table != nil:
			keys = entriesOf(w.value.table)
		case w.target.keys == 1:
			keys = append(keys, keyDef{w.target.key, w.target.tok, w.value})
		}
	}
	return keys
}

func entriesOf(t *table) []keyDef {
	var keys []keyDef
	for _, e := range t.entries {
		keys = append(keys, keyDef(e))
	}
	return keys
}

// addKey adds a key. If the value is a function of the file, it also adds a hook.
func (s *Script) addKey(k keyDef) {
	key := Key{Name: k.name, Pos: s.src.pos(k.tok), Kind: k.value.kind, table: k.value.table, global: -1, value: k.value.first}
	if k.value.isVariable() && k.value.global != "" {
		key.global = k.value.tok
	}
	fn := functionOf(k.value)
	if fn != nil {
		key.Kind = "function"
	}
	s.keyOf[k.name] = len(s.Keys)
	s.Keys = append(s.Keys, key)
	s.addHook(key, fn)
}

func (s *Script) addHook(key Key, fn *function) {
	if fn == nil {
		return
	}
	h := Hook{Name: key.Name, Pos: key.Pos, Vararg: fn.vararg}
	for _, p := range fn.params {
		h.Params = append(h.Params, p.name)
	}
	h.Raises = fn.raises && len(fn.returns) == 0
	h.Line, h.EndLine = s.src.pos(fn.first).Line, s.src.pos(fn.last).Line
	s.hookFns[key.Name] = fn
	s.Hooks = append(s.Hooks, h)
}

// functionOf returns the function that a value refers to. It follows locals that are set once, to a function.
func functionOf(o operand) *function {
	for range maxAliases {
		if o.fn != nil || o.base == nil || o.keys > 0 {
			break
		}
		o = o.base.bound()
	}
	return o.fn
}

// bound returns the value of a local that is set only once, either in its declaration or by a later assignment, as
// in local f; ...; f = function.
func (v *variable) bound() operand {
	switch {
	case v.writes == 0:
		return v.init
	case v.writes == 1 && !v.init.valid():
		return v.assigned
	}
	return operand{}
}
