package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
)

// refusing makes a node of a kind, with a guard that holds, whose children are never
// ready; nil if that says nothing, as with leaves.
func refusing(s *stage, k engine.Kind) *engine.Node {
	var least int
	switch least, _ = k.Children(); {
	case k == engine.KindCustom || k == engine.KindBehavior || k.IsLeaf():
		return nil
	}
	n := of(k, engine.Settings{Chance: 1, Value: constant(1)})
	for range max(1, least) {
		n.Children = append(n.Children, of(engine.KindFail, engine.Settings{}))
	}
	n.Guard = fact{engine.KeyOf("hp"), 50}
	return n
}

// constant is an expression of a switch.
type constant float64

func (c constant) Value(*engine.Context) (engine.Value, error) { return engine.Number(float64(c)), nil }
func (c constant) Source() string                              { return engine.FormatNumber(float64(c)) }
func (c constant) Terms(*engine.Context) []engine.Term         { return nil }

// TestExplainDoesNotCallATrueGuardFalse: a node with a guard that holds and with children
// that refuse says that its guard holds, and the child says why.
func TestExplainDoesNotCallATrueGuardFalse(t *testing.T) {
	for k := range engine.Kind(engine.NumKinds) {
		t.Run(k.String(), func(t *testing.T) {
			s := newStage(t)
			n := refusing(s, k)
			if n == nil {
				t.Skip("has no children")
			}
			s.play(of(engine.KindFallback, engine.Settings{}, n))
			s.agent.Set(engine.KeyOf("hp"), engine.Number(50))
			e := s.agent.Explain()
			step := e.Steps[1]
			if step.Ready {
				return
			}
			if why := step.Why(); !strings.HasPrefix(why, "its guard holds (hp = 50); ") {
				t.Errorf("%s: %s", k, why)
			}
			s.agent.Set(engine.KeyOf("hp"), engine.Number(7))
			step = s.agent.Explain().Steps[1]
			if why, want := step.Why(), "guard hp == 50 is false (hp = 7)"; why != want {
				t.Errorf("got %q, want %q", why, want)
			}
		})
	}
}

// TestExplainTellsGuardFromCondition: a leaf that is a condition may have a guard as well.
func TestExplainTellsGuardFromCondition(t *testing.T) {
	for _, c := range []struct {
		hp, x int
		want  string
	}{
		{50, 1, ""},
		{50, 2, "its guard holds (hp = 50); condition x == 1 is false (x = 2)"},
		{3, 1, "guard hp == 50 is false (hp = 3)"},
	} {
		s := newStage(t)
		n := of(engine.KindCondition, engine.Settings{Condition: fact{engine.KeyOf("x"), 1}})
		n.Guard = fact{engine.KeyOf("hp"), 50}
		s.play(n)
		s.agent.Set(engine.KeyOf("hp"), engine.Number(float64(c.hp)))
		s.agent.Set(engine.KeyOf("x"), engine.Number(float64(c.x)))
		if got := s.agent.Explain().Steps[0].Why(); got != c.want {
			t.Errorf("hp %d, x %d: got %q, want %q", c.hp, c.x, got, c.want)
		}
	}
}

// TestExplainBlamesTheChild: the root cause is the child's, whatever guards stand above it.
func TestExplainBlamesTheChild(t *testing.T) {
	s := newStage(t)
	below := s.leaf("a")
	below.Guard = fact{engine.KeyOf("x"), 1}
	n := of(engine.KindSequence, engine.Settings{}, below)
	n.Guard = fact{engine.KeyOf("hp"), 50}
	s.play(of(engine.KindFallback, engine.Settings{}, n))
	s.agent.Set(engine.KeyOf("hp"), engine.Number(50))
	e := s.agent.Explain()
	if no := e.FirstNo(); no.Path != "fallback/sequence/a" {
		t.Errorf("first no is %s: %s\n%s", no.Path, no.Why(), e)
	}
	if got, want := fmt.Sprint(e.Steps[1].Why()), "its guard holds (hp = 50); a is not ready"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
