package luabind_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/geom"
)

// listed returns the API of a runtime with helpers, and the names in its sandbox.
func listed(t *testing.T) (api apidoc.API, there []string) {
	r := luabind.NewRuntime(luabind.Options{})
	if err := r.Bind("geom", geom.Helpers()...); err != nil {
		t.Fatal(err)
	}
	if err := r.Bind("game", bough.Func("pick(list, n): one of a list, or nil", func([]string, int) *string { return nil })); err != nil {
		t.Fatal(err)
	}
	type shot struct {
		At    value.Vector
		Force float64 `lua:"force,omitempty"`
	}
	if err := r.Bind("types", bough.Func("all(who, for_seconds, marks, shot, maybe?, more): all sorts", func(*engine.Context, engine.AgentID, time.Duration, map[string]bool, shot, *int, ...value.Value) (*strings.Builder, []shot, error) {
		return nil, nil, nil
	})); err != nil {
		t.Fatal(err)
	}
	for name, members := range r.Members() {
		if members == nil {
			there = append(there, name)
		}
		for _, m := range members {
			there = append(there, name+"."+m)
		}
	}
	slices.Sort(there)
	return r.API(), there
}

// TestAPIIsWhatTheSandboxHas checks that the API lists every global of a state, and that every listed name exists.
func TestAPIIsWhatTheSandboxHas(t *testing.T) {
	api, there := listed(t)
	var names []string
	for _, g := range api.Groups {
		if g.Name == apidoc.Hooks || g.Name == apidoc.Fields {
			continue
		}
		for _, e := range g.Entries {
			names = append(names, e.Name)
		}
	}
	for _, name := range there {
		if !slices.Contains(names, name) {
			t.Errorf("%s exists, but is not listed", name)
		}
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			t.Errorf("%s is listed, but does not exist", name)
		}
	}
	if len(slices.Compact(names)) != len(there) {
		t.Error("a name is listed twice")
	}
}

// TestAPITypesAreThoseOfTheSandbox runs a script that checks the type of each listed name. Names that are listed as
// absent must be nil.
func TestAPITypesAreThoseOfTheSandbox(t *testing.T) {
	api, _ := listed(t)
	for _, g := range api.Groups {
		switch g.Name {
		case apidoc.Hooks, apidoc.Fields, "geom", "game", "types":
			continue
		}
		for _, e := range g.Entries {
			want := "function"
			if !e.Function {
				want = e.Returns[0]
			}
			if got := eval(t, "type("+e.Name+")"); got != want {
				t.Errorf("%s is a %s, listed as %s", e.Name, got, want)
			}
		}
	}
	for _, e := range api.Absent {
		lib, member, ok := strings.Cut(e.Name, ".")
		expr := "type(rawget({}, 1) or " + lib + ")"
		if ok {
			expr = "type(({ " + lib + " })[1]." + member + ")"
		}
		if got := eval(t, expr); !strings.HasSuffix(got, "nil") {
			t.Errorf("%s is listed as absent, but is %s", e.Name, got)
		}
	}
}

// TestAPIEntriesAreComplete checks that each entry has a description, and that each parameter has a name and a
// type. A declaration that cannot be parsed lacks them.
func TestAPIEntriesAreComplete(t *testing.T) {
	api, _ := listed(t)
	for _, g := range api.Groups {
		if g.Doc == "" || len(g.Entries) == 0 && !g.Handle {
			t.Errorf("group %s has no doc, or nothing in it", g.Name)
		}
		for _, e := range g.Entries {
			if !strings.HasSuffix(e.Doc, ".") || strings.ContainsAny(e.Name, " :()") || !e.Function && len(e.Returns) != 1 {
				t.Errorf("%+v", e)
			}
			for _, p := range e.Params {
				if p.Name == "" || p.Type == "" || strings.ContainsAny(p.Name, " ?:") {
					t.Errorf("%s: parameter %+v", e.Name, p)
				}
			}
		}
	}
	for _, e := range api.Absent {
		if e.Doc == "" || apidoc.Elsewhere(e.Name).Text != e.Doc {
			t.Errorf("%+v", e)
		}
	}
}

func TestAPIOfHelpers(t *testing.T) {
	api, _ := listed(t)
	found, err := api.Find("pick")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := found.Text(), "game: Functions of the game.\n  game.pick(list: string[], n: number): string?\n      One of a list, or nil.\n"; got != want {
		t.Errorf("got %q", got)
	}
	for _, want := range []string{"\n---One of a list, or nil.\n---@param list string[]\n---@param n number\n---@return string?\nfunction game.pick(list, n) end\n",
		"---@class bough.Behavior\n---@field precondition? fun(agent: table, params: table): any ", "---@param ttl? number\nfunction bt.post(id, name, data, ttl) end\n"} {
		if !strings.Contains(api.LuaLS(), want) {
			t.Errorf("the definitions lack %s", want)
		}
	}
	if found, err = api.Find("types.all"); err != nil || !strings.Contains(found.Text(), "types.all(who: number, for_seconds: seconds, marks: table<string, boolean>, shot: {at: vector, force?: number}, maybe?: number, ...: any): Builder?, {at: vector, force?: number}[]\n") {
		t.Error(err, found.Text())
	}
	if _, err := api.Find("wiat"); err == nil || err.Error() != "scripts have no wiat: did you mean bt.wait?" {
		t.Error(err)
	}
	if _, err := api.Find("bt.wiat"); err == nil || err.Error() != "scripts have no bt.wiat: did you mean bt.wait?" {
		t.Error(err)
	}
}

// TestArgumentsAreNeeded checks that a call without the last argument that is not optional raises an error, and so
// does a call of a function of bt with a table or a boolean instead of an argument of another type. The check of
// scripts relies on both. The calls here hide their arguments from that check.
func TestArgumentsAreNeeded(t *testing.T) {
	good := map[string]string{"number": "1", "string": "'b'", "boolean": "true", "table": "agent", "function": "bt.time", "any": "1", "thread": "coroutine.create(function() end)"}
	api, _ := listed(t)
	fails := func(call string) {
		t.Helper()
		if got := run(t, "run", "local _ = "+call); !strings.Contains("\n"+got, "\nerror scripts/b.lua:2:") {
			t.Errorf("%s\ngot %s", call, got)
		}
	}
	for _, g := range api.Groups {
		switch g.Name {
		case apidoc.Hooks, apidoc.Fields, "geom", "game", "types":
			continue
		}
		for _, e := range g.Entries {
			if e.Name == "require" {
				continue // it has a check of its own
			}
			var args []string
			for _, p := range e.Params {
				if p.Optional || p.Name == "..." {
					break
				}
				fails(e.Name + "(" + strings.Join(append(slices.Clone(args), "unpack({})"), ", ") + ")")
				bad := "{}"
				if p.Type == "table" {
					bad = "true"
				}
				if g.Name == "bt" && p.Type != "any" {
					fails(e.Name + "(" + strings.Join(append(slices.Clone(args), "agent.none or "+bad, "unpack({})"), ", ") + ")")
				}
				args = append(args, good[p.Type])
			}
		}
	}
}
