package assets

import (
	"slices"
	"testing"

	"github.com/bough-dev/bough/luabind"
)

// TestReplaced compares lists of chunks, each written as a path and a version.
func TestReplaced(t *testing.T) {
	chunks := map[string]*luabind.Chunk{}
	list := func(names ...string) (out []*luabind.Chunk) {
		for _, n := range names {
			if chunks[n] == nil {
				chunks[n] = &luabind.Chunk{Path: n[:1], Name: n}
			}
			out = append(out, chunks[n])
		}
		return out
	}
	for _, c := range []struct {
		name                  string
		was, now, fresh, gone []string
	}{
		{"nothing", nil, nil, nil, nil},
		{"the first load", nil, []string{"a1", "b1"}, []string{"a1", "b1"}, nil},
		{"all gone", []string{"a1", "b1"}, nil, nil, []string{"a1", "b1"}},
		{"the same", []string{"a1", "b1"}, []string{"a1", "b1"}, nil, nil},
		{"one anew", []string{"a1", "b1", "c1"}, []string{"a1", "b2", "c1"}, []string{"b2"}, []string{"b1"}},
		{"all anew", []string{"a1", "b1"}, []string{"a2", "b2"}, []string{"a2", "b2"}, []string{"a1", "b1"}},
		{"one more in front", []string{"b1"}, []string{"a1", "b1"}, []string{"a1"}, nil},
		{"one more behind", []string{"a1"}, []string{"a1", "b1"}, []string{"b1"}, nil},
		{"one less", []string{"a1", "b1", "c1"}, []string{"a1", "c1"}, nil, []string{"b1"}},
		{"another name", []string{"a1", "c1"}, []string{"b1", "c1"}, []string{"b1"}, []string{"a1"}},
	} {
		fresh, gone := replaced(list(c.was...), list(c.now...))
		if !slices.Equal(fresh, list(c.fresh...)) || !slices.Equal(gone, list(c.gone...)) {
			t.Errorf("%s: fresh %v, gone %v", c.name, named(fresh), named(gone))
		}
	}
}

func named(list []*luabind.Chunk) (names []string) {
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names
}
