package syntax

import "strings"

// This file has what the parser does with errors in expressions; see mistake.go.

// more parses what follows the expression e if an operator is meant: "=" to compare, AND, is.
func (p *parser) more(e Expr) Expr {
	for !p.dead {
		var op Kind
		switch {
		case p.tok.Kind == Assign:
			if !p.comparesByAssign() {
				return e
			}
			op = Equal
		case p.tok.Kind == NameToken && p.sameLine() && endsOperand(p.kind(p.i-1)):
			word := p.text()
			switch op = p.capital(); {
			case op != EOF:
				p.unexpected().remedy(capitalWord, arg("right", op.String()))
			case word != "is" && word != "equals":
				return e
			case p.ahead() == Not:
				op = NotEqual
				p.unexpected().remedy(compareNot)
				p.next()
			default:
				op = Equal
				p.unexpected().remedy(compareWord)
			}
		default:
			return e
		}
		at := p.tok.Start
		p.next()
		y := p.operation(bindings[op].right)
		e = p.tree.binaries.add(BinaryExpr{e, y, at, op})
		p.taller()
		for k := p.tok.Kind; k >= Or && k <= Power && !p.dead; k = p.tok.Kind {
			at := p.tok.Start
			p.next()
			e = p.tree.binaries.add(BinaryExpr{e, p.operation(bindings[k].right), at, k})
			p.taller()
		}
	}
	return e
}

// comparesByAssign reports whether the "=" at the current token is meant as "==", and reports the error.
func (p *parser) comparesByAssign() bool {
	switch p.inBracket() {
	case OpenParen:
		p.mistake(p.i, assignInCall)
		return true
	case OpenBracket:
		p.mistake(p.i, compareAssign)
		return true
	case OpenBrace:
		return false
	}
	switch p.header.kind {
	case If, ElseIf, While, Until, Return:
		p.mistake(p.i, compareAssign)
		return true
	}
	return false
}

// noOperand deals with a token that no operand begins with, where an operand must stand.
func (p *parser) noOperand() Expr {
	if !p.careful {
		p.stop()
		return p.bad()
	}
	at := p.tok.Start
	switch k := p.tok.Kind; {
	case k == BadToken:
		p.next()
		return &BadExpr{at, p.prev}
	case k == OpenBracket:
		e := p.mistake(p.i, bracketList)
		if p.kind(p.i-1) == In {
			e.remedy(bracketIn)
		}
		p.skipBracket()
		return &BadExpr{at, p.prev}
	}
	if k := p.tok.Kind; (k == Dot || k == Colon) && p.ahead() == NameToken && !p.token(p.i+1).First {
		p.mistake(p.i, missingObject, arg("found", p.text()))
		return p.suffixes(p.bad())
	}
	p.unexpected()
	switch k := p.tok.Kind; {
	case k >= Or && k <= Power || k == Assign || k == Dot || k == Colon || k == DoubleColon:
		if !p.tok.First && p.sameLine() {
			p.next()
			if k := p.tok.Kind; !p.tok.First && (startsOperand(k) && k != OpenBracket || k == Minus) {
				p.operation(unaryBinding)
			}
			return &BadExpr{at, p.prev}
		}
	}
	return p.bad()
}

// closeBracket moves past the bracket that closes the innermost one, and returns its position, or 0 if it is not in the
// text.
func (p *parser) closeBracket(want Kind) Pos {
	if p.tok.Kind != want {
		p.badList(want, false)
	}
	at := p.real()
	p.take(want)
	p.open = p.open[:len(p.open)-1]
	return at
}

// badList deals with a token that follows an expression in brackets. list is set if there may be several expressions.
func (p *parser) badList(want Kind, list bool) {
	if !p.careful {
		p.stop()
		return
	}
	for p.tok.Kind != want && p.tok.Kind != EOF && !p.dead {
		if p.tok.Kind == Comma {
			switch {
			case list:
			case want == CloseParen:
				p.mistake(p.i, severalValues)
			default:
				p.unexpected()
			}
			p.next()
		} else {
			p.betweenValues(want)
		}
		if k := p.tok.Kind; k == want || k == EOF {
			break
		}
		before := p.i
		if p.expr(); p.i == before {
			p.skipTo(want, true)
		}
	}
}

