package tinybt

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/mutate"
	"github.com/bough-dev/bough/trees/internal/report"
)

func bt(t testing.TB, src string) string {
	t.Helper()
	f, list := Import("x.txt", []byte(src))
	if f == nil {
		t.Fatal(list)
	}
	text := trees.Format(f)
	again, list := trees.Parse("x.bt", text)
	if err := list.Err(); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if second := trees.Format(again); !bytes.Equal(text, second) {
		t.Fatalf("formatted again:\n%s\nfirst:\n%s", second, text)
	}
	return string(text)
}

// identities returns the positions and the identities of findings, with their notes, a line each.
func identities(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Pos.String() + ": " + message.Identity(d) + "\n")
		for _, note := range d.Notes {
			b.WriteString("  " + note + "\n")
		}
	}
	return b.String()
}

func TestBallRobot(t *testing.T) {
	src, err := os.ReadFile("testdata/ball_robot.txt")
	if err != nil {
		t.Fatal(err)
	}
	text := bt(t, string(src))
	for _, part := range []string{`reactive_sequence note="Each pair: true already, or act until it is."`, `approach target="ball" note="\"#1\""`, `place_ball note="the end"`, `is_colse target="bin"`} {
		if !strings.Contains(text, part) {
			t.Errorf("without %s:\n%s", part, text)
		}
	}
	_, list := Import("x.txt", src)
	if len(list) != 2 || !strings.Contains(identities(list), `x.txt:13:5: warning rare-name name="is_colse" near="is_close" -> it`) {
		t.Errorf("report: %v", list)
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares imported scripts, and the report, with golden files.
func TestGolden(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	for _, script := range scripts {
		src, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(script, ".txt")
		f, list := Import(filepath.Base(script), src)
		if f == nil {
			t.Fatal(list)
		}
		golden(t, base+".bt", trees.Format(f))
		golden(t, base+".report", []byte(identities(list)))
	}
	if files, err := filepath.Glob("testdata/*.*"); err != nil || len(files) != 3*len(scripts)+1 {
		t.Errorf("%d files, of which some belong to no script: %v", len(files), err)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n%v", file, got, want, err)
	}
}

func TestNodes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"SEQUENCE True\n a\n b", "sequence\n    a\n    b\n"},
		{"FALLBACK False\n a\n b", "reactive_fallback\n    a\n    b\n"},
		{"PARALLEL 2\n a\n b\n c", "parallel success=2 failure=2\n    a\n    b\n    c\n"},
		{"go [1, 'b', {'x': -2.5}]", `go {1, "b", {x=-2.5}}`},
		{"go True", "go true\n"},
		{"wait 3", `game_wait 3 meta={name="wait"}`},
		{"geh-hin", `geh_hin meta={name="geh-hin"}`},
		{"FALLBACK\n    invert\n        is_door_open\n    go_inside", "reactive_fallback\n    game_invert meta={name=\"invert\"}\n      is_door_open\n    go_inside\n"},
		{"unless 3\n  a\n  b", "unless 3\n    a\n    b\n"},
	} {
		if text := bt(t, c.src); !strings.Contains(text, c.want) {
			t.Errorf("%q became\n%s\nwithout %s", c.src, text, c.want)
		}
	}
}

// TestDecoratorOfTheGame checks that a behavior with a child is accepted, with a
// warning.
func TestDecoratorOfTheGame(t *testing.T) {
	_, list := Import("x.txt", []byte("FALLBACK\n    invert\n        is_door_open\n    go_inside"))
	if want := `x.txt:2:5: warning behavior-with-child behavior="game_invert" name="invert" -> it`; list.Err() != nil || !strings.Contains(identities(list), want) {
		t.Errorf("no %s in\n%v", want, list)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "x.txt:1:1: script-without-nodes -> it"},
		{"# only", "x.txt:1:1: script-without-nodes -> it"},
		{"SEQUENCE\n\ta", "x.txt:2:1: control-character-in-script -> it"},
		{"SEQUENCE\n    a\n  b", "x.txt:3:3: indentation-of-no-line -> it"},
		{"a\nb", `x.txt:2:1: second-root-in-script name="b" -> it`},
		{"SEQUENCE", `x.txt:1:1: composite-without-children name="SEQUENCE" -> it`},
		{"SEQUENCE 3\n a", `x.txt:1:10: not-true-or-false name="SEQUENCE" -> it`},
		{"PARALLEL\n a", "x.txt:1:1: parallel-without-number -> it"},
		{"PARALLEL 3\n a\n b", `x.txt:1:10: parallel-number children=2 number="3" -> it`},
		{"a {'b': ", `x.txt:1:8: unexpected-python problem=(no-literal-term word="") -> it`},
		{"a 'b", "x.txt:1:5: unexpected-python problem=(open-string-term) -> it"},
		{"a [[[[[1]]]]]", "x.txt:1:7: unexpected-python problem=(nested-literal-term) -> it"},
		{"a \xff", "x.txt:1:1: script-not-utf8 -> it"},
		{strings.Repeat("# x\n", 5000) + "a", "x.txt:5001:1: becomes-long-line count=15004 limit=9000 -> it"},
	} {
		f, list := Import("x.txt", []byte(c.src))
		if f != nil || identities(list) != c.want+"\n" {
			t.Errorf("%q: %v; want one error with %q", c.src, list, c.want)
		}
	}
}

func TestHostile(t *testing.T) {
	var deep strings.Builder
	for i := range 2000 {
		deep.WriteString(strings.Repeat(" ", i) + "SEQUENCE\n")
	}
	for _, src := range []string{deep.String(), strings.Repeat("x\n", trees.MaxFileSize), "a " + strings.Repeat("[", 100_000)} {
		if f, list := Import("x.txt", []byte(src)); f != nil || len(list) == 0 || len(list) > report.MaxErrors {
			t.Errorf("%d errors, a file: %t", len(list), f != nil)
		}
	}
}

func FuzzImport(f *testing.F) {
	robot, err := os.ReadFile("testdata/ball_robot.txt")
	if err != nil {
		f.Fatal(err)
	}
	seeds := [][]byte{robot, []byte("SEQUENCE True\n a {'b': [1, None]}\n b # c"), []byte("PARALLEL 1\n  wait 'x'"), []byte("\ufeffa\r\n")}
	for _, src := range append(mutate.Of(seeds, 2000), seeds...) {
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		if file, list := Import("x.txt", []byte(src)); file != nil {
			bt(t, src)
		} else if len(list.Errors()) == 0 {
			t.Error("neither a file nor an error")
		}
	})
}
