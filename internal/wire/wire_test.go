package wire

import (
	"bytes"
	"math"
	"testing"
)

// record has a field for each method of a Coder.
type record struct {
	yes   bool
	small int32
	large int64
	near  int64
	word  uint64
	float float64
	text  string
	bytes []byte
}

func (r *record) code(c *Coder) {
	c.Bool(&r.yes)
	c.Int32(&r.small, -10, 10)
	c.Int(&r.large, math.MinInt64, math.MaxInt64)
	c.Signed(&r.near, math.MaxInt64)
	c.Word(&r.word)
	c.Float(&r.float)
	c.Text(&r.text)
	c.Bytes(&r.bytes)
}

// TestCoder checks that a Coder reads what another one has written, and that it fails wherever the data ends too early.
func TestCoder(t *testing.T) {
	for _, large := range []int64{math.MinInt64, -1, 0, math.MaxInt64} {
		r := record{true, -3, large, large >> 1, 1 << 63, math.Inf(-1), "héllo", []byte{1, 2}}
		w := NewWriter(nil)
		r.code(w)
		var got record
		c := NewReader(w.Data())
		if got.code(c); c.End() != nil || got.large != large || got.near != large>>1 {
			t.Fatal(got, c.End())
		}
		again := NewWriter(nil)
		if got.code(again); !bytes.Equal(again.Data(), w.Data()) {
			t.Errorf("%v becomes %v", r, got)
		}
		for n := range w.Data() {
			c := NewReader(w.Data()[:n])
			if got.code(c); c.End() == nil {
				t.Errorf("%d of %d bytes are no error", n, len(w.Data()))
			}
		}
		c = NewReader(append(w.Data(), 0))
		if got.code(c); c.End() == nil {
			t.Error("a byte too many is no error")
		}
	}
}

// TestBounds checks the errors for data out of bounds. After an error, the lowest values are read.
func TestBounds(t *testing.T) {
	for want, read := range map[string]func(c *Coder) bool{
		"byte 0: want a number from 1 to 9":           func(c *Coder) bool { n := int64(5); c.Int(&n, 1, 9); return n == 1 },
		"byte 0: want a number from 0 to 1":           func(c *Coder) bool { yes := true; c.Bool(&yes); return !yes },
		"byte 1: a length of 9, and 2 bytes are left": func(c *Coder) bool { return c.Count(7) == 0 },
		"byte 0: the data ends here":                  func(c *Coder) bool { n := uint64(1); c.Word(&n); return n == 0 },
		"byte 0: first":                               func(c *Coder) bool { c.Fail("first"); c.Fail("second"); return true },
		"byte 0: 3 bytes are left":                    func(c *Coder) bool { c.End(); return true },
	} {
		c := NewReader([]byte{9, 1, 1})
		if ok := read(c); !ok || c.Err() == nil || c.Err().Error() != want {
			t.Errorf("got %v, want %s", c.Err(), want)
		}
	}
	a, b, nan := NewWriter(nil), NewWriter(nil), math.Float64frombits(0x7ff8000000000123)
	a.Float(&nan)
	nan = math.NaN()
	if b.Float(&nan); !bytes.Equal(a.Data(), b.Data()) {
		t.Error("two NaN differ")
	}
	for _, write := range []func(c *Coder, n int64){
		func(c *Coder, n int64) { c.Int(&n, 0, 9) }, func(c *Coder, n int64) { c.Signed(&n, 9) },
	} {
		for n, want := range map[int64]bool{10: false, -10: false, math.MinInt64: false, 9: true} {
			w := NewWriter(nil)
			if write(w, n); (w.End() == nil) != want {
				t.Errorf("%d is written: %v", n, w.End())
			}
		}
	}
	w := NewWriter(nil)
	if w.Fail("no %s", "file"); w.End().Error() != "no file" {
		t.Error(w.End())
	}
}
