package jsondoc

import (
	"flag"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/message"
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
		{"empty", " \n", "a.json:1:1: empty-file -> it"},
		{"cut off", "{\"a\": [1,", "a.json:1:10: json-cut-short -> it"},
		{"cut off text", "{\"a\": \"x", "a.json:1:9: json-cut-short -> it"},
		{"comma", "{\"a\": 1,}", `a.json:1:9: invalid-json error="invalid character '}' looking for beginning of object key string" -> it`},
		{"word", "[1,\n  tru]", `a.json:2:6: invalid-json error="invalid character ']' in literal true (expecting 'e')" -> it`},
		{"no JSON", "tree a\n", `a.json:1:3: invalid-json error="invalid character 'e' in literal true (expecting 'u')" -> it`},
		{"closed twice", "[]]", `a.json:1:3: invalid-json error="invalid character ']' after top-level value" -> it`},
		{"wrong bracket", "[1}", `a.json:1:3: invalid-json error="invalid character '}' after array element" -> it`},
		{"two", "1 2", `a.json:1:3: invalid-json error="invalid character '2' after top-level value" -> it`},
		{"twice", "{\"a\": 1,\n\"a\": 2}", `a.json:2:1: duplicate-json-name name="a" -> it`},
		{"number", "[1e999]", `a.json:1:2: number-too-large text="1e999" -> it`},
		{"no UTF-8", "[\"ä\xff\"]", `a.json:1:4: invalid-utf8 byte="0xFF" -> it`},
		{"UTF-16", "\xff\xfe[\x00", "a.json:1:1: file-utf16 -> it"},
		{"deep", strings.Repeat("[", 100_000), "a.json:1:10001: json-too-deep limit=1000 -> it"},
		{"deep objects", strings.Repeat("{\"a\":", 100_000), "a.json:1:50001: json-too-deep limit=1000 -> it"},
		{"huge", strings.Repeat(" ", 9<<20), "a.json:1:1: file-too-large limit=8 -> it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, list := Parse("a.json", []byte(tt.src))
			if v != nil || len(list) != 1 || list[0].Pos.String()+": "+message.Identity(list[0]) != tt.want {
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
