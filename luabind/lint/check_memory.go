package lint

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
			c.add(tok, "%s has no memory, since only an active node has one", hook).
				Hint = "keep it in a field of the agent, and write it in " + act + " or " + enter
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
