package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/message"
)

func TestCheckDriver(t *testing.T) {
	words := []Word{{"spawn", `t.spawn("troll")`, 1, 2}, {"tick", "t.tick()", 0, 1}, {"helper", "t.helper(name, f)", 2, 2}, {"expect", "t.expect(troll.hp > 0)", 1, 1}, {"equal", "t.equal(troll.hp, 100)", 2, 2}, {"expect_active", `t.expect_active(troll, "sleep")`, 2, 2}}
	for _, c := range []struct{ src, want string }{
		{"return { [\"a b\"] = function(t) t.tick() end }", ""},
		{"return { a = function(t) t.tik() end }", `1:28: unknown-library-member library="t" member="tik" -> did-you-mean near="tick"`},
		{"return { a = function(t) t.jump() end }", `1:28: unknown-library-member library="t" member="jump" -> it-has names=[spawn tick helper expect equal expect_active]`},
		{"return { a = function(x) x.tik() end }", `1:28: unknown-library-member library="t" member="tik" -> did-you-mean near="tick"`},
		{"local m = {}\nfunction m.a(t) local u = t.spwan end\nreturn m", `2:29: unknown-library-member library="t" member="spwan" -> did-you-mean near="spawn"`},
		{"local function f(t) return t.n end\nreturn { a = function(t) f({ n = t.tick }) end }", ""},
		{"return { a = function(t, u) u.tik() end, b = 3 }", ""},
		{"local function a(t) t.tik() end\nreturn { a = a }", `1:23: unknown-library-member library="t" member="tik" -> did-you-mean near="tick"`},
		{"return 5", ""},
		{"return { a = function(t, ...) t.tick(1, 2) t.spawn() t.helper(f()) t.helper(...) t.spawn(f(), 2) end }", `1:33: wrong-argument-count function="t.tick" given=2 usage="t.tick()"` + "\n" + `1:46: wrong-argument-count function="t.spawn" given=0 usage="t.spawn(\"troll\")"`},
		{"local function f(t) t.tick(1, 2) end\nreturn { a = function(x) f(x) end }", `1:23: warning wrong-argument-count function="t.tick" given=2 usage="t.tick()"`},
		{"local function f(x) x.tick(1, 2) end\nreturn { a = function(t) f({ tick = print }) end }", ""},
		{"return { a = function(t) t:tick(3) t:tock() end }", `1:27: colon-on-library library="t" member="tick" -> it` + "\n" + `1:38: unknown-library-member library="t" member="tock" -> did-you-mean near="tick"`},
		{"return { a = function(t, n) n = t.tick - 1 f(t.tick) if t.spawn > 3 then n = 1 end end }", `1:33: function-calculated function="t.tick" operator="-" usage="t.tick()" -> it` + "\n" + `1:57: function-calculated function="t.spawn" operator=">" usage="t.spawn(\"troll\")" -> it`},
		{"return { a = function() t.tick() end }", `1:14: test-without-table name="t" -> it`},
		{"return { a = function() t.tick() t.tick() end, b = function() t.tick() end }", `1:14: test-without-table name="t" -> it` + "\n" + `1:52: test-without-table name="t" -> it`},
		{"local function f() t.tick() t.tick() end\nlocal function g() t.tick() end\nreturn { a = function(t) f() g() end }", `1:20: unknown-global name="t" -> pass-test-table name="t"` + "\n" + `2:20: unknown-global name="t" -> pass-test-table name="t"`},
		{"return { a = function(t) local x = t.spawn('a') x.set('hp', 2) x:go() x.hp = 3 f(x.hp) end }", `1:51: called-agent agent="x" name="set" -> write-code code="x.hp = 2"` + "\n" + `1:66: called-agent agent="x" name="go" -> it`},
		{"return { a = function(t) local x = t.spawn('a') x:spawn('b') end }", `1:51: called-agent agent="x" name="spawn" -> write-code code="t.spawn(x, ...)"`},
		{"return { a = function(t) t.create('a') end }", `1:28: unknown-library-member library="t" member="create" -> did-you-mean near="spawn"`},
		{"return { a = function(t) local x = t.spawn('a') t.expect_active('flee') end }", `1:51: wrong-argument-count function="t.expect_active" given=1 usage="t.expect_active(x, \"flee\")"`},
		{"return { a = function(t) local x, y = t.spawn('a'), 3 t.expect_active(x) t.expect_active('b', x, 3) end }", `1:57: wrong-argument-count function="t.expect_active" given=1 usage="t.expect_active(x, \"sleep\")"` + "\n" + `1:76: wrong-argument-count function="t.expect_active" given=3 usage="t.expect_active(x, \"b\")"`},
		{"return { a = function(t) t.equal(t.tick() == 3) t.equal(x.y) end }", `1:28: wrong-argument-count function="t.equal" given=1 usage="t.equal(t.tick(), 3)"` + "\n" + `1:51: wrong-argument-count function="t.equal" given=1 usage="t.equal(x.y, 100)"`},
		{"return { a = function(t) local x = t.spawn('a') t.expect(x.hp).to_be(48) end }", `1:49: chained-expectation name="to_be" -> write-code code="t.equal(x.hp, 48)"`},
		{"return { a = function(t) expect(1 + 2).to.equal(f(3)) t.tick():go() t.expect(x):to_be_nil() end }", `1:26: chained-expectation name="to_equal" -> write-code code="t.equal(1 + 2, f(3))"` + "\n" + `1:69: chained-expectation name="to_be_nil" -> write-code code="t.equal(x, nil)"`},
		{"return { a = function(t) expect(x).toBeGreaterThan(3) expect(x).to_not_be(3) expect(x).toBeTruthy() end }", `1:26: chained-expectation name="toBeGreaterThan" -> write-code code="t.expect(x > 3)"` + "\n" + `1:55: chained-expectation name="to_not_be" -> write-code code="t.expect(x ~= 3)"` + "\n" + `1:78: chained-expectation name="toBeTruthy" -> write-code code="t.expect(x)"`},
		{"t = 3\nreturn { a = function() print(t) end }", ""},
		{"return { a = function(t) end, b = function(t) end, a = function(t) end }", `1:52: warning duplicate-key line=1 name="a" -> give-other-name`},
		{"return { ['a b'] = function(t) end, ['a b'] = function(t) end }", `1:38: warning duplicate-key line=1 name="\"a b\"" -> give-other-name`},
	} {
		s, _, problems := Parse("x_test.lua", []byte(c.src))
		if problems != nil {
			t.Fatal(problems)
		}
		var got []string
		for _, d := range s.CheckDriver("t", words, noExample) {
			got = append(got, fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Col, message.Identity(d)))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.src, strings.Join(got, "\n"), c.want)
		}
	}
}

func noExample(string, string, []string) []string { return nil }

func TestNearWord(t *testing.T) {
	names := strings.Fields("tick wait wait_until active log request expect equal near expect_active expect_not_active expect_ran expect_not_ran expect_request expect_log expect_error")
	for name, want := range map[string]string{
		"expect_inactive":   "expect_not_active",
		"expectInactive":    "expect_not_active",
		"not_active":        "expect_not_active",
		"expect_nto_active": "expect_not_active",
		"assert_not_ran":    "expect_not_ran",
		"should_be_active":  "expect_active",
		"is_active":         "active",
		"expect_equal":      "equal",
		"assertEquals":      "equal",
		"expect_near":       "near",
		"expect_logs":       "expect_log",
		"exepct_active":     "expect_active",
		"expec":             "expect",
		"waituntil":         "wait_until",
		"expect_not_log":    "",
		"not_equal":         "",
		"jump":              "",
	} {
		var got string
		if w := NearWord(name, names); w.Code != "" {
			got = w.Args["near"].(string)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
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
