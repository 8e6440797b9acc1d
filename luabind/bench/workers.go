package bench

import (
	"fmt"
	"time"

	"github.com/bough-dev/bough/luabind"
)

// Gain is what more workers gain over one. Each figure is the median over the rounds.
type Gain struct {
	Agents  int `json:"agents"`
	Workers int `json:"workers"`
	// One and Many are milliseconds per tick of the world.
	One  float64 `json:"one_ms"`
	Many float64 `json:"many_ms"`
	// Ratio is what one worker took in a round by what many took in it.
	Ratio float64 `json:"ratio"`
}

// String returns one line for people.
func (g Gain) String() string {
	return fmt.Sprintf("guard, %d agents: %d workers are %.2f times as fast as 1 (%.2f and %.2f ms per tick)", g.Agents, g.Workers, g.Ratio, g.Many, g.One)
}

// MeasureWorkers runs the scenario with one worker and with several, a tick of each in
// turn. The clock is passed in.
func MeasureWorkers(agents, workers, rounds int, now func() time.Time) (Gain, error) {
	one, err := NewWorld(agents, luabind.Options{})
	if err != nil {
		return Gain{}, err
	}
	defer one.Close()
	many, err := NewWorld(agents, luabind.Options{Workers: workers})
	if err != nil {
		return Gain{}, err
	}
	defer many.Close()
	var ones, manys, ratios []float64
	for r := range rounds + 1 {
		a := one.time(1, now, func() { one.World.Tick(Frame) }) / 1e6
		b := many.time(1, now, func() { many.World.Tick(Frame) }) / 1e6
		if r > 0 { // the first warms up
			ones, manys, ratios = append(ones, a), append(manys, b), append(ratios, a/b)
		}
	}
	return Gain{agents, workers, median(ones), median(manys), median(ratios)}, nil
}
