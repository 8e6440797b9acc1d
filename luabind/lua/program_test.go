package lua_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// program writes a random Lua program that logs its results. The generator knows the types of variables, so that most
// statements succeed; a pcall around each part catches the errors of the others. The program avoids constructs that
// differ from Lua 5.1 by design: the order of pairs, the length of lists with holes, addresses, the sign of nan, a
// yield inside pcall, and the names of Go functions that are called under another name.
type program struct {
	*rand.Rand
	strings.Builder
	scope  []variable
	depth  int
	varied bool // inside a vararg function
	called bool // inside a function that is called by name
	yields bool // inside a coroutine, at a point where a yield is possible
	loops  int  // number of loops around the statement
	made   int  // number of names made so far
}

// variable is a local variable with the kind of its value: n for a number, s for a string, t for a list of numbers, f
// for a function of two values, and a for any value.
type variable struct {
	name string
	kind byte
}

// prelude defines say, which prints values without addresses and independently of the order of entries. It also bounds
// the output of a program. Programs use the variable zero instead of 0, since Lua 5.1 confuses the constants 0 and -0
// of a function.
const prelude = `local lines, zero = 0, 0
local function show(v, deep)
  local kind = type(v)
  if kind == 'number' and v ~= v then return 'nan' end
  if kind == 'string' then return (v:gsub('0x%x+', '0x')) end
  if kind ~= 'table' then return (kind == 'function' or kind == 'thread') and kind or tostring(v) end
  if deep > 2 then return 'table' end
  local list, n = {}, 0
  for k, w in next, v do
    n = n + 1
    list[n] = show(k, 3) .. '=' .. show(w, deep + 1)
  end
  table.sort(list)
  return '{' .. table.concat(list, ' ', 1, math.min(n, 12)) .. '}'
end
local function say(...)
  lines = lines + 1
  if lines > 200 then return end
  local out = {}
  for i = 1, select('#', ...) do out[i] = show((select(i, ...)), 0) end
  print(table.concat(out, ' '))
end
`

// newProgram returns the text of a program that depends only on the seed.
func newProgram(seed uint64) string { return newProgramAt(seed).String() }

// newProgramAt is like newProgram, but returns the generator after it has written the program, for further random
// choices.
func newProgramAt(seed uint64) *program {
	p := &program{Rand: rand.New(rand.NewPCG(seed, 51))}
	p.WriteString(prelude)
	for range 4 {
		p.line("say(pcall(function(...)")
		p.inside(func() { p.varied = true; p.block(6) })
		p.line("end, %s))", pick(p, "1, 2", "'a', nil, 3", "nil", "4, 5, nil"))
	}
	p.line("return {}")
	return p
}

func (p *program) line(format string, args ...any) {
	p.WriteString(strings.Repeat("  ", p.depth))
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	p.WriteString(strings.ReplaceAll(format, ", )", ")") + "\n")
}

// lines writes a text of several lines, in which each $ stands for the next argument.
func (p *program) lines(text string, args ...any) {
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		for strings.Contains(line, "$") {
			line = strings.Replace(line, "$", fmt.Sprint(args[0]), 1)
			args = args[1:]
		}
		p.line("%s", line)
	}
	if len(args) > 0 {
		panic("arguments are left over: " + text)
	}
}

// inside calls body, which writes the statements of a scope.
func (p *program) inside(body func()) {
	scope, varied, loops, called, yields := len(p.scope), p.varied, p.loops, p.called, p.yields
	p.depth++
	body()
	p.depth--
	p.scope, p.varied, p.loops, p.called, p.yields = p.scope[:scope], varied, loops, called, yields
}

// name adds a variable to the scope and returns its name, which sometimes hides another variable.
func (p *program) name(kind byte) string {
	p.made++
	v := variable{fmt.Sprintf("%c%d", kind, p.made), kind}
	if len(p.scope) > 0 && p.IntN(6) == 0 {
		v.name = p.scope[p.IntN(len(p.scope))].name
	}
	p.scope = append(p.scope, v)
	return v.name
}

