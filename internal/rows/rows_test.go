package rows_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
)

var seeds = flag.Int("rows.seeds", 60, "number of random games of TestMarksAgreeWithEvents")

func open(t *testing.T, files fstest.MapFS) *bough.Game {
	t.Helper()
	g, err := bough.OpenFS(files, bough.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// line returns a row in one line.
func line(r *rows.Row) string {
	s := strings.Repeat("  ", r.Depth) + r.Glyph + " | " + r.Name
	if r.Also {
		s += " +"
	}
	if r.When != "" {
		s += " when " + r.When
	}
	if r.Disabled {
		s += " (disabled)"
	}
	if r.Tree != "" {
		s += " [" + r.Tree + "]"
	}
	return s + " " + r.Pos + " " + r.File
}

func TestRows(t *testing.T) {
	g := open(t, fstest.MapFS{
		"move/flee.lua": {Data: []byte("return { args = { \"speed\" }, params = { speed = 3, far = 2.5, tag = \"x\" } }\n")},
		"look.lua":      {Data: []byte("return { non_exclusive = true }\n")},
		"steps.lua":     {Data: []byte("return { children = \"sequential\" }\n")},
		"part.bt":       {Data: []byte("tree part pace=1 word=\"a\"\n  sequence\n    move.flee pace\n")},
		"main.bt": {Data: []byte(`tree main
  priority
    look
    move.flee 5 far=1.25 id=run note="away" when hp < 30
    move.flee +
    move.flee tag="x"
    move.flee tag="y"
    tree part pace=2
    disabled steps
      move.flee
    parallel success=2 unready=skip
      wait 1.5
      cooldown 5
        log "here"
    switch mood
      emit "noise" ttl=2 case="bad"
      request "sit" channel="body" priority=2
    random
      chance 56% weight=3
        condition hp > 3
      repeat 3
        set hp=4
`)},
		"agent.fields": {Data: []byte("hp: a\nmood: b\nstimulus noise: c\n")},
	})
	if err := g.Load().Err(); err != nil {
		t.Fatal(err)
	}
	p, err := g.Program("main")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows.Of(p) {
		got = append(got, line(&r))
	}
	want := strings.Split(`one | priority scripts/main.bt:2 
  leaf | look scripts/main.bt:3 look.lua
  leaf | move.flee 5 far=1.25 when hp < 30 scripts/main.bt:4 move/flee.lua
  leaf | move.flee scripts/main.bt:5 move/flee.lua
  leaf | move.flee tag="x" scripts/main.bt:6 move/flee.lua
  leaf | move.flee tag="y" scripts/main.bt:7 move/flee.lua
  tree | tree part pace=2 scripts/main.bt:8 
    order | sequence [part pace=2] scripts/part.bt:2 
      leaf | move.flee 2 scripts/part.bt:3 move/flee.lua
  order | steps (disabled) scripts/main.bt:9 steps.lua
    leaf | move.flee (disabled) scripts/main.bt:10 move/flee.lua
  all | parallel success=2 unready=skip scripts/main.bt:11 
    leaf | wait 1.5 scripts/main.bt:12 
    decorator | cooldown 5 scripts/main.bt:13 
      leaf | log "here" scripts/main.bt:14 
  one | switch mood scripts/main.bt:15 
    leaf | emit "noise" ttl=2 case="bad" scripts/main.bt:16 
    leaf | request "sit" channel="body" priority=2 scripts/main.bt:17 
  one | random scripts/main.bt:18 
    decorator | chance 56% weight=3 scripts/main.bt:19 
      condition | condition hp > 3 scripts/main.bt:20 
    decorator | repeat 3 scripts/main.bt:21 
      leaf | set hp=4 scripts/main.bt:22 `, "\n")
	if !slices.Equal(got, want) {
		t.Errorf("rows:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestRowsOfEachKind checks that the example of each kind has rows whose names read like the lines of its tree file.
func TestRowsOfEachKind(t *testing.T) {
	for _, k := range behaviors.Kinds {
		files := fstest.MapFS{"main.bt": {Data: []byte(k.Example)}}
		for l := range strings.Lines(k.Example) {
			if w := strings.Fields(l); len(w) > 0 && w[0] != "tree" && behaviors.KindNamed(w[0]) == nil {
				files[w[0]+".lua"] = &fstest.MapFile{Data: []byte("return {}\n")}
			}
		}
		if strings.Contains(k.Example, "  tree patrol") {
			files["patrol.bt"] = &fstest.MapFile{Data: []byte("tree patrol\n  idle\n")}
		}
		g := open(t, files)
		g.Load()
		name := strings.Fields(k.Example)[1]
		p, err := g.Program(name)
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		list := rows.Of(p)
		lines := strings.Split(strings.TrimSpace(k.Example), "\n")[1:]
		for i, l := range lines {
			l = strings.Join(strings.Fields(l), " ")
			l, _, _ = strings.Cut(l, " when ")
			if got := strings.TrimSpace(list[i].Name); got != l {
				t.Errorf("kind %s: row %q, line %q", k.Name, got, l)
			}
		}
	}
}

// watch makes ticks and returns the states of an agent in the last one.
func watch(t *testing.T, g *bough.Game, a *bough.Agent, ticks int, dt time.Duration) ([]rows.Row, []rows.State, rows.Tick) {
	t.Helper()
	var x rows.Tick
	for range ticks {
		x = rows.Tick{Agent: a, Explained: a.ExplainTick(dt)}
		stop := g.World().Trace(a, func(e engine.Event) { x.Events = append(x.Events, e) })
		before := a.Ticks()
		g.Tick(dt)
		x.Idle = a.Ticks() == before
		stop()
	}
	list := rows.Of(a.Program())
	return list, rows.States(list, x), x
}

func TestStates(t *testing.T) {
	files := fstest.MapFS{
		"flee.lua":     {Data: []byte("return { args = { \"speed\" }, params = { speed = 1 } }\n")},
		"fight.lua":    {Data: []byte("return {}\n")},
		"hear.lua":     {Data: []byte("return { stimulus = \"noise\" }\n")},
		"ready.lua":    {Data: []byte("return { precondition = function(agent) return agent.hp > 1000 end }\n")},
		"done.lua":     {Data: []byte("return { behavior = function() return \"success\" end }\n")},
		"lost.lua":     {Data: []byte("return { behavior = function() return \"failure\" end }\n")},
		"broken.lua":   {Data: []byte("return { precondition = function(agent) return agent.hp.x.y end }\n")},
		"shaky.lua":    {Data: []byte("return { behavior = function(agent) return agent.hp.x.y end }\n")},
		"rare.lua":     {Data: []byte("return { interval = 2, precondition = function(agent) return false end }\n")},
		"pause.lua":    {Data: []byte("return { run = function(agent) bt.wait(2) end }\n")},
		"eat.lua":      {Data: []byte("return { utility = function(agent) return agent.hp / 3 end }\n")},
		"sleep.lua":    {Data: []byte("return { utility = function(agent) return 2 end }\n")},
		"agent.fields": {Data: []byte("hp: a\nsees: b\nd: c\nstimulus noise: c\n")},
	}
	for _, c := range []struct {
		name, tree string
		ticks      int
		fields     bough.Fields
		want       string // the states of some nodes
		sentence   string
	}{
		{"guards", "priority\n  fight when dead == true\n  hear\n  flee 5 when sees and hp < 30\n  fight", 3, bough.Fields{"hp": 18, "sees": true, "d": 0.1}, `
priority runs
fight refused: dead = nil
hear refused: no stimulus noise
flee 5 runs sees=true hp=18`, "runs flee 5 for 0.2 s, because sees = true and hp = 18 (< 30)"},
		{"a number", "priority\n  flee when hp < 0.5\n  idle", 1, bough.Fields{"hp": 1.2999999999999985}, `
priority runs
flee refused: hp = 1.3 hp=1.3
idle runs`, "has just begun idle"},
		{"preconditions", "priority\n  ready\n  broken\n  rare", 2, bough.Fields{"hp": 4}, `
priority refused: no child is ready
ready refused: hp = 4
broken fault: its precondition failed! agent.hp (number) is used as if it were a table
rare refused: asked again in 1.9 s`, "does nothing: broken does not run (an error: agent.hp (number) is used as if it were a table: it has no field 'x')"},
		{"quarantine", "priority\n  broken\n  idle", 6, bough.Fields{"hp": 4}, `
priority runs
broken fault: its errors: quarantined!
idle runs`, "runs idle for 0.5 s"},
		{"the child that decides", "parallel success=one\n  pause\n  done\n  fight", 1, nil, `
parallel success=1 success (done decided)
pause aborted
done success`, ""},
		{"results", "parallel success=all failure=all\n  done\n  lost\n  fight\n  pause", 2, nil, `
parallel success=all failure=all runs (2 of 4, two running)
fight runs
pause runs waits at`, ""},
		{"cooldown", "priority\n  cooldown 2\n    done\n  idle", 2, nil, `
priority runs
cooldown 2 refused: cools down 1.9 s
idle runs`, ""},
		{"limit", "priority\n  limit 1 per=2\n    done\n  idle", 2, nil, `
priority runs
limit 1 per=2 refused: limit is spent 1.9 s
idle runs`, ""},
		{"cooldown after", "fallback\n  cooldown 2 after=exit\n    lost\n  cooldown 1 after=result\n    lost\n  wait 0", 2, nil, `
fallback success
cooldown 2 after=exit refused: cools down 1.9 s
cooldown 1 after=result refused: cools down 0.9 s
wait success`, ""},
		{"an error", "priority\n  shaky\n  idle", 1, bough.Fields{"hp": 4}, `
priority failure
shaky fault: its behavior failed! agent.hp (number) is used`, ""},
		{"utility", "utility\n  eat\n  sleep", 1, bough.Fields{"hp": 9}, `
utility runs
eat runs score 3
sleep ready: eat has a higher utility, 3 score 2`, ""},
		{"wait", "sequence\n  wait 2\n  idle", 5, nil, `
sequence runs
wait 2 runs left 1.6 of 2`, "runs wait 2 for 0.4 s"},
		{"disabled", "priority\n  disabled fight\n  missing_one\n  fight", 1, nil, `
priority runs
fight refused: disabled
missing_one fault: missing!
fight runs`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files["main.bt"] = &fstest.MapFile{Data: []byte("tree main\n  " + strings.ReplaceAll(c.tree, "\n", "\n  ") + "\n")}
			g := open(t, files)
			a, err := g.Spawn("main", c.fields)
			if err != nil {
				t.Fatal(err)
			}
			list, states, x := watch(t, g, a, c.ticks, 100*time.Millisecond)
			got := ""
			for _, s := range states {
				got += "\n" + text(list, &s)
			}
			for i, want := range strings.Split(c.want, "\n") {
				if lines := strings.Split(got, "\n"); i >= len(lines) || !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %d: want %q in%s", i, want, got)
				}
			}
			if s := rows.Sentence(list, states, x); c.sentence != "" && s != c.sentence {
				t.Errorf("sentence %q, want %q", s, c.sentence)
			}
		})
	}
}

func text(list []rows.Row, s *rows.State) string {
	out := list[s.Node].Name + " " + s.Mark
	if s.Why != "" {
		out += ": " + s.Why
	}
	if s.Error != "" {
		out += "! " + s.Error
	}
	for _, x := range s.Terms {
		out += " " + x.Text + "=" + x.Value
	}
	if s.Score != nil {
		out += fmt.Sprint(" score ", *s.Score)
	}
	if s.Waits != "" {
		out += " " + s.Waits
	}
	if s.Of > 0 {
		out += fmt.Sprintf(" left %.1f of %.0f", s.Left, s.Of)
	}
	if s.Count != "" {
		out += " (" + s.Count + ")"
	}
	return out
}

// TestAborted checks who is said to have aborted a node.
func TestAborted(t *testing.T) {
	g := open(t, fstest.MapFS{
		"flee.lua":     {Data: []byte("return {}\n")},
		"fight.lua":    {Data: []byte("return {}\n")},
		"main.bt":      {Data: []byte("tree main\n  priority\n    flee when hp < 30\n    sequence when hp < 100\n      fight\n")},
		"agent.fields": {Data: []byte("hp: a\n")},
	})
	a, err := g.Spawn("main", bough.Fields{"hp": 50})
	if err != nil {
		t.Fatal(err)
	}
	set := func(hp float64) { g.World().Agent(a.ID()).Set(engine.KeyOf("hp"), num(hp)) }
	watch(t, g, a, 2, time.Second)
	set(20)
	list, states, x := watch(t, g, a, 1, time.Second)
	want := []rows.Ended{{Node: 3, How: rows.Aborted, By: "flee"}, {Node: 2, How: rows.Aborted, By: "flee"}}
	if got := rows.Ends(list, states, x); !slices.Equal(got, want) {
		t.Errorf("ended %v, want %v", got, want)
	}
	set(200)
	list, states, x = watch(t, g, a, 1, time.Second)
	want = []rows.Ended{{Node: 1, How: rows.Aborted, By: "hp = 200"}}
	if got := rows.Ends(list, states, x); len(got) != 2 || got[0] != want[0] {
		t.Errorf("ended %v, want %v first", got, want)
	}
}

// TestAbortedAlongside checks that nodes that run alongside neither take over nor are taken over by later ones.
func TestAbortedAlongside(t *testing.T) {
	g := open(t, fstest.MapFS{
		"root.lua":     {Data: []byte("return {}\n")},
		"fight.lua":    {Data: []byte("return {}\n")},
		"die.lua":      {Data: []byte("return {}\n")},
		"cry.lua":      {Data: []byte("return {}\n")},
		"main.bt":      {Data: []byte("tree main\n  root\n    die when hp < 0\n    cry + when hp < 50\n    fight when hp > 60\n    sequence\n      wait 100\n")},
		"agent.fields": {Data: []byte("hp: a\n")},
	})
	a, err := g.Spawn("main", bough.Fields{"hp": 100})
	if err != nil {
		t.Fatal(err)
	}
	watch(t, g, a, 2, time.Second)
	for _, c := range []struct {
		hp   float64
		want []rows.Ended
	}{
		{20, []rows.Ended{{Node: 3, How: rows.Aborted, By: "sequence"}}},
		{100, []rows.Ended{{Node: 5, How: rows.Aborted, By: "fight"}, {Node: 4, How: rows.Aborted, By: "fight"}, {Node: 2, How: rows.Aborted, By: "hp = 100"}}},
		{20, []rows.Ended{{Node: 3, How: rows.Aborted, By: "sequence"}}},
		{-1, []rows.Ended{{Node: 5, How: rows.Aborted, By: "die"}, {Node: 4, How: rows.Aborted, By: "die"}, {Node: 2, How: rows.Aborted, By: "die"}}},
	} {
		g.World().Agent(a.ID()).Set(engine.KeyOf("hp"), num(c.hp))
		list, states, x := watch(t, g, a, 1, time.Second)
		if got := rows.Ends(list, states, x); !slices.Equal(got, c.want) {
			t.Errorf("hp = %v: ended %v, want %v", c.hp, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for f, want := range map[float64]string{1.2999999999999985: "1.3", 18: "18", -0.05: "-0.05", 0.00012345: "0.0001", 123.456: "123.5", 1234567.8: "1234567.8", 2.0 / 3: "0.667", 1e20: "1e+20"} {
		if got := rows.Number(f); got != want {
			t.Errorf("Number(%v) = %q, want %q", f, got, want)
		}
	}
	if got := rows.Text(`{x = 1.2999999999999985, name = "v1.23456", y = -3}`); got != `{x = 1.3, name = "v1.23456", y = -3}` {
		t.Error(got)
	}
}

// TestMarksAgreeWithEvents compares the marks of random games with the active nodes, with the nodes that ran and with the
// results in the events of the same tick.
func TestMarksAgreeWithEvents(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(*seeds) {
		g := randomgame.Open(t, seed, bough.Options{})
		traces := map[*bough.Agent]*rows.Tick{}
		for _, a := range g.Agents {
			g.World().Trace(a, func(e engine.Event) { traces[a].Events = append(traces[a].Events, e) })
			traces[a] = &rows.Tick{}
		}
		for tick := range 40 {
			for _, a := range g.Agents {
				*traces[a] = rows.Tick{Agent: a}
			}
			g.Inputs()
			for _, a := range g.Agents {
				traces[a].Explained = a.ExplainTick(randomgame.DT)
				traces[a].Events = nil // of inputs
			}
			before := map[*bough.Agent]int64{}
			for _, a := range g.Agents {
				before[a] = a.Ticks()
			}
			g.Tick(randomgame.DT)
			for _, a := range g.Agents {
				x := *traces[a]
				x.Idle = a.Ticks() == before[a]
				list := rows.Of(a.Program())
				for _, s := range rows.States(list, x) {
					seen[s.Mark]++
					fail := func(format string, args ...any) {
						t.Errorf("seed %d, tick %d, %s, node %d %s, mark %q: %s", seed, tick+1, a.Label(), s.Node, list[s.Node].Path, s.Mark, fmt.Sprintf(format, args...))
					}
					active := a.NodeActive(s.Node)
					last, ended := engine.Running, false
					for _, e := range x.Events {
						if int(e.Node) == s.Node && e.Kind == engine.EventResult {
							last, ended = e.Status, e.Status != engine.Running
						}
					}
					switch s.Mark {
					case rows.Runs:
						if !active || x.Idle {
							fail("active %v, idle %v", active, x.Idle)
						}
					case rows.Asleep:
						if !active || !x.Idle {
							fail("active %v, idle %v", active, x.Idle)
						}
					case rows.Success, rows.Failure:
						if active || ended && last.String() != s.Mark {
							fail("active %v, last result %v", active, last)
						}
					case rows.Refused:
						if active || s.Why == "" || s.Detail == "" {
							fail("active %v, why %q, detail %q", active, s.Why, s.Detail)
						}
					case rows.Aborted, rows.Ready:
						if active {
							fail("active")
						}
					case rows.Fault:
						if s.Error == "" && s.Pos == "" && !slices.ContainsFunc(x.Events, func(e engine.Event) bool { return e.Kind == engine.EventExit && e.Reason == engine.ExitError }) {
							fail("no error")
						}
					default:
						fail("unknown")
					}
				}
				if t.Failed() {
					t.Fatalf("%s", randomgame.Files(seed)["game.bt"].Data)
				}
				for i := range list {
					if a.NodeActive(i) && !slices.ContainsFunc(rows.States(list, x), func(s rows.State) bool { return s.Node == i }) {
						t.Fatalf("seed %d, tick %d, %s: the active node %s has no state", seed, tick+1, a.Label(), list[i].Path)
					}
				}
			}
		}
	}
	for _, m := range []string{rows.Runs, rows.Success, rows.Failure, rows.Aborted, rows.Refused, rows.Ready, rows.Fault, rows.Asleep} {
		if seen[m] < 20 {
			t.Errorf("the mark %s was seen %d times; the games must be richer", m, seen[m])
		}
	}
}

func num(f float64) value.Value { return value.Number(f) }
