package compare

import (
	"iter"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Frame is the interval between two ticks.
const Frame = time.Second / 60

// Scenario is a tree with its scripts and its agents. Each node of the tree is a behavior that has a precondition,
// and either behavior or run, but no other hooks. A few lines in any language can therefore walk the tree.
type Scenario struct {
	Name   string // name of the scenario, and of its tree
	Agents int    // number of agents in a measurement
	files  fstest.MapFS
	// natives are the behaviors that have no script in files, by name. Only the engine can run such a scenario.
	natives map[string]*behaviors.Native
	start   func(agent int) iter.Seq2[string, float64] // the initial fields of an agent
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// World runs a scenario in the engine.
type World struct {
	*engine.World
	runtime *luabind.Runtime
	names   engine.Resolver
}

// NewWorld returns a world with a number of agents.
func (s *Scenario) NewWorld(agents int, o luabind.Options) (*World, error) {
	w, p, err := s.newWorld(o, nil)
	if err != nil {
		return nil, err
	}
	for i := range agents {
		s.spawn(w, p, i)
	}
	return w, nil
}

type wrap = func(*engine.Behavior, engine.Binding) engine.Binding

// newWorld returns a world without agents, and the program for its agents.
func (s *Scenario) newWorld(o luabind.Options, around wrap) (*World, *engine.Program, error) {
	w := &World{runtime: luabind.NewRuntime(o)}
	m := assets.NewManager(assets.Options{FS: s.files, Runtime: w.runtime, Natives: s.natives})
	if rep := m.Load(); rep.Problems.Err() != nil {
		return nil, nil, rep.Problems
	}
	w.names = engine.Resolver{Program: m.Bundle().Program, Behavior: m.Bundle().Behavior}
	w.World = engine.NewWorld(engine.Options{Workers: o.Workers, NewFields: w.runtime.NewFields, Saver: w.runtime.Saver(nil), Wrap: around})
	return w, m.Bundle().Program(s.Name), nil
}

func (s *Scenario) spawn(w *World, p *engine.Program, i int) {
	a := w.Spawn(p, s.Name)
	for name, n := range s.start(i) {
		a.Set(engine.KeyOf(name), value.Number(n))
	}
}

// sums returns the sum of each field over all agents.
func (w *World) sums(names []string) map[string]float64 {
	sums := map[string]float64{}
	for a := range w.World.Agents() {
		for _, name := range names {
			sums[name] += a.Get(engine.KeyOf(name)).Float()
		}
	}
	return sums
}

// fieldNames returns the names of the fields of all agents, in the order of their first occurrence.
func (s *Scenario) fieldNames() []string {
	var names []string
	seen := map[string]bool{}
	for i := range s.Agents {
		for name := range s.start(i) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// place is a node of a scenario's tree, for code that walks the tree without the engine. The index -1 means that
// there is no node.
type place struct {
	behavior       string
	child, sibling int
}

// places returns the nodes in the order of the file. The first one is the root.
func (s *Scenario) places() []place {
	f, _ := trees.Parse(s.Name+".bt", s.files[s.Name+".bt"].Data)
	var list []place
	var add func(n *trees.Node) int
	add = func(n *trees.Node) int {
		at := len(list)
		list = append(list, place{n.Name, -1, -1})
		last := -1
		for _, child := range n.Children {
			if c := add(child); last < 0 {
				list[at].child, last = c, c
			} else {
				list[last].sibling, last = c, c
			}
		}
		return at
	}
	add(f.Trees[0].Root)
	return list
}
