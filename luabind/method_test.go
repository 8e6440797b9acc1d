package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// body is a Go type of a game with a text of its own.
type body struct {
	name  string
	hp    int
	enemy *body
}

func (b *body) String() string { return "body " + b.name }
func (b *body) Health() int    { return b.hp }

// giant embeds a body. A giant is no body, but has its methods in Go.
type giant struct{ *body }

func bindBodies(o *bough.Options) {
	o.Helpers = map[string][]bough.Helper{
		"body": {
			helper.FuncOf[*body]("hp(b): what it has left", func(b *body) int { return b.hp }),
			helper.FuncOf[*body]("enemy(b): whom it fights, or nil", func(b *body) *body { return b.enemy }),
			bough.Func("hit(b, damage, by?): takes damage", func(b *body, damage int, by *body) int { b.hp -= damage; return b.hp }),
			bough.Func("far(b, to): how far", func(b, to *body) float64 { return 3 }),
			helper.FuncOf[healthy]("health(h): of anything that lives", func(h healthy) int { return h.Health() }),
			bough.Func("count(n): of no body", func(n int) int { return n }),
			bough.Func("raw(b): without types", func(c *lua.Call) error { return nil }),
		},
		"nav": {
			bough.Func("far(from, to): how far to go", func(from, to *body) float64 { return 5 }),
			bough.Func("near(x?): whether something is near", func(x healthy) bool { return x != nil }),
		},
	}
}

