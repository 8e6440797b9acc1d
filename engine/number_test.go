package engine_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// fieldValue is an expression whose value is that of a field.
type fieldValue string

func (f fieldValue) Value(c *engine.Context) (value.Value, error) {
	return c.Agent().Get(engine.KeyOf(string(f))), nil
}
func (f fieldValue) Eval(c *engine.Context) (bool, error) {
	v, err := f.Value(c)
	return v.Truthy(), err
}
func (f fieldValue) Source() string                        { return string(f) }
func (f fieldValue) Terms(c *engine.Context) []engine.Term { return nil }

// TestWrongNumbers gives each kind that takes a number values at the bounds of its range, and values that are no numbers.
func TestWrongNumbers(t *testing.T) {
	const century = 100 * 365 * 24 * 3600
	var (
		nan, inf = value.Number(math.NaN()), value.Number(math.Inf(1))
		words    = []value.Value{{}, value.String("3"), value.Bool(true), nan, inf, value.Number(math.Inf(-1))}
		num      = func(list ...float64) (out []value.Value) {
			for _, f := range list {
				out = append(out, value.Number(f))
			}
			return out
		}
	)
	ranges := map[kind.Range]struct{ good, bad []value.Value }{
		kind.SecondsNumber: {num(0, 0.5, century), num(-0.001, century+1)},
		kind.CountNumber:   {num(1, 2, math.MaxInt32), num(0, -1, 1.5, math.MaxInt32+1)},
		kind.ChanceNumber:  {num(1), num(-0.1, 1.001)},
		kind.WeightNumber:  {num(0, 0.1, 1e300), num(-0.1)},
		kind.AnyNumber:     {num(-1e300, 0, 1e300), nil},
	}
	tried := 0
	for k := range kind.Kind(kind.Count) {
		r := k.Number()
		if r == kind.NoNumber {
			continue
		}
		tried++
		ready := func(v value.Value) (bool, *engine.Fault) {
			var fault *engine.Fault
			n := of(k, engine.Settings{Number: fieldValue("x"), Name: "noise", Channel: "legs"})
			if least, _ := n.Bounds(); least > 0 || k == kind.Utility {
				n.Children = []*engine.Node{of(kind.Idle, engine.Settings{})}
			}
			w := engine.NewWorld(engine.Options{DecideTwice: true, OnFault: func(f *engine.Fault) { fault = f }})
			a := w.Spawn(compile(t, of(kind.Fallback, engine.Settings{}, n, of(kind.Idle, engine.Settings{}))), "a")
			a.Set(engine.KeyOf("x"), v)
			ok := a.Explain().Steps[1].Ready
			w.Tick(time.Second)
			return ok, fault
		}
		for _, v := range ranges[r].good {
			zero := v.Float() == 0 && k == kind.Timeout // is over at once
			if ok, fault := ready(v); ok == zero || fault != nil {
				t.Errorf("%v with %v: ready is %v, fault %v", k, v, ok, fault)
			}
		}
		for _, v := range append(words, ranges[r].bad...) {
			ok, fault := ready(v)
			if ok || fault == nil || fault.Part != "number" || !strings.HasPrefix(fault.Err.Error(), "x is ") {
				t.Errorf("%v with %v: ready is %v, fault %v", k, v, ok, fault)
			}
			if hint := fault != nil && strings.Contains(fault.Error(), "(x or 1)"); hint != v.IsNil() {
				t.Errorf("%v with %v: %v", k, v, fault)
			}
		}
	}
	if tried < 13 {
		t.Errorf("only %d kinds take a number", tried)
	}
}

// TestSetToNil checks that nil removes a field, and that the assignments after it are made.
func TestSetToNil(t *testing.T) {
	root := of(kind.Set, engine.Settings{Fields: []engine.Assignment{
		{Field: engine.KeyOf("hp"), Expression: fieldValue("nothing")},
		{Field: engine.KeyOf("mp"), Expression: fieldValue("hp")},
		{Field: engine.KeyOf("name"), Expression: fieldValue("word")},
	}})
	w := engine.NewWorld(engine.Options{OnFault: func(f *engine.Fault) { t.Error(f) }})
	a := w.Spawn(compile(t, root), "a")
	for name, v := range map[string]value.Value{"hp": value.Number(3), "mp": value.Number(4), "word": value.String("x")} {
		a.Set(engine.KeyOf(name), v)
	}
	w.Tick(time.Second)
	if hp, mp, word := a.Get(engine.KeyOf("hp")), a.Get(engine.KeyOf("mp")), a.Get(engine.KeyOf("name")); !hp.IsNil() || !mp.IsNil() || word.Str() != "x" {
		t.Errorf("hp is %v, mp is %v, name is %v", hp, mp, word)
	}
	if a.Status() != engine.Success {
		t.Errorf("set is %v", a.Status())
	}
}

// TestSnapshotBetweenEditAndQuestion restores an agent whose number an edit has changed, before the node was asked.
func TestSnapshotBetweenEditAndQuestion(t *testing.T) {
	program := func(wait engine.Settings) *engine.Program {
		p, err := engine.Compile(engine.Definition{Name: "main", Root: of(kind.Interval, engine.Settings{Time: 10 * time.Second}, of(kind.Wait, wait))})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, first := range map[string]engine.Settings{"constant": {Time: 3 * time.Second}, "computed": {Number: fieldValue("x")}} {
		old, next := program(first), program(engine.Settings{Number: fieldValue("y")})
		w := engine.NewWorld(engine.Options{})
		a := w.Spawn(old, "a")
		a.Set(engine.KeyOf("x"), value.Number(3))
		a.Set(engine.KeyOf("y"), value.Number(7))
		w.Tick(time.Second)
		w.Reload(map[*engine.Program]*engine.Program{old: next})
		data, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		b := engine.NewWorld(engine.Options{})
		if err := b.Restore(data, engine.Resolver{Program: func(string) *engine.Program { return next }}); err != nil {
			t.Fatal(err)
		}
		var got []engine.Status
		for range 3 {
			b.Tick(time.Second)
			got = append(got, b.Agent(1).Status())
		}
		if got[0] != engine.Running || got[1] != engine.Running || got[2] != engine.Success {
			t.Errorf("%s: %v", name, got)
		}
	}
}
