// Package apidoc describes the API of scripts, as data and as text. The API consists of the hooks and fields of a
// behavior, and of functions of Lua and of the host. The description includes the parts of Lua that scripts do not
// have, with the reasons.
//
// An API is created by luabind.Runtime.API, since a Runtime knows the helpers that a game has bound.
//
//	apidoc.go   API, and the declarations of entries
//	lua.go      the available parts of Lua
//	elsewhere.go names of other languages and engines, with remedies
//	helper.go   the entry of a helper of the game
//	declared.go the data that a game declares
//	behavior.go the behaviors of a game, with their parameters
//	text.go     an API for a terminal and as a page
//	luals.go    a definition file for editors
//	settings.go settings for editors and linters
package apidoc

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
)

// API describes everything that scripts can use, in groups. It also lists the parts of Lua that scripts cannot use.
type API struct {
	Groups []Group `json:"groups"`
	// Absent holds the names of standard Lua that scripts do not have. Their Docs give a reason or a replacement.
	Absent []Entry `json:"absent,omitempty"`

	behaviors []Behavior // see WithBehaviors
}

// Translated returns the API with descriptions in the language of what people read. Those of a game stay as they are.
func (a API) Translated() API {
	if lang.English() {
		return a
	}
	a.Groups = slices.Clone(a.Groups)
	for i := range a.Groups {
		g := &a.Groups[i]
		g.Doc, g.Entries = translated(g.Doc), slices.Clone(g.Entries)
		for k := range g.Entries {
			g.Entries[k].Doc = translated(g.Entries[k].Doc)
		}
	}
	return a
}

// translated returns a description, which this package or package behaviors translates.
func translated(doc string) string { return behaviors.Translated(tr.T(doc)) }

// Group is a table that scripts can use, or the hooks, or the functions that are in no table, or the methods of a type of
// handles, or declared data.
type Group struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc"`
	Entries []Entry `json:"entries"`
	// Handle is set if Name is the type of handles. The names of the entries are in the form "Body:hp".
	Handle bool `json:"handle,omitempty"`
}

// Entry is a function or a value.
type Entry struct {
	// Name is the name that scripts use, such as "bt.wait".
	Name string `json:"name"`
	// Function reports whether the entry is a function. Otherwise Returns holds the type of the value.
	Function bool    `json:"function"`
	Params   []Param `json:"params,omitempty"`
	// Returns are the types of the results.
	Returns []string `json:"returns,omitempty"`
	// Lua is the declared type of data, in the form of the Lua language server.
	Lua string `json:"-"`
	Doc string `json:"doc"`
}

// Param is a parameter. The last one may be "...".
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"`
}

// The names of the groups that are not tables.
const (
	Hooks  = "hooks"
	Fields = "fields"
	Lua    = "lua"
)

// Behaviors returns the hooks and the fields that the table of a behavior can have.
func Behaviors() []Group { return []Group{meanings(Hooks, true), meanings(Fields, false)} }

// meanings returns the names that have a meaning in the table of a behavior: hooks, or fields.
func meanings(name string, hooks bool) Group {
	g := Group{Name: name, Doc: "Data in the table of a behavior that Bough reads (B6)."}
	if hooks {
		g.Doc = "Functions in the table of a behavior that Bough calls (B3)."
	}
	for _, m := range behaviors.Meanings {
		switch {
		case m.Hook != hooks:
		case hooks:
			e := Entry{Name: m.Name, Function: true, Doc: m.Doc}
			for _, p := range m.Params() {
				e.Params = append(e.Params, Param{Name: p, Type: paramTypes[p]})
			}
			g.Entries = append(g.Entries, e)
		default:
			g.Entries = append(g.Entries, Entry{Name: m.Name, Returns: []string{m.Type}, Doc: m.Doc})
		}
	}
	return g
}

// paramTypes maps the names of hook parameters to types.
var paramTypes = map[string]string{"agent": "table", "params": "table", "memory": "table", "reason": "string", "old": "table", "children": "table", "status": "string"}

// Parse parses the declaration of an entry, such as "wait(seconds: number): nil -- Waits." or "pi: number -- The
// number.". The name of the entry is prefix followed by the declared name. A ? follows the name of an optional
// parameter.
func Parse(prefix, decl string) Entry {
	head, doc, _ := strings.Cut(decl, " -- ")
	e := Entry{Doc: doc}
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
			e.Params = append(e.Params, Param{plain, typ, plain != name})
		}
	}
	if _, list, ok := strings.Cut(returns, ": "); ok {
		e.Returns = strings.Split(list, ", ")
	}
	return e
}

// Signature returns the entry in the form of its declaration, such as "bt.wait(seconds: number)".
func (e Entry) Signature() string {
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

// Find returns the group, or the entries, with the given name. The name of an entry may omit the table. If there is
// nothing with that name, the error suggests a similar name.
func (a API) Find(name string) (API, error) {
	var all []string
	var found API
	for _, g := range a.Groups {
		if g.Name == name {
			found.Groups = append(found.Groups, g)
			continue
		}
		part := Group{Name: g.Name, Doc: g.Doc, Handle: g.Handle}
		for _, e := range g.Entries {
			if all = append(all, e.Name); e.Name == name || strings.HasSuffix(e.Name, "."+name) || strings.HasSuffix(e.Name, ":"+name) {
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
	if table, _, member := strings.Cut(name, "."); member {
		if why := Elsewhere(table); why.Code != "" {
			return API{}, tr.Errorf("scripts have no %s: %s", name, why.Text)
		}
	}
	slices.Sort(all)
	hint := diag.DidYouMean(name, all)
	if hint == "" {
		hint = tr.T("bough api lists all names")
		lasts := make([]string, len(all))
		for i, full := range all {
			lasts[i] = full[strings.LastIndexAny(full, ".:")+1:]
		}
		if last := diag.Suggest(name, lasts); last != "" {
			hint = tr.F("did you mean %s?", all[slices.Index(lasts, last)])
		}
	}
	return API{}, tr.Errorf("scripts have no %s: %s", name, hint)
}
