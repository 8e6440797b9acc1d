package luabind

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
)

// API is what scripts can use, group by group, and what of Lua they cannot.
type API struct {
	Groups []APIGroup `json:"groups"`
	// Absent are names that Lua has elsewhere and scripts have not; their Docs say why, or
	// what to write instead.
	Absent []APIEntry `json:"absent,omitempty"`
}

// APIGroup is a table of scripts, or the hooks, or the functions that stand in no table.
type APIGroup struct {
	Name    string     `json:"name"`
	Doc     string     `json:"doc"`
	Entries []APIEntry `json:"entries"`
}

// APIEntry is a function or a value.
type APIEntry struct {
	// Name is what scripts write: "bt.wait".
	Name string `json:"name"`
	// Function reports whether it can be called; else Returns has its type.
	Function bool       `json:"function"`
	Params   []APIParam `json:"params,omitempty"`
	// Returns are the types of the results.
	Returns []string `json:"returns,omitempty"`
	Doc     string   `json:"doc"`
}

// APIParam is a parameter. The last may be "...".
type APIParam struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"`
}

// Groups of which the names are no tables of scripts.
const (
	GroupHooks  = "hooks"
	GroupFields = "fields"
	GroupLua    = "lua"
)

// API returns what scripts of this runtime can use. Helpers must have been bound.
func (r *Runtime) API() API {
	api := API{Groups: []APIGroup{meanings(GroupHooks, true), meanings(GroupFields, false), {Name: "bt", Doc: "Time, statuses, waiting, stimuli, requests, boards, history. Of it only bt.log works while a file is loaded (P3).", Entries: btEntries()}}}
	for _, space := range r.spaces {
		g := APIGroup{Name: space.Name, Doc: "Functions of the game."}
		for i := range space.Helpers {
			g.Entries = append(g.Entries, helperEntry(&space.Helpers[i], space.Name))
		}
		api.Groups = append(api.Groups, g)
	}
	for _, lib := range luaLibraries {
		g := APIGroup{Name: lib.name, Doc: lib.doc}
		for line := range strings.Lines(strings.TrimSpace(lib.decls)) {
			g.Entries = append(g.Entries, declared(prefixOf(lib.name), strings.TrimSpace(line)))
		}
		api.Groups = append(api.Groups, g)
	}
	for line := range strings.Lines(strings.TrimSpace(absentFromLua)) {
		names, why, _ := strings.Cut(strings.TrimSpace(line), " -- ")
		for name := range strings.FieldsSeq(names) {
			api.Absent = append(api.Absent, APIEntry{Name: name, Doc: why})
		}
	}
	return api
}

func prefixOf(group string) string {
	if group == GroupLua {
		return ""
	}
	return group + "."
}

// meanings are the names with a meaning in the table of a behavior.
func meanings(name string, hooks bool) APIGroup {
	g := APIGroup{Name: name, Doc: "Data in the table of a behavior that Bough reads (B6)."}
	if hooks {
		g.Doc = "Functions in the table of a behavior that Bough calls (B3)."
	}
	for _, m := range behaviors.Meanings {
		switch {
		case m.Hook != hooks:
		case hooks:
			e := APIEntry{Name: m.Name, Function: true, Doc: m.Doc}
			for _, p := range hookParams[m.Name] {
				e.Params = append(e.Params, APIParam{Name: p, Type: hookParamTypes[p]})
			}
			g.Entries = append(g.Entries, e)
		default:
			g.Entries = append(g.Entries, APIEntry{Name: m.Name, Returns: []string{m.Type}, Doc: m.Doc})
		}
	}
	return g
}

// hookParamTypes are the types of what hooks are given, by name.
var hookParamTypes = map[string]string{"agent": "table", "params": "table", "memory": "table", "reason": "string", "old": "table", "children": "table", "status": "string"}

func btEntries() []APIEntry {
	var out []APIEntry
	for _, decl := range btValues {
		out = append(out, declared("bt.", decl))
	}
	for i := range apiFuncs {
		out = append(out, declared("bt.", apiFuncs[i].decl))
	}
	return out
}

