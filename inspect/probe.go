package inspect

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/rows"
)

// probe makes the frames of one agent, of a live game or of the game of a replay. Only the goroutine of the game uses it:
// before is called right before each tick and after when the tick is complete.
type probe struct {
	game  *bough.Game
	agent *engine.Agent
	trees *treeCache
	stop  func() // of the trace

	events    []engine.Event // since the last tick
	explained *engine.Explanation
	dt        time.Duration
	ticks     int64 // of the agent, before the tick
	skip      int   // number of events that came before the tick

	fields   []fieldSeen // as in the last tick, in the order of Fields.All
	held     []heldSeen
	requests []requestSeen
	board    *boards    // shared by all probes of the game; may be nil
	writers  *writerLog // the writers of fields since begin; nil if they are not traced
	begin    int64      // tick after which the agent is watched

	steps   map[int]int64   // instructions by node, in the last tick; only in re-runs
	ends    []ending        // of the last tick
	lanes   []wire.LaneMark // of the last tick
	writes  []written       // of the last tick
	pending []wire.LaneMark // since the last frame
	fresh   bool            // nothing is known of the tick before
	sent    *wire.Frame     // the last frame of a live game
}

type fieldSeen struct {
	key   engine.Key
	value value.Value
	text  string // of a value that has no identity, such as a table
	set   int64
}

type heldSeen struct {
	name, data string
	left       time.Duration // until it is dropped
	taken      string
}

type requestSeen struct {
	channel, kind, data string
	node                int
	since               time.Duration
	tick                int64 // in which it was made; 0 if it was in force before anyone looked
}

// watch begins to watch an agent. It must be called between ticks.
func watch(g *bough.Game, a *engine.Agent, trees *treeCache, b *boards) *probe {
	p := &probe{game: g, agent: a, trees: trees, board: b, fresh: true, begin: g.World().TickCount()}
	p.stop = g.World().Trace(a, func(e engine.Event) { p.events = append(p.events, e) })
	p.look(g.World().TickCount(), nil)
	p.lanes, p.ends = nil, nil
	p.fresh = true
	return p
}

// before prepares for a tick. If explain is not set, there can be no frame of the tick.
func (p *probe) before(dt time.Duration, explain bool) {
	p.dt, p.ticks, p.explained, p.skip = dt, p.agent.Ticks(), nil, len(p.events)
	p.lanes, p.ends = nil, nil
	clear(p.steps)
	p.endedByGame()
	if explain && p.agent.Alive() {
		p.explained = p.agent.ExplainTick(dt)
	}
}

// after notes what happened in the tick.
func (p *probe) after() {
	w := p.agent.World()
	p.note(w.TickCount())
	p.look(w.TickCount(), p.explained)
	p.fresh = false
	if p.writes = nil; p.writers != nil {
		p.writes, p.writers.fresh = p.writers.fresh, nil
	}
	p.pending = append(p.pending, p.lanes...)
	if p.board != nil {
		p.pending = append(p.pending, p.board.lanes...)
	}
	if n := len(p.pending) - maxPending; n > 0 {
		p.pending = slices.Delete(p.pending, 0, n)
	}
}

// maxPending bounds the marks of a frame.
const maxPending = 500

// done forgets the events of the tick, after frame.
func (p *probe) done() {
	clear(p.events)
	p.events = p.events[:0]
}

// idle reports whether the agent took no part in the tick.
func (p *probe) idle() bool { return p.agent.Ticks() == p.ticks }

// note makes ends and lanes of the events.
func (p *probe) note(tick int64) {
	prog := p.agent.Program()
	for i := range p.events {
		e := &p.events[i]
		switch e.Kind {
		case engine.EventExit:
			if e.Prog != prog {
				continue
			}
			how := int8(3)
			switch e.Reason {
			case engine.ExitSuccess:
				how = 1
			case engine.ExitFailure, engine.ExitError:
				how = 2
			}
			p.ends = append(p.ends, ending{tick, e.Node, how})
		case engine.EventFault:
			text := ""
			if e.Fault != nil {
				text = e.Fault.Diagnostic().Headline()
			}
			p.lane(tick, "faults", clip(text), "", int(e.Node))
		case engine.EventLog:
			p.lane(tick, "says", clip(e.Text), "", int(e.Node))
		}
	}
}

