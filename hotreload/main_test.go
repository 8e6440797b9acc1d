package hotreload

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// folder is a temporary directory of a test, with methods to change it.
type folder struct {
	t   testing.TB
	dir string
}

func newFolder(t testing.TB, files ...string) folder {
	f := folder{t, t.TempDir()}
	for _, name := range files {
		f.write(name, "return '"+name+"'")
	}
	return f
}

func (f folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f folder) write(name, text string) {
	f.mkdir(filepath.Dir(name))
	f.check(os.WriteFile(f.path(name), []byte(text), 0o644))
}

func (f folder) mkdir(name string)      { f.check(os.MkdirAll(f.path(name), 0o755)) }
func (f folder) rename(from, to string) { f.check(os.Rename(f.path(from), f.path(to))) }
func (f folder) remove(name string)     { f.check(os.RemoveAll(f.path(name))) }
func (f folder) link(target, name string) {
	f.check(os.Symlink(target, f.path(name)))
}

func (f folder) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// next receives a change. It fails the test if the source delivers none in time.
func next(t testing.TB, s Source) Change {
	t.Helper()
	safety := time.NewTimer(30 * time.Second)
	defer safety.Stop()
	select {
	case c, ok := <-s.Changes():
		if !ok {
			t.Fatal("the channel is closed")
		}
		return c
	case <-safety.C:
		t.Fatal("no change delivered")
	}
	return Change{}
}

// expect receives a change, which must have these paths and no error.
func expect(t testing.TB, s Source, paths ...string) Change {
	t.Helper()
	c := next(t, s)
	if !slices.Equal(c.Paths, paths) || c.Err != nil {
		t.Fatalf("got %q, error %v; want %q", c.Paths, c.Err, paths)
	}
	return c
}

// open watches dirs until the end of the test.
func open(t testing.TB, o Options, sys system, dirs ...string) *Watcher {
	t.Helper()
	w, err := watch(dirs, o, sys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return w
}
