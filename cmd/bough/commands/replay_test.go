package commands

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
)

// TestDamagedRecording checks that replay replays the undamaged part of a file, reports the lost part, and exits
// with 1.
func TestDamagedRecording(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "troll.bough")
	for name, text := range map[string]string{"troll.bt": "tree troll\n  fight\n", "fight.lua": "return { behavior = function() end }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (code int, out, errs string) {
		var stdout, stderr bytes.Buffer
		code = stock(args, &stdout, &stderr)
		return code, stdout.String(), stderr.String()
	}
	if code, _, errs := run("run", "troll", "--scripts", dir, "--ticks", "200", "--quiet", "--record", path); code != 0 {
		t.Fatal(errs)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)*9/10] ^= 1
	for name, data := range map[string][]byte{"cut": whole[:len(whole)-20], "flipped": flipped} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		for args, want := range map[string]string{"": "repeat exactly", "--at 10": "troll#1 is running in fight", "--from 3 --to 3": "tick 3 troll#1"} {
			code, out, errs := run(append([]string{"replay", path}, strings.Fields(args)...)...)
			if code != 1 || !strings.Contains(out, want) || !strings.Contains(errs, "; only the ticks up to ") {
				t.Errorf("%s: replay %s exits with %d, prints %q and %q", name, args, code, out, errs)
			}
		}
	}
}

