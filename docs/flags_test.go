package docs_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// testFlag is a flag that the tests of a package define.
type testFlag struct{ dir, name, normal, usage string }

// testFlags returns the flags of all tests, sorted.
func testFlags(t *testing.T) (list []testFlag) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata") {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel("..", filepath.Dir(path))
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok {
				if x, ok := f.X.(*ast.Ident); ok && x.Name == "flag" {
					list = append(list, testFlag{filepath.ToSlash(dir), literal(t, call.Args[0]), literal(t, call.Args[1]), literal(t, call.Args[2])})
				}
			}
			return true
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b testFlag) int { return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(a.name, b.name)) })
	return list
}

// literal returns the value of a constant of a flag.
func literal(t *testing.T, x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.BasicLit:
		if text, err := strconv.Unquote(x.Value); err == nil {
			return text
		}
		return x.Value
	case *ast.BinaryExpr: // as in 1<<17
		return literal(t, x.X) + x.Op.String() + literal(t, x.Y)
	}
	t.Errorf("a flag has an argument of type %T, which the page of flags cannot show", x)
	return ""
}

const flagsStart = `# Flags of the tests

This page is for people who change the Go code of Bough. ` + "`go test ./...`" + ` takes about a minute. Flags make its tests longer,
give them other seeds, or make them write the files that they compare with. [CONTRIBUTING.md](../CONTRIBUTING.md) says which
tests belong to a change. For example, this compares 20,000 random trees with the reference:

` + "```sh" + `
go test ./engine -run ManyTrees -trees 20000
` + "```" + `

A test that fails prints the flags that repeat it. Some tests need other programs, and are skipped without them:
` + "`BOUGH_BEHAVIOR3` and `BOUGH_BTCPP`" + ` are the folders made by ` + "`.ci/behavior3` and `.ci/btcpp`, and `CHROMIUM`" + ` is the
browser. The last column is what ` + "`.ci/run`" + ` gives; "is set" means a flag without a value. A test makes this page from the
code.

| flag | normally | what it does | in ` + "`.ci/run`" + ` |
| --- | --- | --- | --- |
`

// TestFlagsPage checks that the page of flags has those that are in the code.
func TestFlagsPage(t *testing.T) {
	script := readPage(t, "../.ci/run")
	var b strings.Builder
	b.WriteString(flagsStart)
	dir := ""
	for _, f := range testFlags(t) {
		if f.dir != dir {
			dir = f.dir
			fmt.Fprintf(&b, "| **%s** | | | |\n", dir)
		}
		normal := f.normal
		if normal == "" || normal == "false" {
			normal = "not set"
		}
		var given []string
		for _, m := range regexp.MustCompile(`go test [^\n]*\./`+regexp.QuoteMeta(dir)+`(?: [^\n]*)? -`+regexp.QuoteMeta(f.name)+`(?: ([^-#\s]\S*)|\s)`).FindAllStringSubmatch(script, -1) {
			given = append(given, cmp.Or(m[1], "is set"))
		}
		fmt.Fprintf(&b, "| `-%s` | %s | %s | %s |\n", f.name, normal, strings.ReplaceAll(f.usage, "|", `\|`), strings.Join(slices.Compact(given), ", "))
	}
	if *update {
		if err := os.WriteFile("test-flags.md", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if readPage(t, "test-flags.md") != b.String() {
		t.Error("test-flags.md does not have the flags of the code; -update rewrites it")
	}
}

// TestGoldensAreAll checks that .ci/goldens names each package whose tests have a flag -update.
func TestGoldensAreAll(t *testing.T) {
	script, n := readPage(t, "../.ci/goldens"), 0
	for _, f := range testFlags(t) {
		if f.name != "update" {
			continue
		}
		n++
		if !regexp.MustCompile(`(?m)\./` + regexp.QuoteMeta(f.dir) + `(\s|$)`).MatchString(script) {
			t.Errorf(".ci/goldens does not write the files of ./%s", f.dir)
		}
	}
	if n < 10 {
		t.Errorf("%d packages found", n)
	}
}
