package strlib

import (
	"strconv"

	lua "github.com/yuin/gopher-lua"
)

// builder collects the result of a call piece by piece and pays for it as it
// grows, so that a call that raises an error late has paid too.
type builder struct {
	c      call
	buf    []byte
	unpaid int
}

// payAfter is how many bytes a builder takes on credit.
const payAfter = 1 << 12

func (b *builder) add(s string) {
	n := len(b.buf) + len(s)
	if n > MaxString {
		b.pay()
		b.c.raise("result of at least %d bytes; at most %d are allowed", n, MaxString)
	}
	b.buf = append(b.buf, s...)
	if b.unpaid += len(s); b.unpaid >= payAfter {
		b.pay()
	}
}

// addValue adds a string or a number.
func (b *builder) addValue(v lua.LValue) {
	n, ok := v.(lua.LNumber)
	if !ok {
		b.add(v.String())
		return
	}
	b.c.spend(numberSteps)
	if i := int64(n); lua.LNumber(i) == n {
		var buf [20]byte
		b.add(string(strconv.AppendInt(buf[:0], i, 10))) // as LNumber.String, without its detour
		return
	}
	b.add(Text(n))
}

func (b *builder) pay() {
	b.c.spendBytes(b.unpaid)
	b.unpaid = 0
}

// result pays what is left and returns the string.
func (b *builder) result() lua.LString {
	b.pay()
	return lua.LString(b.buf)
}
