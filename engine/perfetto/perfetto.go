// Package perfetto writes the activity of agents as a trace for the Perfetto UI, https://ui.perfetto.dev.
//
//	trace := perfetto.New(file, engine.KeyOf("hp"))
//	stop := trace.Attach(game.World())
//	...
//	game.Tick(dt)
//	trace.Sample() // after each tick
//	...
//	stop()
//	err := trace.Flush()
//
// Each agent has a track with a slice for each active node, nested as in the tree. Branches that are active at the
// same time have additional tracks below the track of the agent. The given fields are counters. Script errors, and
// events that the caller adds, are instants. Times are times of World.Clock; the events of an agent within a tick
// are a microsecond apart. If the clock goes back, because of Game.Restart or Game.Restore, all later times are moved,
// so that they follow the earlier ones.
//
// The format is TrackEvent: perfetto/protos/perfetto/trace/track_event/track_event.proto. The package has the few parts
// of protobuf that it needs.
package perfetto

import (
	"bytes"
	"encoding/binary"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// Writer writes a trace. It must be used by the goroutine that ticks, between ticks.
type Writer struct {
	to     io.Writer
	fields []engine.Key
	world  *engine.World // see Attach
	stop   func()        // stops observing world; nil before Attach
	last   int64         // latest time in the trace
	shift  int64         // difference between the times in the trace and those of world
	agents map[engine.AgentID]*track
	out    []byte // bytes that have not been written yet
	err    error
}

// track is an agent in the trace.
type track struct {
	id     engine.AgentID
	prog   *engine.Program
	lanes  [][]int     // for each lane, the nodes with an open slice, outermost first
	lane   map[int]int // index in lanes of each open node
	values []float64   // last value of each field; NaN if there is none
	now    int64       // time of the last event
}

// New returns a Writer that writes a trace to an io.Writer. The given fields become counters; values other than numbers
// and booleans are left out.
func New(to io.Writer, fields ...engine.Key) *Writer {
	w := &Writer{to: to, fields: fields, agents: map[engine.AgentID]*track{}}
	w.describe(globalTrack, 0, "bough", false)
	return w
}

// Attach traces a world until stop or Attach is called. The slices of nodes that are already active begin at the
// present time. Attach must be called again after Game.Restart, which makes a new world, and after Game.Restore, which
// changes active nodes without events.
func (w *Writer) Attach(world *engine.World) (stop func()) {
	if w.stop != nil {
		w.stop()
	}
	for _, a := range slices.Sorted(maps.Keys(w.agents)) {
		w.closeAll(w.agents[a])
	}
	clear(w.agents)
	w.world, w.shift = world, max(0, w.last-int64(world.Clock()))
	for a := range world.Agents() {
		t := w.of(a)
		t.now = int64(world.Clock())
		for _, i := range a.ActiveNodes() {
			w.open(t, i)
		}
	}
	w.stop = world.Observe(w.event)
	return w.stop
}

// Sample records the fields that have changed, and writes the trace in parts. The caller should call it after each
// tick. Attach must be called before it.
func (w *Writer) Sample() {
	for a := range w.world.Agents() {
		t := w.of(a)
		for i, k := range w.fields {
			v := a.Get(k)
			x := v.Float()
			switch v.Kind() {
			case value.KindBool:
				if v.Truthy() {
					x = 1
				}
			case value.KindNumber:
			default:
				continue
			}
			if x == t.values[i] {
				continue
			}
			if math.IsNaN(t.values[i]) {
				w.describe(t.counter(i), t.uuid(0), k.Name(), true)
			}
			t.values[i] = x
			w.packet(int64(w.world.Clock()), func(e *message) {
				e.int(eventType, typeCounter)
				e.int(eventTrack, t.counter(i))
				e.double(eventValue, x)
			})
		}
	}
	w.write(64 << 10)
}

// Instant records an event that concerns no agent, such as a reload, at the present time of the world. It may be
// called only after Attach, also in callbacks.
func (w *Writer) Instant(text string) { w.instant(int64(w.world.Clock()), globalTrack, text) }

// Flush writes the rest of the trace. It returns the first error of the io.Writer.
func (w *Writer) Flush() error {
	w.write(0)
	return w.err
}

// write writes the buffer if it contains more than above bytes. After an error it drops the buffer.
func (w *Writer) write(above int) {
	if len(w.out) <= above {
		return
	}
	if w.err == nil {
		_, w.err = bytes.NewReader(w.out).WriteTo(w.to) // an error also if w.to writes too few bytes
	}
	w.out = w.out[:0]
}

// globalTrack is the track of instants that concern no agent.
const globalTrack = 1

// uuid returns the number of the agent's track for a lane.
func (t *track) uuid(lane int) uint64 { return uint64(t.id)<<16 | uint64(lane)<<1 }

// counter returns the number of the agent's track for a field.
func (t *track) counter(field int) uint64 { return uint64(t.id)<<16 | uint64(field)<<1 | 1 }

// of returns the track of an agent. It adds the track to the trace if it is new.
func (w *Writer) of(a *engine.Agent) *track {
	t := w.agents[a.ID()]
	if t == nil {
		t = &track{id: a.ID(), prog: a.Program(), lane: map[int]int{}, values: make([]float64, len(w.fields)), now: w.last - w.shift}
		for i := range t.values {
			t.values[i] = math.NaN()
		}
		w.agents[a.ID()] = t
		w.describe(t.uuid(0), 0, a.Label(), false)
		t.lanes = append(t.lanes, nil)
	}
	return t
}

// event records an event of the world; see engine.World.Observe.
func (w *Writer) event(e engine.Event) {
	t := w.of(e.Agent)
	if e.Prog != t.prog {
		w.migrate(t, e.Prog)
	}
	t.now = max(int64(e.Time), t.now+int64(time.Microsecond))
	switch e.Kind {
	case engine.EventSpawn: // nodes of an agent from a snapshot are active already
		for _, i := range e.Agent.ActiveNodes() {
			w.open(t, i)
		}
	case engine.EventEnter:
		w.open(t, int(e.Node))
	case engine.EventExit:
		w.close(t, int(e.Node), e.Reason.String())
	case engine.EventFault:
		w.instant(t.now, t.uuid(0), e.Fault.Diagnostic().Headline())
	case engine.EventDespawn:
		w.closeAll(t)
		delete(w.agents, t.id)
	}
}

// migrate moves each open slice to the node of the next program that has the same key. There is such a node, since the
// engine has exited all others.
func (w *Writer) migrate(t *track, next *engine.Program) {
	at := map[string]int{}
	for i := range next.Len() {
		at[next.Node(i).Key] = i
	}
	clear(t.lane)
	for l, nodes := range t.lanes {
		for k, i := range nodes {
			nodes[k] = at[t.prog.Node(i).Key]
			t.lane[nodes[k]] = l
		}
	}
	t.prog = next
}

// closeAll ends all slices of an agent.
func (w *Writer) closeAll(t *track) {
	for _, nodes := range t.lanes {
		for _, i := range slices.Backward(slices.Clone(nodes)) {
			w.close(t, i, "")
		}
	}
}

// open begins the slice of a node. It uses the lane whose innermost open node is the nearest open ancestor of the
// node. If there is no such lane, it uses a free one.
func (w *Writer) open(t *track, i int) {
	lane := -1
	for p := t.prog.Node(i).Parent; p >= 0 && lane < 0; p = t.prog.Node(p).Parent {
		if l, open := t.lane[p]; open && t.lanes[l][len(t.lanes[l])-1] == p {
			lane = l
		}
	}
	for l := 0; l < len(t.lanes) && lane < 0; l++ {
		if len(t.lanes[l]) == 0 {
			lane = l
		}
	}
	if lane < 0 {
		lane = len(t.lanes)
		t.lanes = append(t.lanes, nil)
		w.describe(t.uuid(lane), t.uuid(0), "", false)
	}
	t.lanes[lane], t.lane[i] = append(t.lanes[lane], i), lane
	node := t.prog.Node(i)
	w.packet(t.now, func(e *message) {
		e.int(eventType, typeSliceBegin)
		e.int(eventTrack, t.uuid(lane))
		e.text(eventName, node.Name)
		e.annotate("path", node.Path)
	})
}

// close ends the slice of a node, after the slices of the nodes below it.
func (w *Writer) close(t *track, i int, reason string) {
	lane, open := t.lane[i]
	if !open {
		return
	}
	delete(t.lane, i)
	last := len(t.lanes[lane]) - 1
	t.lanes[lane] = t.lanes[lane][:last]
	w.packet(t.now, func(e *message) {
		e.int(eventType, typeSliceEnd)
		e.int(eventTrack, t.uuid(lane))
		if reason != "" {
			e.annotate("exit", reason)
		}
	})
}

// instant records an instant on a track.
func (w *Writer) instant(at int64, track uint64, text string) {
	w.packet(at, func(e *message) {
		e.int(eventType, typeInstant)
		e.int(eventTrack, track)
		e.text(eventName, text)
	})
}

// Numbers of fields and of values from the .proto files.
const (
	tracePacket = 1

	packetTime     = 8
	packetSequence = 10
	packetEvent    = 11
	packetTrack    = 60

	descriptorUUID    = 1
	descriptorName    = 2
	descriptorParent  = 5
	descriptorCounter = 8

	eventAnnotation = 4
	eventType       = 9
	eventTrack      = 11
	eventName       = 23
	eventValue      = 44

	annotationText = 6
	annotationName = 10

	typeSliceBegin = 1
	typeSliceEnd   = 2
	typeInstant    = 3
	typeCounter    = 4
)

// describe records the description of a track. parent is 0 if there is none.
func (w *Writer) describe(uuid, parent uint64, name string, counter bool) {
	var d, p message
	d.int(descriptorUUID, uuid)
	if name != "" {
		d.text(descriptorName, name)
	}
	if parent != 0 {
		d.int(descriptorParent, parent)
	}
	if counter {
		d.bytes(descriptorCounter, nil)
	}
	p.int(packetSequence, 1)
	p.bytes(packetTrack, d)
	w.out = appendBytes(w.out, tracePacket, p)
}

// packet records the event that fill writes, at a time of the world in nanoseconds.
func (w *Writer) packet(at int64, fill func(*message)) {
	var e, p message
	fill(&e)
	at += w.shift
	w.last = max(w.last, at)
	p.int(packetTime, uint64(at))
	p.int(packetSequence, 1)
	p.bytes(packetEvent, e)
	w.out = appendBytes(w.out, tracePacket, p)
}

// message is an encoded protobuf message.
type message []byte

func (m *message) int(field int, x uint64) {
	*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3), x)
}

func (m *message) double(field int, x float64) {
	*m = binary.LittleEndian.AppendUint64(binary.AppendUvarint(*m, uint64(field)<<3|1), math.Float64bits(x))
}

func (m *message) bytes(field int, x []byte) { *m = appendBytes(*m, field, x) }
func (m *message) text(field int, x string)  { m.bytes(field, []byte(x)) }
func (m *message) annotate(name, value string) {
	var a message
	a.text(annotationName, name)
	a.text(annotationText, value)
	m.bytes(eventAnnotation, a)
}

// appendBytes appends a field with a length and bytes.
func appendBytes(out []byte, field int, x []byte) []byte {
	out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(field)<<3|2), uint64(len(x)))
	return append(out, x...)
}
