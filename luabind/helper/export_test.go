package helper

import "github.com/bough-dev/bough/luabind/lua"

// Reflected is like h.Function, but always uses reflection.
func Reflected(h Helper, o Options) *lua.Function {
	f := h.function(o)
	f.call = newReflected(&h).call
	return lua.NewFunction(f.what, f.run)
}

// Direct reports whether a helper is called without reflection.
func Direct(h Helper) bool { return h.direct() != nil }
