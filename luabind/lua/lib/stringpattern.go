package lib

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bough-dev/bough/luabind/lua"
)

// maxCaptures bounds the captures of a pattern.
const maxCaptures = 32

// pattern is a compiled pattern. It is immutable. Its items form a sequence without branches, so it is known at each
// item which captures are complete.
type pattern struct {
	source   string
	items    []item
	captures int
	choices  int   // number of repeated items
	anchored bool  // the pattern begins with ^
	lead     *item // the byte or set that every match begins with; nil if there is none
}

// item is one item of a pattern. The first three kinds match single bytes and may be repeated.
type item struct {
	kind   itemKind
	repeat byte // 0 for once, or one of * + - ?
	a, b   byte
	set    *byteSet
}

type itemKind uint8

const (
	itemByte     itemKind = iota // the byte a
	itemAny                      // any byte
	itemSet                      // a byte of the set
	itemOpen                     // the beginning of capture a; matches nothing
	itemClose                    // the end of capture a; matches nothing
	itemPosition                 // capture a is the position; matches nothing
	itemBack                     // the text of capture a
	itemBalance                  // from a to the balancing b
	itemFrontier                 // a place before a byte of the set and after another byte; matches nothing
	itemEnd                      // the end of the text; matches nothing
)

// compiled is a cache of patterns for all States. The hash of a pattern determines its index; a new pattern replaces
// the one at that index. Therefore a look-up is one atomic load and needs no lock. Without the cache, each call would
// take 150 to 800 ns more and make two to five allocations, while a call with a short match takes 100 to 200 ns.
var compiled [1024]atomic.Pointer[pattern]

var compiledSeed = maphash.MakeSeed()

// maxKept is the largest length of a pattern in the cache, in bytes. So it also bounds the size of the cache.
const maxKept = 64

// compile returns the compiled pattern for a source. A leading ^ is an anchor only if anchors is set.
func compile(source string, anchors bool) (*pattern, error) {
	if len(source) > maxKept || !anchors && strings.HasPrefix(source, "^") {
		return parsePattern(source, anchors)
	}
	place := &compiled[maphash.String(compiledSeed, source)%uint64(len(compiled))]
	if p := place.Load(); p != nil && p.source == source {
		return p, nil
	}
	p, err := parsePattern(strings.Clone(source), anchors) // source may be a part of a long string
	if err == nil {
		place.Store(p)
	}
	return p, err
}

// parser converts a pattern to items in one pass.
type parser struct {
	p    pattern
	at   int
	open []byte // open captures, the outermost first
	err  error  // the first error, which ends the parsing
}

func parsePattern(source string, anchors bool) (*pattern, error) {
	if strings.IndexByte(source, 0) >= 0 {
		return nil, errZeroByte
	}
	p := parser{p: pattern{source: source, items: make([]item, 0, len(source))}}
	if anchors && strings.HasPrefix(source, "^") {
		p.p.anchored = true
		p.at++
	}
	for p.at < len(source) && p.err == nil {
		p.item()
	}
	if len(p.open) > 0 {
		p.fail(errOpenCapture)
	}
	if p.err != nil {
		return nil, p.err
	}
	done := p.p
	done.lead = lead(done.items)
	return &done, nil
}

// lead returns the byte or set that every match of the items begins with, or nil if there is none.
func lead(items []item) *item {
	for i := range items {
		switch it := &items[i]; {
		case it.kind == itemOpen, it.kind == itemPosition:
		case (it.kind == itemByte || it.kind == itemSet) && (it.repeat == 0 || it.repeat == '+'):
			return it
		default:
			return nil
		}
	}
	return nil
}

func (p *parser) fail(problem *lua.Problem) {
	if p.err == nil {
		p.err = problem
	}
}

func (p *parser) emit(it item) { p.p.items = append(p.p.items, it) }

// peek returns the byte at offset i from the current one, or 0 after the end. A pattern contains no zero bytes.
func (p *parser) peek(i int) byte {
	if p.at+i < len(p.p.source) {
		return p.p.source[p.at+i]
	}
	return 0
}

