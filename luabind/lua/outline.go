package lua

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/internal/syntax"
)

// outline describes the calls in a file, so that a function that is suspended in one of them can continue in another
// version of the file. A Chunk does not keep its outline: Carry and Codec compile the file again to get it. The
// methods that record do nothing on a nil outline.
type outline struct {
	toks      []token
	first     map[stmt]syntax.Pos // where a statement begins
	functions []*functionOutline  // by index
}

// token is a token of the source.
type token struct {
	kind syntax.Kind
	text string
	off  syntax.Pos
	at   position
}

// functionOutline is the outline of one function.
type functionOutline struct {
	of     *outline
	fn     *function
	index  int
	outer  int // index of the enclosing function, -1 for the file
	places []callPlace

	start int           // index of the first token of the statement being compiled
	block *blockOutline // the current block; nil in the body of the function
}

// blockOutline is a block that contains calls.
type blockOutline struct {
	outer *blockOutline
	kind  string
	head  []token // the tokens before the body
	vars  int     // number of variables in scope at the beginning
}

// callPlace is a place at which a function can be suspended: a call, or the call of an iterator by a for loop.
type callPlace struct {
	index int       // in the places of the function
	next  int32     // the op after the call
	site  *callSite // the call; it determines where the results go
	vars  []*variable
	block *blockOutline
	top   int // number of registers in use; they have the same meaning wherever vars and block are the same
	// start has the tokens of the statement up to the name of the callee; text has those up to the end of the
	// arguments.
	start, text []token
	name        string // name of the callee
}

// alike reports whether two calls are in blocks of the same kinds, and in statements that begin in the same way.
// Numbers and strings may differ.
func (p *callPlace) alike(q *callPlace) bool {
	return sameTokens(p.start, q.start, true) && p.block.equal(q.block, func(b, c *blockOutline) bool { return b.kind == c.kind })
}

// written reports whether two calls are alike and also have the same text, including all numbers and strings: the
// heads of their blocks, and their statements up to the end of the arguments.
func (p *callPlace) written(q *callPlace) bool {
	return p.alike(q) && sameTokens(p.text, q.text, false) && p.block.equal(q.block, func(b, c *blockOutline) bool { return sameTokens(b.head, c.head, false) })
}

// equal reports whether b and c are nested equally deep, and same returns true for them and each pair of enclosing
// blocks.
func (b *blockOutline) equal(c *blockOutline, same func(b, c *blockOutline) bool) bool {
	for b != c && b != nil && c != nil && same(b, c) {
		b, c = b.outer, c.outer
	}
	return b == c
}

// sameTokens reports whether the tokens are equal. If any is set, numbers and strings may differ.
func sameTokens(a, b []token, any bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := len(a) - 1; i >= 0; i-- { // most tokens that differ are at the end
		x, y := &a[i], &b[i]
		if x.text != y.text && !(any && x.kind == y.kind && (x.kind == syntax.NumberToken || x.kind == syntax.StringToken)) {
			return false
		}
	}
	return true
}

func (l *outline) begin(f *syntax.File) {
	if l == nil {
		return
	}
	l.first = map[stmt]syntax.Pos{}
	for _, t := range syntax.Scan(f.Text) {
		if t.Kind != syntax.EOF {
			at := f.Position(t.Start)
			l.toks = append(l.toks, token{t.Kind, f.Text[t.Start:t.End], t.Start, position{int32(at.Line), int32(at.Col)}})
		}
	}
}

func (l *outline) begins(s stmt, at syntax.Pos) {
	if l != nil {
		l.first[s] = at
	}
}

// start returns the index of the first token of a statement or a condition. An elseif starts at its condition.
func (l *outline) start(x any) int {
	at, ok := l.first[x]
	if !ok {
		if s, ok := x.(*ifStmt); ok {
			x = s.cond
		}
		at = syntax.Pos(x.(expr).place().from)
	}
	i, _ := slices.BinarySearchFunc(l.toks, at, func(t token, at syntax.Pos) int { return cmp.Compare(t.off, at) })
	return min(i, len(l.toks)-1)
}

