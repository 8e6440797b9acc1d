package luabind

import (
	"github.com/bough-dev/bough/engine"
	lcond "github.com/bough-dev/bough/luabind/condition"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/quota"
)

// Runtime runs scripts for one world: what Go has bound, the chunks that are loaded, and a state
// for each worker. Files are loaded once, in a state of their own; what they hold is constant from
// then on, so that all workers share it.
//
// Files are loaded, and conditions compiled, on any one goroutine at a time, also while the world
// ticks. The other methods are for the goroutine that ticks the world, between ticks.
type Runtime struct {
	states     []*state // by worker
	loader     *state
	quota      *quota.Quota
	log        func(string)
	spaces     []helper.Namespace // what Go has bound, in the order in which it was
	globals    *lua.Table         // constant from the first file on
	strings    *lua.Table         // the metatable of strings
	fields     *lua.Layout        // of agents
	lastName   lua.Value          // of an agent, which the next one often has too
	conditions *lcond.Compiler    // made with the first condition
	inForce    []*Chunk           // sorted by path
	restarts   restarts
}

// NewRuntime returns a runtime without scripts.
func NewRuntime(o Options) *Runtime {
	r := &Runtime{quota: newQuota(o), log: o.Log, fields: lua.NewLayout()}
	r.loader = newState(r)
	r.openSandbox()
	for range max(1, o.Workers) {
		r.states = append(r.states, newWorker(r))
	}
	return r
}

// state is what one worker runs scripts with.
type state struct {
	L       *lua.State
	runtime *Runtime
	// ctx is that of the hook under way, or of the last one; nil while a file is being loaded.
	ctx     *engine.Context
	turn    uint64       // that of ctx for which begin was called
	tick    int64        // that of ctx
	meter   *quota.Meter // nil if it belongs to no worker
	node    *nodeMemory  // of the run hook under way; nil elsewhere
	waiting bool         // the function of a bt.wait_until is being asked
	asking  string       // what asks, if it is no hook: a guard
	bound   *binding     // what was called last
	agent   lua.Value    // that of ctx; nil if its fields do not live in Lua
	refusal *lua.Error   // the first under a guard, see takeRefusal
	boards  map[string]lua.Value
	words   map[string]engine.Value // see word
	params  nodeTables              // see paramsOf
	offered offer
	loading *Chunk // the file whose file level is running; nil elsewhere
	logged  logged
	alone   *Standalone // that runs in it; nil if none does

	_ [16]byte // a multiple of 128 bytes in all, which workers do not share
}

// logged counts the lines that an agent has logged in a tick, or a file while it is loaded.
type logged struct {
	tick  int64 // 0 while a file is loaded
	agent engine.AgentID
	lines int
}

// MaxCalls is how many calls may be under way in a hook inside one another. A coroutine has as many
// of its own.
const MaxCalls = 200

// newState returns a state of no worker.
func newState(r *Runtime) *state {
	s := &state{L: lua.NewState(), runtime: r, boards: map[string]lua.Value{}}
	s.L.Host, s.L.MaxDepth, s.L.Refused = s, MaxCalls, s.refused
	s.L.SetStringMeta(r.strings)
	return s
}

// newWorker returns the state of another worker.
func newWorker(r *Runtime) *state {
	s := newState(r)
	s.meter = r.quota.Meter(s.L)
	return s
}

// stateOf returns the state that makes a call.
func stateOf(c *lua.Call) *state { return c.State().Host.(*state) }

// function is a function of Go that scripts can call.
func function(name string, f func(s *state, c *lua.Call) error) lua.Value {
	return lua.NewFunction(name, func(c *lua.Call) error { return f(stateOf(c), c) }).Value()
}
