package inspect

import (
	"encoding/binary"
	"math"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/rows"
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
	land    Land // for the grid
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
	s := &crowdState{version: l.version, tick: l.world.TickCount(), clock: l.world.Clock().Seconds(), list: make([]entry, 0, l.world.Len())}
	place := l.h.o.Place
	if place == nil {
		place = placeOf
	}
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, t := range l.h.hist.order {
		a := t.agent
		if !a.Alive() {
			continue
		}
		e := entry{id: uint32(t.id), node: int16(min(l.doing(t), math.MaxInt16)), since: t.shownSince}
		e.tree = uint16(l.tree(a.Program()).index)
		if t.now == idle {
			e.flags |= entryAsleep
		}
		if a.Paused() {
			e.flags = e.flags&^entryAsleep | entryHeld
		}
		if l.fault(a) != "" {
			e.flags |= entryFault
		}
		if x, y, heading, ok := place(a); ok && finite(x) == x && finite(y) == y {
			e.flags |= entryPlace
			e.x, e.y = float32(x), float32(y)
			turns := finite(heading) / (2 * math.Pi)
			e.heading = uint8(int(math.Round((turns - math.Floor(turns)) * 256)))
			box = [4]float64{min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)}
		}
		s.list = append(s.list, e)
	}
	if len(s.list) > maxSingle {
		if land := l.land(); land != nil {
			s.land = *land
		} else if box[0] <= box[2] {
			s.land = Land{Left: box[0], Top: box[1], Width: box[2] - box[0], Height: box[3] - box[1]}
		}
	}
	return s
}

// deepestOf returns the deepest active node of an agent, or -1.
func (l *live) deepestOf(a *engine.Agent, tr *tree) int32 {
	table := l.deepest[tr]
	if table == nil || len(table) > maxDeepest {
		table = map[string]int32{}
		l.deepest[tr] = table
	}
	l.words = a.AppendActive(l.words[:0])
	l.key = l.key[:0]
	for _, w := range l.words {
		l.key = binary.LittleEndian.AppendUint64(l.key, w)
	}
	node, known := table[string(l.key)]
	if !known {
		node = int32(rows.Deepest(tr.rows, a.NodeActive))
		table[string(l.key)] = node
	}
	return node
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

// maxDeepest bounds the sets of active nodes whose deepest node is remembered, for each tree.
const maxDeepest = 4096

func (l *live) land() *Land {
	if l.h.o.Land == nil {
		return nil
	}
	return l.h.o.Land()
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

// grid returns the message of a state with more than maxSingle agents: a density grid, and single agents in the view.
func (s *crowdState) grid(view *[4]float64) []byte {
	b := s.head(nil, crowdFull|crowdGrid, 0)
	n := 0
	var cells [gridCells * gridCells]uint16
	for i := range s.list {
		e := &s.list[i]
		if e.flags&entryPlace == 0 {
			continue
		}
		x, y := float64(e.x), float64(e.y)
		if s.land.Width > 0 && s.land.Height > 0 {
			c, r := int((x-s.land.Left)/s.land.Width*gridCells), int((y-s.land.Top)/s.land.Height*gridCells)
			c, r = min(max(c, 0), gridCells-1), min(max(r, 0), gridCells-1)
			if k := r*gridCells + c; cells[k] < math.MaxUint16 {
				cells[k]++
			}
		}
		if view != nil && n < maxSingle && x >= view[0] && y >= view[1] && x <= view[2] && y <= view[3] {
			b = s.entry(b, e)
			n++
		}
	}
	binary.LittleEndian.PutUint32(b[headBytes-4:], uint32(n))
	b = binary.LittleEndian.AppendUint16(b, gridCells)
	b = binary.LittleEndian.AppendUint16(b, gridCells)
	for _, c := range cells {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return b
}
