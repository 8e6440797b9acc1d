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

func (p *parser) expr() Expr { return p.operation(0) }

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
			p.report(p.tok.Start, p.tok.End, lonelyDots)
		}
		p.next()
		return &VarargExpr{at}
	case OpenBrace:
		return p.table()
	case Function:
		p.begin()
		return p.function(at)
	}
	return p.suffixed()
}

func (p *parser) number() Expr {
	x := NumberExpr{Start: p.tok.Start, Text: p.text()}
	var ok bool
	if x.Value, ok = ParseNumeral(x.Text); !ok {
		p.report(p.tok.Start, p.tok.End, badNumber, arg("number", x.Text))
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
		x.Close = p.close(CloseParen)
		e = p.tree.parens.add(x)
		p.taller()
	default:
		p.unexpected()
		return p.bad()
	}
	for {
		switch p.tok.Kind {
		case Dot:
			e = p.field(e)
		case OpenBracket:
			x := IndexExpr{X: e, Open: p.begin()}
			x.Key = p.expr()
			x.Close = p.close(CloseBracket)
			e = p.tree.indexes.add(x)
		case Colon:
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
	name := p.name()
	return p.tree.indexes.add(IndexExpr{X: x, Open: at, Key: p.tree.strings.add(StringExpr{name.Start, name.End(), name.Text})})
}

// call parses the arguments of a call.
func (p *parser) call(x CallExpr) Expr {
	n := len(p.exprs)
	switch p.tok.Kind {
	case OpenParen:
		if p.tok.First {
			p.report(p.tok.Start, p.tok.End, newLineCall)
		}
		x.Open = p.begin()
		if p.tok.Kind != CloseParen {
			x.Args = p.exprList()
		}
		x.Close = p.close(CloseParen)
		return p.tree.calls.add(x)
	case StringToken:
		p.exprs = append(p.exprs, p.string())
	case OpenBrace:
		p.exprs = append(p.exprs, p.table())
	default:
		p.unexpected()
	}
	x.Args = p.tree.exprLists.list(p.exprs.pop(n))
	return p.tree.calls.add(x)
}

func (p *parser) table() Expr {
	n := len(p.fields)
	x := TableExpr{Start: p.begin()}
	height, _ := p.enter()
	for p.tok.Kind != CloseBrace && p.tok.Kind != EOF {
		p.fields = append(p.fields, p.entry())
		if p.tok.Kind != Comma && p.tok.Kind != Semicolon {
			break
		}
		p.next()
	}
	p.taller()
	p.leave(height)
	x.Close = p.close(CloseBrace)
	x.Fields = p.tree.fieldLists.list(p.fields.pop(n))
	return p.tree.tables.add(x)
}

// entry parses an entry of a table.
func (p *parser) entry() Field {
	var f Field
	switch {
	case p.tok.Kind == OpenBracket:
		f.Open = p.begin()
		f.Key = p.expr()
		f.Close = p.close(CloseBracket)
		f.Assign = p.expect(Assign)
	case p.tok.Kind == NameToken && p.ahead() == Assign:
		name := p.name()
		f.Key = p.tree.strings.add(StringExpr{name.Start, name.End(), name.Text})
		f.Assign = p.expect(Assign)
	}
	f.Value = p.expr()
	return f
}

// function parses a function from its parameters on, and closes it.
func (p *parser) function(start Pos) *FunctionExpr {
	x := FunctionExpr{Start: start, Open: p.tok.Start}
	loops, vararg := p.loops, p.vararg
	p.loops, p.vararg = 0, false
	if p.tok.Kind != OpenParen {
		p.unexpected()
	}
	p.begin()
	x.Params, x.Vararg = p.params()
	p.vararg = x.Vararg != 0
	x.Close = p.close(CloseParen)
	x.Body = p.block()
	x.Last = p.close(End)
	p.taller()
	p.loops, p.vararg = loops, vararg
	return p.tree.funcs.add(x)
}

// params parses the names between the parentheses of a function, and the position of "...".
func (p *parser) params() (list []Name, vararg Pos) {
	n := len(p.names)
	for p.tok.Kind != CloseParen {
		if at, ok := p.take(Dots); ok {
			vararg = at
			break
		}
		p.names = append(p.names, p.name())
		if p.tok.Kind != Comma {
			break
		}
		if p.next(); p.tok.Kind == CloseParen {
			p.unexpected()
		}
	}
	return p.tree.nameLists.list(p.names.pop(n)), vararg
}
