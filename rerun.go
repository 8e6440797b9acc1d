package bough

import (
	"bytes"
	"cmp"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/recording"
	"github.com/bough-dev/bough/internal/statediff"
	"github.com/bough-dev/bough/luabind/lua"
)

// RerunOptions say how Recording.Rerun re-runs a recording under other scripts.
type RerunOptions struct {
	// Files are the other scripts and trees. For a recording of Game.Recording, nil means the files that were in force
	// when it was called.
	Files fs.FS
	// Prefix is put before paths of Files in the result and in errors. "" means the Options.Prefix of the recorded game.
	Prefix string
	// From is the number of the tick after which the re-run begins. A number before the first tick means the beginning.
	// Agents continue under Files as after a save.
	From int64
	// Game returns the Options of the recorded game; see Recording.Replay. The agents get the recorded inputs and
	// replies (open loop). These are valid until an agent does something different that the game could observe. The
	// re-run ends there; see Rerun.Reason.
	Game func() Options
	// Each, if not nil, is called after each re-run tick, with the number of the tick. others yields the agents that ran
	// other nodes in that tick than in the recording, in the order of the agents: the agent in the recording, and the
	// agent under Files. One of them is nil if the agent exists only in the other game. Agents that called a helper
	// without a recorded reply are left out. Each may read the games, but not change them. Its goroutine is that of Rerun.
	// The re-run ends after the tick if Each returns false.
	Each func(tick int64, others iter.Seq2[*Agent, *Agent]) (more bool)
	// FixedInputs says that the inputs of the game do not depend on what agents do, as those of a scene. Then the re-run
	// goes on after something that the game could observe, and ends only if an input or a reply does not fit.
	FixedInputs bool
	// Step, if set, makes the inputs of the games (closed loop), and Game is not used. The whole recording is then
	// re-run. It must begin with tick 1 and contain no Restore or Restart, and From must be 0.
	Step Stepper
}

// Stepper returns the Options of a game, as for Recording.Replay, and a function that makes the first inputs of the game,
// such as agents. begin returns a function that calls Game.Tick once and then makes all inputs before the next tick. All
// calls of a Stepper must do the same.
type Stepper func() (o Options, begin func(*Game) (step func(), err error))

// Rerun is the result of Recording.Rerun and Game.Ghost.
type Rerun struct {
	// From is the number of the tick after which the re-run began, and To is the number of the last re-run tick.
	From, To int64
	// Reason is the reason why the re-run ended before the end of the recording, or "" if it did not. Usually an agent
	// did something that the game might have observed. After To, the game might then have given the agents other inputs
	// than the recorded ones.
	Reason string
	// Stopped is set if the re-run ended since RerunOptions.Each returned false.
	Stopped bool
	// Differences contains the first difference of each agent that runs other nodes than in the recording, in the order
	// of the ticks. Only certain differences are listed.
	Differences []Difference
}

// Difference describes the first tick in which an agent acts differently than in the recording.
type Difference struct {
	Tick  int64
	Agent engine.AgentID
	Label string // label of the agent in the recording
	// Gone is set if the agent does not exist under the other scripts.
	Gone bool
	// Was contains the paths of the deepest nodes that the agent runs only in the recording. Is contains the paths of
	// the deepest nodes that the agent runs only under the other scripts.
	Was, Is []string
	// Because describes the change of a file that caused the difference. It is "" if the cause is not known, for
	// example if the difference follows from an earlier one.
	Because string
}

// String returns the difference as a sentence.
func (d Difference) String() string {
	text := ""
	switch {
	case d.Gone:
		text = tr.F("tick %d: %s is not there", d.Tick, d.Label)
	case len(d.Is) == 0:
		text = tr.F("tick %d: %s does not run %s", d.Tick, d.Label, listed(d.Was))
	case len(d.Was) == 0:
		text = tr.F("tick %d: %s also runs %s", d.Tick, d.Label, listed(d.Is))
	default:
		text = tr.F("tick %d: %s runs %s instead of %s", d.Tick, d.Label, listed(d.Is), listed(d.Was))
	}
	if d.Because != "" {
		text += tr.F(", because %s", d.Because)
	}
	return text
}

