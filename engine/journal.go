package engine

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/wire"
)

// The next state of a world depends only on its present state and its inputs. Inputs are the ticks, the changes that
// Go code makes between two ticks, and the replies of helpers. A Journal records the inputs, so a world that is
// restored from a snapshot and gets the same inputs goes through the same states.

// Journal records the inputs of a world; see World.Record. Only the goroutine of the world may use it.
type Journal struct {
	c       journalCoder
	encoded []byte // encoded result of the last tick
}

// NewJournal returns an empty journal. If replies is set, the journal also records the replies of helpers; see
// Context.Tape.
func NewJournal(replies bool) *Journal {
	return &Journal{c: journalCoder{x: snapshot{c: wire.NewWriter(nil), checked: map[string]bool{}}, names: map[string]int64{}, replies: replies}}
}

// Record makes j record the inputs of the world from now on. If j is nil, the recording ends. A journal records one
// world at a time. Record must be called between ticks.
//
// Writes with Fields.Set are not recorded; use Agent.Set. Reload is not recorded either; see Journal.Reload. Restore
// is not recorded: call Take after it, and store the bytes from before and after separately.
func (w *World) Record(j *Journal) {
	w.mustBeOpen("World.Record")
	if w.journal = j; j == nil {
		w.result = nil
	} else if w.result == nil {
		w.result = &tickResult{}
	}
	for _, wk := range w.workers {
		if wk.ctx.tape = w.noTape(wk); j != nil && j.c.replies {
			wk.ctx.tape = &Tape{worker: wk, effects: NewJournal(false)}
			wk.ctx.tape.effects.c.x.world = w
		}
	}
	if j != nil {
		j.c.x.world = w
	}
}

// Take returns the bytes that were recorded since the last Take, and removes them from the journal. A JournalReader
// can read these bytes without earlier ones.
func (j *Journal) Take() []byte {
	data := j.c.x.c.Data()
	j.c.x.c = wire.NewWriter(make([]byte, 0, len(data)+len(data)/8))
	clear(j.c.names)
	clear(j.c.keys)
	j.c.last, j.c.unknown = 0, ""
	return data
}

// Bytes returns the bytes that were recorded since the last Take. They are valid until the next input.
func (j *Journal) Bytes() []byte { return j.c.x.c.Data() }

// Repeats reports whether the last tick had the recorded result of ti. Since its last Take, the journal
// must have recorded the same inputs and ticks as the journal that ti comes from.
func (j *Journal) Repeats(ti *TickInputs) bool { return bytes.Equal(j.encoded, ti.encoded) }

// Err returns the error of the first value that could not be recorded, or nil. The error names the agent and the
// field.
func (j *Journal) Err() error { return j.c.x.c.Err() }

// Unknown describes the first call since the last Take whose reply could not be recorded. A replay cannot continue
// after it. Unknown returns "" if there is none.
func (j *Journal) Unknown() string { return j.c.unknown }

// Reload records that the files with a hash are put in force. The caller then calls World.Reload, which is not
// recorded.
func (j *Journal) Reload(hash string) { j.add(Input{kind: inputReload, name: hash}) }

// End ends the inputs without a tick, and records the replies of helpers since the last tick. It must be called before
// Take if anything was recorded since the last tick.
func (j *Journal) End() { j.endInputs(inputEnd, 0) }

func (j *Journal) add(in Input) { j.c.codeInput(&in) }

// record records an input that concerns an agent. It does nothing if j is nil.
func (j *Journal) record(a *Agent, in Input) {
	if j != nil {
		in.agent = a.id
		j.add(in)
	}
}

// endInputs records the end of the inputs: a tick, or inputEnd.
func (j *Journal) endInputs(kind inputKind, dt time.Duration) {
	w := j.c.x.world
	in := Input{kind: kind, time: dt}
	j.c.codeInput(&in)
	j.c.codeReplies(j.takeReplies())
	if kind == inputTick {
		start := len(j.Bytes())
		j.c.codeTick(w.result)
		j.encoded = j.Bytes()[start:]
	}
	j.c.last = 0
}

