package lua_test

import (
	"fmt"
	"strings"
)

// This file has the parts of random programs that use the libraries.

func (p *program) subject() string {
	return pick(p, "'hello world'", "''", "'a'", "'abcabcabc'", "'  trim me  '", "'key = value; k2=v2'", "'x\\0y\\0z'", "'(a(b)c)(d'", "'1, 2,3 ,4'", "'[[x]] %d $1'", "'THE (quick) fox'", "'äöü\\200\\255'", "'2024-01-31'", "'aaa'", "12345", "-1.5", "'line1\\nline2\\r\\n'", "'f(x, g(y))'", "'\\127\\1\\t'")
}

func (p *program) index() string {
	return pick(p, "1", "2", "-1", "-2", "zero", "3", "10", "-10", "100", "nil", "1.7", "'2'", "-3", "2^31", "-2^53", "4.5")
}

func (p *program) strings() {
	s := p.subject()
	for range 1 + p.IntN(3) {
		p.line("say(%s)", pick(p,
			fmt.Sprintf("string.sub(%s, %s, %s)", s, pick(p, "1", "2", "-3", "zero", "5", "-100"), p.index()),
			fmt.Sprintf("string.byte(%s, %s, %s)", s, p.index(), p.index()),
			fmt.Sprintf("(%s):byte()", "'"+pick(p, "a", "", "zz")+"'"),
			fmt.Sprintf("string.len(%s), #('' .. %s)", s, s),
			fmt.Sprintf("string.upper(%s), string.lower(%s), string.reverse(%s)", s, s, s),
			fmt.Sprintf("string.rep(%s, %s)", s, pick(p, "zero", "1", "3", "-1", "2.9")),
			fmt.Sprintf("string.find(%s, %s, %s, true)", s, pick(p, "'a'", "'.'", "''", "'('", "' '", "'\\0'", "2", "'world'"), p.index()),
			fmt.Sprintf("string.find(%s, %s)", s, pick(p, "'o'", "''", "'bc'", "'x'")),
			fmt.Sprintf("pcall(string.char, %s)", pick(p, "65, 66", "", "zero, 255", "'97'", "104.6")),
			fmt.Sprintf("pcall(function() return string.char(%s) end)", pick(p, "256", "-1", "65, 'x'", "1000, 1", "nil")),
			fmt.Sprintf("%s < %s, %s <= %s", "'a'", "'"+pick(p, "A", "b", "a", "")+"'", "''", "'x'"),
			fmt.Sprintf("tostring(%s), tostring(nil), tostring(true), (tostring(print):gsub(':.*', ''))", s),
		))
	}
}

// patternText returns a well-formed pattern. A malformed one could not be compared, since Lua 5.1 finds some errors
// in a pattern only when a text leads to them.
func (p *program) patternText() string {
	var b strings.Builder
	if p.IntN(4) == 0 {
		b.WriteByte('^')
	}
	open, closed := 0, 0
	for range 1 + p.IntN(4) {
		switch p.IntN(12) {
		case 0, 1:
			b.WriteString("(" + p.single())
			open++
		case 2:
			if open > 0 {
				b.WriteString(")")
				open--
				closed++
			} else {
				b.WriteString("()")
				closed++
			}
		case 3:
			b.WriteString(pick(p, "%b()", "%b[]", "%bxy", "%f[%w]", "%f[^%w]", "%f[%s]", "[%a-z]", "[z-a]", "[]]", "[^]]", "$a", "a^", "-", "*"))
		case 4:
			if closed > 0 && open == 0 {
				fmt.Fprintf(&b, "%%%d", 1+p.IntN(closed))
			}
		default:
			b.WriteString(p.single())
		}
	}
	for range open {
		b.WriteString(pick(p, ")", ")", "+)", "-)"))
	}
	if p.IntN(5) == 0 {
		b.WriteByte('$')
	}
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(b.String()) + "'"
}

func (p *program) single() string {
	return pick(p, "a", "b", " ", ".", ".", "%a", "%w", "%d", "%s", "%p", "%c", "%l", "%u", "%x", "%z", "%A", "%W", "%S", "%D", "%.", "%%", "%(", "[abc]", "[^abc]", "[a-y]", "[%w_]", "[^%s]", "[%-x]", "x", "=", "1", "o", "[%d.]", "%]", "[]a]", "[^%d%p]", ",") +
		pick(p, "", "", "", "*", "+", "-", "?")
}