// betweenValues reports what stands between two expressions in brackets instead of a comma, and moves past it unless it
// begins another expression.
func (p *parser) betweenValues(want Kind) {
	if endsOperand(p.kind(p.i-1)) && (startsOperand(p.tok.Kind) || p.tok.Kind.IsWord()) {
		p.mistake(p.i, commaMissing, arg("close", want.String()), arg("found", p.quoted(p.tok)))
	} else {
		p.unexpected()
	}
	if !startsOperand(p.tok.Kind) {
		before := p.i
		p.skipTo(want, true)
		if p.i == before {
			p.next()
		}
	}
}

// startsOperand reports whether an operand may begin with a token.
func startsOperand(k Kind) bool {
	switch k {
	case NameToken, NumberToken, StringToken, OpenParen, OpenBrace, OpenBracket, Nil, True, False, Dots, Function, Not, Hash:
		return true
	}
	return false
}

// colonElsewhere reports whether the colon at the current token does not begin the name of a method: it ends its line, or
// follows the key of an entry of a table.
func (p *parser) colonElsewhere() bool {
	name := p.token(p.i + 1)
	if !name.First {
		return false
	}
	k := p.kind(p.i + 2)
	return name.Kind != NameToken || k != OpenParen && k != StringToken && k != OpenBrace
}

// noName reports whether the name after a dot or a colon is missing, and reports the error. The first name of the next line
// may belong to another statement.
func (p *parser) noName() bool {
	switch {
	case p.tok.Kind == NameToken && (!p.tok.First || p.kind(p.i-1) != Dot):
		return false
	case p.tok.Kind == NameToken:
		i := p.i
		for (p.kind(i+1) == Dot || p.kind(i+1) == Colon) && p.kind(i+2) == NameToken {
			i += 2
		}
		if k := p.kind(i + 1); k != Assign && !(i > p.i && k == OpenParen) {
			return false
		}
	case p.tok.Kind == Dot || p.tok.Kind == Colon || p.tok.Kind == Concat:
		p.unexpected()
		p.next()
		if p.tok.Kind == NameToken && !p.tok.First {
			return false
		}
		return true
	}
	p.mistake(p.i-1, missingName, arg("found", p.word(p.i-1)))
	return true
}

// noArguments reports a method without a call.
func (p *parser) noArguments(x *CallExpr) {
	name := arg("name", clip(x.Method.Text))
	switch {
	case x.Method.Text == "":
		p.unexpected()
	case p.tok.First && p.tok.Kind != EOF:
		p.mistake(p.i-1, methodAlone, name)
	default:
		p.unexpected().remedy(methodCall, name)
	}
}

// entryStart deals with what can stand before an entry of a table only by mistake, and with keys that are followed by a
// colon. If it finds such a key, it parses it.
func (p *parser) entryStart(f *Field) {
	switch k := p.tok.Kind; {
	case k == Assign:
		p.mistake(p.i, missingKey)
		f.Key, f.Assign = p.bad(), p.tok.Start
		p.next()
	case k == Local:
		i := p.i + 1
		if p.kind(i) == Function {
			i++
		}
		name := "name"
		if p.kind(i) == NameToken {
			name = clip(p.word(i))
		}
		p.mistake(p.i, localEntry, arg("name", name))
		p.next()
	case k == Function && p.ahead() == NameToken:
		p.mistake(p.i, functionEntry, arg("name", p.path(p.i+1)))
	case p.ahead() == Colon && (k == NameToken || k == StringToken || k == NumberToken || k.IsWord() && k != Function):
		if p.kind(p.i+2) == NameToken && !p.token(p.i+2).First {
			if a := p.kind(p.i + 3); a == OpenParen || a == StringToken || a == OpenBrace || a == EOF || !startsOperand(a) && a != CloseBrace && a != Comma {
				return // a call of a method
			}
		}
		p.keyWithColon(f)
	}
}

