package lint

import (
	"strings"
	"testing"
)

func TestCheckDriver(t *testing.T) {
	words := []string{"spawn", "tick", "helper"}
	for _, c := range []struct{ src, want string }{
		{"return { [\"a b\"] = function(t) t.tick() end }", ""},
		{"return { a = function(t) t.tik() end }", "1:28: t has no function tik: did you mean tick?"},
		{"return { a = function(t) t.jump() end }", "1:28: t has no function jump: there are spawn, tick, helper"},
		{"return { a = function(x) x.tik() end }", "1:28: t has no function tik: did you mean tick?"},
		{"local m = {}\nfunction m.a(t) local u = t.spwan end\nreturn m", "2:29: t has no function spwan: did you mean spawn?"},
		{"local function f(t) return t.n end\nreturn { a = function(t) f({ n = t.tick }) end }", ""},
		{"return { a = function(t, u) u.tik() end, b = 3 }", ""},
		{"local function a(t) t.tik() end\nreturn { a = a }", "1:23: t has no function tik: did you mean tick?"},
		{"return 5", ""},
	} {
		s, _, problems := Parse("x_test.lua", []byte(c.src))
		if problems != nil {
			t.Fatal(problems)
		}
		var got []string
		for _, d := range s.CheckDriver("t", words) {
			got = append(got, strings.TrimPrefix(d.Headline(), "x_test.lua:"))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.src, got, c.want)
		}
	}
}

func TestDriverCalls(t *testing.T) {
	s, _, problems := Parse("x_test.lua", []byte(`local function field(t) t.helper("field.sight", print) end
local other = { helper = print }
return { a = function(t)
  field(t)
  t.helper("far.off", function() end)
  local name = "computed"
  t.helper(name, print)
  other.helper("not.one")
  t.spawn("main")
end }`))
	if problems != nil {
		t.Fatal(problems)
	}
	var got []string
	for _, u := range s.DriverCalls("helper") {
		got = append(got, u.Name+" "+u.Pos.String())
	}
	compare(t, got, []string{"field.sight x_test.lua:1:34", "far.off x_test.lua:5:12"})
}
