package edit_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees/edit"
)

const guard = `# The night watch.
tree guard what speed=2 "Guards."
  priority            # the root
    # runs first
    flee              when hp < 30
    combat speed=3 +  when target ~= nil  # with the sword
      melee           when dist < 2
      # shoot
    set gold = gold + 5, last=3
    wait 2
condition low = hp < 10
`

func TestMake(t *testing.T) {
	for _, tt := range []struct {
		name string
		op   edit.Op
		want string // what changes, as lines with - and +, or an error
	}{
		{"a condition", edit.Op{Do: edit.SetCondition, Line: 5, Text: "hp < 20 or low"}, "-    flee              when hp < 30\n+    flee              when hp < 20 or low"},
		{"no condition", edit.Op{Do: edit.SetCondition, Line: 6}, "-    combat speed=3 +  when target ~= nil  # with the sword\n+    combat speed=3 +                      # with the sword"},
		{"a new condition in its column", edit.Op{Do: edit.SetCondition, Line: 9, Text: "x"}, "-    set gold = gold + 5, last=3\n+    set gold = gold + 5, last=3  when x"},
		{"a condition with a comment", edit.Op{Do: edit.SetCondition, Line: 5, Text: "hp < 20 # few"}, `guard.bt:5:5: "hp < 20 # few" is not one value`},
		{"an invalid condition", edit.Op{Do: edit.SetCondition, Line: 5, Text: "+"}, "guard.bt:5:28: "},
		{"a parameter", edit.Op{Do: edit.SetParam, Line: 6, Name: "speed", Text: "12.5"}, "-    combat speed=3 +  when target ~= nil  # with the sword\n+    combat speed=12.5 +  when target ~= nil  # with the sword"},
		{"a new parameter", edit.Op{Do: edit.SetParam, Line: 7, Name: "arm", Text: `"left"`}, "-      melee           when dist < 2\n+      melee arm=\"left\"  when dist < 2"},
		{"no parameter", edit.Op{Do: edit.SetParam, Line: 6, Name: "speed"}, "-    combat speed=3 +  when target ~= nil  # with the sword\n+    combat +          when target ~= nil  # with the sword"},
		{"two values", edit.Op{Do: edit.SetParam, Line: 6, Name: "speed", Text: "3 arm=2"}, `guard.bt:6:5: "3 arm=2" is not one value`},
		{"a positional parameter by its name", edit.Op{Do: edit.SetParam, Line: 10, Name: "seconds", Text: "(nap * 2)"}, "-    wait 2\n+    wait (nap * 2)"},
		{"a positional parameter", edit.Op{Do: edit.SetArg, Line: 10, Text: "3"}, "-    wait 2\n+    wait 3"},
		{"a field", edit.Op{Do: edit.SetParam, Line: 9, Name: "gold", Text: "0"}, "-    set gold = gold + 5, last=3\n+    set gold = 0, last=3"},
		{"a new field", edit.Op{Do: edit.SetParam, Line: 9, Name: "seen", Text: "nil"}, "-    set gold = gold + 5, last=3\n+    set gold = gold + 5, last=3, seen = nil"},
		{"a field less", edit.Op{Do: edit.SetParam, Line: 9, Name: "gold"}, "-    set gold = gold + 5, last=3\n+    set last=3"},
		{"the id of a set", edit.Op{Do: edit.SetParam, Line: 9, Name: "id", Text: "pay"}, "-    set gold = gold + 5, last=3\n+    set id=pay gold = gold + 5, last=3"},
		{"a default", edit.Op{Do: edit.SetParam, Line: 2, Name: "what", Text: "1"}, "-tree guard what speed=2 \"Guards.\"\n+tree guard what=1 speed=2 \"Guards.\""},
		{"a name", edit.Op{Do: edit.Rename, Line: 7, Text: "bite"}, "-      melee           when dist < 2\n+      bite            when dist < 2"},
		{"the name of a condition", edit.Op{Do: edit.Rename, Line: 11, Text: "weak"}, "-condition low = hp < 10\n+condition weak = hp < 10"},
		{"an expression", edit.Op{Do: edit.SetExpression, Line: 11, Text: "hp < 9"}, "-condition low = hp < 10\n+condition low = hp < 9"},
		{"disabled", edit.Op{Do: edit.SetDisabled, Line: 7, On: true}, "-      melee           when dist < 2\n+      disabled melee           when dist < 2"},
		{"the mark", edit.Op{Do: edit.SetMark, Line: 7, On: true}, "-      melee           when dist < 2\n+      melee +         when dist < 2"},
		{"no mark", edit.Op{Do: edit.SetMark, Line: 6}, "-    combat speed=3 +  when target ~= nil  # with the sword\n+    combat speed=3    when target ~= nil  # with the sword"},
		{"a mark that is there", edit.Op{Do: edit.SetMark, Line: 6, On: true}, ""},
		{"a comment", edit.Op{Do: edit.SetComment, Line: 10, Text: "rest"}, "-    wait 2\n+    wait 2  # rest"},
		{"no comment", edit.Op{Do: edit.SetComment, Line: 6}, "-    combat speed=3 +  when target ~= nil  # with the sword\n+    combat speed=3 +  when target ~= nil"},
		{"a line that is a comment", edit.Op{Do: edit.SetComment, Line: 4}, "-    # runs first"},
		{"insert below", edit.Op{Do: edit.Insert, At: 10, Side: edit.Below, Text: "nap"}, "+      nap"},
		{"insert before, with children", edit.Op{Do: edit.Insert, At: 5, Side: edit.Before, Text: "\tsequence\r\n\t  # two\n\n\t  a\n"}, "+    sequence\n+      # two\n+\n+      a"},
		{"insert a comment", edit.Op{Do: edit.Insert, At: 5, Side: edit.After, Text: "# and then"}, "+    # and then"},
		{"insert too far left", edit.Op{Do: edit.Insert, At: 5, Side: edit.Before, Text: "  a\n b"}, "guard.bt:5:5: line 2 of the text is further left than its first line"},
		{"insert a root", edit.Op{Do: edit.Insert, At: 3, Side: edit.After, Text: "a"}, "guard.bt:11:3: "},
		{"move with its comment", edit.Op{Do: edit.Move, Line: 5, At: 7, Side: edit.Before}, "-    # runs first\n-    flee              when hp < 30\n+      # runs first\n+      flee              when hp < 30"},
		{"move behind", edit.Op{Do: edit.Move, Line: 5, At: 10, Side: edit.After}, "-    # runs first\n-    flee              when hp < 30\n+    # runs first\n+    flee              when hp < 30"},
		{"move to where it is", edit.Op{Do: edit.Move, Line: 10, At: 9, Side: edit.After}, ""},
		{"move below the one above", edit.Op{Do: edit.Move, Line: 10, At: 9, Side: edit.Below}, "-    wait 2\n+      wait 2"},
		{"move below itself", edit.Op{Do: edit.Move, Line: 6, At: 7, Side: edit.Below}, "guard.bt:7:7: a node cannot be moved beside or below itself"},
		{"remove", edit.Op{Do: edit.Remove, Line: 6}, "-    combat speed=3 +  when target ~= nil  # with the sword\n-      melee           when dist < 2\n-      # shoot"},
		{"remove the root", edit.Op{Do: edit.Remove, Line: 3}, "guard.bt:3:3: tree guard needs a root: write another name, or remove the tree"},
		{"wrap", edit.Op{Do: edit.Wrap, Line: 7, Text: "timeout 3"}, "-      melee           when dist < 2\n+      timeout 3\n+        melee           when dist < 2"},
		{"no node", edit.Op{Do: edit.Remove, Line: 4}, "guard.bt:4:5: there is no node in this line; read the file again"},
		{"no such line", edit.Op{Do: edit.SetComment, Line: 40, Text: "x"}, "guard.bt:40:1: there is no node in this line; read the file again"},
		{"no operation", edit.Op{Do: "burn", Line: 4}, `there is no operation "burn"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := changed(t, guard, tt.op); got != tt.want && !(strings.HasSuffix(tt.want, ": ") && strings.HasPrefix(got, tt.want)) {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

// changed describes what an operation does, and checks that it is undone.
func changed(t *testing.T, src string, op edit.Op) string {
	t.Helper()
	e, err := edit.Make("guard.bt", []byte(src), op)
	if err != nil {
		return err.Error()
	}
	after, err := e.Apply([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := e.Undo().Apply(after); err != nil || string(back) != src {
		t.Fatalf("%v, undone:\n%s", err, back)
	}
	var list []string
	for _, h := range e.Hunks {
		for _, line := range h.Old {
			list = append(list, "-"+strings.TrimRight(line, "\r\n"))
		}
		for _, line := range h.New {
			list = append(list, "+"+strings.TrimRight(line, "\r\n"))
		}
	}
	return strings.Join(list, "\n")
}

// TestLineEnds checks that line ends, a missing one at the end of the file and a byte order mark survive.
func TestLineEnds(t *testing.T) {
	for _, tt := range []struct {
		src, want string
		op        edit.Op
	}{
		{"\ufefftree a\r\n  b\r\n    c", "\ufefftree a\r\n  b\r\n    c\r\n    d", edit.Op{Do: edit.Insert, At: 3, Side: edit.After, Text: "d"}},
		{"tree a\n  b\n    c\n    d", "tree a\n  b\n    d\n    c\n", edit.Op{Do: edit.Move, Line: 4, At: 3, Side: edit.Before}},
		{"tree a\n  b\n    c\n    d", "tree a\n  b\n    d\n    c", edit.Op{Do: edit.Move, Line: 3, At: 4, Side: edit.After}},
		{"tree a\n  b\n    c", "tree a\n  b\n", edit.Op{Do: edit.Remove, Line: 3}},
		{"\ufefftree a\r\n  b", "\ufefftree e\r\n  b", edit.Op{Do: edit.Rename, Line: 1, Text: "e"}},
		{"tree a\n  b\n    c", "tree a\n  b\n    x\n      c", edit.Op{Do: edit.Wrap, Line: 3, Text: "x"}},
	} {
		e, err := edit.Make("a.bt", []byte(tt.src), tt.op)
		if err != nil {
			t.Error(err)
			continue
		}
		after, err := e.Apply([]byte(tt.src))
		if err != nil || string(after) != tt.want {
			t.Errorf("%v, %q, want %q", err, after, tt.want)
		}
		if back, err := e.Undo().Apply(after); err != nil || string(back) != tt.src {
			t.Errorf("%v, undone %q, want %q", err, back, tt.src)
		}
	}
}

// TestApplyElsewhere checks that an edit is refused if its lines have changed, and made if only others have.
func TestApplyElsewhere(t *testing.T) {
	e, err := edit.Make("guard.bt", []byte(guard), edit.Op{Do: edit.SetArg, Line: 10, Text: "3"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Apply([]byte(strings.Replace(guard, "wait 2", "wait 9", 1))); err == nil || err.Error() != "guard.bt:10:1: the line has changed since it was read; read the file again" {
		t.Error(err)
	}
	if after, err := e.Apply([]byte(strings.Replace(guard, "hp < 30", "hp < 31", 1))); err != nil || !strings.Contains(string(after), "hp < 31") || !strings.Contains(string(after), "wait 3") {
		t.Errorf("%v\n%s", err, after)
	}
}
