package bough

import "fmt"

// While OnReload is told of a round, and while agents are ticked, a change of the game would
// come into the midst of another one. What would make one is refused then.

// What may be under way.
const (
	inReload  = "while changed files go in, as in OnReload"
	inTick    = "during a tick"
	inRestart = "during Restart"
)

// begin says what is under way until the next call of end.
func (g *Game) begin(what string) { g.busy = what }

func (g *Game) end() { g.busy = "" }

// refused returns the error of a method that must not be called now, nil if it may.
func (g *Game) refused(method string) error {
	if g.busy == "" {
		return nil
	}
	return fmt.Errorf("bough: Game.%s was called %s; note there what is wanted, and do it when Tick or Refresh has returned", method, g.busy)
}

// between panics if a method must not be called now.
func (g *Game) between(method string) {
	if err := g.refused(method); err != nil {
		panic(err.Error())
	}
}
