package commands

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/cmd/bough/internal/screen"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/perfetto"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/options"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees/btcpp/btlog"
	"github.com/spf13/cobra"
)

// replaying holds the flags of the command replay.
type replaying struct {
	session
	at      int64
	from    int64
	to      int64
	agent   string
	why     []string
	fork    int64
	against string
	watch   bool
	out     string
	trust   bool
	html    string
	all     bool // for html: all agents
	sources bool // for html
	fields  []string
	had     map[string]bool // fields that any agent has had; only for --out
	web     webFlag
	cost    costFlag
	asJSON  bool // for cost
}

// newReplayCommand returns the command replay.
func newReplayCommand(game func() bough.Options) *cobra.Command {
	x := &replaying{session: session{game: game}}
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: tr.T("Re-run a recording, show any tick, and compare edited scripts with it"),
		Long: tr.T(`Replay re-runs a recording of bough play --record, bough run --record, or a game with
Options.Record. Without flags it checks that all ticks repeat exactly, and otherwise
prints the first difference. With --cost it also prints what scripts cost.

With --at it shows what each agent does at the end of that tick. With --at and --agent it
shows the fields and requests of one agent, what it would do next, and what blocks its
other nodes. With --why, too, it explains the decision that the agent made in that tick,
with the values from before the tick. With --from it prints all events from that tick on,
up to --to, as bough run does. It also prints the hash of the scripts at the beginning
and at each reload, with the files that changed.

With --against it re-runs the recording under other scripts. For each agent it prints the
tick in which the agent first does something else, and why. With --watch it does so after
each save. The arena makes its own inputs, so its whole recording is compared. Other games
get the recorded inputs: the re-run ends when an agent does something else that the game
might have noticed.

With --against and the file of another recording, it runs both side by side and prints for
each agent the first tick in which it runs other nodes or has other fields: two runs of
a scene, or two machines of one match.

With --out it writes a file for another program: a .pftrace for the Perfetto UI, with the
fields that --field names, or a .btlog of one --agent for Groot2.

With --html it writes a page that opens in any browser by a click, without bough and without
a connection: the last 600 ticks, or --ticks, of the first agent, of --agent or of all
--agents, with what ran, the values, and why each node ran or did not. Scripts and trees are
only in it with --sources.

With --fork it plays on from the end of a tick, with the recorded scripts. With --web it
shows the recording on a page in a browser, as bough play --web shows a game; with --fork,
too, it shows the game that is played on.

A recording has scripts, and limits for them. Limits above the default ones need --trust.`),
		Example: "  bough play --ticks 600 --record night.bough\n  bough replay night.bough\n  bough replay night.bough --at 312 --agent troll#7\n  bough replay night.bough --against scripts",
		Args:    exactly(tr.T("the file of a recording")),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := x.web.check(c); err != nil {
				return err
			}
			if err := x.flags(c); err != nil {
				return err
			}
			r, file, err := openRecording(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			return x.run(c, r, args[0])
		},
	}
	f := c.Flags()
	f.Int64Var(&x.at, "at", 0, tr.T("show the agents at the end of this `tick`"))
	f.StringVar(&x.agent, "agent", "", tr.T("with --at, show the fields and the next decision of this agent, such as troll#7; with --from, print only its events; with --out, write its .btlog; with --html, show it"))
	f.StringArrayVar(&x.why, "why", nil, tr.T("with --at and --agent, explain why the agent ran this `node` in the tick, or what blocked it; may be repeated"))
	f.Int64Var(&x.from, "from", 0, tr.T("print the events from this `tick` on"))
	f.Int64Var(&x.to, "to", 0, tr.T("print the events up to this `tick` (default the last one)"))
	f.StringVar(&x.against, "against", "", tr.T("re-run under the scripts of this `directory`, or compare with another recording, FILE.bough"))
	f.BoolVar(&x.watch, "watch", false, tr.T("re-run after each save of a script in ./scripts, or in the directory of --against"))
	f.Int64Var(&x.fork, "fork", 0, tr.T("play on from the end of this `tick`"))
	f.StringVar(&x.out, "out", "", tr.T("write this `file`, for the Perfetto UI (.pftrace) or Groot2 (.btlog)"))
	f.StringVar(&x.html, "html", "", tr.T("write this `file`, a page that shows the end of the recording"))
	f.BoolVar(&x.all, "agents", false, tr.T("with --html, show all agents, at most 20"))
	f.BoolVar(&x.sources, "sources", false, tr.T("with --html, put scripts and trees into the file"))
	f.StringArrayVar(&x.fields, "field", nil, tr.T("with --out, show this `field` as a counter; may be repeated"))
	f.BoolVar(&x.trust, "trust", false, tr.T("let the scripts of the file use more time and memory than by default, if the file says so"))
	f.IntVar(&x.workers, "workers", 1, tr.T("number of workers; results do not depend on it"))
	x.web.flag(c)
	x.cost.flag(c, "")
	f.BoolVar(&x.asJSON, "json", false, tr.T("with --cost, print only the figures, as JSON"))
	f.IntVar(&x.ticks, "ticks", 0, tr.T("with --fork, number of ticks to play as fast as possible (0: in real time, until you quit); with --html, number of ticks up to the end (0: 600)"))
	return c
}

