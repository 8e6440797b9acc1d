package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/wire"
)

// Saver saves the part of a world that only the host of scripts knows. It is called between ticks, on the goroutine
// that ticks.
type Saver interface {
	// Save appends the bytes of an agent's fields and of its nodes' memories to out. Equal states must have equal
	// bytes.
	Save(out []byte, a *Agent) ([]byte, error)
	// Load decodes the bytes of Save for an agent that is not in its world yet and whose other state is complete. now
	// is the clock of the world after the restore. memories maps nodes to their memories.
	Load(a *Agent, data []byte, now time.Duration) (f Fields, memories map[int]any, err error)
	// SaveValue returns the bytes of a Go value in a Value; see Other. LoadValue returns the value of the bytes.
	SaveValue(ref any) ([]byte, error)
	LoadValue(data []byte) (any, error)
}

// Resolver finds programs and behaviors by name. The functions return nil for an unknown name.
type Resolver struct {
	Program  func(name string) *Program
	Behavior func(name string) *Behavior
}

// Snapshot returns the state of the world: clock, agents, boards, and errors of behaviors. Worlds in the same state
// have the same bytes, with any number of workers. A snapshot does not include programs (Restore finds them by
// name), observers, log lines, or errors of replaced code.
//
// The error of a value that cannot be saved names the agent, and the field or memory.
func (w *World) Snapshot() ([]byte, error) {
	w.mustBeOpen("World.Snapshot")
	x := snapshot{world: w, now: w.clock, tick: w.tick, c: wire.NewWriter(make([]byte, 0, usualSize*len(w.agents.list)))}
	x.codeFormat(&format.World)
	x.codeWorld()
	return x.c.Data(), x.c.Err()
}

// Restore puts the world into the state of a snapshot, with the programs and behaviors of resolver. Each program
// must have the nodes that it had when the snapshot was taken. No hooks are called. An Agent that exists both
// before and after Restore stays the same object. If there is an error, nothing changes.
func (w *World) Restore(data []byte, resolver Resolver) error {
	w.mustBeOpen("World.Restore")
	x := snapshot{world: w, resolver: resolver, c: wire.NewReader(data)}
	x.codeFormat(&format.World)
	x.codeWorld()
	if err := x.c.End(); err != nil {
		x.discard()
		return err
	}
	x.commit()
	return nil
}

// Snapshot returns the state of the agent, for World.SpawnSnapshot.
func (a *Agent) Snapshot() ([]byte, error) {
	w := a.world
	w.mustBeIdle("Agent.Snapshot")
	if !a.Alive() {
		return nil, fmt.Errorf("%s is gone", a.label)
	}
	x := snapshot{world: w, now: w.clock, tick: w.tick, c: wire.NewWriter(nil)}
	x.codeFormat(&format.WorldAgent)
	x.codePrograms([]*Agent{a})
	x.codeAgent(a)
	return x.c.Data(), x.c.Err()
}

// SpawnSnapshot adds the agent of a snapshot, which may be of another world, under its old ID. It returns an error if w
// has an agent with this ID. Since each world counts its agents from 1, agents can move between several worlds only if
// one of them spawns all agents. Times continue, so a
// node that was active for a second in the other world has been active for a second in w. Quarantines are those of
// w. Draws of kinds such as random are also those of w, since they depend on the seed and the tick.
func (w *World) SpawnSnapshot(data []byte, resolver Resolver) (*Agent, error) {
	w.mustBeOpen("World.SpawnSnapshot")
	x := snapshot{world: w, resolver: resolver, now: w.clock, tick: w.tick, c: wire.NewReader(data)}
	x.codeFormat(&format.WorldAgent)
	x.codePrograms(nil)
	a := x.codeAgent(nil)
	if w.agents.find(a.id) != nil {
		x.c.Fail("there is an agent %d already; despawn it first, or let only one of the worlds spawn agents", a.id)
	}
	if err := x.c.End(); err != nil {
		x.discard()
		return nil, err
	}
	a.flags &^= isSuspended   // the host decides again whether to suspend the agent
	w.agents.sweep(w.workers) // an agent with this ID may have left this world
	w.nextID = max(w.nextID, a.id)
	w.agents.set(slices.Insert(w.agents.list, w.agents.from(a.id), a), w.workers)
	if w.journal != nil {
		w.journal.add(Input{kind: inputSpawnSnapshot, agent: a.id, data: data})
	}
	w.emitBetweenTicks(a, EventSpawn)
	return a, nil
}

