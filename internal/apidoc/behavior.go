package apidoc

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/declare"
)

// Behavior describes a behavior of a game.
type Behavior struct {
	Name   string
	Doc    string // a sentence, or ""
	Params []BehaviorParam
}

// BehaviorParam is a parameter of a behavior. Types are those of its values; nil means any.
type BehaviorParam struct {
	Name     string
	Types    []*declare.Type
	Optional bool // it has no default
}

// WithBehaviors returns the API with the behaviors of a game, of which LuaLS defines the types.
func (a API) WithBehaviors(list []Behavior) API {
	a.behaviors = list
	return a
}

// union returns the types of a parameter in the form of the Lua language server.
func (a API) union(types []*declare.Type) string {
	var list []string
	for _, t := range types {
		if text := a.lua(t); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 || slices.Contains(list, "any") {
		return "any"
	}
	return strings.Join(list, "|")
}

// defineBehavior writes the classes of the parameters and of the table of a behavior. Only the hooks that get the parameters
// differ from those of all behaviors.
func (a API) defineBehavior(out *strings.Builder, d *Behavior, agent string) {
	out.WriteString("\n---@class " + d.Name + ".Params\n")
	for _, p := range d.Params {
		name := p.Name
		if p.Optional {
			name += "?"
		}
		out.WriteString("---@field " + name + " " + a.union(p.Types) + "\n")
	}
	out.WriteString("\n")
	if d.Doc != "" {
		out.WriteString("---" + oneLine(d.Doc) + "\n")
	}
	out.WriteString("---@class " + d.Name + ".Behavior: bough.Behavior\n")
	for _, g := range a.Groups {
		if g.Name == Hooks {
			for _, e := range g.Entries {
				out.WriteString(hookField(e, agent, d.Name+".Params"))
			}
		}
	}
}

// oneLine returns a text without the ends of its lines, since a comment ends with its line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
