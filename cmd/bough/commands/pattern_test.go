package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// patternLines has lines that the scenes of the patterns print, one for each thing that the pattern is for.
var patternLines = map[string][]string{
	"alarm":  {"alarm#1 says alarm!", "alarm#2 x = 3", "alarm#2 enter priority/idle"},
	"ambush": {"hidden = true", "says now!", "hands: hit", "hidden = false"},
	"chase":  {"enter priority/@chasing", "hands: hit", "says lost it", "says gives up", "last_x = nil"},
	"flee":   {"says flees", "x = -4.5", `flee.row = "guard"`},
	"follow": {"enter priority/@catching_up", "enter priority/@making_room", "enter priority/idle"},
	"patrol": {"patrol#1 x = 6", "patrol#2 x = 6", `patrol.row = "wolf"`},
	"phases": {"says Who dares to wake me?", "says Now you will see!", "says Stay away from me!", "voice: say", "hands: hit"},
	"squad":  {"says to 5!", "squad_leader#1 x = 5", "squad_member#2 x = 6.5", "squad_member#3 x = 3.5", "says to 0!"},
}

// TestPatterns writes each pattern into a new project, and all into one. What they write is in order and plays.
func TestPatterns(t *testing.T) {
	names := patternNames()
	if len(names) != len(patternLines) {
		t.Fatalf("patterns %v; want one for each entry of patternLines", names)
	}
	sets := map[string][]string{"all": names}
	for _, name := range names {
		sets[name] = []string{name}
	}
	for title, set := range sets {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			succeed(t, "new", "project", dir)
			dir = filepath.Join(dir, "scripts")
			for _, name := range set {
				succeed(t, "new", "pattern", name, "--scripts", dir)
			}
			checkPatterns(t, dir)
			for _, name := range set {
				out := succeed(t, "run", filepath.Join(dir, name+".scene"))
				for _, line := range patternLines[name] {
					if !strings.Contains(out, line) {
						t.Errorf("the scene of %s does not print %q:\n%s", name, line, out)
					}
				}
			}
		})
	}
}

// TestPatternsTogether includes several patterns in one tree: each gets its row, and gives way to those below when it has
// nothing to do.
func TestPatternsTogether(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"flee", "alarm", "chase", "patrol"} {
		succeed(t, "new", "pattern", name, "--scripts", dir)
	}
	files := map[string]string{
		"watchman.bt":    "tree watchman\n  priority\n    tree flee\n    tree chase\n    tree alarm\n    tree patrol\n",
		"watchman.scene": "dt 0.5\nshow enter log\nspawn watchman x=0\ntick 8\nset enemy_x=8\ntick 2\nset enemy_x=4\ntick 9\nset enemy_x=nil\ntick 20\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	checkPatterns(t, dir)
	out, from := succeed(t, "run", filepath.Join(dir, "watchman.scene")), 0
	for _, want := range []string{"patrol/priority/@round", "chase/priority/@chasing", "flee/priority/@fleeing", "chase/priority/@searching", "says gives up", "patrol/priority/@round"} {
		at := strings.Index(out[from:], want)
		if at < 0 {
			t.Fatalf("%q does not follow:\n%s", want, out)
		}
		from += at
	}
}

// TestPatternsAgree checks that all patterns declare a name in the same way, and that each act has a pattern.
func TestPatternsAgree(t *testing.T) {
	lines, acts := map[string]string{}, map[string]bool{}
	for _, name := range patternNames() {
		p, err := readPattern(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(p.fields)) {
			before, _, _ := strings.Cut(line, ":")
			words := strings.Fields(before)
			key := words[0]
			if slices.Contains([]string{"stimulus", "request", "board"}, key) {
				key += " " + words[1]
			}
			if known := lines[key]; known != "" && known != line {
				t.Errorf("%s declares %q, and another pattern %q", name, line, known)
			}
			lines[key] = line
		}
		for _, f := range p.files {
			acts[f.path] = acts[f.path] || f.act
		}
	}
	files, err := patternFiles.ReadDir(patternDir + "/" + actsDir)
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		if !acts[f.Name()] {
			t.Errorf("no pattern uses %s", f.Name())
		}
	}
}

// checkPatterns checks, formats and tests a directory of scripts.
func checkPatterns(t *testing.T, dir string) {
	t.Helper()
	if out := succeed(t, "check", "--strict", dir); !strings.HasSuffix(out, ": no problems\n") {
		t.Error(out)
	}
	if out := succeed(t, "fmt", "-l", dir); out != "" {
		t.Errorf("not in the canonical form: %s", out)
	}
	succeed(t, "test", dir)
}

// succeed runs a command line, which must succeed, and returns its output.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := stock(args, &out, &errs); code != 0 {
		t.Fatalf("bough %s: exit code %d\n%s%s", strings.Join(args, " "), code, out.String(), errs.String())
	}
	return out.String()
}
