package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/rows"
)

// viewer is a connected page. One goroutine reads its messages and one writes; there is no queue. What is to be sent next
// is always the newest: of each watched agent one frame, and one crowd. So a viewer that does not read costs nothing.
type viewer struct {
	h        *Handler
	conn     peer
	cancel   context.CancelFunc
	wake     chan struct{} // for the writer; has room for one
	pastWake chan struct{} // for servePast; has room for one

	mu     sync.Mutex
	watch  []int64
	rate   float64
	seek   int64 // 0 is the present
	crowd  bool
	view   *[4]float64
	frames map[int64]*message // newest frames that were not sent
	differ bool               // frames may be differences
	anew   bool               // the next frames are whole ones
	gaps   map[int64]bool     // agents with a frame that was replaced before it was sent
	next   *crowdMessage
	lost   string // why there is no crowd of the tick that is sought, or ""
	sought bool   // seek, watch or the past has changed
	yield  func() // ends what servePast does; see until
	greet  bool   // a crowd is to be sent without a tick, since a paused game and a recording make none

	// Of the writer:
	has                    map[int64]*wire.Frame // what the page has of each agent
	sent                   *crowdState
	marks, treesNo, probNo int
	start, told            string
	at                     time.Time // when frames were last sent
	statusAt               time.Time
}

// message is a frame, encoded at most once for all viewers: as a whole, and as the difference to the frame before, which most
// of them have.
type message struct {
	frame, before *wire.Frame
	whole, delta  encoded
}

// encoded is the JSON of a frame, and the frame that a page then has.
type encoded struct {
	once  sync.Once
	data  []byte
	frame *wire.Frame
}

func newMessage(f, before *wire.Frame) *message { return &message{frame: f, before: before} }

// encode returns the message for a page that has a frame of the agent, or nil, and the frame that it then has.
func (m *message) encode(has *wire.Frame) ([]byte, *wire.Frame) {
	e := &m.delta
	if has == nil || has != m.before {
		e = &encoded{}
	}
	e.once.Do(func() {
		if d := difference(has, m.frame); d != nil {
			if data, err := json.Marshal(d); err == nil && len(data) <= maxFrame {
				e.data, e.frame = data, m.frame
			}
		}
	})
	if e.frame != nil {
		return e.data, e.frame
	}
	m.whole.once.Do(func() { m.whole.data, m.whole.frame = encodeFrame(m.frame) })
	return m.whole.data, m.whole.frame
}

// peerTimeout is the time within which a page must send its first message, and a page must read one.
const peerTimeout = 10 * time.Second

// Conn carries the messages of one page that does not reach the game by HTTP, such as a page beside a game in a worker of a
// browser.
type Conn interface {
	// Read returns the next message of the page. It is called on one goroutine.
	Read(ctx context.Context) ([]byte, error)
	// Write sends a message to the page, JSON or binary. It may be called at the same time as Read, and must not keep data.
	Write(ctx context.Context, data []byte, binary bool) error
}

// Serve does for a connection what /v1/live does for a WebSocket: it sends what the page asks for, until ctx ends, the handler
// is closed, or the connection fails. It asks for no token, since only this program can call it.
func (h *Handler) Serve(ctx context.Context, c Conn) error {
	v := newViewer(h)
	if err := h.addViewer(v); err != nil {
		return err
	}
	defer h.removeViewer(v)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	return v.serve(ctx, direct{c}, func(string) bool { return true })
}

// peer is the page at the other end, whichever way it is reached.
type peer interface {
	Conn
	// Close ends the connection. The page gets the reason.
	Close(reason string)
	// CloseNow ends it without a word.
	CloseNow() error
}

// direct is the peer of Serve, whose caller sees the error.
type direct struct{ Conn }

// Close implements peer.
func (direct) Close(string) {}

// CloseNow implements peer.
func (direct) CloseNow() error { return nil }

