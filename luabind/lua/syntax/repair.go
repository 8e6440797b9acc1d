package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// The tokens of a text with errors are repaired before they are parsed again: afterwards each word and bracket that opens
// something has one that closes it. So the parser can report several errors, none of which follows from another. Where
// the tokens alone do not tell which word is missing or too many, the indentation does; it has no meaning in a text that
// is right.

// repairer repairs the tokens of a text.
type repairer struct {
	*parser
	in      []Token
	out     []Token
	open    []opening
	excess  map[Kind]int // how many more openers than closers there are in the rest of the text, by the closer
	elseIfs []int        // indexes in in of ifs after else on the same line
	indent  int          // the column of the first token of the line
	broken  bool         // words or brackets do not match, so the indentation counts
	last    opening      // the block that was closed last
	lastAt  int          // index in out of the word that closed it
}

// opening is an opener in the tokens.
type opening struct {
	i      int  // index in in of the word that messages show
	kind   Kind // Function, If, Do, While, For, Repeat or a bracket
	indent int  // the column at which its line begins
	body   int  // the column of the first statement in it that begins a line, or 0
	brace  bool // it has a brace, which "}" closes
	hidden bool // no error is reported if it is not closed
	head   bool // the then or the do after its condition or values has been emitted
}

// repair replaces the tokens of p, and reports what it has repaired.
func (p *parser) repair() {
	r := &repairer{parser: p, in: p.toks, out: make([]Token, 0, len(p.toks)+8)}
	r.broken = !r.matched()
	r.count()
	for i := 0; i < len(r.in); i++ {
		i = r.token(i)
	}
	p.toks = r.out
}

// closer returns the kind of the token that closes an opener, or EOF if k is none.
func closer(k Kind) Kind {
	switch k {
	case Function, If, Do, While, For:
		return End
	case Repeat:
		return Until
	case OpenParen:
		return CloseParen
	case OpenBrace:
		return CloseBrace
	case OpenBracket:
		return CloseBracket
	}
	return EOF
}

func isBracket(k Kind) bool { return k == OpenParen || k == OpenBrace || k == OpenBracket }

func isCloser(k Kind) bool {
	return k == End || k == Until || k == CloseParen || k == CloseBrace || k == CloseBracket
}

// endsOperand reports whether a token can be the last one of an operand.
func endsOperand(k Kind) bool {
	switch k {
	case NameToken, NumberToken, StringToken, End, Nil, True, False, CloseParen, CloseBracket, CloseBrace, Dots:
		return true
	}
	return false
}

// wantsOperand reports whether an operand must follow a token.
func wantsOperand(k Kind) bool {
	return k >= Or && k <= Power || k == Not || k == Hash || k == Assign || k == Comma || k == If || k == ElseIf || k == While || k == Until || k == In
}

// matched reports whether all openers have their closers.
func (r *repairer) matched() bool {
	var open []Kind
	pending := 0 // loops whose word do follows
	for _, t := range r.in {
		switch k := t.Kind; {
		case k == While || k == For:
			open = append(open, End)
			pending++
		case k == Do && pending > 0:
			pending--
		case closer(k) != EOF:
			open = append(open, closer(k))
		case isCloser(k):
			n := len(open) - 1
			if n < 0 || open[n] != k {
				return false
			}
			open = open[:n]
		}
	}
	return len(open) == 0
}

// count fills r.excess and r.elseIfs.
func (r *repairer) count() {
	r.excess = map[Kind]int{}
	pending := 0
	for i, t := range r.in {
		if t.Kind == If && r.kind(i-1) == Else && !t.First {
			r.elseIfs = append(r.elseIfs, i)
		}
		switch k := t.Kind; {
		case k == While || k == For:
			r.excess[End]++
			pending++
		case k == Do && pending > 0:
			pending--
		case closer(k) != EOF:
			r.excess[closer(k)]++
		case isCloser(k):
			r.excess[k]--
		}
	}
}

