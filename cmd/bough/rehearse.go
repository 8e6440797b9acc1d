package main

import (
	"errors"
	"slices"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
)

// rehearse asks each behavior what it is asked in Decide, once, on behalf of an agent
// without fields, and returns what it tried to change. Other errors are not told: they
// may be due to the missing fields.
func rehearse(game *bough.Game) diag.List {
	var found diag.List
	for _, b := range game.Bundle().Behaviors {
		for _, root := range asking(b) {
			p, err := engine.Compile(engine.Definition{Name: b.Name, Root: root})
			if err == nil {
				found = append(found, impure(game, p)...)
			}
		}
	}
	return found
}

// asking returns trees that between them call all hooks of Decide of a behavior.
func asking(b *engine.Behavior) []*engine.Node {
	if b.Missing {
		return nil
	}
	node := func() *engine.Node { return &engine.Node{Behavior: b, Params: b.Params} }
	under := func(k engine.Kind) *engine.Node {
		return &engine.Node{Kind: k, Children: []*engine.Node{node(), {Kind: engine.KindIdle}}}
	}
	choosing := node()
	choosing.Children = []*engine.Node{{Kind: engine.KindIdle}}
	return []*engine.Node{choosing, under(engine.KindUtility), under(engine.KindGoal)}
}

// impure returns what is tried to be changed while a decision is made, each once.
func impure(game *bough.Game, p *engine.Program) diag.List {
	var found diag.List
	a := game.World().Spawn(p, p.Name())
	defer game.Despawn(a)
	for _, step := range a.Explain().Steps {
		if e, ok := errors.AsType[*luabind.Error](step.Err); ok && e.Impure {
			found = append(found, e.Diagnostic())
		}
	}
	return found
}

// withRehearsal returns the findings in the files and those of a rehearsal.
func withRehearsal(game *bough.Game) diag.List {
	all := slices.Clone(diag.List(game.Load()))
	for _, d := range rehearse(game) {
		if !slices.ContainsFunc(all, func(known diag.Diagnostic) bool { return known.Headline() == d.Headline() }) {
			all = append(all, d)
		}
	}
	all.Sort()
	return all
}
