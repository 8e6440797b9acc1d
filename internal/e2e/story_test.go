package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestStories plays the sessions that the files in testdata/stories describe.
//
// A story is a txtar archive. Its comment may set "tree", "ticks" per round, and fields with "set name=value". It
// may also name acts for the beginning of a round, when the files of the round are saved: "in 3 rollback 1", "in 4
// unpin", "in 2 pin". A file named 1/melee.lua exists at the start; a file named 2/melee.lua is saved before the
// second round, and so on. A file whose only line is DELETE is deleted. The file "want" holds the expected output
// of the session; -update writes it.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/stories/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d stories found: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := newStory(t, ar).play()
			last := wanted(ar)
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got != string(last.Data) {
				t.Errorf("got\n%s\nwant\n%s", got, last.Data)
			}
		})
	}
}

// wanted returns the file with the expected output of a session. It adds the file if there is none.
func wanted(ar *txtar.Archive) *txtar.File {
	for i := range ar.Files {
		if ar.Files[i].Name == "want" {
			return &ar.Files[i]
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: "want"})
	return &ar.Files[len(ar.Files)-1]
}

// story is a running session.
type story struct {
	t      *testing.T
	rounds []map[string][]byte
	fs     fstest.MapFS
	source *hotreload.Manual
	tree   string
	ticks  int
	fields bough.Fields
	acts   map[int][]string // by round
	out    bytes.Buffer
}

func newStory(t *testing.T, ar *txtar.Archive) *story {
	s := &story{t: t, fs: fstest.MapFS{}, source: hotreload.NewManual(), tree: "main", ticks: 2, fields: bough.Fields{}, acts: map[int][]string{}}
	for line := range strings.Lines(string(ar.Comment)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "tree":
			s.tree = rest
		case "ticks":
			s.ticks, _ = strconv.Atoi(rest)
		case "set":
			name, value, _ := strings.Cut(rest, "=")
			s.fields[name], _ = strconv.ParseFloat(value, 64)
		case "in":
			round, act, _ := strings.Cut(rest, " ")
			n, _ := strconv.Atoi(round)
			s.acts[n] = append(s.acts[n], act)
			for len(s.rounds) < n {
				s.rounds = append(s.rounds, map[string][]byte{})
			}
		}
	}
	for _, f := range ar.Files {
		round, name, ok := strings.Cut(f.Name, "/")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(round)
		if err != nil {
			t.Fatalf("file %s: want a round, as in 1/%s", f.Name, f.Name)
		}
		for len(s.rounds) < n {
			s.rounds = append(s.rounds, map[string][]byte{})
		}
		s.rounds[n-1][name] = f.Data
	}
	return s
}

// save writes the files of a round and returns their names.
func (s *story) save(round map[string][]byte) []string {
	var names []string
	for name, data := range round {
		names = append(names, name)
		if string(data) == "DELETE\n" {
			delete(s.fs, name)
		} else {
			s.fs[name] = &fstest.MapFile{Data: data}
		}
	}
	sort.Strings(names)
	return names
}

func (s *story) play() string {
	s.save(s.rounds[0])
	game, err := bough.OpenFS(s.fs, bough.Options{
		Seed: 1, Source: s.source,
		Now:      func() time.Time { return time.Time{} },
		OnReload: s.reloaded,
		OnFault:  func(f *engine.Fault) { fmt.Fprintln(&s.out, f.Error()) },
		OnLog: func(a *bough.Agent, text string) {
			if a == nil {
				fmt.Fprintln(&s.out, "log:", text)
			} else {
				fmt.Fprintln(&s.out, "log", a.Label()+":", text)
			}
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	fmt.Fprintln(&s.out, "round 1")
	game.Load()
	game.World().Observe(func(e engine.Event) {
		if e.Kind != engine.EventResult && e.Kind != engine.EventFault {
			fmt.Fprintln(&s.out, e)
		}
	})
	if _, err := game.Spawn(s.tree, s.fields); err != nil {
		fmt.Fprintln(&s.out, "spawn:", err)
	}
	for i, round := range s.rounds {
		if i > 0 {
			fmt.Fprintf(&s.out, "round %d\n", i+1)
			s.source.Touch(s.save(round)...)
		}
		for _, act := range s.acts[i+1] {
			s.act(game, act)
		}
		for range s.ticks {
			game.Tick(100 * time.Millisecond)
		}
	}
	fmt.Fprintln(&s.out, "end")
	game.Close()
	return s.out.String()
}

func (s *story) act(game *bough.Game, act string) {
	word, number, _ := strings.Cut(act, " ")
	n, _ := strconv.Atoi(number)
	var err error
	switch word {
	case "rollback":
		err = game.Rollback(n)
	case "pin":
		game.Pin()
	case "unpin":
		game.Unpin()
	default:
		err = fmt.Errorf("unknown word %q", word)
	}
	if err != nil {
		fmt.Fprintf(&s.out, "%s: %v\n", act, err)
	}
}

func (s *story) reloaded(r *assets.Report) {
	fmt.Fprintf(&s.out, "version %d", r.Version)
	if r.Rollback > 0 {
		fmt.Fprintf(&s.out, ", back to %d", r.Rollback)
	}
	if len(r.Applied) > 0 {
		fmt.Fprintf(&s.out, ", in: %s", strings.Join(r.Applied, ", "))
	}
	if len(r.Restored) > 0 {
		fmt.Fprintf(&s.out, ", as before: %s", strings.Join(r.Restored, ", "))
	}
	if len(r.Held) > 0 {
		fmt.Fprintf(&s.out, ", held back: %s", strings.Join(r.Held, ", "))
	}
	if len(r.Missing) > 0 {
		fmt.Fprintf(&s.out, ", missing: %s", strings.Join(r.Missing, ", "))
	}
	if len(r.Waiting) > 0 {
		fmt.Fprintf(&s.out, ", kept out: %s", strings.Join(r.Waiting, ", "))
	}
	fmt.Fprintln(&s.out)
	for _, text := range r.Restarts {
		fmt.Fprintln(&s.out, text)
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(&s.out, r.Problems)
	}
}
