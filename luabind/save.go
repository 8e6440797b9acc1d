package luabind

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/internal/wire"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// ValueCodec encodes and decodes the Go values that scripts and agents hold. Several goroutines may call its methods at
// once, if replies of helpers are recorded in a game with several workers.
type ValueCodec interface {
	// Encode returns the encoding of a value. Equal values must have equal encodings.
	Encode(v any) ([]byte, error)
	// Decode returns the value with the given encoding. The data may come from an untrusted source.
	Decode(data []byte) (any, error)
}

// Saver returns the engine.Options.Saver for agents whose fields are created by NewFields. It saves fields,
// memories and suspended runs, with all values in them. The codec values is used for Go values, and may be nil.
func (r *Runtime) Saver(values ValueCodec) engine.Saver {
	r.saver = &saver{r: r, values: values}
	return r.saver
}

// saver implements engine.Saver. It saves a constant value of a script as a name; see codecOf. Everything else that
// an agent holds is saved in full.
type saver struct {
	r      *Runtime
	values ValueCodec

	// Buffers that Save reuses.
	memories []savedMemory
	roots    []lua.Value
	parts    []part // the part to which each of roots belongs
}

// savedMemory is the saved form of a node's memory.
type savedMemory struct {
	node   int32
	table  bool
	co     bool
	until  bool
	wake   int64 // remaining time until co is resumed
	native nativeKind
	value  any    // for a plain native
	goData []byte // for byCodec: the encoding by ValueCodec
}

// nativeKind is the kind of a memory of a behavior or node kind written in Go.
type nativeKind int32

const (
	notNative nativeKind = iota
	byCodec              // ValueCodec has encoded it
	plainBool            // the following need no codec
	plainInt
	plainFloat
	plainString
	plainDuration
	plainAgentID
)

// plainKind returns the kind of a memory that needs no codec, or byCodec.
func plainKind(memory any) nativeKind {
	switch memory.(type) {
	case bool:
		return plainBool
	case int:
		return plainInt
	case float64:
		return plainFloat
	case string:
		return plainString
	case time.Duration:
		return plainDuration
	case engine.AgentID:
		return plainAgentID
	}
	return byCodec
}

// codePlain writes or reads the value of a plain native.
func (m *savedMemory) codePlain(c *wire.Coder) {
	switch m.native {
	case plainBool:
		v, _ := m.value.(bool)
		c.Bool(&v)
		m.value = v
	case plainInt:
		v, _ := m.value.(int)
		m.value = int(codeInt(c, int64(v)))
	case plainFloat:
		v, _ := m.value.(float64)
		c.Float(&v)
		m.value = v
	case plainString:
		v, _ := m.value.(string)
		c.Text(&v)
		m.value = v
	case plainDuration:
		v, _ := m.value.(time.Duration)
		m.value = time.Duration(codeInt(c, int64(v)))
	case plainAgentID:
		v, _ := m.value.(engine.AgentID)
		m.value = engine.AgentID(codeInt(c, int64(v)))
	}
}

func codeInt(c *wire.Coder, n int64) int64 {
	w := uint64(n)
	c.Word(&w)
	return int64(w)
}

func (m *savedMemory) code(c *wire.Coder) {
	c.Int32(&m.node, 0, math.MaxInt32)
	c.Bool(&m.table)
	c.Bool(&m.co)
	c.Bool(&m.until)
	c.Int(&m.wake, 0, math.MaxInt64)
	native := int32(m.native)
	c.Int32(&native, 0, int32(plainAgentID))
	if m.native = nativeKind(native); m.native == byCodec {
		c.Bytes(&m.goData)
	} else {
		m.codePlain(c)
	}
}

