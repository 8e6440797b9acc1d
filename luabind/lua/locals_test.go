package lua_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// suspendedCalls returns the calls of a suspended coroutine, as "3 f: x=1 y=2; 7 g: ...".
func suspendedCalls(co *lua.Thread) string {
	var calls []string
	for at, locals := range co.Calls {
		text := fmt.Sprintf("%d %s:", at.At.Line, at.Function)
		for _, l := range locals {
			v := l.Value.String()
			if l.Value.Function() != nil || l.Value.Table() != nil {
				v = l.Value.Kind().String()
			}
			text += " " + l.Name + "=" + v
		}
		calls = append(calls, text)
	}
	return strings.Join(calls, "; ")
}

func TestCalls(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"local function f(a, b)\n local x = a + b\n wait()\n local y = 1\nend\nreturn f", "3 f: x=3 b=2 a=1"},
		{"local function g(x)\n local y = x .. '!'\n wait(y)\nend\nlocal function f(a)\n local x = 'far'\n g('near')\n local z\nend\nreturn f", "3 g: y=near! x=near; 7 f: x=far a=1"},
		{"return function()\n local x = 1\n do local x = 2 wait() end\nend", "3 : x=2"},
		{"return function()\n local x = 1\n do local x = 2 end\n wait()\nend", "4 : x=1"},
		{"return function()\n local x = 1\n local x = wait()\nend", "3 : x=1"},
		{"return function()\n for i = 4, 9 do local d = i * 2 wait() end\nend", "2 : d=8 i=4"},
		{"return function()\n for k, v in pairs({ a = 5 }) do wait() end\nend", "2 : v=5 k=a"},
		{"return function()\n for k in wait, 1, 2 do end\nend", "2 :"},
		{"return function()\n local n = 3\n repeat local m = n until wait(m)\nend", "3 : m=3 n=3"},
		{"return function()\n while wait() do local x = 1 end\nend", "2 :"},
		{"return function(a, ...)\n local t = {}\n wait()\nend", "3 : t=table a=1 ...[1]=2"},
		{"return function(a)\n local n = 1\n local function up() n = n + a wait() end\n up()\nend", "3 up: n=2 a=1; 4 : up=function n=2 a=1"},
		{"local function counter() local n = 7 return function() wait() return n end end\nlocal c = counter()\nreturn function() c() end", "1 : n=7; 3 :"},
		{"local speed = 4\nlocal function far() return speed end\nreturn function() wait(far()) end", "3 :"},
		{"return function(a)\n local x = 2\n pcall(function() local y = x wait() end)\nend", "3 : y=2 x=2; 3 : x=2 a=1"},
		{"local function g() local z = 3 wait() end\nreturn function(a)\n return g()\nend", "1 g: z=3"},
		{"return function(a)\n local f = function(n, self) if n > 0 then self(n - 1, self) else wait() end end\n f(2, f)\nend",
			"2 f: self=function n=0; 2 f: self=function n=1; 2 f: self=function n=2; 3 : f=function a=1"},
		{"return function(a)\n goto over\n do local x = 1 end\n ::over::\n local y = 2\n wait()\nend", "6 : y=2 a=1"},
		{"return function(a, b)\n local function g() return b end\n b = 5\n wait(g())\nend", "4 : g=function b=5 a=1"},
		{"return function()\n local nothing\n wait()\nend", "3 : nothing=nil"},
	} {
		s := lua.NewState()
		g := lib.Open(s, lib.Options{})
		if _, err := s.Call(compile(begin, g)); err != nil {
			t.Fatal(err)
		}
		co := lua.NewThread(load(t, s, g, test.text).value)
		if got := suspendedCalls(co); got != "" {
			t.Errorf("%s\n\tbefore it runs, the calls are %q", test.text, got)
		}
		if _, err := s.Resume(co, lua.Number(1), lua.Number(2)); err != nil {
			t.Fatalf("%s\n%v", test.text, err)
		}
		if got := suspendedCalls(co); got != test.want {
			t.Errorf("%s\n\tthe calls are %q\n\twant %q", test.text, got, test.want)
		}
		for i := 0; co.Status() == lua.Suspended && i < 9; i++ {
			if _, err := s.Resume(co); err != nil {
				t.Fatalf("%s\n%v", test.text, err)
			}
		}
		if got := suspendedCalls(co); co.Status() == lua.Dead && got != "" {
			t.Errorf("%s\n\tat the end the calls are %q", test.text, got)
		}
	}
}

