package syntax

import (
	"math"
	"strconv"
	"sync"
)

// MaxDepth is the largest number of nested brackets and blocks, and the largest height of the tree. Chains such as
// a .. b .. c, a + b + c, x.y.z, f()()() and not not x also increase the height. So code that walks the tree may
// recurse.
const MaxDepth = 1000

// MaxSize is the largest length of a text in bytes. A longer one has an error and no statements.
const MaxSize = math.MaxInt32

// Parse parses the text of a file. name is for errors. A byte order mark at the beginning is skipped. If the file has
// Errors, the tree holds what is right.
func Parse(name, text string) *File {
	f := &File{Name: name, Text: text, at: Position{1, 1}}
	f.parse((*parser).chunk)
	return f
}

// ParseExpr parses a text that is one expression, such as a condition. at is the position of the text in its file; the
// positions that File.Position returns follow from it. The expression is File.Expr.
func ParseExpr(name, text string, at Position) *File {
	f := &File{Name: name, Text: text, at: at}
	f.parse((*parser).onlyExpr)
	return f
}

// parse scans the text and calls a method of the parser.
func (f *File) parse(body func(*parser)) {
	p := parsers.Get().(*parser)
	s := scanner{file: f, toks: p.toks[:0]}
	s.scan()
	f.countCharacters()
	p.file, p.toks = f, s.toks
	p.tok = p.toks[0]
	body(p)
	if cap(p.toks) > keptTokens {
		return
	}
	*p = parser{toks: p.toks, exprs: cleared(p.exprs), stmts: cleared(p.stmts), names: cleared(p.names), fields: cleared(p.fields), clauses: cleared(p.clauses), open: p.open[:0]}
	parsers.Put(p)
}

// parsers keeps the buffers of parsers.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// keptTokens is the largest number of tokens for which a buffer is kept.
const keptTokens = 1 << 16

// cleared returns an empty stack with the same memory, which no longer refers to anything.
func cleared[T any](s stack[T]) stack[T] {
	clear(s[:cap(s)])
	return s[:0]
}

// parser parses a text by recursive descent.
type parser struct {
	file *File
	toks []Token
	i    int   // index of the current token
	tok  Token // the current token
	prev Pos   // the end of the token before it
	dead bool  // an error has ended the parse
	tree arena

	exprs   stack[Expr]
	stmts   stack[Stmt]
	names   stack[Name]
	fields  stack[Field]
	clauses stack[IfClause]

	open   []Opener
	depth  int  // number of blocks and expressions around the current token
	height int  // height of the tree of the current block or expression, so far
	loops  int  // number of loops around the current token in its function
	vararg bool // the function has "..."
}

// next moves to the next token.
func (p *parser) next() {
	p.prev = p.tok.End
	if p.i+1 < len(p.toks) {
		p.i++
		p.tok = p.toks[p.i]
	}
}

// ahead returns the kind of the token after the current one.
func (p *parser) ahead() Kind { return p.toks[min(p.i+1, len(p.toks)-1)].Kind }

// text returns the text of the current token.
func (p *parser) text() string { return p.file.Text[p.tok.Start:p.tok.End] }

// fail reports an error at the current token, and ends the parse.
func (p *parser) fail(code Code, args ...Arg) {
	p.failAt(p.tok.Start, p.tok.End, code, args...)
}

func (p *parser) failAt(start, end Pos, code Code, args ...Arg) {
	if p.dead {
		return
	}
	p.report(start, end, code, args...)
	p.dead = true
	p.i = len(p.toks) - 1
	p.tok = p.toks[p.i]
}

// report reports an error. The parse goes on.
func (p *parser) report(start, end Pos, code Code, args ...Arg) {
	p.file.report(start, end, code, args...).Open = append([]Opener(nil), p.open...)
}

// unexpected reports that the current token cannot stand here.
func (p *parser) unexpected() {
	found := p.text()
	if p.tok.Kind == EOF {
		found = EOF.String()
	}
	p.fail(unexpected, arg("found", found))
}

// take moves past the current token if it has a kind, and returns its position. Otherwise it returns 0 and false.
func (p *parser) take(k Kind) (Pos, bool) {
	if p.tok.Kind != k {
		return 0, false
	}
	at := p.tok.Start
	p.next()
	return at, true
}

// expect moves past a token that must have a kind, and returns its position.
func (p *parser) expect(k Kind) Pos {
	at, ok := p.take(k)
	if !ok {
		p.unexpected()
	}
	return at
}

// begin moves past the current token, which something must close.
func (p *parser) begin() Pos {
	at := p.tok.Start
	p.open = append(p.open, Opener{p.tok.Kind, at})
	p.next()
	return at
}

