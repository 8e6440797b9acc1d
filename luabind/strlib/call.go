package strlib

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Bounds of one call.
const (
	// MaxString is the longest string that a function makes, in bytes. It bounds what
	// one instruction may take that compares strings or looks one up in a table.
	MaxString = 1 << 14
	// MaxPattern is the longest pattern, in bytes. Text that is searched for as
	// it is may be longer.
	MaxPattern = 1 << 12
	// MaxResults is how many values unpack and string.byte return. Lua 5.1
	// allows about 8,000; here each is a slot of a coroutine's small stack.
	MaxResults = 1000
	// MaxList is the longest list that grows by table.insert or is sorted by
	// table.sort. lua.MaxArrayIndex must be above it.
	MaxList = 1<<16 - 1
)

// bytesPerStep is how many bytes Go copies or scans in the time of one VM
// instruction, with an allowance for the collection of what it allocates.
const bytesPerStep = 16

// numberSteps is what it costs to write a number as text.
const numberSteps = 4

// digitsPerStep is how many bytes of a text are read as a number in one step.
const digitsPerStep = 32

// call is one call of a function: its arguments, and who pays.
type call struct {
	L         *lua.LState
	lib, name string
	charge    Charge
}

func (c call) fullName() string {
	if c.lib == "" {
		return c.name
	}
	return c.lib + "." + c.name
}

// spend charges n steps.
func (c call) spend(n int) {
	if c.charge != nil && n > 0 {
		c.charge(c.L, n)
	}
}

// spendBytes charges the copying or scanning of n bytes.
func (c call) spendBytes(n int) { c.spend(1 + n/bytesPerStep) }

// raise ends the call with an error that names the function. It does not return.
func (c call) raise(format string, args ...any) {
	c.L.RaiseError("%s: %s", c.fullName(), fmt.Sprintf(format, args...))
}

// bad ends the call with an error about its n-th argument.
func (c call) bad(n int, format string, args ...any) {
	c.L.RaiseError("bad argument #%d to %s (%s)", n, c.name, fmt.Sprintf(format, args...))
}

func (c call) wrongType(n int, want string) {
	got := "no value"
	if n <= c.L.GetTop() {
		got = c.L.Get(n).Type().String()
	}
	c.bad(n, "%s expected, got %s", want, got)
}

// room raises an error if a result of n bytes is too long.
func (c call) room(n int) {
	if n > MaxString {
		c.raise("result of %d bytes; at most %d are allowed", n, MaxString)
	}
}

// string returns the n-th argument, which may be a number.
func (c call) string(n int) string {
	v := c.L.Get(n)
	if !lua.LVCanConvToString(v) {
		c.wrongType(n, "string")
	}
	return Text(v)
}

// number returns the n-th argument, which may be a string that is a number.
func (c call) number(n int) float64 {
	switch v := c.L.Get(n).(type) {
	case lua.LNumber:
		return float64(v)
	case lua.LString:
		c.spend(len(v) / digitsPerStep)
		if f, ok := parseNumber(string(v)); ok {
			return f
		}
	}
	c.wrongType(n, "number")
	return 0
}

// int returns the n-th argument without its fraction. Numbers beyond the range
// of an int become its ends, and what is not a number 0, so that huge positions
// mean what they say.
func (c call) int(n int) int { return truncate(c.number(n)) }

// intOr returns the n-th argument like int, or otherwise if it is absent or nil.
func (c call) intOr(n, otherwise int) int {
	if c.L.Get(n) == lua.LNil {
		return otherwise
	}
	return c.int(n)
}

func (c call) table(n int) *lua.LTable {
	t, ok := c.L.Get(n).(*lua.LTable)
	if !ok {
		c.wrongType(n, "table")
	}
	return t
}

func truncate(f float64) int {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int(f)
}

// parseNumber reads a number as Lua 5.1 does where it wants one and is given a
// string: decimal, or hexadecimal without fraction, with space around it.
func parseNumber(s string) (float64, bool) {
	s = strings.Trim(s, " \t\n\v\f\r")
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 {
		return 0, false
	}
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		n, err := strconv.ParseUint(hex, 16, 64)
		if s[0] == '-' {
			return -float64(n), err == nil
		}
		return float64(n), err == nil
	}
	if digits == "" || strings.Trim(digits, "0123456789.eE+-") != "" {
		return 0, false // what else ParseFloat accepts: infinity, 1_000
	}
	f, err := strconv.ParseFloat(s, 64)
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
		return f, true
	}
	return f, err == nil
}

// position turns a position that may count from the end of n items into one
// that counts from the start; one before the start becomes 0.
func position(pos, n int) int {
	if pos < 0 {
		pos += n + 1
	}
	return max(pos, 0)
}
