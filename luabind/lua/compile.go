package lua

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bough-dev/bough/internal/syntax"
)

// Source is the text of a Lua file.
type Source struct {
	Name string // the name of the file in errors
	Text string
}

// Chunk is a compiled file. It does not change, and any number of States may share it.
type Chunk struct {
	src       Source
	functions []*proto  // in the order in which they begin; the first one is the file
	counts    *counts   // nil unless Counting has made it
	outcomes  *Outcomes // of an Expression; nil unless it counts
}

// Compile compiles a file. If the text has an error, it returns an *Error.
func Compile(src Source) (*Chunk, error) { return CompileSyntax(syntax.Parse(src.Name, src.Text)) }

// CompileSyntax is like Compile, for a file that has been parsed. It returns an *Error for the first error of the file.
func CompileSyntax(f *syntax.File) (*Chunk, error) { return compileFile(f, nil, nil) }

// compileFile compiles a file. Unless o is nil, it records the outline of the file in o. Unless k is nil, the file counts in k.
func compileFile(f *syntax.File, o *outline, k *counts) (c *Chunk, err error) {
	if err := syntaxError(f); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			c, err = nil, raised(r)
		}
	}()
	c = &Chunk{src: Source{f.Name, f.Text}, counts: k}
	r := &resolver{src: &c.src, file: f, outline: o, counts: k}
	o.begin(f)
	main := &function{name: "main chunk", at: position{1, 1}, vararg: true}
	r.fn = main
	main.body = r.stmts(f.Body.Stmts)
	compileFunction(c, main, nil, o.function(nil, main))
	if k != nil {
		k.begins = nil
	}
	return c, nil
}

// Expression is a Lua expression with parameters, such as a condition on the fields of an agent.
type Expression struct {
	Source
	// At is the position of the text in its file, for errors.
	At Position
	// Params are the names of the parameters, which the text can use.
	Params []string
	// Free returns the meaning of a name that is neither a parameter nor a local variable of a function in the
	// text. called reports whether the text calls the name.
	Free func(name string, called bool) Free
	// Function is the name of the expression in errors. If it is empty, errors use the text.
	Function string
	// Parsed is the text as syntax.ParseExpr has parsed it, at the position At, if it has been parsed already.
	Parsed *syntax.File
	// Part is the part of Parsed to compile. If it is nil, the whole expression is compiled.
	Part syntax.Expr
	// Outcomes, unless nil, counts how often the expression is true and false.
	Outcomes *Outcomes
}

// Free is the meaning of a name in an Expression.
type Free struct {
	kind  freeKind
	value Value
}

type freeKind uint8

const (
	freeField freeKind = iota
	freeValue
	freeCall
)

// FreeField returns the meaning "the field of that name of the first parameter". It is the zero Free.
func FreeField() Free { return Free{} }

// FreeValue returns the meaning "the value v".
func FreeValue(v Value) Free { return Free{freeValue, v} }

// FreeCall returns the meaning "the result of fn, called with the parameters of the expression".
func FreeCall(fn *Function) Free { return Free{freeCall, fn.Value()} }

// CompileExpression compiles an expression to a function that has its parameters and returns its value. If the text
// has an error, CompileExpression returns an *Error.
func CompileExpression(x Expression) (f *Function, err error) {
	file := x.Parsed
	if file == nil {
		file = syntax.ParseExpr(x.Name, x.Text, syntax.Position{Line: x.At.Line, Col: x.At.Col})
	}
	if err := syntaxError(file); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, raised(r)
		}
	}()
	c := &Chunk{src: Source{x.Name, file.Text}, outcomes: x.Outcomes}
	r := &resolver{src: &c.src, file: file, free: x.Free}
	r.fn = &function{name: cmp.Or(x.Function, x.Text), at: position{int32(x.At.Line), int32(x.At.Col)}}
	for _, p := range x.Params {
		r.fn.params = append(r.fn.params, r.declare(p, r.fn.at))
	}
	part := x.Part
	if part == nil {
		part = file.Expr()
	}
	ret := &returnStmt{[]expr{r.expr(part)}}
	r.fn.body = []stmt{ret}
	if call, ok := ret.exprs[0].(*callExpr); ok {
		call.one = true // this also prevents a tail call, so that traces contain the expression
	}
	f = &Function{proto: compileFunction(c, r.fn, nil, nil), env: noGlobals}
	f.kind, f.f, f.stamp = KindFunction, f, frozen
	return f, nil
}

