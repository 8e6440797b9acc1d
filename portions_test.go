package bough_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/trees/build"
)

// TestPortionsShowNothing: while a library of hundreds of scripts goes into force over
// several ticks, all agents run its old version in each tick, and then all the new one.
// Who is spawned meanwhile goes with the others. What needs the files has all of it land at
// once, whether scripts are being run at the moment or the exchange is being prepared.
func TestPortionsShowNothing(t *testing.T) {
	const all = 5 // portions
	for _, c := range []struct {
		name      string
		meanwhile func(*bough.Game, int) error
		hastens   bool
	}{
		{"nothing", func(*bough.Game, int) error { return nil }, false},
		{"spawn", func(g *bough.Game, n int) error {
			_, err := g.Spawn(fmt.Sprintf("t%d", 7*n), nil)
			return err
		}, false},
		{"another tree", func(g *bough.Game, n int) error { return g.SetTree(g.World().Agent(engine.AgentID(n)), "t7") }, false},
		{"a tree with parameters", func(g *bough.Game, n int) error {
			_, err := g.Spawn(fmt.Sprintf("t7 speed=%d", 2+n), nil)
			return err
		}, true},
		{"a tree of code", func(g *bough.Game, n int) error {
			tree, err := build.Tree("made").Of(build.Do("s1")).Build()
			if err == nil {
				err = g.AddTrees(tree)
			}
			return err
		}, true},
		{"a pin", func(g *bough.Game, n int) error { g.Pin(); return nil }, true},
	} {
		for at := range all {
			t.Run(fmt.Sprintf("%s at %d", c.name, at), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := newPortioned(t)
					lands := all
					if c.hastens {
						lands = at
					}
					for n := range all + 2 {
						if n == at {
							if err := c.meanwhile(p.game, n+1); err != nil {
								t.Fatal(err)
							}
						}
						p.tick(n >= lands)
					}
					if r := p.landed(); r.Portions != lands || r.Agents < 300 {
						t.Errorf("%d agents after %d portions; want %d", r.Agents, r.Portions, lands)
					}
				})
			})
		}
	}
}

// TestPortionsAndBack: a rollback in the middle has the new version land and goes back;
// Close drops it.
func TestPortionsAndBack(t *testing.T) {
	for at := range 5 {
		synctest.Test(t, func(t *testing.T) {
			p := newPortioned(t)
			for range at {
				p.tick(false)
			}
			if err := p.game.Rollback(1); err != nil {
				t.Fatal(err)
			}
			if len(p.reports) != 2 || p.reports[1].Rollback != 1 || p.reports[1].Agents != 300 {
				t.Errorf("%d reports, the last %+v", len(p.reports), p.reports[len(p.reports)-1])
			}
			p.tick(false)
		})
		synctest.Test(t, func(t *testing.T) {
			p := newPortioned(t)
			for range at {
				p.tick(false)
			}
			if err := p.game.Close(); err != nil || len(p.reports) != 0 {
				t.Errorf("%v after %d reports", err, len(p.reports))
			}
		})
	}
}

// TestCopiesLandAtOnce: where all scripts could be copied, and their code bound, beside the
// ticks, the same library goes into force in the next one.
func TestCopiesLandAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPortionedOf(t, "1")
		p.tick(true)
		if r := p.landed(); r.Portions != 1 || r.Agents != 300 {
			t.Errorf("%d agents after %d portions; want 300 after 1", r.Agents, r.Portions)
		}
	})
}

// portioned is a game in which a library of 300 scripts has been saved.
type portioned struct {
	t       *testing.T
	game    *bough.Game
	reports []*assets.Report
}

// nested returns nodes of a tree, each below the one before.
func nested(script, nodes int) string {
	var s strings.Builder
	for n := range nodes {
		fmt.Fprintf(&s, "%*ss%d\n", 2*n+2, "", script)
	}
	return s.String()
}

// newPortioned has scripts that are run for each worker.
func newPortioned(t *testing.T) *portioned {
	return newPortionedOf(t, "string.gmatch(\"\", \"\")")
}

func newPortionedOf(t *testing.T, words string) *portioned {
	p := &portioned{t: t}
	files, source := fstest.MapFS{"lib/v.lua": file("return 1\n")}, hotreload.NewManual()
	for i := range 300 {
		files[fmt.Sprintf("s%d.lua", i)] = file("local v = require(\"lib.v\")\nlocal words = " + words + "\nreturn { behavior = function(agent) agent.v = words and v end }\n")
		files[fmt.Sprintf("t%d.bt", i)] = file(fmt.Sprintf("tree t%d speed=1\n", i) + nested(i, 10))
	}
	game, err := bough.OpenFS(files, bough.Options{Source: source, Background: true, Workers: 2, OnReload: func(r *assets.Report) { p.reports = append(p.reports, r) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	for i := range 300 {
		if _, err := game.Spawn(fmt.Sprintf("t%d", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	game.Tick(frame)
	p.game, p.reports = game, nil
	files["lib/v.lua"] = file("return 2\n")
	source.Touch("lib/v.lua")
	synctest.Wait()
	return p
}

// tick ticks, and sees that all agents run the new version, or all the old one.
func (p *portioned) tick(landed bool) {
	p.t.Helper()
	p.game.Tick(frame)
	want := 1.0
	if landed {
		want = 2
	}
	for a := range p.game.World().Agents() {
		if v := a.Get(engine.KeyOf("v")).Float(); v != want {
			p.t.Fatalf("tick %d: %s runs version %v; want %v", p.game.World().TickCount(), a.Label(), v, want)
		}
	}
}

// landed returns the report of the library.
func (p *portioned) landed() *assets.Report {
	p.t.Helper()
	if len(p.reports) == 0 || len(p.reports[0].Applied) != 301 || len(p.reports[0].Missing) > 0 {
		p.t.Fatalf("%d reports, the first %+v", len(p.reports), p.reports)
	}
	return p.reports[0]
}
