package assets_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/internal/refactor"
	"github.com/bough-dev/bough/trees"
)

// says returns a script whose text differs only in the number n.
func says(n int) string { return fmt.Sprintf("return { doc = \"%d\" }\n", n) }

const broken = "return {"

// listed formats the versions, as in "1 2* 4". A star marks the version in force.
func listed(m *assets.Manager) string {
	var out []string
	for _, v := range m.Versions() {
		s := fmt.Sprint(v.Number)
		if v.InForce {
			s += "*"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// play loads the files and then carries out steps: "a1" saves version 1 of a.lua, "a!" saves a
// broken a.lua, "a-" deletes a.lua, "<3" rolls back to version 3, and "pin" and "unpin" call Pin
// and Unpin.
func (s *shelf) play(steps string) {
	s.t.Helper()
	s.Load()
	for _, step := range strings.Fields(steps) {
		switch {
		case step == "pin":
			s.Pin()
		case step == "unpin":
			s.Unpin()
		case step[0] == '<':
			n := 0
			fmt.Sscan(step[1:], &n)
			if _, err := s.Rollback(n); err != nil {
				s.t.Fatalf("%s: %v", step, err)
			}
		case step[1] == '!':
			s.save(step[:1]+".lua", broken)
		case step[1] == '-':
			s.save(step[:1]+".lua", "")
		default:
			s.save(step[:1]+".lua", says(int(step[1]-'0')))
		}
		s.Forget()
	}
}

func TestVersions(t *testing.T) {
	tests := []struct {
		name     string
		limit    int
		steps    string
		version  int
		list     string
		previous int
	}{
		{"loaded", 0, "", 1, "1*", 0},
		{"edited", 0, "a1 b1", 3, "1 2 3*", 2},
		{"saved the same", 0, "a1 a1", 2, "1 2*", 1},
		{"broken now", 0, "a1 a!", 3, "1 2", 2},
		{"broken while another is edited", 0, "a! b1 b2", 4, "1", 1},
		{"corrected", 0, "a! b1 a1", 4, "1 4*", 1},
		{"deleted", 0, "b1 b-", 3, "2 3*", 2},
		{"undone in the editor", 0, "a1 a2 a1", 4, "1 3 4*", 3},
		{"broken and undone", 0, "a1 a! a1", 4, "1 4*", 1},
		{"bounded", 2, "a1 a2 a3", 4, "3 4*", 3},
		{"the base of experiments stays", 2, "a1 a0 a2 a0 a3", 6, "5 6*", 5},
		{"none", -1, "a1 a2", 3, "", 0},
		{"back", 0, "a1 a2 <1", 4, "1* 2 3", 0},
		{"back by one", 0, "a1 a2 <2", 4, "1 2* 3", 1},
		{"back by one, twice", 0, "a1 a2 <2 <1", 5, "1* 2 3", 0},
		{"back and forth", 0, "a1 a2 <1 <3", 5, "1 2 3*", 2},
		{"by the number of the rollback", 0, "a1 a2 <1 <3 <4", 6, "1* 2 3", 0},
		{"by a number from before it was undone", 0, "a1 a2 a1 <2", 4, "1 3 4*", 3},
		{"to where it is", 0, "a1 <2", 2, "1 2*", 1},
		{"out of a mistake", 0, "a1 a! <2", 4, "1 2*", 1},
		{"pinned", 0, "a1 pin a2 b1", 2, "1 2*", 1},
		{"unpinned", 0, "a1 pin a2 b1 unpin", 3, "1 2 3*", 2},
		{"unpinned, and nothing had changed", 0, "a1 pin a2 a1 unpin", 2, "1 2*", 1},
		{"back and unpinned", 0, "a1 <1 unpin", 4, "1 4*", 1},
		{"back, edited and unpinned", 0, "a1 <1 a2 unpin", 4, "1 2 4*", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, map[string]string{"a.lua": says(0)}, func(o *assets.Options) { o.Versions = tt.limit })
			s.play(tt.steps)
			if v, l, p := s.Bundle().Version, listed(s.Manager), s.Previous(); v != tt.version || l != tt.list || p != tt.previous {
				t.Errorf("version %d of %q, before it %d; want %d, %q, %d", v, l, p, tt.version, tt.list, tt.previous)
			}
		})
	}
}

// TestVersionsAreBounded checks that the sixteen versions that were last in force are kept, and
// that a hundred rollbacks add no versions.
func TestVersionsAreBounded(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": says(0)})
	s.Load()
	for i := range 40 {
		s.save("a.lua", says(i+1))
	}
	for range 50 {
		for _, n := range []int{40, 41} {
			if _, err := s.Rollback(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := s.Versions()
	if len(list) != assets.DefaultVersions || list[0].Number != 41-assets.DefaultVersions+1 || list[15].Number != 41 {
		t.Errorf("kept are %s", listed(s.Manager))
	}
	if s.Bundle().Version != 141 {
		t.Errorf("version %d after 100 rollbacks", s.Bundle().Version)
	}
}

// TestVersionsStandAlone checks that files that work only because of earlier files of the session
// are not kept as a version, since a game that starts from them would have errors.
func TestVersionsStandAlone(t *testing.T) {
	files := map[string]string{"a.lua": empty, "u.bt": "tree u\n  a\n", "t.bt": "tree t\n  tree u\n", "v.bt": "tree v\n  b\n", "b.lua": empty}
	tests := []struct {
		name    string
		deleted []string
		lost    string // "" if a start from what is left has no errors
	}{
		{"a behavior that a tree names", []string{"b.lua"}, "scripts/v.bt:2:3: the file of b is gone, so this node is never ready: bring scripts/b.lua back, or name another behavior"},
		{"a tree that another includes", []string{"u.bt"}, "scripts/t.bt:2:8: the tree u is in no file any more; its last version stays until the game is started anew: bring the tree back, or remove this node"},
		{"a tree that none includes", []string{"t.bt"}, ""},
		{"a tree with its behavior", []string{"v.bt", "b.lua"}, ""},
		{"a tree, and what it includes, with its behavior", []string{"t.bt", "u.bt", "a.lua"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, files)
			s.Load()
			for _, name := range tt.deleted {
				delete(s.files, name)
			}
			s.Reload(tt.deleted)
			fresh := newShelf(t, nil, func(o *assets.Options) { o.FS = s.files })
			if err := fresh.Load().Problems.Err(); (err != nil) != (tt.lost != "") {
				t.Errorf("a start from what is left: %v", err)
			}
			list := s.Versions()
			if kept := list[len(list)-1].Number == 2; kept != (tt.lost == "") || s.Bundle().Good() != kept {
				t.Errorf("kept are %s, good is %v", listed(s.Manager), s.Bundle().Good())
			}
			err := archive.Pack(io.Discard, s.Bundle())
			if tt.lost == "" && err != nil || tt.lost != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.lost)) {
				t.Errorf("export: %v", err)
			}
		})
	}
}

func TestVersionsSayWhatChanged(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty, "c.bt": "tree c\n  a\n"})
	s.play("a1 x1 b-")
	want := [][]string{nil, {"a.lua"}, {"x.lua"}, {"b.lua"}}
	for i, v := range s.Versions() {
		if !slices.Equal(v.Changed, want[i]) {
			t.Errorf("version %d changed %v; want %v", v.Number, v.Changed, want[i])
		}
	}
	if n := s.Versions()[2].Files; n != 4 {
		t.Errorf("%d files, want 4", n)
	}
}

