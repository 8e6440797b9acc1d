// Package randomgame makes games with random trees, for tests of package inspect.
package randomgame

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// DT is the time of a tick.
const DT = 50 * time.Millisecond

var scripts = fstest.MapFS{
	"act.lua":    {Data: []byte("return {\n  args = { \"k\" },\n  params = { k = 0 },\n  precondition = function(agent, params)\n    return (agent.a + params.k) % 3 ~= 0\n  end,\n  behavior = function(agent, params)\n    agent.b = agent.b + 0.1\n    local r = (agent.a + 2 * params.k) % 7\n    if r == 0 then return \"success\" elseif r == 1 then return \"failure\" end\n    return \"running\"\n  end,\n}\n")},
	"stay.lua":   {Data: []byte("return {\n  args = { \"k\" },\n  params = { k = 0 },\n  utility = function(agent, params)\n    return (agent.a * 3 + params.k) % 5\n  end,\n  postcondition = function(agent) return agent.a == 4 end,\n  behavior = function() end,\n}\n")},
	"think.lua":  {Data: []byte("return {\n  run = function(agent)\n    local mine = agent.a\n    bt.wait(0.3)\n    agent.b = mine / 3\n    bt.yield()\n    return mine % 2 == 0\n  end,\n}\n")},
	"hear.lua":   {Data: []byte("return {\n  stimulus = \"noise\",\n  on_enter = function(agent)\n    agent.heard = bt.stimulus()\n  end,\n  behavior = function(agent) return agent.a % 2 == 0 end,\n}\n")},
	"shaky.lua":  {Data: []byte("return {\n  behavior = function(agent)\n    if agent.a % 4 == 1 then\n      return agent.nothing.at_all\n    end\n    return \"success\"\n  end,\n}\n")},
	"ask.lua":    {Data: []byte("return {\n  interval = 0.2,\n  precondition = function(agent) return agent.b % 2 < 1 end,\n  behavior = function(agent)\n    bt.request(agent, \"walk\", { to = agent.a })\n  end,\n}\n")},
	"beside.lua": {Data: []byte("return {\n  non_exclusive = true,\n  behavior = function(agent)\n    bt.board(\"camp\").alarm = agent.a\n  end,\n}\n")},
	"agent.fields": {Data: []byte("a: changes in each tick\nb: is written by scripts\nheard: is written by scripts\n" +
		"nothing: is not set\nstimulus noise: is posted\n")},
}

type generator struct {
	r     *rand.Rand
	b     strings.Builder
	left  int // nodes that may still be added
	kinds []string
}

// Files returns the files of a random game with the trees t0, t1 and t2.
func Files(seed uint64) fstest.MapFS {
	files := fstest.MapFS{}
	for name, f := range scripts {
		files[name] = f
	}
	g := &generator{r: rand.New(rand.NewPCG(seed, 7))}
	for _, k := range behaviors.Kinds {
		if k.Kind != kind.Tree {
			g.kinds = append(g.kinds, k.Name)
		}
	}
	g.b.WriteString("tree part k=1\n  priority\n    act k\n    stay k=k\n\n")
	for t := range 3 {
		fmt.Fprintf(&g.b, "tree t%d\n", t)
		g.left = 5 + g.r.IntN(40)
		g.composite(1, []string{"priority", "parallel", "sequence", "sticky", "utility"}[g.r.IntN(5)], 2, 5)
		g.b.WriteString("\n")
	}
	files["game.bt"] = &fstest.MapFile{Data: []byte(g.b.String())}
	return files
}

func (g *generator) line(depth int, text string, guard bool) {
	g.left--
	g.b.WriteString(strings.Repeat("  ", depth) + text)
	if guard && g.r.IntN(3) == 0 {
		g.b.WriteString(" when " + []string{"a > 2", "a > 1 and b < 40", "not (a == 3)", "a ~= 5", "heard ~= nil or a < 6"}[g.r.IntN(5)])
	}
	g.b.WriteString("\n")
}

func (g *generator) composite(depth int, text string, least, most int) {
	g.line(depth, text, depth > 1)
	for range least + g.r.IntN(most-least+1) {
		g.node(depth + 1)
	}
}

