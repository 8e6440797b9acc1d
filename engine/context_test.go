package engine_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
)

// aboutNoAgent are the methods of Context that are about no agent. They work also after the call, since hosts call them
// often.
var aboutNoAgent = []string{"Deciding", "Explaining", "Tick", "Time", "Turn"}

// TestContextAfterItsHook keeps the Context of the last call of each worker, and calls all of its methods in a callback
// and after each operation that calls hooks. No method may work on whatever agent the worker had last.
func TestContextAfterItsHook(t *testing.T) {
	var kept [2]*engine.Context // by worker
	keep := func(c *engine.Context) error {
		kept[c.Agent().Worker()] = c
		return nil
	}
	check := func(when string) {
		t.Helper()
		for worker, c := range kept {
			if c == nil {
				continue
			}
			v := reflect.ValueOf(c)
			for i := range v.NumMethod() {
				name := v.Type().Method(i).Name
				said := panicOf(v.Method(i))
				const want = "engine: Context used after its hook returned; "
				if slices.Contains(aboutNoAgent, name) != (said == nil) || said != nil && !strings.HasPrefix(fmt.Sprint(said), want) {
					t.Errorf("%s, worker %d, Context.%s: panic %v", when, worker, name, said)
				}
			}
		}
	}
	f := &forest{}
	b := f.behavior("b", &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return keep(c) == nil },
		OnEnter:      func(c *engine.Context) error { c.Log("a line"); return keep(c) },
		OnExit:       func(c *engine.Context, _ engine.Reason) error { return keep(c) },
	})
	p, other := compile(t, node(b)), compile(t, node(f.behavior("other", &behaviors.Native{})))
	w := engine.NewWorld(engine.Options{Workers: 2, OnLog: func(*engine.Agent, string) { check("OnLog") }})
	first, second, third := w.Spawn(p, "first"), w.Spawn(p, "second"), w.Spawn(p, "third")
	for _, op := range []struct {
		name string
		do   func()
	}{
		{"Tick", func() { w.Tick(frame) }},
		{"Explain", func() { first.Explain(); second.Explain() }},
		{"Reset", func() { first.Reset(); second.Reset() }},
		{"another Tick", func() { w.Tick(frame) }},
		{"SetTree", func() { first.SetTree(other); second.SetTree(other) }},
		{"Despawn", func() { w.Despawn(third.ID()) }},
		{"a third Tick", func() { first.SetTree(p); second.SetTree(p); w.Tick(frame) }},
		{"Reload", func() { w.Reload(map[*engine.Program]*engine.Program{p: other}) }},
		{"Close", func() { first.SetTree(p); second.SetTree(p); w.Tick(frame); w.Close() }},
	} {
		kept = [2]*engine.Context{}
		if op.do(); kept == [2]*engine.Context{} {
			t.Errorf("%s called no hook", op.name)
		}
		check(op.name)
	}
}

// panicOf calls a method with zero values, and returns the value of its panic.
func panicOf(m reflect.Value) (said any) {
	defer func() { said = recover() }()
	args := make([]reflect.Value, m.Type().NumIn())
	for k := range args {
		args[k] = reflect.Zero(m.Type().In(k))
	}
	m.Call(args)
	return nil
}