// at returns token i, or EOF if there is none.
func (r *repairer) at(i int) Token {
	if i < 0 || i >= len(r.in) {
		return Token{}
	}
	return r.in[i]
}

func (r *repairer) kind(i int) Kind { return r.at(i).Kind }

// word returns the text of token i.
func (r *repairer) word(i int) string {
	t := r.at(i)
	return r.file.Text[t.Start:t.End]
}

// line returns the number of the line of token i, in the file.
func (r *repairer) line(i int) string { return strconv.Itoa(r.file.Position(r.at(i).Start).Line) }

// col returns the column of token i, without the place of an expression in its file.
func (r *repairer) col(i int) int {
	at := r.at(i).Start
	return r.file.columns(r.file.LineStart(r.file.LineOf(at)), at) + 1
}

// top returns the innermost opening, or one of kind EOF if there is none.
func (r *repairer) top() *opening {
	if len(r.open) == 0 {
		return &opening{i: -1}
	}
	return &r.open[len(r.open)-1]
}

// mistake reports an error at token i.
func (r *repairer) mistake(i int, code Code, args ...Arg) *Error {
	t := r.at(i)
	e := r.file.report(t.Start, t.End, code, args...)
	if e.Code == "" {
		return e
	}
	for _, o := range r.open {
		if !o.hidden && r.in[o.i].Start < t.Start {
			e.Open = append(e.Open, Opener{o.kind, r.in[o.i].Start})
		}
	}
	return e
}

// emit adds token i, with a kind.
func (r *repairer) emit(i int, k Kind) {
	t := r.in[i]
	t.Kind = k
	r.out = append(r.out, t)
}

// insert adds a token that is not in the text, after the tokens so far.
func (r *repairer) insert(k Kind) { r.insertAt(len(r.out), k) }

func (r *repairer) insertAt(at int, k Kind) {
	end := r.file.lines[0]
	if at > 0 {
		end = r.out[at-1].End
	}
	r.out = slices.Insert(r.out, at, Token{end, end, k, false})
}

func (r *repairer) push(i int, k Kind) *opening {
	r.open = append(r.open, opening{i: i, kind: k, indent: r.indent})
	return r.top()
}

// pop closes the innermost opening. The word that closes it has been emitted.
func (r *repairer) pop() {
	r.last, r.lastAt = *r.top(), len(r.out)-1
	r.open = r.open[:len(r.open)-1]
}

// token repairs and emits the tokens from token i on, and returns the index of the last of them.
func (r *repairer) token(i int) int {
	if r.in[i].First {
		r.indent = r.col(i)
	}
	if j, done := r.renamed(i); done {
		return j
	}
	if r.broken {
		r.dedented(i)
	}
	k := r.in[i].Kind
	if o := r.top(); r.in[i].First && o.body == 0 && !isCloser(k) && k != Else && k != ElseIf {
		o.body = r.col(i)
	}
	switch {
	case k == While || k == For:
		r.emit(i, k)
		r.push(i, k)
	case k == Do && r.waits():
		if o := r.top(); o.kind == If { // instead of then
			r.excess[End]--
		} else {
			o.i, o.kind = i, Do
		}
		r.top().head = true
		r.emit(i, k)
	case k == Do:
		r.emit(i, k)
		r.push(i, k).head = true
	case k == OpenBrace:
		r.brace(i)
	case closer(k) != EOF:
		r.emit(i, k)
		r.push(i, k)
	case k == Else || k == ElseIf:
		return r.orElse(i)
	case isCloser(k):
		return r.close(i)
	case k == Return:
		r.emit(i, k)
		r.missingBrace(i)
	case k == EOF:
		for len(r.open) > 0 {
			r.unclosed(i)
		}
		r.emit(i, k)
	case k == Then:
		if o := r.top(); r.waits() && o.kind != If { // instead of do
			o.i, o.kind = i, Do
		} else if !r.waits() {
			r.thenWithoutIf(i)
		}
		r.top().head = true
		r.emit(i, k)
	case k == Colon:
		r.colon(i)
		r.emit(i, k)
	case k == Assign:
		r.assignTwice(i)
		r.emit(i, k)
	default:
		r.emit(i, k)
	}
	return i
}

