package assets_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
)

// moody is a file system in which some files cannot be opened.
type moody struct {
	fs.FS
	denied map[string]error
}

func (m moody) Open(name string) (fs.File, error) {
	if err := m.denied[name]; err == errPanic {
		panic("index 3 is out of range")
	} else if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return m.FS.Open(name)
}

// errPanic makes moody panic.
var errPanic = errors.New("panic")

// told formats a report: the files put in force, held back and missing, then the problems.
func told(r *assets.Report) string {
	if r == nil {
		return "nothing"
	}
	s := fmt.Sprintf("v%d", r.Version)
	for _, part := range []struct {
		name string
		list []string
	}{{"in", r.Applied}, {"held", r.Held}, {"missing", r.Missing}} {
		if len(part.list) > 0 {
			s += " " + part.name + ": " + strings.Join(part.list, ", ")
		}
	}
	if len(r.Problems) > 0 {
		s += "\n" + findings(r.Problems)
	}
	return s
}

func wantTold(t *testing.T, r *assets.Report, want string) {
	t.Helper()
	if got := told(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func (s *shelf) saveAll(files map[string]string) *assets.Report {
	var names []string
	for name, text := range files {
		s.put(name, text)
		names = append(names, name)
	}
	sort.Strings(names)
	r := s.Reload(names)
	s.Forget()
	return r
}

// put changes a file without telling the manager.
func (s *shelf) put(name, text string) {
	s.files[name] = &fstest.MapFile{Data: []byte(text)}
	if text == "" {
		delete(s.files, name)
	}
}

// TestUnreadableForAWhile checks that a file that cannot be read keeps its last text and is
// reported as long as it cannot be read. When the same text can be read again, this is no change.
func TestUnreadableForAWhile(t *testing.T) {
	denied := map[string]error{}
	s := newShelf(t, map[string]string{
		"a.lua": empty, "b.lua": empty, "main.bt": "tree main\n  a\n    b when hp\n", "agent.fields": "hp: points\n", "dir/c.lua": empty,
	}, func(o *assets.Options) { o.FS = moody{o.FS, denied} })
	wantTold(t, s.Load(), "v1 in: a, b, dir.c, tree main")
	prog, a := s.Bundle().Program("main"), s.behavior("a")

	for _, name := range []string{"a.lua", "main.bt", "agent.fields"} {
		denied[name] = fs.ErrPermission
	}
	const gone = `
scripts/a.lua: unreadable-file error="permission denied" -> grant-permission
scripts/agent.fields: unreadable-file error="permission denied" -> grant-permission
scripts/main.bt: unreadable-file error="permission denied" -> grant-permission`
	wantTold(t, s.Reload([]string{"a.lua", "main.bt", "agent.fields"}), "v2 held: a.lua, main.bt"+gone)
	wantTold(t, s.Reload([]string{"a.lua", "main.bt", "agent.fields"}), "nothing")
	wantTold(t, s.save("b.lua", "return { doc = \"new\" }\n"), "v3 in: b held: a.lua, main.bt"+
		"\nscripts/a.lua: unreadable-file error=\"permission denied\" -> grant-permission\nscripts/main.bt: unreadable-file error=\"permission denied\" -> grant-permission")
	if got := "\n" + findings(s.Bundle().Problems); got != gone {
		t.Errorf("problems %s", got)
	}
	if s.behavior("a") != a || s.Bundle().Program("main") == nil {
		t.Error("what cannot be read is lost")
	}
	denied["a.lua"] = errors.New("disk on fire")
	wantTold(t, s.Reload([]string{"a.lua"}), `v4 held: a.lua, main.bt
scripts/a.lua: unreadable-file error="disk on fire"
scripts/main.bt: unreadable-file error="permission denied" -> grant-permission`)

	clear(denied)
	s.save("b.lua", empty)
	s.Reload([]string{"a.lua", "main.bt", "agent.fields"})
	if len(s.Bundle().Problems) > 0 || s.behavior("a") != a {
		t.Errorf("a is another: %v; problems %v", s.behavior("a") != a, s.Bundle().Problems)
	}
	if s.Bundle().Program("main").Dump() != prog.Dump() {
		t.Errorf("main is now\n%s", s.Bundle().Program("main").Dump())
	}
}

// stuck is a file system in which Read of a file returns nothing and no error.
type stuck struct {
	fs.FS
	name string
}

type stuckFile struct{ fs.File }

func (stuckFile) Read([]byte) (int, error) { return 0, nil }

func (s stuck) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err == nil && name == s.name {
		f = stuckFile{f}
	}
	return f, err
}

// TestReadWithoutProgress checks that a file whose Read returns 0 and nil again and again counts as one that cannot be
// read.
func TestReadWithoutProgress(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty}, func(o *assets.Options) { o.FS = stuck{o.FS, "b.lua"} })
	wantTold(t, s.Load(), "v1 in: a held: b.lua\nscripts/b.lua: unreadable-file error=\"multiple Read calls return no data or error\" -> correct-read")
	if _, err := assets.ReadContents(stuck{fstest.MapFS{"b.lua": {Data: []byte("return {}")}}, "b.lua"}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("contents: %v", err)
	}
}

