package hotreload

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// mirror is a consumer. It contains the texts of the files that it was told to read.
type mirror map[string]string

func (m mirror) read(f folder, names []string) {
	for _, name := range names {
		text, err := os.ReadFile(f.path(name))
		if err != nil {
			delete(m, name)
		} else {
			m[name] = string(text)
		}
	}
}

// onDisk returns a mirror with all files on disk.
func onDisk(f folder) mirror {
	l, _ := f.walk(".")
	m := mirror{}
	m.read(f, l.files)
	return m
}

var (
	randomDirs  = []string{"a", "b", "a/c", "a/c/d", "b/e"}
	randomFiles = []string{"x.lua", "y.bt"}
)

// edit makes a random edit like those of people and tools. Many edits fail and do nothing.
func edit(f folder, r *rand.Rand) {
	dir := func() string { return f.path(randomDirs[r.IntN(len(randomDirs))]) }
	file := func() string { return dir() + "/" + randomFiles[r.IntN(len(randomFiles))] }
	switch r.IntN(8) {
	case 0:
		_ = os.MkdirAll(dir(), 0o755)
	case 1:
		_ = os.RemoveAll(dir())
	case 2:
		_ = os.Rename(dir(), dir())
	case 3:
		_ = os.Remove(file())
	case 4:
		_ = os.Rename(file(), file())
	default:
		_ = os.WriteFile(file(), fmt.Appendf(nil, "%d", r.IntN(3)), 0o644)
	}
}

// TestRandomEditsPolled checks that a polling watcher reports each burst of edits as one set
// with exactly the files that differ. It uses the fake clock of synctest.
func TestRandomEditsPolled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := newFolder(t, "a/x.lua", "b/e/y.bt"), rand.New(rand.NewPCG(1, 2))
		w := open(t, Options{Poll: 100 * time.Millisecond}, realSystem, f.dir)
		before := onDisk(f)
		for range 150 {
			for range 1 + r.IntN(8) {
				edit(f, r)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			after, want := onDisk(f), map[string]bool{}
			for name := range before {
				want[name] = before[name] != after[name]
			}
			for name, text := range after {
				old, known := before[name]
				want[name] = !known || old != text
			}
			maps.DeleteFunc(want, func(_ string, differs bool) bool { return !differs })
			if before = after; len(want) == 0 {
				nothing(t, w)
				continue
			}
			expect(t, w, slices.Sorted(maps.Keys(want))...)
			nothing(t, w)
		}
	})
}

// TestRandomEditsNotified checks that a consumer that reads the reported files ends up with the
// contents on disk. It uses real events, so a burst may be reported in parts.
func TestRandomEditsNotified(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			f, r := newFolder(t, "a/x.lua", "b/e/y.bt"), rand.New(rand.NewPCG(seed, 2))
			w := open(t, Options{Debounce: 5 * time.Millisecond}, realSystem, f.dir)
			known := onDisk(f)
			for i := range 60 {
				for range 1 + r.IntN(8) {
					edit(f, r)
				}
				// A burst that begins before the last one has settled might undo edits that the consumer
				// has already read. When two fences have been reported, everything has settled. The look
				// that found the first fence may have begun before the end of the burst, but the look that
				// found the second did not.
				for side := range 2 {
					f.write("0.lua", fmt.Sprint(i, side))
					for fenced := false; !fenced; {
						c := next(t, w)
						known.read(f, c.Paths)
						fenced = slices.Contains(c.Paths, "0.lua")
					}
				}
				for want := onDisk(f); !maps.Equal(known, want); {
					known.read(f, next(t, w).Paths)
				}
			}
		})
	}
}
