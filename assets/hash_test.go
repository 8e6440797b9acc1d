package assets_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
)

// TestHash checks that the hash depends on paths and texts, and on nothing else, and that it can be
// computed with sha256sum.
func TestHash(t *testing.T) {
	load := func(files map[string]string) assets.Hash {
		s := newShelf(t, files)
		s.Load()
		return s.Bundle().Hash
	}
	base := map[string]string{"a.lua": empty, "b.lua": says(1)}
	var lines string
	for _, name := range slices.Sorted(maps.Keys(base)) {
		lines += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(base[name])), name)
	}
	want := assets.Hash(sha256.Sum256([]byte(lines)))
	if got := load(base); got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
	if got := load(map[string]string{"a.lua": empty, "b.lua": says(1), "notes.txt": "x", ".git/a.lua": "x"}); got != want {
		t.Error("it depends on files that are not loaded")
	}
	for _, other := range []map[string]string{{}, {"a.lua": empty}, {"a.lua": says(1), "b.lua": empty}, {"a.lua": empty, "c.lua": says(1)}, {"a.lua": empty, "b.lua": says(1), "c.lua": ""}} {
		if load(other) == want {
			t.Errorf("%v has the same hash", other)
		}
	}
	var back assets.Hash
	text, _ := want.MarshalText()
	if err := back.UnmarshalText(text); err != nil || back != want || want.Short() != string(text[:12]) {
		t.Errorf("read again it is %s: %v", back, err)
	}
	for _, bad := range []string{"", "12", strings.Repeat("g", 64), strings.Repeat("a", 66)} {
		if err := back.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is read as a hash", bad)
		}
	}
}
