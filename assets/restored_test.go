package assets_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
)

// undoneFiles returns a project in which one behavior is in two trees and uses two modules.
func undoneFiles() map[string]string {
	return map[string]string{
		"lib/m.lua": "local n = require(\"lib.n\")\nreturn { f = n.f }\n", "lib/n.lua": "return { f = function() end }\n",
		"a.lua": "local m = require(\"lib.m\")\nreturn { run = function() m.f() bt.yield() end }\n", "b.lua": empty,
		"t.bt": "condition low = hp < 3\n\ntree t\n  a when low\n", "u.bt": "tree u\n  b\n    tree t\n", "agent.fields": "hp\n",
	}
}

// TestUndone checks that the code in force is kept when the text of its file is restored, whatever
// the mistake in between.
func TestUndone(t *testing.T) {
	typo := errors.New("disk on fire")
	for _, c := range []struct {
		file  string
		saves string // the texts in between, with | between them; "DELETE" deletes, "DENY" makes it unreadable
	}{
		{"a.lua", "return {"},
		{"a.lua", "return {|return {{|return {"},
		{"a.lua", "error(\"no\")"},
		{"a.lua", "return { interval = true }"},
		{"a.lua", "local m = require(\"lib.mm\")\nreturn {}"},
		{"a.lua", "local m = require(\"b\")\nreturn {}"},
		{"a.lua", "return {|error(\"no\")|require(\"lib.mm\")|DENY"},
		{"a.lua", "DENY|return {"},
		{"a.lua", "DENY"},
		{"lib/m.lua", "return {"},
		{"lib/m.lua", "return nil"},
		{"lib/m.lua", "local n = require(\"lib.n\")\nn.g()"},
		{"lib/m.lua", "local a = require(\"lib.m\")\nreturn {}"},
		{"lib/m.lua", "DELETE"},
		{"lib/m.lua", "DELETE|return {|DELETE|error(\"no\")"},
		{"lib/m.lua", "return {|DELETE"},
		{"lib/m.lua", "DENY|DELETE|return {|DENY"},
		{"lib/n.lua", "error(\"no\")"},
		{"lib/n.lua", "DELETE"},
		{"lib/n.lua", "local m = require(\"lib.m\")\nreturn {}"},
		{"t.bt", "tree t\n  a when hp <"},
		{"t.bt", "tree t\n  nosuch"},
		{"t.bt", "tree t\n  tree u|condition low = hp <\n\ntree t\n  a when low\n"},
		{"t.bt", "tree t\n\ta|DENY"},
		{"u.bt", "tree u\n  b\n    tree nosuch"},
		{"agent.fields", "DENY"},
	} {
		t.Run(c.file+" "+c.saves, func(t *testing.T) {
			denied := map[string]error{}
			s := newShelf(t, undoneFiles(), func(o *assets.Options) { o.FS = moody{o.FS, denied} })
			s.Load()
			good, first := undoneFiles()[c.file], s.Bundle()
			for round := range 2 { // the second round must have the same results as the first
				for _, text := range strings.Split(c.saves, "|") {
					delete(denied, c.file)
					switch text {
					case "DENY":
						denied[c.file] = typo
					case "DELETE":
						text = ""
					}
					s.save(c.file, text)
				}
				if s.Bundle().Problems.Err() == nil {
					t.Fatal("nothing is wrong in between")
				}
				delete(denied, c.file)
				rep := s.save(c.file, good)
				want := fmt.Sprintf("v%d", first.Version+(round+1)*(strings.Count(c.saves, "|")+2))
				wantTold(t, rep, want)
				if !slices.Equal(rep.Restored, []string{c.file}) || len(rep.Programs) > 0 {
					t.Errorf("restored %v, replaced %d programs", rep.Restored, len(rep.Programs))
				}
				if now := s.Bundle(); now.Hash != first.Hash || !now.Good() || len(now.Problems) > 0 {
					t.Errorf("hash %s, was %s, problems %v", now.Hash, first.Hash, now.Problems)
				}
				for _, name := range []string{"a", "b"} {
					if s.behavior(name) != first.Behavior(name) {
						t.Errorf("%s is another behavior", name)
					}
				}
				for _, name := range first.TreeNames() {
					if s.Bundle().Program(name) != first.Program(name) {
						t.Errorf("tree %s is another program", name)
					}
				}
			}
		})
	}
}