// TickInputs contains the inputs between two ticks, and the tick after the inputs.
type TickInputs struct {
	Inputs []Input // in the order in which they were made
	// Ticked is set if the inputs end with a tick, and not set if they end with Journal.End. DT is the time of that
	// tick.
	Ticked bool
	DT     time.Duration

	replies []Reply
	result  tickResult
	encoded []byte // encoded result
}

// Input is one change of a world that Go code makes between two ticks.
type Input struct {
	kind  inputKind
	agent AgentID // 0 if the input concerns no agent
	// name is the name of a program, field, stimulus, channel, board, behavior or node, or a hash. other is the name of an
	// agent, the kind of a request, or the key of a board.
	name, other string
	time        time.Duration
	number      float64
	value       value.Value
	keys        []Key
	data        []byte
	raw         []byte
}

// inputKind identifies the method whose call an Input records.
type inputKind int32

const (
	inputEnd inputKind = iota // the inputs end without a tick
	inputTick
	inputReload
	inputSpawn
	inputSpawnSnapshot
	inputDespawn
	inputSet
	inputSetNumber // inputSet with a number; most inputs are of this kind
	inputPost
	inputImpose
	inputEndRequest
	inputSetBoard
	inputSetTree
	inputPause
	inputResume
	inputStep
	inputSleep
	inputReset
	inputPeriod
	inputFactor
	inputLimit
	inputClearFaults
	inputRequest // inputRequest and inputLog are made only by helpers
	inputLog
	inputAbort
	inputClaimBoard // made only by helpers
	inputKinds
)

var inputNames = [inputKinds]string{
	"end", "Tick", "Reload", "Spawn", "SpawnSnapshot", "Despawn", "Set", "Set", "Post", "Impose", "EndRequest", "SetBoard", "SetTree", "Pause",
	"Resume", "Step", "Sleep", "Reset", "SetPeriod", "SetImportanceFactor", "LimitTurns", "ClearFaults", "Request", "Log", "Abort", "ClaimBoard",
}

// String describes the input by the name of its method, its first name and its agent, as in "Set x of agent 3".
func (in *Input) String() string {
	text := inputNames[in.kind]
	if in.name != "" {
		text += " " + in.name
	}
	if in.agent > 0 {
		text += fmt.Sprintf(" of agent %d", in.agent)
	}
	return text
}

// Reload returns the hash of the files that the input puts in force, or "" if it is another input.
func (in *Input) Reload() string {
	if in.kind == inputReload {
		return in.name
	}
	return ""
}

// Raw returns the recorded bytes of the input.
func (in *Input) Raw() []byte { return in.raw }

// journalCoder encodes and decodes inputs.
type journalCoder struct {
	x       snapshot
	replies bool
	names   map[string]int64 // numbers of the names encoded so far, from 1
	keys    []int64          // by Key.Index: the number of the name of the key, or 0 if encodeSet has not used it
	list    []string         // names decoded so far
	last    AgentID          // the last encoded or decoded ID
	unknown string           // see Journal.Unknown
}

// codeName encodes or decodes a name as its number. A new name is encoded as 0 and its text, and gets the next
// number.
func (j *journalCoder) codeName(name *string) {
	c := j.x.c
	if !c.Reading() {
		n, known := j.names[*name]
		if c.Int(&n, 0, math.MaxInt32); !known {
			c.Text(name)
			j.names[*name] = int64(len(j.names) + 1)
		}
		return
	}
	var n int64
	if c.Int(&n, 0, int64(len(j.list))); n > 0 {
		*name = j.list[n-1]
		return
	}
	c.Text(name)
	j.list = append(j.list, *name)
}

