package scripttest_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/bough-dev/bough/testdata"
)

// TestCutFiles checks test files that are truncated anywhere or lack any line, as a file may while it is edited.
// Each must give findings in that file, and must never stop the run.
func TestCutFiles(t *testing.T) {
	text, err := testdata.Samples().ReadFile("troll_test.lua")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(text)
	var versions []string
	for at := 0; at < len(whole); at += 97 {
		versions = append(versions, whole[:at])
	}
	lines := strings.SplitAfter(whole, "\n")
	for i := 0; i < len(lines); i += 3 {
		versions = append(versions, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
	}
	if len(versions) < 50 {
		t.Fatalf("%d versions", len(versions))
	}
	found := 0
	for _, v := range versions {
		s := open(t, files("troll.bt", "tree troll\n  root\n    rest when hp < 40\n    patrol\n", "root.lua", "return {}", "rest.lua", "return {}", "patrol.lua", "return {}",
			"agent.fields", "hp: hit points\n", "troll_test.lua", v), scripttest.Options{})
		findings := s.Problems
		for _, test := range s.Tests() {
			if r := test.Run(); r.Failure != nil {
				findings = append(findings, *r.Failure)
			}
		}
		found += len(findings)
		checkPlaces(t, v, findings)
	}
	if found < len(versions) {
		t.Errorf("%d findings in %d versions", found, len(versions))
	}
}

func checkPlaces(t *testing.T, text string, findings diag.List) {
	t.Helper()
	for _, d := range findings {
		if d.Pos.File != "scripts/troll_test.lua" || d.Pos.Line < 1 || d.Pos.Line > 1+strings.Count(text, "\n") {
			t.Errorf("%v\nis not in the file\n%s", d, text)
		}
	}
}
