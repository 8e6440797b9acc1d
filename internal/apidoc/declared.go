package apidoc

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/declare"
)

// The groups of WithDeclared.
const (
	agentGroup    = "agent"
	stimulusGroup = "stimuli"
	requestGroup  = "requests"
	boardGroup    = "boards"
)

var declaredGroups = []Group{
	declare.Field:    {Name: agentGroup, Doc: "The fields of an agent that the game sets (A7)."},
	declare.Stimulus: {Name: stimulusGroup, Doc: "The stimuli that the game declares, with their data (S1)."},
	declare.Request:  {Name: requestGroup, Doc: "The requests that the game declares, with their data (R1)."},
	declare.Entry:    {Name: boardGroup, Doc: "The entries of boards that the game declares (W1)."},
}

// WithDeclared returns the API with the data that a game declares.
func (a API) WithDeclared(f *declare.File) API {
	groups := slices.Clone(declaredGroups)
	for _, d := range f.Lines() {
		if d.Malformed() {
			continue
		}
		e := Entry{Name: d.Name, Doc: d.Means}
		switch d.What {
		case declare.Field:
			e.Name = "agent." + d.Name
		case declare.Entry:
			e.Name = d.Board + "." + d.Name
		}
		e.Lua = "any"
		if d.Type != nil {
			e.Returns, e.Lua = []string{d.Type.String()}, a.lua(d.Type)
		}
		var more []string
		if !d.Default.IsNil() {
			more = append(more, tr.F("A new agent has %s.", d.Default))
		}
		if d.Channel != "" {
			more = append(more, tr.F("On the channel %s.", d.Channel))
		}
		if e.Doc != "" {
			e.Doc = sentence(e.Doc)
		}
		e.Doc = strings.Join(append(slices.DeleteFunc([]string{e.Doc}, func(s string) bool { return s == "" }), more...), " ")
		groups[d.What].Entries = append(groups[d.What].Entries, e)
	}
	a.Groups = append(slices.Clone(a.Groups), slices.DeleteFunc(groups, func(g Group) bool { return len(g.Entries) == 0 })...)
	return a
}

// lua returns a type in the form of the Lua language server.
func (a API) lua(t *declare.Type) string {
	if t == nil {
		return "any"
	}
	switch t.Kind {
	case declare.OneOf:
		return strings.ReplaceAll(t.String(), " ", "")
	case declare.Agent:
		return "integer"
	case declare.Point:
		return "vector"
	case declare.List:
		if t.Of.Kind == declare.OneOf {
			return "(" + a.lua(t.Of) + ")[]"
		}
		return a.lua(t.Of) + "[]"
	case declare.Shape:
		var entries []string
		for _, e := range t.Entries {
			entries = append(entries, e.Name+"?: "+a.lua(e.Type))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case declare.Handle:
		if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Handle && g.Name == t.Handle }) {
			return t.Handle
		}
	}
	return t.Lua()
}

// defineAgent writes the class of agents. Scripts may add fields.
func (g Group) defineAgent(b *strings.Builder) {
	b.WriteString("\n---" + tr.T("An agent, with the fields that the game declares and those that scripts and trees use.") + "\n---@class bough.Agent\n---@field id integer\n---@field name string\n")
	for _, e := range g.Entries {
		b.WriteString("---@field " + strings.TrimPrefix(e.Name, "agent.") + "? " + strings.TrimSpace(e.Lua+" "+e.Doc) + "\n")
	}
	b.WriteString("---@field [string] any\n")
}
