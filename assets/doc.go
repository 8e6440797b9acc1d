// Package assets turns a directory of scripts and trees into what a world runs.
//
// A Manager reads any fs.FS, gives behaviors their IDs, links files that depend
// on each other, and makes a Bundle: an immutable, numbered set of behaviors
// and compiled trees. When files change it makes the next Bundle; what fails
// keeps its last good version, together with what depends on it, and everything
// else goes in at once.
//
// # A round
//
// A round leads from changed files to the next Bundle, in three stops (the one before them,
// settle, is in package hotreload):
//
//	build.go     texts are read and compiled, scripts linked and run once, trees made programs
//	check.go     what shows only when all files are looked at together
//	swap.go      the bundle is put in force, between two ticks
//	manager.go   what begins a round, and what is kept from one to the next
//	report.go    what it did, for the game
//
// A round costs what it concerns. Linking a tree is a function of the tree and of the
// questions that it asks outside: which behavior, tree or condition a name means, whether
// a name has a file, where an inclusion leads. So each question is asked in one place
// (record.go), which keeps it with its answer; in the next round the questions are asked
// again, and a tree all of whose answers are the same is taken over by pointer, with its
// program, its problems and what it says about fields. An answer that is the same behavior
// with other code changes nothing else, so the program gets that code (renew.go). Only what chooses among all names,
// the hint behind an unknown one, cannot be listed: a tree with such a mistake is linked in
// each round until it is corrected. A script is taken over if its text and the modules that
// it requires are the very same. What is said of one file by itself is kept with the file;
// what compares all files, such as fields that nobody sets, is made of such facts, of which
// a round exchanges those of what it made anew.
//
//	files.go     which files count, and what is known of one
//	root.go      the root: listing and reading, bounds
//	testfiles.go tests of designers, which are files beside the others
//	scripts.go   chunks: names, modules, dependency closure, loading
//	moved.go     scripts that have got another name
//	treelink.go  trees: names to behaviors, parameters, guards, inclusion
//	record.go    what a tree asked when it was linked, and what came of it
//	renew.go     whether that still holds, if need be with other code
//	facts.go     what a tree asks about fields and nodes
//	treeparams.go  parameters of trees, slots
//	asks.go        what expressions and numbers of children ask in vain
//	users.go       which nodes run a behavior
//	fallback.go  trees that fail, and their last good source
//	waiting.go   trees that only wait for a behavior
//	reads.go     fields that nobody writes
//	tally.go     how often each is written and read
//	fileset.go   files by path
//	bundle.go    the result
//	content.go   the texts of a version
//	hasher.go    and their hash
//	loaded.go    which scripts a version has that the one before had not
//	globals.go, nosuch.go  globals that no script can have
//	versions.go  which versions are kept
//	pin.go       changed files that are kept out
//	rollback.go  an older version in force again
//
// Below it are archive (a bundle as one file), refactor (renaming) and reload (the way of a save,
// from a source of changes to the tick). They import this package, and it imports none of them.
//
// Goals: all problems of all files in one sorted list; one broken file stops
// neither the others nor the session. Non-goals: watching (package hotreload),
// ticking (package engine).
package assets