func TestRollbackRefuses(t *testing.T) {
	kept := "; give one of those that are kept: 3, 4"
	tests := []struct {
		name  string
		limit int
		n     int
		want  string
	}{
		{"zero", 2, 0, "version 0: there is no such version" + kept},
		{"negative", 2, -1, "version -1: there is no such version" + kept},
		{"not yet", 2, 6, "version 6: there is no such version" + kept},
		{"too old", 2, 2, "version 2: it is too old, or was not kept" + kept},
		{"with errors", 2, 5, "version 5: it was not kept, as files had errors or were gone" + kept},
		{"none are kept", -1, 2, "version 2: no version is kept, as Options.Versions is negative"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, map[string]string{"a.lua": empty}, func(o *assets.Options) { o.Versions = tt.limit })
			s.play("a1 a2 a3 a!")
			rep, err := s.Rollback(tt.n)
			if err == nil || err.Error() != tt.want || rep != nil {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
			if s.Bundle().Version != 5 || s.Pinned() {
				t.Errorf("version %d, pinned %v; want 5 as before", s.Bundle().Version, s.Pinned())
			}
		})
	}
	s := newShelf(t, map[string]string{"a.lua": broken})
	s.play("")
	if _, err := s.Rollback(1); err == nil || !strings.Contains(err.Error(), "version 1: no version is kept yet, as files have had errors from the start; correct them") {
		t.Error(err)
	}
}

