package jsondoc

import (
	"flag"
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees/internal/mutate"
)

func TestParse(t *testing.T) {
	v, list := Parse("a.json", []byte("\ufeff{\n \"ä\": [1, true, null, \"x\\n\"],\n \"b\": {\"c\": -1.5e1}, \"d\": []}\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	items := v.Get("ä").Items
	if len(items) != 4 || items[0].Number != 1 || !items[1].Bool || items[2].Kind != Null || items[3].Text != "x\n" {
		t.Errorf("items %+v", items)
	}
	c := v.Get("b").Get("c")
	if c.Number != -15 || c.Text != "-1.5e1" || c.Pos.String() != "a.json:3:13" || v.Members[1].Pos.Col != 2 {
		t.Errorf("c %+v", c)
	}
	if v.Get("d").Kind != Array || v.Get("e") != nil || v.Get("e").Get("f") != nil || items[0].Get("x") != nil {
		t.Error("Get finds a missing member, or a value has the wrong kind")
	}
	if one, list := Parse("a.json", []byte(" 7 ")); len(list) > 0 || one.Number != 7 {
		t.Error(one, list)
	}
}

var longLine = flag.Int("line.items", 1<<17, "the length of the list of TestOneLongLine")

// TestOneLongLine checks that computing positions in a text without line breaks does not take quadratic time: with
// -line.items 1048576 it would take longer than a test may.
func TestOneLongLine(t *testing.T) {
	count := *longLine
	v, list := Parse("a.json", []byte("["+strings.Repeat("\"ä\",", count)+"1]"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	if got, want := v.Items[count].Pos.Col, 4*count+2; got != want {
		t.Errorf("column %d, want %d", got, want)
	}
}

func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"empty", " \n", "a.json:1:1: the file is empty"},
		{"cut off", "{\"a\": [1,", "a.json:1:10: the JSON document ends before it is complete"},
		{"cut off text", "{\"a\": \"x", "a.json:1:9: the JSON document ends"},
		{"comma", "{\"a\": 1,}", "a.json:1:9: not JSON"},
		{"word", "[1,\n  tru]", "a.json:2:6: not JSON"},
		{"no JSON", "tree a\n", "a.json:1:3: not JSON"},
		{"closed twice", "[]]", "a.json:1:3: not JSON: invalid character ']' after top-level"},
		{"wrong bracket", "[1}", "a.json:1:3: not JSON"},
		{"two", "1 2", "a.json:1:3: not JSON: invalid character '2' after top-level"},
		{"twice", "{\"a\": 1,\n\"a\": 2}", "a.json:2:1: the name \"a\" is twice in an object"},
		{"number", "[1e999]", "a.json:1:2: the number 1e999 is too large"},
		{"no UTF-8", "[\"ä\xff\"]", "a.json:1:4: the byte 0xFF is not UTF-8"},
		{"UTF-16", "\xff\xfe[\x00", "a.json:1:1: the file is encoded in UTF-16"},
		{"deep", strings.Repeat("[", 100_000), "lists and objects are nested deeper than 1000 levels"},
		{"deep objects", strings.Repeat("{\"a\":", 100_000), "lists and objects are nested deeper than 1000 levels"},
		{"huge", strings.Repeat(" ", 9<<20), "a.json:1:1: the file is larger than 8388608 bytes (8 MB)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, list := Parse("a.json", []byte(tt.src))
			if v != nil || len(list) != 1 || !strings.Contains(list[0].Headline(), tt.want) || list[0].Hint == "" {
				t.Errorf("got %v, %v\nwant %s", v, list, tt.want)
			}
			if len(list) == 1 && len(list[0].Error()) > 1000 {
				t.Errorf("the message has %d bytes", len(list[0].Error()))
			}
		})
	}
}

// FuzzParse checks that Parse does not panic, that it returns a value or one error, and that positions are inside
// the text.
func FuzzParse(f *testing.F) {
	var seeds [][]byte
	for _, s := range []string{"{\"a\": [1, true, null, \"x\"]}", "[", "{\"a\" 1}", "\"\\ud800\"", "1e5", "[,]", "{,}", "]", "{\"a\":}"} {
		seeds = append(seeds, []byte(s))
	}
	for _, src := range append(mutate.Of(seeds, 2000), seeds...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, list := Parse("a.json", src)
		if (v == nil) != (len(list) == 1) {
			t.Fatalf("%v, %v", v, list)
		}
		lines := strings.Count(string(src), "\n") + 1
		for _, d := range list {
			if d.Pos.Line < 1 || d.Pos.Line > lines || d.Pos.Col < 1 {
				t.Errorf("place %v", d.Pos)
			}
		}
	})
}