// openRecording opens the recording in a file. The file must stay open while the recording is used.
func openRecording(path string) (*bough.Recording, *os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, usageError{err}
	}
	st, err := file.Stat()
	if err == nil {
		var r *bough.Recording
		if r, err = bough.OpenRecording(file, st.Size()); err == nil {
			return r, file, nil
		}
	}
	file.Close()
	return nil, nil, fmt.Errorf("%s: %w", path, err)
}

// given returns the flags on the command line that select an action. The caller must report more than one of them
// as an error.
func (x *replaying) given(c *cobra.Command) (list []string) {
	for _, name := range []string{"at", "from", "against", "watch", "fork", "out", "html", "web", "cost"} {
		if c.Flags().Changed(name) && !(name == "against" && x.watch) && !(name == "web" && c.Flags().Changed("fork")) {
			list = append(list, name)
		}
	}
	return list
}

// flags returns an error for flags that do not go together.
func (x *replaying) flags(c *cobra.Command) error {
	what := x.given(c)
	switch {
	case len(what) > 1:
		return usagef("--%s and --%s do different things; leave out one", what[0], what[1])
	case x.agent != "" && !slices.Contains([]string{"at", "from", "out", "html"}, first(what)):
		return usagef("--agent goes with --at, --from, --out or --html")
	case len(x.why) > 0 && (x.agent == "" || first(what) != "at"):
		return usagef("--why goes with --at and --agent")
	case x.workers < 1 || x.workers > 64:
		return usagef("--workers %d; want 1 to 64", x.workers)
	}
	for _, pair := range [][]string{{"to", "from"}, {"field", "out"}, {"ticks", "fork", "html"}, {"agents", "html"}, {"sources", "html"}, {"json", "cost"}} {
		if c.Flags().Changed(pair[0]) && !slices.Contains(pair[1:], first(what)) {
			return usagef("--%s goes with --%s", pair[0], strings.Join(pair[1:], tr.T(" or --")))
		}
	}
	if x.all && x.agent != "" {
		return usagef("--agent shows one agent, and --agents all; leave out one")
	}
	if x.web.addr != "" && x.ticks > 0 {
		return usagef("--web plays in real time; leave out --ticks")
	}
	return nil
}

// run does what the flags select.
func (x *replaying) run(c *cobra.Command, r *bough.Recording, path string) error {
	what := x.given(c)
	if more := moreThanDefault(r.Limits()); more != "" && !x.trust {
		return errMoreThanDefault(path, more)
	}
	if damage := r.Damage(); damage != nil {
		_, last := r.Ticks()
		tr.Fprintf(c.ErrOrStderr(), "%s: %v; only the ticks up to %d can be read\n", path, damage, last)
		return worse(x.act(c, r, path, first(what)), errFindings)
	}
	return x.act(c, r, path, first(what))
}

func errMoreThanDefault(path, more string) error {
	return tr.Errorf("%s: the game had %s, so its scripts may use more time or memory than scripts usually may; if you know where the file comes from, add --trust", path, more)
}