func newViewer(h *Handler) *viewer {
	return &viewer{h: h, wake: make(chan struct{}, 1), pastWake: make(chan struct{}, 1), rate: maxRate, frames: map[int64]*message{}, gaps: map[int64]bool{}, has: map[int64]*wire.Frame{}}
}

// serve talks to a page until ctx ends or the page is gone. The first message must have a token that is right.
func (v *viewer) serve(ctx context.Context, conn peer, right func(token string) bool) error {
	defer conn.CloseNow()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v.mu.Lock()
	v.conn, v.cancel = conn, cancel
	v.mu.Unlock()

	first, stop := context.WithTimeout(ctx, peerTimeout)
	a, err := v.read(first)
	stop()
	if err != nil {
		v.refuse(err)
		return err
	}
	if !right(a.Token) {
		conn.Close(tr.T("the token is missing or wrong"))
		return nil
	}
	v.apply(a)
	v.h.use()
	var workers sync.WaitGroup
	workers.Go(func() {
		defer cancel()
		v.write(ctx)
	})
	workers.Go(func() { v.servePast(ctx) })
	for {
		var a *wire.Ask
		if a, err = v.read(ctx); err != nil {
			v.refuse(err)
			break
		}
		v.apply(a)
	}
	cancel()
	workers.Wait()
	return err
}

// addViewer adds a viewer, unless there are too many. The ones that have not sent their token yet count as well.
func (h *Handler) addViewer(v *viewer) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return refuse(statusServiceUnavailable, tr.T("the inspector is closed"))
	case len(h.viewers) >= maxViewers:
		return refuse(statusServiceUnavailable, tr.F("%d pages are connected, the most that there can be; close one", maxViewers))
	}
	h.viewers[v] = true
	h.work.Add(1)
	return nil
}

func (h *Handler) removeViewer(v *viewer) {
	h.mu.Lock()
	delete(h.viewers, v)
	if !h.closed {
		h.until = time.Now().Add(linger) // the page may only be loaded again
	}
	h.mu.Unlock()
	h.updateDemand()
	h.work.Done()
}

func (v *viewer) close() {
	v.mu.Lock()
	conn, cancel := v.conn, v.cancel
	v.mu.Unlock()
	if conn != nil {
		cancel()
		conn.CloseNow()
	}
}

// read returns the next message of the page.
func (v *viewer) read(ctx context.Context) (*wire.Ask, error) {
	data, err := v.conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	return parseAsk(data)
}

var errNotText = errors.New("the message is not text")

// badAsk is a message that is not an Ask.
type badAsk struct{ text string }

// Error returns the text for the page.
func (e *badAsk) Error() string { return e.text }

