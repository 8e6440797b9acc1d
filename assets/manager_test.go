package assets_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// shelf is a manager with files that a test changes.
type shelf struct {
	*assets.Manager
	t     *testing.T
	files fstest.MapFS
}

func newShelf(t *testing.T, files map[string]string, edit ...func(*assets.Options)) *shelf {
	s := &shelf{t: t, files: fstest.MapFS{}}
	r := luabind.NewRuntime(luabind.Options{Workers: 2})
	o := assets.Options{FS: s.files, Prefix: "scripts", Runtime: r}
	for _, f := range edit {
		f(&o)
	}
	for name, text := range files {
		s.files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s.Manager = assets.NewManager(o)
	return s
}

// save writes a file and reloads it. If text is "", save deletes the file.
func (s *shelf) save(name, text string) *assets.Report {
	if text == "" {
		delete(s.files, name)
	} else {
		s.files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r := s.Reload([]string{name})
	if r != nil {
		s.Forget()
	}
	return r
}

func (s *shelf) behavior(name string) *engine.Behavior {
	b := s.Bundle().Behavior(name)
	if b == nil {
		s.t.Fatalf("there is no behavior %s", name)
	}
	return b
}

const empty = "return {}\n"

func TestIDsAndVersions(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty})
	s.Load()
	a, b := s.behavior("a"), s.behavior("b")
	if a.ID == b.ID || a.ID == 0 || a.Version != 1 {
		t.Fatalf("a %+v, b %+v", a, b)
	}
	s.save("a.lua", "return { doc = \"two\" }\n")
	if now := s.behavior("a"); now.ID != a.ID || now.Version != 2 || s.behavior("b") != b {
		t.Errorf("after an edit of a: %+v, b changed: %v", now, s.behavior("b") != b)
	}
	s.save("a.lua", "")
	if gone := s.behavior("a"); gone.ID != a.ID || !gone.Missing {
		t.Errorf("deleted: %+v", gone)
	}
	s.save("c.lua", empty)
	s.save("a.lua", empty)
	if back := s.behavior("a"); back.ID != a.ID || back.Missing || s.behavior("c").ID == a.ID {
		t.Errorf("back: %+v", back)
	}
	if r := s.save("a.lua", empty); r != nil {
		t.Errorf("a save without a change makes version %d", r.Version)
	}
	if s.Reload([]string{"notes.txt", "nowhere.lua"}) != nil {
		t.Error("files that do not matter make a version")
	}
}

func TestProgramsStayWhenNothingChanged(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.lua": empty, "b.lua": empty, "one.bt": "tree one\n  a when hp < 3\n", "two.bt": "tree two\n  b\n    tree one\n", "three.bt": "tree three\n  b\n",
	})
	s.Load()
	before := map[string]*engine.Program{}
	for _, n := range s.Bundle().TreeNames() {
		before[n] = s.Bundle().Program(n)
	}
	r := s.save("a.lua", "return { doc = \"new\" }\n")
	for name, changed := range map[string]bool{"one": true, "two": true, "three": false} {
		now := s.Bundle().Program(name)
		if (now != before[name]) != changed || (r.Programs[before[name]] == now) != changed {
			t.Errorf("tree %s: exchanged %v, want %v", name, now != before[name], changed)
		}
	}
	if !slices.Equal(r.Applied, []string{"a"}) || !slices.Equal(r.Files, []string{"a.lua"}) || len(r.Held) > 0 {
		t.Errorf("report %+v", r)
	}
}