// moreThanDefault returns the first limit that is above the default one, or "".
func moreThanDefault(l bough.Limits) string {
	for _, limit := range []struct {
		name       string
		is, normal int
	}{
		{"Budget", l.Budget, luabind.DefaultBudget},
		{"TickBudget", l.TickBudget, luabind.DefaultBudget * luabind.TickBudgets},
		{"Keep", l.Keep, luabind.DefaultKeep},
		{"KeepTogether", l.KeepTogether, luabind.DefaultKeepTogether},
		{"History", l.History, engine.DefaultHistory},
	} {
		switch {
		case limit.is < 0:
			return tr.F("no %s", limit.name)
		case limit.is > limit.normal:
			return tr.F("the %s %d instead of %d", limit.name, limit.is, limit.normal)
		}
	}
	return ""
}

// act carries out the action of a flag. Without a flag, it verifies the recording.
func (x *replaying) act(c *cobra.Command, r *bough.Recording, path, what string) error {
	switch what {
	case "at":
		return x.show(c, r)
	case "from":
		return x.events(c, r)
	case "against":
		if isFile(x.against) && !isBundle(x.against) {
			return x.compareRecordings(c.OutOrStdout(), r, x.against)
		}
		return x.compareOnce(c, r)
	case "watch":
		return x.watchFiles(c, r)
	case "fork":
		return x.goOn(c, r, path)
	case "out":
		return x.export(c, r)
	case "html":
		return x.toPage(c, r)
	case "web":
		return x.onPage(c, r, path)
	}
	return x.verify(c, r, path)
}

// first returns the first element of a list, or "" if there is none.
func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// recorded returns the options for replays. If the program is made for no game, they have no helpers. None are needed:
// replies are recorded, and the helpers of package geom are built in.
func (x *replaying) recorded() bough.Options {
	return options.Combine(x.own(), bough.Options{Workers: x.workers})
}

// arenaFormat is the format of RecordOptions.About for a recording of the arena.
const arenaFormat = "arena of %d agents"

// arenaOf returns RecordOptions.About for a recording of the arena.
func arenaOf(agents int) string { return fmt.Sprintf(arenaFormat, agents) }

// arenaAgents returns the number of agents of a recording of the arena, or 0 for another recording.
func arenaAgents(about string) (agents int) {
	if n, err := fmt.Sscanf(about, arenaFormat, &agents); n != 1 || err != nil || agents < 1 || arenaOf(agents) != about {
		return 0
	}
	return agents
}

// stepper returns the Stepper for a recording of the arena, or nil for another recording. The Stepper sets *field
// to the arena. run are the options of a program that runs the game.
func (x *replaying) stepper(r *bough.Recording, field **arena.Arena, run bough.Options) bough.Stepper {
	agents := arenaAgents(r.About())
	if agents == 0 {
		return nil
	}
	return func() (bough.Options, func(*bough.Game) (func(), error)) {
		a, o := arena.New(arena.Options{Agents: agents}), options.Combine(x.own(), run)
		err := a.AddHelpers(&o)
		return o, func(game *bough.Game) (func(), error) {
			if err != nil {
				return nil, err
			}
			*field = a
			return a.Tick, a.Begin(game)
		}
	}
}

// verify runs all ticks again and prints whether they repeat the recording.
func (x *replaying) verify(c *cobra.Command, r *bough.Recording, path string) error {
	begin, end := r.Ticks()
	out := c.OutOrStdout()
	if x.asJSON {
		out = io.Discard
	}
	title := path
	if r.About() != "" {
		title += ": " + continued(r.About())
	}
	fmt.Fprintln(out, title)
	p, err := r.Replay(func() bough.Options {
		o := x.recorded()
		x.cost.options(&o)
		x.cost.replayed = r.Replies()
		return o
	})
	if err != nil {
		return err
	}
	defer p.Close()
	marks := r.Marks()
	for files := (inForce{}); err == nil; {
		if err = p.Prepare(); err == nil {
			files.tell(out, p)
			x.cost.watch(p.Game())
			err = p.Tick()
		}
		for ; len(marks) > 0 && marks[0].Tick <= p.At(); marks = marks[1:] {
			fmt.Fprintln(out, continued(marks[0].String()))
		}
	}
	if err != io.EOF {
		return err
	}
	tr.Fprintf(out, "ticks %d to %d, %s, repeat exactly\n", begin, end, plural(p.Game().World().Len(), "%d agent", "%d agents"))
	if x.cost.on {
		return x.cost.print(c.OutOrStdout(), x.asJSON)
	}
	return nil
}

