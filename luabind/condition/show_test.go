package condition_test

import (
	"sync"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
)

func TestTerms(t *testing.T) {
	h := newHost()
	h.set("hp", 12.5, "target", table("x", 1, "y", 2))
	_ = h.params.Set(lua.Name("reach"), lua.Number(2))
	for _, c := range []struct{ guard, want string }{
		{"hp < 30", "hp=12.5"},
		{"hp < 30 and hp > 3", "hp=12.5"},
		{"hp < mp or params.reach > 1", "hp=12.5 mp=nil params.reach=2"},
		{"target.x == 1", "target.x=1"},
		{"other.x == 1", "other.x=error: other is nil; it has no field x"},
		{"ran(\"root\") and since(\"root\") > hp", `ran("root")=false since("root")=0 hp=12.5`},
		{"ran(\"roof\")", `ran("roof")=error: tree main has no node "roof": did you mean root?`},
		{"math.floor(hp) == 12 and target", "hp=12.5 target={x=1, y=2}"},
		{"h.add(hp, 1) > 3 and h.vec(hp, 1).x", "h.add(hp, 1)=13.5 hp=12.5 h.vec(hp, 1)={x=12.5, y=1}"},
		{`target["x y"] or target[hp]`, `target["x y"]=nil target={x=1, y=2} hp=12.5`},
		{`in_force("a\1")`, `in_force("a\x01")=nil`},
		{`bt.board("town").alarm and hp > 3`, "hp=12.5"},
	} {
		if got := h.terms(h.mustCompile(t, c.guard)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

func TestRender(t *testing.T) {
	h := newHost()
	h.set("hp", 12, "x", 4, "spot", table("x", 3, "y", 4), "mood", "angry")
	_ = h.params.Set(lua.Name("goal"), table("x", 1, "y", 2).Value())
	for _, c := range []struct{ guard, want string }{
		{"hp<30 and target~=nil", "hp (12) < 30 and target (nil) ~= nil"},
		{"(hp < 30) or not(target and hp)", "hp (12) < 30 or not (target (nil) and hp (12))"},
		{"(hp - x) - (x - hp) == 16", "hp (12) - x (4) - (x (4) - hp (12)) == 16"},
		{"(hp + x) * 2 > hp + x * 2", "(hp (12) + x (4)) * 2 > hp (12) + x (4) * 2"},
		{"(2 ^ x) ^ 2 < 2 ^ x ^ 2", "(2 ^ x (4)) ^ 2 < 2 ^ x (4) ^ 2"},
		{"-x ^ 2 < (-x) ^ -2", "-x (4) ^ 2 < (-x (4)) ^ -2"},
		{"-(-x) == - -x", "-(-x (4)) == -(-x (4))"},
		{"spot.x > params.goal.x", "spot.x (3) > params.goal.x (1)"},
		{"spot", "spot ({x=3, y=4})"},
		{"target.x == 1", "target.x (error: target is nil; it has no field x) == 1"},
		{`mood == "a\"b"`, `mood ("angry") == "a\"b"`},
		{`h.near(x, hp, 3) and ran("root", 2)`, `h.near(x (4), hp (12), 3) (true) and ran("root", 2) (false)`},
		{"h.add(h.zero(), x) > 3", "h.add(h.zero() (0), x (4)) (4) > 3"},
		{"h.vec(x, 1).x > spot.q", "h.vec(x, 1).x (4) > spot.q (nil)"},
		{"math.floor(x / 3) == 1", "math.floor(x (4) / 3) == 1"},
		{"mood:upper() .. (mood .. mood) == #mood", `mood ("angry"):upper() .. mood ("angry") .. mood ("angry") == #mood ("angry")`},
		{`("x"):rep(x) == ({x, [2] = hp})[x]`, `("x"):rep(x (4)) == ({x (4), [2] = hp (12)})[x (4)]`},
		{"xor(hp, not target)", "xor(hp (12), not target (nil))"},
		{"true ~= nil and false == 0x10", "true ~= nil and false == 0x10"},
	} {
		if got := h.render(h.mustCompile(t, c.guard)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.guard, got, c.want)
		}
	}
}

// TestShowingOnWorkers: conditions are shown by several goroutines at once, in States of their own.
func TestShowingOnWorkers(t *testing.T) {
	h := newHost()
	h.names = conditions{"hurt": "hp < 30"}
	c := h.mustCompile(t, "hurt and hp > 3")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			agent := table("hp", 12).Value()
			if got, want := c.Render(lua.NewState(), agent, lua.Nil), "hurt (true) and hp (12) > 3, where hurt is hp (12) < 30"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	wg.Wait()
}