// token returns the index of the token at a position.
func (l *outline) token(at position) int {
	i, _ := slices.BinarySearchFunc(l.toks, at, func(t token, at position) int { return t.at.compare(at) })
	return min(i, len(l.toks)-1)
}

// function adds a function that is nested in outer, which is nil for the file itself.
func (l *outline) function(outer *functionOutline, fn *function) *functionOutline {
	if l == nil {
		return nil
	}
	n := &functionOutline{of: l, fn: fn, index: len(l.functions), outer: -1}
	if outer != nil {
		n.outer = outer.index
	}
	l.functions = append(l.functions, n)
	return n
}

// namesake reports whether two functions have the same name, and their enclosing functions also have the same
// names.
func (n *functionOutline) namesake(m *functionOutline) bool {
	for n != m && n.fn.name == m.fn.name && n.outer >= 0 && m.outer >= 0 {
		n, m = n.of.functions[n.outer], m.of.functions[m.outer]
	}
	return n == m || n.outer < 0 && m.outer < 0
}

func (n *functionOutline) inside(fn *function) *functionOutline {
	if n == nil {
		return nil
	}
	return n.of.function(n, fn)
}

// statement begins a statement, or the condition of a repeat loop. It returns the start of the enclosing statement,
// which goOn sets again.
func (n *functionOutline) statement(s any) (before int) {
	if n != nil {
		before, n.start = n.start, n.of.start(s)
	}
	return before
}

func (n *functionOutline) goOn(start int) {
	if n != nil {
		n.start = start
	}
}

// enter begins a block of the current statement.
func (n *functionOutline) enter(g *codegen, kind string, body []stmt) {
	if n == nil {
		return
	}
	n.block = &blockOutline{outer: n.block, kind: kind, vars: len(g.vars)}
	if len(body) > 0 {
		n.block.head = n.of.between(n.start, n.of.start(body[0]))
	}
}

func (n *functionOutline) leave() {
	if n != nil {
		n.block = n.block.outer
	}
}

// call records the call whose op was emitted last. x is nil for the call of an iterator.
func (n *functionOutline) call(g *codegen, s *callSite, top int, x *callExpr) {
	if n == nil {
		return
	}
	name := n.of.token(s.at)
	end := name + 1
	for x != nil && end < len(n.of.toks) && int32(n.of.toks[end].off) < x.span.to {
		end++
	}
	p := callPlace{
		index: len(n.places), next: int32(len(g.asm.code)), site: s, block: n.block, top: top, name: n.of.nameAt(name),
		start: n.of.between(n.start, name+1), text: n.of.between(n.start, end),
	}
	if i := len(n.places) - 1; i >= 0 && slices.Equal(n.places[i].vars, g.vars) {
		p.vars = n.places[i].vars
	} else {
		p.vars = slices.Clone(g.vars)
	}
	n.places = append(n.places, p)
}

func (l *outline) between(from, to int) []token {
	return l.toks[min(from, to, len(l.toks)):min(to, len(l.toks))]
}

// nameAt returns the name that ends at a token, with the names before it, such as a.b:c.
func (l *outline) nameAt(tok int) string {
	from := tok
	switch l.toks[from].kind {
	case syntax.In:
		return "for"
	case syntax.NameToken:
	default:
		return "a call"
	}
	name := l.toks[from].text
	for ; from >= 2 && l.toks[from-2].kind == syntax.NameToken && (l.toks[from-1].text == "." || l.toks[from-1].text == ":"); from -= 2 {
		name = l.toks[from-2].text + l.toks[from-1].text + name
	}
	return name
}

// at returns the place of the call just before the op next, or nil.
func (n *functionOutline) at(next int32) *callPlace {
	for i := range n.places {
		if n.places[i].next == next {
			return &n.places[i]
		}
	}
	return nil
}

// names returns the names of the variables in scope at a place of the function, and "..." if it has varargs.
func (n *functionOutline) names(p *callPlace) []string {
	var list []string
	if n.fn.vararg {
		list = append(list, "...")
	}
	for _, v := range p.vars {
		list = append(list, v.name)
	}
	return list
}
