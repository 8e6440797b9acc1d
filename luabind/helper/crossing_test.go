package helper_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

type order struct {
	What  string
	Count int           `lua:"n,omitempty"`
	Wait  time.Duration `lua:"wait"`
	Who   *entity       `lua:",omitempty"`
	note  string        `lua:"-"` //lint:ignore U1000 it is left out
}

func entityHelpers() []helper.Helper {
	return []helper.Helper{
		helper.Func("hp(e?): of an entity, 0 for nobody", func(e *entity) int { return e.Health() }),
		helper.FuncOf[*entity]("enemy(e): whom it fights, or nil", func(e *entity) *entity { return e.enemy }),
		helper.FuncOf[healthy]("health(e): the same by an interface", func(h healthy) int { return h.Health() }),
		helper.Func("name(e): by reflection", func(e *entity) struct{ HP int } { return struct{ HP int }{e.hp} }),
		helper.Func("same(a, b): whether two values are the same", func(a, b value.Value) bool { return a.Equal(b) }),
		helper.Func("fresh(hp): a new entity", func(hp int) value.Value { return value.Other(&entity{hp: hp}) }),
		helper.Func("twice(d): a time", func(d time.Duration) time.Duration { return 2 * d }),
		helper.Func("order(o): a struct with tags", func(o order) order { o.Count++; return o }),
		helper.Func("count(words): how often each is there", func(words ...string) map[string]int {
			out := map[string]int{}
			for _, w := range words {
				out[w]++
			}
			return out
		}),
		helper.Func("sum(m): of a map", func(m map[string]float64) (s float64) {
			for _, f := range m {
				s += f
			}
			return s
		}),
		helper.Func("scaled(n, by?): by may be left out", func(n float64, by *float64) float64 {
			if by == nil {
				return n
			}
			return n * *by
		}),
		helper.Func("path(n): fails", func(n int) (int, error) { return 0, fmt.Errorf("to %d: %w", n, errNoPath) }),
		helper.Func("busy(n): panics with an error", func(n int) int { panic(errNoPath) }),
	}
}

var errNoPath = errors.New("no path")

func newEntitySession(t testing.TB) *session {
	x := newSession(t)
	x.set(t, "body", helper.Namespace{Name: "body", Helpers: entityHelpers()}.Table(helper.Options{}).Value())
	return x
}

// TestHandlesOfGoValues checks that a Go value is a handle in scripts, and always the same handle. Helpers and the
// game must get the original value back.
func TestHandlesOfGoValues(t *testing.T) {
	orc, elf := &entity{hp: 7}, &entity{hp: 3}
	elf.enemy = orc
	x := newEntitySession(t)
	for name, e := range map[string]*entity{"target": orc, "old": orc, "other": elf, "nobody": nil} {
		x.set(t, name, helper.FromValue(value.Other(e)))
	}
	for range 2 {
		for _, c := range []struct{ body, want string }{
			{"return type(target), body.hp(target), body.health(other), body.hp(nil), body.hp()", "userdata 7 3 0 0"},
			{"local seen = { [target] = true } return seen[old], seen[other], target == old, target ~= other", "true nil true true"},
			{"return body.enemy(other) == target, body.enemy(target), body.same(target, old), body.hp(body.fresh(9))", "true nil true 9"},
			{"return body.same(body.enemy(other), target), body.same(other, target)", "true false"},
		} {
			if got := x.say(t, c.body); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
			}
		}
		for _, body := range []string{"body.enemy(nobody)", "return body.name(nobody)"} {
			if got, want := x.say(t, body), `given="nobody (a handle of entity)" n=1 name="e" want="a handle that is not a nil pointer of Go"`; !strings.Contains(got, want) {
				t.Errorf("%s: %s", body, got)
			}
		}
		runtime.GC()
	}
	out, err := x.run(t, "return { who = target }")
	if err != nil {
		t.Fatal(err)
	}
	v, err := helper.ToValue(out[0])
	if err != nil || v.Table().Get("who").Ref() != any(orc) {
		t.Errorf("%v, %v", v, err)
	}
}

