package jsontree_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/mutate"
	"github.com/bough-dev/bough/trees/jsontree"
)

// TestBad compares the errors of each bad document with a golden file.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, list := jsontree.Parse(filepath.Base(file), src)
		var b strings.Builder
		for _, d := range list {
			if d.Hint == "" || d.Pos.Line == 0 {
				t.Errorf("%v has no remedy or no place", d)
			}
			b.WriteString(d.Pos.String() + ": " + message.Identity(d) + "\n")
		}
		golden(t, strings.TrimSuffix(file, ".json")+".golden", []byte(b.String()))
	}
	goldens, _ := filepath.Glob("testdata/bad/*.golden")
	if len(goldens) != len(files) {
		t.Errorf("%d golden files for %d documents", len(goldens), len(files))
	}
}

// TestHostile checks that each document gives one clear error within a short time.
func TestHostile(t *testing.T) {
	node := func(depth int) string {
		return `{"trees": [{"name": "a", "root": ` + strings.Repeat(`{"node": "b", "children": [`, depth) + `{"node": "c"}` + strings.Repeat("]}", depth) + "}]}"
	}
	for _, tt := range []struct {
		name, src, want string
		most            int
	}{
		{"deep lists", strings.Repeat("[", 100_000), "json-too-deep limit=1000 -> it", 1},
		{"deep nodes", node(100_000), "json-too-deep limit=1000 -> it", 1},
		{"nodes at the limit", node(300), "nodes-too-deep limit=200 -> it", 1},
		{"huge", strings.Repeat(" ", 9<<20), "file-too-large limit=8 -> it", 1},
		{"no UTF-8", "{\"trees\": \"\xff\"}", `invalid-utf8 byte="0xFF" -> it`, 1},
		{"text", `"trees"`, "not-an-object kind=(text-value) members=[$schema crlf conditions trees after] what=(tree-file-term) -> it", 1},
		{"null", "null", "not-an-object kind=(null-value) members=[$schema crlf conditions trees after] what=(tree-file-term) -> it", 1},
		{"empty", "", "empty-file -> it", 1},
		{"wide tree", `{"trees": [{"name": "a", "root": {"node": "b", "children": [` + strings.Repeat(`{"node": "c"},`, 20_000) + `{"node": "c"}]}}]}`, `too-many-nodes limit=10000 tree="a" -> it`, 1},
		{"large tree file", `{"trees": [` + strings.Repeat(`{"name": "a", "doc": "`+strings.Repeat("x", 9000)+`", "root": {"node": "b"}},`, 500) + `{"name": "b", "root": {"node": "c"}}]}`, "tree-file-too-large limit=4 -> it", 1},
		{"long line", `{"trees": [{"name": "a", "doc": "` + strings.Repeat("x", 20_000) + `", "root": {"node": "b"}}]}`, "becomes-long-line count=20009 limit=10000 -> it", 1},
		{"bad literals in one line", `{"trees": [{"name": "a", "root": {"node": "b", "args": [` + strings.Repeat(`{"literal":"x"},`, 30_000) + `1]}}]}`, "too-many-mistakes limit=1000 -> it", 1001},
		{"many mistakes", `{"trees": [` + strings.Repeat("1,", 50_000) + `1]}`, "too-many-mistakes limit=1000 -> it", 1001},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, list := jsontree.Parse("a.json", []byte(tt.src))
			if f == nil || len(list) == 0 || len(list) > tt.most || message.Identity(list[len(list)-1]) != tt.want {
				t.Fatalf("%d mistakes: %.300s", len(list), list.Error())
			}
		})
	}
}

// TestWrongTypes replaces each value of a document by a value of each type. Parse must return an error or a file.
// For one wrong value it must return at most two errors, so that no errors follow from others.
func TestWrongTypes(t *testing.T) {
	const good = `{"crlf": true, "conditions": [{"name": "a", "expression": "x"}], "trees": [{"before": ["# c", {"comment": "# d", "depth": 0}], "name": "a", "params": [{"name": "p", "default": 1}], "doc": "d", "meta": {"x": 1}, "comment": "# e", "root": {"node": "b", "args": [1, {"ref": "p"}, {"literal": "56%"}], "params": {"k": "v"}, "id": "i", "nonexclusive": true, "note": "n", "when": "x", "children": [{"node": "condition", "expression": "y"}, {"tree": "t"}, {"slot": "p"}]}}], "after": ["# f"]}`
	if _, list := jsontree.Parse("a.json", []byte(good)); len(list) > 0 {
		t.Fatal(list)
	}
	wrong := 0
	for _, place := range regexp.MustCompile(`: ("[^"]*"|true|\d+|\[|\{)`).FindAllStringSubmatchIndex(good, -1) {
		end := place[3]
		if c := good[place[2]]; c == '[' || c == '{' {
			end = place[2] + closing(good[place[2]:])
		}
		for _, other := range []string{"null", "true", "7", `"x"`, `""`, "[]", "{}", "[1]", `{"a": 1}`, `["\u0000"]`} {
			src := good[:place[2]] + other + good[end:]
			f, list := jsontree.Parse("a.json", []byte(src))
			if f == nil || len(list) > 4 {
				t.Errorf("%s: %v", src, list)
			}
			if list.Err() == nil {
				if _, list := trees.Parse("a.bt", trees.Format(f)); list.Err() != nil {
					t.Errorf("%s gives a file with mistakes: %v", src, list)
				}
				continue
			}
			wrong++
		}
	}
	if wrong < 150 {
		t.Errorf("%d documents were refused", wrong)
	}
}

// closing returns the size of the array or object at the beginning of a text. The strings in the text must not
// contain brackets.
func closing(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// FuzzParse checks that Parse does not panic, that positions are inside the text, and that a round trip does not
// change a file without errors.
func FuzzParse(f *testing.F) {
	var seeds [][]byte
	files, _ := filepath.Glob("testdata/bad/*.json")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, src)
	}
	seeds = append(seeds, []byte(`{"trees":[{"name":"a","root":{"before":["","x",{"comment":"y","depth":0}],"node":"b","args":[{"literal":"{1,x=2}"},{"ref":1}],"children":[{"before":[{"comment":"z","depth":1}],"node":"c","when":"#x"}]}}]}`))
	for _, src := range append(mutate.Of(seeds, 2000), seeds...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, list := jsontree.Parse("a.json", src)
		lines := strings.Count(string(src), "\n") + 1
		for _, d := range list {
			if d.Pos.Line < 1 || d.Pos.Line > lines || d.Pos.Col < 1 || strings.Contains(d.Message+d.Hint, "\ufffe") {
				t.Errorf("%q at %v", d.Message, d.Pos)
			}
		}
		if list.Err() != nil {
			return
		}
		canonical := trees.Format(file)
		if _, list := trees.Parse("a.bt", canonical); list.Err() != nil {
			t.Skip() // the indentation exceeds a limit
		}
		roundTrip(t, "a.bt", canonical)
	})
}
