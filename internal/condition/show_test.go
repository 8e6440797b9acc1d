package condition_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/message"
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
		{"other.x == 1", "other.x=error: " + message.NotATable("x", "other (nil)").Error()},
		{"ran(\"root\") and since(\"root\") > hp", `ran("root")=false since("root")=0 hp=12.5`},
		{"ran(\"roof\")", `ran("roof")=error: ` + message.NodeNotInTree("roof", "main").With(message.DidYouMean("root")).Error()},
		{"math.floor(hp) == 12 and target", "hp=12.5 target={x=1, y=2}"},
		{"h.add(hp, 1) > 3 and h.vec(hp, 1).x", "h.add(hp, 1)=13.5 hp=12.5 h.vec(hp, 1)={x=12.5, y=1}"},
		{`target["x y"] or target[hp]`, `target["x y"]=nil target={x=1, y=2} hp=12.5`},
		{`in_force("a\1")`, `in_force("a\1")=nil`},
		{`bt.board("town").alarm and hp > 3`, "hp=12.5"},
	} {
		if got := h.terms(h.mustCompile(t, c.guard)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}

// TestShowingOnWorkers shows conditions on several goroutines at once, in States of their own.
func TestShowingOnWorkers(t *testing.T) {
	h := newHost()
	h.names = conditions{"hurt": "hp < 30"}
	c := h.mustCompile(t, "hurt and hp > 3")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			agent := table("hp", 12).Value()
			want := []condition.Term{{Text: "hurt", Value: "true"}, {Text: "hp", Value: "12"}}
			if got := c.Terms(lua.NewState(), agent, lua.Nil); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
	wg.Wait()
}
