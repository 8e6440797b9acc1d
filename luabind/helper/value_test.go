package helper_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// TestWhatCannotBeHandedOn checks the errors for values that cannot be copied.
func TestWhatCannotBeHandedOn(t *testing.T) {
	x := newSession(t)
	for _, c := range []struct{ make, want string }{
		{"local T = {} T.t = T", "data-too-deep most=8 -> hand-on-less"},
		{"local T = {} T[1] = {T}", "data-too-deep most=8 -> hand-on-less"},
		{"local T = {{{{{{{{{}}}}}}}}}", "data-too-deep most=8 -> hand-on-less"},
		{"local T = {{{{{{{{}}}}}}}}", ""},
		{"local T = {} for i = 1, 1001 do T[i] = i end", "data-too-large most=1000 -> hand-on-less"},
		{"local T = {} for i = 1, 40 do T[i] = {} for k = 1, 40 do T[i][k] = k end end", "data-too-large most=1000 -> hand-on-less"},
		{"local T = {} for i = 1, 1000 do T[i] = i end", ""},
		{"local T = print", `not-plain-data kind="function" -> use-plain-data`},
		{"local T = { f = function() end }", `not-plain-data kind="function" -> use-plain-data`},
		{"local T = { [print] = 1 }", `not-plain-data kind="function" -> use-plain-data`},
		{"local T = coroutine.create(function() end)", `not-plain-data kind="thread" -> use-plain-data`},
		{"local T = { [{}] = 1 }", ""},
		{"local T = { [{{}}] = 1 }", "data-too-deep most=8"},
		{"local T = setmetatable({ 1 }, { __index = function() error('asked') end })", ""},
	} {
		out, err := x.run(t, c.make+"\nreturn T")
		if err != nil {
			t.Fatalf("%s: %v", c.make, err)
		}
		got := ""
		if _, err := helper.ToValue(out[0]); err != nil {
			got = identity(err)
		}
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.make, got, c.want)
		}
	}
}

// TestFromValue checks that entries of a Go table are omitted if they are invalid in a Lua table.
func TestFromValue(t *testing.T) {
	entry := func(k, v value.Value) value.Entry { return value.Entry{Key: k, Value: v} }
	one := value.Number(1)
	v := helper.FromValue(value.Other(&value.Table{Entries: []value.Entry{
		entry(value.Value{}, one), entry(value.Number(math.NaN()), one), entry(value.String("x"), value.Value{}),
		entry(value.String("x"), value.Number(2)), entry(value.String("x"), value.Number(3)), entry(value.Bool(true), one),
	}}))
	k, e, _ := v.Table().Next(lua.Nil)
	if k.String() != "x" || e.String() != "3" || v.Table().Len() != 0 || v.Table().Get(lua.True).String() != "1" {
		t.Errorf("%s = %s", k, e)
	}
	own := lua.NewTable(0, 0)
	if !helper.FromValue(value.Other(own)).Equal(own.Value()) {
		t.Error("a table of Lua does not come back")
	}
	if _, err := helper.ToValue(helper.FromValue(value.VectorOf(value.Vector{X: 1, Y: 2, Z: 3}))); err != nil {
		t.Error(err)
	}
}

// randomValue returns a random value. The entries of its tables are in the order in which Lua iterates over them.
func randomValue(r *rand.Rand, depth int) value.Value {
	switch r.IntN(7) {
	case 0:
		return value.Bool(r.IntN(2) == 0)
	case 1:
		return value.Number([]float64{0, -1, 0.5, math.Inf(1), math.NaN(), math.MaxFloat64, r.NormFloat64()}[r.IntN(7)])
	case 2:
		return value.String(strings.Repeat("x\x00ö", r.IntN(30)))
	case 3:
		return value.Other(troll)
	}
	t := &value.Table{}
	if depth == 0 {
		return value.Other(t)
	}
	list, others := r.IntN(4), r.IntN(12)
	for i := range list {
		t.Entries = append(t.Entries, value.Entry{Key: value.Number(float64(i + 1)), Value: randomValue(r, depth-1)})
	}
	for i := range others {
		key := value.String(fmt.Sprint("k", i))
		switch {
		case i == 3:
			key = value.Bool(true)
		case r.IntN(4) == 0:
			key = value.Number(float64(-i) - 0.5)
		}
		t.Entries = append(t.Entries, value.Entry{Key: key, Value: randomValue(r, depth-1)})
	}
	return value.Other(t)
}

