// Package assets turns a directory of scripts and trees into the programs of a world.
//
// A Manager reads any fs.FS, gives behaviors their IDs, links files that depend on each other, and makes a Bundle:
// an immutable, numbered set of behaviors and compiled trees. When files change it makes the next Bundle. A file
// that fails keeps its last good version, and so do the files that depend on it. All other changes take effect at
// once.
//
// # A round
//
// A round leads from changed files to the next Bundle, in three stops. The stop before them,
// settle, is in package hotreload; package internal/reload draws the whole way.
//
//	build.go     texts are read and compiled, scripts linked and run once, trees made programs
//	casing.go    names that differ in case, and children by one space
//	check.go     problems that show only when all files are looked at together
//	swap.go      the bundle is put in force, between two ticks
//	manager.go   what begins a round, and what is kept from one to the next
//	report.go    what a round did, for the game
//
// The cost of a round depends on what it changes. Linking a tree is a function of the tree and of its dependencies:
// which behavior, tree or condition a name means, whether a name has a file, where an inclusion leads. record.go
// resolves all of them, and records each with its answer. The next round resolves them again, and keeps a tree by
// pointer, with its program and its problems, if all answers are the same. A behavior that differs only in its code
// counts as the same answer: the program is kept and gets the new code (revalidate.go). The hint for an unknown
// name depends on all names, which cannot be recorded: a tree with such a mistake is linked in each round until it
// is corrected. A script is kept if its text and the modules that it requires are the same. The problems of a
// single file are kept with the file. A check that compares all files counts facts about each file. A round
// replaces the facts of the files that it has compiled again.
//
// # Map
//
// Files:
//
//	root.go      the script root: listing and reading, bounds
//	files.go     which files count, and what is known of one
//	fileset.go   all files, by path
//	testfiles.go tests of designers, which lie in the same folders
//
// Build, scripts:
//
//	scripts.go   names, modules, dependency closure, loading
//	loaded.go    the scripts of a bundle
//	moved.go     scripts that were renamed
//	restored.go  files that were held back and have their old text again
//	inforce.go   the texts whose code is in force
//
// Build, trees:
//
//	treelink.go      all trees of a round, the nodes of one tree
//	behaviorlink.go  names of behaviors
//	kindlink.go, kinds.go  node kinds of the catalog and of the game
//	paramlink.go     parameters of behaviors
//	treeparams.go    parameters of trees, slots
//	override.go      nodes of an included tree that are changed
//	guardlink.go     conditions and expressions
//	named.go         the names in these
//	settings.go      settings without effect
//	falsified.go     conditions that a set below them makes false
//	calls.go         trees with parameters from Go
//	record.go        the dependencies of a tree, and the result of linking it
//	revalidate.go    whether that still holds, if need be with other code
//	inclusions.go    which trees include others, and cycles
//	fallback.go      trees that fail, and their last good source
//	kept.go          trees that agents keep, since the files no longer give a version for them
//	heldbyothers.go  trees that only wait for a behavior
//
// Check:
//
//	globals.go  globals that no script can have
//	facts.go    the fields and nodes that a tree asks for
//	reads.go    fields that nothing sets
//	counts.go   how often each field is set and read
//	stimuli.go  stimuli and fields of them that nothing posts
//	declared.go what the game declares in FieldsFile
//	typed.go    what contradicts the declared types
//	infer.go    declarations for what the files use
//	described.go behaviors and their parameters, with the types that files show
//	channels.go channels on which nothing requests
//	misplaced.go files with a wrong name or in a wrong folder
//	misspelled.go names in tests, scenes and commands
//	nearmiss.go names that are only written, only read or only declared, and misspelled
//
// Versions:
//
//	bundle.go, users.go     a version, and which of its nodes run a behavior
//	content.go, hasher.go   its texts, and their hash
//	versions.go             which versions are kept
//	rollback.go             an older version in force again
//	pin.go                  changed files that are kept out
//
// Below this package are archive (a bundle as one file), refactor (renaming) and reload (the way
// of a save). They import this package, and it imports none of them.
//
// Goals: all problems of all files in one sorted list; one broken file stops
// neither the others nor the session. Non-goals: watching (package hotreload),
// ticking (package engine).
package assets