// inForce holds the version of the files that was printed last.
type inForce struct {
	last *assets.Bundle
	next place // the place of the next call of tell, unless the whole state is replaced before
}

// tell prints the hash of the files of the next tick and the paths of the changed files, if the hash has changed. It
// also prints that the whole state was replaced. The first call prints only the hash. tell must be called before each
// tick, after Prepare.
func (f *inForce) tell(out io.Writer, p *bough.Replay) {
	last, now := f.last, p.Game().Bundle()
	replaced := f.next.leave(p)
	f.next.tick++
	if f.last = now; last == nil {
		tr.Fprintf(out, "tick %d scripts %s\n", p.At()+1, now.Hash.Short())
		return
	}
	if replaced {
		tr.Fprintf(out, "tick %d restored or restarted\n", p.At()+1)
	}
	if last.Hash == now.Hash {
		return
	}
	texts := map[string][]byte{}
	for _, c := range last.Contents() {
		texts[c.Path] = c.Text
	}
	var changed []string
	for _, c := range now.Contents() {
		if text, there := texts[c.Path]; !there || !bytes.Equal(text, c.Text) {
			changed = append(changed, c.Path)
		}
		delete(texts, c.Path)
	}
	for path := range texts {
		changed = append(changed, tr.F("%s (gone)", path))
	}
	slices.Sort(changed)
	tr.Fprintf(out, "tick %d reload %s: %s\n", p.At()+1, now.Hash.Short(), strings.Join(changed, ", "))
}

// show prints the active nodes of all agents at the end of a tick, or the state of a single agent.
func (x *replaying) show(c *cobra.Command, r *bough.Recording) error {
	p, err := r.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer p.Close()
	if len(x.why) > 0 {
		if begin, end := r.Ticks(); x.at < begin || x.at > end {
			return usagef("--at %d: the recording has the ticks %d to %d", x.at, begin, end)
		}
		return x.explainTick(c, p)
	}
	if err := p.GoTo(x.at); err != nil {
		return err
	}
	if x.agent != "" {
		a, err := x.agentOf(p)
		if err != nil {
			return err
		}
		text, err := x.stateOf(a, x.at, p.Game().ShowTerm)
		if err == nil {
			_, err = io.WriteString(c.OutOrStdout(), text)
		}
		return err
	}
	if p.Game().World().Len() == 0 {
		tr.Fprintf(c.OutOrStdout(), "at the end of tick %d there are no agents\n", x.at)
	}
	for a := range p.Game().World().Agents() {
		tr.Fprintf(c.OutOrStdout(), "%s is %s in %s\n", a.Label(), a.Status().Word(), strings.Join(innermost(a.Program(), a.ActiveNodes()), tr.T(" and ")))
	}
	return nil
}

// explainTick explains the decision of an agent in a tick, from the state before the tick and the inputs of the
// tick. It then makes the tick, and prints the nodes that the agent ran.
func (x *replaying) explainTick(c *cobra.Command, p *bough.Replay) error {
	err := p.GoTo(x.at - 1)
	if err == nil {
		err = p.Prepare()
	}
	if err != nil {
		return err
	}
	a, err := x.agentOf(p)
	if err != nil {
		return err
	}
	text, err := x.stateOf(a, p.At(), p.Game().ShowTerm)
	if err != nil {
		return err
	}
	turns, now := a.Ticks(), a.Explain()
	if err := p.Tick(); err != nil && err != io.EOF {
		return err
	}
	out := c.OutOrStdout()
	switch a := findAgent(p.Game(), x.agent); {
	case a != nil && a.Ticks() == turns:
		why := cmp.Or(now.Turn, tr.T("other agents decide, since World.LimitTurns bounds their number"))
		if now.Paused {
			why = tr.T("paused")
		} else if now.Suspended {
			why = tr.T("suspended, since it keeps too much")
		}
		tr.Fprintf(out, "%s does not decide in tick %d: %s\n", x.agent, x.at, why)
	case a != nil:
		tr.Fprintf(out, "in tick %d %s decided from these values:\n%sin tick %d it ran: %s\n", x.at, x.agent, text, x.at, strings.Join(innermost(a.Program(), a.RanNodes(1)), ", "))
	default:
		tr.Fprintf(out, "in tick %d %s decided from these values:\n%s", x.at, x.agent, text)
	}
	return nil
}

