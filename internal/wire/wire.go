// Package wire encodes and decodes the primitives of Bough's binary formats. Equal contents have equal bytes.
//
// A Coder either writes the values that it is given, or reads into them. So one function describes a format in both
// directions. Whole numbers are varints as in encoding/binary; a float and a Word have 8 bytes, little-endian.
//
// Data that is read may come from untrusted sources. A Coder checks each number against its bounds, and each length
// against the data that is left, before anything is allocated. It keeps the first error, and then reads zero values.
package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Coder writes or reads; see NewWriter and NewReader.
type Coder struct {
	data    []byte
	reading bool
	off     int // offset of the next byte to read
	err     error
}

// NewWriter returns a Coder that appends to data.
func NewWriter(data []byte) *Coder { return &Coder{data: data} }

// NewReader returns a Coder that reads data, which must not change meanwhile.
func NewReader(data []byte) *Coder { return &Coder{data: data, reading: true} }

// ReadOn returns a Coder that reads data from the place of c on. data must begin with the bytes that c has read.
func (c *Coder) ReadOn(data []byte) *Coder {
	return &Coder{data: data, reading: true, off: c.off, err: c.err}
}

// Reading reports whether c reads.
func (c *Coder) Reading() bool { return c.reading }

// Data returns the bytes that were written.
func (c *Coder) Data() []byte { return c.data }

// Offset returns the number of bytes that were read.
func (c *Coder) Offset() int { return c.off }

// Err returns the first error.
func (c *Coder) Err() error { return c.err }

// End returns the first error, or an error if c reads and there is data left.
func (c *Coder) End() error {
	if c.reading && c.err == nil && c.off < len(c.data) {
		c.Fail("%d bytes are left", len(c.data)-c.off)
	}
	return c.err
}

// Fail records an error, unless there is one already. An error of reading begins with the number of the byte.
func (c *Coder) Fail(format string, args ...any) {
	if c.err != nil {
		return
	}
	if c.err = fmt.Errorf(format, args...); c.reading {
		c.err = fmt.Errorf("byte %d: %w", c.off, c.err)
	}
}

// take returns the next n bytes, or nil after an error.
func (c *Coder) take(n int) []byte {
	if c.err == nil && n > len(c.data)-c.off {
		c.Fail("the data ends here")
	}
	if c.err != nil {
		return nil
	}
	c.off += n
	return c.data[c.off-n : c.off : c.off]
}

// Bool writes or reads a bool.
func (c *Coder) Bool(p *bool) {
	n := int64(0)
	if *p {
		n = 1
	}
	c.Int(&n, 0, 1)
	*p = n == 1
}

// Int writes or reads a number from least to most.
func (c *Coder) Int(p *int64, least, most int64) {
	switch {
	case !c.reading && *p >= least && *p <= most:
		c.data = appendUvarint(c.data, uint64(*p-least))
	case !c.reading:
		c.Fail("%d is not a number from %d to %d", *p, least, most)
	case c.err != nil:
		*p = least
	default:
		n, size := binary.Uvarint(c.data[c.off:])
		*p = least
		if size <= 0 {
			c.Fail("want a number")
		} else if n > uint64(most-least) {
			c.Fail("want a number from %d to %d", least, most)
		} else {
			c.off += size
			*p = int64(n + uint64(least))
		}
	}
}

// appendUvarint is binary.AppendUvarint, which Go does not inline, with a fast path for most numbers.
func appendUvarint(data []byte, n uint64) []byte {
	if n < 0x80 {
		return append(data, byte(n))
	}
	return binary.AppendUvarint(data, n)
}

// Signed writes or reads a number from -most to most. Numbers near 0 take the fewest bytes.
func (c *Coder) Signed(p *int64, most int64) {
	n := uint64(*p)<<1 ^ uint64(*p>>63)
	if !c.reading && (*p < -most || *p > most) {
		c.Fail("%d is not a number from %d to %d", *p, -most, most)
	}
	if !c.reading {
		c.data = appendUvarint(c.data, n)
		return
	}
	n, size := binary.Uvarint(c.data[c.off:])
	got := int64(n>>1) ^ -int64(n&1)
	switch *p = 0; {
	case c.err != nil:
	case size <= 0:
		c.Fail("want a number")
	case got < -most || got > most:
		c.Fail("want a number from %d to %d", -most, most)
	default:
		c.off += size
		*p = got
	}
}

// Int32 writes or reads a number from least to most.
func (c *Coder) Int32(p *int32, least, most int32) {
	n := int64(*p)
	c.Int(&n, int64(least), int64(most))
	*p = int32(n)
}

// Count writes or reads the number of elements of a list, each of which takes at least a byte. It returns that
// number, which is n if c writes.
func (c *Coder) Count(n int) int {
	got := int64(n)
	c.Int(&got, 0, math.MaxInt32)
	if left := len(c.data) - c.off; c.reading && int(got) > left {
		c.Fail("a length of %d, and %d bytes are left", got, left)
		return 0
	}
	return int(got)
}

// Word writes or reads a uint64 in 8 bytes.
func (c *Coder) Word(p *uint64) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint64(c.data, *p)
		return
	}
	*p = 0
	if b := c.take(8); b != nil {
		*p = binary.LittleEndian.Uint64(b)
	}
}

// Float writes or reads a float. All NaN have the same bytes.
func (c *Coder) Float(p *float64) {
	f := *p
	if f != f {
		f = math.NaN()
	}
	n := math.Float64bits(f)
	c.Word(&n)
	*p = math.Float64frombits(n)
}

// Text writes or reads a string.
func (c *Coder) Text(p *string) {
	n := c.Count(len(*p))
	if c.reading {
		*p = string(c.take(n))
	} else {
		c.data = append(c.data, *p...)
	}
}

// Bytes writes or reads a slice of bytes. A slice that was read aliases the data.
func (c *Coder) Bytes(p *[]byte) {
	n := c.Count(len(*p))
	if c.reading {
		*p = c.take(n)
	} else {
		c.data = append(c.data, *p...)
	}
}
