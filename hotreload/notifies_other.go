//go:build !linux && !darwin

package hotreload

// notifies reports whether events can be expected of the directory dir. On Windows, network drives have events,
// too. On other systems the caller must set Options.Poll.
func notifies(string) bool { return true }
