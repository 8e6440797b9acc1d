package commands

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/message"
	"github.com/spf13/cobra"
)

// explaining holds the flags of the command explain.
type explaining struct {
	session
	why     []string
	history bool
	asJSON  bool

	faults []diag.Diagnostic // errors of scripts that were not printed yet
}

// options returns options for a game that prints the logs of scripts to stderr, and keeps their errors for tell.
func (x *explaining) options(stderr io.Writer) bough.Options {
	o := x.session.options(stderr)
	o.OnFault = func(f *engine.Fault) { x.faults = append(x.faults, x.told(f.Diagnostic())) }
	return o
}

func newExplainCommand(game func() bough.Options) *cobra.Command {
	x := explaining{session: session{game: game}}
	c := &cobra.Command{
		Use:   "explain TREE | FILE.scene [AGENT] | AGENT",
		Short: tr.T("Explain what an agent would do, and what blocks other nodes"),
		Long: tr.T(`Explain runs a tree for some ticks and then explains what its agent would do next: which
nodes are blocked, and which nodes were asked, with the values that guards and
preconditions read. With --why it lists everything that blocks one node.

With a scene it plays the scene to its end, or for --ticks ticks, and explains an agent of
the scene, such as guard#1. With such a label alone it plays what bough play without a
tree or scene plays: the arena, if the folder has the trees of the samples, otherwise the
only scene. The arena plays for --ticks ticks. --set then sets fields after these ticks.`),
		Example: "  bough explain guard --ticks 5 --set hp=10\n  bough explain guard --why combat.melee\n  bough explain scripts/camp.scene guard#1 --ticks 40\n  bough explain wolf#2 --ticks 200 --set hunger=0 --history",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && filepath.Ext(args[0]) == scene.Ext {
				return nil
			}
			return exactly(tr.T("the name of a tree, a scene, or an agent of the arena"))(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(); err != nil {
				return err
			}
			defer x.tellFaults(c.ErrOrStderr())
			switch {
			case filepath.Ext(args[0]) == scene.Ext:
				return x.explainScene(c, args[0], append(args, "")[1])
			case arena.IsLabel(args[0]):
				return x.explainLabel(c, args[0])
			}
			if err := wantTree("explain", args[0]); err != nil {
				return err
			}
			return x.explainTree(c, args[0])
		},
	}
	x.dirFlag(c)
	x.tickFlags(c, 1)
	c.Flags().StringArrayVar(&x.why, "why", nil, tr.T("explain what blocks this `node`, given by its name, id or path; may be repeated"))
	c.Flags().BoolVar(&x.history, "history", false, tr.T("print what ran in the last ticks"))
	c.Flags().BoolVar(&x.asJSON, "json", false, tr.T("print the explanation as JSON"))
	return c
}

func (x *explaining) explainTree(c *cobra.Command, tree string) error {
	game, err := x.openFor(tree, x.options(c.ErrOrStderr()), c.ErrOrStderr())
	if err != nil {
		return err
	}
	defer game.Close()
	found := tellProblems(c.ErrOrStderr(), x.withoutOutside(diag.List(game.Load())), false)
	if err := x.spawn(game, tree, c.ErrOrStderr()); err != nil {
		if uses := game.Bundle().Users(tree); len(uses) > 0 && errors.Is(err, bough.ErrUnknownTree) {
			return usagef("%s is a behavior; give the name of a tree: bough explain %s --why %[1]s", tree, uses[0].Tree)
		}
		return err
	}
	for range x.ticks {
		game.Tick(x.dt)
	}
	for a := range game.World().Agents() {
		if err := x.tell(c, a); err != nil {
			return err
		}
	}
	return found
}

// explainLabel explains an agent of the arena or of the only scene.
func (x *explaining) explainLabel(c *cobra.Command, label string) error {
	ch := x.choices()
	switch {
	case ch.arena || c.Flags().Changed("agents"):
		return x.explainArena(c, label)
	case len(ch.scenes) == 1:
		tr.Fprintf(c.ErrOrStderr(), "this is of bough explain %s '%s'\n", quoted(ch.scenes[0]), label)
		return x.explainScene(c, ch.scenes[0], label)
	}
	return ch.explainLabel(label)
}

// errEnough ends a scene that has been played as long as wanted.
var errEnough = errors.New("enough ticks")

