package syntax

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// This file has the words that the repair of the tokens takes for others; see repair.go.

// renamed emits a word that has another meaning than its text says: a misspelled word, a word of another language, or a
// word of Lua where a name must stand. It returns the index of the last token that it has dealt with.
func (r *repairer) renamed(i int) (last int, done bool) {
	switch k := r.in[i].Kind; {
	case k.IsWord():
		return i, r.keywordAsName(i)
	case k == OpenParen:
		if end := r.paramsEnd(i); end >= 0 && r.kind(end+1) == BadToken && r.word(end+1) == "=>" {
			return r.arrowFunction(i, end), true
		}
		r.missingFunction(i)
		return i, false
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
	case strings.HasPrefix(word, "function") && word != "functions" && r.excess[CloseParen] < 0 && r.excess[End] < 0 && r.paramsEndFrom(i) >= 0:
		const length = Pos(len("function"))
		name := r.at(i)
		r.mistake(i, gluedFunction, arg("name", clip(word[length:])))
		r.emit(i, Function)
		r.out[len(r.out)-1].End = name.Start + length
		r.push(i, Function)
		r.excess[End]++
		r.insert(OpenParen)
		r.push(i, OpenParen)
		r.excess[CloseParen]++
		r.out = append(r.out, Token{name.Start + length, name.End, NameToken, false})
	case r.namedFunction(i):
		end := r.paramsEnd(r.pathEnd(i) + 1)
		r.mistake(i, missingFunction, arg("found", r.quoted(r.at(i))), arg("params", clip(" "+r.file.Text[r.at(i).Start:r.at(end).End])))
		r.insert(Function)
		r.push(i, Function)
		r.excess[End]++
		r.emit(i, NameToken)
	case r.functionInTable(i):
		r.mistake(i, functionEntry, arg("name", clip(word)))
		r.emit(i, Function)
		r.push(i, Function)
		r.excess[End]++
	default:
		if k := r.kind(i + 1); r.in[i].First && slices.Contains(blockWords, word) && k != Assign && k != Dot && k != Comma && k != OpenParen && k != Colon {
			r.blocks++
		}
		return i, false
	}
	return i, true
}

// blockWords are words of other languages that begin a block.
var blockWords = []string{"try", "switch", "class", "begin", "struct", "enum", "loop", "match", "module", "namespace", "interface", "with"}

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

// namedFunction reports whether token i begins the name of a function statement without the word function: parameters and
// a body that is further right follow it, and there is an end too many.
func (r *repairer) namedFunction(i int) bool {
	if r.excess[End] >= 0 || !r.in[i].First && r.kind(i-1) != Local || isBracket(r.top().kind) {
		return false
	}
	end := r.paramsEnd(r.pathEnd(i) + 1)
	return end >= 0 && (r.kind(i-1) == Local || r.at(end+1).First && r.col(end+1) > r.indent && !isCloser(r.kind(end+1)))
}

// pathEnd returns the last token of the names with dots between them that begin at token i.
func (r *repairer) pathEnd(i int) int {
	for (r.kind(i+1) == Dot || r.kind(i+1) == Colon) && r.kind(i+2) == NameToken {
		i += 2
	}
	return i
}

// missingFunction inserts the word function before parameters that end at the end of a line, or before another word, if
// there is an end too many.
func (r *repairer) missingFunction(i int) {
	prev := r.kind(i - 1)
	if r.excess[End] >= 0 || prev != Assign && prev != Comma && prev != OpenParen && prev != Return {
		return
	}
	end := r.paramsEnd(i)
	if end < 0 {
		return
	}
	next := r.at(end + 1)
	if !next.First && next.Kind != Return && next.Kind != Local && next.Kind != If && next.Kind != For && next.Kind != NameToken || next.First && closer(next.Kind) == EOF && next.Kind != Local && next.Kind != Return && next.Kind != NameToken {
		return
	}
	params := r.file.Text[r.at(i).Start:r.at(end).End]
	r.mistake(i, missingFunction, arg("found", r.quoted(r.at(i))), arg("params", clip(params)))
	r.insert(Function)
	r.push(i, Function)
	r.excess[End]++
}

// ifInExpression deals with an if of Python at token i, as in x = 5 if a else 6. It returns the index of the last token that it
// has dealt with, or -1 if there is none.
func (r *repairer) ifInExpression(i int) int {
	if r.in[i].First || !endsOperand(r.kind(i-1)) {
		return -1
	}
	other := i + 1
	for ; r.kind(other) != Else; other++ {
		if t := r.at(other); t.First || t.Kind == Then || t.Kind == EOF {
			return -1
		}
	}
	last := other
	for depth := 0; ; last++ {
		t := r.at(last + 1)
		if t.First || t.Kind == EOF || t.Kind == End || depth == 0 && (t.Kind == Comma || t.Kind == Semicolon || isCloser(t.Kind)) {
			break
		}
		if isBracket(t.Kind) {
			depth++
		} else if isCloser(t.Kind) {
			depth--
		}
	}
	first := i - 1
	for depth := 0; first > 0; first-- {
		k := r.kind(first - 1)
		if r.in[first].First || depth == 0 && (k == Return || k == Assign || k == Comma || isBracket(k)) {
			break
		}
		if isCloser(k) && k != End {
			depth++
		} else if isBracket(k) {
			depth--
		}
	}
	e := r.mistake(i, ifExpression)
	text := func(from, to int) string { return clip(r.file.Text[r.at(from).Start:r.at(to).End]) }
	if last > other && other > i+1 {
		e.remedy(ifValue, arg("condition", text(i+1, other-1)), arg("value", text(first, i-1)), arg("other", text(other+1, last)))
	}
	r.excess[End]--
	return last
}

