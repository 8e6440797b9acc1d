package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
)

var (
	waysSessions = flag.Int("ways.sessions", 20, "how many sessions TestThreeWays plays")
	waysSeed     = flag.Uint64("ways.seed", 1, "the seed of the first session")
)

// TestThreeWays makes random edits of scripts, trees and RootFiles, and compares three games of the same files: one
// that has taken all edits, one that was opened later and restored from a snapshot of the first, and one that was
// started later. The restored game has the same state, problems and files held back after each edit. So does the started
// one, apart from its agents, if it was started while the files had no errors (L12), or none but names without a file.
//
//	go test ./internal/e2e -run ThreeWays -ways.sessions 1 -ways.seed 7
func TestThreeWays(t *testing.T) {
	const steps = 40
	var n ways
	for i := range *waysSessions {
		seed := *waysSeed + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWays(t, seed)
			defer w.close()
			for range steps {
				w.step()
				if t.Failed() {
					t.Fatalf("go test ./internal/e2e -run ThreeWays -ways.sessions 1 -ways.seed %d\n%s", seed, w.log.String())
				}
			}
			n.good, n.missing, n.restored, n.started, n.held = n.good+w.good, n.missing+w.missing, n.restored+w.restored, n.started+w.started, n.held+w.held
		})
	}
	if all := *waysSessions * steps; !t.Failed() && *waysSessions >= 20 && (n.good < all/20 || n.missing < all/20 || n.restored < all/20 || n.started < all/20 || n.held < all/20) {
		t.Errorf("of %d states %d were good, %d lacked a file, %d were restored, %d started anew, and %d held files back; the test tests too little", all, n.good, n.missing, n.restored, n.started, n.held)
	}
}

// way is one of the games.
type way struct {
	*bough.Game
	source *hotreload.Manual
	report *assets.Report // of the last edit
	events []string
}

// ways is a session.
type ways struct {
	t     *testing.T
	r     *rand.Rand
	files fstest.MapFS
	gone  map[string]*fstest.MapFile // deleted files, which may return
	log   strings.Builder

	edited, back, fresh *way // back is the restored one, and fresh the one that was started later

	good, missing, restored, started, held int
}

