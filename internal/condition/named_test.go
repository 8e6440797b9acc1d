package condition_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// otherFile has conditions of its own and refers to conditions of another file.
type otherFile struct {
	conditions
	far conditions
}

func (f otherFile) Named(name string) (string, diag.Pos, string, condition.Names, bool) {
	if source, pos, line, scope, ok := f.far.Named(name); ok {
		pos.File = "far.bt"
		return source, pos, line, scope, ok
	}
	source, pos, line, _, ok := f.conditions.Named(name)
	return source, pos, line, f, ok
}

func TestNamedConditions(t *testing.T) {
	h := newHost()
	h.names = otherFile{
		conditions{
			"hurt": "hp < 30", "near": "dist < params.reach", "danger": "hurt and near", "sum": "hp + 1 or 2",
			"first": "math.min(hp, 5)", "pair": "near or math.max(1, 2)", "unset": "mp", "far": "place + 1",
		},
		conditions{"alarmed": "alarm and not calm", "calm": "hp"},
	}
	h.set("hp", 12, "dist", 1, "near", false, "alarm", true, "name", "main") // the condition near hides the field
	// near
	_ = h.params.Set(lua.Name("reach"), lua.Number(2))
	for _, c := range []struct{ guard, want, terms string }{
		{"hurt", "true", "hurt=true hp=12"},
		{"not hurt", "false", "hurt=true hp=12"},
		{"hurt and hurt", "true", "hurt=true hp=12"},
		{"danger", "true", "danger=true hurt=true hp=12 near=true dist=1 params.reach=2"},
		{"sum * 2 == 26", "true", "sum=13 hp=12"},
		{"alarmed", "false", "alarmed=false alarm=true calm=12 hp=12"},
		{"#name == 4 and danger", "true", "name=\"main\" danger=true hurt=true hp=12 near=true dist=1 params.reach=2"},
		{"math.max(first) == 5", "true", "first=5 hp=12"},
		{"math.max(pair, 0)", `go-error error="bad argument #1 to 'max' (number expected, got boolean)"`,
			"pair=true near=true dist=1 params.reach=2"},
		{"hurt.x", `not-a-table key="x" what="hurt (true)"`, "hurt=true hp=12"},
		{"hurt < 3", `cannot-compare left="hurt (true)" right="3"`, "hurt=true hp=12"},
		{"unset + 3 > 3", `cannot-calculate left="unset (nil)" operator="+" right="3"`, "unset=nil mp=nil"},
		{"alarmed or hurt", "true", "alarmed=false alarm=true calm=12 hp=12 hurt=true"},
	} {
		if got, terms := answer(h.ask(c.guard)), h.terms(h.mustCompile(t, c.guard)); got != c.want || terms != c.terms {
			t.Errorf("%s\ngot  %s\n     %s\nwant %s\n     %s", c.guard, got, terms, c.want, c.terms)
		}
	}
	if got, want := answer(h.ask("far")), `in far: cannot-calculate left="place (nil)" operator="+" right="1" -> parameter-out-of-sight name="place"`; got != want {
		t.Errorf("a parameter of the tree: got %s, want %s", got, want)
	}
	h.set("hp", nil)
	unset := message.CannotCompare("hp (nil)", "30").With(message.AgentLacksField("hp", message.WriteCode("(hp or 0)")))
	inside := "in danger: in hurt: "
	if got := answer(h.ask("dist and danger")); got != inside+message.Identity(diag.New(diag.Pos{}, unset)) {
		t.Errorf("error inside: %s", got)
	}
	c := h.mustCompile(t, "danger")
	if got := h.terms(c); !strings.HasPrefix(got, "danger=error: "+inside+unset.Error()+" hurt=error: in hurt: "+unset.Error()) {
		t.Errorf("terms with an error inside: %s", got)
	}
	if c, err := h.compile(condition.Test, "hurt"); err != nil {
		t.Error(err)
	} else if _, err := c.Test(h.state, h.agent.Value(), lua.Nil); identity(err) != "in hurt: "+message.Identity(diag.New(diag.Pos{}, unset)) {
		t.Errorf("a condition that is only a name: %v", err)
	}
}

