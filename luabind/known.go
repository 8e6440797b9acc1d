//go:build !luacore

package luabind

import (
	"slices"

	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
)

// known is what can be told of an error in a file: what the agent of the hook under way has,
// and what the modules have that the file requires as c sees it.
func (s *State) known(c *Chunk, path string) lint.Known {
	user := c.linked(path)
	return lint.Known{
		Names: scriptNames(), IsFunction: s.runtime.isFunction, IsGlobal: s.runtime.isGlobal, AgentHas: s.agentHas, AgentFields: s.agentFields,
		Module: func(name string) ([]string, bool) { return user.moduleKeys(name) },
	}
}

// agentHas tells whether the agent of the hook under way has a field; ok is false if there
// is no such agent.
func (s *State) agentHas(name string) (has, ok bool) {
	if s.ctx == nil {
		return false, false
	}
	own, ok := s.ctx.Agent().Fields().(*fields)
	return ok && own.table().RawGetString(name) != lua.LNil, ok
}

// maxNear bounds the fields among which a misspelt one is looked for.
const maxNear = 200

// agentFields returns fields of the agent of the hook under way, sorted.
func (s *State) agentFields() []string {
	list := []string{fieldID, fieldName}
	for k := range s.ctx.Agent().Fields().(*fields).All {
		if list = append(list, k.Name()); len(list) == maxNear {
			break
		}
	}
	slices.Sort(list)
	return list
}

// moduleKeys returns the keys of the table that a module returns which the file requires.
// They are not known of one that does not show in its text which they are.
func (c *Chunk) moduleKeys(name string) (list []string, ok bool) {
	if c == nil || c.uses[name] == nil || !c.uses[name].script.HasTable {
		return nil, false
	}
	for _, k := range c.uses[name].script.Keys {
		list = append(list, k.Name)
	}
	return list, true
}
