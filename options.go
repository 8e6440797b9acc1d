package bough

import (
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
)

// Options configure a Game. The zero value is meant for a released game, with one worker and without watching
// files.
type Options struct {
	// Watch makes Open watch the directory; Tick then puts changed files in force.
	Watch bool
	// Poll, if greater than 0, is the interval at which Watch compares files. If Poll is 0, Watch compares files only
	// on file systems that are known not to report changes, such as network shares, 9p and FUSE mounts, at the
	// interval hotreload.DefaultPoll.
	Poll time.Duration
	// Source, if set, reports which files have changed. It replaces Watch. The game does not close it. A path that is
	// not below the root is ignored, and is an error in assets.Report.Err.
	Source hotreload.Source
	// Background makes a goroutine read and check the changed files of Source while the game ticks. The next tick puts
	// all of them in force. Watch always works in this way. Without Background, a tick also reads and checks the files
	// itself, so that the tick in which a change takes effect does not depend on the machine.
	Background bool
	// Now returns the time, for the durations in reports; nil means time.Now. The time of the game is the sum of the
	// arguments of Tick.
	Now func() time.Time
	// Seed determines all random numbers.
	Seed uint64
	// Workers is the number of goroutines that share the agents, each with a Lua state of its own; 0 means 1. The
	// results of a tick do not depend on it.
	Workers int
	// Limits bound the time and memory of scripts.
	Limits Limits
	// DecideTwice makes the game make each decision twice, to find preconditions with side effects; see
	// engine.World.Impure.
	DecideTwice bool
	// RequestRule chooses among the requests of a channel after each tick; nil means
	// engine.HighestPriority.
	RequestRule engine.RequestRule
	// Wrap, if set, wraps the calls of hooks for measuring; see engine.Options.Wrap and package
	// engine/allocs.
	Wrap func(*engine.Behavior, engine.Binding) engine.Binding
	// Natives are behaviors written in Go, by name.
	Natives map[string]*behaviors.Native
	// Kinds are node kinds that the game defines.
	Kinds []*engine.Custom
	// FieldNames are the fields that the game sets. They are used to check for misspelled names. The file agent.fields
	// may declare fields, too, and the stimuli that the game posts.
	FieldNames []string
	// Values saves Go values that agents hold, for Snapshot. If it is nil, Go values cannot be saved.
	Values luabind.ValueCodec
	// DataVersion is the game's own number for the names and the meaning of its fields and boards. A release of the game
	// that changes them raises the number. Snapshots contain the number of the game that was saved.
	DataVersion int
	// MigrateFields changes the fields of an agent of a snapshot whose DataVersion, from, is lower than that of the game.
	// Restore and SpawnSnapshot call it for each agent, in the order of the IDs, before they put other files in force and
	// before the next tick. It changes fields with Agent.Set; see docs/snapshots.md. It may read the game, but must not
	// call methods that change it. MigrateBoards is the same for boards. Restore calls it after MigrateFields.
	//
	// A snapshot with a lower DataVersion is an error if both functions are nil, and so is one with a higher DataVersion.
	MigrateFields func(from int, a *Agent)
	MigrateBoards func(from int, w *engine.World)
	// Record determines what the game records of itself; see WriteRecording, OpenRecording and docs/recordings.md.
	Record RecordOptions
	// Prefix is put before paths in messages. "" means the argument of Open or OpenBundle, or "scripts" for OpenFS.
	Prefix string
	// OnReload is called after each round of loading. OnFault is called when a script error is raised for the first
	// time, and for each quarantine. OnLog is called for each line that scripts print; the agent is nil if a file
	// printed the line while it was loaded. The line is not escaped, so OnLog should escape it before it writes the
	// line to a terminal. OnFault, OnLog and observers of the world are called in the order of agents, and for each agent
	// in the order of time. All three are called on the goroutine that ticks, never during a hook. In them, methods that
	// change the game return an error that matches ErrBusy, or panic if they do not return an error. Such methods can
	// be called after Tick has returned.
	//
	// OnMark is called like OnFault for each mark: a script error as for OnFault, a call of bt.mark or Game.Mark, and
	// a late tick; see RecordOptions.
	OnReload func(*assets.Report)
	OnFault  func(*engine.Fault)
	OnMark   func(Mark)
	OnLog    func(a *Agent, text string)
}

