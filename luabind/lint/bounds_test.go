package lint

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLimits(t *testing.T) {
	rep := strings.Repeat
	var labels, constants, functions strings.Builder
	for i := range MaxJumps + 1 {
		fmt.Fprintf(&labels, "::l%d:: ", i)
	}
	for i := range 25000 {
		fmt.Fprintf(&constants, "x=%d ", i)
	}
	for range MaxFunctions + 1 {
		functions.WriteString("f(function()end)")
	}
	tests := []struct{ name, src, want string }{
		{"size", rep(" ", MaxSize+1), "a.lua: the script has 1048577 bytes; the limit is 1048576: split it, and load the parts with require"},
		{"bytecode", "\x1bLuaQ\x00", "a.lua: this is compiled Lua (bytecode): save the source text instead"},
		{"NUL", "x\n é\x00", "a.lua:2:3: there is a NUL byte in the file: remove it; in a string write \\0"},
		{"Latin-1", "x\n\n-- \xe9t\xe9", "a.lua:3:4: the file is not valid UTF-8 here: save it as UTF-8"},
		{"UTF-16", "\xff\xfex\x00", "a.lua:1:1: the file is UTF-16 text: save it as UTF-8"},
		{"UTF-16 without its mark", "x\x00=\x00", "a.lua:1:1: the file is UTF-16 text: save it as UTF-8"},
		{"big-endian UTF-16", "\x00x\x00=", "a.lua:1:1: the file is UTF-16 text: save it as UTF-8"},
		{"parentheses", "x=" + rep("(", 500) + "1" + rep(")", 500), "nested more than 200"},
		{"tables", "x=" + rep("{", 100000), "nested more than 200"},
		{"calls in calls", "x=" + rep("f(", 300) + rep(")", 300), "nested more than 200"},
		{"blocks", rep("do ", 300) + rep("end ", 300), "nested more than 200"},
		{"ifs", rep("if x then ", 300) + rep("end ", 300), "nested more than 200"},
		{"functions in functions", rep("function f() ", 300) + rep("end ", 300), "nested more than 200"},
		{"repeats", rep("repeat ", 300) + rep("until x ", 300), "nested more than 200"},
		{"concat", "x=a" + rep("..a", 300), "a chain of more than 200"},
		{"sum", "x=a" + rep("+a", 300), "a chain of more than 200"},
		{"keys", "x=a" + rep(".a", 300), "a chain of more than 200"},
		{"indexes", "x=a" + rep("[1]", 300), "a chain of more than 200"},
		{"calls", "f" + rep("()", 300), "a chain of more than 200"},
		{"string calls", "f" + rep("''", 300), "a chain of more than 200"},
		{"table calls", "f" + rep("{}", 300), "a chain of more than 200"},
		{"methods", "f" + rep(":f()", 300), "a chain of more than 200"},
		{"not", "x=" + rep("not ", 300) + "x", "a chain of more than 200"},
		{"minus", "x=" + rep("- ", 300) + "x", "a chain of more than 200"},
		{"length", "x=" + rep("#", 300) + "x", "a chain of more than 200"},
		{"and", "x=a" + rep(" and a", 300), "a chain of more than 200"},
		{"elseif", "if a then " + rep("elseif a then ", 300) + "end", "a chain of more than 200"},
		{"else if", rep("if a then else ", 300) + rep("end ", 300), "nested more than 200"},
		{"growing inwards", "x=" + rep("(", 150) + "1" + rep(")+1", 150), "a chain of more than 200"},
		{"with functions", "x=1" + rep("+function() end", 300), "a chain of more than 200"},
		{"mixed", "x=" + rep("a and a+", 120) + "1" + rep("", 0), ""},
		{"labels", labels.String(), "more than 1000 goto statements and labels"},
		{"gotos", rep("goto a ", MaxJumps+1), "more than 1000 goto statements and labels"},
		{"constants", constants.String(), "too many different names"},
		{"functions", functions.String(), "more than 5000 functions"},
		{"locals", "local " + rep("a,", 200) + "a", "more than 200 local variables at once"},
		{"locals in turn", rep("do local a, b, c end ", 200), ""},
		{"upvalues", upvalues(130), "a function uses more than 255 local variables from outside"},
		{"long but flat", rep("x.y.z = a.b + c.d * 2 .. f(g(h)) t = {1, 2, {3}}; if a then b() end ", 2000), ""},
		{"a long table", "return {" + rep("{x = 1, f = function(a) return a end},", 4000) + "}", ""},
	}
	for _, tt := range tests {
		s, _, l := Parse("a.lua", []byte(tt.src))
		switch {
		case tt.want == "" && s == nil:
			t.Errorf("%s: %.300s", tt.name, l.Error())
		case tt.want != "" && (len(l) != 1 || !strings.Contains(l[0].Headline(), tt.want)):
			t.Errorf("%s: got %.300s", tt.name, l.Error())
		}
	}
}

