package lib_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
)

// stringBenches holds calls that scripts make often, each with the number of allocations that it may make. A string
// takes two allocations, for the object and for its bytes; sub shares the bytes.
var stringBenches = []struct {
	name, fn string
	args     []any
	allocs   float64
}{
	{"sub/one", "sub", []any{"troll", 2, 2}, 0},
	{"sub/part", "sub", []any{"forest_troll", 8}, 1},
	{"byte", "byte", []any{"troll", 1}, 0},
	{"len", "len", []any{"troll"}, 0},
	{"char", "char", []any{65}, 0},
	{"upper", "upper", []any{"forest_troll"}, 2},
	{"rep", "rep", []any{"ab", 10}, 2},
	{"find/plain", "find", []any{"forest_troll", "troll"}, 0},
	{"find/pattern", "find", []any{"forest_troll_12", "_%d+$"}, 0},
	{"find/none", "find", []any{strings.Repeat("forest ", 20), "[xyz]%d"}, 0},
	{"match/words", "match", []any{"key = value", "^(%w+)%s*=%s*(%w+)$"}, 2},
	{"match/trim", "match", []any{"  some text here ", "^%s*(.-)%s*$"}, 1},
	{"gsub/text", "gsub", []any{"the quick brown fox", "%w+", "<%0>"}, 2},
	{"gsub/none", "gsub", []any{"the quick brown fox", "%d+", "<%0>"}, 0},
	{"format/d", "format", []any{"%d", 42}, 2},
	{"format/s", "format", []any{"%s", "troll"}, 2},
	{"format/mixed", "format", []any{"%s at %d, %d: %.1f", "troll", 12, 40, 3.25}, 2},
}

type boundCall struct {
	s    *lua.State
	fn   lua.Value
	args []lua.Value
}

func bindCall(fn string, args []any) boundCall {
	c := boundCall{s: lua.NewState(), fn: stringLibrary().Get(lua.Name(fn))}
	for _, a := range args {
		switch a := a.(type) {
		case string:
			c.args = append(c.args, lua.String(a))
		case int:
			c.args = append(c.args, lua.Number(float64(a)))
		case float64:
			c.args = append(c.args, lua.Number(a))
		}
	}
	return c
}

func (c boundCall) call(t testing.TB) {
	if _, err := c.s.Call(c.fn, c.args...); err != nil {
		t.Fatal(err)
	}
}

// TestStringAllocations checks that the functions that scripts call most often allocate only their results.
func TestStringAllocations(t *testing.T) {
	for _, b := range stringBenches {
		c := bindCall(b.fn, b.args)
		if got := testing.AllocsPerRun(100, func() { c.call(t) }); got != b.allocs {
			t.Errorf("%s: %v allocations, want %v", b.name, got, b.allocs)
		}
	}
}

func BenchmarkStrings(b *testing.B) {
	for _, x := range stringBenches {
		b.Run(x.name, func(b *testing.B) {
			c := bindCall(x.fn, x.args)
			b.ReportAllocs()
			for b.Loop() {
				c.call(b)
			}
		})
	}
}
