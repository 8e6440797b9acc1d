package lua_test

import (
	"fmt"
	"strings"
)

// part writes a part of a program that exercises one feature.
func (p *program) part() {
	all := []func(){p.crowd, p.crowd, p.crowd, p.flow, p.flow, p.flow, p.order, p.order, p.order, p.wrong, p.wrong, p.wrong, p.raise, p.levels, p.object, p.object, p.inherit,
		p.conflict, p.conflict, p.varargs, p.constructor, p.tail, p.coerce, p.compare, p.numerals, p.globals, p.shadow, p.style,
		p.generator, p.across, p.wrapped, p.iterate, p.badFor, p.nested, p.shared,
		p.strings, p.strings, p.pattern, p.pattern, p.replace, p.format, p.format, p.tables, p.tables, p.sort, p.math, p.convert, p.library}
	if p.IntN(30) == 0 {
		all = []func(){p.overflow, p.deep}
	}
	p.line("do")
	p.inside(func() { pick(p, all...)() })
	p.line("end")
}

// protected calls lines, which writes statements, sometimes inside a function. That function then captures the
// variables that the statements use.
func (p *program) protected(lines func()) {
	switch p.IntN(3) {
	case 0:
		lines()
	case 1:
		p.line("say(pcall(function()")
		p.inside(func() { p.varied, p.yields = false, false; lines() })
		p.line("end))")
	case 2:
		f := p.fresh("run")
		p.line("local function %s(...)", f)
		p.inside(func() { p.varied, p.yields = true, false; lines() })
		p.line("end")
		p.line("say(pcall(%s, 1, 2))", f)
	}
}

// order writes operands whose evaluation changes other operands.
func (p *program) order() {
	b := pick(p, "2", "'2'", "2.5")
	p.lines(`
local a, b, i = 1, $, 1
local t = { x = 3, y = 4, 5, 6, 7 }
G1 = 5
local function f(n) a = a + n return a end
local function g(...) t.x = t.x + 1 G1 = G1 + 1 return t.x, a, ... end
local function h() i = i % 3 + 1 b = b + 1 return i end
local function swap() t = { x = 8, y = 9, 1, 2, 3 } return 7 end
local o = setmetatable({}, {
  __index = function(_, k) a = a + 1 say('get', k, a) return a end,
  __newindex = function(_, k, v) a = a + 2 say('set', k, v) end,
  __add = function(x, y) b = b + 1 return type(x) == 'table' and y or x end,
  __call = function(self, n) a = a * 2 return n, a end,
})
function o.m(self, n) i = n say('m') return n end`, b)
	p.protected(func() {
		for range 1 + p.IntN(4) {
			p.ordered()
		}
	})
	p.line("say(a, b, i, t, G1)")
}

func (p *program) ordered() {
	e := func() string { return p.operand(2) }
	place := func() string {
		return pick(p, "a", "a", "b", "i", "t.x", "t[i]", "t[h()]", "G1", "o.k", "o[i]", "t[a]", "o[f(1)]", "t.z", "local1")
	}
	switch p.IntN(12) {
	case 0, 1:
		p.line("say(%s, %s, %s)", e(), e(), e())
	case 2:
		p.line("local r = %s", e())
		p.line("say(r)")
	case 3, 4:
		if p.IntN(2) == 0 {
			p.line("local local1 = 1")
		}
		var places, values []string
		for range 1 + p.IntN(3) {
			places = append(places, place())
		}
		for range 1 + p.IntN(3) {
			values = append(values, e())
		}
		p.line("%s = %s", strings.Join(places, ", "), strings.Join(values, ", "))
	case 5:
		p.line("say({ %s, %s, x = %s, %s })", e(), e(), e(), e())
	case 6:
		p.line("if %s then say('yes', a, b) else say('no', a, b) end", e())
	case 7:
		p.line("local function r() return %s, %s end", e(), e())
		p.line("say(r())")
	case 8:
		p.line("a = %s", e())
		p.line("b = %s", e())
	case 9:
		p.line("local q, r, s = %s, %s", e(), e())
		p.line("say(q, r, s)")
	case 10:
		p.line("t[%s] = %s", pick(p, "a", "i", "h()", "f(1)", "b", "'k'"), e())
	case 11:
		p.line("for q = %s, %s do say(q) if q > 5 then break end end", pick(p, "a", "f(1)", "t.x", "h()"), pick(p, "f(2)", "a + 1", "t.x", "5", "swap()"))
	}
}

func (p *program) operand(depth int) string {
	if depth == 0 || p.IntN(4) == 0 {
		return pick(p, "a", "a", "b", "i", "t.x", "t.y", "t[i]", "t[1]", "G1", "o.k", "1", "'3'", "zero", "f(1)", "g()", "(g(4))", "h()", "swap()", "o:m(2)", "o(3)", "#{ b == 2, t.x }", "t[h()]", "t[a]", "(a)", "nil", "true")
	}
	e := func() string { return p.operand(depth - 1) }
	binary := func(ops ...string) string {
		l, op, r := e(), pick(p, ops...), e()
		return fmt.Sprintf("(%s %s %s)", settled(l, r), op, r)
	}
	switch p.IntN(15) {
	case 0, 1, 2:
		return binary("+", "-", "*", "%", "/")
	case 3:
		x, y, z := e(), e(), e()
		return fmt.Sprintf("%s + %s * %s", settled(x, y+z), settled(y, z), z)
	case 4:
		return fmt.Sprintf("%s .. %s", e(), e())
	case 5:
		return fmt.Sprintf("(%s .. %s .. %s)", e(), e(), e())
	case 6:
		return fmt.Sprintf("(%s and %s)", e(), e())
	case 7:
		return fmt.Sprintf("(%s or %s)", e(), e())
	case 8:
		return fmt.Sprintf("(%s and %s or %s)", e(), e(), e())
	case 9:
		return binary("==", "~=", "<", ">=", "<=", ">")
	case 10:
		return "not " + e()
	case 11:
		return pick(p, "-f(1)", "-a", "-t.x", "-(g(2))", "- -b", "-h()", "-o.k", "-(zero + t[i])", "-o:m(2)")
	case 12:
		return fmt.Sprintf("f(%s)", e())
	case 13:
		return fmt.Sprintf("g(%s, %s)", e(), e())
	}
	return fmt.Sprintf("#{ %s, %s }", pick(p, "1", "not a", "h"), pick(p, "f(1)", "a", "t.x", "2", "h()"))
}