// close moves past the token that closes the innermost opener, and returns its position, or 0 if it is missing.
func (p *parser) close(k Kind) Pos {
	at, ok := p.take(k)
	if !ok {
		p.unexpected()
	}
	p.open = p.open[:len(p.open)-1]
	return at
}

// enter begins a block or an expression, which is one level deeper. It returns the height so far, for leave. If the
// level is too deep, it returns false.
func (p *parser) enter() (height int, ok bool) {
	height, p.height = p.height, 0
	p.depth++
	return height, p.bounded()
}

func (p *parser) leave(height int) {
	p.depth--
	p.height = max(p.height, height)
}

// taller adds a level to the current tree.
func (p *parser) taller() {
	p.height++
	p.bounded()
}

// bounded reports whether the tree is not too high. If it is, bounded reports it.
func (p *parser) bounded() bool {
	if p.depth+p.height <= MaxDepth {
		return true
	}
	p.fail(tooDeep, arg("limit", strconv.Itoa(MaxDepth)))
	return false
}

// chunk parses a file.
func (p *parser) chunk() {
	p.vararg = true
	p.file.Body = p.block()
	p.file.Body.Start, p.file.Body.Stop = 0, Pos(len(p.file.Text))
	if p.tok.Kind != EOF {
		p.unexpected()
	}
}

// onlyExpr parses an expression.
func (p *parser) onlyExpr() {
	e := p.expr()
	if p.tok.Kind != EOF {
		p.unexpected()
	}
	p.file.Body = Block{0, Pos(len(p.file.Text)), p.tree.stmtLists.list([]Stmt{p.tree.returns.add(ReturnStmt{0, p.tree.exprLists.list([]Expr{e})})})}
}

// block parses the statements of a block.
func (p *parser) block() Block {
	b := Block{Start: p.prev}
	n := len(p.stmts)
	height, ok := p.enter()
	for ok && !p.ends() {
		if p.tok.Kind == Semicolon {
			p.next()
			continue
		}
		last := p.tok.Kind == Return || p.tok.Kind == Break
		before := p.height
		p.height = 0
		p.stmts = append(p.stmts, p.stmt())
		p.height = max(p.height, before)
		if last {
			p.take(Semicolon)
			if !p.ends() {
				p.unexpected()
			}
			break
		}
	}
	p.taller()
	p.leave(height)
	b.Stmts, b.Stop = p.tree.stmtLists.list(p.stmts.pop(n)), p.tok.Start
	return b
}

// ends reports whether the current token ends a block.
func (p *parser) ends() bool {
	switch p.tok.Kind {
	case EOF, End, Else, ElseIf, Until:
		return true
	}
	return false
}

func (p *parser) stmt() Stmt {
	switch p.tok.Kind {
	case If:
		return p.ifStmt()
	case While:
		return p.whileStmt()
	case Do:
		s := &DoStmt{Start: p.begin()}
		s.Body = p.block()
		s.Last = p.close(End)
		return s
	case For:
		return p.forStmt()
	case Repeat:
		return p.repeatStmt()
	case Function:
		return p.functionStmt()
	case Local:
		if p.ahead() == Function {
			return p.localFunction()
		}
		return p.local()
	case Return:
		return p.returnStmt()
	case Break:
		if p.loops == 0 {
			p.report(p.tok.Start, p.tok.End, lonelyBreak)
		}
		s := &BreakStmt{p.tok.Start}
		p.next()
		return s
	case Goto:
		s := &GotoStmt{Start: p.tok.Start}
		p.next()
		s.Label = p.name()
		return s
	case DoubleColon:
		s := &LabelStmt{Start: p.tok.Start}
		p.next()
		s.Name = p.name()
		s.Close = p.expect(DoubleColon)
		return s
	}
	return p.exprStmt()
}

// name parses a name that is declared.
func (p *parser) name() Name {
	if p.tok.Kind != NameToken {
		p.unexpected()
		return Name{Start: p.prev}
	}
	n := Name{p.tok.Start, p.text()}
	p.next()
	return n
}

// nameList parses names with commas between them.
func (p *parser) nameList() []Name {
	n := len(p.names)
	for {
		p.names = append(p.names, p.name())
		if _, ok := p.take(Comma); !ok {
			return p.tree.nameLists.list(p.names.pop(n))
		}
	}
}

func (p *parser) ifStmt() Stmt {
	n := len(p.clauses)
	var s IfStmt
	height, _ := p.enter()
	p.clauses = append(p.clauses, p.clause(p.begin()))
	for p.tok.Kind == ElseIf {
		at := p.tok.Start
		p.next()
		p.clauses = append(p.clauses, p.clause(at))
		p.taller()
	}
	if at, ok := p.take(Else); ok {
		s.ElseAt, s.Else = at, p.block()
	}
	p.leave(height)
	s.Last = p.close(End)
	s.Clauses = p.tree.clauseLists.list(p.clauses.pop(n))
	return p.tree.ifs.add(s)
}

