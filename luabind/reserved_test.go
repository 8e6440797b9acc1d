package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
)

// TestReservedFields: rawset of a field that the engine sets is an error; of other fields,
// and of other tables, it is none.
func TestReservedFields(t *testing.T) {
	for body, want := range map[string]string{
		`rawset(agent, "id", 99)`:                          "agent.id is set by the engine and cannot be written",
		`rawset(agent, "name", "x")`:                       "agent.name is set by the engine and cannot be written",
		`pcall(rawset, agent, "id", 99) print(agent.id)`:   "1",
		`local t = {} rawset(t, "id", 99) print(t.id)`:     "99",
		`rawset(agent, "other", 99) print(agent.other)`:    "99",
		`rawset(memory, "name", "y") print(memory.name)`:   "y",
		`local set = rawset set(agent, "na" .. "me", nil)`: "agent.name is set by the engine and cannot be written",
	} {
		if got := run(t, "behavior", body); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q; want %q", body, got, want)
		}
	}
}

// TestReservedFieldsReturn: what a function writes that nobody looks through is refused, or put right when the
// agent is counted.
func TestReservedFieldsReturn(t *testing.T) {
	s := newSession(t, options, one(`local function set(t, k, v) t[k] = v end
return { behavior = function(agent)
  if not agent.done then set(agent, "id", 99) set(agent, "name", nil) end
  agent.done, agent.seen = true, agent.id
  for i = 1, 20000 do end
end }
`))
	a := s.spawn("main", nil)
	s.tick(1)
	if n := number(a, "id"); n != 1 || a.Get(engine.KeyOf("name")).Str() != "main" {
		t.Errorf("after the tick: id %v, name %v", n, a.Get(engine.KeyOf("name")))
	}
	s.tick(1)
	s.want("error scripts/b.lua:1:29: agent.id is set by the engine and cannot be written")
}
