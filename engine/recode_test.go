package engine_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// TestSameSpec checks sameSpec for a change of each field of a behavior. A new field must be
// added to the test, and sameSpec must compare the field if a program or a linker reads it.
func TestSameSpec(t *testing.T) {
	table := func(n float64) engine.Params {
		return engine.Params{{Name: "t", Value: value.Other(&value.Table{Entries: []value.Entry{{Key: value.Number(1), Value: value.Number(n)}}})}}
	}
	number := func(n float64) engine.Params { return engine.Params{{Name: "n", Value: value.Number(n)}} }
	vector := func(n float64) engine.Params {
		return engine.Params{{Name: "v", Value: value.VectorOf(value.Vector{X: n})}}
	}
	base := engine.Behavior{ID: 1, Name: "b", Version: 1, Code: works{}}
	for _, c := range []struct {
		field     string
		was, next any
		same      bool
	}{
		{"ID", engine.BehaviorID(1), engine.BehaviorID(2), false},
		{"Name", "b", "c", false},
		{"Version", 1, 2, true},
		{"Hooks", [engine.NumHooks]bool{engine.HookBehavior: true}, [engine.NumHooks]bool{engine.HookBehavior: true, engine.HookReload: true}, false},
		{"Children", kind.Exclusive, kind.Sequential, false},
		{"NonExclusive", false, true, false},
		{"Stimulus", "noise", "smell", false},
		{"Interval", frame, 2 * frame, false},
		{"Importance", 0.0, 1.0, false},
		{"Restart", false, true, false},
		{"Missing", false, true, false},
		{"Native", false, true, false},
		{"Args", []string{"a"}, []string{"b"}, false},
		{"Params", number(1), number(2), false},
		{"Params", number(math.NaN()), number(math.NaN()), true},
		{"Params", number(0), number(math.Copysign(0, -1)), false},
		{"Params", vector(1), vector(1), true},
		{"Params", vector(0), vector(math.Copysign(0, -1)), false},
		{"Params", table(1), table(1), true},
		{"Params", table(1), table(2), false},
		{"Code", engine.Code(works{}), engine.Code(bindings{works{}, new(int)}), true},
	} {
		was, next := base, base
		reflect.ValueOf(&was).Elem().FieldByName(c.field).Set(reflect.ValueOf(c.was))
		reflect.ValueOf(&next).Elem().FieldByName(c.field).Set(reflect.ValueOf(c.next))
		if got := new(engine.Recoding).Add(&was, &next); got != c.same {
			t.Errorf("%s %v and %v: %v", c.field, c.was, c.next, got)
		}
	}
	if n := reflect.TypeFor[engine.Behavior]().NumField(); n != 15 {
		t.Errorf("a behavior has %d fields; is a new one compared?", n)
	}
}

// TestRecoded checks that only the new program has the new code, that nothing else differs, and
// that Add refuses another spec.
func TestRecoded(t *testing.T) {
	f := &forest{}
	b, c := f.behavior("b", &behaviors.Native{}), f.behavior("c", &behaviors.Native{})
	p := compile(t, node(b, node(c), node(b)))
	next := *b
	next.Version++
	var r engine.Recoding
	if q := p.Recoded(&r); !q.Same(p) {
		t.Error("without other code it is not the same")
	}
	//lint:ignore SA4000 adding it again is no error
	if !r.Add(b, &next) || !r.Add(b, &next) {
		t.Fatal("other code was refused")
	}
	q := p.Recoded(&r)
	if p.Node(0).Behavior != b || q.Node(0).Behavior != &next || q.Node(1).Behavior != c || q.Node(2).Behavior != &next || q.Dump() != p.Dump() {
		t.Errorf("recoded:\n%s-- from --\n%s", q.Dump(), p.Dump())
	}
	if again := compile(t, node(&next, node(c), node(&next))); p.Same(q) || !q.Same(again) {
		t.Errorf("the same as before: %v; as compiled: %v", p.Same(q), q.Same(again))
	}
	other := next
	if other.Stimulus = "noise"; r.Add(b, &other) || r.Of(b) != &next || r.Of(c) != c || r.Of(&next) != &next {
		t.Error("another spec was taken for other code")
	}
}

// bindings counts the calls of Bind for a behavior.
type bindings struct {
	engine.Code
	n *int
}

func (b bindings) Bind(worker int, params engine.Params) engine.Binding {
	*b.n++
	return b.Code.Bind(worker, params)
}

// works is code whose hooks all return Running.
type works struct{}

func (w works) Bind(int, engine.Params) engine.Binding { return w }

func (works) Call(*engine.Context, engine.Hook) (engine.Answer, error) {
	return engine.Answer{Status: engine.Running}, nil
}
