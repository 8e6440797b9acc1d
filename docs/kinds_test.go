package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
)

// TestKindsPage checks that kinds.md lists the catalog.
func TestKindsPage(t *testing.T) {
	want := kindsPage()
	if *update {
		if err := os.WriteFile("kinds.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("kinds.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("kinds.md is not what the catalog says; -update rewrites it")
	}
}

func kindsPage() string {
	var b strings.Builder
	b.WriteString(`# Node kinds

This page lists the nodes that a tree may have besides behaviors. ` + "`bough kinds`" + `
([how to get ` + "`bough`" + `](../README.md#get-it)) prints the same list with the kinds that your
scripts define, and ` + "`bough kinds parallel`" + ` describes one of them.
[semantics.md](semantics.md#kinds-of-nodes) has the exact rules, and [trees.md](trees.md) says
how to write a tree.

A heading with two names has an alias: both names mean the same.
`)
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		if i == 0 || behaviors.Kinds[i-1].Group != k.Group {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", k.Group, k.Group.Doc())
		}
		writeKind(&b, k)
	}
	return b.String()
}

func writeKind(b *strings.Builder, k *behaviors.Kind) {
	fmt.Fprintf(b, "\n### %s\n\n", strings.Join(append([]string{k.Name}, k.Aliases...), ", "))
	fmt.Fprintln(b, k.Doc)
	if k.Expression {
		b.WriteString("A Lua expression follows the name.\n")
	}
	writeParams(b, "parameter", k.Params, k.Positional)
	writeParams(b, "parameter of a child", k.ChildParams, 0)
	fmt.Fprintf(b, "\n```bt\n%s```\n", k.Example)
}

func writeParams(b *strings.Builder, title string, list []behaviors.Param, positional int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | type | what it does | without it |\n| --- | --- | --- | --- |\n", title)
	for i := range list {
		p := &list[i]
		typ, without := p.Type.String(), p.Default
		if p.Type == behaviors.WordParam {
			typ = strings.Join(p.Words, ", ")
		}
		if p.Required {
			without = "must be given"
		}
		doc := p.Doc
		if i < positional {
			doc += " It may be given without its name."
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", p.Name, typ, cell(doc), cell(without))
	}
}
