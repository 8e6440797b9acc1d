package scripttest

import (
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

const (
	// testBudget is the largest number of instructions in the function of a test. It also bounds the
	// memory that the test can keep.
	testBudget = 2_000_000
	// playBudget is the largest number of instructions in all behaviors that a test runs. They take a
	// second or two.
	playBudget = 20_000_000
)

// turnCost is the cost of a turn of an agent, in addition to the instructions of its scripts.
const turnCost = 50

// Test is a test: a function in a test file.
type Test struct {
	// File is the path of the test file. Name is the key of the function.
	File, Name string
	// Pos is the position of the test. It has no line if the name of the test is computed.
	Pos diag.Pos

	suite *Suite
	chunk *luabind.Chunk
}

// String returns "FILE: NAME".
func (t *Test) String() string { return t.File + ": " + t.Name }

// Result is the result of one run of a test.
type Result struct {
	Test *Test
	// Failure is the reason why the test failed, or nil if the test passed.
	Failure *diag.Diagnostic
	// Printed is the output of the test itself. It does not include the logs of agents.
	Printed []string
	// Ticks is the number of ticks that the test made.
	Ticks int64
}

// play is the state of a running test.
type play struct {
	suite   *Suite
	game    *bough.Game
	driver  *driver
	step    time.Duration
	used    int // instructions that count for playBudget
	agents  []*engine.Agent
	events  []engine.Event // events since the beginning of the last word that ticks
	said    []line
	faults  faults
	printed []string
}

// line is a line that an agent has logged.
type line struct {
	agent *engine.Agent
	text  string
}

// defaultStep is the default duration of a tick.
const defaultStep = 100 * time.Millisecond

// Run runs the test in a new world. It may be called any number of times, and the result is always the
// same.
func (t *Test) Run() Result {
	s := t.suite
	s.game.Restart(s.o.Seed)
	p := &play{suite: s, game: s.game, step: defaultStep}
	s.running = p
	defer func() { s.running = nil }()
	r := Result{Test: t}
	if err := p.run(t); err != nil {
		d := err.Diagnostic()
		r.Failure = &d
	} else {
		r.Failure = p.conclude(t)
	}
	r.Printed, r.Ticks = p.printed, s.game.World().TickCount()
	return r
}

// run runs the file of the test, and then calls the function of the test.
func (p *play) run(t *Test) *luabind.Error {
	stop := p.game.World().Observe(p.observe)
	defer stop()
	if p.suite.o.Coverage {
		defer p.game.World().Observe(p.suite.counter.Observe)()
	}
	clear(p.suite.standIns.by)
	var err *luabind.Error
	if p.driver, err = newDriver(p, t.chunk); err != nil {
		return err
	}
	return p.driver.run(t.Name)
}

// conclude ends the game and then checks the result, since exits may fail too.
func (p *play) conclude(t *Test) *diag.Diagnostic {
	p.game.World().Close()
	if err := p.faults.unexpected(message.GameEndedTerm(), p.suite.known()); err != nil {
		d := diag.New(t.Pos, err.words)
		d.Source, d.Notes = t.chunk.Script().Line(t.Pos.Line), err.notes
		return &d
	}
	if err := p.faults.missing(); err != nil {
		d := err.Diagnostic()
		return &d
	}
	return nil
}

// maxEvents is the largest number of events that are kept for one word that ticks.
const maxEvents = 10_000

func (p *play) observe(e engine.Event) {
	switch e.Kind {
	case engine.EventEnter, engine.EventExit:
		if len(p.events) < maxEvents {
			p.events = append(p.events, e)
		}
	}
}

// maxSaid is the largest number of lines logged by agents that are kept.
const maxSaid = 1000

func (p *play) heard(a *engine.Agent, text string) {
	if len(p.said) < maxSaid {
		p.said = append(p.said, line{a, text})
	}
}