// parseAsk decodes and checks a message of a page.
func parseAsk(data []byte) (*wire.Ask, error) {
	a := &wire.Ask{}
	if err := json.Unmarshal(data, a); err != nil {
		return nil, &badAsk{"the message is not an Ask"}
	}
	if len(a.Watch) > maxWatched {
		return nil, &badAsk{"more than 4 agents to watch"}
	}
	if a.Rate < 0 {
		return nil, &badAsk{"a negative rate"}
	}
	if a.Rate > 0 {
		a.Rate = min(max(a.Rate, minRate), maxRate)
	}
	var once []int64
	for _, id := range a.Watch {
		if !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	if a.Watch != nil {
		a.Watch = append([]int64{}, once...)
	}
	if a.Seek != nil && *a.Seek < 0 {
		return nil, &badAsk{"a negative tick"}
	}
	return a, nil
}

// refuse closes the connection because of an error of read.
func (v *viewer) refuse(err error) {
	var bad *badAsk
	switch {
	case errors.As(err, &bad), errors.Is(err, errNotText):
		v.conn.Close(err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		v.conn.Close(tr.T("no token within 10 s"))
	}
}

// apply does what a message asks for.
func (v *viewer) apply(a *wire.Ask) {
	v.mu.Lock()
	if a.Watch != nil {
		v.watch, v.sought, v.anew = slices.Clone(a.Watch), true, true
		for id := range v.frames {
			if !slices.Contains(v.watch, id) {
				delete(v.frames, id)
			}
		}
		clear(v.gaps)
	}
	if a.Rate > 0 {
		v.rate = a.Rate
	}
	v.differ = v.differ || a.Differences
	if a.Seek != nil {
		v.seek, v.sought = *a.Seek, true
		clear(v.frames)
		v.next, v.lost, v.greet = nil, "", v.crowd
	}
	if a.Crowd != nil {
		v.crowd = *a.Crowd
		v.sent, v.next, v.greet, v.sought = nil, nil, v.crowd, true
	}
	if v.sought && v.yield != nil {
		v.yield()
	}
	if a.View != nil {
		v.view = a.View
		if v.next == nil && v.sent != nil && len(v.sent.list) > maxSingle { // there may be no tick that sends another one
			v.next = &crowdMessage{after: v.sent}
		}
	}
	v.mu.Unlock()
	v.h.updateDemand()
	v.notify()
	signal(v.pastWake)
}

func (v *viewer) notify() { signal(v.wake) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// servePast makes the frames of the past that the viewer asks for, and then finds out how the bars of the watched agents
// ended before they were watched.
func (v *viewer) servePast(ctx context.Context) {
	past := newPastReader(v.h)
	defer past.close()
	idle := time.NewTimer(time.Hour)
	idle.Stop()
	defer idle.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-v.pastWake:
		case <-idle.C:
		}
		v.mu.Lock()
		seek, watch, sought := v.seek, slices.Clone(v.watch), v.sought
		greet := v.greet && seek == 0
		v.sought, v.greet = false, v.greet && !greet
		v.mu.Unlock()
		if greet {
			v.h.do(ctx, func(l *live) error { // a game that does not answer has no places
				v.offer(nil, &crowdMessage{after: l.crowdNow()})
				return nil
			})
		}
		if seek == 0 && v.h.stands() {
			seek = v.h.stamp().Tick
		}
		if sought && seek > 0 {
			v.until(ctx, blockTime, func(ctx context.Context) { v.show(ctx, past, seek, watch) })
		}
		v.until(ctx, 0, func(ctx context.Context) {
			if wait := v.extend(ctx, past, watch); wait > 0 {
				idle.Reset(wait)
			}
		})
	}
}

// until calls f with a context that ends when the page seeks or watches something else, but not before f had some time.
func (v *viewer) until(ctx context.Context, least time.Duration, f func(context.Context)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	end := time.Now().Add(least)
	v.mu.Lock()
	v.yield = func() { time.AfterFunc(time.Until(end), stop) }
	if v.sought {
		v.yield()
	}
	v.mu.Unlock()
	f(ctx)
}

// stands reports whether the game makes no ticks, so that the frames of the present must come from the recording.
func (h *Handler) stands() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.playback != nil || h.present.paused || h.silent(time.Now())
}

// extend re-runs some ticks of which less is known than could be. It returns the time after which it is to be called again,
// 0 if nothing is left to do. All viewers together take half of a processor, so that the game has its own.
func (v *viewer) extend(ctx context.Context, past *pastReader, watch []int64) time.Duration {
	if !v.h.rerunning.TryLock() {
		return 100 * time.Millisecond // another viewer is at it
	}
	defer v.h.rerunning.Unlock()
	begin := time.Now()
	more, err := past.fill(ctx, watch)
	older, olderErr := past.extendHistory(ctx)
	if more && err == nil || older && olderErr == nil {
		return max(time.Since(begin), time.Millisecond)
	}
	return 0
}

