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
		"a":                             "a",
		"!a&&b||c":                      "not a and b or c",
		"a == 'x y'":                    `a == "x y"`,
		"!(a != 3) && b<=-2.5":          "not (a ~= 3) and b <= -2.5",
		"a + 2*b - -c / 4 > 1e3":        "a + 2 * b - -c / 4 > 1e3",
		"a..'x' == b":                   `a .. "x" == b`,
		"true || !false":                "true or not false",
		"(a < b) == (c < d)":            "(a < b) == (c < d)",
		"":                              "! incomplete-expression-term",
		"a b":                           "! two-values-term",
		"a &&":                          "! incomplete-expression-term",
		"(a":                            "! incomplete-expression-term",
		"a)":                            "! stray-bracket-term",
		"f(x)":                          "! call-term",
		"a .. b + c == 'x'":             `a .. b .. c == "x"`,
		"a .. (b .. c) == 'x'":          `a .. (b .. c) == "x"`,
		"a .. b .. c == d":              "a .. b .. c == d",
		"a - (b - c) * -(d + 1) > 0":    "a - (b - c) * -(d + 1) > 0",
		"- -1 > 0x1F":                   "-(-1) > 31",
		"a < b < c":                     "a < b and b < c",
		"a == b && (a == b) == c":       "a == b and (a == b) == c",
		"a == 0.3":                      "math.abs(a - 0.3) <= 2^-23",
		"a / 2 != b":                    "not (math.abs(a / 2 - b) <= 2^-23)",
		"a + true > (b > 1)":            "a + 1 > ((b > 1) and 1 or 0)",
		"1":                             "true",
		"a - 1":                         "a - 1 ~= 0",
		"a ? b : c":                     "a and b or not a and c",
		"a > 1 ? b > 1 : !c":            "a > 1 and b > 1 or not (a > 1) and not c",
		"a > 1 ? 2 > b ? 3 : 4 : 5 < b": "a > 1 and (2 > b and true or true) or not (a > 1) and 5 < b",
		"(a ? 1 : b) == 2":              "(a and 1 or b) == 2",
		"'n' .. 5 .. 1.5 == a":          `"n" .. 5 .. "1.500000" == a`,
		"'n' .. a / 2 == b":             `"n" .. string.format("%f", a / 2) == b`,
		"'n' .. (a / 2) == b":           `"n" .. string.format("%f", (a / 2)) == b`,
		"a + 'x' == b":                  `a .. "x" == b`,
		"a - 'x' == b":                  "! mixed-kinds-term",
		"1 .. 2 == a":                   "! mixed-kinds-term",
		"a == 'x' == 1":                 "! mixed-kinds-term",
		"a := 1":                        `! other-operator-term operator=":="`,
		"a ? b":                         `! incomplete-expression-term`,
		"9007199254740993 == a":         `! bad-number-term text="9007199254740993"`,
		"5. > a":                        `! bad-number-term text="5."`,
		"a & 1":                         `! other-operator-term operator="&"`,
		"a; b":                          `! other-operator-term operator=";"`,
		"a @ b":                         `! other-operator-term operator="@"`,
		"end == 1":                      `! foreign-word-term name="end"`,
		"nil == a":                      `! foreign-word-term name="nil"`,
		"'a":                            "! open-text-term",
		`a == 'it\n'`:                   "! quotes-in-text-term",
		"1x":                            `! bad-number-term text="1x"`,
		"ä":                             `! bad-character-term char="\"ä\""`,
		strings.Repeat("(", 100_000):    "! expression-too-large-term",
		strings.Repeat("(", 101):        "! expression-too-large-term",
		strings.Repeat("(", 100):        "! incomplete-expression-term",
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
		if strings.Contains(e.source, "math.") || strings.Contains(e.source, "string.") {
			continue // scripts cannot call functions
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

// TestAssignments checks which nodes set express a script.
func TestAssignments(t *testing.T) {
	same := func(name string) string { return name }
	for source, want := range map[string]string{
		"a := 1": "a=1", "a:=-2.5;b='x';": `a=-2.5 b="x"`, "a := true; b := false": "a=true b=false", "a := (1)": "a=1", "a := 0x10": "a=16",
		"a := b": "a=(b)", "a := 1 + 2": "a=(1 + 2)", "a := 1 b := 2": "a=1 b=2", "a := b - 1 c := 2": "a=(b - 1) c=2",
		"a += 1": "a=(a + 1)", "a -= b - 1": "a=(a - (b - 1))", "a *= b + 1": "a=(a * (b + 1))", "a /= 2; b := a == 1": "a=(a / 2) b=(math.abs(a - 1) <= 2^-23)",
		"a += 'x'": `a=(a .. "x")`, "a := 'x'; a += b": `a="x" | a=(a .. b)`, "a := 1; a := 2": "a=1 | a=2", "a := 1; b := a; a += b; c := a": "a=1 b=(a) | a=(a + b) c=(a)",
		"a := b > 1": "a=(b > 1)", "a := b > 1; c := a + 1": "a=(b > 1) c=((a and 1 or 0) + 1)", "a := b > 1 && !c": "a=(b > 1 and not c)", "a := true; b := a ? 1 : 2": "a=true b=(a and 1 or 2)",
		"a := b ? c : d": "a=(b and c or not b and d)", "a := b > 1 ? 'x' : d": `a=(b > 1 and "x" or d)`, "a := b ? false : c": "a=(b and false or not b and c)",
		"a := 'n' .. b": `a=("n" .. b)`, "a := 2; b := 'n' .. a": `a=2 b=("n" .. a)`,
		"": "! no-assignment-term", "a": "! no-assignment-term", "a; b := 1": "! no-assignment-term", "1 := 2": "! no-assignment-term", "a := 1;; b := 2": "a=1 b=2",
		"id := 3": `! unwritable-key-term key="id"`, "name := 'x'": `! unwritable-key-term key="name"`, "a := ;": `! misplaced-operator-term operator=";"`,
		"a := b := 1": `! other-operator-term operator=":="`, "a := b & 1": `! other-operator-term operator="&"`, "a := 'x' - 1": "! mixed-kinds-term",
	} {
		sets, _, err := assignments(source, same, same)
		var list []string
		for i, params := range sets {
			if i > 0 {
				list = append(list, "|")
			}
			for _, p := range params {
				text := trees.Literal(p.Value)
				if p.Expr != nil {
					text = "(" + p.Expr.Source + ")"
				}
				list = append(list, p.Name+"="+text)
			}
		}
		got := strings.Join(list, " ")
		if err != nil {
			got = "! " + message.Identity(diag.New(diag.Pos{}, err.(diag.Words)))
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

// TestNames checks that valid names stay the same, and that other names become valid and unique.
func TestNames(t *testing.T) {
	ids := []string{"Move Base", "Move-Base", "MoveBase", "wait", "Move_Base", "end", "a.b", "a..b", "3d", "", "tree", strings.Repeat("x", 300), "größe", strings.Repeat("动", 100), "☂"}
	n := nameAll(ids)
	want := []string{"Move_Base_2", "Move_Base_3", "MoveBase", "wait_", "Move_Base", "end_", "a.b", "a__b", "_3d", "_", "tree_", strings.Repeat("x", 148), "größe", strings.Repeat("动", 49), "_u2602"}
	for i, id := range ids {
		if got := n.of(id); got != want[i] || trees.CheckName(got) != nil {
			t.Errorf("%.20q becomes %.30s, want %.30s", id, got, want[i])
		}
	}
}
