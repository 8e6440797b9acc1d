package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// TestLines checks that a difference is reported once, at its first position, with the other lines in which it
// occurs.
func TestLines(t *testing.T) {
	r := New(trees.NewFile("a.xml", []byte(strings.Repeat("x\n", 100))))
	at := func(lines ...int) {
		for _, line := range lines {
			r.Differs(diag.Pos{File: "a.xml", Line: line, Col: 1}, message.CommentsLeftOut(len(lines)))
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
		got = append(got, fmt.Sprintf("line %d: %s %q", d.Pos.Line, message.Identity(d), d.Notes))
	}
	want := []string{
		`line 1: warning comments-left-out count=50 -> it ["found 50 times, also in lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …"]`,
		`line 2: warning comments-left-out count=4 -> it ["found 4 times, also in lines 5, 8"]`,
		`line 3: warning comments-left-out count=2 -> it ["found 2 times"]`,
		`line 4: warning comments-left-out count=3 -> it ["found 3 times, also in line 9"]`,
		`line 7: warning comments-left-out count=1 -> it []`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