// agentOf returns the agent that --agent names. If there is none, the error lists other agents.
func (x *replaying) agentOf(p *bough.Replay) (*engine.Agent, error) {
	a := findAgent(p.Game(), x.agent)
	if a == nil {
		return nil, tr.Errorf("at tick %d there is no agent %s; %s", x.at, x.agent, labels(p.Game(), x.agent))
	}
	return a, nil
}

// stateOf returns the fields and requests of an agent after a tick of the recording, and an explanation of its next
// decision.
func (x *replaying) stateOf(a *engine.Agent, tick int64, show func(engine.Term) string) (string, error) {
	var b strings.Builder
	for k, v := range a.Fields().All {
		fmt.Fprintf(&b, "%s = %s\n", k.Name(), show(engine.Term{Text: k.Name(), Value: v.String()}))
	}
	for channel, q := range a.Requests() {
		tr.Fprintf(&b, "requests %s on %s: %s\n", q.Kind, channel, q.Data)
	}
	explain := explaining{why: x.why}
	about, err := explain.about(a.Program())
	if err != nil {
		return "", err
	}
	e := a.Explain(about...)
	e.Tick, e.History = tick, a.History() // World.Tick counts from 1 again after Restart
	text := e.With(show).String()
	if lacksReply(e) {
		tr.Fprintf(&b, "note: helpers have no recorded replies for this decision, since the recording ends here or the agent has no turn in the next tick; it may run something else\n")
	}
	return b.String() + text + "\n", nil
}

// lacksReply reports whether an explanation has an error of a call that has no recorded reply.
func lacksReply(e *engine.Explanation) bool {
	return slices.ContainsFunc(e.Steps, func(s engine.Step) bool {
		var raised interface{ Diagnostic() diag.Diagnostic }
		return errors.As(s.Err, &raised) && raised.Diagnostic().Code == message.ReplyMissing("").Code
	})
}

// innermost returns the paths of the nodes in a list that have no descendant in the list. The list must be in the
// order of the program.
func innermost(p *engine.Program, nodes []int) (list []string) {
	for k, i := range nodes {
		if node := p.Node(i); k+1 == len(nodes) || nodes[k+1] >= node.End {
			list = append(list, node.Path)
		}
	}
	if list == nil {
		list = []string{tr.T("no node")}
	}
	return list
}

// events prints the events in a range of ticks.
func (x *replaying) events(c *cobra.Command, r *bough.Recording) error {
	begin, end := r.Ticks()
	if x.to == 0 {
		x.to = end
	}
	if x.from < begin || x.from > end {
		return usagef("--from %d: the recording has the ticks %d to %d", x.from, begin, end)
	}
	if x.to < x.from {
		return usagef("--to %d is before --from %d", x.to, x.from)
	}
	p, err := r.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.GoTo(x.from - 1); err != nil {
		return err
	}
	out := bufio.NewWriter(c.OutOrStdout())
	defer out.Flush()
	var world *engine.World
	observe := func() {
		if w := p.Game().World(); w != world {
			world = w
			w.Observe(func(e engine.Event) {
				if e.Kind == engine.EventExit && e.Reason == engine.ExitClosed {
					return // Restart and Restore replace the game, and close the old one
				}
				if x.agent == "" || e.Agent.Label() == x.agent {
					e.Tick = p.At() // World.Tick counts from 1 again after Restart
					fmt.Fprintln(out, e)
				}
			})
		}
	}
	known := x.agent == ""
	for files := (inForce{}); p.At() < x.to; {
		observe()
		known = known || findAgent(p.Game(), x.agent) != nil
		err := p.Prepare()
		if err == nil {
			observe() // Restart may have replaced the world
			files.tell(out, p)
			x.cost.watch(p.Game())
			err = p.Tick()
		}
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		known = known || findAgent(p.Game(), x.agent) != nil
	}
	if !known {
		return tr.Errorf("in these ticks there is no agent %s; %s", x.agent, labels(p.Game(), x.agent))
	}
	return nil
}

