package inspect

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/cost"
)

// playback is a recording that is shown in place of a game. A goroutine replays it once, so that it is known what all agents
// ran; its end is the present.
type playback struct {
	recording *bough.Recording
	game      func() bough.Options
	offset    int64
	ended     chan struct{} // closed when all is replayed
	spent     *cost.Counter // in the ticks since the last ones that Handler.costs has

	mu     sync.Mutex // of replay, and of Handler.live
	replay *bough.Replay
	err    error // why the replay ended early
}

// NewReplay returns a handler that shows a recording, which must stay open until the handler is closed. game is that of
// Recording.Replay. Options.Acts and Options.Pace are not used, since nothing can be changed. Options.Place and Options.Path
// are called on other goroutines, one at a time, and so is Options.Land. game is called on other goroutines, several at a time.
func NewReplay(r *bough.Recording, game func() bough.Options, o Options) (*Handler, error) {
	if r == nil {
		return nil, errors.New("inspect: no recording; open one with bough.OpenRecording")
	}
	o.Acts, o.Pace, o.PastPlaces = false, nil, true
	if o.About == "" {
		o.About = r.About()
	}
	h, err := newHandler(o)
	if err != nil {
		return nil, err
	}
	f := &playback{recording: r, game: game, ended: make(chan struct{})}
	if f.replay, err = r.Replay(game); err != nil {
		h.stop()
		return nil, err
	}
	h.playback = f
	h.live = newLive(h, f.replay.Game())
	f.offset = f.replay.At() - f.replay.Game().World().TickCount()
	h.past = newPastReader(h)
	h.live.begin()
	f.measure()
	h.attached = true
	h.work.Add(1)
	go func() {
		defer h.work.Done()
		defer close(f.ended)
		f.play(h)
	}()
	return h, nil
}

// measure makes the replay's game tell what behaviors cost.
func (f *playback) measure() {
	f.spent = cost.New(nil)
	f.replay.Game().Runtime().TraceCalls(f.spent.Count)
}

// play replays the whole recording.
func (f *playback) play(h *Handler) {
	for h.ctx.Err() == nil && f.next(h) {
	}
}

// tick replays a tick. A panic in Go code of the game ends the playback, and not the process.
func (f *playback) tick() (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = panicked(x)
		}
	}()
	return f.replay.Tick()
}

func (f *playback) next(h *Handler) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := h.live
	err := f.tick()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			f.err = err
		}
		l.describe(true)
		l.due = true // the present of all pages
		h.publish(l, nil)
		return false
	}
	if g := f.replay.Game(); g != l.game || g.World() != l.world || g.World().TickCount() != l.tick+1 {
		l.game = g
		f.offset = f.replay.At() - g.World().TickCount()
		l.restart()
		f.measure()
		return true
	}
	hash := l.game.Bundle().Hash
	h.mu.Lock()
	if h.versions[hash] == 0 {
		h.versions[hash] = len(h.versions) + 1
	}
	v := h.versions[hash]
	h.mu.Unlock()
	if v != l.version {
		l.reloaded(v)
	}
	l.tick = l.world.TickCount()
	h.hist.look(l.world, l.tree)
	if l.tick%rerunTicks == 0 {
		h.mu.Lock()
		h.costs.add(wire.Between(max(l.tick-rerunTicks+1, 1), l.tick), f.spent)
		h.mu.Unlock()
		f.measure()
	}
	l.describe(false)
	return true
}

// do runs a function while the playback stands still.
func (f *playback) do(ctx context.Context, fn func(l *live) error, l *live) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if ctx.Err() != nil {
		return refuse(statusServiceUnavailable, tr.T("the request was given up"))
	}
	return fn(l)
}

// known returns what Known says of the playback. f.mu must be held.
func (f *playback) known() (past wire.Range, why string, replies bool) {
	past.From, past.To = f.recording.Ticks()
	past.From, past.To = max(past.From-f.offset, 1), past.To-f.offset
	if f.err != nil {
		why = f.err.Error()
		past.To = min(past.To, f.replay.At()-f.offset)
	}
	if d := f.recording.Damage(); d != nil && why == "" {
		why = d.Error()
	}
	return past, why, f.recording.Replies()
}

func (f *playback) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.replay.Close()
}
