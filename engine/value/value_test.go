package value_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/value"
)

func TestOf(t *testing.T) {
	type meters float32
	none := []int{}
	for _, tt := range []struct {
		in   any
		want string
	}{
		{nil, "nil"}, {true, "true"}, {3, "3"}, {uint8(4), "4"}, {meters(0.5), "0.5"}, {"hi", `"hi"`},
		{value.Vector{X: 1, Y: 2}, "{x=1, y=2, z=0}"}, {value.Number(7), "7"}, {[]int{1, 2}, "{1, 2}"},
		{map[string]any{"b": 1, "a": []string{"x"}}, `{a={"x"}, b=1}`},
		{[]any{none, none, [][]int{none}}, "{{}, {}, {{}}}"},
		{int64(math.MinInt64), "-9.223372036854776e+18"}, {int64(1 << 53), "9.007199254740992e+15"}, {uint64(1 << 63), "9.223372036854776e+18"},
	} {
		v, err := value.Of(tt.in)
		if err != nil || v.String() != tt.want {
			t.Errorf("Of(%v) = %v, %v; want %s", tt.in, v, err, tt.want)
		}
	}
	list, table, pair := []any{nil}, map[string]any{}, []any{nil, nil}
	list[0], table["me"], pair[0], pair[1] = list, []any{table}, pair, pair
	for _, bad := range []any{list, table, pair, make(chan int), []any{func() {}}, map[int]int{}, map[string]any{"x": struct{}{}},
		int64(1<<53 + 1), int64(math.MaxInt64), int64(-1<<53 - 1), uint64(math.MaxUint64), uint64(1<<53 + 1), map[string]int64{"id": 1<<60 + 1}} {
		if _, err := value.Of(bad); err == nil || !strings.Contains(err.Error(), "cannot be a field") {
			t.Errorf("Of(%T): error %v", bad, err)
		}
	}
}

func TestValue(t *testing.T) {
	for _, tt := range []struct {
		a, b value.Value
		same bool
	}{
		{value.Number(1), value.Number(1), true}, {value.Number(1), value.String("1"), false},
		{value.Bool(false), value.Value{}, false}, {value.String("ab"), value.String(strings.Clone("ab")), true},
		{value.String("ab"), value.String("ac"), false}, {value.String(""), value.String("a"[:0]), true},
		{value.Number(0), value.Number(math.Copysign(0, -1)), true}, {value.Number(math.NaN()), value.Number(math.NaN()), false},
		{value.VectorOf(value.Vector{X: 1}), value.VectorOf(value.Vector{X: 1}), true},
		{value.Other([]int{1}), value.Other([]int{1}), false}, {value.Other(nil), value.Value{}, true},
	} {
		if tt.a.Equal(tt.b) != tt.same {
			t.Errorf("%v and %v: Equal is %v", tt.a, tt.b, !tt.same)
		}
	}
	if value.Bool(false).Truthy() || (value.Value{}).Truthy() || !value.Number(0).Truthy() || !value.String("").Truthy() {
		t.Error("only nil and false are not true")
	}
	if reflect.DeepEqual(value.String("ab"), value.String("ac")) {
		t.Error("to reflect.DeepEqual, different strings are equal")
	}
}
