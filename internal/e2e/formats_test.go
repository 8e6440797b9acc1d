package e2e

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/options"
	"github.com/bough-dev/bough/internal/statediff"
)

// Each file in testdata/formats was written in the format of its number, and is never written again. Beside it is what a
// game does that reads it. The game has the scripts in testdata/formats/scripts, which do not change either.

var writeFormats = flag.Bool("formats.write", false, "write the files of testdata/formats that are missing, in the present formats")

const formatsDir = "testdata/formats"

// formatDoors are the Go values of the game whose files are kept.
var formatDoors = doors{{0}, {1}, {2}}

// formatOptions returns the options of the game whose files are kept.
func formatOptions() bough.Options {
	return bough.Options{
		Values: formatDoors,
		Natives: map[string]*behaviors.Native{"steps": {Behavior: func(c *engine.Context) (engine.Status, error) {
			n, _ := (*c.Memory()).(int)
			*c.Memory() = n + 1
			c.Agent().Set(engine.KeyOf("out"), value.Number(float64(n)))
			return engine.Running, nil
		}}},
		Helpers: map[string][]bough.Helper{"game": {
			bough.Func("near(id, range): whether somebody is near", func(c *engine.Context, _ engine.AgentID, _ float64) bool { return c.Tick()/3%4 > 0 }),
			bough.Func("names(id): a list", func(c *engine.Context, _ engine.AgentID) []string { return make([]string, c.Tick()%3) }),
			bough.Func("door(n): a door", func(n int) *door { return formatDoors[n] }),
			bough.Func("number(door): the number of a door", func(d *door) int { return int(d.id) }),
		}},
	}
}

// formatGame opens the game.
func formatGame(files fs.FS, o bough.Options) (*bough.Game, error) {
	return bough.OpenFS(files, options.Combine(formatOptions(), o))
}

// formatFiles returns the files of the game.
func formatFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	scripts, files := os.DirFS(filepath.Join(formatsDir, "scripts")), fstest.MapFS{}
	list, err := assets.ReadContents(scripts)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		files[c.Path] = file(string(c.Text))
	}
	return files
}

// The ticks of the game. The snapshots are taken after savedAt ticks, and what happens until continuedTo is known.
// The files are edited and the game is restored only in the recording, which has all ticks.
const (
	savedAt     = 30
	continuedTo = 60
	editedAt    = 75
	restoredAt  = 90
	recordedTo  = 100
)

// formatStart opens and fills the game.
func formatStart(t *testing.T, files fs.FS, o bough.Options) *bough.Game {
	t.Helper()
	o.Seed = 7
	game, err := formatGame(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	for i, tree := range []string{"keeper", "walker", "hearer", "runner", "asker", "unlucky", "sleeper", "counter", "kinds"} {
		if _, err := game.Spawn(tree, bough.Fields{"hp": 10 * i, "x": 0, "home": value.Vector{X: 1, Y: 2.5}, "of": value.Other(formatDoors[i%3])}); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

// formatTick makes the inputs of the game before a tick, and the tick.
func formatTick(game *bough.Game, tick int) {
	w, hp := game.World(), engine.KeyOf("hp")
	for a := range w.Agents() {
		switch n := tick + 3*int(a.ID()); {
		case n%9 == 0:
			w.Post(a.ID(), engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: float64(tick)}), TTL: time.Second})
		case n%11 == 0:
			a.Impose(engine.Request{Kind: "fall", Channel: "legs", Priority: 2, Data: value.String("down")})
		case n%13 == 0:
			a.EndRequest("legs")
		case n%17 == 0:
			a.Set(hp, value.Number(float64(tick)))
		case n%29 == 0:
			a.SetPeriod(time.Second/7, hp)
		case n%31 == 0:
			a.SetPeriod(0)
		case n%47 == 0:
			a.Pause()
			a.Step()
		case n%53 == 0:
			a.Resume()
		}
	}
	switch tick {
	case 3:
		w.LimitTurns(8, time.Second)
	case 20:
		w.SetBoard("camp", "door", value.Other(formatDoors[1]))
	case 22:
		w.Post(3, engine.Stimulus{Name: "noise", Data: value.Other(&value.Table{Entries: []value.Entry{{Key: value.String("x"), Value: value.Number(1)}}}), TTL: time.Second})
	case 64:
		game.Mark("seen")
	}
	game.Tick(time.Duration(40+tick%3*10) * time.Millisecond)
}

