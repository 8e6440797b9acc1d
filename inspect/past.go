package inspect

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/internal/rows"
)

// pastReader makes frames of the past with a replay of its own. Each viewer that looks at the past has one, and so have
// requests together. Its methods may be called by any goroutine; they take turns.
type pastReader struct {
	h *Handler

	turn   chan struct{} // has room for the one that uses what follows
	replay *bough.Replay // nil until it is needed
	known  wire.Range    // ticks of the recording, as the world counts them
	offset int64         // see present.offset
	gap    string        // why known ends before the present, or ""
	doubt  string        // why a writer may be another one
	start  string        // Stamp.Start of the game that is recorded
	blocks []*frameBlock // the one used last is the last one
	fields []*fieldBlock // in the same order
	spare  time.Duration // see blockTime
	closed bool
	game   *bough.Game // that agents is for
	agents *roster
}

// frameBlock has the frames of some agents in a block of ticks.
type frameBlock struct {
	wire.Range
	size   int                  // number of rows and fields
	frames map[int64][]*message // by agent; an agent that is not there yet has frames with Gone
	crowds []*crowdState        // nil if nobody has asked for them
}

// The bounds of a pastReader. Blocks of ticks are replayed together, so that going back one tick mostly finds a frame.
const (
	blockTicks = 32
	maxBlocks  = 8
	maxKept    = 200_000 // rows and fields in all frames that are kept

	entriesPerRow = 8 // entries of a crowd that take the memory of a row or field
)

// blockTime is the time after which a block ends with the tick that is asked for, since the ticks of the game are slow.
const blockTime = 250 * time.Millisecond

func newPastReader(h *Handler) *pastReader {
	return &pastReader{h: h, turn: make(chan struct{}, 1), spare: blockTime}
}

// use waits for the turn of the caller and calls f with a replay that has a tick, until ctx ends. A panic in Go code of the
// game, which a re-run calls again, becomes an error, since it must not end the process with the game.
func (a *pastReader) use(ctx context.Context, tick int64, f func() error) (err error) {
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() {
		if x := recover(); x != nil {
			err = refuse(statusInternalServerError, noPastText(panicked(x).Error()))
			a.drop()
		}
		<-a.turn
	}()
	if err := a.reach(ctx, tick); err != nil {
		return err
	}
	return f()
}

// panicked says that a re-run has panicked.
func panicked(x any) error {
	return errors.New(tr.F("Go code of the game panicked in a re-run: %v", x))
}

// drop closes the replay.
func (a *pastReader) drop() {
	p := a.replay
	a.replay, a.blocks, a.fields, a.game, a.agents = nil, nil, nil, nil, nil
	if p != nil {
		defer func() { recover() }() // the game may panic again; its process must go on
		p.Close()
	}
}

// roster describes the agents of the replay's game.
func (a *pastReader) roster() *roster {
	g := a.replay.Game()
	if g != a.game {
		a.game, a.agents = g, &roster{h: a.h, game: g, trees: a.h.trees.cache(), deepest: map[*tree]map[string]int32{}}
	}
	a.agents.world = g.World()
	return a.agents
}

// cache returns the trees of the replay's game.
func (a *pastReader) cache() *treeCache { return a.roster().trees }

func (a *pastReader) close() {
	a.turn <- struct{}{}
	a.closed = true
	a.drop()
	<-a.turn
}

// noPast returns the reply for an error of a replay.
func noPast(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return refuse(statusConflict, noPastText(err.Error()))
}

func noPastText(why string) string { return tr.F("the past of values is not known: %s", why) }

// reach makes the replay one that has a tick, if the game has it.
func (a *pastReader) reach(ctx context.Context, tick int64) error {
	a.h.mu.Lock()
	start := a.h.present.stamp.Start
	a.h.mu.Unlock()
	if a.closed {
		return refuse(statusServiceUnavailable, tr.T("the inspector is closed"))
	}
	if a.start != start {
		a.drop()
	}
	if a.replay == nil || tick > a.known.To {
		if err := a.follow(ctx, start); err != nil {
			return err
		}
	}
	if tick < a.known.From || tick > a.known.To {
		why := ""
		if a.gap != "" && tick > a.known.To {
			why = tr.F(": %s", a.gap)
		}
		return refuse(statusNotFound, tr.F("tick %d is not in the recording; it has the ticks %d to %d%s", tick, a.known.From, a.known.To, why))
	}
	return nil
}