// settled returns l or, if l is the variable a and the right operand r reads o.k, another variable: the __index of o
// assigns to a. The package comment describes this difference from Lua 5.1.
func settled(l, r string) string {
	if (l == "a" || l == "(a)") && strings.Contains(r, "o.k") {
		return "b"
	}
	return l
}

// wrong writes invalid operations on values. Their error messages name the values.
func (p *program) wrong() {
	p.lines(`
local l, s, n, b, e = nil, 'text', 3, true, {}
local t = { u = nil, s = 'str', n = 4, b = false, e = {}, f = function() end }
local k, K = 'key', { nil, 'x', {} }
GN, GS, GT = nil, 'abc', { g = {} }
local function none() end
local function give(...) return ... end`)
	for range 1 + p.IntN(3) {
		if p.IntN(2) == 0 {
			p.line("say(pcall(function(...) %s end, 1))", p.mistake())
			continue
		}
		p.line("say(pcall(function(...)")
		p.inside(func() {
			p.line("local l, s, n, b, e = %s", pick(p, "nil, 'text', 3, true, {}", "false, '7', nil, none, {}", "..., ..., ..., ..., ..."))
			p.line("%s", p.mistake())
		})
		p.line("end, %s))", pick(p, "nil", "{}", "'a', {}", ""))
	}
}

func (p *program) mistake() string {
	x := func() string { return p.suspect() }
	good := func() string { return pick(p, "1", "n", "'2'", "t.n", "s", "t.s", "k") }
	switch p.IntN(22) {
	case 0:
		return fmt.Sprintf("say(%s + %s)", x(), good())
	case 1:
		return fmt.Sprintf("say(%s %s %s)", good(), pick(p, "-", "*", "/", "%", "^", "+"), x())
	case 2:
		return fmt.Sprintf("local r = %s .. %s", x(), good())
	case 3:
		return fmt.Sprintf("return %s .. %s .. %s", good(), x(), good())
	case 4:
		return fmt.Sprintf("say(-%s)", p.simple())
	case 5:
		return fmt.Sprintf("say(#%s)", p.simple())
	case 6:
		return fmt.Sprintf("%s()", p.prefix())
	case 7:
		return fmt.Sprintf("say(%s(1, 2))", p.prefix())
	case 8:
		return fmt.Sprintf("return %s()", p.prefix())
	case 9:
		return fmt.Sprintf("say(%s.x)", p.prefix())
	case 10:
		return fmt.Sprintf("say(%s.x.y)", p.prefix())
	case 11:
		return fmt.Sprintf("say(%s[%s])", p.prefix(), pick(p, "k", "1", "n", "'lit'", "l"))
	case 12:
		return fmt.Sprintf("%s.x = %s", p.prefix(), good())
	case 13:
		return fmt.Sprintf("%s[%s] = %s", p.prefix(), pick(p, "k", "1", "n", "'lit'", "l", "e"), good())
	case 14:
		return fmt.Sprintf("%s:meth(1)", p.prefix())
	case 15:
		return fmt.Sprintf("say(%s < %s)", x(), pick(p, x(), good()))
	case 16:
		return fmt.Sprintf("return %s %s %s", x(), pick(p, "<=", ">", ">="), x())
	case 17:
		return fmt.Sprintf("local v = {} v[%s] = 1", pick(p, "nil", "l", "t.u", "none()", "zero/zero"))
	case 18:
		return fmt.Sprintf("if %s.x then say(1) end", p.prefix())
	case 19:
		return fmt.Sprintf("local r = {}; r.f = %s.g.h", p.prefix())
	case 20:
		return fmt.Sprintf("while %s > 1 do break end", x())
	}
	return fmt.Sprintf("e.a.b.c = %s", good())
}

func (p *program) simple() string {
	return pick(p, "l", "b", "e", "s", "t.u", "t.b", "t.e", "GN", "GT", "GT.g", "K[1]", "K[n]", "t[k]", "(none())", "none", "none()", "(...)")
}

func (p *program) suspect() string {
	if p.IntN(5) == 0 {
		return pick(p, "{}", "nil", "true", "(l or b)", "(n and l)", "give()", "give(l)", "(function() end)", "...", "not n", "(n and GN)", "(t.u or e)")
	}
	return p.simple()
}

func (p *program) prefix() string {
	return pick(p, "l", "n", "b", "t.u", "t.n", "t.e.q", "GN", "GT.x", "GS.x", "K[1]", "K[3].z", "t[k]", "none()", "(l)", "(n)", "(nil)", "(1)", "('x').y", "(l or n)", "t.f()", "give(n)", "(...)", "s", "t.s", "t.none", "string.nothing", "math.x.y")
}

