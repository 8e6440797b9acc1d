package lua_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind/lua"
)

// largeText is a text of variable size: a number of parts between head and tail.
type largeText struct {
	head, part, tail string
	want             string // the expected error
}

func (x largeText) text(size int) string {
	var b strings.Builder
	b.WriteString(x.head)
	for i := 0; b.Len()+len(x.tail) < size; i++ {
		b.WriteString(strings.ReplaceAll(x.part, "#", fmt.Sprint("n", i)))
	}
	return b.String() + x.tail
}

const tooDeep = "too-many-levels"

// large holds texts with as many, as long or as deeply nested constructs as possible.
var large = []largeText{
	{"f(", "1,", "1)", ""},
	{"f(", "f(),", "1)", "main function needs too many registers"},
	{"return ", "1,", "1", ""},
	{"return ", "'' .. ", "''", tooDeep},
	{"return { ", "f(), ", "1 }", ""},
	{"return { ", "a = 1, ", "1 }", ""},
	{"return { ", "# = f(), ", "1 }", ""},
	{"", "a,", "a = 1", "main function needs too many registers"},
	{"", "a.a,", "a = 1", "main function needs too many registers"},
	{"local a ", "a[1],", "a = 1", "main function needs too many registers"},
	{"a = ", "1,", "f()", ""},
	{"local ", "#,", "a", "main function has more than 200 local variables"},
	{"for ", "#,", "a in b do end", "main function has more than 200 local variables"},
	{"function f(", "#,", "a) end", "function at line 1 has more than 200 local variables"},
	{"local a " + strings.Repeat("do local "+strings.Repeat("b,", 9)+"b ", 19), "a = a ", strings.Repeat("end ", 19), ""},
	{"local a " + strings.Repeat("function f() local "+strings.Repeat("b,", 198)+"b ", 90), "a = a ", strings.Repeat("end ", 90), ""},
	{"local a " + strings.Repeat("function f() ", 300), "a = a ", strings.Repeat("end ", 300), ""},
	{"", "local # function f() #() end ", "", "main function has more than 200 local variables"},
	{"", "function f() end ", "", ""},
	{"", "function f() ", "", tooDeep},
	{"::a:: " + strings.Repeat("do ", 500), "goto a ", strings.Repeat("end ", 500), ""},
	{"", "::#:: goto # ", "", ""},
	{"x = ", "(", "", tooDeep},
	{"f", "()", "", tooDeep},
	{"if a then ", "elseif a then f() ", "end", tooDeep},
	{"", "x = '#' ", "", ""},
	{"if a then " + strings.Repeat("if "+strings.Repeat("a", 200)+" then ", 400), "f() ", strings.Repeat("end ", 400) + "end", ""},
	{strings.Repeat("function "+strings.Repeat("a", 200)+"() ", 400), "function f() f() end ", strings.Repeat("end ", 400), ""},
	{"local " + strings.Repeat("a, ", 198) + "a ", "a() ", "", ""},
}

var largeSize = flag.Int("large.size", 1<<15, "the size of the texts of TestLargeTexts")

// TestLargeTexts checks that it takes less than two seconds to compile a large text and to compute its outline. With
// -large.size 131072 it usually takes a tenth of a second; an algorithm with quadratic time would take much longer.
func TestLargeTexts(t *testing.T) {
	for _, x := range large {
		size := *largeSize
		if x.want == tooDeep {
			size = max(size, 1200*len(x.part)) // more parts than may be nested
		}
		begin := time.Now()
		chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: x.text(size)})
		switch {
		case x.want == "" && err != nil, x.want != "" && (err == nil || !strings.HasSuffix(withCode(err), ": "+x.want)):
			t.Errorf("%s %s %s: %v", x.head, x.part, x.tail, err)
		case err == nil:
			lua.Outline(chunk)
		}
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("%s %s %s takes %v", x.head, x.part, x.tail, took)
		}
	}
}