func TestNamedConditionErrors(t *testing.T) {
	names := conditions{
		"self": "hp < 3 and self", "a": "b or hp", "b": "not c", "c": "xor(a, hp)", "broken": "hp <", "math": "hp", "params": "hp",
		"unknown": "sihgt(3)", "calls": "hurt(hp)", "hurt": "hp < 30", "uses": "math", "none": "", "wrong": "h.x", "defines": "(function() end)()",
	}
	for k := range 20 {
		names[fmt.Sprintf("grow%d", k)] = fmt.Sprintf("grow%d and grow%d", k+1, k+1)
	}
	names["grow20"] = "hp"
	for k := range 300 {
		names[fmt.Sprintf("row%d", k)] = fmt.Sprintf("row%d", k+1)
	}
	h := newHost()
	for _, c := range []struct{ guard, want string }{
		{"self", `main.bt:431:18: condition-uses-itself name="self" path="self -> self" -> rename-condition`},
		{"a", `main.bt:100:15: condition-uses-itself name="a" path="a -> b -> c -> a"`},
		{"hp and c", `main.bt:103:15: condition-uses-itself name="c" path="c -> a -> b -> c"`},
		{"broken", `main.bt:102:23: text-ends-without-value before="\"<\""`},
		{"math", `main.bt:3:12: condition-named-like-global name="math" -> it`},
		{"math.max(1, 2) and hp", `main.bt:3:12: condition-named-like-global name="math" -> it`},
		{"params.x", `main.bt:3:12: condition-named-like-global name="params" -> it`},
		{"uses", `main.bt:433:18: condition-named-like-global name="math" -> it`},
		{"unknown", `main.bt:432:21: unknown-function name="sihgt" questions=[ran ran_ago active since in_force xor] -> it`},
		{"hurt()", `main.bt:3:12: condition-called name="hurt" -> it`},
		{"calls", `main.bt:104:19: condition-called name="hurt" -> it`},
		{"none", "main.bt:129:18: condition-missing -> it"},
		{"defines", "main.bt:105:22: function-in-condition -> it"},
		{"wrong", `main.bt:434:19: unknown-library-member library="h" member="x" -> rename-library-field library="h"`},
		{"grow12", ""},
		{"grow0", "main.bt:109:20: condition-too-long limit=2000 -> it"},
		{"row250", ""},
		{"row0", `main.bt:134:20: conditions-nested-too-deep limit=100 name="row100" -> it`},
	} {
		cond, problems := h.compiler.Compile(condition.Source{Text: c.guard, Pos: diag.Pos{File: "main.bt", Line: 3, Col: 12}, Line: "  b when " + c.guard, Names: names})
		got := identities(problems)
		if (cond == nil) != (c.want != "") || got != c.want || len(problems) > 1 {
			t.Errorf("%.40s: got %s, want %s", c.guard, got, c.want)
		}
		for _, p := range problems {
			if p.Source == "" {
				t.Errorf("%s: no source line: %s", c.guard, got)
			}
		}
	}
}

// changing holds named conditions, some of which change.
type changing struct{ text map[string]string }

func (changing) Parameter(string) bool { return false }

func (c changing) Named(name string) (string, diag.Pos, string, condition.Names, bool) {
	text, ok := c.text[name]
	return text, diag.Pos{File: "main.bt", Line: 1, Col: 1}, text, c, ok
}

// TestSame checks that a condition that is compiled again is the same if its text and the meanings of its names are
// the same, however deeply they are nested.
func TestSame(t *testing.T) {
	h := newHost()
	names := changing{map[string]string{"a": "b or c", "b": "hp < 3", "d": "b"}}
	h.names = names
	old := h.mustCompile(t, "a and mp")
	if again := h.mustCompile(t, "a and mp"); !again.Same(old) || !old.Same(again) {
		t.Error("another one of the same text")
	}
	for _, text := range []string{"a and mp2", "a and  mp", "a"} {
		if h.mustCompile(t, text).Same(old) {
			t.Errorf("%s is the same", text)
		}
	}
	for _, change := range [][2]string{{"b", "hp < 4"}, {"c", "true"}, {"mp", "hp"}} {
		was, had := names.text[change[0]]
		names.text[change[0]] = change[1]
		if h.mustCompile(t, "a and mp").Same(old) {
			t.Errorf("Same is true after %s", change)
		}
		if delete(names.text, change[0]); had {
			names.text[change[0]] = was
		}
		if again := h.mustCompile(t, "a and mp"); !again.Same(old) {
			t.Errorf("Same is false after %s was reverted", change)
		}
	}
	names.text["b"] = "a" // a cycle through known conditions
	if _, err := h.compile(condition.Guard, "a and mp"); err == nil || !strings.Contains(identity(err), "condition-uses-itself name=\"a\" path=\"a -> b -> a\"") {
		t.Errorf("%v", err)
	}
	if newHost().mustCompile(t, "hp").Same(h.mustCompile(t, "hp")) {
		t.Error("Same is true for another host")
	}
}

// TestNamedConditionsAreShared checks that a named condition that many conditions use is compiled once, and is
// freed when none uses it.
func TestNamedConditionsAreShared(t *testing.T) {
	h := newHost()
	h.names = changing{map[string]string{"a": "b or b", "b": "hp < 3"}}
	first := h.mustCompile(t, "a")
	if second := h.mustCompile(t, "a or x"); !condition.Share(first, second, "a") {
		t.Error("compiled twice")
	}
	for k := range 1000 {
		h.names = changing{map[string]string{"a": fmt.Sprint("b + ", k), "b": "hp < 3"}}
		h.mustCompile(t, "a")
		if k%100 == 0 {
			runtime.GC()
		}
	}
	if n := condition.Kept(h.compiler); n > 600 {
		t.Errorf("%d named conditions are kept", n)
	}
}
