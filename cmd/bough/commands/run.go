package commands

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/cmd/bough/internal/synctest"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/spf13/cobra"
)

func newRunCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	var r running
	c := &cobra.Command{
		Use:   "run [FILE.zip] TREE | FILE.scene",
		Short: tr.T("Run a tree or a scene without a game and print what happens"),
		Long: tr.F(`Run spawns agents that run a tree, ticks them, and prints each entry, result and exit,
and what scripts print, to standard output. Script errors go to standard error; if there
are any, the exit code is 1. With a bundle, the tree is one of the bundle. Without a
folder of scripts, the tree may be one of the samples.

A scene is a text file beside the scripts that says, tick by tick, which agents there are
and what happens to them. It uses the scripts of its own folder. A scene takes --seed,
--workers, --budget, --record, --synctest, and --cost or --memory with --json. Each line of a scene
is a command:
%s.`, scene.Usage()),
		Example: "  bough run guard --ticks 20 --set hp=10\n  bough run scripts/gallery/melee/melee.scene",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && strings.EqualFold(filepath.Ext(args[0]), bundleExt) && !isFile(args[0]) {
				return usagef("there is no file %s here", args[0])
			}
			if len(args) == 2 && isBundle(args[0]) {
				return nil
			}
			return exactly(tr.T("the name of a tree or a file that ends in .scene"))(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if isBundle(args[0]) {
				return r.runBundle(c, &s, args)
			}
			if strings.HasSuffix(args[0], scene.Ext) {
				return playScene(c, args[0], &s, &r)
			}
			if err := wantTree("run", args[0]); err != nil {
				return err
			}
			return r.run(c, &s, args[0])
		},
	}
	s.dirFlag(c)
	s.overlayFlag(c)
	s.tickFlags(c, 10)
	c.Flags().BoolVar(&r.asJSON, "json", false, tr.T("print events as JSON, one per line; or the figures of --cost or --memory"))
	c.Flags().BoolVar(&r.quiet, "quiet", false, tr.T("print only the end result"))
	r.cost.flag(c, tr.T(", instead of events"))
	r.record.flag(c)
	c.Flags().IntVar(&r.synctest, "synctest", 0, tr.T("after each tick, make this number of ticks, restore the game, make them again, and compare (0: do not)"))
	c.Flags().BoolVar(&r.memory, "memory", false, tr.T("print an estimate of the memory that agents keep at the end, and their largest tables, instead of events"))
	return c
}

// running holds the flags of run that select the output.
type running struct {
	asJSON, quiet, memory bool
	cost                  costFlag
	record                recordFlag
	synctest              int // number of ticks that are made twice; 0 if the flag is not set
}

// check checks all flags before any file is opened.
func (r *running) check(s *session) error {
	if err := s.check(); err != nil {
		return err
	}
	if r.synctest < 0 {
		return usagef("--synctest must be 0 or more")
	}
	if r.memory && r.cost.on {
		return usagef("--memory and --cost print different things; leave out one")
	}
	if r.synctest > 0 && r.cost.on {
		return usagef("--synctest makes more ticks, which would count; leave out --cost")
	}
	return nil
}

func (r *running) runBundle(c *cobra.Command, s *session, args []string) error {
	s.at(args)
	if len(args) == 1 {
		return usagef("run %s: say which tree: bough run %s TREE", args[0], args[0])
	}
	return r.run(c, s, args[1])
}

func (r *running) run(c *cobra.Command, s *session, tree string) (err error) {
	if err := r.check(s); err != nil {
		return err
	}
	out := bufio.NewWriter(c.OutOrStdout())
	defer out.Flush()
	stderr := after{out, c.ErrOrStderr()}
	events := &tracer{asJSON: r.asJSON, muteable: muteable{to: out}}
	errs := &muteable{to: stderr}
	o := s.options(errs)
	traced := !r.quiet && !r.cost.on && !r.memory
	if traced {
		o.OnLog = events.log(o.OnLog)
	}
	r.cost.options(&o)
	if err := r.record.set(&o, "tree "+tree); err != nil {
		return err
	}
	game, err := s.openFor(tree, o, stderr)
	if err != nil {
		return err
	}
	defer func() { err = r.record.close(game, err) }()
	r.cost.watch(game)
	found := tellProblems(stderr, s.withoutOutside(diag.List(game.Load())), false)
	if text := s.overlaid(game); text != "" {
		fmt.Fprintln(stderr, text)
	}
	if traced {
		defer game.World().Observe(events.event)() // which is told nothing when the game is closed
	}
	if err := s.spawn(game, tree, stderr); err != nil {
		return err
	}
	for range s.ticks {
		game.Tick(s.dt)
		if r.synctest > 0 {
			events.muted, errs.muted = true, true
			if err := synctest.Check(game, s.dt, r.synctest); err != nil {
				return err
			}
			events.muted, errs.muted = false, false
		}
	}
	if err := r.conclude(out, game, s.ticks); err != nil {
		return err
	}
	if traced && !r.asJSON {
		events.faultCounts()
	}
	if len(game.World().Faults()) > 0 {
		return errFindings
	}
	return found
}

