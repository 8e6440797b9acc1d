package scripttest

import (
	"strconv"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// maxTicks is the largest number of ticks that one word makes.
const maxTicks = 1_000_000

func (p *play) tick(a args) (value.Value, error) {
	n, err := a.ticks(0)
	if err != nil {
		return nothing, err
	}
	p.events = nil
	for range n {
		if err := p.one(); err != nil {
			return nothing, err
		}
	}
	return nothing, nil
}

func (p *play) wait(a args) (value.Value, error) {
	d, err := a.seconds(0)
	if err != nil {
		return nothing, err
	}
	p.events = nil
	for end := p.game.World().Clock() + d; p.game.World().Clock() < end; {
		if err := p.one(); err != nil {
			return nothing, err
		}
	}
	return nothing, nil
}

// waitUntil ticks until a function returns a true value. It also calls the function before the first tick.
func (p *play) waitUntil(a args) (value.Value, error) {
	f, err := a.waits()
	if err != nil {
		return nothing, err
	}
	d, err := a.seconds(1)
	if err != nil {
		return nothing, err
	}
	p.events = nil
	for end := p.game.World().Clock() + d; ; {
		yes, err := f.call()
		if err != nil || len(yes) > 0 && yes[0].Truth() {
			return nothing, err
		}
		if p.game.World().Clock() >= end {
			return nothing, p.failed(message.StillNotSo(value.FormatNumber(d.Seconds())))
		}
		if err := p.one(); err != nil {
			return nothing, err
		}
	}
}

// waits returns the function of wait_until.
func (a args) waits() (*callback, error) {
	f, err := a.function(0)
	if err != nil {
		return nil, message.WordsOf(err).With(message.WriteCode("t.wait_until(function() return ... end, ...)"))
	}
	return f, nil
}

func (p *play) setStep(a args) (value.Value, error) {
	d, err := a.seconds(0)
	p.step = max(d, time.Nanosecond)
	return nothing, err
}

// one makes one tick, and counts the instructions of behaviors.
func (p *play) one() error {
	before := p.game.Runtime().Totals().Steps
	p.game.Tick(p.step)
	tick := strconv.FormatInt(p.game.World().TickCount(), 10)
	if err := p.checked(message.InTickTerm(tick)); err != nil {
		return err
	}
	if p.used += turnCost*(1+p.game.World().Len()) + int(p.game.Runtime().Totals().Steps-before); p.used > playBudget {
		return message.TestTakesTooLong(playBudget, tick)
	}
	return nil
}

// checked returns an error if a stand-in has failed, or if a script has raised an error that the test does not
// expect.
func (p *play) checked(when diag.Words) error {
	if err := p.driver.failure; err != nil {
		return err
	}
	if err := p.faults.unexpected(when, p.suite.known()); err != nil {
		return err
	}
	return nil
}

func (p *play) time(args) (value.Value, error) {
	return value.Number(p.game.World().Clock().Seconds()), nil
}
