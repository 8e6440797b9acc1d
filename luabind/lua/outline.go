package lua

import "slices"

// outline says where the calls of a file are, so that what waits in one of them can go on in another
// version of the file. It is not kept: Carry compiles a file again to note it. The methods do nothing
// if there is none to note.
type outline struct {
	toks      []token
	first     map[stmt]int       // the first token of a statement
	functions []*functionOutline // by index
}

// functionOutline is the outline of one function.
type functionOutline struct {
	of     *outline
	fn     *function
	index  int
	outer  int // the function around it, -1 for the file
	places []callPlace

	start int           // first token of the statement that is being compiled
	block *blockOutline // around it; nil if that is the body of the function
}

// blockOutline is a block in which there are calls.
type blockOutline struct {
	outer *blockOutline
	kind  string
	head  []token // as it is written
	vars  int     // in scope where it begins
}

// callPlace is a place at which a function can wait: a call, or the call that a for loop makes.
type callPlace struct {
	next  int32     // the op behind the call
	site  *callSite // what becomes of the results
	vars  []*variable
	block *blockOutline
	top   int // registers in use, which have the same meaning wherever vars and block are the same
	// start is how its statement begins, up to the name of what is called; text goes on to the end of the arguments.
	start, text []token
	name        string // of what is called
}

// alike reports whether two calls are in such blocks, and in statements that begin in the same way; numbers and
// texts may be any.
func (p *callPlace) alike(q *callPlace) bool {
	return sameTokens(p.start, q.start, true) && p.block.equal(q.block, func(b, c *blockOutline) bool { return b.kind == c.kind })
}

// written reports whether two calls are alike, and so are the heads of the blocks, the statements and the arguments,
// with all numbers and texts.
func (p *callPlace) written(q *callPlace) bool {
	return p.alike(q) && sameTokens(p.text, q.text, false) && p.block.equal(q.block, func(b, c *blockOutline) bool { return sameTokens(b.head, c.head, false) })
}

// equal reports whether the blocks around are as many, and each the same.
func (b *blockOutline) equal(c *blockOutline, same func(b, c *blockOutline) bool) bool {
	for b != c && b != nil && c != nil && same(b, c) {
		b, c = b.outer, c.outer
	}
	return b == c
}

// sameTokens compares tokens. If any is set, numbers and texts may differ.
func sameTokens(a, b []token, any bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := len(a) - 1; i >= 0; i-- { // most differ at the end
		x, y := &a[i], &b[i]
		if x.text != y.text && !(any && x.kind == y.kind && (x.kind == '0' || x.kind == '"')) {
			return false
		}
	}
	return true
}

func (l *outline) begin(toks []token) {
	if l != nil {
		l.toks, l.first = toks, map[stmt]int{}
	}
}

func (l *outline) begins(s stmt, tok int) {
	if l != nil {
		l.first[s] = tok
	}
}

// start returns the first token of a statement or of a condition. An elseif is its condition.
func (l *outline) start(x any) int {
	if tok, ok := l.first[x]; ok {
		return tok
	}
	if s, ok := x.(*ifStmt); ok {
		x = s.cond
	}
	return l.token(x.(expr).place().start)
}

// token returns the token at a place.
func (l *outline) token(at position) int {
	i, _ := slices.BinarySearchFunc(l.toks, at, func(t token, at position) int { return t.at.compare(at) })
	return min(i, len(l.toks)-1)
}

// function adds a function in another one, which is nil around the file itself.
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

// namesake reports whether two functions have the same name, as have those around them.
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

// statement says which statement, or condition of repeat, is compiled from here on. It returns the one
// before, for goOn.
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

// enter says that a block of the statement follows.
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

// call notes the call whose op was emitted last. x is nil for that of a loop.
func (n *functionOutline) call(g *codegen, s *callSite, top int, x *callExpr) {
	if n == nil {
		return
	}
	name := n.of.token(s.at)
	end := name + 1
	for x != nil && end < len(n.of.toks) && n.of.toks[end].off < x.span.to {
		end++
	}
	p := callPlace{
		next: int32(len(g.code)), site: s, block: n.block, top: top, name: n.of.nameAt(name),
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

// nameAt returns the name with fields that ends at a token.
func (l *outline) nameAt(tok int) string {
	from := tok
	if l.toks[from].kind != 'a' {
		return "a call"
	}
	if l.toks[from].text == "in" {
		return "for"
	}
	name := l.toks[from].text
	for ; from >= 2 && l.toks[from-2].kind == 'a' && (l.toks[from-1].text == "." || l.toks[from-1].text == ":"); from -= 2 {
		name = l.toks[from-2].text + l.toks[from-1].text + name
	}
	return name
}

// at returns the place of the call behind which an op is.
func (n *functionOutline) at(next int32) *callPlace {
	for i := range n.places {
		if n.places[i].next == next {
			return &n.places[i]
		}
	}
	return nil
}

// names returns the variables in scope at a place of the function. The three dots are one of them.
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
