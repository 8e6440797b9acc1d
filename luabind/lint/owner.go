package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// owners tells what the names of a file belong to.
type owners struct {
	facts  *facts
	known  Known
	agents map[string]bool
	check  *checker
}

func newOwners(s *Script, known Known) *owners {
	o := &owners{facts: s.facts, known: known, agents: s.agentNames(known.Names), check: newChecker(s, known.Names)}
	return o
}

// What a name may belong to.
type ownerSort uint8

const (
	ofNobody ownerSort = iota
	ofAgent
	ofParams
	ofModule
	ofGlobal
)

// owned is a name, what it belongs to, whether it is there, and what other names there are.
type owned struct {
	sort   ownerSort
	owner  string
	name   string
	has    bool
	others func() []string
	param  string // what to write for a global named like a parameter
}

// of tells what the path in x belongs to: agent.hp, params.reach, legs.go, or a global.
func (o *owners) of(x extent) owned {
	if x.first == x.last {
		return o.global(x.first)
	}
	if r := o.fieldAt(x); r != nil {
		return o.member(r)
	}
	return owned{}
}

// fieldAt returns the read of a field that is all of x.
func (o *owners) fieldAt(x extent) *fieldRead {
	if x.last != x.first+2 {
		return nil
	}
	for i := range o.facts.fields {
		if r := &o.facts.fields[i]; r.tok == x.last {
			return r
		}
	}
	return nil
}

func (o *owners) global(tok int) owned {
	for _, g := range o.facts.globals {
		if g.tok == tok && !o.known.IsGlobal(g.name) && !o.sets(g.name) {
			own := owned{sort: ofGlobal, name: g.name}
			if has, ok := o.known.AgentHas(g.name); ok && has {
				own.owner = "agent"
			}
			own.param = o.check.lacksParam(o.known.Names, g.name, tok)
			return own
		}
	}
	return owned{}
}

// sets tells whether the file sets a global of that name.
func (o *owners) sets(name string) bool {
	return slices.ContainsFunc(o.facts.writes, func(w write) bool { return w.target.global == name })
}

func (o *owners) member(r *fieldRead) owned {
	v := r.base
	if o.stands(v) {
		if has, ok := o.known.AgentHas(r.name); ok {
			return owned{ofAgent, v.name, r.name, has, o.known.AgentFields, ""}
		}
		return owned{}
	}
	if o.check.isParams(v) {
		return owned{sort: ofParams, owner: v.name, name: r.name}
	}
	if v.writes == 0 && v.init.callee == "require" {
		if all, ok := o.known.Module(v.init.text); ok {
			return owned{ofModule, v.init.text, r.name, slices.Contains(all, r.name), func() []string { return all }, ""}
		}
	}
	return owned{}
}

// stands tells whether a variable is the agent.
func (o *owners) stands(v *variable) bool {
	root := o.facts.root(operand{base: v})
	return root.base != nil && root.base.param && root.keys == 0 && o.agents[root.base.name]
}

// isAgent tells whether x is the agent itself.
func (o *owners) isAgent(x extent) bool {
	if x.first != x.last {
		return false
	}
	for i := range o.facts.fields {
		if r := &o.facts.fields[i]; r.tok == x.last+2 {
			return o.stands(r.base)
		}
	}
	return false
}

// maxListed bounds the names of a module that are listed when another one was asked for.
const maxListed = 8

// lack says that there is no such name, and which one is meant.
func (o owned) lack() string {
	switch {
	case o.param != "":
		return "there is no global " + o.name + "; " + o.param
	case o.sort == ofGlobal && o.owner != "":
		return "there is no global " + o.name + "; did you mean " + o.owner + "." + o.name + "?"
	case o.sort == ofGlobal && misspelt(o.name, keywordList) != "":
		return "there is no global " + o.name + "; did you mean " + misspelt(o.name, keywordList) + "?"
	case o.sort == ofGlobal:
		return "there is no global " + o.name + "; if a local is meant, it is seen only in its block, behind its line"
	case o.has:
		return ""
	}
	text := fmt.Sprintf("%s has no %s", o.owner, o.name)
	if o.sort == ofAgent {
		text = fmt.Sprintf("the agent has no field %s", o.name)
	}
	if near := diag.DidYouMean(o.name, o.others()); near != "" {
		return text + "; " + near
	}
	if list := o.others(); o.sort == ofModule && len(list) > 0 && len(list) <= maxListed {
		return text + "; it has " + strings.Join(list, ", ")
	}
	return text
}

// otherwise is the remedy for what is nil where another value is wanted.
func (o *owners) otherwise(x side, value string) string {
	if x.text == "" || x.kind == "nil" && x.text == "nil" || x.text[0] == '(' {
		return ""
	}
	return o.ifNil(x, "write ("+x.text+" or "+value+")")
}

// ifNil is the remedy for what may be nil, or says that it is so always.
func (o *owners) ifNil(x side, remedy string) string {
	own := o.of(x.extent)
	switch own.sort {
	case ofParams:
		return fmt.Sprintf("give it a value in params = { %s = ... } of this file, or in the tree", own.name)
	case ofModule, ofGlobal:
		return own.lack()
	case ofAgent:
		if lack := own.lack(); lack != "" && lack[len(lack)-1] == '?' {
			return lack + " If it may be nil, " + remedy
		} else if lack != "" {
			return lack + "; if that may be so, " + remedy
		}
	}
	return "if it may be nil, " + remedy
}
