package syntax

// exprList parses expressions with commas between them.
func (p *parser) exprList() []Expr {
	n := len(p.exprs)
	for {
		e := p.expr()
		p.exprs = append(p.exprs, e)
		if _, ok := p.take(Comma); !ok {
			return p.tree.exprLists.list(p.exprs.pop(n))
		}
	}
}

// binding is the precedence of a binary operator to its left and to its right. An operator groups to the right if the
// right one is lower.
type binding struct{ left, right uint8 }

var bindings = [Power + 1]binding{
	Or: {1, 1}, And: {2, 2}, Less: {3, 3}, Greater: {3, 3}, LessEqual: {3, 3}, GreaterEqual: {3, 3}, NotEqual: {3, 3},
	Equal: {3, 3}, Concat: {5, 4}, Plus: {6, 6}, Minus: {6, 6}, Star: {7, 7}, Slash: {7, 7}, Percent: {7, 7}, Power: {10, 9},
}

// unaryBinding is the precedence of the unary operators.
const unaryBinding = 8

// expr parses an expression.
func (p *parser) expr() Expr {
	e := p.operation(0)
	if p.careful {
		e = p.more(e)
	}
	return e
}

// operation parses an expression whose binary operators bind more tightly than least.
func (p *parser) operation(least uint8) Expr {
	height, ok := p.enter()
	defer p.leave(height)
	if !ok {
		return p.bad()
	}
	var e Expr
	switch k := p.tok.Kind; k {
	case Minus, Not, Hash:
		at := p.tok.Start
		p.next()
		x := p.operation(unaryBinding)
		e = p.tree.unaries.add(UnaryExpr{at, k, x})
		p.taller()
	default:
		e = p.simple()
	}
	for {
		op := p.tok.Kind
		if op < Or || op > Power || bindings[op].left <= least {
			return e
		}
		at := p.tok.Start
		p.next()
		y := p.operation(bindings[op].right)
		e = p.tree.binaries.add(BinaryExpr{e, y, at, op})
		p.taller()
	}
}

// bad returns an empty BadExpr at the current place.
func (p *parser) bad() Expr { return &BadExpr{p.prev, p.prev} }

// simple parses an operand.
func (p *parser) simple() Expr {
	at := p.tok.Start
	switch p.tok.Kind {
	case NumberToken:
		return p.number()
	case StringToken:
		return p.string()
	case Nil:
		p.next()
		return &NilExpr{at}
	case True, False:
		e := &BoolExpr{at, p.tok.Kind == True}
		p.next()
		return e
	case Dots:
		if !p.vararg {
			p.note(lonelyDots)
		}
		p.next()
		return &VarargExpr{at}
	case OpenBrace:
		return p.table()
	case Function:
		if p.careful && p.tok.First && p.ahead() == NameToken && p.inBracket() == EOF {
			return p.noOperand() // a statement
		}
		p.begin()
		return p.function(at)
	}
	return p.suffixed()
}

func (p *parser) number() Expr {
	x := NumberExpr{Start: p.tok.Start, Text: p.text()}
	var ok bool
	if x.Value, ok = ParseNumeral(x.Text); !ok {
		remedy, args := numberRemedy(x.Text)
		p.note(badNumber, append(args, arg("number", clip(x.Text)))...).remedy(remedy)
		p.quietLine(p.i)
	}
	p.next()
	return p.tree.numbers.add(x)
}

func (p *parser) string() Expr {
	e := p.tree.strings.add(StringExpr{p.tok.Start, p.tok.End, value(p.text())})
	p.next()
	return e
}

// nameExpr parses the name of a variable.
func (p *parser) nameExpr() Expr {
	e := p.tree.names.add(NameExpr{Name{p.tok.Start, p.text()}})
	p.next()
	return e
}

// suffixed parses a name or an expression in parentheses, and the indexes and calls after it.
func (p *parser) suffixed() Expr {
	var e Expr
	switch p.tok.Kind {
	case NameToken:
		e = p.nameExpr()
	case OpenParen:
		x := ParenExpr{Start: p.begin()}
		x.X = p.expr()
		x.Close = p.closeBracket(CloseParen)
		e = p.tree.parens.add(x)
		p.taller()
	default:
		return p.noOperand()
	}
	return p.suffixes(e)
}

// suffixes parses the indexes and calls after an operand.
func (p *parser) suffixes(e Expr) Expr {
	for {
		switch p.tok.Kind {
		case Dot:
			e = p.field(e)
		case OpenBracket:
			x := IndexExpr{X: e, Open: p.begin()}
			x.Key = p.expr()
			x.Close = p.closeBracket(CloseBracket)
			e = p.tree.indexes.add(x)
		case Colon:
			if p.careful && p.colonElsewhere() {
				return e
			}
			x := CallExpr{X: e, Colon: p.tok.Start}
			p.next()
			x.Method = p.name()
			e = p.call(x)
		case OpenParen, StringToken, OpenBrace:
			e = p.call(CallExpr{X: e})
		default:
			return e
		}
		p.taller()
	}
}

