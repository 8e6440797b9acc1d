package syntax

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file has what the parser does with errors in statements. In a parser that is not careful, each of these methods
// only ends the parse. Otherwise it reports what is wrong, unless an error on the same line has been reported before, and
// goes on with what is most likely meant.

// mistake reports an error at token i. If it must not be reported, it returns an error that is dropped.
func (p *parser) mistake(i int, code Code, args ...Arg) *Error {
	if !p.careful {
		p.stop()
		return &Error{}
	}
	if p.dead || p.isQuiet(i) {
		return &Error{}
	}
	t := p.token(i)
	if slices.ContainsFunc(p.file.Errors, func(e *Error) bool { return e.Start == t.Start && !e.Note }) {
		return &Error{}
	}
	last := max(i, p.i)
	if last > i && p.toks[last].First {
		last--
	}
	p.quietLine(last)
	return p.reportAt(i, code, args...)
}

// quietLine prevents further errors on the line of token i.
func (p *parser) quietLine(i int) {
	for i++; i < len(p.toks)-1 && !p.toks[i].First; i++ {
	}
	p.quiet = max(p.quiet, i)
}

// isQuiet reports whether an error at token i may follow from an error that has been reported.
func (p *parser) isQuiet(i int) bool {
	if p.swallowed && (p.tok.Kind == EOF || p.tok.Start == p.tok.End) {
		return true
	}
	if i < p.quiet || p.quiet > 0 && p.kind(i) == EOF && p.i-1 < p.quiet || p.badAt >= min(i, p.lineStart) {
		return true
	}
	if p.token(i).First && i > 0 && p.isRepaired(i-1) {
		return true // what the line above lacks is found only here
	}
	return p.isRepaired(i)
}

// isRepaired reports whether an error on the line of token i has been reported by the repair.
func (p *parser) isRepaired(i int) bool {
	_, found := slices.BinarySearch(p.repaired, p.file.LineOf(p.token(i).Start))
	return found
}

// token returns token i, or EOF if there is none.
func (p *parser) token(i int) Token {
	if i < 0 || i >= len(p.toks) {
		return Token{}
	}
	return p.toks[i]
}

func (p *parser) kind(i int) Kind { return p.token(i).Kind }

// word returns the text of token i.
func (p *parser) word(i int) string {
	t := p.token(i)
	return p.file.Text[t.Start:t.End]
}

// line returns the number of the line of a position.
func (p *parser) line(at Pos) string { return strconv.Itoa(p.file.Position(at).Line) }

// sameLine reports whether the current token is on the line of the one before it.
func (p *parser) sameLine() bool { return !p.tok.First && p.tok.Kind != EOF }

// top returns the innermost opener, or one of kind EOF.
func (p *parser) top() Opener {
	if len(p.open) == 0 {
		return Opener{}
	}
	return p.open[len(p.open)-1]
}

// inBracket returns the bracket around the current token within its statement, or EOF.
func (p *parser) inBracket() Kind {
	if o := p.top(); isBracket(o.Kind) && (p.header.i < 0 || o.Start >= p.token(p.header.i).Start) {
		return o.Kind
	}
	return EOF
}

// unexpected reports that the current token cannot stand here.
func (p *parser) unexpected() *Error {
	before := p.i - 1
	for before >= 0 && p.toks[before].Start == p.toks[before].End {
		before--
	}
	return p.unexpectedAt(p.i, before)
}

func (p *parser) unexpectedAt(i, before int) *Error {
	t, args := p.token(i), []Arg(nil)
	code, ends, tok := unexpected, t.Kind == EOF, i
	switch {
	case ends && before < 0:
		code = textEnds
	case ends && wantsOperand(p.kind(before)):
		code = textEndsValue
	case ends:
		code = textEndsAfter
	case before >= 0 && wantsOperand(p.kind(before)) && t.First && p.kind(before) != Comma:
		code, tok = valueAbsent, before
	case before >= 0 && wantsOperand(p.kind(before)):
		code = valueMissing
	case before >= 0:
		code = unexpectedAfter
	}
	if ends {
		tok = max(before, 0)
	} else {
		args = append(args, arg("found", p.quoted(t)))
	}
	if before >= 0 {
		args = append(args, arg("before", p.quoted(p.toks[before])))
	}
	e := p.mistake(tok, code, args...)
	if t.Kind == Dot && (p.kind(before) == StringToken || p.kind(i+1) == StringToken) {
		e.remedy(joinTexts)
	}
	return e
}