// Save implements engine.Saver.
func (x *saver) Save(out []byte, a *engine.Agent) ([]byte, error) {
	own := TableOf(a.Fields())
	if own == nil {
		return nil, fmt.Errorf("its fields are of type %T, and not those of Runtime.NewFields", a.Fields())
	}
	memories, roots, parts := x.memories[:0], append(x.roots[:0], own.Value()), append(x.parts[:0], part{what: "agent"})
	defer func() {
		clear(roots)
		x.memories, x.roots, x.parts = memories, roots, parts
	}()
	for node, memory := range a.Memories {
		s := savedMemory{node: int32(node)}
		add := func(what string, v lua.Value) {
			roots, parts = append(roots, v), append(parts, part{what, node})
		}
		m, ok := memory.(*nodeMemory)
		if !ok {
			if s.native = plainKind(memory); s.native == byCodec {
				data, err := x.saveValue(memory, "keep the state in fields of the agent")
				if err != nil {
					return nil, fmt.Errorf("memory of %s: %w", a.Program().Node(node).Path, err)
				}
				s.goData = data
			} else {
				s.value = memory
			}
			memories = append(memories, s)
			continue
		}
		if s.table = m.table != nil; s.table {
			add("memory", m.table.Value())
		}
		if s.co = m.co != nil; s.co {
			s.wake = int64(max(m.wake-a.World().Clock(), 0))
			add("run", m.co.Value())
		}
		if s.until = m.until != nil; s.until {
			add("the function of bt.wait_until in run", m.until.Value())
		}
		memories = append(memories, s)
	}
	c := wire.NewWriter(out)
	c.Count(len(memories))
	for i := range memories {
		memories[i].code(c)
	}
	data, err := x.codecOf(a).Encode(c.Data(), roots...)
	if err != nil {
		return nil, saveError(err, parts, a.Program())
	}
	return data, nil
}

// part is a value that an agent holds directly. It is the table of the agent, or a part of the memory of a node.
type part struct {
	what string
	node int
}

// saveError converts an error of Encode. It adds the name of the part that cannot be saved.
func saveError(err error, parts []part, p *engine.Program) error {
	var e *lua.SaveError
	if !errors.As(err, &e) {
		return err
	}
	what := parts[e.Root].what
	if e.Root > 0 {
		what += " of " + p.Node(parts[e.Root].node).Path
	}
	return fmt.Errorf("%s%s cannot be saved: %s", what, e.Path, e.Reason)
}

// Load implements engine.Saver.
func (x *saver) Load(a *engine.Agent, data []byte, now time.Duration) (engine.Fields, map[int]any, error) {
	c := wire.NewReader(data)
	list := make([]savedMemory, c.Count(0))
	for i := range list {
		list[i].code(c)
	}
	if err := c.Err(); err != nil {
		return nil, nil, err
	}
	values, err := x.decode(a, data[c.Offset():])
	if err != nil {
		return nil, nil, err
	}
	next := func() (v lua.Value) {
		if len(values) > 0 {
			v, values = values[0], values[1:]
		}
		return v
	}
	own := next().Table()
	if own == nil {
		return nil, nil, errors.New("its fields are missing")
	}
	if id := keyField(keyID).Get(own); id != lua.Number(float64(a.ID())) {
		return nil, nil, fmt.Errorf("these are the fields of agent %v", id)
	}
	x.r.fields.Adopt(own)
	memories := map[int]any{}
	for _, s := range list {
		if s.native == byCodec {
			v, err := x.LoadValue(s.goData)
			if err != nil {
				return nil, nil, err
			}
			s.value = v
		}
		if s.native != notNative {
			memories[int(s.node)] = s.value
			continue
		}
		m := &nodeMemory{}
		if s.table {
			m.table = next().Table()
		}
		if s.co {
			m.co, m.wake = next().Thread(), now+time.Duration(min(s.wake, math.MaxInt64-int64(now)))
		}
		if s.until {
			m.until = next().Function()
		}
		if s.table && m.table == nil || s.co && m.co == nil || s.until && (m.until == nil || m.co == nil) {
			return nil, nil, fmt.Errorf("the memory of node %d is incomplete", s.node)
		}
		memories[int(s.node)] = m
	}
	if len(values) > 0 || len(memories) < len(list) {
		return nil, nil, errors.New("there are more memories than nodes")
	}
	return (*fields)(own), memories, nil
}

// decode decodes Lua values. Their size is bounded by Limits.Keep plus quota.TickBytes.
func (x *saver) decode(a *engine.Agent, data []byte) ([]lua.Value, error) {
	s := x.r.states[a.Worker()]
	left := s.L.Bytes
	s.L.Bytes = quota.TickBytes + int64(x.r.quota.Limits().Keep)
	values, err := x.codecOf(a).Decode(s.L, data)
	s.L.Bytes = left
	if err == lua.ErrBytes {
		err = errors.New("it needs more memory than an agent may keep; raise Limits.Keep")
	}
	return values, err
}

// SaveValue implements engine.Saver.
func (x *saver) SaveValue(v any) ([]byte, error) {
	return x.saveValue(v, "keep a number or a name instead")
}

