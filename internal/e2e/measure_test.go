package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/slogs"
	"github.com/bough-dev/bough/engine/metrics/prometheus"
	"github.com/bough-dev/bough/hotreload"
)

// TestFigures plays a game in which a file is edited and a script raises an error, and checks the
// figures and the log of the game.
func TestFigures(t *testing.T) {
	files := fstest.MapFS{
		"troll.bt": file("tree troll\n  count\n"),
		"count.lua": file(`return { importance = 2, behavior = function(agent)
			agent.list = { 1, 2, 3 }
			if bt.tick() == 3 then error("tired") end
		end }`),
	}
	source := hotreload.NewManual()
	var out bytes.Buffer
	log := slogs.New(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "hash" {
			return slog.Attr{}
		}
		return a
	}})))
	game, err := bough.OpenFS(files, bough.Options{Source: source, OnReload: log.Reload, OnFault: log.Fault, OnLog: log.Print})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for range 5 {
		if _, err := game.Spawn("troll", nil); err != nil {
			t.Fatal(err)
		}
	}
	for tick := range 10 {
		if tick == 6 {
			files["count.lua"] = file("return { importance = 2, behavior = function(agent) print(\"edited\") end }")
			source.Touch("count.lua")
		}
		game.Tick(time.Second / 10)
	}
	log.Reload(&assets.Report{Err: errors.New("the directory is gone")})
	if got := out.String(); !strings.Contains(got, `level=ERROR msg="scripts loaded"`) || !strings.Contains(got, `err="the directory is gone"`) {
		t.Error(got)
	}
	exporter := prometheus.New()
	exporter.Update(game.Measure)
	r := httptest.NewRecorder()
	exporter.ServeHTTP(r, nil)
	got := r.Body.String()
	for _, want := range []string{
		"bough_ticks_total 10\n", "bough_clock_seconds_total 1\n", "bough_hook_calls_total 50\n", "bough_script_errors_total 5\n",
		"bough_reloads_total 1\n", "bough_agents 5\n", "bough_quarantined_behaviors 0\n", "bough_file_errors 0\n",
		"bough_decision_age_seconds_bucket{importance=\"2\",le=\"0.01\"} 5\n", "bough_decision_age_seconds_count{importance=\"2\"} 5\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	for _, name := range []string{"bough_steps_total ", "bough_allocated_bytes_total "} {
		if strings.Contains(got, name+"0\n") || !strings.Contains(got, name) {
			t.Errorf("%s is 0 or missing", name)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
	log.Figures(game.Measure)
	const want = `level=INFO msg="scripts loaded" version=1 files="[count.lua troll.bt]" agents=0
level=ERROR msg=tired at=scripts/count.lua:3:27 agent=troll#1 tick=3 quarantined=false
level=INFO msg="scripts loaded" version=2 files=[count.lua] agents=5
level=INFO msg=edited agent=troll#1
`
	if got := out.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if last := out.String()[strings.LastIndex(out.String(), "level="):]; !strings.HasPrefix(last, "level=INFO msg=figures bough_ticks_total=10 ") || !strings.Contains(last, " bough_decision_age_seconds_count.2=5") {
		t.Error(last)
	}
}

// TestManyRooms plays rooms of different lengths, each in a loop of its own, and reads their figures meanwhile. Each name
// must have its type once, directly before all its figures, and a room that has ended must have none.
func TestManyRooms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rooms, step = 20, 100 * time.Millisecond
		files := fstest.MapFS{"a.bt": file("tree a\n  a\n"), "a.lua": file("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end }\n")}
		exporter := prometheus.New()
		play := func(n int) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n)*time.Second+step/2)
			defer cancel()
			game, err := bough.OpenFS(files, bough.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer game.Close()
			if _, err := game.Spawn("a", nil); err != nil {
				t.Error(err)
			}
			figures := exporter.With("room", fmt.Sprint(n))
			defer figures.Remove()
			loop := &bough.Loop{Game: game, Step: step}
			loop.After = func() { figures.Update(loop.Measure) }
			if err := loop.Run(ctx); err != nil {
				t.Error(err)
			}
		}
		var over sync.WaitGroup
		for n := range rooms {
			over.Go(func() { play(n + 1) })
		}
		for second := range rooms + 1 {
			time.Sleep(step)
			synctest.Wait()
			r := httptest.NewRecorder()
			exporter.ServeHTTP(r, nil)
			page := r.Body.String()
			for n := range rooms {
				want := ""
				if n >= second {
					want = fmt.Sprint(second*10 + 1)
				}
				for _, figure := range []string{"bough_ticks_total", "bough_tick_lateness_seconds_count"} {
					if got := figureOf(page, fmt.Sprintf("\n%s{room=\"%d\"} ", figure, n+1)); got != want {
						t.Errorf("after %d s room %d has %s %s, want %s", second, n+1, figure, got, want)
					}
				}
			}
			family, known := "", map[string]bool{}
			for line := range strings.Lines(page) {
				if rest, is := strings.CutPrefix(line, "# TYPE "); is {
					family, _, _ = strings.Cut(rest, " ")
					if known[family] {
						t.Errorf("%s has two types", family)
					}
					known[family] = true
				} else if !strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, family) {
					t.Errorf("after the type of %s: %s", family, line)
				}
			}
			// docs/embedding.md names the number of series.
			if n := strings.Count(page, fmt.Sprintf("{room=\"%d\"", rooms)); n != 52 && second < rooms || second == rooms && page != "" {
				t.Errorf("after %d s the last room has %d series, and there are %d names", second, n, len(known))
			}
			time.Sleep(time.Second - step)
		}
		over.Wait()
	})
}

// figureOf returns the value of a figure in the text of an exporter, or "" if there is none.
func figureOf(page, figure string) string {
	_, rest, _ := strings.Cut(page, figure)
	value, _, _ := strings.Cut(rest, "\n")
	return value
}
