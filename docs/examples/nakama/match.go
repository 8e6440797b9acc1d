// Command nakama is a plugin of the Nakama server with a match whose goblins have scripts. Nakama calls all methods of a match
// on one goroutine, as a game wants it, so the match ticks the game itself and needs no bough.Loop.
package main

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/geom"
	"github.com/heroiclabs/nakama-common/runtime"
)

//go:embed scripts
var embedded embed.FS

const (
	tickRate   = 10
	frame      = time.Second / tickRate
	mostIdle   = 60 * tickRate // ticks without players after which a match ends
	mostPeople = 8
)

// The operation codes of messages.
const (
	opMove  = 1  // from clients: {"x": 3, "y": 4}
	opTaunt = 2  // from clients, without data
	opState = 10 // to clients: a snapshot
)

var keyX, keyY = engine.KeyOf("x"), engine.KeyOf("y")

// InitModule registers the match. Nakama calls it when it loads the plugin.
func InitModule(ctx context.Context, logger runtime.Logger, db *sql.DB, nk runtime.NakamaModule, init runtime.Initializer) error {
	return init.RegisterMatch("goblins", func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error) {
		return match{}, nil
	})
}

// match makes the states of matches, and has none itself.
type match struct{}

var _ runtime.Match = match{}

// state is that of one match.
type state struct {
	game    *bough.Game
	players []*player // in the order in which they joined
	joined  int
	idle    int
}

// player is a presence in a match.
type player struct {
	ID      int     `json:"id"`
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	HP      int     `json:"hp"`
	session string
}

