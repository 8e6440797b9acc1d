package inspect

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
)

// maxSingle is the number of agents above which a Crowd is a density grid, with single agents only in the part in view.
const maxSingle = 2000

// The flags of a Crowd and of its entries.
const (
	crowdFull = 1
	crowdGrid = 2

	entryFault  = 1
	entryHeld   = 2
	entryAsleep = 4
	entryGone   = 8
	entryPlace  = 16
)

// gridCells is the number of columns and of rows of a density grid.
const gridCells = 64

// entry is an agent in a Crowd.
type entry struct {
	id      uint32
	tree    uint16
	node    int16
	since   int64 // tick since which node is active
	flags   uint8
	heading uint8
	x, y    float32
}

// crowdState is the state of all agents in a tick. It does not change.
type crowdState struct {
	version int
	tick    int64
	clock   float64
	box     [4]float64 // left, top, right and bottom of the grid: the land, or what has all agents if there is none
	bound   bool       // box is the land
	list    []entry
	full    struct {
		once sync.Once
		data []byte
	}
}

// crowdMessage is a delta between two states, encoded once for all viewers.
type crowdMessage struct {
	before, after *crowdState
	once          sync.Once
	data          []byte
}

// crowdNow returns the state of all agents. It must be called between ticks.
func (l *live) crowdNow() *crowdState {
	s := l.newCrowd(wire.Stamp{Version: l.version, Tick: l.world.TickCount(), Clock: l.world.Clock().Seconds()})
	if l.h.playback != nil {
		l.h.placing.Lock()
		defer l.h.placing.Unlock()
	}
	for _, t := range l.h.hist.order {
		if t.agent.Alive() {
			s.add(&l.roster, t.agent, l.doing(t), t.shownSince, t.now == idle)
		}
	}
	return s
}

// crowdAt returns the state of all agents of a replay. It must be called between ticks.
func (r *roster) crowdAt(stamp wire.Stamp) *crowdState {
	r.h.mu.Lock()
	step := r.h.present.step
	r.h.mu.Unlock()
	r.lookAtFaults()
	s := r.newCrowd(stamp)
	r.h.placing.Lock()
	defer r.h.placing.Unlock()
	used := map[*tree]bool{}
	for a := range r.world.Agents() {
		tr := r.tree(a.Program())
		used[tr] = true
		node, since := r.deepestOf(a, tr), s.tick
		if node >= 0 && step > 0 {
			since -= int64(a.ActiveFor(int(node)) / step)
		}
		s.add(r, a, node, since, r.h.hist.idleIn(a.ID(), s.tick))
	}
	r.h.nameTrees(used)
	return s
}

func (r *roster) newCrowd(stamp wire.Stamp) *crowdState {
	s := &crowdState{version: stamp.Version, tick: stamp.Tick, clock: stamp.Clock, list: make([]entry, 0, r.world.Len())}
	s.box = [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	if l := r.land(); l != nil && l.Width > 0 && l.Height > 0 {
		s.box, s.bound = [4]float64{l.Left, l.Top, l.Left + l.Width, l.Top + l.Height}, true
	}
	return s
}

// add adds an agent, which has been in a node since a tick.
func (s *crowdState) add(r *roster, a *engine.Agent, node int32, since int64, asleep bool) {
	e := entry{id: uint32(a.ID()), tree: uint16(r.tree(a.Program()).index), node: int16(min(node, math.MaxInt16)), since: since}
	switch {
	case a.Paused():
		e.flags = entryHeld
	case asleep:
		e.flags = entryAsleep
	}
	if r.fault(a) != "" {
		e.flags |= entryFault
	}
	place := r.h.o.Place
	if place == nil {
		place = placeOf
	}
	if x, y, heading, ok := place(a); ok && finite(x) == x && finite(y) == y {
		e.flags |= entryPlace
		e.x, e.y = float32(x), float32(y)
		turns := finite(heading) / (2 * math.Pi)
		e.heading = uint8(int(math.Round((turns - math.Floor(turns)) * 256)))
		if !s.bound {
			s.box = [4]float64{min(s.box[0], x), min(s.box[1], y), max(s.box[2], x), max(s.box[3], y)}
		}
	}
	s.list = append(s.list, e)
}

// doing returns the deepest active node of an agent, and notes since when it is.
func (l *live) doing(t *track) int32 {
	a := t.agent
	node := l.deepestOf(a, l.tree(a.Program()))
	if node != t.shown || a.Program() != t.shownOf {
		t.shown, t.shownOf, t.shownSince = node, a.Program(), l.tick
		if node >= 0 && l.step > 0 {
			t.shownSince -= int64(a.ActiveFor(int(node)) / l.step)
		}
	}
	return node
}

func (r *roster) land() *Land {
	if r.h.o.Land == nil {
		return nil
	}
	return r.h.o.Land()
}

var fieldX, fieldY, fieldFacing = engine.KeyOf("x"), engine.KeyOf("y"), engine.KeyOf("facing")

func placeOf(a *engine.Agent) (x, y, heading float64, ok bool) {
	vx, vy := a.Get(fieldX), a.Get(fieldY)
	if vx.Kind() != value.KindNumber || vy.Kind() != value.KindNumber {
		return 0, 0, 0, false
	}
	return vx.Float(), vy.Float(), a.Get(fieldFacing).Float(), true
}

func (s *crowdState) head(b []byte, flags byte, entries int) []byte {
	b = append(b, wire.Schema, flags)
	b = binary.LittleEndian.AppendUint16(b, uint16(s.version))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.tick))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.tick>>32))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(s.clock)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s.list)))
	return binary.LittleEndian.AppendUint32(b, uint32(entries))
}