// waits reports whether a then or a do is to follow for the innermost opening.
func (r *repairer) waits() bool {
	o := r.top()
	return (o.kind == If || o.kind == While || o.kind == For) && !o.head
}

// colon deals with the colon at token i if it begins a block, as in other languages: the block may have no end.
func (r *repairer) colon(i int) {
	if !r.at(i+1).First && r.kind(i+1) != EOF {
		return
	}
	o, prev := r.top(), r.kind(i-1)
	if r.waits() || prev == Then || prev == Do || prev == Else || prev == Repeat || prev == CloseParen && r.isHeader(i-1) {
		o.head = true
		o.hidden = o.hidden || r.excess[closer(o.kind)] > 0
	}
}

// brace emits "{". If it begins a block, as in other languages, the words of Lua are emitted in its place.
func (r *repairer) brace(i int) {
	o, prev := r.top(), r.kind(i-1)
	var e *Error
	switch want := r.headerWord(); {
	case prev == Else || prev == Do || prev == Then || prev == CloseParen && r.isHeader(i-1):
		e = r.mistake(i, braceBlock)
	case want != EOF && endsOperand(prev) && !r.continues(i):
		e = r.mistake(i, braceBlock)
		e.remedy(braceHeader, arg("want", want.String()))
		r.insert(want)
		o.head = true
		if want == Do {
			o.kind = Do
		}
	default:
		r.emit(i, OpenBrace)
		r.push(i, OpenBrace)
		return
	}
	o.brace, o.i = true, i
}

// isHeader reports whether token i closes the parameters of a function.
func (r *repairer) isHeader(i int) bool {
	for depth := 0; i >= 0; i-- {
		switch r.kind(i) {
		case CloseParen:
			depth++
		case OpenParen:
			if depth--; depth > 0 {
				continue
			}
			for i--; r.kind(i) == NameToken || r.kind(i) == Dot || r.kind(i) == Colon; i-- {
			}
			return i >= 0 && r.kind(i) == Function
		}
	}
	return false
}

// headerWord returns the word that must follow the condition or the values before the current token, Then or Do, or EOF
// if none must.
func (r *repairer) headerWord() Kind {
	switch {
	case !r.waits():
		return EOF
	case r.top().kind == If:
		return Then
	}
	return Do
}

// continues reports whether the expression goes on after the table that begins at token i.
func (r *repairer) continues(i int) bool {
	depth := 0
	for ; i < len(r.in); i++ {
		switch r.in[i].Kind {
		case OpenBrace:
			depth++
		case CloseBrace:
			if depth--; depth == 0 {
				k := r.kind(i + 1)
				return k == Then || k == Do || k >= Or && k <= Power || k == CloseParen || k == Comma
			}
		}
	}
	return false
}

// missingBrace opens the table after a return if its brace is missing and the first key follows on the next line.
func (r *repairer) missingBrace(i int) {
	if len(r.open) == 0 && r.at(i+1).First && r.kind(i+1) == NameToken && r.kind(i+2) == Assign {
		r.mistake(i, returnBrace)
		r.insert(OpenBrace)
		r.push(i, OpenBrace).hidden = true
		r.excess[CloseBrace]++
	}
}

// assignTwice opens the table whose brace is missing in { a = b = 1 } }.
func (r *repairer) assignTwice(i int) {
	if r.top().kind != OpenBrace || r.excess[CloseBrace] >= 0 || r.kind(i-1) != NameToken || r.kind(i-2) != Assign || r.kind(i-3) != NameToken {
		return
	}
	r.mistake(i, assignTwice, arg("name", clip(r.word(i-3))), arg("key", clip(r.word(i-1))))
	r.insertAt(len(r.out)-1, OpenBrace)
	r.push(i, OpenBrace).hidden = true
	r.excess[CloseBrace]++
}