// noGlobals is the table of globals of an Expression, in which no name is a global variable.
var noGlobals = func() *Table {
	t := NewTable(0, 0)
	t.stamp = frozen
	return t
}()

// syntaxError returns the first error of a text, or nil.
func syntaxError(f *syntax.File) error {
	for _, m := range f.Errors {
		if m.Note {
			continue
		}
		at := f.Position(m.Start)
		e := &Error{At: Position{f.Name, at.Line, at.Col}, Cause: m, Text: m.Error()}
		e.Value = String(e.At.String() + ": " + e.Text)
		return e
	}
	return nil
}

// Function returns the main function of the file, with globals as the table of its global variables.
func (c *Chunk) Function(globals *Table) *Function {
	f := &Function{proto: c.functions[0], env: globals}
	f.kind, f.f = KindFunction, f
	return f
}

type (
	// eval computes the value of an expression. If the expression contains calls, their ops have run before.
	eval func(c *frame) Value
	// test computes whether an expression is true in the sense of Lua.
	test func(c *frame) bool
)

// codegen compiles the statements and expressions of one function. Its assembler emits the code.
//
// An expression without a call becomes one closure. A call becomes an op that puts the results of the call into
// registers; therefore the values of operands that are evaluated before the call are put into registers, too.
type codegen struct {
	asm       assembler
	proto     *proto      // the function itself
	vars      []*variable // in scope
	blocks    []*block
	returned  operand          // operand of the last return of a single value
	mustReset bool             // the mustReset of the proto
	notes     *functionOutline // nil unless the outline of the file is recorded
}

// block is a block of statements, in which gotos look up labels.
type block struct {
	loop   bool
	end    jumpTarget        // the op after the loop, for break
	labels map[string]*label // labels of the block, filled before its statements are compiled
	names  []string          // the variables that its statements declare
	first  int               // number of variables in scope before these variables
	locals int               // number of variables in scope at the beginning of the block
}

// label is a label of a block.
type label struct {
	at     jumpTarget
	locals int  // number of variables in scope at the label
	last   bool // no statements except labels follow it in the block
	found  bool // the label has been compiled
}

func compileFunction(c *Chunk, fn *function, outer *proto, notes *functionOutline) *proto {
	g := &codegen{asm: assembler{chunk: c, fn: fn, cost: new(int64), lastPos: fn.at}, vars: slices.Clip(fn.params), notes: notes}
	*g.asm.cost = 1
	p := &proto{chunk: c, index: int32(len(c.functions)), outer: outer, name: fn.name, at: fn.at, params: len(fn.params), vararg: fn.vararg}
	c.functions, g.proto = append(c.functions, p), p
	calls := c.counts.function()
	captured := false
	for i, v := range fn.params {
		v.slot = i
		p.inCells = append(p.inCells, -1)
		if v.captured {
			captured = true
			v.slot = g.asm.newCell()
			p.inCells[i] = int32(v.slot)
		}
	}
	if !captured {
		p.inCells = nil
	}
	g.asm.top, g.asm.most = p.params, p.params
	if calls != nil {
		g.asm.do(func(*frame) { calls.Add(1) })
	}
	g.body(fn.body)
	p.mustReset = g.mustReset
	if !captured && g.asm.cells == 0 && !fn.vararg {
		p.value, p.test = g.onlyValue()
		g.countOnlyValue(calls)
	}
	g.asm.finish(p)
	for _, v := range fn.ups {
		if v.fn == fn.outer {
			p.ups = append(p.ups, capture{v.name, true, v.slot})
		} else {
			p.ups = append(p.ups, capture{v.name, false, fn.outer.capture(v)})
		}
	}
	return p
}

// single returns the only element of a list, if it is of type T.
func single[T, E any](list []E) (x T, ok bool) {
	if len(list) == 1 {
		x, ok = any(list[0]).(T)
	}
	return x, ok
}

// onlyValue returns the value and the test of the proto.
func (g *codegen) onlyValue() (eval, test) {
	if len(g.asm.fn.body) != 1 {
		return nil, nil
	}
	ret, ok := g.asm.fn.body[0].(*returnStmt)
	if !ok || len(ret.exprs) != 1 || many(ret.exprs[0]) || ret.exprs[0].calls() {
		return nil, nil
	}
	return g.returned.eval(), g.returned.test
}

