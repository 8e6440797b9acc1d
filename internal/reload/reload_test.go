package reload_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/reload"
	"github.com/bough-dev/bough/luabind"
)

// desk is a manager with a Reader and files that a test changes.
type desk struct {
	*reload.Reader
	mu      sync.Mutex
	files   fstest.MapFS
	gate    chan struct{} // if not nil, Open waits for it
	opened  atomic.Int32  // number of calls of Open
	manager *assets.Manager
	source  *hotreload.Manual
	landed  []string
}

// Open implements fs.FS.
func (d *desk) Open(name string) (fs.File, error) {
	d.opened.Add(1)
	if d.gate != nil {
		<-d.gate
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.files.Open(name)
}

func newDesk(t *testing.T, background bool, files map[string]string) *desk {
	d := &desk{files: fstest.MapFS{}, source: hotreload.NewManual()}
	for name, text := range files {
		d.write(name, text)
	}
	run := luabind.NewRuntime(luabind.Options{Workers: 2})
	d.manager = assets.NewManager(assets.Options{FS: d, Runtime: run})
	if err := d.manager.Load().Problems.Err(); err != nil {
		t.Fatal(err)
	}
	d.Reader = reload.New(d.manager, d.source, background, d.onRound)
	return d
}

// onRound records a report: its version, the files put in force, and whether it was installed.
func (d *desk) onRound(rep *assets.Report, installed bool) {
	s := fmt.Sprintf("v%d %s", rep.Version, strings.Join(rep.Applied, " "))
	if !installed {
		s += " not installed"
	}
	if rep.Err != nil {
		s += " " + rep.Err.Error()
	}
	if rep.Version != d.manager.Bundle().Version {
		s += " under another number"
	}
	d.landed = append(d.landed, s)
}

func (d *desk) write(name, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[name] = &fstest.MapFile{Data: []byte(text)}
}

func (d *desk) remove(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.files, name)
}

// save writes a file and reports the change to the reader.
func (d *desk) save(name, text string) {
	d.write(name, text)
	d.source.Touch(name)
}

// poll calls Poll. It waits before and after the call until the background goroutine is idle; otherwise the
// goroutine could read files that the test writes later.
func (d *desk) poll() {
	synctest.Wait()
	d.Poll()
	synctest.Wait()
}

func (d *desk) want(t *testing.T, landed ...string) {
	t.Helper()
	if got, want := strings.Join(d.landed, "\n"), strings.Join(landed, "\n"); got != want {
		t.Errorf("landed\n%s\nwant\n%s", got, want)
	}
	d.landed = nil
}

const (
	one = "return { doc = \"one\" }\n"
	two = "return { doc = \"two\" }\n"
)

// bothWays runs a test twice, without and with a background goroutine.
func bothWays(t *testing.T, files map[string]string, f func(*testing.T, *desk)) {
	for _, background := range []bool{false, true} {
		t.Run(fmt.Sprintf("background %v", background), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, background, files)
				defer d.Close()
				f(t, d)
			})
		})
	}
}

// paths is a source that reports paths as they are.
type paths chan hotreload.Change

func (p paths) Changes() <-chan hotreload.Change { return p }
func (p paths) Close() error                     { return nil }

// TestPathsOfSource checks that paths of a source are cleaned, and that a path that is not below the root is an error.
func TestPathsOfSource(t *testing.T) {
	for _, background := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, false, map[string]string{"a.lua": one, "b.lua": one})
			source := make(paths, 1)
			d.Reader = reload.New(d.manager, source, background, d.onRound)
			defer d.Close()
			d.write("a.lua", two)
			d.write("b.lua", two)
			source <- hotreload.Change{Paths: []string{"./b.lua", "./a.lua", "a.lua"}, Sums: map[string][sha256.Size]byte{"./b.lua": sha256.Sum256([]byte(two))}}
			d.poll()
			d.want(t, "v2 a b")
			d.write("a.lua", one)
			source <- hotreload.Change{Paths: []string{"/srv/scripts/b.lua", "a.lua"}}
			d.poll()
			const ignored = `, which is ignored: report paths below the folder of the scripts, such as "combat/melee.lua"`
			d.want(t, `v3 a the source has reported "/srv/scripts/b.lua"`+ignored)
			source <- hotreload.Change{Paths: []string{"../b.lua"}}
			d.poll()
			d.want(t, `v3  not installed the source has reported "../b.lua"`+ignored)
			d.poll()
			d.want(t)
		})
	}
}

func TestPoll(t *testing.T) {
	bothWays(t, map[string]string{"a.lua": one, "b.lua": one}, func(t *testing.T, d *desk) {
		d.poll()
		d.want(t)
		d.write("a.lua", two)
		d.source.Touch("a.lua", "b.lua")
		d.poll()
		d.want(t, "v2 a")
		d.source.Touch("b.lua") // b.lua has not changed
		d.poll()
		d.want(t)
		d.source.Send(hotreload.Change{Err: errors.New("disk on fire")})
		d.poll()
		d.want(t, "v2  not installed disk on fire")
		d.write("b.lua", two)
		d.source.Send(hotreload.Change{Paths: []string{"b.lua"}, Err: errors.New("some smoke")})
		d.poll()
		d.want(t, "v3 b some smoke")
		d.save("b.lua", "return {")
		d.poll()
		d.want(t, "v4 ")
		release := d.LockManager()
		d.manager.Pin()
		release()
		d.save("a.lua", one)
		d.poll()
		d.want(t, "v4  not installed")
		d.source.Close()
		d.poll()
		d.poll()
		d.want(t)
	})
}

