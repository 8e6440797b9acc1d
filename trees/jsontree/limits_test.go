package jsontree_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/jsontree"
)

// TestMarshalLimits checks that Marshal returns an error for a file that Parse
// would not accept.
func TestMarshalLimits(t *testing.T) {
	long := "tree a\n root \"" + strings.Repeat("x", trees.MaxLineLength-len(" root \"\"")) + "\"\n"
	// In JSON, quotes take twice as many bytes, and the lines of comments have marks around them.
	many := strings.Repeat("#"+strings.Repeat("\"", 9990)+"\n", 415) + strings.Repeat("#\n", 20_000) + "tree a\n  root\n"
	for _, tt := range []struct{ name, src, want string }{
		{"long line", long, "the line has 10001 characters"},
		{"large document", many, "bytes as JSON; the limit is 8388608"},
	} {
		f, list := trees.Parse("a.bt", []byte(tt.src))
		if list.Err() != nil {
			t.Fatal(list)
		}
		if _, err := jsontree.Marshal(f); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestSniff(t *testing.T) {
	for src, want := range map[string]bool{
		`{"trees": [{"name": "a", "root": {"node": "b"}}]}`:                  true,
		"\ufeff{ \"conditions\" :\n[{\"name\":\"a\",\"expression\":\"b\"}]}": true,
		`{"trees": [{"title": "a", "root": "id-1", "nodes": {}}]}`:           false,
		`{"root": {"node": "b"}}`:                                            false,
		`tree a`:                                                             false,
		``:                                                                   false,
	} {
		if got := jsontree.Sniff([]byte(src)); got != want {
			t.Errorf("Sniff(%s) = %v", src, got)
		}
	}
}

// TestPlaces checks that the caret is below the error, in a text with escapes.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ when, at string }{
		{`x == (`, "("},
		{`\u0078 == "ä" + (`, "("},
		{`\ud83d\ude00 == \"a\" + (`, "("},
		{`  n == '\\\\' + (`, "("},
	} {
		src := `{"trees": [{"name": "a", "root": {"node": "condition", "expression": "` + strings.ReplaceAll(tt.when, `"ä"`, `'ä'`) + `"}}]}`
		_, list := jsontree.Parse("a.json", []byte(src))
		if len(list) != 1 {
			t.Fatalf("%s: %v", src, list)
		}
		if got := string([]rune(src)[list[0].Pos.Col-1:][:1]); got != tt.at {
			t.Errorf("%s: at %s, column %d", src, got, list[0].Pos.Col)
		}
	}
}