// encodeSet encodes an inputSet or inputSetNumber, as codeInput would.
func (j *journalCoder) encodeSet(id AgentID, k Key, v value.Value) {
	if v.Kind() != value.KindNumber {
		j.codeInput(&Input{kind: inputSet, agent: id, name: k.Name(), value: v})
		return
	}
	kind, n := inputSetNumber, v.Float()
	j.x.c.Int32((*int32)(&kind), 0, int32(inputKinds-1))
	j.codeAgent(&id)
	if i := k.Index(); i < len(j.keys) && j.keys[i] > 0 {
		j.x.c.Int(&j.keys[i], 0, math.MaxInt32)
	} else {
		name := k.Name()
		j.codeName(&name)
		j.keys = append(j.keys, make([]int64, max(0, i+1-len(j.keys)))...)
		j.keys[i] = j.names[name]
	}
	j.x.c.Float(&n)
}

// codeAgent encodes or decodes an ID as the difference from the last one.
func (j *journalCoder) codeAgent(id *AgentID) {
	d := int64(*id - j.last)
	j.x.c.Signed(&d, maxSaved)
	*id = max(j.last+AgentID(d), 0)
	j.last = *id
}

func (j *journalCoder) codeValue(in *Input) {
	j.x.at("input", in.name)
	if in.agent > 0 && (j.x.c.Reading() || in.value.Kind() == value.KindOther) { // encoding other values cannot fail
		if j.x.agent = j.x.world.agents.find(in.agent); j.x.agent == nil { // it is spawned in the same tick
			j.x.at(fmt.Sprintf("agent %d: input", in.agent), in.name)
		}
	}
	j.x.codeValue(&in.value, 0)
	j.x.agent = nil
	if c := j.x.c; c.Reading() {
		if err := in.value.Check(); err != nil { // else Apply would panic
			c.Fail("%w", err)
		}
	}
}

// codeInput encodes or decodes an input, without the replies and the result of a tick.
func (j *journalCoder) codeInput(in *Input) {
	c := j.x.c
	c.Int32((*int32)(&in.kind), 0, int32(inputKinds-1))
	switch in.kind {
	case inputEnd, inputReload, inputSetBoard, inputClaimBoard, inputTick, inputLimit, inputClearFaults, inputLog:
	default:
		j.codeAgent(&in.agent)
	}
	switch in.kind {
	case inputTick:
		c.Int((*int64)(&in.time), 0, maxSaved)
	case inputReload, inputSetTree, inputEndRequest, inputClearFaults, inputLog, inputAbort:
		j.codeName(&in.name)
	case inputSpawn:
		j.codeName(&in.name)
		j.codeName(&in.other)
	case inputSpawnSnapshot:
		c.Bytes(&in.data)
	case inputSet:
		j.codeName(&in.name)
		j.codeValue(in)
	case inputSetNumber:
		j.codeName(&in.name)
		n := in.value.Float()
		c.Float(&n)
		in.value = value.Number(n)
	case inputPost:
		j.codeName(&in.name)
		c.Signed((*int64)(&in.time), maxSaved)
		j.codeValue(in)
	case inputImpose, inputRequest:
		j.codeName(&in.name)
		j.codeName(&in.other)
		c.Float(&in.number)
		j.codeValue(in)
	case inputSetBoard, inputClaimBoard:
		j.codeName(&in.name)
		j.codeName(&in.other)
		j.codeValue(in)
	case inputSleep:
		c.Signed((*int64)(&in.time), maxSaved)
	case inputPeriod:
		c.Signed((*int64)(&in.time), maxSaved)
		in.keys = codeLen(&j.x, in.keys)
		for i, k := range in.keys {
			name := k.Name()
			j.codeName(&name)
			in.keys[i] = KeyOf(name)
		}
	case inputFactor:
		c.Float(&in.number)
	case inputLimit:
		c.Float(&in.number)
		c.Signed((*int64)(&in.time), maxSaved)
	}
}

