package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// asker returns a behavior that requests kind on the channel "legs" in each tick in which it runs.
func asker(f *forest, kind string, priority float64, s engine.Status) *engine.Behavior {
	ready := engine.KeyOf("do_" + kind)
	return f.behavior(kind, &behaviors.Native{
		NonExclusive: true,
		Precondition: func(c *engine.Context) bool { return c.Agent().Get(ready).Truthy() },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			c.Request(engine.Request{Kind: kind, Channel: "legs", Priority: priority, Data: value.Number(float64(c.Tick()))})
			return s, nil
		},
	})
}

func TestRequests(t *testing.T) {
	const none = "-"
	tests := []struct {
		name string
		// do contains the actions before each tick: "+run" and "-run" turn an asker on and off, "!trip"
		// posts a passive request, and "end" ends the request in force.
		do   [][]string
		want []string // kind of the request in force after each tick
	}{
		{"ends with its node", [][]string{{"+run"}, {}, {"-run"}}, []string{"run", "run", none}},
		{"instant node", [][]string{{"+jab"}, {"-jab"}, {}, {"end"}}, []string{"jab", "jab", "jab", none}},
		{"an imposed request wins a tie if none is in force", [][]string{{"+run", "!trip"}}, []string{"trip"}},
		{"in force wins a tie", [][]string{{"+run"}, {"!trip"}}, []string{"run", "run"}},
		{"priority decides", [][]string{{"+run"}, {"!shot"}, {}}, []string{"run", "shot", "shot"}},
		{"super move stands a trip", [][]string{{"+super"}, {"!trip"}, {"!shot"}}, []string{"super", "super", "shot"}},
		{"higher of two nodes", [][]string{{"+run", "+super"}, {"-super"}}, []string{"super", "run"}},
		{"ended by the game, asked again", [][]string{{"+run"}, {"end"}}, []string{"run", "run"}},
		{"passive stands once", [][]string{{"+super", "!trip"}, {"-super"}}, []string{"super", none}},
	}
	priorities := map[string]float64{"trip": 0, "shot": 10}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &forest{}
			root := f.behavior("root", &behaviors.Native{})
			w := engine.NewWorld(engine.Options{})
			a := w.Spawn(compile(t, node(root, node(asker(f, "run", 0, engine.Running)),
				node(asker(f, "super", 5, engine.Running)), node(asker(f, "jab", 0, engine.Success)))), "a")
			var got []string
			for _, step := range tt.do {
				for _, word := range step {
					switch {
					case word == "end":
						a.EndRequest("legs")
					case word[0] == '!':
						a.Impose(engine.Request{Kind: word[1:], Channel: "legs", Priority: priorities[word[1:]]})
					default:
						a.Set(engine.KeyOf("do_"+word[1:]), value.Bool(word[0] == '+'))
					}
				}
				w.Tick(frame)
				kind := none
				for channel, r := range a.Requests() {
					if kind = r.Kind; channel != "legs" {
						t.Errorf("channel %s", channel)
					}
				}
				got = append(got, kind)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("in force %v, want %v", got, tt.want)
			}
		})
	}
}

func TestRequestIsUpdatedByItsNode(t *testing.T) {
	f := &forest{}
	w := engine.NewWorld(engine.Options{})
	a := w.Spawn(compile(t, node(asker(f, "run", 0, engine.Running))), "a")
	a.Set(engine.KeyOf("do_run"), value.Bool(true))
	w.Tick(frame)
	w.Tick(frame)
	if r, ok := a.InForce("legs"); !ok || r.Data.Float() != 2 || !r.Active {
		t.Errorf("in force %+v, want the data of tick 2", r)
	}
}

// TestRequestRuleOfTheGame checks that a game may choose among requests by a rule of its own (R6).
// The rule gets the request in force, the request of the tree, and the passive requests. It may
// leave a channel without a request.
func TestRequestRuleOfTheGame(t *testing.T) {
	var seen []string
	lowest := func(a *engine.Agent, inForce, active *engine.Request, passive []engine.Request) *engine.Request {
		name := func(q *engine.Request) string {
			if q == nil {
				return "-"
			}
			return q.Kind
		}
		seen = append(seen, fmt.Sprintf("%s %s %d", name(inForce), name(active), len(passive)))
		best := active
		for i := range passive {
			if passive[i].Kind == "freeze" {
				return nil
			}
			if best == nil || passive[i].Priority < best.Priority {
				best = &passive[i]
			}
		}
		return best
	}
	w := engine.NewWorld(engine.Options{RequestRule: lowest})
	defer w.Close()
	move := of(kind.Request, engine.Settings{Name: "move", Channel: "legs", Priority: 5})
	a := w.Spawn(compile(t, move), "a")
	for i, step := range []struct {
		imposed []engine.Request
		want    string // kind of the request in force afterwards
	}{
		{nil, "move"},
		{[]engine.Request{{Kind: "fall", Channel: "legs", Priority: 9}}, "move"},
		{[]engine.Request{{Kind: "fall", Channel: "legs", Priority: 9}, {Kind: "slip", Channel: "legs", Priority: 1}}, "slip"},
		{[]engine.Request{{Kind: "freeze", Channel: "legs"}}, ""},
		{nil, "move"},
	} {
		for _, q := range step.imposed {
			a.Impose(q)
		}
		w.Tick(time.Second)
		if q, _ := a.InForce("legs"); q.Kind != step.want {
			t.Errorf("tick %d: %q is in force, want %q", i+1, q.Kind, step.want)
		}
	}
	want := []string{"- move 0", "move move 1", "move move 2", "slip move 1", "- move 0"}
	if !slices.Equal(seen, want) {
		t.Errorf("the rule got %q, want %q", seen, want)
	}
}
