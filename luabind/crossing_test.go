package luabind_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
)

// entity is a Go type of a game. Scripts cannot read its fields.
type entity struct{ hp int }

func (e *entity) Health() int { return e.hp }

type healthy interface{ Health() int }

var errNoPath = errors.New("no path")

func bindEntities(o *bough.Options) {
	bind("go",
		bough.Func("hp(e?): of an entity, 0 for nobody", func(e *entity) int {
			if e == nil {
				return 0
			}
			return e.hp
		}),
		bough.Func("health(e): the same by an interface", func(h healthy) int { return h.Health() }),
		bough.Func("same(a, b): whether two values are the same", func(a, b value.Value) bool { return a.Equal(b) }),
		bough.Func("fresh(hp): a new entity", func(hp int) value.Value { return value.Other(&entity{hp}) }),
		bough.Func("twice(d): a time", func(d time.Duration) time.Duration { return 2 * d }),
		bough.Func("path(n): fails", func(n int) (int, error) { return 0, fmt.Errorf("to %d: %w", n, errNoPath) }),
		bough.Func("busy(n): panics with an error", func(n int) int { panic(errNoPath) }),
	)(o)
}

// TestHandlesOfGoValues checks that a Go value in a field is a handle in scripts. Helpers, guards and the game must
// get the original value back, even if the handle was in a memory, on a board or in a request.
func TestHandlesOfGoValues(t *testing.T) {
	orc, elf := &entity{7}, &entity{3}
	s := newSession(t, bough.Options{Seed: 1, Workers: 2}, `
-- main.bt --
tree main
  root
    a +
    b when target == old and go.hp(target) == 7 and not (target == other)
-- root.lua --
return {}
-- b.lua --
return { behavior = function() print("b") end }
-- a.lua --
return { behavior = function(agent, params, memory)
  print(type(agent.target), go.hp(agent.target), go.health(agent.other), go.hp(nil), go.hp())
  memory.seen = memory.seen or { [agent.target] = true }
  print(memory.seen[agent.old], memory.seen[agent.other], agent.target == agent.old, agent.target ~= agent.other, tostring(agent.target))
  agent.kept = { who = agent.target }
  bt.board("b").who = agent.target
  local who = bt.board("b").who
  print(who == nil or who == agent.target, go.same(agent.target, agent.old), go.hp(go.fresh(9)))
  bt.request(agent, "hit", { who = agent.target })
end }
`, bindEntities).clean()
	a := s.spawn("main", bough.Fields{"target": value.Other(orc), "old": value.Other(orc), "other": value.Other(elf)})
	s.tick(2)
	runtime.GC()
	s.tick(1)
	lines := []string{"main#1: userdata 7 3 0 0", "main#1: true nil true true a handle of entity", "main#1: true true 9", "main#1: b"}
	s.want(append(append(append([]string{}, lines...), lines...), lines...)...)
	if got := a.Get(engine.KeyOf("target")).Ref(); got != any(orc) {
		t.Errorf("the field is %v", got)
	}
	if q, _ := a.InForce("hit"); q.Data.Table().Get("who").Ref() != any(orc) {
		t.Errorf("the request has %v", q.Data)
	}
	if got := a.Get(engine.KeyOf("kept")).Table().Get("who").Ref(); got != any(orc) {
		t.Errorf("the table has %v", got)
	}
	if text := a.Explain().String(); strings.Contains(text, "0x") || !strings.Contains(text, "a handle of entity") {
		t.Error(text)
	}
}

// TestHandlesAreForgotten checks that a Go value can be collected once no script holds its handle.
func TestHandlesAreForgotten(t *testing.T) {
	s := newSession(t, options, hook("behavior", "agent.n = agent.target and go.health(agent.target)"), bindEntities)
	a := s.spawn("main", nil)
	freed := make(chan struct{})
	func() {
		type large struct { // not small, since a small value might share its memory with others
			*entity
			_ [64]*int
		}
		e := &large{entity: &entity{5}}
		runtime.AddCleanup(e, func(c chan struct{}) { close(c) }, freed)
		a.Set(engine.KeyOf("target"), value.Other(e))
	}()
	s.tick(1)
	a.Set(engine.KeyOf("target"), value.Value{})
	s.tick(1)
	for range 10 { // the first collection may free only the handle, and a later one the value
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("an entity without references is kept alive")
}

// TestCrossing checks the conversion of fields, and that messages call a Go value a handle. Package helper tests the
// other conversions.
func TestCrossing(t *testing.T) {
	const at = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"print(go.twice(1.5), agent.cooldown)", "3 0.25"},
		{"go.hp({})", `error scripts/b.lua:2:1: wrong-argument function="go.hp" given="table" n=1 name="e" want="a handle of entity, as Go code puts into a field, or nil"`},
		{"go.twice(go.fresh(1))", `error scripts/b.lua:2:1: wrong-argument function="go.twice" given="a handle of entity" n=1 name="d" want="a number of seconds"`},
		{"print(go.fresh(1).hp)", `error scripts/b.lua:2:19: value-without-field methods=[hp health] name="hp" what="go.fresh(1) (a handle of entity)" -> call-method name="hp" object=""`},
		{"go.fresh(1).hp = 5", at + `13: value-without-field methods=[hp health] name="hp" what="go.fresh(1) (a handle of entity)" -> handle-unchangeable`},
	} {
		s := newSession(t, options, one("return { behavior = function(agent)\n"+c.body+"\nend }\n"), bindEntities)
		s.spawn("main", bough.Fields{"cooldown": 250 * time.Millisecond})
		s.tick(1)
		got := strings.ReplaceAll(s.take(), "main#1: ", "")
		if got != c.want && !(strings.Contains(got, at) && strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		} else if strings.Contains(got, "userdata") {
			t.Errorf("%s: scripts know no userdata: %s", c.body, got)
		}
	}
}

