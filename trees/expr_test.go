package trees

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// exprs generates expressions with many constructs that look like the end of an expression.
func exprs() *rapid.Generator[string] {
	atom := rapid.SampledFrom([]string{
		"hp", "é", "30", "0x1F", ".5", "nil", "not a", "-x", "t.when", "whenever", "params.x", "id", "x9when",
		`"when # ("`, `'it\'s # ]'`, "[[ ) when # ]]", "[=[ ]] ]=]", "(#list)", `t["k"]`, "{when=3, 1; x = 2}", "f(when,#t)",
	})
	operator := rapid.SampledFrom([]string{" and ", " or ", "==", " ~= ", " <", "> ", "<=", " >= ", " + ", " +", " - ", "*", " / ", " % ", "%", "..", "^"})
	return rapid.Custom(func(t *rapid.T) string {
		text := atom.Draw(t, "atom")
		for range rapid.IntRange(0, 4).Draw(t, "operators") {
			text += operator.Draw(t, "operator") + atom.Draw(t, "atom")
			if rapid.Bool().Draw(t, "parentheses") {
				text = "(" + text + ")"
			}
		}
		return text
	}).Filter(func(text string) bool { return !isQuoted(text) && !strings.Contains(text, "--") })
}

// TestExpressionsAreKept checks for any expression that the parser finds the whole expression, and the parts of the
// line around it.
func TestExpressionsAreKept(t *testing.T) {
	kinds := rapid.SampledFrom([]string{"condition", "wait_until", "switch"})
	before := rapid.SampledFrom([]string{"", " +", " id=a", " + id=a", " weight=2", ` case="# when" +`, " unready=skip"})
	rapid.Check(t, func(t *rapid.T) {
		kind, options, source := kinds.Draw(t, "kind"), before.Draw(t, "options"), exprs().Draw(t, "expression")
		guard := rapid.OneOf(rapid.Just(""), exprs()).Draw(t, "guard")
		comment := rapid.SampledFrom([]string{"", "# when x", "#x"}).Draw(t, "comment")
		head := "  " + kind + options + " "
		line := head + source
		if guard != "" {
			line += " when " + guard
		}
		if comment != "" {
			line += "  " + comment
		}
		f, list := Parse("a.bt", []byte("tree a\n"+line+"\n"))
		if len(list) > 0 {
			t.Fatal(list)
		}
		n := f.Trees[0].Root
		if n.Expr.Source != source || n.Expr.Pos.Col != len(head)+1 || textOf(n.Guard) != guard {
			t.Errorf("%s\ngot %q at %v when %q", line, n.Expr.Source, n.Expr.Pos, textOf(n.Guard))
		}
		if n.NonExclusive != strings.Contains(options, "+") || (n.ID != "") != strings.Contains(options, "id=") || len(f.Comments) != min(len(comment), 1) {
			t.Errorf("%s\ngot %+v, %v", line, n, f.Comments)
		}
	})
}

// operations generates expressions that are not literals, and that do not begin with one that has a mistake.
func operations() *rapid.Generator[string] {
	literal := regexp.MustCompile(`^(\{|(30|0x1F|\.5)(\.\.|$)|nil$)`)
	return exprs().Filter(func(source string) bool { return !literal.MatchString(source) })
}

// TestComputedValuesAreKept checks for any expression that the parser finds it as the value of a number and of a field,
// and that the canonical form keeps it.
func TestComputedValuesAreKept(t *testing.T) {
	literals := rapid.SampledFrom([]string{"5", "-0.5", "56%", `"a, b = c when # "`, "true", "nil", "{1, x=2}", "given"})
	rapid.Check(t, func(t *rapid.T) {
		source, guard := operations().Draw(t, "expression"), rapid.OneOf(rapid.Just(""), exprs()).Draw(t, "guard")
		line := rapid.SampledFrom([]string{
			"wait (%s)", "wait ( %s )  +", "cooldown seconds=(%s) id=a", "stroll 1 speed=2 weight=(%s) note=\"n\"",
			"condition weight=(%s) hp < 30", "override nap x=(%s)", "set a = %s", "set a=%s", "set + id=b a =%s",
		}).Draw(t, "line")
		isSet := strings.HasPrefix(line, "set")
		line = fmt.Sprintf(line, source)
		if isSet {
			for i := range rapid.IntRange(0, 3).Draw(t, "others") {
				value := rapid.OneOf(operations(), literals).Draw(t, "value")
				line += fmt.Sprintf("%sf%d = %s", rapid.SampledFrom([]string{", ", ",", " , "}).Draw(t, "comma"), i, value)
			}
		}
		if guard != "" {
			line += " when " + guard
		}
		src := "tree a given=1\n  root\n    " + line + "\n"
		if strings.HasPrefix(line, "override") {
			src = "tree a given=1\n  tree b\n    " + line + "\n"
		}
		f, list := Parse("a.bt", []byte(src))
		if len(list) > 0 {
			t.Fatal(list)
		}
		n := f.Trees[0].Root.Children[0]
		list = Validate(f.Trees[0])
		computed := n.Computed()
		if len(list) > 0 || len(computed) == 0 || computed[0].Source != source || textOf(n.Guard) != guard {
			t.Errorf("%s\ngot %q when %q, %v", line, texts(computed), textOf(n.Guard), list)
		}
		out := Format(f)
		back, list := Parse("a.bt", out)
		if len(list) > 0 || meaning(back) != meaning(f) || string(Format(back)) != string(out) {
			t.Errorf("%s\n%v\nbecomes\n%s", src, list, out)
		}
	})
}

