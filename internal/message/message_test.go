package message

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// TestSource compares the generated files with the catalog.
func TestSource(t *testing.T) {
	wanted := map[string]bool{}
	for name, want := range Source() {
		wanted[name] = true
		if have, _ := os.ReadFile(name); !bytes.Equal(have, want) {
			t.Errorf("%s is not as the catalog says; run go generate ./internal/message", name)
		}
	}
	have, _ := filepath.Glob("en_*.go")
	for _, name := range have {
		if !wanted[name] {
			t.Errorf("%s has no file in the folder en", name)
		}
	}
}

// TestEntries checks what each entry must have.
func TestEntries(t *testing.T) {
	for _, e := range Entries() {
		at := "en/" + e.File + ".txt: " + e.Code
		if e.Part() {
			if e.Hint+e.Why+e.Example+e.NoExample != "" {
				t.Errorf("%s: a remedy, a note or a term has only its text", at)
			}
			continue
		}
		if (e.Example == "") == (e.NoExample == "") {
			t.Errorf("%s: want an example, or the reason why there is none", at)
		}
		for _, text := range []string{e.Text, e.Hint} {
			if strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "...") {
				t.Errorf("%s: a message and a remedy end without a period", at)
			}
		}
		if e.Why != "" && !strings.HasSuffix(e.Why, ".") {
			t.Errorf("%s: why is a sentence", at)
		}
	}
}

func TestFormat(t *testing.T) {
	args := diag.Args{"name": "a\"b", "n": 1, "many": 2, "list": []string{"x", "y", "z"}, "long": strings.Split("12345678", ""), "w": diag.Words{Text: "inner"}, "none": ""}
	for _, c := range []struct{ template, want string }{
		{"{name} {name:q}", `a"b "a\"b"`},
		{"{n} {n:child|children}, {many} {many:child|children}", "1 child, 2 children"},
		{"{list:list}; {list:or}; {list:and}", "x, y, z; x, y or z; x, y and z"},
		{"{list:some}; {long:some}", "x, y and z; 1, 2, 3, 4, 5, 6 and 2 more"},
		{"{w:words} {x=3} {1, 2} {}", "inner {x=3} {1, 2} {}"},
	} {
		if got := fill(false, templateOf(c.template), args); got != c.want {
			t.Errorf("%q is %q, want %q", c.template, got, c.want)
		}
	}
	if complete(templateOf("{none}"), args) || !complete(templateOf("{name} {n}"), args) {
		t.Error("a template is complete if none of its arguments is empty")
	}
}

// TestArgsAreJSON checks that arguments that JSON does not have become texts.
func TestArgsAreJSON(t *testing.T) {
	args := diag.Args{"bad": math.NaN(), "big": math.Inf(1), "pair": [2]int{1, 2}, "n": 1.5, "list": []string{"x"}}
	w := words("go-error", args)
	if want := (diag.Args{"bad": "NaN", "big": "+Inf", "pair": "[1 2]", "n": 1.5, "list": []string{"x"}}); !reflect.DeepEqual(w.Args, want) {
		t.Errorf("got %v, want %v", w.Args, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"nothing\n":                        "en/x.txt:1: want \"code: message\"",
		"a: b\n    what: c\n":              "en/x.txt:2: want hint, why, example or no-example",
		"a: b\n    hint: c\n    hint: d\n": "en/x.txt:3: hint is given twice",
		"a: b\n\na: c\n":                   "en/x.txt:3: the code a is also in en/x.txt:1",
	} {
		if _, err := parse(nil, map[string]int{}, "en/x.txt", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
