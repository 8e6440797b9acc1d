package lint

import (
	"maps"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// memoryPlace and memoryName are the index and the name of the memory parameter of a hook.
const (
	memoryPlace = 2
	memoryName  = "memory"
)

// checkMemory reports the first use of memory in each pure hook, since pure hooks do not
// receive a memory.
func checkMemory(c *checker) {
	for _, hook := range c.hooks {
		ps := c.hookFns[hook].params
		if !isPure(hook) || len(ps) <= memoryPlace || ps[memoryPlace].name != memoryName {
			continue
		}
		if tok := c.facts.firstUse(ps[memoryPlace]); tok >= 0 {
			c.add(tok, message.MemoryWhileDeciding(hook))
		}
	}
}

// checkNewMemory warns about a table that is assigned to the memory parameter, since the variable alone holds it.
func checkNewMemory(c *checker) {
	memories := map[*variable]bool{}
	for _, hook := range c.hooks {
		if ps := c.hookFns[hook].params; !isPure(hook) && len(ps) > memoryPlace {
			memories[ps[memoryPlace]] = true
		}
	}
	for _, w := range c.facts.writes {
		if !memories[w.target.base] || w.target.keys > 0 || w.value.table == nil {
			continue
		}
		name, entry := w.target.base.name, "name"
		if list := w.value.table.entries; len(list) > 0 {
			entry = list[0].name
		}
		c.warn(w.target.tok, message.MemoryReplaced(entry, name))
	}
}

// maxMemory bounds the number of entries among which a misspelled one is searched.
const maxMemory = 100

// checkCounters warns about an entry of memory that is read or calculated from itself and that nothing else sets, since memory
// is empty at the beginning.
func checkCounters(c *checker) {
	memories := map[*variable]bool{}
	for _, hook := range c.hooks {
		fn := c.hookFns[hook]
		if isPure(hook) || len(fn.params) <= memoryPlace {
			continue
		}
		v := fn.params[memoryPlace]
		memories[v] = true
		for i := v.tok + 1; i < fn.last; i++ {
			if c.src.word(i) == v.name && !c.src.is(i+1, ".") && !c.src.isAny(i-1, ".", ":") {
				return // something else may set entries
			}
		}
	}
	// A function that is no hook by mistake, or whose parameters are in the wrong order, may set an entry.
	isMemory := func(v *variable) bool {
		if v == nil || !v.param {
			return false
		}
		return memories[v] || slices.ContainsFunc(slices.Collect(maps.Keys(memories)), func(m *variable) bool { return m.name == v.name })
	}
	counters, set, unread := map[string]Count{}, map[string]bool{}, map[string]*write{}
	var order, keys []string
	for _, w := range c.facts.writes {
		key := w.target.key
		if !isMemory(w.target.base) || w.target.keys != 1 {
			set[w.target.global] = true // perhaps memory is forgotten
			continue
		}
		count, counts := c.count(w)
		if set[key] = set[key] || !counts; counters[key].Place == "" && counts {
			counters[key] = count
			order = append(order, key)
		}
		if unread[key] == nil {
			unread[key] = w
			keys = append(keys, key)
		}
	}
	read, unset := map[string]bool{}, map[string]fieldRead{}
	for _, r := range c.facts.fields {
		if !isMemory(r.base) {
			continue
		}
		if !read[r.name] && !set[r.name] && unread[r.name] == nil {
			unset[r.name] = r
			order = append(order, r.name)
		}
		read[r.name] = true
	}
	for _, key := range keys[:min(len(keys), maxMemory)] {
		if w, near := unread[key], diag.Suggest(key, order[:min(len(order), maxMemory)]); !read[key] && near != "" && !set[near] && c.src.is(w.target.last+1, "=") {
			set[near] = true
			c.warn(w.target.tok, message.UnreadMemory(w.target.base.name+"."+key, near))
		}
	}
	for _, key := range order {
		if r, ok := unset[key]; ok && r.base.name == memoryName && !set[key] {
			c.warn(r.tok, message.UnsetMemory(r.base.name+"."+key).With(message.Near(key, keys)))
		} else if !ok && !set[key] {
			c.warnAt(counters[key].Pos, message.CounterWithoutStart(counters[key].Place, counters[key].Start))
		}
	}
}

// firstUse returns the token at which the table in v is first read or written, or -1.
func (f *facts) firstUse(v *variable) int {
	first := -1
	note := func(base *variable, tok int) {
		if base == v && (first < 0 || tok < first) {
			first = tok
		}
	}
	for _, r := range f.fields {
		note(r.base, r.tok)
	}
	for _, w := range f.writes {
		if w.target.keys > 0 {
			note(w.target.base, w.target.first)
		}
	}
	return first
}