// describe returns a text that stands for the function in messages.
func (f *function) describe() string {
	if f.outer == nil {
		return "main function"
	}
	return fmt.Sprintf("function at line %d", f.at.line)
}

// declare assigns a variable to the register reg, which was reserved for it, or to a new cell if it is captured.
func (g *codegen) declare(v *variable, reg int) {
	g.vars = append(g.vars, v)
	v.slot = reg
	if v.captured {
		v.slot = g.asm.newCell()
	}
}

// body compiles the statements of a block.
func (g *codegen) body(list []stmt) { g.blockOf(list, false, nil, nil, nil) }

// blockOf compiles statements in a scope of their own. before and after, unless nil, are called in that scope. loop
// is set for the body of a loop, and end is then the op after the loop.
func (g *codegen) blockOf(list []stmt, loop bool, end jumpTarget, before, after func()) {
	b := &block{loop: loop, end: end, locals: len(g.vars), labels: map[string]*label{}}
	top := g.asm.top
	if before != nil {
		before()
	}
	void := true
	for i := len(list) - 1; i >= 0; i-- {
		l, ok := list[i].(*labelStmt)
		if !ok {
			void = false
			continue
		}
		if b.labels[l.name] != nil {
			g.labelTwice(list[i+1:], l)
		}
		b.labels[l.name] = &label{at: new(int), last: void && after == nil, locals: -1}
	}
	locals := len(g.vars)
	b.first = locals
	for _, s := range list { // counts the variables in scope at each label
		switch x := s.(type) {
		case *localStmt:
			locals += len(x.vars)
			for _, v := range x.vars {
				b.names = append(b.names, v.name)
			}
		case *labelStmt:
			b.labels[x.name].locals = locals
		}
	}
	g.blocks = append(g.blocks, b)
	for _, s := range list {
		g.stmt(s)
	}
	if after != nil {
		after()
	}
	g.blocks = g.blocks[:len(g.blocks)-1]
	g.asm.top, g.vars = top, g.vars[:b.locals]
}

func (g *codegen) stmt(s stmt) {
	*g.asm.cost++
	g.count(s)
	top, around := g.asm.top, g.notes.statement(s)
	switch x := s.(type) {
	case *localStmt:
		g.local(x)
		top += len(x.vars) // the registers of the variables stay in use
	case *assignStmt:
		g.assign(x)
	case *callStmt:
		g.call(x.call, 0, g.asm.top)
	case *doStmt:
		g.notes.enter(g, "do", x.body)
		g.body(x.body)
		g.notes.leave()
	case *ifStmt:
		g.ifStmt(x)
	case *whileStmt:
		g.whileStmt(x)
	case *repeatStmt:
		g.repeatStmt(x)
	case *numericFor:
		g.numericFor(x)
	case *genericFor:
		g.genericFor(x)
	case *returnStmt:
		g.returnStmt(x)
	case *breakStmt:
		for i := len(g.blocks) - 1; ; i-- {
			if b := g.blocks[i]; b.loop {
				g.asm.jump(b.end)
				break
			}
		}
	case *gotoStmt:
		g.gotoStmt(x)
	case *labelStmt:
		l := g.blocks[len(g.blocks)-1].labels[x.name]
		l.found = true
		g.asm.mark(l.at)
	}
	g.asm.top = top
	g.notes.goOn(around)
}

func (g *codegen) ifStmt(x *ifStmt) {
	otherwise, end := new(int), new(int)
	g.branch(x.cond, false, otherwise)
	g.notes.enter(g, "if", x.then)
	g.body(x.then)
	g.notes.leave()
	if len(x.els) > 0 {
		g.asm.jump(end)
	}
	g.asm.mark(otherwise)
	if _, ok := single[*ifStmt](x.els); ok { // elseif
		g.body(x.els)
	} else {
		g.notes.enter(g, "else", nil)
		g.body(x.els)
		g.notes.leave()
	}
	g.asm.mark(end)
}

