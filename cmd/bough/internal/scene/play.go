package scene

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// Scripts returns the folder of the scripts: the folder of the scene, unless the command scripts names another one.
func (s *Scene) Scripts() string {
	dir := filepath.Dir(s.Path)
	for _, l := range s.lines {
		if l.verb.name == "scripts" {
			return filepath.Join(dir, filepath.FromSlash(l.words[0].text))
		}
	}
	return dir
}

// Seed returns the seed of the scene's world. It is 1 unless the scene sets another one.
func (s *Scene) Seed() uint64 {
	for _, l := range s.lines {
		if l.verb.name == "seed" {
			f, _ := literal(l.words[0].text)
			seed, _ := f.(float64)
			return uint64(seed)
		}
	}
	return 1
}

// player plays one scene.
type player struct {
	game   *bough.Game
	out    io.Writer
	dt     time.Duration
	shown  map[string]bool
	fields []string // fields whose changes are printed
	boards []string // entries whose changes are printed, such as board:tavern.alarm
	agents []*bough.Agent
	last   map[string]string // the last printed value, by agent and by field or channel
	below  float64           // agents with a lower importance sleep; see spare
	every  time.Duration     // how long these agents sleep after a tick
	ticks  map[*bough.Agent]int64
	muted  bool           // nothing is printed
	teller message.Teller // of errors of scripts
	after  func(*bough.Game, time.Duration) error
}

// Play carries out the scene on the game that open returns, and writes the trace. The caller must close the game, and
// tells its Findings before the trace, which refers to them. Play returns the number of errors that scripts raised; the
// trace contains these errors. If a command cannot be carried out, Play returns an error with the position of the command.
//
// Unless after is nil, Play calls it after each tick. The function after may tick the game, but must restore the
// game before it returns.
func (s *Scene) Play(open func(bough.Options) (*bough.Game, error), out io.Writer, after func(*bough.Game, time.Duration) error) (faults int, err error) {
	p := newPlayer(nil, out)
	p.after = after
	p.game, err = open(bough.Options{
		Seed: s.Seed(), OnLog: p.log,
		OnFault: func(f *engine.Fault) {
			if p.muted {
				return
			}
			if d, again := p.teller.Tell(f.Diagnostic(), p.game.Bundle().Problems); !again || f.Part == "" { // an expression may be in several trees
				p.print("%s", d.Error())
			}
			if !f.Quarantined {
				faults++
			}
		},
	})
	if err != nil {
		return 0, err
	}
	p.game.Load()
	stop := p.game.World().Observe(p.event)
	defer stop()
	for i := range s.lines {
		l := &s.lines[i]
		if l.verb.do == nil {
			continue
		}
		if err := l.verb.do(p, l); err != nil {
			return 0, s.told(p.game, l, err)
		}
	}
	return faults, nil
}

// told returns the error of a line in the form for somebody who has been told the findings: if it only refers to one of them, it
// does not show the line.
func (s *Scene) told(game *bough.Game, l *line, err error) diag.Diagnostic {
	d := l.problem(err)
	short := message.Told(d, s.Warnings(game))
	refers := toldError{}
	if errors.As(err, &refers) && refers.text != refers.Unwrap().Error() || short.Code != d.Code || d.Code == message.UnusableTree("", "").Code {
		short.Source = ""
	}
	return short
}

func newPlayer(game *bough.Game, out io.Writer) *player {
	return &player{
		game: game, out: out, dt: time.Duration(defaultDT * float64(time.Second)), last: map[string]string{}, ticks: map[*bough.Agent]int64{},
		shown: map[string]bool{"enter": true, "exit": true, "log": true, "request": true},
	}
}

func (p *player) print(format string, args ...any) {
	if !p.muted {
		fmt.Fprintln(p.out, tr.F(format, args...))
	}
}

func (p *player) event(e engine.Event) {
	if p.shown[e.Kind.String()] {
		p.print("%s", e)
	}
}

func (p *player) log(a *bough.Agent, text string) {
	if p.shown["log"] && a != nil {
		p.print("tick %d %s says %s", p.game.World().TickCount(), a.Label(), strings.ReplaceAll(text, "\n", "\n  "))
	}
}

func (p *player) setDT(l *line) error {
	f, _ := literal(l.words[0].text)
	seconds, _ := f.(float64)
	p.dt = time.Duration(seconds * float64(time.Second))
	return nil
}