func (p *program) pattern() {
	for range 1 + p.IntN(3) {
		s, q := p.subject(), p.patternText()
		p.line("say(pcall(function() return %s end))", pick(p,
			fmt.Sprintf("string.find(%s, %s)", s, q),
			fmt.Sprintf("string.find(%s, %s, %s)", s, q, p.index()),
			fmt.Sprintf("string.match(%s, %s)", s, q),
			fmt.Sprintf("string.match(%s, %s, %s)", s, q, p.index()),
			fmt.Sprintf("string.gsub(%s, %s, '<%%0>')", s, q)))
	}
	if p.IntN(2) == 0 {
		p.line("say(pcall(function() local n = zero for x, y in string.gmatch(%s, %s) do n = n + 1 say(x, y) if n > 6 then break end end end))", p.subject(), p.patternText())
	}
}

func (p *program) replace() {
	with := pick(p, "'<%0>'", "'%0%0'", "'%%'", "''", "'%a'", "{ a = 1, b = false, hello = 'bye', ['1'] = true }", "function(x, y) return y end", "function(x) return #x end", "function(x) return nil end", "function(...) say(...) end", "string.upper",
		"setmetatable({}, { __index = function(_, k) return k .. k end })", "{ a = {} }", "function() return {} end", "function(x) error('in ' .. x, 0) end", "function(x) if x == 'a' then return false end return 'q' end", "5", "nil", "print and true")
	p.line("say(pcall(function() return string.gsub(%s, %s, %s%s) end))", p.subject(), p.patternText(), with, pick(p, "", "", ", 1", ", 2", ", zero", ", -1", ", nil", ", '2'"))
	p.line("say((%s):gsub('%%%%w+', %s))", "'"+pick(p, "one two", "a1 b2", "", "x")+"'", pick(p, "'<%0>'", "string.upper", "{ one = 'eins' }"))
}

func (p *program) format() {
	number := func() string {
		return pick(p, "zero", "1", "-1", "3.14159", "1e10", "-1e-5", "255", "2^31", "2^53", "1/zero", "-1/zero", "'10'", "65", "0.5", "1e100", "123456.789", "-7.5", "99999", "2^63")
	}
	verb := func() (string, string) {
		flags := pick(p, "", "", "-", "+", " ", "#", "0", "-0", "+0") + pick(p, "", "", "5", "10", "2") + pick(p, "", "", ".3", ".0", ".10", ".")
		switch p.IntN(10) {
		case 0, 1:
			return "%" + pick(p, "", "5", "-5", "-8", "+", "05", " ", ".3", "+.2", "08.3") + pick(p, "d", "i"), pick(p, "zero", "1", "-1", "42", "-7.9", "1e10", "'12'", "2^53", "-2^40")
		case 2:
			return "%" + flags + pick(p, "f", "e", "g", "G", "E"), number()
		case 3:
			return "%" + pick(p, "", "#", "08", "-6", ".4") + pick(p, "x", "X", "o", "u"), pick(p, "zero", "255", "65535", "2^31", "7.9", "'16'")
		case 4:
			return "%" + pick(p, "", "5", "-5", ".2", "-10.3", "20") + "s", pick(p, "'str'", "'a\\0b'", "12", "'long string here'", "''", "-1.5")
		case 5:
			return "%q", pick(p, "'q\"uote'", "'new\\nline'", "'nul\\0'", "'back\\\\slash'", "'\\r\\t'", "12")
		case 6:
			return "%c", pick(p, "65", "97", "'48'", "10")
		case 7:
			return "%%", ""
		case 8:
			return "%" + flags + "g", number()
		}
		return pick(p, "%5.1f", "%.14g", "%.3f", "%g", "%10.4s|", "%.20s"), number()
	}
	var text strings.Builder
	var args []string
	for range 1 + p.IntN(3) {
		v, arg := verb()
		text.WriteString(pick(p, "", " ", "a", ":") + v)
		if arg != "" {
			args = append(args, arg)
		}
	}
	if p.IntN(8) == 0 {
		text.WriteString(pick(p, "%y", "%", "%123d", "%.123f", "%d", "%5", "% -+#0 d", "%l"))
	}
	p.line("say(pcall(function() return string.format(%s) end))", strings.Join(append([]string{"'" + text.String() + "'"}, args...), ", "))
	if p.IntN(3) == 0 {
		p.line("say(pcall(function() return string.format('%s', %s) end))", pick(p, "%d", "%f", "%c", "%q", "%x"), pick(p, "nil", "{ 1 } and 'x'", "'x'", "true and 1", "'0x1F'", "({}).x", "3"))
	}
}