// orElse emits else or elseif at token i, and returns the index of the last token that it has dealt with.
func (r *repairer) orElse(i int) int {
	k := r.in[i].Kind
	found := -1
	for n := len(r.open) - 1; n >= 0; n-- {
		if r.open[n].kind == If {
			found = n
			break
		}
	}
	switch {
	case found >= 0:
		for len(r.open)-1 > found {
			r.unclosed(i)
		}
		r.emit(i, k)
		r.top().body, r.top().head = 0, k == Else
	case r.last.kind == If && r.lastAt == len(r.out)-1 && r.out[r.lastAt].Kind == End:
		r.mistake(i, elseWithoutIf, arg("found", k.String())).remedy(elseAfterEnd)
		r.out = r.out[:r.lastAt]
		r.open = append(r.open, r.last)
		r.excess[End]++
		r.emit(i, k)
	case k == ElseIf && r.excess[End] < 0:
		r.mistake(i, elseWithoutIf, arg("found", k.String()))
		r.emit(i, If)
		r.push(i, If)
		r.excess[End]++
	default:
		r.mistake(i, elseWithoutIf, arg("found", k.String()))
		if k == ElseIf {
			for !r.at(i+1).First && r.kind(i) != Then && r.kind(i+1) != EOF {
				i++
			}
		}
	}
	return i
}

// unclosed closes the innermost opening before token i, where its closer is missing, and reports it.
func (r *repairer) unclosed(i int) *Error { return r.closeAt(i, true) }

// closeAt is unclosed. If before is set and token i closes an outer opening, the message says so.
func (r *repairer) closeAt(i int, before bool) *Error {
	o := *r.top()
	word, want := r.word(o.i), closer(o.kind)
	if o.brace {
		word, want = "{", CloseBrace
	}
	defer func() {
		r.excess[want]--
		r.insert(closer(o.kind))
		if o.kind == Repeat {
			r.insert(BadToken) // the condition
		}
		r.pop()
	}()
	if o.hidden {
		return &Error{}
	}
	args := []Arg{arg("opener", word), arg("close", want.String())}
	var e *Error
	if k := r.kind(i); before && (isCloser(k) || k == Else || k == ElseIf) {
		e = r.mistake(o.i, notClosedBefore, append(args, arg("found", r.word(i)), arg("line", r.line(i)))...)
	} else {
		e = r.mistake(o.i, notClosed, args...)
	}
	if at := r.elseIfAfter(o.i, i); want == End && at >= 0 {
		e.remedy(elseIf, arg("at", r.line(at)))
	}
	return e
}

// elseIfAfter returns the index of the first "else if" on one line between two tokens, or -1. It is the most frequent reason
// for a missing end.
func (r *repairer) elseIfAfter(from, to int) int {
	i, _ := slices.BinarySearch(r.elseIfs, from+1)
	if i < len(r.elseIfs) && r.elseIfs[i] < to {
		return r.elseIfs[i]
	}
	return -1
}

// close emits token i, which closes something, or leaves it out if it closes nothing.
func (r *repairer) close(i int) int {
	k := r.in[i].Kind
	if r.closesBrace(i) {
		return i
	}
	found := -1
	for n := len(r.open) - 1; n >= 0; n-- {
		if o := r.open[n]; closer(o.kind) == k && !(o.brace && k == End && r.excess[CloseBrace] > 0) {
			found = n
			break
		}
	}
	switch {
	case found < 0 && k == End && r.top().kind == Repeat:
		r.unclosed(i)
		r.excess[End]++
		return i
	case found < 0 || found < len(r.open)-1 && r.isStray(i):
		return r.stray(i)
	}
	for r.broken && found == len(r.open)-1 && r.byIndentation(i) {
		e := r.closeAt(i, false)
		if e.Hint == "" {
			e.remedy(closedByLeft, arg("word", r.word(i)), arg("at", r.line(i)))
		}
		for found = len(r.open) - 1; closer(r.open[found].kind) != k; found-- {
		}
	}
	for len(r.open)-1 > found {
		r.unclosed(i)
	}
	r.emit(i, k)
	r.pop()
	r.surplusBrace(i)
	return i
}