func (p *player) show(l *line) error {
	clear(p.shown)
	p.fields, p.boards = nil, nil
	for _, w := range l.words {
		if name, ok := strings.CutPrefix(w.text, "field:"); ok {
			p.fields = append(p.fields, name)
		}
		if _, _, ok := boardEntry(w.text); ok {
			p.boards = append(p.boards, w.text)
		}
		p.shown[w.text] = true
	}
	return nil
}

func (p *player) spawn(l *line) error {
	f := bough.Fields{}
	for _, q := range l.pairs {
		if err := q.refused(p.game.Bundle()); err != nil {
			return err
		}
		f[q.key] = q.value
	}
	tree := l.words[0]
	a, err := p.game.Spawn(tree.text, f)
	if err != nil {
		return mistake{ToldError(p.game, tree.text, err), tree.at}
	}
	p.agents = append(p.agents, a)
	return nil
}

func (p *player) tick(l *line) error {
	for range l.count() {
		if err := p.once(); err != nil {
			return err
		}
	}
	return nil
}

// count returns the number of ticks of a tick command.
func (l *line) count() int {
	if len(l.words) == 0 {
		return 1
	}
	n, _ := strconv.Atoi(l.words[0].text)
	return n
}

// once makes one tick.
func (p *player) once() error {
	p.game.Tick(p.dt)
	p.spare()
	p.showChanges()
	if p.after == nil {
		return nil
	}
	p.muted = true
	defer func() { p.muted = false }()
	return p.after(p.game, p.dt)
}

// spare puts agents of low importance to sleep after they have had a tick.
func (p *player) spare() {
	for _, a := range p.agents {
		if p.every > 0 && a.Alive() && a.Ticks() > p.ticks[a] && a.Importance() < p.below {
			a.Sleep(p.every)
		}
		p.ticks[a] = a.Ticks()
	}
}

// showChanges prints the fields, the requests and the entries of boards that have changed.
func (p *player) showChanges() {
	for _, name := range p.boards {
		board, entry, _ := boardEntry(name)
		p.changed(name, "", entryText(board, entry, p.game.World().Board(board, entry)))
	}
	for _, a := range p.agents {
		if !a.Alive() {
			continue
		}
		for _, f := range p.fields {
			p.changed(a.Label()+" "+f, a.Label()+" ", f+" = "+a.Get(engine.KeyOf(f)).String())
		}
		if !p.shown["request"] {
			continue
		}
		force := map[string]string{}
		for name, q := range a.Requests() {
			force[name] = tr.F("%s: %s, priority %s", name, q.Kind, value.FormatNumber(q.Priority))
		}
		for _, key := range slices.Sorted(maps.Keys(p.last)) {
			if name, ok := strings.CutPrefix(key, a.Label()+" channel "); ok && force[name] == "" {
				force[name] = tr.F("%s: nothing", name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(force)) {
			p.changed(a.Label()+" channel "+name, a.Label()+" ", force[name])
		}
	}
}

// changed prints a text, behind whose it is, if it is not the last one of its key.
func (p *player) changed(key, whose, text string) {
	if p.last[key] != text {
		p.last[key] = text
		p.print("tick %d %s%s", p.game.World().TickCount(), whose, text)
	}
}

// agent returns the agent that a command names with its first word, or the agent that was spawned last. It also
// returns the remaining words.
func (p *player) agent(l *line) (*bough.Agent, []word, error) {
	labels := make([]string, len(p.agents))
	for i, a := range p.agents {
		labels[i] = a.Label()
	}
	at, words, err := l.addressee(labels)
	if err != nil {
		return nil, nil, err
	}
	return p.agents[at], words, nil
}

// addressee is like agent, for agents with the given labels. It returns the index of a label.
func (l *line) addressee(labels []string) (at int, words []word, err error) {
	if len(labels) == 0 {
		return 0, nil, message.NoAgentYet()
	}
	last := len(labels) - 1
	if len(l.words) == 0 || len(l.words) == l.verb.least && !l.verb.loose {
		return last, l.words, nil
	}
	first := l.words[0]
	for i, label := range slices.Backward(labels) {
		if name, _, _ := strings.Cut(label, "#"); label == first.text || name == first.text {
			return i, l.words[1:], nil
		}
	}
	if l.verb.loose && !strings.Contains(first.text, "#") && (l.verb.name == "get" || len(l.words) == 1) {
		return last, l.words, nil
	}
	if len(l.words) == 2 && slices.Contains(labels, l.words[1].text) {
		return 0, nil, mistake{message.AgentFirst(l.verb.name + " " + l.words[1].text + " " + first.text), first.at}
	}
	return 0, nil, mistake{message.NoSuchAgent(labels[0], first.text).With(meantAgent(first.text, labels)), first.at}
}

// meantAgent returns the remedy for the name of an agent that does not exist, if it is not the usual one: the labels of the
// agents with the same tree, since the number in a label counts all agents.
func meantAgent(text string, labels []string) (w diag.Words) {
	name, _, numbered := strings.Cut(text, "#")
	var same, names []string
	for _, label := range labels {
		tree, _, _ := strings.Cut(label, "#")
		if tree == name {
			same = append(same, label)
		}
		names = append(names, tree)
	}
	if near := diag.Suggest(name, names); len(same) == 0 && near != "" && !numbered {
		return message.DidYouMean(near)
	} else if len(same) == 0 && near != "" {
		return meantAgent(near+"#", labels)
	}
	if len(same) > 0 {
		w = message.AgentByLabel(same)
	}
	return w
}

// onAgent carries out a command that affects an agent.
func (p *player) onAgent(l *line, do func(a *bough.Agent, words []word) error) error {
	a, words, err := p.agent(l)
	if err != nil {
		return err
	}
	if !a.Alive() {
		return message.AgentGone(a.Label())
	}
	return do(a, words)
}

func (p *player) set(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, _ []word) error {
		for _, q := range l.pairs {
			if err := q.refused(p.game.Bundle()); err != nil {
				return err
			}
		}
		for _, q := range l.pairs {
			v, err := value.Of(q.value)
			if err != nil {
				return err
			}
			a.Set(engine.KeyOf(q.key), v)
		}
		return nil
	})
}