func (p *parser) item() {
	switch c := p.peek(0); {
	case c == '(':
		p.openCapture()
	case c == ')':
		p.closeCapture()
	case c == '$' && p.at == len(p.p.source)-1:
		p.at++
		p.emit(item{kind: itemEnd})
	case c == '%':
		p.escape()
	default:
		p.single()
	}
}

func (p *parser) openCapture() {
	n := p.p.captures
	if n == maxCaptures {
		p.fail(errCaptures)
		return
	}
	p.p.captures++
	p.at++
	if p.peek(0) == ')' {
		p.at++
		p.emit(item{kind: itemPosition, a: byte(n)})
		return
	}
	p.open = append(p.open, byte(n))
	p.emit(item{kind: itemOpen, a: byte(n)})
}

func (p *parser) closeCapture() {
	last := len(p.open) - 1
	if last < 0 {
		p.fail(errCloseCapture)
		return
	}
	p.at++
	p.emit(item{kind: itemClose, a: p.open[last]})
	p.open = p.open[:last]
}

// escape parses an escape, which begins with %.
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
	if p.at+4 > len(p.p.source) {
		p.fail(errBalance)
		return
	}
	p.emit(item{kind: itemBalance, a: p.peek(2), b: p.peek(3)})
	p.at += 4
}

func (p *parser) frontier() {
	p.at += 2
	if p.peek(0) != '[' {
		p.fail(errFrontier)
		return
	}
	p.emit(item{kind: itemFrontier, set: p.bracket()})
}

func (p *parser) back(digit byte) {
	n := digit - '1'
	if digit == '0' || int(n) >= p.p.captures || slices.Contains(p.open, n) {
		p.fail(errCaptureIndex)
		return
	}
	p.at += 2
	p.emit(item{kind: itemBack, a: n})
}

// single parses an item for one byte and its repetition.
func (p *parser) single() {
	it := item{kind: itemByte, a: p.peek(0)}
	switch it.a {
	case '.':
		it.kind = itemAny
		p.at++
	case '[':
		it.kind, it.set = itemSet, p.bracket()
	case '%':
		it = p.class()
	default:
		p.at++
	}
	switch c := p.peek(0); c {
	case '*', '+', '-', '?':
		it.repeat = c
		p.p.choices++
		p.at++
	}
	p.emit(it)
}

// class parses % and a character. A class letter stands for its class, and any other character for itself.
func (p *parser) class() item {
	if p.at+1 == len(p.p.source) {
		p.fail(errPatternEnd)
	}
	c := p.peek(1)
	p.at += 2
	if s := classes[c]; s != nil {
		return item{kind: itemSet, set: s}
	}
	return item{kind: itemByte, a: c}
}

// bracket parses [set].
func (p *parser) bracket() *byteSet {
	p.at++
	not := p.peek(0) == '^'
	if not {
		p.at++
	}
	end := p.bracketEnd()
	if end < 0 {
		p.fail(errOpenSet)
		return nil
	}
	s := members(p.p.source[p.at:], end-p.at)
	p.at = end + 1
	if not {
		s.complement()
	}
	return s
}

// bracketEnd returns the index of the ] that ends the set whose members begin at p.at, or -1 if there is none. The
// first member may be a ] itself.
func (p *parser) bracketEnd() int {
	for i := p.at; i < len(p.p.source); i++ {
		switch {
		case p.p.source[i] == ']' && i > p.at:
			return i
		case p.p.source[i] == '%':
			i++
		}
	}
	return -1
}

// members parses the members of a set: characters, ranges and classes. end is the index of the closing ]. Any
// character can end a range, even a %. If a % is the last member, it escapes the ], which ends the set
// nevertheless.
func members(text string, end int) *byteSet {
	s := &byteSet{}
	for i := 0; i < end; i++ {
		c := text[i]
		switch {
		case c == '%':
			i++
			if class := classes[text[i]]; class != nil {
				s.addSet(class)
			} else {
				s.add(text[i], text[i])
			}
		case i+2 < end && text[i+1] == '-':
			s.add(c, text[i+2])
			i += 2
		default:
			s.add(c, c)
		}
	}
	return s
}