// raise writes code that raises and catches values of all kinds in all ways.
func (p *program) raise() {
	value := pick(p, "'text'", "{ code = 1 }", "nil", "12", "true", "type", "'with', 0", "'with', 1", "'with', 2", "'with', 3", "{}, 2", "nil, 2", "7, 1", "")
	switch p.IntN(9) {
	case 0:
		p.line("say(pcall(error, %s))", pick(p, "'m', 0", "nil", "{ 1 }", "", "'m'"))
	case 1:
		p.line("say(pcall(function() error(%s) end))", value)
	case 2:
		p.lines("local function inner() error($) end\nlocal function outer() inner() end\nsay(pcall(outer))", value)
	case 3:
		p.line("say(xpcall(function() %s end, function(m) %s end))", pick(p, "error("+value+")", "local x x()", "return 1, 2, nil", "error()"),
			pick(p, "return m, 2", "say('handler', m) return 'handled'", "return { m }", "", "return type(m)"))
	case 4:
		p.line("say(pcall(assert, %s))", pick(p, "false", "nil, 'why'", "1, 2, 3", "nil, nil", "false, 5"))
	case 5:
		p.line("say(pcall(function() say(assert(%s)) end))", pick(p, "false", "nil, 'why'", "1, 2, nil", "false, { 3 }", "'x'"))
	case 6:
		p.lines(`
say(pcall(function()
  local ok, m = pcall(error, $)
  say(ok, m)
  error(m, $)
end))`, pick(p, "'first', 0", "{ 5 }", "nil", "'first'"), p.IntN(3))
	case 7:
		p.lines(`
local log = {}
local function try(n)
  local ok, m = pcall(function() if n > 2 then error('deep' .. n, $) end try(n + 1) end)
  log[#log + 1] = tostring(m)
  error(m, 0)
end
say(pcall(try, 1))
say(log)`, p.IntN(4))
		p.line("try = nil")
	case 8:
		p.line("say(xpcall(function() return pcall(error, 'e', 0) end, say), select('#', pcall(function() end)), pcall(pcall, error, 'x'))")
	}
}

// levels writes calls of error with the levels of several callers.
func (p *program) levels() {
	p.lines(`
local function check(v, level)
  if type(v) ~= 'number' then error('not a number: ' .. tostring(v), level) end
  return v
end
local obj = { check = check }
function obj:run(v, level)
  local r = check(v, level)
  return r
end
local function twice(v, level)
  local a = obj.check(v, level)

  local b = obj:run(a, level)
  return a + b
end`)
	for range 1 + p.IntN(2) {
		p.line("say(pcall(function() local r = %s(%s, %d)", pick(p, "twice", "check"), pick(p, "1", "nil", "'x'", "{}"), p.IntN(5))
		p.line("return r end))")
	}
	p.line("say(pcall(twice, %s, %d))", pick(p, "1", "nil", "false"), p.IntN(5))
	if p.IntN(2) == 0 {
		p.lines(`
local co = coroutine.create(function(v) local r = twice(v, $) return r end)
say(coroutine.resume(co, $))`, p.IntN(6), pick(p, "nil", "3", "'a'"))
	}
}

var events = []string{"__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat", "__eq", "__lt", "__le", "__call", "__index", "__newindex", "__tostring", "__len"}

// object writes objects with metamethods, and operations on them.
func (p *program) object() {
	p.lines(`
local function name(v) return type(v) == 'table' and rawget(v, 'id') or tostring(v) end
local function event(e, r) return function(x, y, z) say(e, name(x), name(y), z) return r, 'extra' end end
local m1, m2 = {}, {}`)
	for _, m := range []string{"m1", "m2"} {
		for _, e := range events {
			if p.IntN(2) == 0 {
				continue
			}
			result := pick(p, "1", "nil", "false", "'r'", "true", "{}", "12")
			if e == "__tostring" {
				result = pick(p, "'shown'", "'5'")
			}
			if (e == "__index" || e == "__newindex") && p.IntN(2) == 0 {
				p.line("%s.%s = { id = 'table', x = 1, y = false }", m, e)
				continue
			}
			if e == "__eq" && m == "m2" && p.IntN(2) == 0 {
				p.line("m2.__eq = m1.__eq")
				continue
			}
			if (e == "__lt" || e == "__le") && m == "m2" && p.IntN(2) == 0 {
				p.line("m2.%s = m1.%s", e, e)
				continue
			}
			p.line("%s.%s = event('%s', %s)", m, e, e, result)
		}
	}
	p.line("local a, b, c = setmetatable({ id = 'a' }, m1), setmetatable({ id = 'b' }, %s), setmetatable({ id = 'c', x = 3 }, m1)", pick(p, "m1", "m2", "m2"))
	for range 2 + p.IntN(4) {
		x := pick(p, "a", "b", "c")
		y := pick(p, "a", "b", "c", "a", "b", "c", "1", "'s'", "nil", "'7'", "true")
		if p.IntN(4) == 0 {
			x, y = y, x
		}
		if y == "nil" || x == "nil" || x == "1" || x == "'s'" || x == "'7'" || x == "true" { // only for operators
			p.line("say(pcall(function() return %s %s %s end))", x, pick(p, "+", "-", "*", "/", "%", "^", "..", "==", "<", "<=", ">", ">=", "~="), y)
			continue
		}
		switch p.IntN(14) {
		case 0, 1, 2, 3, 4:
			p.line("say(pcall(function() return %s %s %s end))", x, pick(p, "+", "-", "*", "/", "%", "^", "..", "==", "<", "<=", ">", ">=", "~="), y)
		case 5:
			p.line("say(pcall(function() return -%s end))", x)
		case 6:
			p.line("say(pcall(function() return %s.%s, %s[%s] end))", x, pick(p, "x", "y", "id", "nothing"), x, pick(p, "1", "nil", "'x'", "true", "{}"))
		case 7:
			p.line("say(pcall(function() %s.%s = %s return rawget(%s, 'n'), rawget(%s, 'x') end))", x, pick(p, "x", "n", "id"), pick(p, "5", "nil", "false"), x, x)
		case 8:
			p.line("say(pcall(function() return %s(%s) end))", x, pick(p, "", "1", "1, 2, 3", "nil, nil"))
		case 9:
			p.line("say(pcall(function() if %s %s %s then return 'yes' end return 'no' end))", x, pick(p, "==", "<", "<=", "~=", ">", ">="), pick(p, "a", "b", "c"))
		case 10:
			p.line("say(pcall(function() return 'l' .. 1 .. %s .. 'r', 1 .. %s end))", x, x)
		case 11:
			p.line("say(#%s, rawequal(%s, %s), getmetatable(%s) == m1)", x, x, pick(p, "a", "b"), x)
		case 12:
			p.line("say(pcall(function() return %s:%s(1) end))", x, pick(p, "x", "meth", "id"))
		case 13:
			p.line("say((string.gsub(tostring(%s), 'table: .*', 'table')))", x)
		}
	}
}

