package lint

import (
	"strings"
	"testing"
)

func TestPosOf(t *testing.T) {
	const call = "attempt to call a non-function object"
	tests := []struct{ line, message, at string }{
		{"  local d = agent.target.hp", "attempt to index a non-table object(nil) with key 'hp'", "target.hp"},
		{"  x = tgt.hp + 1", "melee.lua:1: attempt to index a non-table object(nil) with key 'hp'", "tgt"},
		{"  x = f().hp", "attempt to index a non-table object(nil) with key 'hp'", ".hp"},
		{"  x = a.hp < b.hp", "attempt to index a non-table object(nil) with key 'hp'", "x ="},
		{"  x = list[i]", "attempt to index a non-table object(nil) with key '3'", "list"},
		{"  x = list[3] + b[4]", "attempt to index a non-table object(nil) with key '4'", "b[4]"},
		{`  x = list["k"]`, "attempt to index a non-table object(nil) with key 'k'", "list"},
		{"  agent:walk(1)", "attempt to index a non-table object(nil) with key 'walk'", "agent"},
		{"  if agent.walk(1) then end", call, "walk"},
		{"  f(g(1))", call, "f("},
		{"  x = (a or b)(1)", call, "(1)"},
		{"  local function f(a) g(a) end", call, "g(a)"},
		{"  function m.f(a) g'x' end", call, "g'"},
		{"  if agent.hp < 30 then end", "attempt to compare nil with number", "hp <"},
		{"  if agent.hp > 30 then end", "attempt to compare number with nil", "hp >"},
		{"  if 30 <= agent.max.hp then end", "attempt to compare number with nil", "hp then"},
		{"  if 30 < -x then end", "attempt to compare number with nil", "< -x"},
		{"  if a < b then end", "attempt to compare table with string", "< b"},
		{"  if a < b and c < d then end", "attempt to compare nil with number", "if"},
		{"  x = agent.x + 1", "cannot perform add operation between nil and number", "x +"},
		{"  x = 2 - agent.x", "cannot perform sub operation between number and nil", "x\n"},
		{"  x = 'a' .. n", "cannot perform concat operation between string and nil", "n\n"},
		{"  x = -1 - n", "cannot perform sub operation between number and nil", "n\n"},
		{"  x = -n.y", "__unm undefined", "y\n"},
		{"  x = #n", "__len undefined", "n\n"},
		{"  table.insert(list, f(1, 2), x)", "bad argument #1 to insert (table expected, got nil)", "list"},
		{"  table.insert(list, f(1, 2), x)", "bad argument #3 to insert", "x)"},
		{"  table.insert(list)", "bad argument #2 to insert", "insert"},
		{"  for i = 1, n do end", "for statement limit must be a number", "n do"},
		{"  for i = 1, 2 do end", "for statement step must be a number", "for"},
		{"  error('no')", "no", "error"},
		{"\té = 1", "x", ""},
	}
	for _, tt := range tests {
		src := tt.line + "\n"
		script, _, l := Parse("melee.lua", []byte(src))
		if script == nil {
			if tt.at != "" {
				t.Errorf("%s: %v", tt.line, l)
			}
			continue
		}
		got := script.PosOf(1, tt.message)
		if want := strings.Index(src, tt.at) + 1; got.Line != 1 || got.Col != want {
			t.Errorf("%s\n%s: column %d, want %d", tt.line, tt.message, got.Col, want)
		}
	}
}

func TestPosOfNoLine(t *testing.T) {
	script, _, l := Parse("a.lua", []byte("\n\n  x()\n"))
	if l != nil {
		t.Fatal(l)
	}
	for line, want := range map[int]string{-1: "a.lua", 0: "a.lua", 1: "a.lua:1", 3: "a.lua:3:3", 4: "a.lua:4", 99: "a.lua:99"} {
		if got := script.PosOf(line, "attempt to call a non-function object").String(); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}
