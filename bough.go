// Package bough is the front door: it opens a directory of scripts and trees,
// and gives a game whose agents run them, while the files may change.
//
//	game, err := bough.Open("scripts", bough.Options{Watch: true, Seed: 1})
//	game.Bind("geom", geom.Helpers()...)
//	troll, err := game.Spawn("troll", bough.Fields{"hp": 100, "x": 3.0})
//	for range ticker.C {
//		game.Tick(dt) // reloads land here, between ticks
//	}
//
// What it ties together can be used by itself: package engine ticks, luabind
// runs Lua, assets loads, hotreload watches.
package bough

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Agent is one actor; see engine.Agent.
type Agent = engine.Agent

// Helper is a Go function that scripts can call; see Func.
type Helper = luabind.Helper

// Func makes a helper; see luabind.Func.
func Func(signature string, fn any) Helper { return luabind.Func(signature, fn) }

// Options configure a Game. The zero value is a production game with one worker
// that does not watch its files.
type Options struct {
	// Watch takes over changed files while the game plays.
	Watch bool
	// Source, if set, says which files changed, instead of Watch.
	Source hotreload.Source
	// Seed determines every random number.
	Seed uint64
	// Workers is the number of goroutines, each with its Lua state, that share
	// the agents; 0 means 1. Results do not depend on it.
	Workers int
	// Development reports a precondition that writes to its agent. It costs some
	// time in preconditions.
	Development bool
	// Budget is the number of VM instructions per hook call; 0 means
	// luabind.DefaultBudget, luabind.NoBudget none.
	Budget int
	// TickBudget is the number of instructions that all hook calls of an agent in one
	// tick may take together; 0 means luabind.TickBudgets times Budget.
	TickBudget int
	// History is how many past ticks an agent remembers; 0 means
	// engine.DefaultHistory.
	History int
	// DecideTwice asks each decision twice, to find preconditions with side
	// effects; see engine.World.Impure.
	DecideTwice bool
	// RequestRule chooses among the requests of a channel after each tick; nil means
	// engine.HighestPriority.
	RequestRule engine.RequestRule
	// Natives are behaviors written in Go, by name.
	Natives map[string]*behaviors.Native
	// Kinds are node kinds that the game defines.
	Kinds []*engine.Custom
	// FieldNames are the fields that the game sets, so that the check for
	// misspelt ones knows them; those that Spawn is given need not be listed if
	// a file agent.fields does.
	FieldNames []string
	// Prefix is put before paths in messages; "" means the directory as given
	// to Open, "scripts" for OpenFS.
	Prefix string
	// OnReload is told of each round of loading, OnFault of each script error
	// when it is first raised and of each quarantine, OnLog of what scripts
	// print (with a nil agent while a file is loaded). They are called on the
	// goroutine that ticks, never during a hook, except OnLog with a nil agent.
	OnReload func(*assets.Report)
	OnFault  func(*engine.Fault)
	OnLog    func(a *Agent, text string)
}

// Fields are an agent's first data, of the types that engine.ValueOf converts.
// They are set in the order of their names.
type Fields map[string]any

// Game is a world whose agents run scripts from a directory. It belongs to one
// goroutine; OnReload and its like tell what happens inside Tick.
type Game struct {
	o       Options
	runtime *luabind.Runtime
	manager *assets.Manager
	world   *engine.World
	source  hotreload.Source
	owned   bool // source was opened here
	loaded  bool
	doubt   map[string][sha256.Size]byte // by path; see compare
}

// Open opens the scripts and trees below a directory. Files are read by the
// first Load, Spawn or Tick, so that Bind can come before.
func Open(dir string, o Options) (*Game, error) {
	st, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("script directory: %w; give the directory that holds the .lua and .bt files", err)
	}
	if !st.IsDir() {
		return nil, fmt.Errorf("script directory: %s is a file; give the directory that holds the .lua and .bt files", dir)
	}
	if err := assets.CheckKinds(o.Kinds); err != nil {
		return nil, err
	}
	if o.Prefix == "" {
		o.Prefix = filepath.ToSlash(filepath.Clean(dir))
	}
	g := open(os.DirFS(dir), o)
	if o.Watch && o.Source == nil {
		w, err := hotreload.Watch([]string{dir}, hotreload.Options{Match: assets.Relevant})
		if err != nil {
			g.Close()
			return nil, fmt.Errorf("watching %s: %w", dir, err)
		}
		g.source, g.owned = w, true
	}
	return g, nil
}