func (p *program) tables() {
	p.line("local t = { %s }", pick(p, "5, 2, 8, 1", "'x', 'y'", "", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "'b', 1, 'a'", "3"))
	for range 2 + p.IntN(4) {
		p.line("say(pcall(function() return %s end))", pick(p,
			fmt.Sprintf("table.insert(t, %s)", pick(p, "1", "'n'", "{}", "1, 'at'", "1, nil or 'q'", "#t + 1, 'end'", "#t, 'last'", "'1', 3")),
			"table.remove(t)", "table.remove(t, 1)", "table.remove(t, #t)", "table.remove(t, 2)", "table.remove({})", "table.remove({}, 1)",
			fmt.Sprintf("table.concat(t, %s)", pick(p, "','", "''", "nil", "1", "', ', 2", "'-', 2, 3", "'', 3, 2", "'x', 1, 1")),
			"table.concat({ 1, {}, 3 })", "table.concat({ 1, 2 }, ',', 1, 5)", "table.concat({ 'a', 1.5, -2 }, ' ')", "table.concat({}, 'x', 3)",
			"unpack(t)", "unpack(t, 2)", "unpack(t, 2, 3)", "unpack(t, -1, 1)", "unpack({ 1, 2 }, 3, 2)", "unpack({}, 1, 2)",
			"#t, table.getn(t), table.maxn(t)", "table.maxn({ [3] = 1, [7.5] = 2, x = 3 })", "table.maxn({})",
			"select('#', unpack(t))", "ipairs(t)", "type(next), next({ 9 })",
			fmt.Sprintf("table.foreach({ %s }, function(k, v) say(k, v) if v == 2 then return 'stopped', 1 end end)", pick(p, "1", "2", "")),
			"table.foreachi(t, function(i, v) say(i, v) if i == 2 then return i end end)",
			"rawget(t, 1), rawset(t, 'k', 'v') == t, t.k, rawequal(t, t), rawequal({}, {}), rawequal('a', 'a'), rawequal(1, '1')",
			"table.insert(t)", "table.insert(nil, 1)", "table.insert(t, 1, 2, 3)", "table.concat(t, {})", "table.remove(1)", "unpack()", "table.sort(1)", "table.insert(t, 'x', 1)"))
	}
	p.line("say(t)")
}

func (p *program) sort() {
	var items []string
	for range p.IntN(12) {
		items = append(items, pick(p, fmt.Sprint(p.IntN(20)), fmt.Sprint(p.IntN(100)-50), fmt.Sprint(p.Float64())))
	}
	p.line("local t = { %s }", strings.Join(items, ", "))
	p.line("table.sort(t%s)", pick(p, "", ", nil", ", function(a, b) return a > b end", ", function(a, b) return a * a < b * b end", ", function(a, b) return tostring(a) < tostring(b) end"))
	p.line("for i = 2, #t do if %s then say('order', i, t) end end", "t[i] == nil or t[i - 1] == nil")
	p.line("local s = {} for i, v in ipairs(t) do s[i] = math.abs(v) end table.sort(s) say(s)")
	p.line("local words = { %s } table.sort(words) say(table.concat(words, ' '))", pick(p, "'pear', 'apple', 'fig'", "'b', 'B', 'a', 'A', '10', '9', ''", "'x'", "'aa', 'a', 'aaa'"))
	p.line("say(pcall(function() table.sort({ %s }%s) end))", pick(p, "3, 1, 2", "1, 1", "2"), pick(p, ", function(a, b) error('cmp', 0) end", ", function(a, b) return nil end", ", 5", ", function(a, b) local x = a.y.z end"))
	p.lines(`
local people = { { n = 'a', v = 3 }, { n = 'b', v = 1 }, { n = 'c', v = 2 } }
table.sort(people, function(x, y) return x.v < y.v end)
for _, one in ipairs(people) do say(one.n, one.v) end
local objs, mt = {}, { __lt = function(x, y) return x[1] < y[1] end }
for i, v in ipairs({ 4, 2, 9 }) do objs[i] = setmetatable({ v }, mt) end
table.sort(objs)
say(objs[1][1], objs[2][1], objs[3][1])`)
}