func (g *codegen) whileStmt(x *whileStmt) {
	body, cond, end := new(int), new(int), new(int)
	g.asm.jump(cond)
	g.asm.mark(body)
	var check *loopCondition
	cost := g.asm.round(func() {
		g.notes.enter(g, "while", x.body)
		g.blockOf(x.body, true, end, nil, nil)
		g.notes.leave()
		g.asm.mark(cond)
		check = g.condition(x.cond)
	})
	check.loop(&g.asm, body, cost, x.at)
	g.asm.mark(end)
}

// loopCondition is the condition of a while loop, compiled at the end of the loop. It is either a test or, if test is
// nil, ops that jump to out if it does not hold.
type loopCondition struct {
	test test
	out  jumpTarget
}

func (g *codegen) condition(e expr) *loopCondition {
	if k, ok := e.(*constExpr); ok && k.v.Truth() {
		return &loopCondition{out: new(int)}
	}
	if !e.calls() {
		return &loopCondition{test: g.test(e)}
	}
	k := &loopCondition{out: new(int)}
	g.branch(e, false, k.out)
	return k
}

// loop emits a jump to the next iteration that is taken if the condition holds.
func (k *loopCondition) loop(a *assembler, body jumpTarget, cost *int64, at position) {
	if k.test == nil {
		a.back(body, cost, at)
		a.mark(k.out)
		return
	}
	a.emit(func(next int) op {
		to, n, test := *body, *cost, k.test
		return func(c *frame) int {
			if !test(c) {
				return next
			}
			if c.s.Steps -= n; c.s.Steps < 0 {
				c.spent(at)
			}
			return to
		}
	})
}

func (g *codegen) repeatStmt(x *repeatStmt) {
	body, end := new(int), new(int)
	g.asm.mark(body)
	cost := g.asm.round(func() {
		g.notes.enter(g, "repeat", nil)
		g.blockOf(x.body, true, end, nil, func() {
			g.notes.statement(x.cond)
			g.branch(x.cond, true, end)
		})
		g.notes.leave()
	})
	g.asm.back(body, cost, x.at)
	g.asm.mark(end)
}

// numericFor compiles a numeric for. The counter, the limit and the step of the loop are in three registers, and its
// variable is in a fourth.
func (g *codegen) numericFor(x *numericFor) {
	body, next, end := new(int), new(int), new(int)
	r := g.asm.take(4)
	exprs := [3]expr{x.init, x.limit, x.step}
	b := &bounds{at: x.at}
	for i, e := range exprs {
		b.of[i] = g.asm.fn.origin(e)
	}
	g.putAll(exprs[:], r, 3)
	g.asm.do(func(c *frame) {
		v := c.r[r : r+3 : r+3]
		if v[0].p == &numberTag && v[1].p == &numberTag && v[2].p == &numberTag {
			v[0].n -= v[2].n
			return
		}
		b.convert(c, v)
	})
	g.asm.jump(next)
	g.asm.mark(body)
	cost := g.asm.round(func() {
		g.notes.enter(g, "for =", x.body)
		g.blockOf(x.body, true, end, func() { g.declareAll([]*variable{x.v}, r+3) }, nil)
		g.notes.leave()
	})
	g.asm.mark(next)
	g.asm.emit(func(next int) op {
		to, n := *body, *cost
		return func(c *frame) int {
			v := c.r[r : r+4 : r+4]
			i, step := v[0].n+v[2].n, v[2].n
			if step > 0 && i <= v[1].n || step <= 0 && i >= v[1].n {
				if c.s.Steps -= n; c.s.Steps < 0 {
					c.spent(x.at)
				}
				v[0].n = i
				v[3].n = i
				if v[3].p != &numberTag {
					v[3].p = &numberTag
				}
				return to
			}
			return next
		}
	})
	g.asm.mark(end)
}

// bounds describes the initial value, the limit and the step of a numeric for, for messages.
type bounds struct {
	at position
	of [3]origin
}

// convert makes the bounds in v numbers, and prepares the counter v[0] for the first iteration.
func (b *bounds) convert(c *frame, v []Value) {
	for i, what := range [...]string{"initial value", "limit", "step"} {
		if v[i].p != &numberTag {
			c.at = b.at
		}
		n, ok := c.number(v[i])
		if !ok {
			m := &Mistake{Attempt: "loop", Op: what, Kind: v[i].Kind(), Operands: []Operand{b.of[i].operand(c, v[i])}}
			e := c.mistaken(m, "'for' "+what+" must be a number")
			e.At = b.of[i].position(c)
			panic(e)
		}
		v[i] = Number(n)
	}
	v[0].n -= v[2].n
}

