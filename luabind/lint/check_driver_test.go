package lint

import (
	"fmt"
	"strings"
	"testing"
)

func TestCheckDriver(t *testing.T) {
	words := []Word{{"spawn", `t.spawn("troll")`, 1, 2}, {"tick", "t.tick()", 0, 1}, {"helper", "t.helper(name, f)", 2, 2}}
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
		{"return { a = function(t, ...) t.tick(1, 2) t.spawn() t.helper(f()) t.helper(...) t.spawn(f(), 2) end }", "1:33: t.tick takes 0 or 1 arguments, got 2: want t.tick()\n1:46: t.spawn takes 1 or 2 arguments, got 0: want t.spawn(\"troll\")"},
		{"local function f(t) t.tick(1, 2) end\nreturn { a = function(x) f(x) end }", "1:23: warning: t.tick takes 0 or 1 arguments, got 2: want t.tick()"},
		{"local function f(x) x.tick(1, 2) end\nreturn { a = function(t) f({ tick = print }) end }", ""},
		{"return { a = function(t) t:tick(3) t:tock() end }", "1:28: write t.tick, with a dot and not a colon\n1:38: t has no function tock: did you mean tick?"},
		{"return { a = function() t.tick() end }", "1:25: there is no t here: it is the parameter of a test: write function(t) ... end, and pass it on to other functions"},
		{"t = 3\nreturn { a = function() print(t) end }", ""},
		{"return { a = function(t) end, b = function(t) end, a = function(t) end }", "1:52: warning: a is in this table twice; the one on line 1 has no effect: delete one of them"},
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
  t.spawn(name, { hp = 3, ["x"] = 4, [5] = 6 })
  other.helper("not.one")
  t.since(one, "it")
  t.tick.tock("x")
end }`))
	if problems != nil {
		t.Fatal(problems)
	}
	var got []string
	for _, c := range s.DriverCalls() {
		text := c.Word
		for i := range 2 {
			if u, ok := c.Texts[i]; ok {
				text += fmt.Sprintf(" %d %s %s", i, u.Name, u.Pos)
			}
		}
		for _, u := range c.Keys {
			text += " " + u.Name + " " + u.Pos.String()
		}
		got = append(got, text)
	}
	compare(t, got, []string{
		"helper 0 field.sight x_test.lua:1:34", "helper 0 far.off x_test.lua:5:12",
		"spawn hp x_test.lua:7:19 x x_test.lua:7:28", "since 1 it x_test.lua:9:16",
	})
}
