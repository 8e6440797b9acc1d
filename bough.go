// Package bough opens a directory of scripts and trees and returns a game whose agents run
// them. The files may change while the game runs.
//
//	game, err := bough.Open("scripts", bough.Options{
//		Watch: true, Seed: 1,
//		Helpers: map[string][]bough.Helper{"geom": geom.Helpers()},
//	})
//	troll, err := game.Spawn("troll", bough.Fields{"hp": 100, "x": 3.0})
//	for range ticker.C {
//		game.Tick(dt) // reloads land here, between ticks
//	}
//
// The packages that it connects can be used on their own: engine ticks, luabind runs Lua,
// assets loads, hotreload watches.
//
// The files:
//
//	bough.go       the game
//	options.go     its options
//	calls.go       calls from other goroutines, and around ticks
//	loop.go        ticks in real time
//	errors.go      its errors, and the checks of when a method may be called
//	snapshot.go    its state as bytes
//	record.go      recordings, written
//	overlay.go     files of one game over those that several have
//	keep.go        recordings of a part of a game, in memory
//	replay.go      recordings, read and played again
//	mark.go        ticks that are worth looking at
//	checkpoint.go  replays that go back, or follow a game that runs
//	rerun.go       recordings, played with edited scripts
//	measure.go     figures
package bough

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/collect"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/internal/refactor"
	"github.com/bough-dev/bough/internal/reload"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/trees"
)

// Agent is one actor; see engine.Agent.
type Agent = engine.Agent

// Native is a behavior written in Go; see behaviors.Native.
type Native = behaviors.Native

// Report describes a round of loading; see assets.Report.
type Report = assets.Report

// Version is the version of Bough; docs/compatibility.md says what an update leaves as it is.
const Version = format.Version

// SetLanguage chooses the language of what people read, such as messages about mistakes in scripts: "en", which is the
// default, or "zh" for Chinese. It is for the whole process, and must be called before games are opened. Codes of messages,
// JSON, and errors for Go code that calls Bough wrongly stay as they are.
func SetLanguage(name string) error { return lang.Set(name) }

// Helper is a Go function that scripts can call; see Func.
type Helper = helper.Helper

// Func makes a helper of a Go function; see helper.Func, and helper.FuncOf for functions whose first
// parameters or results are of a type of the game.
func Func(signature string, fn any) Helper { return helper.Func(signature, fn) }

// Game is a world whose agents run scripts from a directory. It must be used by one goroutine only.
// During Tick it reports events to the callbacks in Options.
type Game struct {
	o       Options
	files   fs.FS
	overlay string // folder of Options.Overlay, or ""
	runtime *luabind.Runtime
	manager *assets.Manager
	world   *engine.World
	source  hotreload.Source
	owned   bool           // source was opened by this package
	reader  *reload.Reader // nil without a source, and before Load
	printed []string       // lines printed by files that are being loaded
	pinned  bool           // see Pin
	waiting []string       // see Waiting; copied from the manager
	loaded  bool
	phase   phase
	collect *collect.Point

	packed     []byte // archive of the files with packedHash, for snapshots; nil until needed
	packedHash assets.Hash
	recorder   *recorder // nil if nothing is recorded
	reloads    int       // number of rounds of loading after the first
	calls      calls
	hooks      []*tickHook     // see OnTick; the list is copied when it changes
	refused    map[string]bool // fields that tellRefused has reported
}

// Open opens the scripts and trees below a directory. The first Load, Spawn or Tick reads the files.
func Open(dir string, o Options) (*Game, error) {
	st, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("script directory: %w; give the directory that holds the .lua and .bt files", err)
	}
	if !st.IsDir() {
		return nil, fmt.Errorf("script directory: %s is a file; give the directory that holds the .lua and .bt files", dir)
	}
	return openWatching(dir, os.DirFS(dir), filepath.ToSlash(filepath.Clean(dir)), o)
}

