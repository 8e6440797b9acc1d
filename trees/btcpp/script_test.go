package btcpp

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
)

// TestTranslate checks translations in both directions, and the errors for expressions that cannot
// be translated.
func TestTranslate(t *testing.T) {
	for source, want := range map[string]string{
		"a":                          "a",
		"!a&&b||c":                   "not a and b or c",
		"a == 'x y'":                 `a == "x y"`,
		"!(a != 3) && b<=-2.5":       "not (a ~= 3) and b <= -2.5",
		"a + 2*b - -c / 4 > 1e3":     "a + 2 * b - -c / 4 > 1e3",
		"a..'x' == b":                `a .. "x" == b`,
		"true || !false":             "true or not false",
		"(a < b) == (c < d)":         "(a < b) == (c < d)",
		"":                           "! not complete",
		"a b":                        "! two values",
		"a &&":                       "! not complete",
		"(a":                         "! not complete",
		"a)":                         "! closes nothing",
		"f(x)":                       "! a call",
		"a < b < c":                  "! two comparisons",
		"a := 1":                     "! the operator :=",
		"a ? b : c":                  "! the operator ?",
		"a & 1":                      "! the operator &",
		"a; b":                       "! the operator ;",
		"a @ b":                      "! the operator @",
		"end == 1":                   "! the name end",
		"nil == a":                   "! the name nil",
		"'a":                         "! a text without an end",
		`a == 'it\n'`:                "! a backslash",
		"1x":                         "! the number 1x",
		"- -1 > 0":                   "! two signs",
		"ä":                          "! the character",
		strings.Repeat("(", 100_000): "! not complete",
	} {
		e, err := translate(source, script, lua)
		if err != nil {
			if cause, fails := strings.CutPrefix(want, "! "); !fails || !strings.Contains(err.Error(), cause) {
				t.Errorf("%.30q: %v; want %s", source, err, want)
			}
			continue
		}
		if e.source != want {
			t.Errorf("%.30q: got %.50s, want %s", source, e.source, want)
		}
		if back, err := translate(e.source, lua, script); err != nil {
			t.Errorf("%q back: %v", e.source, err)
		} else if again, _ := translate(back.source, script, lua); again.source != e.source {
			t.Errorf("%q becomes %q and then %q", e.source, back.source, again.source)
		}
	}
}

// TestTruths checks that names that stand alone are distinguished from names in comparisons.
func TestTruths(t *testing.T) {
	e, err := translate("a && (b > c) || !(d) && e + f == 2", script, lua)
	if err != nil || strings.Join(e.truths, " ") != "a d" || strings.Join(e.names, " ") != "a b c d e f" {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestAssignments checks which scripts the kind set can express.
func TestAssignments(t *testing.T) {
	for source, want := range map[string]string{
		"a := 1": "a=1", "a:=-2.5;b='x';": `a=-2.5 b="x"`, "a := true; b := false": "a=true b=false",
		"": "", "a := b": "", "a := 1 + 2": "", "a += 1": "", "a := 1 b := 2": "", "a := 1; a := 2": "", "id := 3": "", "name := 'x'": "", "a": "", "a := ;": "", "1 := 2": "",
	} {
		params, _ := assignments(source)
		var list []string
		for _, p := range params {
			list = append(list, p.Name+"="+trees.Literal(p.Value))
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

// TestNames checks that valid names stay the same, and that other names become valid and unique.
func TestNames(t *testing.T) {
	ids := []string{"Move Base", "Move-Base", "MoveBase", "wait", "Move_Base", "end", "a.b", "a..b", "3d", "", "tree", strings.Repeat("x", 300), "größe"}
	n := nameAll(ids)
	want := []string{"Move_Base_2", "Move_Base_3", "MoveBase", "wait_", "Move_Base", "end_", "a.b", "a__b", "_3d", "_", "tree_", strings.Repeat("x", 148), "gr_u00f6_u00dfe"}
	for i, id := range ids {
		if got := n.of(id); got != want[i] || trees.CheckName(got) != nil {
			t.Errorf("%.20q becomes %.30s, want %.30s", id, got, want[i])
		}
	}
}