// explainScene explains an agent of a scene. If the label is "", the scene must have only one agent.
func (x *explaining) explainScene(c *cobra.Command, file, label string) error {
	flags := c.Flags()
	for _, name := range []string{"agents", "dt", "scripts"} {
		if flags.Changed(name) && !(name == "scripts" && arena.IsLabel(flags.Arg(0))) {
			return usagef("a scene has its own agents, ticks and scripts; leave out --%s", name)
		}
	}
	if flags.Changed("ticks") && x.ticks == 0 {
		return usagef("--ticks 0; want 1 or more for a scene")
	}
	fields, err := x.fields()
	if err != nil {
		return err
	}
	sc, err := openScene(c, file)
	if err != nil {
		return err
	}
	ticks := 0
	if flags.Changed("ticks") {
		ticks = x.ticks
	}
	var seed *uint64
	if flags.Changed("seed") {
		seed = &x.seed
	}
	var found error
	game, err := x.playFor(sc, seed, ticks, c.ErrOrStderr(), func(list diag.List) {
		found = tellProblems(c.ErrOrStderr(), list, false)
	}, func() error { return nil })
	if game != nil {
		defer game.Close()
	}
	if err != nil {
		return worse(found, err)
	}
	a, err := agentOf(game, label)
	if err != nil {
		return tr.Errorf("after %s of %s %w", plural(int(game.World().TickCount()), "%d tick", "%d ticks"), sc.Path, err)
	}
	if err := x.checkTypes(game); err != nil {
		return err
	}
	if err := setAll(a, fields); err != nil {
		return err
	}
	return worse(found, x.tell(c, a))
}

// playFor plays a scene, or that number of ticks of it unless ticks is 0; after its end, the agents have the ticks that are left.
// It calls tell with the findings before the first tick, and after behind each tick, which may end the play with an error. The
// caller must close the game, which is nil if it could not be opened.
func (x *explaining) playFor(sc *scene.Scene, seed *uint64, ticks int, stderr io.Writer, tell func(diag.List), after func() error) (game *bough.Game, err error) {
	var step time.Duration
	played := 0
	_, err = sc.Play(func(o bough.Options) (*bough.Game, error) {
		printing := x.options(stderr)
		printing.Seed = o.Seed
		if seed != nil {
			printing.Seed = *seed
		}
		s := session{game: x.game, dir: sc.Scripts()}
		var err error
		if game, err = s.open(printing); err == nil {
			x.opened = game
			tell(sc.Findings(game))
		}
		return game, err
	}, io.Discard, func(_ *bough.Game, dt time.Duration) error {
		step = dt
		if played++; ticks > 0 && played >= ticks {
			return errEnough
		}
		return after()
	})
	if ticks > 0 && played >= ticks {
		err = nil
	}
	for ; err == nil && step > 0 && played < ticks; played++ {
		game.Tick(step)
		err = after()
	}
	return game, err
}

// agentOf returns the agent that a label or the name of a tree means; of several agents of a tree, the last one. If the
// label is "", it returns the only agent.
func agentOf(game *bough.Game, label string) (found *engine.Agent, err error) {
	count := 0
	for a := range game.World().Agents() {
		count++
		if name, _, _ := strings.Cut(a.Label(), "#"); label == "" || a.Label() == label || name == label {
			found = a
		}
	}
	switch {
	case label == "" && count > 1:
		return nil, tr.Errorf("%s: say which to explain", labels(game, ""))
	case found == nil && label == "":
		return nil, errors.New(tr.T("there are no agents"))
	case found == nil:
		return nil, tr.Errorf("there is no agent %s; %s", label, labels(game, label))
	}
	return found, nil
}

// setAll sets fields of an agent.
func setAll(a *engine.Agent, fields bough.Fields) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		v, err := value.Of(fields[name])
		if err != nil {
			return err
		}
		a.Set(engine.KeyOf(name), v)
	}
	return nil
}