// tickResult is the result of a tick.
type tickResult struct {
	// digest is a hash of the clock, the number of agents, and the digests of the turns.
	digest uint64
	// changes contains the agents that did not run the same nodes as in their previous tick, in the order of their IDs.
	changes []change
	// fields contains a byte of Fields.Checksum for each turn, in the order of the IDs of the agents.
	fields []byte
	agents []*Agent // the agents of fields; not recorded
}

// change is the set of nodes that an agent ran in a tick.
type change struct {
	agent AgentID
	tree  string // name of its program
	ran   bitset
}

// turnResult is the result of the tick of one agent. The worker computes it at the end of that tick, when the data of
// the agent is in the cache of the processor.
type turnResult struct {
	agent *Agent
	// digest is a hash of the ID, the active nodes, the nodes that ran, the status, the random sequence, and
	// Fields.Checksum.
	digest  uint64
	fields  byte // see tickResult
	changed bool // whether the agent did not run the same nodes as in its previous tick
}

// addResult queues the result of the tick of the current agent.
func (wk *worker) addResult() {
	a := wk.agent
	active, ran := a.sets()
	h := wire.Checksum(a.id)
	h.Word(uint64(a.ticks)<<8 | uint64(a.status))
	h.Word(a.rand.state)
	for i := range active {
		h.Word(active[i])
		h.Word(ran[i])
	}
	sum := a.fields.Checksum()
	h.Word(sum)
	wk.out.turns = append(wk.out.turns, turnResult{a, uint64(h), byte(sum >> 56), a.lasted == 1})
}

// merge sets r to the result of the last tick of w.
func (r *tickResult) merge(w *World) {
	h := wire.Checksum(w.clock)
	h.Word(uint64(w.agents.len()))
	clear(r.changes) // else r would keep agents that leave the world
	clear(r.agents)
	r.changes, r.fields, r.agents = r.changes[:0], r.fields[:0], r.agents[:0]
	merge(w, func(o *outbox) *[]turnResult { return &o.turns }, func(t *turnResult) AgentID { return t.agent.id }, func(t *turnResult) {
		h.Word(t.digest)
		r.fields, r.agents = append(r.fields, t.fields), append(r.agents, t.agent)
		if t.changed {
			_, ran := t.agent.sets()
			r.changes = append(r.changes, change{t.agent.id, t.agent.code.prog.name, ran})
		}
	})
	r.digest = uint64(h)
}

func (j *journalCoder) codeTick(r *tickResult) {
	c := j.x.c
	c.Word(&r.digest)
	c.Bytes(&r.fields)
	n := c.Count(len(r.changes))
	for i := 0; i < n && c.Err() == nil; i++ {
		if c.Reading() { // one by one, since a forged n may be large
			r.changes = append(r.changes, change{})
		}
		ch := &r.changes[i]
		j.codeAgent(&ch.agent)
		if i > 0 && ch.agent <= r.changes[i-1].agent {
			c.Fail("agent %d is out of order", ch.agent)
		}
		j.codeName(&ch.tree)
		words := c.Count(len(ch.ran))
		for k := 0; k < words && c.Err() == nil; k++ {
			if c.Reading() {
				ch.ran = append(ch.ran, 0)
			}
			c.Word(&ch.ran[k])
		}
	}
}

// JournalReader reads the inputs of a journal, tick by tick; see World.ReadJournal.
type JournalReader struct {
	c     journalCoder
	data  []byte
	ended bool // the last inputs ended without a tick
}

// ReadJournal returns a reader of bytes that Journal.Take or Journal.Bytes returned. The Saver of w decodes values of
// Go. From now on, until Record(nil), ticks have results for Check. ReadJournal must be called between ticks.
func (w *World) ReadJournal(data []byte) *JournalReader {
	w.mustBeOpen("World.ReadJournal")
	if w.result == nil {
		w.result = &tickResult{}
	}
	return &JournalReader{c: journalCoder{x: snapshot{world: w, c: wire.NewReader(data)}}, data: data}
}

