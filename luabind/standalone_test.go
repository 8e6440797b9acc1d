package luabind_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lua"
)

// standalone runs a standalone file that has a global of its own.
func standalone(t *testing.T, text string, print func(string)) *luabind.Standalone {
	t.Helper()
	c, problems := luabind.Compile("probe.lua", "", []byte(text))
	if problems.Err() != nil {
		t.Fatal(problems)
	}
	f, err := luabind.NewRuntime(luabind.Options{}).RunStandalone(c, luabind.StandaloneOptions{
		What: "probe", Globals: map[string]lua.Value{"given": lua.Number(100)}, Seed: 3, Budget: 1000, Print: print,
	})
	if err != nil {
		t.Fatal(err.Diagnostic())
	}
	return f
}

// TestStandalone checks that a standalone file keeps its values from call to call, has the given globals, and
// cannot create globals once it has run.
func TestStandalone(t *testing.T) {
	var printed []string
	f := standalone(t, `local n = 0
total = 5
print("begins", total)
return function(x)
  n = n + x
  print(n)
  return total + given, math.random(100)
end
`, func(text string) { printed = append(printed, text) })
	var drawn []lua.Value
	for range 2 {
		out, err := f.Call(f.Value, lua.Number(2))
		if err != nil || len(out) != 2 || !out[0].Equal(lua.Number(105)) {
			t.Fatal(out, err)
		}
		drawn = append(drawn, out[1])
	}
	if want := []string{"begins 5", "2", "4"}; !slices.Equal(printed, want) {
		t.Errorf("%q, want %q", printed, want)
	}
	again := standalone(t, "return function() return math.random(100), math.random(100) end", nil)
	if out, err := again.Call(again.Value); err != nil || !slices.Equal(out, drawn) {
		t.Errorf("the seed gives %v, and %v another time: %v", drawn, out, err)
	}
}

// TestStandaloneErrors checks that errors in a standalone file have a position, and name the kind of the file.
func TestStandaloneErrors(t *testing.T) {
	for body, want := range map[string]string{
		"count = 1":                              `probe.lua:2:1: assignment to global "count": write local, or keep it in an agent field, memory or a board`,
		"x = 2":                                  `probe.lua:2:1: assignment to global "x": write local, or keep it in an agent field, memory or a board`,
		"while true do end":                      "probe.lua:2:1: still running after 1000 instructions; a loop without end, or too much for one probe",
		"local function f() error('no') end f()": "probe.lua:2:20: no\n    local function f() error('no') end f()\n                       ^\n  Lua stack:\n    probe.lua:2: in function 'f'\n    probe.lua:2: in the probe",
		"bt.post(1, 'x')":                        "probe.lua:2:1: bt.post cannot be used in a probe, which belongs to no agent: let a behavior use it and look at what it does",
		"error('no userdata left', 0)":           "probe.lua:2:1: no userdata left",
	} {
		f := standalone(t, "x = 1 return function()\n"+body+"\nend", nil)
		_, err := f.Call(f.Value)
		if err == nil {
			t.Errorf("%s: no error", body)
		} else if got := err.Diagnostic().Error(); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
		}
	}
}

// TestErrorAt checks that an error of Go code has the position of the call, or the beginning of the line.
func TestErrorAt(t *testing.T) {
	f := standalone(t, "return function(t)\n  t.word(1)\nend", nil)
	for at, want := range map[lua.Position]string{
		{File: "probe.lua", Line: 2, Col: 5}: "probe.lua:2:3: wrong\n      t.word(1)\n      ^",
		{File: "probe.lua", Line: 2}:         "probe.lua:2:3: wrong\n      t.word(1)\n      ^",
		{File: "other.lua", Line: 2, Col: 5}: "probe.lua:1:1: wrong\n    return function(t)\n    ^",
		{}:                                   "probe.lua:1:1: wrong\n    return function(t)\n    ^",
	} {
		if got := f.ErrorAt(at, diag.Words{Text: "wrong"}).Diagnostic().Error(); got != want {
			t.Errorf("%v\ngot  %s\nwant %s", at, got, want)
		}
	}
}

// TestStandaloneModules checks that a standalone file receives the installed modules, and an error for any other
// module.
func TestStandaloneModules(t *testing.T) {
	r := luabind.NewRuntime(luabind.Options{})
	m, _ := luabind.Compile("lib/dice.lua", "lib.dice", []byte("return { sides = 6 }"))
	if problems := r.LoadModule(m); problems.Err() != nil {
		t.Fatal(problems)
	}
	r.Install([]*luabind.Chunk{m})
	for text, want := range map[string]string{
		"return require('lib.dice').sides": "",
		"return require('lib.dise').sides": `there is no module "lib.dise": did you mean lib.dice?`,
	} {
		c, _ := luabind.Compile("probe.lua", "", []byte(text))
		f, err := r.RunStandalone(c, luabind.StandaloneOptions{What: "probe", Budget: 1000})
		switch {
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s: %v, want %s", text, err, want)
		case want == "" && (err != nil || !f.Value.Equal(lua.Number(6))):
			t.Errorf("%s: %v", text, err)
		}
	}
}