// fresh returns an unused name.
func (p *program) fresh(prefix string) string {
	p.made++
	return fmt.Sprintf("%s%d", prefix, p.made)
}

// seen returns the name of a visible variable of a kind, or def if there is none.
func (p *program) seen(kind byte, def string) string {
	var fit []string
	for i, v := range p.scope {
		hidden := slices.ContainsFunc(p.scope[i+1:], func(o variable) bool { return o.name == v.name })
		if v.kind == kind && !hidden {
			fit = append(fit, v.name)
		}
	}
	if len(fit) == 0 {
		return def
	}
	return fit[p.IntN(len(fit))]
}

func pick[T any](p *program, list ...T) T { return list[p.IntN(len(list))] }

func (p *program) block(n int) {
	for range 1 + p.IntN(n) {
		p.statement()
	}
	p.line("say(%s)", p.list(1+p.IntN(4)))
}

func (p *program) statement() {
	if p.IntN(4) == 0 {
		p.part()
		return
	}
	all := []func(){p.declare, p.declare, p.assign, p.assign, p.assign, p.say, p.say, p.function, p.closures, p.change, p.method, p.protect}
	if p.depth < 4 {
		all = append(all, p.branch, p.count, p.walk, p.repeatUntil, p.while, p.coroutine, p.do)
	}
	if p.loops > 0 {
		all = append(all, func() { p.line("if %s then break end", p.truth(2)) })
	}
	if p.yields {
		yield := func() {
			p.line(pick(p, "say(coroutine.yield(%s))", "local y, z = coroutine.yield(%s) say(z, y)", "coroutine.yield(%s)"), p.list(p.IntN(3)))
		}
		all = append(all, yield, yield)
	}
	pick(p, all...)()
}

func (p *program) say() { p.line("say(%s)", p.list(1+p.IntN(3))) }

func (p *program) do() {
	p.line("do")
	p.inside(func() { p.block(3) })
	p.line("end")
}

// declare writes a declaration of variables. The variables are not visible in their initial values.
func (p *program) declare() {
	var kinds []byte
	var values []string
	for range 1 + p.IntN(3) {
		k := pick(p, []byte("nnstfa")...)
		kinds, values = append(kinds, k), append(values, p.value(k))
	}
	p.line("local %s = %s", p.names(kinds), strings.Join(values, ", "))
}

func (p *program) names(kinds []byte) string {
	var list []string
	for _, k := range kinds {
		list = append(list, p.name(k))
	}
	return strings.Join(list, ", ")
}

// assign writes an assignment to several targets, which may also occur in the values.
func (p *program) assign() {
	var places, values []string
	for range 1 + p.IntN(4) {
		place, kind := p.place()
		places, values = append(places, place), append(values, p.value(kind))
	}
	if p.IntN(5) == 0 {
		values[len(values)-1] = pick(p, p.call, p.dots)()
	}
	p.line("%s = %s", strings.Join(places, ", "), strings.Join(values, ", "))
}

func (p *program) place() (string, byte) {
	kind := pick(p, []byte("nnsa")...)
	if name := p.seen(kind, ""); name != "" && p.IntN(3) > 0 {
		return name, kind
	}
	return fmt.Sprintf("%s.%s", p.held(), pick(p, "x", "y", "z")), 'n'
}

func (p *program) function() {
	head := pick(p, "a, b", "a, ...", "a, b, c", "...")
	f := p.name('f')
	p.line("local function %s(%s)", f, head)
	p.body(head, func() {
		p.called = true
		if p.depth < 4 {
			p.block(3)
		}
		p.line("return %s", p.list(p.IntN(4)))
	})
	p.line("end")
	p.line("say(%s)", p.call())
}

