package e2e

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
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
