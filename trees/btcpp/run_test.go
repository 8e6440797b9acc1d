package btcpp

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestImportedTreesRun runs imported trees of BehaviorTree.CPP with behaviors in Lua.
//
// A file in testdata/run is a txtar archive: trees.xml, scripts, and the file "want" with the activity of the agent
// in each tick. With -update the test writes that file. The comment of the archive may contain "ticks 5", and
// assignments such as "1 hp=30". The number in an assignment is the tick before which it is made.
func TestImportedTreesRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.txtar")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d archives: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := playImported(t, ar)
			last := &ar.Files[len(ar.Files)-1]
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if last.Name != "want" || got != string(last.Data) {
				t.Errorf("got\n%s\nwant\n%s", got, last.Data)
			}
		})
	}
}

// playImported loads the trees of an archive, ticks an agent, and returns its activity.
func playImported(t *testing.T, ar *txtar.Archive) string {
	files, name := fstest.MapFS{}, ""
	for _, f := range ar.Files {
		data := f.Data
		if f.Name == "trees.xml" {
			data, name = importedTrees(t, data)
			f.Name = "trees.bt"
		}
		files[f.Name] = &fstest.MapFile{Data: data}
	}
	delete(files, "want")
	var out strings.Builder
	game, err := bough.OpenFS(files, bough.Options{
		Seed:    1,
		OnFault: func(f *engine.Fault) { t.Error(f) },
		OnLog:   func(_ *bough.Agent, text string) { fmt.Fprintln(&out, "log", text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if problems := game.Load(); problems.Err() != nil {
		t.Fatal(problems)
	}
	ticks, changes := readRun(t, string(ar.Comment))
	agent, err := game.Spawn(name, changes[0])
	if err != nil {
		t.Fatal(err)
	}
	game.World().Observe(func(e engine.Event) { fmt.Fprintln(&out, e) })
	for tick := 1; tick <= ticks; tick++ {
		for field, v := range changes[tick] {
			value, err := value.Of(v)
			if err != nil {
				t.Fatal(err)
			}
			agent.Set(engine.KeyOf(field), value)
		}
		game.Tick(100 * time.Millisecond)
	}
	return out.String()
}

// importedTrees returns the text of the trees and the name of the first one.
func importedTrees(t *testing.T, src []byte) ([]byte, string) {
	f, list := Import("trees.xml", src)
	if list.Err() != nil {
		t.Fatal(list)
	}
	text := trees.Format(f)
	if _, list := trees.Parse("trees.bt", text); len(list) > 0 {
		t.Fatal(list)
	}
	return text, f.Trees[0].Name
}

// readRun parses the comment of an archive. It returns the number of ticks, and the fields to set by the tick
// before which they are set. The fields of tick 0 are those at the start.
func readRun(t *testing.T, comment string) (ticks int, changes map[int]bough.Fields) {
	changes = map[int]bough.Fields{}
	for line := range strings.Lines(comment) {
		first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if first == "ticks" {
			ticks, _ = strconv.Atoi(rest)
			continue
		}
		tick, err := strconv.Atoi(first)
		if err != nil {
			continue
		}
		if changes[tick] == nil {
			changes[tick] = bough.Fields{}
		}
		for _, pair := range strings.Fields(rest) {
			field, text, _ := strings.Cut(pair, "=")
			changes[tick][field] = fieldValue(text)
		}
	}
	if ticks == 0 {
		t.Fatal("the archive lacks the number of ticks")
	}
	return ticks, changes
}

// fieldValue parses a number, a boolean, or else a string.
func fieldValue(text string) any {
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	if text == "true" || text == "false" {
		return text == "true"
	}
	return text
}