// keyWithColon parses a key with a colon after it, and reports it.
func (p *parser) keyWithColon(f *Field) {
	key, value := clip(p.text()), p.token(p.i+2)
	switch p.tok.Kind {
	case StringToken, NumberToken:
		key = "[" + key + "]"
	}
	e := p.mistake(p.i+1, colonInTable, arg("key", key))
	switch {
	case value.Kind == Function:
		e.remedy(colonFunction)
	case value.Kind != EOF && !value.First && value.Kind != OpenBrace && value.Kind != OpenParen && value.End-value.Start <= 60:
		e.remedy(colonValue, arg("value", p.word(p.i+2)))
	}
	f.Key = p.tree.strings.add(StringExpr{p.tok.Start, p.tok.End, p.text()})
	p.next()
	f.Assign = p.tok.Start
	p.next()
}

// noKeyAssign deals with "[k]" without "=" in a table, which is a list of another language.
func (p *parser) noKeyAssign(f *Field) {
	if !p.careful {
		p.stop()
	} else if p.tok.Kind == Colon {
		p.mistake(p.i, colonInTable, arg("key", "["+clip(p.file.Slice(f.Key))+"]"))
		p.next()
		f.Value = p.expr()
		return
	} else {
		p.mistake(p.i-1, missingAssign, arg("name", "["+clip(p.file.Slice(f.Key))+"]"), arg("value", "..."))
		if startsOperand(p.tok.Kind) && !p.tok.First {
			f.Assign, f.Value = p.prev, p.expr()
			return
		}
	}
	f.Assign, f.Value = 0, p.bad()
}

// afterEntry deals with a token other than a comma after an entry of a table, which begins at token first. It reports
// whether another entry may follow.
func (p *parser) afterEntry(first int) bool {
	if !p.careful {
		p.stop()
		return false
	}
	if p.tok.Kind == EOF || p.dead {
		return false
	}
	switch last := p.i - 1; {
	case last == first && p.kind(first) == NameToken && !p.tok.First && (p.tok.Kind == Function || startsOperand(p.tok.Kind) && p.tok.Kind != NameToken):
		value := "..."
		if p.tok.Kind != Function && p.tok.Kind != OpenBrace && p.tok.Kind != OpenParen {
			value = clip(p.text())
		}
		p.mistake(first, missingAssign, arg("name", clip(p.word(first))), arg("value", value))
		p.expr()
	case last == first && p.keyOfWords(first) > 0:
		end := p.keyOfWords(first)
		text := p.file.Text[p.toks[first].Start:p.toks[end].End]
		p.mistake(first, wordsAsKey, arg("text", clip(text)))
		p.moveTo(end + 2)
		p.expr()
	case p.tok.Kind == Assign:
		p.assignAfterEntry(first, last)
	case p.tok.Kind == NameToken && !p.tok.First && p.ahead() != Assign && p.kind(last) == NameToken && p.kind(last-1) == Assign:
		p.bareText(last)
	case p.tok.Kind == Colon:
		p.mistake(p.i, colonInTable, arg("key", "name"))
		p.next()
	case endsOperand(p.kind(last)) && (startsOperand(p.tok.Kind) || p.tok.Kind.IsWord()):
		p.mistake(p.i, commaInTable, arg("found", p.quoted(p.tok)), arg("line", p.line(p.top().Start)))
		if !startsOperand(p.tok.Kind) {
			p.skipTo(CloseBrace, true)
		}
	default:
		p.unexpected()
		p.skipTo(CloseBrace, true)
	}
	if p.tok.Kind == Comma || p.tok.Kind == Semicolon {
		p.next()
	}
	return p.i > first
}

