package assets_test

import (
	"strings"
	"testing"
)

// TestFailingFileLeavesNothing checks that a failing file that has written to a module does not
// affect the parameters of files that are loaded after it.
func TestFailingFileLeavesNothing(t *testing.T) {
	const (
		fails = "local lib = require(\"lib.m\")\nlib.speed = 99\nerror(\"no\")\n"
		takes = "local lib = require(\"lib.m\")\nreturn { params = { speed = lib.speed } }\n"
	)
	s := newShelf(t, map[string]string{"lib/m.lua": "return { speed = 3 }\n", "a.lua": fails, "b.lua": takes, "t.bt": "tree t\n  b\n"})
	s.Load()
	speed := func(when string) {
		t.Helper()
		if dump := s.Bundle().Program("t").Dump(); !strings.Contains(dump, "speed=3") {
			t.Errorf("%s:\n%s", when, dump)
		}
	}
	speed("loaded together")
	s.save("b.lua", takes+"-- saved\n")
	speed("loaded later")
	s.save("a.lua", strings.Replace(fails, "99", "98", 1))
	s.save("b.lua", takes)
	speed("after it was saved")
}