// Limits bound the time and memory of a game. The zero value of each field means a default that is suitable for
// most games.
type Limits struct {
	// Budget is the maximum number of instructions of one hook call; 0 means luabind.DefaultBudget, and
	// luabind.NoBudget means no bound; nothing is counted then, so TickBudget, Keep and KeepTogether are no bounds either.
	Budget int
	// TickBudget is the maximum number of instructions of all hook calls of one agent in one tick; 0 means
	// luabind.TickBudgets times Budget.
	TickBudget int
	// Keep is the maximum number of bytes that an agent may keep from tick to tick, and KeepTogether is the maximum
	// for all agents together; 0 means luabind.DefaultKeep and luabind.DefaultKeepTogether, and a negative number
	// means no limit.
	Keep, KeepTogether int
	// History is the number of past ticks that an agent remembers; 0 means
	// engine.DefaultHistory.
	History int
	// QuarantineAfter is the number of consecutive ticks with errors in all calls of a hook after which a behavior is
	// quarantined (E6); 0 means 3, and a negative number means never.
	QuarantineAfter int
	// CollectEvery bounds the garbage of the process: if it is n > 0, every nth Tick ends with a garbage collection,
	// and Go's own collections are held back until Close. See docs/performance.md and package engine/collect.
	CollectEvery int
	// Versions is the number of versions without errors that Rollback can go back to; 0 means
	// assets.DefaultVersions, and a negative number means none.
	Versions int
}

// Fields are the initial data of an agent, of the types that value.Of converts. They are
// set in the order of their names.
type Fields map[string]any

// checkOptions returns an error for values that would be ignored or misinterpreted.
func checkOptions(o *Options) error {
	for _, n := range []struct {
		name  string
		value int
	}{{"Workers", o.Workers}, {"Limits.History", o.Limits.History}, {"Limits.TickBudget", o.Limits.TickBudget}, {"Limits.CollectEvery", o.Limits.CollectEvery}, {"DataVersion", o.DataVersion}, {"Poll", int(o.Poll)}} {
		if n.value < 0 {
			return errorOf(ErrOptions, "bough: Options.%s is %d; give 0 for the default, or a number above", n.name, n.value)
		}
	}
	unbounded := o.Limits.Budget == luabind.NoBudget
	for _, n := range []struct {
		name   string
		unused bool
		remedy string
	}{
		{"Poll", o.Poll > 0 && (!o.Watch || o.Source != nil), "set Watch, and no Source"},
		{"Background", o.Background && !o.Watch && o.Source == nil, "set Watch or Source"},
		{"Limits.TickBudget", unbounded && o.Limits.TickBudget > 0, "with luabind.NoBudget nothing is counted; give a Budget"},
		{"Limits.Keep", unbounded && o.Limits.Keep > 0, "with luabind.NoBudget nothing is counted; give a Budget"},
		{"Limits.KeepTogether", unbounded && o.Limits.KeepTogether > 0, "with luabind.NoBudget nothing is counted; give a Budget"},
		{"MigrateFields", o.MigrateFields != nil && o.DataVersion == 0, "raise Options.DataVersion above 0"},
		{"MigrateBoards", o.MigrateBoards != nil && o.DataVersion == 0, "raise Options.DataVersion above 0"},
		{"Record.Keep", o.Record.Keep < 0, "give the time that is kept, or 0 for none"},
		{"Record.OnMark", o.Record.OnMark != nil && o.Record.Keep == 0, "set Record.Keep"},
		{"Record.LateAfter", o.Record.LateAfter < 0, "give the time after which a tick is late, or 0"},
		{"Record.LateAfter", o.Record.LateAfter > 0 && o.Record.off(), "set Record.To or Record.Keep"},
		{"Record.Replies", o.Record.Replies && o.Record.off() && !o.Record.replay, "set Record.To or Record.Keep"},
		{"Record.About", o.Record.About != "" && o.Record.off() && !o.Record.replay, "set Record.To or Record.Keep"},
	} {
		if n.unused {
			return errorOf(ErrOptions, "bough: Options.%s has no effect; %s, or leave it out", n.name, n.remedy)
		}
	}
	if o.Limits.Budget < luabind.NoBudget {
		return errorOf(ErrOptions, "bough: Options.Limits.Budget is %d; give a number of instructions, 0 for the default, or luabind.NoBudget", o.Limits.Budget)
	}
	if v := reflect.ValueOf(o.Source); v.Kind() == reflect.Pointer && v.IsNil() {
		return errorOf(ErrOptions, "bough: Options.Source is a nil %T; make the source, or leave it out", o.Source)
	}
	if err := checkFieldNames(o.FieldNames); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Natives)) {
		if o.Natives[name] == nil {
			return errorOf(ErrOptions, "bough: Options.Natives[%q] is nil; give a behaviors.Native, or leave it out", name)
		}
		if err := assets.CheckBehaviorName(name); err != nil {
			return errorOf(ErrOptions, "bough: Options.Natives[%q]: %w", name, err)
		}
		for _, p := range o.Natives[name].Params {
			if err := p.Value.Check(); err != nil {
				return errorOf(ErrOptions, "bough: Options.Natives[%q]: parameter %s: %w", name, p.Name, err)
			}
		}
	}
	return nil
}