// unexpectedEnd reports that a block goes on after an else, or the like.
func (p *parser) unexpectedEnd(want Kind) {
	if p.careful && p.tok.Kind == EOF {
		return // the repair has reported it
	}
	p.unexpected()
	for p.careful && p.tok.Kind != want && p.tok.Kind != EOF {
		p.next()
		p.block()
	}
}

// surplus reports what follows a complete expression. Other errors in it follow from that.
func (p *parser) surplus() {
	if !p.careful {
		p.stop()
		return
	}
	at := p.tok.Start
	if !slices.ContainsFunc(p.file.Errors, func(e *Error) bool { return e.Start <= at }) {
		p.file.Errors = nil
		p.note(afterExpression, arg("found", p.quoted(p.tok)))
	}
}

// noExpr reports a statement where an expression must stand.
func (p *parser) noExpr() {
	switch p.tok.Kind {
	case If, While, For, Do, Repeat, Local, Return, Break, Goto:
		p.file.Errors = nil
		p.note(unexpected, arg("found", p.quoted(p.tok)))
	}
}

// skip moves to the next token at which a statement may begin: one that begins a line and an operand, or a word that
// begins a statement. It parses functions on the way, for their errors.
func (p *parser) skip() {
	for first := p.i; ; {
		k := p.tok.Kind
		if p.tok.First && p.i > first && startsOperand(k) {
			return
		}
		switch k {
		case EOF, End, Else, ElseIf, Until, Semicolon, If, While, For, Repeat, Do, Local, Return, Break, Goto, DoubleColon:
			return
		case Function:
			at := p.begin()
			if p.tok.Kind == NameToken {
				p.field(p.nameExpr())
			}
			p.function(at)
		case OpenParen, OpenBrace, OpenBracket:
			p.skipBracket()
		default:
			p.next()
		}
	}
}

// skipBracket moves past a bracket and what is in it. It parses functions on the way.
func (p *parser) skipBracket() {
	want := closer(p.tok.Kind)
	p.begin()
	p.skipTo(want, false)
	p.take(want)
	p.open = p.open[:len(p.open)-1]
}

// skipTo moves to the token that closes the innermost bracket or, if commas is set, to a comma in it.
func (p *parser) skipTo(want Kind, commas bool) {
	for p.tok.Kind != want && p.tok.Kind != EOF && !(commas && (p.tok.Kind == Comma || p.tok.Kind == Semicolon)) {
		switch p.tok.Kind {
		case Function:
			at := p.begin()
			p.function(at)
		case OpenParen, OpenBrace, OpenBracket:
			p.skipBracket()
		case If, While, For, Repeat, Do, Local, Return:
			before := p.i
			if p.stmt(); p.i == before {
				p.next()
			}
		default:
			p.next()
		}
	}
}

// badStmt parses a text that begins with a token that no statement begins with.
func (p *parser) badStmt() Stmt {
	at, first := p.tok.Start, p.i
	switch p.tok.Kind {
	case BadToken:
	case OpenBrace:
		if p.startsStatement(first) {
			p.mistake(first, loneTable)
			p.table()
			return p.stopped(at)
		}
		p.unexpected()
	case StringToken:
		if p.ahead() == Colon && p.kind(p.i+2) == NameToken {
			p.mistake(first, textMethod, arg("text", clip(p.text())), arg("name", clip(p.word(p.i+2))))
			p.suffixes(p.string())
			return p.stopped(at)
		}
		p.loneOperand(first)
		return p.stopped(at)
	case Not, Hash, NumberToken, Nil, True, False, Dots, Minus:
		p.loneOperand(first)
		return p.stopped(at)
	case OpenBracket:
		p.noOperand()
		return p.stopped(at)
	case Assign:
		if p.startsStatement(first) {
			p.mistake(first, missingKey)
		} else if e := p.unexpected(); endsOperand(p.kind(first - 1)) {
			e.remedy(chainedAssign)
		}
	case Dot, Colon:
		if p.tok.Kind == Colon && p.kind(first-1) == StringToken && p.ahead() == NameToken {
			p.mistake(first-1, textMethod, arg("text", clip(p.word(first-1))), arg("name", clip(p.word(first+1))))
		} else if p.ahead() == NameToken && !p.token(p.i+1).First {
			p.mistake(first, missingObject, arg("found", p.text()))
		} else {
			p.unexpected()
		}
	default:
		p.unexpected()
	}
	p.next()
	p.skip()
	return p.stopped(at)
}

