//go:build !luacore

package luabind

import (
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// Runtime runs scripts for one world: a Lua state for each worker, one to load files
// in, what Go has bound, and the chunks that are loaded.
//
// Files are loaded, and conditions compiled, on any one goroutine at a time, also while
// the world ticks: Load, LoadModule, Replicate, Drop, Condition and Expression touch nothing that
// a tick uses, nor does code that engine.BindAhead binds there. What they give is callable after Install. The other methods are for the
// goroutine that ticks the world, between ticks and while nothing is being loaded.
type Runtime struct {
	states      []*State // by worker; during a tick each worker uses its own
	loader      *State   // in which a file runs first, to see whether it works
	development bool
	budget      int
	workers     int
	tickBudget  int
	log         func(string)
	clock       func() time.Duration
	registry    Registry
	builtin     twinsOf // of what is there before any file
	mending     mending
	changed     []changed         // modules, in the round replicated last, until Install
	uncopied    []uncopied        // likewise
	ahead       *ahead            // while chunks are being relinked
	places      map[string]*place // of what is installed, by the path that Lua errors show
	kept        kept
}

// NewRuntime returns a runtime without scripts.
func NewRuntime(o Options) *Runtime {
	r := &Runtime{development: o.Development, budget: o.Budget, log: o.Log, clock: clockOf(o.Now), workers: max(1, o.Workers), places: map[string]*place{}}
	if r.budget == 0 {
		r.budget = DefaultBudget
	}
	if r.tickBudget = o.TickBudget; r.tickBudget <= 0 {
		r.tickBudget = max(r.budget, 0) * TickBudgets
	}
	r.kept.begin(r, o)
	for i := range r.workers {
		r.states = append(r.states, newState(r, i))
	}
	r.loader = newState(r, loaderID)
	r.pairGlobals()
	return r
}

// loaderID is the id of the state that belongs to no worker.
const loaderID = -1

// all returns the states of all workers and the one that files are loaded in.
func (r *Runtime) all() []*State { return append(slices.Clip(r.states), r.loader) }

// Workers returns the number of Lua states.
func (r *Runtime) Workers() int { return len(r.states) }

// Close frees the Lua states. Closing a second time does nothing.
func (r *Runtime) Close() {
	for _, s := range r.all() {
		if !s.root.IsClosed() {
			s.root.Close()
		}
	}
}

// State is the Lua side of one worker.
type State struct {
	// L is where code runs. It is replaced when a hook raises; see protected.
	L *lua.LState
	// ctx is that of the hook under way; nil while a file is being loaded.
	ctx     *engine.Context
	turn    uint64 // that of ctx for which begin was called
	careful bool   // calls go by callWatched
	limit   int    // what budget is filled up to for each hook call
	budget  budget
	account account
	// root is the state that all threads belong to.
	root    *lua.LState
	id      int
	runtime *Runtime
	globals *lua.LTable
	guard   *lua.LTable // see guardOf
	// noParams is what hooks see of a node without parameters.
	noParams *lua.LTable
	// development is that of the runtime.
	development bool
	watched     watched
	frozen      []*cover
	covers      map[*lua.LTable]*cover
	sealed      map[*instance]*home       // see sealFile
	unsealed    []*Chunk                  // that were sealed before a file was run
	reaches     map[*lua.LFunction]*reach // of functions found in tables
	frozenNext  *lua.LFunction            // what pairs of a frozen table goes by
	bt          *lua.LTable               // the table bt
	fullBoards  fullBoards
	length      *lua.LFunction       // __len of guard tables
	callKinds   map[uintptr]callKind // see mayYield
	raised      error                // what Go code raised last, for errors.Is
	raisedText  string               // and its text
	node        *nodeMemory          // of the run hook under way; nil elsewhere
	waiting     bool                 // the function of a bt.wait_until is being asked
	dt          time.Duration        // what bt.dt says
	boards      map[string]*lua.LTable
	words       map[string]engine.Value // see word
	offered     offer
	instances   map[*Chunk]*instance // of a state that is no worker's; see State.in
	bare        *lua.LTable          // metatable of all environments without globals of their own
	unassigned  *lua.LFunction       // __newindex of the metatables of environments
	outer       *lua.LTable          // see opened
	threads     threads
	movers      movers
	spent       []spent                   // turns that fill up an agent's tally, since the last census
	over        map[*engine.Agent]*excess // agents that keep too much
	full        map[*Chunk]*excess        // files that do, and those that use them
	owners      map[*lua.LTable]*instance // of the tables that files keep
	leaving     []*lua.LTable             // of owners, that are to be forgotten
	loading     []*Chunk                  // files whose file level is running, outermost first
	inRound     bool                      // files are being loaded one after the other, until Replicate
	logTick     int64
	logAgent    engine.AgentID
	logLines    int
}

// MaxCalls is how many calls may be under way in a hook inside one another, its own and
// those of Lua's functions counted. A coroutine has as many of its own.
const MaxCalls = 200

// Sizes of a Lua state. The registry grows on demand; coroutines start small,
// since every agent may have several.
const (
	registrySize  = 1024
	registryMax   = 1 << 19 // what MaxCalls calls with MaxDots values each may take
	registryStep  = 1 << 12
	coRegistry    = 256
	coRegistryMax = 1 << 14
	maxArrayIndex = 65_536
)

func init() {
	// The bound is process-wide in the Lua library. With its default a script
	// that writes t[5000000] allocates 80 MB; above this bound the entry goes
	// to the hash part.
	lua.MaxArrayIndex = maxArrayIndex
}

func newState(r *Runtime, id int) *State {
	s := &State{runtime: r, id: id, development: r.development, limit: r.budget, boards: map[string]*lua.LTable{}, callKinds: map[uintptr]callKind{},
		over: map[*engine.Agent]*excess{}, full: map[*Chunk]*excess{}, owners: map[*lua.LTable]*instance{}}
	if id < 0 {
		s.instances = map[*Chunk]*instance{}
	}
	s.budget.time.clock, s.budget.time.slow, s.budget.sure = r.clock, slowGlance, s.limit
	s.budget.time.reset()
	s.budget.fuse.hoard.off = id >= 0 && r.workers > 1
	if id >= 0 {
		s.budget.fuse.surge.weigh = s.heavy
	}
	s.root = lua.NewState(lua.Options{
		SkipOpenLibs: true, CallStackSize: MaxCalls,
		RegistrySize: registrySize, RegistryMaxSize: registryMax, RegistryGrowStep: registryStep,
	})
	s.L = s.root
	s.movers.round = 1
	s.length = s.L.NewFunction(length)
	s.globals = s.openSandbox()
	s.unassigned = s.L.NewFunction(refuseGlobal)
	s.bare = s.locked(s.globals)
	s.noParams = s.paramTable(nil)
	s.L = s.newMainThread()
	return s
}

// newThread returns a coroutine that counts instructions like its state.
func (s *State) newThread() *lua.LState {
	whole := s.root.Options
	s.root.Options.RegistrySize, s.root.Options.RegistryMaxSize, s.root.Options.MinimizeStackMemory = coRegistry, coRegistryMax, true
	th := s.newMainThread()
	s.root.Options = whole
	return th
}
