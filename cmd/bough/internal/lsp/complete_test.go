package lsp

import "testing"

func TestCallAround(t *testing.T) {
	for line, want := range map[string]struct {
		called string
		n      int
		first  string
	}{
		`local walk = require "li`:               {"require", 0, ""},
		`bt.post(field.owner(agent.id), "no`:     {"bt.post", 1, "field.owner(agent.id)"},
		`bt.claim("camp", "x`:                    {"bt.claim", 1, `"camp"`},
		`t.expect_request(g, "legs", "mo`:        {"t.expect_request", 2, "g"},
		`local x = { name = "a`:                  {"", 0, ""},
		`if bt.ran("a`:                           {"bt.ran", 0, ""},
		`t.post(g, "noise", { loud = 3, by = "x`: {"", 0, ""},
	} {
		called, before := callAround(line)
		if called != want.called || len(before) != want.n || want.n > 0 && before[0] != want.first {
			t.Errorf("%s: %s %q", line, called, before)
		}
	}
}