// usualSize is a typical number of bytes for an agent in a snapshot. It is the initial capacity of the buffer.
const usualSize = 3 << 9

// maxSaved bounds times and counts, so that sums of two do not overflow.
const maxSaved = math.MaxInt64 / 2

// snapshot encodes or decodes the state of a world or of an agent. Each method encodes or decodes a part of the
// state.
//
// Times are relative to the clock, so that an agent can continue in a world with another clock.
type snapshot struct {
	c         *wire.Coder
	number    int // of the format of the decoded data; not set while encoding
	world     *World
	resolver  Resolver
	now, tick int64
	programs  []*Program
	host      []byte    // buffer for the bytes of the Saver, reused
	agent     *Agent    // the current agent
	place     [2]string // place of the current value, such as "field", "hp"
	// checked has the encodings of Go values that can be decoded. It is nil if this is not checked while encoding. A
	// journal checks it at once, since its replays run later and elsewhere.
	checked map[string]bool
	// The decoded values.
	seed   uint64
	nextID AgentID
	limit  *turnLimit
	agents []*Agent
	boards boards
	faults faultLog
}

// at sets the place that errors of fail name.
func (x *snapshot) at(what, name string) { x.place = [2]string{what, name} }

// fail records an error about the current value.
func (x *snapshot) fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if x.place[0] != "" {
		err = fmt.Errorf("%s %s: %w", x.place[0], x.place[1], err)
	}
	if x.agent != nil {
		err = fmt.Errorf("%s: %w", x.agent.label, err)
	}
	x.c.Fail("%w", err)
}

// codeFormat encodes or checks the head of a snapshot.
func (x *snapshot) codeFormat(f *format.Format) {
	head := f.Head()
	if x.c.Text(&head); !x.c.Reading() || x.c.Err() != nil {
		return
	}
	var err error
	if x.number, _, err = f.Read(head); err != nil {
		x.c.Fail("the snapshot of package engine: %w", err)
	}
}

func (x *snapshot) codeWorld() {
	w := x.world
	x.seed, x.nextID = w.opts.Seed, w.nextID
	x.c.Word(&x.seed)
	x.c.Int(&x.now, 0, maxSaved)
	x.c.Int(&x.tick, 0, maxSaved)
	x.c.Int((*int64)(&x.nextID), 0, maxSaved)
	x.codeLimit()
	var living []*Agent
	if !x.c.Reading() {
		living = slices.Collect(w.Agents())
	}
	x.codePrograms(living)
	n := x.c.Count(len(living))
	for i := range n {
		if !x.c.Reading() {
			x.codeAgent(living[i])
			continue
		}
		a := x.codeAgent(nil)
		if x.c.Err() == nil && (a.id > x.nextID || i > 0 && a.id <= x.agents[i-1].id) {
			x.c.Fail("agent %d is out of order", a.id)
		}
		if x.c.Err() != nil {
			return
		}
	}
	x.codeBoards()
	x.codeFaults()
}

// codeLimit encodes or decodes the limit set by LimitTurns.
func (x *snapshot) codeLimit() {
	var most, maxWait int64
	if l := x.world.limit; l != nil && !x.c.Reading() {
		most, maxWait = int64(l.most), l.maxWait
	}
	x.c.Int(&most, 0, math.MaxInt32)
	x.c.Int(&maxWait, 0, maxSaved)
	if most > 0 {
		x.limit = &turnLimit{most: int(most), maxWait: maxWait}
	}
}

// moment encodes or decodes a time, as the duration after the present time.
func (x *snapshot) moment(p *int64) {
	after := *p - x.now
	if x.c.Signed(&after, maxSaved); x.c.Reading() {
		*p = x.now + after
	}
}

