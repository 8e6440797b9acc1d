//go:build !luacore

package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// fit gives back the room that compiled code has and does not use: some 15 kB for each
// function, a third of which the collector goes through each time. The library makes code in
// pages of its own, which all come to lie in the same few places of the processor's caches;
// copies of the right size lie side by side.
func fit(p *lua.FunctionProto) {
	p.Code, p.DbgSourcePositions = slices.Clone(p.Code), slices.Clone(p.DbgSourcePositions)
	p.Constants, p.FunctionPrototypes = slices.Clone(p.Constants), slices.Clone(p.FunctionPrototypes)
	p.DbgCalls, p.DbgLocals, p.DbgUpvalues = slices.Clone(p.DbgCalls), slices.Clone(p.DbgLocals), slices.Clone(p.DbgUpvalues)
	for _, inner := range p.FunctionPrototypes {
		fit(inner)
	}
}
