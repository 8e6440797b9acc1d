package strlib

import (
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// deviations are what gopher-lua's string library is known to do otherwise than
// the manual says, or where the manual leaves it open. Where one applies, its
// answer proves nothing.
var deviations = []struct {
	what    string
	applies func(f, text, pattern string) bool
}{
	{"gmatch takes a leading ^ as an anchor; the manual: it does not work as one", func(f, _, pattern string) bool {
		return f == "gmatch" && strings.HasPrefix(pattern, "^")
	}},
	{"a ) is an error in a pattern without special characters, which find takes as it is", func(f, _, pattern string) bool {
		return f == "find" && strings.Contains(pattern, ")") && !strings.ContainsAny(pattern, specials)
	}},
	{"a back reference to a position capture reads outside the text", func(_, _, pattern string) bool {
		return strings.Contains(pattern, "()") && strings.ContainsAny(pattern, "123456789")
	}},
	{"there is no frontier", func(_, _, pattern string) bool { return strings.Contains(pattern, "%f") }},
	{"ranges beside classes, and a - behind a range, which the manual leaves open", func(_, _, pattern string) bool {
		_, members, _ := strings.Cut(pattern, "[")
		return strings.Contains(members, "-") && (strings.Contains(members, "%") || strings.Count(members, "-") > 1)
	}},
}

// compared calls string.find and the like in one library, in a way that shows
// all results.
const compared = `local lib, f, text, pattern = ...
if f == "gsub" then return lib.gsub(text, pattern, "<%0%1>") end
if f == "callback" then return lib.gsub(text, pattern, function(a, b) return "[" .. a .. (b or "") .. "]" end) end
if f == "gmatch" then
	local all = {}
	for a, b in lib.gmatch(text, pattern) do all[#all+1] = tostring(a) .. "," .. tostring(b) end
	return table.concat(all, ";")
end
return lib[f](text, pattern)`

// comparison holds the package against gopher-lua's own library.
type comparison struct {
	*script
	run, ours, theirs lua.LValue
}

func newComparison(t testing.TB) comparison {
	s := newScript(t, 1<<60)
	run, err := s.L.LoadString(compared)
	if err != nil {
		t.Fatal(err)
	}
	return comparison{s, run, s.L.GetGlobal("string"), s.L.GetGlobal("original")}
}

// check compares all functions on a text and a pattern. A pattern that is an
// error here may be none there, since there only what is reached is looked at.
func (c comparison) check(t testing.TB, text, pattern string) (compared int) {
	t.Helper()
	for _, f := range []string{"find", "match", "gmatch", "gsub", "callback"} {
		ours := c.call(c.run, c.ours, lua.LString(f), lua.LString(text), lua.LString(pattern))
		if strings.HasPrefix(ours, "error: ") || deviates(f, text, pattern) {
			continue
		}
		theirs := c.call(c.run, c.theirs, lua.LString(f), lua.LString(text), lua.LString(pattern))
		if f == "match" && theirs == "" {
			theirs = "nil" // no match: the manual says nil, it returns nothing
		}
		if compared++; ours != theirs {
			t.Errorf("%s(%q, %q)\n  ours %s\ntheirs %s", f, text, pattern, ours, theirs)
		}
	}
	return compared
}

func deviates(f, text, pattern string) bool {
	for _, d := range deviations {
		if d.applies(f, text, pattern) {
			return true
		}
	}
	return false
}

// TestAgainstGopherLua tries all patterns of a few items.
func TestAgainstGopherLua(t *testing.T) {
	c := newComparison(t)
	items := []string{"a", ".", "%a", "%W", "[ab]", "[^a]", "[]a]", "[a-b]", "[-a]", "*", "+", "-", "?", "(", ")", "()", "%1", "%2",
		"%b()", "%bab", "%baa", "^", "$", "%.", "%z", "]", "[", "%"}
	n := 0
	for _, x := range items {
		for _, y := range items {
			for _, z := range append(items, "") {
				for _, text := range []string{"", "b-a^(a)a"} {
					n += c.check(t, text, x+y+z)
				}
			}
		}
	}
	if n < 100_000 {
		t.Errorf("only %d comparisons", n)
	}
}
