package bough_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmeBlocks returns the fenced blocks of the README of one language.
func readmeBlocks(t *testing.T, language string) []string {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("the README has no %s block", language)
	}
	return out
}

// readmeFrame makes a program of the README's embedding.
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

// TestReadmeEmbedding: the embedding that the README shows compiles.
func TestReadmeEmbedding(t *testing.T) {
	body := "\t" + strings.ReplaceAll(readmeBlocks(t, "go")[0], "\n", "\n\t")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(strings.Replace(readmeFrame, "BODY", strings.TrimSuffix(body, "\t"), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