// TestFileThatIsChanging checks that a file that was read in another state than the source saw is read in each poll
// until both states agree.
func TestFileThatIsChanging(t *testing.T) {
	bothWays(t, map[string]string{"a.lua": one}, func(t *testing.T, d *desk) {
		d.write("a.lua", two)
		d.source.Send(hotreload.Change{Paths: []string{"a.lua"}, Sums: map[string][sha256.Size]byte{"a.lua": sha256.Sum256([]byte(one))}})
		d.poll()
		d.want(t, "v2 a")
		d.poll()
		d.want(t)
		d.write("a.lua", one) // not reported by the source, which never saw two
		for range 3 {
			d.poll()
		}
		d.want(t, "v3 a")
		d.write("a.lua", two)
		for range 3 {
			d.poll()
		}
		d.want(t)
	})
}

// library returns a module and the given number of scripts that use it.
func library(users int, script string) map[string]string {
	files := map[string]string{"lib/x.lua": "return 1\n", "main.bt": "tree main\n  s0\n"}
	for i := range users {
		files[fmt.Sprintf("s%d.lua", i)] = script
	}
	return files
}

const user = "require(\"lib.x\")\nreturn {}\n"

// TestLandsAtOnce checks that a library and all scripts that use it are put in force in one poll, and that files
// saved in the meantime are put in force later.
func TestLandsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, true, library(500, user))
		defer d.Close()
		d.save("lib/x.lua", "return 2\n")
		synctest.Wait()
		d.save("s0.lua", two)
		d.poll()
		if len(d.landed) != 1 || !strings.HasPrefix(d.landed[0], "v2 module lib.x s0 s1 ") || d.manager.Bundle().Version != 2 {
			t.Fatalf("landed %q", d.landed)
		}
		d.landed = nil
		d.poll()
		d.want(t, "v3 s0")
	})
}

// TestLockManager checks that a set that is being built is swapped in before LockManager returns, and that nothing
// is prepared until the caller releases the manager.
func TestLockManager(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, true, library(500, user))
		defer d.Close()
		d.save("lib/x.lua", "return 2\n")
		synctest.Wait()
		release := d.LockManager()
		if len(d.landed) != 1 {
			t.Fatalf("landed %q", d.landed)
		}
		d.landed = nil
		d.save("s1.lua", two)
		d.LockManager()() // a nested call has no effect
		d.poll()
		d.want(t)
		release()
		d.poll()
		d.want(t, "v3 s1")
	})
}

// TestClose checks that Close drops a set that is being read or was prepared, and that no goroutine remains.
func TestClose(t *testing.T) {
	for _, prepared := range []bool{false, true} {
		t.Run(fmt.Sprintf("prepared %v", prepared), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, true, library(500, user))
				if !prepared {
					d.gate = make(chan struct{})
					go func() {
						synctest.Wait()
						close(d.gate)
					}()
				}
				d.save("lib/x.lua", "return 2\n")
				if prepared {
					synctest.Wait()
				}
				d.Close()
				d.Poll()
				d.Close()
				d.LockManager()()
				d.want(t)
				if v := d.manager.Bundle().Version; v != 1 {
					t.Errorf("version %d is in force", v)
				}
			})
		})
	}
}

// TestCloseWhenTold checks that onRound may close the reader.
func TestCloseWhenTold(t *testing.T) {
	for _, c := range []struct {
		name string
		told hotreload.Change
		do   func(*desk)
	}{
		{"of a change", hotreload.Change{Paths: []string{"a.lua"}}, (*desk).poll},
		{"of an error", hotreload.Change{Err: errors.New("disk on fire")}, (*desk).poll},
		{"of a file that is changing", hotreload.Change{Paths: []string{"a.lua"}, Sums: map[string][sha256.Size]byte{"a.lua": {1}}}, (*desk).poll},
		{"when the manager is needed", hotreload.Change{Paths: []string{"a.lua"}}, func(d *desk) { d.LockManager()() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, true, map[string]string{"a.lua": one})
				told := 0
				d.Close()
				d.Reader = reload.New(d.manager, d.source, true, func(*assets.Report, bool) {
					told++
					d.Close()
				})
				d.write("a.lua", two)
				d.source.Send(c.told)
				synctest.Wait()
				if c.do(d); told != 1 {
					t.Errorf("told %d times", told)
				}
			})
		})
	}
}

// TestNoReader checks that a nil Reader does nothing.
func TestNoReader(t *testing.T) {
	var r *reload.Reader
	r.Poll()
	r.LockManager()()
	r.Close()
}
