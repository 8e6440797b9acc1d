package lint

import "testing"

func TestLinePos(t *testing.T) {
	script, _, l := Parse("a.lua", []byte("\n\n  x()\n"))
	if l != nil {
		t.Fatal(l)
	}
	for line, want := range map[int]string{-1: "a.lua", 0: "a.lua", 1: "a.lua:1", 3: "a.lua:3:3", 4: "a.lua:4", 99: "a.lua:99"} {
		if got := script.LinePos(line).String(); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}