// TestMethods checks that a call of a method of a handle is the call of the helper, in all forms of calls.
func TestMethods(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"print(agent.me:hp(), body.hp(agent.me))", "7 7"},
		{"print(agent.me:enemy():hp(), agent.me:enemy() == agent.foe)", "3 true"},
		{"print(agent.me:hit(2), agent.me:hit(1, agent.foe), agent.me:hit(1, nil))", "5 4 3"},
		{"print(agent.me:hit(math.max(1, 2)), agent.me:hit(unpack({ 1 })))", "5 4"}, // looked up before the arguments
		{"print(agent.me:hit(1, agent.me:enemy()))", "6"},
		{"return agent.me:hp() == 0", ""}, // a tail call
		{"local function hp(b) return b:hp() end print(hp(agent.me) + hp(agent.foe))", "10"},
		{"for _, b in ipairs({ agent.me, agent.foe, agent.me }) do print(b:hp()) end", "7\n3\n7"},
		{"print(agent.giant:health(), agent.me:health(), pcall(function() return agent.giant:hp() end))",
			"9 7 false scripts/b.lua:2: attempt to call method 'hp' (a nil value)"},
		{"print(coroutine.wrap(function() coroutine.yield(agent.me:hp()) end)())", "7"},
		{"print(pcall(function() return agent.me:hit() end))", `false scripts/b.lua:2: argument 1 (damage) of agent.me:hit is missing; want a whole number`},
		{"print(nav.near(agent.me), nav.near(nil), nav.near(), agent.me:near())", "true false false true"},
	} {
		s := newBodies(t, hook("behavior", c.body))
		s.tick(1)
		if got := strings.ReplaceAll(s.take(), "main#1: ", ""); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// newBodies returns a session with an agent that has handles in its fields.
func newBodies(t testing.TB, archive string) *session {
	s := newSession(t, bough.Options{Seed: 1, Workers: 2}, archive, bindBodies)
	s.spawn("main", bodies())
	return s
}

func bodies() bough.Fields {
	foe := &body{name: "orc", hp: 3}
	return bough.Fields{
		"me": value.Other(&body{name: "elf", hp: 7, enemy: foe}), "foe": value.Other(foe), "giant": value.Other(giant{&body{name: "Ymir", hp: 9}}),
		"shy": value.Other(&entity{hp: 1}), "none": value.Other((*body)(nil)), "chan": value.Other(make(chan int)),
	}
}

// TestMistakesWithMethods checks the errors about methods and their arguments: place, cause and remedy.
func TestMistakesWithMethods(t *testing.T) {
	const at = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"print(agent.me:hpp())", at + `13: value-without-method-of methods=[hp enemy hit far health near] name="hpp" what="agent.me (a handle of body)" -> did-you-mean near="hp"`},
		{"print(agent.me:xyz())", at + `13: value-without-method-of methods=[hp enemy hit far health near] name="xyz" what="agent.me (a handle of body)" -> it`},
		{"print(agent.me:count())", at + `13: value-without-method-of methods=[hp enemy hit far health near] name="count" what="agent.me (a handle of body)" -> it`},
		{"print(agent.me:raw())", at + `13: value-without-method-of methods=[hp enemy hit far health near] name="raw" what="agent.me (a handle of body)" -> it`},
		{"print(agent.shy:hp())", at + `13: value-without-method-of methods=[health near] name="hp" what="agent.shy (a handle of entity)" -> it`},
		{"print(agent.chan:hp())", at + `13: value-without-method-of methods=[] name="hp" what="agent.chan (a handle of chan int)" -> no-methods`},
		{"print(agent.giant:hp())", at + `13: value-without-method-of methods=[health near] name="hp" what="agent.giant (a handle of giant)" -> it`},
		{"print(agent.mee:hp())", at + `13: nil-without-method name="hp" what="agent.mee" -> agent-field-near name="mee" near="me" remedy=(test-before operand="agent.mee")`},
		{"print(agent.foe:enemy():hp())", at + `25: nil-without-method name="hp" what="agent.foe:enemy()" -> if-nil remedy=(test-before operand="agent.foe:enemy()")`},
		{"print(agent.id:hp())", at + `13: value-without-method name="hp" what="agent.id (number)"`},
		{"print(agent.me.hp)", at + `13: value-without-field methods=[hp enemy hit far health near] name="hp" what="agent.me (a handle of body)" -> call-method name="hp" object="agent.me"`},
		{"print(agent.me.hp())", at + `13: value-without-field methods=[hp enemy hit far health near] name="hp" what="agent.me (a handle of body)" -> call-method name="hp" object="agent.me"`},
		{"print(agent.me.pos)", at + `13: value-without-field methods=[hp enemy hit far health near] name="pos" what="agent.me (a handle of body)" -> it`},
		{"agent.me.hp = 5", at + `7: value-without-field methods=[hp enemy hit far health near] name="hp" what="agent.me (a handle of body)" -> handle-unchangeable`},
		{"print(agent.me:hp(1))", at + `16: takes-no-arguments function="agent.me:hp" given=1`},
		{"agent.me:hit('x')", at + `10: wrong-argument function="agent.me:hit" given="\"x\"" n=1 name="damage" want="a whole number"`},
		{"agent.me:hit(1, agent.shy)", at + `10: wrong-argument function="agent.me:hit" given="agent.shy (a handle of entity)" n=2 name="by" want="a handle of body, as Go code puts into a field, or nil"`},
		{"agent.none:hp()", at + `12: wrong-receiver function="agent.none:hp" given="a handle of body" want="a handle that is not a nil pointer of Go"`},
		{"body.hp(agent.mee)", at + `1: wrong-argument function="body.hp" given="agent.mee (nil)" n=1 name="b" want="a handle of body, as Go code puts into a field" -> agent-has-no-field-near name="mee" near="me"`},
		{"body.hp()", `problem scripts/b.lua:2:1: too-few-arguments function="body.hp" given=0 names=[b]`},
		{"print(agent.me:far(agent.foe))", at + `16: ambiguous-method calls=[body.far(agent.me, ...) nav.far(agent.me, ...)] functions=[body.far nav.far] name="far" type="body" -> it`},
		{"print('x' .. agent.me)", at + `20: cannot-calculate left="'x' (text)" operator=".." right="agent.me (a handle of body)" -> write-code code="tostring(agent.me)"`},
		{"print(agent.me < 3)", at + `16: cannot-compare left="agent.me (a handle of body)" right="3 (number)"`},
		{"math.floor(agent.me)", at + `12: wrong-argument function="math.floor" given="agent.me (a handle of body)" n=1 name="x" want="a number"`},
		{"error(agent.me)", at + `1: error-not-text kind="handle" -> it`},
	} {
		s := newBodies(t, hook("behavior", c.body))
		s.tick(1)
		if got := s.take(); !strings.HasPrefix(got, c.want) && !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestMethodsInConditions checks methods in guards: their values in explanations, and the errors about them.
func TestMethodsInConditions(t *testing.T) {
	guarded := func(guard string) *session {
		return newBodies(t, "-- main.bt --\ntree main\n  b when "+guard+"\n-- b.lua --\nreturn { behavior = function() print('b') end }\n")
	}
	for _, c := range []struct{ guard, want, terms string }{
		{"me:hp() < 30", "main#1: b", "(me:hp() = 7, me = body elf)"},
		{"me:hp() < foe:hp()", "", "me:hp() = 7, me = body elf, foe:hp() = 3, foe = body orc"},
		{"me:enemy():hp() == 3", "main#1: b", "me:enemy():hp() = 3, me:enemy() = body orc, me = body elf"},
		{"name:upper() == 'MAIN'", "main#1: b", `(name = "main")`},
		{"me:hpp() < 30", `error scripts/main.bt:2:10: value-without-method-of methods=[hp enemy hit far health near] name="hpp" what="me (a handle of body)" -> did-you-mean near="hp"`, ""},
		{"me:xyz()", `error scripts/main.bt:2:10: value-without-method-of methods=[hp enemy hit far health near] name="xyz" what="me (a handle of body)" -> it`, ""},
		{"mee:hp() < 30", `error scripts/main.bt:2:10: nil-without-method name="hp" what="mee" -> agent-field-near name="mee" near="me" remedy=(write-code code="mee ~= nil and ...")`, ""},
		{"me.hp < 30", `error scripts/main.bt:2:10: value-without-field methods=[hp enemy hit far health near] name="hp" what="me (a handle of body)" -> call-method name="hp" object="me"`, ""},
		{"me:hp(1) < 30", `error scripts/main.bt:2:10: takes-no-arguments function="me:hp" given=1`, ""},
		{"body.hp(mee) < 30", `error scripts/main.bt:2:10: wrong-argument function="body.hp" given="mee (nil)" n=1 name="b" want="a handle of body, as Go code puts into a field" -> agent-has-no-field-near name="mee" near="me"`, ""},
		{"foe:far(me) < 30", `error scripts/main.bt:2:10: ambiguous-method calls=[body.far(foe, ...) nav.far(foe, ...)] functions=[body.far nav.far] name="far" type="body" -> it`, ""},
	} {
		s := guarded(c.guard)
		s.tick(1)
		got := s.take()
		if i := strings.Index(got, "error "); i >= 0 {
			got = got[i:] // after the findings
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.guard, got, c.want)
		}
		if text := s.game.World().Agent(1).Explain().String(); !strings.Contains(text, c.terms) {
			t.Errorf("%s\n%s\nwant %s", c.guard, text, c.terms)
		}
	}
	for guard, want := range map[string]string{
		"me:hpp() < 30":      `scripts/main.bt:2:13: warning no-handle-method name="hpp" near="hp" -> it`,
		"me:hp() < 30":       "",
		"me:behave() == nil": "", // me may be a table of a script
		"body < 3":           `scripts/main.bt:2:10: field-hidden-by-library library="body" -> it`,
		"body.hp < 3":        `scripts/main.bt:2:10: function-not-called library="body" name="body.hp" -> it`,
		"body.mana < 3":      `scripts/main.bt:2:10: unknown-library-member library="body" member="mana" -> rename-library-field library="body"`,
		"body:hp() < 3":      `scripts/main.bt:2:10: field-hidden-by-library library="body" -> it`,
		"body:hp(me) < 3":    `scripts/main.bt:2:10: colon-on-library library="body" member="hp" -> it`,
	} {
		s := newSession(t, options, "-- main.bt --\ntree main\n  b when "+guard+"\n-- b.lua --\nreturn {}\n", bindBodies)
		if text := headlines(diag.List(s.game.Load())); text != want {
			t.Errorf("%s\ngot  %s\nwant %s", guard, text, want)
		}
	}
}

