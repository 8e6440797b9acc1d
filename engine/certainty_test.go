package engine_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/internal/reference"
)

// certaintyRow is a row of the table of decorators in docs/semantics.md.
type certaintyRow struct {
	line string    // the decorator, as a line of a tree
	of   [3]string // certainty of the decorator, by the certainty of its child
}

// certaintyTable reads the table of decorators.
func certaintyTable(t *testing.T) []certaintyRow {
	t.Helper()
	page, err := os.ReadFile("../docs/semantics.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- begin certainty -->")
	table, _, ok := strings.Cut(table, "<!-- end certainty -->")
	if !ok {
		t.Fatal("semantics.md has no table between the marks of certainty")
	}
	var rows []certaintyRow
	read := 0
	code := regexp.MustCompile("`([^`]+)`")
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]*`+"`"+`[^|]*) \| (\w+) \| (\w+) \| (\w+) \|$`).FindAllStringSubmatch(table, -1) {
		read++
		for _, decorator := range code.FindAllStringSubmatch(m[1], -1) {
			rows = append(rows, certaintyRow{decorator[1], [3]string{m[2], m[3], m[4]}})
		}
	}
	if lines := strings.Count(table, "\n| ") - 2; read != lines { // without the header
		t.Errorf("%d of %d rows can be read", read, lines)
	}
	return rows
}

// TestCertaintyOfDecorators checks the engine and the reference against the table of
// decorators in docs/semantics.md, for a child that is certain to fail, certain to
// succeed, or open. The decorator is not ready if its Failure is certain, and an invert
// above it is not ready if its Success is certain.
func TestCertaintyOfDecorators(t *testing.T) {
	children := [3]string{"fail", "succeed", "idle"}
	machines := map[string]conform.New{"reference": reference.New, "engine": newMachine(engine.Options{})}
	shown := map[string]bool{}
	for _, row := range certaintyTable(t) {
		shown[strings.Fields(row.line)[0]] = true
		for i, child := range children {
			for name, machine := range machines {
				got := "open"
				if !isReady(t, machine, row.line, child) {
					got = "Failure"
				} else if !isReady(t, machine, "invert", row.line, child) {
					got = "Success"
				}
				if got != row.of[i] {
					t.Errorf("%s over %s: the page says %s, the %s %s", row.line, child, row.of[i], name, got)
				}
			}
		}
	}
	for _, k := range conform.Kinds {
		if k.Shape == conform.Decorator && !shown[k.Name] {
			t.Errorf("the table of semantics.md has no row for %s", k.Name)
		}
	}
}

// isReady reports whether the first of nodes is ready in the first tick. Each node is the
// only child of the node before it.
func isReady(t *testing.T, machine conform.New, nodes ...string) bool {
	t.Helper()
	var tree strings.Builder
	for i, n := range nodes {
		fmt.Fprintf(&tree, "%s%s\n", strings.Repeat("  ", i+2), n)
	}
	text := "case c\nabout Certainty.\nrule N6\ntree\n  priority\n" + tree.String() + "    rest\nrun\n  tick\n"
	c, errs := conform.ParseInputs("text", []byte(text))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	r := conform.Run(c, machine)
	if len(r.Views) == 0 {
		t.Fatal(r.Diff)
	}
	return len(r.Events[0][0]) == 0 // the node rest was not called
}