// field parses a dot or a colon, and the name after it.
func (p *parser) field(x Expr) Expr {
	at := p.tok.Start
	p.next()
	var name Name
	if p.careful && p.noName() {
		name.Start = p.prev
	} else {
		name = p.name()
	}
	return p.tree.indexes.add(IndexExpr{X: x, Open: at, Key: p.tree.strings.add(StringExpr{name.Start, name.End(), name.Text})})
}

// call parses the arguments of a call.
func (p *parser) call(x CallExpr) Expr {
	n := len(p.exprs)
	switch p.tok.Kind {
	case OpenParen:
		if p.tok.First {
			p.note(newLineCall)
		}
		x.Open = p.begin()
		if p.tok.Kind != CloseParen {
			x.Args = p.exprList()
			if p.tok.Kind != CloseParen {
				p.badList(CloseParen, true)
			}
		}
		x.Close = p.closeBracket(CloseParen)
		return p.tree.calls.add(x)
	case StringToken:
		p.exprs = append(p.exprs, p.string())
	case OpenBrace:
		p.exprs = append(p.exprs, p.table())
	default:
		p.noArguments(&x)
	}
	x.Args = p.tree.exprLists.list(p.exprs.pop(n))
	return p.tree.calls.add(x)
}

func (p *parser) table() Expr {
	n := len(p.fields)
	x := TableExpr{Start: p.begin()}
	height, _ := p.enter()
	for p.tok.Kind != CloseBrace && p.tok.Kind != EOF {
		first := p.i
		f := p.entry()
		p.fields = append(p.fields, f)
		if p.tok.Kind == Comma || p.tok.Kind == Semicolon {
			p.next()
		} else if p.tok.Kind != CloseBrace && !p.afterEntry(first) {
			break
		}
	}
	p.taller()
	p.leave(height)
	x.Close = p.closeBracket(CloseBrace)
	x.Fields = p.tree.fieldLists.list(p.fields.pop(n))
	return p.tree.tables.add(x)
}

// entry parses an entry of a table.
func (p *parser) entry() Field {
	var f Field
	if p.careful {
		p.entryStart(&f)
	}
	switch {
	case f.Key != nil:
	case p.tok.Kind == OpenBracket:
		f.Open = p.begin()
		f.Key = p.expr()
		f.Close = p.closeBracket(CloseBracket)
		f.Assign = p.tok.Start
		if _, ok := p.take(Assign); !ok {
			p.noKeyAssign(&f)
			return f
		}
	case p.tok.Kind == NameToken && p.ahead() == Assign:
		name := p.name()
		f.Key = p.tree.strings.add(StringExpr{name.Start, name.End(), name.Text})
		f.Assign = p.tok.Start
		p.next()
	}
	f.Value = p.expr()
	return f
}

// function parses a function from its parameters on, and closes it.
func (p *parser) function(start Pos) *FunctionExpr {
	x := FunctionExpr{Start: start, Open: p.tok.Start}
	loops, vararg, header := p.loops, p.vararg, p.header
	p.loops, p.vararg = 0, false
	if p.tok.Kind != OpenParen && start == p.tok.Start {
		x.Start = p.prev
	}
	if p.tok.Kind == OpenParen || p.noParams(&x) {
		p.begin()
		x.Params, x.Vararg = p.params()
		p.vararg = x.Vararg != 0
		x.Close = p.closeBracket(CloseParen)
		if p.careful && p.tok.Kind == Colon {
			p.typeAfter()
		}
	}
	x.Body = p.block()
	x.Last = p.end(End)
	p.taller()
	p.loops, p.vararg, p.header = loops, vararg, header
	return p.tree.funcs.add(x)
}

// params parses the names between the parentheses of a function, and the position of "...".
func (p *parser) params() (list []Name, vararg Pos) {
	n := len(p.names)
	for p.tok.Kind != CloseParen {
		if at, ok := p.take(Dots); ok {
			vararg = at
			if p.tok.Kind != CloseParen {
				p.afterDots()
			}
			break
		}
		name := p.name()
		p.names = append(p.names, name)
		if p.careful {
			p.afterParam(name)
		}
		if p.tok.Kind != Comma {
			break
		}
		if p.next(); p.tok.Kind == CloseParen {
			p.mistake(p.i, paramMissing, arg("found", p.quoted(p.tok)))
		}
	}
	return p.tree.nameLists.list(p.names.pop(n)), vararg
}