// stopped returns a BadStmt that ends before the current token.
func (p *parser) stopped(at Pos) Stmt { return &BadStmt{at, max(p.prev, at)} }

// loneOperand parses an expression where a statement must stand.
func (p *parser) loneOperand(first int) {
	if !p.startsStatement(first) {
		p.unexpected()
	} else if k := p.tok.Kind; k == Not || k == Hash {
		p.mistake(first, loneValue).remedy(loneResult)
	} else {
		e := p.mistake(first, loneValue)
		p.expr()
		if k := p.tok.Kind; k == End || k == Else || k == ElseIf {
			e.remedy(loneResult)
		}
		if !p.tok.First {
			p.skip()
		}
		return
	}
	p.expr()
	if !p.tok.First {
		p.skip()
	}
}

// startsStatement reports whether a statement may begin at token i.
func (p *parser) startsStatement(i int) bool {
	if i == 0 || p.toks[i].First {
		return true
	}
	switch p.toks[i-1].Kind {
	case Then, Do, Else, Repeat, Semicolon:
		return true
	case CloseParen:
		o := p.top()
		return o.Kind == Function && len(p.stmts) > 0 || o.Kind == Function
	}
	return false
}

// blockStart skips a colon or a brace at the beginning of a block.
func (p *parser) blockStart() {
	if p.tok.Kind == Colon && (p.kind(p.i+1) == EOF || p.token(p.i+1).First) {
		p.mistake(p.i, colonBlock)
		p.next()
	}
}

// notLast reports that a statement follows the return or break at token first.
func (p *parser) notLast(first int) {
	if !p.careful {
		p.stop()
		return
	}
	k, t := p.toks[first].Kind, p.tok
	switch {
	case t.First || t.Kind.IsWord() || p.kind(p.i-1) == Semicolon:
	default:
		p.unexpected()
		p.skip()
		return
	}
	e := p.mistake(first, notLast, arg("word", k.String()), arg("found", p.quoted(t)), arg("line", p.line(t.Start)))
	if len(p.open) == 0 {
		e.remedy(notLastInFile, arg("name", p.defined()), arg("above", p.line(p.toks[first].Start)))
	}
}

// defined returns the name of the function or the local that begins at the current token, or a phrase for any other
// statement.
func (p *parser) defined() string {
	i := p.i
	for p.kind(i) == Local || p.kind(i) == Function {
		i++
	}
	if i == p.i || p.kind(i) != NameToken {
		return "what follows"
	}
	return p.path(i)
}

// path returns the name at token i with the names after it, such as a.b.
func (p *parser) path(i int) string {
	name := p.word(i)
	for ; (p.kind(i+1) == Dot || p.kind(i+1) == Colon) && p.kind(i+2) == NameToken; i += 2 {
		name += p.word(i+1) + p.word(i+2)
	}
	return clip(name)
}

// afterName deals with a hyphen, a type or an attribute after a name that is declared.
func (p *parser) afterName() {
	if name, last := p.hyphens(p.i - 1); last > 0 {
		p.mistake(p.i-1, hyphenName, arg("right", name))
		p.moveTo(last + 1)
	}
	switch p.tok.Kind {
	case Less:
		if p.ahead() != NameToken || p.kind(p.i+2) != Greater {
			return
		}
		word := p.word(p.i + 1)
		e := p.mistake(p.i, attribute, arg("word", word))
		if word == "close" {
			e.remedy(closeAttribute)
		}
		p.moveTo(p.i + 3)
	case Colon:
		p.typeAfter()
	}
}

// typeAfter deals with a type after the name of a local or a parameter, such as x: number.
func (p *parser) typeAfter() {
	if p.ahead() != NameToken || p.token(p.i+1).First {
		return
	}
	p.mistake(p.i, typeName, arg("type", ": "+p.path(p.i+1)))
	p.next()
	for p.next(); p.tok.Kind == Dot && p.ahead() == NameToken; p.next() {
		p.next()
	}
}

// moveTo moves to token i.
func (p *parser) moveTo(i int) {
	for p.i < i && p.tok.Kind != EOF {
		p.next()
	}
}

