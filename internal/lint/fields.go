package lint

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

// Fields holds the fields of the agent that a script reads and writes.
type Fields struct {
	// Reads and Writes are in the order of the file. The statement agent.pos.x = 1 reads pos, and a comparison of a field
	// with nil reads the field.
	Reads, Writes []Use
	// Calls are the fields that are called, as in agent:f() and agent.f().
	Calls []Use
	// OtherWrites are the writes to fields of other parameters of functions. Such a parameter may be an agent, too.
	OtherWrites []Use
	// Counts are those of Writes that need a value that something else has set.
	Counts []Count
	// Updates are those of Writes whose value reads another field with a similar name.
	Updates []Update
	// DynamicWrite is set if the script contains agent[expression] = value, so that it may write any field.
	DynamicWrite bool
}

// Fields returns the fields of agents that the script reads and writes, as in agent.NAME. An agent is a parameter
// with the name of the first parameter of the hooks, or with the name agent. Such a parameter counts in hooks and in
// all other functions, and so do locals that are aliases of it.
func (s *Script) Fields() Fields {
	never := s.neverAgents()
	param := func(v *variable) *variable {
		if v == nil {
			return nil
		}
		o := s.facts.root(operand{base: v})
		if o.base == nil || !o.base.param || o.keys > 0 {
			return nil
		}
		return o.base
	}
	isAgent := func(v *variable) bool {
		p := param(v)
		return p != nil && s.namesAgent(p.name)
	}
	var out Fields
	called := s.facts.calledTokens()
	for _, r := range s.facts.fields {
		if list := &out.Reads; isAgent(r.base) {
			if called[r.tok] {
				list = &out.Calls
			}
			*list = append(*list, Use{r.name, s.src.pos(r.tok)})
		}
	}
	for _, w := range s.facts.writes {
		switch {
		case w.target.keys != 1:
		case !isAgent(w.target.base):
			if p := param(w.target.base); p != nil && !never[p] && p.name != memoryName && p.name != defaults && !w.target.dynamic {
				out.OtherWrites = append(out.OtherWrites, Use{w.target.key, s.src.pos(w.target.tok)})
			}
		case w.target.dynamic:
			out.DynamicWrite = true
		default:
			if count, counts := s.count(w); counts {
				out.Counts = append(out.Counts, count)
			}
			out.Writes = append(out.Writes, Use{w.target.key, s.src.pos(w.target.tok)})
			for _, r := range s.facts.fields {
				if r.tok > w.value.first && r.tok <= w.value.last && r.name != w.target.key && isAgent(r.base) && diag.Suggest(w.target.key, []string{r.name}) != "" {
					out.Updates = append(out.Updates, Update{w.target.key, r.name})
				}
			}
		}
	}
	return out
}

// Update is an assignment to the field Name whose value reads the field Read, as in agent.hungr = agent.hunger - 1. Name is
// misspelled if nothing else has it.
type Update struct{ Name, Read string }

// Count is an assignment to a field or an entry whose value is calculated from the field itself, as in
// agent.n = agent.n + 1.
type Count struct {
	Name  string
	Place string   // such as agent.n
	Start string   // a value from which the calculation can begin: 0 or ""
	Pos   diag.Pos // of the name where it is read
}

// count returns an assignment as a Count, and reports whether it is one.
func (s *Script) count(w *write) (k Count, counts bool) {
	read, op := w.value.sum.startsFrom(w.target)
	if !read.valid() {
		return k, false
	}
	k = Count{w.target.key, s.src.word(read.first) + "." + read.path, "0", s.src.pos(read.tok)}
	if s.src.is(op, "..") {
		k.Start = `""`
	}
	return k, true
}

// neverAgents returns the parameters of hooks that hold something else than the agent.
func (s *Script) neverAgents() map[*variable]bool {
	out := map[*variable]bool{}
	for _, h := range s.Hooks {
		if params := s.hookFns[h.Name].params; isHook(h.Name) && len(params) > 1 {
			for _, p := range params[1:] {
				out[p] = true
			}
		}
	}
	return out
}

// namesAgent reports whether a parameter of that name may be the agent.
func (s *Script) namesAgent(name string) bool {
	return name == "agent" || slices.ContainsFunc(s.Hooks, func(h Hook) bool { // "agent" for modules, which have no hooks
		return len(h.Params) > 0 && h.Params[0] == name && isHook(h.Name)
	})
}
