package lua_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// jumps writes a random program twice: with goto, and with loops and break for Lua 5.1, which has no goto.
type jumps struct {
	program
	plain strings.Builder // the version without goto
}

func (p *jumps) both(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.lines(text, text)
}

func (p *jumps) lines(jump, plain string) {
	indent := strings.Repeat("  ", p.depth)
	p.WriteString(indent + jump + "\n")
	p.plain.WriteString(indent + plain + "\n")
}

func (p *jumps) block(depth int, names []string) {
	p.depth++
	defer func() { p.depth-- }()
	for range 1 + p.IntN(4) {
		v := func() string { return pick(&p.program, append([]string{"1", "k", "2"}, names...)...) }
		cond := func() string {
			return fmt.Sprintf("(%s + %s) %% %d == %s", v(), v(), 2+p.IntN(3), pick(&p.program, "zero", "1", v()))
		}
		kind := p.IntN(8)
		if depth == 0 {
			kind = p.IntN(4)
		}
		n := p.made
		p.made++
		switch kind {
		case 0:
			p.both("local v%d = %s + %s", n, v(), v())
			names = append(names, fmt.Sprintf("v%d", n))
		case 1:
			if len(names) > 0 {
				x := pick(&p.program, names...)
				p.both("keep(function() %s = %s + 1 return %s, %s end)", x, x, x, v())
			}
		case 2:
			if len(names) > 0 {
				p.both("%s = (%s + %s) %% 97", pick(&p.program, names...), v(), v())
			}
		case 3:
			p.both("k = k + 1 say(%d, %s, %s)", n, v(), v())
		case 4, 5: // continue
			p.both("for i%d = 1, %d do", n, 2+p.IntN(2))
			p.lines("do", "repeat")
			inner := append(names[:len(names):len(names)], fmt.Sprintf("i%d", n))
			p.block(depth-1, inner)
			c := cond()
			p.lines(fmt.Sprintf("if %s then goto continue%d end", c, n), "if "+c+" then break end")
			p.block(depth-1, inner)
			p.lines("end", "until true")
			p.lines(fmt.Sprintf("::continue%d::", n), "")
			p.both("end")
		case 6: // a loop backwards
			p.both("local c%d = zero", n)
			p.lines(fmt.Sprintf("::top%d:: do", n), "repeat")
			p.both("c%d = c%d + 1", n, n)
			p.block(depth-1, names)
			p.lines(fmt.Sprintf("if c%d < 3 then goto top%d end end", n, n), fmt.Sprintf("until c%d >= 3", n))
		case 7: // out of two loops
			p.both("local out%d = false", n)
			p.both("for i%d = 1, 3 do for j%d = 1, 2 do", n, n)
			p.block(depth-1, append(names[:len(names):len(names)], fmt.Sprintf("i%d", n), fmt.Sprintf("j%d", n)))
			c := cond()
			p.lines(fmt.Sprintf("if %s then goto out%d end", c, n), fmt.Sprintf("if %s then out%d = true break end", c, n))
			p.lines("end end", fmt.Sprintf("end if out%d then break end end", n))
			p.lines(fmt.Sprintf("::out%d::", n), "")
		}
	}
}

// TestGotoLikeLoops checks that a program with goto has the same output as the version with loops and break in
// lua5.1.
func TestGotoLikeLoops(t *testing.T) {
	var plain, texts []string
	for i := range programs(2) {
		p := &jumps{program: program{Rand: rand.New(rand.NewPCG(*luaSeed+uint64(i), 53))}}
		p.lines(prelude, prelude)
		p.both("local k, kept = zero, {} local function keep(f) kept[#kept + 1] = f end")
		p.both("say(pcall(function()")
		p.block(3, nil)
		p.both("end))")
		p.both("for i, f in ipairs(kept) do if i < 30 then say(f()) say(f()) end end")
		texts, plain = append(texts, p.String()), append(plain, p.plain.String())
	}
	for i, want := range lua51(t, plain) {
		if got := run(texts[i]); got != want {
			t.Fatalf("seed %d: %s\n%s", *luaSeed+uint64(i), firstDifference(got, want), texts[i][len(prelude):])
		}
	}
}