// TestMethodsAreChargedLikeHelpers checks that a method takes as many steps as the helper, but for the look-up.
func TestMethodsAreChargedLikeHelpers(t *testing.T) {
	steps := func(call string) int64 {
		s := newBodies(t, hook("behavior", "local me = agent.me for i = 1, 1000 do "+call+" end"))
		s.tick(1)
		if out := s.take(); out != "" {
			t.Fatal(out)
		}
		return s.game.Runtime().Totals().Steps
	}
	if m, h := steps("me:hp()"), steps("body.hp(me)"); m > h || m == 0 {
		t.Errorf("1,000 methods take %d steps, helpers %d", m, h)
	}
}

// TestMethodsDoNotAllocate checks that a tick with calls of methods allocates nothing.
func TestMethodsDoNotAllocate(t *testing.T) {
	s := newBodies(t, hook("behavior", "for i = 1, 100 do agent.n = agent.me:hp() + agent.foe:hp() + agent.giant:health() end"))
	s.tick(20)
	if n := testing.AllocsPerRun(100, func() { s.tick(1) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkMethod compares calls of a method with those of its helper.
func BenchmarkMethod(b *testing.B) {
	for _, call := range []string{"body.hp(me)", "me:hp()", "me:hp() foe:hp() giant:health()"} {
		b.Run(call, func(b *testing.B) {
			s := newSession(b, bough.Options{Seed: 1, Limits: bough.Limits{Budget: luabind.NoBudget}}, hook("behavior",
				"local me, foe, giant = agent.me, agent.foe, agent.giant for i = 1, agent.n do "+call+" end"), bindBodies)
			a := s.spawn("main", bodies())
			a.Set(engine.KeyOf("n"), value.Number(1))
			s.tick(10)
			a.Set(engine.KeyOf("n"), value.Number(float64(b.N)))
			b.ResetTimer()
			s.tick(1)
			if out := s.take(); out != "" {
				b.Fatal(out)
			}
		})
	}
}

// TestMethodsAreChecked checks what the check of files finds about methods.
func TestMethodsAreChecked(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"agent.me:hp() agent.me:enemy():hp() agent.title:upper()", ""},
		{"agent.me:hpp()", "scripts/b.lua:2:10: warning: no handle has a method hpp: did you mean hp?"},
		{"local me = agent.me me:enemi()", "scripts/b.lua:2:24: warning: no handle has a method enemi: did you mean enemy?"},
		{"agent.list[1]:enemi()", ""}, // an unknown entry
		{"agent.shape:draw()", ""},    // may be a table of a script
		{"local foe = body.enemy(agent.me) foe:hp()", ""},
		{"local foe = body.enemy(agent.me) foe:hpp()", "scripts/b.lua:2:38: a handle of body has no method hpp: did you mean hp?"},
		{"local foe = body.enemy(agent.me) foe:hp(2)", `scripts/b.lua:2:38: foe:hp takes no arguments, and is given 1`},
		{"local foe = body.enemy(agent.me) foe:hit()", `scripts/b.lua:2:38: foe:hit needs damage, and is given 0 arguments`},
		{"local foe = body.enemy(agent.me) foe:hit(1, nil, 3)", `scripts/b.lua:2:38: foe:hit takes damage, by, and is given 3 arguments`},
		{"local foe = body.enemy(agent.me) foe:hit(unpack({}))", ""},
		{"local foe = body.enemy(agent.me) foe:far(agent.me)", "scripts/b.lua:2:38: body.far and nav.far take a handle of body, so the method far is ambiguous"},
		{"local foe = body.enemy(agent.me) foe:stop()", "scripts/b.lua:2:38: a handle of body has no method stop: its methods are hp, enemy, hit, far, health, near"},
		{"local foe = body.enemy(agent.me) print(foe.hp < 3)", "scripts/b.lua:2:44: a handle of body has no field hp: it is a method: write foe:hp()"},
		{"local foe = body.enemy(agent.me) print(foe.pos)", "scripts/b.lua:2:44: a handle of body has no field pos: its methods are hp, enemy, hit, far, health, near"},
		{"print(body.enemy(agent.me):hpp())", "scripts/b.lua:2:28: a handle of body has no method hpp: did you mean hp?"},
		{"local foe = body.enemy(agent.me) foe = {} foe:hpp()", ""},
		{"local function f(x) x:hpp() end f(agent.me)", ""},
		{"local n = body.hp(agent.me) print(n)", ""},
		{"local b = bt.board('x') print(b.hpp)", ""},
	} {
		s := newSession(t, options, hook("behavior", c.body), bindBodies)
		var got []string
		for _, d := range s.game.Load() {
			got = append(got, d.Headline())
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, text, c.want)
		}
	}
}

