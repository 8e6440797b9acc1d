package e2e

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	lua "github.com/yuin/gopher-lua"
)

// TestExplainSaysWhatIsBroken checks that an explanation shows the last error of a quarantined
// node with its line. It must also show that the file of a node is missing, and why the file of a
// node could not be loaded.
func TestExplainSaysWhatIsBroken(t *testing.T) {
	files := fstest.MapFS{
		"main.bt": {Data: []byte(`tree main "Broken in all ways."
  priority
    shaky
    gone
    dir.wrong
    nowhere
    idle
`)},
		"shaky.lua":     {Data: []byte("return {\n  precondition = function(agent)\n    return agent.hp > 3\n  end,\n}\n")},
		"gone.lua":      {Data: []byte("return { precondition = function() return false end }\n")},
		"dir/wrong.lua": {Data: []byte("return {\n  behavior = function() local x = end,\n}\n")},
		"agent.fields":  {Data: []byte("hp: hit points\n")},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Prefix: "scripts", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Load()
	a, err := game.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	wants := func(wants ...string) {
		t.Helper()
		text := a.Explain().String()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no line\n%s\nin\n%s", want, text)
			}
		}
	}
	wants(
		"priority/shaky: its precondition raised an error: scripts/shaky.lua:3:18: cannot compare agent.hp (nil) with 3",
		"  no    shaky: its precondition raised an error: see scripts/shaky.lua:3:18 above",
	)
	for range 4 {
		game.Tick(0)
	}
	delete(files, "gone.lua")
	source.Touch("gone.lua")
	game.Tick(0)
	wants(
		"blocked:   priority/nowhere: its behavior is missing: ",
		"  no    shaky: its behavior is quarantined until its file changes: every call of its precondition failed; last error: scripts/shaky.lua:3:18: cannot compare agent.hp (nil) with 3 (number): the agent has no field hp; if that may be so, write (agent.hp or 0)",
		"  no    gone: its behavior is missing: the file of gone is gone, so this node is never ready: bring scripts/gone.lua back, or name another behavior",
		"  no    dir.wrong: its behavior is missing: its file could not be loaded: scripts/dir/wrong.lua:2:35: unexpected \"end\"",
		"  no    nowhere: its behavior is missing: there is no behavior or node kind nowhere: bough new behavior nowhere writes one",
	)
	if q := game.World().Quarantines(); len(q) != 1 || q[0].Behavior.Name != "shaky" || q[0].Pos.String() != "scripts/shaky.lua:3:18" {
		t.Errorf("quarantines: %v", q)
	}
}

var guardSeed = flag.Uint64("guard.seed", 1, "seed of the random guards of TestGuardsAreExplainedAsLuaHasThem")

// TestGuardsAreExplainedAsLuaHasThem compares the explanations of random guards, and each value
// in them, with the results of a plain Lua state for the same source.
func TestGuardsAreExplainedAsLuaHasThem(t *testing.T) {
	src := rand.New(rand.NewPCG(*guardSeed, 7))
	const guards = 60
	tree := "tree main \"Only noes.\"\n  priority\n"
	for range guards {
		tree += "    fail when " + randomGuard(src, 3) + "\n"
	}
	game, err := bough.OpenFS(fstest.MapFS{"main.bt": {Data: []byte(tree)}, "agent.fields": {Data: []byte("hp: a\nx: b\nmood: c\nflag: d\n")}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if problems := game.Load(); problems.Err() != nil {
		t.Fatalf("-guard.seed %d: %v\n%s", *guardSeed, problems, tree)
	}
	a, err := game.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	plain := lua.NewState()
	defer plain.Close()
	for range 30 {
		for _, name := range []string{"hp", "x", "mood", "flag"} {
			v := []value.Value{{}, value.Number(float64(src.IntN(6))), value.String("b"), value.Bool(src.IntN(2) == 0)}[src.IntN(4)]
			a.Set(engine.KeyOf(name), v)
			plain.SetGlobal(name, luaValue(v))
		}
		e := a.Explain()
		if len(e.Steps) != guards+1 {
			t.Fatalf("%d steps", len(e.Steps))
		}
		for i := range e.Steps[1:] {
			s := &e.Steps[1+i]
			want, raised := evaluate(plain, s.Guard)
			says := "condition " + s.Guard + " is false"
			switch {
			case raised:
				says = "its condition raised an error: "
			case lua.LVAsBool(want):
				says = "its condition holds"
			}
			if !strings.HasPrefix(s.Why(), says) {
				t.Errorf("-guard.seed %d: %s: it is %v (raised %v)", *guardSeed, s.Why(), want, raised)
			}
			for _, term := range s.Terms {
				v, raised := evaluate(plain, term.Text)
				if raised != strings.HasPrefix(term.Value, "error: ") || !raised && engineValue(v).String() != term.Value {
					t.Errorf("-guard.seed %d: %s: %s = %s; it is %v (raised %v)", *guardSeed, s.Guard, term.Text, term.Value, v, raised)
				}
			}
		}
	}
}

// randomGuard returns a random condition on some fields. It may raise an error.
func randomGuard(src *rand.Rand, depth int) string {
	pick := func(list ...string) string { return list[src.IntN(len(list))] }
	if depth == 0 || src.IntN(4) == 0 {
		switch src.IntN(5) {
		case 0:
			return pick("flag", "hp", "mood")
		case 1:
			return pick("hp", "x", "mood") + pick(" == ", " ~= ") + pick("3", "nil", `"b"`, "hp", "true")
		case 2:
			return "type(x) == \"number\" and x + 1 > " + pick("2", "4")
		}
		return pick("hp", "x", "hp * 2", "-x") + pick(" < ", " >= ", " > ") + pick("2", "x", "hp + 1")
	}
	switch src.IntN(3) {
	case 0:
		return "not (" + randomGuard(src, depth-1) + ")"
	}
	return "(" + randomGuard(src, depth-1) + pick(" and ", " or ") + randomGuard(src, depth-1) + ")"
}

func evaluate(L *lua.LState, text string) (v lua.LValue, raised bool) {
	top := L.GetTop()
	defer L.SetTop(top)
	if err := L.DoString("return " + text); err != nil {
		return lua.LNil, true
	}
	return L.Get(-1), false
}

func luaValue(v value.Value) lua.LValue {
	switch v.Kind() {
	case value.KindNumber:
		return lua.LNumber(v.Float())
	case value.KindString:
		return lua.LString(v.Str())
	case value.KindBool:
		return lua.LBool(v.Truthy())
	}
	return lua.LNil
}

func engineValue(v lua.LValue) value.Value {
	switch x := v.(type) {
	case lua.LNumber:
		return value.Number(float64(x))
	case lua.LString:
		return value.String(string(x))
	case lua.LBool:
		return value.Bool(bool(x))
	}
	return value.Value{}
}
