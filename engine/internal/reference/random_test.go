package reference

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/internal/conform"
	"pgregory.net/rapid"
)

// drawing is a source of cases that draws from rapid, which shrinks failing cases.
type drawing struct{ t *rapid.T }

func (d drawing) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "") }

// twiceAsked returns a New for worlds that fail a test if a second Decide gives another answer
// than the first.
func twiceAsked(t interface{ Errorf(string, ...any) }) conform.New {
	return func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m, err := New(c, s)
		if err == nil {
			m.(*World).asked = func(first, second answer) {
				if !reflect.DeepEqual(first, second) {
					t.Errorf("asked twice, Decide answers %v, then %v", first, second)
				}
			}
		}
		return m, err
	}
}

// holds checks one random case. The laws must hold, asking twice must change nothing, and the
// case must run the same way after it was written and read again.
func holds(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, c *conform.Case) {
	once, _, diff := conform.Compare(c, New, twiceAsked(t))
	if diff != "" {
		t.Fatalf("asked twice, it runs another way: %s\n%s", diff, conform.Format(c))
	}
	if err := conform.CheckLaws(c, once); err != nil {
		t.Fatalf("%v\n%s", err, conform.Format(c))
	}
	text := conform.Format(c)
	again, errs := conform.ParseInputs("again", text)
	if len(errs) > 0 {
		t.Fatalf("written and read again: %v\n%s", errs, text)
	}
	if !bytes.Equal(conform.Format(again), text) {
		t.Fatalf("written, read and written again:\n%s\nbefore:\n%s", conform.Format(again), text)
	}
	if r := conform.Run(again, New); r.Trace != once.Trace {
		t.Fatalf("written and read again it runs another way:\n%s\nbefore:\n%s\n%s", r.Trace, once.Trace, text)
	}
}

func TestRandomBehaviors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holds(t, conform.Random(drawing{t})) })
}

func TestRandomKinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holds(t, conform.Random(drawing{t}, conform.AllKinds()...)) })
}

func TestRandomNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holds(t, conform.RandomNumbers(drawing{t})) })
}

var (
	manyTrees = flag.Int("trees", 1600, "how many random trees of behaviors are checked, and a quarter as many trees of all kinds")
	treesSeed = flag.Uint64("trees.seed", 1, "seed of the first of them")
)

// TestManyRandomTrees runs more trees than rapid would in the same time, also those of numbers. It prints the seed of a
// tree that breaks a law.
//
// go test ./engine/internal/reference -run ManyRandomTrees -trees 20000 runs more trees.
func TestManyRandomTrees(t *testing.T) {
	for _, sort := range []struct {
		trees  int
		random func(conform.Source) *conform.Case
	}{
		{*manyTrees, func(src conform.Source) *conform.Case { return conform.Random(src) }},
		{(*manyTrees + 3) / 4, func(src conform.Source) *conform.Case { return conform.Random(src, conform.AllKinds()...) }},
		{(*manyTrees + 3) / 4, conform.RandomNumbers},
	} {
		for i := range uint64(sort.trees) {
			seed := *treesSeed + i
			c := sort.random(rand.New(rand.NewPCG(seed, 1)))
			if err := conform.CheckLaws(c, conform.Run(c, New)); err != nil {
				t.Fatalf("-trees.seed %d -trees 1: %v\n%s", seed, err, conform.Format(c))
			}
		}
	}
}

// TestExplainChangesNothing explains all agents before each step, and checks that the other
// steps have the same results as without explanations.
func TestExplainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := conform.Random(drawing{t}, conform.AllKinds()...)
		plain := conform.Run(c, New)
		asked := *c
		asked.Steps = nil
		for _, s := range c.Steps {
			asked.Steps = append(asked.Steps, &conform.Step{Kind: conform.StepExplain, Agent: conform.Everyone}, s)
		}
		r := conform.Run(&asked, New)
		for i := range c.Steps {
			if !reflect.DeepEqual(plain.Views[i], r.Views[2*i+1]) {
				t.Fatalf("step %d runs another way when it was asked before:\n%s\n%s", i+1, r.Trace, conform.Format(c))
			}
		}
	})
}

var (
	monitorTrees = flag.Int("monitor.trees", 400, "how many random trees with monitors are written out")
	monitorSeed  = flag.Uint64("monitor.seed", 1, "seed of the first of them")
)

// TestMonitorIsWhatItIsWrittenOut compares monitors with the equivalent form in rule N27, a
// reactive_sequence of the conditions and a parallel of the other children. It checks that the
// behaviors are called in the same way. It prints the seed of a tree in which they are not.
func TestMonitorIsWhatItIsWrittenOut(t *testing.T) {
	for seed := *monitorSeed; seed < *monitorSeed+uint64(*monitorTrees); seed++ {
		var results [2]conform.Result
		var texts [2]string
		for form := range texts {
			m := monitorText{src: rand.New(rand.NewPCG(seed, 7)), long: form == 1}
			m.node(1, 0)
			texts[form] = fmt.Sprintf("case c\nabout Monitors.\nrule N27\ntree\n%sbehaviors\n%srun\n%s", &m.tree, &m.scripts, strings.Repeat("  tick\n", 12))
			c, errs := conform.ParseInputs("text", []byte(texts[form]))
			if len(errs) > 0 {
				t.Fatalf("%v\n%s", errs, texts[form])
			}
			results[form] = conform.Run(c, New)
		}
		for i := range results[0].Events {
			if short, long := calls(results[0].Events[i]), calls(results[1].Events[i]); short != long {
				t.Fatalf("-monitor.seed %d -monitor.trees 1, tick %d: the monitor calls\n%s\nwritten out it calls\n%s\n%s", seed, i+1, short, long, texts[0])
			}
		}
	}
}

// monitorText generates a random tree with monitors or, if long is set, with their equivalent
// form.
type monitorText struct {
	src           *rand.Rand
	long          bool
	leaves        int
	tree, scripts strings.Builder
}

func (m *monitorText) line(depth int, text string, args ...any) {
	fmt.Fprintf(&m.tree, strings.Repeat("  ", depth)+text+"\n", args...)
}

func (m *monitorText) node(depth, below int) {
	switch m.src.IntN(2 + 3*below) {
	case 0:
		m.monitor(depth, below)
	case 1:
		m.line(depth, "%s", []string{"sequence", "reactive_fallback", "priority", "root"}[m.src.IntN(4)])
		m.nodes(depth+1, below, 1+m.src.IntN(2))
	default:
		m.leaves++
		m.line(depth, "b%d", m.leaves)
		fmt.Fprintf(&m.scripts, "  b%d ", m.leaves)
		for range 12 {
			m.scripts.WriteString(" " + string("RRSSSFn"[m.src.IntN(7)]))
		}
		m.scripts.WriteString("\n")
	}
}

func (m *monitorText) nodes(depth, below, n int) {
	for range n {
		m.node(depth, below+1)
	}
}

func (m *monitorText) monitor(depth, below int) {
	conditions, rest := 1+m.src.IntN(2), m.src.IntN(4)
	if m.long {
		m.line(depth, "reactive_sequence")
	} else {
		m.line(depth, "monitor conditions=%d", conditions)
	}
	m.nodes(depth+1, below, conditions)
	if m.long {
		m.line(depth+1, "parallel")
		depth++
	}
	m.nodes(depth+1, below, rest)
}

// calls returns the calls of a step, by agent.
func calls(events [][]conform.Event) string {
	var b strings.Builder
	for a, list := range events {
		for _, e := range list {
			fmt.Fprintln(&b, a, e.Kind, e.Call.Node.Label, e.Reason)
		}
	}
	return b.String()
}