// ghost is a Go value whose String panics.
type ghost struct{ who *body }

func (g *ghost) String() string { return "ghost of " + g.who.name }

// TestTextsOfHandles checks the texts of handles in logs, in scripts, in explanations and in requests: those of their
// String, which may panic, or the names of their types.
func TestTextsOfHandles(t *testing.T) {
	fields := bodies()
	fields["ghost"] = value.Other(&ghost{})
	s := newSession(t, options, hook("behavior", `
print(agent.me, agent.shy, agent.ghost)
print(tostring(agent.me) .. "|" .. tostring(agent.shy) .. "|" .. tostring(agent.ghost))
print(("%s, %-10s."):format(agent.me, agent.foe), ("%s %s"):format({}, print))
bt.request(agent, "hit", { who = agent.me, with = agent.shy })
bt.board("b").who = agent.me
agent.n = agent.n + 1`), bindBodies)
	fields["n"] = 0
	a := s.spawn("main", fields)
	s.tick(1)
	const panics = "a handle of ghost, whose String panics: runtime error: invalid memory address or nil pointer dereference"
	s.want("main#1: body elf a handle of entity "+panics, "main#1: body elf|a handle of entity|"+panics, "main#1: body elf, body orc  . table function")
	if r, _ := a.InForce("hit"); r.Data.String() != "{who=body elf, with=a handle of entity}" || r.Data.Plain() != "{who=a handle of body, with=a handle of entity}" {
		t.Errorf("%v, %s", r.Data, r.Data.Plain())
	}
	long := &body{name: strings.Repeat("ö", 200) + "\nx"}
	a.Set(engine.KeyOf("me"), value.Other(long))
	s.tick(1)
	if got := s.take(); strings.Contains(got, "\nx") || !strings.Contains(got, "ö…") {
		t.Error(got)
	}
}

