package fix

import (
	"regexp"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// formats matches the format of an argument in a template.
var formats = regexp.MustCompile(`:[a-z|]+\}`)

// TestRules checks that all codes of the rules exist, and that their arguments are in the templates of these.
func TestRules(t *testing.T) {
	for code, list := range rules {
		e := message.EntryOf(code)
		if e == nil {
			t.Errorf("there is no message or remedy %s", code)
			continue
		}
		args := map[string]bool{}
		for _, m := range argument.FindAllString(formats.ReplaceAllString(e.Text+" "+e.Hint, "}"), -1) {
			args[m] = true
		}
		for _, r := range list {
			for _, m := range argument.FindAllString(r[0]+r[1], -1) {
				if !args[m] {
					t.Errorf("%s has no argument %s", code, m)
				}
			}
		}
	}
}

// TestFits checks which replacements may be all of what a remedy means.
func TestFits(t *testing.T) {
	for _, tt := range []struct {
		line, old, now string
		want           bool
	}{
		{`print("hp: %d", x)`, `print`, `print(string.format("hp: %d", x))`, false},
		{`print("hp: %d", x)`, `print("hp: %d", x)`, `print(string.format("hp: %d", x))`, true},
		{`if a == "x" or "y" then`, `"y"`, `a == "x" or a == "y"`, false},
		{`f(agent, "shout", {})`, `{}`, `f(agent, "shout", nil, {})`, false},
		{`local t = bt.time`, `bt.time`, `bt.time()`, true},
		{`if x == "20" then`, `"20"`, `20`, true},
		{`hp 0-100: hit points`, `0-100: hit points`, `0..100`, false},
		{`return not a == 3`, `not a == 3`, `a ~= 3`, true},
	} {
		i := 0
		for ; tt.line[i:i+len(tt.old)] != tt.old; i++ {
		}
		if got := fits(tt.line, Replacement{i, i + len(tt.old), tt.old, tt.now}); got != tt.want {
			t.Errorf("%s: %s → %s: %t", tt.line, tt.old, tt.now, got)
		}
	}
}

// TestWord checks what counts as a word.
func TestWord(t *testing.T) {
	for _, tt := range []struct {
		line string
		at   int
		want string
	}{{"a.b.c = 1", 0, "a.b.c"}, {"x..y", 0, "x"}, {`say "a\"b" c`, 4, `"a\"b"`}, {"速度 + 1", 0, "速度"}, {"a ~= b", 2, "~="}, {"a b", 1, ""}, {"(a)", 0, "("}, {"a", 1, ""}} {
		if got := tt.line[tt.at:Word(tt.line, tt.at)]; got != tt.want {
			t.Errorf("%q at %d: %q, want %q", tt.line, tt.at, got, tt.want)
		}
	}
}

func FuzzReplacements(f *testing.F) {
	f.Add("unknown-hook", "on_entre", "on_enter", "  on_entre = 1", 3)
	f.Add("foreign-compound", "a", "b", "a += 1", 3)
	f.Fuzz(func(t *testing.T, code, name, near, line string, col int) {
		d := diag.Diagnostic{Pos: diag.Pos{File: "a.lua", Line: 1, Col: col}, Code: code, Args: diag.Args{"name": name, "near": near, "word": name, "text": near}, Source: line}
		for _, r := range Replacements(&d) {
			if r.Start < 0 || r.End < r.Start || r.End > len(line) || line[r.Start:r.End] != r.Old {
				t.Errorf("%v for %q", r, line)
			}
		}
	})
}
