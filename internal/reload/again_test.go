package reload_test

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/reload"
	"github.com/bough-dev/bough/luabind"
)

// counted is a file system that counts how often each file is opened, and how often Stat is
// called.
type counted struct {
	fstest.MapFS
	opened map[string]int
	looks  *int
}

func (c counted) Stat(name string) (fs.FileInfo, error) {
	*c.looks++
	return c.MapFS.Stat(name)
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.MapFS.Open(name)
}

// shelf is a manager with a reader that has no background goroutine.
type shelf struct {
	files   counted
	source  *hotreload.Manual
	reader  *reload.Reader
	reports []*assets.Report
}

func newShelf(t *testing.T, background bool, files fstest.MapFS) *shelf {
	s := &shelf{files: counted{files, map[string]int{}, new(int)}, source: hotreload.NewManual()}
	rt := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: s.files, Runtime: rt})
	m.Load()
	s.reader = reload.New(m, s.source, background, func(rep *assets.Report, _ bool) { s.reports = append(s.reports, rep) })
	t.Cleanup(s.reader.Close)
	clear(s.files.opened)
	return s
}

// say makes the source report that it saw a file with a text.
func (s *shelf) say(name, text string) {
	s.source.Send(hotreload.Change{Paths: []string{name}, Sums: map[string][sha256.Size]byte{name: sha256.Sum256([]byte(text))}})
}

func (s *shelf) poll(times int) {
	for range times {
		s.reader.Poll()
	}
}

func text(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }

// TestReadAgain checks that a file is read again as long as its text differs from the one that the
// source saw.
func TestReadAgain(t *testing.T) {
	s := newShelf(t, false, fstest.MapFS{"a.lua": text("return {}")})
	s.say("a.lua", "return { doc = \"new\" }")
	s.poll(5)
	if n := s.files.opened["a.lua"]; n != 5 || len(s.reports) != 0 {
		t.Errorf("opened %d times, %d reports", n, len(s.reports))
	}
	s.files.MapFS["a.lua"] = text("return { doc = \"new\" }")
	s.poll(5)
	if n := s.files.opened["a.lua"]; n != 6 || len(s.reports) != 1 {
		t.Errorf("opened %d times, %d reports", n, len(s.reports))
	}
}

// TestReadNever checks that changes of files that belong to another root are ignored.
func TestReadNever(t *testing.T) {
	s := newShelf(t, false, fstest.MapFS{"a.lua": text("return {}"), "own/bough.root": text(""), "own/b.lua": text("return {}"), "notes.txt": text("")})
	s.say("own/b.lua", "return { doc = \"new\" }")
	s.say("notes.txt", "new")
	s.poll(1)
	before := *s.files.looks
	s.poll(5)
	if looks := *s.files.looks - before; looks != 0 || len(s.files.opened) != 0 || len(s.reports) != 0 {
		t.Errorf("opened %v, looked %d times, %d reports", s.files.opened, looks, len(s.reports))
	}
}

// TestTroubleIsToldOnce checks that an error of the source is reported once, together with the
// files.
func TestTroubleIsToldOnce(t *testing.T) {
	s := newShelf(t, false, fstest.MapFS{"a.lua": text("return {}")})
	s.files.MapFS["a.lua"] = text("return { doc = \"new\" }")
	trouble := errors.New("a folder is closed")
	s.source.Send(hotreload.Change{Paths: []string{"a.lua"}, Err: trouble})
	s.poll(3)
	s.source.Send(hotreload.Change{Err: trouble})
	s.poll(3)
	if len(s.reports) != 2 || s.reports[0].Err != trouble || s.reports[0].Version != 2 || s.reports[1].Err != trouble || s.reports[1].Version != 2 {
		t.Errorf("%+v", s.reports)
	}
}

// slowFS is a file system in which a file gets the text that the source saw only at a later read.
type slowFS struct {
	counted
	mu    *sync.Mutex
	left  *int
	later *fstest.MapFile
}

func (f slowFS) Open(name string) (fs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if *f.left--; *f.left == 0 {
		f.MapFS["a.lua"] = f.later
	}
	return f.MapFS.Open(name)
}

func (f slowFS) Stat(name string) (fs.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.MapFS.Stat(name)
}

// TestReadAgainInBackground checks that a file that was changing is also read again in the
// background.
func TestReadAgainInBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const now = "return { doc = \"new\" }"
		left := -1
		f := slowFS{counted{fstest.MapFS{"a.lua": text("return {}")}, nil, new(int)}, new(sync.Mutex), &left, text(now)}
		rt := luabind.NewRuntime(luabind.Options{})
		m := assets.NewManager(assets.Options{FS: f, Runtime: rt})
		m.Load()
		left = 4
		source, reports := hotreload.NewManual(), 0
		r := reload.New(m, source, true, func(*assets.Report, bool) { reports++ })
		defer r.Close()
		source.Send(hotreload.Change{Paths: []string{"a.lua"}, Sums: map[string][sha256.Size]byte{"a.lua": sha256.Sum256([]byte(now))}})
		for range 10 {
			synctest.Wait()
			r.Poll()
		}
		if reports != 1 || left != 0 {
			t.Errorf("%d reports, to be read %d times more", reports, left)
		}
	})
}