// compareOnce compares the recording with the scripts of --against. It returns an error if these scripts have
// errors.
func (x *replaying) compareOnce(c *cobra.Command, r *bough.Recording) error {
	x.dir = x.against
	game, err := x.open(bough.Options{})
	if err != nil {
		return err
	}
	defer game.Close()
	if err := tellProblems(c.ErrOrStderr(), diag.List(game.Load()).Errors(), false); err != nil {
		return err
	}
	if err := x.tellMissing(c.OutOrStdout(), r, x.against, game); err != nil {
		return err
	}
	return x.compare(c.OutOrStdout(), r, x.against)
}

// tellMissing prints which trees of the recording are missing in the game with the other files. It looks at the
// trees that agents ran in the first and the last tick of the recording. A missing tree explains most of the
// differences that are printed after it.
func (x *replaying) tellMissing(out io.Writer, r *bough.Recording, dir string, game *bough.Game) error {
	p, err := r.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer p.Close()
	there := game.Bundle().TreeNames()
	agents, missing := map[string]bool{}, map[string]int{}
	begin, end := r.Ticks()
	for _, tick := range []int64{max(p.At(), min(begin, end)), end} {
		if err := p.GoTo(tick); err != nil {
			return err
		}
		for a := range p.Game().World().Agents() {
			if tree := a.Program().Name(); !agents[a.Label()] && !slices.Contains(there, tree) {
				agents[a.Label()] = true
				missing[tree]++
			}
		}
	}
	for _, tree := range slices.Sorted(maps.Keys(missing)) {
		tr.Fprintf(out, "%s has no tree %s, which %s of the recording ran\n", filepath.ToSlash(dir), tree, plural(missing[tree], "%d agent", "%d agents"))
	}
	return nil
}

// export writes the recording in another format.
func (x *replaying) export(c *cobra.Command, r *bough.Recording) error {
	ext := filepath.Ext(x.out)
	switch {
	case ext != ".pftrace" && ext != ".btlog":
		return usagef("--out %s: want a file that ends in .pftrace or .btlog", x.out)
	case (ext == ".btlog") != (x.agent != ""):
		return usagef("--agent goes with a .btlog, which needs it, and not with a .pftrace, which has all agents")
	case ext == ".btlog" && len(x.fields) > 0:
		return usagef("--field goes with a .pftrace")
	}
	p, err := r.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer p.Close()
	var cut error
	err = replaceFile(x.out, func(to io.Writer) (err error) {
		cut, err = x.write(to, p)
		return err
	})
	if err = errors.Join(err, cut); err != nil {
		return err
	}
	return x.tellAbsent(c.ErrOrStderr())
}

// tellAbsent prints the fields of --field that no agent has had. It returns errFindings if there are any.
func (x *replaying) tellAbsent(errs io.Writer) (found error) {
	known := slices.Sorted(maps.Keys(x.had))
	for _, name := range x.fields {
		if x.had[name] {
			continue
		}
		text := tr.F("--field %s: no agent of the recording has this field", name)
		if hint := diag.DidYouMean(name, known); hint != "" {
			text += "; " + hint
		}
		fmt.Fprintln(errs, text)
		found = errFindings
	}
	return found
}