// past is like moment, for a time that is not in the future.
func (x *snapshot) past(p *int64) {
	if x.moment(p); *p > x.now {
		x.fail("a time in the future")
		*p = x.now
	}
}

// codePrograms encodes or decodes the names of the programs that agents run, in the order of the agents.
func (x *snapshot) codePrograms(agents []*Agent) {
	known := map[*Program]bool{}
	for _, a := range agents {
		if p := a.code.prog; !known[p] {
			known[p] = true
			x.programs = append(x.programs, p)
		}
	}
	n := x.c.Count(len(x.programs))
	for i := range n {
		var name string
		var shape uint64
		if !x.c.Reading() {
			name, shape = x.programs[i].name, x.programs[i].shape()
		}
		x.c.Text(&name)
		if x.c.Word(&shape); x.c.Reading() && x.c.Err() == nil {
			p := x.resolver.Program(name)
			switch {
			case p == nil:
				x.c.Fail("there is no tree %q; the files, Kinds, Natives and Trees must be the same", name)
			case !x.world.mayRun(p):
				x.c.Fail("the tree %q of the resolver belongs to another game; take the resolver from the game of this world", name)
			case p.shape() != shape:
				x.c.Fail("tree %q is not the one of the snapshot; the files, Kinds, Natives and Trees must be the same", name)
			default:
				x.world.register(p)
				x.programs = append(x.programs, p)
			}
		}
	}
}

// shape returns a hash of the nodes without parameters.
func (p *Program) shape() uint64 {
	var h wire.Checksum
	for i := range p.info {
		in := &p.info[i]
		name := ""
		if b := p.behaviors[i]; b != nil {
			name = b.Name
		}
		h.Text(in.key)
		h.Word(uint64(in.kind))
		h.Text(in.custom.name())
		h.Text(name)
		h.Word(uint64(p.nodes[i].end))
	}
	return uint64(h)
}

// codeAgent encodes or decodes an agent. When decoding, a is nil, and the result is an agent that is
// not in the world yet.
func (x *snapshot) codeAgent(a *Agent) *Agent {
	var id, program int64
	var name string
	if a != nil {
		id, name, program = int64(a.id), a.name, int64(slices.Index(x.programs, a.code.prog))
	}
	x.c.Int(&id, 1, maxSaved)
	x.c.Text(&name)
	if x.c.Int(&program, 0, int64(max(len(x.programs)-1, 0))); len(x.programs) == 0 {
		x.c.Fail("an agent, but no trees")
	}
	if a == nil {
		if x.c.Err() != nil {
			return &Agent{coldState: &coldState{}}
		}
		a = x.world.newAgent(x.programs[program], AgentID(id), name)
		x.agents = append(x.agents, a)
	}
	x.agent = a
	x.codeTurn(a)
	x.codeNodes(a)
	x.codeSlots(a)
	x.codeHistory(a)
	x.codeStimuli(&a.stimuli)
	x.codeRequests(a)
	x.at("", "")
	x.codeHost(a)
	x.at("", "")
	x.agent = nil
	return a
}

// codeTurn encodes or decodes the fields that determine in which ticks the agent takes part.
func (x *snapshot) codeTurn(a *Agent) {
	status, flags := int32(a.status), int32(a.flags&^isTraced)
	x.past(&a.last)
	x.c.Int(&a.ticks, 0, maxSaved)
	x.c.Int32(&status, 0, int32(Failure))
	x.c.Int32(&flags, 0, int32(hasPeriod)<<1-1)
	a.status, a.flags = Status(status), agentFlags(flags)|a.flags&isTraced
	if a.flags&isAsleep != 0 {
		x.moment(&a.schedule.sleepUntil)
	}
	x.c.Float(&a.schedule.factor)
	x.c.Float(&a.schedule.weight)
	if w := a.schedule.weight; !(a.schedule.factor >= 0 && w >= 0 && w <= maxWeight) {
		x.fail("a weight of %v, and a factor of %v", w, a.schedule.factor)
	}
	if a.flags&hasPeriod != 0 {
		x.c.Int(&a.schedule.period, 1, maxPeriod)
		x.moment(&a.schedule.next)
		a.schedule.watch = codeLen(x, a.schedule.watch)
		for i, k := range a.schedule.watch {
			name := k.Name()
			x.c.Text(&name)
			a.schedule.watch[i] = KeyOf(name)
		}
	}
	if a.flags&isPaused != 0 {
		n := int64(a.schedule.steps)
		x.c.Int(&n, 0, math.MaxInt32)
		a.schedule.steps = int(n)
	}
	x.c.Word(&a.rand.state)
}

