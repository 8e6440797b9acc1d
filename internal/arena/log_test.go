package arena

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
)

func TestReloadText(t *testing.T) {
	at := func(file string, line int, message string) diag.Diagnostic {
		return diag.Diagnostic{Pos: diag.Pos{File: file, Line: line, Col: 3}, Message: message, Source: "  en"}
	}
	tests := []struct {
		name   string
		report assets.Report
		want   string
	}{
		{"first", assets.Report{Version: 1, Applied: []string{"a", "module lib.m", "tree t", "tree u"}, Times: assets.Times{Load: 35 * time.Millisecond}}, "load v1: 1 behavior, 2 trees (35 ms)"},
		{"one", assets.Report{Version: 4, Applied: []string{"combat.strike"}, Times: assets.Times{Load: 11 * time.Millisecond, Swap: time.Millisecond}, Migrated: engine.Migrated{Agents: 41, Nodes: 12, Exited: 2}}, "reload v4: combat.strike (12 ms, 41 agents, 2 nodes exited)"},
		{"fast", assets.Report{Version: 4, Applied: []string{"a"}, Times: assets.Times{Load: 3}, Migrated: engine.Migrated{Agents: 1}}, "reload v4: a (1 ms, 1 agent)"},
		{"many", assets.Report{Version: 4, Applied: strings.Split("a b c d e f g h i j", " ")}, "reload v4: a, b, c, d, e, f, g, h and 2 more"},
		{"held", assets.Report{Version: 5, Prefix: "scripts", Held: []string{"combat/strike.lua"}, Problems: diag.List{
			at("scripts/combat/strike.lua", 7, "no"), at("scripts/combat/strike.lua", 9, "nor that"), at("scripts/troll.bt", 1, "warned")}},
			"reload v5: held back, the last good version stays\nheld back: scripts/combat/strike.lua:7:3: no\n      en\n      ^\n" +
				"scripts/combat/strike.lua:9:3: nor that\n      en\n      ^\nscripts/troll.bt:1:3: warned\n      en\n      ^"},
		{"held by the second", assets.Report{Version: 5, Prefix: "scripts", Held: []string{"a.lua"}, Problems: diag.List{
			{Pos: diag.Pos{File: "scripts/a.lua", Line: 1, Col: 1}, Severity: diag.Warning, Message: "odd"}, at("scripts/a.lua", 7, "no")}},
			"reload v5: held back, the last good version stays\nheld back: scripts/a.lua:7:3: no\n      en\n      ^\nscripts/a.lua:1:1: warning: odd"},
		{"held for another's sake", assets.Report{Version: 5, Prefix: "scripts", Held: []string{"a.lua"}}, "reload v5: held back, the last good version stays\nheld back: scripts/a.lua: something that it needs is held back or missing"},
		{"one name in two folders", assets.Report{Version: 5, Prefix: "p/z", Held: []string{"walk.lua", "z/walk.lua"}, Problems: diag.List{
			{Pos: diag.Pos{File: "p/z/walk.lua"}, Message: "no"}, {Pos: diag.Pos{File: "p/z/z/walk.lua"}, Message: "nor that"}}},
			"reload v5: held back, the last good version stays\nheld back: p/z/walk.lua: no\nheld back: p/z/z/walk.lua: nor that"},
		{"undone", assets.Report{Version: 6, Prefix: "scripts", Files: []string{"a.lua"}, Restored: []string{"a.lua"}}, "reload v6: works again as before: scripts/a.lua"},
		{"undone among others", assets.Report{Version: 6, Prefix: "scripts", Applied: []string{"b"}, Restored: []string{"a.lua"}, Held: []string{"c.lua"}, Problems: diag.List{at("scripts/c.lua", 7, "no")}},
			"reload v6: b\nworks again as before: scripts/a.lua\nheld back: scripts/c.lua:7:3: no\n      en\n      ^"},
		{"missing", assets.Report{Version: 6, Missing: []string{"a"}}, "reload v6: files are gone\nmissing: a has lost its file; its nodes are never ready until it is back"},
		{"back", assets.Report{Version: 7, Rollback: 4, Waiting: []string{"a.lua"}, Applied: []string{"a"}}, "back to v4, which is v7 now: a"},
		{"pinned", assets.Report{Version: 7, Waiting: []string{"a.lua", "b.lua"}, Noted: []string{"b.lua"}}, "v7 stays, as it is pinned; changed: b.lua"},
		{"pinned, and as before", assets.Report{Version: 7, Noted: []string{"b.lua"}, Err: errors.New("too many files")},
			"v7 stays, as it is pinned; changed: b.lua\nall files are as they are in force\nwatching: too many files"},
		{"watching", assets.Report{Version: 6, Err: errors.Join(errors.New("too many files"), errors.New("a/b: closed"))}, "watching: too many files\nwatching: a/b: closed"},
		{"watching from the beginning", assets.Report{Version: 1, Err: errors.New("a/b: permission denied")}, "watching: a/b: permission denied"},
		{"first, not all", assets.Report{Version: 1, Files: []string{"a.lua"}, Applied: []string{"a"}, Err: errors.New("a/b: permission denied")}, "load v1: 1 behavior, 0 trees\nwatching: a/b: permission denied"},
		{"root gone", assets.Report{Version: 7, Files: []string{"a.lua", "b.lua"}, Missing: []string{"a", "b"}, Err: errors.New("scripts: the watched directory is gone")}, "reload v7: files are gone\nwatching: scripts: the watched directory is gone\nmissing: a, b have lost their files; their nodes are never ready until these are back"},
		{"held with a module", assets.Report{Version: 8, Prefix: "scripts", Held: []string{"a.lua", "lib/m.lua", "z.lua"}, HeldByOthers: []string{"a.lua", "z.lua"}, Problems: diag.List{
			at("scripts/a.lua", 1, "held back, as"), at("scripts/lib/m.lua", 7, "no"), at("scripts/z.lua", 1, "held back, as")}},
			"reload v8: held back, the last good version stays\nheld back: scripts/lib/m.lua:7:3: no\n      en\n      ^\nalso held back until the errors are corrected: scripts/a.lua, scripts/z.lua"},
		{"much", assets.Report{Version: 8, Files: []string{"t.bt"}, Problems: slices.Repeat(diag.List{{Message: "odd"}}, 15)},
			"reload v8: nothing new\n" + strings.Repeat("odd\n", 12) + "and 3 more; bough check tells them all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(ReloadText(&tt.report), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestLogTellsAll checks the log of a session with an edit, a syntax error, a script error and
// a print.
func TestLogTellsAll(t *testing.T) {
	a, s := land(t, 3, map[string]string{"villager.bt": "tree villager\n  walk\n", "walk.lua": idle})
	a.Tick()
	s.save("walk.lua", doing("agent.steps = 1"))
	a.Tick()
	s.save("walk.lua", "return {\n  behavior = function(agent)\n    if true then\n  end,\n}\n")
	a.Tick()
	s.save("walk.lua", "return {\n  behavior = function(agent)\n    agent.steps = agent.step + 1\n  end,\n}\n")
	for range 4 {
		a.Tick()
	}
	s.save("walk.lua", doing(`if bt.tick() == 9 and agent.id == 1 then print("there") end`))
	for range 2 {
		a.Tick()
	}
	var b strings.Builder
	b.WriteString(s.told())
	a.Summary(&b, &s.log)
	rest := b.String()
	for _, want := range []string{
		"tick 0: load v1: 1 behavior, 1 tree\n",
		"tick 1: reload v2: walk (3 agents)\n",
		"tick 2: reload v3: held back, the last good version stays\n  held back: scripts/walk.lua:3:5: ",
		"if true then\n",
		"tick 3: reload v4: walk (3 agents)\n  scripts/walk.lua:3:11: warning: ",
		"tick 4: scripts/walk.lua:3:11: ",
		"hook behavior of walk, agent villager#1, tree villager at walk, tick 4, version 4 (seen 1 time)\n",
		"tick 6: scripts/walk.lua:3:11: walk is quarantined",
		"tick 7: reload v5: walk (3 agents)\n",
		"tick 9: villager#1: there\n",
		"\n9 ticks (0.5 s), 3 agents\nhits 0, misses 0, kills 0, hidden 0 times, reloads 4\nerrors in 0 files, script errors 1\n  scripts/walk.lua:3:25: ",
		"(seen 9 times)\n\nshare of the agents' time:\n   88.9 %  walk\n",
	} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("%q is not behind what comes before in:\n%s", want, b.String())
		}
		rest = after
	}
	if s.log.Reloads != 4 || s.log.Errors != 2 {
		t.Errorf("%d reloads, %d errors", s.log.Reloads, s.log.Errors)
	}
}

// TestTroubleFromTheBeginning checks the log entry for an error of watching before the first
// load. It must follow the entry of that load and not count as a reload, and the log must not
// claim that files are held back.
func TestTroubleFromTheBeginning(t *testing.T) {
	a, s := land(t, 1, map[string]string{"villager.bt": "tree villager\n  walk\n", "walk.lua": idle})
	s.source.Send(hotreload.Change{Err: errors.New("scripts/z: permission denied")})
	a.Tick()
	if got, want := s.told(), "tick 0: load v1: 1 behavior, 1 tree\ntick 0: watching: scripts/z: permission denied\n"; got != want || s.log.Reloads != 0 {
		t.Errorf("%d reloads, got\n%swant\n%s", s.log.Reloads, got, want)
	}
}

func TestLogIsBounded(t *testing.T) {
	var l Log
	for range 10 * LogSize {
		l.Note("again")
	}
	if n := len(l.Entries()); n < LogSize || n > 2*LogSize {
		t.Errorf("%d entries", n)
	}
}