// muteable is an io.Writer that can be muted. It then drops the data.
type muteable struct {
	to    io.Writer
	muted bool
}

// Write implements io.Writer.
func (m *muteable) Write(data []byte) (int, error) {
	if m.muted {
		return len(data), nil
	}
	return m.to.Write(data)
}

// after is an io.Writer that first flushes what was written to another one, so that a terminal shows both in order.
type after struct {
	first *bufio.Writer
	to    io.Writer
}

// Write implements io.Writer.
func (a after) Write(data []byte) (int, error) {
	if err := a.first.Flush(); err != nil {
		return 0, err
	}
	return a.to.Write(data)
}

// conclude prints the result of the run.
func (r *running) conclude(out io.Writer, game *bough.Game, ticks int) error {
	if r.cost.on {
		return r.cost.print(out, r.asJSON)
	}
	if r.memory {
		return printKept(out, game, r.asJSON)
	}
	if r.asJSON {
		return nil
	}
	for a := range game.World().Agents() {
		if a.Suspended() {
			tr.Fprintf(out, "after %d ticks %s is stopped since its tick %d: it keeps too much\n", ticks, a.Label(), a.Ticks())
			continue
		}
		tr.Fprintf(out, "after %d ticks %s is %s\n", ticks, a.Label(), a.Status().Word())
	}
	return nil
}

// sceneFlags returns an error for a flag that has no meaning for a scene.
func (r *running) sceneFlags(c *cobra.Command) error {
	for _, name := range []string{"agents", "set", "scripts", "ticks", "dt"} {
		if c.Flags().Changed(name) {
			return usagef("a scene has its own agents, fields, scripts and ticks; leave out --%s", name)
		}
	}
	for _, name := range []string{"json", "quiet"} {
		if c.Flags().Changed(name) && !(name == "json" && (r.memory || r.cost.on)) {
			return usagef("a scene prints what its command show selects; leave out --%s", name)
		}
	}
	return nil
}

// openScene reads a scene that can be played. It prints the mistakes in the file.
func openScene(c *cobra.Command, file string) (*scene.Scene, error) {
	text, err := readScene(file)
	if err != nil {
		return nil, err
	}
	sc, problems := scene.Parse(filepath.ToSlash(file), text)
	if len(problems) > 0 {
		return nil, tellProblems(c.ErrOrStderr(), problems, true)
	}
	return sc, findScripts(sc)
}

// findScripts returns an error if the folder of a scene's scripts does not exist, or is another one.
func findScripts(sc *scene.Scene) error {
	dir := sc.Scripts()
	if below := scriptsBelow(dir); below != "" {
		return usagef("%s: the scripts are in the folder %s: write the line: scripts %s", sc.Path, below, defaultDir)
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if found := sc.Check(nil); found.Err() != nil {
			return usageError{found[:1]}
		}
	}
	return nil
}

// playScene plays a scene from a file.
func playScene(c *cobra.Command, file string, flags *session, r *running) (err error) {
	if err := r.sceneFlags(c); err != nil {
		return err
	}
	if err := r.check(flags); err != nil {
		return err
	}
	sc, err := openScene(c, file)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.OutOrStdout())
	defer out.Flush()
	s := session{game: flags.game, dir: sc.Scripts(), overlay: flags.overlay}
	var after func(*bough.Game, time.Duration) error
	if r.synctest > 0 {
		after = func(game *bough.Game, dt time.Duration) error { return synctest.Check(game, dt, r.synctest) }
	}
	trace := io.Writer(out)
	if r.memory || r.cost.on {
		trace = io.Discard
	}
	var game *bough.Game
	var found error
	faults, err := sc.Play(func(o bough.Options) (*bough.Game, error) {
		o.Workers, o.Limits.Budget = flags.workers, flags.budget
		if c.Flags().Changed("seed") {
			o.Seed = flags.seed
		}
		r.cost.options(&o)
		if err := r.record.set(&o, "scene "+sc.Path); err != nil {
			return nil, err
		}
		var err error
		if game, err = s.open(o); err == nil {
			r.cost.watch(game)
			found = tellProblems(c.ErrOrStderr(), sc.Findings(game), false)
			if text := s.overlaid(game); text != "" {
				fmt.Fprintln(c.ErrOrStderr(), text)
			}
		}
		return game, err
	}, trace, after)
	if game != nil {
		defer func() { err = r.record.close(game, err) }()
	}
	switch {
	case err != nil:
	case r.memory:
		err = printKept(out, game, r.asJSON)
	case r.cost.on:
		err = r.cost.print(out, r.asJSON)
	}
	if err == nil && faults > 0 {
		if trace == io.Discard {
			for _, f := range game.World().Faults() {
				fmt.Fprintln(c.ErrOrStderr(), s.told(f.Diagnostic()).Error())
			}
		}
		err = errFindings
	}
	return worse(found, err)
}