// codeNodes encodes or decodes the states of active nodes, and the results of their children.
func (x *snapshot) codeNodes(a *Agent) {
	p, active := a.code.prog, a.active()
	x.codeSet(active, p.Len())
	for i := range int32(p.Len()) {
		s, parent := &a.state[i], p.info[i].parent
		switch {
		case active.has(i) && parent >= 0 && !active.has(parent):
			x.c.Fail("%s is active, and its parent is not", p.info[i].path)
		case active.has(i):
			x.past(&s.entered)
			x.codeCursor(&s.cursor, p, i)
			held := int64(s.held)
			x.c.Int(&held, 0, math.MaxUint32)
			s.held = uint32(held)
			x.c.Int32(&s.count, math.MinInt32, math.MaxInt32)
		case parent < 0 || !active.has(parent):
			continue
		}
		if parent >= 0 && isParallel(p.info[parent].rule) {
			result := int32(s.result)
			x.c.Int32(&result, 0, int32(Failure))
			s.result = Status(result)
		}
	}
}

// codeCursor encodes or decodes a cursor of node i: a child of the node, or 0.
func (x *snapshot) codeCursor(c *int32, p *Program, i int32) {
	if x.c.Int32(c, 0, int32(p.Len()-1)); *c != 0 && p.info[*c].parent != i {
		x.c.Fail("%s is no child of %s", p.info[*c].path, p.info[i].path)
		*c = 0
	}
}

// codeSet encodes or decodes a set of n nodes.
func (x *snapshot) codeSet(set bitset, n int) {
	for k := range set {
		x.c.Word(&set[k])
	}
	if last := len(set) - 1; n&63 != 0 && set[last]>>(uint(n)&63) != 0 {
		x.c.Fail("a set with more than %d nodes", n)
		set.reset()
	}
}

// codeSlots encodes or decodes the state of nodes that outlives their exits.
func (x *snapshot) codeSlots(a *Agent) {
	for k := range a.persistent {
		s, node := &a.persistent[k], a.code.prog.persistentNodes[k]
		if x.c.Bool(&s.known); s.known {
			x.past(&s.stamp)
			x.c.Bool(&s.yes)
			if a.code.prog.nodes[node].ask&askStimulus != 0 {
				x.codeSerial(&s.picked)
			}
		}
		entries := s.entriesIn(x.tick)
		if x.c.Int32(&entries, 0, math.MaxInt32); x.c.Reading() {
			s.entries, s.entryTick = entries, x.tick
		}
		x.c.Int32(&s.ends, 0, math.MaxInt32)
		if a.code.prog.info[node].settings.Number != nil {
			x.codeNumber(s, a.code.prog.info[node].kind.Number())
		}
		if s.order == nil {
			x.codeCursor(&s.cursor, a.code.prog, node)
			continue
		}
		x.c.Int32(&s.cursor, 0, int32(len(s.order)))
		for i := range s.order {
			x.c.Int32(&s.order[i], node, a.code.prog.nodes[node].end)
		}
		if x.c.Err() == nil && !slices.Equal(slices.Sorted(slices.Values(s.order)), a.code.prog.children(node)) {
			x.c.Fail("the order of %s is not one of its children", a.code.prog.info[node].path)
		}
	}
}