// formatState describes the state of a game, without the history. If label is not "", it describes only that agent.
func formatState(game *bough.Game, label string) string {
	var out strings.Builder
	for _, line := range statediff.Words(game.World()) {
		line, _, _ = strings.Cut(line, "\n") // without the lines of scripts
		if strings.HasPrefix(line, label) && !strings.Contains(line, " ran ") {
			fmt.Fprintln(&out, line)
		}
	}
	game.World().BoardEntries(func(board, key string, v value.Value) bool {
		if label == "" {
			fmt.Fprintf(&out, "board %s has %s = %v\n", board, key, v)
		}
		return true
	})
	return out.String()
}

// keptFormat is a format of files. write returns a file in the newest format. read reads one and describes what is in it,
// and what the game does then.
type keptFormat struct {
	format.Format
	name, ext string
	parts     []*format.Format // the inner formats
	write     func(t *testing.T) []byte
	read      func(t *testing.T, data []byte) (string, error)
}

var keptFormats = []keptFormat{
	{format.Game, "game", ".snapshot", []*format.Format{&format.World, &format.Lua}, writeGame, readGame},
	{format.Agent, "agent", ".snapshot", []*format.Format{&format.WorldAgent, &format.Lua}, writeAgent, readAgent},
	{format.Recording, "recording", ".bough", nil, writeRecording, readRecording},
	{format.Format{First: 1, Oldest: 1, Newest: archive.Format, Inner: true}, "bundle", ".zip", nil, writeBundle, readBundle},
}

func writeGame(t *testing.T) []byte {
	game := formatStart(t, formatFiles(t), bough.Options{})
	for tick := 1; tick <= savedAt; tick++ {
		formatTick(game, tick)
	}
	return take(t, game)
}

func readGame(t *testing.T, data []byte) (string, error) {
	game := formatStart(t, formatFiles(t), bough.Options{Workers: 2})
	if err := game.Restore(data); err != nil {
		return "", err
	}
	text := "restored\n" + formatState(game, "")
	for tick := savedAt + 1; tick <= continuedTo; tick++ {
		formatTick(game, tick)
	}
	return text + "continued\n" + formatState(game, ""), nil
}

