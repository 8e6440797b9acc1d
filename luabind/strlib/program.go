package strlib

// maxCaptures is how many captures a pattern may have.
const maxCaptures = 32

// kind is what an op matches.
type kind uint8

const (
	opByte     kind = iota // the byte a
	opAny                  // any byte
	opSet                  // a byte of the set
	opOpen                 // nothing: capture a begins
	opClose                // nothing: capture a ends
	opPosition             // nothing: capture a is the position
	opBack                 // what capture a holds
	opBalance              // from a to the b that balances it
	opFrontier             // nothing: the set begins here
	opEnd                  // nothing: the text ends here
)

// op is one item of a pattern. The first three kinds match single bytes and may
// be repeated.
type op struct {
	kind   kind
	repeat byte // 0 once, or the pattern's * + - ?
	a, b   byte
	set    uint16 // index into program.sets
}

// program is a parsed pattern, immutable. Items follow one another without
// branches, so that at each of them it is known which captures are complete.
type program struct {
	ops      []op
	sets     []set
	captures int
	anchored bool // the pattern begins with ^
}

// one tells whether the single-byte op o matches c.
func (p *program) one(o *op, c byte) bool {
	switch o.kind {
	case opByte:
		return o.a == c
	case opSet:
		return p.sets[o.set].has(c)
	}
	return true
}
