//go:build !luacore

package luabind

import lua "github.com/yuin/gopher-lua"

// A table that the library makes without saying how many names it will have gets room for
// thirty-two of them with the first: 2 kB, which take longer to make than all the rest.
// So whoever makes a table here says how many there will be. For those that scripts make
// by {} nobody knows. They get room for eight, which more names outgrow for little; for one
// that stays a list that is one object of 48 bytes more, beside the 600 that a list made
// by {} has.

// newTable returns a table with room for elements of a list and for names.
func newTable(places, names int) *lua.LTable {
	return (*lua.LState)(nil).CreateTable(places, names) // it needs no state
}

// roomForNames changes compiled code so that {} makes a table with room for some names.
func roomForNames(p *lua.FunctionProto) {
	const sizes, oneName = 1<<18 - 1, 1 << 9
	for i, code := range p.Code { // checkSize has made sure that all are instructions
		if int(code>>26) == lua.OP_NEWTABLE && code&sizes == 0 {
			p.Code[i] |= oneName
		}
	}
	for _, inner := range p.FunctionPrototypes {
		roomForNames(inner)
	}
}
