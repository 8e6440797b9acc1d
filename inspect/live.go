package inspect

import (
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/inspect/wire"
	catalog "github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/bough-dev/bough/luabind"
)

// live observes a game, on the goroutine that ticks it. For a recording, the game is that of a replay.
type live struct {
	roster
	stop func() // of OnTick; nil while the game is not observed
	tick int64  // last tick
	step time.Duration

	release func()    // ends the recording for pages; nil if there is none
	refused error     // why there is none
	retry   time.Time // when keep is called again

	probes   map[engine.AgentID]*probe
	toldGone map[engine.AgentID]bool // watched agents that are gone
	board    *boards
	writers  writerLogs // who wrote the fields of watched agents
	tracing  bool       // writes are traced
	due      bool       // frames are made in this tick
	next     time.Time
	took     time.Duration // by before, in this tick
	state    time.Time     // when the present was last described in full
	asks     []*ask

	marksTo   int64 // marks of the recording from earlier ticks are noted
	marksKept bool  // the recording goes on, and has marks of errors

	version int
	crowd   *crowdState

	raised      int64 // errors when the problems were updated last
	quarantined int   // behaviors in quarantine then
}

// ask is a question about the next decision of an agent.
type ask struct {
	agent engine.AgentID
	node  int
	done  chan struct{} // closed when answer is set
	reply *engine.Explanation
	prog  *engine.Program // that reply is about
	stamp wire.Stamp
}

func newLive(h *Handler, g *bough.Game) *live {
	return &live{roster: roster{h: h, game: g, trees: h.trees.cache()}}
}

// attach begins to observe the game, if it is not observed yet, and notices a restart. It must be called between ticks.
func (l *live) attach() {
	if l.stop != nil {
		if !l.continues() {
			l.restart()
		}
		return
	}
	l.game.Load()
	l.keep()
	l.stop = l.game.OnTick(l.before, l.after)
	if w := l.game.World(); l.world != nil && (l.world != w || w.TickCount() < l.tick) {
		l.restart()
	} else {
		l.begin()
	}
	l.h.mu.Lock()
	l.h.attached = true
	l.h.mu.Unlock()
}

// detach ends the observation.
func (l *live) detach() {
	l.stop()
	l.stop = nil
	l.unkeep()
	l.h.dropPast()
	l.forget()
	l.h.hist.reset(l.tick)
	l.h.mu.Lock()
	l.h.logs = map[int64]*eventLog{}
	l.h.mu.Unlock()
}

// forget drops what belongs to agents of the present world.
func (l *live) forget() {
	for _, p := range l.probes {
		p.stop()
	}
	l.untrace()
	l.probes, l.toldGone, l.board, l.crowd = map[engine.AgentID]*probe{}, map[engine.AgentID]bool{}, &boards{}, nil
	l.deepest, l.writers = map[*tree]map[string]int32{}, writerLogs{}
}

// untrace ends the trace of writes.
func (l *live) untrace() {
	if l.tracing {
		l.game.Runtime().TraceWrites(l.game.World(), nil)
		l.tracing = false
	}
}

// begin looks at a world for the first time.
func (l *live) begin() {
	l.world, l.tick, l.raised = l.game.World(), l.game.World().TickCount(), -1
	l.forget()
	l.marksTo, l.marksKept = 0, false
	l.version = l.game.Bundle().Version
	l.h.mu.Lock()
	for _, v := range l.game.Versions() {
		l.h.versions[v.Hash] = v.Number
	}
	l.h.versions[l.game.Bundle().Hash] = l.version
	l.h.mu.Unlock()
	l.h.hist.reset(l.tick)
	if r := l.recording(); l.h.playback == nil && (r.Recording == nil || !r.Replies() || r.known.From > l.tick || r.known.To != l.tick) {
		l.h.hist.backfill(l.world, l.tree) // otherwise a re-run gives the ticks before, of all agents
	} else {
		l.h.hist.meet(l.world)
	}
	l.h.mu.Lock()
	l.h.logs, l.h.costs = map[int64]*eventLog{}, costs{}
	l.h.mu.Unlock()
	l.describe(true)
}