// follow gets the present recording of the game.
func (a *pastReader) follow(ctx context.Context, start string) error {
	rec, err := a.h.recording(ctx)
	if err != nil {
		return err
	}
	if rec.known.From > rec.known.To {
		return refuse(statusNotFound, noPastText(cmp.Or(rec.gap, tr.T("nothing is recorded yet"))))
	}
	if a.replay != nil {
		if err := a.replay.Use(rec.Recording); err != nil {
			a.drop()
		}
	}
	if a.replay == nil {
		if a.replay, err = rec.Replay(rec.game); err != nil {
			return refuse(statusConflict, noPastText(err.Error()))
		}
	}
	a.start, a.known, a.offset, a.gap = start, rec.known, rec.offset, rec.gap
	if a.doubt = ""; !rec.Replies() {
		a.doubt = tr.T("the replies of helpers are not recorded, so that they may have been others; set Options.Record.Replies")
	}
	return nil
}

// recording returns the recording of the game.
func (h *Handler) recording(ctx context.Context) (r recorded, err error) {
	if f := h.playback; f != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		first, last := f.recording.Ticks()
		return recorded{Recording: f.recording, game: f.game, offset: f.offset, known: wire.Between(max(first-f.offset, 1), last-f.offset)}, nil
	}
	err = h.do(ctx, func(l *live) error {
		r = l.recording()
		return nil
	})
	return r, err
}

// show replays a range of ticks and calls each after each of them, until it returns false. ids are the agents that get
// probes; explain is set if there will be frames, and trace if the writers of fields are wanted. each must not keep the probes.
func (a *pastReader) show(ctx context.Context, in wire.Range, ids []int64, explain, trace bool, each func(tick int64, stamp wire.Stamp, probes map[int64]*probe) bool) error {
	in = wire.Between(max(in.From, a.known.From), min(in.To, a.known.To))
	writers, world := writerLogs{}, (*engine.World)(nil)
	enter := func(w *engine.World) { // what is known of agents of another world, before a restart, is not about this one
		if w != world {
			clear(writers)
			for _, id := range ids {
				writers[id] = newWriterLog()
			}
			world = w
		}
	}
	if trace {
		a.replay.TraceWrites(func(w engine.Write) {
			if w.Agent != nil {
				enter(w.Agent.World())
			}
			writers.note(w, ids, a.offset, a.doubt, &a.h.written)
		})
		defer a.replay.TraceWrites(nil)
	}
	if err := a.replay.GoToContext(ctx, in.From-1+a.offset); err != nil {
		return noPast(err)
	}
	probes, board := map[int64]*probe{}, &boards{}
	var game *bough.Game
	var stop func()
	join := func() {
		if game = a.replay.Game(); game == nil {
			return
		}
		clear(probes)
		enter(game.World())
		meet := func() {
			for _, id := range ids {
				if x := game.World().Agent(engine.AgentID(id)); x != nil && probes[id] == nil {
					probes[id] = watch(game, x, a.cache(), board)
					probes[id].writers, probes[id].steps = writers[id], map[int]int64{}
				}
			}
		}
		meet()
		if explain {
			var mu sync.Mutex // of workers
			game.Runtime().TraceCalls(func(c *engine.Context, _ bool, spent quota.Spent) {
				if c.Explaining() {
					return
				}
				if p := probes[int64(c.Agent().ID())]; p != nil {
					mu.Lock()
					p.steps[c.Node()] += int64(spent.Steps)
					mu.Unlock()
				}
			})
		}
		board.look(game.World())
		stop = game.OnTick(func(dt time.Duration) {
			meet()
			for _, p := range probes {
				p.before(dt, explain)
			}
		}, func() {
			board.look(game.World())
			for _, p := range probes {
				p.after()
			}
		})
	}
	leave := func() {
		if stop != nil {
			stop()
			game.Runtime().TraceCalls(nil)
		}
		for _, p := range probes {
			p.stop()
		}
	}
	join()
	defer func() { leave() }()
	for tick := in.From; tick <= in.To; tick++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := a.replay.Prepare()
		if a.replay.Game() != game { // it was restarted or restored
			leave()
			join()
		}
		if err == nil {
			err = a.replay.Tick()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return noPast(err)
		}
		more := each(tick, a.stamp(game), probes)
		for _, p := range probes {
			p.done()
		}
		if !more {
			return nil
		}
	}
	return nil
}

// writerLogs has the writers of fields, by agent.
type writerLogs map[int64]*writerLog

