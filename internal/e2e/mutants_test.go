package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

var mutants = flag.Int("mutants", 0, "how many statements of the code that saves and records games are left out, one at a time; -1 for each")

// coder describes code that writes and reads the state or the inputs of games. It has the files of the code, a
// pattern for the statements in question, and tests by package and name. One of these tests must fail if a
// statement is left out.
type coder struct {
	files     []string
	statement *regexp.Regexp
	tests     [][2]string
}

var savers = coder{
	files:     []string{"engine/snapshot.go", "engine/snapshotfault.go", "luabind/save.go", "internal/quota/save.go"},
	statement: regexp.MustCompile(`(?m)^\t+(x|c|m)\.(c\.)?(Bool|Int|Int32|Word|Float|Text|Bytes|since|until|code\w+)\(.*\)$`),
	tests:     [][2]string{{"./engine", "Snapshot"}, {"./internal/e2e", "Snapshot(Keeps|Of|Errors)"}, {"./cmd/bough/commands", "Restored"}},
}

var recorders = coder{
	files: []string{
		"engine/journal.go", "engine/tape.go", "engine/context.go", "engine/agent.go", "engine/board.go", "engine/faultlog.go", "engine/request.go",
		"engine/schedule.go", "engine/snapshot.go", "engine/stimulus.go", "engine/world.go", "bough.go", "snapshot.go",
	},
	statement: regexp.MustCompile(`(?m)^\t+(a\.record\(.*|w\.journal\.\w+\(.*|c\.tape\.effects\.add\(.*|c\.(Post|SetBoard|Request|Sleep|ResetAgent|Log)\(.*|j\.(x\.)?code\w+\(.*|c\.(Bool|Int|Word|Float|Text|Bytes|Signed)\(.*|(defer )?g\.recorder\.\w+\(.*)\)$`),
	tests:     [][2]string{{"./internal/e2e", "Replay|Recording|Rerun|Ghost|UnknownReply"}, {"./internal/arena", "Rerun"}},
}

// TestSnapshotMutants leaves out a statement that saves and restores a part of the state, and checks that a test of
// snapshots fails. It repeats this for a random sample of these statements.
//
// The command go test ./internal/e2e -run SnapshotMutants -mutants -1 -timeout 1h leaves out each statement in
// turn.
func TestSnapshotMutants(t *testing.T) { leaveOut(t, savers) }

// TestRecordingMutants does the same as TestSnapshotMutants, with statements that record and replay inputs.
func TestRecordingMutants(t *testing.T) { leaveOut(t, recorders) }

func leaveOut(t *testing.T, code coder) {
	if *mutants == 0 {
		t.Skip("it takes long; run it with -mutants 10")
	}
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		file     string
		from, to int
	}
	var places []place
	for _, file := range code.files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.statement.FindAllIndex(text, -1) {
			places = append(places, place{file, m[0], m[1]})
		}
	}
	d := rand.New(rand.NewPCG(*stressSeed, 0))
	if *mutants > 0 {
		d.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
		places = places[:min(*mutants, len(places))]
	}
	t.Logf("-stress.seed %d, %d statements", *stressSeed, len(places))
	for _, p := range places {
		file := filepath.Join(root, p.file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := 1 + bytes.Count(text[:p.from], []byte("\n"))
		statement := bytes.TrimSpace(text[p.from:p.to])
		switch survives, err := survives(t, root, code.tests, file, append(text[:p.from:p.from], text[p.to:]...)); {
		case err != nil:
			t.Fatal(err)
		case survives:
			t.Errorf("%s:%d: without %s no test fails", p.file, at, statement)
		}
	}
}

// survives reports whether the tests pass if the file has the given text.
func survives(t *testing.T, root string, tests [][2]string, file string, text []byte) (bool, error) {
	dir := t.TempDir()
	mutant, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {file: mutant}})
	if err != nil {
		return false, err
	}
	if err := os.WriteFile(mutant, text, 0o600); err != nil {
		return false, err
	}
	if err := os.WriteFile(overlay, replaced, 0o600); err != nil {
		return false, err
	}
	for _, test := range tests {
		cmd := exec.Command("go", "test", "-vet=off", "-timeout", "1m", "-overlay", overlay, "-run", test[1], test[0])
		cmd.Dir = root
		if cmd.Run() != nil { // the mutant fails a test, or it does not compile
			return false, nil
		}
	}
	return true, nil
}