func (p *program) math() {
	x := func() string {
		return pick(p, "1", "2.5", "-2.5", "zero", "10", "-7", "0.1", "1e10", "'3'", "1/zero", "-1/zero", "100.99", "-0.5", "3")
	}
	for range 1 + p.IntN(3) {
		p.line("say(%s)", pick(p,
			fmt.Sprintf("math.floor(%s), math.ceil(%s), math.abs(%s)", x(), x(), x()),
			fmt.Sprintf("math.max(%s, %s), math.min(%s, %s, %s), math.max(%s)", x(), x(), x(), x(), x(), x()),
			fmt.Sprintf("math.fmod(%s, %s), math.fmod(-5, 3), math.mod(7, 3)", pick(p, "5.5", "-5.5", "7", "1e15"), pick(p, "2", "-2", "3.1")),
			fmt.Sprintf("math.modf(%s)", pick(p, "3.7", "-3.7", "5", "zero", "1e20", "1/zero", "-1/zero", "0.25")),
			"math.sqrt(16), math.sqrt(2), math.pi, math.huge, -math.huge, math.exp(zero), math.log(1)",
			fmt.Sprintf("math.sin(%s) < 2, math.cos(zero), math.atan2(1, 1), math.tan(zero)", pick(p, "1", "2", "-3")),
			fmt.Sprintf("math.frexp(%s)", pick(p, "8", "0.1", "zero", "-3.75", "1e300")),
			fmt.Sprintf("math.ldexp(%s, %s)", pick(p, "1", "0.5", "-3"), pick(p, "4", "-2", "zero", "3.7")),
			fmt.Sprintf("math.pow(%s, %s), 2 ^ %s", pick(p, "2", "10", "-2"), pick(p, "3", "-1", "zero"), pick(p, "10", "-3", "0.5")),
			"math.deg(math.pi), math.rad(180), math.log10(1000), math.cosh(zero), math.sinh(zero), math.tanh(zero)",
			fmt.Sprintf("pcall(function() return math.%s(%s) end)", pick(p, "floor", "max", "abs", "sqrt", "huge", "nothing"), pick(p, "", "'x'", "nil", "{}", "1, 'y'", "true")),
			"(function() local ok for i = 1, 20 do local r = math.random(3) ok = r >= 1 and r <= 3 and r % 1 == zero if not ok then return r end end return ok end)()",
			fmt.Sprintf("pcall(function() return math.random(%s) ~= nil end)", pick(p, "zero", "2, 1", "1, 2, 3", "'x'", "5", "")),
			fmt.Sprintf("%s %% %s, %s %% %s", x(), pick(p, "3", "-3", "0.7", "1e5"), x(), pick(p, "2", "-0.3", "7")),
		))
	}
}

func (p *program) convert() {
	p.line("say(pcall(function() return tonumber(%s) end))", pick(p, "'10', 2", "'ff', 16", "'FF', 16", "'zz', 36", "'8', 8", "'7', 8", "'-11', 2", "'', 10", "'1e1', 16", "'10', 1", "'10', 37", "10, 16", "'1.5', 10", "' 11 ', 2", "'0x1f', 16", "nil", "", "{}", "'12a'", "true", "'1', '2'", "1e3", "'1e3'", "'0x'", "'1' .. '0', 10", "'11', 10.9"))
	p.line("say(type(nil), type(1), type('x'), type({}), type(print), type(coroutine.create(function() end)), pcall(function() return type() end))")
	p.line("say(pcall(function() return %s end))", pick(p, "tostring()", "tostring({ 1 }) ~= ''", "tostring(-1.50)", "tostring(setmetatable({}, { __tostring = function() return 'T' end }))", "tostring(setmetatable({}, { __tostring = function() return 5 end }))", "tostring(setmetatable({}, { __tostring = function() end }))", "tostring(1e15)", "tostring('x', 1)"))
}

// library writes calls of functions with random arguments, most of which are invalid.
func (p *program) library() {
	f := pick(p, "rawget", "rawset", "rawequal", "rawlen", "setmetatable", "getmetatable", "next", "pairs", "ipairs", "select", "tonumber", "tostring", "type", "unpack", "assert", "error", "pcall", "xpcall",
		"string.rep", "string.sub", "string.byte", "string.find", "string.match", "string.gsub", "string.gmatch", "string.format", "string.upper", "string.len", "string.char", "string.reverse",
		"table.insert", "table.remove", "table.concat", "table.sort", "table.maxn", "table.foreach", "table.getn",
		"math.floor", "math.max", "math.random", "math.sqrt", "math.abs",
		"coroutine.create", "coroutine.resume", "coroutine.wrap", "coroutine.status", "coroutine.running")
	arg := func() string {
		return pick(p, "nil", "1", "'x'", "{}", "true", "type", "2.5", "{ 1, 2 }", "'10'", "-1", "'a', 'b'", "coroutine.create(function() end)", "zero", "setmetatable({}, { __metatable = 'locked' })", "setmetatable({ 3 }, {})")
	}
	var args []string
	for range p.IntN(4) {
		args = append(args, arg())
	}
	p.line("say(pcall(function() local r, s, t = %s(%s)", f, strings.Join(args, ", "))
	p.line("return type(r), type(s), t == nil end))")
}