// show makes the frames and the crowd of a tick the next ones that are sent.
func (v *viewer) show(ctx context.Context, past *pastReader, tick int64, watch []int64) {
	v.mu.Lock()
	crowd, lost := v.crowd && v.seek > 0, ""
	v.mu.Unlock()
	if crowd {
		lost = v.h.notOfPast()
	}
	list, all, err := past.frames(ctx, tick, watch, crowd && lost == "")
	if ctx.Err() != nil {
		return // the page wants something else by now
	}
	if err != nil {
		for _, id := range watch {
			list = append(list, newMessage(v.h.unknown(id, tick, err.Error()), nil))
		}
		lost = cmp.Or(lost, err.Error())
	}
	v.mu.Lock()
	if v.seek == tick || v.seek == 0 && v.h.stamp().Tick == tick {
		for _, m := range list {
			if slices.Contains(v.watch, m.frame.Agent) {
				v.frames[m.frame.Agent] = m
			}
		}
		clear(v.gaps)
		if crowd && v.seek == tick {
			if v.lost = lost; all != nil {
				v.next = &crowdMessage{after: all}
			}
		}
	}
	v.mu.Unlock()
	v.notify()
}

// unknown returns a frame of a tick of which not more is known than which nodes ran. why says why.
func (h *Handler) unknown(id, tick int64, why string) *wire.Frame {
	h.mu.Lock()
	p := h.present
	h.mu.Unlock()
	f := &wire.Frame{Stamp: p.stamp, Type: "frame", Agent: id, Sentence: why, Rows: []rows.State{}, Fields: []wire.Field{}}
	f.Tick, f.Clock = tick, max(0, f.Clock-float64(f.Tick-tick)*p.step.Seconds()) // about, since steps may vary
	f.Label, _, _ = h.hist.lastOf(engine.AgentID(id))
	for _, x := range h.hist.of(engine.AgentID(id)) {
		if x.from <= tick && tick <= x.to {
			f.Tree = x.tree.key
		}
	}
	return f
}

// updateDemand collects what all viewers want of the present.
func (h *Handler) updateDemand() {
	h.mu.Lock()
	defer h.mu.Unlock()
	var watching []int64
	crowds, rate := false, 1.0
	for v := range h.viewers {
		v.mu.Lock()
		if v.seek == 0 {
			for _, id := range v.watch {
				if !slices.Contains(watching, id) {
					watching = append(watching, id)
				}
			}
		}
		crowds = crowds || v.crowd && v.seek == 0
		rate = max(rate, v.rate)
		v.mu.Unlock()
	}
	slices.Sort(watching)
	h.watching, h.crowds, h.interval = watching, crowds, time.Duration(float64(time.Second)/rate)
}

// publish gives the frames of a tick, and the crowd, to the viewers. It is called on the goroutine of the game.
func (h *Handler) publish(l *live, frames []*message) {
	h.mu.Lock()
	crowds := h.crowds
	h.mu.Unlock()
	var crowd *crowdMessage
	if crowds && l.due {
		state := l.crowdNow()
		crowd = &crowdMessage{before: l.crowd, after: state}
		l.crowd = state
	} else if !crowds {
		l.crowd = nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers {
		v.offer(frames, crowd)
	}
}

// offer replaces what the viewer gets next.
func (v *viewer) offer(frames []*message, crowd *crowdMessage) {
	v.mu.Lock()
	news := false
	if v.seek == 0 {
		for _, m := range frames {
			id := m.frame.Agent
			if !slices.Contains(v.watch, id) {
				continue
			}
			if v.frames[id] != nil {
				v.gaps[id] = true
			}
			v.frames[id], news = m, true
		}
		if v.crowd && crowd != nil {
			v.next, news = crowd, true
		}
	}
	v.mu.Unlock()
	if news {
		v.notify()
	}
}

// write sends what there is until ctx ends or the page does not read for too long.
func (v *viewer) write(ctx context.Context) {
	const beat = 500 * time.Millisecond
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-v.wake:
		case <-timer.C:
		}
		now := time.Now()
		wait := beat
		if err := v.sendStatus(ctx, now, beat); err != nil {
			return
		}
		v.mu.Lock()
		interval := time.Duration(float64(time.Second) / v.rate)
		v.mu.Unlock()
		if due := v.at.Add(interval - time.Millisecond); now.Before(due) {
			wait = min(wait, due.Sub(now))
		} else if sent, err := v.sendNew(ctx); err != nil {
			return
		} else if sent {
			v.at = now
		}
		timer.Reset(wait)
	}
}

