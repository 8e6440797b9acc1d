package lib_test

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// dear has operations and calls with arguments for which they work longest. The names are those of priceProgram.
var dear = strings.Split(strings.TrimSpace(`
x + y; x - y; x * y; x / y; tiny / big
big % 3e-308; -big % 1.7; 1e15 % 7; x % y; big % tiny
big ^ 1e-300; 0.99999 ^ 1e9; tiny ^ -0.3; x ^ y; 1.0000001 ^ 1e9; (-3) ^ 201; (1 + 2^-52) ^ 9e18; 1e-300 ^ 1.02
numeral + 1; longest + 1; halfway + 1; denormal * 2; -denormal; x .. y; big .. tiny; x .. ""; long .. long
long == same; long < same; long ~= same
math.abs(x); math.acos(0.3); math.asin(0.999999); math.atan(0.99); math.atan2(-3, -1e-300); math.ceil(big); math.cos(1e22)
math.cosh(700); math.deg(x); math.exp(-744.9); math.exp(1.3); math.floor(-big); math.fmod(big, 3e-308); math.fmod(1.7e308, 5e-324)
math.fmod(big, 1.1); math.mod(big, 7.7); math.frexp(tiny); math.ldexp(tiny, 1000); math.ldexp(x, -1e9); math.log(tiny)
math.log(0.7); math.log10(tiny); math.log10(big); math.max(1, 2, 3, 4, 5, 6, 7, 8, 9); math.min(1, 2, 3, 4, 5, 6, 7, 8, 9)
math.modf(big); math.pow(0.99999, 1e9); math.pow(x, y); math.rad(x); math.sin(1e22); math.sin(big); math.sinh(0.4); math.sinh(700)
math.sqrt(2); math.tan(1e300); math.tanh(0.9); math.random(); math.random(7); math.random(-1e9, 1e9)
tostring(x); tostring(big); tostring(tiny); tostring(0.1); tostring(1e14 + 0.5); tostring(123456789.123); tostring(list); tostring(nil)
tonumber(numeral); tonumber(longest); tonumber(halfway); tonumber(denormal); tonumber(digits, 36); tonumber(digits, 3); tonumber("0x" .. digits)
tonumber("1e308"); tonumber("5e-324"); tonumber("1e-400"); math.abs(denormal); tonumber(below); tonumber("0." .. digits); tonumber(spaces); type(x); rawequal(long, same); rawget(list, 1)
rawset(list, 1, 2); select("#", 1, 2, 3); select(-1, 1, 2, 3); next(list, 200); next(map, "k7"); pairs(map); ipairs(list)
getmetatable(list); setmetatable(list, nil); assert(x, long); pcall(error, "x"); xpcall(error, error); unpack(list)
coroutine.create(idle); coroutine.running(); coroutine.status(thread); coroutine.wrap(idle); coroutine.resume(coroutine.create(idle))
coroutine.wrap(function() coroutine.yield() end)(); pcall(coroutine.yield)
string.byte(long, -1); string.byte(long, 1, 100); string.char(1, 2, 3, 4, 5, 6); string.find(long, "b"); string.find(long, "a*b")
string.find(long, "aaaaaaaaaaaaaaab", 1, true); string.find(long, ".-b"); string.find(short, "(a*)(a*)(a*)b"); string.find(long, "%f[b]")
string.find(long, "[^%w]"); string.match(long, "(.-)b"); string.gmatch(long, "a")(); string.gfind(long, "b"); string.gsub(long, "a", "b")
string.gsub(long, "", "xy"); string.gsub(long, "a", "%0%0"); string.len(long); string.lower(long); string.upper(long)
string.rep("ab", 1000); string.rep("", 1e9); string.reverse(long); string.sub(long, 2, -2)
string.format("%d", 1e15); string.format("%f", big); string.format("%.99f", big); string.format("%.99f", tiny); string.format("%.99e", tiny)
string.format("%.99g", tiny); string.format("%.14g", x); string.format("%.17g", 0.1); string.format("%.99g", 1.7e-308);
string.format("%99s", "x"); string.format("%q", long); string.format("%x", 1e15); string.format("%5.1f", x); string.format("%.3f", big); string.format("%.0f", 1e300)
string.format("%s%s%s%s", x, big, tiny, 0.1); string.format("%g", tiny)
table.concat(list); table.concat(floats, ","); table.insert({}, 1); table.insert(list, 1, 5); table.remove(list, 1); table.remove(list)
table.sort({5, 4, 3, 2, 1}); table.sort(reversed()); table.maxn(list); table.maxn(map); table.getn(list); pcall(table.setn, list, 200)
table.foreach(list, idle); table.foreachi(list, idle); #list; list[1e300]; map.k7; map[0.1]; {1, 2, 3}; {a = 1, b = 2}; -x; not x
function() return x end; floats[7] + floats[8]
print(x); print(tiny, big, 0.1); pcall(error)
`), "\n")

