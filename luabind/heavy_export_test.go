//go:build !luacore

package luabind

// Heavy weighs who runs in the state of a worker, as happens where the memory of the process
// grows much in a tick.
func Heavy(r *Runtime, worker, room int) (found int, tooMuch bool) {
	return r.states[worker].heavy(room)
}