// Fork returns a reader at the place of r that reads for the world w, or for that of r if w is nil. It reads data, which
// must be the journal of r or a longer one that begins like it; nil means that of r. r stays where it is.
func (r *JournalReader) Fork(w *World, data []byte) *JournalReader {
	f := *r
	if data != nil {
		f.data = data
	}
	f.c.x.c = r.c.x.c.ReadOn(f.data)
	f.c.list = slices.Clip(f.c.list)
	if w != nil {
		f.c.x.world = w
		if w.result == nil {
			w.result = &tickResult{}
		}
	}
	return &f
}

// Next returns the inputs of the next tick, or nil at the end. The data may come from an untrusted source: Next
// returns an error or valid inputs.
func (r *JournalReader) Next() (*TickInputs, error) {
	c := r.c.x.c
	if c.Offset() == len(r.data) || c.Err() != nil {
		return nil, c.Err()
	}
	if r.ended {
		c.Fail("the journal continues after its end")
		return nil, c.Err()
	}
	ti := &TickInputs{}
	for {
		var in Input
		start := c.Offset()
		if r.c.codeInput(&in); c.Err() != nil {
			return nil, c.Err()
		}
		if in.kind == inputTick || in.kind == inputEnd {
			ti.Ticked, ti.DT = in.kind == inputTick, in.time
			r.ended = r.ended || !ti.Ticked
			break
		}
		in.raw = r.data[start:c.Offset()]
		ti.Inputs = append(ti.Inputs, in)
	}
	ti.replies = r.c.codeReplies(nil)
	if start := c.Offset(); ti.Ticked {
		r.c.codeTick(&ti.result)
		ti.encoded = r.data[start:c.Offset()]
	}
	r.c.last = 0
	return ti, c.Err()
}

// Check compares the last tick of w, which must have followed ReadJournal, with the recorded result. It describes the
// first difference, or returns "" if there is none. If all agents ran the recorded nodes and only an agent's fields
// differ, Check also returns that agent. Check may be called between ticks and in callbacks.
func (ti *TickInputs) Check(w *World) (difference string, fields *Agent) {
	w.mustBeReadable("TickInputs.Check")
	now, then := w.result, ti.result
	if now == nil {
		return "the last tick has no result, since ReadJournal was not called before it", nil
	}
	for i := range then.changes {
		c := &then.changes[i]
		switch {
		case i >= len(now.changes) || now.changes[i].agent > c.agent:
			return fmt.Sprintf("%s runs the same nodes as before; in the recording it runs%s", w.agents.labelOf(c.agent), c.paths(w)), nil
		case now.changes[i].agent < c.agent:
			n := &now.changes[i]
			return fmt.Sprintf("%s runs%s; in the recording it runs the same nodes as before", w.agents.labelOf(n.agent), n.paths(w)), nil
		case now.changes[i].tree != c.tree || !slices.Equal(now.changes[i].ran, c.ran):
			return fmt.Sprintf("%s runs%s; in the recording it runs%s", w.agents.labelOf(c.agent), now.changes[i].paths(w), c.paths(w)), nil
		}
	}
	switch {
	case len(now.fields) != len(then.fields):
		return fmt.Sprintf("%d agents are ticked; in the recording %d", len(now.fields), len(then.fields)), nil
	case len(now.changes) > len(then.changes):
		n := &now.changes[len(then.changes)]
		return fmt.Sprintf("%s runs%s; in the recording it runs the same nodes as before", w.agents.labelOf(n.agent), n.paths(w)), nil
	case now.digest == then.digest:
		return "", nil
	}
	for i, a := range now.agents {
		if now.fields[i] != then.fields[i] {
			return a.label + " has other fields than in the recording", a
		}
	}
	return "the agents run the same nodes as in the recording, but results, random sequences or the number of agents differ", nil
}