// writerLog has the last writer of each field of an agent, and the writes of the current tick.
type writerLog struct {
	last  map[string]*wire.Writer
	fresh []written
}

// written is a write that has changed a field, or the first one that is known.
type written struct {
	name string
	is   string // the value as a text
	by   *wire.Writer
}

func newWriterLog() *writerLog { return &writerLog{last: map[string]*wire.Writer{}} }

func (s writerLogs) note(w engine.Write, ids []int64, offset int64, doubt string, pages *pageWrites) {
	if w.Board != "" || w.Agent == nil || !slices.Contains(ids, int64(w.Agent.ID())) {
		return
	}
	id := int64(w.Agent.ID())
	again := w.Was.Identical(w.Is)
	if s[id] == nil {
		s[id] = newWriterLog()
	}
	if again && s[id].last[w.Key] != nil {
		return // who gave the field its value is of interest
	}
	by := writerOf(w, offset, doubt, pages)
	s[id].last[w.Key] = by
	s[id].fresh = append(s[id].fresh, written{w.Key, fieldOf(w.Key, w.Is).Text, by})
}

// writerOf returns the writer of a write.
func writerOf(w engine.Write, offset int64, doubt string, pages *pageWrites) *wire.Writer {
	by := &wire.Writer{Tick: w.Tick - offset, Node: w.Node, Was: rows.Text(clip(w.Was.String())), Again: w.Was.Identical(w.Is), Doubt: doubt}
	if w.Prog == nil || w.Node < 0 {
		by.Node = -1
		at := pageWrite{tick: by.Tick, board: w.Board, name: w.Key}
		if w.Board == "" {
			at.agent = int64(w.Agent.ID())
		}
		if pages.has(at) {
			by.Hook = byPage
		}
		return by
	}
	n := w.Prog.Node(w.Node)
	by.Behavior, by.Hook = n.Name, w.Hook.String()
	if w.Helper != "" {
		by.Hook += ", by " + w.Helper
	}
	if w.At.Line > 0 {
		by.Pos = w.At.File + ":" + strconv.Itoa(w.At.Line)
	}
	if w.Board != "" && w.Agent != nil {
		by.Agent = w.Agent.Label()
	}
	return by
}

// stamp returns the stamp of the replay's last tick.
func (a *pastReader) stamp(g *bough.Game) wire.Stamp {
	return wire.Stamp{Schema: wire.Schema, Start: a.start, Version: a.h.versionOf(g), Tick: g.World().TickCount(), Clock: g.World().Clock().Seconds()}
}

// versionOf returns the version that the files of a replay had in the game.
func (h *Handler) versionOf(g *bough.Game) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	hash := g.Bundle().Hash
	v := h.versions[hash]
	if v == 0 && h.playback != nil {
		v = len(h.versions) + 1
		h.versions[hash] = v
	}
	return v
}

// frames returns the frames of some agents in a tick and, if it is wanted, the crowd. It replays the block around the tick,
// and keeps what it has.
func (a *pastReader) frames(ctx context.Context, tick int64, ids []int64, crowd bool) (list []*message, all *crowdState, err error) {
	err = a.use(ctx, tick, func() error {
		r := a.kept(tick, ids, crowd)
		if r == nil {
			var err error
			if r, err = a.replayBlock(ctx, tick, ids, crowd); err != nil {
				return err
			}
		}
		if k := int(tick - r.From); k < len(r.crowds) {
			all = r.crowds[k]
		}
		for _, id := range ids {
			if k := int(tick - r.From); k < len(r.frames[id]) {
				f := *r.frames[id][k].frame
				f.Fields = slices.Clone(f.Fields)
				a.h.addOlderWriters(&f, r.From-1) // more may be known than when the frame was made
				list = append(list, newMessage(&f, nil))
			}
		}
		return nil
	})
	return list, all, err
}

// kept returns a block that has a tick of all agents, or nil.
func (a *pastReader) kept(tick int64, ids []int64, crowd bool) *frameBlock {
	for i, r := range a.blocks {
		if tick < r.From || tick > r.To || crowd && r.crowds == nil || slices.ContainsFunc(ids, func(id int64) bool { return r.frames[id] == nil }) {
			continue
		}
		a.blocks = append(slices.Delete(a.blocks, i, i+1), r)
		return r
	}
	return nil
}