// genericFor compiles a generic for. The iterator, the state and the control variable of the loop are in three
// registers, and the position of Table.at for pairs is in a fourth; the variables are in the registers after them.
func (g *codegen) genericFor(x *genericFor) {
	body, next, end := new(int), new(int), new(int)
	n := len(x.vars)
	r := g.asm.take(4 + max(n, 2))
	d := r + 4
	g.putAll(x.exprs, r, 3)
	g.asm.do(func(c *frame) { c.r[r+3] = Number(0) })
	g.asm.jump(next)
	g.asm.mark(body)
	cost := g.asm.round(func() {
		g.notes.enter(g, "for in", x.body)
		g.blockOf(x.body, true, end, func() { g.declareAll(x.vars, d) }, nil)
		g.notes.leave()
	})
	g.asm.mark(next)
	of := g.asm.fn.whole(x.exprs[0])
	of.at, of.what = x.at, whatIterator
	g.asm.emit(func(next int) op {
		to, n, want := *body, *cost, int32(max(n, 2))
		return func(c *frame) int {
			if known, more := c.iterate(r, d, int(want)); known {
				if !more {
					return next + 1
				}
				if c.s.Steps -= n; c.s.Steps < 0 {
					c.spent(x.at)
				}
				return to
			}
			c.at, c.pc = x.at, int32(next)
			s := c.s
			args := s.room(2)
			args[0], args[1] = c.r[r+1], c.r[r+2]
			sig := c.start(c.r[r], args, int32(d), want, &of)
			s.args = s.args[:len(s.args)-2]
			if sig != 0 {
				return sig
			}
			return next
		}
	})
	g.notes.call(g, &callSite{dst: int32(d), want: int32(max(n, 2)), at: x.at}, g.asm.top, nil)
	g.asm.emit(func(next int) op {
		to, n := *body, *cost
		return func(c *frame) int {
			v := c.r[d]
			if v.p == nil {
				return next
			}
			if c.s.Steps -= n; c.s.Steps < 0 {
				c.spent(x.at)
			}
			c.r[r+2] = v
			return to
		}
	})
	g.asm.mark(end)
}

// iterate begins an iteration of a loop over pairs or ipairs, without calling the iterator. r is the first register of
// the loop, and d is the first register of its n variables. known reports whether it is such a loop, and more reports
// whether there is another entry.
func (c *frame) iterate(r, d, n int) (known, more bool) {
	v := c.r[r : r+4 : r+4]
	t := v[1].Table()
	if t == nil {
		return false, false
	}
	out := c.r[d : d+n]
	switch v[0].p {
	case &INext.object:
		if v[2].p != &numberTag {
			return false, false
		}
		i := int(v[2].n) + 1
		x := t.Int(i)
		if x.p == nil {
			return true, false
		}
		v[2].n = float64(i)
		out[0], out[1] = v[2], x
	case &Next.object:
		pos := int(v[3].n)
		if pos == 0 && v[2].p != nil { // the loop begins at a key that the script gives
			return false, false
		}
		k, x, pos, ok := c.entry(t, pos)
		if !ok {
			return true, false
		}
		v[3].n = float64(pos)
		v[2] = k
		out[0], out[1] = k, x
	default:
		return false, false
	}
	clear(out[2:])
	return true, true
}

func (g *codegen) returnStmt(x *returnStmt) {
	if len(x.exprs) == 0 {
		g.asm.emit(func(int) op { return func(c *frame) int { return c.leave(nil) } })
		return
	}
	if len(x.exprs) == 1 && !many(x.exprs[0]) {
		g.returned = g.observed(g.expr(x.exprs[0]))
		e := g.returned.eval()
		g.asm.emit(func(int) op {
			return func(c *frame) int {
				return c.leave1(e(c))
			}
		})
		return
	}
	if call, ok := x.exprs[0].(*callExpr); ok && len(x.exprs) == 1 {
		g.call(call, wantOpen, g.asm.top).tail = true
		g.mustReset = true
		g.asm.emit(func(int) op { return func(c *frame) int { return c.leave(c.s.open) } })
		return
	}
	l := g.list(x.exprs)
	g.asm.emit(func(int) op {
		return func(c *frame) int {
			s := c.s
			vals := l.values(c)
			sig := c.leave(vals)
			s.args = s.args[:len(s.args)-len(vals)]
			return sig
		}
	})
}

