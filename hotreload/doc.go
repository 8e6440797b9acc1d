// Package hotreload takes directories and gives settled sets of changed paths.
//
// Editors do not save, they rename, truncate, back up and probe; version
// control rewrites a hundred files at once; file systems forget to tell. What
// leaves this package is what a person would say happened: these files are
// different from what you last had, and they have been quiet for a moment.
//
//	w, err := hotreload.Watch([]string{"scripts"}, hotreload.Options{})
//	...
//	defer w.Close()
//	for change := range w.Changes() {
//		reload(change.Paths)
//	}
//
// Call Watch first and load the files afterwards: what changes between the two
// is then reported, not lost.
//
// # Map
//
//	change.go, options.go, errors.go   what callers see
//	watcher.go                         one goroutine that owns all state
//	settle.go                          pure: hints and times in, due batches out
//	hints.go, pump.go, cover.go        operating system events to hints
//	disk.go                            what is used of a file system
//	poll.go                            stat and compare, where no events come
//	roots.go                           roots that vanish, return or are replaced
//	mark.go                            links and closed files, which change without events
//	walk.go, content.go, look.go       what is on disk against what was settled
//	droppings.go                       names that never count
//	notifies_*.go                      file systems known not to notify
//	settled.go                         how all files are
//	outbox.go                          delivery to a consumer of any speed
//	manual.go                          a source without a disk
//
// An event is only a hint that a place should be looked at. Whether a path is
// in a set is decided by its content alone, read after the place has been
// quiet; so an event too many, too early or under a stale name does no harm.
//
// Goals: no lost change; no set for a save that changed nothing; one set for
// one act of a person; no wait for the consumer; nothing that hangs on link
// cycles, pipes or huge files. Non-goals: telling renames from a removal and an
// appearance, permissions and attributes, files beyond the given directories.
//
// # Limits
//
// A file that is changed and changed back within one Debounce is not in a set.
// A consumer may read a file in just that time, because of another set; it knows
// by Change.Sums, and reads again until the sums agree; and by Watcher.Settled, when it
// has read files without having been told to.
//
// What a symbolic link leads to, and where it leads, is looked at once a second. A
// change in the lower folder of an overlay, beneath the mount, the system itself may not
// show. Where files are polled, and behind links, a file that is overwritten in place and
// given back its size and its old time is noticed only if it was changed within three
// seconds before, too. Files over 16 MB are compared by size and modification time.
// Close waits for a file operation in flight, which on a network share that does not
// answer may take as long as the share lets it.
package hotreload