// TestLastGoodVersionIsKept checks that the last good version of a file is kept through several
// broken saves, as are those of files that depend on it up to two levels deep.
func TestLastGoodVersionIsKept(t *testing.T) {
	s := newShelf(t, map[string]string{
		"lib/deep.lua": "return { n = 1 }\n",
		"lib/mid.lua":  "local deep = require \"lib.deep\"\nreturn { n = deep.n }\n",
		"a.lua":        "local mid = require \"lib.mid\"\nreturn { doc = \"n \" .. mid.n }\n",
		"main.bt":      "tree main\n  a\n",
	})
	s.Load()
	good := s.behavior("a")
	for i, broken := range []string{"return {", "error(\"no\")", "local x = require \"lib.none\"\nreturn {}"} {
		r := s.save("lib/deep.lua", broken)
		if s.behavior("a") != good || !slices.Contains(r.Held, "lib/deep.lua") || r.Problems.Err() == nil {
			t.Errorf("broken save %d: a exchanged %v, report %+v", i, s.behavior("a") != good, r)
		}
	}
	r := s.save("lib/deep.lua", "return { n = 2 }\n")
	if !slices.Equal(r.Applied, []string{"a", "module lib.deep", "module lib.mid"}) || s.behavior("a") == good {
		t.Errorf("after the mend: %+v", r)
	}
	if len(s.Bundle().Problems) > 0 {
		t.Error(s.Bundle().Problems)
	}
	// The user of a broken module is held back if it changes, too.
	s.save("lib/deep.lua", "return {")
	held := s.save("a.lua", "local mid = require \"lib.mid\"\nreturn { doc = \"new\" }\n")
	if !slices.Contains(held.Held, "a.lua") || !strings.Contains(findings(held.Problems), "module-with-errors") {
		t.Errorf("held %v: %v", held.Held, held.Problems)
	}
	if !slices.Equal(held.HeldByOthers, []string{"a.lua", "lib/mid.lua"}) {
		t.Errorf("held by others %v", held.HeldByOthers)
	}
	if r := s.save("lib/mid.lua", "local deep = require \"lib.deep\"\nlocal none = require \"lib.none\"\nreturn {}\n"); !slices.Equal(r.HeldByOthers, []string{"a.lua"}) {
		t.Errorf("held by others %v, one of which has a mistake of its own", r.HeldByOthers)
	}
}

func TestNamesAreRelativeToTheFolder(t *testing.T) {
	s := newShelf(t, map[string]string{
		"strike.lua": empty, "orc/strike.lua": empty, "orc/orc.bt": "tree orc\n  strike\n    elf.strike\n", "elf/strike.lua": empty,
	})
	if p := s.Load().Problems; len(p) > 0 {
		t.Fatal(p)
	}
	p := s.Bundle().Program("orc")
	if p.Node(0).Name != "orc.strike" || p.Node(1).Name != "elf.strike" {
		t.Errorf("nodes %s and %s", p.Node(0).Name, p.Node(1).Name)
	}
}

func TestNatives(t *testing.T) {
	natives := func(o *assets.Options) {
		o.Natives = map[string]*behaviors.Native{"walk": {Args: []string{"to"}}, "clash": {}}
	}
	s := newShelf(t, map[string]string{"main.bt": "tree main\n  walk \"gate\"\n    clash\n", "clash.lua": empty}, natives)
	s.Load()
	want := `scripts/clash.lua: name-of-go-behavior name="clash" -> it`
	if got := findings(s.Bundle().Problems); got != want {
		t.Errorf("problems %s, want %s", got, want)
	}
	p := s.Bundle().Program("main")
	if p == nil || p.Node(0).Params.Get("to").Str() != "gate" {
		t.Errorf("program %v", p)
	}
}

func TestFieldWarnings(t *testing.T) {
	const reads = "return { behavior = function(agent) bt.log(agent.hp) end }\n"
	const writes = "return { behavior = function(agent) agent.hp = 1 end }\n"
	const dynamic = "return { behavior = function(agent, params) agent[params.name] = 1 end }\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		given []string
		want  int
	}{
		{"nothing is known", map[string]string{"a.lua": reads}, nil, 0},
		{"declared, but not this one", map[string]string{"a.lua": reads, "agent.fields": "x: where\n# hp: not this\n"}, nil, 1},
		{"declared", map[string]string{"a.lua": reads, "agent.fields": "hp: points\n"}, nil, 0},
		{"declared by the game", map[string]string{"a.lua": reads}, []string{"hp"}, 0},
		{"written by a script", map[string]string{"a.lua": reads, "b.lua": writes, "agent.fields": "x: where\n"}, nil, 0},
		{"written by a computed name", map[string]string{"a.lua": reads, "b.lua": dynamic, "agent.fields": "x: where\n"}, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files, func(o *assets.Options) { o.Fields = tt.given })
			s.Load()
			if got := s.Bundle().Problems.Warnings(); len(got) != tt.want {
				t.Errorf("%d warnings, want %d: %v", len(got), tt.want, got)
			}
		})
	}
}

