package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/lang"
)

const apiPage = "../../../docs/lua-api.md"

// apiHead is the hand-written beginning of the page. The output of the command follows.
const apiHead = `# What scripts can call

This page lists everything that a script can use: the hooks and fields of a behavior's table, the
table bt, the helpers geom for geometry, the helpers field of the arena of ` + "`bough play`" + `, and the
functions of Lua 5.1. ` + "`bough api`" + ` ([how to get ` + "`bough`" + `](../README.md#get-it)) prints the same list.
` + "`bough api bt.wait`" + ` prints one entry, and ` + "`bough api --json`" + ` prints the list for programs. With
` + "`bough api --luals -w`" + `, an editor with the Lua language server completes and explains
these names: [editors.md](editors.md#completion-for-scripts).

A game has helpers of its own; [embedding.md](embedding.md#open-and-load) says how to list them. A ?
after a parameter means that the parameter is optional. A ? after a type means that the value may be
nil. Letters and numbers in brackets are rules of [semantics.md](semantics.md).

`

// TestLuaAPIPage checks that docs/lua-api.md contains the output of the command. With -update it
// writes the page.
func TestLuaAPIPage(t *testing.T) {
	api, err := gameAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := apiHead + api.Markdown()
	if *update {
		if err := os.WriteFile(apiPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(apiPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what bough api lists; go test ./cmd/bough/commands -run TestLuaAPIPage -update writes it", apiPage)
	}
}

// TestGeometryNamesFunctionsThatExist checks that package geom has the functions that check
// --geometry recommends.
func TestGeometryNamesFunctionsThatExist(t *testing.T) {
	api, err := gameAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`geom\.\w+`)
	for name, instead := range geometryInstead {
		for _, f := range append(call.FindAllString(instead().Text, -1), name) {
			if _, err := api.Find(f); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestAPIInChinese checks that each description is translated, and that package apidoc has no translation of another text.
func TestAPIInChinese(t *testing.T) {
	english, err := gameAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	var known strings.Builder
	for _, g := range english.Groups {
		fmt.Fprintf(&known, "%q\n", g.Doc)
		for _, e := range g.Entries {
			fmt.Fprintf(&known, "%q\n", e.Doc)
		}
	}
	const dir = "../../../internal/apidoc/"
	sources, err := filepath.Glob(dir + "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		if text, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		} else if filepath.Base(name) != "zh.go" {
			known.Write(text)
		}
	}
	table, err := os.ReadFile(dir + "zh.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t\t("(?:[^"\\]|\\.)*"):`).FindAllStringSubmatch(string(table), -1) {
		if !strings.Contains(known.String(), m[1]) {
			t.Errorf("nothing has the text %s", m[1])
		}
	}
	if err := lang.Set("zh"); err != nil {
		t.Fatal(err)
	}
	defer lang.Set("en")
	chinese, err := gameAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	wide := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return cells.Of(r) == 2 })
	}
	for _, g := range chinese.Groups {
		if !wide(g.Doc) {
			t.Errorf("no translation of %q", g.Doc)
		}
		for _, e := range g.Entries {
			if !wide(e.Doc) {
				t.Errorf("%s: no translation of %q", e.Name, e.Doc)
			}
		}
	}
}
