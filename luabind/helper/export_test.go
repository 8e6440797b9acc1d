package helper

import "github.com/bough-dev/bough/luabind/lua"

// Reflected is h.Function without the shapes.
func Reflected(h Helper, o Options) *lua.Function {
	kept := shapes
	defer func() { shapes = kept }()
	shapes = nil
	return h.Function(o)
}

// Direct reports whether a helper is called without reflection.
func Direct(h Helper) bool {
	for _, try := range shapes {
		if try(h.fn) != nil {
			return true
		}
	}
	return false
}