// paths returns the paths of the deepest nodes that ran, each after a space. If the agent runs another tree now, paths
// returns the name of the tree in c.
func (c *change) paths(w *World) string {
	a := w.agents.find(c.agent)
	if a == nil || a.code.prog.name != c.tree || len(c.ran) != a.code.prog.words {
		return " the tree " + c.tree
	}
	text, p := "", a.code.prog
	c.ran.each(func(i int32) {
		if int(i) < p.Len() && c.ran.next(i+1, p.nodes[i].end) == p.nodes[i].end {
			text += " " + p.info[i].path
		}
	})
	if text == "" {
		return " nothing"
	}
	return text
}

// Apply makes the recorded change in w. The resolver finds trees and behaviors by name. Apply does nothing if the input
// is a Reload, which the caller must handle, or if the agent of the input does not exist. It returns an error if a
// tree does not exist or if an agent cannot be spawned. Apply must be called between ticks.
func (in *Input) Apply(w *World, resolver Resolver) error {
	w.mustBeOpen("Input.Apply")
	program := func() (*Program, error) {
		if p := resolver.Program(in.name); p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("there is no tree %q", in.name)
	}
	switch in.kind {
	case inputSpawn:
		return in.respawn(w, program)
	case inputSpawnSnapshot:
		_, err := w.SpawnSnapshot(in.data, resolver)
		return err
	case inputDespawn:
		w.Despawn(in.agent)
		return nil
	case inputPost:
		w.Post(in.agent, Stimulus{Name: in.name, Data: in.value, TTL: in.time})
		return nil
	case inputSetBoard:
		w.SetBoard(in.name, in.other, in.value)
		return nil
	case inputLimit:
		w.LimitTurns(int(max(0, min(in.number, math.MaxInt32))), in.time)
		return nil
	case inputClearFaults:
		if b := resolver.Behavior(in.name); b != nil && b.ID > 0 {
			w.ClearFaults(b)
		}
		return nil
	}
	a := w.agents.find(in.agent)
	if a == nil {
		return nil
	}
	switch in.kind {
	case inputSet, inputSetNumber:
		return in.setField(a)
	case inputImpose:
		a.Impose(Request{Kind: in.other, Channel: in.name, Priority: in.number, Data: in.value})
	case inputEndRequest:
		a.EndRequest(in.name)
	case inputSetTree:
		p, err := program()
		if err != nil {
			return fmt.Errorf("%s: %w", a.label, err)
		}
		a.SetTree(p)
	case inputPause:
		a.Pause()
	case inputResume:
		a.Resume()
	case inputStep:
		a.Step()
	case inputSleep:
		a.Sleep(in.time)
	case inputReset:
		a.Reset()
	case inputAbort:
		a.Abort(in.name)
	case inputPeriod:
		a.SetPeriod(in.time, in.keys...)
	case inputFactor:
		a.SetImportanceFactor(in.number)
	default:
		return errors.New("engine: an input of this kind cannot be applied")
	}
	return nil
}

// setField sets the field of the input. Recordings may come from an untrusted source, so setField returns an error if
// the field cannot be set.
func (in *Input) setField(a *Agent) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", a.label, r)
		}
	}()
	a.Set(KeyOf(in.name), in.value)
	return nil
}

// respawn spawns an agent with the recorded ID. If the tree is missing, later agents still get their recorded IDs.
func (in *Input) respawn(w *World, program func() (*Program, error)) error {
	if in.agent <= w.nextID && in.agent > 0 && w.agents.find(in.agent) != nil {
		return fmt.Errorf("there is an agent %d already", in.agent)
	}
	p, err := program()
	if err != nil {
		w.nextID = max(w.nextID, in.agent)
		return fmt.Errorf("%s: %w", label(in.other, in.agent), err)
	}
	if in.agent > w.nextID {
		w.nextID = in.agent - 1
	}
	w.Spawn(p, in.other)
	return nil
}