// listed joins the last elements of paths in a text.
func listed(paths []string) string {
	var names []string
	for _, p := range paths {
		names = append(names, p[strings.LastIndexByte(p, '/')+1:])
	}
	return strings.Join(names, tr.T(" and "))
}

// Rerun runs the recording again under other scripts, and finds the first tick in which each agent acts differently.
// o.Files are always in force, even if files were saved during the recording. Rerun returns errors of OpenFS and
// of o.Step, or an error if the recording cannot be repeated.
//
// Rerun returns when all ticks are done. Two games run them, one with the recorded files and one with o.Files. In an
// open loop a tick takes five to eight times as long as it took in the recorded game. A program that must not wait calls
// Rerun on another goroutine; see Game.Recording.
func (r *Recording) Rerun(o RerunOptions) (*Rerun, error) {
	if o.Files == nil && r.inForce == nil {
		return nil, errorOf(ErrRecording, "recording: RerunOptions.Files is missing; give the other scripts and trees")
	}
	if o.Files == nil {
		var packed bytes.Buffer
		if err := archive.PackContents(&packed, r.inForce); err != nil {
			return nil, errorOf(ErrRecording, "recording: %w", err)
		}
		u, err := archive.Unpack(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
		if err != nil {
			return nil, errorOf(ErrRecording, "recording: %w", err)
		}
		o.Files = u.FS
	}
	x := &rerun{recording: r, o: o, paths: map[*engine.Program]map[string]int{}, reported: map[engine.AgentID]bool{}}
	run := x.runOpenLoop
	if o.Step != nil {
		run = x.runClosedLoop
	}
	defer x.close()
	if err := run(); err != nil {
		return nil, err
	}
	return &x.Rerun, nil
}

// rerun is a Rerun in progress.
type rerun struct {
	Rerun
	recording       *Recording
	o               RerunOptions
	recorded, other *Game                              // games with the recorded files, and with the other files
	paths           map[*engine.Program]map[string]int // see nodesByPath
	reported        map[engine.AgentID]bool            // agents that have a Difference
}

func (x *rerun) close() {
	for _, g := range []*Game{x.recorded, x.other} {
		if g != nil {
			g.Close()
		}
	}
}

// runClosedLoop re-runs the recording in a closed loop, in which two games make their own inputs.
func (x *rerun) runClosedLoop() error {
	if x.o.From != 0 {
		return errorOf(ErrRecording, "recording: a game that makes its steps is re-run from its beginning; leave out From, or Step")
	}
	step, err := x.stepper()
	if err != nil {
		return err
	}
	game, otherStep, err := x.begin(x.o.Files, x.o.Prefix, RecordOptions{replay: true})
	if err != nil {
		return err
	}
	x.other = game
	if err := x.working(); err != nil {
		return err
	}
	_, last := x.recording.Ticks()
	return x.stepTo(last, func() error {
		return cmp.Or(once(x.recorded, step), once(game, otherStep))
	}, func() bool {
		x.compare(nil)
		return x.each(nil)
	})
}

// once makes a step of a game, and returns an error if it does not tick the game once.
func once(g *Game, step func()) error {
	before := g.world.TickCount()
	step()
	if n := g.world.TickCount() - before; n != 1 {
		return errorOf(ErrRecording, "recording: after tick %d: the function of the Stepper has made %d ticks; it must call Game.Tick once in each call", before, n)
	}
	return nil
}

// stepper opens the recorded game, which makes its own inputs, and returns the function that makes its steps.
func (x *rerun) stepper() (step func(), err error) {
	r, segments := x.recording, x.recording.file.Segments
	if segments[0].First != 0 || slices.ContainsFunc(segments[1:], func(c recording.SegmentHeader) bool { return c.Discontinuous }) {
		return nil, errorOf(ErrRecording, "recording: it does not begin with the game, or the game was restored or restarted in it, so its steps cannot be made again")
	}
	if x.o.Step == nil {
		return nil, errorOf(ErrRecording, "recording: there is no Stepper; give a function that makes the steps of the game")
	}
	files, err := r.files(segments[0].Files)
	if err != nil {
		return nil, err
	}
	x.recorded, step, err = x.begin(files, "", RecordOptions{Keep: 1})
	return step, err
}

// begin opens a game, makes its first inputs, and returns the function that makes its steps.
func (x *rerun) begin(files fs.FS, prefix string, record RecordOptions) (game *Game, step func(), err error) {
	o, begin := x.o.Step()
	if begin == nil {
		return nil, nil, errorOf(ErrRecording, "recording: the Stepper returned no function that begins the game")
	}
	if game, err = OpenFS(files, x.recording.running(o, prefix, record)); err != nil {
		return nil, nil, err
	}
	if step, err = begin(game); err == nil && step == nil {
		err = errorOf(ErrRecording, "recording: the Stepper began the game, and returned no function that makes its steps")
	}
	if err != nil {
		game.Close()
		return nil, nil, err
	}
	return game, step, nil
}

// stepTo makes the steps up to a tick, or up to the end of the recording. Before each step it applies the recorded
// inputs that the game did not make itself. After each step it compares the tick with the recorded one, and calls
// after, which reports whether to continue.
func (x *rerun) stepTo(tick int64, step func() error, after func() bool) error {
	for i := range x.recording.file.Segments {
		segment, err := x.recording.file.Segment(i)
		if err != nil {
			return errorOf(ErrRecording, "recording: %w", err)
		}
		for reader := x.recorded.world.ReadJournal(segment.Journal); x.To < tick; {
			ti, err := reader.Next()
			if err != nil {
				return errorOf(ErrRecording, "recording: after tick %d: %w", x.To, err)
			}
			if ti == nil || !ti.Ticked {
				break
			}
			if err := x.applyExternal(ti); err != nil {
				return err
			}
			if err := step(); err != nil {
				return err
			}
			if x.To++; !x.recorded.recorder.journal.Repeats(ti) {
				why, _ := ti.Check(x.recorded.world)
				return x.errDiverged(cmp.Or(why, "other replies of helpers"))
			}
			if !after() {
				return nil
			}
		}
	}
	return nil
}

// Fork repeats the recorded game up to the end of a tick, or of the recording. It returns the game and the function
// that makes its steps, so that the caller can continue the game. The caller must close the game. The recording must
// begin with tick 1 and contain no Restore or Restart.
func (r *Recording) Fork(tick int64, step Stepper) (*Game, func(), error) {
	if _, last := r.Ticks(); tick < 0 || tick > last {
		return nil, nil, errorOf(ErrRecording, "recording: there is no tick %d; it has the ticks 1 to %d", tick, last)
	}
	x := &rerun{recording: r, o: RerunOptions{Step: step}}
	next, err := x.stepper()
	if err == nil {
		err = x.stepTo(tick, func() error { return once(x.recorded, next) }, func() bool { return true })
	}
	if err != nil {
		x.close()
		return nil, nil, err
	}
	x.recorded.world.Record(nil)
	x.recorded.recorder, x.recorded.o.Record = nil, RecordOptions{}
	return x.recorded, next, nil
}

// errDiverged returns the error for a game that does not repeat the recording; why describes the difference.
func (x *rerun) errDiverged(why string) error {
	return errorOf(ErrRecording, "recording: tick %d: the game does not do what it did when it was recorded: %s; its program may have changed, or it depends on more than its inputs", x.To, why)
}

// applyExternal applies the inputs that the game did not make itself in its last step, such as the inputs of a
// player. In the game with the other scripts, inputs that cannot be applied are omitted.
func (x *rerun) applyExternal(ti *engine.TickInputs) error {
	own, inputs := x.recorded.recorder.journal.Bytes()[x.recorded.recorder.tickEnd:], ti.Inputs
	for len(own) > 0 {
		if len(inputs) == 0 {
			return x.errDiverged("it makes an input before the next tick that is not recorded")
		}
		if !bytes.HasPrefix(own, inputs[0].Raw()) {
			return x.errDiverged("before the next tick it makes another input than " + inputs[0].String())
		}
		own, inputs = own[len(inputs[0].Raw()):], inputs[1:]
	}
	for i := range inputs {
		in := &inputs[i]
		if hash := in.Reload(); hash != "" {
			if err := x.recording.exchange(x.recorded, hash); err != nil {
				return errorOf(ErrRecording, "recording: after tick %d: %w", x.To, err)
			}
			continue
		}
		for _, g := range []*Game{x.recorded, x.other} {
			if g == nil {
				continue
			}
			if err := in.Apply(g.world, g.names()); err != nil && g == x.recorded {
				return errorOf(ErrRecording, "recording: after tick %d: %w", x.To, err)
			}
		}
	}
	return nil
}

// runOpenLoop re-runs the recording in an open loop, in which a game gets the recorded inputs and replies.
func (x *rerun) runOpenLoop() error {
	p, err := x.recording.Replay(x.o.Game)
	if err != nil {
		return err
	}
	defer p.Close()
	if x.o.From > p.tick {
		if err := p.GoTo(x.o.From); err != nil {
			return err
		}
	}
	if x.other, err = x.recording.openGame(x.o.Files, p.options(), x.o.Prefix, false); err != nil {
		return err
	}
	if err := x.usable(p.game); err != nil {
		return err
	}
	x.From = p.tick
	x.To = x.From
	if err := x.copyState(p.game); err != nil {
		return err
	}
	if x.other.Bundle().Problems.Err() != nil || !standalone(x.other) {
		return errorOf(ErrRecording, "the agents cannot continue with the other files: %s", x.other.Bundle().Problems.Error())
	}
	for x.recorded = p.game; p.next != nil && p.err == nil && x.Reason == "" && !x.Stopped; {
		ti := p.next
		failed := x.applyInputs(ti)
		if _, err := p.replayNext(); err != nil {
			return err
		}
		x.To = p.tick
		if x.compareOpen(failed); ti.Ticked {
			x.each(x.other.world.Missed())
		}
	}
	if p.jumpTo != nil && x.Reason == "" && !x.Stopped {
		x.Reason = tr.F("after tick %d the game was restored or restarted", x.To)
	}
	x.recorded = nil // p closes the game
	return p.err
}

// standalone reports whether loading the files anew would give the code in force, including that of the agents.
func standalone(g *Game) bool {
	if !g.manager.Bundle().Standalone() {
		return false
	}
	for a := range g.world.Agents() {
		p := a.Program()
		if g.names().Program(p.Name()) != p || g.manager.Bundle().Older(p.Name()) {
			return false
		}
	}
	return true
}

// copyState gives x.other the state of the recorded game. Agents continue with the other files as after a save.
func (x *rerun) copyState(was *Game) error {
	if was.world.Len() > 0 {
		state, err := was.Snapshot()
		if err == nil {
			err = x.other.Restore(state)
		}
		return err
	}
	// Restore would keep trees in force that are not in the other files.
	world, err := was.world.Snapshot()
	if err == nil {
		err = x.other.restore(&unpacked{parts: [][]byte{world, was.runtime.Snapshot(), nil}})
	}
	return err
}

// working returns an error if there are errors in the other files.
func (x *rerun) working() error {
	if problems := x.other.Bundle().Problems.Errors(); len(problems) > 0 {
		return errorOf(ErrRecording, "the other files have errors, %d in all: %s", len(problems), problems[0].Headline())
	}
	return nil
}

// usable returns an error if agents of the recorded game cannot run with the other files.
func (x *rerun) usable(was *Game) error {
	if err := x.working(); err != nil {
		return err
	}
	for a := range was.world.Agents() {
		if name := a.Program().Name(); x.other.names().Program(name) == nil {
			return errorOf(ErrRecording, "%s runs the tree %s, which is not among the other files", a.Label(), name)
		}
	}
	return nil
}

// applyInputs applies inputs to x.other and makes their tick. It returns "" or the reason why an input could not be
// applied.
func (x *rerun) applyInputs(ti *engine.TickInputs) (failed string) {
	g := x.other
	if x.recording.Replies() {
		g.world.PlayReplies(ti, true)
	}
	for i := range ti.Inputs {
		if in := &ti.Inputs[i]; in.Reload() == "" {
			if err := in.Apply(g.world, g.names()); err != nil {
				failed = cmp.Or(failed, err.Error())
			}
		}
	}
	if ti.Ticked {
		g.tick(ti.DT)
		g.runtime.ReviewAgents()
	}
	return failed
}

// compareOpen compares the agents after a tick. It sets x.Reason if the recorded inputs are not valid after this
// tick. failed is the result of applyInputs.
func (x *rerun) compareOpen(failed string) {
	missed := x.other.world.Missed()
	x.compare(missed)
	switch {
	case failed != "":
		x.Reason = failed
	case len(missed) > 0:
		x.Reason = missedText(missed[0])
	case !x.o.FixedInputs:
		x.Reason = x.effect()
	}
	if x.Reason != "" {
		x.Reason = tr.F("in tick %d %s; what the game would have done from there is not recorded", x.To, x.Reason)
	}
}

// effect describes the first difference that the game can observe, in fields, requests or boards. It returns "" if
// there is none.
func (x *rerun) effect() string {
	for a := range x.recorded.world.Agents() {
		b := x.other.world.Agent(a.ID())
		if b == nil {
			return tr.F("%s is not there", a.Label())
		}
		if text := x.otherField(a, b); text != "" {
			return tr.F("%s has %s", a.Label(), text)
		}
		was, is := requestsOf(a), requestsOf(b)
		if !slices.EqualFunc(was, is, x.sameRequest) {
			return tr.F("%s requests %s instead of %s", a.Label(), requestText(is), requestText(was))
		}
	}
	if text := statediff.BoardEntry(x.other.world, x.recorded.world, func(is, was value.Value) bool { return x.sameField(was, is) }); text != "" {
		return tr.F("the board entry %s", text)
	}
	return ""
}

// requestsOf returns the requests of an agent, in the order of their channels.
func requestsOf(a *Agent) (list []engine.Request) {
	for channel, q := range a.Requests() {
		q.Channel = channel
		list = append(list, q)
	}
	return list
}

// sameRequest reports whether two requests ask for the same.
func (x *rerun) sameRequest(was, is engine.Request) bool {
	return was.Kind == is.Kind && was.Channel == is.Channel && was.Priority == is.Priority && x.sameField(was.Data, is.Data)
}

// requestText describes requests.
func requestText(requests []engine.Request) string {
	var list []string
	for _, q := range requests {
		list = append(list, tr.F("%s on %s, priority %s: %v", q.Kind, q.Channel, value.FormatNumber(q.Priority), q.Data))
	}
	return cmp.Or(strings.Join(list, "; "), tr.T("nothing"))
}

// otherField describes a field whose values in a and b differ. It returns "" if there is none.
func (x *rerun) otherField(a, b *Agent) string {
	for _, from := range []*Agent{b, a} {
		for k := range from.Fields().All {
			if was, is := a.Get(k), b.Get(k); !x.sameField(was, is) {
				return tr.F("%s = %s instead of %s", k.Name(), short(is, was), short(was, is))
			}
		}
	}
	return ""
}

// sameField reports whether a field has the same value in both games. Tables, functions and coroutines of scripts
// count as the same if they look the same, and Go values if they are saved as the same bytes.
func (x *rerun) sameField(was, is value.Value) bool {
	switch was.Ref().(type) {
	case nil, *value.Table, *lua.Table, *lua.Function, *lua.Thread:
		return was.Kind() == is.Kind() && was.String() == is.String()
	}
	if was.Equal(is) || is.Ref() == nil || x.recorded.o.Values == nil || x.other.o.Values == nil {
		return was.Equal(is)
	}
	a, okA := encoded(x.recorded, was)
	b, okB := encoded(x.other, is)
	return okA && okB && bytes.Equal(a, b)
}

// encoded returns the encoding of a Go value in a game. ok is false if it has none.
func encoded(g *Game, v value.Value) (data []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	data, err := g.o.Values.Encode(v.Ref())
	return data, err == nil
}

// short formats v. A number has six digits, or all digits if the first six are also those of other.
func short(v, other value.Value) string {
	round := func(v value.Value) string { return strconv.FormatFloat(v.Float(), 'g', 6, 64) }
	if v.Kind() != value.KindNumber || round(v) == round(other) {
		return v.String()
	}
	return round(v)
}

// compare adds a Difference for each agent that runs other nodes for the first time. missed contains the calls
// without a recorded reply.
func (x *rerun) compare(missed []engine.Missed) {
	for a := range x.recorded.world.Agents() {
		b := x.other.world.Agent(a.ID())
		if x.reported[a.ID()] || a.Ticks() == 0 && (b == nil || b.Ticks() == 0) {
			continue
		}
		d := Difference{Tick: x.To, Agent: a.ID(), Label: a.Label()}
		switch {
		case b == nil || b.Name() != a.Name():
			d.Gone = true
		case x.sameRun(a, b):
			continue
		default:
			was, is := deepest(a), deepest(b)
			d.Was, d.Is, d.Because = without(was, is), without(is, was), x.because(a, b)
			if !x.certain(&d, a, b, missed) {
				continue
			}
		}
		x.reported[a.ID()] = true
		x.Differences = append(x.Differences, d)
	}
}

// each calls o.Each, and reports whether to continue. missed contains the calls without a recorded reply.
func (x *rerun) each(missed []engine.Missed) (more bool) {
	if x.o.Each == nil {
		return true
	}
	x.Stopped = !x.o.Each(x.To, func(yield func(was, is *Agent) bool) {
		for a := range x.recorded.world.Agents() {
			b := x.other.world.Agent(a.ID())
			if b != nil && b.Name() != a.Name() {
				b = nil
			}
			if a.Ticks() == 0 && (b == nil || b.Ticks() == 0) || b != nil && (x.sameRun(a, b) || missedBy(missed, b) >= 0) {
				continue
			}
			if !yield(a, b) {
				return
			}
		}
		for b := range x.other.world.Agents() {
			if a := x.recorded.world.Agent(b.ID()); b.Ticks() > 0 && (a == nil || a.Name() != b.Name()) && !yield(nil, b) {
				return
			}
		}
	})
	return !x.Stopped
}

// missedBy returns the index of the first call without a recorded reply that a hook of the agent made, or -1.
func missedBy(missed []engine.Missed, a *Agent) int {
	return slices.IndexFunc(missed, func(m engine.Missed) bool { return m.Agent == a.ID() && m.Node >= 0 })
}

// without returns the elements of list that are not in other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

// certain reduces a difference to its certain part if b called a helper without a recorded reply. It reports whether
// there is a certain part. Up to that call, b did what it would have done in the game.
func (x *rerun) certain(d *Difference, a, b *Agent, missed []engine.Missed) bool {
	i := missedBy(missed, b)
	if i < 0 {
		return true
	}
	d.Is = []string{b.Program().Node(missed[i].Node).Path}
	j, there := x.nodesByPath(a.Program())[d.Is[0]]
	return !missed[i].Deciding && !(there && slices.Contains(a.RanNodes(1), j))
}

// nodesByPath maps the paths of the nodes of a program to their indexes.
func (x *rerun) nodesByPath(p *engine.Program) map[string]int {
	if x.paths[p] == nil {
		x.paths[p] = map[string]int{}
		for i := range p.Len() {
			x.paths[p][p.Node(i).Path] = i
		}
	}
	return x.paths[p]
}

// sameRun reports whether two agents run the same tree, and ran nodes with the same paths in their last ticks.
func (x *rerun) sameRun(a, b *Agent) bool {
	was, is := a.RanNodes(1), b.RanNodes(1)
	return a.Program().Name() == b.Program().Name() && len(was) == len(is) && x.firstOnlyIn(a, b, was, is) < 0
}

// firstOnlyIn returns the first node that a ran and b did not run, or -1. ran and other are the nodes that a and b
// ran.
func (x *rerun) firstOnlyIn(a, b *Agent, ran, other []int) int {
	at := x.nodesByPath(b.Program())
	for _, i := range ran {
		if j, there := at[a.Program().Node(i).Path]; !there || !slices.Contains(other, j) {
			return i
		}
	}
	return -1
}

// deepest returns the paths of the nodes that an agent ran in its last tick, except those above other such nodes.
func deepest(a *Agent) (list []string) {
	ran, p := a.RanNodes(1), a.Program()
	for k, i := range ran {
		if k+1 == len(ran) || ran[k+1] >= p.Node(i).End {
			list = append(list, p.Node(i).Path)
		}
	}
	return list
}

// because describes the change that made b run other nodes than a. It returns "" if the change is not known. It
// examines the first node that only one of the agents ran, since both treated all earlier nodes of the tree in the
// same way.
func (x *rerun) because(a, b *Agent) string {
	was, is := a.RanNodes(1), b.RanNodes(1)
	gone, added := x.firstOnlyIn(a, b, was, is), x.firstOnlyIn(b, a, is, was)
	path := ""
	if gone >= 0 {
		path = a.Program().Node(gone).Path
	}
	if added >= 0 && (gone < 0 || added <= gone) {
		path = b.Program().Node(added).Path
	}
	i, inWas := x.nodesByPath(a.Program())[path]
	j, inIs := x.nodesByPath(b.Program())[path]
	switch {
	case path == "":
		return ""
	case !inWas:
		return tr.F("%s is new in the tree", path)
	case !inIs:
		return tr.F("%s is no longer in the tree", path)
	}
	before, now := a.Program().Node(i), b.Program().Node(j)
	switch old, new := source(before.Guard), source(now.Guard); {
	case old != new && old == "":
		return tr.F("%s now has the condition %s (%s)", now.Name, new, now.Pos)
	case old != new && new == "":
		return tr.F("%s no longer has the condition %s", now.Name, old)
	case old != new:
		return tr.F("the condition of %s, %s, is now %s (%s)", now.Name, old, new, now.Pos)
	}
	if now.Behavior != nil {
		file := assets.ScriptOf(now.Behavior.Name)
		if !bytes.Equal(contentOf(x.recorded, file), contentOf(x.other, file)) {
			return x.changed(file)
		}
	}
	// a later difference may follow from the first one
	if list := x.changedFiles(); len(list) == 1 && len(x.Differences) == 0 {
		return x.changed(list[0])
	}
	return ""
}

// changed says that a file of x.other has changed.
func (x *rerun) changed(file string) string {
	return tr.F("%s has changed", path.Join(x.other.o.Prefix, file))
}

// changedFiles returns the paths of the files of x.other that are new or changed.
func (x *rerun) changedFiles() (list []string) {
	for _, c := range x.other.Bundle().Contents() {
		if !bytes.Equal(c.Text, contentOf(x.recorded, c.Path)) {
			list = append(list, c.Path)
		}
	}
	return list
}

// source returns the text of a guard, or "" for nil.
func source(c engine.Expression) string {
	if c == nil {
		return ""
	}
	return c.Source()
}

// contentOf returns the text of a file in force, or nil if there is none.
func contentOf(g *Game, file string) []byte {
	for _, c := range g.Bundle().Contents() {
		if c.Path == file {
			return c.Text
		}
	}
	return nil
}

// Ghost re-runs the recording in memory under the files in force, and returns how agents would have acted
// differently; see RecordOptions.Keep and Recording.Rerun. from is RerunOptions.From. Ghost does not change the game
// itself. Options.Record must have Keep and Replies. Ghost returns an error that matches ErrBusy unless it is called
// between ticks.
//
// Ghost blocks its caller for the time of Recording.Rerun: five to eight times as long as the ticks after from took.
// Until it returns, there are two more games in memory. So a game that is being played should give a from that is
// close to its last tick, or call Recording, and then Recording.Rerun on another goroutine.
func (g *Game) Ghost(from int64) (*Rerun, error) {
	if err := g.phase.checkIdle("Ghost"); err != nil {
		return nil, err
	}
	if g.recorder == nil || !g.recorder.o.Replies {
		return nil, errorOf(ErrRecording, "bough: Game.Ghost: replies are not recorded; set Options.Record.Keep and Replies")
	}
	r, err := g.Recording()
	if err != nil {
		return nil, err
	}
	return r.Rerun(RerunOptions{From: from})
}