// TestStimulusWarnings checks the warnings about behaviors that wait for a stimulus that nothing
// posts.
func TestStimulusWarnings(t *testing.T) {
	const waits = "return { stimulus = \"noise\" }\n"
	const takes = `return { stimulus = "noise", behavior = function(agent) agent.to = bt.stimulus().pos end }`
	const declared, other = "stimulus noise: a sound\n", "hp: points\nstimulus pain: it hurts\n"
	posts := func(how string) string { return "return { behavior = function(agent, params) " + how + " end }\n" }
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing is known", map[string]string{"a.lua": waits}, ""},
		{"listed", map[string]string{"a.lua": waits, "agent.fields": declared}, ""},
		{"others are listed", map[string]string{"a.lua": waits, "agent.fields": other}, `scripts/a.lua:1:10: warning unposted-stimulus file="scripts/agent.fields" name="noise" -> it`},
		{"only fields are listed", map[string]string{"a.lua": waits, "agent.fields": "hp: points\n"}, ""},
		{"posted", map[string]string{"a.lua": waits, "b.lua": posts(`bt.post(1, "noise")`), "agent.fields": other}, ""},
		{"posted by a tree", map[string]string{"a.lua": waits, "t.bt": "tree t\n  sequence\n    emit \"noise\"\n", "agent.fields": other}, ""},
		{"posted by a local name", map[string]string{"a.lua": waits, "b.lua": "local post = bt.post\n" + posts(`post(1, "noise")`), "agent.fields": other}, ""},
		{"posted by a module", map[string]string{"a.lua": waits, "lib/b.lua": "return { f = function() bt.post(1, \"noise\") end }", "agent.fields": other}, ""},
		{"a computed name", map[string]string{"a.lua": waits, "b.lua": posts(`bt.post(1, params.what)`), "agent.fields": other}, ""},
		{"handed on", map[string]string{"a.lua": waits, "b.lua": posts(`pcall(bt.post, 1, params.what)`), "agent.fields": other}, ""},
		{"a script that cannot be read", map[string]string{"a.lua": waits, "b.lua": "return {", "agent.fields": other}, ""},
		{"misspelled", map[string]string{"a.lua": waits, "b.lua": posts(`bt.post(1, "nosie")`)}, `scripts/a.lua:1:10: warning unposted-stimulus file="scripts/agent.fields" name="noise" -> near-posted near="nosie" place="scripts/b.lua:1:56"`},
		{"without a field", map[string]string{"a.lua": takes, "b.lua": posts(`bt.post(1, "noise", { x = 1 })`), "agent.fields": other}, `scripts/a.lua:1:82: warning unposted-field file="scripts/agent.fields" name="pos" names=[x] stimulus="noise" -> it`},
		{"without a field that the declaration names", map[string]string{"a.lua": takes, "b.lua": posts(`bt.post(1, "noise", { x = 1 })`), "agent.fields": "stimulus noise: has x and pos"}, ""},
		{"without a field that the declaration does not name", map[string]string{"a.lua": takes, "b.lua": posts(`bt.post(1, "noise", { x = 1 })`), "agent.fields": "stimulus noise: has x"}, `scripts/a.lua:1:82: warning unposted-field file="scripts/agent.fields" name="pos" names=[x] stimulus="noise" -> it`},
		{"declared without its fields", map[string]string{"a.lua": takes, "b.lua": posts(`bt.post(1, "noise", { x = 1 })`), "agent.fields": declared}, ""},
		{"with other data, too", map[string]string{"a.lua": takes, "b.lua": posts(`bt.post(1, "noise", { x = 1 }) bt.post(1, "noise", params)`), "agent.fields": other}, ""},
		{"with a field, and tested", map[string]string{"a.lua": strings.ReplaceAll(takes, ".pos", ".pos or 1"), "b.lua": posts(`bt.post(1, "noise", { x = 1 })`), "agent.fields": other}, ""},
		{"emitted, and once misspelled", map[string]string{"a.lua": waits, "b.bt": "tree b\n  sequence\n    emit \"noise\"\n    emit \"nosie\"\n"}, `scripts/b.bt:4:10: warning unknown-stimulus name="nosie" near="noise" -> it`},
		{"posted, and once misspelled", map[string]string{"a.lua": waits, "b.lua": posts(`bt.post(1, "noise") bt.post(1, "nosie")`)}, `scripts/b.lua:1:76: warning unknown-stimulus name="nosie" near="noise" -> it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			s.Load()
			if got := findings(s.Bundle().Problems.Warnings()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestModulesSetFields checks that a field counts as set if a function of a module sets it in its
// parameter agent.
func TestModulesSetFields(t *testing.T) {
	s := newShelf(t, map[string]string{"agent.fields": "x: where\n",
		"lib/a.lua": "local m = {}\nfunction m.go(agent) agent.way = agent.wai end\nreturn m\n",
		"b.lua":     "return { behavior = function(agent) bt.log(agent.way) end }\n"})
	s.Load()
	if got := s.Bundle().Problems.Warnings(); len(got) != 1 || got[0].Code != "unset-field" || got[0].Args["name"] != "wai" {
		t.Errorf("%v", got)
	}
}

// TestReadsToldOnce checks that the reads of a field in a file are one mistake, and that the remedy fits a list.
func TestReadsToldOnce(t *testing.T) {
	const declared = "x: where\n"
	for body, want := range map[string]string{
		"behavior = function(agent)\n  table.insert(agent.sold, 1)\n  if #agent.sold > agent.x then print(agent.sold, agent.sold) end\nend": `scripts/b.lua:2:22: warning unset-field file="scripts/agent.fields" name="sold" what="script" -> begin-with-table file="scripts/agent.fields" place="agent.sold" (also read in line 3)`,
		"behavior = function(agent)\n  print(agent.sold[1])\nend":                                                                           `scripts/b.lua:2:15: warning unset-field file="scripts/agent.fields" name="sold" what="script" -> begin-with-table file="scripts/agent.fields" place="agent.sold"`,
		"behavior = function(agent)\n  for i in ipairs(agent.sold.list) do end\nend":                                                        `scripts/b.lua:2:25: warning unset-field file="scripts/agent.fields" name="sold" what="script" -> it`,
		"utility = function(agent)\n  return #agent.sold\nend, behavior = function() end":                                                   `scripts/b.lua:2:17: warning unset-field file="scripts/agent.fields" name="sold" what="script" -> write-or-table file="scripts/agent.fields" place="agent.sold"`,
	} {
		s := newShelf(t, map[string]string{"agent.fields": declared, "b.lua": "return { " + body + " }\n"})
		s.Load()
		if got := findings(s.Bundle().Problems); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestModuleWaits checks that a function of a module that waits gets one warning for all hooks that call it and cannot
// wait.
func TestModuleWaits(t *testing.T) {
	s := newShelf(t, map[string]string{
		"lib/a.lua": "local m = {}\nfunction m.go(agent) bt.wait(1) end\nfunction m.may(agent, now) if not now then bt.wait(1) end end\nreturn m\n",
		"b.lua":     "local a = require \"lib.a\"\nreturn { behavior = function(agent) a.go(agent) a.may(agent, true) pcall(a.go) end }\n",
		"c.lua":     "local a = require \"lib.a\"\nreturn { run = function(agent) a.go(agent) end, on_exit = function(agent) a.go(agent) end }\n",
		"d.lua":     "local a = require \"lib.a\"\nreturn { on_enter = function(agent) a.go(agent) end }\n",
	})
	s.Load()
	want := `scripts/c.lua:2:77: warning call-waits function="a.go" hook="on_exit" place="scripts/lib/a.lua:2:22" -> wait-in-run (also called at scripts/d.lua:2:39, in on_enter)`
	if got := findings(s.Bundle().Problems); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestOddFiles checks that each file that cannot be a script is reported as one error, and that
// all other files work.
func TestOddFiles(t *testing.T) {
	s := newShelf(t, map[string]string{"good.lua": empty, "main.bt": "tree main\n  good\n", ".hidden.lua": "x", ".git/a.lua": "x"})
	s.files["huge.lua"] = &fstest.MapFile{Data: make([]byte, 17<<20)}
	s.files["dir.lua/x.lua"] = &fstest.MapFile{Data: []byte(empty)}
	s.files["9.lua"] = &fstest.MapFile{Data: []byte(empty)}
	s.files["with space.lua"] = &fstest.MapFile{Data: []byte(empty)}
	s.Load()
	want := []string{"scripts/9.lua", "scripts/huge.lua", "scripts/with space.lua"}
	var got []string
	for _, d := range s.Bundle().Problems {
		got = append(got, d.Pos.File)
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems in %v: %v", got, s.Bundle().Problems)
	}
	if s.Bundle().Program("main") == nil || s.behavior("good").Missing {
		t.Error("the good file is not loaded")
	}
}

// unreadable is a file system in which some files cannot be opened.
type unreadable struct {
	fs.FS
	names []string
}

func (u unreadable) Open(name string) (fs.File, error) {
	if slices.Contains(u.names, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.FS.Open(name)
}

func TestUnreadable(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty, "b.lua": empty, "dir/c.lua": empty}, func(o *assets.Options) {
		o.FS = unreadable{o.FS, []string{"a.lua", "dir"}}
	})
	s.Load()
	text := findings(s.Bundle().Problems)
	if text != "scripts/a.lua: unreadable-file error=\"permission denied\" -> grant-permission\nscripts/dir: unreadable-file error=\"permission denied\" -> grant-permission" || s.behavior("b").Missing {
		t.Errorf("problems %s", text)
	}
}

// TestTooManyOpenFiles checks that the problem of a file that cannot be opened for lack of
// descriptors names the remedy.
func TestTooManyOpenFiles(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": empty}, func(o *assets.Options) { o.FS = moody{o.FS, map[string]error{"a.lua": syscall.EMFILE}} })
	wantTold(t, s.Load(), "v1 held: a.lua\nscripts/a.lua: unreadable-file error=\"too many open files\" -> raise-file-limit")
}

// TestFileUnderAFile checks that the files of a folder count as gone, not as unreadable, after a
// file has replaced the folder.
func TestFileUnderAFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.lua/b.lua": empty, "c.lua": empty} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	s := newShelf(t, nil, func(o *assets.Options) { o.FS = os.DirFS(dir) })
	s.Load()
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "a.lua")), os.WriteFile(filepath.Join(dir, "a.lua"), []byte(empty), 0o644)); err != nil {
		t.Fatal(err)
	}
	rep := s.Reload([]string{"a.lua", "a.lua/b.lua"})
	if rep == nil || rep.Problems.Err() != nil || !slices.Equal(s.Paths(), []string{"a.lua", "c.lua"}) {
		t.Errorf("%+v, loaded %q", rep, s.Paths())
	}
}

// largeGame has 1,000 behaviors and 200 trees of 50 nodes.
func largeGame() fstest.MapFS {
	files := fstest.MapFS{}
	for i := range 1000 {
		text := fmt.Sprintf("return {\n  params = { speed = %d },\n  precondition = function(agent) return agent.hp > %d end,\n  behavior = function(agent, params) agent.x = agent.x + params.speed end,\n}\n", i, i)
		files[fmt.Sprintf("b%d.lua", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	for i := range 200 {
		var tree strings.Builder
		fmt.Fprintf(&tree, "tree t%d\n  b0\n", i)
		for k := range 49 {
			fmt.Fprintf(&tree, "    b%d speed=%d when hp < %d\n", (i*7+k*13)%1000, k, k)
		}
		files[fmt.Sprintf("t%d.bt", i)] = &fstest.MapFile{Data: []byte(tree.String())}
	}
	return files
}

// BenchmarkLoad loads a large game.
func BenchmarkLoad(b *testing.B) {
	files := largeGame()
	for range b.N {
		r := luabind.NewRuntime(luabind.Options{})
		m := assets.NewManager(assets.Options{FS: files, Runtime: r})
		if p := m.Load().Problems; p.Err() != nil || len(m.Bundle().Trees) != 200 {
			b.Fatal(p)
		}
	}
}

// BenchmarkTrees parses, links and compiles 200 trees of 50 nodes. As in the sample scripts, two
// nodes in five have a condition, and a third of the conditions occur only once.
func BenchmarkTrees(b *testing.B) {
	natives := map[string]*behaviors.Native{}
	for i := range 60 {
		natives[fmt.Sprintf("b%d", i)] = &behaviors.Native{Params: engine.Params{{Name: "speed", Value: value.Number(1)}}}
	}
	files := fstest.MapFS{}
	for i := range 200 {
		files[fmt.Sprintf("t%d.bt", i)] = &fstest.MapFile{Data: []byte(benchTree(i))}
	}
	r := luabind.NewRuntime(luabind.Options{})
	for b.Loop() {
		m := assets.NewManager(assets.Options{FS: files, Runtime: r, Natives: natives})
		if p := m.Load().Problems; len(p) > 0 || len(m.Bundle().Trees) != 200 || m.Bundle().Trees[7].Program.Len() != 50 {
			b.Fatal(p)
		}
	}
}

// benchTree returns a tree with a root and seven groups of seven nodes.
func benchTree(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "tree t%d \"One of many.\"\n  b0\n", i)
	for k := range 7 {
		when := [...]string{"hp < 30", "target ~= nil and dist < 2"}[k%2]
		fmt.Fprintf(&b, "    priority\n      b%d speed=%d when %s\n      b%d when energy > %d and (dist < %d or not tired)\n", k, i, when, k+1, i, k)
		fmt.Fprintf(&b, "      sequence id=leg%d\n        b%d speed=2\n        condition hp > %d\n        wait %d\n", k, k+2, k, k+1)
	}
	return b.String()
}