// saveValue returns the encoding of a Go value. If there is no codec, remedy completes the error.
func (x *saver) saveValue(v any, remedy string) (data []byte, err error) {
	defer func() { // a value that cannot be saved must not end a game that is being recorded
		if p := recover(); p != nil {
			err = fmt.Errorf("Encode of Options.Values panicked: %v", p)
		}
	}()
	if x.values == nil {
		return nil, fmt.Errorf("no codec saves a value of Go, %T; set Options.Values, or %s", v, remedy)
	}
	if data, err = x.values.Encode(v); err != nil {
		err = fmt.Errorf("Encode of Options.Values: %w", err)
	}
	return data, err
}

// LoadValue implements engine.Saver.
func (x *saver) LoadValue(data []byte) (v any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("Decode of Options.Values panicked: %v", p)
		}
	}()
	if x.values == nil {
		return nil, errors.New("no codec restores a value of Go; set Options.Values")
	}
	if v, err = x.values.Decode(data); err != nil {
		err = fmt.Errorf("Decode of Options.Values: %w", err)
	}
	return v, err
}

// boardConstant is the beginning of the names of board tables.
const boardConstant = "(board) "

// saveCodec is the codec of one worker.
type saveCodec struct {
	values   *lua.Codec
	programs map[*engine.Program]paramGroup
}

// paramGroup is the Codec.Group for the parameters of a program's nodes. A reload may replace the bindings of the
// program. The group is valid while code is still the binding of node.
type paramGroup struct {
	values map[string]lua.Value
	node   int            // the last node with parameters, or 0
	code   engine.Binding // the code of node
}

// codecOf returns the codec for the worker of an agent. It knows the constant values of scripts by names that are
// the same in each worker, and in each game with the same files. Constant values are libraries, values created by
// files, boards, and the parameters of the nodes in the agent's tree.
func (x *saver) codecOf(a *engine.Agent) *lua.Codec {
	s := x.r.states[a.Worker()]
	if s.codec == nil {
		s.codec = &saveCodec{x.newCodec(s), map[*engine.Program]paramGroup{}}
	}
	k, p := s.codec.values, a.Program()
	g, known := s.codec.programs[p]
	if k.Group = g.values; known && a.Binding(g.node) == g.code {
		return k
	}
	g = paramGroup{values: map[string]lua.Value{}, code: a.Binding(0)}
	k.Group = g.values
	for i := range p.Len() {
		var b *binding
		switch code := a.Binding(i).(type) {
		case *binding:
			b = code
		case *running:
			b = &code.binding
		default:
			continue
		}
		if b.params != noParams {
			k.ConstantIn(k.Group, fmt.Sprintf("(parameters of %s) %v", b.chunk.Name, p.Node(i).Params), b.params)
			g.node, g.code = i, a.Binding(i)
		}
	}
	s.codec.programs[p] = g
	return k
}

func (x *saver) newCodec(s *state) *lua.Codec {
	k := x.r.constants(x.r.inForce, false)
	k.Closures = lib.Closures
	k.Constant("(no parameters)", noParams)
	for name, b := range s.boards {
		k.Constant(boardConstant+name, b)
	}
	k.Find = func(name string) lua.Value {
		if board, ok := strings.CutPrefix(name, boardConstant); ok && len(board) <= maxWord {
			return s.board(board)
		}
		return lua.Nil
	}
	k.EncodeData = func(v lua.Value) ([]byte, error) {
		data, _ := v.Data()
		return x.SaveValue(data)
	}
	k.DecodeData = func(data []byte) (lua.Value, error) {
		v, err := x.LoadValue(data)
		if err != nil {
			return lua.Nil, err
		}
		return lua.Handle(v), nil
	}
	return k
}

// Snapshot returns the state of the Runtime outside of its agents, from which Restorer can restore it. This is the
// number of bytes that each agent has allocated. Snapshot must be called after ReviewAgents.
func (r *Runtime) Snapshot() []byte { return r.quota.Snapshot() }

// Restorer returns a function that restores the Runtime from a snapshot. The function must be called after the
// agents of the world have been restored.
func (r *Runtime) Restorer(data []byte) (restore func(w *engine.World), err error) {
	accounts, err := r.quota.Restorer(data)
	if err != nil {
		return nil, err
	}
	return func(w *engine.World) {
		accounts(w.Agent)
		for _, s := range r.states {
			s.turn, s.tick, s.logged, s.agent = 0, 0, logged{}, lua.Nil
		}
	}, nil
}
