// Package conform reads conformance cases and runs them on any implementation
// of the semantics.
//
// A case is a text file below testdata/conformance. It has a tree, the outcomes of each behavior in each tick, the
// events between the ticks, and the expected hook calls, statuses and sets of nodes. testdata/conformance/README.md
// describes the format.
//
//	Load, Parse    text to Case, with all mistakes of the file at once
//	Format         Case to text
//	Script         the scripted behaviors of a running case; records the calls
//	Machine        the methods that an implementation needs to be tested
//	Run            a case on a machine, compared with the expectations of the file
//	Update         a file whose expectations are replaced by the results of a machine
//	Random, RandomNumbers
//	               random cases, for comparing two machines
//	Tree.Match     which nodes of an edited tree are still the same
//	CheckLaws      laws that hold for every run of every tree
//
// Goals: another engine can be tested with one adapter; a case that cannot fail is rejected; the package does not
// know how a tree is decided. Non-goals: speed of the file format, Lua, data of the engine (the package imports
// only diag, so that an error of the engine cannot hide an error in its test).
package conform