// codeNumber encodes or decodes the number that an expression has given.
func (x *snapshot) codeNumber(s *persistentState, in kind.Range) {
	x.c.Bool(&s.hasNumber)
	x.c.Float(&s.number)
	if none := !s.hasNumber && s.number == 0; x.c.Reading() && !none && !in.Has(s.number) {
		x.c.Fail("a number out of its range")
		s.hasNumber, s.number = false, 0
	}
}

// codeHistory encodes or decodes the sets of nodes that ran in the remembered ticks.
func (x *snapshot) codeHistory(a *Agent) {
	n, size := a.code.prog.Len(), int32(a.history.size)
	known := int32(a.history.len(a.ticks))
	x.c.Int32(&known, 0, math.MaxInt32)
	_, newest := a.sets()
	lasted := min(a.lasted, known)
	x.c.Int32(&lasted, 0, known)
	if known > 0 && lasted == 0 {
		x.c.Fail("a history without its last tick")
	}
	x.codeSet(newest, n)
	if !x.c.Reading() {
		a.history.each(known-lasted, func(set bitset, span int32) bool {
			x.c.Int32(&span, 1, math.MaxInt32)
			x.codeSet(set, n)
			return true
		})
		return
	}
	type run struct {
		set  bitset
		span int32
	}
	var runs []run
	for k := lasted; k < known && x.c.Err() == nil; {
		r := run{set: make(bitset, len(newest))}
		if x.c.Int32(&r.span, 1, math.MaxInt32); r.span > known-k {
			x.c.Fail("a history of more than %d ticks", known)
			return
		}
		x.codeSet(r.set, n)
		runs, k = append(runs, r), k+r.span
	}
	for _, r := range slices.Backward(runs) {
		a.history.archive(r.set, r.span)
	}
	a.lasted = lasted
	a.history.since = a.ticks - int64(min(known, size))
}

func (x *snapshot) codeStimuli(s *stimuli) {
	x.codeSerial(&s.serial)
	s.held = codeLen(x, s.held)
	for i := range s.held {
		h := &s.held[i]
		x.codeStimulus(&h.Stimulus, &h.weight)
		x.codeSerial(&h.serial)
		x.moment(&h.expires)
		x.c.Int32(&h.holders, 0, math.MaxInt32)
		x.c.Bool(&h.taken)
		x.c.Bool(&h.grace)
	}
	s.inbox = codeLen(x, s.inbox)
	for i := range s.inbox {
		x.codeStimulus(&s.inbox[i].Stimulus, &s.inbox[i].weight)
	}
}

// codeSerial encodes or decodes the serial of a stimulus.
func (x *snapshot) codeSerial(serial *uint32) {
	n := int64(*serial)
	x.c.Int(&n, 0, math.MaxUint32)
	*serial = uint32(n)
}

func (x *snapshot) codeStimulus(s *Stimulus, weight *int) {
	x.c.Text(&s.Name)
	x.at("stimulus", s.Name)
	x.c.Signed((*int64)(&s.TTL), maxSaved)
	x.codeValue(&s.Data, 0)
	*weight = countedWeight(s.Data)
}

// codeLen encodes or decodes the length of a list. When decoding, it returns a list of that length with zero values.
func codeLen[E any](x *snapshot, list []E) []E {
	n := x.c.Count(len(list))
	if x.c.Reading() && n > 0 {
		return make([]E, n)
	}
	return list
}

func (x *snapshot) codeRequests(a *Agent) {
	a.requests.channels = codeLen(x, a.requests.channels)
	for i := range a.requests.channels {
		c := &a.requests.channels[i]
		x.c.Text(&c.name)
		if x.c.Bool(&c.hasForce); c.hasForce {
			x.codeRequest(&c.inForce, a)
		}
		if x.c.Bool(&c.hasActive); c.hasActive {
			x.codeRequest(&c.active, a)
		}
		c.passive = codeLen(x, c.passive)
		for k := range c.passive {
			x.codeRequest(&c.passive[k], a)
		}
	}
}

func (x *snapshot) codeRequest(q *Request, a *Agent) {
	x.c.Text(&q.Kind)
	x.at("request", q.Kind)
	x.c.Text(&q.Channel)
	x.c.Float(&q.Priority)
	x.c.Bool(&q.Active)
	x.c.Int32(&q.node, -1, int32(a.code.prog.Len()-1))
	x.codeValue(&q.Data, 0) // Request.tick is used only during a tick
}

