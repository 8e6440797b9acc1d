package e2e

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/bough-dev/bough/assets"
)

// census counts what can be reached from a value: the entries of all maps and slices,
// by the field that holds them, and the values of each type behind pointers. Two of the
// same state of a program are equal; what grows in between shows by its name. What is
// behind functions, channels and types of other modules is not counted.
type census struct {
	seen   map[reached]bool
	counts map[string]int
}

type reached struct {
	at unsafe.Pointer
	t  reflect.Type
	n  int
}

func countAll(v any) map[string]int {
	c := &census{map[reached]bool{}, map[string]int{}}
	c.walk(reflect.ValueOf(v), "")
	return c.counts
}

func (c *census) first(at unsafe.Pointer, t reflect.Type, n int) bool {
	r := reached{at, t, n}
	was := c.seen[r]
	c.seen[r] = true
	return !was && at != nil
}

// walk counts v, which holder holds.
func (c *census) walk(v reflect.Value, holder string) {
	switch v.Kind() {
	case reflect.Pointer:
		if c.first(v.UnsafePointer(), v.Type(), 1) && ours(v.Type().Elem()) {
			c.counts[v.Type().String()]++
			c.walk(v.Elem(), holder)
		}
	case reflect.Interface:
		if !v.IsNil() {
			c.walk(v.Elem(), holder)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.walk(v.Field(i), v.Type().String()+"."+v.Type().Field(i).Name)
		}
	case reflect.Map:
		if c.first(v.UnsafePointer(), v.Type(), 0) {
			c.counts[holder] += v.Len()
			for it := v.MapRange(); it.Next(); {
				c.walk(it.Key(), holder)
				c.walk(it.Value(), holder)
			}
		}
	case reflect.Slice:
		if c.first(v.UnsafePointer(), v.Type(), v.Len()) {
			c.counts[holder] += v.Len()
			c.elements(v, holder)
		}
	case reflect.Array:
		c.elements(v, holder)
	}
}

func (c *census) elements(v reflect.Value, holder string) {
	switch v.Type().Elem().Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
		for i := range v.Len() {
			c.walk(v.Index(i), holder)
		}
	}
}

// ours reports whether a type is of this module, or has no name.
func ours(t reflect.Type) bool { return t.PkgPath() == "" || strings.HasPrefix(t.PkgPath(), module) }

// bounded are what may be anything up to a bound, for two workers. The texts are those of
// the versions that one can go back to; registers and room for texts are those that were needed at most so far.
var bounded = map[string]int{"luabind.state.boards": 2 * 256, "engine.worker.slab": 2 * 32, "engine.worker.rests": 2 * 32, "assets.content.text": assets.DefaultVersions << 10, "lua.Call.r": 3 * 64, "lua.State.text": 3 << 12}

// grown lists what there is clearly more of than before: what leaks, leaks in each of the
// nine tenths that lie between. A few may be held by the last errors or not.
func grown(before, after map[string]int) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if after[name] > max(before[name]+before[name]/20+2, bounded[name]) {
			out = append(out, fmt.Sprintf("%s: %d, before %d", name, after[name], before[name]))
		}
	}
	return out
}