// same reports whether two values have the same kind and the same content, including the order of entries in
// tables. NaN is the same as NaN.
func same(a, b value.Value) bool {
	ta, tb := a.Table(), b.Table()
	if ta == nil || tb == nil {
		return a.Equal(b) || a.Kind() == b.Kind() && a.Float() != a.Float() && b.Float() != b.Float()
	}
	if len(ta.Entries) != len(tb.Entries) {
		return false
	}
	for i := range ta.Entries {
		if !same(ta.Entries[i].Key, tb.Entries[i].Key) || !same(ta.Entries[i].Value, tb.Entries[i].Value) {
			return false
		}
	}
	return true
}

// TestRoundTrip checks that a copy to Lua and back does not change random values, and that it costs the same each
// time.
func TestRoundTrip(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	s := lua.NewState()
	for range 1000 {
		want := randomValue(r, 2)
		var costs [2][2]int64
		for i := range costs {
			s.Steps, s.Bytes = lua.Unlimited, lua.Unlimited
			_, err := s.Call(lua.NewFunction("f", func(c *lua.Call) error {
				got, err := helper.ToValueIn(c, helper.FromValueIn(c, want))
				if !same(got, want) {
					t.Errorf("seed %d: got %v, want %v", seed, got, want)
				}
				return err
			}).Value())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			costs[i] = [2]int64{lua.Unlimited - s.Steps, lua.Unlimited - s.Bytes}
		}
		if got, err := helper.ToValue(helper.FromValue(want)); err != nil || !same(got, want) || costs[0] != costs[1] {
			t.Fatalf("seed %d: %v, %v, costs %v", seed, got, err, costs)
		}
	}
}

// TestCopiesArePaid checks that a copy is charged with steps and bytes before it is created.
func TestCopiesArePaid(t *testing.T) {
	x := newEntitySession(t)
	cost := func(text string) (steps, bytes int64) {
		t.Helper()
		x.s.Steps, x.s.Bytes = lua.Unlimited, lua.Unlimited
		if _, err := x.run(t, text); err != nil {
			t.Fatal(err)
		}
		return lua.Unlimited - x.s.Steps, lua.Unlimited - x.s.Bytes
	}
	for _, c := range []struct {
		before, call string
		steps, bytes int64 // least costs for 100 entries
	}{
		{"for i = 1, 100 do T[i] = i end", "go.sum(T)", 300, 800},
		{"for i = 1, 100 do T[i] = 'x' end", "go.words(T)", 600, 1600},
		{"for i = 1, 100 do T[i] = i end", "go.value(T)", 600, 4800 + 1600},
		{"for i = 1, 100 do T['k' .. i] = i end", "body.sum(T)", 300, 2400},
		{"for i = 1, 100 do T[i] = i end", "for i = 1, 100 do body.scaled(1, T[i]) end", 400, 800},
	} {
		steps0, bytes0 := cost("local T = {} " + c.before)
		steps, bytes := cost("local T = {} " + c.before + " " + c.call)
		if steps-steps0 < c.steps || bytes-bytes0 < c.bytes {
			t.Errorf("%s takes %d steps and %d bytes; want %d and %d", c.call, steps-steps0, bytes-bytes0, c.steps, c.bytes)
		}
		x.s.Steps, x.s.Bytes = steps-c.steps, lua.Unlimited
		if got := x.say(t, "local T = {} "+c.before+" pcall(function() "+c.call+" end) return 1"); !strings.Contains(got, "too many steps") {
			t.Errorf("%s: %s", c.call, got)
		}
		x.s.Steps, x.s.Bytes = lua.Unlimited, bytes-c.bytes
		if got := x.say(t, "local T = {} "+c.before+" pcall(function() "+c.call+" end) return 1"); !strings.Contains(got, "not enough memory") {
			t.Errorf("%s: %s", c.call, got)
		}
	}
	const empty = "local T = {} for i = 1, 1000 do T['k' .. i] = i end for i = 1, 1000 do T['k' .. i] = nil end "
	without, _ := cost(empty)
	for _, call := range []string{"go.value(T)", "body.sum(T)"} {
		if steps, _ := cost(empty + call); steps-without < 1000 {
			t.Errorf("%s goes through 1000 gaps in %d steps", call, steps-without)
		}
	}
}

