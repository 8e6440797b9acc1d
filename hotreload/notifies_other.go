//go:build !linux && !darwin

package hotreload

// notifies reports whether events can be expected of the directory dir. Windows
// has them for network drives too; elsewhere Options.Poll is to be set by hand.
func notifies(string) bool { return true }
