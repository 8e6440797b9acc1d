package index

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/testdata"
)

// samples yields the files of the samples.
func samples(t testing.TB) map[string]string {
	files := map[string]string{}
	err := fs.WalkDir(testdata.Samples(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = fs.ReadFile(testdata.Samples(), name)
			files[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFieldsLikeLint checks that the fields of agents in scripts are those that package lint finds.
func TestFieldsLikeLint(t *testing.T) {
	compared := 0
	for name, text := range samples(t) {
		if path.Ext(name) != ".lua" || assets.IsTest(name) {
			continue
		}
		s, _, l := lint.Parse(name, []byte(text))
		if l.Err() != nil {
			t.Fatal(l)
		}
		fields := s.Fields()
		var want, got []string
		for _, u := range slices.Concat(fields.Reads, fields.Writes, fields.Calls) {
			want = append(want, fmt.Sprint(u.Pos, " ", u.Name))
		}
		f := Read(name, text, nil)
		lines := lineStarts(text)
		for _, o := range f.Occurrences {
			if o.Kind != Field {
				continue
			}
			line, _ := slices.BinarySearch(lines, o.Start+1)
			at := diag.Pos{File: name, Line: line, Col: diag.Column(text[lines[line-1]:], o.Start-lines[line-1])}
			got = append(got, fmt.Sprint(at, " ", o.Name))
			if text[o.Start:o.End] != o.Name {
				t.Errorf("%s: %q at %s", name, text[o.Start:o.End], o.Name)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		want, got = slices.Compact(want), slices.Compact(got)
		compared += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", name, got, want)
		}
	}
	if compared < 100 {
		t.Errorf("only %d names were compared", compared)
	}
}

// TestPlaces checks that the text at each place is the name, in all samples, and that a text which ends anywhere has names.
func TestPlaces(t *testing.T) {
	for name, text := range samples(t) {
		f := Read(name, text, nil)
		if f == nil {
			continue
		}
		for _, o := range f.Occurrences {
			if got := text[o.Start:o.End]; got != o.Name && o.Kind != Local && o.Kind != Function {
				t.Errorf("%s: %q for %v", name, got, o)
			}
		}
		for end := 0; end < len(text); end += 1 + len(text)/40 {
			Read(name, text[:end], nil)
			Read(name, text[end:], nil)
		}
	}
}

// TestNames checks what names mean, and where they are defined and used.
func TestNames(t *testing.T) {
	x := New(nil)
	for name, text := range map[string]string{
		"agent.fields": "hp 0..100: hit points\nstimulus noise: something was heard\nboard camp.alarm number: when\n",
		"flee.lua": `local walk = require "lib.walk"
local M = { params = { near = 3, ["far"] = 9 }, args = { "near" }, stimulus = "noise" }
function M.precondition(me, p)
  local dist = me.dist
  return me.hp < 30 and dist < p.near
end
function M.behavior(me, p)
  me.fear = (me.fear or 0) + 1
  walk.go(me, p.near)
  bt.board("camp").alarm = bt.time()
  if bt.ran("melee", 3) then bt.post(me.target, "noise") end
end
return M
`,
		"lib/walk.lua": "local M = {}\nfunction M.go(agent, pace)\n  agent.pace = pace\nend\nreturn M\n",
		"melee.lua":    "return { behavior = function(agent) end }\n",
		"guard.bt": `condition weak = hp < 30

tree guard slow=2 "Watches."
  priority
    flee near=slow when weak and not ran("melee")
    sequence
      melee id=strike near=slow
      set fear = 0
      wait (slow * fear)
    tree patrol pace=slow
`,
		"patrol.bt":      "tree patrol pace\n  idle when weak\n",
		"guard_test.lua": "return {\n  [\"a\"] = function(t)\n    local g = t.spawn(\"guard slow=3\", { hp = 3 })\n    g.hp = 4\n    t.expect_active(g, \"flee\")\n  end,\n}\n",
		"a.scene":        "spawn guard hp=3\npost noise\nboard camp alarm=3\n",
	} {
		x.Set(name, text)
	}
	places := func(s Symbol) string {
		var list []string
		for name, o := range x.All(s) {
			role := [...]string{"", "=", "!"}[o.Role]
			text := x.File(name).Text
			list = append(list, fmt.Sprintf("%s:%d%s", name, 1+strings.Count(text[:o.Start], "\n"), role))
		}
		return strings.Join(list, " ")
	}
	for s, want := range map[Symbol]string{
		{Field, "", "hp"}:              "a.scene:1= agent.fields:1! flee.lua:5 guard.bt:1 guard_test.lua:3= guard_test.lua:4=",
		{Field, "", "fear"}:            "flee.lua:8= flee.lua:8 guard.bt:8= guard.bt:9",
		{Field, "", "weak"}:            "",
		{Condition, "", "weak"}:        "guard.bt:1! guard.bt:5 patrol.bt:2",
		{Behavior, "", "flee"}:         "guard.bt:5",
		{Node, "", "melee"}:            "flee.lua:11 guard.bt:5",
		{Node, "", "strike"}:           "guard.bt:7!",
		{Node, "", "flee"}:             "guard_test.lua:5",
		{Tree, "", "guard"}:            "a.scene:1 guard.bt:3! guard_test.lua:3",
		{Tree, "", "patrol"}:           "guard.bt:10 patrol.bt:1!",
		{TreeParam, "guard", "slow"}:   "guard.bt:3! guard.bt:5 guard.bt:7 guard.bt:9 guard.bt:10",
		{TreeParam, "patrol", "pace"}:  "guard.bt:10 patrol.bt:1!",
		{Param, "flee", "near"}:        "flee.lua:2! flee.lua:2 flee.lua:5 flee.lua:9 guard.bt:5",
		{Stimulus, "", "noise"}:        "a.scene:2= agent.fields:2! flee.lua:2 flee.lua:11=",
		{Entry, "camp", "alarm"}:       "a.scene:3= agent.fields:3! flee.lua:10=",
		{Board, "", "camp"}:            "a.scene:3 agent.fields:3 flee.lua:10",
		{Module, "", "lib.walk"}:       "flee.lua:1",
		{Member, "lib/walk.lua", "go"}: "flee.lua:9 lib/walk.lua:2!",
		{Field, "", "pace"}:            "lib/walk.lua:3=",
		{Function, "", "bt.time"}:      "flee.lua:10",
		{Local, "flee.lua", fmt.Sprint("dist@", strings.Index(x.File("flee.lua").Text, "dist"))}: "flee.lua:4! flee.lua:5",
		{NodeKind, "", "wait"}: "guard.bt:9",
	} {
		if got := places(s); got != want {
			t.Errorf("%v: %s; want %s", s, got, want)
		}
	}
	for s, want := range map[Symbol]string{
		{Behavior, "", "flee"}:     "flee.lua:1",
		{Node, "", "melee"}:        "guard.bt:7",
		{Field, "", "fear"}:        "flee.lua:8 guard.bt:8",
		{Module, "", "lib.walk"}:   "lib/walk.lua:1",
		{Behavior, "", "nonsense"}: "",
	} {
		var got []string
		for _, p := range x.Definitions(s) {
			got = append(got, fmt.Sprintf("%s:%d", p.Path, 1+strings.Count(x.File(p.Path).Text[:p.Start], "\n")))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("definitions of %v: %s; want %s", s, got, want)
		}
	}
}

// TestUnfinished checks that names are found around the mistakes of a text that is being typed.
func TestUnfinished(t *testing.T) {
	for text, want := range map[string]string{
		"return { behavior = function(agent)\n  agent.\nend }": "agent",
		"return { behavior = function(agent)\n  if agent.hp":   "agent",
	} {
		f := Read("a.lua", text, nil)
		if v := f.Lookup(want, strings.LastIndex(text, ".")); v.Holds != Agent {
			t.Errorf("%q: %s is %v", text, want, v)
		}
	}
}

func FuzzRead(f *testing.F) {
	for name, text := range samples(f) {
		f.Add(name, text)
	}
	f.Add("a.scene", "spawn a b=1\nset =\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		x := New(nil)
		x.Set(name, text)
		for i := 0; i < len(text); i += 1 + len(text)/10 {
			if o, ok := x.At(name, i); ok {
				x.Definitions(o.Symbol)
			}
		}
	})
}
