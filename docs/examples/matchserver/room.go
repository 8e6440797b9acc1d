package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"log"
	"math"
	"slices"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/metrics/prometheus"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect"
	"github.com/bough-dev/bough/luabind/geom"
)

const (
	step         = 50 * time.Millisecond
	width        = 40.0
	height       = 30.0
	speed        = 5.0  // of a player, in units a second
	hearing      = 10.0 // how far a shout goes
	ticksWithout = 1200 // a room without players ends after a minute
)

// Keys are made once: reading a field by a key hashes no string.
var keyX, keyY = engine.KeyOf("x"), engine.KeyOf("y")

// room is a match: a game, its players, and the goroutine of run, which alone uses both. Others call join, leave and apply, which
// wait for the next tick.
type room struct {
	name    string
	game    *bough.Game
	page    *inspect.Handler
	players []*player // by id, so that every state has the same order
	joined  int
	idle    int // ticks without players
}

// player is a client of a room.
type player struct {
	ID   int     `json:"id"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	HP   int     `json:"hp"`
	move [2]float64
	out  chan []byte // the newest state; closed when the room ends
}

// wolf is an agent in a state.
type wolf struct {
	ID    int     `json:"id"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Doing string  `json:"doing"`
}

// state is the message to clients after each tick.
type state struct {
	Tick    int64     `json:"tick"`
	Players []*player `json:"players"`
	Wolves  []wolf    `json:"wolves"`
}

// input is the message of a client. Of several in a tick, the last one counts.
type input struct {
	Move  [2]float64 `json:"move"` // a direction; longer than 1 counts as 1
	Shout bool       `json:"shout"`
}

// openRoom opens a room with three wolves. Scripts are in a folder, which is watched, or in files.
func openRoom(name, folder string, files fs.FS, token string) (*room, error) {
	r := &room{name: name}
	o := bough.Options{
		Seed: uint64(time.Now().UnixNano()), Prefix: "scripts", Watch: folder != "",
		Helpers: map[string][]bough.Helper{
			"geom": geom.Helpers(),
			"pack": {
				bough.Func("nearest(x, y, reach): the number of the nearest player, or nil", r.nearest),
				bough.Func("position(id): where a player stands", r.position),
			},
		},
		OnFault: func(f *engine.Fault) { log.Printf("room %s: %v", name, f) },
		OnReload: func(rep *bough.Report) {
			for _, problem := range rep.Problems {
				log.Printf("room %s: %v", name, problem)
			}
		},
	}
	var err error
	if folder != "" {
		r.game, err = bough.Open(folder, o)
	} else {
		r.game, err = bough.OpenFS(files, o)
	}
	if err != nil {
		return nil, err
	}
	for i := range 3 {
		if _, err := r.game.Spawn("wolf", bough.Fields{"x": 10 + 10*i, "y": height / 2}); err != nil {
			r.game.Close()
			return nil, err
		}
	}
	if r.page, err = inspect.NewHandler(r.game, inspect.Options{Token: token, Acts: true, About: "room " + name}); err != nil {
		r.game.Close()
		return nil, err
	}
	return r, nil
}

// run plays until ctx ends or nobody has been in the room for a while.
func (r *room) run(ctx context.Context, exporter *prometheus.Exporter) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	figures := exporter.With("room", r.name)
	defer figures.Remove()
	loop := &bough.Loop{Game: r.game, Step: step, Before: r.movePlayers}
	loop.After = func() {
		r.carryOut()
		r.broadcast()
		if r.game.World().TickCount()%20 == 0 { // once a second
			figures.Update(loop.Measure)
		}
		if r.idle++; len(r.players) > 0 {
			r.idle = 0
		}
		if r.idle == ticksWithout {
			end()
		}
	}
	defer r.close()
	return loop.Run(ctx)
}

// close ends the game before its connections, which may wait in Do.
func (r *room) close() {
	r.game.Close()
	r.page.Close()
	for _, p := range r.players {
		close(p.out)
	}
}

// join adds a player.
func (r *room) join(ctx context.Context) (*player, error) {
	p := &player{X: width / 2, Y: height - 2, HP: 100, out: make(chan []byte, 1)}
	err := r.game.Do(ctx, func() {
		r.joined++
		p.ID = r.joined
		r.players = append(r.players, p)
	})
	return p, err
}

// leave removes a player.
func (r *room) leave(p *player) {
	r.game.Do(context.Background(), func() {
		r.players = slices.DeleteFunc(r.players, func(q *player) bool { return q == p })
	})
}

// apply does what a player wants. It returns after the next tick has begun, so a client that sends more is slowed down.
func (r *room) apply(ctx context.Context, p *player, in input) error {
	return r.game.Do(ctx, func() {
		p.move = in.Move
		if in.Shout {
			r.shout(p)
		}
	})
}

// shout posts a stimulus to the wolves that hear a player.
func (r *room) shout(p *player) {
	from, _ := value.Of(map[string]any{"x": p.X, "y": p.Y})
	for a := range r.game.World().Agents() {
		if math.Hypot(a.Get(keyX).Float()-p.X, a.Get(keyY).Float()-p.Y) <= hearing {
			r.game.World().Post(a.ID(), engine.Stimulus{Name: "shout", Data: from, TTL: step})
		}
	}
}

// movePlayers moves the players, before the wolves look at them.
func (r *room) movePlayers() {
	for _, p := range r.players {
		length := max(1, math.Hypot(p.move[0], p.move[1]))
		p.X = min(max(p.X+p.move[0]/length*speed*step.Seconds(), 0), width)
		p.Y = min(max(p.Y+p.move[1]/length*speed*step.Seconds(), 0), height)
	}
}

// carryOut carries out what wolves request.
func (r *room) carryOut() {
	for a := range r.game.World().Agents() {
		for channel, request := range a.Requests() {
			if p := r.player(int(request.Data.Table().Get("who").Float())); p != nil && request.Kind == "bite" {
				p.HP = max(p.HP-1, 0)
			}
			a.EndRequest(channel)
		}
	}
}

// broadcast gives each player the state. A client that has not taken the last one gets the new one in its place.
func (r *room) broadcast() {
	s := state{Tick: r.game.World().TickCount(), Players: r.players}
	for a := range r.game.World().Agents() {
		w := wolf{ID: int(a.ID()), X: a.Get(keyX).Float(), Y: a.Get(keyY).Float()}
		if active := a.ActiveNodes(); len(active) > 0 {
			w.Doing = a.Program().Node(active[len(active)-1]).Name
		}
		s.Wolves = append(s.Wolves, w)
	}
	text, err := json.Marshal(s)
	if err != nil {
		log.Printf("room %s: %v", r.name, err)
		return
	}
	for _, p := range r.players {
		select {
		case <-p.out:
		default:
		}
		p.out <- text
	}
}

func (r *room) player(id int) *player {
	for _, p := range r.players {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// nearest is a helper for scripts.
func (r *room) nearest(x, y, reach float64) *int {
	var found *int
	for _, p := range r.players {
		if d := math.Hypot(p.X-x, p.Y-y); d <= reach && p.HP > 0 {
			found, reach = &p.ID, d
		}
	}
	return found
}

// position is a helper for scripts.
func (r *room) position(id int) (x, y float64) {
	if p := r.player(id); p != nil {
		return p.X, p.Y
	}
	return 0, 0
}
