package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
)

// otherFile has conditions of its own and knows those of another file.
type otherFile struct {
	conditions
	far conditions
}

func (f otherFile) Named(name string) (string, diag.Pos, string, luabind.Names, bool) {
	if source, pos, line, scope, ok := f.far.Named(name); ok {
		pos.File = "far.bt"
		return source, pos, line, scope, ok
	}
	source, pos, line, _, ok := f.conditions.Named(name)
	return source, pos, line, f, ok
}

func TestNamedConditions(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: engine.Number(2)})
	q.names = otherFile{
		conditions{
			"hurt": "hp < 30", "near": "dist < params.reach", "danger": "hurt and near", "sum": "hp + 1 or 2",
			"first": "math.min(hp, 5)", "pair": "near or math.max(1, 2)",
		},
		conditions{"alarmed": "alarm and not calm", "calm": "hp"},
	}
	q.agent.Set(engine.KeyOf("hp"), engine.Number(12))
	q.agent.Set(engine.KeyOf("dist"), engine.Number(1))
	q.agent.Set(engine.KeyOf("near"), engine.Bool(false)) // the condition wins
	q.agent.Set(engine.KeyOf("alarm"), engine.Bool(true))
	for _, c := range []struct{ guard, want, terms, text string }{
		{"hurt", "true", "hurt=true hp=12", "hurt (true), where hurt is hp (12) < 30"},
		{"not hurt", "false", "hurt=true hp=12", "not hurt (true), where hurt is hp (12) < 30"},
		{"hurt and hurt", "true", "hurt=true hp=12", "hurt (true) and hurt (true), where hurt is hp (12) < 30"},
		{"danger", "true", "danger=true hurt=true hp=12 near=true dist=1 params.reach=2",
			"danger (true), where danger is hurt (true) and near (true), hurt is hp (12) < 30, near is dist (1) < params.reach (2)"},
		{"sum * 2 == 26", "true", "sum=13 hp=12", "sum (13) * 2 == 26, where sum is hp (12) + 1 or 2"},
		{"alarmed", "false", "alarmed=false alarm=true calm=12 hp=12", "alarmed (false), where alarmed is alarm (true) and not calm (12), calm is hp (12)"},
		{"#name == 4 and danger", "true", "name=\"main\" danger=true hurt=true hp=12 near=true dist=1 params.reach=2",
			"#name (\"main\") == 4 and danger (true), where danger is hurt (true) and near (true), hurt is hp (12) < 30, near is dist (1) < params.reach (2)"},
		{"math.max(first) == 5", "true", "first=5 hp=12", "math.max(first (5)) == 5, where first is math.min(hp (12), 5)"},
		{"math.max(pair, 0)", "guard math.max(pair, 0): bad argument #1 to 'max' (number expected, got boolean)",
			"pair=true near=true dist=1 params.reach=2", "math.max(pair (true), 0), where pair is near (true) or math.max(1, 2), near is dist (1) < params.reach (2)"},
		{"hurt.x", "guard hurt.x: hurt is true; it has no field x", "hurt=true hp=12", "hurt.x (error: hurt is true; it has no field x), where hurt is hp (12) < 30"},
		{"hurt < 3", "guard hurt < 3: attempt to compare hurt (true) with 3", "hurt=true hp=12", "hurt (true) < 3, where hurt is hp (12) < 30"},
		{"alarmed or hurt", "true", "alarmed=false alarm=true calm=12 hp=12 hurt=true",
			"alarmed (false) or hurt (true), where alarmed is alarm (true) and not calm (12), hurt is hp (12) < 30, calm is hp (12)"},
	} {
		yes, err := q.ask(c.guard)
		got := fmt.Sprint(yes)
		if err != nil {
			got = err.Error()
		}
		if got != c.want || termText(q.terms) != c.terms || q.text != c.text {
			t.Errorf("%s\ngot  %s\n     %s\n     %s\nwant %s\n     %s\n     %s", c.guard, got, termText(q.terms), q.text, c.want, c.terms, c.text)
		}
	}
	q.agent.Set(engine.KeyOf("hp"), engine.Value{})
	if _, err := q.ask("dist and danger"); err == nil || err.Error() != "guard dist and danger: in danger: in hurt: attempt to compare hp (nil) with 30: the agent has no field hp; if that may be so, write (hp or 0)" {
		t.Errorf("error inside: %v", err)
	}
	if got := fmt.Sprint(q.reads); got != "[dist hp]" {
		t.Errorf("reads %s", got)
	}
}

func termText(terms []engine.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, t.Text+"="+t.Value)
	}
	return strings.Join(parts, " ")
}

func TestNamedConditionErrors(t *testing.T) {
	names := conditions{
		"self": "hp < 3 and self", "a": "b or hp", "b": "not c", "c": "xor(a, hp)", "broken": "hp <", "math": "hp", "params": "hp",
		"unknown": "sihgt(3)", "calls": "hurt(hp)", "hurt": "hp < 30", "uses": "math", "none": "", "wrong": "geom.x", "defines": "(function() end)()",
	}
	for k := range 20 {
		names[fmt.Sprintf("grow%d", k)] = fmt.Sprintf("grow%d and grow%d", k+1, k+1)
	}
	names["grow20"] = "hp"
	r := luabind.NewRuntime(luabind.Options{})
	for _, c := range []struct{ guard, want string }{
		{"self", "main.bt:131:18: condition self: it uses itself: self -> self: give it another name than the field that it reads"},
		{"a", "main.bt:100:15: condition a: it uses itself: a -> b -> c -> a"},
		{"hp and c", "main.bt:103:15: condition c: it uses itself: c -> a -> b -> c"},
		{"broken", "main.bt:102:23: condition broken: the expression ends after \"<\", which needs a value behind it"},
		{"math", "main.bt:3:12: guard: math stands for a condition and for what all scripts use: give the condition another name"},
		{"math.max(1, 2) and hp", "main.bt:3:12: guard: math stands for a condition"},
		{"params.x", "main.bt:3:12: guard: params stands for a condition"},
		{"uses", "main.bt:133:18: condition uses: math stands for a condition"},
		{"unknown", "main.bt:132:21: condition unknown: unknown function sihgt; a guard may call ran, active, since, in_force, xor, Lua's libraries and what Go has bound"},
		{"hurt()", "main.bt:3:12: guard: hurt is a condition, not a function: write hurt"},
		{"calls", "main.bt:103:"},
		{"none", "a condition is one Lua expression, such as hp < 30 and target ~= nil"},
		{"defines", "condition defines: a guard cannot define a function"},
		{"grow12", ""},
		{"grow0", "more than 2000 parts, named conditions written out: use a precondition in a script"},
	} {
		cond, problems := r.Condition(c.guard, diag.Pos{File: "main.bt", Line: 3, Col: 12}, "  b when "+c.guard, names)
		got := headlines(problems)
		if c.want == "main.bt:103:" {
			c.want = "condition calls: hurt is a condition, not a function: write hurt"
		}
		if (cond == nil) != (c.want != "") || !strings.Contains(got, c.want) || len(problems) > 1 {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
		for _, p := range problems {
			if p.Source == "" {
				t.Errorf("%s: no source line: %s", c.guard, got)
			}
		}
	}
}
