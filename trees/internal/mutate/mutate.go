// Package mutate derives broken files from valid ones. The results are the same in each run. Tests pass them to
// parsers and importers, in addition to the inputs that fuzzing finds.
//
// Goals: the typical errors of people and tools, which are omitted, repeated and mistyped pieces, and pieces of other
// files.
//
// Non-goals: reaching every branch. Coverage-guided fuzzing does that, but it is not a regular test, since its
// findings are random.
package mutate

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// Of returns n files that are derived from the seeds, each with one to four errors. It does not change the seeds.
// It returns nil if there are no seeds.
func Of(seeds [][]byte, n int) [][]byte {
	if len(seeds) == 0 {
		return nil
	}
	m := mutator{rand.New(rand.NewPCG(1, 2)), seeds}
	out := make([][]byte, n)
	for i := range out {
		out[i] = bytes.Clone(m.seed())
		for range 1 + m.IntN(4) {
			out[i] = m.change(out[i])
		}
	}
	return out
}

type mutator struct {
	*rand.Rand
	seeds [][]byte
}

func (m mutator) seed() []byte { return m.seeds[m.IntN(len(m.seeds))] }

// change makes one error in b.
func (m mutator) change(b []byte) []byte {
	start, end := m.piece(b)
	switch at, _ := m.piece(b); m.IntN(6) {
	case 0: // a piece is omitted
		return slices.Delete(b, start, end)
	case 1: // a piece is repeated there or elsewhere
		return slices.Insert(b, at, bytes.Clone(b[start:end])...)
	case 2: // a piece of another file is inserted
		other := m.seed()
		from, to := m.piece(other)
		return slices.Replace(b, start, end, other[from:to]...)
	case 3: // the file is truncated
		return b[:max(start, len(b)/2)]
	case 4: // a character is mistyped
		if len(b) > 0 {
			b[min(start, len(b)-1)] = byte(' ' + m.IntN(95))
		}
		return b
	default: // a foreign token is inserted
		return slices.Insert(b, start, tokens[m.IntN(len(tokens))]...)
	}
}

var tokens = [][]byte{
	[]byte("\x00"), []byte("\xff"), []byte("\r\n"), []byte("\t"), []byte("  "), []byte(`"`), []byte(`'`), []byte("{"), []byte("}"), []byte("["),
	[]byte("]"), []byte("<"), []byte("/>"), []byte("="), []byte(":"), []byte(","), []byte("#"), []byte("0"), []byte("-1"), []byte("1e400"), []byte("nil"),
	[]byte("null"), []byte("id="), []byte("when "), []byte("tree "), []byte("meta="), []byte(`\u0000`), []byte("&amp;"), []byte("ä"), []byte("\ufeff"),
}

// piece returns the bounds of a random piece. Most pieces are short, and some are lines.
func (m mutator) piece(b []byte) (start, end int) {
	if len(b) == 0 {
		return 0, 0
	}
	start = m.IntN(len(b) + 1)
	if m.IntN(3) > 0 {
		return start, min(len(b), start+1+m.IntN(12))
	}
	start = bytes.LastIndexByte(b[:start], '\n') + 1
	if i := bytes.IndexByte(b[start:], '\n'); i >= 0 {
		return start, start + i + 1
	}
	return start, len(b)
}
