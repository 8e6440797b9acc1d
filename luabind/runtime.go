package luabind

import (
	"math"

	"github.com/bough-dev/bough/engine"
	lcond "github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// Runtime runs scripts for one world. It holds the Go functions that are bound for scripts, the loaded chunks, and
// a state for each worker. Each file is loaded once, in a state of its own. Its values are constant from then on,
// so all workers share them.
//
// Only one goroutine at a time may load files and compile conditions, but it may do so while the world ticks. The
// other methods must be called on the goroutine that ticks the world, between ticks.
type Runtime struct {
	states     []*state // states of the workers
	loader     *state
	quota      *quota.Quota
	log        func(string)
	spaces     []helper.Namespace // namespaces of bound Go functions, in the order of the calls of Bind
	globals    *lua.Table         // global variables of scripts; constant once the first file is loaded
	strings    *lua.Table         // the metatable of strings
	methods    methods            // of handles
	handleText lua.Value          // see textOfHandle
	fields     *lua.Layout        // the layout of agents' fields
	lastName   lua.Value          // the name of the last agent, since the next agent often has the same name
	conditions *lcond.Compiler    // nil until the first condition is compiled
	inForce    []*Chunk           // the installed chunks, sorted by path
	carried    carried
	stale      []*lua.Stale // what the last reload has left; see Carried
	history    int          // Options.History, with the default filled in
	saver      *saver       // the last result of Saver; nil if there is none
	weigh      func(field string) int
	coverage   *coverage // nil unless Options.Coverage is set
}

// NewRuntime returns a runtime without scripts.
func NewRuntime(o Options) *Runtime {
	r := &Runtime{quota: newQuota(o), log: o.Log, fields: lua.NewLayout(), coverage: newCoverage(o.Coverage)}
	if r.history = o.History; r.history <= 0 {
		r.history = engine.DefaultHistory
	}
	r.handleText = r.textOfHandle()
	r.loader = newState(r)
	r.openSandbox()
	for range max(1, o.Workers) {
		r.states = append(r.states, newWorker(r))
	}
	return r
}

// History returns the number of past ticks that an agent remembers.
func (r *Runtime) History() int { return r.history }

// WeighFields sets a function that returns how much the files use the name of a field, as a number; nil says nothing. An
// error about a field that an agent lacks suggests a similar one that it has, or says that this one is misspelled if the
// files use it less. Several goroutines may call the function during a tick.
func (r *Runtime) WeighFields(weigh func(field string) int) { r.weigh = weigh }

// Remembers reports whether n is a number of ticks that an agent can remember.
func (r *Runtime) Remembers(n float64) bool {
	return n >= 1 && n <= float64(r.history) && n == math.Trunc(n)
}

// state is the Lua state of one worker, together with the data of the current hook call.
type state struct {
	L       *lua.State
	runtime *Runtime
	// ctx is the context of the current hook call, or else of the last one. It is nil while a file is loading.
	ctx        *engine.Context
	turn       uint64       // the turn of ctx for which begin was called last
	tick       int64        // the tick of that turn
	meter      *quota.Meter // nil if the state belongs to no worker
	node       *nodeMemory  // the node whose run hook is running; nil otherwise
	waiting    bool         // a function passed to bt.wait_until is running
	asking     string       // description of the running code if it is not a hook, such as "guard"
	bound      *binding     // the binding that was called last
	agent      lua.Value    // the agent of ctx; nil if its fields are not stored in Lua
	refusal    *lua.Error   // the first refusal under a guard; see takeRefusal
	boards     map[string]lua.Value
	params     nodeTables // for conditions
	offered    offer
	loading    *Chunk // the file whose file level is running; nil otherwise
	logged     logged
	standalone *Standalone // the Standalone that runs in this state, or nil
	codec      *saveCodec  // see saver.codecOf; nil before its first use, and after each Install

	_ [16]byte // pads the size to a multiple of 128 bytes, so that workers share no cache lines
}

// logged counts the lines that an agent has logged in a tick, or that a file has logged while it is loading.
type logged struct {
	tick  int64 // 0 while a file is loading
	agent engine.AgentID
	lines int
}

// MaxCalls is the largest depth of nested calls in a hook. Each coroutine has its own count.
const MaxCalls = 200

// newState returns a state that belongs to no worker.
func newState(r *Runtime) *state {
	s := &state{L: lua.NewState(), runtime: r, boards: map[string]lua.Value{}}
	s.L.Host, s.L.MaxDepth, s.L.Refused = s, MaxCalls, s.refused
	s.L.Describe = s.describe
	s.L.SetStringMeta(r.strings)
	s.L.SetHandleMethods(r.methodsOf)
	return s
}

// newWorker returns the state of a worker.
func newWorker(r *Runtime) *state {
	s := newState(r)
	s.meter = r.quota.Meter(s.L)
	return s
}

// stateOf returns the state in which a call is made.
func stateOf(c *lua.Call) *state { return c.State().Host.(*state) }

// function returns a Go function as a Lua value.
func function(name string, f func(s *state, c *lua.Call) error) lua.Value {
	return lua.NewFunction(name, func(c *lua.Call) error { return f(stateOf(c), c) }).Value()
}