const (
	headBytes  = 24
	entryBytes = 24
)

func (s *crowdState) entry(b []byte, e *entry) []byte {
	b = binary.LittleEndian.AppendUint32(b, e.id)
	b = binary.LittleEndian.AppendUint16(b, e.tree)
	b = binary.LittleEndian.AppendUint16(b, uint16(e.node))
	b = binary.LittleEndian.AppendUint32(b, uint32(max(0, s.tick-e.since)))
	b = append(b, e.flags, e.heading, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(e.x))
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(e.y))
}

// all returns the full message of a state with at most maxSingle agents.
func (s *crowdState) all() []byte {
	s.full.once.Do(func() {
		b := s.head(make([]byte, 0, headBytes+entryBytes*len(s.list)), crowdFull, len(s.list))
		for i := range s.list {
			b = s.entry(b, &s.list[i])
		}
		s.full.data = b
	})
	return s.full.data
}

// follows reports whether the delta leads from a state to the next one.
func (m *crowdMessage) follows(s *crowdState) bool { return m.before == s }

// delta returns the message that leads from one state to the next. The number of ticks for which a node has been active is
// no change, since the page counts on.
func (m *crowdMessage) delta() []byte {
	m.once.Do(func() {
		b := m.after.head(nil, 0, 0)
		n, was := 0, m.before.list
		gone := func(e entry) {
			e.flags |= entryGone
			b = m.after.entry(b, &e)
			n++
		}
		for i := range m.after.list {
			e := &m.after.list[i]
			for len(was) > 0 && was[0].id < e.id {
				gone(was[0])
				was = was[1:]
			}
			if len(was) > 0 && was[0].id == e.id {
				same := was[0] == *e
				was = was[1:]
				if same {
					continue
				}
			}
			b = m.after.entry(b, e)
			n++
		}
		for _, e := range was {
			gone(e)
		}
		binary.LittleEndian.PutUint32(b[headBytes-4:], uint32(n))
		m.data = b
	})
	return m.data
}

// grid returns the message of a state with more than maxSingle agents: a density grid, and single agents: those in the view, and
// the ones that are watched.
func (s *crowdState) grid(view *[4]float64, watch []int64) []byte {
	b := s.head(nil, crowdFull|crowdGrid, 0)
	n := 0
	var cells [gridCells * gridCells]uint16
	box := s.box
	if box[0] > box[2] { // no agent has a place
		box = [4]float64{}
	}
	for k := range 2 {
		if box[k] == box[k+2] {
			box[k+2]++
		}
	}
	cell := func(at, from, to float64) int {
		return min(max(int((at-from)/(to-from)*gridCells), 0), gridCells-1)
	}
	for i := range s.list {
		e := &s.list[i]
		if e.flags&entryPlace == 0 {
			continue
		}
		x, y := float64(e.x), float64(e.y)
		if k := cell(y, box[1], box[3])*gridCells + cell(x, box[0], box[2]); cells[k] < math.MaxUint16 {
			cells[k]++
		}
		if view != nil && n < maxSingle && x >= view[0] && y >= view[1] && x <= view[2] && y <= view[3] || slices.Contains(watch, int64(e.id)) {
			b = s.entry(b, e)
			n++
		}
	}
	binary.LittleEndian.PutUint32(b[headBytes-4:], uint32(n))
	b = binary.LittleEndian.AppendUint16(b, gridCells)
	b = binary.LittleEndian.AppendUint16(b, gridCells)
	for _, f := range box {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(f)))
	}
	for _, c := range cells {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return b
}

// maxPath bounds the points of a path.
const maxPath = 64

// pathOf returns the way that an agent is going, up to the first point that is no place.
func (h *Handler) pathOf(a *engine.Agent) [][2]float64 {
	if h.o.Path == nil || !a.Alive() {
		return nil
	}
	list := h.o.Path(a)
	list = list[:min(len(list), maxPath)]
	if i := slices.IndexFunc(list, func(p [2]float64) bool {
		return !(math.Abs(p[0]) < math.MaxFloat32 && math.Abs(p[1]) < math.MaxFloat32)
	}); i >= 0 {
		list = list[:i]
	}
	return slices.Clone(list)
}

// pastPath is pathOf for an agent of a replay.
func (h *Handler) pastPath(a *engine.Agent) [][2]float64 {
	if !h.o.PastPlaces {
		return nil
	}
	h.placing.Lock()
	defer h.placing.Unlock()
	return h.pathOf(a)
}

// notOfPast says why the land has no places of the past, or "".
func (h *Handler) notOfPast() string {
	if h.o.Place == nil || h.o.PastPlaces {
		return ""
	}
	return tr.T("this game says where its agents are only for the present; see inspect.Options.PastPlaces")
}
