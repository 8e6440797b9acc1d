package inspect

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/coverage"
)

// The least and the most time for which a request waits for the next tick of the game. A game that ticks slowly gets the time
// of three ticks.
const (
	minPatience = 200 * time.Millisecond
	maxPatience = 2500 * time.Millisecond
)

// patience returns the time without a tick after which the game counts as one that does not tick. h.mu must be held.
func (h *Handler) patience() time.Duration {
	return min(max(minPatience, 3*h.present.pause), maxPatience)
}

// silent reports whether the game does not tick. h.mu must be held.
func (h *Handler) silent(now time.Time) bool {
	return h.playback == nil && now.Sub(h.present.at) > h.patience()
}

// linger is the time for which the game is observed after the last request, so that the next one finds a past.
const linger = 10 * time.Second

// Handler serves the page of a game and answers its questions; see NewHandler and NewReplay. As long as nobody looks,
// it costs the game nothing.
type Handler struct {
	o        Options
	server   server // of HTTP
	trees    *treeSet
	hist     *history
	live     *live             // what the goroutine of the game keeps
	written  pageWrites        // what pages have set
	playback *playback         // the recording that is shown instead of a game; nil for a game
	past     *pastReader       // the past of a live game, for requests
	counter  *coverage.Counter // nil if the game does not count what runs

	ctx  context.Context // ends with Close
	stop context.CancelFunc
	work sync.WaitGroup // goroutines

	mu        sync.Mutex
	viewers   map[*viewer]bool
	attached  bool
	joining   bool // a goroutine waits for the game in order to attach
	until     time.Time
	closed    bool
	watching  []int64 // agents that viewers watch, in the present
	interval  time.Duration
	crowds    bool
	updates   updates
	present   present
	logs      map[int64]*eventLog // what is known of watched agents, by agent
	versions  map[assets.Hash]int // numbers of the versions that were in force
	costs     costs
	rerunning sync.Mutex    // held by the viewer that re-runs ticks for hist and ends
	writing   sync.Mutex    // held while a file is read and written
	checking  sync.Mutex    // held while files are checked
	ghosts    chan struct{} // has an element while a ghost runs
	placing   sync.Mutex    // held during calls of Options.Place and Path for agents of replays
}

// present is the last known state of the game, for replies that need no tick.
type present struct {
	stamp   wire.Stamp
	at      time.Time     // of the last tick
	ticked  time.Time     // when stamp.Tick was first seen
	pause   time.Duration // between the last two ticks
	hash    string
	paused  bool
	speed   float64
	step    time.Duration
	past    wire.Range
	pastWhy string
	goesOn  bool // past reaches the present, and goes on with it
	replies bool
	offset  int64 // number of a tick in the recording, less that of the world
}

// noteTick notes how long the game takes for a tick.
func (p *present) noteTick(now time.Time, tick int64) {
	if n := tick - p.stamp.Tick; n > 0 {
		if !p.ticked.IsZero() {
			p.pause = now.Sub(p.ticked) / time.Duration(n)
		}
		p.ticked = now
	}
}

// updates has the marks of a game and what a Status adds, numbered, so that each viewer gets what is new.
type updates struct {
	marks    []wire.Mark
	dropped  int // number of marks that were dropped from the begin of the list
	trees    []wire.TreeRef
	older    []wire.TreeRef // that agents ran in a past that was shown
	treesNo  int
	problems []wire.Problem
	probsNo  int
}

// The bounds of the marks that are remembered: of their number, and of the bytes of each text.
const (
	maxMarks    = 2000
	maxMarkText = 300
)

// refs returns the trees that pages know by their numbers.
func (d *updates) refs() []wire.TreeRef {
	list := d.trees
	for _, r := range d.older {
		if !slices.ContainsFunc(d.trees, func(x wire.TreeRef) bool { return x.Index == r.Index }) {
			list = append(list[:len(list):len(list)], r)
		}
	}
	return list
}

// nameTrees makes pages know the trees that agents ran in the past.
func (h *Handler) nameTrees(used map[*tree]bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d := &h.updates
	known := d.refs()
	for t := range used {
		if !slices.ContainsFunc(known, func(x wire.TreeRef) bool { return x.Index == t.index }) {
			d.older = append(d.older, wire.TreeRef{Index: t.index, Key: t.key, Name: t.name})
			d.treesNo++
		}
	}
	slices.SortFunc(d.older, func(a, b wire.TreeRef) int { return a.Index - b.Index })
}

func (d *updates) mark(m wire.Mark) {
	m.Text = clipTo(m.Text, maxMarkText)
	if d.marks = append(d.marks, m); len(d.marks) > maxMarks {
		drop := len(d.marks) - maxMarks*3/4
		d.marks, d.dropped = append([]wire.Mark(nil), d.marks[drop:]...), d.dropped+drop
	}
}

