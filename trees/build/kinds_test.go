package build

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/kind"
)

var update = flag.Bool("update", false, "write generated files anew")

// goType returns the Go type of the argument for a parameter of a kind.
func goType(t behaviors.ParamType) string {
	switch t {
	case behaviors.SecondsParam:
		return "time.Duration"
	case behaviors.CountParam:
		return "int"
	case behaviors.NumberParam, behaviors.WeightParam, behaviors.ChanceParam:
		return "float64"
	case behaviors.ValueParam:
		return "any"
	}
	return "string"
}

// goName converts reactive_sequence to ReactiveSequence.
func goName(kind string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(kind, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// kindsFile returns the content that kinds.go should have.
func kindsFile() string {
	var b strings.Builder
	b.WriteString("// Code generated from the catalog of kinds by go generate; DO NOT EDIT.\n\npackage build\n\nimport \"time\"\n")
	for _, k := range behaviors.Kinds {
		if k.Kind == kind.Tree {
			continue
		}
		var params, values []string
		for _, p := range k.Params[:k.Positional] {
			switch {
			case !p.Required && k.Positional == 1: // no argument or one
				params = append(params, p.Name+" ..."+goType(p.Type))
				values = append(values, "each("+p.Name+")...")
			case p.Required:
				params = append(params, p.Name+" "+goType(p.Type))
				values = append(values, p.Name)
			}
		}
		args := strings.Join(append([]string{fmt.Sprintf("%q", k.Name), "here()"}, values...), ", ")
		body := "newNode(" + args + ")"
		if k.Expression {
			params = append(params, "expression string")
			body = fmt.Sprintf("newNode(%q, here()).expr(expression, here())", k.Name)
		}
		fmt.Fprintf(&b, "\n// %s returns a node %s%s. %s\n", goName(k.Name), k.Name, rest(&k), k.Doc)
		fmt.Fprintf(&b, "func %s(%s) *Node { return %s }\n", goName(k.Name), strings.Join(params, ", "), body)
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// rest lists the parameters of a kind that With sets.
func rest(k *behaviors.Kind) string {
	var names []string
	for i, p := range k.Params {
		if i >= k.Positional || !p.Required && k.Positional > 1 {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; With takes " + strings.Join(names, ", ")
}

// TestKindsFile checks that kinds.go matches the catalog.
func TestKindsFile(t *testing.T) {
	want := kindsFile()
	if *update {
		if err := os.WriteFile("kinds.go", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("kinds.go")
	if err != nil || string(have) != want {
		t.Errorf("kinds.go differs from the catalog: run go generate ./trees/build (%v)", err)
	}
}
