package bough

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Options configure a Game. The zero value is meant for a released game, with one worker and without watching
// files.
//
// A game is its files and its Options. Replays, tests of scripts and commands open the game anew, over files that they
// choose. Recording.Replay, RerunOptions, scripttest.Options, inspect.NewReplay and commands.Main take a function that
// returns the Options of the game. They call it for each game that they open, so that helpers with a state can get a new
// one. They use the result as follows:
//
//   - Helpers, Trees, Natives, Kinds, FieldNames, Values, RequestRule, Now and Wrap are as the function returns them.
//   - OnFault, OnLog, OnMark and OnReload are called, and then the callbacks of the caller.
//   - Limits and DecideTwice hold in tests and commands; a replay has those of the recorded game.
//   - Workers holds in a replay; a test has one worker, and a command has a flag.
//   - Seed, Prefix, Record, Watch, Poll, Overlay, Source, Background and Coverage are ignored, since the caller sets them.
type Options struct {
	// Watch makes Open watch the directory; Tick then puts changed files in force.
	Watch bool
	// Poll, if greater than 0, is the interval at which Watch compares files. If Poll is 0, Watch compares files only
	// on file systems that are known not to report changes, such as network shares, 9p and FUSE mounts, at the
	// interval hotreload.DefaultPoll.
	Poll time.Duration
	// Overlay, if not "", is a folder or a bundle file whose files come in place of those of the same path, or in addition. It
	// is for one game among several that have the same scripts: a designer changes a copy of some files in a folder for one
	// room of a shared server. With Watch a folder is watched, too; a file that is deleted there gives way to the one below
	// it. Messages have the paths that files have in the game. See Game.Overlaid.
	Overlay string
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
	// Helpers are the Go functions that scripts can call, by namespace and then by the name in their signature. Scripts
	// call them as namespace.name.
	Helpers map[string][]Helper
	// Trees are trees that were made in Go, for example by package trees/build. Names in them are looked up from the
	// script root. A mistake that depends on the files, such as a behavior that does not exist, is a finding of Load;
	// other mistakes are errors of Open. Trees that change while the game runs belong into files.
	Trees []*trees.Tree
	// Natives are behaviors written in Go, by name.
	Natives map[string]*Native
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
	// Coverage makes the game count which lines, hooks and outcomes of conditions run; see luabind.Options. The commands use
	// it for reports. Results do not depend on it.
	Coverage bool
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
	OnReload func(*Report)
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
	// and Go's own collections are held back until Close. See docs/performance.md and package internal/collect.
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
		{"Record.Replies", o.Record.Replies && o.Record.off(), "set Record.To or Record.Keep"},
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
	if err := checkTrees(o.Trees); err != nil {
		return err
	}
	if err := assets.CheckKinds(o.Kinds); err != nil {
		return as(ErrOptions, err)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Natives)) {
		if o.Natives[name] == nil {
			return errorOf(ErrOptions, "bough: Options.Natives[%q] is nil; give a bough.Native, or leave it out", name)
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

// checkTrees returns an error for trees that are missing, or have mistakes that can be found without the files.
func checkTrees(list []*trees.Tree) error {
	var problems diag.List
	for i, t := range list {
		if t == nil {
			return errorOf(ErrOptions, "bough: Options.Trees[%d] is nil; check the error of the function that made the tree", i)
		}
		if slices.ContainsFunc(list[:i], func(other *trees.Tree) bool { return other.Name == t.Name }) {
			return errorOf(ErrOptions, "bough: Options.Trees has the tree %s twice; give each tree a name of its own", t.Name)
		}
		for _, d := range trees.Validate(t) {
			if d.Pos.File == "" { // made without positions
				d.Pos.File = "tree " + t.Name
			}
			problems = append(problems, d)
		}
	}
	if err := problems.Err(); err != nil {
		return errorOf(ErrOptions, "bough: Options.Trees: %w", err)
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
	if o.Watch && o.Source == nil && !isFolder(o.Overlay) {
		return errorOf(ErrOptions, "bough: Options.Watch: a file system or a bundle cannot be watched; give Options.Source, which says what has changed, or open a folder with Open")
	}
	return nil
}
