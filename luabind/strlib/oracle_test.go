package strlib

import (
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"
)

// oracle is a matcher written for being obviously right: a pattern is a list of
// items, each of which tries all that it could match, best first, and hands on
// to the rest. It shares nothing with the package but the meaning.
type oracle struct {
	text  string
	marks [][2]int // captures; an end of -1 is a position
	last  int
}

type item struct {
	source string
	// try calls next with each end of a match at i until it says yes.
	try func(o *oracle, i int, next func(int) bool) bool
}

func (o *oracle) match(items []item, i int) bool {
	if len(items) == 0 {
		o.last = i
		return true
	}
	return items[0].try(o, i, func(end int) bool { return o.match(items[1:], end) })
}

func one(source string, is func(c byte) bool) item {
	return item{source, func(o *oracle, i int, next func(int) bool) bool {
		return i < len(o.text) && is(o.text[i]) && next(i+1)
	}}
}

// many repeats a single-byte item.
func many(source string, is func(c byte) bool, how string) item {
	return item{source + how, func(o *oracle, i int, next func(int) bool) bool {
		var ends []int
		for j := i; ; j++ {
			ends = append(ends, j)
			if j == len(o.text) || !is(o.text[j]) {
				break
			}
		}
		switch how {
		case "+":
			ends = ends[1:]
		case "?":
			ends = ends[:min(2, len(ends))]
		}
		for n := range ends {
			end := ends[len(ends)-1-n]
			if how == "-" {
				end = ends[n]
			}
			if next(end) {
				return true
			}
		}
		return false
	}}
}

func frontier(source string, is func(c byte) bool) item {
	return item{"%f" + source, func(o *oracle, i int, next func(int) bool) bool {
		padded := "\x00" + o.text + "\x00"
		return !is(padded[i]) && is(padded[i+1]) && next(i)
	}}
}

var balanced = item{"%bab", func(o *oracle, i int, next func(int) bool) bool {
	for end := i + 2; end <= len(o.text) && o.text[i] == 'a'; end++ {
		s := o.text[i:end]
		if strings.Count(s, "a") == strings.Count(s, "b") {
			return next(end)
		}
	}
	return false
}}

func capture(n int, open bool) item {
	source := ")"
	if open {
		source = "("
	}
	return item{source, func(o *oracle, i int, next func(int) bool) bool {
		before := o.marks[n]
		if open {
			o.marks[n] = [2]int{i, i}
		} else {
			o.marks[n][1] = i
		}
		if next(i) {
			return true
		}
		o.marks[n] = before
		return false
	}}
}

func place(n int) item {
	return item{"()", func(o *oracle, i int, next func(int) bool) bool {
		o.marks[n] = [2]int{i, -1}
		return next(i)
	}}
}

func back(n int) item {
	return item{"%" + string(rune('1'+n)), func(o *oracle, i int, next func(int) bool) bool {
		was := o.text[o.marks[n][0]:o.marks[n][1]]
		return strings.HasPrefix(o.text[i:], was) && next(i+len(was))
	}}
}

var singles = []struct {
	source string
	is     func(c byte) bool
}{
	{"a", func(c byte) bool { return c == 'a' }},
	{"b", func(c byte) bool { return c == 'b' }},
	{".", func(byte) bool { return true }},
	{"%d", func(c byte) bool { return c == '1' }},
	{"%A", func(c byte) bool { return c != 'a' && c != 'b' }},
	{"[b1]", func(c byte) bool { return c == 'b' || c == '1' }},
	{"[^a]", func(c byte) bool { return c != 'a' }},
	{"[^%l%.]", func(c byte) bool { return c == '1' || c == ' ' }},
	{"%.", func(c byte) bool { return c == '.' }},
	{"[0-9]", func(c byte) bool { return c == '1' }},
	{"[]-]", func(c byte) bool { return false }},
}

// drawItems draws a well-formed pattern.
func drawItems(t *rapid.T) (items []item, captures int) {
	var open, closed []int
	add := func(i item) { items = append(items, i) }
	for range rapid.IntRange(0, 7).Draw(t, "items") {
		s := rapid.SampledFrom(singles).Draw(t, "single")
		switch kind := rapid.SampledFrom([]string{"one", "one", "*", "+", "-", "?", "(", ")", "()", "%1", "%b", "%f"}).Draw(t, "kind"); kind {
		case "one":
			add(one(s.source, s.is))
		case "(":
			open = append(open, captures)
			add(capture(captures, true))
			captures++
			add(one(s.source, s.is)) // so that () does not arise
		case ")":
			if n := len(open) - 1; n >= 0 {
				add(capture(open[n], false))
				closed, open = append(closed, open[n]), open[:n]
			}
		case "()":
			add(place(captures))
			captures++
		case "%1":
			if len(closed) > 0 {
				add(back(rapid.SampledFrom(closed).Draw(t, "back")))
			}
		case "%b":
			add(balanced)
		case "%f":
			if strings.HasPrefix(s.source, "[") && s.source != "[^a]" && s.source != "[^%l%.]" {
				add(frontier(s.source, s.is))
			}
		default:
			add(many(s.source, s.is, kind))
		}
	}
	for n := len(open) - 1; n >= 0; n-- {
		add(capture(open[n], false))
	}
	return items, captures
}

// TestOracle compares string.find with the oracle on random patterns and texts.
func TestOracle(t *testing.T) {
	s := newScript(t, 1<<60)
	find := s.L.GetGlobal("string").(*lua.LTable).RawGetString("find")
	rapid.Check(t, func(t *rapid.T) {
		items, captures := drawItems(t)
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab1. ")), 0, 10, -1).Draw(t, "text")
		pattern := ""
		for _, i := range items {
			pattern += i.source
		}
		got := s.call(find, lua.LString(text), lua.LString(pattern))
		if want := expected(items, captures, text); got != want {
			t.Fatalf("find(%q, %q)\n got %s\nwant %s", text, pattern, got, want)
		}
	})
}

// expected returns what find says, according to the oracle.
func expected(items []item, captures int, text string) string {
	for start := range len(text) + 1 {
		o := oracle{text: text, marks: make([][2]int, captures)}
		if !o.match(items, start) {
			continue
		}
		out := []string{lua.LNumber(start + 1).String(), lua.LNumber(o.last).String()}
		for _, m := range o.marks {
			if m[1] < 0 {
				out = append(out, lua.LNumber(m[0]+1).String())
			} else {
				out = append(out, show(lua.LString(text[m[0]:m[1]])))
			}
		}
		return strings.Join(out, " ")
	}
	return "nil"
}

// TestNumbersAsText checks that numbers become text as they do elsewhere.
func TestNumbersAsText(t *testing.T) {
	s := newScript(t, 1<<60)
	concat := s.L.GetGlobal("table").(*lua.LTable).RawGetString("concat")
	rapid.Check(t, func(t *rapid.T) {
		f := lua.LNumber(rapid.OneOf(rapid.Float64(), rapid.Map(rapid.Int64(), func(i int64) float64 { return float64(i) })).Draw(t, "number"))
		list := s.L.NewTable()
		list.RawSetInt(1, f)
		if got, want := s.call(concat, list), show(lua.LString(f.String())); got != want {
			t.Fatalf("got %s want %s", got, want)
		}
	})
}
