package geom

import "github.com/bough-dev/bough/luabind/helper"

// Helpers returns all functions of the package as helpers, for a game to bind:
//
//	game.Bind("geom", geom.Helpers()...)
func Helpers() []helper.Helper {
	var out []helper.Helper
	for _, f := range Funcs() {
		out = append(out, helper.Func(f.Signature, f.Fn).Pure())
	}
	return out
}
