package inspect

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
)

var keyX, keyFacing = engine.KeyOf("x"), engine.KeyOf("facing")

// TestCrowdOfPast compares the crowd and the list of each tick, as they were while a random game ran, with those that a re-run
// makes later, when agents have moved, have come and have gone.
func TestCrowdOfPast(t *testing.T) {
	for seed := range uint64(*frameSeeds) {
		g := randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
		h := handlerOf(t, g.Game, Options{})
		v := looker(t, h)
		v.crowd = true
		h.updateDemand()
		h.live.attach()
		const ticks = 100
		was := map[int64]*crowdState{}
		lists := map[int64][]wire.AgentRow{}
		for tick := int64(1); tick <= ticks; tick++ {
			for i, a := range g.Agents {
				a.Set(keyX, value.Number(float64(tick)+float64(i)/4))
				a.Set(keyFacing, value.Number(float64(tick)/10))
			}
			switch tick {
			case 40:
				g.Despawn(g.Agents[1])
				g.Agents = slices.Delete(g.Agents, 1, 2)
			case 60:
				a, err := g.Spawn("t0", bough.Fields{"a": 1, "b": 0, "y": 2})
				if err != nil {
					t.Fatal(err)
				}
				g.Agents = append(g.Agents, a)
			}
			h.live.next = time.Time{}
			g.Step()
			s := v.next.after
			for _, a := range g.Agents {
				row := h.live.agentRow(a)
				lists[tick] = append(lists[tick], row)
				for i := range s.list {
					if e := &s.list[i]; e.id == uint32(a.ID()) { // a node that began anew counts from there
						e.since = tick
						if row.Node >= 0 {
							e.since -= int64(a.ActiveFor(row.Node) / randomgame.DT)
						}
					}
				}
			}
			was[tick] = s
		}
		past := newPastReader(h)
		h.live.describe(true)
		rec, err := g.Recording()
		if err != nil {
			t.Fatal(err)
		}
		if past.replay, err = rec.Replay(nil); err != nil {
			t.Fatal(err)
		}
		past.start, past.known = h.stamp().Start, wire.Between(1, ticks)
		for _, tick := range []int64{70, 71, 99, 3, 59, 60, 40, 39, 38, 1, 100} {
			_, s, err := past.frames(t.Context(), tick, nil, true)
			if err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, tick, err)
			}
			want := was[tick]
			if s.tick != tick || s.version != want.version || s.clock != want.clock || s.box != want.box || !slices.Equal(s.list, want.list) {
				t.Fatalf("seed %d, tick %d:\n%v\nwant\n%v", seed, tick, s, want)
			}
			var list []wire.AgentRow
			err = past.list(t.Context(), tick, func(r *roster, stamp wire.Stamp) error {
				if stamp.Tick != tick {
					t.Errorf("a list of tick %d, want %d", stamp.Tick, tick)
				}
				for a := range r.world.Agents() {
					list = append(list, r.agentRow(a))
				}
				return nil
			})
			if err != nil || text(list) != text(lists[tick]) {
				t.Fatalf("seed %d, tick %d: %v\n%s\nwant\n%s", seed, tick, err, text(list), text(lists[tick]))
			}
		}
		past.close()
	}
}

// headOf returns the tick and the flags of a crowd message.
func headOf(data []byte) (tick int64, flags byte) {
	return int64(binary.LittleEndian.Uint32(data[4:])), data[1]
}

// TestLandOfPast looks at the land of a game that goes on: in the past, the places and the way are those of that tick, and the
// present follows in full.
func TestLandOfPast(t *testing.T) {
	x := startMoving(t, Options{
		Place: func(a *bough.Agent) (x, y, heading float64, ok bool) { return a.Get(keyX).Float(), 7, 0, true },
		Path: func(a *bough.Agent) [][2]float64 {
			return [][2]float64{{a.Get(keyX).Float() + 1, 7}}
		},
		PastPlaces: true,
	})
	crowd, present := true, int64(0)
	c := x.dial(wire.Ask{Crowd: &crowd, Watch: []int64{1}})
	wait(t, "60 ticks", func() bool { return x.h.stamp().Tick > 60 })
	for _, tick := range []int64{20, 21, 5, 50} {
		say(t, c, wire.Ask{Seek: &tick})
		gotCrowd, gotPath := false, false
		until(t, c, fmt.Sprint("the land of tick ", tick), func(kind string, data []byte) bool {
			if at, flags := int64(0), byte(0); kind == "crowd" {
				// A difference of that tick is one of the present, from before the page went to the past.
				if at, flags = headOf(data); at == tick && flags == crowdFull {
					e := entries(t, data, crowdFull)[1]
					if x := math.Float32frombits(binary.LittleEndian.Uint32(e[16:])); x != float32(tick) {
						t.Errorf("tick %d: the agent is at %v", tick, x)
					}
					gotCrowd = true
				}
			}
			var f wire.Frame
			if json.Unmarshal(data, &f); kind == "frame" && f.Tick == tick {
				if len(f.Path) != 1 || f.Path[0] != [2]float64{float64(tick) + 1, 7} {
					t.Errorf("tick %d: the way is %v", tick, f.Path)
				}
				gotPath = true
			}
			return gotCrowd && gotPath
		})
	}
	var list wire.Agents
	x.get("/v1/agents?tick=20&q=x+%3D%3D+20", &list)
	if list.Tick != 20 || list.Total != 1 {
		t.Errorf("the agents of tick 20: %s", text(list))
	}
	say(t, c, wire.Ask{Seek: &present})
	until(t, c, "the present", func(kind string, data []byte) bool {
		if kind != "crowd" {
			return false
		}
		tick, flags := headOf(data)
		if tick > 60 && flags != crowdFull {
			t.Errorf("the first crowd of the present has the flags %d", flags)
		}
		return tick > 60
	})
}

