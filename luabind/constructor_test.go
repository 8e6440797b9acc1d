package luabind_test

import (
	"fmt"
	"strings"
	"testing"
)

// counted is a list of the numbers from 1 to n, as a script writes it.
func counted(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint(i+1))
	}
	return strings.Join(list, ", ")
}

// TestLongTables: what stands at the end of a batch of values is where it belongs.
func TestLongTables(t *testing.T) {
	const look = " local s = 0 for i, v in ipairs(t) do if v ~= i then print(i .. ' is ' .. tostring(v)) end s = s + v end print(#t, s, t.x, t.y)"
	for _, n := range []int{1, 49, 50, 51, 99, 100, 101, 150, 1000} {
		sum := n * (n + 1) / 2
		for _, c := range []struct{ fields, want string }{
			{"%s", fmt.Sprint(n, " ", sum, " nil nil")},
			{"%s, x = 7", fmt.Sprint(n, " ", sum, " 7 nil")},
			{"%s, x = 7, y = f(0)", fmt.Sprint(n, " ", sum, " 7 1")},
			{"x = 7, %s, y = 8", fmt.Sprint(n, " ", sum, " 7 8")},
			{"%s, x = 7, %d, y = 8", fmt.Sprint(n+1, " ", sum+n+1, " 7 8")},
			{"%s, f(%[2]d - 1)", fmt.Sprint(n+1, " ", sum+n+1, " nil nil")},
			{"%s, x = 7, f(%[2]d - 1)", fmt.Sprint(n+1, " ", sum+n+1, " 7 nil")},
			{"%s, (f(%[2]d - 1))", fmt.Sprint(n+1, " ", sum+n+1, " nil nil")},
			{"%s, f(%[2]d - 1), x = 7", fmt.Sprint(n+1, " ", sum+n+1, " 7 nil")},
			{"%s, f(%[2]d - 1), f(%[2]d)", fmt.Sprint(n+2, " ", sum+2*n+3, " nil nil")},
			{"%s, g(%[2]d)", fmt.Sprint(n+2, " ", sum+2*n+3, " nil nil")},
			{"%s, g(%[2]d), x = 7", fmt.Sprint(n+1, " ", sum+n+1, " 7 nil")},
			{"%s, g(%[2]d), g(%[2]d + 1)", fmt.Sprint(n+3, " ", sum+3*n+6, " nil nil")},
			{"%s, g(%[2]d), g()", fmt.Sprint(n+1, " ", sum+n+1, " nil nil")},
			{"%s, g()", fmt.Sprint(n, " ", sum, " nil nil")},
			{"%s, ...", fmt.Sprint(n, " ", sum, " nil nil")},
		} {
			fields := fmt.Sprintf(strings.NewReplacer("%d", "%[2]d").Replace(c.fields), counted(n), n+1)
			fields = strings.TrimSuffix(fields, fmt.Sprintf("%%!(EXTRA int=%d)", n+1))
			body := "local function f(x) return x + 1 end local function g(x) if x then return x, x + 1 end end\nlocal function make(...) return { " + fields + " } end local t = make()" + look
			if got := run(t, "behavior", body); got != c.want {
				t.Errorf("%d, %s\ngot  %s\nwant %s", n, c.fields, got, c.want)
			}
		}
	}
}

// TestTooMuchToCompile: what the compiler cannot translate is said in words that help,
// with the line.
func TestTooMuchToCompile(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"print({ " + strings.Repeat("1, ", 25_551) + " })", "scripts/b.lua:2:1: a table with more than 25550 values in it: divide it"},
		{"print(#{ " + strings.Repeat("1, ", 25_550) + " })", "25550"},
		{"print(" + counted(240) + ")", "too many values at once in one expression or call, or too many local variables: divide it"},
		{strings.Repeat("for i = 1, 1 do ", 60) + strings.Repeat("end ", 60), "too many local variables at once in one function (a for takes several): put them into a table, or into smaller functions"},
		{"for i = 1, 2 do\n" + strings.Repeat("agent.x = 5\n", 70_000) + "end", "scripts/b.lua:1:1: a function of 140006 instructions; at most 131071 are allowed: divide it; put data into tables"},
		{"if agent.x then\n" + strings.Repeat("agent.x = 5\n", 70_000) + "end", "a loop or an if is too long: put parts of it into functions"},
		{"\nlocal x = 1 goto nowhere", "scripts/b.lua:3:13: there is no label nowhere that this goto can reach: write ::nowhere:: in the block of the goto or in one around it, in the same function"},
		{"goto next\nlocal x = 1 ::next:: print(x)", "scripts/b.lua:2:1: this goto next jumps over local x, which is in use behind the label: write local x before the goto, or put what is between them into do ... end"},
		{"::a:: print(1)\n  ::a::", "scripts/b.lua:3:3: the label a is there already, on line 2: give one of them another name"},
	} {
		if got := run(t, "behavior", c.body); !strings.Contains(got, c.want) {
			t.Errorf("%.40s\ngot  %.300s\nwant %s", c.body, got, c.want)
		}
	}
}
