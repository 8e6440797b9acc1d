package scene

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Live is a scene that is played tick by tick while a user watches it and edits its
// scripts. Its agents continue after the end of the scene. It must be used by the
// goroutine that ticks the game.
type Live struct {
	// Failed counts the commands that could not be carried out.
	Failed int
	// Reread, if set, reads the scene again for Restart. If it fails, the earlier scene continues.
	Reread func() (*Scene, error)

	scene     *Scene
	player    *player
	say       func(string)
	at        int // index of the next line
	due       int // ticks until that line is carried out
	unobserve func()
	failed    *assets.Bundle // the bundle in force when that line failed; nil if it did not fail

	mistakes diag.List      // why the last Restart failed
	failures diag.List      // the commands that could not be carried out
	waits    diag.List      // why the command at failed, if it is repeated
	checked  diag.List      // the findings of Check with the files of against
	against  *assets.Bundle // nil before the first check
}

// Live begins to play a scene in a game, which may already have agents. It calls say for each line that the scene
// prints.
func (s *Scene) Live(game *bough.Game, say func(string)) *Live {
	l := &Live{scene: s, say: say}
	game.Load()
	l.begin(game)
	return l
}

func (l *Live) begin(game *bough.Game) {
	l.player = newPlayer(game, lines{l})
	l.player.shown = map[string]bool{"request": true}
	l.player.agents = slices.Collect(game.World().Agents())
	l.at, l.due, l.failed = 0, 0, nil
	l.mistakes, l.failures, l.waits, l.checked, l.against = nil, nil, nil, nil, nil
	l.unobserve = game.World().Observe(l.player.event)
	if l.scene.Path != "" {
		for _, d := range l.scene.Warnings(game) {
			l.say(d.Headline())
		}
	}
	l.advance()
}

// lines is an io.Writer that passes the text line by line to say.
type lines struct{ *Live }

// Write implements io.Writer.
func (w lines) Write(p []byte) (int, error) {
	now := tr.F("tick %d ", w.Game().World().TickCount()) // the screen already shows the tick
	for line := range strings.Lines(string(p)) {
		w.say(strings.TrimPrefix(strings.TrimRight(line, "\n"), now))
	}
	return len(p), nil
}

// Game returns the game in which the scene is played.
func (l *Live) Game() *bough.Game { return l.player.game }

// Step returns the duration of the next tick.
func (l *Live) Step() time.Duration { return max(l.player.dt, time.Millisecond) }

// Agents returns all spawned agents, in the order of spawning.
func (l *Live) Agents() []*bough.Agent { return l.player.agents }

// Tick makes one tick. Before the tick it carries out the commands that are due.
func (l *Live) Tick() {
	l.advance()
	l.player.once()
	if l.due > 0 {
		l.due--
	}
}

// advance carries out the commands before the next tick. If a spawn command fails, advance repeats it whenever the
// files have changed, until it succeeds.
func (l *Live) advance() {
	for ; l.due == 0 && l.at < len(l.scene.lines); l.at++ {
		c := &l.scene.lines[l.at]
		if c.verb.name == "tick" {
			l.due = c.count()
			continue
		}
		if c.verb.do == nil {
			continue
		}
		if l.failed != nil && l.failed == l.Game().Bundle() {
			return
		}
		err := c.verb.do(l.player, c)
		l.failed, l.waits = nil, nil
		if err == nil {
			continue
		}
		l.Failed++
		d := c.problem(err)
		if l.scene.Path == "" {
			d.Pos, d.Source = diag.Pos{}, ""
		}
		l.say(d.Headline())
		if c.verb.name == "spawn" {
			l.failed, l.waits = l.Game().Bundle(), diag.List{d}
			return
		}
		l.failures = append(l.failures, d)
	}
}