func newWays(t *testing.T, seed uint64) *ways {
	w := &ways{t: t, r: rand.New(rand.NewPCG(seed, 0)), files: fstest.MapFS{}, gone: map[string]*fstest.MapFile{}}
	w.save("agent.fields", "n: set by all scripts\n")
	for _, name := range waysScripts {
		w.save(name, w.script())
	}
	for _, name := range waysModules {
		w.save(name, w.module(name))
	}
	for _, name := range waysTrees {
		w.save(name, w.tree(name, 0))
	}
	w.edited = w.open()
	for _, tree := range []string{"main", "main", "main", "t", "u", "u who=\"b\"", "z"} {
		if _, err := w.edited.Spawn(tree, nil); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *ways) close() {
	for _, g := range w.all() {
		g.Close()
	}
}

// all returns the games, the edited one first.
func (w *ways) all() []*way {
	return slices.DeleteFunc([]*way{w.edited, w.back, w.fresh}, func(g *way) bool { return g == nil })
}

func (w *ways) open() *way {
	g := &way{source: hotreload.NewManual()}
	var err error
	g.Game, err = bough.OpenFS(w.files, bough.Options{Source: g.source, Seed: 1, OnReload: func(r *assets.Report) { g.report = r }})
	if err != nil {
		w.t.Fatal(err)
	}
	g.Load()
	g.World().Observe(func(e engine.Event) { g.events = append(g.events, e.String()) })
	return g
}

// The files. The names a, b and c are those of behaviors in the root and in two folders, of which one may come to
// belong to another game.
var (
	waysScripts = []string{"a.lua", "b.lua", "c.lua", "x/a.lua", "x/d.lua", "y/b.lua"}
	waysModules = []string{"lib/m.lua", "lib/n.lua"}
	waysTrees   = []string{"main.bt", "x/t.bt", "y/u.bt", "x/v.bt", "p.bt", "z.bt"}
)

func (w *ways) one(of ...string) string { return of[w.r.IntN(len(of))] }

func (w *ways) script() string {
	k := 1 + w.r.IntN(9)
	require := ""
	if w.r.IntN(2) == 0 {
		require = fmt.Sprintf("local m = require(%q)\n", w.one("lib.m", "lib.n")) + w.one("", "local first = m[1] + 1\n")
	}
	return require + "return {\n" +
		w.one("", fmt.Sprintf("precondition = function(agent) return (agent.n or 0) %% %d ~= 0 end,\n", 2+k%3)) +
		w.one("", "on_enter = function(agent, params, memory) memory.k = 0 end,\n") +
		w.one("", "children = \"sequential\",\n", "restart_on_reload = true,\n") +
		w.one(
			fmt.Sprintf("behavior = function(agent, params, memory) memory.k = (memory.k or 0) + %d agent.n = (agent.n or 0) + 1 if memory.k > 20 then return \"success\" end end,\n", k),
			fmt.Sprintf("behavior = function(agent) agent.n = (agent.n or 0) + %d return %s end,\n", k, w.one("true", "false")),
			fmt.Sprintf("run = function(agent) for i = 1, %d do agent.n = (agent.n or 0) + i bt.wait(0.1) end end,\n", k),
		) + "}\n"
}

// module returns a text of a module. Some texts have no value that some scripts, and lib.m, need while they are loaded.
func (w *ways) module(name string) string {
	require := ""
	if name == "lib/m.lua" {
		require = w.one("", "", "local n = require(\"lib.n\")\nlocal first = n[1] + 1\n")
	}
	return require + w.one("return {}\n", fmt.Sprintf("return { %d }\n", w.r.IntN(4)))
}

// waysOwn are the trees of each file.
var waysOwn = map[string]string{"main.bt": "main", "x/t.bt": "t", "y/u.bt": "u", "x/v.bt": "v", "p.bt": "p", "z.bt": "z"}

// waysParams are the parameters of trees, first the usual ones, which the trees that include them give.
var waysParams = map[string][]string{
	"main": {"", " who"}, "t": {"", " who", " who=\"a\""}, "z": {""}, "v": {"", " who"},
	"u": {" who=\"a\"", " who=\"b\"", " whom=\"a\"", " who"}, "p": {" who", " who what", " who=\"c\""},
}

// tree returns a text of a tree file. One in odds of its names has no file; 0 means none.
func (w *ways) tree(file string, odds int) string {
	own := waysOwn[file]
	header := waysParams[own][0]
	if odds > 0 && w.r.IntN(5) == 0 {
		header = w.one(waysParams[own]...)
	}
	text := "tree " + own + header + "\n  " + w.one("sequence", "fallback", "sequence_with_memory", "fallback_with_memory", "random_sequence", "parallel", "reactive_sequence") + "\n"
	for range 1 + w.r.IntN(4) {
		text += w.node(own, header, odds)
	}
	return text
}

func (w *ways) node(own, header string, odds int) string {
	slot, _, _ := strings.Cut(strings.TrimSpace(header), "=")
	slot, _, _ = strings.Cut(slot, " ")
	name := w.one("a", "b", "c", "x.a", "x.d", "y.b", "d")
	if name == "d" && !strings.HasPrefix(own, "t") && own != "v" {
		name = "x.d"
	}
	if odds > 0 && w.r.IntN(odds) == 0 {
		name = w.one("nobody", "x.nobody", "d", "e")
	}
	switch n := w.r.IntN(12); {
	case n == 0 && own == "main":
		return "    tree t" + w.one("", "", "", "", " who=\"b\"") + "\n"
	case n <= 3 && own == "z":
		return "    tree main" + w.one("", "", "", "", " who=\"x.a\"") + "\n"
	case n <= 2 && (own == "main" || own == "t"):
		return "    tree " + w.one("u", "p") + " who=\"" + name + "\"\n"
	case n == 3 && own != "v":
		return "    tree v\n"
	case n <= 6 && slot != "":
		return "    slot " + slot + "\n"
	case n == 7:
		return "    cooldown 0.2\n      " + name + "\n"
	case n == 8:
		return "    limit 3\n      " + name + "\n"
	case n == 9:
		return "    " + name + "\n      " + w.one("a", "b", "wait 0.2") + "\n      " + w.one("c", "x.d") + "\n"
	}
	return "    " + name + w.one("", "", " +") + w.one("", "", "  when n == nil or n > 3") + "\n"
}

func (w *ways) save(name, text string) {
	fmt.Fprintf(&w.log, "--- save %s\n%s", name, text)
	w.files[name] = &fstest.MapFile{Data: []byte(text)}
	delete(w.gone, name)
}

func (w *ways) remove(name string) {
	fmt.Fprintf(&w.log, "--- delete %s\n", name)
	w.gone[name] = w.files[name]
	delete(w.files, name)
}

// edit makes a random edit, and returns the paths of the files that it changes.
func (w *ways) edit() []string {
	script, tree := waysScripts[w.r.IntN(len(waysScripts))], waysTrees[w.r.IntN(len(waysTrees))]
	switch n := w.r.IntN(16); {
	case n <= 2:
		w.save(script, w.script())
		return []string{script}
	case n == 3:
		module := w.one(waysModules...)
		w.save(module, w.module(module))
		return []string{module}
	case n == 4:
		w.save(script, w.one("return {\n", "error(\"no\")\n", "return { precondition = 1 }\n"))
		return []string{script}
	case n <= 6:
		have := slices.Sorted(maps.Keys(w.files))
		name := have[w.r.IntN(len(have))]
		if name == "main.bt" || name == "agent.fields" {
			name = have[0]
			if name == "agent.fields" {
				return nil
			}
		}
		w.remove(name)
		return []string{name}
	case n <= 9 && len(w.gone) > 0:
		have := slices.Sorted(maps.Keys(w.gone))
		name := have[w.r.IntN(len(have))]
		fmt.Fprintf(&w.log, "--- return of %s\n", name)
		w.files[name] = w.gone[name]
		delete(w.gone, name)
		return []string{name}
	case n == 10:
		mark := w.one("x/", "y/", "lib/") + assets.RootFile
		if w.files[mark] != nil {
			w.remove(mark)
			delete(w.gone, mark)
		} else {
			w.save(mark, "")
		}
		return []string{mark}
	case n == 11:
		w.save(tree, w.one("tree\n", "tree t\n  a when\n", ""))
		return []string{tree}
	}
	w.save(tree, w.tree(tree, 8))
	return []string{tree}
}

// repair brings all files back, and gives those with errors another text.
func (w *ways) repair() (paths []string) {
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		if path.Base(name) == assets.RootFile {
			w.remove(name)
			delete(w.gone, name)
			paths = append(paths, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.gone)) {
		w.files[name] = w.gone[name]
		paths = append(paths, name)
	}
	clear(w.gone)
	fmt.Fprintf(&w.log, "--- all are back: %v\n", paths)
	for _, name := range slices.Concat(waysModules, waysScripts, waysTrees) {
		standard := w.files[name] == nil || path.Ext(name) != assets.TreeExt || strings.HasPrefix(string(w.files[name].Data), "tree "+waysOwn[name]+waysParams[waysOwn[name]][0]+"\n")
		wrong := !standard || slices.ContainsFunc(w.edited.Bundle().Problems.Errors(), func(d diag.Diagnostic) bool { return d.Pos.File == "scripts/"+name })
		switch {
		case !wrong && !slices.Contains(paths, name):
		case slices.Contains(waysModules, name):
			w.save(name, "return { 1 }\n")
			paths = append(paths, name)
		case path.Ext(name) == assets.ScriptExt:
			w.save(name, w.script())
			paths = append(paths, name)
		default:
			w.save(name, w.tree(name, 0))
			paths = append(paths, name)
		}
	}
	return paths
}

// step edits files, lets some ticks pass, and compares the games.
func (w *ways) step() {
	var paths []string
	if w.r.IntN(5) == 0 {
		paths = w.repair()
	}
	for range w.r.IntN(4) {
		paths = append(paths, w.edit()...)
	}
	ticks := 1 + w.r.IntN(3)
	for _, g := range w.all() {
		g.report, g.events = nil, nil
		g.source.Touch(paths...)
		for range ticks {
			g.Tick(frame)
		}
	}
	fmt.Fprintf(&w.log, "--- %d ticks, files %v\n", ticks, paths)
	b := w.edited.Bundle()
	if b.Good() {
		w.good++
	}
	if lacksOnly(b.Problems) {
		w.missing++
	}
	if r := w.edited.report; r != nil && len(r.Held) > 0 {
		w.held++
	}
	if g := w.back; g != nil {
		w.sameText("restored", "problems", problemTexts(w.edited, true), problemTexts(g, true))
		w.sameText("restored", "trees", treeTexts(w.edited, true), treeTexts(g, true))
		w.sameText("restored", "events", strings.Join(w.edited.events, "\n"), strings.Join(g.events, "\n"))
		w.sameText("restored", "held", heldTexts(w.edited), heldTexts(g))
		if a, b := w.snapshot(w.edited), w.snapshot(g); !bytes.Equal(a, b) {
			w.t.Errorf("the snapshots differ")
		}
	}
	if g := w.fresh; g != nil {
		w.sameText("started", "problems", problemTexts(w.edited, false), problemTexts(g, false))
		w.sameText("started", "trees", treeTexts(w.edited, false), treeTexts(g, false))
		w.sameText("started", "held", heldTexts(w.edited), heldTexts(g))
	}
	if w.t.Failed() {
		return
	}
	if w.r.IntN(4) == 0 {
		w.restore()
	}
	if w.r.IntN(2) == 0 {
		w.start()
	}
}

// restore replaces the restored game, by a new one or by an earlier state.
func (w *ways) restore() {
	saved := w.snapshot(w.edited)
	if w.back == nil || w.r.IntN(2) == 0 {
		if w.back != nil {
			w.back.Close()
		}
		w.back = w.open()
	}
	fmt.Fprintf(&w.log, "--- restored\n")
	if err := w.back.Restore(saved); err != nil {
		w.t.Error(err)
	}
	w.restored++
}

// start replaces the started game if a start must give what is in force.
func (w *ways) start() {
	b := w.edited.Bundle()
	older := func(d diag.Diagnostic) bool {
		return d.Code == "tree-in-no-file" || forAgents(d)
	}
	if !b.Standalone() || !lacksOnly(b.Problems) && !b.Good() || slices.ContainsFunc(b.Problems, older) {
		return
	}
	if w.fresh != nil {
		w.fresh.Close()
	}
	w.fresh = w.open()
	fmt.Fprintf(&w.log, "--- started\n")
	w.started++
	w.sameText("started", "problems", problemTexts(w.edited, false), problemTexts(w.fresh, false))
	w.sameText("started", "trees", treeTexts(w.edited, false), treeTexts(w.fresh, false))
	for range 2 {
		if _, err := w.fresh.Spawn("main", nil); err != nil {
			w.t.Error(err)
		}
	}
}

func (w *ways) snapshot(g *way) []byte {
	data, err := g.Snapshot()
	if err != nil {
		w.t.Error(err)
	}
	return data
}

func (w *ways) sameText(which, what, a, b string) {
	w.t.Helper()
	if a != b {
		w.t.Errorf("%s of the %s game:\n%s\n-- and of the edited one --\n%s", what, which, b, a)
	}
}

// lacksOnly reports whether a list has errors, all of them about names without a file.
func lacksOnly(list diag.List) bool {
	return list.Err() != nil && !slices.ContainsFunc(list.Errors(), func(d diag.Diagnostic) bool { return d.Missing == "" })
}

// problemTexts lists the problems of a game. Of a name without a file it leaves out the message, since only a game that
// has seen the file knows where it went.
func problemTexts(g *way, all bool) string {
	var out []string
	for _, d := range g.Bundle().Problems {
		if !all && forAgents(d) { // they are others in a game that has been started later
			continue
		}
		if forAgents(d) { // it may quote the message about a name without a file
			d.Message, _, _ = strings.Cut(d.Message, ": ")
		}
		if d.Missing != "" {
			d.Message, d.Hint = "missing "+d.Missing, ""
		}
		out = append(out, d.Headline())
	}
	slices.Sort(out) // the messages that are left out may differ
	return strings.Join(out, "\n")
}

var missingNode = regexp.MustCompile(`(?m)[\w.]*?(\w+) MISSING`)

// treeTexts lists the trees of a game. Without names, it leaves out the folders of behaviors that are missing, which a
// game that has never seen their files does not know.
func treeTexts(g *way, names bool) string {
	var out strings.Builder
	for _, t := range g.Bundle().Trees {
		fmt.Fprintf(&out, "%s\n%s", path.Base(t.File), t.Program.Dump())
	}
	if !names {
		return missingNode.ReplaceAllString(out.String(), "$1 MISSING")
	}
	return out.String()
}

// forAgents reports whether a problem says that agents keep the last version of a tree.
func forAgents(d diag.Diagnostic) bool {
	return d.Code == "tree-now-needs" || d.Code == "call-no-longer-fits"
}

func heldTexts(g *way) string {
	if g.report == nil {
		return "no change"
	}
	return strings.Join(g.report.Held, " ")
}
