package bough

import (
	"maps"
	"slices"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
)

// Options configure a Game. The zero value is a production game with one worker
// that does not watch its files.
type Options struct {
	// Watch takes over changed files while the game plays.
	Watch bool
	// Poll, if above 0, has Watch compare files at that interval. At 0 that is done, at
	// hotreload.DefaultPoll, only for file systems that are known not to tell of changes:
	// network shares, 9p and FUSE mounts.
	Poll time.Duration
	// Source, if set, says which files changed, instead of Watch.
	Source hotreload.Source
	// Background has the changed files of Source read and checked beside the ticks. They
	// land in the first tick after that, all at once. Watch does so always. Without it a tick
	// does all of that itself, and which tick it is does not depend on the machine.
	Background bool
	// Now is the clock by which reports say how long things took. Nil is time.Now. The
	// game's own time is what Tick gets.
	Now func() time.Time
	// Seed determines every random number.
	Seed uint64
	// Workers is the number of goroutines, each with its Lua state, that share
	// the agents; 0 means 1. Results do not depend on it.
	Workers int
	// Limits bound the time and memory of scripts.
	Limits Limits
	// DecideTwice asks each decision twice, to find preconditions with side
	// effects; see engine.World.Impure.
	DecideTwice bool
	// RequestRule chooses among the requests of a channel after each tick; nil means
	// engine.HighestPriority.
	RequestRule engine.RequestRule
	// Wrap, if set, stands around the calls of hooks, for measuring; see
	// engine.Options.Wrap and package engine/meter.
	Wrap func(*engine.Behavior, engine.Binding) engine.Binding
	// CollectEvery makes each so-many-th Tick end with a garbage collection, and holds back
	// those of Go's own in the whole process until Close; 0 leaves them to Go. See
	// docs/performance.md and package engine/collect.
	CollectEvery int
	// Natives are behaviors written in Go, by name.
	Natives map[string]*behaviors.Native
	// Kinds are node kinds that the game defines.
	Kinds []*engine.Custom
	// FieldNames are the fields that the game sets, for the check for misspelt ones; a file
	// agent.fields may list them as well.
	FieldNames []string
	// Prefix is put before paths in messages; "" means the directory as given
	// to Open, the name of the file for OpenBundle, "scripts" for OpenFS.
	Prefix string
	// OnReload is told of each round of loading, OnFault of each script error
	// when it is first raised and of each quarantine, OnLog of what scripts
	// print (with a nil agent when a file printed it while it was loaded), as it is: escape
	// it before a terminal sees it, which may act on it otherwise. They are
	// called on the goroutine that ticks, never during a hook. There Rollback and AddTrees
	// return an error, and Tick, Refresh, Pin, Unpin and Restart panic: call them when Tick has
	// returned.
	OnReload func(*assets.Report)
	OnFault  func(*engine.Fault)
	OnLog    func(a *Agent, text string)
}

// Limits bound the time and memory of a game. The zero value of each is a default that suits
// most games.
type Limits struct {
	// Budget is the number of instructions of one hook call; 0 means
	// luabind.DefaultBudget, luabind.NoBudget none.
	Budget int
	// TickBudget is the number of instructions of all hook calls of one agent in one tick;
	// 0 means luabind.TickBudgets times Budget.
	TickBudget int
	// Keep is the number of bytes that an agent may keep from tick to tick, KeepTogether that
	// of all agents; 0 means luabind.DefaultKeep and luabind.DefaultKeepTogether, a negative
	// number no limit.
	Keep, KeepTogether int
	// History is the number of past ticks that an agent remembers; 0 means
	// engine.DefaultHistory.
	History int
	// Versions is the number of versions without errors that Rollback can go back to; 0
	// means assets.DefaultVersions, a negative number none.
	Versions int
}

// Fields are an agent's first data, of the types that engine.ValueOf converts.
// They are set in the order of their names.
type Fields map[string]any

// checkOptions reports what would be ignored, or taken for something else.
func checkOptions(o *Options) error {
	for _, n := range []struct {
		name  string
		value int
	}{{"Workers", o.Workers}, {"Limits.History", o.Limits.History}, {"Limits.TickBudget", o.Limits.TickBudget}, {"CollectEvery", o.CollectEvery}, {"Poll", int(o.Poll)}} {
		if n.value < 0 {
			return errorOf(ErrOptions, "bough: Options.%s is %d; give 0 for the default, or a number above", n.name, n.value)
		}
	}
	if o.Limits.Budget < luabind.NoBudget {
		return errorOf(ErrOptions, "bough: Options.Limits.Budget is %d; give a number of instructions, 0 for the default, or luabind.NoBudget", o.Limits.Budget)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Natives)) {
		if o.Natives[name] == nil {
			return errorOf(ErrOptions, "bough: Options.Natives[%q] is nil; give a behaviors.Native, or leave it out", name)
		}
	}
	return nil
}

// checkUnwatched reports options that need a folder.
func checkUnwatched(o *Options) error {
	if o.Watch && o.Source == nil {
		return errorOf(ErrOptions, "bough: Options.Watch: a file system or a bundle cannot be watched; give Options.Source, which says what has changed, or open a folder with Open")
	}
	return nil
}