func (x *explaining) explainArena(c *cobra.Command, label string) error {
	if c.Flags().Changed("dt") {
		return usagef("--dt does not go with an agent of the arena, which has ticks of its own")
	}
	fields, err := x.fields()
	if err != nil {
		return err
	}
	agents := arena.DefaultAgents
	if c.Flags().Changed("agents") {
		agents = x.agents
	}
	field := arena.New(arena.Options{Agents: agents})
	game, err := x.openArena(field, x.options(c.ErrOrStderr()), func(text string) { fmt.Fprintln(c.ErrOrStderr(), text) })
	if err != nil {
		return err
	}
	defer game.Close()
	if err := field.Begin(game); err != nil {
		return err
	}
	found := tellProblems(c.ErrOrStderr(), x.withoutOutside(game.Bundle().Problems), false)
	for range x.ticks {
		field.Tick()
	}
	a := findAgent(game, label)
	if a == nil {
		err := tr.Errorf("after %d ticks of the arena there is no agent %s; %s", x.ticks, label, labels(game, label))
		if tree, _, _ := strings.Cut(label, "#"); slices.ContainsFunc(game.Bundle().Trees, func(t assets.Tree) bool { return t.Name == tree }) {
			return tr.Errorf("%w; for an agent outside of the arena, as in bough run, write bough explain %s", err, tree)
		}
		return err
	}
	if err := x.checkTypes(game); err != nil {
		return err
	}
	if err := setAll(a, fields); err != nil {
		return err
	}
	return worse(found, x.tell(c, a))
}

func findAgent(game *bough.Game, label string) *engine.Agent {
	for a := range game.World().Agents() {
		if a.Label() == label {
			return a
		}
	}
	return nil
}

// labels says which agents a game has, at most twelve. Agents whose labels have the same name as like come first.
func labels(game *bough.Game, like string) string {
	name, _, _ := strings.Cut(like, "#")
	var same, others []string
	for a := range game.World().Agents() {
		if is, _, _ := strings.Cut(a.Label(), "#"); is == name {
			same = append(same, a.Label())
		} else {
			others = append(others, a.Label())
		}
	}
	list := append(same, others...)
	switch {
	case len(list) == 0:
		return tr.T("there are no agents")
	case len(list) == 1:
		return tr.F("the only agent is %s", list[0])
	case len(list) > 12:
		list = append(list[:12], "…")
	}
	return tr.F("there are %s", strings.Join(list, ", "))
}

// about returns the nodes that --why selects.
func (x *explaining) about(p *engine.Program) ([]int, error) {
	var about []int
	for _, name := range x.why {
		nodes := p.Nodes(name)
		if nodes == nil {
			return nil, usageError{p.NoNode(name)}
		}
		for _, i := range nodes {
			about = append(about, int(i))
		}
	}
	return about, nil
}

func (x *explaining) tell(c *cobra.Command, a *engine.Agent) error {
	e, err := x.explain(a)
	if err != nil {
		return err
	}
	if x.asJSON {
		return writeJSON(c.OutOrStdout(), e)
	}
	fmt.Fprintln(c.OutOrStdout(), x.text(e))
	return nil
}

// explain explains an agent.
func (x *explaining) explain(a *engine.Agent) (*engine.Explanation, error) {
	about, err := x.about(a.Program())
	if err != nil {
		return nil, err
	}
	e := a.Explain(about...)
	if x.history {
		e.History = a.History()
	}
	for i := range e.Steps {
		x.tellOnce(&e.Steps[i])
	}
	return e, nil
}

// text returns an explanation for people.
func (x *explaining) text(e *engine.Explanation) string {
	return message.Short(e.With(x.opened.ShowTerm).String(), x.problems())
}

// tellOnce removes the error of a step from those that are still to be printed, since the explanation contains it. An
// error that a finding in a file has announced, which was printed before, is only mentioned.
func (x *explaining) tellOnce(s *engine.Step) {
	var raised interface{ Diagnostic() diag.Diagnostic }
	if !errors.As(s.Err, &raised) {
		return
	}
	d := raised.Diagnostic()
	x.faults = slices.DeleteFunc(x.faults, func(f diag.Diagnostic) bool { return f.Pos == d.Pos && (f.Code == d.Code || f.Source == "") })
	if short := x.told(d); short.Code != d.Code {
		s.Error = short.Headline()
	}
}

// tellFaults prints the errors that no explanation contains.
func (x *explaining) tellFaults(w io.Writer) {
	for _, d := range x.faults {
		fmt.Fprintln(w, d.Error())
	}
	x.faults = nil
}