// NewHandler returns a handler that shows a running game. It may be called before the game is loaded, on any goroutine. The
// caller must close the handler. The game may be closed before or after it.
//
// While a page is open and the game keeps a recording, the past is re-run on other goroutines. bough.Options.Natives,
// Kinds, RequestRule and Values, and pure helpers, are then called there at the same time as in the game, so they must not
// share data without a lock. A panic of theirs ends the re-run only. A game that keeps none by bough.Options.Record is recorded
// while somebody looks; see Options.Keep.
//
// Pages need the token; see Handler.Token. Open the page as http://localhost:PORT/#TOKEN. The handler may also be mounted
// behind http.StripPrefix. They have the language of bough.SetLanguage.
func NewHandler(game *bough.Game, o Options) (*Handler, error) {
	if game == nil {
		return nil, errNoGame
	}
	h, err := newHandler(o)
	if err != nil {
		return nil, err
	}
	h.live = newLive(h, game)
	h.past = newPastReader(h)
	h.cover()
	return h, nil
}

func newHandler(o Options) (*Handler, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	h := &Handler{
		o: o, trees: newTreeSet(), hist: newHistory(historyBytes), viewers: map[*viewer]bool{}, logs: map[int64]*eventLog{}, versions: map[assets.Hash]int{},
	}
	h.ghosts = make(chan struct{}, 1)
	h.ctx, h.stop = context.WithCancel(context.Background())
	h.updates.trees, h.updates.problems = []wire.TreeRef{}, []wire.Problem{}
	h.present.stamp = wire.Stamp{Schema: wire.Schema, Start: rand.Text()}
	h.interval = time.Second / maxRate
	h.server.begin(h)
	return h, nil
}

// Token returns the token that pages need.
func (h *Handler) Token() string { return h.o.Token }

// Close ends all connections, and waits for the goroutines of the handler. It does not close the game. Requests get an
// error afterwards. It must not be called on the goroutine that ticks the game.
func (h *Handler) Close() error {
	h.mu.Lock()
	h.closed, h.until = true, time.Time{}
	list := make([]*viewer, 0, len(h.viewers))
	for v := range h.viewers {
		list = append(list, v)
	}
	h.mu.Unlock()
	h.stop()
	for _, v := range list {
		v.close()
	}
	h.work.Wait()
	if h.past != nil {
		h.past.close()
	}
	if h.playback != nil {
		h.playback.close()
	}
	return nil
}

// use keeps the game observed for some time, and begins to observe it. It reports whether the handler is open.
func (h *Handler) use() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.until = time.Now().Add(linger)
	h.join()
	return true
}

// join begins to observe the game. h.mu must be held.
func (h *Handler) join() {
	if h.attached || h.joining || h.closed || h.playback != nil {
		return
	}
	h.joining = true
	h.work.Add(1)
	go func() {
		defer h.work.Done()
		h.live.game.Do(h.ctx, h.live.attach) // of a game that is closed, requests say so
		h.mu.Lock()
		h.joining = false
		h.mu.Unlock()
	}()
}

// wanted reports whether the game must be observed.
func (h *Handler) wanted(now time.Time) bool {
	return !h.closed && (len(h.viewers) > 0 || now.Before(h.until))
}

// failure is an error with a status of HTTP.
type failure struct {
	status int
	text   string
}

// Error returns the text for the page.
func (f *failure) Error() string { return f.text }

func refuse(status int, text string) error { return &failure{status, text} }

// errPaused says that a game does not tick.
func errPaused(waited time.Duration) error {
	return refuse(statusServiceUnavailable, tr.F("the game has not ticked for %d ms, so it cannot answer; a paused game should call Game.Refresh repeatedly", waited.Milliseconds()))
}

// do runs f between two ticks, while the game is observed.
func (h *Handler) do(ctx context.Context, f func(l *live) error) (err error) {
	if !h.use() {
		return refuse(statusServiceUnavailable, tr.T("the inspector is closed"))
	}
	if h.playback != nil {
		return h.playback.do(ctx, f, h.live)
	}
	h.mu.Lock()
	patience := h.patience()
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	run := func() {
		h.live.attach()
		err = f(h.live)
	}
	switch e := h.live.game.Do(ctx, run); {
	case e == nil:
		return err
	case errors.Is(e, bough.ErrClosed):
		return refuse(statusGone, tr.T("the game is over: it was closed"))
	case errors.Is(e, context.DeadlineExceeded):
		return errPaused(patience)
	default:
		return e
	}
}
