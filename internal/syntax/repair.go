package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	blocks  int          // number of words so far that begin a block in other languages, and are closed by end
}

// opening is an opener in the tokens.
type opening struct {
	i      int  // index in in of the word that messages show
	kind   Kind // Function, If, Do, While, For, Repeat or a bracket
	indent int  // the column at which its line begins
	body   int  // the column of the first statement in it that begins a line, or 0
	brace  bool // a brace has begun its block, which "}" closes
	braced bool // it has had a brace
	hidden bool // no error is reported if it is not closed
	head   bool // the then or the do after its condition or values has been emitted
}

// repair replaces the tokens of p, and reports what it has repaired.
func (p *parser) repair() {
	r := &repairer{parser: p, in: p.toks, out: make([]Token, 0, len(p.toks)+8)}
	p.swallowed = slices.ContainsFunc(p.file.Errors, func(e *Error) bool { return e.Code == openComment || e.Code == openLongString })
	for _, e := range p.file.Errors { // other errors of its line follow from it
		if e.Code == quoteInString {
			p.repaired = append(p.repaired, p.file.LineOf(e.Start))
		}
	}
	r.broken = !r.matched()
	r.count()
	for i := 0; i < len(r.in); i++ {
		i = r.token(i)
	}
	p.toks = r.out
	slices.Sort(p.repaired)
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
	r.repaired = append(r.repaired, r.file.LineOf(t.Start))
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
	k := r.in[i].Kind
	if (k == If || k == While || k == For || k == Function) && r.kind(i-1) == k {
		r.mistake(i, wordTwice, arg("word", k.String()))
		r.excess[End]--
		return i
	}
	if r.kind(i-1) == End && !r.in[i].First && (r.at(i+1).First || r.kind(i+1) == EOF) && (closer(k) == End || k == Repeat) {
		r.mistake(i-1, endWord, arg("word", k.String()))
		r.excess[closer(k)]--
		return i
	}
	if k == If {
		if j := r.ifInExpression(i); j >= 0 {
			return j
		}
	}
	if j, done := r.renamed(i); done {
		return j
	}
	if r.broken {
		r.dedented(i)
	}
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
	case k == EOF:
		reported := 0 // line of the last error, since one error of a line is enough
		for len(r.open) > 0 {
			o := r.top()
			line := r.file.LineOf(r.at(o.i).Start)
			o.hidden = o.hidden || line == reported || r.swallowed
			reported = line
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
	case k == Comma && r.callEnds(i):
		r.unclosed(i)
		r.emit(i, k)
	case k == Assign:
		r.missingBrace(i)
		r.emit(i, k)
	default:
		r.emit(i, k)
	}
	return i
}