// TestPanicOfFileSystem checks that a file system that panics counts as one that cannot be read.
func TestPanicOfFileSystem(t *testing.T) {
	denied := map[string]error{"dir": errPanic}
	s := newShelf(t, map[string]string{"a.lua": empty, "dir/c.lua": empty}, func(o *assets.Options) { o.FS = moody{o.FS, denied} })
	wantTold(t, s.Load(), `v1 in: a
scripts/dir: unreadable-file error="the file system panicked: index 3 is out of range"`)
	clear(denied)
	s.Reload([]string{"dir/c.lua"})
	denied["a.lua"] = errPanic
	wantTold(t, s.Reload([]string{"a.lua"}), `v3 held: a.lua
scripts/a.lua: unreadable-file error="the file system panicked: index 3 is out of range"`)
	clear(denied)
	s.Reload([]string{"a.lua"})
	if len(s.Bundle().Problems) > 0 {
		t.Error(s.Bundle().Problems)
	}
}

// TestFoldersThatCannotBeRead checks that folders that cannot be read are reported until they can
// be read.
func TestFoldersThatCannotBeRead(t *testing.T) {
	denied := map[string]error{"dir": fs.ErrPermission}
	s := newShelf(t, map[string]string{"a.lua": empty, "dir/c.lua": empty}, func(o *assets.Options) { o.FS = moody{o.FS, denied} })
	wantTold(t, s.Load(), `v1 in: a
scripts/dir: unreadable-file error="permission denied" -> grant-permission`)
	s.save("a.lua", "return { doc = \"new\" }\n")
	if got := findings(s.Bundle().Problems); got != `scripts/dir: unreadable-file error="permission denied" -> grant-permission` {
		t.Errorf("problems %s", got)
	}
	clear(denied)
	s.Reload([]string{"dir/c.lua"})
	if len(s.Bundle().Problems) > 0 || s.behavior("dir.c").Missing {
		t.Errorf("problems %v", s.Bundle().Problems)
	}
}

func TestNothingToLoad(t *testing.T) {
	s := newShelf(t, nil)
	wantTold(t, s.Load(), "v1")
	if len(s.Bundle().Behaviors) != 0 || s.Bundle().Program("main") != nil || s.Bundle().Behavior("a") != nil {
		t.Errorf("bundle %+v", s.Bundle())
	}
	wantTold(t, s.save("a.lua", empty), "v2 in: a")
	for _, odd := range []string{"../a.lua", "/a.lua", "a//b.lua", ".", "", ".hidden.lua", ".git/a.lua", "dir/.a.lua", "a.lua~", "a.txt"} {
		if assets.Relevant(odd) {
			t.Errorf("%q is relevant", odd)
		}
		wantTold(t, s.Reload([]string{odd}), "nothing")
	}
}