// inherit writes look-ups of fields through chains of metatables.
func (p *program) inherit() {
	p.lines(`
local Base = {}
Base.__index = Base
function Base.new(class, v) return setmetatable({ v = v }, class) end
function Base:get() return self.v end
function Base:name() return 'base' .. tostring(self:get()) end
local Mid = setmetatable({}, { __index = Base, __call = function(class, ...) return class:new(...) end })
Mid.__index = $
function Mid:name() return 'mid' .. Base.name(self) end
local Top = setmetatable({ __index = $, __newindex = $ }, Mid)`,
		pick(p, "Mid", "function(t, k) return Mid[k] end"),
		pick(p, "function(t, k) say('miss', k) return Mid[k] end", "Mid", "function(t, k) return k == 'get' and Base.get or nil end"),
		pick(p, "function(t, k, v) rawset(t, k, v) end", "function(t, k, v) say('new', k, v) end", "nil", "Base"))
	p.line("local x, y = Mid(%s), Base.new(Top, %s)", p.number(1), p.number(1))
	for range 1 + p.IntN(4) {
		p.line("%s", pick(p, "say(x:name(), x:get())", "say(pcall(function() return y:name() end))", "x.v = 5 y.v = 6 say(x.v, y.v)", "y.w = 7 say(rawget(y, 'w'), Base.w) Base.w = nil",
			"say(pcall(function() return x:none() end))", "say(pcall(function() return y.none.x end))", "say(x.none, Mid.none, pcall(function() return Top:new(3):get() end))"))
	}
}

// conflict writes assignments that also read the variables that they change.
func (p *program) conflict() {
	p.lines(`
local a, i, t, u = 1, 1, { 10, 20, 30, x = 'x' }, { 'u1', 'u2', x = 5 }
local keep = t
G2 = { x = 1 }`)
	captured := p.IntN(2) == 0
	if captured {
		p.line("local function touch() return a, i, t, u end")
	}
	place := func() string {
		return pick(p, "a", "i", "t", "u", "t[i]", "t.x", "u[i]", "t[a]", "u.x", "G2", "G2.x", "t[t[i]]", "u[t]", "t[2]")
	}
	value := func() string {
		return pick(p, "a", "i", "t", "u", "t[i]", "t.x", "u.x", "i + 1", "{ i }", "u[2]", "2", "{ x = a, 7, 8, 9 }", "nil", "G2", "a", "i")
	}
	p.protected(func() {
		for range 1 + p.IntN(2) {
			var places, values []string
			for range 1 + p.IntN(4) {
				places = append(places, place())
			}
			for range 1 + p.IntN(4) {
				values = append(values, value())
			}
			p.line("%s = %s", strings.Join(places, ", "), strings.Join(values, ", "))
		}
	})
	p.line("say(a, i, t, u, keep)")
	if captured {
		p.line("say(touch())")
	}
}

func (p *program) varargs() {
	p.lines(`
local function count(...) return select('#', ...) end
local function pass(...) return ... end
local function first(a, ...) return a, count(...) end
local function pack(...) return { n = select('#', ...), ... } end
local function cut(...) local a, b = ... return b, a, (...) end`)
	inner := pick(p, "pass(1, nil, 3)", "pass()", "pass(nil)", "pass(unpack({ 1, 2, 3 }, 2))", "cut(4, 5, 6)", "unpack({}, 1, 3)", "(pass(1, 2))", "first(pass())", "pass(cut(pass(7, 8)))")
	for range 2 {
		p.line("say(%s)", pick(p, "count("+inner+")", inner, "first("+inner+")", inner+", "+inner, "count(1, "+inner+")", "pack("+inner+")", "pack("+inner+", 2)", "{ "+inner+" }", "{ "+inner+", "+inner+" }", "("+inner+")", "cut("+inner+")", "select(2, "+inner+")", "select(-1, 5, "+inner+")"))
	}
	p.lines(`
say(pcall(function(...)
  local a, b, c = $
  local t = { ..., $ }
  return a, b, c, #t, count(..., ...), select($, ...)
end, $))`, pick(p, "...", "..., 1", "1, ...", "(...), ...", "...", "count(...), ..."), pick(p, "...", "1", "pass(...)", "cut(...)"), pick(p, "1", "2", "-1", "'#'", "zero", "5", "-3", "'x'", "1.9"), pick(p, "", "1", "1, 2", "nil, 2", "'a', 'b', 'c', nil"))
}

// constructor writes tables whose elements have side effects.
func (p *program) constructor() {
	p.lines(`
local n = zero
local function next1() n = n + 1 return n end
local function two() n = n + 1 return n, n * 10 end
local a, b = 'a', 2`)
	var parts []string
	for range p.IntN(6) {
		parts = append(parts, pick(p, "next1()", "two()", "x = two()", "[next1()] = next1()", "[a] = b", "(two())", "a", "b", "{ two() }", "[b] = n", "n", "f = function() return n end", "y = nil", "[1.5] = 1", "[-1] = two()"))
	}
	if p.IntN(8) == 0 {
		parts = []string{strings.Repeat("n, ", 49+p.IntN(4)) + pick(p, "two()", "next1()", "n")}
	}
	last := pick(p, "", ", two()", ", (two())", ";", ",")
	if len(parts) == 0 {
		last = strings.TrimLeft(last, ",;")
	}
	p.line("local t = { %s%s }", strings.Join(parts, pick(p, ", ", "; ")), last)
	p.line("say(n, t)")
	p.line("say({ { { 1 }, two() }, [two()] = { x = { two() } } }, n)")
}

