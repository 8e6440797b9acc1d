package edit_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/edit"
)

// FuzzMake checks for any operation on any file that it ends in an error with a place, or in an edit that leaves a valid file
// and can be undone.
func FuzzMake(f *testing.F) {
	for _, do := range dos {
		f.Add(guard, string(do), 6, 9, "after", "speed", 0, true, "wait 2")
		f.Add("\ufefftree a\r\n  b\r\n    c", string(do), 3, 2, "below", "id", 1, false, "")
	}
	f.Fuzz(func(t *testing.T, src, do string, line, at int, side, name string, arg int, on bool, text string) {
		op := edit.Op{Do: edit.Do(do), Line: line, At: at, Side: edit.Side(side), Name: name, Arg: arg, On: on, Text: text}
		e, err := edit.Make("a.bt", []byte(src), op)
		if err != nil {
			if strings.Contains(err.Error(), "has changed since") || !strings.HasPrefix(err.Error(), "a.bt:") && !strings.HasPrefix(err.Error(), "there is no operation") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		after, err := e.Apply([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if _, list := trees.Parse("a.bt", after); list.Err() != nil {
			t.Fatalf("%v\n%s", list, after)
		}
		if back, err := e.Undo().Apply(after); err != nil || string(back) != src {
			t.Fatalf("%v, undone:\n%q", err, back)
		}
	})
}