func (g *generator) node(depth int) {
	if depth < 6 && g.left > 0 && g.r.IntN(2) == 0 {
		g.kind(depth)
		return
	}
	leaves := []string{"act", "act 1", "act 2", "stay 3", "stay", "think", "hear", "shaky", "ask", "tree part k=2", "disabled act", "act +"}
	if g.r.IntN(12) == 0 {
		g.b.WriteString(strings.Repeat("  ", depth) + "beside\n")
		return
	}
	g.line(depth, leaves[g.r.IntN(len(leaves))], true)
}

func (g *generator) kind(depth int) {
	k := behaviors.KindNamed(g.kinds[g.r.IntN(len(g.kinds))])
	n := fmt.Sprint(1 + g.r.IntN(3))
	switch k.Kind {
	case kind.Wait, kind.Cooldown, kind.Interval, kind.Delay, kind.Timeout:
		n = fmt.Sprintf("%.1f", float64(1+g.r.IntN(9))/10)
	case kind.Chance:
		n = "60%"
	case kind.Log, kind.Emit, kind.Request:
		n = `"noise"`
	case kind.Set:
		n = "heard=1"
	case kind.Condition, kind.WaitUntil:
		g.line(depth, k.Name+" a > "+n, false)
		return
	case kind.Switch:
		g.line(depth, "switch a % 3", false)
		g.line(depth+1, "stay case=0", false)
		g.line(depth+1, "act case=1", false)
		g.line(depth+1, "idle", false)
		return
	default:
		if k.Positional == 0 {
			n = ""
		}
	}
	least, most := k.Children()
	if k.Kind == kind.Parallel && g.r.IntN(2) == 0 {
		n = "success=one unready=" + []string{"fail", "skip", "refuse"}[g.r.IntN(3)]
	}
	if k.Kind == kind.Filter || k.Kind == kind.Monitor || k.Kind == kind.IfThenElse || k.Kind == kind.WhileDoElse {
		g.line(depth, k.Name, true)
		g.line(depth+1, "condition a > 2", false)
		g.node(depth + 1)
		return
	}
	text := strings.TrimSpace(k.Name + " " + n)
	switch {
	case most == 0:
		g.line(depth, text, true)
	case most == 1:
		g.composite(depth, text, 1, 1)
	default:
		g.composite(depth, text, max(least, 1), 4)
	}
}

// Game is a random game.
type Game struct {
	*bough.Game
	Agents []*bough.Agent
	r      *rand.Rand
}

// Open opens a random game with agents.
func Open(t testing.TB, seed uint64, o bough.Options) *Game {
	t.Helper()
	files := Files(seed)
	o.Seed = seed
	g, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	if err := g.Load().Err(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, files["game.bt"].Data)
	}
	x := &Game{Game: g, r: rand.New(rand.NewPCG(seed, 8))}
	for i := range 6 {
		a, err := g.Spawn(fmt.Sprintf("t%d", i%3), bough.Fields{"a": i, "b": 0.3, "x": float64(i), "y": 1.5})
		if err != nil {
			t.Fatal(err)
		}
		x.Agents = append(x.Agents, a)
	}
	return x
}

var fieldA = engine.KeyOf("a")

// Inputs makes random changes between two ticks.
func (g *Game) Inputs() {
	for _, a := range g.Agents {
		switch g.r.IntN(13) {
		case 0:
			g.World().Post(a.ID(), engine.Stimulus{Name: "noise", Data: value.Number(float64(g.r.IntN(9)))})
		case 1:
			a.EndRequest("walk")
		case 2:
			a.Sleep(time.Duration(g.r.IntN(3)) * DT)
		case 3:
			if a.Paused() {
				a.Resume()
			} else if g.r.IntN(3) == 0 {
				a.Pause()
			}
		case 4:
			if nodes := a.ActiveNodes(); len(nodes) > 0 {
				a.Abort(a.Program().Node(nodes[g.r.IntN(len(nodes))]).Path)
			}
		default:
			a.Set(fieldA, value.Number(float64(g.r.IntN(7))))
		}
	}
	if g.r.IntN(40) == 0 {
		g.Agents[g.r.IntN(len(g.Agents))].Reset()
	}
	if g.r.IntN(60) == 0 {
		g.SetTree(g.Agents[g.r.IntN(len(g.Agents))], fmt.Sprintf("t%d", g.r.IntN(3)))
	}
}

// Step makes inputs and a tick.
func (g *Game) Step() {
	g.Inputs()
	g.Tick(DT)
}
