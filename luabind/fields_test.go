package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

func newAgentFields(t *testing.T) engine.Fields {
	return luabind.NewRuntime(luabind.Options{}).NewFields(1, "guard")
}

// TestFieldsFromGo checks that Go code reads and writes fields without allocating, even fields that come after many
// others.
func TestFieldsFromGo(t *testing.T) {
	f := newAgentFields(t)
	keys := make([]engine.Key, 40)
	for i := range keys {
		keys[i] = engine.KeyOf(fmt.Sprint("field of Go ", i))
		f.Set(keys[i], value.Number(float64(i)))
	}
	f.Set(keys[7], value.Value{})
	sum := 0.0
	if a := testing.AllocsPerRun(100, func() {
		for i, k := range keys {
			if i != 7 {
				n := f.Get(k).Float()
				f.Set(k, value.Number(n+1))
				sum += n
			}
		}
	}); a > 0 {
		t.Errorf("%v allocations", a)
	}
	if n := f.Get(keys[39]).Float(); n != 39+101 {
		t.Errorf("got %v", n)
	}
	if v := f.Get(keys[7]); !v.IsNil() {
		t.Errorf("a field that was removed is %v", v)
	}
	if v := f.Get(engine.Key{}); !v.IsNil() {
		t.Errorf("the field without a name is %v", v)
	}
	f.Set(keys[7], value.Bool(true))
	i := 0
	for k := range f.All {
		if i < 40 && k != keys[i] {
			t.Errorf("place %d: %s", i, k.Name())
		}
		i++
	}
	if i != 40 {
		t.Errorf("%d fields", i)
	}
}

// TestReservedFieldsFromGo checks that Go code cannot set the fields that identify an agent, to any value.
func TestReservedFieldsFromGo(t *testing.T) {
	f := newAgentFields(t)
	for _, name := range []string{"id", "name"} {
		k := engine.KeyOf(name)
		before := f.Get(k)
		for _, v := range []value.Value{value.Number(7), value.Number(0), value.String("x"), {}} {
			func() {
				defer func() {
					if p := fmt.Sprint(recover()); !strings.Contains(p, "agent."+name+" is set by the engine") {
						t.Errorf("%s = %v: %s", name, v, p)
					}
				}()
				f.Set(k, v)
			}()
		}
		if !f.Get(k).Equal(before) {
			t.Errorf("%s is %v", name, f.Get(k))
		}
	}
}

// TestChecksum checks that a checksum depends on all numbers and on the number of other values. It must not depend
// on the process, and must not allocate.
func TestChecksum(t *testing.T) {
	f := newAgentFields(t)
	seen := map[uint64]bool{f.Checksum(): true}
	for _, v := range []value.Value{value.Number(1), value.Number(2), value.String("x"), {}} {
		f.Set(engine.KeyOf("hp"), v)
		if sum := f.Checksum(); seen[sum] != v.IsNil() {
			t.Errorf("%v: %x; seen %v", v, sum, seen)
		} else {
			seen[sum] = true
		}
	}
	if got, want := f.Checksum(), uint64(0xfb11ac2a936a2336); got != want {
		t.Errorf("%x, want %x", got, want)
	}
	if a := testing.AllocsPerRun(100, func() { f.Checksum() }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestHookAddsFields checks that no write is lost in a hook that adds fields to its own agent, whether or not other
// agents have the same fields.
func TestHookAddsFields(t *testing.T) {
	s := newSession(t, options, one(`return { behavior = function(agent)
  agent.n = (agent.n or 0) + 1
  agent.last = agent.n
  for i = 1, agent.n do agent["f" .. i] = (agent["f" .. i] or 0) + i end
  agent.a, agent.b = agent.n, agent.last
  agent.c = agent.a + agent.b
  if agent.n % 2 == 0 then agent.a = nil end
  agent.last = agent.c
end }`))
	const agents, ticks = 3, 40
	var all []*bough.Agent
	for i := range agents {
		all = append(all, s.spawn("main", bough.Fields{"n": 7 * i}))
	}
	for range ticks {
		s.tick(1)
	}
	for i, a := range all {
		n := 7*i + ticks
		want := map[string]int{"n": n, "last": 2 * n, "b": n, "c": 2 * n, "a": n % 2 * n}
		for k := 1; k <= n; k++ {
			want[fmt.Sprint("f", k)] = k * min(ticks, n+1-k)
		}
		for name, n := range want {
			if got := number(a, name); got != float64(n) {
				t.Errorf("%s is %v, want %v", name, got, n)
			}
		}
	}
}
