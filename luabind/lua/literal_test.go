package lua_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// literal returns a random literal of a string or a number.
func literal(p *program) string {
	var b strings.Builder
	switch p.IntN(5) {
	case 0, 1:
		quote := pick(p, "'", `"`)
		for range p.IntN(6) {
			b.WriteString(pick(p, `\n`, `\065`, `\0`, `\0123`, `\9`, `\255`, `\"`, `\'`, `\\`, "\\\n", "\\\r\n", `\a\b\f\r\t\v`, "]]", "--", "a", " ", "\t", "ö", "\xff", "[[", `\q`, `\z`, `\x41`, `\u`, "/", "\x01"))
		}
		return quote + b.String() + quote
	case 2:
		level := strings.Repeat("=", p.IntN(3))
		for range p.IntN(6) {
			b.WriteString(pick(p, "\n", "\r\n", "\n\r", "\r", "a", "]", "[[", `\n`, "--", "'", `"`, "]=", "x]x", "\xfe", "  ", "\n\n"))
		}
		text := b.String()
		if strings.Contains(text+"]", "]"+level+"]") || level == "" && strings.Contains(text, "[[") {
			return "'x'"
		}
		return "[" + level + "[" + text + "]" + level + "]"
	}
	return pick(p, fmt.Sprint(p.Float64()), fmt.Sprint(p.IntN(1000)), fmt.Sprintf("0x%x", p.Uint64()), fmt.Sprintf("0X%X", p.Uint32()), fmt.Sprintf("%de%d", p.IntN(100), p.IntN(330)), fmt.Sprintf("%dE-%d", p.IntN(100), p.IntN(330)), fmt.Sprintf("%d.", p.IntN(10)), fmt.Sprintf(".%de+%d", p.IntN(1000), p.IntN(20)),
		"1e309", "5e-324", "2e-324", "0x10000000000000000", "123456789012345678901234567890", "00012", "0.1e1", "3e00", "9007199254740993", "1.7976931348623157e308", fmt.Sprintf("%v", p.NormFloat64()*1e-300), fmt.Sprintf("%d.%d", p.Uint64(), p.Uint64()))
}

// TestLiteralsLikeLua51 checks that literals have the same values as in lua5.1.
func TestLiteralsLikeLua51(t *testing.T) {
	p := &program{Rand: rand.New(rand.NewPCG(*luaSeed, 52))}
	var b strings.Builder
	for i := range 2 * programs(1) {
		// Lua 5.1 limits the number of constants in a function, so each literal is in a function of its own.
		fmt.Fprintf(&b, "local x = (function() return %s end)() print(%d, type(x), type(x) == 'number' and ('%%.17g'):format(x) or ('%%q'):format(x))\n", literal(p), i)
		if i%50 == 49 {
			b.WriteString("end)() ;(function()\n")
		}
	}
	text := "(function()\n" + b.String() + "end)()"
	want := lua51(t, []string{text})[0]
	if got := run(text); got != want {
		t.Error(firstDifference(got, want))
	}
}

// TestConstantsZeroAndMinusZero checks that the constants 0 and -0 of a function are different, unlike in lua5.1.
func TestConstantsZeroAndMinusZero(t *testing.T) {
	const text = `
(function() print(1 / 0, 1 / -0) end)();
(function() print(1 / -0, 1 / 0) end)();
(function() local zero = 0 print(1 / zero, 1 / -zero, 1 / (zero * -1)) end)();
(function() print(1 / (0 * -1), 1 / 0) end)();
`
	const want = "inf\t-inf\n-inf\tinf\ninf\t-inf\t-inf\n-inf\tinf\n"
	if got := run(text); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	const want51 = "inf\tinf\n-inf\t-inf\ninf\t-inf\t-inf\n-inf\t-inf\n"
	if got := lua51(t, []string{text})[0]; got != want51 {
		t.Errorf("lua5.1 prints %q, want %q", got, want51)
	}
}