// TestIncludedTreeIsHeld checks that a tree that includes a broken tree gets the last good version
// of that tree.
func TestIncludedTreeIsHeld(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.lua": empty, "b.lua": empty,
		"inner.bt": "tree inner\n  a\n    b\n", "another.bt": "tree another\n  a\n    tree inner\n", "outer.bt": "tree outer\n  b\n    tree another\n",
	})
	s.Load()
	good := map[string]*engine.Program{}
	for _, n := range s.Bundle().TreeNames() {
		good[n] = s.Bundle().Program(n)
	}
	for _, broken := range []string{
		"tree inner\n  a\n    nobody\n", "tree inner\n  a\n    tree nowhere\n", "tree inner\n  a 1 2 3\n", "tree inner\n  a when hp <\n",
		"tree inner\n\ta\n", "tree inner\n  a\n    tree outer\n", "tree inner\n  tree inner\n",
		"tree inner\n" + deepTree(300),
	} {
		r := s.save("inner.bt", broken)
		if r == nil || !slices.Equal(r.Held, []string{"inner.bt"}) || r.Problems.Err() == nil {
			t.Errorf("%.60q: %s", broken, told(r))
		}
		for n, p := range good {
			if s.Bundle().Program(n) != p {
				t.Errorf("%.60q: tree %s is another:\n%s", broken, n, s.Bundle().Program(n).Dump())
			}
		}
	}
	wantTold(t, s.save("inner.bt", "tree inner\n  b\n"), "v10 in: tree inner")
	for n, p := range good {
		if s.Bundle().Program(n) == p {
			t.Errorf("tree %s is still the old one", n)
		}
	}
}

func deepTree(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i+1) + "a\n")
	}
	return b.String()
}

// TestIncluderOutgrowsTheBounds checks that an unchanged tree keeps its program if it fails because
// a tree that it includes has grown.
func TestIncluderOutgrowsTheBounds(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.lua": empty, "inner.bt": "tree inner\n  a\n", "outer.bt": "tree outer\n" + deepTree(150) + strings.Repeat("  ", 151) + "tree inner\n",
	})
	if p := s.Load().Problems; len(p) > 0 {
		t.Fatal(p)
	}
	outer := s.Bundle().Program("outer")
	r := s.save("inner.bt", "tree inner\n"+deepTree(150))
	if !slices.Equal(r.Held, []string{"outer.bt"}) || r.Problems.Err() == nil || s.Bundle().Program("outer") != outer || s.Bundle().Program("inner").Len() != 150 {
		t.Errorf("%s", told(r))
	}
	s.save("inner.bt", "tree inner\n  a\n    a\n")
	if len(s.Bundle().Problems) > 0 || s.Bundle().Program("outer").Len() != 153 {
		t.Errorf("problems %v", s.Bundle().Problems)
	}
}

// TestClashIsHandedOn checks that the first of two files with the same name has the name, and that
// the other file gets the name, with the same ID, when the first file is gone.
func TestClashIsHandedOn(t *testing.T) {
	s := newShelf(t, map[string]string{
		"x/a.lua": "return { doc = \"folder\" }\n", "x.a.lua": "return { doc = \"dot\" }\n", "main.bt": "tree main\n  x.a\n",
		"one.bt": "tree twice \"One.\"\n  x.a\n", "two.bt": "tree twice \"Two.\"\n  x.a\n    x.a\n",
	})
	wantTold(t, s.Load(), `v1 in: tree main, tree twice, x.a held: two.bt, x/a.lua
scripts/two.bt:1:6: duplicate-tree place="scripts/one.bt:1:6" tree="twice" -> it
scripts/x/a.lua: duplicate-behavior-name first="scripts/x.a.lua" name="x.a" second="scripts/x/a.lua" -> it`)
	first := s.behavior("x.a")
	s.save("x.a.lua", "")
	if now := s.behavior("x.a"); now.ID != first.ID || now.Missing || now == first || now.Version != 2 {
		t.Errorf("x.a is %+v", now)
	}
	s.save("one.bt", "")
	if p := s.Bundle().Program("twice"); p.Len() != 2 || len(s.Bundle().Problems) > 0 {
		t.Errorf("twice has %d nodes, problems %v", p.Len(), s.Bundle().Problems)
	}
}

