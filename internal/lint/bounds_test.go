package lint

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/message"
)

func TestLimits(t *testing.T) {
	rep := strings.Repeat
	const deep = "too-many-levels limit=1000 -> it"
	tests := []struct{ name, src, want string }{
		{"size", rep(" ", MaxSize+1), "a.lua: script-too-large bytes=1048577 limit=1048576 -> it"},
		{"bytecode", "\x1bLuaQ\x00", "a.lua: compiled-script -> it"},
		{"NUL", "x\n é\x00", "a.lua:2:3: nul-byte -> it"},
		{"Latin-1", "x\n\n-- \xe9t\xe9", `a.lua:3:4: invalid-utf8 byte="0xE9" -> it`},
		{"UTF-16", "\xff\xfex\x00", "a.lua:1:1: file-utf16 -> it"},
		{"UTF-16 without its mark", "x\x00=\x00", "a.lua:1:1: file-utf16 -> it"},
		{"big-endian UTF-16", "\x00x\x00=", "a.lua:1:1: file-utf16 -> it"},
		{"brackets", "x=" + rep("(", 1100), "a.lua:1:1001: " + deep},
		{"brackets that are closed", "x=" + rep("(", 1100) + "1" + rep(")", 1100), "a.lua:1:1001: " + deep},
		{"tables", "x=" + rep("{", 1100) + rep("}", 1100), deep},
		{"calls in calls", "x=" + rep("f(", 1100) + rep(")", 1100), deep},
		{"functions in functions", rep("function f() ", 1100) + rep("end ", 1100), deep},
		{"blocks", rep("do ", 1100) + rep("end ", 1100), deep},
		{"repeats", rep("repeat ", 1100) + rep("until x ", 1100), deep},
		{"elseif", "if a then " + rep("elseif a then ", 1100) + "end", deep},
		{"else if", rep("if a then else ", 1100) + rep("end ", 1100), deep},
		{"concat", "x=a" + rep("..a", 1100), deep},
		{"sum", "x=a" + rep("+a", 1100), deep},
		{"keys", "x=a" + rep(".a", 1100), deep},
		{"a target", "a" + rep(".a", 1100) + "=1", deep},
		{"indexes", "x=a" + rep("[1]", 1100), deep},
		{"calls", "f" + rep("()", 1100), deep},
		{"string calls", "f" + rep("''", 1100), deep},
		{"table calls", "f" + rep("{}", 1100), deep},
		{"methods", "f" + rep(":f()", 1100), deep},
		{"not", "x=" + rep("not ", 1100) + "x", deep},
		{"minus", "x=" + rep("- ", 1100) + "x", deep},
		{"and", "x=a" + rep(" and a", 1100), deep},
		{"growing inwards", "x=" + rep("(", 300) + "1" + rep(")+1", 300), ""},
		{"both", "x=" + rep("{1+", 600) + "1" + rep("}", 600), deep},
		{"long but flat", rep("x.y.z = a.b + c.d * 2 .. f(g(h)) t = {1, 2, {3}}; if a then b() end ", 2000), ""},
		{"a long table", "return {" + rep("{x = 1, f = function(a) return a end},", 4000) + "}", ""},
		{"a long text", "x = 'a'" + rep(" .. 'a'", 990), ""},
	}
	for _, tt := range tests {
		s, _, l := Parse("a.lua", []byte(tt.src))
		switch {
		case tt.want == "" && s == nil:
			t.Errorf("%s: %.300s", tt.name, l.Error())
		case tt.want != "" && (len(l) != 1 || !strings.Contains(l[0].Pos.String()+": "+message.Identity(l[0]), tt.want)):
			t.Errorf("%s: got %.300s", tt.name, l.Error())
		}
	}
}

// TestManyMistakes checks that the list of errors in a file is cut short, and that a single line of a megabyte
// takes no longer than many lines.
func TestManyMistakes(t *testing.T) {
	if _, _, l := Parse("a.lua", []byte(strings.Repeat("? ", MaxSize/2))); len(l) > 20 || len(l) == 0 {
		t.Errorf("%d lexical mistakes", len(l))
	}
	s, _, l := Parse("a.lua", []byte(strings.Repeat("x.y=z ", MaxSize/6)))
	if s == nil {
		t.Fatal(l)
	}
	if got := s.Check(functions); len(got) != maxFindings || got[1].Pos.Col != 9 {
		t.Errorf("%d findings", len(got))
	}
}
