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

// parse scans the text and calls a method of the parser. If the text has an error, it is scanned again, and the method is
// called for the repaired tokens, to find what is right and what is wrong.
func (f *File) parse(body func(*parser)) {
	p := parsers.Get().(*parser)
	p.file = f
	if len(f.Text) > MaxSize {
		f.Text = ""
		f.report(0, 0, tooLarge, arg("limit", strconv.Itoa(MaxSize)))
	}
	s := scanner{file: f, toks: p.toks[:0]}
	s.scan()
	f.countCharacters()
	p.start(s.toks)
	if f.Err() == nil {
		body(p)
	}
	if (p.dead || f.Err() != nil) && !p.deep {
		f.Errors, f.Comments = nil, nil
		s = scanner{file: f, toks: p.toks[:0], careful: true}
		s.scan()
		p.careful = true
		p.start(s.toks)
		if s.dead {
			p.start([]Token{{Start: Pos(len(f.Text)), End: Pos(len(f.Text))}})
		}
		p.repair()
		p.start(p.toks)
		body(p)
	}
	f.sortErrors()
	if cap(p.toks) <= keptTokens {
		*p = parser{toks: p.toks, exprs: cleared(p.exprs), stmts: cleared(p.stmts), names: cleared(p.names), fields: cleared(p.fields), clauses: cleared(p.clauses), open: p.open[:0]}
		parsers.Put(p)
	}
}

// start moves to the first one of some tokens.
func (p *parser) start(toks []Token) {
	*p = parser{file: p.file, toks: toks, careful: p.careful, repaired: p.repaired, swallowed: p.swallowed, exprs: p.exprs[:0], stmts: p.stmts[:0], names: p.names[:0], fields: p.fields[:0], clauses: p.clauses[:0], open: p.open[:0]}
	p.tok, p.badAt = p.toks[0], -1
	if p.careful {
		p.noteLine()
	}
}

