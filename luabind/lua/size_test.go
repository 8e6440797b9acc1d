package lua

import (
	"testing"
	"unsafe"
)

// TestStatesShareNoCacheLine checks that the memory that States write in each call is on cache lines of their own,
// even if it was allocated for one State after another. Otherwise the States would slow each other down.
func TestStatesShareNoCacheLine(t *testing.T) {
	const line = 128
	for _, text := range []string{"return a.n < 3", "local b, c, d, e, f, g, h, i, j, k = 1 return b + a.n"} {
		chunk, err := Compile(Source{Name: "f.lua", Text: "return function(a) " + text + " end"})
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewState().Call1(chunk.Function(NewTable(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		owner := map[uintptr]int{} // by cache line
		var states []*State
		for range 4 {
			states = append(states, NewState())
		}
		claim := func(what string, state int, p unsafe.Pointer, size uintptr) {
			for l := uintptr(p) / line; l <= (uintptr(p)+size-1)/line; l++ {
				if other, taken := owner[l]; taken && other != state {
					t.Errorf("%s: %s of State %d is on a line of State %d", text, what, state, other)
				}
				owner[l] = state
			}
		}
		for range 20 {
			for i, s := range states {
				claim("the State", i, unsafe.Pointer(s), unsafe.Sizeof(*s))
				h := s.Prepare(v.Function())
				claim("what is prepared", i, unsafe.Pointer(h), unsafe.Sizeof(*h))
				claim("a call", i, unsafe.Pointer(h.call), unsafe.Sizeof(*h.call))
				claim("a register", i, unsafe.Pointer(&h.call.r[0]), uintptr(len(h.call.r))*valueBytes)
			}
		}
	}
}
