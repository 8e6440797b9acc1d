package lua

import (
	"slices"
	"strings"
)

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
	path   string // its name, behind those of the functions around it
	outer  int    // the function around it
	places []callPlace

	start  int      // first token of the statement that is being compiled
	blocks []string // around it
	heads  []string // of these blocks, as they are written
	vars   []int    // in scope where these blocks begin
}

// callPlace is a place at which a function can wait: a call, or the call that a for loop makes.
type callPlace struct {
	next int32     // the op behind the call
	site *callSite // what becomes of the results
	vars []*variable
	from []int // how many of vars are in scope where each of the blocks around it begins
	top  int   // registers in use, which have the same meaning wherever all of this but site and next is the same
	// key tells in which blocks the call is and how its statement begins, up to the name of what is called;
	// numbers and texts may be any. text is how the heads of the blocks, the statement and the arguments are written.
	key, text string
	name      string // of what is called
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
	n := &functionOutline{of: l, fn: fn, outer: -1}
	if outer != nil {
		n.outer, n.path = slices.Index(l.functions, outer), outer.path+"/"+fn.name
	}
	l.functions = append(l.functions, n)
	return n
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
	head := ""
	if len(body) > 0 {
		head = n.of.text(n.start, n.of.start(body[0]), false)
	}
	n.blocks, n.heads, n.vars = append(n.blocks, kind), append(n.heads, head), append(n.vars, len(g.vars))
}

func (n *functionOutline) leave() {
	if n != nil {
		i := len(n.blocks) - 1
		n.blocks, n.heads, n.vars = n.blocks[:i], n.heads[:i], n.vars[:i]
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
	n.places = append(n.places, callPlace{
		next: int32(len(g.code)), site: s, vars: slices.Clone(g.vars), from: slices.Clone(n.vars), top: top, name: n.of.nameAt(name),
		key:  strings.Join(n.blocks, ",") + ": " + n.of.text(n.start, name+1, true),
		text: strings.Join(n.heads, ",") + ": " + n.of.text(n.start, end, false),
	})
}

// text joins tokens. If any is set, numbers and texts are replaced by what they are.
func (l *outline) text(from, to int, any bool) string {
	var b strings.Builder
	for _, t := range l.toks[min(from, to, len(l.toks)):min(to, len(l.toks))] {
		if any && (t.kind == '0' || t.kind == '"') {
			b.WriteByte(t.kind)
		} else {
			b.WriteString(t.text)
		}
		b.WriteByte(' ')
	}
	return b.String()
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