// noteLine records where the line of the current token begins, and whether a part of it is not understood.
func (p *parser) noteLine() {
	if p.tok.First {
		p.lineStart = p.i
	}
	if p.tok.Kind == BadToken {
		p.badAt = p.i
	}
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

// parser parses a text by recursive descent. It stops at the first error, unless it is careful.
type parser struct {
	file *File
	toks []Token
	i    int   // index of the current token
	tok  Token // the current token
	prev Pos   // the end of the token before it
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

	dead      bool  // there is an error, after which the parse does not go on
	deep      bool  // the error is that the tree is too high
	careful   bool  // the parser goes on after an error; the tokens have been repaired
	quiet     int   // index of a token before which no error is reported, since another one is on the same line
	lineStart int   // index of the first token on the current line
	badAt     int   // index of the last BadToken up to the current one
	repaired  []int // the lines with errors that repair has reported
	swallowed bool  // a comment or a string without an end has swallowed the rest of the text
	header    header
}

// header is the first word of a statement or a clause whose expressions are being parsed.
type header struct {
	kind Kind
	i    int // index of the word
}

// next moves to the next token.
func (p *parser) next() {
	p.prev = p.tok.End
	if p.i+1 < len(p.toks) {
		p.i++
		p.tok = p.toks[p.i]
		if p.careful {
			p.noteLine()
		}
	}
}

// ahead returns the kind of the token after the current one.
func (p *parser) ahead() Kind { return p.toks[min(p.i+1, len(p.toks)-1)].Kind }

// text returns the text of the current token.
func (p *parser) text() string { return p.file.Text[p.tok.Start:p.tok.End] }

// stop ends the parse.
func (p *parser) stop() {
	p.dead = true
	p.i = len(p.toks) - 1
	p.tok = p.toks[p.i]
	p.prev = p.tok.Start
}

// note reports an error at the current token, after which the parse goes on in any case.
func (p *parser) note(code Code, args ...Arg) *Error { return p.reportAt(p.i, code, args...) }

// reportAt reports an error at token i.
func (p *parser) reportAt(i int, code Code, args ...Arg) *Error {
	t := p.token(i)
	n := 0
	for n < len(p.open) && p.open[n].Start < t.Start {
		n++
	}
	return p.file.report(t.Start, t.End, code, args...).within(p.open[:n])
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

// begin moves past the current token, which something must close.
func (p *parser) begin() Pos {
	at := p.tok.Start
	p.open = append(p.open, Opener{p.tok.Kind, at})
	p.next()
	return at
}

// end moves past the word that closes the innermost opener, and returns its position, or 0 if it is not in the text.
func (p *parser) end(k Kind) Pos {
	if p.tok.Kind != k {
		p.unexpectedEnd(k)
	}
	at := p.real()
	p.take(k)
	p.open = p.open[:len(p.open)-1]
	return at
}

// real returns the position of the current token, or 0 if it is not in the text.
func (p *parser) real() Pos {
	if p.tok.Start == p.tok.End {
		return 0
	}
	return p.tok.Start
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
	if !p.dead {
		p.note(tooDeep, arg("limit", strconv.Itoa(MaxDepth))).Open = nil
		p.stop()
		p.deep = true
	}
	return false
}

// chunk parses a file.
func (p *parser) chunk() {
	p.vararg = true
	p.file.Body = p.block()
	for p.tok.Kind != EOF { // an else or a word that closes a block
		p.unexpected()
		p.next()
		rest := p.block()
		p.file.Body.Stmts = append(p.file.Body.Stmts, rest.Stmts...)
	}
	p.file.Body.Start, p.file.Body.Stop = 0, Pos(len(p.file.Text))
}

// onlyExpr parses an expression.
func (p *parser) onlyExpr() {
	p.header = header{Return, -1}
	if p.careful {
		p.noExpr()
	}
	e := p.expr()
	if p.tok.Kind != EOF {
		p.surplus()
	}
	p.file.Body = Block{0, Pos(len(p.file.Text)), p.tree.stmtLists.list([]Stmt{p.tree.returns.add(ReturnStmt{0, p.tree.exprLists.list([]Expr{e})})})}
}

// block parses the statements of a block.
func (p *parser) block() Block {
	b := Block{Start: p.prev}
	n := len(p.stmts)
	height, ok := p.enter()
	if p.careful {
		p.blockStart()
	}
	for ok && !p.ends() {
		if p.tok.Kind == Semicolon {
			p.next()
			continue
		}
		first := p.i
		last := p.tok.Kind == Return || p.tok.Kind == Break
		before := p.height
		p.height = 0
		s := p.stmt()
		p.stmts = append(p.stmts, s)
		p.height = max(p.height, before)
		if last {
			p.take(Semicolon)
			if !p.ends() {
				p.notLast(first)
			}
		}
		if p.i == first && p.careful { // so that the parse ends
			p.next()
		}
	}
	p.taller()
	p.leave(height)
	b.Stmts, b.Stop = p.tree.stmtLists.list(p.stmts.pop(n)), max(p.tok.Start, b.Start)
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
	p.header = header{p.tok.Kind, p.i}
	switch p.tok.Kind {
	case If:
		return p.ifStmt()
	case While:
		return p.whileStmt()
	case Do:
		s := &DoStmt{Start: p.begin()}
		s.Body = p.block()
		s.Last = p.end(End)
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
			p.note(lonelyBreak)
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
		if at, ok := p.take(DoubleColon); ok {
			s.Close = at
		} else if s.Name.Text == "" {
			p.unexpected()
		} else {
			p.mistake(p.i-2, labelColons, arg("name", clip(s.Name.Text)))
		}
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
		name := p.name()
		p.names = append(p.names, name)
		if p.careful {
			p.afterName()
		}
		if _, ok := p.take(Comma); !ok {
			return p.tree.nameLists.list(p.names.pop(n))
		}
	}
}

func (p *parser) ifStmt() Stmt {
	n := len(p.clauses)
	var s IfStmt
	height, _ := p.enter()
	c := p.clause(p.begin())
	p.clauses = append(p.clauses, c)
	for {
		at, k := p.tok.Start, p.tok.Kind
		switch {
		case k == ElseIf && s.ElseAt == 0:
			p.header = header{ElseIf, p.i}
			p.next()
			c := p.clause(at)
			p.clauses = append(p.clauses, c)
			p.taller()
		case k == Else && s.ElseAt == 0:
			p.next()
			s.ElseAt, s.Else = at, p.block()
			if p.tok.Kind == Else || p.tok.Kind == ElseIf {
				p.unexpected()
			}
		case k == Else:
			p.next()
			s.Else.Stop = p.block().Stop
		case k == ElseIf:
			p.header = header{ElseIf, p.i}
			p.next()
			s.Else.Stop = p.clause(at).Body.Stop
		default:
			p.leave(height)
			s.Last = p.end(End)
			s.Clauses = p.tree.clauseLists.list(p.clauses.pop(n))
			return p.tree.ifs.add(s)
		}
	}
}

func (p *parser) clause(at Pos) IfClause {
	c := IfClause{Start: at, Cond: p.expr(), Then: p.headerWord(Then)}
	c.Body = p.block()
	return c
}

// loop parses "do ... end". start is the position of the first word of the statement.
func (p *parser) loop(k Kind, start Pos) (do Pos, body Block, last Pos) {
	do = p.headerWord(Do)
	if do == 0 {
		p.open = append(p.open, Opener{k, start})
	} else {
		p.open = append(p.open, Opener{Do, do})
	}
	p.loops++
	body = p.block()
	p.loops--
	return do, body, p.end(End)
}

func (p *parser) whileStmt() Stmt {
	s := &WhileStmt{Start: p.tok.Start}
	p.next()
	s.Cond = p.expr()
	s.Do, s.Body, s.Last = p.loop(While, s.Start)
	return s
}

func (p *parser) repeatStmt() Stmt {
	s := &RepeatStmt{Start: p.begin()}
	p.loops++
	s.Body = p.block()
	p.loops--
	p.header = header{Until, p.i}
	s.Until = p.end(Until)
	s.Cond = p.expr()
	return s
}

func (p *parser) forStmt() Stmt {
	start := p.tok.Start
	p.next()
	if p.careful {
		p.forStart()
	}
	if p.ahead() != Assign {
		s := &GenericForStmt{Start: start, Names: p.nameList()}
		var ok bool
		if s.In, ok = p.take(In); !ok {
			p.missingIn()
		}
		s.Values = p.exprList()
		s.Do, s.Body, s.Last = p.loop(For, start)
		return s
	}
	s := &NumericForStmt{Start: start, Name: p.name(), Assign: p.tok.Start}
	p.next()
	s.First = p.expr()
	if _, ok := p.take(Comma); !ok {
		p.missingComma(s)
	}
	if s.Limit == nil {
		s.Limit = p.expr()
	}
	if _, ok := p.take(Comma); ok {
		s.Step = p.expr()
	}
	s.Do, s.Body, s.Last = p.loop(For, start)
	return s
}

func (p *parser) functionStmt() Stmt {
	s := &FunctionStmt{Start: p.begin()}
	if p.tok.Kind == NameToken {
		s.Target = p.nameExpr()
	} else {
		p.nameless()
		s.Target = &NameExpr{Name{Start: p.prev}}
	}
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
	if p.tok.Kind == NameToken {
		s.Name = p.name()
	} else {
		p.nameless()
		s.Name.Start = p.prev
	}
	if p.careful {
		p.localField(s)
	}
	s.Func = p.function(p.tok.Start)
	return s
}

func (p *parser) local() Stmt {
	start := p.tok.Start
	p.next()
	return p.locals(start)
}

// locals parses the names and the values of a local statement.
func (p *parser) locals(start Pos) Stmt {
	s := LocalStmt{Start: start, Names: p.nameList()}
	if p.careful && p.tok.Kind != Assign {
		if bad := p.afterLocals(&s); bad != nil {
			return bad
		}
	}
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
	if p.careful && p.tok.Kind != NameToken && p.tok.Kind != OpenParen {
		return p.badStmt()
	}
	first := p.i
	e := p.suffixed()
	if p.careful {
		e = p.hyphenated(e, first)
	}
	if p.tok.Kind == Assign || p.tok.Kind == Comma {
		return p.assignment(e)
	}
	call, ok := e.(*CallExpr)
	if !ok || p.careful && p.tok.Kind >= Or && p.tok.Kind <= Power {
		return p.lone(e, first)
	}
	return p.tree.callings.add(CallStmt{call})
}

// assignment parses an assignment after its first target.
func (p *parser) assignment(first Expr) Stmt {
	n := len(p.exprs)
	p.target(first)
	for p.tok.Kind == Comma {
		p.next()
		before := p.height // the targets are beside each other
		p.height = 0
		p.target(p.suffixed())
		p.height = max(p.height, before)
	}
	s := AssignStmt{Targets: p.tree.exprLists.list(p.exprs.pop(n)), Assign: p.tok.Start}
	if _, ok := p.take(Assign); !ok {
		return p.noAssign(s.Targets)
	}
	s.Values = p.exprList()
	return p.tree.assigns.add(s)
}

// target adds the target of an assignment to p.exprs.
func (p *parser) target(e Expr) {
	switch e.(type) {
	case *NameExpr, *IndexExpr:
	default:
		p.badTarget(e)
	}
	p.exprs = append(p.exprs, e)
}
