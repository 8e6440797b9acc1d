package engine_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
)

// stray is a rule that returns invalid values.
type stray struct {
	certainty engine.Certainty
	status    engine.Status
}

func (s stray) Decide(engine.Visit) engine.Certainty { return s.certainty }
func (s stray) Act(engine.Visit) engine.Status       { return s.status }

// TestStrayRules checks that an invalid result of a rule is reported with the kind and the node.
func TestStrayRules(t *testing.T) {
	custom := func(r engine.Rule) *engine.Node {
		return &engine.Node{Kind: kind.Custom, Custom: &engine.Custom{Name: "odd", New: func(engine.Params) (engine.Rule, error) { return r, nil }}}
	}
	for want, r := range map[string]stray{
		"engine: kind odd, agent a#1, tree test at odd: Act returned Status(9)":       {status: 9},
		"engine: kind odd, agent a#1, tree test at odd: Decide returned Certainty(7)": {certainty: 7},
	} {
		w := engine.NewWorld(engine.Options{})
		w.Spawn(compile(t, custom(r)), "a")
		mustPanic(t, want, func() { w.Tick(frame) })
	}
	_, err := engine.Compile(engine.Definition{Name: "x", Root: custom(nil)})
	if err == nil || identities(err) != "kind-without-rule node=\"odd\" -> it" {
		t.Errorf("no rule: %v", err)
	}
	fragile := &engine.Node{Kind: kind.Custom, Custom: &engine.Custom{Name: "odd", New: func(p engine.Params) (engine.Rule, error) {
		return []engine.Rule{}[len(p)], nil
	}}}
	_, err = engine.Compile(engine.Definition{Name: "x", Root: fragile})
	if err == nil || identities(err) != `kind-of-game-panicked node="odd" problem="runtime error: index out of range [0] with length 0" -> it` {
		t.Errorf("New panics: %v", err)
	}
}

// identities returns the identities of the findings in an error of Compile; see message.Identity.
func identities(err error) string {
	var out []string
	list, _ := err.(diag.List)
	for _, d := range list {
		out = append(out, message.Identity(d))
	}
	return strings.Join(out, "; ")
}

// steps is a rule that calls functions.
type steps struct{ decide, act func(engine.Visit) }

func (s steps) Decide(v engine.Visit) engine.Certainty { s.decide(v); return engine.Open }
func (s steps) Act(v engine.Visit) engine.Status       { s.act(v); return engine.Running }

// TestRulesKeepToTheirStep checks that a method of Visit that belongs to the other step of a tick panics.
func TestRulesKeepToTheirStep(t *testing.T) {
	none := func(engine.Visit) {}
	tick := func(s steps) {
		w := engine.NewWorld(engine.Options{})
		w.Spawn(compile(t, &engine.Node{
			Kind: kind.Custom, Children: []*engine.Node{of(kind.Idle, engine.Settings{})},
			Custom: &engine.Custom{Name: "odd", MinChildren: 1, MaxChildren: 1, New: func(engine.Params) (engine.Rule, error) { return s, nil }},
		}), "a")
		w.Tick(frame)
	}
	for name, call := range map[string]func(engine.Visit){
		"Visit.Ask":  func(v engine.Visit) { v.Ask(0) },
		"Visit.Drop": func(v engine.Visit) { v.Drop(0) },
		"Visit.Keep": func(v engine.Visit) { v.Keep(0) },
	} {
		tick(steps{call, none})
		mustPanic(t, "engine: kind odd, agent a#1, tree test at odd: "+name+" called in Act; call it in Decide", func() { tick(steps{none, call}) })
	}
	for name, call := range map[string]func(engine.Visit){
		"Visit.Run":       func(v engine.Visit) { v.Run(0) },
		"Visit.Again":     func(v engine.Visit) { v.Again(0) },
		"Visit.Abort":     func(v engine.Visit) { v.Abort(0) },
		"Visit.SetCursor": func(v engine.Visit) { v.SetCursor(1) },
	} {
		tick(steps{none, call})
		mustPanic(t, "engine: kind odd, agent a#1, tree test at odd: "+name+" called in Decide, which must not change anything; call it in Act", func() { tick(steps{call, none}) })
	}
	for k, want := range map[int]string{-1: "child -1", 1: "child 1"} {
		mustPanic(t, "engine: kind odd, agent a#1, tree test at odd: there is no "+want+"; the node has 1, numbered from 0", func() { tick(steps{func(v engine.Visit) { v.Ask(k) }, none}) })
	}
	mustPanic(t, "engine: kind odd, agent a#1, tree test at odd: Visit.Fail called with nil", func() { tick(steps{none, func(v engine.Visit) { v.Fail(nil) }}) })
}
