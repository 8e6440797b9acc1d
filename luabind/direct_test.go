package luabind_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// directFiles holds scripts whose hooks raise or catch an error in most ticks.
var directFiles = fstest.MapFS{
	"main.bt": {Data: []byte("tree main\n  root\n    spy when n > 1\n    first\n      deep\n      deeper\n    fallback\n      second\n      third\n    last\n")},
	// Two behaviors raise errors in the same tick, and one of them has a child.
	"pair.bt": {Data: []byte("tree pair\n  one\n    two +\n      last\n    two +\n")},
	"one.lua": {Data: []byte(`return { behavior = function(agent) agent.n = agent.n + 1 end }`)},
	"two.lua": {Data: []byte(`return { behavior = function(agent) if agent.n % 4 == 0 then error("two") end end }`)},
	"root.lua": {Data: []byte(`return { behavior = function(agent)
  agent.n = agent.n + 1
  if agent.n % 11 == 0 then error("root") end
end }`)},
	"spy.lua": {Data: []byte(`return { non_exclusive = true,
  precondition = function(agent) return pcall(error, "caught") or agent.n % 7 == 0 and agent.none.x end,
  behavior = function(agent) agent.spied = select(2, pcall(function() return agent.none.x end)) end,
}`)},
	"first.lua": {Data: []byte(`return {
  precondition = function(agent) if agent.n % 3 == 0 then error("first") end return agent.n % 2 == 0 end,
  on_exit = function(agent) if agent.n % 5 == 0 then error("exit") end end,
}`)},
	"deep.lua": {Data: []byte(`return { precondition = function(agent) return agent.none.x end }`)},
	"deeper.lua": {Data: []byte(`return {
  on_enter = function(agent) if agent.n % 4 == 0 then error("enter") end end,
  behavior = function(agent) if agent.n % 6 == 0 then while true do end end end,
}`)},
	"second.lua": {Data: []byte(`return { precondition = function(agent, params) if agent.n % 13 == 0 then pcall(rawset, agent, "z", 1) end return agent.n % 5 == 0 end,
  behavior = function(agent) return nil + 1 end }`)},
	"third.lua": {Data: []byte(`return { behavior = function(agent) if agent.n % 9 == 0 then return agent.n end return agent.n % 2 == 0 and "success" or "running" end }`)},
	"last.lua":  {Data: []byte(`return { behavior = function(agent) agent.late = agent.n end }`)},
}

// strict is a Binding without direct calls. Its hooks are only called by Call.
type strict struct{ engine.Binding }

// TestDirectCalls checks that the results do not depend on where errors of hooks are caught: once in the worker, or
// in each call.
func TestDirectCalls(t *testing.T) {
	t.Run("observed", func(t *testing.T) { testDirectCalls(t, true) })
	t.Run("not observed", func(t *testing.T) { testDirectCalls(t, false) })
}

func testDirectCalls(t *testing.T, observed bool) {
	var traces [2]string
	for k := range traces {
		r := luabind.NewRuntime(luabind.Options{Budget: 1000})
		m := assets.NewManager(assets.Options{FS: directFiles, Runtime: r})
		if rep := m.Load(); rep.Problems.Err() != nil {
			t.Fatal(rep.Problems)
		}
		o := engine.Options{NewFields: r.NewFields, QuarantineAfter: 1000}
		if k == 0 {
			o.Wrap = func(_ *engine.Behavior, inner engine.Binding) engine.Binding { return strict{inner} }
		}
		w := engine.NewWorld(o)
		var b strings.Builder
		if observed {
			w.Observe(func(e engine.Event) {
				fmt.Fprintln(&b, e.Kind, e.Node, e.Status, e.Reason)
				if e.Fault != nil {
					fmt.Fprintln(&b, e.Fault.Err)
				}
			})
		}
		for i, tree := range []string{"main", "main", "main", "pair"} {
			w.Spawn(m.Bundle().Program(tree), "a").Set(engine.KeyOf("n"), value.Number(float64(5*i)))
		}
		for range 200 {
			w.Tick(time.Second / 60)
			for a := range w.Agents() {
				fmt.Fprintln(&b, a.Label(), a.Status(), a.ActiveNodes(), a.RanNodes(1))
				for key, v := range a.Fields().All {
					fmt.Fprintln(&b, key.Name(), v)
				}
			}
		}
		fmt.Fprintln(&b, r.Totals().Steps, len(w.Faults()))
		if len(w.Faults()) < 8 {
			t.Errorf("%d errors; the scripts are to raise more", len(w.Faults()))
		}
		traces[k] = b.String()
		w.Close()
	}
	if traces[0] != traces[1] {
		a, b := strings.Split(traces[0], "\n"), strings.Split(traces[1], "\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("line %d differs: %s, and %s if the worker catches", i, strings.Join(a[max(0, i-8):i+1], "; "), b[min(i, len(b)-1)])
			}
		}
	}
}