// TestBrokenDottedFile checks that a file x.a.lua with a mistake at the first load is reported
// once, and that the behavior x.a is not reported as unknown.
func TestBrokenDottedFile(t *testing.T) {
	s := newShelf(t, map[string]string{"x.a.lua": "return {", "main.bt": "tree main\n  x.a\n"})
	s.Load()
	if p := s.Bundle().Problems; len(p) != 1 || p[0].Pos.File != "scripts/x.a.lua" {
		t.Errorf("problems %v", p)
	}
	if !s.behavior("x.a").Missing {
		t.Error("x.a works")
	}
	wantTold(t, s.save("x.a.lua", empty), "v2 in: x.a")
}

// TestRename checks that a renamed behavior is missing under its old name, with an error, and that
// names keep their IDs.
func TestRename(t *testing.T) {
	s := newShelf(t, map[string]string{"old.lua": empty, "main.bt": "tree main\n  old\n"})
	s.Load()
	id := s.behavior("old").ID
	wantTold(t, s.saveAll(map[string]string{"old.lua": "", "new.lua": empty}), `v2 in: new missing: old
scripts/main.bt:2:3: moved-behavior name="old" to="new" -> it`)
	if s.behavior("new").ID == id || s.behavior("old").ID != id {
		t.Errorf("IDs: old %d, new %d, before %d", s.behavior("old").ID, s.behavior("new").ID, id)
	}
	wantTold(t, s.save("main.bt", "tree main\n  new\n"), "v3 in: tree main")
	wantTold(t, s.save("old.lua", empty), "v4 in: old")
	if s.behavior("old").ID != id || len(s.Bundle().Problems) > 0 {
		t.Errorf("old is %+v, problems %v", s.behavior("old"), s.Bundle().Problems)
	}
}

// TestAllProblemsAreOneSortedList checks that the problems of all files are sorted by position, in
// whatever order the files are read.
func TestAllProblemsAreOneSortedList(t *testing.T) {
	files := map[string]string{
		"a.lua": "return { on_entre = function(agent) end }\n", "b.lua": "error(\"at load\")\n", "c.lua": "return {\n",
		"d.lua": "local x = require \"lib.nothing\"\nreturn {}\n", "lib/e.lua": "return 5 5\n", "9.lua": empty,
		"t.bt": "tree t\n  nobody\n  a\n", "u.bt": "tree u\n  a when hp <\n    b when 5 = 5\n",
	}
	s := newShelf(t, files)
	s.Load()
	want := s.Bundle().Problems
	var places []string
	for _, d := range want {
		places = append(places, d.Pos.File)
	}
	if !sort.StringsAreSorted(places) || len(slices.Compact(slices.Clone(places))) != len(files) {
		t.Errorf("problems in %v:\n%v", places, want)
	}
	one := newShelf(t, nil)
	one.Load()
	for name := range files {
		one.save(name, files[name])
	}
	if got := one.Bundle().Problems.Error(); got != want.Error() {
		t.Errorf("saved one by one:\n%s\nloaded at once:\n%s", got, want.Error())
	}
}

// TestBrokenConditionStaysTold checks that a condition that has never worked is reported in each
// round.
func TestBrokenConditionStaysTold(t *testing.T) {
	s := newShelf(t, map[string]string{"a.bt": "condition low = hp <\n\ntree a\n  b when low\n", "b.lua": empty})
	for _, text := range []string{empty, "return { doc = \"x\" }\n", "return { doc = \"y\" }\n"} {
		s.save("b.lua", text)
		s.Load()
		if err := s.Bundle().Problems.Err(); err == nil || !strings.Contains(err.Error(), "scripts/a.bt:1:20") || len(s.Bundle().Problems) != 1 {
			t.Errorf("got %v", err)
		}
	}
}

