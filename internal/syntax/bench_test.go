package syntax_test

import (
	"bufio"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/parse"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/testdata"
)

// samples returns the texts of the sample scripts.
func samples(b *testing.B) (list []string) {
	n := 0
	files := testdata.Samples()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if text := files[path].Data; strings.HasSuffix(path, ".lua") {
			list = append(list, string(text))
			n += len(text)
		}
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	return list
}

const guard = `hp < 30 and target ~= nil and geom.distance(x, y, tx, ty) < params.near`

// BenchmarkParse parses all sample scripts, and a guard, with this parser and with that of gopher-lua.
func BenchmarkParse(b *testing.B) {
	b.Run("samples", func(b *testing.B) {
		list := samples(b)
		for b.Loop() {
			for _, text := range list {
				if f := syntax.Parse("a.lua", text); len(f.Errors) > 0 {
					b.Fatal(f.Errors[0])
				}
			}
		}
	})
	b.Run("gopher-lua-samples", func(b *testing.B) {
		list := samples(b)
		for b.Loop() {
			for _, text := range list {
				if _, err := parse.Parse(bufio.NewReaderSize(strings.NewReader(text), 4096), "a.lua"); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("guard", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if f := syntax.ParseExpr("a.bt", guard, syntax.Position{Line: 1, Col: 1}); len(f.Errors) > 0 {
				b.Fatal(f.Errors[0])
			}
		}
	})
	b.Run("gopher-lua-guard", func(b *testing.B) {
		b.ReportAllocs()
		r := bufio.NewReaderSize(nil, 4096)
		for b.Loop() {
			r.Reset(strings.NewReader("return " + guard))
			if _, err := parse.Parse(r, "a.bt"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