func (p *parser) clause(at Pos) IfClause {
	c := IfClause{Start: at, Cond: p.expr(), Then: p.expect(Then)}
	c.Body = p.block()
	return c
}

// loop parses the body of a loop.
func (p *parser) loop() Block {
	p.loops++
	b := p.block()
	p.loops--
	return b
}

func (p *parser) whileStmt() Stmt {
	s := &WhileStmt{Start: p.tok.Start}
	p.next()
	s.Cond = p.expr()
	s.Do, s.Body, s.Last = p.doLoop()
	return s
}

// doLoop parses "do ... end".
func (p *parser) doLoop() (at Pos, body Block, last Pos) {
	if p.tok.Kind != Do {
		p.unexpected()
	}
	at = p.begin()
	body = p.loop()
	return at, body, p.close(End)
}

func (p *parser) repeatStmt() Stmt {
	s := &RepeatStmt{Start: p.begin()}
	s.Body = p.loop()
	s.Until = p.close(Until)
	s.Cond = p.expr()
	return s
}

func (p *parser) forStmt() Stmt {
	start := p.tok.Start
	p.next()
	if p.ahead() == Assign {
		s := &NumericForStmt{Start: start, Name: p.name()}
		s.Assign = p.expect(Assign)
		s.First = p.expr()
		p.expect(Comma)
		s.Limit = p.expr()
		if _, ok := p.take(Comma); ok {
			s.Step = p.expr()
		}
		s.Do, s.Body, s.Last = p.doLoop()
		return s
	}
	s := &GenericForStmt{Start: start, Names: p.nameList()}
	s.In = p.expect(In)
	s.Values = p.exprList()
	s.Do, s.Body, s.Last = p.doLoop()
	return s
}

func (p *parser) functionStmt() Stmt {
	s := &FunctionStmt{Start: p.begin()}
	s.Target = p.nameTarget()
	for p.tok.Kind == Dot || p.tok.Kind == Colon {
		s.Method = p.tok.Kind == Colon
		s.Target = p.field(s.Target)
		if p.taller(); s.Method {
			break
		}
	}
	s.Func = p.function(p.tok.Start)
	return s
}

func (p *parser) localFunction() Stmt {
	s := &LocalFunctionStmt{Start: p.tok.Start}
	p.next()
	s.Function = p.begin()
	s.Name = p.name()
	s.Func = p.function(p.tok.Start)
	return s
}

func (p *parser) local() Stmt {
	s := LocalStmt{Start: p.tok.Start}
	p.next()
	s.Names = p.nameList()
	if at, ok := p.take(Assign); ok {
		s.Assign, s.Values = at, p.exprList()
	}
	return p.tree.locals.add(s)
}

func (p *parser) returnStmt() Stmt {
	s := ReturnStmt{Start: p.tok.Start}
	p.next()
	if !p.ends() && p.tok.Kind != Semicolon {
		s.Values = p.exprList()
	}
	return p.tree.returns.add(s)
}

// exprStmt parses an assignment or a call.
func (p *parser) exprStmt() Stmt {
	height, _ := p.enter()
	defer p.leave(height)
	start := p.tok.Start
	e := p.suffixed()
	if p.tok.Kind == Assign || p.tok.Kind == Comma {
		return p.assignment(e)
	}
	call, ok := e.(*CallExpr)
	if !ok {
		p.failAt(start, e.End(), notStatement)
		return &BadStmt{start, e.End()}
	}
	return p.tree.callings.add(CallStmt{call})
}

// assignment parses an assignment after its first target.
func (p *parser) assignment(first Expr) Stmt {
	n := len(p.exprs)
	p.target(first)
	for p.tok.Kind == Comma {
		p.next()
		before := p.height
		p.height = 0
		p.target(p.suffixed())
		p.height = max(p.height, before)
	}
	s := AssignStmt{Targets: p.tree.exprLists.list(p.exprs.pop(n)), Assign: p.expect(Assign)}
	s.Values = p.exprList()
	return p.tree.assigns.add(s)
}

// target adds the target of an assignment to p.exprs.
func (p *parser) target(e Expr) {
	switch e.(type) {
	case *NameExpr, *IndexExpr:
	default:
		p.failAt(e.Pos(), e.End(), notAssignable)
	}
	p.exprs = append(p.exprs, e)
}

// nameTarget parses the first name of a function statement.
func (p *parser) nameTarget() Expr {
	if p.tok.Kind != NameToken {
		p.unexpected()
		return p.bad()
	}
	return p.nameExpr()
}