// TestCallsOfExpression checks that the text of an expression, which is no file, is not taken for one.
func TestCallsOfExpression(t *testing.T) {
	f, err := lua.CompileExpression(lua.Expression{
		Source: lua.Source{Name: "e.bt", Text: "(function(n) local m = n return wait(m) end)(a)"}, Params: []string{"a"},
		Free: func(string, bool) lua.Free { return lua.FreeValue(lua.Yield.Value()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	co := lua.NewThread(f.Value())
	if _, err := lua.NewState().Resume(co, lua.Number(1)); err != nil {
		t.Fatal(err)
	}
	for _, locals := range co.Calls {
		if len(locals) > 0 {
			t.Errorf("locals %v", locals)
		}
	}
}

// scopes writes a random function that tells at each suspension which variables it can see.
type scopes struct {
	*rand.Rand
	strings.Builder
	visible []string // names in the order of their declaration; a name may be in it twice
	depth   int
	made    int
}

// dump returns an expression with the names and the values of all variables that are visible.
func (p *scopes) dump() string {
	parts := []string{"''"} // a text even if there is none
	for _, name := range slices.Compact(slices.Sorted(slices.Values(p.visible))) {
		parts = append(parts, fmt.Sprintf("';%s=' .. tostring(%s)", name, name))
	}
	return strings.Join(parts, " .. ")
}

func (p *scopes) fresh() string {
	p.made++
	return fmt.Sprint(p.made)
}

// name returns one of a few names, so that variables often hide others.
func (p *scopes) name() string { return string(rune('a' + p.IntN(5))) }

func (p *scopes) block() {
	was := len(p.visible)
	p.depth++
	for range 1 + p.IntN(4) {
		p.statement()
	}
	p.depth--
	p.visible = p.visible[:was]
}

func (p *scopes) statement() {
	kind := p.IntN(12)
	if p.depth > 3 {
		kind = p.IntN(4)
	}
	was := len(p.visible)
	switch name := p.name(); kind {
	case 0, 1:
		fmt.Fprintf(p, "wait(%s)\n", p.dump())
	case 2:
		fmt.Fprintf(p, "local %s = %s\n", name, p.fresh())
		p.visible = append(p.visible, name)
	case 3:
		if len(p.visible) > 0 {
			fmt.Fprintf(p, "%s = %s\n", p.visible[p.IntN(was)], p.fresh())
		}
	case 4:
		p.WriteString("do\n")
		p.block()
		p.WriteString("end\n")
	case 5:
		fmt.Fprintf(p, "for %s = %s, 1e9 do\n", name, p.fresh())
		p.visible = append(p.visible, name)
		p.block()
		p.WriteString("break end\n")
		p.visible = p.visible[:was]
	case 6:
		second := p.name() + "2"
		fmt.Fprintf(p, "for %s, %s in pairs({ %s, %s }) do\n", name, second, p.fresh(), p.fresh())
		p.visible = append(p.visible, name, second)
		p.block()
		p.WriteString("end\n")
		p.visible = p.visible[:was]
	case 7:
		p.WriteString("if true then\n")
		p.block()
		p.WriteString("else\n")
		p.block()
		p.WriteString("end\n")
	case 8:
		p.WriteString("repeat\n")
		before := p.depth
		for range 1 + p.IntN(3) {
			p.depth = 4 // only declarations and waits
			p.statement()
		}
		p.depth = before
		fmt.Fprintf(p, "until not wait(%s)\n", p.dump())
		p.visible = p.visible[:was]
	case 9:
		fmt.Fprintf(p, "local %s = wait(%s) or %s\n", name, p.dump(), p.fresh())
		p.visible = append(p.visible, name)
	default:
		p.call(name)
	}
}

// call writes a function and a call of it.
func (p *scopes) call(param string) {
	was := len(p.visible)
	f := fmt.Sprintf("f%s", p.fresh())
	fmt.Fprintf(p, "local function %s(%s)\n", f, param)
	p.visible = append(p.visible, f, param)
	p.block()
	p.WriteString("end\n")
	p.visible = append(p.visible[:was], f)
	form := []string{"%s(%s)\n", "pcall(%s, %s)\n", "local _ = %s(%s)\n"}[p.IntN(3)]
	fmt.Fprintf(p, form, f, p.fresh())
	if strings.HasPrefix(form, "local") {
		p.visible = append(p.visible, "_")
	}
}

// TestCallsRandom checks that the locals of the innermost call are those that the script itself can see there by their names.
func TestCallsRandom(t *testing.T) {
	suspensions := 0
	for i := range programs(16) {
		seed := *luaSeed + uint64(i)
		p := &scopes{Rand: rand.New(rand.NewPCG(seed, 11))}
		p.WriteString("return function(a)\n")
		p.visible = []string{"a"}
		for range 8 {
			p.statement()
		}
		p.WriteString("end\n")
		s := lua.NewState()
		g := lib.Open(s, lib.Options{})
		if _, err := s.Call(compile(begin, g)); err != nil {
			t.Fatal(err)
		}
		co := lua.NewThread(load(t, s, g, p.String()).value)
		for n := 0; co.Status() != lua.Dead && n < 60; n++ {
			results, err := s.Resume(co)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.String())
			}
			if co.Status() == lua.Dead {
				break
			}
			said, _ := results[0].Text()
			want := strings.Split(said, ";")[1:]
			suspensions++
			for at, locals := range co.Calls {
				got := []string{}
				for _, l := range locals {
					got = append(got, l.Name+"="+l.Value.String())
				}
				slices.Sort(got)
				slices.Sort(want)
				if at.At != co.Where() || !slices.Equal(got, want) {
					t.Fatalf("seed %d: at %v the locals are %q, not %q\n%s", seed, at.At, got, want, p.String())
				}
				break
			}
		}
	}
	if t.Logf("%d suspensions", suspensions); suspensions == 0 {
		t.Error("nothing was suspended")
	}
}