// OpenFS opens scripts and trees in a file system, an embedded one say. Without
// Options.Source nothing is ever read again.
func OpenFS(fsys fs.FS, o Options) (*Game, error) {
	if fsys == nil {
		return nil, errors.New("bough: OpenFS: no file system")
	}
	if err := assets.CheckKinds(o.Kinds); err != nil {
		return nil, err
	}
	if o.Prefix == "" {
		o.Prefix = "scripts"
	}
	return open(fsys, o), nil
}

func open(fsys fs.FS, o Options) *Game {
	g := &Game{o: o, source: o.Source, doubt: map[string][sha256.Size]byte{}}
	g.runtime = luabind.NewRuntime(luabind.Options{
		Workers: o.Workers, Development: o.Development, Budget: o.Budget, TickBudget: o.TickBudget,
		Log: func(text string) { g.log(nil, text) },
	})
	g.manager = assets.NewManager(assets.Options{FS: fsys, Prefix: o.Prefix, Runtime: g.runtime, Natives: o.Natives, Kinds: o.Kinds, Fields: o.FieldNames})
	g.world = engine.NewWorld(engine.Options{
		Seed: o.Seed, Workers: o.Workers, History: o.History, DecideTwice: o.DecideTwice, RequestRule: o.RequestRule,
		NewFields: g.runtime.NewFields, OnFault: o.OnFault, OnLog: g.log,
	})
	return g
}

func (g *Game) log(a *Agent, text string) {
	if g.o.OnLog != nil {
		g.o.OnLog(a, text)
	}
}

// Bind makes Go functions callable from scripts as namespace.name. It must be
// called before scripts are loaded.
func (g *Game) Bind(namespace string, helpers ...Helper) error {
	if g.loaded {
		return fmt.Errorf("namespace %s: scripts are loaded already; call Bind before Load, Spawn and Tick", namespace)
	}
	return g.runtime.Bind(namespace, helpers...)
}

// Load reads all files, unless that has been done, and returns what came of it.
// A file with errors does not keep the game from starting: its behavior is
// missing until it is corrected.
func (g *Game) Load() diag.List {
	if !g.loaded {
		g.loaded = true
		start := time.Now()
		rep := g.manager.Load()
		rep.Load = time.Since(start)
		g.tell(rep)
	}
	return g.Problems()
}

// Problems returns the present findings in all files, sorted.
func (g *Game) Problems() diag.List { return g.manager.Bundle().Problems }

// Bundle returns the behaviors and trees in force.
func (g *Game) Bundle() *assets.Bundle { return g.manager.Bundle() }

// World returns the world that is ticked. Tick it through the game.
func (g *Game) World() *engine.World { return g.world }

// Runtime returns the Lua side.
func (g *Game) Runtime() *luabind.Runtime { return g.runtime }

// Spawn adds an agent that runs a tree, under the tree's name. Behind that may stand
// what the parameters of the tree are, as a tree writes it that includes it:
// "patrol speed=2"; see also TreeWith.
func (g *Game) Spawn(tree string, f Fields) (*Agent, error) { return g.SpawnNamed(tree, tree, f) }

// SpawnNamed adds an agent that runs a tree. The name is for people and
// scripts; it need not be unique.
func (g *Game) SpawnNamed(tree, name string, f Fields) (*Agent, error) {
	g.Load()
	p, err := g.Program(tree)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(f))
	values := make([]engine.Value, len(names))
	for i, field := range names {
		if values[i], err = engine.ValueOf(f[field]); err != nil {
			return nil, fmt.Errorf("spawn %s: field %s: %w", name, field, err)
		}
	}
	if name == tree { // without parameters
		name, _, _ = strings.Cut(tree, " ")
	}
	a := g.world.Spawn(p, name)
	for i, field := range names {
		a.Set(engine.KeyOf(field), values[i])
	}
	return a, nil
}

// Program returns the program of a tree, which is named as for Spawn.
func (g *Game) Program(tree string) (*engine.Program, error) {
	g.Load()
	if p := g.manager.Bundle().Program(tree); p != nil {
		return p, nil
	}
	call, err := trees.ParseCall(tree)
	if err == nil {
		var p *engine.Program
		if p, err = g.manager.Call(call); err == nil {
			return p, nil
		}
	}
	if problems := g.Problems().Errors(); len(problems) > 0 {
		err = fmt.Errorf("%w (errors in the files: %d, the first: %s)", err, len(problems), problems[0].Headline())
	}
	return nil, err
}