func (p *probe) lane(tick int64, lane, text, state string, node int) *wire.LaneMark {
	p.lanes = append(p.lanes, wire.LaneMark{Tick: tick, Lane: lane, Text: text, State: state, Node: node})
	return &p.lanes[len(p.lanes)-1]
}

// endedByGame notes the requests that the game has ended between ticks.
func (p *probe) endedByGame() {
	tick := p.agent.World().TickCount()
	p.requests = slices.DeleteFunc(p.requests, func(r requestSeen) bool {
		if _, ok := p.agent.InForce(r.channel); ok {
			return false
		}
		p.ended(&r, tick+1)
		return true
	})
}

func (p *probe) ended(r *requestSeen, tick int64) {
	m := p.lane(tick, "requests", r.kind, "ended", r.node)
	if r.tick > 0 {
		m.Ticks = tick - r.tick
	}
}

// look notes fields, stimuli and requests.
func (p *probe) look(tick int64, e *engine.Explanation) {
	p.lookFields(tick)
	p.lookStimuli(tick, e)
	p.lookRequests(tick)
}

// lookFields notes in which tick each field was last changed.
func (p *probe) lookFields(tick int64) {
	was := p.fields
	next := make([]fieldSeen, 0, len(was)+1)
	i := 0
	for k, v := range p.agent.Fields().All {
		f := fieldSeen{key: k, value: v, set: tick}
		if v.Kind() == value.KindOther {
			f.text = clip(v.String())
		}
		known := (*fieldSeen)(nil)
		if i < len(was) && was[i].key == k {
			known = &was[i]
		} else if j := slices.IndexFunc(was, func(s fieldSeen) bool { return s.key == k }); j >= 0 {
			known, i = &was[j], j
		}
		i++
		switch {
		case known == nil && p.fresh:
			f.set = 0
		case known != nil && same(known, &f):
			f.set = known.set
		}
		next = append(next, f)
	}
	p.fields = next
}

func same(a, b *fieldSeen) bool {
	if a.value.Kind() != b.value.Kind() || a.text != b.text {
		return false
	}
	return a.value.Kind() == value.KindOther || a.value.Identical(b.value)
}

// lookStimuli notes which stimuli have arrived and were dropped. Stimuli are the same if name and data are.
func (p *probe) lookStimuli(tick int64, e *engine.Explanation) {
	was := p.held
	p.held = nil
	for _, s := range p.agent.Stimuli() {
		h := heldSeen{name: s.Name, data: dataText(s.Data), left: s.TTL}
		if i := slices.IndexFunc(was, func(x heldSeen) bool { return x.name == h.name && x.data == h.data }); i >= 0 {
			h.taken = was[i].taken
			was = slices.Delete(was, i, i+1)
		} else {
			p.lane(tick, "stimuli", label(h.name, h.data), "arrived", -1)
		}
		p.held = append(p.held, h)
	}
	for _, h := range was {
		if h.taken == "" {
			p.lane(tick, "stimuli", label(h.name, h.data), "dropped", -1)
		}
	}
	p.taken(tick, e)
}

