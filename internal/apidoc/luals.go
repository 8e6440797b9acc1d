package apidoc

import (
	"fmt"
	"slices"
	"strings"
)

// LuaLS returns a definition file for the Lua language server (sumneko). With it, editors complete names and show
// docs. The file omits the functions of Lua itself, which the server knows.
func (a API) LuaLS() string {
	var b strings.Builder
	b.WriteString("---@meta\n-- " + tr.T("What Bough gives to scripts, for the Lua language server. Set Lua.runtime.version to \"Lua 5.1\".") + "\n\n")
	b.WriteString("---" + tr.T("The table that a file of scripts returns.") + "\n---@class bough.Behavior\n")
	agent := "table"
	if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Name == agentGroup }) {
		agent = "bough.Agent"
	}
	for _, g := range a.Groups {
		switch g.Name {
		case Hooks:
			for _, e := range g.Entries {
				b.WriteString(hookField(e, agent, "table"))
			}
		case Fields:
			for _, e := range g.Entries {
				fmt.Fprintf(&b, "---@field %s? %s %s\n", e.Name, e.Returns[0], e.Doc)
			}
		}
	}
	b.WriteString("\n---@alias vector {x: number, y: number, z?: number}\n---@alias seconds number\n")
	for _, g := range a.Groups {
		switch g.Name {
		case Hooks, Fields, stimulusGroup, requestGroup, boardGroup:
			continue
		case agentGroup:
			g.defineAgent(&b)
			continue
		}
		if isLuaLibrary(g.Name) {
			continue
		}
		if g.Handle {
			g.defineHandle(&b)
			continue
		}
		fmt.Fprintf(&b, "\n---%s\n%s = {}\n", g.Doc, g.Name)
		for _, e := range g.Entries {
			e.define(&b)
		}
	}
	for i := range a.behaviors {
		a.defineBehavior(&b, &a.behaviors[i], agent)
	}
	return b.String()
}

// hookField returns the line for a hook, with the types of the agent and of the parameters.
func hookField(e Entry, agent, params string) string {
	list := strings.NewReplacer("agent: table", "agent: "+agent, "params: table", "params: "+params).Replace(typedParams(e))
	return fmt.Sprintf("---@field %s? fun(%s): any %s\n", e.Name, list, e.Doc)
}

// defineHandle writes the definition of a type of handles. Its local variable must not hide a table, which may have the
// name of the type.
func (g Group) defineHandle(b *strings.Builder) {
	fmt.Fprintf(b, "\ndo\n---%s\n---@class %s\nlocal handle = {}\n", g.Doc, g.Name)
	for _, e := range g.Entries {
		e.Name = "handle" + strings.TrimPrefix(e.Name, g.Name)
		e.define(b)
	}
	b.WriteString("end\n")
}

func isLuaLibrary(name string) bool {
	return slices.ContainsFunc(libraries, func(lib library) bool { return lib.name == name })
}

func typedParams(e Entry) string {
	var list []string
	for _, p := range e.Params {
		list = append(list, p.Name+": "+p.Type)
	}
	return strings.Join(list, ", ")
}

// define writes the definition of an entry of a table.
func (e Entry) define(b *strings.Builder) {
	fmt.Fprintf(b, "\n---%s\n", e.Doc)
	if !e.Function {
		fmt.Fprintf(b, "---@type %s\n%s = nil\n", e.Returns[0], e.Name)
		return
	}
	var names []string
	for _, p := range e.Params {
		names = append(names, p.Name)
		if p.Optional {
			p.Name += "?"
		}
		fmt.Fprintf(b, "---@param %s %s\n", p.Name, p.Type)
	}
	for _, r := range e.Returns {
		fmt.Fprintf(b, "---@return %s\n", r)
	}
	fmt.Fprintf(b, "function %s(%s) end\n", e.Name, strings.Join(names, ", "))
}
