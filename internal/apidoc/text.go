package apidoc

import (
	"fmt"
	"slices"
	"strings"
)

// Text returns the API as text for a terminal.
func (a API) Text() string {
	var b strings.Builder
	for i, g := range a.Groups {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s\n", g.Name, g.Doc)
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "  %s\n", e.Signature())
			if e.Doc != "" {
				fmt.Fprintf(&b, "      %s\n", e.Doc)
			}
		}
	}
	if len(a.Absent) == 0 {
		return b.String()
	}
	if len(a.Groups) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("Not there:\n")
	for _, e := range a.Absent {
		fmt.Fprintf(&b, "  %s: %s\n", e.Name, e.Doc)
	}
	return b.String()
}

// Markdown returns the API as sections of a page. Each section has a table.
func (a API) Markdown() string {
	var b strings.Builder
	row := func(code, doc string) {
		// In code, only "|" has a meaning: it would end the cell.
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(code, "|", "\\|"), strings.NewReplacer("|", "\\|", "_", "\\_", "*", "\\*", "<", "\\<").Replace(doc))
	}
	for _, g := range a.Groups {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", g.Name, g.Doc)
		if len(g.Entries) == 0 {
			continue
		}
		b.WriteString("| name | what it is |\n| --- | --- |\n")
		for _, e := range g.Entries {
			row(e.Signature(), e.Doc)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Not there\n\n| name | why, or what to write |\n| --- | --- |\n")
	for _, e := range a.Absent {
		row(e.Name, e.Doc)
	}
	return b.String()
}

// LuaLS returns a definition file for the Lua language server (sumneko). With it, editors complete names and show
// docs. The file omits the functions of Lua itself, which the server knows.
func (a API) LuaLS() string {
	var b strings.Builder
	b.WriteString("---@meta\n-- What Bough gives to scripts, for the Lua language server. Set Lua.runtime.version to \"Lua 5.1\".\n\n")
	b.WriteString("---The table that a file of scripts returns.\n---@class bough.Behavior\n")
	agent := "table"
	if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Name == agentGroup }) {
		agent = "bough.Agent"
	}
	for _, g := range a.Groups {
		switch g.Name {
		case Hooks:
			for _, e := range g.Entries {
				params := strings.Replace(typedParams(e), "agent: table", "agent: "+agent, 1)
				fmt.Fprintf(&b, "---@field %s? fun(%s): any %s\n", e.Name, params, e.Doc)
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
	return b.String()
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