// arrowFunction deals with a function of another language, such as (a) => a + 1, whose parameters are between two tokens.
// The scanner has reported the arrow. It returns the index of the last token that it has dealt with.
func (r *repairer) arrowFunction(open, end int) int {
	if r.kind(end+2) != OpenBrace || r.at(end+2).First {
		return end // the rest of the line is quiet
	}
	r.insert(Function)
	for i := open; i <= end; i++ {
		r.emit(i, r.kind(i))
	}
	o := r.push(end+2, Function)
	o.brace, o.braced = true, true
	r.excess[End]++
	return end + 2
}

// paramsEnd returns the index of the token that closes the parameters of a function, which begin with the parenthesis at
// token i, or -1.
func (r *repairer) paramsEnd(i int) int {
	if r.kind(i) != OpenParen {
		return -1
	}
	return r.paramsEndFrom(i + 1)
}

// paramsEndFrom is paramsEnd for parameters without the parenthesis at their beginning.
func (r *repairer) paramsEndFrom(i int) int {
	for ; ; i++ {
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
	prev, t := r.kind(i-1), r.in[i]
	code := r.misused(i)
	if code == "" {
		return false
	}
	if code == missingName {
		r.mistake(i-1, missingName, arg("found", r.word(i-1)))
		return false
	}
	e := r.mistake(i, keywordName, arg("word", r.word(i)))
	switch {
	case code == keywordField:
		e.remedy(keywordField, arg("dot", prev.String()))
	case code == keywordKey:
		e.remedy(keywordKey)
	}
	r.emit(i, NameToken)
	if k := closer(t.Kind); k != EOF {
		r.excess[k]--
	} else if isCloser(t.Kind) {
		r.excess[t.Kind]++
	}
	return true
}

// misused says how the word of Lua at token i stands in the place of a name: keywordName, keywordField or keywordKey,
// missingName if the name before it is missing, or "" if it is no name.
func (r *repairer) misused(i int) Code {
	prev, next, t := r.kind(i-1), r.kind(i+1), r.in[i]
	follows := next == Dot || next == Colon || next == Comma || next == CloseParen || next == CloseBracket || next == OpenBracket
	switch {
	case t.First && prev != OpenBrace && prev != Comma && next != Assign && next != Dot && next != Colon && next != OpenParen:
		return ""
	case (prev == Dot || prev == Colon) && !t.First:
		switch {
		case prev == Colon && r.isKeyBefore(i-1):
			return ""
		case r.goesOn(i):
			return missingName
		}
		return keywordField
	case next == Assign && (prev == OpenBrace || prev == Comma || prev == Semicolon) && r.top().kind == OpenBrace:
		return keywordKey
	case (prev == Local || prev == Goto || prev == For) && !t.First && t.Kind != Function,
		prev == Function && !t.First && (next == OpenParen || next == Dot || next == Colon),
		next == Assign && t.First && t.Kind != Nil && t.Kind != True && t.Kind != False && t.Kind != Not,
		isCloser(t.Kind) && r.excess[t.Kind] < 0 && follows && (wantsOperand(prev) || prev == OpenParen || prev == Return),
		t.Kind == End && r.excess[End] < 0 && (next == Dot || next == Colon || next == OpenParen && r.at(i+1).Start == t.End):
		return keywordName
	}
	return ""
}

// goesOn reports whether the word of Lua at token i, after a dot or a colon, has its own meaning, so that a name is missing
// before it.
func (r *repairer) goesOn(i int) bool {
	switch k := r.kind(i); k {
	case And, Or:
		return startsOperand(r.kind(i + 1))
	case Then, Do:
		return r.waits()
	case Else, ElseIf:
		return r.top().kind == If
	case End, Until:
		return r.excess[k] >= 0
	}
	return false
}

// isKeyBefore reports whether the colon at token i follows the key of an entry of a table.
func (r *repairer) isKeyBefore(i int) bool {
	if r.top().kind != OpenBrace {
		return false
	}
	if r.kind(i-1) == CloseBracket {
		return true
	}
	k := r.kind(i - 2)
	return (k == OpenBrace || k == Comma || k == Semicolon) && (r.kind(i-1) == NameToken || r.kind(i-1) == StringToken || r.kind(i-1).IsWord())
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
		if n < 0 || r.out[n].Start != r.in[j].Start || r.kind(j+1) == Assign {
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
		right := otherWords[word]
		switch named := r.kind(j) == NameToken && startsOperand(r.kind(j+1)) || r.kind(j+1) == Not; {
		case named && right != "":
			r.mistake(j, otherWord, arg("word", word), arg("right", right))
			r.out[n].Kind = If
		case named && misspelled(word, "if") != "":
			r.mistake(j, misspelledWord, arg("word", word), arg("right", "if"))
			r.out[n].Kind = If
		case r.kind(j) == NameToken || r.kind(j) == Not || r.kind(j) == Hash || r.kind(j) == OpenParen:
			r.mistake(j, missingIf, arg("found", r.quoted(r.at(j))))
			r.insertAt(n, If)
		default:
			return
		}
		r.push(j, If)
		r.excess[End]++
		return
	}
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