// closesBrace emits what closes the innermost block if a brace has begun it and token i is "}".
func (r *repairer) closesBrace(i int) bool {
	if r.in[i].Kind != CloseBrace || !r.top().brace {
		return false
	}
	o, next := r.top(), r.kind(i+1)
	switch {
	case o.kind == If && (next == Else || next == ElseIf || next == NameToken && otherWords[r.word(i+1)] == "elseif"), next == closer(o.kind) && r.excess[next] <= 0:
		o.brace = false // another word follows
	default:
		r.insert(closer(r.top().kind))
		r.pop()
		r.excess[End]--
	}
	return true
}

// byIndentation reports whether token i is too far left to close the innermost opening, but right for another one.
func (r *repairer) byIndentation(i int) bool {
	o := r.top()
	if !r.in[i].First || r.excess[closer(o.kind)] <= 0 || r.col(i) >= o.indent {
		return false
	}
	for _, outer := range r.open[:len(r.open)-1] {
		if outer.indent == r.col(i) && closer(outer.kind) == r.in[i].Kind {
			return true
		}
	}
	return false
}

// isStray reports whether token i, which could close an outer opening but not the innermost one, closes nothing.
func (r *repairer) isStray(i int) bool {
	k, o := r.in[i].Kind, r.top()
	switch {
	case r.excess[k] < 0 && r.excess[closer(o.kind)] <= 0:
		return true
	case r.excess[closer(o.kind)] > 0 || isBracket(o.kind):
		return false
	}
	return !r.in[i].First && r.endsAsIndented(i)
}

// endsAsIndented reports whether the first token after token i that is not further right than the innermost block is an
// end, and stands exactly below it.
func (r *repairer) endsAsIndented(i int) bool {
	indent := r.top().indent
	for i++; i < len(r.in); i++ {
		if r.in[i].First && r.col(i) <= indent {
			return r.col(i) == indent && r.kind(i) == End
		}
	}
	return false
}

// thenWithoutIf makes an if of the word that begins the line of the "then" at token i, if no if waits for it.
func (r *repairer) thenWithoutIf(i int) {
	n := len(r.out) - 1
	const farthest = 100
	for j := i - 1; j >= max(i-farthest, 0); j-- {
		if k := r.kind(j); k == If || k == ElseIf {
			return
		} else if !r.in[j].First {
			continue
		}
		for n > 0 && r.out[n].Start > r.in[j].Start {
			n--
		}
		if r.kind(j) != NameToken || n < 0 || r.out[n].Start != r.in[j].Start || r.kind(j+1) == Assign {
			return
		}
		word := r.word(j)
		if r.top().kind == If && misspelled(word, "elseif") != "" {
			r.mistake(j, misspelledWord, arg("word", word), arg("right", "elseif"))
			r.out[n].Kind = ElseIf
			r.top().body = 0
			return
		}
		if r.excess[End] >= 0 {
			return
		}
		if right := otherWords[word]; right != "" {
			r.mistake(j, otherWord, arg("word", word), arg("right", right))
		} else {
			r.mistake(j, misspelledWord, arg("word", word), arg("right", "if"))
		}
		r.out[n].Kind = If
		r.push(j, If)
		r.excess[End]++
		return
	}
}

// stray leaves out token i, which closes nothing, and reports it.
func (r *repairer) stray(i int) int {
	k := r.in[i].Kind
	r.excess[k]++
	if k == End || k == Until {
		if o := r.top(); isBracket(o.kind) && k == End {
			r.mistake(i, extraEnd, arg("opener", r.word(o.i)), arg("line", r.line(o.i)))
		} else if r.kind(i-1) != BadToken {
			r.mistake(i, strayCloser, arg("found", k.String()))
		}
		return i
	}
	opener := map[Kind]string{CloseParen: "(", CloseBracket: "[", CloseBrace: "{"}[k]
	r.mistake(i, strayBracket, arg("found", k.String()), arg("opener", opener))
	return i
}

