package assets_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"weak"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// drop prepares a file with a text and drops that; the file is then as it was.
func (s *shelf) drop(name, text string) {
	s.t.Helper()
	was := s.files[name]
	s.files[name] = &fstest.MapFile{Data: []byte(text)}
	p := s.Prepare([]string{name})
	if p == nil {
		s.t.Fatalf("%s as %q is nothing new", name, text)
	}
	p.Drop()
	if delete(s.files, name); was != nil {
		s.files[name] = was
	}
}

// What is dropped leaves no trace, and what is there is not read as a change.
func TestDrop(t *testing.T) {
	s := newShelf(t, map[string]string{"lib/one.lua": "return { n = 1 }\n", "a.lua": "local one = require('lib.one')\nreturn { doc = 'a' }\n", "t.bt": "tree t\n  a\n"})
	s.Load()
	before, behavior, programs := s.Bundle(), s.behavior("a"), s.Bundle().Trees
	for _, c := range [][2]string{
		{"a.lua", "return { doc = 'b' }\n"}, {"a.lua", "return {"}, {"a.lua", "error('no')\n"},
		{"lib/one.lua", "return { n = 2 }\n"}, {"lib/one.lua", "return nil\n"},
		{"t.bt", "tree t\n  b\n"}, {"t.bt", "tree u\n  a\n"}, {"new.lua", empty},
	} {
		s.drop(c[0], c[1])
		if s.Reload([]string{"a.lua", "lib/one.lua", "t.bt", "new.lua"}) != nil {
			t.Fatalf("after %q as %q was dropped, the files are others", c[0], c[1])
		}
	}
	if s.Bundle() != before || s.behavior("a") != behavior || s.Bundle().Trees[0].Program != programs[0].Program {
		t.Error("another bundle is in force")
	}
	if rep := s.save("a.lua", "return { doc = 'c' }\n"); rep.Version != 2 || rep.Problems.Err() != nil || strings.Join(rep.Applied, " ") != "a" || len(rep.Restored) > 0 {
		t.Errorf("the next save: %+v", rep)
	}
}

// Names get the IDs that they would have got.
func TestDropIDs(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "t.bt": "tree t\n  a\n"})
	s.Load()
	s.drop("gone.lua", empty)
	const lacks = "tree t\n  sequence\n    a\n    tree nowhere\n"
	s.drop("t.bt", lacks) // has a stand-in for it, with an ID
	s.save("b.lua", empty)
	if a, b := s.behavior("a"), s.behavior("b"); b.ID != a.ID+1 {
		t.Errorf("a is %d, b is %d", a.ID, b.ID)
	}
	s.files["t.bt"] = &fstest.MapFile{Data: []byte(lacks)}
	s.Prepare([]string{"t.bt"}).Install()
	ids := map[engine.BehaviorID]string{}
	p := s.Bundle().Program("t")
	for i := range p.Len() {
		b := p.Behavior(i)
		if b == nil {
			continue
		}
		if name, known := ids[b.ID]; known && name != b.Name {
			t.Errorf("%s and %s have the ID %d", name, b.Name, b.ID)
		}
		ids[b.ID] = b.Name
	}
}

// What files have entered into a module of others when they were loaded is taken back.
func TestDropEntered(t *testing.T) {
	const register = "local names = require('lib.names')\nnames.add('%')\nreturn { params = { names = table.concat(names.list, ' ') } }\n"
	as := func(name string) string { return strings.ReplaceAll(register, "%", name) }
	s := newShelf(t, map[string]string{
		"lib/names.lua": "local m = { list = {} }\nlocal function all() return m.list end\nfunction m.add(name) local list = all() list[#list + 1] = name end\nreturn m\n",
		"a.lua":         as("one"),
		"z.lua":         as("other"),
	})
	s.Load()
	for range 3 {
		s.drop("a.lua", as("half"))
		s.drop("b.lua", as("never"))
	}
	s.save("a.lua", as("two"))
	if got, want := fmt.Sprint(s.behavior("a").Params), `[{names "one other two"}]`; got != want {
		t.Errorf("the module holds %s; want %s", got, want)
	}
}