// TestWatchGoesOn checks that replay --watch prints after each save that it waits for the next one: also after a
// file with mistakes was saved, a file was deleted, and the folder was moved away.
func TestWatchGoesOn(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("troll.bt", "tree troll\n  fight\n")
	put("fight.lua", "return { behavior = function() end }\n")
	path := filepath.Join(dir, "troll.bough")
	var errs bytes.Buffer
	if code := stock([]string{"run", "troll", "--scripts", dir, "--quiet", "--record", path}, &errs, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	cmd := exec.Command("bough", "replay", path, "--watch", "--against", dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	wait := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("it ends without %q", want)
	}
	wait("up to tick 10 all agents do the same")
	wait("-- waiting for the next save")
	put("troll.bt", "tree troll\n  figth\n")
	wait("there is no behavior or node kind figth")
	wait("-- waiting for the next save")
	put("troll.bt", "tree troll\n  fight  when hp == 1\n")
	wait("tick 1: troll#1 does not run fight, because fight now has the condition hp == 1")
	wait("-- waiting for the next save")
	if err := os.Remove(filepath.Join(dir, "fight.lua")); err != nil {
		t.Fatal(err)
	}
	wait("the file of fight is gone")
	wait("-- waiting for the next save")
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	wait("-- waiting for the next save")
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	put("fight.lua", "return { behavior = function() end }\n")
	put("troll.bt", "tree troll\n  fight\n")
	wait("up to tick 10 all agents do the same")
	wait("-- waiting for the next save")
}

// TestReloadsAreShown checks that replay prints which scripts were in force and when they changed.
func TestReloadsAreShown(t *testing.T) {
	files := fstest.MapFS{
		"troll.bt":  {Data: []byte("tree troll\n  fight\n")},
		"fight.lua": {Data: []byte("return { behavior = function() end }\n")},
		"old.lua":   {Data: []byte("return { behavior = function() end }\n")},
	}
	source := hotreload.NewManual()
	var to bytes.Buffer
	game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{To: &to, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	game.Load()
	before := game.Bundle().Hash.Short()
	if _, err := game.Spawn("troll", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	files["fight.lua"] = &fstest.MapFile{Data: []byte("return { behavior = function() return true end }\n")}
	files["flee.lua"] = files["fight.lua"]
	delete(files, "old.lua")
	source.Touch("fight.lua")
	source.Touch("flee.lua")
	source.Touch("old.lua")
	game.Tick(time.Second)
	after := game.Bundle().Hash.Short()
	game.Tick(time.Second)
	game.Close()
	path := filepath.Join(t.TempDir(), "troll.bough")
	if err := os.WriteFile(path, to.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	reload := "tick 2 reload " + after + ": fight.lua, flee.lua, old.lua (gone)\n"
	for args, want := range map[string]string{
		"":         path + "\ntick 1 scripts " + before + "\n" + reload + "ticks 1 to 3, 1 agent, repeat exactly\n",
		"--from 1": "tick 1 troll#1 root running\n" + reload + "tick 2 troll#1 ",
		"--from 3": "tick 3 scripts " + after + "\ntick 3 troll#1 ",
	} {
		var out, errs bytes.Buffer
		if code := stock(append([]string{"replay", path}, strings.Fields(args)...), &out, &errs); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("replay %s exits with %d, prints %q and %q, want %q", args, code, out.String(), errs.String(), want)
		}
	}
}

// TestReplayOfOwnGame replays a game that has helpers of its own in a namespace of the arena, and a Restart. It checks
// that a fork says which helper is missing, that ticks have the numbers of the recording, and that a tick without a
// turn of the agent is not explained.
func TestReplayOfOwnGame(t *testing.T) {
	files := fstest.MapFS{
		"troll.bt":  {Data: []byte("tree troll\n  fight\n")},
		"fight.lua": {Data: []byte("return { behavior = function(agent) agent.foe = field.foe(agent.id) end }\n")},
	}
	var to bytes.Buffer
	game, err := bough.OpenFS(files, bough.Options{
		Helpers: map[string][]bough.Helper{"field": {bough.Func("foe(id): enemy", func(id engine.AgentID) engine.AgentID { return id + 1 })}},
		Record:  bough.RecordOptions{To: &to, Replies: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 20 {
		if tick%10 == 0 {
			if tick > 0 {
				game.Restart(2)
			}
			a, err := game.Spawn("troll", nil)
			if err != nil {
				t.Fatal(err)
			}
			a.SetPeriod(time.Second)
		}
		game.Tick(time.Second / 4)
	}
	game.Close()
	path := filepath.Join(t.TempDir(), "troll.bough")
	if err := os.WriteFile(path, to.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                                    "tick 11 restored or restarted\nticks 1 to 20, 1 agent, repeat exactly\n",
		"--from 11 --to 11":                   "tick 11 troll#1 enter fight\n",
		"--at 12 --agent troll#1":             "troll#1, tree troll, after tick 12 (0.50 s), with its next turn in 0.12 s\n",
		"--fork 5 --ticks 9":                  "field.foe: this program does not bind it, and no reply is recorded for this call; use a program that binds it",
		"--at 12 --agent troll#1 --why fight": "troll#1 does not decide in tick 12: with its next turn in 0.37 s\n",
	} {
		var out, errs bytes.Buffer
		stock(append([]string{"replay", path}, strings.Fields(args)...), &out, &errs)
		if printed := out.String() + errs.String(); !strings.Contains(printed, want) || strings.Contains(printed, "exit fight closed") {
			t.Errorf("replay %s prints %q, want %q", args, printed, want)
		}
	}
}

// TestReplayAcrossRestart replays a game that was restarted while a file had errors, so that the segment of
// the restart has the code that is in force, not that of the files.
func TestReplayAcrossRestart(t *testing.T) {
	files := fstest.MapFS{"troll.bt": {Data: []byte("tree troll\n  fight\n")}, "fight.lua": {Data: []byte("return { behavior = function(agent) return true end }\n")}}
	var to bytes.Buffer
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source, Record: bough.RecordOptions{To: &to, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 20 {
		if tick == 5 {
			files["fight.lua"] = &fstest.MapFile{Data: []byte("return {")}
			source.Touch("fight.lua")
		}
		if tick%10 == 0 {
			if tick > 0 {
				game.Restart(2)
			}
			if _, err := game.Spawn("troll", nil); err != nil {
				t.Fatal(err)
			}
		}
		game.Tick(time.Second / 4)
	}
	game.Close()
	dir := t.TempDir()
	path := filepath.Join(dir, "troll.bough")
	if err := os.WriteFile(path, to.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":          "tick 11 restored or restarted\ntick 11 reload 66e6122c3e72: fight.lua\nticks 1 to 20, 1 agent, repeat exactly\n",
		"--from 10": "tick 11 restored or restarted\ntick 11 reload 66e6122c3e72: fight.lua\ntick 11 troll#1 enter fight\n",
		"--agent troll#1 --out " + filepath.Join(dir, "troll.btlog"): "after tick 10 the game was restored or restarted; the log ends there\n",
	} {
		var out, errs bytes.Buffer
		stock(append([]string{"replay", path}, strings.Fields(args)...), &out, &errs)
		if printed := out.String() + errs.String(); !strings.Contains(printed, want) {
			t.Errorf("replay %s prints %q, want %q", args, printed, want)
		}
	}
}

// TestReplayOfHighLimits checks that the scripts of a file may not use more time or memory than scripts usually may
// unless the user trusts the file.
func TestReplayOfHighLimits(t *testing.T) {
	files := fstest.MapFS{"troll.bt": {Data: []byte("tree troll\n  fight\n")}, "fight.lua": {Data: []byte("return { behavior = function() end }\n")}}
	path := filepath.Join(t.TempDir(), "troll.bough")
	for _, c := range []struct {
		limits bough.Limits
		want   string
	}{
		{bough.Limits{}, ""},
		{bough.Limits{Budget: 5000, Keep: 5000}, ""},
		{bough.Limits{Budget: luabind.NoBudget}, "no Budget"},
		{bough.Limits{Budget: 1e7}, "the Budget 10000000 instead of 100000"},
		{bough.Limits{KeepTogether: -1}, "no KeepTogether"},
	} {
		var out bytes.Buffer
		game, err := bough.OpenFS(files, bough.Options{Limits: c.limits, Record: bough.RecordOptions{To: &out, Replies: true}})
		if err != nil {
			t.Fatal(err)
		}
		game.Spawn("troll", nil)
		game.Tick(time.Second)
		game.Close()
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, trust := range []bool{false, true} {
			args, code, want := []string{"replay", path}, 0, "repeat exactly"
			if trust {
				args = append(args, "--trust")
			} else if c.want != "" {
				code, want = 1, "troll.bough: the game had "+c.want+", so its scripts may use more time or memory than scripts usually may; if you know where the file comes from, add --trust"
			}
			var stdout, stderr bytes.Buffer
			if got := stock(args, &stdout, &stderr); got != code || !strings.Contains(stdout.String()+stderr.String(), want) {
				t.Errorf("%+v: %v exits with %d, prints %q and %q", c.limits, args, got, stdout.String(), stderr.String())
			}
		}
	}
}