// openWatching opens a game, and with Options.Watch watches its folder, unless dir is "", and that of the overlay.
func openWatching(dir string, fsys fs.FS, prefix string, o Options) (*Game, error) {
	g, err := open(fsys, prefix, o)
	if err != nil || !o.Watch || o.Source != nil {
		return g, err
	}
	var dirs []string // an earlier one hides files of a later one
	for _, d := range []string{g.overlay, dir} {
		if d != "" {
			dirs = append(dirs, d)
		}
	}
	w, err := hotreload.Watch(dirs, hotreload.Options{Match: assets.Relevant, Clean: assets.Clean(g.o.Prefix), Poll: o.Poll})
	if err != nil {
		g.Close()
		return nil, fmt.Errorf("watching %s: %w", strings.Join(dirs, " and "), err)
	}
	g.source, g.owned, g.o.Background = w, true, true
	return g, nil
}

// isFolder reports whether a path is that of a folder.
func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// OpenFS opens scripts and trees in a file system, such as an embedded one. Without Options.Source, only Unpin reads
// the files again. Options.Watch watches the folder of Options.Overlay.
func OpenFS(fsys fs.FS, o Options) (*Game, error) {
	if fsys == nil {
		return nil, errorOf(ErrOptions, "bough: OpenFS: no file system")
	}
	if err := checkUnwatched(&o); err != nil {
		return nil, err
	}
	return openWatching("", fsys, "scripts", o)
}

// OpenBundle opens scripts and trees in a single file, written by archive.Pack or the command bough bundle. It
// verifies the file and reads it at once; the file is not watched. For a bundle that is not a file, pass the FS of
// archive.Unpack to OpenFS.
func OpenBundle(file string, o Options) (*Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("bundle: %w; give a file that bough bundle has written", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", file, err)
	}
	o.Prefix = cmp.Or(o.Prefix, filepath.ToSlash(filepath.Clean(file)))
	b, err := archive.Unpack(f, st.Size())
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", file, err)
	}
	return OpenFS(b.FS, o)
}

// open returns a new game; prefix is the default of Options.Prefix.
func open(fsys fs.FS, prefix string, o Options) (*Game, error) {
	if err := checkOptions(&o); err != nil {
		return nil, err
	}
	fsys, overlay, err := o.overlaid(fsys)
	if err != nil {
		return nil, err
	}
	o.Prefix = cmp.Or(o.Prefix, prefix)
	if o.Now == nil {
		o.Now = time.Now
	}
	g := &Game{o: o, files: fsys, overlay: overlay, source: o.Source, collect: collect.NewPoint(o.Limits.CollectEvery)}
	g.runtime = luabind.NewRuntime(luabind.Options{
		Workers: o.Workers, Budget: o.Limits.Budget, TickBudget: o.Limits.TickBudget,
		Keep: o.Limits.Keep, KeepTogether: o.Limits.KeepTogether, Log: g.print,
		History: o.Limits.History, Coverage: o.Coverage,
	})
	for _, namespace := range slices.Sorted(maps.Keys(o.Helpers)) {
		if err := g.runtime.Bind(namespace, o.Helpers[namespace]...); err != nil {
			return nil, errorOf(ErrOptions, "bough: Options.Helpers: %w", err)
		}
	}
	g.world, g.phase.opened = g.newWorld(), true
	g.recorder = newRecorder(g)
	g.manager = assets.NewManager(assets.Options{FS: fsys, Kept: o.Record.inForce, Prefix: o.Prefix, Runtime: g.runtime, Natives: o.Natives, Trees: o.Trees, Kinds: o.Kinds, Fields: o.FieldNames, Versions: o.Limits.Versions, Now: o.Now})
	return g, nil
}

func (g *Game) newWorld() *engine.World {
	o := &g.o
	onFault := func(f *engine.Fault) {
		if o.OnFault != nil {
			o.OnFault(f)
		}
		g.mark(MarkFault, f.Diagnostic().Headline(), g.world.Agent(f.Agent))
	}
	onMark := func(a *Agent, text string) { g.mark(MarkScript, text, a) }
	return engine.NewWorld(engine.Options{
		Seed: o.Seed, Workers: o.Workers, History: o.Limits.History, QuarantineAfter: o.Limits.QuarantineAfter, DecideTwice: o.DecideTwice, RequestRule: o.RequestRule, Wrap: o.Wrap,
		Owner: g.runtime, NewFields: g.runtime.NewFields, Saver: g.runtime.Saver(o.Values), OnFault: onFault, OnLog: g.log, OnMark: onMark, WhyMissing: g.whyMissing,
	})
}