// hyphens returns the name that is meant by names with hyphens between them, from token i on, and the last of their
// tokens. If there is no hyphen, last is 0.
func (p *parser) hyphens(i int) (name string, last int) {
	name = p.word(i)
	for p.kind(i) == NameToken && p.kind(i+1) == Minus && p.kind(i+2) == NameToken && p.toks[i].End == p.toks[i+1].Start && p.toks[i+1].End == p.toks[i+2].Start {
		name += "_" + p.word(i+2)
		i += 2
		last = i
	}
	return clip(name), last
}

// hyphenated deals with a hyphen in the last name of e, which a statement begins with at token first.
func (p *parser) hyphenated(e Expr, first int) Expr {
	name, last := p.hyphens(p.i - 1)
	if k := p.kind(last + 1); last == 0 || k != Assign && k != OpenParen {
		return e
	}
	p.mistake(p.i-1, hyphenName, arg("right", name))
	p.moveTo(last + 1)
	return p.suffixes(e)
}

// afterLocals deals with what follows the names of a local statement, other than "=". If it is another statement, it
// returns that.
func (p *parser) afterLocals(s *LocalStmt) Stmt {
	switch k := p.tok.Kind; {
	case k == Equal:
		p.unexpected().remedy(assignOnce)
		p.next()
		s.Assign, s.Values = p.toks[p.i-1].Start, p.exprList()
	case k == Dot || k == OpenBracket && p.sameLine():
		p.unexpected().remedy(fieldLocal)
		last := s.Names[len(s.Names)-1]
		e := p.suffixes(p.tree.names.add(NameExpr{last}))
		if p.tok.Kind == Assign {
			return p.assignment(e)
		}
		return p.stopped(s.Start)
	case p.sameLine() && (k == NumberToken || k == StringToken || k == OpenBrace || k == Nil || k == True || k == False):
		p.unexpected().remedy(localWithout)
		s.Values = p.exprList()
	}
	return nil
}

// localField deals with "local function a.b()".
func (p *parser) localField(s *LocalFunctionStmt) {
	if p.tok.Kind != Dot && p.tok.Kind != Colon {
		if name, last := p.hyphens(p.i - 1); last > 0 {
			p.mistake(p.i-1, hyphenName, arg("right", name))
			p.moveTo(last + 1)
		}
		return
	}
	p.mistake(p.i-3, localField, arg("name", clip(s.Name.Text)), arg("dot", p.text()))
	for p.tok.Kind == Dot || p.tok.Kind == Colon {
		p.next()
		p.take(NameToken)
	}
}

// nameless reports a function statement without a name.
func (p *parser) nameless() {
	if p.tok.Kind == OpenParen {
		p.mistake(p.i-1, namelessFunction)
		return
	}
	p.unexpected()
}

// headerWord moves past the then or do after a condition or the values of a loop, and returns its position, or 0 if it is
// not in the text.
func (p *parser) headerWord(want Kind) Pos {
	if p.tok.Kind == want {
		at := p.real()
		p.next()
		return at
	}
	if !p.careful {
		p.stop()
		return 0
	}
	h := p.header
	if p.tok.Kind == Colon && (p.kind(p.i+1) == EOF || p.token(p.i+1).First) {
		p.mistake(p.i, colonBlock).remedy(colonHeader, arg("want", want.String()))
		p.next()
		return 0
	}
	if p.tok.Kind == Then || p.tok.Kind == Do {
		p.missingWord(want).remedy(headerInstead, arg("found", p.text()))
		at := p.tok.Start
		p.next()
		return at
	}
	if !p.sameLine() || p.tok.Kind.IsWord() || p.tok.Kind == NameToken || p.tok.Kind == EOF {
		p.missingWord(want)
	} else {
		p.unexpected()
	}
	for i := p.i; i < len(p.toks) && !p.toks[i].First; i++ { // the word may follow
		if p.toks[i].Kind == want {
			p.skipOver(i)
			at := p.real()
			p.take(want)
			p.header = h
			return at
		}
	}
	return 0
}

// skipOver moves to token i.
func (p *parser) skipOver(i int) {
	for p.i < i {
		p.next()
	}
}

