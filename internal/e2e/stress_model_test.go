package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
)

// The model determines the state that an edited game must reach. It is slow and plain.
//
//	broken    the errors in the files, known from the texts that were saved
//	fresh     the loaded files: the same as in a game that is opened on the same files, or on
//	          the bundle of a version
//	follower  the events of each tick: the same as in a game with one worker that reads
//	          changed files within its ticks

// relevant returns the texts of all files that a game reads, by path.
func relevant(t *testing.T, fsys fs.FS) map[string]string {
	out := map[string]string{}
	for _, dir := range []string{".", "combat", "lib", "moved", "moved/combat", "moved/lib"} {
		entries, _ := fs.ReadDir(fsys, dir) // a missing folder has no files
		for _, e := range entries {
			name := strings.TrimPrefix(dir+"/"+e.Name(), "./")
			if !assets.Relevant(name) {
				continue
			}
			text, err := fs.ReadFile(fsys, name)
			if err != nil {
				t.Error(err)
			}
			out[name] = string(text)
		}
	}
	return out
}

// broken returns the broken files as want, and those of them whose error is reported at the right
// line as got. got also contains each report about a removed file, since such a report is out of
// date. broken ignores reports about other files. A tree that is defined in two files is not
// checked further.
func (p *project) broken(files map[string]string, problems diag.List) (got, want string) {
	places := map[string]bool{}
	for _, d := range problems {
		name := strings.TrimPrefix(d.Pos.File, "scripts/")
		line := d.Pos.Line
		if d.Code == "duplicate-tree" {
			line = p.brokenLine(files[name])
		}
		places[fmt.Sprintf("%s:%d\n", name, line)] = true
		if _, there := files[name]; !there {
			got += "gone: " + d.Headline() + "\n"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		line := p.brokenLine(files[name])
		place := fmt.Sprintf("%s:%d\n", name, line)
		switch {
		case line == 0:
		case places[place]:
			got, want = got+place, want+place
		default:
			want += place
		}
	}
	return got, want
}

// helpers has the helper that the projects use.
var helpers = map[string][]bough.Helper{"go": {bough.Func("double(x): twice as much", func(x float64) float64 { return 2 * x })}}

// fresh describes what a new game loads from the current files.
func (r *run) fresh() string {
	game, err := bough.OpenFS(r.disk.files(), bough.Options{Prefix: "scripts", Helpers: helpers, Trees: r.options.Trees})
	if err != nil {
		r.t.Fatal(err)
	}
	defer game.Close()
	game.Load()
	return loaded(game)
}

// loaded describes the behaviors and trees in force, except for behaviors without a file.
func loaded(game *bough.Game) string {
	s := game.Bundle().Problems.Error() + "\n" + working(game)
	for _, tree := range game.Bundle().Trees {
		s += tree.Program.Dump()
	}
	return s
}

// working describes the behaviors that have a file.
func working(game *bough.Game) string {
	var s strings.Builder
	for _, b := range game.Bundle().Behaviors {
		if !b.Missing {
			fmt.Fprintln(&s, b.Name, b.Hooks, b.Restart, b.NonExclusive, b.Children)
		}
	}
	return s.String()
}

// isBundle compares a game that was rolled back to a version with a new game that is opened from
// the bundle of that version.
func (r *run) isBundle(g *player, v assets.Version) {
	if b := g.Bundle(); b.Hash != v.Hash || !b.Good() || !g.Pinned() {
		r.t.Fatalf("version %d has hash %s; in force is %s with %v", v.Number, v.Hash, b.Hash, b.Problems)
	}
	r.compared++
	var file bytes.Buffer
	if err := archive.Pack(&file, g.Bundle()); err != nil {
		r.t.Fatal(err)
	}
	unpacked, err := archive.Unpack(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		r.t.Fatal(err)
	}
	fresh, err := bough.OpenFS(unpacked.FS, bough.Options{Helpers: helpers, Trees: r.options.Trees})
	if err != nil {
		r.t.Fatal(err)
	}
	defer fresh.Close()
	fresh.Load()
	for _, tree := range fresh.Bundle().Trees { // the game may keep an older program for agents that run it
		if got, want := g.Bundle().Program(tree.Name).Dump(), tree.Program.Dump(); got != want {
			r.t.Errorf("after going back to %d there is\n%s\nthe bundle has\n%s", v.Number, got, want)
		}
	}
	if got, want := working(g.Game), working(fresh); !fresh.Bundle().Good() || got != want || fresh.Bundle().Hash != v.Hash {
		r.t.Errorf("after going back to %d there are\n%s\nthe bundle has\n%s", v.Number, got, want)
	}
}

// same checks that the events, the output and the state of the game are equal to those of its
// follower.
func (r *run) same() {
	for _, g := range r.games {
		for _, b := range g.Bundle().Behaviors {
			fmt.Fprintln(&g.said, b.Name, b.ID, b.Version, b.Hooks, b.Missing, b.Params, g.World().Quarantined(b))
		}
		for a := range g.World().Agents() {
			fmt.Fprintln(&g.said, a.Get(engine.KeyOf("says")), a.Get(engine.KeyOf("n")), a.Explain())
		}
		fmt.Fprint(&g.said, loaded(g.Game), g.Versions())
	}
	game, follower := r.games[0].said.String(), r.games[1].said.String()
	if game != follower {
		a, b := strings.Split(game, "\n"), strings.Split(follower, "\n")
		i := 0
		for i < min(len(a), len(b))-1 && a[i] == b[i] {
			i++
		}
		r.t.Fatalf("the game has\n%s\nits follower has\n%s", a[i], b[i])
	}
	for _, g := range r.games {
		g.said.Reset()
	}
}

// landed checks that each agent runs the newest version of its file, with the same modules as the
// other agents.
func (r *run) landed() {
	r.t.Helper()
	for _, g := range r.games {
		if got, want := r.versions(g); got != want {
			r.t.Fatalf("agents run\n%swant\n%s", got, want)
		}
	}
}

// versions lists the agents that do not run the newest version of their file, and that version.
func (r *run) versions(g *player) (got, want string) {
	for a := range g.World().Agents() {
		tree, _, _ := strings.Cut(a.Program().Name(), " ")
		version := r.editor.last[r.project.shows(tree)]
		if v := a.Get(engine.KeyOf("v")).Float(); int(v) != version {
			got += fmt.Sprintln(a.Label(), v)
			want += fmt.Sprintln(a.Label(), version)
		}
		if same := a.Get(engine.KeyOf("same")); !same.IsNil() && !same.Truthy() {
			got += fmt.Sprintln(a.Label(), "has another module than others")
		}
	}
	return got, want
}
