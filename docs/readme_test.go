package docs_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readmeFrame is the program around the Go example of the README.
const readmeFrame = `package main

import (
	"log"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
)

var (
	ticker = time.NewTicker(50 * time.Millisecond)
	arena  sights
)

type sights struct{}

func (sights) Sight(id int, reach float64) *int { return nil }

func carryOut(*bough.Agent, string, engine.Request) {}

func main() {
BODY}
`

// TestReadmeGo checks that the README names the version of Go in go.mod. The command go vet finds what is newer than that.
func TestReadmeGo(t *testing.T) {
	_, line, _ := strings.Cut(readPage(t, "../go.mod"), "\ngo ")
	version, _, _ := strings.Cut(line, ".0\n")
	if want := "You need Go " + version + " or later"; !strings.Contains(readPage(t, "../README.md"), want) {
		t.Errorf("the README does not say %q", want)
	}
}

// TestReadmeEmbedding checks that the Go example in the README compiles.
func TestReadmeEmbedding(t *testing.T) {
	p := load(t, "../README.md")
	i := slices.IndexFunc(p.blocks, func(b *block) bool { return b.lang == "go" })
	if i < 0 {
		t.Fatal("the README shows no Go")
	}
	body := strings.TrimSuffix("\t"+strings.ReplaceAll(p.blocks[i].text, "\n", "\n\t"), "\t")
	file := filepath.Join(t.TempDir(), "main.go")
	write(t, file, []byte(strings.Replace(readmeFrame, "BODY", body, 1)))
	goTool(t, ".", "vet", file)
}
