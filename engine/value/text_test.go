package value_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/value"
)

type pool[T any] []T

type named string

type titled struct{ title string }

func (t *titled) String() string { return t.title }

// TestText checks the texts of values of Go for people.
func TestText(t *testing.T) {
	var none *titled
	for _, c := range []struct {
		x    any
		want string
	}{
		{&pool[int]{}, "a handle of pool[int]"},
		{&pool[value.Vector]{}, "a handle of pool[Vector]"},
		{&pool[map[string]*value.Table]{}, "a handle of pool[map[string]*Table]"},
		{named("x"), "a handle of named"},
		{[]int{1}, "a handle of []int"},
		{make(chan int), "a handle of chan int"},
		{&titled{"Lord\nof the\tmanor"}, "Lord of the manor"},
		{&titled{""}, "a handle of titled"},
		{none, "a handle of titled, whose String panics: runtime error: invalid memory address or nil pointer dereference"},
		{&titled{strings.Repeat("é", 120)}, strings.Repeat("é", 98) + "…"},
	} {
		if got := value.Text(c.x); got != c.want {
			t.Errorf("%T: got %q, want %q", c.x, got, c.want)
		}
		v := value.Other(&value.Table{Entries: []value.Entry{{Key: value.String("who"), Value: value.Other(c.x)}}})
		if got, want := v.String(), "{who="+c.want+"}"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := v.Plain(), "{who=a handle of "+value.TypeName(reflect.TypeOf(c.x))+"}"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := value.TypeName(nil); got != "nil" {
		t.Error(got)
	}
}
