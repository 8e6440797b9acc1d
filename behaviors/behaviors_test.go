package behaviors_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
)

func TestCheckName(t *testing.T) {
	for name, want := range map[string]string{
		"melee": "", "战斗.逃跑": "", "größe": "", "combat.melee": "", "_x.y2": "",
		"": "the name is empty", "a..b": "empty part", ".a": "empty part", "2fast": "begins with a digit",
		"a.9": "begins with a digit", "a b": "use letters, digits and _", "a☂": "use letters, digits and _", "e\u0301": "accents", "ａ": "use letters, digits and _",
		"tree": "the name of a node kind", strings.Repeat("x", 201): "the name has 201 characters",
	} {
		err := behaviors.CheckName(name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("CheckName(%.20q) = %v, want %q", name, err, want)
		}
	}
}

func TestNameOfFile(t *testing.T) {
	for file, want := range map[string]string{"combat/melee.lua": "combat.melee", "root.lua": "root", "a/b/c.lua": "a.b.c"} {
		if got := behaviors.NameOfFile(file); got != want {
			t.Errorf("NameOfFile(%s) = %s, want %s", file, got, want)
		}
	}
}

func TestIDs(t *testing.T) {
	var ids behaviors.IDs
	a, b := ids.Of("a"), ids.Of("b")
	if a != 1 || b != 2 || ids.Of("a") != a {
		t.Errorf("a %d, b %d", a, b)
	}
}

// TestMeanings checks that each meaning is complete, and that hooks and fields do not overlap.
func TestMeanings(t *testing.T) {
	all := append(behaviors.HookNames(), behaviors.FieldNames()...)
	if slices.Sort(all); len(slices.Compact(slices.Clone(all))) != len(behaviors.Meanings) {
		t.Errorf("names %v", all)
	}
	for _, m := range behaviors.Meanings {
		if m.Doc == "" || m.Hook && !strings.HasPrefix(m.Signature, m.Name+"(agent") || !m.Hook && m.Type == "" {
			t.Errorf("%+v", m)
		}
	}
	for _, k := range behaviors.Kinds {
		if k.Doc == "" || k.Example == "" || behaviors.KindNamed(k.Name) == nil {
			t.Errorf("%+v", k)
		}
	}
}

// TestNative checks that each hook of a behavior written in Go is called, and that its set of hooks contains no
// others.
func TestNative(t *testing.T) {
	var ids behaviors.IDs
	var calls []string
	boom := errors.New("boom")
	full := &behaviors.Native{
		Precondition: func(*engine.Context) bool { calls = append(calls, "precondition"); return true },
		OnEnter:      func(*engine.Context) error { calls = append(calls, "on_enter"); return nil },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			calls = append(calls, "behavior")
			if c.Tick() == 2 {
				return engine.Running, boom
			}
			return engine.Running, nil
		},
		OnExit: func(_ *engine.Context, why engine.Reason) error {
			calls = append(calls, "on_exit "+why.String())
			return nil
		},
	}
	b := full.Define("full", &ids)
	has := [engine.NumHooks]bool{engine.HookPrecondition: true, engine.HookEnter: true, engine.HookBehavior: true, engine.HookExit: true}
	if b.Hooks != has {
		t.Errorf("hooks %v, want %v", b.Hooks, has)
	}
	if empty := (&behaviors.Native{}).Define("empty", &ids); empty.Hooks != [engine.NumHooks]bool{} || empty.ID == b.ID {
		t.Errorf("empty: %+v", empty)
	}
	p, err := engine.Compile(engine.Definition{Name: "t", Root: &engine.Node{Behavior: b}})
	if err != nil {
		t.Fatal(err)
	}
	var fault *engine.Fault
	w := engine.NewWorld(engine.Options{OnFault: func(f *engine.Fault) { fault = f }})
	w.Spawn(p, "a")
	w.Tick(time.Second)
	w.Tick(time.Second)
	want := []string{"precondition", "on_enter", "behavior", "precondition", "behavior", "on_exit error"}
	if !slices.Equal(calls, want) {
		t.Errorf("calls %v, want %v", calls, want)
	}
	if !errors.Is(fault, boom) || !strings.Contains(fault.Error(), "hook behavior of full, agent a#1, tree t at full, tick 2") {
		t.Errorf("fault %v", fault)
	}
}

// TestNativeAnswers checks that an answer of a Native that the engine cannot use is an error, as it is in a script.
func TestNativeAnswers(t *testing.T) {
	leaf := (&behaviors.Native{}).Define("leaf", &behaviors.IDs{})
	for want, n := range map[string]*behaviors.Native{
		"Behavior returned Status(7): return Running, Success or Failure": {Behavior: func(*engine.Context) (engine.Status, error) { return 7, nil }},
		"Result returned Status(3): return Running, Success or Failure":   {Result: func(*engine.Context, engine.Status) engine.Status { return 3 }},
		"Choose returned 2: return an index from 0 to 1, or -1":           {Choose: func(*engine.Context, []engine.Choice) int { return 2 }},
		"Choose returned -2: return an index from 0 to 1, or -1":          {Choose: func(*engine.Context, []engine.Choice) int { return -2 }},
		"Utility returned NaN: return a number":                           {Utility: func(*engine.Context) float64 { return math.NaN() }},
	} {
		var ids behaviors.IDs
		ids.Of("leaf")
		root := &engine.Node{Behavior: n.Define("n", &ids), Children: []*engine.Node{{Behavior: leaf}, {Behavior: leaf}}}
		if n.Result != nil {
			root.Children = root.Children[:1]
		}
		if n.Utility != nil {
			root = &engine.Node{Kind: kind.Utility, Children: []*engine.Node{root}}
		}
		p, err := engine.Compile(engine.Definition{Name: "t", Root: root})
		if err != nil {
			t.Fatal(err)
		}
		w := engine.NewWorld(engine.Options{})
		a := w.Spawn(p, "a")
		w.Tick(time.Second)
		if f := w.Faults(); len(f) != 1 || f[0].Err.Error() != want || a.Status() != engine.Failure {
			t.Errorf("status %v, faults %v; want %s", a.Status(), f, want)
		}
	}
}

// TestKindElsewhere checks that each name of another engine leads to one kind, and is not the name of a kind.
func TestKindElsewhere(t *testing.T) {
	for name, want := range map[string]string{
		"Inverter": "invert", "BTInvert": "invert", "AlwaysSucceedDecorator": "force_success", "SelectorReactiveComposite": "reactive_fallback",
		"retry_until_successful": "retry", "RandomSelector": "random_fallback", "OneShot": "once", "Walk": "", "": "",
	} {
		if got := behaviors.KindElsewhere(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, k := range behaviors.Kinds {
		for _, name := range strings.Fields(k.Elsewhere) {
			if got := behaviors.KindElsewhere(name); got != k.Name || behaviors.KindNamed(name) != nil {
				t.Errorf("%s of %s leads to %s", name, k.Name, got)
			}
		}
	}
}