// TestGoneAgain checks a script that is gone, comes back with a mistake and is gone again. It must
// be reported as gone each time, although the same placeholder replaces it throughout.
func TestGoneAgain(t *testing.T) {
	const gone = `scripts/t.bt:2:3: gone-behavior file="scripts/b.lua" name="b" -> it`
	s := newShelf(t, map[string]string{"b.lua": empty, "t.bt": "tree t\n  b\n"})
	s.Load()
	for _, c := range []struct {
		text string
		gone bool
	}{{"", true}, {"return {\n", false}, {"", true}, {empty, false}, {"", true}} {
		s.save("b.lua", c.text)
		if told := findings(s.Bundle().Problems); slices.Contains(strings.Split(told, "\n"), gone) != c.gone {
			t.Errorf("with %q as text: %q", c.text, told)
		}
	}
}

// TestModuleIsHeldWithItsUser checks a module whose new text a script that works cannot be loaded with. Both are held
// back, so no file gets another value of the module, until either is corrected.
func TestModuleIsHeldWithItsUser(t *testing.T) {
	files := map[string]string{
		"lib/n.lua": "return { speed = 2 }\n", "lib/m.lua": "local n = require(\"lib.n\")\nreturn { text = \"n\" .. n.speed, twice = 1 }\n",
		"a.lua":    "local m = require(\"lib.m\")\nreturn { doc = m.text, params = { far = m.twice * 2 } }\n",
		"b.lua":    "local m = require(\"lib.m\")\nreturn { doc = m.text }\n",
		"c.lua":    "local n = require(\"lib.n\")\nreturn { doc = \"speed \" .. (n.speed or 0) }\n",
		"lone.lua": empty,
	}
	without := "local n = require(\"lib.n\")\nreturn { text = \"new\" .. n.speed }\n"
	s := newShelf(t, files)
	s.Load()
	inForce := func(want string) {
		t.Helper()
		if got := s.Bundle().Doc("a") + ", " + s.Bundle().Doc("b") + ", " + s.Bundle().Doc("c"); got != want {
			t.Errorf("in force is %s, want %s", got, want)
		}
	}
	wantTold(t, s.save("lib/m.lua", without), `v2 held: a.lua, b.lua, lib/m.lua
scripts/a.lua:2:43: cannot-calculate left="m.twice (nil)" operator="*" right="2 (number)" -> lacks-name-has name="twice" names=[text] owner="lib.m"
scripts/lib/m.lua: held-for-other file="scripts/a.lua" -> it
scripts/b.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it`)
	inForce("n2, n2, speed 2")
	wantTold(t, s.saveAll(map[string]string{"b.lua": "local m = require(\"lib.m\")\nreturn { doc = \"b \" .. m.text }\n", "lone.lua": "return { doc = \"lone\" }\n"}), `v3 in: lone held: a.lua, b.lua, lib/m.lua
scripts/a.lua:2:43: cannot-calculate left="m.twice (nil)" operator="*" right="2 (number)" -> lacks-name-has name="twice" names=[text] owner="lib.m"
scripts/lib/m.lua: held-for-other file="scripts/a.lua" -> it
scripts/b.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it`)
	inForce("n2, n2, speed 2")
	wantTold(t, s.save("d.lua", "local m = require(\"lib.m\")\nreturn { doc = m.text }\n"), `v4 held: a.lua, b.lua, d.lua, lib/m.lua
scripts/a.lua:2:43: cannot-calculate left="m.twice (nil)" operator="*" right="2 (number)" -> lacks-name-has name="twice" names=[text] owner="lib.m"
scripts/lib/m.lua: held-for-other file="scripts/a.lua" -> it
scripts/b.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it
scripts/d.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it`)
	wantTold(t, s.save("a.lua", "return {\n"), `v5 held: a.lua, b.lua, d.lua, lib/m.lua
scripts/a.lua:1:8: not-closed close="}" opener="{"
scripts/lib/m.lua: held-for-other file="scripts/a.lua" -> it
scripts/b.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it
scripts/d.lua:1:19: module-waits file="scripts/a.lua" name="lib.m" -> it`)
	wantTold(t, s.save("a.lua", "local m = require(\"lib.m\")\nreturn { doc = \"a \" .. m.text }\n"), `v6 in: a, b, d, module lib.m`)
	inForce("a new2, b new2, speed 2")
	wantTold(t, s.save("lib/n.lua", "return {}\n"), `v7 held: a.lua, b.lua, c.lua, d.lua, lib/m.lua, lib/n.lua
scripts/lib/m.lua:2:28: cannot-calculate left="\"new\" (text)" operator=".." right="n.speed (nil)" -> lacks-name name="speed" owner="lib.n"
scripts/lib/n.lua: held-for-other file="scripts/lib/m.lua" -> it
scripts/a.lua:1:19: module-with-errors file="scripts/lib/m.lua" name="lib.m" -> it
scripts/b.lua:1:19: module-with-errors file="scripts/lib/m.lua" name="lib.m" -> it
scripts/c.lua:1:19: module-waits file="scripts/lib/m.lua" name="lib.n" -> it
scripts/d.lua:1:19: module-with-errors file="scripts/lib/m.lua" name="lib.m" -> it`)
	inForce("a new2, b new2, speed 2")
	wantTold(t, s.save("lib/n.lua", "return { speed = 3 }\n"), `v8 in: a, b, c, d, module lib.m, module lib.n`)
	inForce("a new3, b new3, speed 3")
}