// labelTwice fails at the label in list that repeats the name of l, an earlier label.
func (g *codegen) labelTwice(list []stmt, l *labelStmt) {
	for _, s := range list {
		if x, ok := s.(*labelStmt); ok && x.name == l.name {
			g.asm.fail(x.at, "label '%s' already defined on line %d", l.name, l.at.line)
		}
	}
}

func (g *codegen) gotoStmt(x *gotoStmt) {
	for i := len(g.blocks) - 1; i >= 0; i-- {
		l := g.blocks[i].labels[x.label]
		if l == nil {
			continue
		}
		locals := len(g.vars) // number of variables in scope, without those of inner blocks
		if i+1 < len(g.blocks) {
			locals = g.blocks[i+1].locals
		}
		if b := g.blocks[i]; !l.last && l.locals > locals {
			g.asm.fail(x.at, "<goto %s> jumps into the scope of local '%s'", x.label, b.names[locals-b.first])
		}
		cost := int64(1)
		if l.found { // a jump backwards makes a loop
			cost = *g.asm.cost
		}
		g.asm.back(l.at, &cost, x.at)
		return
	}
	g.asm.fail(x.at, "no visible label '%s' for goto", x.label)
}

// local compiles a declaration of local variables. It reserves their registers before it compiles the values, so that
// each value is computed in its final register.
func (g *codegen) local(x *localStmt) {
	n := len(x.vars)
	r := g.asm.take(n)
	top := g.asm.top
	if x.fn {
		v := x.vars[0]
		g.declare(v, r)
		e := g.functionExpr(x.exprs[0].(*functionExpr))
		if v.captured {
			i := v.slot
			g.asm.do(func(c *frame) {
				x := c.s.newCell(Nil)
				c.s.alloc(c, cellBytes)
				c.cells[i] = x
				x.v = e(c)
			})
		} else {
			g.asm.put(r, general(e))
		}
		return
	}
	if n == 1 && len(x.exprs) == 1 && x.vars[0].captured {
		v := g.expr(x.exprs[0])
		g.asm.top = top
		g.declare(x.vars[0], r)
		g.asm.fill(x.vars[0], v)
		return
	}
	g.putAll(x.exprs, r, n)
	g.asm.top = top
	g.declareAll(x.vars, r)
}

// declareAll declares variables whose values are in registers from r on.
func (g *codegen) declareAll(vars []*variable, r int) {
	for i, v := range vars {
		g.declare(v, r+i)
		if v.captured {
			g.asm.fill(v, register(r+i))
		}
	}
}

// putAll emits ops that put n values of a list of expressions into registers from r on. The expressions must not read
// these registers.
func (g *codegen) putAll(exprs []expr, r, n int) {
	if n == 2 && len(exprs) == 2 && !anyCalls(exprs...) && !many(exprs[1]) {
		a, b := g.expr(exprs[0]).eval(), g.expr(exprs[1]).eval()
		g.asm.emit(func(next int) op {
			return func(c *frame) int {
				x := a(c)
				y := b(c)
				c.r[r], c.r[r+1] = x, y
				return next
			}
		})
		return
	}
	top := g.asm.top
	for i, e := range exprs {
		g.asm.top = top
		last := i == len(exprs)-1
		switch {
		case last && many(e) && i < n:
			g.putMany(e, r+i, n-i)
			return
		case i < n:
			g.asm.put(r+i, g.expr(e))
		default:
			g.asm.discard(g.expr(e))
		}
	}
	g.asm.top = top
	for i := len(exprs); i < n; i++ {
		g.asm.put(r+i, constant(Nil))
	}
}

// putMany emits an op that puts n values of a call, or of the expression "...", into registers from r on.
func (g *codegen) putMany(e expr, r, n int) {
	if call, ok := e.(*callExpr); ok {
		g.call(call, int32(n), r)
		return
	}
	g.asm.do(func(c *frame) {
		out := c.r[r : r+n]
		clear(out[copy(out, c.varargs):])
	})
}