// surplusBrace takes back the "}" at token i if it closes the table that a file returns, but another entry follows.
func (r *repairer) surplusBrace(i int) {
	o := r.last
	if r.in[i].Kind == CloseBrace && len(r.open) == 0 && r.kind(o.i-1) == Return && r.kind(i+1) == Comma && r.at(i+2).First && r.kind(i+2) == NameToken && r.kind(i+3) == Assign {
		r.mistake(i, strayBrace, arg("line", r.line(o.i)), arg("name", clip(r.word(i+2))))
		r.out = r.out[:r.lastAt]
		r.open = append(r.open, o)
		r.excess[CloseBrace]++
	}
}

// dedented closes the openings that token i, the first one of its line, is too far left to be in. It closes brackets, too,
// if token i begins a statement.
func (r *repairer) dedented(i int) {
	t := r.in[i]
	if isCloser(t.Kind) || t.Kind == Else || t.Kind == ElseIf || t.Kind == EOF {
		return
	}
	for len(r.open) > 0 {
		o := r.top()
		switch {
		case o.brace || o.hidden && isBracket(o.kind):
			return
		case isBracket(o.kind):
			if r.reopened(i) || !r.leavesBracket(i) {
				return
			}
			r.closeEarlier(i)
		case !r.leavesBlock(i):
			return
		default:
			r.closeEarlier(i)
		}
	}
}

// leavesBlock reports whether token i is too far left for the innermost block, and the text lacks a closer.
func (r *repairer) leavesBlock(i int) bool {
	o := r.top()
	if !r.in[i].First || r.excess[closer(o.kind)] <= 0 || r.in[i].Kind == Do || r.in[i].Kind == Then {
		return false
	}
	onOneLine := o.body == 0 && r.kind(i-1) == Comma // such as { a = function() return 1,
	return (o.body > o.indent || onOneLine) && r.col(i) <= o.indent
}

// leavesBracket reports whether token i cannot be in the innermost bracket, and the text lacks a closing bracket.
func (r *repairer) leavesBracket(i int) bool {
	o, t := r.top(), r.in[i]
	if r.excess[closer(o.kind)] <= 0 {
		return false
	}
	switch t.Kind {
	case Local, Return, If, For, While, Repeat, Break, Goto:
		return o.kind != OpenBrace || t.First && r.col(i) <= o.indent
	}
	if !t.First {
		return false
	}
	if o.kind == OpenBrace {
		return r.col(i) <= o.indent && r.line(i) != r.line(o.i)
	}
	return t.Kind == NameToken && endsOperand(r.kind(i-1)) || t.Kind == Function && endsOperand(r.kind(i-1))
}

// closeEarlier closes the innermost opening before token i, and before the comma that separates it from an entry of a
// table.
func (r *repairer) closeEarlier(i int) {
	o := *r.top()
	comma := r.kind(i-1) == Comma && len(r.open) > 1 && r.open[len(r.open)-2].kind == OpenBrace
	e := r.closeAt(i, false)
	if comma {
		n := len(r.out)
		r.out[n-1], r.out[n-2] = r.out[n-2], r.out[n-1]
		r.out[n-2].Start, r.out[n-2].End = r.out[n-1].Start, r.out[n-1].Start
		if n > 2 {
			r.out[n-2].Start, r.out[n-2].End = r.out[n-3].End, r.out[n-3].End
		}
	}
	switch word := r.lastWord(i); {
	case e.Hint != "" || isBracket(o.kind) && !comma:
	case comma:
		e.remedy(closedByComma, arg("at", r.line(i-1)))
	case word == Return || word == Break:
		e.remedy(closedByReturn, arg("at", r.line(i)), arg("word", word.String()))
	case o.kind == Function && len(r.open) == 0: // the end of the text says it
	default:
		e.remedy(closedByLine, arg("at", r.line(i)))
	}
}

// lastWord returns the kind of the first token on the line of the statement before token i, if that is a return or break.
func (r *repairer) lastWord(i int) Kind {
	for i--; i > 0 && !r.in[i].First; i-- {
	}
	return r.kind(i)
}