const priceProgram = `
local x, y, big, tiny = 1.2345678901234567, 7.654321, 1.7e308, 5e-324
local long, same, digits, spaces = ("a"):rep(1000), ("a"):rep(999) .. "a", ("9"):rep(300), (" "):rep(4000)
local short = ("a"):rep(30)
local numeral, denormal = "123456.789e-3", "2.2250738585072011e-308"
local longest, halfway = "0." .. ("0"):rep(300) .. ("1234567890"):rep(40), "9007199254740993" .. ("0"):rep(700) .. "1e-700"
local below = "0." .. ("0"):rep(310) .. ("1234567890"):rep(40)
local list, map, floats, thread = {}, {}, {}, nil
for i = 1, 200 do list[i], map["k" .. i], floats[i] = i, i, i / 7 end
local function idle() end
local function reversed() local t = {} for i = 50, 1, -1 do t[#t + 1] = i end return t end
thread = coroutine.create(idle)
return function(n) local v for i = 1, n do v = %s end end
`

// stepper measures an expression.
type stepper struct {
	state *lua.State
	loop  lua.Value
	calls int
	least float64 // the shortest time of a step in ns
}

func newStepper(t *testing.T, expression string) *stepper {
	s := lua.NewState()
	s.Steps, s.Bytes = math.MaxInt64, math.MaxInt64
	globals := lib.Open(s, lib.Options{Output: io.Discard, Random: func(*lua.Call) float64 { return 0.5 }})
	chunk, err := lua.Compile(lua.Source{Name: "price.lua", Text: fmt.Sprintf(priceProgram, expression)})
	if err != nil {
		t.Fatal(err)
	}
	results, err := s.Call(chunk.Function(globals).Value())
	if err != nil {
		t.Fatal(err)
	}
	m := &stepper{state: s, loop: results[0], calls: 4, least: math.Inf(1)}
	const long = 20 * time.Microsecond
	for m.measure(t) < long && m.calls < 1000 {
		m.calls *= 2
	}
	return m
}

// measure makes the calls once, and returns how long they took.
func (m *stepper) measure(t *testing.T) time.Duration {
	before, begin := m.state.Steps, time.Now()
	_, err := m.state.Call(m.loop, lua.Number(float64(m.calls)))
	took := time.Since(begin)
	if err != nil {
		t.Fatal(err)
	}
	m.least = min(m.least, float64(took)/float64(before-m.state.Steps))
	return took
}

// TestStepsBoundTime checks that no function and no operator takes much longer for a step than an addition. The
// fastest of several rounds counts; there are more rounds if a step seems to be too long.
func TestStepsBoundTime(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector changes times")
	}
	const most = 100 // calls that raise errors, and numbers converted to text, take 30 to 50 times as long
	addition := newStepper(t, "x + y")
	for range 20 {
		addition.measure(t)
	}
	for _, line := range dear {
		for _, expression := range strings.Split(strings.Trim(line, " ;"), "; ") {
			m := newStepper(t, expression)
			for range 100 {
				if m.measure(t); m.least < most*addition.least {
					break
				}
				addition.measure(t)
			}
			t.Logf("%6.1f ns for a step: %s", m.least, expression)
			if m.least >= most*addition.least {
				t.Errorf("a step of %s takes %.0f ns, and a step of an addition %.1f ns", expression, m.least, addition.least)
			}
		}
	}
}

// TestDearHasAllFunctions checks that TestStepsBoundTime calls each function of the library.
func TestDearHasAllFunctions(t *testing.T) {
	all := strings.Join(dear, ";")
	check := func(name string, v lua.Value) {
		if v.Kind() == lua.KindFunction && !regexp.MustCompile(`(^|[^\w.])`+regexp.QuoteMeta(name)+`\b`).MatchString(all) {
			t.Errorf("%s is not called", name)
		}
	}
	globals := lib.Open(lua.NewState(), lib.Options{Output: io.Discard, Random: func(*lua.Call) float64 { return 0.5 }})
	for k, v, more := globals.Next(lua.Nil); more; k, v, more = globals.Next(k) {
		name := k.String()
		check(name, v)
		if library := v.Table(); library != nil && library != globals {
			for k, v, more := library.Next(lua.Nil); more; k, v, more = library.Next(k) {
				check(name+"."+k.String(), v)
			}
		}
	}
}