// TestCrossing checks the conversion of other values between Go and scripts.
func TestCrossing(t *testing.T) {
	x := newEntitySession(t)
	for _, c := range []struct{ body, want string }{
		{"return body.twice(1.5)", "3"},
		{"local o = body.order({ what = 'go', wait = 0.5 }) return o.what, o.n, o.wait, o.who, o.note", "go 1 0.5 nil nil"},
		{"local o = body.order({ what = 'go', n = -1, wait = 0 }) return o.n", "nil"},
		{"body.order({ what = 'go', n = 5, wait = 0 }) return body.order({ what = 'go', wait = 0 }).n", "1"},
		{"local e = body.fresh(1) return body.order({ what = 'go', wait = 0, who = e }).who == e", "true"},
		{"local m = body.count('a', 'b', 'a') return m.a, m.b, m.c, next(body.count())", "2 1 nil nil"},
		{"local s = '' for k, n in pairs(body.count('b', 'a', 'c', 'a')) do s = s .. k .. n end return s", "a2b1c1"},
		{"return body.sum({ a = 1, b = 2 }), body.sum({})", "3 0"},
		{"return body.scaled(3), body.scaled(3, nil), body.scaled(3, 2)", "3 3 6"},
		{"body.twice('x')", `wrong-argument function="body.twice" given="\"x\"" n=1 name="d" want="a number of seconds"`},
		{"body.twice(1e300)", `wrong-argument function="body.twice" given="1e+300" n=1 name="d" want="a number of seconds"`},
		{"body.twice(0/0)", `wrong-argument function="body.twice" given="nan" n=1 name="d" want="a number of seconds"`},
		{"body.order({ what = 'go' })", `wrong-argument function="body.order" given="table" n=1 name="o" want="a table whose wait is a number of seconds (wait is missing)"`},
		{"body.order({ what = 'go', wait = 1, who = 5 })", `error 2:6: wrong-argument function="body.order" given="table" n=1 name="o" want="a table whose who is a handle of entity, as Go code puts into a field, or nil"`},
		{"body.count('a', 5)", `wrong-argument function="body.count" given="5" n=2 name="words" want="a string"`},
		{"body.sum({ 1 })", `wrong-argument function="body.sum" given="table with 1 element" n=1 name="m" want="a table with texts as keys (one is 1)"`},
		{"body.sum({ a = 'x' })", `wrong-argument function="body.sum" given="table" n=1 name="m" want="a table of which each entry is a number (a is \"x\")"`},
		{"body.scaled(3, 'x')", `wrong-argument function="body.scaled" given="\"x\"" n=2 name="by" want="a number, or nil"`},
		{"body.hp({})", `error 2:6: wrong-argument function="body.hp" given="table" n=1 name="e" want="a handle of entity, as Go code puts into a field, or nil"`},
		{"body.enemy(nil)", `error 2:6: wrong-argument function="body.enemy" given="nil" n=1 name="e" want="a handle of entity, as Go code puts into a field"`},
		{"body.enemy()", `error 2:6: missing-argument function="body.enemy" n=1 name="e" want="a handle of entity, as Go code puts into a field"`},
		{"body.health(nil)", `error 2:6: wrong-argument function="body.health" given="nil" n=1 name="e" want="a handle of healthy, as Go code puts into a field"`},
		{"body.order(body.fresh(1))", `error 2:6: wrong-argument function="body.order" given="a handle of entity" n=1 name="o" want="a table"`},
		{"body.path(3)", `error 2:6: helper-error error="to 3: no path" function="body.path"`},
		{"body.busy(3)", `error 2:6: helper-panic function="body.busy" value="no path"`},
	} {
		if got := x.say(t, c.body); got != c.want && !(strings.HasPrefix(got, "error 2:") && strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestMapOfStructs checks that a field that is missing in one entry does not get the value from another entry.
func TestMapOfStructs(t *testing.T) {
	x := newSession(t)
	x.set(t, "counts", helperFunction("counts(orders): the counts", func(orders map[string]order) (n int) {
		for _, o := range orders {
			n += o.Count
		}
		return n
	}))
	if got := x.say(t, "return counts({ a = { what = 'x', n = 5, wait = 0 }, b = { what = 'y', wait = 0 }, c = { what = 'z', wait = 1 } })"); got != "5" {
		t.Error(got)
	}
}

func helperFunction(signature string, fn any) lua.Value {
	h := helper.Func(signature, fn)
	return h.Function(helper.Options{}).Value()
}

// TestShared uses one table of helpers in several States concurrently. Each call must use its own copy of the
// variables that reflection keeps between calls.
func TestShared(t *testing.T) {
	table := helper.Namespace{Name: "body", Helpers: entityHelpers()}.Table(helper.Options{})
	lua.Freeze(table.Value())
	var wg sync.WaitGroup
	for worker := range 4 {
		x := newSession(t)
		x.set(t, "body", table.Value())
		x.set(t, "me", lua.Number(float64(worker)))
		wg.Go(func() {
			got := x.say(t, `for i = 1, 200 do
  local o = body.order({ what = "w" .. me, wait = me, n = i })
  if o.what ~= "w" .. me or o.n ~= i + 1 or o.wait ~= me then return o.what, o.n, o.wait, me, i end
  if body.scaled(me, i) ~= me * i or body.count("w" .. me)["w" .. me] ~= 1 then return me, i end
end
return "done"`)
			if got != "done" {
				t.Error(got)
			}
		})
	}
	wg.Wait()
}

// TestNothingIsKept checks that a call by reflection does not keep its arguments alive afterwards.
func TestNothingIsKept(t *testing.T) {
	x := newEntitySession(t)
	freed := make(chan struct{})
	func() {
		type large struct { // not small, since a small value might share its memory with others
			*entity
			_ [64]*int
		}
		e := &large{entity: &entity{hp: 5}}
		runtime.AddCleanup(e, func(c chan struct{}) { close(c) }, freed)
		x.set(t, "target", helper.FromValue(value.Other(e)))
		if got := x.say(t, "local hp = body.health(target) target = nil return hp"); got != "5" {
			t.Error(got)
		}
	}()
	x.say(t, "return 1, 2, 3, body.hp(nil)")
	for range 100 { // the first collection may free only the handle, and a later one the value
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("an entity that nobody holds is kept alive")
}