// declared reads a declaration: "wait(seconds: number): nil -- Waits." or "pi: number -- The
// number.". An optional parameter has a ? behind its name.
func declared(prefix, decl string) APIEntry {
	head, doc, _ := strings.Cut(decl, " -- ")
	e := APIEntry{Doc: doc}
	name, rest, function := strings.Cut(head, "(")
	if !function {
		name, rest, _ = strings.Cut(head, ": ")
		e.Name, e.Returns = prefix+name, []string{rest}
		return e
	}
	e.Name, e.Function = prefix+name, true
	params, returns, _ := strings.Cut(rest, ")")
	for p := range strings.SplitSeq(params, ", ") {
		if name, typ, ok := strings.Cut(p, ": "); ok {
			plain := strings.TrimSuffix(name, "?")
			e.Params = append(e.Params, APIParam{plain, typ, plain != name})
		}
	}
	if _, list, ok := strings.Cut(returns, ": "); ok {
		e.Returns = strings.Split(list, ", ")
	}
	return e
}

// sentence writes what a helper says of itself as the other docs are written.
func sentence(doc string) string {
	first, size := utf8.DecodeRuneInString(doc)
	if next, _ := utf8.DecodeRuneInString(doc[size:]); unicode.IsLetter(next) { // else it is the name of a parameter
		first = unicode.ToUpper(first)
	}
	return strings.TrimSuffix(string(first)+doc[size:], ".") + "."
}

// Signature returns the entry as it is declared: "bt.wait(seconds: number)".
func (e APIEntry) Signature() string {
	var b strings.Builder
	b.WriteString(e.Name)
	if e.Function {
		b.WriteString("(")
		for i, p := range e.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.Name)
			if p.Optional {
				b.WriteString("?")
			}
			b.WriteString(": " + p.Type)
		}
		b.WriteString(")")
	}
	if len(e.Returns) > 0 {
		b.WriteString(": " + strings.Join(e.Returns, ", "))
	}
	return b.String()
}

// Find returns what there is under a name, which may lack the name of its table: a group, or
// entries. If there is nothing, the error says what may have been meant.
func (a API) Find(name string) (API, error) {
	var all []string
	var found API
	for _, g := range a.Groups {
		if g.Name == name {
			found.Groups = append(found.Groups, g)
			continue
		}
		part := APIGroup{Name: g.Name, Doc: g.Doc}
		for _, e := range g.Entries {
			if all = append(all, e.Name); e.Name == name || strings.HasSuffix(e.Name, "."+name) {
				part.Entries = append(part.Entries, e)
			}
		}
		if len(part.Entries) > 0 {
			found.Groups = append(found.Groups, part)
		}
		all = append(all, g.Name)
	}
	for _, e := range a.Absent {
		if e.Name == name || strings.HasSuffix(e.Name, "."+name) {
			found.Absent = append(found.Absent, e)
		}
	}
	if len(found.Groups)+len(found.Absent) > 0 {
		return found, nil
	}
	slices.Sort(all)
	hint := diag.DidYouMean(name, all)
	if hint == "" {
		hint = "bough api lists all names"
		lasts := make([]string, len(all))
		for i, full := range all {
			lasts[i] = full[strings.LastIndexByte(full, '.')+1:]
		}
		if last := diag.Suggest(name, lasts); last != "" {
			hint = "did you mean " + all[slices.Index(lasts, last)] + "?"
		}
	}
	return API{}, fmt.Errorf("scripts have no %s: %s", name, hint)
}

// WhyAbsent says why scripts lack a name that Lua has elsewhere, or what to write instead; ""
// if it is no such name.
func WhyAbsent(name string) string {
	for line := range strings.Lines(absentFromLua) {
		names, why, _ := strings.Cut(strings.TrimSpace(line), " -- ")
		if slices.Contains(strings.Fields(names), name) {
			return why
		}
	}
	return ""
}

// btValues are the entries of bt that are no functions.
var btValues = []string{
	"dt: number -- Seconds since this agent's previous tick (K2).",
	`RUNNING: string -- The status "running" (B5).`,
	`SUCCESS: string -- The status "success" (B5).`,
	`FAILURE: string -- The status "failure" (B5).`,
}