// replayBlock re-runs the block with a tick and returns its frames. A block that ended early is continued by another one.
func (a *pastReader) replayBlock(ctx context.Context, asked int64, ids []int64, crowd bool) (*frameBlock, error) {
	begin, from := time.Now(), (asked-1)/blockTicks*blockTicks+1
	block := wire.Between(max(from, a.known.From), from+blockTicks-1)
	for _, r := range a.blocks {
		if block.From <= r.From && r.To < asked {
			block.From = r.To + 1
		}
	}
	r := &frameBlock{Range: wire.Between(block.From, block.From-1), frames: map[int64][]*message{}}
	built := newLogBuilder(ids)
	err := a.show(ctx, block, ids, true, true, func(tick int64, stamp wire.Stamp, probes map[int64]*probe) bool {
		r.To = tick
		for _, id := range ids {
			f := &wire.Frame{Stamp: stamp, Type: "frame", Agent: id, Gone: true, Sentence: tr.T("is not in the world")}
			if p := probes[id]; p != nil {
				built.note(id, tick, p)
				f = p.frame(stamp)
				f.Path = a.h.pastPath(p.agent)
			}
			r.frames[id] = append(r.frames[id], newMessage(f, nil))
			r.size += len(f.Rows) + len(f.Fields)
		}
		if crowd {
			all := a.roster().crowdAt(stamp)
			r.crowds = append(r.crowds, all)
			r.size += len(all.list) / entriesPerRow
		}
		return tick < asked || time.Since(begin) < a.spare
	})
	if err != nil {
		return nil, err
	}
	built.close(a.h, a.start, r.Range)
	a.blocks = append(slices.DeleteFunc(a.blocks, func(x *frameBlock) bool { return x.From == r.From }), r)
	size := 0
	for _, x := range a.blocks {
		size += x.size
	}
	for len(a.blocks) > maxBlocks || size > maxKept && len(a.blocks) > 1 {
		size -= a.blocks[0].size
		a.blocks = slices.Delete(a.blocks, 0, 1)
	}
	return r, nil
}

// logBuilder collects what a re-run adds to the event logs of agents.
type logBuilder map[int64]*logPart

func newLogBuilder(ids []int64) logBuilder {
	b := logBuilder{}
	for _, id := range ids {
		b[id] = &logPart{}
	}
	return b
}

func (b logBuilder) note(id, tick int64, p *probe) {
	c := b[id]
	c.ends = append(c.ends, p.ends...)
	c.lanes = append(c.lanes, p.lanes...)
	if p.board != nil {
		c.lanes = append(c.lanes, p.board.lanes...)
	}
	c.writes = append(c.writes, p.writes...)
}

// close adds them to what is known of the game with a Stamp.Start, unless another one has begun.
func (b logBuilder) close(h *Handler, start string, in wire.Range) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.present.stamp.Start != start {
		return
	}
	for id, c := range b {
		c.Range = in
		h.eventLog(id).add(*c)
	}
}

// fill re-runs the newest block whose ends are not known for some agents, and reports whether there may be more. There is no
// more if the block is not known afterwards, since there is too much to keep, or since the replay has ended early.
func (a *pastReader) fill(ctx context.Context, ids []int64) (more bool, err error) {
	a.h.mu.Lock()
	past := a.h.present.past
	a.h.mu.Unlock()
	if past.From > past.To || len(ids) == 0 {
		return false, nil
	}
	for from := (past.To-1)/blockTicks*blockTicks + 1; from+blockTicks > past.From && from > past.To-maxFill; from -= blockTicks {
		block := wire.Between(max(from, past.From), min(from+blockTicks-1, past.To))
		var missing []int64
		a.h.mu.Lock()
		for _, id := range ids {
			if !a.h.logs[id].knows(block) {
				missing = append(missing, id)
			}
		}
		a.h.mu.Unlock()
		if len(missing) == 0 {
			continue
		}
		err := a.use(ctx, block.To, func() error {
			built, last := newLogBuilder(missing), block.From-1
			err := a.show(ctx, block, missing, false, true, func(tick int64, _ wire.Stamp, probes map[int64]*probe) bool {
				last = tick
				for id, p := range probes {
					built.note(id, tick, p)
				}
				return true
			})
			if err == nil {
				built.close(a.h, a.start, wire.Between(block.From, last))
			}
			return err
		})
		if err != nil {
			return false, err
		}
		a.h.mu.Lock()
		defer a.h.mu.Unlock()
		return !slices.ContainsFunc(missing, func(id int64) bool { return !a.h.logs[id].knows(block) }), nil
	}
	return false, nil
}

// maxFill bounds the number of ticks that fill re-runs for each agent.
const maxFill = 4096