func writeAgent(t *testing.T) []byte {
	game := formatStart(t, formatFiles(t), bough.Options{})
	for tick := 1; tick <= savedAt; tick++ {
		formatTick(game, tick)
	}
	data, err := game.SnapshotAgent(game.World().Agent(1))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func readAgent(t *testing.T, data []byte) (string, error) {
	game := formatStart(t, formatFiles(t), bough.Options{})
	if err := game.Despawn(game.World().Agent(1)); err != nil {
		t.Fatal(err)
	}
	a, err := game.SpawnSnapshot(data)
	if err != nil {
		return "", err
	}
	text := "restored\n" + formatState(game, a.Label())
	for tick := 1; tick <= continuedTo-savedAt; tick++ {
		formatTick(game, tick)
	}
	return text + "continued\n" + formatState(game, a.Label()), nil
}

func writeRecording(t *testing.T) []byte {
	var out bytes.Buffer
	files, source := formatFiles(t), hotreload.NewManual()
	game := formatStart(t, files, bough.Options{Source: source, Record: bough.RecordOptions{To: &out, Replies: true, About: "kept"}})
	var saved []byte
	for tick := 1; tick <= recordedTo; tick++ {
		switch tick {
		case editedAt:
			files["walk.lua"] = file(strings.Replace(string(files["walk.lua"].Data), "bt.wait(0.15)", "bt.wait(0.25)", 1))
			source.Touch("walk.lua")
			saved = take(t, game)
		case restoredAt:
			if err := game.Restore(saved); err != nil {
				t.Fatal(err)
			}
		}
		formatTick(game, tick)
	}
	if err := game.Close(); err != nil {
		t.Fatal(err)
	}
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readRecording(t *testing.T, data []byte) (string, error) {
	r, err := bough.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	p, err := r.Replay(formatOptions)
	if err != nil {
		return "", err
	}
	defer p.Close()
	first, last := r.Ticks()
	text := fmt.Sprintf("about %s, ticks %d to %d, damage %v\n", r.About(), first, last, r.Damage())
	for _, m := range r.Marks() {
		text += m.String() + "\n"
	}
	for tick := first; tick <= last; tick++ {
		if err := p.Tick(); err != nil {
			return "", err
		}
		if tick == savedAt || tick == editedAt || tick == last {
			text += fmt.Sprintf("after tick %d\n%s", tick, formatState(p.Game(), ""))
		}
	}
	if err := p.Tick(); err != io.EOF {
		t.Errorf("after the last tick: %v", err)
	}
	return text, nil
}

func writeBundle(t *testing.T) []byte {
	var out bytes.Buffer
	if err := archive.Pack(&out, formatStart(t, formatFiles(t), bough.Options{}).Bundle()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readBundle(t *testing.T, data []byte) (string, error) {
	u, err := archive.Unpack(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d files, hash %s\n", u.Files, u.Hash), nil
}

// TestFormats reads each of the kept files. The game must be in the expected state, and go on as expected.
//
// After a change of the rules, a game may go on in another way; -update writes what it does now.
func TestFormats(t *testing.T) {
	for _, f := range keptFormats {
		for n := f.First; n <= f.Newest; n++ {
			t.Run(fmt.Sprintf("%s-%d", f.name, n), func(t *testing.T) { testFormat(t, &f, n) })
		}
	}
}

func testFormat(t *testing.T, f *keptFormat, n int) {
	path := filepath.Join(formatsDir, fmt.Sprintf("%s-%d", f.name, n))
	data, err := os.ReadFile(path + f.ext)
	if n == f.Newest && *writeFormats && errors.Is(err, fs.ErrNotExist) {
		data = f.write(t)
		err = os.WriteFile(path+f.ext, data, 0o644)
	}
	if err != nil {
		t.Fatalf("%v\ngo test ./internal/e2e -run Formats -formats.write -update writes a file in the newest format, which is then kept for ever", err)
	}
	if n == f.Newest {
		for _, part := range f.parts {
			if !bytes.Contains(data, []byte(part.Head())) {
				t.Errorf("it has no part in the format %q; a new number of a part needs a new number of the format %q", part.Head(), f.Name)
			}
		}
	}
	got, err := f.read(t, data)
	if n < f.Oldest && minor(data) < minor([]byte(format.Version))-1 {
		if want := fmt.Sprintf("format %d, and this is Bough %s", n, format.Version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v\nfiles of the version before must be read", err)
	}
	if *update {
		if err := os.WriteFile(path+".txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// minor returns the second number of the version of Bough in a file, or 0 if there is none.
func minor(data []byte) (n int) {
	if m := regexp.MustCompile(`\b0\.(\d+)\.\d+`).FindSubmatch(data[:min(len(data), format.MaxHead)]); m != nil {
		n, _ = strconv.Atoi(string(m[1]))
	}
	return n
}

// TestOtherVersion checks that the error of a replay that differs names the version of Bough that has made the recording,
// and that the error for a format that is not read names the versions that read it.
func TestOtherVersion(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(formatsDir, "recording-8.bough"))
	if err != nil {
		t.Fatal(err)
	}
	_, blocks, _ := bytes.Cut(data, []byte("\n"))
	for text, want := range map[string]string{
		"Bough recording 8, written by Bough 0.0.9":  "it was recorded by Bough 0.0.9, and this is Bough " + format.Version,
		"Bough recording 7":                          "no release reads it",
		"Bough recording 99, written by Bough 0.9.1": "use Bough 0.9.1, or the version after it",
		"Bough recording 6":                          "no release reads it",
	} {
		read := func() error {
			data := append([]byte(text+"\n"), blocks...)
			r, err := bough.OpenRecording(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				return err
			}
			p, err := r.Replay(func() bough.Options {
				return bough.Options{Values: formatDoors, Natives: map[string]*behaviors.Native{"steps": {Behavior: func(*engine.Context) (engine.Status, error) {
					return engine.Success, nil
				}}}}
			})
			if err != nil {
				return err
			}
			defer p.Close()
			for err == nil {
				err = p.Tick()
			}
			return err
		}
		if err := read(); !errors.Is(err, bough.ErrRecording) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