func (v *viewer) send(ctx context.Context, data []byte, binary bool) error {
	ctx, cancel := context.WithTimeout(ctx, peerTimeout)
	defer cancel()
	return v.conn.Write(ctx, data, binary)
}

// sendNew sends the newest frames and the newest crowd.
func (v *viewer) sendNew(ctx context.Context) (sent bool, err error) {
	v.mu.Lock()
	var list []*message
	var gaps []bool
	for _, id := range v.watch {
		if m := v.frames[id]; m != nil {
			list, gaps = append(list, m), append(gaps, v.gaps[id])
		}
	}
	clear(v.frames)
	clear(v.gaps)
	if v.anew || !v.differ {
		v.has, v.anew = map[int64]*wire.Frame{}, false
	}
	crowd, view, watch, before := v.next, v.view, slices.Clone(v.watch), v.sent
	if v.next = nil; crowd != nil {
		v.sent = crowd.after
	}
	v.mu.Unlock()
	for i, m := range list {
		has := v.has[m.frame.Agent]
		if gaps[i] && m.frame.Tick > 0 {
			f := *m.frame
			f.Gap = true
			m, has = newMessage(&f, nil), nil
		}
		var data []byte
		data, v.has[m.frame.Agent] = m.encode(has)
		if err := v.send(ctx, data, false); err != nil {
			return false, err
		}
	}
	if crowd != nil {
		var data []byte
		switch {
		case len(crowd.after.list) > maxSingle:
			data = crowd.after.grid(view, watch)
		case before != nil && len(before.list) <= maxSingle && crowd.follows(before):
			data = crowd.delta()
		default:
			data = crowd.after.all()
		}
		if len(data) <= maxFrame {
			if err := v.send(ctx, data, true); err != nil {
				return false, err
			}
		}
	}
	return len(list) > 0 || crowd != nil, nil
}

// sendStatus sends a Status when something has changed, and once per beat.
func (v *viewer) sendStatus(ctx context.Context, now time.Time, beat time.Duration) error {
	h := v.h
	v.mu.Lock()
	lost := v.lost
	v.mu.Unlock()
	h.mu.Lock()
	p := h.present
	d := &h.updates
	s := wire.Status{
		Stamp: p.stamp, Type: "status", Paused: p.paused, Speed: p.speed, Step: p.step.Seconds(), Hash: p.hash, Viewers: len(h.viewers), Lost: lost,
		Silent: h.silent(now),
	}
	first := v.statusAt.IsZero() || v.start != p.stamp.Start
	if first {
		v.marks, v.start, v.treesNo, v.probNo = d.dropped, p.stamp.Start, -1, -1 // the page leaves out the marks that Hello had
	}
	if from := max(v.marks-d.dropped, 0); from < len(d.marks) {
		s.Marks = slices.Clone(d.marks[from:])
	}
	v.marks = d.dropped + len(d.marks)
	if v.treesNo != d.treesNo {
		s.Trees, v.treesNo = d.refs(), d.treesNo
	}
	if v.probNo != d.probsNo {
		s.Problems, v.probNo = d.problems, d.probsNo
	}
	h.mu.Unlock()
	if !first && s.Marks == nil && s.Trees == nil && s.Problems == nil && lost == v.told && now.Before(v.statusAt.Add(beat)) {
		return nil
	}
	s.Known = h.known(&p)
	v.statusAt, v.told = now, lost
	data, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	return v.send(ctx, data, false)
}

// known returns what may be asked for.
func (h *Handler) known(p *present) wire.Known {
	k := wire.Known{Bits: h.hist.known(), Past: p.past, Why: p.pastWhy, Replies: p.replies}
	if p.goesOn {
		k.Past.To = max(k.Past.To, k.Bits.To)
	}
	return k
}
