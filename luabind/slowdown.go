//go:build !race && !luacore

package luabind

// slowdown is how much longer instructions take than usual.
const slowdown = 1