// whyMissing returns the reason why a behavior cannot be used. It returns the error in the behavior's file, or else
// the problem at the line of the tree that names the behavior, for example that the file is gone.
func (g *Game) whyMissing(b *engine.Behavior, at diag.Pos) string {
	ofLine := ""
	for _, d := range g.manager.Bundle().Problems {
		switch {
		case d.Severity == diag.Error && d.Pos.File == path.Join(g.o.Prefix, assets.ScriptOf(b.Name)):
			return tr.F("its file could not be loaded: %s", d.Headline())
		case ofLine == "" && d.Pos.File == at.File && d.Pos.Line == at.Line:
			ofLine = d.Message
			if d.Hint != "" {
				ofLine = tr.F("%s: %s", ofLine, d.Hint)
			}
		}
	}
	return ofLine
}

func (g *Game) log(a *Agent, text string) {
	if g.o.OnLog != nil {
		g.o.OnLog(a, text)
	}
}

// Load reads all files, unless they have been read already, and returns the present problems in them. Bundle has
// these problems, too. A file with errors does not keep the game from starting; its behavior is missing until the
// file is corrected. A test, or a server that must not start with errors, should check Err of the result.
func (g *Game) Load() Findings {
	g.phase.mustBeOpened("Load")
	if !g.loaded && !g.phase.closed {
		g.loaded = true
		rep := g.manager.Load()
		if g.source != nil {
			g.reader = reload.New(g.manager, g.source, g.o.Background, g.receive)
		}
		g.recorder.begin(true)
		g.report(rep)
	}
	return Findings(g.manager.Bundle().Problems)
}

// Check returns what Load would return if the game had other files: the problems in them, with the helpers, natives and kinds
// of the game. It changes nothing in the game, and may be called on any goroutine, also while the game ticks. Helpers that
// scripts call while they are loaded are then called on that goroutine.
func (g *Game) Check(files fs.FS) (Findings, error) {
	g.phase.mustBeOpened("Check")
	o := g.o
	o.Watch, o.Poll, o.Overlay, o.Source, o.Background, o.Workers, o.Record = false, 0, "", nil, false, 1, RecordOptions{}
	o.OnReload, o.OnFault, o.OnMark, o.OnLog, o.Limits.CollectEvery = nil, nil, nil, nil, 0
	other, err := open(files, g.o.Prefix, o)
	if err != nil {
		return nil, err
	}
	found := other.Load()
	return found, other.Close()
}

// Bundle returns the behaviors and trees in force.
func (g *Game) Bundle() *assets.Bundle {
	g.phase.mustBeOpened("Bundle")
	return g.manager.Bundle()
}

// World returns the world of the game. Use Game.Tick to tick it.
func (g *Game) World() *engine.World { return g.world }

// Prefix returns what messages put before the paths of files; see Options.Prefix.
func (g *Game) Prefix() string { return g.o.Prefix }

// Runtime returns the runtime that runs the scripts.
func (g *Game) Runtime() *luabind.Runtime { return g.runtime }

// Spawn adds an agent that runs a tree and has the tree's name. Parameters of the tree may
// follow the name as in a tree that includes it: "patrol speed=2"; see also TreeWith.
//
// A field that f does not have gets its default, if the file agent.fields declares one. A value that contradicts the
// declared type is an error if the game has Options.Watch or a Source. Otherwise, as in a released game, the agent is
// spawned with it, and the first such value of a field is reported to Options.OnFault.
func (g *Game) Spawn(tree string, f Fields) (*Agent, error) {
	return g.spawn("Spawn", tree, tree, f)
}

// SpawnNamed adds an agent with a name of its own, which need not be unique.
func (g *Game) SpawnNamed(tree, name string, f Fields) (*Agent, error) {
	return g.spawn("SpawnNamed", tree, name, f)
}

