// Package conform reads conformance cases and runs them on any implementation
// of the semantics.
//
// A case is a text file under testdata/conformance: a tree, what each of its
// behaviors does on each tick, what happens between the ticks, and the hook
// calls, the status and the sets of nodes that must come of it. The format is
// described in testdata/conformance/README.md.
//
//	Load, Parse    text to Case, with all mistakes of the file at once
//	Format         Case to text
//	Script         the scripted behaviors of a running case; records what is called
//	Machine        what an implementation must offer to be tested
//	Run            a case on a machine, compared with what the file expects
//	Update         a file with what it expects replaced by what a machine did
//	Random         random cases of any kinds, for comparing two machines
//	Tree.Match     which nodes of an edited tree are still the same
//	CheckLaws      what holds for every run of every tree
//
// Goals: a stranger's engine can be run on the corpus by writing one adapter;
// a case that cannot fail is rejected; nothing here knows how a tree is
// decided. Non-goals: speed of the file format, Lua, anything of the engine's
// own data (the package imports only diag, so that a fault of the engine
// cannot hide in the test of the engine).
package conform
