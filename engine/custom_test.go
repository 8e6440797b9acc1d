package engine_test

import (
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
)

// stray is a rule that returns invalid values.
type stray struct {
	certainty engine.Certainty
	status    engine.Status
}

func (s stray) Decide(engine.Visit) engine.Certainty { return s.certainty }
func (s stray) Act(engine.Visit) engine.Status       { return s.status }

// TestStrayRules checks that an invalid result of a rule is reported with the name of the
// kind.
func TestStrayRules(t *testing.T) {
	custom := func(r engine.Rule) *engine.Node {
		return &engine.Node{Kind: kind.Custom, Custom: &engine.Custom{Name: "odd", New: func(engine.Params) (engine.Rule, error) { return r, nil }}}
	}
	for want, r := range map[string]stray{
		"Act of kind odd returned Status(9)":       {status: 9},
		"Decide of kind odd returned Certainty(7)": {certainty: 7},
	} {
		w := engine.NewWorld(engine.Options{})
		w.Spawn(compile(t, custom(r)), "a")
		mustPanic(t, want, func() { w.Tick(frame) })
	}
	_, err := engine.Compile(engine.Definition{Name: "x", Root: custom(nil)})
	if err == nil || err.Error() != "odd: its New returned no rule and no error" {
		t.Errorf("no rule: %v", err)
	}
}
