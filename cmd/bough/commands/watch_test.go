package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/hotreload"
)

// step is what happens to the files of a command that watches them.
type step struct {
	files  map[string]string // new texts, by their paths; "" deletes the file
	rename [2]string         // a folder and its new name, unless they are ""
	change hotreload.Change
}

// saves is a source of changes. Its channel has no room, so a change is received when the work for the last one is done.
type saves struct{ changes chan hotreload.Change }

func (s saves) Changes() <-chan hotreload.Change { return s.changes }
func (s saves) Close() error                     { return nil }

// watched runs a command with --watch in a folder, with the steps one after another, and returns what it prints.
func watched(t *testing.T, files map[string]string, call string, steps ...step) (out, errs string, code int) {
	t.Helper()
	t.Chdir(t.TempDir())
	put := func(name, text string) {
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil && text == "" {
			err = os.Remove(name)
		} else if err == nil {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
	for name, text := range files {
		put(name, text)
	}
	s := saves{make(chan hotreload.Change)}
	source, clock := watchSource, watchClock
	t.Cleanup(func() { watchSource, watchClock = source, clock })
	watchSource = func(*session, *watchFlags) (hotreload.Source, error) { return s, nil }
	now := time.Date(2026, 1, 2, 14, 3, 7, 0, time.UTC)
	watchClock = func() time.Time {
		now = now.Add(5 * time.Second)
		return now
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(s.changes)
		for _, step := range steps {
			s.changes <- hotreload.Change{} // nothing to do, but it is received after the round before
			for name, text := range step.files {
				put(name, text)
			}
			if step.rename[0] != "" {
				if err := os.Rename(step.rename[0], step.rename[1]); err != nil {
					t.Error(err)
				}
			}
			s.changes <- step.change
		}
		s.changes <- hotreload.Change{}
	}()
	var o, e bytes.Buffer
	code = stock(strings.Fields(call), &o, &e)
	if code != 2 {
		<-done
	}
	return o.String(), e.String(), code
}

// saved returns a step that writes a file.
func saved(name, text string) step {
	return step{files: map[string]string{name: text}, change: hotreload.Change{Paths: []string{strings.TrimPrefix(name, "scripts/")}}}
}

var watchedFiles = map[string]string{
	"scripts/root.lua":       "return {}\n",
	"scripts/flee.lua":       "return {\n  behavior = function(agent) agent.x = 1 end,\n}\n",
	"scripts/troll.bt":       "tree troll\n  root\n    flee  when hp < 30\n",
	"scripts/agent.fields":   "hp: how healthy it is\n",
	"scripts/troll_test.lua": "return {\n  flees = function(t)\n    local a = t.spawn('troll', { hp = 3 })\n    t.tick()\n    t.equal(a.x, 1)\n  end,\n  lives = function(t) t.spawn('troll', { hp = 3 }) end,\n}\n",
}

func TestCheckWatch(t *testing.T) {
	gone := hotreload.Change{Paths: []string{"flee.lua", "troll.bt"}, Err: errors.New("scripts: the watched directory is gone")}
	back := hotreload.Change{Paths: gone.Paths}
	out, errs, code := watched(t, watchedFiles, "check --watch",
		saved("scripts/flee.lua", "return {\n  behaviour = function(agent) agent.x = 1 end,\n}\n"),
		saved("scripts/flee.lua", "-- below\nreturn {\n  behaviour = function(agent) agent.x = 1 end,\n}\n"),
		saved("scripts/troll_test.lua", "return {\n  flees = function(t) t.tikc() end,\n}\n"),
		step{change: hotreload.Change{Err: errors.New("scripts: a warning of the system")}},
		saved("scripts/flee.lua", watchedFiles["scripts/flee.lua"]),
		step{files: map[string]string{"scripts/troll_test.lua": "", "scripts/walk.scene": "spwan troll\n"}, change: hotreload.Change{Paths: []string{"troll_test.lua", "walk.scene"}}},
		step{rename: [2]string{"scripts", "away"}, change: gone},
		step{rename: [2]string{"away", "scripts"}, change: back},
	)
	const want = `2 behaviors, 1 tree: no problems
waiting for changes; Ctrl-C ends it

--- 14:03:12 scripts/flee.lua
new:
scripts/flee.lua:2:3: unknown hook "behaviour": did you mean behavior?
      behaviour = function(agent) agent.x = 1 end,
      ^
2 behaviors, 1 tree: 1 error, 0 warnings

--- 14:03:17 scripts/flee.lua
2 behaviors, 1 tree: 1 error, 0 warnings

--- 14:03:22 scripts/troll_test.lua
new:
scripts/troll_test.lua:2:25: t has no tikc: did you mean tick?
      flees = function(t) t.tikc() end,
                            ^
2 behaviors, 1 tree: 2 errors, 0 warnings

--- 14:03:27 scripts/flee.lua
gone:
scripts/flee.lua:3:3: unknown hook "behaviour": did you mean behavior?
2 behaviors, 1 tree: 1 error, 0 warnings

--- 14:03:32 scripts/troll_test.lua, scripts/walk.scene
new:
scripts/walk.scene:1:1: there is no command spwan: did you mean spawn?
    spwan troll
    ^
gone:
scripts/troll_test.lua:2:25: t has no tikc: did you mean tick?
2 behaviors, 1 tree: 1 error, 0 warnings

--- 14:03:37 scripts/flee.lua, scripts/troll.bt
2 behaviors, 1 tree: 1 error, 0 warnings
`
	if out != want || code != 0 {
		t.Errorf("exit code %d, got\n%s\nwant\n%s", code, out, want)
	}
	if want := "scripts: a warning of the system\nscripts: the watched directory is gone\n"; errs != want {
		t.Errorf("got %q, want %q", errs, want)
	}
}

func TestTestWatch(t *testing.T) {
	broken := strings.Replace(watchedFiles["scripts/troll_test.lua"], "a.x, 1", "a.x, 2", 1)
	out, errs, code := watched(t, watchedFiles, "test --watch",
		saved("scripts/troll.bt", "tree troll\n  root\n    flee  when hp < 2\n"),
		saved("scripts/other_test.lua", "return { passes = function(t) end, fails = function(t) t.fail('so') end }"),
		saved("scripts/troll.bt", watchedFiles["scripts/troll.bt"]),
		saved("scripts/troll_test.lua", broken),
		saved("scripts/troll_test.lua", "--\n"+broken),
		saved("scripts/flee.lua", "return {"),
		saved("scripts/other_test.lua", ""),
		saved("scripts/flee.lua", watchedFiles["scripts/flee.lua"]),
		saved("scripts/troll_test.lua", ""),
	)
	const want = `ok    scripts/troll_test.lua: 2 tests
2 tests, 0 failed
waiting for changes; Ctrl-C ends it

--- 14:03:12 scripts/troll.bt
FAIL  scripts/troll_test.lua: flees
        scripts/troll_test.lua:5:5: got nil, want 1
                t.equal(a.x, 1)
                ^
          after tick 1 (0.10 s) troll#1 is doing root
2 tests, 1 failed

--- 14:03:17 scripts/other_test.lua
FAIL  scripts/other_test.lua: fails
        scripts/other_test.lua:1:56: so
            return { passes = function(t) end, fails = function(t) t.fail('so') end }
                                                                   ^
fails as before: flees
4 tests, 2 failed

--- 14:03:22 scripts/troll.bt
ok    scripts/troll_test.lua: flees
fails as before: fails
4 tests, 1 failed

--- 14:03:27 scripts/troll_test.lua
FAIL  scripts/troll_test.lua: flees
        scripts/troll_test.lua:5:5: got 1, want 2
                t.equal(a.x, 2)
                ^
          after tick 1 (0.10 s) troll#1 is doing root/flee
fails as before: fails
4 tests, 2 failed

--- 14:03:32 scripts/troll_test.lua
fails as before: fails, flees
4 tests, 2 failed

--- 14:03:37 scripts/flee.lua
new:
scripts/flee.lua:1:8: "{" is not closed: "}" is missing
    return {
           ^
FAIL  scripts/troll_test.lua: flees
        scripts/troll_test.lua:6:5: got nil, want 2
                t.equal(a.x, 2)
                ^
          after tick 1 (0.10 s) troll#1 is doing root
fails as before: fails
4 tests, 2 failed, errors in 1 file

--- 14:03:42 scripts/other_test.lua
fails as before: flees
2 tests, 1 failed, errors in 1 file

--- 14:03:47 scripts/flee.lua
gone:
scripts/flee.lua:1:8: "{" is not closed: "}" is missing
FAIL  scripts/troll_test.lua: flees
        scripts/troll_test.lua:6:5: got 1, want 2
                t.equal(a.x, 2)
                ^
          after tick 1 (0.10 s) troll#1 is doing root/flee
2 tests, 1 failed

--- 14:03:52 scripts/troll_test.lua
there are no tests in scripts: write one into a file whose name ends in _test.lua, such as scripts/troll_test.lua; bough new test NAME makes one to begin with
`
	if out != want || code != 0 || errs != "" {
		t.Errorf("exit code %d, got\n%s\nwant\n%s\n%s", code, out, want, errs)
	}
}

// TestWatchJSON checks that each round prints one document in a line, and nothing else.
func TestWatchJSON(t *testing.T) {
	for _, call := range []string{"check --watch --json", "test --watch --json"} {
		out, errs, code := watched(t, watchedFiles, call,
			saved("scripts/flee.lua", "return {"),
			saved("scripts/flee.lua", watchedFiles["scripts/flee.lua"]),
		)
		lines := strings.SplitAfter(out, "\n")
		if len(lines) != 4 || lines[3] != "" || code != 0 || errs != "" {
			t.Fatalf("%s: exit code %d, got\n%s%s", call, code, out, errs)
		}
		for i, line := range lines[:3] {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: line %d is %s", call, i+1, line)
			}
		}
		if lines[0] != lines[2] || lines[0] == lines[1] {
			t.Errorf("%s: got\n%s", call, out)
		}
	}
}

// TestWatchErrors checks that an error of a round is told once, and the work goes on.
func TestWatchErrors(t *testing.T) {
	files := map[string]string{"scripts/root.lua": "return {}", "scripts/scripts/flee.lua": "return {}"}
	out, errs, code := watched(t, files, "check --watch",
		saved("scripts/root.lua", ""), // now the folder is refused in favor of the folder scripts in it
		saved("scripts/scripts/walk.lua", "return {}"),
		saved("scripts/root.lua", "return {}"),
	)
	if n := strings.Count(errs, "the scripts are in the folder scripts/scripts"); n != 1 || code != 0 || !strings.HasSuffix(out, ": no problems\n") {
		t.Errorf("exit code %d, said %d times, got\n%s%s", code, n, out, errs)
	}
}

func TestWatchUsage(t *testing.T) {
	for call, want := range map[string]string{
		"check --watch --sarif":           "--sarif is for one run; leave it out or --watch",
		"test --watch --junit x.xml":      "--junit is for one run",
		"test --watch --cover":            "--cover is for one run",
		"check --poll 1s":                 "--poll is for --watch",
		"check --watch":                   "there is no folder scripts here",
		"test --watch none/x":             "there is no directory or bundle none/x here",
		"check --watch x.zip":             "x.zip is a bundle, which does not change",
		"check --watch . --poll -1s":      "Options.Poll is -1s",
		"test --cover-min 101":            "--cover-min 101; want a number from 0 to 100",
		"test --cover-min -1":             "--cover-min -1; want a number from 0 to 100",
		"test --cover-out x.txt":          "--cover-out x.txt: want a file whose name ends in .json, or in .info or .lcov for the format LCOV",
		"test . --junit no/such.xml":      "no/such.xml cannot be written: there is no directory no",
		"test . --cover-out no/such.info": "no/such.info cannot be written: there is no directory no",
	} {
		t.Run(call, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{"x_test.lua": "return { x = function(t) end }", "x.zip": ""} {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			if code := stock(strings.Fields(call), &out, &errs); code == 0 || !strings.Contains(errs.String(), want) {
				t.Errorf("exit code %d, want %q\n%s%s", code, want, &out, &errs)
			}
		})
	}
}

// TestWatchUntilInterrupt edits a file while the program watches it, and ends the program as Ctrl-C does.
func TestWatchUntilInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "flee.lua")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("return {}\n")
	cmd := exec.CommandContext(t.Context(), "bough", "check", "--watch", "--scripts", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("the output ends before %q", want)
	}
	until("waiting for changes")
	write("return { on_entre = function() end }\n")
	until("1 error, 0 warnings")
	write("return { on_enter = function() end }\n")
	until("no problems")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}