// missingWord reports that a then or a do is missing before the current token.
func (p *parser) missingWord(want Kind) *Error {
	h := p.toks[max(p.header.i, 0)]
	part := "condition"
	if p.header.kind == For {
		part = "values"
		if p.kind(p.header.i+2) == Assign && !p.hasComma(p.header.i+3) {
			return p.forWithoutComma(p.word(p.header.i + 1))
		}
	}
	if p.tok.Kind == EOF {
		return p.mistake(max(p.i-1, 0), headerWord, arg("want", want.String()), arg("part", part), arg("word", p.word(p.header.i)), arg("line", p.line(h.Start)))
	}
	before := p.word(p.i - 1)
	if (before == "ipairs" || before == "pairs" || before == "next") && p.tok.Kind == NameToken {
		e := p.mistake(p.i-1, walkerCall, arg("name", before), arg("argument", p.path(p.i)))
		p.suffixed()
		return e
	}
	return p.mistake(p.i, headerWord, arg("want", want.String()), arg("part", part), arg("word", h.Kind.String()), arg("line", p.line(h.Start)))
}

// hasComma reports whether there is a comma between token i and the current one, outside of brackets.
func (p *parser) hasComma(i int) bool {
	depth := 0
	for ; i < p.i; i++ {
		switch k := p.toks[i].Kind; {
		case isBracket(k):
			depth++
		case k == CloseParen || k == CloseBrace || k == CloseBracket:
			depth--
		case k == Comma && depth == 0:
			return true
		}
	}
	return false
}

// forStart deals with "for (i = ...".
func (p *parser) forStart() {
	if p.tok.Kind != OpenParen {
		return
	}
	line := p.file.LineOf(p.tok.Start)
	p.file.Errors = slices.DeleteFunc(p.file.Errors, func(e *Error) bool { return e.Start > p.tok.Start && p.file.LineOf(e.Start) == line }) // such as ++
	e := p.mistake(p.i, forBrackets)
	if m := countingFor.FindStringSubmatch(p.file.Text[p.tok.Start:min(int(p.tok.Start)+maxCounting, len(p.file.Text))]); m != nil {
		last := m[4]
		if m[3] == "<" {
			last += " - 1"
		}
		e.remedy(forCounting, arg("name", m[1]), arg("first", m[2]), arg("last", last))
	}
	p.skip()
}

// countingFor matches what is in the parentheses of a for of C that counts up by 1, and maxCounting is its largest length.
var countingFor = regexp.MustCompile(`\A\((?:[A-Za-z]+ +)?(\w+) *= *([\w.]+) *; *\w+ *(<=?) *([\w.]+) *; *(?:\w+ *\+\+|\+\+ *\w+|\w+ *\+= *1) *\)`)

const maxCounting = 100

// missingIn reports that the in of a for is missing.
func (p *parser) missingIn() {
	if p.tok.Kind == Do || p.tok.Kind == OpenParen || p.tok.Kind == EOF || p.quiet > p.i {
		p.unexpected()
		return
	}
	p.mistake(p.i, inMissing, arg("found", p.quoted(p.tok)))
	if p.tok.Kind == Equal || p.tok.Kind == Colon {
		p.next()
	}
}

// missingComma reports that the comma between the first and the last number of a for is missing.
func (p *parser) missingComma(s *NumericForStmt) {
	if !p.careful {
		p.stop()
		return
	}
	if p.tok.First || p.tok.Kind == EOF {
		s.Limit = p.bad()
		p.forWithoutComma(s.Name.Text)
		return
	}
	p.forWithoutComma(s.Name.Text)
	switch p.tok.Kind {
	case Do:
		s.Limit = p.bad()
	case Semicolon, Concat, Colon:
		p.next()
	case NameToken:
		if k := p.ahead(); k == NameToken || k == NumberToken || k == OpenParen || k == Minus || k == Hash {
			p.next()
		}
	}
}

func (p *parser) forWithoutComma(name string) *Error {
	return p.mistake(p.i, forComma, arg("found", p.quoted(p.tok)), arg("name", clip(name)))
}

// expects reports whether a path names a function that tests call with a comparison.
func expects(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "expect" || name == "assert"
}

