package bough_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
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

// TestReadmeScripts plays the script and the tree that the README shows; the
// other behaviors of the tree are empty.
func TestReadmeScripts(t *testing.T) {
	files := fstest.MapFS{
		"combat/melee.lua": {Data: []byte(readmeBlocks(t, "lua")[0])},
		"guard.bt":         {Data: []byte(readmeBlocks(t, "bt")[0])},
		"agent.fields":     {Data: []byte("hp: hit points\ntarget: whom it fights\ndistance: to the target\n")},
	}
	for _, name := range []string{"root", "flee", "combat", "combat/chase", "patrol"} {
		files[name+".lua"] = &fstest.MapFile{Data: []byte("return {}\n")}
	}
	game, err := bough.OpenFS(files, bough.Options{Development: true})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if problems := game.Load(); len(problems) > 0 {
		t.Fatal(problems)
	}
	a, err := game.Spawn("guard", bough.Fields{"hp": 100, "target": 7, "distance": 2})
	if err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	if !a.IsActive("combat.melee") || len(game.World().Faults()) > 0 {
		t.Errorf("%s", a.Explain())
	}
}

// TestReadmeMessage: the message that the README shows is the one that is given.
func TestReadmeMessage(t *testing.T) {
	files := fstest.MapFS{"combat/melee.lua": {Data: []byte("return {\n  on_entre = function(agent) end,\n}\n")}}
	game, err := bough.OpenFS(files, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if got, want := game.Load().Error()+"\n", readmeBlocks(t, "text")[0]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
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