func (g *Game) spawn(method, tree, name string, f Fields) (*Agent, error) {
	if err := g.phase.checkIdle(method); err != nil {
		return nil, err
	}
	p, err := g.Program(tree)
	if err != nil {
		return nil, err
	}
	declared := g.manager.Bundle().Declared()
	names := slices.Collect(maps.Keys(f))
	for _, d := range declared.Defaults() {
		if _, given := f[d.Name]; !given {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	values := make([]value.Value, len(names))
	var refused []refusal
	for i, field := range names {
		x, given := f[field]
		if !given {
			values[i] = declared.Default(field)
			continue
		}
		if values[i], err = fieldOf(field, x); err != nil {
			return nil, errorOf(ErrField, "spawn %s: field %s: %w", name, field, err)
		}
		switch w := declared.Refuse(field, values[i]); {
		case w.Text == "":
		case g.source != nil: // the game is being made
			return nil, errorOf(ErrField, "spawn %s: %w", name, w)
		default:
			refused = append(refused, refusal{field, w})
		}
	}
	if name == tree { // the tree has no parameters
		name, _, _ = strings.Cut(tree, " ")
	}
	a := g.world.Spawn(p, name)
	for i, field := range names {
		a.Set(engine.KeyOf(field), values[i])
	}
	g.tellRefused(a, refused)
	return a, nil
}

// refusal is a value that was given to Spawn and contradicts a declaration.
type refusal struct {
	field string
	words diag.Words
}

// tellRefused reports the refused values of a new agent, each field once. They are no faults of the world, since a replay,
// which sets the recorded fields, would not find them.
func (g *Game) tellRefused(a *Agent, refused []refusal) {
	for _, r := range refused {
		if g.refused[r.field] || g.o.OnFault == nil {
			continue
		}
		if g.refused == nil {
			g.refused = map[string]bool{}
		}
		g.refused[r.field] = true
		g.o.OnFault(&engine.Fault{Err: r.words, Part: "spawn", Agent: a.ID(), Label: a.Label(), Program: a.Program(), Tick: g.world.TickCount(), Seen: 1})
	}
}

func fieldOf(name string, x any) (value.Value, error) {
	if luabind.Reserved(name) {
		return value.Value{}, errors.New("it is set by the engine and cannot be given; choose another name")
	}
	if name == "" || strings.ContainsFunc(name, unicode.IsSpace) {
		return value.Value{}, fmt.Errorf("%q is not a name; use letters, digits and _", name)
	}
	return value.Of(x)
}

// Program returns the program of a tree, named as for Spawn.
func (g *Game) Program(tree string) (*engine.Program, error) {
	if err := g.phase.checkLookup("Program"); err != nil {
		return nil, err
	}
	g.Load()
	if p := g.manager.Bundle().Program(tree); p != nil {
		return p, nil
	}
	kind := ErrParameters
	call, err := trees.ParseCall(tree)
	if err == nil {
		var p *engine.Program
		if p, err = g.call(call); err == nil {
			return p, nil
		}
		if !hasTree(g.manager.Bundle(), call.Tree) {
			kind = ErrUnknownTree
		}
	}
	if problems, _ := g.manager.Bundle().Problems.Errors().Causes(); len(problems) > 0 {
		if found := diag.List(nil); errors.As(err, &found) {
			at := found[0].Pos
			if i := slices.IndexFunc(problems, func(d diag.Diagnostic) bool { return d.Pos == at }); i >= 0 {
				// The finding in the file has the better remedy, and is told once.
				return nil, errorOf(kind, tr.T("tree %q cannot be used, since its file has a mistake: %s"), call.Tree, problems[i].Headline())
			}
		}
		err = tr.Errorf("%w (errors in the files: %d, the first: %s)", err, len(problems), problems[0].Headline())
	}
	return nil, as(kind, err)
}

// hasTree reports whether there is a usable tree of that name. A tree that needs parameters is usable.
func hasTree(b *assets.Bundle, name string) bool {
	return slices.Contains(b.TreeNames(), name) || slices.ContainsFunc(b.Needs, func(n assets.TreeNeeds) bool { return n.Name == name })
}

// ShowTerm returns the value of a term of an explanation as people read it: a number with the unit that the file agent.fields
// declares for the field, and the ID of an agent, if the field is declared to have one, as the label of that agent. It
// is for Explanation.With. Otherwise it returns the value as it is.
func (g *Game) ShowTerm(t engine.Term) string {
	g.phase.mustBeOpened("ShowTerm")
	path := t.Text
	if _, field, is := strings.Cut(path, " → "); is { // a parameter that stands for a field
		path = field
	}
	of := g.manager.Bundle().Declared().At(path)
	if of == nil {
		return t.Value
	}
	n, err := strconv.ParseFloat(t.Value, 64)
	switch {
	case err != nil:
	case of.Kind == declare.Number && of.Unit != "":
		return t.Value + " " + of.Unit
	case of.Kind == declare.Agent && n == math.Trunc(n) && math.Abs(n) < 1<<53:
		if a := g.world.Agent(engine.AgentID(n)); a != nil {
			return a.Label()
		}
	}
	return t.Value
}

// call returns the program of a tree with parameters. It does not wait for the manager if
// the program exists already.
func (g *Game) call(c trees.Call) (*engine.Program, error) {
	if p := g.manager.Bundle().Called(c); p != nil {
		return p, nil
	}
	defer g.reader.LockManager()()
	return g.manager.Call(c)
}

// TreeWith returns the name of a tree with parameters, for Spawn and SetTree. The values of params must be nil,
// booleans, numbers or strings. Each different name is compiled to a program of its own, and there can be at most
// assets.MaxCalls of these programs. So values that differ between agents belong in fields.
func (g *Game) TreeWith(tree string, params Fields) (string, error) {
	if err := g.phase.checkLookup("TreeWith"); err != nil {
		return "", err
	}
	if err := checkTreeName(tree); err != nil {
		return "", errorOf(ErrUnknownTree, "tree %q: %w", tree, err)
	}
	g.Load()
	var list []trees.Param
	for _, name := range slices.Sorted(maps.Keys(params)) {
		v, err := value.Of(params[name])
		if err == nil && v.Kind() == value.KindOther {
			err = errors.New("want nil, a truth value, a number or a text")
		}
		if err != nil {
			return "", errorOf(ErrParameters, "tree %s: parameter %s: %w", tree, name, err)
		}
		list = append(list, trees.Param{Name: name, Value: v})
	}
	c, err := trees.NewCall(tree, list)
	if err != nil {
		return "", errorOf(ErrParameters, "tree %s: %w", tree, err)
	}
	_, err = g.Program(c.String())
	return c.String(), err
}

// checkTreeName returns an error for the name of a tree that must have no parameters.
func checkTreeName(name string) error {
	switch err := trees.CheckName(name); {
	case err == nil:
		return nil
	case name == "":
		return errors.New("the name is missing; give one")
	case strings.ContainsAny(name, " ="):
		return errors.New("it is not a name; give the parameters of the tree in params")
	default:
		return err
	}
}

// SetTree makes an agent leave its tree and run another, named as for Spawn. It returns
// ErrGone or ErrForeign if the agent does not live in this game.
func (g *Game) SetTree(a *Agent, tree string) error {
	if err := g.phase.checkIdle("SetTree"); err != nil {
		return err
	}
	if err := g.checkAgent("SetTree", a); err != nil {
		return err
	}
	p, err := g.Program(tree)
	if err == nil {
		a.SetTree(p)
	}
	return err
}

// Rename returns the edits that rename a behavior in its file, trees and tests. It changes
// nothing; see refactor.Rename.
func (g *Game) Rename(from, to string) (*refactor.Renaming, error) {
	if err := g.phase.checkIdle("Rename"); err != nil {
		return nil, err
	}
	g.Load()
	defer g.reader.LockManager()()
	return refactor.Rename(g.manager, from, to)
}

// Versions returns the versions that Rollback can go back to, oldest first: the last
// Limits.Versions that had no errors.
func (g *Game) Versions() []assets.Version {
	g.phase.mustBeOpened("Versions")
	return g.manager.Versions()
}

// LastGood returns the text of a file in the newest of the Versions that has it, or nil. Its path is relative to the root of the
// files.
func (g *Game) LastGood(path string) []byte {
	g.phase.mustBeOpened("LastGood")
	return g.manager.LastGood(path)
}

// Previous returns the number of the version one step back, or 0 if there is none. This is the version that was in
// force before the present one. While there are errors in the files, it is the last version without errors. After a
// Rollback, it is the version before the one rolled back to.
func (g *Game) Previous() int {
	g.phase.mustBeOpened("Previous")
	return g.manager.Previous()
}

// Rollback puts the files of an older version in force again, between two ticks, under a new version number, and pins
// them; see Pin. Agents continue as after any reload. The trees of Options.Trees stay. If the files are in force
// already, Rollback only pins them. If there is no such version, it changes nothing and returns an error that lists
// the versions.
func (g *Game) Rollback(version int) error {
	if err := g.phase.checkIdle("Rollback"); err != nil {
		return err
	}
	g.Load()
	defer g.reader.LockManager()()
	rep, err := g.manager.Rollback(version)
	g.pinned, g.waiting = g.manager.Pinned(), g.manager.Waiting()
	if rep != nil {
		g.applyOwn(rep)
	}
	return as(ErrUnknownVersion, err)
}

// Pin keeps the present files in force, even if files are saved. Files that were saved wait for Unpin, and OnReload
// reports them.
func (g *Game) Pin() {
	g.phase.mustBeIdle("Pin")
	g.Load()
	defer g.reader.LockManager()()
	g.manager.Pin()
	g.pinned, g.waiting = true, g.manager.Waiting()
}

// Unpin ends the pin of Pin or Rollback. It must be called between two ticks. It compares all files with those in
// force and loads those that differ. Without a pin it does nothing.
func (g *Game) Unpin() {
	g.phase.mustBeIdle("Unpin")
	defer g.reader.LockManager()()
	rep := g.manager.Unpin()
	g.pinned, g.waiting = false, nil
	if rep != nil {
		g.applyOwn(rep)
	}
}

// Pinned reports whether the files are pinned.
func (g *Game) Pinned() bool { return g.pinned }

// Waiting returns the sorted paths, below the root, of the files that are known to wait for Unpin.
func (g *Game) Waiting() []string { return g.waiting }

// Kept returns an estimate of the bytes that an agent keeps from tick to tick, which
// Limits.Keep bounds, and the agent's largest tables; see luabind.Runtime.Kept. Call it
// between ticks. It returns 0 for an agent that does not live in this game.
func (g *Game) Kept(a *Agent) (bytes int, largest []quota.Holding) {
	g.phase.mustBeIdle("Kept")
	if g.checkAgent("Kept", a) != nil {
		return 0, nil
	}
	return g.runtime.Kept(a)
}

// Restart begins a new game with the files in force and another seed. All agents are removed as by Close. Afterwards
// World returns a new world at time 0, with empty boards and without errors, observers and the limit of LimitTurns.
// Lua states are new, too, so nothing of the old game remains. Restart takes much less time than opening and loading
// the files again. Call it between two ticks.
func (g *Game) Restart(seed uint64) {
	g.phase.mustBeIdle("Restart")
	g.Load()
	defer g.reader.LockManager()()
	g.phase.setBusy(inRestart)
	defer g.phase.clearBusy()
	g.recorder.cut()
	defer func() { // also if Go code panics in an exit
		g.runtime.Renew()
		g.o.Seed = seed
		g.world = g.newWorld()
		g.recorder.begin(true)
	}()
	g.world.Close()
}

// Despawn exits the active nodes of an agent and removes it. It returns ErrGone if the agent was removed before or
// its world has ended, and ErrForeign if the agent lives in another game. If Go code panics in an exit, Despawn removes
// the agent and panics.
func (g *Game) Despawn(a *Agent) error {
	if err := g.phase.checkIdle("Despawn"); err != nil {
		return err
	}
	if err := g.checkAgent("Despawn", a); err != nil {
		return err
	}
	g.world.Despawn(a.ID())
	return nil
}

// Tick runs the functions given to Do, and puts changed files in force, if there are any. Then it advances the clock by
// dt and ticks all agents. If a garbage collection is due, Tick runs it at its end; see Limits.CollectEvery.
func (g *Game) Tick(dt time.Duration) {
	g.phase.mustBeIdle("Tick")
	late := g.o.Record.LateAfter
	var start time.Time
	if late > 0 {
		start = g.o.Now()
	}
	g.Load()
	if g.Refresh(); g.phase.closed {
		return // a function given to Do has closed the game
	}
	g.beforeTick(dt)
	g.tick(dt)
	g.runtime.ReviewAgents()
	if late > 0 {
		if took := g.o.Now().Sub(start); took > late {
			g.mark(MarkLate, tr.F("the tick took %v, and may take %v", took.Round(time.Millisecond/10), late), nil)
		}
	}
	g.recorder.tick()
	g.afterTick()
	g.collect.Tick()
}

func (g *Game) tick(dt time.Duration) {
	g.phase.setBusy(inTick)
	before, done := g.world.TickCount(), false
	defer func() {
		if !done && g.world.TickCount() > before {
			g.recorder.panicked()
		}
		g.phase.clearBusy()
	}()
	g.world.Tick(dt)
	done = true
}

// Refresh runs the functions given to Do, and puts changed files in force, without a tick. A paused game should call
// Refresh repeatedly. Tick calls it by itself.
func (g *Game) Refresh() {
	g.phase.mustBeIdle("Refresh")
	if g.calls.waiting.Load() > 0 {
		g.calls.run()
	}
	if !g.phase.closed {
		g.reader.Poll()
	}
}

// receive handles the report of a round of loading by the reader.
func (g *Game) receive(rep *assets.Report, installed bool) {
	g.waiting = g.manager.Waiting()
	if installed {
		g.migrate(rep)
	} else {
		g.report(rep)
	}
}

// applyOwn migrates agents after a change that the game itself made.
func (g *Game) applyOwn(rep *assets.Report) {
	g.migrate(rep)
	g.manager.Forget()
}

// migrate migrates the agents to a bundle that is in force.
func (g *Game) migrate(rep *assets.Report) {
	g.phase.setBusy(inReload)
	defer g.phase.clearBusy()
	g.recorder.reload()
	start := g.o.Now()
	g.runtime.Carry(g.world)
	migrated := g.world.Reload(rep.Programs)
	for _, b := range rep.Forgiven {
		g.world.ClearFaults(b)
	}
	for _, f := range g.world.Faults() {
		if f.Behavior != nil && gone(g.manager.Bundle(), f.Behavior.Name) {
			g.world.Retire(f.Behavior)
		}
	}
	rep.Migrate += g.o.Now().Sub(start)
	rep.Swap = rep.Install + rep.Migrate
	rep.Migrated = migrated
	rep.Restarts, rep.Stale = g.runtime.Carried()
	g.report(rep)
}

// gone reports whether a behavior has no file and is not named by any tree.
func gone(b *assets.Bundle, behavior string) bool {
	if found := b.Behavior(behavior); found != nil && !found.Missing {
		return false
	}
	return len(b.Users(behavior)) == 0
}

// maxPrinted bounds the number of lines that all files together print in one round. Package luabind bounds those of
// each file.
const maxPrinted = 10 * engine.MaxLogLines

// print records a line that a file prints while it is loaded. It may be called on another goroutine.
func (g *Game) print(text string) {
	if len(g.printed) == maxPrinted {
		text = tr.T("… more lines of files that are being loaded are left out")
	}
	if len(g.printed) <= maxPrinted {
		g.printed = append(g.printed, text)
	}
}

func (g *Game) report(rep *assets.Report) {
	g.phase.setBusy(inReload)
	defer g.phase.clearBusy()
	for _, text := range g.printed {
		g.log(nil, text)
	}
	g.printed = nil
	if rep.Version > 1 {
		g.reloads++
	}
	if g.o.OnReload != nil {
		g.o.OnReload(rep)
	}
}

// Close exits the active nodes of all agents and frees all resources. Methods that read the state can still be called
// after Close. Other methods return ErrClosed, or panic with ErrClosed if they do not return an error. Close returns
// an error that matches ErrBusy during a tick or a reload. Closing a game again does nothing. Close does not close
// Options.Source. If Go code panics in an exit, the remaining agents do not exit, and Close frees all resources and
// panics.
func (g *Game) Close() (err error) {
	if !g.phase.opened || g.phase.closed {
		return nil
	}
	if err := g.phase.checkIdle("Close"); err != nil {
		return err
	}
	g.calls.close()
	defer func() {
		if g.owned {
			err = g.source.Close()
		}
	}()
	defer g.collect.Close()
	defer g.world.Close()
	defer g.reader.Close()
	defer func() { g.phase.closed = true }()
	g.recorder.close()
	return nil
}