// traceEvent is an event as run --json prints it. The event "log" is a line that a script has printed.
type traceEvent struct {
	Tick   int64  `json:"tick"`
	Agent  string `json:"agent"`
	Event  string `json:"event"`
	Path   string `json:"path,omitempty"`
	Status string `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"`
	Error  string `json:"error,omitempty"`
	Text   string `json:"text,omitempty"`
}

// tracer prints events, and the lines that scripts print.
type tracer struct {
	muteable
	asJSON bool
	faults []faultCount
}

// faultCount counts an error that several ticks have raised.
type faultCount struct {
	headline, place string
	count           int
}

// fault prints only the place of an error, and only once: its text is printed when it is first raised.
func (t *tracer) fault(e engine.Event) {
	d := e.Fault.Diagnostic()
	headline := d.Headline()
	i := slices.IndexFunc(t.faults, func(c faultCount) bool { return c.headline == headline })
	if i >= 0 {
		t.faults[i].count++
		return
	}
	place := d.Pos.String()
	if e.Fault.Quarantined {
		place += tr.T(" (quarantine)")
	}
	t.faults = append(t.faults, faultCount{headline, place, 1})
	tr.Fprintf(t, "tick %d %s error at %s\n", e.Tick, e.Agent.Label(), place)
}

// faultCounts prints how often each error was raised that was raised again.
func (t *tracer) faultCounts() {
	for _, c := range t.faults {
		if c.count > 1 {
			tr.Fprintf(t, "the error at %s was raised %d times\n", c.place, c.count)
		}
	}
}

// log returns a function for Options.OnLog. It passes lines that no agent has printed to otherwise.
func (t *tracer) log(otherwise func(*bough.Agent, string)) func(*bough.Agent, string) {
	return func(a *bough.Agent, text string) {
		if a == nil {
			otherwise(a, text)
			return
		}
		tick := a.World().TickCount()
		if t.asJSON {
			t.encode(traceEvent{Tick: tick, Agent: a.Label(), Event: "log", Text: text})
			return
		}
		tr.Fprintf(t, "tick %d %s says %s\n", tick, a.Label(), continued(text))
	}
}

func (t *tracer) encode(e traceEvent) { json.NewEncoder(t).Encode(e) }

func (t *tracer) event(e engine.Event) {
	switch {
	case t.asJSON:
	case e.Kind == engine.EventFault:
		t.fault(e)
		return
	default:
		fmt.Fprintln(t, e)
		return
	}
	out := traceEvent{Tick: e.Tick, Agent: e.Agent.Label(), Event: e.Kind.String()}
	switch e.Kind {
	case engine.EventEnter:
		out.Path = e.Prog.Node(int(e.Node)).Path
	case engine.EventResult:
		out.Path, out.Status = e.Prog.Node(int(e.Node)).Path, e.Status.String()
	case engine.EventExit:
		out.Path, out.Reason = e.Prog.Node(int(e.Node)).Path, e.Reason.String()
	case engine.EventRoot:
		out.Status = e.Status.String()
	case engine.EventFault:
		out.Path, out.Error = e.Prog.Node(int(e.Node)).Path, e.Fault.Error()
	}
	t.encode(out)
}

// keptBy is the JSON report of the data that an agent keeps.
type keptBy struct {
	Agent  string          `json:"agent"`
	Bytes  int             `json:"bytes"`
	Tables []quota.Holding `json:"tables"`
}

// printKept prints how much each agent keeps from tick to tick, and its largest tables.
func printKept(w io.Writer, game *bough.Game, asJSON bool) error {
	list := []keptBy{}
	for a := range game.World().Agents() {
		bytes, tables := game.Kept(a)
		list = append(list, keptBy{a.Label(), bytes, tables})
	}
	if asJSON {
		return writeJSON(w, list)
	}
	rows := [][]string{{tr.T("bytes"), tr.T("entries"), "  " + tr.T("what")}}
	for _, k := range list {
		rows = append(rows, []string{strconv.Itoa(k.Bytes), "", tr.F("  %s keeps", k.Agent)})
		for _, table := range k.Tables {
			rows = append(rows, []string{strconv.Itoa(table.Bytes), strconv.Itoa(table.Entries), "    " + table.Path})
		}
	}
	return writeColumns(w, rows, true)
}