// TreeWith returns the text under which Spawn and SetTree know a tree with parameters
// of the types nil, bool, number and string. Each different text is a program of its
// own, at most assets.MaxCalls of them: what is another for each agent belongs in its
// fields.
func (g *Game) TreeWith(tree string, params Fields) (string, error) {
	g.Load()
	var list []trees.Param
	for _, name := range slices.Sorted(maps.Keys(params)) {
		v, err := engine.ValueOf(params[name])
		if err == nil && v.Kind() == engine.OtherValue {
			err = errors.New("want nil, a truth value, a number or a text")
		}
		if err != nil {
			return "", fmt.Errorf("tree %s: parameter %s: %w", tree, name, err)
		}
		list = append(list, trees.Param{Name: name, Value: v})
	}
	c, err := trees.NewCall(tree, list)
	if err != nil {
		return "", fmt.Errorf("tree %s: %w", tree, err)
	}
	_, err = g.Program(c.String())
	return c.String(), err
}

// AddTrees adds trees that were made by code, as package trees/build does, between two
// ticks, or puts them in the place of those of the same name that were. Agents that run
// these go on as after a reload. What they name is looked up from the script root. The
// error, a diag.List, says what is wrong with them; then none is taken.
func (g *Game) AddTrees(list ...*trees.Tree) error {
	g.Load()
	start := time.Now()
	rep, err := g.manager.Define(list...)
	if err != nil {
		return err
	}
	g.swap(rep, start)
	return nil
}

// SetTree makes an agent leave its tree and run another, which is named as for Spawn.
func (g *Game) SetTree(a *Agent, tree string) error {
	p, err := g.Program(tree)
	if err == nil {
		a.SetTree(p)
	}
	return err
}

// Rename finds out what gives a behavior another name, in its file and in all trees.
// It changes nothing; see assets.Manager.Rename.
func (g *Game) Rename(from, to string) (*assets.Renaming, error) {
	g.Load()
	return g.manager.Rename(from, to)
}

// Despawn removes an agent, after exiting whatever is active of it.
func (g *Game) Despawn(a *Agent) { g.world.Despawn(a.ID()) }

// Tick takes over changed files, if there are any, then advances the clock by
// dt and ticks all agents.
func (g *Game) Tick(dt time.Duration) {
	g.Load()
	g.Refresh()
	g.world.Tick(dt)
}

// Refresh takes over changed files without ticking; a paused game calls it to
// stay current. Tick does it by itself.
func (g *Game) Refresh() {
	if g.source == nil {
		return
	}
	select {
	case c, ok := <-g.source.Changes():
		if ok {
			g.apply(c)
		}
	default:
		if len(g.doubt) > 0 {
			g.apply(hotreload.Change{Paths: slices.Sorted(maps.Keys(g.doubt)), Sums: g.doubt})
		}
	}
}

func (g *Game) apply(c hotreload.Change) {
	start := time.Now()
	rep := g.manager.Reload(c.Paths)
	g.compare(c)
	if rep == nil {
		if c.Err != nil {
			g.tell(&assets.Report{Version: g.manager.Bundle().Version, Err: c.Err})
		}
		return
	}
	rep.Err = c.Err
	g.swap(rep, start)
}

// swap takes over a new bundle whose making began at start.
func (g *Game) swap(rep *assets.Report, start time.Time) {
	loaded := time.Now()
	g.world.Reload(rep.Programs)
	g.manager.Forget()
	rep.Load, rep.Swap = loaded.Sub(start), time.Since(loaded)
	g.tell(rep)
}

// compare notes the files that were read in another state than the source saw
// them in: they are changing at this moment. They are read again with each tick
// until both agree, since the source does not tell of a file that is changed
// and at once changed back.
func (g *Game) compare(c hotreload.Change) {
	for _, p := range c.Paths {
		sum, known := c.Sums[p]
		switch {
		case !known || !assets.Relevant(p) || g.manager.Sum(p) == sum:
			delete(g.doubt, p)
		default:
			g.doubt[p] = sum
		}
	}
}

func (g *Game) tell(rep *assets.Report) {
	if g.o.OnReload != nil {
		g.o.OnReload(rep)
	}
}

// Close exits all agents' active nodes and frees everything.
func (g *Game) Close() error {
	g.world.Close()
	g.runtime.Close()
	if g.owned {
		return g.source.Close()
	}
	return nil
}