func TestRollbackReport(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty, "t.bt": "tree t\n  a\n"})
	s.play("a1 x1 b!")
	rep, err := s.Rollback(1)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Version != 5 || rep.Rollback != 1 || !s.Pinned() || rep.Hash != s.Versions()[0].Hash || rep.Hash != s.Bundle().Hash {
		t.Errorf("the report is %+v", rep)
	}
	changed := []string{"a.lua", "b.lua", "x.lua"}
	if !slices.Equal(rep.Files, changed) || !slices.Equal(rep.Waiting, changed) || !slices.Equal(rep.Applied, []string{"a"}) || !slices.Equal(rep.Restored, []string{"b.lua"}) {
		t.Errorf("files %v, waiting %v, applied %v, restored %v", rep.Files, rep.Waiting, rep.Applied, rep.Restored)
	}
	if len(rep.Missing) > 0 || len(rep.Problems) > 0 { // no tree names x
		t.Errorf("missing %v, problems %v", rep.Missing, rep.Problems)
	}
}

// TestPinnedNotes checks that each save of a file is reported once while the manager is pinned, and
// that a file no longer waits when it is equal to the file in force again.
func TestPinnedNotes(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty})
	s.Load()
	s.Pin()
	inForce := s.Bundle()
	steps := []struct {
		file, text string
		waiting    []string // nil if there is no report
	}{
		{"a.lua", says(1), []string{"a.lua"}},
		{"a.lua", says(1), nil},
		{"a.lua", broken, []string{"a.lua"}},
		{"c.lua", says(1), []string{"a.lua", "c.lua"}},
		{"b.lua", "", []string{"a.lua", "b.lua", "c.lua"}},
		{"c.lua", "", []string{"a.lua", "b.lua"}},
		{"picture.png", "x", nil},
		{"a.lua", empty, []string{"b.lua"}},
		{"b.lua", empty, []string{}},
	}
	for _, st := range steps {
		rep := s.save(st.file, st.text)
		if (rep != nil) != (st.waiting != nil) {
			t.Fatalf("%s: the report is %+v", st.file, rep)
		}
		if rep != nil && (!slices.Equal(rep.Waiting, st.waiting) || !slices.Equal(rep.Noted, []string{st.file}) || len(rep.Files) > 0 || rep.Version != 1 || len(rep.Problems) > 0) {
			t.Errorf("%s: the report is %+v; waiting should be %v", st.file, rep, st.waiting)
		}
	}
	if s.Bundle() != inForce {
		t.Error("another bundle is in force")
	}
}

