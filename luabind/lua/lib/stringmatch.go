package lib

import (
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// span is a part of a text. It is a position capture if its end is atPosition.
type span struct{ start, end int }

const atPosition = -1

// choice is a repeated item that could also match another number of bytes.
type choice struct {
	item int
	pos  int // the current end of the repetition
	low  int // the smallest possible end; unused for -
}

// The costs of a search, in addition to the steps that matcher.step counts.
const (
	searchSteps  = 8 // for starting a pattern
	captureSteps = 2 // for making the value of a capture
	askSteps     = 8 // for getting a replacement from a table or function
)

// spendEvery is the number of steps after which a matcher calls Call.Spend.
const spendEvery = 256

// Sizes, for the meter.
const (
	patternBytes = 32 // for each byte of a pattern, at most: its item and its set
	choiceBytes  = 24
)

// matcher matches one pattern against one text by backtracking. It costs one step to compare a byte or to begin an
// item.
//
// A matcher needs no recursion. A pattern has no branches, so each item has at most one choice on the stack, and the
// stack is never longer than the pattern. Only one place in the pattern writes a capture, and only later places read
// it, so backtracking need not restore captures.
type matcher struct {
	c        *lua.Call
	p        *pattern
	text     string
	from     int64 // the steps that were left at the beginning
	steps    int
	captures [maxCaptures]span

	// few holds the stack of choices or, if the pattern needs more room, many does. many is never a slice of few,
	// since such a slice would move the matcher to the heap.
	choices int
	few     [12]choice
	many    []choice
}

// use prepares a new matcher for matching a pattern against a text.
func (m *matcher) use(c *lua.Call, text, source string, anchors bool) (err error) {
	m.from = c.Steps()
	c.Spend(searchSteps + len(source))
	if len(source) > maxKept {
		c.Alloc(len(source) * patternBytes)
	}
	m.c, m.text = c, text
	if m.p, err = compile(source, anchors); err != nil {
		return err
	}
	if m.p.choices > len(m.few) {
		c.Alloc(m.p.choices * choiceBytes)
		m.many = make([]choice, m.p.choices)
	}
	return nil
}

// choice returns the n-th choice of the stack.
func (m *matcher) choice(n int) *choice {
	if m.many != nil {
		return &m.many[n]
	}
	return &m.few[n]
}

func (m *matcher) push(c choice) {
	*m.choice(m.choices) = c
	m.choices++
}

func (m *matcher) step() {
	if m.steps++; m.steps >= spendEvery {
		m.flush()
	}
}

// flush takes the steps that were counted since the last flush.
func (m *matcher) flush() {
	n := m.steps
	m.steps = 0
	m.c.SpendSince(m.from, n)
}

// search returns the first match that begins at or after start. A match of an anchored pattern must begin at start.
func (m *matcher) search(start int) (found span, ok bool) {
	for s := start; s <= len(m.text) && !ok; s++ {
		if m.p.lead != nil && !m.p.anchored {
			s = m.skip(s)
		}
		found.start = s
		found.end, ok = m.at(s)
		if m.p.anchored {
			break
		}
	}
	m.flush()
	return found, ok
}

// skip returns the first index from s on at which a match can begin, or the end of the text if there is none.
func (m *matcher) skip(s int) int {
	if m.p.lead.kind == itemByte {
		n := strings.IndexByte(m.text[s:], m.p.lead.a)
		if n < 0 {
			n = len(m.text) - s
		}
		m.steps += n / bytesPerStep
		return s + n
	}
	for set := m.p.lead.set; s < len(m.text) && !set.has(m.text[s]); s++ {
		m.step()
	}
	return s
}

// at returns the end of the match that begins at s. ok is false if there is no such match.
func (m *matcher) at(s int) (end int, ok bool) {
	m.choices = 0
	m.step()
	for i := 0; i < len(m.p.items); i++ {
		m.step()
		if s, ok = m.do(i, s); ok {
			continue
		}
		if i, s, ok = m.again(); !ok {
			return 0, false
		}
	}
	return s, true
}

// again takes the next alternative of the latest choice that has one. It returns the index of the item of the choice
// and the new end of the item's match. ok is false if no alternative is left.
func (m *matcher) again() (i, s int, ok bool) {
	for ; m.choices > 0; m.choices-- {
		m.step()
		c := m.choice(m.choices - 1)
		if it := &m.p.items[c.item]; it.repeat == '-' {
			if ok = m.one(it, c.pos); ok {
				c.pos++
			}
		} else if ok = c.pos > c.low; ok {
			c.pos--
		}
		if ok {
			return c.item, c.pos, true
		}
	}
	return 0, 0, false
}

// one reports whether an item for a single byte matches at s.
func (m *matcher) one(it *item, s int) bool {
	if s >= len(m.text) {
		return false
	}
	switch it.kind {
	case itemByte:
		return it.a == m.text[s]
	case itemSet:
		return it.set.has(m.text[s])
	}
	return true
}

// do matches item i at s. It returns the end of the match, and reports whether the item matches.
func (m *matcher) do(i, s int) (int, bool) {
	it := &m.p.items[i]
	switch it.kind {
	case itemByte, itemAny, itemSet:
		return m.repeat(i, s)
	case itemOpen:
		m.captures[it.a].start = s
	case itemClose:
		m.captures[it.a].end = s
	case itemPosition:
		m.captures[it.a] = span{s, atPosition}
	case itemBack:
		return m.back(m.captures[it.a], s)
	case itemBalance:
		return m.balance(it, s)
	case itemFrontier:
		return s, m.frontier(it.set, s)
	case itemEnd:
		return s, s == len(m.text)
	}
	return s, true
}

// repeat matches an item for a single byte with its preferred number of repetitions, and pushes a choice if other
// numbers are possible. The results are those of do.
func (m *matcher) repeat(i, s int) (int, bool) {
	it := &m.p.items[i]
	low, most := s, s+1
	switch it.repeat {
	case 0, '+':
		if !m.one(it, s) {
			return s, false
		}
		if it.repeat == 0 {
			return s + 1, true
		}
		low, most = s+1, len(m.text)
	case '*':
		most = len(m.text)
	case '-':
		m.push(choice{item: i, pos: s})
		return s, true
	}
	end := low
	for end < most && m.one(it, end) {
		m.step()
		end++
	}
	if end > low {
		m.push(choice{i, end, low})
	}
	return end, true
}

// back matches the text of a capture. A position capture has no text and never matches. The results are those of
// do.
func (m *matcher) back(c span, s int) (int, bool) {
	if c.end == atPosition {
		return s, false
	}
	n := c.end - c.start
	m.steps += n / bytesPerStep
	if n > len(m.text)-s || m.text[c.start:c.end] != m.text[s:s+n] {
		return s, false
	}
	return s + n, true
}

// balance matches from it.a to the balancing it.b. If both are the same byte, the next occurrence ends the match.
// The results are those of do.
func (m *matcher) balance(it *item, s int) (int, bool) {
	if s >= len(m.text) || m.text[s] != it.a {
		return s, false
	}
	depth := 1
	for i := s + 1; i < len(m.text); i++ {
		m.step()
		switch m.text[i] {
		case it.b:
			if depth--; depth == 0 {
				return i + 1, true
			}
		case it.a:
			depth++
		}
	}
	return s, false
}

// frontier reports whether the byte at s is in the set and the previous byte is not. Positions outside the text
// count as zero bytes.
func (m *matcher) frontier(in *byteSet, s int) bool {
	var before, here byte
	if s > 0 {
		before = m.text[s-1]
	}
	if s < len(m.text) {
		here = m.text[s]
	}
	return !in.has(before) && in.has(here)
}

// values returns the number of values of a match: its captures, or the match itself if it has none.
func (m *matcher) values() int { return max(1, m.p.captures) }

// value returns value i of a match.
func (m *matcher) value(i int, whole span) lua.Value {
	m.c.SpendSince(m.from, captureSteps)
	if m.p.captures == 0 {
		return part(m.c, m.text, whole.start, whole.end)
	}
	s := m.captures[i]
	if s.end == atPosition {
		return lua.Number(float64(s.start + 1))
	}
	return part(m.c, m.text, s.start, s.end)
}
