package strlib

import (
	"fmt"
	"slices"
	"strings"
)

// parser turns a pattern into a program in one pass.
type parser struct {
	src     string
	at      int
	prog    program
	open    []byte // captures that are not closed, outermost first
	problem string // the first thing wrong; parsing stops there
}

// parsePattern returns the program of a pattern of at most MaxPattern bytes, or
// what is wrong with it. A leading ^ anchors only if anchors is set.
func parsePattern(src string, anchors bool) (program, string) {
	p := parser{src: src}
	p.prog.ops = make([]op, 0, len(src))
	if strings.IndexByte(src, 0) >= 0 {
		return program{}, "it holds a zero byte; write %z for one"
	}
	if anchors && strings.HasPrefix(src, "^") {
		p.prog.anchored = true
		p.at++
	}
	for p.at < len(src) && p.problem == "" {
		p.item()
	}
	if len(p.open) > 0 {
		p.fail("unfinished capture, a ( without its ); write %%( for the character")
	}
	return p.prog, p.problem
}

func (p *parser) fail(format string, args ...any) {
	if p.problem == "" {
		p.problem = fmt.Sprintf(format, args...)
	}
}

func (p *parser) emit(o op) { p.prog.ops = append(p.prog.ops, o) }

// peek returns the byte i places on, or 0 behind the end: a pattern has no zero
// bytes.
func (p *parser) peek(i int) byte {
	if p.at+i < len(p.src) {
		return p.src[p.at+i]
	}
	return 0
}

func (p *parser) item() {
	switch c := p.peek(0); {
	case c == '(':
		p.openCapture()
	case c == ')':
		p.closeCapture()
	case c == '$' && p.at == len(p.src)-1:
		p.at++
		p.emit(op{kind: opEnd})
	case c == '%':
		p.escape()
	default:
		p.single()
	}
}

func (p *parser) openCapture() {
	n := p.prog.captures
	if n == maxCaptures {
		p.fail("too many captures; at most %d are allowed", maxCaptures)
		return
	}
	p.prog.captures++
	if p.peek(1) == ')' {
		p.at += 2
		p.emit(op{kind: opPosition, a: byte(n)})
		return
	}
	p.at++
	p.open = append(p.open, byte(n))
	p.emit(op{kind: opOpen, a: byte(n)})
}

func (p *parser) closeCapture() {
	last := len(p.open) - 1
	if last < 0 {
		p.fail("invalid pattern capture, a ) without its (; write %%) for the character")
		return
	}
	p.at++
	p.emit(op{kind: opClose, a: p.open[last]})
	p.open = p.open[:last]
}

// escape parses what begins with %.
func (p *parser) escape() {
	switch c := p.peek(1); {
	case c == 'b':
		p.balance()
	case c == 'f':
		p.frontier()
	case c >= '0' && c <= '9':
		p.back(c)
	default:
		p.single()
	}
}

func (p *parser) balance() {
	if p.at+4 > len(p.src) {
		p.fail("unbalanced pattern, %%b without the two characters behind it, as in %%b()")
		return
	}
	p.emit(op{kind: opBalance, a: p.peek(2), b: p.peek(3)})
	p.at += 4
}

func (p *parser) frontier() {
	p.at += 2
	if p.peek(0) != '[' {
		p.fail("missing [ behind %%f; write for example %%f[%%a]")
		return
	}
	p.emit(op{kind: opFrontier, set: p.bracket()})
}

func (p *parser) back(digit byte) {
	n := digit - '1'
	if digit == '0' || int(n) >= p.prog.captures || slices.Contains(p.open, n) {
		p.fail("invalid capture index, no capture %c is complete before %%%c", digit, digit)
		return
	}
	p.at += 2
	p.emit(op{kind: opBack, a: n})
}

// single parses an item for one byte, and how often it stands.
func (p *parser) single() {
	o := op{kind: opByte, a: p.peek(0)}
	switch o.a {
	case '.':
		o.kind = opAny
		p.at++
	case '[':
		o.kind, o.set = opSet, p.bracket()
	case '%':
		o = p.class()
	default:
		p.at++
	}
	switch c := p.peek(0); c {
	case '*', '+', '-', '?':
		o.repeat = c
		p.at++
	}
	p.emit(o)
}

// class parses % and a character: a class if it is a letter of one, else the
// character itself.
func (p *parser) class() op {
	if p.at+1 == len(p.src) {
		p.fail("it ends with %%; write %%%% for the character")
	}
	c := p.peek(1)
	p.at += 2
	if s, ok := classes[c]; ok {
		return op{kind: opSet, set: p.addSet(s)}
	}
	return op{kind: opByte, a: c}
}

// addSet returns the index of a new set. There are fewer than bytes in a pattern.
func (p *parser) addSet(s set) uint16 {
	p.prog.sets = append(p.prog.sets, s)
	return uint16(len(p.prog.sets) - 1)
}

// bracket parses [set] and returns the index of its set.
func (p *parser) bracket() uint16 {
	p.at++
	not := p.peek(0) == '^'
	if not {
		p.at++
	}
	end := p.bracketEnd()
	if end < 0 {
		p.fail("missing ], a [ without its ]; write %%[ for the character")
		return 0
	}
	s := p.members(p.src[p.at:end])
	p.at = end + 1
	if not {
		s = s.complement()
	}
	return p.addSet(s)
}

// bracketEnd returns where the ] is that ends the set whose members begin here.
// The first member may be a ] itself.
func (p *parser) bracketEnd() int {
	for i := p.at; i < len(p.src); i++ {
		switch {
		case p.src[i] == ']' && i > p.at:
			return i
		case p.src[i] == '%':
			i++
		}
	}
	return -1
}

// members reads the members of a set: characters, ranges and classes. A range
// ends with whatever stands there, even a %.
func (p *parser) members(text string) (s set) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%' && i+1 < len(text):
			i++
			if class, ok := classes[text[i]]; ok {
				s.addSet(class)
			} else {
				s.addRange(text[i], text[i])
			}
		case i+2 < len(text) && text[i+1] == '-':
			s.addRange(c, text[i+2])
			i += 2
		default:
			s.addRange(c, c)
		}
	}
	return s
}