// continues reports whether the world is the one of the last tick, and no other tick was made since.
func (l *live) continues() bool {
	return l.game.World() == l.world && l.world.TickCount() == l.tick
}

// before is called right before each tick.
func (l *live) before(dt time.Duration) {
	now := time.Now()
	l.h.mu.Lock()
	wanted, watching, interval := l.h.wanted(now), l.h.watching, l.h.interval
	l.h.attached = wanted // a page that comes from now on attaches again
	l.h.mu.Unlock()
	if !wanted {
		l.detach()
		return
	}
	if !l.continues() {
		l.restart()
	}
	l.step = dt
	if v := l.game.Bundle().Version; v != l.version {
		l.reloaded(v)
	}
	l.watch(watching)
	if l.due = !now.Before(l.next) || l.stepping(); l.due {
		l.next = now.Add(interval)
	}
	for _, p := range l.probes {
		p.before(dt, l.due)
	}
	l.answer(dt)
	l.took = time.Since(now)
}

// stepping reports whether the tick is one that was asked for in a paused game. It may be the last one for long, so that it has
// frames.
func (l *live) stepping() bool { return l.h.o.Pace != nil && l.h.o.Pace.Paused() }

// restart begins anew after Restart or Restore. Start changes first, so that a re-run of the game before adds nothing.
func (l *live) restart() {
	w := l.game.World()
	l.h.written.forget()
	l.h.mu.Lock()
	s := &l.h.present.stamp
	s.Start, s.Tick, s.Clock = rand.Text(), w.TickCount(), w.Clock().Seconds()
	l.h.updates = updates{dropped: l.h.updates.dropped + len(l.h.updates.marks), treesNo: l.h.updates.treesNo + 1, probsNo: l.h.updates.probsNo + 1, trees: l.h.updates.trees, problems: l.h.updates.problems}
	l.h.updates.mark(wire.Mark{Tick: s.Tick, Kind: "restart", Text: tr.T("another game begins")})
	l.h.mu.Unlock()
	if l.game.RecordingErr() != nil {
		l.unkeep()
		l.keep()
	}
	l.begin()
}

// reloaded notes that another version of the files is in force.
func (l *live) reloaded(version int) {
	text := fmt.Sprintf("v%d", version)
	b := l.game.Bundle()
	for _, v := range l.game.Versions() {
		if v.Number == version && len(v.Changed) > 0 {
			text += " " + v.Changed[0]
			if n := len(v.Changed) - 1; n > 0 {
				text += tr.F(" and %d more", n)
			}
		}
	}
	l.version, l.raised = version, -1
	l.h.mu.Lock()
	l.h.versions[b.Hash] = version
	l.h.mu.Unlock()
	_, used := l.programs()
	l.trees.forget(used)
	l.deepest = map[*tree]map[string]int32{}
	l.mark(wire.Mark{Tick: l.tick, Kind: "version", Text: text})
}

func (l *live) mark(m wire.Mark) {
	l.h.mu.Lock()
	l.h.updates.mark(m)
	l.h.mu.Unlock()
}

// addOlderWriters adds who wrote fields up to a tick, as far as it is known: before the agent was watched, or before a block
// was re-run. A field with another value than the writer gave was set while nobody looked.
func (h *Handler) addOlderWriters(f *wire.Frame, begin int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := h.logs[f.Agent].writers(begin)
	for i := range f.Fields {
		x := &f.Fields[i]
		w := last[x.Name]
		if x.By != nil && !x.By.Again || w.by == nil || w.is != x.Text || x.By == nil && x.Set > 0 {
			continue
		}
		if x.By = w.by; !w.by.Again {
			x.Set = w.by.Tick
		}
	}
	unset := map[string]*wire.Writer{}
	for name, w := range last {
		if w.is == "nil" {
			unset[name] = w.by
		}
	}
	f.Fields = withUnset(f.Fields, unset)
}