// write replays all ticks and writes a trace or a log of them. cut is the error that ended the replay early; the
// output then contains the ticks before that error.
func (x *replaying) write(to io.Writer, p *bough.Replay) (cut, err error) {
	if x.agent != "" {
		return x.writeLog(to, p)
	}
	var fields []engine.Key
	for _, name := range x.fields {
		fields = append(fields, engine.KeyOf(name))
	}
	trace := perfetto.New(to, fields...)
	x.had = map[string]bool{}
	version := 0
	return all(p, func() {
		version = p.Game().Bundle().Version
		trace.Attach(p.Game().World())
	}, func() {}, func() {
		if v := p.Game().Bundle().Version; v != version {
			version = v
			trace.Instant("reload")
		}
		trace.Sample()
		for _, k := range fields {
			for a := range p.Game().World().Agents() {
				if x.had[k.Name()] {
					break
				}
				x.had[k.Name()] = !a.Get(k).IsNil()
			}
		}
	}, func() error {
		for a := range p.Game().World().Agents() {
			for k := range a.Fields().All {
				x.had[k.Name()] = true
			}
		}
		return trace.Flush()
	})
}

// writeLog writes the log of one agent, beginning with its first tick. Its results are like those of write.
func (x *replaying) writeLog(to io.Writer, p *bough.Replay) (cut, err error) {
	var log *btlog.Writer
	var stop func()
	replaced := int64(-1) // the last tick of the log, if the state was then replaced
	begin := func() {
		if a := findAgent(p.Game(), x.agent); log == nil && a != nil {
			log, stop, err = btlog.New(to, a, time.UnixMicro(0))
		}
	}
	return all(p, func() {
		if log != nil && replaced < 0 {
			stop()
			replaced = p.At()
		}
	}, begin, begin, func() error {
		if log == nil && err == nil {
			return tr.Errorf("there is no agent %s in the recording", x.agent)
		} else if err != nil {
			return err
		}
		if err := log.Flush(); err != nil || replaced < 0 {
			return err
		}
		return tr.Errorf("after tick %d the game was restored or restarted; the log ends there", replaced)
	})
}

// all replays all ticks. It calls enter at the beginning, and whenever the whole state was replaced; before at the
// beginning of each tick, after at the end of each tick, and end after the last tick. cut is the error that ended the
// replay early, and err is the error of end.
func all(p *bough.Replay, enter, before, after func(), end func() error) (cut, err error) {
	for at := (place{}); ; {
		if at.leave(p) {
			enter()
		}
		before()
		cut := p.Prepare()
		if cut == nil {
			if at.leave(p) { // a recorded Restart or Restore
				enter()
			}
			before()
			cut = p.Tick()
		}
		if cut == io.EOF {
			return nil, end()
		}
		at.leave(p)
		after()
		if cut != nil {
			return cut, end()
		}
	}
}

// place is a place in a replay.
type place struct {
	world *engine.World
	tick  int64
}

// leave reports whether p is at another place, and makes it the place. Between two ticks this means that Restart or
// Restore has replaced the whole state.
func (x *place) leave(p *bough.Replay) bool {
	last := *x
	w := p.Game().World()
	*x = place{w, w.TickCount()}
	return *x != last
}

// maxShown is the largest number of differences with a cause that are printed.
const maxShown = 20

// compare re-runs the recording with the scripts of a directory and prints the differences. It returns errFindings if
// there are any.
func (x *replaying) compare(out io.Writer, r *bough.Recording, dir string) error {
	var field *arena.Arena
	got, err := r.Rerun(bough.RerunOptions{Files: os.DirFS(dir), Prefix: filepath.ToSlash(filepath.Clean(dir)), Game: x.recorded, Step: x.stepper(r, &field, bough.Options{Workers: x.workers})})
	if err != nil {
		return err
	}
	caused, left := 0, 0
	for i, d := range got.Differences {
		if i > 0 && d.Because == "" || caused == maxShown {
			left++
			continue
		}
		caused++
		fmt.Fprintln(out, d)
	}
	if left > 0 {
		tr.Fprintf(out, "… and %s\n", plural(left, "%d more agent", "%d more agents"))
	}
	switch {
	case got.Reason != "":
		fmt.Fprintln(out, got.Reason)
	case len(got.Differences) == 0:
		tr.Fprintf(out, "up to tick %d all agents do the same\n", got.To)
		return nil
	}
	return errFindings
}

