package arena

import (
	"bytes"
	"io/fs"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/scripts"
)

// recordArena records an arena, and returns the recording.
func recordArena(t testing.TB, o bough.Options, agents, ticks int, between func(tick int, a *Arena)) *bough.Recording {
	t.Helper()
	var out bytes.Buffer
	o.Seed, o.Record.To = 1, &out
	game, err := bough.OpenFS(scripts.FS, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(game, Options{Seed: 1, Agents: agents})
	if err != nil {
		t.Fatal(err)
	}
	for i := range ticks {
		if between != nil {
			between(i, a)
		}
		a.Tick()
	}
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	r, err := bough.OpenRecording(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", out.Len())
	return r
}

func stepper(agents, workers int) bough.Stepper {
	return func(files fs.FS, o bough.Options) (*bough.Game, func(), error) {
		o.Workers = workers
		game, err := bough.OpenFS(files, o)
		if err != nil {
			return nil, nil, err
		}
		a, err := New(game, Options{Seed: o.Seed, Agents: agents})
		if err != nil {
			game.Close()
			return nil, nil, err
		}
		return game, a.Tick, nil
	}
}

func TestRerun(t *testing.T) {
	const agents, ticks = 60, 400
	r := recordArena(t, bough.Options{Workers: 2, Record: bough.RecordOptions{Replies: true}}, agents, ticks, func(tick int, a *Arena) {
		if tick == 150 {
			a.Noise(3)
		}
		if tick%100 == 70 {
			for b := range a.game.World().Agents() {
				b.Pause()
				break
			}
		}
	})
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.GoTo(ticks); err != nil {
		t.Fatal(err)
	}
	same, err := r.Rerun(bough.RerunOptions{Files: scripts.FS, Step: stepper(agents, 3)})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", same)
	open, err := r.Rerun(bough.RerunOptions{Files: scripts.FS})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", open)
}