func (p *program) tail() {
	switch p.IntN(5) {
	case 0:
		p.lines("local function loop(n, s) if n == zero then return s, 'done' end return loop(n - 1, s + n) end\nsay(loop($, 1))", pick(p, "3", "100", "30000"))
	case 1:
		p.lines(`
local even, odd
function even(n) if n <= zero then return true end return odd(n - 1) end
function odd(n) if n <= zero then return false end return even(n - 1) end
say(even($), odd(7))`, pick(p, "10", "11", "25001"))
	case 2:
		p.lines(`
local function v(...) if select('#', ...) > 4 then return ... end return v(1, ...) end
say(v($))`, pick(p, "", "nil", "'a', nil", "1, 2, 3, 4, 5, 6"))
	case 3:
		p.lines(`
local o = { n = 3 }
function o:down(x) if self.n < 1 then return x, self end self.n = self.n - 1 return self:down(x .. self.n) end
say(o:down('x'))
say(pcall(function() return string.rep('ab', 3) end))
say(pcall(function() return select(2, 'a', 'b', 'c') end))`)
	case 4:
		p.lines(`
local function make(n) local function me(k) if k > 3 then return n, k end return make(k + 1) end return me(n) end
say(make(1))
local c = setmetatable({}, { __call = function(self, n) if n == zero then return 'end', self ~= nil end return self(n - 1) end })
say(c(5))`)
	}
}

func (p *program) coerce() {
	s := func() string {
		return pick(p, "'10'", "' 5 '", "'0x10'", "'1e2'", "'.5'", "'5.'", "'-3'", "'- 3'", "'a'", "''", "' '", "'1 2'", "'0x'", "'1e'", "'1e+'", "'\\n7\\t'", "'0xg'", "'1_0'", "'08'", "'1,5'")
	}
	switch p.IntN(4) {
	case 0:
		p.line("say(pcall(function() return %s %s %s end))", s(), pick(p, "+", "-", "*", "/", "^", "%"), pick(p, "1", "2", s()))
	case 1:
		p.line("say(tonumber(%s), tonumber(%s), pcall(function() return -%s end))", s(), s(), s())
	case 2:
		p.line("say(1 .. 2, 1.5 .. 'x', -1 .. '', 2^40 .. '', 1e15 .. '|' .. 1e16, %s .. 3)", s())
	case 3:
		p.line("say(10 == '10', '10' == '10', pcall(function() return %s < %s end))", pick(p, "1", s()), s())
	}
}

func (p *program) compare() {
	v := func() string {
		return pick(p, "1", "2.5", "'a'", "'b'", "'a\\0b'", "'a\\0c'", "''", "'B'", "nil", "true", "false", "{}", "print", "t", "1/zero", "-1/zero", "'10'", "'9'", "'\\200'", "zero/zero")
	}
	p.line("local t = {}")
	for range 2 {
		x, y := v(), v()
		p.line("say(%s == %s, %s ~= %s, pcall(function() return %s < %s, %s >= %s end))", x, y, x, y, x, y, x, y)
	}
}

func (p *program) numerals() {
	var list []string
	for range 4 {
		x := pick(p, fmt.Sprint(p.Float64()), fmt.Sprint(p.Float64()*1e6), fmt.Sprintf("%g", p.NormFloat64()*1e20), fmt.Sprintf("%e", p.Float64()*1e-8), fmt.Sprint(p.IntN(1<<30)), fmt.Sprint(p.Uint64()), fmt.Sprintf("0x%X", p.Uint32()), fmt.Sprintf("%d.%d", p.IntN(100), p.IntN(1000)), "1e15", "1e14", "123456789012345", "99999999999999.5", "0.1", "1e100", "5e-324", "1e308", "1e309", "2^53", "2^63", "2^64", "1e-5", "0.0001", "100000000000000", "1/3", "-1/3", "1e14 + 0.5", "3.0", "0x10")
		list = append(list, x)
	}
	p.line("say(%s)", strings.Join(list, ", "))
	p.line("say('' .. %s, -(%s), (%s) %% 7, math.floor(%s))", list[0], list[1], list[2], list[3])
}

func (p *program) globals() {
	p.lines(`
G3, G4 = $
function G5(x) G3 = (G3 or 1) $ return G3, x end
say(G3, G4, G5(2), G6)
say(pcall(function() local G3 = 'hidden' return G5(G3) end))
say(_G.G3 == G3, _G['G' .. 4], rawget(_G, 'G7'), type(_G))
G3, G4, G5 = nil
say(G3, G5)`, pick(p, "1, 2", "5", "nil, 'x'", "'3', {}"), pick(p, "+ 1", ".. 'y'", "* 2"))
}

func (p *program) shadow() {
	p.lines(`
local x = $
local x = x
local function f(x) local x = x or 'none' return function() x = x .. '!' return x end end
local g, h = f(x), f()
say(g(), g(), h(), x)
do local x = x .. 'b' say(x) do local x = nil say(x) end end
for x = 1, 2 do local x = x * 2 say(x) end
for x, x in ipairs({ 'q' }) do say(x) end
local function x(n) if n then return x end return 'self' end
say(x() == 'self', x(1) == x)
repeat local x = 'inner' until x == 'inner'
local y = function(n) return n and y end
say(y(1), type(x))`, pick(p, "'a'", "1", "'10'"))
}