// TestErrorsOfHelpers checks that errors.Is finds the error that a helper has returned or panicked with, in hooks
// and in guards. The position of the error must be that of the call.
func TestErrorsOfHelpers(t *testing.T) {
	for _, c := range []struct {
		body, place string
		is          bool
	}{
		{"  local way = 1 + go.path(3)", "2:19", true},
		{"  local way = 1 + go.busy(3)", "2:19", true},
		{"  local ok, err = pcall(go.path, 3) error(err, 0)", "2:", true},
		{"  pcall(go.path, 3) error('other')", "2:", false},
		{"  coroutine.wrap(function() go.path(3) end)()", "2:29", true},
	} {
		s := newSession(t, options, one("return { behavior = function(agent)\n"+c.body+"\nend }\n"), bindEntities)
		s.spawn("main", nil)
		s.tick(1)
		if len(s.faults) != 1 || errors.Is(s.faults[0], errNoPath) != c.is || !strings.HasPrefix(s.faults[0].Pos.String(), "scripts/b.lua:"+c.place) {
			t.Errorf("%s: %v, errors.Is: %v", c.body, s.faults, !c.is)
		}
		var e *luabind.Error
		if !errors.As(s.faults[0], &e) {
			t.Errorf("%s: no *luabind.Error", c.body)
		}
	}
	for _, guard := range []string{"go.path(id) > 1", "go.busy(id) > 1", "({ go.path(id) })[1]", "({ go.path(id) })[1] > 1"} {
		s := newSession(t, options, "-- main.bt --\ntree main\n  root\n    b when "+guard+"\n-- root.lua --\nreturn {}\n-- b.lua --\nreturn {}\n", bindEntities)
		s.spawn("main", nil)
		s.tick(1)
		if len(s.faults) != 1 || !errors.Is(s.faults[0], errNoPath) {
			t.Errorf("%s: %v, %v", guard, s.faults, s.take())
		}
	}
}

// TestPanicsOfHelpers checks that a fault names the place in the code of the game at which a helper has panicked, and
// that errors.As finds the whole stack.
func TestPanicsOfHelpers(t *testing.T) {
	var doors map[string]bool
	deeper := func(name string) { doors[name] = true }
	for name, f := range map[string]any{
		"nil map":    func(id int) int { deeper("cellar"); return id },
		"library":    func(id int) string { return strings.Repeat("x", -id) },
		"engine":     func(ctx *engine.Context, id int) int { ctx.Agent().World().Post(1, engine.Stimulus{}); return id },
		"reflection": func(m map[string]int) { _ = m["x"]; deeper("attic") },
		"error":      func(id int) int { panic(errNoPath) },
	} {
		arg := "agent.id"
		if name == "reflection" {
			arg = "{}"
		}
		s := newSession(t, options, hook("behavior", "go.open("+arg+")"), bind("go", bough.Func("open(x): opens a door", f)))
		s.spawn("main", nil)
		s.tick(1)
		var e *helper.PanicError
		if len(s.faults) != 1 || !errors.As(s.faults[0], &e) {
			t.Fatalf("%s: %v", name, s.faults)
		}
		if text := s.faults[0].Error(); e.Helper != "go.open" || !strings.Contains(text, "\n  panicked at crossing_test.go:") {
			t.Errorf("%s: no place: %s", name, text)
		}
		if stack := e.Stack(); !strings.HasPrefix(stack, "runtime.gopanic\n") && !strings.HasPrefix(stack, "panic\n") || !strings.Contains(stack, "luabind_test.TestPanicsOfHelpers.func") || !strings.Contains(stack, "World).Tick") {
			t.Errorf("%s: %s", name, stack)
		}
	}
}