func (p *player) post(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		s := engine.Stimulus{Name: words[0].text}
		if _, given := l.get("ttl"); given {
			s.TTL = max(time.Duration(l.number("ttl", 0)*float64(time.Second)), 1)
		}
		data := map[string]any{}
		for _, q := range l.pairs {
			if err := q.refusedData(p.game.Bundle(), s.Name); err != nil {
				return err
			}
			if q.key != "ttl" {
				data[q.key] = q.value
			}
		}
		if len(data) > 0 {
			v, err := value.Of(data)
			if err != nil {
				return err
			}
			s.Data = v
		}
		p.game.World().Post(a.ID(), s)
		return nil
	})
}

func (p *player) end(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		channel := words[0]
		if _, ok := a.InForce(channel.text); !ok {
			var requests []string
			for name, q := range a.Requests() {
				requests = append(requests, tr.F("%q on %s", q.Kind, name))
			}
			none := message.NoRequestInForce(a.Label(), channel.text, requests)
			failed := func(f *engine.Fault) bool { return f.Agent == a.ID() || len(requests) == 0 }
			if len(requests) == 0 && len(p.game.Bundle().Problems) > 0 || slices.ContainsFunc(p.game.World().Faults(), failed) {
				none = none.With(message.CorrectAboveFirst())
			}
			return mistake{none, channel.at}
		}
		a.EndRequest(channel.text)
		return nil
	})
}

func (p *player) impose(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		channel, _ := l.get("channel")
		name, _ := channel.(string)
		a.Impose(engine.Request{Kind: words[0].text, Channel: name, Priority: l.number("priority", 0)})
		return nil
	})
}

// detail sets which agents sleep between ticks, as a game would for agents of little importance.
func (p *player) detail(l *line) error {
	p.below, p.every = l.number("below", 1), time.Duration(l.number("every", 0)*float64(time.Second))
	return nil
}

// abort aborts a node. If it is not active, that is an error, since the scene or the person who typed it expects an effect.
func (p *player) abort(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		node := words[0]
		if a.Abort(node.text) {
			return nil
		}
		if a.Program().Nodes(node.text) == nil {
			return mistake{a.Program().NoNode(node.text), node.at}
		}
		return mistake{message.NothingToAbort(a.Label(), node.text), node.at}
	})
}