// goblin is an agent in a snapshot.
type goblin struct {
	ID    int     `json:"id"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Doing string  `json:"doing"`
}

// snapshot is the message to clients after each tick.
type snapshot struct {
	Tick    int64     `json:"tick"`
	Players []*player `json:"players"`
	Goblins []goblin  `json:"goblins"`
}

// MatchInit opens the game. The parameter scripts names a folder that is watched, for the server of a designer.
func (match) MatchInit(_ context.Context, logger runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, params map[string]any) (any, int, string) {
	s := &state{}
	if err := s.open(logger, params); err != nil {
		logger.Error("match goblins: %v", err)
		return nil, 0, "" // Nakama then makes no match
	}
	return s, tickRate, `{"game":"goblins"}`
}

// open opens the game, with a goblin at each of two chests.
func (s *state) open(logger runtime.Logger, params map[string]any) error {
	files, err := fs.Sub(embedded, "scripts")
	if err != nil {
		return err
	}
	o := bough.Options{
		Seed: 1, Prefix: "scripts",
		Helpers: map[string][]bough.Helper{
			"geom": geom.Helpers(),
			"players": {
				bough.Func("nearest(x, y, reach): the number of the nearest player, or nil", s.nearest),
				bough.Func("position(id): where a player stands", s.position),
				bough.Func("is_here(id): whether a player is in the match", func(id int) bool { return s.player(id) != nil }),
			},
		},
		OnFault: func(f *engine.Fault) { logger.Warn("%v", f) },
		OnReload: func(r *bough.Report) {
			for _, problem := range r.Problems {
				logger.Warn("%v", problem)
			}
		},
	}
	if folder, ok := params["scripts"].(string); ok {
		o.Watch = true
		s.game, err = bough.Open(folder, o)
	} else {
		s.game, err = bough.OpenFS(files, o)
	}
	if err != nil {
		return err
	}
	for i := range 2 {
		x := float64(10 + 20*i)
		if _, err := s.game.Spawn("goblin", bough.Fields{"x": x, "y": 10, "home_x": x, "home_y": 10}); err != nil {
			s.game.Close()
			return err
		}
	}
	return nil
}

// MatchJoinAttempt lets players in while there is room.
func (match) MatchJoinAttempt(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, st any, _ runtime.Presence, _ map[string]string) (any, bool, string) {
	if s := st.(*state); len(s.players) >= mostPeople {
		return s, false, "the match is full"
	}
	return st, true, ""
}

// MatchJoin adds players.
func (match) MatchJoin(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, st any, presences []runtime.Presence) any {
	s := st.(*state)
	for _, p := range presences {
		s.joined++
		s.players = append(s.players, &player{ID: s.joined, X: 20, Y: 20, HP: 100, session: p.GetSessionId()})
	}
	return s
}

// MatchLeave removes players.
func (match) MatchLeave(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, st any, presences []runtime.Presence) any {
	s := st.(*state)
	for _, p := range presences {
		for i, q := range s.players {
			if q.session == p.GetSessionId() {
				s.players = append(s.players[:i], s.players[i+1:]...)
				break
			}
		}
	}
	return s
}

// MatchLoop makes a tick: inputs, the scripts, what they request, and the snapshot for the clients.
func (match) MatchLoop(_ context.Context, logger runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, dispatcher runtime.MatchDispatcher, _ int64, st any, messages []runtime.MatchData) any {
	s := st.(*state)
	if s.idle++; len(s.players) > 0 {
		s.idle = 0
	}
	if s.idle > mostIdle {
		s.game.Close() // Nakama calls nothing more after nil
		return nil
	}
	for _, m := range messages {
		if err := s.receive(m); err != nil {
			logger.Warn("message of %s: %v", m.GetUserId(), err)
		}
	}
	s.game.Tick(frame)
	s.carryOut()
	text, err := json.Marshal(s.snapshot())
	if err == nil {
		err = dispatcher.BroadcastMessage(opState, text, nil, nil, true)
	}
	if err != nil {
		logger.Error("snapshot: %v", err)
	}
	return s
}

// receive does what a client wants.
func (s *state) receive(m runtime.MatchData) error {
	var p *player
	for _, q := range s.players {
		if q.session == m.GetSessionId() {
			p = q
		}
	}
	switch {
	case p == nil:
		return fmt.Errorf("no player of the match")
	case m.GetOpCode() == opMove:
		var to struct{ X, Y float64 }
		if err := json.Unmarshal(m.GetData(), &to); err != nil {
			return err
		}
		p.X, p.Y = min(max(to.X, 0), 40), min(max(to.Y, 0), 30) // a real game bounds the speed, too
	case m.GetOpCode() == opTaunt:
		by, err := value.Of(map[string]any{"by": p.ID})
		if err != nil {
			return err
		}
		for a := range s.game.World().Agents() {
			if math.Hypot(a.Get(keyX).Float()-p.X, a.Get(keyY).Float()-p.Y) < 8 {
				s.game.World().Post(a.ID(), engine.Stimulus{Name: "taunt", Data: by, TTL: frame})
			}
		}
	default:
		return fmt.Errorf("there is no operation %d", m.GetOpCode())
	}
	return nil
}

// carryOut carries out what goblins request.
func (s *state) carryOut() {
	for a := range s.game.World().Agents() {
		for channel, request := range a.Requests() {
			if p := s.player(int(request.Data.Table().Get("who").Float())); p != nil && request.Kind == "hit" {
				p.HP = max(p.HP-1, 0)
			}
			a.EndRequest(channel)
		}
	}
}

func (s *state) snapshot() snapshot {
	out := snapshot{Tick: s.game.World().TickCount(), Players: s.players}
	for a := range s.game.World().Agents() {
		g := goblin{ID: int(a.ID()), X: a.Get(keyX).Float(), Y: a.Get(keyY).Float()}
		if active := a.ActiveNodes(); len(active) > 0 {
			g.Doing = a.Program().Node(active[len(active)-1]).Name
		}
		out.Goblins = append(out.Goblins, g)
	}
	return out
}

// MatchTerminate ends the match when the server stops.
func (match) MatchTerminate(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, st any, _ int) any {
	st.(*state).game.Close()
	return nil
}

// MatchSignal answers "why goblin#1" with what this goblin would do next, and why: nk.MatchSignal asks it from an RPC.
func (match) MatchSignal(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, st any, data string) (any, string) {
	s := st.(*state)
	for a := range s.game.World().Agents() {
		if data == "why "+a.Label() {
			return s, a.ExplainTick(frame).String()
		}
	}
	return s, "want why and the label of an agent, as in: why goblin#1"
}

func (s *state) player(id int) *player {
	for _, p := range s.players {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// nearest is a helper for scripts.
func (s *state) nearest(x, y, reach float64) *int {
	var found *int
	for _, p := range s.players {
		if d := math.Hypot(p.X-x, p.Y-y); d <= reach && p.HP > 0 {
			found, reach = &p.ID, d
		}
	}
	return found
}

// position is a helper for scripts.
func (s *state) position(id int) (x, y float64) {
	if p := s.player(id); p != nil {
		return p.X, p.Y
	}
	return 0, 0
}

func main() {} // a plugin has one that is not called