// taken notes which nodes were entered with a stimulus.
func (p *probe) taken(tick int64, e *engine.Explanation) {
	if e == nil {
		return
	}
	list := p.tree().rows
	for i := range e.Steps {
		s := &e.Steps[i]
		if s.Wants == "" || len(s.Stimuli) == 0 || s.Node >= len(list) || !s.Active && !p.entered(s.Node) {
			continue
		}
		data := rows.Text(s.Stimuli[len(s.Stimuli)-1].Data)
		k := slices.IndexFunc(p.held, func(h heldSeen) bool { return h.name == s.Wants && h.data == data && h.taken == "" })
		if k < 0 {
			if !s.Active {
				p.lane(tick, "stimuli", label(s.Wants, data), "taken", s.Node)
			}
			continue
		}
		p.held[k].taken = rows.Word(&list[s.Node])
		p.lane(tick, "stimuli", label(s.Wants, data), "taken", s.Node)
	}
}

func (p *probe) entered(node int) bool {
	return slices.ContainsFunc(p.events, func(e engine.Event) bool {
		return e.Kind == engine.EventEnter && int(e.Node) == node && e.Prog == p.agent.Program()
	})
}

func label(name, data string) string {
	if data == "" {
		return name
	}
	return name + " " + data
}

// lookRequests notes which requests were made, ended and replaced.
func (p *probe) lookRequests(tick int64) {
	was := p.requests
	p.requests = nil
	for channel, q := range p.agent.Requests() {
		r := requestSeen{channel: channel, kind: q.Kind, data: dataText(q.Data), node: q.Node(), since: p.agent.World().Clock(), tick: tick}
		if p.fresh && p.explained == nil {
			r.tick = 0
		}
		i := slices.IndexFunc(was, func(x requestSeen) bool { return x.channel == channel })
		switch {
		case i < 0:
			p.lane(tick, "requests", label(r.kind, r.data), "made", r.node)
		case was[i].kind != r.kind || was[i].node != r.node && r.node >= 0:
			p.lane(tick, "requests", label(r.kind, r.data), "replaced", r.node)
		default:
			r.since, r.tick = was[i].since, was[i].tick
			if r.node < 0 {
				r.node = was[i].node
			}
		}
		if i >= 0 {
			was = slices.Delete(was, i, i+1)
		}
		p.requests = append(p.requests, r)
	}
	for i := range was {
		p.ended(&was[i], tick)
	}
}

func (p *probe) tree() *tree { return p.trees.tree(p.agent.Program(), p.game.Bundle()) }

// tick returns what package rows needs.
func (p *probe) tick() rows.Tick {
	t := rows.Tick{Agent: p.agent, Explained: p.explained, Events: p.events, Idle: p.idle()}
	if t.Explained != nil && t.Explained.Tree != p.agent.Program().Name() { // SetTree in a callback
		t.Explained = nil
	}
	return t
}

// frame returns the frame of the last tick. It must be called before done.
func (p *probe) frame(stamp wire.Stamp) *wire.Frame {
	a := p.agent
	f := &wire.Frame{Stamp: stamp, Type: "frame", Agent: int64(a.ID()), Label: a.Label(), Fields: []wire.Field{}, Rows: []rows.State{}}
	if !a.Alive() {
		f.Gone = true
		f.Sentence = tr.T("is gone")
		return f
	}
	shown := p.tree()
	f.Tree = shown.key
	t := p.tick()
	f.Rows = rows.States(shown.rows, t)
	for i := range f.Rows {
		f.Rows[i].Steps = p.steps[f.Rows[i].Node]
	}
	f.Sentence = rows.Sentence(shown.rows, f.Rows, t)
	if f.State = p.state(); f.State != "" && !slices.ContainsFunc(f.Rows, func(s rows.State) bool { return s.Since > 0 }) {
		f.Sentence = tr.F("does nothing: it is %s", f.State)
		if f.State == held {
			f.Sentence = tr.T("does nothing: it is held")
		}
	}
	for _, e := range rows.Ends(shown.rows, f.Rows, t) {
		f.Ended = append(f.Ended, wire.End{Node: e.Node, How: e.How, By: e.By})
	}
	declared := p.game.Bundle().Declared()
	for _, s := range p.fields {
		x := fieldOf(s.key.Name(), s.value)
		x.Unit = unitOf(declared.Field(x.Name), &x)
		if x.Set = s.set; p.writers != nil {
			x.By = p.writers.last[x.Name]
		}
		f.Fields = append(f.Fields, x)
	}
	if p.writers != nil {
		f.Fields = withUnset(f.Fields, p.writers.last)
	}
	clock := a.World().Clock()
	for _, h := range p.held {
		f.Stimuli = append(f.Stimuli, wire.Held{Name: h.name, Data: h.data, Left: h.left.Seconds(), Taken: h.taken})
	}
	for _, r := range p.requests {
		f.Requests = append(f.Requests, wire.Request{Channel: r.channel, Kind: r.kind, Data: r.data, Node: r.node, Since: (clock - r.since).Seconds()})
	}
	f.Events, p.pending = p.pending, nil
	bound(f)
	return f
}

