package strlib

import lua "github.com/yuin/gopher-lua"

// span is a part of a text. An end of atPosition makes it a position capture.
type span struct{ start, end int }

const atPosition = -1

// choice is a repeated op that could have matched another number of bytes.
type choice struct {
	op  int
	pos int // where the repetition ends now
	low int // where it may end at the least; unused for -
}

// What searching costs beside its steps.
const (
	searchSteps  = 8 // to begin with a pattern
	captureSteps = 2 // to make a value of a capture
	askSteps     = 8 // to ask a table or function for a replacement
)

// chargeEvery is how many steps a matcher does on credit.
const chargeEvery = 256

// matcher matches one program against one text by backtracking. A step is one
// byte compared or one op begun.
//
// It needs no recursion. Since a program has no branches, each op has at most
// one choice on the stack, which is therefore never longer than the program;
// and each capture is written by ops in one place only, behind which alone it
// is read, so that going back restores nothing.
type matcher struct {
	c        call
	p        program
	text     string
	steps    int
	captures []span
	stack    []choice
}

// matcher parses a pattern for use on text.
func (c call) matcher(text, pattern string, anchors bool) matcher {
	if len(pattern) > MaxPattern {
		c.raise("pattern of %d bytes; at most %d are allowed", len(pattern), MaxPattern)
	}
	c.spend(searchSteps + len(pattern))
	p, problem := parsePattern(pattern, anchors)
	if problem != "" {
		c.raise("malformed pattern %s: %s", quote(pattern), problem)
	}
	return matcher{c: c, p: p, text: text, captures: make([]span, p.captures)}
}

func (m *matcher) step() {
	if m.steps++; m.steps >= chargeEvery {
		m.flush()
	}
}

// flush charges the steps done so far.
func (m *matcher) flush() {
	n := m.steps
	m.steps = 0
	m.c.spend(n)
}

// search returns the first match that begins at start or behind it.
func (m *matcher) search(start int) (found span, ok bool) {
	for s := start; s <= len(m.text) && !ok; s++ {
		found.start = s
		found.end, ok = m.at(s)
		if m.p.anchored {
			break
		}
	}
	m.flush()
	return found, ok
}

// at returns the end of the match that begins at s.
func (m *matcher) at(s int) (end int, ok bool) {
	m.stack = m.stack[:0]
	m.step()
	for i := 0; i < len(m.p.ops); i++ {
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

// again takes the latest choice that is left. It returns the op that made it
// and where that op now ends.
func (m *matcher) again() (i, s int, ok bool) {
	for n := len(m.stack) - 1; n >= 0; n-- {
		m.step()
		c := &m.stack[n]
		if o := &m.p.ops[c.op]; o.repeat == '-' {
			if ok = m.one(o, c.pos); ok {
				c.pos++
			}
		} else if ok = c.pos > c.low; ok {
			c.pos--
		}
		if ok {
			return c.op, c.pos, true
		}
		m.stack = m.stack[:n]
	}
	return 0, 0, false
}

// one tells whether a single-byte op matches at s.
func (m *matcher) one(o *op, s int) bool { return s < len(m.text) && m.p.one(o, m.text[s]) }

// do matches op i at s and returns where it ends.
func (m *matcher) do(i, s int) (int, bool) {
	o := &m.p.ops[i]
	switch o.kind {
	case opByte, opAny, opSet:
		return m.repeat(i, s)
	case opOpen:
		m.captures[o.a].start = s
	case opClose:
		m.captures[o.a].end = s
	case opPosition:
		m.captures[o.a] = span{s, atPosition}
	case opBack:
		return m.back(m.captures[o.a], s)
	case opBalance:
		return m.balance(o, s)
	case opFrontier:
		return s, m.frontier(&m.p.sets[o.set], s)
	case opEnd:
		return s, s == len(m.text)
	}
	return s, true
}

// repeat matches a single-byte op as often as it likes best, and notes the
// choice if there is one.
func (m *matcher) repeat(i, s int) (int, bool) {
	o := &m.p.ops[i]
	low, most := s, s+1
	switch o.repeat {
	case 0, '+':
		if !m.one(o, s) {
			return s, false
		}
		if o.repeat == 0 {
			return s + 1, true
		}
		low, most = s+1, len(m.text)
	case '*':
		most = len(m.text)
	case '-':
		m.stack = append(m.stack, choice{op: i, pos: s})
		return s, true
	}
	end := low
	for end < most && m.one(o, end) {
		m.step()
		end++
	}
	if end > low {
		m.stack = append(m.stack, choice{i, end, low})
	}
	return end, true
}

// back matches what a capture holds. A position capture holds no text and never
// matches.
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

// balance matches from o.a to the o.b that balances it. Where the two are the
// same, the next one ends it.
func (m *matcher) balance(o *op, s int) (int, bool) {
	if s >= len(m.text) || m.text[s] != o.a {
		return s, false
	}
	depth := 1
	for i := s + 1; i < len(m.text); i++ {
		m.step()
		switch m.text[i] {
		case o.b:
			if depth--; depth == 0 {
				return i + 1, true
			}
		case o.a:
			depth++
		}
	}
	return s, false
}

// frontier tells whether the byte at s is in the set and the one before is not.
// What is outside the text counts as a zero byte.
func (m *matcher) frontier(in *set, s int) bool {
	var before, here byte
	if s > 0 {
		before = m.text[s-1]
	}
	if s < len(m.text) {
		here = m.text[s]
	}
	return !in.has(before) && in.has(here)
}

// capture returns capture i of a match; the whole match is the only capture of
// a pattern without any.
func (m *matcher) capture(i int, whole span) lua.LValue {
	if m.p.captures == 0 {
		return lua.LString(m.c.part(m.text, whole.start, whole.end))
	}
	c := m.captures[i]
	if c.end == atPosition {
		return lua.LNumber(c.start + 1)
	}
	return lua.LString(m.c.part(m.text, c.start, c.end))
}

// push pushes the first n captures of a match and returns n.
func (m *matcher) push(L *lua.LState, n int, whole span) int {
	m.c.spend(n * captureSteps)
	for i := range n {
		L.Push(m.capture(i, whole))
	}
	return n
}