// startMoving starts a game whose one agent is at x = tick after each tick.
func startMoving(t *testing.T, o Options) *ticking {
	t.Helper()
	x := start(t, 1, o)
	err := x.g.Do(t.Context(), func() {
		for _, a := range x.g.Agents[1:] {
			x.g.Despawn(a)
		}
		x.g.Agents = x.g.Agents[:1]
		x.g.OnTick(func(time.Duration) { x.g.Agents[0].Set(keyX, value.Number(float64(x.g.World().TickCount()+1))) }, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestNoLandOfPast checks that a page learns why there are no places of the past.
func TestNoLandOfPast(t *testing.T) {
	own := func(a *bough.Agent) (x, y, heading float64, ok bool) { return 1, 2, 0, true }
	for _, c := range []struct {
		name string
		o    Options
		tick int64
		want string
	}{
		{"a function of the present", Options{Place: own}, 5, "PastPlaces"},
		{"a tick that is not kept", Options{}, 1 << 40, "not in the recording"},
	} {
		x := startMoving(t, c.o)
		crowd := true
		wait(t, "10 ticks", func() bool { return x.h.stamp().Tick > 10 || !x.h.use() })
		conn := x.dial(wire.Ask{Crowd: &crowd, Seek: &c.tick})
		until(t, conn, c.name, func(kind string, data []byte) bool {
			var s wire.Status
			json.Unmarshal(data, &s)
			if kind == "crowd" {
				t.Errorf("%s: a crowd came", c.name)
			}
			return kind == "status" && strings.Contains(s.Lost, c.want)
		})
		tick := int64(0)
		say(t, conn, wire.Ask{Seek: &tick})
		until(t, conn, "the present", func(kind string, data []byte) bool {
			var s wire.Status
			json.Unmarshal(data, &s)
			return kind == "status" && s.Lost == ""
		})
	}

	g, h := crowded(t, 3, Options{Keep: -1})
	for range 40 {
		g.Tick(randomgame.DT)
	}
	answer := make(chan string)
	go func() {
		r := httptest.NewRequest("GET", "http://localhost/v1/agents?tick=5", nil)
		r.Header.Set("Authorization", "Bearer "+h.Token())
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		answer <- w.Body.String()
	}()
	for {
		select {
		case text := <-answer:
			var a wire.Agents
			if err := json.Unmarshal([]byte(text), &a); err != nil || a.Total != 3 || a.Tick <= 40 {
				t.Errorf("without a recording, the list of tick 5 is %s", text)
			}
			return
		default:
			g.Tick(randomgame.DT)
		}
	}
}

// TestTreesOfPast checks that a page learns the names of trees that agents ran only in the past.
func TestTreesOfPast(t *testing.T) {
	x := startMoving(t, Options{})
	crowd := true
	c := x.dial(wire.Ask{Crowd: &crowd})
	wait(t, "10 ticks", func() bool { return x.h.stamp().Tick > 10 })
	var before, after wire.Hello
	x.get("/v1/hello", &before)
	if err := x.g.Do(t.Context(), func() { x.g.SetTree(x.g.Agents[0], "t2") }); err != nil {
		t.Fatal(err)
	}
	wait(t, "the other tree", func() bool {
		x.get("/v1/hello", &after)
		return len(after.Trees) > 0 && after.Trees[0].Name == "t2"
	})
	was := before.Trees[0]
	if was.Name != "t0" || slices.ContainsFunc(after.Trees, func(r wire.TreeRef) bool { return r.Index == was.Index }) {
		t.Fatalf("the trees %v, then %v", before.Trees, after.Trees)
	}
	tick := int64(5)
	say(t, c, wire.Ask{Seek: &tick})
	was.Agents = 0
	named := false
	until(t, c, "a crowd of the old tree", func(kind string, data []byte) bool {
		var s wire.Status
		if json.Unmarshal(data, &s); slices.Contains(s.Trees, was) {
			named = true
		}
		if at, _ := headOf(append(data, make([]byte, 8)...)); kind != "crowd" || at != tick {
			return false
		}
		if e := entries(t, data, crowdFull)[1]; int(binary.LittleEndian.Uint16(e[4:])) != was.Index {
			t.Errorf("the agent runs tree %v", e[4:6])
		}
		return true
	})
	if !named {
		until(t, c, "the name of the old tree", func(kind string, data []byte) bool {
			var s wire.Status
			json.Unmarshal(data, &s)
			return slices.Contains(s.Trees, was)
		})
	}
}