// reopened opens the innermost function in a table again if a statement follows the end that has closed it, which is an
// end too many.
func (r *repairer) reopened(i int) bool {
	o, t := r.top(), r.in[i]
	fn := r.last
	if o.kind != OpenBrace || !t.First || r.excess[End] >= 0 || fn.kind != Function || r.kind(fn.i-1) != Assign || r.lastAt != len(r.out)-1 || r.out[r.lastAt].Kind != End {
		return false
	}
	switch t.Kind {
	case If, For, While, Repeat, Local, Return, Do, Break:
	case NameToken:
		if k := r.kind(i + 1); k != Dot && k != Colon && k != OpenBracket && k != OpenParen {
			return false
		}
	default:
		return false
	}
	r.mistake(i-1, extraEndBefore, arg("name", r.word(fn.i-2)), arg("line", r.line(fn.i)), arg("found", r.word(i)))
	r.out = r.out[:r.lastAt]
	r.open = append(r.open, fn)
	r.excess[End]++
	return true
}

// renamed emits a word that has another meaning than its text says: a misspelled word, a word of another language, or a
// word of Lua where a name must stand. It returns the index of the last token that it has dealt with.
func (r *repairer) renamed(i int) (last int, done bool) {
	k := r.in[i].Kind
	switch {
	case k.IsWord():
		return i, r.keywordAsName(i)
	case k != NameToken:
		return i, false
	}
	word := r.word(i)
	switch {
	case otherWords[word] == "elseif" && r.top().kind == If && r.kind(i+1) != Assign && r.kind(i+1) != Dot && r.kind(i+1) != OpenParen && r.kind(i-1) != Dot:
		r.mistake(i, otherWord, arg("word", word), arg("right", "elseif"))
		r.emit(i, ElseIf)
		r.top().body, r.top().head = 0, false
	case slices.Contains(misspelledEnds, word) && r.excess[End] > 0 && r.standsAlone(i) && len(r.open) > 0:
		r.mistake(i, loneName, arg("name", word)).remedy(loneEnd)
		r.excess[End]--
		for n := len(r.open) - 1; n >= 0; n-- {
			if closer(r.open[n].kind) == End {
				for len(r.open)-1 > n {
					r.unclosed(i)
				}
				r.insert(End)
				r.pop()
				break
			}
		}
	case r.meansFunction(i):
		code := misspelledWord
		if otherWords[word] == "function" {
			code = otherWord
		}
		r.mistake(i, code, arg("word", word), arg("right", "function"))
		r.emit(i, Function)
		r.push(i, Function)
		r.excess[End]++
	case r.functionInTable(i):
		r.mistake(i, functionEntry, arg("name", clip(word)))
		r.emit(i, Function)
		r.push(i, Function)
		r.excess[End]++
	default:
		return i, false
	}
	return i, true
}

// misspelledEnds are misspellings of end. A test of similarity is not reliable for such a short word.
var misspelledEnds = []string{"edn", "ned", "nd", "en", "endd", "ende", "End", "END"}

// standsAlone reports whether token i is alone on its line.
func (r *repairer) standsAlone(i int) bool {
	k := r.kind(i + 1)
	return r.in[i].First && (r.at(i+1).First || k == EOF || k == Comma || k == CloseParen)
}

// meansFunction reports whether token i is a misspelled function: parameters and a body follow it.
func (r *repairer) meansFunction(i int) bool {
	word := r.word(i)
	if otherWords[word] != "function" && misspelled(word, "function") == "" || r.kind(i-1) == Dot || r.kind(i-1) == Colon {
		return false
	}
	open := i + 1
	for r.kind(open) == NameToken || r.kind(open) == Dot || r.kind(open) == Colon {
		open++
	}
	end := r.paramsEnd(open)
	if end < 0 || open > i+1 && r.at(i+1).First {
		return false
	}
	next := r.at(end + 1)
	return open > i+1 || r.excess[End] < 0 || next.Kind == End || !next.First && (next.Kind == NameToken || next.Kind.IsWord())
}

