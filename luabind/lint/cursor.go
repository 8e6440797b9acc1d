package lint

// cursor is a place in the tokens of a script. It moves forward in step with the tree.
type cursor struct {
	*source
	cur  int
	lost int // number of leaves without a token; 0 unless tree and tokens differ
}

// find moves past the next token with the given kind and text, and returns the token. If text is "", any text
// matches. There is such a token, since the parser has read the same tokens. If tree and tokens should differ, the
// walk continues at the end of the file.
func (c *cursor) find(k kind, text string) int {
	for i := c.cur; i < len(c.toks); i++ {
		if c.toks[i].kind == k && (text == "" || c.word(i) == text) {
			c.cur = i + 1
			return i
		}
		if c.toks[i].kind != opTok && c.toks[i].kind != keywordTok {
			c.lost++
		}
	}
	c.cur = len(c.toks)
	return len(c.toks) - 1
}

func (c *cursor) findName(n string) int { return c.find(nameTok, n) }
func (c *cursor) findWord(k string) int { return c.find(keywordTok, k) }
func (c *cursor) findOp(o string) int   { return c.find(opTok, o) }

// skip moves past tokens as long as they are one of the given operators.
func (c *cursor) skip(ops ...string) {
	for c.isAny(c.cur, ops...) {
		c.cur++
	}
}

// clause moves past the next else, elseif or end, and returns that token.
func (c *cursor) clause() int {
	for !c.isAny(c.cur, "else", "elseif", "end") && c.cur < len(c.toks)-1 {
		c.cur++
	}
	c.cur++
	return c.cur - 1
}

// operator moves past the brackets that end an operand, and returns the operator after them.
func (c *cursor) operator() int {
	c.skip(")")
	return c.cur
}