// FuzzToValue checks that ToValue either copies a value within the bounds or refuses it.
func FuzzToValue(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte(strings.Repeat("\x05\x06", 20)))
	f.Add([]byte(strings.Repeat("\x06\x01\x07", 2000)))
	f.Add([]byte{7})
	f.Fuzz(func(t *testing.T, data []byte) {
		v := build(data)
		got, err := helper.ToValue(v)
		if err != nil {
			if !strings.Contains(err.Error(), "hand on less") && !strings.Contains(err.Error(), "use ") {
				t.Error(err)
			}
			return
		}
		if n, depth := measure(got); n > helper.MaxEntries || depth > helper.MaxDepth {
			t.Errorf("%d entries, %d deep", n, depth)
		}
		again, err := helper.ToValue(helper.FromValue(got))
		if err != nil || !same(got, again) {
			n, _ := measure(got)
			t.Errorf("%d entries: %v; %v came back as %v", n, err, got, again)
		}
		helper.Show(v)
	})
}

// build interprets data as a small program that creates tables. The tables may contain each other and themselves.
func build(data []byte) lua.Value {
	root := lua.NewTable(0, 0)
	tables := []*lua.Table{root}
	for i, b := range data {
		t := tables[int(b>>3)%len(tables)]
		key := lua.Number(float64(i))
		switch b & 7 {
		case 0:
			_ = t.Append(lua.String(string(data[:i%5])))
		case 1:
			_ = t.Set(key, lua.Bool(b&8 != 0))
		case 2:
			_ = t.Set(lua.String(fmt.Sprint(i)), key)
		case 3:
			_ = t.Append(lua.Handle(troll))
		case 4:
			_ = t.Set(key, tables[i%len(tables)].Value())
		case 5, 6:
			inner := lua.NewTable(0, 0)
			tables = append(tables, inner)
			_ = t.Append(inner.Value())
		case 7:
			if i%50 == 0 {
				_ = t.Set(lua.True, lua.Next.Value())
			}
			_ = t.Set(key, lua.Nil)
		}
	}
	return root.Value()
}

func measure(v value.Value) (entries, depth int) {
	if v.Table() == nil {
		return 0, 0
	}
	for _, e := range v.Table().Entries {
		n, d := measure(e.Value)
		entries, depth = entries+n+1, max(depth, d)
	}
	return entries, depth + 1
}

// TestDirectCallsAllocateNothing checks that functions of usual types are called without reflection, and that the
// calls allocate only the strings and tables that they return.
func TestDirectCallsAllocateNothing(t *testing.T) {
	const n = 100
	for _, u := range usual {
		h := helperFor(u.fn)
		if h.Check() != nil || !helper.Direct(h) {
			t.Errorf("%s is not called directly: %v", u.name, h.Check())
			continue
		}
		if got := testing.AllocsPerRun(20, times(t, h.Function(inHook), u.args, n)) / n; got != u.allocs {
			t.Errorf("%s: %v allocations; want %v", u.name, got, u.allocs)
		}
	}
	at := lua.Handle(troll)
	var v value.Value
	for _, kept := range []lua.Value{lua.Nil, lua.True, lua.Number(5), at} {
		if got := testing.AllocsPerRun(100, func() { v, _ = helper.ToValue(kept); kept = helper.FromValue(v) }); got != 0 {
			t.Errorf("%v there and back: %v allocations", kept, got)
		}
	}
	small := helperFor(func(a int8) int8 { return a })
	if got := testing.AllocsPerRun(20, times(t, small.Function(inHook), "5", n)) / n; got > 3 { // 2, and more under the race detector, which drops pooled variables at random
		t.Errorf("by reflection: %v allocations", got)
	}
}

// TestDirectIsAsReflected checks that shapes and reflection accept the same types and have the same effects.
func TestDirectIsAsReflected(t *testing.T) {
	for _, u := range usual {
		h := helperFor(u.fn)
		var said [2]string
		for i, f := range []*lua.Function{h.Function(inHook), helper.Reflected(h, inHook)} {
			x := newSession(t)
			x.set(t, "f", f.Value())
			x.set(t, "troll", lua.Handle(troll))
			for _, args := range []string{u.args, "", "1", "'x'", "1, 'x'", "{ x = 1, y = 2 }", "{ x = 1, y = 2 }, 1", "1, 2, 3", "0.5, 0.5", "nil", "print, print",
				"1, 2, 3, 4, 5, 6, 7, {}", "1, 2, 3, 4, 5, 6, 7, 8, 9"} {
				said[i] += x.say(t, "local name, at = 'wolf', { x = 1, y = 2 }\nlocal a, b = f("+args+")\nreturn type(a) == 'table' and (a.x or a[1] .. #a) or a == troll or a, b") + "\n"
			}
		}
		if said[0] != said[1] {
			t.Errorf("%s: directly\n%s\nby reflection\n%s", u.name, said[0], said[1])
		}
	}
}