// checkFieldNames returns an error for names that are no fields of the game.
func checkFieldNames(names []string) error {
	for _, name := range names {
		field, _, _ := strings.Cut(strings.TrimPrefix(name, "agent."), ":")
		switch {
		case field == "":
			return errorOf(ErrOptions, "bough: Options.FieldNames has %q; leave it out", name)
		case field != name:
			return errorOf(ErrOptions, "bough: Options.FieldNames has %q; write %q", name, field)
		case luabind.Reserved(name):
			return errorOf(ErrOptions, "bough: Options.FieldNames has %q, which the engine sets; leave it out", name)
		case strings.HasPrefix(name, "stimulus "):
			return errorOf(ErrOptions, "bough: Options.FieldNames has %q, which is not a field; declare stimuli in the file agent.fields", name)
		case strings.ContainsFunc(name, unicode.IsSpace):
			return errorOf(ErrOptions, "bough: Options.FieldNames has %q; leave out the white space", name)
		}
	}
	return nil
}

// checkUnwatched returns an error for options that require a directory.
func checkUnwatched(o *Options) error {
	if o.Watch && o.Source == nil {
		return errorOf(ErrOptions, "bough: Options.Watch: a file system or a bundle cannot be watched; give Options.Source, which says what has changed, or open a folder with Open")
	}
	return nil
}

// Opener opens the game of a program over files, for replays, tests of scripts and commands. It adds to o what the game
// needs, such as Values, Natives and Kinds, calls OpenFS, binds the helpers and adds the trees made in Go. It must open
// a new game in each call. It must not load files, as Load, Spawn and Tick do, and must not change Prefix, Seed and
// Record, nor Limits that are set. Its callbacks OnFault, OnLog, OnMark and OnReload are called before those of the
// caller.
type Opener func(files fs.FS, o Options) (*Game, error)

// opening marks the options of a game while an Opener opens it.
type opening struct{}

// Open calls the Opener. It returns the error of the Opener, or an error that matches ErrOptions if the game is not as
// an Opener must open it.
func (open Opener) Open(files fs.FS, o Options) (*Game, error) {
	given, mark := o, new(opening)
	o.OnFault, o.OnLog, o.OnMark, o.OnReload, o.Record.opening = nil, nil, nil, nil, mark
	game, err := open(files, o)
	if err != nil {
		return nil, err
	}
	if game == nil || game.world == nil {
		return nil, errorOf(ErrOptions, "the Opener returned no game")
	}
	if why := brokenRule(game, &o); why != "" {
		if game.o.Record.opening == mark {
			game.Close()
		}
		return nil, errorOf(ErrOptions, "the Opener %s", why)
	}
	game.o.Record.opening = given.Record.opening
	own := &game.o
	own.OnFault = both(own.OnFault, given.OnFault)
	own.OnReload = both(own.OnReload, given.OnReload)
	own.OnMark = both(own.OnMark, given.OnMark)
	if first, then := own.OnLog, given.OnLog; first == nil {
		own.OnLog = then
	} else if then != nil {
		own.OnLog = func(a *engine.Agent, text string) {
			first(a, text)
			then(a, text)
		}
	}
	return game, nil
}

// both returns a function that calls two callbacks, of which each may be nil.
func both[T *engine.Fault | *assets.Report | Mark](first, then func(T)) func(T) {
	if first == nil {
		return then
	}
	if then == nil {
		return first
	}
	return func(x T) {
		first(x)
		then(x)
	}
}

// brokenRule says what an Opener that was called with o, and has returned g, has done against its rules, or "".
func brokenRule(g *Game, o *Options) string {
	switch own := &g.o; {
	case g.phase.closed:
		return "returned a closed game; it must open a new game in each call"
	case own.Record.opening != o.Record.opening:
		return "must open a new game in each call, with the Options that it is given; it may add Values, Natives, Kinds and the like"
	case o.Prefix != "" && own.Prefix != o.Prefix:
		return "changes Options.Prefix; it must leave it as it is given"
	case own.Seed != o.Seed:
		return "changes Options.Seed; it must leave it as it is given"
	case own.Limits != o.Limits && (o.Limits != Limits{} || o.Record.replay):
		return "changes Options.Limits; it must leave limits that it is given, which may be those of a recording"
	case g.loaded:
		return "loads the files; it must leave Load, Spawn and Tick to its caller"
	}
	return ""
}