// body calls inside, which writes the body of a function. The function may be called with any arguments.
func (p *program) body(head string, inside func()) {
	p.inside(func() {
		p.varied, p.loops, p.yields = strings.HasSuffix(head, "..."), 0, false
		for _, name := range strings.Split(head, ", ") {
			if name != "..." && name != "" {
				p.scope = append(p.scope, variable{name, 'a'})
			}
		}
		inside()
	})
}

// closures writes a loop that makes functions, each with variables of its own, and code that calls these functions.
func (p *program) closures() {
	list, i := p.name('a'), p.name('n')
	p.line("local %s, %s = {}, zero", list, i)
	k := fmt.Sprintf("k%d", p.made)
	p.line("%s", pick(p, "for "+k+" = 1, 3 do", "for "+k+" in ipairs({ 1, 2, 3 }) do", "for "+k+" = 3, 1, -1 do", "for _, "+k+" in ipairs({ 5, 6 }) do"))
	p.inside(func() {
		p.scope = append(p.scope, variable{k, 'n'})
		value := p.number(2)
		n := p.name('n')
		p.line("local %s = %s", n, value)
		p.line("%s[#%s + 1] = function(...) %s = %s + %s return %s end", list, list, n, n, k, n)
		switch p.IntN(4) {
		case 0:
			p.line("if %s then break end", p.truth(1))
		case 1:
			p.line("%s = %s", n, p.number(1))
		case 2:
			p.line("%s[#%s + 1] = function(v) %s, %s = v or %s, %s return %s end", list, list, n, k, k, n, k)
		}
	})
	p.line("end")
	p.line("for _, f in ipairs(%s) do say(f(), f(1)) end", list)
}

// held returns the name of a list. It writes a declaration of a list if there is none.
func (p *program) held() string {
	if p.seen('t', "") == "" {
		p.line("local %s = {}", p.name('t'))
	}
	return p.seen('t', "")
}

func (p *program) change() {
	t := p.held()
	p.line(pick(p, "table.insert(%s, 7)", "say((table.remove(%s)))", "table.insert(%s, 1, 3)", "table.sort(%s, function(x, y) return x > y end)", "say(unpack(%s))", "say(#%s)"), t)
}

func (p *program) method() {
	value := p.number(1)
	o := p.name('a')
	p.line("local %s = { n = %s }", o, value)
	p.line("function %s:add(x, ...) self.n = self.n + x return self, ... end", o)
	p.line("say(%s:add(%s):add(1).n, select('#', %s:add(1, %s)))", o, p.number(2), o, p.list(1+p.IntN(3)))
}

func (p *program) protect() {
	p.line("say(pcall(function(...)")
	p.body("...", func() {
		if p.depth < 4 {
			p.block(2)
		}
		p.line(pick(p, "error({ %s })", "error('m' .. %s)", "return %s", "local x = nil; return x.y, %s"), p.number(1))
	})
	p.line("end, %s))", p.list(1+p.IntN(2)))
}

func (p *program) branch() {
	p.line("if %s then", p.truth(3))
	p.inside(func() { p.block(2) })
	for range p.IntN(3) {
		p.line("elseif %s then", p.truth(2))
		p.inside(func() { p.block(2) })
	}
	if p.IntN(2) == 0 {
		p.line("else")
		p.inside(func() { p.block(2) })
	}
	p.line("end")
}

// loop writes a loop whose body runs at most three times.
func (p *program) loop(head, tail string, vars ...variable) {
	p.line("%s", head)
	p.inside(func() {
		p.loops++
		p.scope = append(p.scope, vars...)
		p.block(3)
	})
	p.line("%s", tail)
}

func (p *program) count() {
	v := fmt.Sprintf("i%d", p.made)
	bounds := pick(p, "1, 3", "3, 1, -1", "zero, 1, 0.5", "1, zero", "'1', ' 2 '", "1, 1.7, .25", "-1, -2, -0.5", "1, 3, 2", "2^53, 2^53 + 1, 2")
	p.loop(fmt.Sprintf("for %s = %s do", v, bounds), "end", variable{v, 'n'})
}