// upvalues nests three functions; the inner reads 2n locals of the outer two.
func upvalues(n int) string {
	var decl, use strings.Builder
	for i := range 2 * n {
		if i == n {
			decl.WriteString("local function f() ")
		}
		fmt.Fprintf(&decl, "local v%d ", i)
		fmt.Fprintf(&use, "g(v%d) ", i)
	}
	return decl.String() + "local function h() " + use.String() + "end end"
}

// TestManyMistakes checks that a file of mistakes is cut short, and that one
// line of a megabyte costs no more than many lines.
func TestManyMistakes(t *testing.T) {
	if _, _, l := Parse("a.lua", []byte(strings.Repeat("? ", MaxSize/2))); len(l) != maxLexical {
		t.Errorf("%d lexical mistakes", len(l))
	}
	s, _, l := Parse("a.lua", []byte(strings.Repeat("x = y ", MaxSize/6)))
	if s == nil {
		t.Fatal(l)
	}
	if got := s.Check(names); len(got) != maxFindings || got[1].Pos.Col != 7 {
		t.Errorf("%d findings", len(got))
	}
}

// height is the height of a syntax tree, counting statements and expressions.
func height(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Interface:
		return height(v.Elem())
	case reflect.Pointer:
		return height(v.Elem())
	case reflect.Slice:
		h := 0
		for i := range v.Len() {
			h = max(h, height(v.Index(i)))
		}
		return h
	case reflect.Struct:
		h := 0
		for i := range v.NumField() {
			h = max(h, height(v.Field(i)))
		}
		return h + 1
	}
	return 0
}

// TestDepthBoundsHeight grows expressions at random and checks that what the
// token count lets through is a low tree. One level of nesting may stand for
// three nodes: a function, a return, its value.
func TestDepthBoundsHeight(t *testing.T) {
	around := []string{"(%s)", "%s+a", "a..%s", "a^%s", "(%s).x", "(%s)[1]", "a[%s]", "(%s)()", "f(%s)", "f(a, %s)(b)", "{%s}", "{x=%s}",
		"not %s", "- %s", "#%s", "%s and a", "a or %s", "%s==a", "function() return %s end", "function() if %s then f() elseif a then b() end end"}
	rapid.Check(t, func(t *rapid.T) {
		src := "a"
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			form := rapid.SampledFrom(around).Draw(t, "form")
			for range rapid.IntRange(1, 120).Draw(t, "times") {
				src = strings.Replace(form, "%s", src, 1)
			}
		}
		s, stmts, l := Parse("a.lua", []byte("x = "+src))
		if s == nil {
			if !strings.Contains(l.Error(), "more than 200") {
				t.Fatal(l)
			}
			return
		}
		if h := height(reflect.ValueOf(stmts)); h > 3*MaxDepth {
			t.Fatalf("height %d", h)
		}
	})
}