// TestAssignmentsAreKept checks where each assignment ends, whatever its value is.
func TestAssignmentsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts, want []string
		for i := range rapid.IntRange(1, 4).Draw(t, "assignments") {
			source := operations().Draw(t, "expression")
			parts = append(parts, fmt.Sprintf("f%d%s%s", i, rapid.SampledFrom([]string{"=", " = ", " =", "= "}).Draw(t, "equals"), source))
			want = append(want, fmt.Sprintf("f%d %s", i, source))
		}
		f, list := Parse("a.bt", []byte("tree a\n  set "+strings.Join(parts, ", ")+"\n"))
		if len(list) > 0 {
			t.Fatal(list)
		}
		var got []string
		for _, p := range f.Trees[0].Root.Params {
			got = append(got, p.Name+" "+textOf(p.Expr))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func texts(list []*Guard) (out []string) {
	for _, e := range list {
		out = append(out, e.Source)
	}
	return out
}

func textOf(g *Guard) string {
	if g == nil {
		return ""
	}
	return g.Source
}

// TestNamedConditionsAreKept checks that the parser finds each condition of a file, wherever the condition stands
// between the trees.
func TestNamedConditionsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var src strings.Builder
		var want []string
		for i := range rapid.IntRange(1, 8).Draw(t, "lines") {
			if rapid.Bool().Draw(t, "tree") {
				fmt.Fprintf(&src, "tree c%d\n  root\n    a when c%d\n\n", i, i)
				continue
			}
			equals := rapid.SampledFrom([]string{"=", " = ", "= ", " ="}).Draw(t, "equals")
			source := exprs().Draw(t, "expression")
			fmt.Fprintf(&src, "condition c%d%s%s%s\n", i, equals, source, rapid.SampledFrom([]string{"", " # c", "  "}).Draw(t, "behind"))
			want = append(want, fmt.Sprint("c", i, " ", source))
		}
		f, list := Parse("a.bt", []byte(src.String()))
		if len(list) > 0 {
			t.Fatal(list)
		}
		var got []string
		for _, c := range f.Conditions {
			got = append(got, c.Name+" "+c.Expr.Source)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestBrokenLinesCostNoOthers breaks some lines of a file, and checks that exactly these lines are reported.
func TestBrokenLinesCostNoOthers(t *testing.T) {
	good := []string{"condition hp < 30", "switch state", "wait_until a when b", "chance 50%", "parallel success=one"}
	bad := []string{"condition", "condition (hp", "condition \"hp\"", "switch x id=y", "wait_until a +", "chance 101%", "log one", "condition a)", "condition #t"}
	rapid.Check(t, func(t *rapid.T) {
		src, want := "tree a\n  root\n", []int{}
		for i := range rapid.IntRange(1, 12).Draw(t, "lines") {
			pick := good
			if rapid.Bool().Draw(t, "bad") {
				pick, want = bad, append(want, i+3)
			}
			src += "    " + rapid.SampledFrom(pick).Draw(t, "line") + "\n"
		}
		f, list := Parse("a.bt", []byte(src))
		got := []int{}
		for _, d := range list {
			got = append(got, d.Pos.Line)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("mistakes in lines %v, want %v\n%s", got, want, src)
		}
		if n := len(f.Trees[0].Root.Children); n != strings.Count(src, "\n")-2 {
			t.Errorf("%d nodes of\n%s", n, src)
		}
	})
}

// TestPercentagesAreExact checks that a percentage has exactly the value of the decimal number with the same
// meaning.
func TestPercentagesAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 10000).Draw(t, "hundredths of a percent")
		percent := fmt.Sprintf("%d.%02d%%", n/100, n%100)
		number := fmt.Sprintf("%d.%04d", n/10000, n%10000)
		f, list := Parse("a.bt", []byte("tree a\n  chance "+percent+" "+number+"\n"))
		if len(list) > 0 {
			t.Fatal(list)
		}
		args := f.Trees[0].Root.Args
		if !args[0].Percent || args[1].Percent || !args[0].Value.Identical(args[1].Value) {
			t.Errorf("%s is %v, %s is %v", percent, args[0], number, args[1])
		}
	})
}
