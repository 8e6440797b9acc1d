package assets

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestHasher checks that the hash of a version does not depend on earlier hashes, and that it is
// the hash of the lines that sha256sum prints.
func TestHasher(t *testing.T) {
	src, h := rand.New(rand.NewPCG(1, 1)), &hasher{}
	var list []*Content
	for i := range 200 {
		list = slices.Clone(list)
		switch at := src.IntN(len(list) + 1); {
		case i%7 == 0 && at < len(list):
			list = slices.Delete(list, at, min(len(list), at+src.IntN(markEvery)))
		case i%3 == 0 && at < len(list):
			list[at] = &Content{Path: list[at].Path, Sum: sha256.Sum256(fmt.Append(nil, i))}
		default:
			for j := range 1 + src.IntN(markEvery) {
				list = slices.Insert(list, at, &Content{Path: fmt.Sprintf("%d-%d.lua", i, j), Sum: sha256.Sum256(fmt.Append(nil, i, j))})
			}
		}
		if got, want := h.sum(list), Hash(sha256.Sum256([]byte(printed(list)))); got != want {
			t.Fatalf("step %d, %d files: %v; want %v", i, len(list), got, want)
		}
	}
	if n := len(list) / markEvery; n < 3 || len(h.marks) < n {
		t.Errorf("%d marks for %d files; the test tests too little", len(h.marks), len(list))
	}
}

// printed returns the output of the program sha256sum for the files.
func printed(list []*Content) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "%x  %s\n", c.Sum, c.Path)
	}
	return b.String()
}