// keyOfWords returns the last of three words or more on one line that are a key without quotes, as in a dwarf digs = 1, or 0.
func (p *parser) keyOfWords(first int) int {
	i := first
	for p.kind(i) == NameToken && p.kind(i+1) == NameToken && !p.token(i+1).First {
		i++
	}
	if i < first+2 || p.kind(i+1) != Assign || p.token(i+1).First {
		return 0
	}
	return i
}

// assignAfterEntry deals with "=" after an entry of a table.
func (p *parser) assignAfterEntry(first, last int) {
	name, end := p.hyphens(first)
	switch {
	case end == last && end > 0:
		p.mistake(first, hyphenName, arg("right", name))
	case p.kind(last) == StringToken && last == first:
		text := p.word(last)
		if plain := strings.Trim(text, `"'`); IsName(plain) {
			p.mistake(last, quotedKey, arg("name", clip(plain)))
		} else {
			p.mistake(last, quotedKey).remedy(quotedKeyText, arg("text", clip(text)))
		}
	case p.kind(last) == NumberToken && last == first:
		p.mistake(last, valueKey, arg("text", clip(p.word(last))))
	case p.kind(last) == NameToken && p.kind(last-1) == Assign && p.kind(last-2) == NameToken:
		p.mistake(p.i, assignTwice, arg("name", clip(p.word(last-2))), arg("key", clip(p.word(last))))
	default:
		p.unexpected()
	}
	p.next()
	p.expr()
}

// bareText deals with a text without quotes, whose first word is token last.
func (p *parser) bareText(last int) {
	start := p.toks[last].Start
	text, _, _ := strings.Cut(p.file.Text[start:], "\n")
	text, _, _ = strings.Cut(text, "--")
	text = strings.TrimRight(text, " \t\r,}")
	e := p.mistake(last, bareText)
	if len(text) <= 60 && !strings.ContainsAny(text, `"\`) {
		e.remedy(bareTextQuoted, arg("name", clip(p.word(last-2))), arg("text", text))
	}
	for !p.tok.First && p.tok.Kind != CloseBrace && p.tok.Kind != EOF && p.tok.Kind != Comma {
		p.next()
	}
}

// noParams deals with a function without parentheses after its name. It reports whether they follow nevertheless.
func (p *parser) noParams(x *FunctionExpr) bool {
	if !p.careful {
		p.stop()
		return false
	}
	if name, last := p.hyphens(p.i - 1); last > 0 {
		p.mistake(p.i-1, hyphenName, arg("right", name))
		p.moveTo(last + 1)
	} else if p.tok.Kind == NameToken && p.kind(p.i-1) == Function { // in a table entryStart has reported it
		p.mistake(p.i, functionNamed)
		p.next()
		for p.tok.Kind == Dot || p.tok.Kind == Colon {
			p.next()
			p.take(NameToken)
		}
	} else if k := p.kind(p.i - 1); k == NameToken || k == Function {
		p.mistake(p.i-1, paramsMissing, arg("before", p.quoted(p.token(p.i-1))))
	} else {
		p.unexpected()
	}
	if p.tok.Kind == OpenParen {
		x.Open = p.tok.Start
		return true
	}
	x.Close = 0
	return false
}

// afterParam deals with what follows a parameter by mistake: a default, a type, or a dot instead of a comma.
func (p *parser) afterParam(name Name) {
	if p.tok.Kind == Colon {
		p.typeAfter()
	}
	switch p.tok.Kind {
	case Assign:
		p.mistake(p.i, paramDefault, arg("name", clip(name.Text)))
		p.next()
		p.expr()
	case Dot:
		if p.ahead() != NameToken {
			return
		}
		p.mistake(p.i, paramDot)
		p.tok.Kind = Comma
	}
}

// afterDots deals with what follows "..." among parameters.
func (p *parser) afterDots() {
	p.mistake(p.i-1, dotsNotLast)
	if p.careful {
		p.skipTo(CloseParen, false)
	}
}
