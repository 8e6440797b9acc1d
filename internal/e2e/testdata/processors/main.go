// Command processors records and replays a game whose scripts use all arithmetic of Lua and of package geom. A test
// builds it for several processors, each of which must repeat the recordings of the others.
//
//	processors record FILE
//	processors replay FILE...
package main

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/geom"
)

//go:embed scripts
var scripts embed.FS

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(command string, files []string) error {
	for _, file := range files {
		if command == "record" {
			data, err := record()
			if err == nil {
				err = os.WriteFile(file, data, 0o666)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := replay(file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func record() ([]byte, error) {
	files, err := fs.Sub(scripts, "scripts")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	var fault error
	game, err := bough.OpenFS(files, bough.Options{
		Helpers: map[string][]bough.Helper{"geom": geom.Helpers()},
		OnFault: func(f *engine.Fault) { fault = f },
		Record:  bough.RecordOptions{To: &out, Replies: true},
	})
	if err != nil {
		return nil, err
	}
	for i := range 12 {
		if _, err := game.Spawn("probe", bough.Fields{"x": value.Number(float64(i) / 7), "y": value.Number(0), "hunger": value.Number(float64(i) / 3)}); err != nil {
			return nil, err
		}
	}
	for range 400 {
		game.Tick(time.Second / 30)
	}
	game.Close()
	if fault != nil {
		return nil, fault
	}
	return out.Bytes(), game.RecordingErr()
}

func replay(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	recording, err := bough.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	replay, err := recording.Replay(nil)
	if err != nil {
		return err
	}
	defer replay.Close()
	for err == nil {
		err = replay.Tick()
	}
	if err == io.EOF {
		return nil
	}
	return err
}
