package strlib

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// Text is the text of a string or a number. What the library calls +Inf, -Inf and NaN has
// the names that Lua itself gives it.
func Text(v lua.LValue) string {
	n, ok := v.(lua.LNumber)
	switch {
	case !ok:
	case n != n:
		return "nan"
	case math.IsInf(float64(n), 1):
		return "inf"
	case math.IsInf(float64(n), -1):
		return "-inf"
	}
	return v.String()
}
