package report

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// TestLines checks that a difference is reported once, at its first position, with the other lines in which it
// occurs.
func TestLines(t *testing.T) {
	r := New(trees.NewFile("a.xml", []byte(strings.Repeat("x\n", 100))))
	at := func(lines ...int) {
		for _, line := range lines {
			r.Differs(diag.Pos{File: "a.xml", Line: line, Col: 1}, strings.Repeat("!", len(lines)), "look")
		}
	}
	many := make([]int, 50)
	for i := range many {
		many[i] = i + 1
	}
	at(7)
	at(3, 3)
	at(9, 4, 9)
	at(8, 2, 5, 8)
	at(many...)
	var got []string
	for _, d := range r.Done() {
		got = append(got, d.Headline())
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{
		"a.xml:7:1: warning: !: look",
		"a.xml:3:1: warning: !! (2 times): look",
		"a.xml:4:1: warning: !!! (3 times; also in line 9): look",
		"a.xml:2:1: warning: !!!! (4 times; also in lines 5, 8): look",
		"(50 times; also in lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and more): look",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