// held is the state of an agent that a page or the game holds; pages compare it.
const held = "held"

// state says in words why the agent takes no part in ticks, or "".
func (p *probe) state() string {
	a := p.agent
	switch {
	case a.Paused():
		return held
	case a.Suspended():
		return tr.T("suspended: it keeps more memory than Limits.Keep allows")
	case !p.idle():
		return ""
	case p.explained != nil && p.explained.Turn != "":
		return rows.Text(p.explained.Turn)
	}
	return tr.T("not due in this tick")
}

// boards notes the changes of the boards of a game, for the lanes of all watched agents.
type boards struct {
	seen  map[[2]string]boardSeen
	by    map[[2]string]written // the last writes that were traced
	lanes []wire.LaneMark
}

// note notes a write of an entry.
func (b *boards) note(w engine.Write, offset int64, doubt string, pages *pageWrites) {
	at := [2]string{w.Board, w.Key}
	by := writerOf(w, offset, doubt, pages)
	if by.Again && b.by[at].by != nil {
		return // who gave the entry its value is of interest
	}
	if b.by == nil {
		b.by = map[[2]string]written{}
	}
	if w.Is.IsNil() {
		delete(b.by, at) // so that the map is not larger than the boards
		return
	}
	b.by[at] = written{w.Key, fieldOf(w.Key, w.Is).Text, by}
}

type boardSeen struct {
	text string
	set  int64
}

// maxBoardMarks bounds the marks of one tick.
const maxBoardMarks = 32

func (b *boards) look(w *engine.World) {
	tick := w.TickCount()
	first := b.seen == nil
	was := b.seen
	b.seen, b.lanes = make(map[[2]string]boardSeen, len(was)), nil
	mark := func(board, key, text string) {
		if len(b.lanes) < maxBoardMarks {
			b.lanes = append(b.lanes, wire.LaneMark{Tick: tick, Lane: "boards", Text: fmt.Sprintf("%s.%s = %s", board, key, text), Node: -1})
		}
	}
	w.BoardEntries(func(board, key string, v value.Value) bool {
		at := [2]string{board, key}
		s := boardSeen{text: clip(v.String()), set: tick}
		old, known := was[at]
		switch {
		case first:
			s.set = 0
		case known && old.text == s.text:
			s.set = old.set
		default:
			mark(board, key, rows.Text(s.text))
		}
		b.seen[at] = s
		return true
	})
	for at := range was {
		if _, ok := b.seen[at]; !ok {
			mark(at[0], at[1], "nil")
		}
	}
	slices.SortFunc(b.lanes, func(x, y wire.LaneMark) int { return strings.Compare(x.Text, y.Text) })
}

// withUnset adds the fields that have a writer and no value any more.
func withUnset(list []wire.Field, writers map[string]*wire.Writer) []wire.Field {
	for _, name := range slices.Sorted(maps.Keys(writers)) {
		if !slices.ContainsFunc(list, func(f wire.Field) bool { return f.Name == name }) {
			x := fieldOf(name, value.Value{})
			x.Set, x.By = writers[name].Tick, writers[name]
			list = append(list, x)
		}
	}
	return list
}
