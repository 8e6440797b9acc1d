package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/bough-dev/bough/internal/bench/compare"
	"github.com/bough-dev/bough/luabind"
)

// series is the cost of a tick as a function of the number of agents, or of the number of nodes in a tree.
type series struct {
	Name   string  `json:"name"`
	By     string  `json:"by"`   // agents or nodes
	Unit   string  `json:"unit"` // the unit of Min and Median
	Points []point `json:"points"`
}

// point holds the cost of the fastest and of the median tick, for one number of agents or nodes.
type point struct {
	N      int     `json:"n"`
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
}

// benchGrowth prints how the cost of a tick grows with the numbers of agents and of nodes. If svg is not "", it draws
// the costs in that file.
func benchGrowth(w io.Writer, rounds int, asJSON bool, svg string) error {
	var list []series
	for i, name := range []string{"guard, 1 worker", "guard, 2 workers"} {
		s := series{Name: name, By: "agents", Unit: "ns/agent"}
		for n := 1; n <= 100_000; n *= 10 {
			if err := s.measure(n, compare.Guard, n, i+1, rounds, float64(n)); err != nil {
				return err
			}
		}
		list = append(list, s)
	}
	for _, shape := range []struct {
		name string
		of   func(nodes int) *compare.Scenario
	}{{"deep", compare.Deep}, {"wide", compare.Wide}} {
		s := series{Name: shape.name, By: "nodes", Unit: "ns/node"}
		for _, n := range []int{3, 10, 30, 100, 300, 1000} {
			if err := s.measure(n, shape.of(n), 100, 1, rounds, float64(100*n)); err != nil {
				return err
			}
		}
		list = append(list, s)
	}
	idle := series{Name: "idle", By: "agents", Unit: "ns/agent"}
	for _, n := range []int{1000, 100_000} {
		if err := idle.measure(n, compare.Idle, n, 1, rounds, float64(n)); err != nil {
			return err
		}
	}
	list = append(list, idle)
	if svg != "" {
		if err := os.WriteFile(svg, []byte(growthSVG(list)), 0o644); err != nil {
			return err
		}
	}
	if asJSON {
		return writeJSON(w, list)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, s := range list {
		fmt.Fprintf(t, "%s\t%s\t%s, min\tmedian\t\n", s.Name, s.By, s.Unit)
		for _, p := range s.Points {
			fmt.Fprintf(t, "\t%d\t%s\t%s\t\n", p.N, short(p.Min), short(p.Median))
		}
	}
	return t.Flush()
}

// measure adds a point for n agents or nodes. The point holds the times of ticks, divided by per.
func (s *series) measure(n int, scenario *compare.Scenario, agents, workers, rounds int, per float64) error {
	w, err := scenario.NewWorld(agents, luabind.Options{Workers: workers})
	if err != nil {
		return err
	}
	defer w.Close()
	batch := max(1, 1000/agents) // the clock is too coarse for a single tick of a few agents
	var times []float64
	for i := range 10 + rounds {
		start := time.Now()
		for range batch {
			w.Tick(compare.Frame)
		}
		if took := time.Since(start); i >= 10 {
			times = append(times, float64(took)/float64(batch))
		}
	}
	t := compare.NewTimes(times)
	s.Points = append(s.Points, point{n, t.Min / per, t.Median / per})
	return nil
}

// The sizes of the picture, of each of its two charts, and of the margin around a chart.
const (
	chartWidth, chartHeight   = 360, 240
	chartLeft, chartTop       = 60, 40
	growthWidth, growthHeight = 2*chartWidth + 2*chartLeft + 40, chartHeight + 2*chartTop + 20
	growthStyle               = `<style>text{font:12px sans-serif;fill:#555}.line{fill:none;stroke-width:2}.grid{stroke:#8884}</style>`
)

var growthColors = []string{"#3a7d44", "#2b6cb0", "#b7791f", "#9b2c2c", "#6b46c1"}

// growthSVG returns an SVG picture of the series. The series by agents are on the left, and the series by nodes are
// on the right.
func growthSVG(list []series) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">%s`+"\n", growthWidth, growthHeight, growthWidth, growthHeight, growthStyle)
	for i, by := range []string{"agents", "nodes"} {
		chart(&b, chartLeft+i*(chartWidth+chartLeft+20), by, list)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// chart draws the series by agents or those by nodes. Both axes are logarithmic; each begins and ends at a power of
// ten.
func chart(b *strings.Builder, left int, by string, list []series) {
	var xs, ys [2]int // exponents of the powers of ten that bound the values
	first := true
	for _, s := range list {
		for _, p := range s.Points {
			if s.By != by {
				continue
			}
			x, y := math.Log10(float64(p.N)), math.Log10(p.Min)
			if first {
				xs, ys, first = [2]int{int(math.Floor(x)), 0}, [2]int{int(math.Floor(y)), 0}, false
				xs[1], ys[1] = xs[0]+1, ys[0]+1
			}
			xs = [2]int{min(xs[0], int(math.Floor(x))), max(xs[1], int(math.Ceil(x)))}
			ys = [2]int{min(ys[0], int(math.Floor(y))), max(ys[1], int(math.Ceil(y)))}
		}
	}
	at := func(n, cost float64) (x, y float64) {
		x = float64(left) + (math.Log10(n)-float64(xs[0]))/float64(xs[1]-xs[0])*chartWidth
		return x, chartTop + chartHeight - (math.Log10(cost)-float64(ys[0]))/float64(ys[1]-ys[0])*chartHeight
	}
	for k := xs[0]; k <= xs[1]; k++ {
		x, _ := at(math.Pow10(k), 1)
		fmt.Fprintf(b, `<line class="grid" x1="%.0f" y1="%d" x2="%.0f" y2="%d"/><text x="%.0f" y="%d" text-anchor="middle">%d</text>`+"\n", x, chartTop, x, chartTop+chartHeight, x, chartTop+chartHeight+16, int(math.Pow10(k)))
	}
	for k := ys[0]; k <= ys[1]; k++ {
		_, y := at(1, math.Pow10(k))
		fmt.Fprintf(b, `<line class="grid" x1="%d" y1="%.0f" x2="%d" y2="%.0f"/><text x="%d" y="%.0f" text-anchor="end">%s ns</text>`+"\n", left, y, left+chartWidth, y, left-6, y+4, short(math.Pow10(k)))
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", left+chartWidth/2, chartTop+chartHeight+36, by)
	row := 0
	for i, s := range list {
		if s.By != by {
			continue
		}
		color := growthColors[i%len(growthColors)]
		fmt.Fprintf(b, `<polyline class="line" stroke="%s" points="`, color)
		for _, p := range s.Points {
			x, y := at(float64(p.N), p.Min)
			fmt.Fprintf(b, "%.1f,%.1f ", x, y)
		}
		fmt.Fprintf(b, `"/><text x="%d" y="%d" style="fill:%s">%s, %s</text>`+"\n", left+chartWidth/2, chartTop+14+16*row, color, s.Name, s.Unit)
		row++
	}
}
