package gopher_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/gopher"
	glua "github.com/yuin/gopher-lua"
)

// person is a userdata as modules for gopher-lua make it.
type person struct{ name string }

// load is a module as its authors write it for gopher-lua.
func load(l *glua.LState) int {
	meta := l.NewTypeMetatable("person")
	l.SetField(meta, "__index", l.SetFuncs(l.NewTable(), map[string]glua.LGFunction{
		"name": func(l *glua.LState) int {
			p, ok := l.CheckUserData(1).Value.(*person)
			if !ok {
				l.ArgError(1, "person expected")
			}
			if l.GetTop() == 2 {
				p.name = l.CheckString(2)
				return 0
			}
			l.Push(glua.LString(p.name))
			return 1
		},
		"join": func(l *glua.LState) int { l.Push(glua.LString("the method join")); return 1 },
	}))
	module := l.SetFuncs(l.NewTable(), map[string]glua.LGFunction{
		"echo": func(l *glua.LState) int { return l.GetTop() },
		"join": func(l *glua.LState) int {
			var list []string
			l.CheckTable(1).ForEach(func(_, v glua.LValue) { list = append(list, v.String()) })
			l.Push(glua.LString(strings.Join(list, l.OptString(2, ","))))
			return 1
		},
		"each": func(l *glua.LState) int {
			for i := 1; i <= l.CheckInt(1); i++ {
				l.Push(l.CheckFunction(2))
				l.Push(glua.LNumber(i))
				l.Call(1, 1)
			}
			return 0
		},
		"try": func(l *glua.LState) int {
			err := l.CallByParam(glua.P{Fn: l.CheckFunction(1), NRet: 1, Protect: true})
			l.Push(glua.LBool(err == nil))
			return 1
		},
		"person": func(l *glua.LState) int {
			u := l.NewUserData()
			u.Value = &person{l.CheckString(1)}
			l.SetMetatable(u, l.GetTypeMetatable("person"))
			l.Push(u)
			return 1
		},
		"fail":    func(l *glua.LState) int { l.RaiseError("no %s", l.CheckString(1)); return 0 },
		"panics":  func(l *glua.LState) int { panic("oops") },
		"maker":   func(l *glua.LState) int { l.Push(l.NewFunction(load)); return 1 },
		"object":  func(l *glua.LState) int { t := l.NewTable(); l.SetMetatable(t, l.NewTable()); l.Push(t); return 1 },
		"endless": func(l *glua.LState) int { t := l.NewTable(); t.RawSetString("t", t); l.Push(t); return 1 },
	})
	l.Push(module)
	return 1
}