func (p *player) reset(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, _ []word) error { a.Reset(); return nil })
}

// clearFaults ends the quarantine of a behavior or, without a name, of all behaviors.
func (p *player) clearFaults(l *line) error {
	world := p.game.World()
	if len(l.words) == 0 {
		for _, f := range world.Quarantines() {
			world.ClearFaults(f.Behavior)
		}
		return nil
	}
	b, err := behaviorNamed(p.game.Bundle(), l.words[0])
	if err != nil {
		return err
	}
	world.ClearFaults(b)
	return nil
}

// behaviorNamed returns the behavior that a command names.
func behaviorNamed(b *assets.Bundle, w word) (*engine.Behavior, error) {
	if found := b.Behavior(w.text); found != nil {
		return found, nil
	}
	var names []string
	for _, other := range b.Behaviors {
		names = append(names, other.Name)
	}
	return nil, mistake{message.NoSuchBehavior(w.text).With(message.Near(w.text, names)), w.at}
}

func (p *player) pause(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, _ []word) error { a.Pause(); return nil })
}

func (p *player) resume(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, _ []word) error { a.Resume(); return nil })
}

func (p *player) despawn(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, _ []word) error { p.game.World().Despawn(a.ID()); return nil })
}

func (p *player) switchTree(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		if err := p.game.SetTree(a, words[0].text); err != nil {
			return mistake{ToldError(p.game, words[0].text, err), words[0].at}
		}
		return nil
	})
}

// ToldError returns an error of a tree in the form for somebody who has been told the findings in the files.
func ToldError(game *bough.Game, tree string, err error) error {
	name, _, _ := strings.Cut(tree, " ")
	if list := (diag.List{}); errors.As(err, &list) {
		if at := list[0].Pos; slices.ContainsFunc(game.Bundle().Problems, func(d diag.Diagnostic) bool { return d.Pos == at }) {
			return message.UnusableTree(at.File, name)
		}
	}
	return toldError{err, message.Short(err.Error(), game.Bundle().Problems)}
}

// toldError is an error with a shorter text.
type toldError struct {
	error
	text string
}

// Error implements error.
func (e toldError) Error() string { return e.text }

// Unwrap returns the error.
func (e toldError) Unwrap() error { return e.error }

func (p *player) explain(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		var about []int
		for _, w := range words {
			nodes := a.Program().Nodes(w.text)
			if nodes == nil {
				return mistake{a.Program().NoNode(w.text), w.at}
			}
			for _, n := range nodes {
				about = append(about, int(n))
			}
		}
		p.print("%s", message.Short(a.Explain(about...).With(p.game.ShowTerm).String(), p.game.Bundle().Problems))
		return nil
	})
}

func (p *player) get(l *line) error {
	return p.onAgent(l, func(a *bough.Agent, words []word) error {
		for _, w := range words {
			p.print("%s %s = %s", a.Label(), w.text, a.Get(engine.KeyOf(w.text)))
		}
		return nil
	})
}

// board sets entries of a board or, if none are given, prints those that it has.
func (p *player) board(l *line) error {
	world, board := p.game.World(), l.words[0].text
	for _, q := range l.pairs {
		if err := q.refusedOn(board, p.game.Bundle()); err != nil {
			return err
		}
	}
	for _, q := range l.pairs {
		v, err := value.Of(q.value)
		if err != nil {
			return err
		}
		world.SetBoard(board, q.key, v)
	}
	if len(l.pairs) > 0 {
		return nil
	}
	empty := true
	world.BoardEntries(func(of, entry string, v value.Value) bool {
		if of == board {
			p.print("%s%s", entryText(board, entry, v), Claim(world, board, entry))
			empty = false
		}
		return true
	})
	if empty {
		p.print("board %s has no entries", board)
	}
	return nil
}

// entryText returns an entry of a board as scenes print it.
func entryText(board, entry string, v value.Value) string {
	return tr.F("board %s.%s = %s", board, entry, v)
}

// Claim returns the agent that has claimed an entry of a board, as it stands behind the value, or "".
func Claim(w *engine.World, board, entry string) string {
	if a := w.BoardHolder(board, entry); a != nil {
		return tr.F(" (claimed by %s)", a.Label())
	}
	return ""
}

func (p *player) say(l *line) error {
	p.print("-- %s", l.rest)
	return nil
}