// TestMovedScript checks when a missing script is reported as moved to a file with another name.
func TestMovedScript(t *testing.T) {
	const text, other = "return { doc = \"text\" }", "return { doc = \"other\" }"
	lost := func(version, rest string) string {
		return version + "\nscripts/main.bt:2:3: gone-behavior file=\"scripts/chat.lua\" name=\"chat\" -> it" + rest
	}
	moved := func(version, to string) string {
		return version + "\nscripts/main.bt:2:3: moved-behavior name=\"chat\" to=\"" + to + "\" -> it"
	}
	s := newShelf(t, map[string]string{"chat.lua": text, "main.bt": "tree main\n  chat\n"})
	s.Load()
	wantTold(t, s.saveAll(map[string]string{"chat.lua": "", "gossip.lua": text}), moved("v2 in: gossip missing: chat", "gossip"))
	wantTold(t, s.saveAll(map[string]string{"gossip.lua": "", "folk/talk.lua": text}), moved("v3 in: folk.talk", "folk.talk"))
	wantTold(t, s.saveAll(map[string]string{"folk/talk.lua": ""}), lost("v4", ""))
	wantTold(t, s.saveAll(map[string]string{"chat.lua": text}), "v5 in: chat")
	wantTold(t, s.saveAll(map[string]string{"chat.lua": "", "gossip.lua": other}), lost("v6 in: gossip missing: chat", ""))
	wantTold(t, s.saveAll(map[string]string{"chat.lua": text, "gossip.lua": ""}), "v7 in: chat")
	wantTold(t, s.saveAll(map[string]string{"chat.lua": "", "a.lua": text, "b.lua": text}), lost("v8 in: a, b missing: chat", ""))
	wantTold(t, s.saveAll(map[string]string{"chat.lua": text, "a.lua": "", "b.lua": ""}), "v9 in: chat")
	// bough rename also edits the trees, so nothing is missing.
	wantTold(t, s.saveAll(map[string]string{"chat.lua": "", "gossip.lua": text, "main.bt": "tree main\n  gossip\n"}), "v10 in: gossip, tree main")
}