// trace makes the watched agents, and no others, report who writes their fields.
func (l *live) trace() {
	if len(l.probes) == 0 {
		l.untrace()
		l.writers = writerLogs{}
		return
	}
	var ids []int64
	for id := range l.probes {
		ids = append(ids, int64(id))
	}
	was := l.writers
	l.writers = writerLogs{}
	for id, p := range l.probes {
		if l.writers[int64(id)] = was[int64(id)]; was[int64(id)] == nil {
			l.writers[int64(id)] = newWriterLog()
		}
		p.writers = l.writers[int64(id)]
	}
	mine := l.writers
	l.tracing = true
	l.game.Runtime().TraceWrites(l.world, func(w engine.Write) {
		if w.Board != "" {
			l.board.note(w, 0, "", &l.h.written)
			return
		}
		mine.note(w, ids, 0, "", &l.h.written)
	})
	for a := range l.world.Agents() {
		if t := luabind.TableOf(a.Fields()); t != nil && l.probes[a.ID()] == nil {
			t.Trace(false)
		}
	}
}

// watch makes the probes of the agents that viewers watch.
func (l *live) watch(ids []int64) {
	changed := false
	defer func() {
		if changed {
			l.trace()
		}
	}()
	for id, p := range l.probes {
		if !slices.Contains(ids, int64(id)) || l.world.Agent(id) != p.agent {
			p.stop()
			delete(l.probes, id)
			delete(l.writers, int64(id))
			changed = true
		}
	}
	for _, id := range ids {
		id := engine.AgentID(id)
		if l.probes[id] != nil {
			continue
		}
		if a := l.world.Agent(id); a != nil {
			l.probes[id] = watch(l.game, a, l.trees, l.board)
			delete(l.toldGone, id)
			changed = true
		}
	}
	if len(l.probes) == 0 {
		l.board.seen, l.board.lanes = nil, nil
	} else if l.board.seen == nil {
		l.board.look(l.world)
	}
}

// answer explains the decision of this tick for the requests that wait for it.
func (l *live) answer(dt time.Duration) {
	l.h.mu.Lock()
	list := l.asks
	l.asks = nil
	l.h.mu.Unlock()
	for _, q := range list {
		a := l.world.Agent(q.agent)
		if a != nil && q.node < a.Program().Len() {
			q.reply, q.prog = a.ExplainTick(dt, q.node).With(l.game.ShowTerm), a.Program()
		}
		q.stamp = l.stamp()
		q.stamp.Tick, q.stamp.Clock = l.tick+1, (l.world.Clock() + dt).Seconds()
		close(q.done)
	}
}

func (l *live) stamp() wire.Stamp {
	l.h.mu.Lock()
	start := l.h.present.stamp.Start
	l.h.mu.Unlock()
	return wire.Stamp{Schema: wire.Schema, Start: start, Version: l.version, Tick: l.world.TickCount(), Clock: l.world.Clock().Seconds()}
}

// after is called when a tick is complete.
func (l *live) after() {
	if l.stop == nil {
		return
	}
	begin := time.Now()
	l.tick = l.world.TickCount()
	l.h.hist.look(l.world, l.tree)
	if len(l.probes) > 0 {
		l.board.look(l.world)
	}
	stamp := l.stamp()
	for id, p := range l.probes {
		p.after()
		l.h.record(int64(id), l.tick, p)
	}
	var frames []*message
	if l.due {
		for _, p := range l.probes {
			f := p.frame(stamp)
			f.Live, f.Path = true, l.h.pathOf(p.agent)
			l.h.addOlderWriters(f, p.begin)
			frames = append(frames, newMessage(f, p.sent))
			p.sent = f
		}
		frames = append(frames, l.goneFrames(stamp)...)
	}
	for _, p := range l.probes {
		p.done()
	}
	l.describe(false)
	l.h.publish(l, frames)
	if l.due { // of huge trees and crowds there are fewer frames, so that the game has three quarters of its time
		now := time.Now()
		if next := now.Add(3 * (l.took + now.Sub(begin))); next.After(l.next) {
			l.next = next
		}
	}
}