// callEnds reports whether the comma at token i ends an entry of a table that is a call whose bracket is not closed, as in
// test("a", function() ... end, since the next entry begins on its own line.
func (r *repairer) callEnds(i int) bool {
	o, n := r.top(), len(r.open)
	return r.broken && o.kind == OpenParen && n > 1 && r.open[n-2].kind == OpenBrace && r.excess[CloseParen] > 0 &&
		r.kind(i-1) == End && r.at(i-1).First && r.col(i-1) == o.indent && (r.at(i+1).First || r.kind(i+1) == EOF)
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
	switch want := r.headerWord(); {
	case prev == Else || prev == Do || prev == Then || prev == CloseParen && r.isHeader(i-1):
		r.mistake(i, braceBlock)
	case want != EOF && endsOperand(prev) && !r.continues(i):
		r.mistake(i, braceBlock).remedy(braceHeader, arg("want", want.String()))
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
	if o.braced = true; r.excess[CloseBrace] > 0 && r.excess[End] <= 0 { // an end closes the block
		r.excess[CloseBrace]--
		return
	}
	o.brace, o.i = true, i
}

// isHeader reports whether token i closes the parameters of a function.
func (r *repairer) isHeader(i int) bool {
	if r.kind(i) != CloseParen {
		return false
	}
	for depth := 0; i >= 0; i-- {
		switch r.kind(i) {
		case CloseParen:
			depth++
		case OpenParen:
			if depth--; depth > 0 {
				continue
			}
			for i--; r.kind(i) == NameToken && i != r.top().i || r.kind(i) == Dot || r.kind(i) == Colon; i-- {
			}
			return i >= 0 && (r.kind(i) == Function || r.top().kind == Function && i == r.top().i)
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

// missingBrace opens the table whose brace is missing before the name and the "=" at token i: after return, after another
// "=", or among the arguments of a call.
func (r *repairer) missingBrace(i int) {
	if r.kind(i-1) != NameToken {
		return
	}
	top := r.top().kind
	switch before := r.kind(i - 2); {
	case before == Return && len(r.open) == 0 && r.at(i-1).First:
		r.mistake(i-2, returnBrace)
	case r.excess[CloseBrace] >= 0:
		return
	case before == Assign && top == OpenBrace && r.kind(i-3) == NameToken:
		r.mistake(i, assignTwice, arg("name", clip(r.word(i-3))), arg("key", clip(r.word(i-1))))
	case before == Return || before == Assign || top == OpenParen && (before == OpenParen || before == Comma):
		r.mistake(i-1, missingBrace, arg("found", r.quoted(r.at(i-1))), arg("name", clip(r.word(i-1))))
	default:
		return
	}
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
		o := r.top()
		o.body, o.head = 0, k == Else
		if k == Else && o.braced && r.kind(i+1) == If && !r.at(i+1).First { // } else if (a) {
			r.emit(i, ElseIf)
			o.head = false
			r.excess[End]--
			return i + 1
		}
		r.emit(i, k)
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
	r.excess[want]--
	at, comma := len(r.out), r.commaBefore(i)
	if comma {
		at--
	}
	r.insertAt(at, closer(o.kind))
	if o.kind == Repeat {
		r.insertAt(at+1, BadToken) // the condition
	}
	defer func() {
		r.pop()
		if o.kind == OpenParen && r.top().kind == Function && r.isHead(r.top().i, o.i) {
			r.top().hidden = true // its body is missing, too
		}
		if k := r.kind(i); r.top().kind == OpenBrace && !comma && !isCloser(k) && k != Comma && k != Semicolon && k != EOF && k != Else && k != ElseIf {
			r.insert(Comma)
		}
	}()
	if o.hidden {
		return &Error{}
	}
	args := []Arg{arg("opener", word), arg("close", want.String())}
	if j := r.elseIfAfter(o.i, i); want == End && j >= 0 {
		e := r.mistake(j-1, elseIf)
		e.End = r.in[j].End
		return e
	}
	var e *Error
	if k := r.kind(i); before && (isCloser(k) || k == Else || k == ElseIf) {
		e = r.mistake(o.i, notClosedBefore, append(args, arg("found", r.word(i)), arg("line", r.line(i)))...)
	} else {
		e = r.mistake(o.i, notClosed, args...)
	}
	if comma && !before {
		e.remedy(closedByComma, arg("at", r.line(i-1)))
	}
	return e
}

// isHead reports whether only a name is between the word function at token i and the bracket at token open.
func (r *repairer) isHead(i, open int) bool {
	for i++; i < open; i++ {
		if k := r.kind(i); k != NameToken && k != Dot && k != Colon {
			return false
		}
	}
	return true
}

// commaBefore reports whether the token before token i is a comma of the table around the innermost opening.
func (r *repairer) commaBefore(i int) bool {
	n := len(r.out)
	return r.kind(i-1) == Comma && r.kind(i) != Comma && n > 0 && r.out[n-1].Kind == Comma && len(r.open) > 1 && r.open[len(r.open)-2].kind == OpenBrace && r.top().kind != OpenParen
}

// elseIfAfter returns the index of the if of the first "else if" on one line between two tokens, or -1. It is the most
// frequent reason for a missing end.
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
	case k == CloseBrace && closer(r.top().kind) == End && r.excess[End] > 0 && r.in[i].First &&
		(found < 0 || r.excess[CloseBrace] < 0 && r.col(i) == r.top().indent):
		r.mistake(i, braceEnd, arg("opener", r.word(r.top().i)))
		r.excess[End]--
		r.excess[CloseBrace]++
		r.insert(End)
		r.pop()
		return i
	case found < 0 || found < len(r.open)-1 && r.isStray(i):
		return r.stray(i)
	}
	for r.broken && found == len(r.open)-1 && r.byIndentation(i) {
		e := r.closeAt(i, false)
		if e.Remedy == "" && e.Code != elseIf {
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

// stray leaves out token i, which closes nothing, and reports it.
func (r *repairer) stray(i int) int {
	k := r.in[i].Kind
	r.excess[k]++
	if k == End && r.blocks > 0 {
		r.blocks--
		return i
	}
	if k == End || k == Until {
		if o := r.top(); isBracket(o.kind) && k == End {
			if r.endedEarly(i) {
				return i
			}
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

// endedEarly reports the end before token i as one too many, if token i is exactly below the function that it has closed.
func (r *repairer) endedEarly(i int) bool {
	fn, j := r.last, i-1
	if fn.kind != Function || !r.in[i].First || r.col(i) != fn.indent || r.kind(fn.i-1) != Assign || r.kind(j) != End || r.in[j].First && r.col(j) == fn.indent {
		return false
	}
	r.mistake(j, extraEndBefore, arg("name", clip(r.word(fn.i-2))), arg("line", r.line(fn.i)), arg("found", r.word(i)))
	return true
}

// surplusBrace takes back the "}" at token i if it closes a table, but another entry follows.
func (r *repairer) surplusBrace(i int) {
	o := r.last
	if r.in[i].Kind == CloseBrace && r.top().kind != OpenBrace && r.excess[CloseBrace] < 0 && r.kind(i+1) == Comma && r.at(i+2).First && r.kind(i+2) == NameToken && r.kind(i+3) == Assign {
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
	return (o.body > o.indent || o.body == 0 && r.hasContent(i)) && r.col(i) <= o.indent
}

// hasContent reports whether the innermost block, all of which is on one line before token i, has a statement.
func (r *repairer) hasContent(i int) bool {
	switch r.kind(i - 1) {
	case Then, Do, Repeat, Else:
		return false
	}
	return r.top().kind != Function || !r.isHeader(i-1)
}

// leavesBracket reports whether token i cannot be in the innermost bracket, and the text lacks a closing bracket.
func (r *repairer) leavesBracket(i int) bool {
	o, t := r.top(), r.in[i]
	if r.excess[closer(o.kind)] <= 0 {
		return false
	}
	switch t.Kind {
	case Then, Do:
		for n := len(r.open) - 1; n >= 0; n-- {
			if o := &r.open[n]; !isBracket(o.kind) {
				return (o.kind == If || o.kind == While || o.kind == For) && !o.head
			}
		}
	case Assign:
		before := r.kind(o.i - 1)
		return o.kind == OpenBracket && (before == OpenBrace || before == Comma || before == Semicolon)
	case Local, Return, If, For, While, Repeat, Break, Goto:
		return o.kind != OpenBrace || t.First && r.col(i) <= o.indent
	}
	if !t.First {
		return false
	}
	if o.kind == OpenBrace {
		return r.col(i) <= o.indent && r.line(i) != r.line(o.i)
	}
	return (t.Kind == NameToken || t.Kind == Function) && (endsOperand(r.kind(i-1)) || r.col(i) <= o.indent)
}

// closeEarlier closes the innermost opening before token i, which begins a line.
func (r *repairer) closeEarlier(i int) {
	o := *r.top()
	e := r.closeAt(i, false)
	switch word := r.lastWord(i); {
	case e.Remedy != "" || e.Code == elseIf || isBracket(o.kind):
	case r.top().kind == OpenBrace && r.kind(i) == NameToken && r.kind(i+1) == Assign:
		e.remedy(closedByEntry, arg("at", r.line(i)))
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

// quoted returns a token as messages show it.
func (p *parser) quoted(t Token) string {
	word := p.file.Text[t.Start:t.End]
	if line, _, more := strings.Cut(word, "\n"); more {
		word = strings.TrimRight(line, "\r") + "..."
	}
	if t.Kind == StringToken {
		return "the text " + clip(word)
	}
	return fmt.Sprintf(`"%s"`, clip(word))
}