// A file is not foreseen that would have to run, and may go on with what belongs to the load
// state, which nobody can put back.
func TestForesee(t *testing.T) {
	const asks = "local g = require('lib.g')\nreturn { params = { id = g() } }\n"
	for name, c := range map[string]struct {
		module string
		able   bool
	}{
		"a coroutine":           {"local function ids() local n = 0 while true do n = n + 1 coroutine.yield(n) end end\nlocal next = coroutine.wrap(ids)\nreturn function() return next() end\n", false},
		"one that is resumed":   {"local function ids() coroutine.yield(1) coroutine.yield(2) end\nlocal co = coroutine.create(ids)\nreturn function() return select(2, coroutine.resume(co)) end\n", false},
		"an iterator":           {"local next = string.gmatch('1 2 3', '%d')\nreturn function() return tonumber(next()) end\n", false},
		"one of another module": {"local h = require('lib.h')\nreturn function() return h.next() end\n", false},
		"a variable":            {"local function counter() local n = 0 return function() n = n + 1 return n end end\nreturn counter()\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t, map[string]string{"lib/g.lua": c.module, "lib/h.lua": "local next = string.gmatch('1 2 3', '%d')\nreturn { next = function() return tonumber(next()) end }\n", "a.lua": asks})
			if err := s.Load().Problems.Err(); err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{"local g = require('lib.g')\nlocal id = g()\nerror('half')\n", asks} {
				s.files["b.lua"] = &fstest.MapFile{Data: []byte(text)}
				p := s.Foresee([]string{"b.lua"})
				if (p != nil) != c.able {
					t.Fatalf("it is foreseen: %v", p != nil)
				}
				if p != nil {
					p.Drop()
				}
			}
			s.save("b.lua", asks)
			if got := fmt.Sprint(s.behavior("a").Params, s.behavior("b").Params); got != "[{id 1}] [{id 2}]" {
				t.Errorf("the parameters are %s", got)
			}
		})
	}
}

// A dropped round is kept by nobody, and rounds do not keep each other.
func TestDropFrees(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "t.bt": "tree t\n  a\n"})
	s.Load()
	var bundles []weak.Pointer[engine.Program]
	for i := range 8 {
		s.drop("t.bt", "tree t\n  selector\n    a\n"+strings.Repeat("    a\n", i))
		s.save("t.bt", "tree t\n  sequence\n    a\n"+strings.Repeat("    a\n", i))
		bundles = append(bundles, weak.Make(s.Bundle().Program("t")))
	}
	runtime.GC()
	kept := 0
	for _, b := range bundles {
		if b.Value() != nil {
			kept++
		}
	}
	if kept > 2 {
		t.Errorf("of %d versions of a tree, %d are kept", len(bundles), kept)
	}
}

// Who keeps what files print is told to forget it.
func TestDropped(t *testing.T) {
	var printed []string
	r := luabind.NewRuntime(luabind.Options{Log: func(text string) { printed = append(printed, text) }})
	t.Cleanup(r.Close)
	s := newShelf(t, map[string]string{"a.lua": empty}, func(o *assets.Options) {
		o.Runtime, o.Dropped = r, func() { printed = nil }
	})
	s.Load()
	s.drop("a.lua", "print('half')\nreturn {}\n")
	s.save("a.lua", "print('whole')\nreturn {}\n")
	if got := strings.Join(printed, "|"); !strings.Contains(got, "whole") || strings.Contains(got, "half") {
		t.Errorf("printed: %q", got)
	}
}

// While files are kept out, nothing is prepared that could be dropped.
func TestDropPinned(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty})
	s.Load()
	s.Pin()
	s.files["a.lua"] = &fstest.MapFile{Data: []byte("return { doc = 'b' }\n")}
	if s.Foresee([]string{"a.lua"}) != nil {
		t.Error("it is foreseen")
	}
	s.Prepare([]string{"a.lua"}).Drop()
	if got := strings.Join(s.Waiting(), " "); got != "a.lua" {
		t.Errorf("waiting: %s", got)
	}
}
