package wire

import "math"

// Checksum is a hash of the values that were added to it. It is the same in each process. It does not protect against
// forged values. The zero value is the hash of no values.
type Checksum uint64

// Word adds a number.
func (h *Checksum) Word(x uint64) {
	*h = (*h ^ Checksum(x)) * 0x9e3779b97f4a7c15
	*h ^= *h >> 29
}

// Float adds a float. All NaN count the same.
func (h *Checksum) Float(f float64) {
	if f != f {
		f = math.NaN()
	}
	h.Word(math.Float64bits(f))
}

// Text adds a string.
func (h *Checksum) Text(s string) {
	x := *h
	for i := range len(s) {
		x = (x ^ Checksum(s[i])) * 0x100000001b3
	}
	*h = x
	h.Word(uint64(len(s)))
}