// TestMethodsAreListed checks that the API lists the methods of each type of handles, but not the ambiguous ones.
func TestMethodsAreListed(t *testing.T) {
	api := newBodies(t, hook("behavior", "")).game.Runtime().API()
	found, err := api.Find("body")
	if err != nil {
		t.Fatal(err)
	}
	const want = `body: A handle of the game, which scripts keep, compare and give to functions of the game.
  body:hp(): number
      What it has left.
  body:enemy(): body?
      Whom it fights, or nil.
  body:hit(damage: number, by?: body): number
      Takes damage.
  body:health(): number
      Of anything that lives.
  body:near(): boolean
      Whether something is near.
`
	if text := found.Text(); !strings.HasSuffix(text, want) || !strings.Contains(text, "\n  body.enemy(b: body): body?\n") {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if found, err := api.Find("enemy"); err != nil || strings.Count(found.Text(), "Whom it fights") != 2 {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := api.Find("enemi"); err == nil || !strings.Contains(err.Error(), "did you mean body.enemy?") {
		t.Error(err)
	}
	const definition = "\ndo\n---A handle of the game, which scripts keep, compare and give to functions of the game.\n---@class body\nlocal handle = {}\n\n---What it has left.\n---@return number\nfunction handle:hp() end\n"
	for _, want := range []string{definition, "---@param b body\n---@return body?\nfunction body.enemy(b) end\n", "---@class healthy\nlocal handle = {}\n\n---Of anything that lives.\n---@return number\nfunction handle:health() end\n"} {
		if !strings.Contains(api.LuaLS(), want) {
			t.Errorf("the definitions lack %s\n%s", want, api.LuaLS())
		}
	}
}