// watchFiles compares the recording with the scripts, at once and then after each save.
func (x *replaying) watchFiles(c *cobra.Command, r *bough.Recording) error {
	x.dir = x.against
	if _, err := x.folder(); err != nil {
		return usagef("there is no folder %s here: name that of the scripts with --against DIR", defaultDir)
	}
	saved := true
	game, err := x.open(bough.Options{Watch: true, OnReload: func(rep *assets.Report) {
		saved = true
		_ = tellProblems(c.OutOrStdout(), rep.Problems.Errors(), false)
	}})
	if err != nil {
		return err
	}
	defer game.Close()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	beat := time.NewTicker(20 * time.Millisecond)
	defer beat.Stop()
	dir, err := x.folder()
	if err != nil {
		return err
	}
	compared := false
	for game.Load(); ; game.Refresh() {
		if saved {
			switch err := x.compareSaved(c.OutOrStdout(), r, dir, game); {
			case err == nil:
				compared = true
			case compared: // the recording is usable, so the cause is in the files: the next save may remove it
				fmt.Fprintln(c.OutOrStdout(), err)
			default:
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), tr.T("-- waiting for the next save"))
		}
		saved = false
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
		}
	}
}

// compareSaved compares the recording with the files in force, unless these have errors.
func (x *replaying) compareSaved(out io.Writer, r *bough.Recording, dir string, game *bough.Game) error {
	if game.Bundle().Problems.Err() != nil {
		return nil
	}
	err := x.tellMissing(out, r, dir, game)
	if err == nil {
		err = x.compare(out, r, dir)
	}
	if errors.Is(err, errFindings) {
		return nil
	}
	return err
}

// goOn continues the game from the end of a recorded tick.
func (x *replaying) goOn(c *cobra.Command, r *bough.Recording, path string) error {
	p := &play{ticks: x.ticks, agents: 1, workers: x.workers, speed: 1, web: x.web, file: path}
	p.fork = func(o bough.Options) error {
		live := false
		mute(&o, &live)
		err := x.forked(p, r, o)
		live = true
		return err
	}
	return p.run(c)
}

// mute makes the callbacks of options do nothing while *live is false.
func mute(o *bough.Options, live *bool) {
	reloaded, fault, log := o.OnReload, o.OnFault, o.OnLog
	o.OnReload = func(r *assets.Report) {
		if *live {
			reloaded(r)
		}
	}
	o.OnFault = func(f *engine.Fault) {
		if *live {
			fault(f)
		}
	}
	o.OnLog = func(a *bough.Agent, text string) {
		if *live {
			log(a, text)
		}
	}
}

// forked gives p a game that begins with the state of the recording at the end of a tick.
func (x *replaying) forked(p *play, r *bough.Recording, o bough.Options) error {
	run := bough.Options{Workers: x.workers, OnReload: o.OnReload, OnFault: o.OnFault, OnLog: o.OnLog}
	if step := x.stepper(r, &p.field, run); step != nil {
		game, _, err := r.Fork(x.fork, step)
		if err != nil {
			return err
		}
		p.log.Watch(game)
		p.game, p.on = game, screen.InArena(p.field)
		return nil
	}
	replay, err := r.Replay(func() bough.Options { return options.Combine(x.ownOrEmpty(), run) })
	if errors.Is(err, bough.ErrRecording) && x.game == nil { // the game has helpers of its own; a call of one raises an error that says so
		replay, err = r.Replay(func() bough.Options { return options.Combine(bough.Options{}, run) })
	}
	if err != nil {
		return err
	}
	defer replay.Close()
	var clock time.Duration
	dt := 50 * time.Millisecond // of a fork before the first tick
	inTick := replay.GoTo(x.fork-1) == nil
	if inTick {
		clock = replay.Game().World().Clock()
	}
	if err := replay.GoTo(x.fork); err != nil {
		return err
	}
	if last := replay.Game().World().Clock() - clock; inTick && last > 0 {
		dt = last
	}
	nothing, _ := scene.Parse("", fmt.Sprintf("dt %g", dt.Seconds()))
	p.game = replay.Fork()
	p.log.Watch(p.game)
	p.live = nothing.Live(p.game, p.log.Note)
	p.on = screen.InScene(p.live)
	return nil
}
