package geom

import "github.com/bough-dev/bough/luabind"

// Helpers returns all functions of the package for a game to bind:
//
//	game.Bind("geom", geom.Helpers()...)
func Helpers() []luabind.Helper {
	var out []luabind.Helper
	for _, f := range Funcs() {
		out = append(out, luabind.Func(f.Signature, f.Fn))
	}
	return out
}
