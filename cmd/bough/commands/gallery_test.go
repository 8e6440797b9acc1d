package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/rogpeppe/go-internal/diff"
)

const gallery = "../../../scripts/gallery"

// TestGallery plays every scene of the gallery and compares the trace with the file beside it. With -update it
// writes the traces.
func TestGallery(t *testing.T) {
	scenes, err := filepath.Glob(gallery + "/*/*.scene")
	if err != nil || len(scenes) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	known := map[string]bool{}
	for _, file := range scenes {
		trace := strings.TrimSuffix(file, ".scene") + ".trace"
		known[trace] = true
		t.Run(strings.TrimSuffix(filepath.Base(file), ".scene"), func(t *testing.T) { playGolden(t, file, trace) })
	}
	traces, _ := filepath.Glob(gallery + "/*/*.trace")
	for _, f := range traces {
		if !known[f] {
			t.Errorf("%s belongs to no scene", f)
		}
	}
}

// TestGalleryIsReplayed records a third of the scenes of the gallery, or all with -scripts.long, and replays them with
// another number of workers.
func TestGalleryIsReplayed(t *testing.T) {
	scenes, err := filepath.Glob(gallery + "/*/*.scene")
	if err != nil || len(scenes) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	for i, file := range scenes {
		if i%3 > 0 && !*long {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".scene"), func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "a.bough")
			for _, args := range [][]string{{"run", file, "--record", to}, {"replay", to, "--workers", "3"}} {
				var out, errs bytes.Buffer
				if code := stock(args, &out, &errs); code != 0 {
					t.Fatalf("%s: exit code %d\n%s", args[0], code, errs.String())
				}
			}
		})
	}
}

// TestGalleryIsRestored plays every scene of the gallery and restores the game after each tick. The traces must
// stay the same.
func TestGalleryIsRestored(t *testing.T) {
	scenes, err := filepath.Glob(gallery + "/*/*.scene")
	if err != nil || len(scenes) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	for _, file := range scenes {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".scene"), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(file, ".scene") + ".trace")
			if err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			if code := stock([]string{"run", file, "--synctest", "2"}, &out, &errs); code != 0 {
				t.Fatalf("exit code %d\n%s", code, errs.String())
			}
			if got := fromRoot(&out); !bytes.Equal(got, want) {
				t.Errorf("restored after each tick, it plays otherwise\n%s", diff.Diff("trace", want, "now", got))
			}
		})
	}
}

// TestCheckFindsNothingInSamplesAndGallery checks that check finds nothing in the examples that Bough ships.
func TestCheckFindsNothingInSamplesAndGallery(t *testing.T) {
	dirs, err := filepath.Glob(gallery + "/*/*.scene")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no gallery: %v", err)
	}
	for i, scene := range dirs {
		dirs[i] = filepath.Dir(scene)
	}
	for _, dir := range slices.Compact(append(dirs, "../../../scripts")) {
		var out, errs bytes.Buffer
		if code := stock([]string{"check", "--strict", dir}, &out, &errs); code != 0 || !strings.Contains(out.String(), "no problems") {
			t.Errorf("%s: exit code %d\n%s%s", dir, code, out.String(), errs.String())
		}
	}
}

func playGolden(t *testing.T, file, trace string) {
	var out, errs bytes.Buffer
	if code := stock([]string{"run", file}, &out, &errs); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
	got := fromRoot(&out)
	if *update {
		if err := os.WriteFile(trace, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s plays otherwise than %s says; if it should, write that anew: go test ./cmd/bough/commands -run TestGallery -update\n%s",
			file, trace, diff.Diff(trace, want, "now", got))
	}
}

// fromRoot returns the output of a command with paths as in the folder of the module.
func fromRoot(out *bytes.Buffer) []byte {
	return bytes.ReplaceAll(out.Bytes(), []byte("../../../"), nil)
}

// TestScenesPage checks that the page about scenes explains each command, written as in its usage, and no other
// command.
func TestScenesPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/scenes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| command |")
	var rows []string
	for line := range strings.Lines(table) {
		if row, ok := strings.CutPrefix(line, "| `"); ok {
			usage, _, _ := strings.Cut(row, "` |")
			rows = append(rows, usage)
		}
	}
	want := scene.Usages()
	slices.Sort(rows)
	slices.Sort(want)
	if !slices.Equal(rows, want) {
		t.Errorf("the page explains %q, and there are %q", rows, want)
	}
}
