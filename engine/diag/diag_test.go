package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestError(t *testing.T) {
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{"plain", Diagnostic{Message: "no scripts"}, "no scripts"},
		{"caret under the fault", Diagnostic{
			Pos: Pos{"melee.lua", 14, 8}, Message: "behavior returned 7", Source: "return 7",
			Notes: []string{`agent 12 "troll"`},
		}, "melee.lua:14:8: behavior returned 7\n    return 7\n           ^\n  agent 12 \"troll\""},
		{"tabs stay tabs", Diagnostic{Pos: Pos{"a", 1, 3}, Message: "m", Source: "\t\tx"}, "a:1:3: m\n    \t\tx\n    \t\t^"},
		{"characters, not bytes", Diagnostic{Pos: Pos{"a", 1, 4}, Message: "m", Source: "éé x"}, "a:1:4: m\n    éé x\n       ^"},
		{"wide characters", Diagnostic{Pos: Pos{"a", 1, 6}, Message: "m", Source: "速度 = x"}, "a:1:6: m\n    速度 = x\n           ^"},
		{"marks and emoji", Diagnostic{Pos: Pos{"a", 1, 6}, Message: "m", Source: "e\u0301 🐺 x"}, "a:1:6: m\n    e\u0301 🐺 x\n         ^"},
		{"direction of text", Diagnostic{Pos: Pos{"a", 1, 3}, Message: "m", Source: "a\u202eb"}, "a:1:3: m\n    a?b\n      ^"},
		{"warning with hint", Diagnostic{Pos: Pos{"a", 2, 0}, Severity: Warning, Message: "m", Hint: "did you mean x?"}, "a:2: warning: m: did you mean x?"},
		{"control characters", Diagnostic{Pos: Pos{"a", 1, 1}, Message: "m", Source: "\x1b[2J\xff"}, "a:1:1: m\n    ?[2J?\n    ^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.d.Error(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestLongLineIsCut(t *testing.T) {
	d := Diagnostic{Pos: Pos{"a", 1, 100000}, Message: "m", Source: strings.Repeat("x", 1<<20)}
	if n := len(d.Error()); n > 500 {
		t.Errorf("message of %d bytes for a line of 1 MB", n)
	}
}

// TestFarPlaces checks that the source line of a position far to the right is shortened
// to the text around it.
func TestFarPlaces(t *testing.T) {
	for _, tt := range []struct {
		line string
		col  int
		want string
	}{
		{strings.Repeat(" ", 300) + "wait 2", 301, "… wait 2\n      ^"},
		{strings.Repeat(" ", 40) + "wait 2", 46, strings.Repeat(" ", 40) + "wait 2\n    " + strings.Repeat(" ", 45) + "^"},
		{strings.Repeat("a", 300) + "B" + strings.Repeat("c", 300), 301, "…" + strings.Repeat("a", 99) + "B" + strings.Repeat("c", 99) + "…\n    " + strings.Repeat(" ", 100) + "^"},
		{strings.Repeat("a", 300) + "B", 301, "…" + strings.Repeat("a", 99) + "B\n    " + strings.Repeat(" ", 100) + "^"},
		{"B" + strings.Repeat("c", 300), 1, "B" + strings.Repeat("c", 199) + "…\n    ^"},
	} {
		d := Diagnostic{Pos: Pos{"f", 1, tt.col}, Message: "m", Source: tt.line}
		if got := strings.TrimPrefix(d.Error(), d.Headline()+"\n    "); got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}

func TestList(t *testing.T) {
	var l List
	l.Warn(Pos{"b", 1, 1}, Words{Text: "w"})
	l.Add(Pos{"b", 1, 1}, Words{Text: "e"})
	l.Add(Pos{"a", 9, 1}, Words{Text: "first"})
	l.Add(Pos{"a", 9, 1}, Words{Text: "first"})
	l.Sort()
	if got, want := l.Error(), "a:9:1: first\nb:1:1: e\nb:1:1: warning: w"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if l.Err() == nil || List(nil).Err() != nil || l.Warnings().Err() != nil {
		t.Error("Err is for lists with errors only")
	}
	for range 100 {
		l.Add(Pos{"c", 1, 1}, Words{Text: "more"})
	}
	if got := l.Error(); !strings.HasSuffix(got, "and 53 more") {
		t.Errorf("not capped: %s", got[len(got)-40:])
	}
}

func TestCauses(t *testing.T) {
	l := List{{Pos: Pos{File: "a"}, Follows: true}, {Pos: Pos{File: "b"}}, {Pos: Pos{File: "c"}, Follows: true}, {Pos: Pos{File: "a", Line: 2}, Follows: true}}
	if causes, held := l.Causes(); len(causes) != 1 || causes[0].Pos.File != "b" || strings.Join(held, " ") != "a c" {
		t.Errorf("%v, held %v", causes, held)
	}
}

// TestSort checks the order of findings, and which of them are the same.
func TestSort(t *testing.T) {
	at := func(line int) Pos { return Pos{"a.bt", line, 3} }
	words := func(code, name string) Words {
		return Words{Code: code, Args: Args{"name": name, "names": []string{name}}, Text: code + " " + name}
	}
	var l List
	l.Add(at(1), words("unusable", "x")).Follows = true
	l.Add(at(2), words("missing", "y"))
	l.Add(at(2), words("missing", "x"))
	l.Warn(at(2), words("missing", "x"))
	l.Add(at(2), words("missing", "x")).Notes = []string{"included elsewhere"}
	l.Warn(at(1), words("unset", "x"))
	l.Add(at(2), words("invalid", "x"))
	l.Sort()
	want := `a.bt:1:3: warning: unset x
a.bt:2:3: invalid x
a.bt:2:3: missing x
a.bt:2:3: missing x
  included elsewhere
a.bt:2:3: missing y
a.bt:1:3: unusable x`
	if got := l.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestApart checks that a finding is left out if the others have an error with a remedy at its position.
func TestApart(t *testing.T) {
	var found, others List
	for line := range 5 {
		found.Warn(Pos{"a.lua", line, 1}, Words{Code: "unknown-global", Text: "there is no global x"})
	}
	others.Add(Pos{"a.lua", 0, 1}, Words{Code: "unreadable-file"})
	others.Add(Pos{"a.lua", 1, 1}, Words{Code: "call-of-nil", Hint: "declare x"})
	others.Warn(Pos{"a.lua", 2, 1}, Words{Code: "unset-field", Hint: "declare x"})
	others.Add(Pos{"a.lua", 3, 2}, Words{Code: "call-of-nil", Hint: "declare x"})
	others.Add(Pos{"a.lua", 4, 1}, Words{Code: "call-of-nil"})
	var lines []int
	for _, d := range found.Apart(others) {
		lines = append(lines, d.Pos.Line)
	}
	if !slices.Equal(lines, []int{0, 2, 3, 4}) {
		t.Errorf("findings in lines %v are left", lines)
	}
}

func TestSuggest(t *testing.T) {
	hooks := []string{"precondition", "behavior", "on_enter", "on_exit", "run"}
	for word, want := range map[string]string{
		"on_entre": "on_enter", "onexit": "on_exit", "behaviour": "behavior", "is_colse": "",
		"run": "", "": "", "rnu": "run", "ON_EXIT": "on_exit", "RUN": "run", strings.Repeat("x", 1000): "",
	} {
		if got := Suggest(word, hooks); got != want {
			t.Errorf("Suggest(%.20q) = %q, want %q", word, got, want)
		}
	}
	names := []string{"战斗.逃跑", "战斗.巡视", "血量", "größe", "速"}
	for word, want := range map[string]string{"战斗.逃炮": "战斗.逃跑", "战斗.视巡": "战斗.巡视", "血两": "血量", "grosse": "", "gröse": "größe", "度": "", "路程": "", strings.Repeat("血", 300): ""} {
		if got := Suggest(word, names); got != want {
			t.Errorf("Suggest(%.20q) = %q, want %q", word, got, want)
		}
	}
}

func TestColumn(t *testing.T) {
	if Column("éx", 2) != 2 || Column("abc", 99) != 4 || Column("", -1) != 1 {
		t.Error("Column")
	}
}

// TestOffset checks that Offset is the inverse of Column.
func TestOffset(t *testing.T) {
	const line = "é速度🐺 x"
	for i := range line + " " {
		if got := Offset(line, Column(line, i)); got != i {
			t.Errorf("offset %d became %d", i, got)
		}
	}
	if Offset(line, 0) != 0 || Offset(line, 99) != len(line) {
		t.Error("bounds")
	}
}
