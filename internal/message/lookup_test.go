package message

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// TestFollows checks that the catalog has the codes of follows.
func TestFollows(t *testing.T) {
	for code, consequences := range follows {
		for _, c := range append(consequences, code) {
			if e := byCode()[c]; e == nil || e.Part() {
				t.Errorf("the catalog has no message %s", c)
			}
		}
	}
}

func TestRepeats(t *testing.T) {
	const line = "  agent.rest = agent.tierd - 1"
	finding := func(w diag.Words) diag.Diagnostic {
		d := diag.New(diag.Pos{File: "scripts/walk.lua", Line: 2, Col: 22}, w)
		d.Severity, d.Source = diag.Warning, line
		return d
	}
	raised := func(w diag.Words) diag.Diagnostic {
		d := finding(w)
		d.Severity, d.Notes = diag.Error, []string{"hook behavior of walk", "Lua stack:"}
		return d
	}
	unset := finding(UnsetField("scripts/agent.fields", "tierd", "script"))
	sum := CannotCalculate("agent.tierd (nil)", "-", "1 (number)")
	inModule := func(place string) diag.Diagnostic {
		d := diag.New(diag.Pos{File: "scripts/lib/walk.lua", Line: 4, Col: 3}, sum.With(CalledWithColon("toward", "walk", place)))
		d.Source = "  return x - agent.x"
		return d
	}
	elsewhere := func(w diag.Words) diag.Diagnostic {
		d := raised(w)
		d.Pos, d.Source = diag.Pos{File: "scripts/lib/legs.lua", Line: 9, Col: 1}, "return x"
		return d
	}
	ofWalk := func(w diag.Words, line string) diag.Diagnostic {
		d := elsewhere(w)
		d.Source, d.Notes = line, []string{"hook utility of walk, agent a#1"}
		return d
	}
	stored := func(line string) diag.Diagnostic {
		d := finding(UndeclaredPart("tierd", []string{"tired"}, "the stimulus bell", "scripts/agent.fields:1"))
		d.Pos.File, d.Source = "scripts/lib/legs.lua", "    "+line
		return d
	}
	called, global := finding(EntryOfFunction("by", "bt.stimulus", "bt.stimulus()")), finding(UnknownGlobal("tools"))
	called.Pos.File, called.Source, global.Pos.File = "scripts/lib/legs.lua", "    local bell = bt.stimulus", "scripts/lib/legs.lua"
	for _, c := range []struct {
		name       string
		d, finding diag.Diagnostic
		want       bool
	}{
		{"the value that nothing sets", raised(sum), unset, true},
		{"an argument that nothing sets", raised(WrongArgument("math.floor", "agent.tierd (nil)", 1, "x", "a number")), unset, true},
		{"another value of the line", raised(CannotCalculate("agent.tired (nil)", "-", "1 (number)")), unset, false},
		{"a part of the name", raised(CannotCalculate("agent.tierd_too (nil)", "-", "1 (number)")), unset, false},
		{"an error of another kind", raised(ScriptError("tierd")), unset, false},
		{"the end of a name", raised(CannotCalculate("agent.untierd (nil)", "-", "1 (number)")), unset, false},
		{"the value that nothing sets, elsewhere", elsewhere(sum), unset, true},
		{"a field that is set under another name", elsewhere(sum), finding(UnreadField("tired", "tierd", "script")), true},
		{"a local with the value", elsewhere(CannotCalculate("far (nil)", "-", "1 (number)").With(LocalIsNil(2, "far", WriteCode("(far or 0)"), "agent.tierd"))), unset, true},
		{"a parameter that stands for the field", elsewhere(CannotCalculate("x (nil)", "-", "1 (number)").With(ParamIsField("tierd"))), unset, true},
		{"another value, elsewhere", elsewhere(CannotCalculate("agent.tired (nil)", "-", "1 (number)")), unset, false},
		{"a parameter of another type", ofWalk(WrongUtility(`"25"`), "return params.worth"), finding(ParameterOfOtherType("walk", diag.Words{}, "worth", diag.Words{}, `"25"`)), true},
		{"a parameter of another behavior", ofWalk(WrongUtility(`"25"`), "return params.worth"), finding(ParameterOfOtherType("rest", diag.Words{}, "worth", diag.Words{}, `"25"`)), false},
		{"memory that is set under another name", raised(CannotCompare("memory.trips (nil)", "3 (number)")), finding(UnreadMemory("memory.trip", "trips")), true},
		{"other memory", raised(CannotCompare("memory.ways (nil)", "3 (number)")), finding(UnreadMemory("memory.trip", "trips")), false},
		{"memory that no hook sets", raised(CannotCompare("memory.trips (nil)", "3 (number)")), finding(UnknownHook("on_entre", "on_enter")), true},
		{"memory that a line gives a part that is not declared", elsewhere(CannotCalculate("memory.strokes (nil)", "-", "1 (number)")), stored("memory.strokes = bell.tierd"), true},
		{"other memory than that of the line", elsewhere(CannotCalculate("memory.stroke (nil)", "-", "1 (number)")), stored("memory.strokes = bell.tierd"), false},
		{"memory that is not nil", elsewhere(CannotCalculate("memory.strokes (text)", "-", "1 (number)")), stored("memory.strokes = bell.tierd"), false},
		{"memory that has a default", elsewhere(CannotCalculate("memory.strokes (nil)", "-", "1 (number)")), stored("memory.strokes = bell.tierd or 1"), false},
		{"a local that a line gives such a part", elsewhere(CannotCalculate("n (nil)", "-", "1 (number)").With(LocalIsNil(2, "n", WriteCode("(n or 0)"), "bell.tierd"))), stored("local n = bell.tierd"), true},
		{"a local of another line", elsewhere(CannotCalculate("n (nil)", "-", "1 (number)").With(LocalIsNil(3, "n", WriteCode("(n or 0)"), "bell.tierd"))), stored("local n = bell.tierd"), false},
		{"an entry of a board that nothing writes", raised(CannotCalculate(`bt.board("camp").tierd (nil)`, "-", "1 (number)")), finding(UnwrittenEntry("camp", "tierd", "scripts/agent.fields")), true},
		{"an entry of a stimulus that is misspelled where it is posted", diag.New(diag.Pos{File: "scripts/answer.lua", Line: 2}, CannotCalculate("bell.stroke (nil)", "-", "1 (number)")), finding(UndeclaredPart("strok", []string{"stroke"}, "the stimulus bell", "scripts/agent.fields:2").With(DidYouMean("stroke"))), true},
		{"another entry of it", diag.New(diag.Pos{File: "scripts/answer.lua", Line: 2}, CannotCalculate("bell.strokes (nil)", "-", "1 (number)")), finding(UndeclaredPart("strok", []string{"stroke"}, "the stimulus bell", "scripts/agent.fields:2").With(DidYouMean("stroke"))), false},
		{"a local that is a function", elsewhere(NotATable("by", "bell (function)")), called, true},
		{"another local", elsewhere(NotATable("by", "bells (function)")), called, false},
		{"a global that is read before", elsewhere(NotATable("distance", "tools (nil)").With(NoGlobal(WriteCode("x"), "tools"))), global, true},
		{"a second place", raised(CannotCalculate("agent.tierds (nil)", "-", "agent.tierd (nil)")), unset, true},
		{"a function", raised(FunctionNotCalled("bt.time", "bt")), finding(FunctionNotCalled("bt.time", "bt")), true},
		{"a score", raised(WrongUtility("nothing")), finding(MissingScore("utility")), true},
		{"another score", raised(WrongUtility("a text")), finding(MissingScore("utility")), false},
		{"a member of a library", raised(NotAFunction("math.flor (nil)")), finding(UnknownLibraryMember("math", "flor")), true},
		{"a node", raised(NodeNotInTree("wlak", "walk")), finding(UnknownNode("wlak", "walk")), true},
		{"a module that is called with a colon", inModule("scripts/walk.lua:2"), finding(ColonOnLibrary("walk", "toward")), true},
		{"a call with a colon elsewhere", inModule("scripts/walk.lua:3"), finding(ColonOnLibrary("walk", "toward")), false},
		{"the same code", raised(WrongArgument("math.floor", "nil", 1, "x", "a number")), finding(WrongArgument("math.floor", "nil", 1, "x", "a number")), true},
	} {
		if got := Repeats(c.d, c.finding); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for name, change := range map[string]func(*diag.Diagnostic){
		"another line": func(d *diag.Diagnostic) { d.Pos.Line++ },
		"another file": func(d *diag.Diagnostic) { d.Pos.File = "scripts/run.lua" },
		"another text": func(d *diag.Diagnostic) { d.Source = "agent.rest = agent.tierd" },
		"no code":      func(d *diag.Diagnostic) { d.Code = "" },
	} {
		d := raised(NotAFunction("math.flor (nil)"))
		if change(&d); Repeats(d, finding(UnknownLibraryMember("math", "flor"))) {
			t.Errorf("%s: they are about the same mistake", name)
		}
	}

	d := raised(sum)
	if told := Told(d, diag.List{unset}); told.Code != "raised-as-found" || told.Pos != unset.Pos || told.Hint+told.Source != "" || len(told.Notes) != 1 {
		t.Errorf("%+v", told)
	}
	q := raised(Quarantined("walk", ResetTerm(), diag.Words{Code: sum.Code, Args: sum.Args, Text: sum.Text}, "behavior", "write (agent.tierd or 0)"))
	want := Quarantined("walk", ResetTerm(), FoundErrorTerm(HereTerm(), WarnsOfTerm()), "behavior", "")
	if told := Told(q, diag.List{unset}); told.Code != want.Code || told.Message != want.Text || told.Hint+told.Source != "" || len(told.Notes) != 1 {
		t.Errorf("%+v", told)
	}
	var teller Teller
	for i, want := range []string{d.Message, Quarantined("walk", ResetTerm(), ToldErrorTerm(), "behavior", "").Text, d.Message} {
		next := d
		if i == 1 {
			next = q
		}
		if told, again := teller.Tell(next, nil); told.Message != want || again != (i == 2) {
			t.Errorf("%d: %+v, %t", i, told, again)
		}
	}
	waits := finding(CallWaits("rest", "behavior", "scripts/lib/legs.lua:3:5"))
	raisedThere := diag.New(diag.Pos{File: "scripts/lib/legs.lua", Line: 3, Col: 5}, WaitOutsideRun("bt.wait"))
	if told := Told(raisedThere, diag.List{waits}); told.Code != "raised-as-found" || told.Pos != raisedThere.Pos || !strings.Contains(told.Message, waits.Pos.String()) {
		t.Errorf("%+v", told)
	}
	if told := Told(d, diag.List{finding(UnknownGlobal("x"))}); !told.Same(d) || told.Message != d.Message {
		t.Errorf("%+v", told)
	}
}