// TestWaitingOverRollbacks checks that files saved while the manager is pinned still wait after
// another pin and further rollbacks, and that a file no longer waits when it is equal to the file
// in force again.
func TestWaitingOverRollbacks(t *testing.T) {
	for _, c := range []struct{ steps, waiting string }{
		{"a1 b1 pin b2", "b.lua"},
		{"a1 b1 pin b2 pin", "b.lua"},
		{"a1 b1 <2 a3", "a.lua b.lua"},
		{"a1 b1 <2 c1 <1", "a.lua b.lua c.lua"},
		{"a1 b1 <1 c1 <3", "c.lua"},
		{"a1 b1 <1 b2 <3 b1", ""},
		{"a1 b1 <1 <2 <3", ""},
	} {
		s := newShelf(t, map[string]string{"a.lua": empty})
		s.play(c.steps)
		if got := strings.Join(s.Waiting(), " "); got != c.waiting || !s.Pinned() {
			t.Errorf("%s: %q wait; want %q", c.steps, got, c.waiting)
		}
	}
}

// TestUnpinLooksAtAll checks that Unpin also loads changes that no source has reported.
func TestUnpinLooksAtAll(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty})
	s.Load()
	if s.Unpin() != nil {
		t.Error("something is taken in without a pin")
	}
	s.Pin()
	s.files["n.lua"] = s.files["a.lua"]
	delete(s.files, "b.lua")
	rep := s.Unpin()
	if rep == nil || !slices.Equal(rep.Files, []string{"b.lua", "n.lua"}) || s.Pinned() || rep.Version != 2 {
		t.Errorf("the report is %+v", rep)
	}
}

// TestRollbackOfModules checks that after a rollback a script uses the module of the same version.
func TestRollbackOfModules(t *testing.T) {
	s := newShelf(t, map[string]string{"lib/n.lua": "return 1\n", "a.lua": "local n = require(\"lib.n\")\nreturn { params = { n = n } }\n", "t.bt": "tree t\n  a\n"})
	s.Load()
	first := s.Bundle().Program("t").Dump()
	s.save("lib/n.lua", "return 2\n")
	second := s.Bundle().Program("t").Dump()
	if _, err := s.Rollback(1); err != nil {
		t.Fatal(err)
	}
	if now := s.Bundle().Program("t").Dump(); now != first || first == second {
		t.Errorf("after the rollback\n%s\nfirst\n%s\nsecond\n%s", now, first, second)
	}
}

// TestRollbackKeepsTreesMadeByCode checks that a rollback keeps trees made by code, since they
// belong to the program.
func TestRollbackKeepsTreesMadeByCode(t *testing.T) {
	made, problems := trees.Parse("made.bt", []byte("tree made\n  a\n"))
	if problems.Err() != nil {
		t.Fatal(problems)
	}
	s := newShelf(t, map[string]string{"a.lua": empty}, func(o *assets.Options) { o.Trees = made.Trees })
	s.Load()
	s.save("a.lua", says(1))
	if got := listed(s.Manager); got != "1 2*" {
		t.Errorf("the versions are %s", got)
	}
	if _, err := s.Rollback(1); err != nil {
		t.Fatal(err)
	}
	if s.Bundle().Program("made") == nil || !s.Bundle().Good() {
		t.Errorf("after the rollback trees are %v, problems %v", s.Bundle().TreeNames(), s.Bundle().Problems)
	}
}

// TestRenameWhilePinned checks that Rename returns an error while files wait. It edits the texts in
// force, and writing these would overwrite the waiting files.
func TestRenameWhilePinned(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "t.bt": "tree t\n  a\n"})
	s.Load()
	s.Pin()
	if _, err := refactor.Rename(s.Manager, "a", "b"); err != nil {
		t.Errorf("nothing waits: %v", err)
	}
	s.save("t.bt", "tree t\n  a +\n")
	if _, err := refactor.Rename(s.Manager, "a", "b"); err == nil || !strings.Contains(err.Error(), "differ from what is in force: t.bt; unpin it first") {
		t.Error(err)
	}
}