// TestUndoneBesideOthers checks that other files that change in the same round are put in force,
// and that they have an effect on the restored file.
func TestUndoneBesideOthers(t *testing.T) {
	for _, c := range []struct {
		name         string
		broken, then map[string]string
		want         string // expected report
		restored     []string
	}{
		{"another file", map[string]string{"a.lua": "return {", "b.lua": says(1)}, map[string]string{"a.lua": ""}, "v3", []string{"a.lua"}},
		{"another file later", map[string]string{"a.lua": "return {"}, map[string]string{"a.lua": "", "b.lua": says(1)}, "v3 in: b", []string{"a.lua"}},
		{"its module", map[string]string{"a.lua": "return {", "lib/m.lua": "return { f = print }"}, map[string]string{"a.lua": ""}, "v3", []string{"a.lua"}},
		{"a module of its module", map[string]string{"lib/m.lua": "return {", "lib/n.lua": "return { f = print }"}, map[string]string{"lib/m.lua": ""}, "v3", []string{"lib/m.lua"}},
		{"its module, undone too", map[string]string{"a.lua": "return {", "lib/n.lua": "return {"}, map[string]string{"a.lua": "", "lib/n.lua": ""}, "v3", []string{"a.lua", "lib/n.lua"}},
		{"its user", map[string]string{"lib/m.lua": "return {", "a.lua": "local m = require(\"lib.m\")\nreturn { behavior = m.f }"}, map[string]string{"lib/m.lua": ""}, "v3 in: a", []string{"lib/m.lua"}},
		{"a module that is still wrong", map[string]string{"a.lua": "return {", "lib/m.lua": "return {"}, map[string]string{"a.lua": ""},
			`v3 held: a.lua, lib/m.lua
scripts/lib/m.lua:1:8: not-closed close="}" opener="{"
scripts/a.lua:1:19: module-with-errors file="scripts/lib/m.lua" name="lib.m" -> it`, nil},
		{"another text", map[string]string{"a.lua": "return {"}, map[string]string{"a.lua": says(1)}, "v3 in: a", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, undoneFiles())
			s.Load()
			s.saveAll(c.broken)
			for name, text := range c.then {
				if text == "" {
					c.then[name] = undoneFiles()[name]
				}
			}
			rep := s.saveAll(c.then)
			wantTold(t, rep, c.want)
			if !slices.Equal(rep.Restored, c.restored) {
				t.Errorf("restored %v; want %v", rep.Restored, c.restored)
			}
		})
	}
}

// TestUndoneIsOneStep checks that only the code in force is used again. A text older than that is
// compiled again, and so are behaviors whose files were gone.
func TestUndoneIsOneStep(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": says(0)})
	s.Load()
	s.save("a.lua", says(1))
	s.save("a.lua", broken)
	wantTold(t, s.save("a.lua", says(0)), "v4 in: a")
	wantTold(t, s.save("a.lua", ""), "v5")
	wantTold(t, s.save("a.lua", broken), "v6 held: a.lua\nscripts/a.lua:1:8: not-closed close=\"}\" opener=\"{\"")
	wantTold(t, s.save("a.lua", says(0)), "v7 in: a")
}

// TestUndoneForgives checks that errors of the behaviors of a file, and of those that use the file,
// are counted from zero if the file was saved. If the file merely could not be read for some time,
// the count must continue.
func TestUndoneForgives(t *testing.T) {
	denied := map[string]error{}
	s := newShelf(t, undoneFiles(), func(o *assets.Options) { o.FS = moody{o.FS, denied} })
	s.Load()
	for _, c := range []struct {
		file string
		want []string
	}{{"a.lua", []string{"a"}}, {"b.lua", []string{"b"}}, {"lib/n.lua", []string{"a"}}, {"t.bt", nil}} {
		s.save(c.file, "return {")
		var got []string
		for _, b := range s.save(c.file, undoneFiles()[c.file]).Forgiven {
			got = append(got, b.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: forgiven are %v; want %v", c.file, got, c.want)
		}
		denied[c.file] = fs.ErrPermission
		s.Reload([]string{c.file})
		delete(denied, c.file)
		if rep := s.Reload([]string{c.file}); len(rep.Forgiven) > 0 || !slices.Equal(rep.Restored, []string{c.file}) {
			t.Errorf("%s could not be read: forgiven %d, restored %v", c.file, len(rep.Forgiven), rep.Restored)
		}
	}
}