// Problems returns what is wrong with the scene: the mistakes in a text that Restart could not play, the findings of
// Check that no comment allows, and the commands that could not be carried out. It leaves out that a tree cannot be
// spawned if the files have errors.
func (l *Live) Problems() diag.List {
	b := l.Game().Bundle()
	if l.scene.Path != "" && l.against != b {
		l.checked, l.against = l.scene.notAllowed(l.scene.Check(l.Game())), b
	}
	all := slices.Concat(l.mistakes, l.checked, l.failures)
	if b.Problems.Err() == nil {
		all = append(all, l.waits...)
	}
	all.Sort()
	return all
}

// Standing returns the progress of the scene, in words.
func (l *Live) Standing() string {
	switch {
	case l.failed != nil && l.scene.Path == "":
		return tr.T("waits for the tree")
	case l.scene.Path == "":
		return ""
	case l.failed != nil:
		return tr.F("waits at line %d", l.scene.lines[l.at].pos.Line)
	case l.at < len(l.scene.lines):
		return tr.F("line %d of %d", l.scene.lines[l.at].pos.Line, l.scene.lines[len(l.scene.lines)-1].pos.Line)
	case l.due > 0:
		return tr.T("last line")
	}
	return tr.T("scene is over")
}

// Restart plays the scene from the beginning, with the current text of the scene and the files in force. The seed
// changes only if the scene now has another one. If the text has mistakes, the error is a diag.List, and the scene
// continues.
func (l *Live) Restart() error {
	game := l.Game()
	seed := game.World().Seed()
	if l.Reread != nil {
		s, err := l.Reread()
		if err == nil && l.scene.Path != "" && s.Scripts() != l.scene.Scripts() {
			err = message.OtherScripts(filepath.ToSlash(s.Scripts()))
		}
		if err != nil {
			var list diag.List
			if !errors.As(err, &list) {
				list = diag.List{diag.New(diag.Pos{File: l.scene.Path}, wordsOf(err))}
			}
			l.mistakes = list
			return list
		}
		if s.Seed() != l.scene.Seed() {
			seed = s.Seed()
		}
		l.scene = s
	}
	l.Stop()
	game.Restart(seed)
	l.begin(game)
	return nil
}

// Stop unregisters the observer of the game. It must be called before the game is closed.
func (l *Live) Stop() { l.unobserve() }

// Do carries out a command on a game. The command is for the given agent, unless it names another one. Do returns
// the text that the command prints, and doubts whether its names are those that were meant.
func Do(game *bough.Game, on *engine.Agent, text string) (said string, doubts []diag.Words, err error) {
	if name, _, _ := strings.Cut(strings.TrimSpace(text), " "); name != "" && name[0] != '#' && verbNamed(name) == nil {
		return "", nil, message.NoCommand(liveNames(), name).With(message.Near(name, liveNames()))
	}
	s, problems := Parse("", text)
	if len(problems) > 0 {
		return "", nil, wordsOf(problems)
	}
	if len(s.lines) != 1 {
		return "", nil, message.NotOneCommand(liveNames())
	}
	c := &s.lines[0]
	if !c.verb.live() {
		return "", nil, message.CommandOfFiles(liveNames(), c.verb.name)
	}
	var out bytes.Buffer
	p := newPlayer(game, &out)
	for a := range game.World().Agents() {
		if a != on {
			p.agents = append(p.agents, a)
		}
	}
	if on != nil {
		p.agents = append(p.agents, on)
	}
	if c.verb.name == "board" {
		doubts = c.doubts(game.Bundle(), c.words, func(entry string) bool { return !game.World().Board(c.words[0].text, entry).IsNil() })
	} else if a, words, err := p.agent(c); err == nil {
		doubts = c.doubts(game.Bundle(), words, func(field string) bool { return !a.Get(engine.KeyOf(field)).IsNil() })
	}
	if err := c.verb.do(p, c); err != nil {
		return out.String(), nil, err
	}
	return out.String(), doubts, nil
}

// liveNames returns the names of the commands that Do carries out.
func liveNames() (names []string) {
	for i := range verbs {
		if verbs[i].live() {
			names = append(names, verbs[i].name)
		}
	}
	return names
}

// live reports whether the command has an effect in a running game.
func (v *verb) live() bool { return v.agent || v.name == "clear_faults" || v.name == "board" }