// goneFrames returns the last frames of watched agents that are gone.
func (l *live) goneFrames(stamp wire.Stamp) []*message {
	var list []*message
	l.h.mu.Lock()
	watching := l.h.watching
	l.h.mu.Unlock()
	for id := range l.toldGone {
		if !slices.Contains(watching, int64(id)) {
			delete(l.toldGone, id)
		}
	}
	for _, id := range watching {
		id := engine.AgentID(id)
		if l.probes[id] == nil && !l.toldGone[id] {
			l.toldGone[id] = true
			f := &wire.Frame{Stamp: stamp, Type: "frame", Agent: int64(id), Gone: true, Live: true, Sentence: tr.T("is not in the world"), Rows: []rows.State{}, Fields: []wire.Field{}}
			gone := int64(0)
			if f.Label, f.Tree, gone = l.h.hist.lastOf(id); gone > 0 {
				f.Sentence = tr.F("is gone; it was last here in tick %d", gone-1)
			}
			list = append(list, newMessage(f, nil))
		}
	}
	return list
}

// describe updates what replies say of the present: all of it if whole is set, and otherwise at most once in half a second.
func (l *live) describe(whole bool) {
	now := time.Now()
	l.h.mu.Lock()
	l.h.present.noteTick(now, l.world.TickCount())
	l.h.present.stamp.Version, l.h.present.stamp.Tick, l.h.present.stamp.Clock = l.version, l.world.TickCount(), l.world.Clock().Seconds()
	l.h.present.at, l.h.present.step = now, l.step
	l.h.mu.Unlock()
	if raised := l.world.Raised(); raised != l.raised || len(l.world.Quarantines()) != l.quarantined { // a reset by the game ends some
		l.faults(raised, l.raised >= 0 && raised != l.raised)
	}
	if !whole && now.Sub(l.state) < 500*time.Millisecond {
		return
	}
	l.state = now
	trees := l.treeCounts()
	var past wire.Range
	var offset int64
	why, replies, goesOn := "", false, false
	if l.h.playback != nil {
		past, why, replies = l.h.playback.known()
		if l.marksKept = true; whole {
			l.noteMarks(l.h.playback.recording, l.h.playback.offset)
		}
	} else {
		if now.After(l.retry) {
			l.keep()
		}
		r := l.recording()
		past, offset, why = r.known, r.offset, r.gap
		if r.Recording != nil {
			replies = r.Replies()
			goesOn = past.To == l.world.TickCount()
			if l.marksKept = r.goesOn(l.world.TickCount()); l.marksKept || past.From <= past.To {
				l.noteMarks(r.Recording, offset)
			}
		}
	}
	speed, paused := 0.0, false
	if p := l.h.o.Pace; p != nil {
		speed, paused = p.Speed(), p.Paused()
	}
	l.h.mu.Lock()
	defer l.h.mu.Unlock()
	x := &l.h.present
	x.hash, x.past, x.pastWhy, x.goesOn, x.replies, x.offset, x.speed, x.paused = l.game.Bundle().Hash.Short(), past, why, goesOn, replies, offset, speed, paused
	if !slices.Equal(trees, l.h.updates.trees) {
		l.h.updates.trees = trees
		l.h.updates.treesNo++
	}
}

