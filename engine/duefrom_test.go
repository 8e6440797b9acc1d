package engine

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine/value"
)

var (
	dueFromWorlds = flag.Int("duefrom.worlds", 8, "how many pairs of worlds TestDueFrom compares")
	dueFromSeed   = flag.Uint64("duefrom.seed", 1, "seed of the first of them")
)

// nap is a behavior that sometimes sleeps, and sets a field that some agents watch.
type nap struct{}

func (nap) Bind(int, Params) Binding { return nap{} }

func (nap) Call(c *Context, h Hook) (Answer, error) {
	if c.Rand().Float64() < 0.2 {
		c.Sleep(time.Duration(c.Rand().Float64() * float64(time.Second)))
	}
	if c.Rand().Float64() < 0.1 {
		c.agent.Set(KeyOf("hp"), value.Number(1))
	}
	if c.Rand().Float64() < 0.02 {
		c.ResetAgent()
	}
	return Answer{Status: Running}, nil
}

// TestDueFrom compares two worlds in which the same happens at random. In one of them each tick asks all agents whether
// they are due; the other skips agents by dueFrom.
func TestDueFrom(t *testing.T) {
	p, err := Compile(Definition{Name: "a", Root: &Node{Behavior: &Behavior{ID: 1, Name: "nap", Hooks: [NumHooks]bool{HookBehavior: true}, Code: nap{}}}})
	if err != nil {
		t.Fatal(err)
	}
	resolver := Resolver{
		Program:  func(string) *Program { return p },
		Behavior: func(string) *Behavior { return p.behaviors[0] },
	}
	skipped := 0
	for seed := *dueFromSeed; seed < *dueFromSeed+uint64(*dueFromWorlds); seed++ {
		d := rand.New(rand.NewPCG(seed, 0))
		fast, slow := NewWorld(Options{Workers: 1 + int(seed%3)}), NewWorld(Options{})
		both := func(f func(w *World)) { f(fast); f(slow) }
		each := func(f func(a *Agent)) {
			id := AgentID(1 + d.Int64N(int64(fast.nextID)))
			both(func(w *World) {
				if a := w.Agent(id); a != nil {
					f(a)
				}
			})
		}
		both(func(w *World) {
			for range 20 {
				w.Spawn(p, "a")
			}
		})
		var kept []byte
		for step := range 300 {
			long := time.Duration(d.IntN(4000)-1000) * time.Millisecond
			switch d.IntN(17) {
			case 0:
				each(func(a *Agent) { a.Sleep(long) })
			case 1:
				each(func(a *Agent) { a.SetPeriod(long, KeyOf("hp")) })
			case 2:
				each(func(a *Agent) { a.world.Post(a.id, Stimulus{Name: "noise"}) })
			case 3:
				each(func(a *Agent) { a.Set(KeyOf("hp"), value.Number(2)) })
			case 4:
				each(func(a *Agent) { a.Pause() })
			case 5:
				each(func(a *Agent) { a.Step() })
			case 6:
				each(func(a *Agent) { a.Resume() })
			case 7:
				on := long > time.Second
				each(func(a *Agent) { a.Suspend(on) })
			case 8:
				each(func(a *Agent) { a.Reset() })
			case 9:
				each(func(a *Agent) { a.SetTree(p) })
			case 10:
				each(func(a *Agent) { a.Impose(Request{Kind: "hit"}); a.EndRequest("body") })
			case 11:
				each(func(a *Agent) { a.world.Despawn(a.id) })
			case 12:
				both(func(w *World) { w.Spawn(p, "b") })
			case 13:
				n := d.IntN(20)
				both(func(w *World) { w.LimitTurns(n, time.Second) })
			case 14:
				if kept != nil && d.IntN(4) == 0 {
					both(func(w *World) {
						if err := w.Restore(kept, resolver); err != nil {
							t.Fatal(err)
						}
					})
				} else if kept, err = slow.Snapshot(); err != nil {
					t.Fatal(err)
				}
			case 15:
				each(func(a *Agent) { a.Abort(a.code.prog.info[0].path) })
			case 16:
				each(func(a *Agent) {
					data, err := a.Snapshot()
					if a.world.Despawn(a.id); err == nil {
						_, err = a.world.SpawnSnapshot(data, resolver)
					}
					if err != nil {
						t.Fatal(err)
					}
				})
			}
			for i, from := range slow.agents.dueFrom {
				if from != math.MaxInt64 {
					slow.agents.dueFrom[i] = 0
				}
			}
			for _, from := range fast.agents.dueFrom {
				if from > fast.clock+int64(100*time.Millisecond) && from != math.MaxInt64 {
					skipped++
				}
			}
			both(func(w *World) { w.Tick(100 * time.Millisecond) })
			a, errA := fast.Snapshot()
			b, errB := slow.Snapshot()
			if errA != nil || errB != nil || !bytes.Equal(a, b) {
				t.Fatalf("-duefrom.seed %d: step %d: the worlds differ: %v %v", seed, step, errA, errB)
			}
		}
		both((*World).Close)
	}
	if skipped < 1000 {
		t.Errorf("only %d turns are skipped", skipped)
	}
}