func (p *program) walk() {
	v := fmt.Sprintf("e%d", p.made)
	over := pick(p, "_, %s in ipairs({ %s })", "%s in (function(list) local i = zero return function() i = i + 1 return list[i] end end)({ %s })", "_, %s in next, { (select(1, %s)) }", "_, %s in pairs({ (select(1, %s)) })")
	p.loop(fmt.Sprintf("for "+over+" do", v, p.list(3)), "end", variable{v, 'a'})
}

func (p *program) while() {
	c := p.counter()
	p.line("while %s < 3 and %s do", c, p.truth(1))
	p.inside(func() {
		p.loops++
		p.line("%s = %s + 1", c, c)
		p.block(3)
	})
	p.line("end")
}

// counter writes a declaration of a number to which no other code assigns, and returns its name.
func (p *program) counter() string {
	c := p.fresh("c")
	p.line("local %s = zero", c)
	return c
}

// repeatUntil writes a repeat loop whose condition uses a variable of its body; a function may capture the variable.
func (p *program) repeatUntil() {
	c := p.counter()
	p.line("repeat")
	p.inside(func() {
		value := p.truth(2)
		w := p.name('a')
		p.line("local %s = %s", w, value)
		if p.IntN(3) == 0 {
			p.line("local function peek%s() return %s end", c, w)
			p.block(2)
			p.line("%s = %s + 1", c, c)
			p.line("until peek%s() or %s > 2", c, c)
			return
		}
		p.loops++
		p.block(2)
		p.line("%s = %s + 1", c, c)
		p.line("until %s or %s > 2", w, c)
	})
}

func (p *program) coroutine() {
	c := p.name('a')
	p.line("local %s", c)
	p.line("%s = coroutine.create(function(a, ...)", c)
	p.body("a, ...", func() {
		p.yields = true
		p.line("local b, c = coroutine.yield(a, %s)", p.list(1))
		p.block(3)
		p.line("say(b, c, coroutine.yield(...))")
		p.line("%s", pick(p, "return "+p.list(p.IntN(3)), "return coroutine.yield("+p.list(p.IntN(3))+")", "error("+p.either(1)+")", "local x x = x + 1"))
	})
	p.line("end)")
	p.line("for k = 1, %d do", 3+p.IntN(5))
	p.inside(func() {
		p.line("say(coroutine.resume(%s, %s))", c, p.list(1+p.IntN(3)))
		p.line("if coroutine.status(%s) == 'dead' then break end", c)
	})
	p.line("end")
	p.line("say(coroutine.status(%s), coroutine.resume(%s))", c, c)
}

// list returns n expressions, of which the last one may have any number of values.
func (p *program) list(n int) string {
	var list []string
	for i := range n {
		if i == n-1 && p.IntN(3) == 0 {
			list = append(list, pick(p, p.call, p.dots)())
		} else {
			list = append(list, p.value(pick(p, []byte("nsaat")...)))
		}
	}
	return strings.Join(list, ", ")
}

func (p *program) dots() string {
	switch {
	case !p.varied:
		return "nil"
	case p.IntN(3) == 0:
		return pick(p, "select(2, ...)", "select(-1, 9, ...)", "unpack({ ... }, 1, 2)", "(...)")
	}
	return "..."
}

func (p *program) call() string {
	f := p.seen('f', "")
	if f == "" {
		return "select(1, 1, 2)"
	}
	if p.loops > 0 || p.called { // nested loops of calls would take too long
		return "select(2, 1, 2, 3)"
	}
	return fmt.Sprintf("%s(%s)", f, pick(p, "1", "1, 2", "'a', nil, 3", "nil", ""))
}

func (p *program) value(kind byte) string {
	switch kind {
	case 'n':
		return p.number(3)
	case 's':
		return p.text(2)
	case 't':
		return p.table()
	case 'f':
		return fmt.Sprintf("function(a, b) return %s end", pick(p, "b, a", "a", "a, b, a", "nil", "a and b, a or b", "(select(1, b, a))"))
	}
	return p.either(3)
}