// noteMarks notes the marks of a recording that are new: errors, what scripts and the game have marked, and acts of pages
// before this one.
func (l *live) noteMarks(r *bough.Recording, offset int64) {
	l.h.mu.Lock()
	defer l.h.mu.Unlock()
	to := l.marksTo
	for _, m := range r.Marks() {
		m.Tick -= offset
		if m.Tick < max(l.marksTo, 0) {
			continue
		}
		kind, text := string(m.Kind), m.Text
		if m.Kind == bough.MarkGame {
			kind = string(bough.MarkScript)
		}
		if m.Label != "" {
			text = m.Label + ": " + text
		}
		x := wire.Mark{Tick: m.Tick, Kind: kind, Text: clipTo(text, maxMarkText), Agent: int64(m.Agent)}
		if slices.Contains(l.h.updates.marks, x) {
			continue
		}
		l.h.updates.mark(x)
		if m.Kind != bough.MarkAct { // an act may have the number of the tick that comes next
			to = max(to, m.Tick)
		}
	}
	l.marksTo = to
}

// programs returns the programs that agents run, in the order of the agents, and how many agents run each.
func (l *live) programs() (order []*engine.Program, agents map[*engine.Program]int) {
	agents = map[*engine.Program]int{}
	for a := range l.world.Agents() {
		if agents[a.Program()]++; agents[a.Program()] == 1 {
			order = append(order, a.Program())
		}
	}
	return order, agents
}

// treeCounts returns the trees that agents run.
func (l *live) treeCounts() []wire.TreeRef {
	order, count := l.programs()                 // in order, so that a tree has the same index, and color, in each run
	if len(l.trees.of) > 2*len(count)+maxTrees { // programs of parameters that nobody uses any more
		l.trees.forget(count)
	}
	byTree := map[*tree]int{}
	for _, p := range order {
		byTree[l.tree(p)] += count[p]
	}
	list := []wire.TreeRef{}
	for t, n := range byTree {
		list = append(list, wire.TreeRef{Index: t.index, Key: t.key, Name: t.name, Agents: n})
	}
	slices.SortFunc(list, func(a, b wire.TreeRef) int { return a.Index - b.Index })
	return list
}

// maxProblems bounds the number of problems that a page gets.
const maxProblems = 200

// faults updates the problems; marks is set if new errors are marks on the time line.
func (l *live) faults(raised int64, marks bool) {
	before := l.raised
	l.raised = raised
	l.lookAtFaults()
	quarantined := map[string]bool{}
	for _, f := range l.world.Quarantines() {
		quarantined[f.Behavior.Name] = true
	}
	l.quarantined = len(quarantined)
	var list []wire.Problem
	problems, announced := l.game.Bundle().Problems, map[int]bool{}
	for _, f := range l.world.Faults() {
		d := f.Diagnostic()
		text := d.Message
		if i := catalog.Announced(d, problems); i >= 0 { // the finding names the cause
			text, announced[i] = problems[i].Message, true
		}
		p := wire.Problem{Pos: f.Pos.String(), Text: text, Error: true, Agent: int64(f.Agent), Label: f.Label, Node: f.Node, Tick: f.Tick, Count: f.Seen}
		if f.Behavior != nil && quarantined[f.Behavior.Name] {
			p.Behind = f.Behavior.Name
		}
		list = append(list, p)
		if marks && !l.marksKept && f.Tick == l.tick && f.Seen == 1 && before >= 0 {
			l.mark(wire.Mark{Tick: f.Tick, Kind: "fault", Text: f.Label + ": " + text, Agent: int64(f.Agent)})
		}
	}
	slices.Reverse(list) // the latest first
	var warnings []wire.Problem
	for i, d := range problems {
		if announced[i] {
			continue
		}
		p := wire.Problem{Pos: d.Pos.String(), Text: d.Message, Error: d.Severity == diag.Error, Node: -1}
		if p.Error {
			list = append(list, p)
		} else {
			warnings = append(warnings, p)
		}
	}
	list = append(list, warnings...)
	if list == nil {
		list = []wire.Problem{}
	}
	list = list[:min(len(list), maxProblems)]
	l.h.mu.Lock()
	defer l.h.mu.Unlock()
	if !slices.Equal(list, l.h.updates.problems) {
		l.h.updates.problems = list
		l.h.updates.probsNo++
	}
}
