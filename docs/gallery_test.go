package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/testdata"
)

// galleryDir is where the examples are in the copy of the samples.
const galleryDir = "gallery"

// gallerySections are the examples in the order of the page. An example that is in
// none of them is an error.
var gallerySections = []struct {
	title    string
	examples []string
}{
	{"Kingdoms of Amalur: Reckoning", []string{"melee", "listen_and_remember", "stimuli", "importance"}},
	{"TinyBT", []string{"ball_robot", "door", "patrols", "two_of_three"}},
	{"OwlCat", []string{"ok_its_my_time", "woodcutter", "burst", "inverter", "filter_and_monitor", "monsters"}},
	{"BT Framework", []string{"interval_and_cooldown", "comparisons", "flexible_parallel", "reset"}},
	{"TsiU", []string{"demo_move", "demo_breathe", "demo_turn", "machines", "miner", "level_of_detail", "requests", "animation", "clip_groups", "eat_and_drink", "rounds", "not_and_or_xor"}},
	{"libbehavior", []string{"opponent"}},
	{"Besides", []string{"tavern", "utility_villager", "goal_door", "boards"}},
}

// galleryNotes holds the notes on differences that apply to all examples of a section.
var galleryNotes = map[string]string{
	"Kingdoms of Amalur: Reckoning": `These are from Dawe's chapter. The Lua of that game was built with whole numbers instead
of floating-point ones, and took its memory from the allocator of the engine. Here numbers
are those of Lua 5.1, and memory is Go's.`,
}

// TestGalleryPage checks that gallery.md is made of the examples themselves.
func TestGalleryPage(t *testing.T) {
	want := galleryPage(t)
	if *update {
		if err := os.WriteFile("gallery.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("gallery.md is not what the examples say; -update rewrites it")
	}
}

func galleryPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# Gallery

These are well-known examples of other systems, written for Bough. Each example is a
folder below ` + "`scripts/gallery`" + ` with its tree, its behaviors, and a scene that plays it.
The examples come with [Bough's source](../README.md#bough), where ` + "`go run ./cmd/bough`" + `
is the same as ` + "`bough`" + `. Edit an example and play it again.
`)
	dirs, err := fs.Glob(testdata.Samples(), galleryDir+"/*/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, d := range dirs {
		left = append(left, path.Base(path.Dir(d)))
	}
	for _, s := range gallerySections {
		title := "\n## " + s.title + "\n"
		if note := galleryNotes[s.title]; note != "" {
			title += "\n" + note + "\n"
		}
		for _, name := range s.examples {
			if i := slices.Index(left, name); i >= 0 {
				left = slices.Delete(left, i, i+1)
				b.WriteString(title)
				title = ""
				writeExample(t, &b, name)
			}
		}
	}
	writeGoExample(t, &b)
	if len(left) > 0 {
		t.Errorf("examples in no section: %v", left)
	}
	return b.String()
}

func writeExample(t *testing.T, b *strings.Builder, name string) {
	dir := path.Join(galleryDir, name)
	text := readSample(t, path.Join(dir, "README.md"))
	fmt.Fprintf(b, "\n##%s\n", strings.TrimRight(text, "\n"))
	samples := testdata.Samples()
	trees, _ := fs.Glob(samples, dir+"/*.bt")
	for _, f := range trees {
		fmt.Fprintf(b, "\n```bt\n%s```\n", readSample(t, f))
	}
	scenes, _ := fs.Glob(samples, dir+"/*.scene")
	if len(scenes) == 0 {
		t.Errorf("%s has no scene", dir)
	}
	for _, f := range scenes {
		fmt.Fprintf(b, "\n```\nbough run scripts/%s\n```\n", f)
		fmt.Fprintf(b, "\n```text\n%s```\n", beginning(readSample(t, strings.TrimSuffix(f, ".scene")+".trace")))
	}
}

// goExample is the example without scripts; its output is checked where it stands.
const goExample = "../engine/example_test.go"

func writeGoExample(t *testing.T, b *strings.Builder) {
	_, body, ok := strings.Cut(readPage(t, goExample), "\n)\n\n")
	if !ok {
		t.Fatalf("%s has no imports", goExample)
	}
	b.WriteString(`
### Behaviors in Go only

A tree without a script and without a file, in package engine alone.

` + "```go\n" + body + "```\n" + `
` + "```\ngo test ./engine -run '^Example$' -v\n```\n")
}

// beginning returns as much of a trace as a page can bear.
func beginning(trace string) string {
	const most = 40
	lines := strings.SplitAfter(trace, "\n")
	if len(lines) <= most {
		return trace
	}
	return strings.Join(lines[:most], "") + "...\n"
}

func readSample(t *testing.T, file string) string {
	text, err := testdata.Samples().ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readPage(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
