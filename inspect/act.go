package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// acts returns the acts that the game accepts.
func (h *Handler) acts() []string {
	list := []string{}
	if h.o.Pace != nil {
		list = append(list, "pause", "resume", "step", "speed")
	}
	if h.o.Acts {
		list = append(list, "hold", "release", "set", "post", "abort", "reset", "clear", "board", "spawn", "despawn")
	}
	if h.o.PlayScene != nil && h.playback == nil {
		list = append(list, "scene")
	}
	return list
}

// playScene begins the game again with a scene.
func (h *Handler) playScene(ctx context.Context, path string) (*wire.Acted, error) {
	if h.o.PlayScene == nil || h.playback != nil {
		return nil, refuse(statusForbidden, tr.T("the game plays no scenes that a page chooses"))
	}
	name, err := h.writable(path)
	if err != nil {
		return nil, err
	}
	reply := &wire.Acted{Text: tr.F("%s begins", name)}
	err = h.do(ctx, func(l *live) error {
		reply.Stamp = l.stamp()
		if err := h.o.PlayScene(name); err != nil {
			return refuse(statusConflict, err.Error())
		}
		return nil
	})
	return reply, err
}

// act does what a page asks for, between two ticks, and marks it on the time line.
func (h *Handler) act(ctx context.Context, a *wire.Act) (*wire.Acted, error) {
	switch a.Act {
	case "scene":
		return h.playScene(ctx, a.Name)
	case "pause", "resume", "step", "speed":
		if h.o.Pace == nil {
			return nil, refuse(statusForbidden, tr.T("the game lets no page pause it; set Options.Pace"))
		}
	case "hold", "release", "set", "post", "abort", "reset", "clear", "board", "spawn", "despawn":
		switch {
		case h.playback != nil:
			return nil, refuse(statusForbidden, tr.T("a recording cannot be changed"))
		case !h.o.Acts:
			return nil, refuse(statusForbidden, tr.T("the game lets pages only look; set Options.Acts to let them act"))
		}
	default:
		return nil, refuse(statusBadRequest, tr.F("there is no act %q", clip(a.Act)))
	}
	reply := &wire.Acted{}
	err := h.do(ctx, func(l *live) error {
		now := l.world.TickCount()
		if a.Tick > 0 && a.Tick+staleTicks < now && a.Act != "pause" && a.Act != "resume" {
			return refuse(statusConflict, tr.F("the page shows tick %d of the past, and the game is at tick %d; go to the present first", a.Tick, now))
		}
		if err := l.act(a, reply); err != nil {
			return err
		}
		if isInput(a.Act) { // it is one of the tick that comes next
			l.mark(wire.Mark{Tick: now + 1, Kind: string(bough.MarkAct), Text: reply.Text, Agent: a.Agent})
			l.game.MarkAct(engine.AgentID(a.Agent), reply.Text)
		}
		l.describe(true)
		reply.Stamp = l.stamp()
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.notifyAll()
	return reply, nil
}

// isInput reports whether an act changes the game, and not only when it ticks.
func isInput(act string) bool {
	return act != "pause" && act != "resume" && act != "step" && act != "speed"
}

// staleTicks is the number of ticks that a page in the present may be late.
const staleTicks = 120

func (h *Handler) notifyAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers {
		v.notify()
	}
}

// act does an act that is allowed, and notes in r what it did and how to take it back.
func (l *live) act(x *wire.Act, r *wire.Acted) error {
	pace := l.h.o.Pace
	switch x.Act {
	case "pause":
		if r.Text = tr.T("was paused already"); !pace.Paused() {
			r.Text, r.Undo = "paused", &wire.Act{Act: "resume"}
		}
		pace.SetPaused(true)
		return nil
	case "resume":
		pace.SetPaused(false)
		r.Text, r.Undo = tr.T("goes on"), &wire.Act{Act: "pause"}
		return nil
	case "step":
		if !pace.Paused() {
			pace.SetPaused(true)
		}
		pace.Step()
		r.Text = tr.T("one tick")
		return nil
	case "speed":
		if !(x.Speed >= MinSpeed && x.Speed <= MaxSpeed) {
			return refuse(statusBadRequest, tr.F("the speed is %v; want %v to %v", x.Speed, MinSpeed, float64(MaxSpeed)))
		}
		r.Text, r.Undo = fmt.Sprintf("speed %v", x.Speed), &wire.Act{Act: "speed", Speed: pace.Speed()}
		pace.SetSpeed(x.Speed)
		return nil
	case "board":
		return l.setBoard(x, r)
	case "clear":
		return l.clear(x, r)
	case "spawn":
		a, err := l.game.Spawn(x.Name, nil)
		if err != nil {
			return refuse(statusBadRequest, err.Error())
		}
		r.Text, r.Undo = tr.F("%s is spawned", a.Label()), &wire.Act{Act: "despawn", Agent: int64(a.ID())}
		return nil
	}
	a := l.world.Agent(engine.AgentID(x.Agent))
	if a == nil {
		return refuse(statusNotFound, tr.F("there is no agent %d", x.Agent))
	}
	switch x.Act {
	case "hold":
		a.Pause()
		r.Text, r.Undo = tr.F("%s is held", a.Label()), &wire.Act{Act: "release", Agent: x.Agent}
	case "release":
		a.Resume()
		r.Text, r.Undo = tr.F("%s goes on", a.Label()), &wire.Act{Act: "hold", Agent: x.Agent}
	case "despawn":
		r.Text = tr.F("%s is removed", a.Label())
		return l.game.Despawn(a)
	case "abort":
		return abort(a, x, r)
	case "reset":
		a.Reset()
		l.raised = -1 // quarantines may have ended
		r.Text = tr.F("%s is reset", a.Label())
	case "post":
		return l.post(a, x, r)
	case "set":
		return l.set(a, x, r)
	}
	return nil
}

// abort aborts the node of a path.
func abort(a *bough.Agent, x *wire.Act, r *wire.Acted) error {
	nodes := a.Program().Nodes(x.Name)
	if nodes == nil {
		return refuse(statusNotFound, a.Program().NoNode(clip(x.Name)).Error())
	}
	name := a.Program().Node(int(nodes[0])).Name
	if !a.Abort(x.Name) {
		return refuse(statusConflict, tr.F("%s of %s is not active", name, a.Label()))
	}
	r.Text = tr.F("%s: %s is aborted", a.Label(), name)
	return nil
}

func (l *live) set(a *bough.Agent, x *wire.Act, r *wire.Acted) error {
	switch {
	case x.Name == "" || strings.ContainsAny(x.Name, " \t\n.:[]\"'"):
		return refuse(statusBadRequest, tr.F("%q is not the name of a field", clip(x.Name)))
	case luabind.Reserved(x.Name):
		return refuse(statusForbidden, tr.F("%s is set by the engine", x.Name))
	}
	if !l.hasField(x.Name) {
		return refuse(statusNotFound, l.noField(x.Name))
	}
	v, err := literal(x.Value)
	if err != nil {
		return err
	}
	declared := l.game.Bundle().Declared()
	if w := declared.Refuse(x.Name, v); w.Text != "" {
		return refuse(statusBadRequest, w.Error())
	}
	key := engine.KeyOf(x.Name)
	was := a.Get(key)
	r.Set = l.h.written.note(pageWrite{tick: l.world.TickCount() + 1, agent: x.Agent, name: x.Name}, was, v)
	r.Set.Unit = unitOf(declared.Field(x.Name), r.Set)
	a.Set(key, v)
	r.Text = fmt.Sprintf("%s: %s = %s", a.Label(), x.Name, v)
	r.Undo = undoOf(wire.Act{Act: "set", Agent: x.Agent, Name: x.Name}, was)
	return nil
}

// undoOf returns the act that sets a value again, or nil if there is no literal for it.
func undoOf(x wire.Act, was value.Value) *wire.Act {
	x.Value = was.String()
	if v, err := literal(x.Value); err != nil || !v.Identical(was) {
		return nil
	}
	return &x
}

func (l *live) post(a *bough.Agent, x *wire.Act, r *wire.Acted) error {
	if x.Name == "" {
		return refuse(statusBadRequest, tr.T("the name of the stimulus is missing"))
	}
	v, err := data(x.Value)
	if err != nil {
		return err
	}
	if w := l.game.Bundle().Declared().RefuseData(x.Name, v); w.Text != "" {
		return refuse(statusBadRequest, w.Error())
	}
	l.world.Post(a.ID(), engine.Stimulus{Name: x.Name, Data: v})
	r.Text = tr.F("%s gets the stimulus %s", a.Label(), label(x.Name, dataText(v)))
	if near := l.game.Bundle().MisspelledStimulus(x.Name); near != "" {
		r.Text += tr.F("; did you mean %s?", near)
	}
	return nil
}

// data parses the data of a stimulus: a literal, nothing, or fields of a table such as x=3 loud=true.
func data(text string) (value.Value, error) {
	if strings.TrimSpace(text) == "" {
		return value.Value{}, nil
	}
	v, err := literal(text)
	if err == nil || !strings.Contains(text, "=") {
		return v, err
	}
	c, wrong := trees.ParseCall("x " + text)
	if wrong != nil {
		return v, err
	}
	t := &value.Table{}
	for _, p := range c.Params {
		if p.Name == "" || p.Expr != nil || p.Value.Kind() == value.KindOther {
			return v, err
		}
		t.Entries = append(t.Entries, value.Entry{Key: value.String(p.Name), Value: p.Value})
	}
	slices.SortFunc(t.Entries, func(a, b value.Entry) int { return cmp.Compare(a.Key.Str(), b.Key.Str()) })
	return value.Other(t), nil
}

func (l *live) setBoard(x *wire.Act, r *wire.Acted) error {
	if x.Name == "" || x.Key == "" {
		return refuse(statusBadRequest, tr.T("name and key of the board entry are missing"))
	}
	v, err := literal(x.Value)
	if err != nil {
		return err
	}
	declared := l.game.Bundle().Declared()
	if w := declared.RefuseEntry(x.Name, x.Key, v); w.Text != "" {
		return refuse(statusBadRequest, w.Error())
	}
	was := l.world.Board(x.Name, x.Key)
	r.Set = l.h.written.note(pageWrite{tick: l.world.TickCount() + 1, board: x.Name, name: x.Key}, was, v)
	r.Set.Unit = unitOf(declared.Entry(x.Name, x.Key), r.Set)
	l.world.SetBoard(x.Name, x.Key, v)
	r.Text = tr.F("board %s: %s = %s", x.Name, x.Key, v)
	if nearBoard, nearEntry, _ := l.game.Bundle().MisspelledEntry(x.Name, x.Key); was.IsNil() && nearBoard+nearEntry != "" {
		r.Text += tr.F("; did you mean %s?", cmp.Or(nearBoard, nearEntry))
	}
	r.Undo = undoOf(wire.Act{Act: "board", Name: x.Name, Key: x.Key}, was)
	return nil
}

// clear ends the quarantine of a behavior.
func (l *live) clear(x *wire.Act, r *wire.Acted) error {
	b := l.game.Bundle().Behavior(x.Name)
	if b == nil {
		return refuse(statusNotFound, tr.F("there is no behavior %q", clip(x.Name)))
	}
	if !l.world.Quarantined(b) {
		return refuse(statusConflict, tr.F("%s is not in quarantine", b.Name))
	}
	l.world.ClearFaults(b)
	l.raised = -1
	r.Text = tr.F("%s is used again", b.Name)
	return nil
}

// pageWrite is a field of an agent, or an entry of a board, that a page has set right before a tick.
type pageWrite struct {
	tick, agent int64
	board, name string
}

// pageWrites are the last values that pages have set, so that it is known which writes of Go code are theirs. Its methods
// may be called by any goroutine.
type pageWrites struct {
	mu    sync.Mutex
	of    map[pageWrite]change
	order []pageWrite
}

// change describes the effect of a write.
type change struct{ was, is string }

// maxPageWrites bounds the writes that are remembered.
const maxPageWrites = 1000

// byPage is Writer.Hook for a write of a page.
const byPage = "page"

// note remembers a write, right before it is made. It returns the value as the frame of its tick will show it, if nothing
// else writes it.
func (p *pageWrites) note(w pageWrite, was, is value.Value) *wire.Field {
	f := fieldOf(w.name, is)
	f.Set = w.tick
	p.mu.Lock()
	if p.of == nil {
		p.of = map[pageWrite]change{}
	}
	if _, again := p.of[w]; !again {
		if p.order = append(p.order, w); len(p.order) > maxPageWrites {
			delete(p.of, p.order[0])
			p.order = slices.Delete(p.order, 0, 1)
		}
	}
	p.of[w] = change{rows.Text(clip(was.String())), clip(is.String())}
	p.mu.Unlock()
	p.sign(&f, w)
	return &f
}

// sign sets the writer of a value that a page has set, if the value is still the one of the page. If it is not known when
// the value was set, since nobody watched the game meanwhile, the last write of a page counts.
func (p *pageWrites) sign(f *wire.Field, w pageWrite) {
	if f.By != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.tick = f.Set; w.tick == 0 {
		for _, o := range p.order {
			if o.agent == w.agent && o.board == w.board && o.name == w.name {
				w.tick = max(w.tick, o.tick)
			}
		}
	}
	if x, ok := p.of[w]; ok && x.is == cmp.Or(f.Exact, f.Text) {
		f.Set, f.By = w.tick, &wire.Writer{Tick: w.tick, Hook: byPage, Node: -1, Was: x.was}
	}
}

// has reports whether a page has made a write.
func (p *pageWrites) has(w pageWrite) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.of[w]
	return ok
}

// forget forgets all writes, since another game begins.
func (p *pageWrites) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of, p.order = nil, nil
}

func asFailure(err error, f **failure) bool { return errors.As(err, f) }
