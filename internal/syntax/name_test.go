package syntax_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
)

// TestNames checks which names are valid, and that a name is the same as its text.
func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "_1": true, "速度": true, "größe": true, "имя": true, "नाम": true, "ชื่อ": true, "น้ำ": true, "سرعة": true, "名前2": true,
		"e\u0323": false, "\u00e9": true, "e\u0301": false, "ａ": false, "a１": false, "a٣": true, "٣": false, "\u0301a": false, "": false,
		"end": false, "End": true, "a-b": false, "a\u200d": false, "a\xff": false, "x²": false, "😀": false, "Ⅷ": true,
	} {
		if got := syntax.IsName(name); got != want {
			t.Errorf("IsName(%q) is %v", name, got)
		}
		f := syntax.Parse("a.lua", "local "+name+" = 1")
		if right := f.Err() == nil; right != want {
			t.Errorf("%q: %v", name, f.Errors)
		} else if right {
			if got := f.Body.Stmts[0].(*syntax.LocalStmt).Names[0].Text; got != name {
				t.Errorf("%q becomes %q", name, got)
			}
		}
	}
	for text, want := range map[string]string{
		"e\u0301 = 1":  "1:1: the accents of \"e\u0301\" are characters of their own: type the name again: \u00e9",
		"x = '\u202e'": "", // in a text all characters are valid
		"x\u00a0= 1":   "1:2: there is an invisible character or a special space (U+00A0) here: replace it by a space",
		"x = \xff":     "1:5: the text is not valid UTF-8 here: save the file as UTF-8",
		"x = \x01":     `1:5: unexpected character '\x01'`,
		"x = '\xff'":   "",
		"x = 1 😀 y()":  `1:7: unexpected "😀": names have letters, digits and _; other text belongs in quotes`,
	} {
		f := syntax.Parse("a.lua", text)
		got := ""
		if err := f.Err(); err != nil {
			got = strings.TrimPrefix(err.Error(), "a.lua:")
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
