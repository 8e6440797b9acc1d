package hotreload_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// hand edits a disk. Each edit may fail.
type hand interface {
	mkdir(name string)
	symlink(target, name string)
	create(name string)
	add(name, text string)
	rename(from, to string)
	remove(name string)
}

// realHand edits the disk of the operating system.
type realHand struct{}

func (realHand) mkdir(name string)           { _ = os.Mkdir(name, 0o755) }
func (realHand) symlink(target, name string) { _ = os.Symlink(target, name) }
func (realHand) rename(from, to string)      { _ = syscall.Rename(from, to) }
func (realHand) remove(name string)          { _ = os.Remove(name) }

func (realHand) create(name string) {
	if f, err := os.Create(name); err == nil {
		f.Close()
	}
}

func (realHand) add(name, text string) {
	if f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0); err == nil {
		_, _ = f.WriteString(text)
		f.Close()
	}
}

// TestModel makes the same random edits to a directory of the operating system and to the disk in
// memory. It checks that both have the same files and the same events of fsnotify.
func TestModel(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the model is that of inotify")
	}
	for seed := range uint64(2) {
		top, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(t, top)
		r := rand.New(rand.NewPCG(seed, 5))
		for step := range 100 {
			what := m.act(r)
			if got, want := m.heard(m.feed.events, step), m.heard(m.real.Events, step); !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d, %s:\nheard %q\nwant  %q", seed, step, what, got, want)
			}
			if got, want := m.seen(m.look), m.seen(realDisk{}); got != want {
				t.Fatalf("seed %d, step %d, %s:\nseen\n%s\nwant\n%s", seed, step, what, got, want)
			}
		}
		m.close()
	}
}

type model struct {
	t    *testing.T
	top  string
	look *looker
	feed *memFeed
	real *fsnotify.Watcher
}

func newModel(t *testing.T, top string) *model {
	real, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	d := newMemDisk()
	for i, c := range top {
		if c == '/' && i > 0 {
			d.mkdir(top[:i])
		}
	}
	d.mkdir(top)
	look := &looker{memDisk: d, pace: func(time.Duration) time.Duration { return 0 }}
	m := &model{t, top, look, look.feed(), real}
	for _, h := range m.hands() {
		h.mkdir(top + "/fence")
	}
	m.watch(top + "/fence")
	return m
}

func (m *model) hands() []hand { return []hand{m.look.memDisk, realHand{}} }

func (m *model) watch(dir string) {
	a, b := m.feed.watch(dir), m.real.Add(dir)
	if (a == nil) != (b == nil) {
		m.t.Fatalf("watching %s: %v; want %v", dir, a, b)
	}
}

func (m *model) close() {
	if err := errors.Join(m.real.Close(), m.feed.end()); err != nil {
		m.t.Error(err)
	}
}

var modelNames = []string{"a", "b", "a/c", "a/d", "b/c", "b/d", "a/c/d", "l"}

// act makes one random edit.
func (m *model) act(r *rand.Rand) (what string) {
	name := func() string { return m.top + "/" + modelNames[r.IntN(len(modelNames))] }
	one, two, kind := name(), name(), r.IntN(10)
	for _, h := range m.hands() {
		switch kind {
		case 0, 1, 2:
			h.mkdir(one)
		case 3:
			h.create(one)
		case 4:
			h.add(one, "text")
		case 5:
			h.remove(one)
		case 6, 7:
			h.rename(one, two)
		case 8:
			h.symlink([]string{"a", m.top + "/b/c", "l", "nowhere"}[len(two)%4], m.top+"/l")
		}
	}
	if info, err := os.Stat(one); kind == 9 && err == nil && info.IsDir() { // watches of files have more events
		m.watch(one)
	}
	return fmt.Sprint(kind, " ", one, " ", two)
}

// heard creates a fence and returns the events before the event of the fence.
func (m *model) heard(events <-chan fsnotify.Event, step int) []string {
	fence := fmt.Sprint(m.top, "/fence/", step)
	h := m.hands()[0]
	if events == m.real.Events {
		h = m.hands()[1]
	}
	h.mkdir(fence)
	var out []string
	for ev := range events {
		if ev.Name == fence {
			return slices.Compact(out) // the kernel does not always merge events
		}
		if ev.Op == fsnotify.Chmod {
			continue // irrelevant to a watcher, and depends on the file system
		}
		out = append(out, ev.Op.String()+" "+strings.TrimPrefix(ev.Name, m.top))
	}
	return out
}

// seer is the interface for reading both disks.
type seer interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	EvalSymlinks(name string) (string, error)
	SameFile(a, b fs.FileInfo) bool
}

// realDisk is the disk of the operating system.
type realDisk struct{}

func (realDisk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (realDisk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (realDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (realDisk) EvalSymlinks(name string) (string, error)   { return filepath.EvalSymlinks(name) }
func (realDisk) SameFile(a, b fs.FileInfo) bool             { return os.SameFile(a, b) }

// seen returns the results of looking at all names, as text.
func (m *model) seen(d seer) string {
	var b strings.Builder
	for _, name := range modelNames {
		full := m.top + "/" + name
		fmt.Fprint(&b, name, ":")
		a, err := d.Lstat(full)
		describe(&b, a, err)
		info, err := d.Stat(full)
		describe(&b, info, err)
		list, err := d.ReadDir(full)
		for _, e := range list {
			fmt.Fprint(&b, " ", e.Name(), e.Type())
		}
		describe(&b, nil, err)
		real, err := d.EvalSymlinks(full)
		fmt.Fprint(&b, " ", real, err == nil)
		for _, other := range modelNames {
			if o, err := d.Stat(m.top + "/" + other); err == nil && info != nil {
				fmt.Fprint(&b, " ", d.SameFile(o, info))
			}
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

func describe(b *strings.Builder, info fs.FileInfo, err error) {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		fmt.Fprint(b, " ", errno)
	case info != nil:
		fmt.Fprint(b, " ", info.Mode().Type())
		if info.Mode().IsRegular() {
			fmt.Fprint(b, info.Size())
		}
	}
}