// play runs the body of a behavior once, with the module as m, and returns what it prints and its faults.
func play(t *testing.T, body string, o bough.Options) (printed []string, faults []*engine.Fault) {
	t.Helper()
	list, err := gopher.Helpers(load)
	if err != nil {
		t.Fatal(err)
	}
	o.Helpers = map[string][]bough.Helper{"m": list}
	o.OnLog = func(_ *bough.Agent, text string) { printed = append(printed, text) }
	o.OnFault = func(f *engine.Fault) { faults = append(faults, f) }
	game, err := bough.OpenFS(fstest.MapFS{
		"b.lua":  {Data: []byte("return { behavior = function(agent)\n" + body + "\nend }\n")},
		"one.bt": {Data: []byte("tree one\n  b\n")},
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, d := range game.Load() {
		t.Error(d)
	}
	if _, err := game.Spawn("one", bough.Fields{"thing": value.Other(&person{"of the game"})}); err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	return printed, faults
}

// TestCross calls functions of a module with values of each type.
func TestCross(t *testing.T) {
	for body, want := range map[string]string{
		`print(m.echo(nil, true, 1.5, "x", 7))`: "nil true 1.5 x 7",
		`print(m.join({ "a", 2, "c" }, "-"))`:   "a-2-c",
		`local t = m.echo({ a = { 1, 2, { deep = true } }, [3] = "x" }) print(t.a[3].deep, #t.a, t[3])`: "true 3 x",
		`local t = { 1 } local u = m.echo(t) print(u == t, u[1])`:                                       "false 1", // a copy
		`local sum = 0 m.each(4, function(i) sum = sum + i end) print(sum)`:                             "10",
		`print(m.try(function() error("bad") end), m.try(function() end))`:                              "false true",
		`local p = m.person("Ann") p:name("Bea") print(p:name(), m.name(p), p == m.echo(p))`:            "Bea Bea true",
		`print(m.echo(agent.thing) == agent.thing)`:                                                     "true",
		`print(m.join({ "a", "b" }), m.person("Ann"):join())`:                                           "a,b the method join",
		`print(pcall(m.each, 1, function() m.each(1, function() error("deep") end) end))`:               "false scripts/b.lua:2: deep",
	} {
		printed, faults := play(t, body, bough.Options{Prefix: "scripts"})
		if got := strings.Join(printed, "|"); got != want || len(faults) > 0 {
			t.Errorf("%s\n\tprints %q; want %q; %v", body, got, want, faults)
		}
	}
}

// TestErrors checks the errors of modules, of functions of scripts that modules call, and of values that cannot cross.
func TestErrors(t *testing.T) {
	for body, want := range map[string]string{
		`m.fail("way")`: "b.lua:2:1: m.fail: no way",
		`m.join(5)`:     "b.lua:2:1: m.join: bad argument #1 to join (table expected, got number)",
		`m.panics()`:    "b.lua:2:1: m.panics: oops",
		`m.each(1, function(i)
			local x = nil
			print(x.y)
		end)`: "b.lua:4:10: ",
		`m.maker()`:                                   "result 1 of maker is a function, which a script cannot take",
		`m.object()`:                                  "result 1 of object has a table with a metatable, which a script cannot take",
		`m.endless()`:                                 "result 1 of endless has a table that contains itself",
		`local t = {} t.t = t m.echo(t)`:              "argument 1 of echo has a table that contains itself",
		`m.echo(setmetatable({}, {}))`:                "argument 1 of echo has a table with a metatable, which a module for gopher-lua cannot take",
		`m.echo(coroutine.create(function() end))`:    "argument 1 of echo is a thread, which a module for gopher-lua cannot take",
		`m.name("x")`:                                 "name is a method: call it with a value of the module, as in v:name()",
		`m.each(1, function() while true do end end)`: "still running after 100000 instructions",
		`m.try(function() while true do end end)`:     "still running after 100000 instructions",
	} {
		_, faults := play(t, body, bough.Options{})
		if len(faults) != 1 || !strings.Contains(faults[0].Diagnostic().Headline(), want) {
			t.Errorf("%s\n\traises %v\n\twant %s", body, faults, want)
		}
	}
}

// TestWorkers calls a module from several workers at once.
func TestWorkers(t *testing.T) {
	list, err := gopher.Helpers(load)
	if err != nil {
		t.Fatal(err)
	}
	game, err := bough.OpenFS(fstest.MapFS{
		"b.lua":  {Data: []byte("return { behavior = function(agent)\n agent.sum = 0 m.each(10, function(i) agent.sum = agent.sum + #m.join({ i, agent.n }) end)\nend }\n")},
		"one.bt": {Data: []byte("tree one\n  b\n")},
	}, bough.Options{Workers: 4, Helpers: map[string][]bough.Helper{"m": list}, OnFault: func(f *engine.Fault) { t.Error(f) }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	var agents []*bough.Agent
	for n := range 200 {
		a, err := game.Spawn("one", bough.Fields{"n": n})
		if err != nil {
			t.Fatal(err)
		}
		agents = append(agents, a)
	}
	for range 5 {
		game.Tick(time.Second)
	}
	for n, a := range agents {
		if want := float64(10*(1+len(fmt.Sprint(n))) + 11); a.Get(engine.KeyOf("sum")).Float() != want {
			t.Errorf("agent %d has %v; want %v", n, a.Get(engine.KeyOf("sum")), want)
		}
	}
}

// TestModules checks what Helpers says of modules that cannot be bound.
func TestModules(t *testing.T) {
	with := func(name string, v glua.LValue) glua.LGFunction {
		return func(l *glua.LState) int {
			load(l)
			l.Get(-1).(*glua.LTable).RawSetString(name, v)
			return 1
		}
	}
	for _, c := range []struct {
		loader glua.LGFunction
		leave  []string
		want   string
	}{
		{func(l *glua.LState) int { return 0 }, nil, "the loader returns a nil instead of the table of a module"},
		{func(l *glua.LState) int { l.RaiseError("no file"); return 0 }, nil, "the loader fails: no file"},
		{with("_VERSION", glua.LString("1")), nil, `the module has _VERSION, a string; a namespace has only functions: leave it out with Helpers(loader, "_VERSION")`},
		{with("_VERSION", glua.LString("1")), []string{"_VERSION"}, ""},
		{with("end", glua.LNil), nil, ""},
	} {
		list, err := gopher.Helpers(c.loader, c.leave...)
		if c.want == "" && (err != nil || len(list) == 0) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
	if _, err := gopher.Helpers(with("end", (&glua.LState{}).NewFunction(load))); err == nil || !strings.Contains(err.Error(), `"end"`) {
		t.Error(err)
	}
}