// codeHost encodes or decodes fields and memories.
func (x *snapshot) codeHost(a *Agent) {
	host := x.world.opts.Saver
	if host == nil {
		x.codeFields(a)
		return
	}
	var data []byte
	if !x.c.Reading() && x.c.Err() == nil {
		var err error
		if data, err = host.Save(x.host[:0], a); err != nil {
			x.fail("%w", err)
		}
		x.host = data
	}
	if x.c.Bytes(&data); !x.c.Reading() || x.c.Err() != nil {
		return
	}
	f, memories, err := host.Load(a, data, time.Duration(x.now))
	if err != nil {
		x.fail("%w", err)
	}
	a.fields = f
	for node, m := range memories {
		if node < 0 || node >= len(a.state) || !a.active().has(int32(node)) {
			x.fail("a memory of node %d, which is not active", node)
			return
		}
		a.state[node].memory = m
	}
}

// codeFields encodes or decodes the engine's own fields.
func (x *snapshot) codeFields(a *Agent) {
	for node := range a.Memories {
		x.fail("%s has a memory, and there is no Options.Saver", a.code.prog.info[node].path)
		return
	}
	if a.fields == nil {
		a.fields = &goFields{}
	}
	f, ok := a.fields.(*goFields)
	if !ok {
		x.fail("fields of type %T, and there is no Options.Saver", a.fields)
		return
	}
	f.keys = codeLen(x, f.keys)
	f.values = append(f.values, make([]value.Value, len(f.keys)-len(f.values))...)
	for i := range f.keys {
		name := f.keys[i].Name()
		x.c.Text(&name)
		x.at("field", name)
		x.codeValue(&f.values[i], 0)
		if f.keys[i] = KeyOf(name); x.c.Err() != nil {
			return
		}
	}
}

// goValue is the kind of a Go value that is not a Table.
const goValue = int32(value.KindOther) + 1

func (x *snapshot) codeValue(v *value.Value, depth int) {
	kind, t := int32(v.Kind()), v.Table()
	if v.Kind() == value.KindOther && t == nil {
		kind = goValue
	}
	x.c.Int32(&kind, 0, goValue)
	var read value.Value
	switch value.Kind(kind) {
	case value.KindNil:
	case value.KindBool:
		yes := v.Truthy()
		x.c.Bool(&yes)
		read = value.Bool(yes)
	case value.KindNumber:
		n := v.Float()
		x.c.Float(&n)
		read = value.Number(n)
	case value.KindString:
		s := v.Str()
		if x.c.Text(&s); x.c.Reading() {
			read = value.String(s)
		}
	case value.KindVector:
		p := v.Vec()
		x.c.Float(&p.X)
		x.c.Float(&p.Y)
		x.c.Float(&p.Z)
		read = value.VectorOf(p)
	case value.KindOther:
		read = x.codeTable(t, depth)
	default:
		read = x.codeGo(v)
	}
	if x.c.Reading() { // else agents of other workers may read the table that v is in
		*v = read
	}
}

func (x *snapshot) codeTable(t *value.Table, depth int) (read value.Value) {
	if depth == value.MaxDepth {
		x.fail("tables nested deeper than %d levels", value.MaxDepth)
		return value.Value{}
	}
	if x.c.Reading() {
		t = &value.Table{}
		read = value.Other(t)
	}
	n := x.c.Count(len(t.Entries))
	for i := 0; i < n && x.c.Err() == nil; i++ {
		if x.c.Reading() {
			t.Entries = append(t.Entries, value.Entry{}) // one by one, since a forged n may be large
		}
		x.codeValue(&t.Entries[i].Key, depth+1)
		x.codeValue(&t.Entries[i].Value, depth+1)
	}
	return read
}

