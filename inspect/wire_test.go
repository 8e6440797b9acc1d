package inspect

import (
	"flag"
	"fmt"
	"github.com/bough-dev/bough/inspect/wire"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files that tests compare")

// typeScript writes the structs of Go files as interfaces of TypeScript, with their comments.
type typeScript struct {
	b     strings.Builder
	lists []string // names of the fields that are lists and are not left out if they are empty
}

func (ts *typeScript) comment(indent string, groups ...*ast.CommentGroup) {
	for _, g := range groups {
		for line := range strings.Lines(g.Text()) {
			fmt.Fprintf(&ts.b, "%s// %s\n", indent, strings.TrimSpace(line))
		}
	}
}

// name returns the name in TypeScript of a type in Go.
func (ts *typeScript) name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "int", "int64", "float64":
			return "number"
		}
		if ast.IsExported(e.Name) {
			return e.Name
		}
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return ts.name(e.X)
	case *ast.ArrayType:
		if elem, ok := e.Elt.(*ast.Ident); ok && elem.Name == "byte" {
			return "string" // in base64
		}
		elem := ts.name(e.Elt)
		if n, ok := e.Len.(*ast.BasicLit); ok {
			k, err := strconv.Atoi(n.Value)
			if err != nil {
				panic(err)
			}
			return "[" + strings.TrimSuffix(strings.Repeat(elem+", ", k), ", ") + "]"
		}
		return elem + "[]"
	}
	panic(fmt.Sprintf("no type of TypeScript for %T %v", e, e))
}

func (ts *typeScript) structure(doc *ast.CommentGroup, name string, s *ast.StructType) {
	ts.b.WriteByte('\n')
	ts.comment("", doc)
	var bases []string
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			bases = append(bases, ts.name(f.Type))
		}
	}
	fmt.Fprintf(&ts.b, "export interface %s ", name)
	if len(bases) > 0 {
		fmt.Fprintf(&ts.b, "extends %s ", strings.Join(bases, ", "))
	}
	ts.b.WriteString("{\n")
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 || !f.Names[0].IsExported() {
			continue
		}
		if f.Tag == nil || len(f.Names) != 1 {
			panic(name + "." + f.Names[0].Name + " has no tag of its own")
		}
		tag, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			panic(err)
		}
		key, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		if key == "-" {
			continue
		}
		optional := options == "omitempty" || options == "omitzero"
		typ := ts.name(f.Type)
		if a, ok := f.Type.(*ast.ArrayType); ok && a.Len == nil && !optional && typ != "string" {
			ts.lists = append(ts.lists, key)
		}
		if _, ok := f.Type.(*ast.StarExpr); ok && !optional {
			typ += " | null"
		}
		ts.comment("  ", f.Doc)
		fmt.Fprintf(&ts.b, "  %s", key)
		if optional {
			ts.b.WriteByte('?')
		}
		fmt.Fprintf(&ts.b, ": %s;", typ)
		if f.Comment != nil {
			fmt.Fprintf(&ts.b, " // %s", strings.TrimSpace(f.Comment.Text()))
		}
		ts.b.WriteByte('\n')
	}
	ts.b.WriteString("}\n")
}

// union writes a type of texts with the constants that it has in a file.
func (ts *typeScript) union(doc *ast.CommentGroup, name string, f *ast.File) {
	var values []string
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
			for _, s := range d.Specs {
				if s := s.(*ast.ValueSpec); s.Type != nil && ts.name(s.Type) == name {
					values = append(values, s.Values[0].(*ast.BasicLit).Value)
				}
			}
		}
	}
	ts.b.WriteByte('\n')
	ts.comment("", doc)
	fmt.Fprintf(&ts.b, "export type %s = %s;\n", name, strings.Join(values, " | "))
}

// TestWire compares the types of the page with the messages of the package.
func TestWire(t *testing.T) {
	ts := &typeScript{}
	ts.b.WriteString("// Generated from structs of Go: go test ./inspect -run Wire -update\n\n")
	fmt.Fprintf(&ts.b, "export const schema = %d;\n", wire.Schema)
	for _, file := range []string{"wire/wire.go", "../internal/rows/rows.go", "../trees/edit/op.go", "../trees/edit/lines.go", "../internal/palette/palette.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					s := s.(*ast.TypeSpec)
					if !s.Name.IsExported() {
						continue
					}
					switch typ := s.Type.(type) {
					case *ast.StructType:
						ts.structure(d.Doc, s.Name.Name, typ)
					case *ast.Ident:
						ts.union(d.Doc, s.Name.Name, f)
					}
				}
			}
		}
	}
	slices.Sort(ts.lists)
	ts.b.WriteString("\n// lists are the names of the fields that are lists; Go writes null for one that is empty.\n")
	fmt.Fprintf(&ts.b, "export const lists: ReadonlySet<string> = new Set([\n  \"%s\",\n]);\n", strings.Join(slices.Compact(ts.lists), "\",\n  \""))

	const path = "web/src/wire.ts"
	if *update {
		if err := os.WriteFile(path, []byte(ts.b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	is, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(is) != ts.b.String() {
		t.Errorf("%s does not fit the messages: go test ./inspect -run Wire -update, then npm run build in inspect/web", path)
	}
}