// paramsEnd returns the index of the token that closes the parameters of a function, which begin at token i, or -1.
func (r *repairer) paramsEnd(i int) int {
	if r.kind(i) != OpenParen {
		return -1
	}
	for i++; ; i++ {
		switch r.kind(i) {
		case NameToken, Comma, Dots:
		case CloseParen:
			return i
		default:
			return -1
		}
	}
}

// functionInTable reports whether token i begins an entry such as "behavior(agent) ... end".
func (r *repairer) functionInTable(i int) bool {
	prev := r.kind(i - 1)
	if r.top().kind != OpenBrace || prev != OpenBrace && prev != Comma && prev != Semicolon || r.excess[End] >= 0 {
		return false
	}
	end := r.paramsEnd(i + 1)
	return end >= 0 && r.at(end+1).First && !isCloser(r.kind(end+1))
}

// keywordAsName emits a word of Lua as a name where only a name can stand, and reports it.
func (r *repairer) keywordAsName(i int) bool {
	prev, next, t := r.kind(i-1), r.kind(i+1), r.in[i]
	code, args := keywordName, []Arg{arg("word", r.word(i))}
	switch {
	case t.First && prev != OpenBrace && prev != Comma && next != Assign:
		return false
	case (prev == Dot || prev == Colon) && !t.First:
		if prev == Colon && r.isKeyBefore(i-1) {
			return false
		}
		code, args = keywordField, append(args, arg("dot", r.word(i-1)))
	case next == Assign && (prev == OpenBrace || prev == Comma || prev == Semicolon) && r.top().kind == OpenBrace:
		code = keywordKey
	case (prev == Local || prev == Goto || prev == For) && !t.First && t.Kind != Function:
	case prev == Function && !t.First && (next == OpenParen || next == Dot || next == Colon):
	case next == Assign && t.First && t.Kind != Nil && t.Kind != True && t.Kind != False && t.Kind != Not:
	default:
		return false
	}
	e := r.mistake(i, keywordName, args...)
	if code != keywordName {
		e.remedy(code)
	}
	r.emit(i, NameToken)
	if k := closer(t.Kind); k != EOF {
		r.excess[k]--
	} else if isCloser(t.Kind) {
		r.excess[t.Kind]++
	}
	return true
}

// isKeyBefore reports whether the colon at token i follows the key of an entry of a table.
func (r *repairer) isKeyBefore(i int) bool {
	if r.top().kind != OpenBrace {
		return false
	}
	k := r.kind(i - 2)
	return (k == OpenBrace || k == Comma || k == Semicolon) && (r.kind(i-1) == NameToken || r.kind(i-1) == StringToken || r.kind(i-1).IsWord())
}

// misspelled returns the word that was probably meant, or "". Nearly all letters must be the same, since names of a script
// may resemble words of Lua.
func misspelled(word string, words ...string) string {
	plain := plainWord(word)
	for _, w := range words {
		if w == plain {
			return w
		}
	}
	w := diag.Suggest(word, words)
	allowed := 0
	if len(w) >= 5 {
		allowed = 2
	}
	if w == "" || strayLetters(plain, w) > allowed {
		return ""
	}
	return w
}

func plainWord(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }

// strayLetters returns the number of letters that occur more often in one of two words than in the other.
func strayLetters(a, b string) int {
	var count [256]int
	for i := range len(a) {
		count[a[i]]++
	}
	for i := range len(b) {
		count[b[i]]--
	}
	n := 0
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}

// quoted returns a token as messages show it.
func (p *parser) quoted(t Token) string {
	word := p.file.Text[t.Start:t.End]
	if line, _, more := strings.Cut(word, "\n"); more {
		word = strings.TrimRight(line, "\r") + "..."
	}
	if t.Kind == StringToken {
		return "the string " + clip(word)
	}
	return fmt.Sprintf(`"%s"`, clip(word))
}
