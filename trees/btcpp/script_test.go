package btcpp

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
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
		"":                           "! incomplete-expression-term",
		"a b":                        "! two-values-term",
		"a &&":                       "! incomplete-expression-term",
		"(a":                         "! incomplete-expression-term",
		"a)":                         "! stray-bracket-term",
		"f(x)":                       "! call-term",
		"a < b < c":                  "! two-comparisons-term",
		"a := 1":                     `! other-operator-term operator=":="`,
		"a ? b : c":                  `! other-operator-term operator="?"`,
		"a & 1":                      `! other-operator-term operator="&"`,
		"a; b":                       `! other-operator-term operator=";"`,
		"a @ b":                      `! other-operator-term operator="@"`,
		"end == 1":                   `! foreign-word-term name="end"`,
		"nil == a":                   `! foreign-word-term name="nil"`,
		"'a":                         "! open-text-term",
		`a == 'it\n'`:                "! quotes-in-text-term",
		"1x":                         `! bad-number-term text="1x"`,
		"- -1 > 0":                   "! two-signs-term",
		"ä":                          `! bad-character-term char="\"ä\""`,
		strings.Repeat("(", 100_000): "! incomplete-expression-term",
	} {
		e, err := translate(source, script, lua)
		if err != nil {
			if cause, fails := strings.CutPrefix(want, "! "); !fails || message.Identity(diag.New(diag.Pos{}, err.(diag.Words))) != cause {
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
