//go:build race && !luacore

package luabind

// slowdown is how much longer instructions take than usual: under the race detector those
// that make tables take ten times as long, and more where others wait for the processor.
const slowdown = 20
