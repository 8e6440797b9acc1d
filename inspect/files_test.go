package inspect

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/trees/edit"
)

// editing is a handler of a game in a folder, whose pages may change its files.
type editing struct {
	ticking
	dir string
}

func startEditing(t *testing.T, files map[string]string) *editing {
	t.Helper()
	x := &editing{dir: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(x.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	game, err := bough.Open(x.dir, bough.Options{Prefix: "scripts"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	game.Load()
	x.t = t
	x.h = handlerOf(t, game, Options{Token: secret, Files: root})
	x.server = httptest.NewServer(x.h)
	t.Cleanup(x.server.Close)
	return x
}

// overlay puts a folder over the one of the scripts, and returns it.
func (x *editing) overlay() (dir string) {
	x.t.Helper()
	dir = x.t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() { root.Close() })
	x.h.o.Overlay = root
	return dir
}

// refresh lets the game answer from now on.
func (x *editing) refresh() {
	done := make(chan struct{})
	var stands sync.WaitGroup
	stands.Go(func() {
		clock := time.NewTicker(time.Millisecond)
		defer clock.Stop()
		for {
			select {
			case <-done:
				return
			case <-clock.C:
				x.h.live.game.Refresh()
			}
		}
	})
	x.t.Cleanup(func() {
		close(done)
		stands.Wait()
	})
}

// send makes a request and decodes its reply, which must have a status.
func (x *editing) send(status int, method, path string, body, into any) {
	x.t.Helper()
	got, data := x.request(method, path, body)
	if got != status {
		x.t.Fatalf("%s %s: %d %s, want %d", method, path, got, data, status)
	}
	if err := json.Unmarshal(data, into); err != nil {
		x.t.Fatalf("%v in %s", err, data)
	}
}

func (x *editing) onDisk(name string) string {
	x.t.Helper()
	text, err := os.ReadFile(filepath.Join(x.dir, name))
	if err != nil {
		x.t.Fatal(err)
	}
	return string(text)
}

const guardTree = "tree guard\n  priority\n    flee  when hp < 30\n    rest\n"

func guardFiles() map[string]string {
	return map[string]string{
		"guard.bt": guardTree,
		"flee.lua": "return { behavior = function(agent) agent.hp = agent.hp + 1 end }\n",
		"rest.lua": "return { behavior = function(agent) end }\n",
	}
}

func TestSave(t *testing.T) {
	x := startEditing(t, guardFiles())
	var f wire.File
	x.send(200, "GET", "/v1/saved/scripts/guard.bt", nil, &f)
	if f.Path != "guard.bt" || f.Text != guardTree {
		t.Fatalf("%+v", f)
	}
	changed := strings.Replace(guardTree, "flee  ", "fle   ", 1)
	var s wire.Saved
	x.send(200, "POST", "/v1/check", wire.Save{Path: "guard.bt", Text: changed}, &s)
	if len(s.Findings) != 1 || s.Findings[0].Line != 3 || s.Findings[0].Col != 5 || !s.Findings[0].Error || s.Findings[0].Code != "unknown-behavior" || !strings.Contains(s.Findings[0].Text+s.Findings[0].Remedy, "flee") {
		t.Errorf("%+v", s)
	}
	if fix := s.Findings[0].Fix; fix == nil || *fix != (wire.Fix{Old: "fle", New: "flee"}) {
		t.Errorf("fix %+v of %+v", fix, s.Findings[0])
	}
	x.send(200, "POST", "/v1/check", wire.Save{Path: "rest.lua", Text: "return { precondition = function(agent) return math.flor(agent.hp) > 3 end, behavior = function(agent) end }\n"}, &s)
	if len(s.Findings) != 1 || s.Findings[0].Fix == nil || *s.Findings[0].Fix != (wire.Fix{Old: "flor", New: "floor"}) {
		t.Errorf("%+v", s.Findings)
	}
	var list wire.Files
	x.send(200, "GET", "/v1/saved", nil, &list)
	if strings.Join(list.Paths, " ") != "flee.lua guard.bt rest.lua" {
		t.Errorf("%v", list.Paths)
	}
	if x.onDisk("guard.bt") != guardTree {
		t.Error("check has written the file")
	}
	changed = strings.Replace(guardTree, "30", "20", 1)
	x.send(200, "PUT", "/v1/files/guard.bt", wire.Save{Text: changed, Hash: f.Hash}, &s)
	if x.onDisk("guard.bt") != changed || len(s.Findings) != 0 || s.Hash != hashOf([]byte(changed)) {
		t.Errorf("%+v", s)
	}
	if info, err := os.Stat(filepath.Join(x.dir, "guard.bt")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, mode %v", err, info.Mode())
	}

	var c wire.Conflict
	x.send(409, "PUT", "/v1/files/guard.bt", wire.Save{Text: guardTree, Hash: f.Hash}, &c)
	if c.Text != changed || c.Hash != s.Hash || x.onDisk("guard.bt") != changed {
		t.Errorf("%+v", c)
	}
	x.send(409, "PUT", "/v1/files/guard.bt", wire.Save{Text: guardTree}, &c)
	if c.Hash != s.Hash || !strings.Contains(c.Error, "such a file already") {
		t.Errorf("%+v", c)
	}
	if err := os.Remove(filepath.Join(x.dir, "guard.bt")); err != nil {
		t.Fatal(err)
	}
	x.send(409, "PUT", "/v1/files/guard.bt", wire.Save{Text: guardTree, Hash: s.Hash}, &c)
	if c.Hash != "" || !strings.Contains(c.Error, "gone") {
		t.Errorf("%+v", c)
	}
	x.send(200, "PUT", "/v1/files/guard.bt", wire.Save{Text: guardTree}, &s)
	x.send(200, "PUT", "/v1/files/new.lua", wire.Save{Text: "return {\n"}, &s)
	if x.onDisk("new.lua") != "return {\n" || x.onDisk("guard.bt") != guardTree || len(s.Findings) != 1 {
		t.Errorf("%+v", s)
	}
	left, err := filepath.Glob(filepath.Join(x.dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, left over: %v", err, left)
	}
}

// TestFilesAreGuarded checks which files pages cannot read or write.
func TestFilesAreGuarded(t *testing.T) {
	files := guardFiles()
	files["secret.txt"], files["bad.lua"] = "x", "return \"\xff\"\n"
	x := startEditing(t, files)
	if err := os.Symlink("/etc/passwd", filepath.Join(x.dir, "out.lua")); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		method, path string
		body         any
		status       int
		want         string
	}{
		{"GET", "/v1/saved/secret.txt", nil, 403, "only files of the game"},
		{"GET", "/v1/saved/out.lua", nil, 403, "out.lua cannot be read"},
		{"GET", "/v1/saved/bad.lua", nil, 403, "bad.lua is not UTF-8"},
		{"GET", "/v1/saved/none.lua", nil, 404, "no file none.lua"},
		{"GET", "/v1/saved/..%2fguard.bt", nil, 400, "no path below the scripts"},
		{"PUT", "/v1/files/out.lua", wire.Save{Text: "return {}"}, 403, "out.lua cannot be read"},
		{"PUT", "/v1/files/deep/new.lua", wire.Save{Text: "return {}"}, 403, "deep/new.lua cannot be written"},
		{"PUT", "/v1/files/new.txt", wire.Save{Text: ""}, 403, "only files of the game"},
		{"PUT", "/v1/files/%2e%2e%2fnew.lua", wire.Save{Text: ""}, 400, "no path below the scripts"},
		{"PUT", "/v1/files/big.lua", wire.Save{Text: strings.Repeat("x", maxFile+1)}, 413, "larger than 4 MB"},
		{"PUT", "/v1/files/big.lua", wire.Save{Text: strings.Repeat("x", maxUpload)}, 413, "longer than"},
		{"PUT", "/v1/files/guard.bt", "text", 400, "not the JSON"},
		{"POST", "/v1/check", wire.Save{Path: "x.exe"}, 403, "only files of the game"},
		{"POST", "/v1/edit", wire.Change{Path: "flee.lua", Text: "x"}, 400, "only tree files have rows"},
		{"POST", "/v1/edit", wire.Change{Path: "guard.bt", Text: guardTree, Op: edit.Op{Do: edit.Remove, Line: 9}}, 422, "scripts/guard.bt:9:1: there is no node"},
	} {
		status, data := x.request(tt.method, tt.path, tt.body)
		if status != tt.status || !strings.Contains(string(data), tt.want) {
			t.Errorf("%s %s: %d %s, want %d with %q", tt.method, tt.path, status, data, tt.status, tt.want)
		}
	}
	fs.WalkDir(os.DirFS(x.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if _, mine := files[name]; err == nil && !d.IsDir() && !mine && name != "out.lua" {
			t.Errorf("%s was written", name)
		}
		return err
	})
	y := start(t, 1, Options{Acts: true})
	if status, data := y.request("PUT", "/v1/files/a.lua", wire.Save{}); status != http.StatusForbidden || !strings.Contains(string(data), "Options.Files") {
		t.Errorf("%d %s", status, data)
	}
}

func TestEdit(t *testing.T) {
	x := startEditing(t, guardFiles())
	var c wire.Changed
	x.send(200, "POST", "/v1/edit", wire.Change{Path: "scripts/guard.bt", Text: guardTree, Op: edit.Op{Do: edit.SetCondition, Line: 3, Text: "hp < (40"}}, &c)
	if c.Text != strings.Replace(guardTree, "hp < 30", "hp < (40", 1) || len(c.Hunks) != 1 || len(c.Findings) != 1 || c.Findings[0].Line != 3 {
		t.Errorf("%+v", c)
	}
	if x.onDisk("guard.bt") != guardTree {
		t.Error("edit has written the file")
	}
	var row wire.RowParts
	x.send(200, "POST", "/v1/row", wire.RowOf{Path: "guard.bt", Text: guardTree, Line: 3}, &row)
	if len(row.Parts) != 3 || row.Parts[0] != (wire.RowPart{Kind: "name", Text: "flee"}) || row.Parts[2] != (wire.RowPart{Kind: "condition", Text: "hp < 30"}) {
		t.Errorf("%+v", row)
	}
	x.send(200, "POST", "/v1/edit", wire.Change{Path: "guard.bt", Text: c.Text, Op: edit.Op{Do: edit.SetMark, Line: 4}}, &c)
	if len(c.Hunks) != 0 {
		t.Errorf("%+v", c)
	}
}

func TestPalette(t *testing.T) {
	files := guardFiles()
	files["agent.fields"] = "hp number 0..100 = 100: how healthy it is\n"
	files["town.bt"] = "tree town what\n  sequence\n    tree guard\n    rest\n"
	x := startEditing(t, files)
	if _, err := x.h.live.game.Spawn("guard", nil); err != nil {
		t.Fatal(err)
	}
	x.refresh()
	var p wire.Palette
	x.send(200, "GET", "/v1/palette", nil, &p)
	groups := map[string]string{}
	for _, e := range p.Entries {
		groups[e.Name] = e.Group
	}
	if groups["wait"] != "leaves" || groups["flee"] != "behaviors" || groups["town"] != "trees" {
		t.Errorf("%v", groups)
	}
	words := map[string]wire.Word{}
	for _, w := range p.Words {
		words[w.Name] = w
	}
	if w := words["precondition"]; !w.Hook || w.Text != "precondition(agent: table, params: table)" {
		t.Errorf("%+v", w)
	}
	if w := words["bt.wait"]; w.Hook || w.Text != "bt.wait(seconds: number)" || w.Doc == "" {
		t.Errorf("%+v", w)
	}
	if len(p.Fields) != 1 || p.Fields[0] != (wire.Declared{Name: "hp", Type: "number 0..100", Means: "how healthy it is"}) {
		t.Errorf("%+v", p.Fields)
	}
	for _, tt := range []struct{ path, trees string }{{"flee.lua", "guard"}, {"scripts/guard.bt", "guard"}, {"agent.fields", ""}} {
		var u wire.Used
		x.send(200, "GET", "/v1/used/"+tt.path, nil, &u)
		if strings.Join(u.Trees, " ") != tt.trees || u.Agents != len(u.Trees) {
			t.Errorf("%s: %+v", tt.path, u)
		}
	}
}

// TestDrafts checks that the texts of other files that are not saved count, and that a program may check scenes.
func TestDrafts(t *testing.T) {
	x := startEditing(t, guardFiles())
	x.refresh()
	tree := strings.Replace(guardTree, "rest", "nap", 1)
	var s wire.Saved
	x.send(200, "POST", "/v1/check", wire.Save{Path: "guard.bt", Text: tree}, &s)
	if len(s.Findings) != 1 || s.Findings[0].Code != "unknown-behavior" {
		t.Errorf("without the draft: %+v", s)
	}
	nap := wire.Draft{Path: "nap.lua", Text: guardFiles()["rest.lua"]}
	s = wire.Saved{}
	x.send(200, "POST", "/v1/check", wire.Save{Path: "guard.bt", Text: tree, Drafts: []wire.Draft{nap}}, &s)
	if len(s.Findings) > 0 || s.Others > 0 {
		t.Errorf("with the draft: %+v", s)
	}
	x.send(403, "POST", "/v1/check", wire.Save{Path: "guard.bt", Text: tree, Drafts: []wire.Draft{{Path: "a.txt"}}}, new(map[string]any))
	if _, err := os.Stat(filepath.Join(x.dir, "nap.lua")); err == nil {
		t.Error("the draft is written")
	}

	scene := wire.Save{Path: "guard.scene", Text: "spwan guard\n"}
	s = wire.Saved{}
	if x.send(200, "POST", "/v1/check", scene, &s); len(s.Findings) > 0 {
		t.Errorf("a scene that nobody checks: %+v", s)
	}
	x.h.o.CheckScene = func(game *bough.Game, path, text string) diag.List {
		return diag.List{{Pos: diag.Pos{File: path, Line: 1, Col: 1}, Severity: diag.Error, Message: text}}
	}
	var hello wire.Hello
	x.send(200, "GET", "/v1/hello", nil, &hello)
	if x.send(200, "POST", "/v1/check", scene, &s); len(s.Findings) != 1 || s.Findings[0].Text != scene.Text || !hello.Scenes {
		t.Errorf("a scene: %+v", s)
	}
}

// TestPlayScene checks the act that begins a scene.
func TestPlayScene(t *testing.T) {
	x := startEditing(t, guardFiles())
	x.refresh()
	act := wire.Act{Act: "scene", Name: "guard.scene"}
	x.send(403, "POST", "/v1/act", act, new(map[string]any))
	var played string
	x.h.o.PlayScene = func(path string) error {
		if played = path; path == "none.scene" {
			return errors.New("there is no none.scene")
		}
		return nil
	}
	var hello wire.Hello
	x.send(200, "GET", "/v1/hello", nil, &hello)
	var reply wire.Acted
	if x.send(200, "POST", "/v1/act", act, &reply); played != "guard.scene" || reply.Text != "guard.scene begins" || !slices.Contains(hello.Acts, "scene") {
		t.Errorf("%q is played: %+v, acts %q", played, reply, hello.Acts)
	}
	x.send(409, "POST", "/v1/act", wire.Act{Act: "scene", Name: "none.scene"}, new(map[string]any))
	x.send(400, "POST", "/v1/act", wire.Act{Act: "scene", Name: "../guard.scene"}, new(map[string]any))
}

// TestOverlayFiles checks that pages write into the overlay, and take files out of it.
func TestOverlayFiles(t *testing.T) {
	files := guardFiles()
	files["move/go.lua"] = files["rest.lua"]
	x := startEditing(t, files)
	dir := x.overlay()
	over := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		return string(text)
	}
	x.refresh()
	changed := strings.Replace(guardTree, "30", "40", 1)
	var saved wire.Saved
	x.send(200, "PUT", "/v1/files/guard.bt", wire.Save{Text: changed, Hash: hashOf([]byte(guardTree))}, &saved)
	if over("guard.bt") != changed || x.onDisk("guard.bt") != guardTree {
		t.Errorf("the overlay has %q, and the folder %q", over("guard.bt"), x.onDisk("guard.bt"))
	}
	x.send(200, "PUT", "/v1/files/move/go.lua", wire.Save{Text: "return { behavior = function(agent) agent.y = 1 end }\n", Hash: hashOf([]byte(files["rest.lua"]))}, &saved)
	x.send(200, "PUT", "/v1/files/new.lua", wire.Save{Text: files["rest.lua"]}, &saved)
	var list wire.Files
	x.send(200, "GET", "/v1/saved", nil, &list)
	if got, want := strings.Join(list.Paths, " "), "flee.lua guard.bt move/go.lua new.lua rest.lua"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	if got, want := strings.Join(list.Over, " "), "guard.bt move/go.lua new.lua"; got != want {
		t.Errorf("over them %s, want %s", got, want)
	}
	var f wire.File
	x.send(200, "GET", "/v1/saved/guard.bt", nil, &f)
	if f.Text != changed || f.Hash != saved.Hash && f.Hash != hashOf([]byte(changed)) {
		t.Errorf("%+v", f)
	}
	x.send(409, "DELETE", "/v1/files/guard.bt?hash="+hashOf([]byte(guardTree)), nil, &f)
	x.send(200, "DELETE", "/v1/files/guard.bt?hash="+f.Hash, nil, &f)
	if f.Text != guardTree || f.Hash != hashOf([]byte(guardTree)) || over("guard.bt") != "" {
		t.Errorf("%+v", f)
	}
	x.send(404, "DELETE", "/v1/files/guard.bt?hash="+f.Hash, nil, new(map[string]any))
	x.send(200, "DELETE", "/v1/files/new.lua?hash="+hashOf([]byte(files["rest.lua"])), nil, &f)
	if f.Text != "" || f.Hash != "" {
		t.Errorf("%+v", f)
	}
	x.h.o.Overlay = nil
	x.send(403, "DELETE", "/v1/files/guard.bt?hash="+hashOf([]byte(guardTree)), nil, &f)
}

// TestGhost checks what a change of a condition would have changed, while nothing is written.
func TestGhost(t *testing.T) {
	x := startEditing(t, guardFiles())
	game := x.h.live.game
	if _, err := game.Spawn("guard", bough.Fields{"hp": 50}); err != nil {
		t.Fatal(err)
	}
	release, err := game.KeepRecording(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for range 10 {
		game.Tick(50 * time.Millisecond)
	}
	x.refresh()
	for _, tt := range []struct {
		text, want string
	}{
		{guardTree, ""},
		{strings.Replace(guardTree, "30", "40", 1), ""},
		{strings.Replace(guardTree, "30", "60", 1), "guard#1 runs flee instead of rest, because the condition of flee, hp < 30, is now hp < 60 (scripts/guard.bt:3:5)"},
	} {
		var g wire.Ghost
		x.send(200, "POST", "/v1/ghost", wire.Save{Path: "guard.bt", Text: tt.text}, &g)
		if g.From < 1 || g.From > g.To || g.To > 10 || (g.To == 10) != (g.Why == "") {
			t.Errorf("%+v", g)
		}
		switch {
		case tt.want == "" && (g.Total > 0 || g.To != 10):
			t.Errorf("%+v, want no differences", g)
		case tt.want != "" && (g.Total != 1 || g.List[0].Tick != g.From || g.List[0].Label+" "+g.List[0].Text != tt.want):
			t.Errorf("%+v, want %s", g, tt.want)
		case tt.want != "":
			all := [][2]int64{{g.From, g.To}}
			var ran []string
			for _, r := range g.List[0].Rows {
				if ran = append(ran, r.Key); !reflect.DeepEqual(r.Spans, all) {
					t.Errorf("%s would have run in %v, want %v", r.Key, r.Spans, all)
				}
			}
			if o := g.List[0]; !reflect.DeepEqual(o.Differs, all) || strings.Join(ran, " ") != "priority priority/flee" {
				t.Errorf("it differs in %v and would have run %q", o.Differs, ran)
			}
		}
	}
	// In a game whose inputs do not depend on its agents, the ghost goes on. Hit points rise to 60 by fleeing.
	x.h.o.FixedInputs = true
	var g wire.Ghost
	x.send(200, "POST", "/v1/ghost", wire.Save{Path: "guard.bt", Text: strings.Replace(guardTree, "30", "55", 1)}, &g)
	want := []wire.OtherRow{{Key: "priority", Name: "priority", Spans: [][2]int64{{1, 5}}}, {Key: "priority/flee", Name: "flee", Spans: [][2]int64{{1, 5}}}}
	if g.To != 10 || g.Why != "" || g.Total != 1 || !reflect.DeepEqual(g.List[0].Differs, [][2]int64{{1, 5}}) || !reflect.DeepEqual(g.List[0].Rows, want) {
		t.Errorf("with fixed inputs: %+v", g)
	}
	if x.onDisk("guard.bt") != guardTree {
		t.Error("the ghost has written the file")
	}
}
