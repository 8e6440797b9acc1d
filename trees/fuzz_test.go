package trees

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees/internal/mutate"
)

// FuzzParse checks for any input that Parse does not panic and that its result is repeatable. Positions must be
// inside the file, and mistakes must be sorted and have a remedy. A file without mistakes loses no line and is valid.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		file, list := Parse("fuzz.bt", src)
		one, listOne := Parse("fuzz.bt", src)
		two, listTwo := Parse("fuzz.bt", src)
		v, w := takeValues(reflect.ValueOf(one).Elem()), takeValues(reflect.ValueOf(two).Elem())
		if !reflect.DeepEqual(one, two) || !slices.EqualFunc(v, w, value.Value.Identical) || !reflect.DeepEqual(listOne, listTwo) {
			t.Fatal("two parses differ")
		}
		checkList(t, list, lineLengths(src))
		if len(list) == 0 {
			checkComplete(t, file, src)
			if cycles := Cycles(file.Trees, nil); len(cycles) > 0 {
				checkList(t, cycles, lineLengths(src))
			}
		}
	})
}

// takeValues removes the values of parameters from a part of a file, and returns them. reflect.DeepEqual cannot
// compare them.
func takeValues(x reflect.Value) (values []value.Value) {
	switch x.Kind() {
	case reflect.Pointer:
		if !x.IsNil() && x.Type() != reflect.TypeFor[*File]() { // a Tree refers to its File
			return takeValues(x.Elem())
		}
	case reflect.Slice:
		for i := range x.Len() {
			values = append(values, takeValues(x.Index(i))...)
		}
	case reflect.Struct:
		if v, ok := reflect.TypeAssert[value.Value](x); ok {
			x.SetZero()
			if t, ok := v.Ref().(*Table); ok {
				v = value.String("a table")
				values = takeValues(reflect.ValueOf(t))
			}
			return append(values, v)
		}
		for i := range x.NumField() {
			if x.Type().Field(i).IsExported() {
				values = append(values, takeValues(x.Field(i))...)
			}
		}
	}
	return values
}

func addSeeds(f *testing.F) {
	var seeds [][]byte
	for _, dir := range []string{goodDir, badDir} {
		files, _ := filepath.Glob(filepath.Join(dir, "*.bt"))
		for _, file := range files {
			for part := range strings.SplitSeq(string(read(f, file)), "---\n") {
				seeds = append(seeds, []byte(part))
			}
		}
	}
	for _, tt := range wholeFiles {
		if len(tt.src) < 1000 {
			seeds = append(seeds, []byte(tt.src))
		}
	}
	for _, src := range append(mutate.Of(seeds, 2000), seeds...) {
		f.Add(src)
	}
}

// lineLengths returns the number of characters of each line.
func lineLengths(src []byte) (lengths []int) {
	for line := range strings.SplitSeq(strings.TrimPrefix(string(src), byteOrderMark), "\n") {
		lengths = append(lengths, utf8.RuneCountInString(line))
	}
	return lengths
}

func checkList(t *testing.T, list diag.List, lengths []int) {
	for i, d := range list {
		checkPos(t, d.Pos, lengths)
		if d.Message == "" || d.Hint == "" || strings.ContainsAny(d.Message+d.Hint, "\n\r\x00\x1b") {
			t.Errorf("message %q, hint %q", d.Message, d.Hint)
		}
		if i > 0 && list[i-1].Pos.Compare(d.Pos) > 0 {
			t.Errorf("%v stands before %v", list[i-1].Pos, d.Pos)
		}
	}
	if len(list) > maxMistakes+1 {
		t.Errorf("%d mistakes", len(list))
	}
}

// checkPos checks that a position is in the text. It also accepts the column after the last character of a line.
func checkPos(t *testing.T, pos diag.Pos, lengths []int) {
	t.Helper()
	if pos.Line < 1 || pos.Line > len(lengths) || pos.Col < 1 || pos.Col > lengths[pos.Line-1]+1 {
		t.Errorf("%v is outside of the file", pos)
	}
}

// checkComplete checks that no line of a file without mistakes is lost.
func checkComplete(t *testing.T, file *File, src []byte) {
	lengths := lineLengths(src)
	heads := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(string(src), byteOrderMark), "\n") {
		if line = strings.TrimLeft(strings.TrimSuffix(line, "\r"), " \t"); line != "" && line[0] != '#' {
			heads++
		}
	}
	for _, c := range file.Conditions {
		heads--
		checkPos(t, c.Pos, lengths)
		checkPos(t, c.NamePos, lengths)
		checkExprText(t, file, &c.Expr)
	}
	for _, tree := range file.Trees {
		if list := Validate(tree); len(list) > 0 {
			t.Errorf("Validate: %v", list)
		}
		heads--
		for n := range tree.Root.All() {
			heads--
			checkNodePositions(t, n, lengths)
			checkExprText(t, file, n.Expr)
			for _, e := range n.Computed() {
				checkExprText(t, file, e)
			}
			checkExprText(t, file, n.Guard)
		}
	}
	if heads != 0 {
		t.Errorf("%d lines are lost", heads)
	}
}

func checkNodePositions(t *testing.T, n *Node, lengths []int) {
	checkPos(t, n.Pos, lengths)
	checkPos(t, n.NamePos, lengths)
	for _, a := range n.Args {
		checkPos(t, a.Pos, lengths)
	}
	for _, p := range n.Params {
		checkPos(t, p.Pos, lengths)
	}
	for _, c := range n.Children {
		if c.Pos.Col <= n.Pos.Col || c.Pos.Line <= n.Pos.Line || c.EndLine > n.EndLine {
			t.Errorf("child %v of %v", c.Pos, n.Pos)
		}
	}
}

// checkExprText checks that the text of an expression is at its position.
func checkExprText(t *testing.T, file *File, e *Guard) {
	if e == nil {
		return
	}
	line := []rune(file.Line(e.Pos.Line))
	if e.Source == "" || e.Pos.Col > len(line) || !strings.HasPrefix(string(line[e.Pos.Col-1:]), e.Source) {
		t.Errorf("%q does not stand at %v", e.Source, e.Pos)
	}
}

// FuzzLiteral formats texts and numbers as literals and parses these again.
func FuzzLiteral(f *testing.F) {
	f.Add("", 0.0)
	f.Add("a\"\\\n\r\x00\xff é 世界 \x7f1", -1.5e300)
	f.Add(strings.Repeat("\x00", 1999), 0.0)
	f.Add("\x1b[2J # when '", 1e15)
	f.Fuzz(func(t *testing.T, text string, number float64) {
		if number-number != 0 {
			t.Skip() // infinity or NaN
		}
		table := &Table{
			Items:  []Arg{{Value: value.String(text)}, {Value: value.Number(number)}},
			Fields: []Param{{Name: "x", Value: value.String(text)}},
		}
		line := "  root " + table.String()
		if utf8.RuneCountInString(line) > MaxLineLength {
			t.Skip()
		}
		file, list := Parse("a.bt", []byte("tree a\n"+line))
		if len(list) > 0 {
			t.Fatal(list)
		}
		back := file.Trees[0].Root.Args[0].Value.Ref().(*Table)
		x, _ := back.Field("x")
		if back.Items[0].Value.Str() != text || back.Items[1].Value.Float() != number || x.Str() != text {
			t.Errorf("%s came back as %s", table, back)
		}
	})
}