// lone parses the rest of a statement that is only an expression. e begins at token first.
func (p *parser) lone(e Expr, first int) Stmt {
	if !p.careful {
		p.stop()
		return &BadStmt{e.Pos(), e.End()}
	}
	at, last := e.Pos(), p.i-1
	if k := p.tok.Kind; k >= Or && k <= Power {
		if !p.startsStatement(first) {
			p.unexpected()
		} else if k == Equal {
			p.mistake(first, loneValue).remedy(loneComparison)
		} else if call, ok := e.(*CallExpr); ok && call.Open > 0 && p.kind(p.i-1) == CloseParen && call.Open > call.X.End() && call.Colon == 0 {
			p.mistake(first, loneValue).remedy(loneCall)
		} else if ok && p.kind(first) == NameToken && (call.Open == 0 || call.Colon == 0 && expects(p.path(first))) {
			p.mistake(first, loneValue).remedy(loneArgument, arg("name", p.path(first)))
		} else {
			p.mistake(first, loneValue).remedy(loneResult)
		}
		p.next()
		p.expr()
		if !p.tok.First {
			p.skip()
		}
		return p.stopped(at)
	}
	if name, ok := e.(*NameExpr); ok {
		if s := p.loneWord(name, last); s != nil {
			return s
		}
	}
	_, call := Bare(e).(*CallExpr)
	switch {
	case !call && p.kind(first-1) == NameToken && !p.token(first).First && p.word(first-1) == "require":
		p.mistake(first, loneName, arg("name", p.path(first))).remedy(requireText)
	case call:
		p.mistake(first, bracketCall)
	case p.kind(last) == NameToken && p.kind(first) == NameToken && p.startsStatement(first):
		e := p.mistake(first, loneName, arg("name", p.path(first)))
		if p.tok.Kind == End && p.top().Kind == Function && last > first {
			e.remedy(loneReturn)
		}
	case p.kind(last) == NameToken:
		p.mistake(last, loneName, arg("name", clip(p.word(last))))
	default:
		p.mistake(last, loneValue)
	}
	if !p.tok.First {
		p.skip()
	}
	return p.stopped(at)
}

// loneWord deals with a name alone that is a misspelled word, or one of another language. It returns nil if it is
// neither.
func (p *parser) loneWord(name *NameExpr, i int) Stmt {
	word, op := name.Text, p.tok.Kind != NameToken && p.tok.Kind != NumberToken && p.tok.Kind != StringToken && !p.tok.Kind.IsWord()
	near := p.sameLine() || p.tok.Kind == EOF
	right := ""
	switch {
	case word == "continue":
		p.mistake(i, continueWord)
		return p.stopped(name.Start)
	case (word == "del" || word == "delete") && p.sameLine() && p.tok.Kind == NameToken:
		p.mistake(i, loneName, arg("name", word)).remedy(loneDelete, arg("entry", p.path(p.i)))
		p.skip()
		return p.stopped(name.Start)
	case word == "pass":
		p.mistake(i, loneName, arg("name", word)).remedy(lonePass)
		return p.stopped(name.Start)
	case near && !op && otherWords[word] != "" && !isCloser(p.tok.Kind):
		right = otherWords[word]
		p.mistake(i, otherWord, arg("word", word), arg("right", right))
	case near && len(word) >= 4 && !(op && p.tok.Kind != EOF) && misspelled(word, longKeywords...) != "":
		right = misspelled(word, longKeywords...)
		p.mistake(i, misspelledWord, arg("word", clip(word)), arg("right", right))
	case otherWords[word] != "":
		p.mistake(i, loneName, arg("name", word)).remedy(loneWord, arg("right", otherWords[word]))
		return p.stopped(name.Start)
	default:
		return nil
	}
	switch {
	case right == "local" && p.tok.Kind == NameToken:
		return p.locals(name.Start)
	case right == "return" && p.sameLine():
		p.expr()
	}
	if !p.tok.First {
		p.skip()
	}
	return p.stopped(name.Start)
}

// longKeywords are the words of Lua that are long enough for a test of similarity.
var longKeywords = []string{"function", "return", "elseif", "repeat", "until", "while", "local", "break", "then", "else"}

// MisspelledKeyword returns the word of Lua that is probably meant by a name, or "".
func MisspelledKeyword(name string) string { return misspelled(name, longKeywords...) }

// noAssign deals with targets of an assignment that has no "=".
func (p *parser) noAssign(targets []Expr) Stmt {
	if p.quiet == 0 || p.quiet != p.i { // otherwise the line above has an error
		p.unexpected()
	}
	if p.careful && !p.tok.First {
		p.skip()
	}
	return p.stopped(targets[0].Pos())
}

// badTarget reports an expression that nothing can be assigned to.
func (p *parser) badTarget(e Expr) {
	switch e.(type) {
	case *CallExpr, *ParenExpr:
		p.mistake(p.i, callAssigned)
	default:
		p.mistake(p.i, notAssignable)
	}
}

// capital returns the operator that is meant by a name such as AND, or EOF.
func (p *parser) capital() Kind {
	switch k := keyword(strings.ToLower(p.text())); k {
	case And, Or:
		return k
	}
	return EOF
}
