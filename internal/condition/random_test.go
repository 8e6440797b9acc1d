package condition_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"pgregory.net/rapid"
)

// pair is an expression in the form of a tree file and in the form of a script.
type pair struct{ tree, script string }

// named holds the conditions that random expressions use.
var named = conditions{"hurt": "hp < 30", "near": "target.x - params.reach", "danger": "hurt and near or flag"}

func genPair(t *rapid.T, depth int) pair {
	if depth == 0 {
		return rapid.SampledFrom([]pair{
			{"hp", "agent.hp"}, {"mp", "agent.mp"}, {"flag", "agent.flag"}, {"mood", "agent.mood"}, {"target", "agent.target"}, {"unset", "agent.unset"},
			{"active", "agent.active"}, {"target.x", "agent.target.x"}, {"target.deep.z", "agent.target.deep.z"}, {"unset.x", "agent.unset.x"},
			{"params.reach", "params.reach"}, {"params.unset", "params.unset"}, {"params.goal.x", "params.goal.x"},
			{"nil", "nil"}, {"true", "true"}, {"false", "false"}, {"0", "0"}, {"3", "3"}, {"0.5", "0.5"}, {"1e300", "1e300"}, {`"7"`, `"7"`}, {`"a\"\n"`, `"a\"\n"`},
			{"hurt", "(agent.hp < 30)"}, {"near", "(agent.target.x - params.reach)"},
			{"danger", "((agent.hp < 30) and (agent.target.x - params.reach) or agent.flag)"},
			{"math.pi", "math.pi"}, {"h.zero()", "h.zero()"}, {`ran("root")`, "false"}, {`since("root")`, "0"},
		}).Draw(t, "leaf")
	}
	a, b := genPair(t, depth-1), genPair(t, rapid.IntRange(0, depth-1).Draw(t, "depth"))
	both := func(format string) pair {
		return pair{fmt.Sprintf(format, a.tree, b.tree), fmt.Sprintf(format, a.script, b.script)}
	}
	one := func(format string) pair { return pair{fmt.Sprintf(format, a.tree), fmt.Sprintf(format, a.script)} }
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return both("%s and %s")
	case 1:
		return both("%s or %s")
	case 2:
		return both("(%s) and (%s)")
	case 3:
		return one(rapid.SampledFrom([]string{"not (%s)", "-(%s)", "#(%s)", "- -(%s)"}).Draw(t, "unary"))
	case 4:
		return both("(%s) " + rapid.SampledFrom([]string{"+", "-", "*", "/", "%%", "^", ".."}).Draw(t, "operator") + " (%s)")
	case 5:
		return both("%s " + rapid.SampledFrom([]string{"+", "-", "*", "..", "==", "~="}).Draw(t, "bare operator") + " %s")
	case 6:
		return both("h.pair(%s, %s)")
	case 7:
		return both(rapid.SampledFrom([]string{"xor(%s, %s)", "math.max(%s, %s)", "({%s, x = %s}).x", "({%s, %s})[2]", "h.add(%s, %s)"}).Draw(t, "call"))
	}
	return both("(%s) " + rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "~="}).Draw(t, "comparison") + " (%s)")
}

// alwaysFails reports whether a text has a part that is refused since it raises an error whenever it is evaluated.
func (h *host) alwaysFails(text string) bool {
	_, err := h.compile(condition.Value, text)
	return err != nil && (strings.Contains(err.Error(), "cannot be compared by") || strings.Contains(err.Error(), "is for numbers, and"))
}

// TestRandomConditions checks that a condition has the same value as its text in a script, that its terms have
// their own values.
func TestRandomConditions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHost()
		h.names = named
		field := func(name string) any {
			return rapid.SampledFrom([]any{nil, 12, 30, -1.5, true, false, "angry", "10", table("x", 3)}).Draw(t, name)
		}
		target := table("x", 3, "deep", table("z", "z"))
		h.set("hp", field("hp"), "mp", field("mp"), "flag", field("flag"), "mood", field("mood"), "target", target, "active", field("active"))
		_ = h.params.Set(lua.Name("reach"), lua.Number(2))
		_ = h.params.Set(lua.Name("goal"), table("x", 1).Value())

		p := genPair(t, rapid.IntRange(1, 4).Draw(t, "size"))
		if h.alwaysFails(p.tree) {
			return
		}
		v, err := h.value(t, p.tree)
		w, errScript := h.script(t, p.script)
		if (err == nil) != (errScript == nil) || err == nil && !equal(v, w) {
			t.Fatalf("%s is %v, %v\nbut %s is %v, %v", p.tree, v, err, p.script, w, errScript)
		}
		c, err := h.compile(condition.Value, p.tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range c.Terms(h.state, h.agent.Value(), h.params.Value()) {
			v, err := h.value(t, term.Text)
			want := helper.Show(v)
			if err != nil {
				want = "error: " + err.Error()
			}
			if term.Value != want {
				t.Fatalf("%s: the term %s is shown as %s, want %s", p.tree, term.Text, term.Value, want)
			}
		}
	})
}

// equal reports whether two values are equal. It does not distinguish tables.
func equal(v, w lua.Value) bool {
	x, ok := v.Float()
	return ok && x != x && helper.Show(w) == helper.Show(v) || v.Equal(w) || v.Kind() == lua.KindTable && w.Kind() == lua.KindTable
}

type fataler interface{ Fatal(...any) }

// value compiles an expression and evaluates it.
func (h *host) value(t fataler, text string) (lua.Value, error) {
	c, err := h.compile(condition.Value, text)
	if err != nil {
		t.Fatal(err)
	}
	return c.Value(h.state, h.agent.Value(), h.params.Value())
}

// script evaluates an expression in a script.
func (h *host) script(t fataler, text string) (lua.Value, error) {
	chunk, err := lua.Compile(lua.Source{Name: "script.lua", Text: `
local agent, params = ...
local function xor(a, b) return not a ~= not b end
return ` + text})
	if err != nil {
		t.Fatal(err)
	}
	return h.state.Call1(chunk.Function(h.globals), h.agent.Value(), h.params.Value())
}

// FuzzCompile checks that for any text neither the compiler nor the compiled condition panics or takes long.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{
		"hp < 30 and target ~= nil", "danger or not hurt", "params.x.y(3):z{1, a = 2, [3] = b}[4]", `ran("root", 2) and xor(since("root"), -#x ^ 2 .. "a\1\"")`,
		"agent.hp", "(function() return x end)()", "a, b", "hp <", "...", "[[long]] == 'short' -- comment", "math.max(1e999, 0x1F)", "goto", "\x00", "é == 3",
		"return return", "x\ny", "self", `("x"):rep(1e9)`, "{" + strings.Repeat("{", 100),
	} {
		f.Add(seed, "hp + 1")
	}
	f.Fuzz(func(t *testing.T, text, other string) {
		h := newHost()
		h.names = conditions{"hurt": "hp < 30", "danger": "hurt and other", "other": other}
		c, problems := h.compiler.Compile(condition.Source{Text: text, Pos: diag.Pos{File: "main.bt", Line: 1, Col: 9}, Line: "  b when " + text, Names: h.names})
		if (c == nil) != (problems.Err() != nil) {
			t.Fatalf("%q: %v, %v", text, c, problems)
		}
		if c != nil {
			h.set("hp", 12, "x", "text")
			h.state.Steps, h.state.Bytes, h.state.MaxDepth = 100000, 1<<20, 200
			_, _ = c.Test(h.state, h.agent.Value(), h.params.Value())
			h.terms(c)
		}
	})
}