// style writes statements that use all notations of Lua.
func (p *program) style() {
	p.lines(`
local function id(...) return ... end
local t = { s = { f = id, ['k k'] = { m = function(self, x) return x, self ~= nil end } } }`)
	all := []string{
		"say(id'str', id\"q\" .. id[[long]], id{ 1, 2 }, #id{ 1, 2 })",
		"say(t.s.f(1), t['s']['f'](2), (t.s).f'three', t.s['k k']:m(4))",
		"say(t.s['k k']:m{ 5 }, t.s['k k']:m'six')",
		"say(('x'):rep(3), #'abc' + 1, -2 ^ 2, 2 ^ 3 ^ 2, 1 .. 2 == '12', not nil == true, not (1 == 2), -'2' + 1)",
		"say(1 + 2 * 3 - 4 / 2 % 3, 'a' .. 'b' == 'ab' and 'c' or 'd', 1 < 2 == true, - - 2, not not 1);",
		"say('\\a\\b\\f\\n\\r\\t\\v\\\\\\\"\\'', '\\065\\10\\0z', [==[\na]]b]==], \"a\\\nb\") -- a comment",
		"--[[ a long\ncomment ]] say(0x10, 1e2, .5, 5e-1, 3) --[==[ ]] ]==] say(type(id) == 'function')",
		"say((id(1, 2)), id(1, 2), { id(1, 2), id(1, 2) })",
		"local function e() end say((e()), e(), #{ e() }, #{ e(), 1 }, type((e())))",
		"say(2 ^ -1, -3 % 5, 5 % -3, 5.5 % 2, -5.5 % 2, 7 - -7, 1e3 == 1000)",
		"say(1 and 2, nil and 1, false or nil, nil or false, 1 or error('no'), nil and error('no'))",
		"say(#'\\0\\0', 'a\\0b' == 'a\\0b', ('%d'):format(3), ('a,b'):find(',', 1, true))",
	}
	for range 2 {
		p.WriteString(pick(p, all...) + "\n")
	}
}

// generator writes a loop over a coroutine, which may yield in nested calls.
func (p *program) generator() {
	p.lines(`
local function walk(tree, depth)
  if type(tree) ~= 'table' then coroutine.yield(tree, depth) return end
  for i, sub in ipairs(tree) do walk(sub, depth + 1) end
  return $
end
local list = {}
for leaf, depth in coroutine.wrap(function() $walk({ 1, { 2, { 3 }, 'x' }, {}, 4 }, zero) end) do
  list[#list + 1] = leaf .. ':' .. depth
  $
end
say(list)`, pick(p, "coroutine.yield('end', depth)", "depth", "walk(depth, depth)"), pick(p, "return ", "", "coroutine.yield('begin', 1) "), pick(p, "", "if leaf == 3 then break end", "if #list > 6 then break end"))
	p.lines(`
local co co = coroutine.wrap(function(...)
  local args = { ... }
  for round = 1, 3 do
    args = { coroutine.yield(round, unpack(args)) }
    if args[1] == $ then $ end
  end
  return 'last', unpack(args)
end)
for k = 1, 5 do say(pcall(co, k, $)) end`, pick(p, "2", "3", "'never'"), pick(p, "error('stop')", "error({ 'stop' })", "return 'early'", "co()", "error('with level', 2)"), pick(p, "k * 2", "nil", "'a', nil", "k, k"))
}

// across writes yields in places where Lua 5.1 cannot yield.
func (p *program) across() {
	p.lines(`
local function y() coroutine.yield(1) return true end
local o = setmetatable({}, { __add = y, __index = y, __newindex = y, __lt = y, __concat = y, __eq = y, __unm = y, __tostring = y, __call = y })
local co = coroutine.create(function()
  $
  return 'end'
end)
say(coroutine.resume(co))
say(coroutine.status(co), coroutine.resume(co))`, pick(p, "local x = o + 1", "local x = o.x", "o.x = 1", "local x = o < setmetatable({}, getmetatable(o))", "local x = o .. 'a'", "local x = -o", "tostring(o)", "o()", "local x = o()",
		"table.sort({ 3, 1, 2 }, function(a, b) y() return a < b end)", "string.gsub('abc', '.', function(c) y() end)", "table.foreach({ 1 }, y)", "say(o == setmetatable({}, getmetatable(o)))"))
}

func (p *program) wrapped() {
	p.lines(`
local self
self = coroutine.create(function(a)
  say(coroutine.status(self), coroutine.running() == self, a)
  say(coroutine.resume(self, 1))
  local other = coroutine.create(function(...) say(coroutine.status(self), ...) say(coroutine.yield(3)) error($) end)
  say(coroutine.resume(other, a, 2))
  say(coroutine.resume(other, 'in'))
  say(coroutine.resume(other), coroutine.status(other))
  coroutine.yield($)
  return $
end)
say(coroutine.running(), coroutine.status(self))
say(coroutine.resume(self, 'x'))
say(coroutine.status(self), coroutine.resume(self))
say(coroutine.status(self), coroutine.resume(self))`, pick(p, "'inside'", "{ 1 }", "nil", "'up', 2"), pick(p, "", "nil", "1, 2", "coroutine.status(other)"), pick(p, "", "a, nil", "coroutine.yield(5)", "select('#', coroutine.yield())"))
	p.lines(`
local w = coroutine.wrap(function() $ end)
say(pcall(w))
say(pcall(w))
say(pcall(function() local r = w() return r end))`, pick(p, "error('wrapped')", "error('at two', 2)", "error({})", "local x = nil + 1", "return 1", "coroutine.yield(1) error()", "coroutine.yield(pcall(error, 'e'))"))
	p.line("say(pcall(coroutine.%s))", pick(p, "resume, coroutine.create(function(...) say(...) end), 1", "wrap(function(...) return ... end), 1, nil, 3", "resume, coroutine.create(function(m) error(m) end), 'm'"))
}

