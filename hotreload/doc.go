// Package hotreload watches directories and reports settled sets of changed files.
//
// Editors do not simply write a file: they rename, truncate, back up and probe. Version control rewrites a hundred
// files at once, and file systems lose events. A set lists the files that differ from the state last delivered and
// that have not changed for a moment.
//
//	w, err := hotreload.Watch([]string{"scripts"}, hotreload.Options{})
//	...
//	defer w.Close()
//	for change := range w.Changes() {
//		reload(change.Paths)
//	}
//
// Call Watch first and load the files afterwards. Then a change between the two
// is reported, not lost.
//
// This is the first of the four stops of a save (see package internal/reload): settle decides when a change is
// complete. Files without errors are complete when they have not changed for 25 ms, and other files after 80 ms. A set
// in which files are gone, empty or cut short is complete after 320 ms. A file is cut short if it has only the
// beginning of its last text.
//
//	event  pump.go, hints.go    the operating system names a place; or poll.go, a scan finds it
//	settle settle.go            places gather until they are quiet
//	look   look.go              contents on disk against those last settled
//	hold   hold.go              a set waits while version control or another tool is at work
//	post   outbox.go            the set waits for the consumer
//
// # Map
//
//	change.go, options.go, errors.go   the types that callers use
//	watcher.go                         the goroutine that owns all state, and the way above
//	settle.go                          pure: hints and times in, due batches out
//	hold.go                            locks of Git, and files .bough-hold
//	hints.go, pump.go, watchset.go     events of the operating system become hints
//	poll.go                            scans, where no events come
//	fingerprint.go                     links and unreadable files, which change without events
//	roots.go                           roots that vanish, return or are replaced
//	walk.go, content.go, look.go       the files on disk against the settled ones
//	disk.go                            the file system as an interface
//	tempfiles.go                       names of temporary files, which never count
//	notifies_*.go                      file systems known not to notify
//	settled.go                         the state of all files, for a consumer that asks
//	outbox.go                          delivery to a consumer of any speed
//	manual.go                          a source without a disk
//
// An event is only a hint that a place should be looked at. Whether a path is in a set depends only on its content,
// read after the place has been quiet. So an event that is superfluous, early, or for an old name does no harm.
//
// Goals: no change is lost; a save that changes nothing gives no set; one action of a person gives one set; the
// watcher never waits for the consumer, and never hangs on link cycles, pipes or huge files. Non-goals: telling a
// rename from a removal and a new file; permissions and attributes; files outside of the given directories.
//
// # Holds
//
// No set is delivered while a hold exists. A hold is a file named .bough-hold, or the lock that a Git command has
// while it changes files (.git/index.lock, also of a linked work tree or a submodule), for a root or for a directory
// above it. A set waits for at most 10 s from its first change, then its holds are ignored until they change. Change.Err
// names the holds when a set has waited for MaxDelay, and when they are ignored.
//
// # Limits
//
// A set that was delivered before a hold appeared is not taken back. A consumer that reads its files late may read some
// of them as they are during the hold; Change.Sums tells.
//
// A file that is saved in parts is recognized only as long as what is written equals the beginning of its last text.
// If the file is edited near its beginning, or is new, a part of it may be delivered.
//
// A file that is changed and changed back within one Debounce is not in a set. A consumer may read it in exactly
// that time, because of another set. It can detect this with Change.Sums, and should read again until the sums
// agree. A consumer that reads files without a set can use Watcher.Settled instead.
//
// The system does not report writes through a memory mapping, and may not report a change in the lower directory of an
// overlay, below the mount; polls notice them. Symbolic links and their targets are checked once a second. Where files
// are polled, and behind links, a file may be overwritten in place with the same size and get its old time back. This
// is noticed only if the file was also changed within three seconds before. Files over 16 MB are compared by size and
// modification time. Close waits for a file operation in flight, which can take long on a network share that does not
// answer.
package hotreload
