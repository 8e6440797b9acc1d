package scripttest

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// maxTicks bounds what one word may tick.
const maxTicks = 1_000_000

func (p *play) tick(a args) (engine.Value, error) {
	n, err := a.count(0, maxTicks)
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

func (p *play) wait(a args) (engine.Value, error) {
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

// waitUntil ticks until a function answers true. It is asked before the first tick, too.
func (p *play) waitUntil(a args) (engine.Value, error) {
	f, err := a.function(0)
	if err != nil {
		return nothing, err
	}
	d, err := a.seconds(1)
	if err != nil {
		return nothing, err
	}
	p.events = nil
	for end := p.game.World().Clock() + d; ; {
		yes, err := f.Call()
		if err != nil || yes.Truthy() {
			return nothing, err
		}
		if p.game.World().Clock() >= end {
			return nothing, &luabind.Explained{Message: fmt.Sprintf("after %s s it is still not so", engine.FormatNumber(d.Seconds())), Notes: p.everybody()}
		}
		if err := p.one(); err != nil {
			return nothing, err
		}
	}
}

func (p *play) setStep(a args) (engine.Value, error) {
	d, err := a.seconds(0)
	p.step = max(d, time.Nanosecond)
	return nothing, err
}

// one ticks once, and charges the test with what behaviors have taken.
func (p *play) one() error {
	before := p.game.Runtime().Used()
	p.game.Tick(p.step)
	left := p.driver.Spend(turnCost*(1+p.game.World().Len()) + p.game.Runtime().Used() - before)
	if err := p.checked(fmt.Sprintf("in tick %d", p.game.World().TickCount())); err != nil {
		return err
	}
	if !left {
		return fmt.Errorf("the test has taken %d instructions by tick %d, its own and those of the behaviors, which is all that it may: let it play for a shorter time, or divide it", Budget, p.game.World().TickCount())
	}
	return nil
}

// checked returns what scripts have raised that the test does not expect, and what went
// wrong in a function that stands for a helper.
func (p *play) checked(when string) error {
	if err := p.driver.Failed(); err != nil {
		return err
	}
	if err := p.faults.unexpected(when); err != nil {
		return err
	}
	return nil
}

func (p *play) time(args) (engine.Value, error) {
	return engine.Number(p.game.World().Clock().Seconds()), nil
}
