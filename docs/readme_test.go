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