// codeGo encodes or decodes a value of Go.
func (x *snapshot) codeGo(v *value.Value) (read value.Value) {
	if x.world.opts.Saver == nil {
		x.fail("a value of Go, %T, and there is no Options.Saver", v.Ref())
		return value.Value{}
	}
	var data []byte
	var err error
	if !x.c.Reading() {
		if data, err = x.world.opts.Saver.SaveValue(v.Ref()); err != nil {
			x.fail("%w", err)
		} else if err := x.check(data, v.Ref()); err != nil {
			x.fail("%w", err)
		}
	}
	if x.c.Bytes(&data); x.c.Reading() && x.c.Err() == nil {
		ref, err := x.world.opts.Saver.LoadValue(data)
		if err != nil {
			x.fail("%w", err)
		}
		read = value.Other(ref)
	}
	return read
}

// maxChecked bounds the encodings in snapshot.checked.
const maxChecked = 4096

// check returns an error if data, the encoding of ref, cannot be decoded or is decoded to another value.
func (x *snapshot) check(data []byte, ref any) error {
	if x.checked == nil || x.checked[string(data)] {
		return nil
	}
	const remedy = "give the value after Spawn, by Agent.Set, if its encoding needs the ID of the agent"
	s := x.world.opts.Saver
	again, err := s.LoadValue(data)
	if err != nil {
		return fmt.Errorf("the encoding of a %T cannot be decoded: %w; %s", ref, err, remedy)
	}
	if same, err := s.SaveValue(again); err != nil || !bytes.Equal(same, data) {
		return fmt.Errorf("the encoding of a %T is decoded to a value with another encoding; %s", ref, remedy)
	}
	if len(x.checked) == maxChecked {
		clear(x.checked)
	}
	x.checked[string(data)] = true
	return nil
}

// codeBoards encodes or decodes the entries of boards, sorted.
func (x *snapshot) codeBoards() {
	var keys []boardKey
	if !x.c.Reading() {
		keys = x.world.boards.keys()
	}
	x.boards = boards{entries: map[boardKey]value.Value{}}
	for _, k := range codeLen(x, keys) {
		v := x.world.boards.entries[k]
		x.c.Text(&k.board)
		x.c.Text(&k.key)
		x.at("entry of board "+k.board+":", k.key)
		var holder AgentID
		if !x.c.Reading() {
			holder = x.world.boards.holders[k]
		}
		x.codeValue(&v, 0)
		if !x.c.Reading() || x.number >= 4 { // before, nothing was claimed
			x.c.Int((*int64)(&holder), 0, maxSaved)
		}
		if !x.c.Reading() {
			continue
		}
		if holder == 0 {
			x.boards.set(k.board, k.key, v)
		} else if _, known := slices.BinarySearchFunc(x.agents, holder, func(a *Agent, id AgentID) int { return cmp.Compare(a.id, id) }); known {
			x.boards.claim(holder, k.board, k.key, v)
		} else {
			x.fail("agent %d, which has claimed it, is missing", holder)
		}
	}
	x.at("", "")
}

// discard undoes the only change that decoding makes in the world, that of the numbers of agents of programs.
func (x *snapshot) discard() {
	for _, a := range x.agents {
		if a.code != nil {
			a.code.agents--
		}
	}
}

// commit puts the world into the decoded state.
func (x *snapshot) commit() {
	w := x.world
	w.agents.sweep(w.workers)
	for _, a := range w.agents.list {
		if i, ok := slices.BinarySearchFunc(x.agents, a.id, func(b *Agent, id AgentID) int { return cmp.Compare(b.id, id) }); ok {
			a.code.agents--
			traces, traced := a.traces, a.flags&isTraced
			*a = *x.agents[i]
			a.traces, a.flags = traces, a.flags|traced
			x.agents[i] = a
		} else {
			w.agents.drop(a)
		}
	}
	x.faults.raised = w.faults.raised
	w.opts.Seed, w.clock, w.tick, w.nextID = x.seed, x.now, x.tick, x.nextID
	w.boards, w.faults, w.limit = x.boards, x.faults, x.limit
	w.agents.set(x.agents, w.workers)
	for _, wk := range w.workers {
		clear(wk.lastFaultless)
	}
}