func (p *program) iterate() {
	p.lines(`
local function upto(n, i) if i < n then return i + 1, i * 2 end end
local calls = zero
local obj = setmetatable({ 7, 8 }, { __call = function(self, s, c) calls = calls + 1 if calls < 4 then return calls, s, c end end })
for i, v in upto, $, zero do say(i, v) $ end
for a, b, c in obj, 's', 'c' do say(a, b, c) end
local fs = {}
for i, v in ipairs({ 'a', 'b', nil, 'd' }) do fs[i] = function() v = v .. i i = i + 1 return v, i end end
say(fs[1](), fs[1](), fs[2]())
for k, v in next, { x = 1 } do say(k, v) end
local t = { 1, 2, 3, x = 4, y = 5 }
for k in pairs(t) do t[k] = nil end
say(next(t), next({}), pcall(next, {}, 'nokey'))`, pick(p, "3", "zero", "1.5"), pick(p, "", "if v > 1 then break end", "i = i + 5 v = nil"))
}

func (p *program) badFor() {
	p.line("say(pcall(function() for i = %s, %s%s do say(i) if i > 4 or i < -3 then break end end end))", pick(p, "1", "nil", "'a'", "'2'", "{}", "1/zero", "3"), pick(p, "2", "nil", "{}", "'x'", "-1", "1/zero", "-1/zero"), pick(p, "", ", 1", ", nil", ", {}", ", -1", ", '1'", ", 'z'", ", 0.75"))
	p.line("say(pcall(function() for k in %s do say(k) break end end))", pick(p, "nil", "1", "{}", "pairs(nil)", "ipairs()", "GNONE", "('x').y", "next, {}", "setmetatable({}, {})", "function() return nil, 1 end"))
}

func (p *program) nested() {
	p.lines(`
local function outer(a)
  local b = a
  local function mid(c)
    local d = b + c
    local function inner(e) a, b, d = b, d, e return function() b = b + 1 return a, b, c, d, e end end
    return inner, function() d = d * 2 return d end
  end
  return mid, function(v) b = v end
end
local mid, set = outer($)
local in1, dbl1 = mid(1)
local in2, dbl2 = mid(2)
local last = in1(10)
say(last())
set($)
say(last(), dbl1(), dbl2())
say(in2(5)(), last())`, pick(p, "1", "2.5", "'4'"), pick(p, "100", "-1", "'8'"))
}

// shared writes functions that capture variables of loops, where the loops end by break, return or an error.
func (p *program) shared() {
	p.lines(`
local gets, sets = {}, {}
local function keep(stop)
  for i = 1, 4 do
    local v, w = i * 10
    gets[#gets + 1] = function() return i, v, w end
    sets[#sets + 1] = function(x) i, v, w = x, i, v end
    if i == stop then $ end
    $
  end
  return 'all'
end
say(pcall(keep, $))
for k, set in ipairs(sets) do set(k * 100) say(gets[k]()) end
local j = zero
while true do
  j = j + 1
  local here = j
  gets[j] = function() here = here + j return here end
  if j >= 3 then break end
end
say(gets[1](), gets[2](), gets[1](), gets[3]())`, pick(p, "break", "return v", "error('out')", "local x = w.y", "do break end"), pick(p, "v = v + 1", "w = function() return v end w = w()", "i = i + 1"), pick(p, "1", "2", "9"))
}

// overflow writes endless recursions. Their error has the line of a call.
func (p *program) overflow() {
	p.lines(`
local depth = zero
local function down(n) depth = depth + 1 $ end
local ok, m = pcall(down, 1)
say(ok, (m:gsub('overflow.*', 'overflow')), depth > 1000)
local ok, m = pcall(function() local function a() local x = $ end a() end)
say(ok, (m:gsub('overflow.*', 'overflow')))`, pick(p, "return 1 + down(n + 1)", "local r = down(n) return r", "down(n) down(n)"), pick(p, "a() + 1", "{ a() }", "a()"))
}

func (p *program) deep() {
	p.lines(`
local function sum(n) if n == zero then return zero end return n + sum(n - 1) end
say(sum($))
local function err(n) if n == zero then $ end err(n - 1) return n end
say(pcall(err, $))
local function build(n) if n == zero then return { 1 } end return { build(n - 1), n } end
local t, d = build(60), zero
while t[2] do t = t[1] d = d + 1 end
say(d)`, pick(p, "10", "1000", "5000"), pick(p, "error('bottom')", "local x = n.y.z", "error('up', 2)", "error({ n })"), pick(p, "3", "150"))
}

// crowd writes many variables and nested calls, so that values are kept in many registers.
func (p *program) crowd() {
	p.lines(`
local function one(a) return a + 1 end
local function two(a, b) return (b or 3) * 2 % 1009, a end
local function all(...) return ... end
local function pick(n, ...) return (select(n, ...)), n end
local acc = { n = 1, 4, 5 }
function acc:add(x, ...) self.n = (self.n + (x or 2)) % 1009 return self.n, ... end`)
	head := pick(p, "function(...)", "function(a, b, c)", "function(a, ...)")
	p.line("say(pcall(%s", head)
	p.inside(func() {
		p.yields = false
		p.varied = strings.Contains(head, "...")
		var names []string
		if strings.Contains(head, "b") {
			names = append(names, "a", "b")
		}
		value := func() string { return p.crowded(names, 3) }
		for range 2 + p.IntN(8) {
			switch p.IntN(8) {
			case 0, 1, 2:
				var made, values []string
				for range 1 + p.IntN(4) {
					made = append(made, fmt.Sprintf("v%d", len(names)+len(made)))
				}
				for range len(made) - p.IntN(2)*p.IntN(2) {
					values = append(values, value())
				}
				if len(values) < len(made) {
					values = append(values, pick(p, "two("+value()+", "+value()+")", "all(1, 2, 3, 4, 5)", "acc:add(1, 2, 3, 4)"))
				}
				p.line("local %s = %s", strings.Join(made, ", "), strings.Join(values, ", "))
				for _, name := range made { // they may be nil
					p.line("%s = %s or 1", name, name)
				}
				names = append(names, made...)
			case 3:
				if len(names) > 0 {
					p.line("local function f%d(x) %s = (%s + x) %% 1009 return %s end", p.IntN(3), pick(p, names...), pick(p, names...), pick(p, names...))
				}
			case 4, 5:
				if len(names) > 1 {
					p.line("%s, %s = %s, %s", pick(p, names...), pick(p, names...), value(), value())
				}
			case 6:
				p.line("say(%s, %s)", value(), value())
			case 7:
				if len(names) > 0 {
					n := pick(p, names...)
					p.line("for i = 1, 2 do %s = %s + i %s = %s end", n, value(), pick(p, names...), value())
				}
			}
		}
		p.line("return %s", strings.Join(append(names, "acc.n"), ", "))
	})
	p.line("end, 7, 8, 9))")
}