// table returns a list of numbers, so that its length is well defined.
func (p *program) table() string {
	if name := p.seen('t', ""); name != "" && p.IntN(2) == 0 {
		return name
	}
	return fmt.Sprintf(pick(p, "{ %s }", "{ %s, 2, x = 1 }", "{ 1, 2, %s }", "{ x = %s, y = 2 }", "{ [1] = %s, z = 4 }"), p.number(1))
}

// folded matches expressions that Lua 5.1 evaluates at compile time. Their value must not be 0; see prelude.
var folded = regexp.MustCompile(`^[-0-9a-fA-FexX.+*/%() ]+$`)

// number returns an expression whose operands have no side effects.
func (p *program) number(depth int) string {
	if depth == 0 || p.IntN(3) == 0 {
		return p.seen('n', pick(p, "zero", "1", "2.5", "-3", "100", "0x1F", "1e3", ".5", "3."))
	}
	a, b := p.number(depth-1), p.number(depth-1)
	if folded.MatchString(a) {
		a = "(zero + " + a + ")"
	}
	switch p.IntN(11) {
	case 0:
		return fmt.Sprintf("#%s", p.table())
	case 1:
		return fmt.Sprintf("(%s and %s or %s)", p.truth(depth-1), a, b)
	case 2:
		return fmt.Sprintf("(tonumber(%s) or 1)", p.text(depth-1))
	case 3:
		return fmt.Sprintf("(%s.x or %s)", p.indexed(), a)
	case 4:
		return fmt.Sprintf("-(zero + %s)", a)
	case 5:
		return fmt.Sprintf("(%s %s %s)", a, pick(p, "/", "%"), pick(p, "2", "8", "-4", "0.5", "3"))
	}
	return fmt.Sprintf("(%s %s %s)", a, pick(p, "+", "-", "*"), b)
}

// indexed returns a table constructor in a form that can be indexed.
func (p *program) indexed() string { return "(" + p.table() + ")" }

func (p *program) text(depth int) string {
	if depth == 0 || p.IntN(3) == 0 {
		return p.seen('s', pick(p, "'a'", "'10'", "''", "'0x1f'", "[[b c]]", `"\065\n"`))
	}
	return fmt.Sprintf(pick(p, "(%s .. %s):sub(1, 12)", "string.sub(%s .. 1 .. %s, 1, 12)", "(#%s .. %s):rep(2):sub(-9)"), p.text(depth-1), p.text(depth-1))
}

func (p *program) truth(depth int) string {
	if depth == 0 {
		return pick(p, "true", "false", "nil", p.seen('a', "1"))
	}
	switch p.IntN(6) {
	case 0:
		return "not " + p.truth(depth-1)
	case 1:
		return fmt.Sprintf("(%s %s %s)", p.truth(depth-1), pick(p, "and", "or", "=="), p.truth(depth-1))
	case 2:
		return fmt.Sprintf("(%s %s %s)", p.text(1), pick(p, "==", "~=", "<", ">="), p.text(1))
	}
	return fmt.Sprintf("%s %s %s", p.number(1), pick(p, "<", "<=", "==", "~=", ">", ">="), p.number(1))
}

// either returns an expression whose value may be of any kind.
func (p *program) either(depth int) string {
	if depth == 0 {
		return pick(p, "nil", "false", "true", "1", "'b'", p.seen('a', "2"))
	}
	switch p.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s and %s)", p.either(depth-1), p.either(depth-1))
	case 1:
		return fmt.Sprintf("(%s or %s)", p.either(depth-1), p.either(depth-1))
	case 2:
		return "(" + p.truth(depth) + ")"
	case 3:
		return "(" + pick(p, p.call, p.dots)() + ")"
	}
	return p.either(depth - 1)
}
