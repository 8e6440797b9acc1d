package strlib

import lua "github.com/yuin/gopher-lua"

// Charge is told how much work a call is about to do or has just done: n is
// more than 0, in units comparable to VM instructions. It raises a Lua error
// through L when the script's budget is spent. It is called on the goroutine
// that runs L. What a call charges depends on its arguments only.
type Charge func(L *lua.LState, n int)

// Func is a function of Lua's libraries, to be put where scripts look for it.
type Func struct {
	// Lib is the library: "string", "table", or "" for a global function.
	Lib string
	// Name is the function's name within Lib.
	Name string
	// Call is the function. It serves any number of states, as far as the
	// Charge it was made with does.
	Call lua.LGFunction
}

type entry struct {
	name string
	call func(c call) int
}

var (
	stringFuncs = []entry{
		{"byte", byteValues}, {"char", char}, {"find", find}, {"format", format}, {"gmatch", gmatch}, {"gsub", gsub},
		{"lower", lower}, {"match", match}, {"rep", rep}, {"reverse", reverse}, {"sub", sub}, {"upper", upper},
	}
	tableFuncs  = []entry{{"concat", concat}, {"insert", insert}, {"maxn", maxn}, {"remove", remove}, {"sort", sortList}}
	globalFuncs = []entry{{"unpack", unpack}}
)

// Strings returns the functions of the string library, all but string.len,
// which needs no bound, and string.dump. They are in a fixed order. Methods of
// strings, as in s:rep(3), come from the table that is __index of the strings'
// metatable: they are bounded only if that has these functions. A nil charge
// counts nothing; then nothing bounds how long a pattern takes.
func Strings(charge Charge) []Func { return bind("string", stringFuncs, charge) }

// Tables returns the functions that work on lists and need bounds: those of the
// table library, and the global unpack. They are in a fixed order. A nil charge
// counts nothing.
func Tables(charge Charge) []Func {
	return append(bind("table", tableFuncs, charge), bind("", globalFuncs, charge)...)
}

func bind(lib string, entries []entry, charge Charge) []Func {
	out := make([]Func, 0, len(entries)+1)
	for _, e := range entries {
		out = append(out, Func{lib, e.name, func(L *lua.LState) int {
			return e.call(call{L, lib, e.name, charge})
		}})
	}
	return out
}