// crowded returns a number expression with calls between other operands.
func (p *program) crowded(names []string, depth int) string {
	if depth == 0 || p.IntN(6) == 0 {
		return pick(p, append([]string{"2", "0.5", "acc.n", "acc[1]", "#acc"}, names...)...)
	}
	e := func() string { return p.crowded(names, depth-1) }
	switch p.IntN(12) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", e(), pick(p, "+", "-", "*"), e())
	case 3:
		return fmt.Sprintf("one(%s)", e())
	case 4:
		return fmt.Sprintf("two(%s, %s)", e(), e())
	case 5:
		return fmt.Sprintf("(two(%s, two(%s)))", e(), e())
	case 6:
		return fmt.Sprintf("acc:add(%s, %s)", e(), e())
	case 7:
		return fmt.Sprintf("#{ %s, %s, all(%s, %s) }", e(), e(), e(), e())
	case 8:
		return fmt.Sprintf("pick(%d, %s, %s, all(%s))", 1+p.IntN(3), e(), e(), e())
	case 9:
		return fmt.Sprintf("(%s and %s or %s)", e(), e(), e())
	case 10:
		return fmt.Sprintf("({ %s, x = %s, %s }).x", e(), e(), e())
	}
	return fmt.Sprintf("(%s %% 7)", e())
}

// flow writes control flow whose conditions call functions that write a log.
func (p *program) flow() {
	p.line("local log, k, bits = {}, zero, { %s }", strings.TrimSuffix(strings.Repeat("true, false, ", 1+p.IntN(2))+pick(p, "true, ", "false, ", "nil, true, "), ", "))
	p.lines(`
local function c(n, ...) k = k + 1 if #log < 60 then log[#log + 1] = n end return bits[k % 5 + 1], ... end
local function v(n) k = k + 1 return k % 3 == 1 and n or nil end`)
	p.line("say(pcall(function(...)")
	p.inside(func() {
		p.yields, p.varied = false, true
		p.flowing(3, 0)
		p.line("return 'end', log")
	})
	p.line("end, 1, nil, 3))")
	p.line("say(k, table.concat(log, ' '))")
}

func (p *program) flowing(depth, loops int) {
	for range 1 + p.IntN(3) {
		n := p.IntN(100)
		if depth == 0 {
			p.line("%s", pick(p, fmt.Sprintf("c(%d)", n), fmt.Sprintf("local e = %s log[#log + 1] = tostring(e)", p.chosen(2)), fmt.Sprintf("local x%d = %s log[#log + 1] = tostring(x%d)", n, p.chosen(2), n)))
			continue
		}
		inside := func(loops int) { p.inside(func() { p.flowing(depth-1, loops) }) }
		switch p.IntN(9) {
		case 0, 1:
			p.line("if %s then", p.chosen(2))
			inside(loops)
			for range p.IntN(2) {
				p.line("elseif %s then", p.chosen(2))
				inside(loops)
			}
			if p.IntN(2) == 0 {
				p.line("else")
				inside(loops)
			}
			p.line("end")
		case 2:
			p.line("while k < 40 and %s do", p.chosen(2))
			p.line("k = k + 1")
			inside(loops + 1)
			p.line("end")
		case 3:
			p.line("repeat local done = %s k = k + 1", p.chosen(1))
			inside(loops + 1)
			p.line("until k > 40 or %s", pick(p, "done", "c(1) and done", "done or c(2)", "not c(3)"))
		case 4:
			p.line("for i = 1, c(%d) and 2 or 3 do", n)
			inside(loops + 1)
			p.line("end")
		case 5:
			p.line("for i, x in ipairs({ c(%d), c(%d, ...) }) do", n, n+1)
			inside(loops + 1)
			p.line("end")
		case 6:
			if loops > 0 {
				p.line("if %s then break end", p.chosen(1))
			} else {
				p.line("if k > 30 and %s then return %s end", p.chosen(1), p.chosen(1))
			}
		case 7:
			p.line("do local c = function(n) return c(n + 1000) end")
			inside(loops)
			p.line("end")
		case 8:
			p.line("local x%d, y%d = %s, %s", n, n, p.chosen(2), p.chosen(2))
			p.line("log[#log + 1] = tostring(x%d) .. tostring(y%d)", n, n)
		}
	}
}

// chosen returns an expression that calls the functions c and v of flow.
func (p *program) chosen(depth int) string {
	if depth == 0 {
		n := p.IntN(100)
		return pick(p, fmt.Sprintf("c(%d)", n), fmt.Sprintf("c(%d)", n), fmt.Sprintf("v(%d)", n), fmt.Sprintf("(c(%d, 1, 2))", n), "true", "nil", "k", "false", "bits[2]", "(...)")
	}
	e := func() string { return p.chosen(depth - 1) }
	switch p.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("(%s and %s)", e(), e())
	case 2, 3:
		return fmt.Sprintf("(%s or %s)", e(), e())
	case 4:
		return "not " + e()
	case 5:
		return fmt.Sprintf("(%s == %s)", e(), e())
	case 6:
		return fmt.Sprintf("(%s and %s or %s)", e(), e(), e())
	}
	return fmt.Sprintf("((v(1) or 2) %s (v(3) or k))", pick(p, "<", ">=", "~=", "+"))
}
