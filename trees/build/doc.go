// Package build creates trees in Go. The calls are nested like the lines of a tree file:
//
//	guard, err := build.Tree("guard").Of(
//		build.Do("root").Of(
//			build.Do("flee").When("hp < 30"),
//			build.Do("combat").When("target ~= nil").Of(
//				build.Do("melee").When("dist < 2"),
//				build.Do("chase").With("speed", 3.5),
//			),
//			build.Sequence().Of(
//				build.Do("goto_point", "a"),
//				build.Wait(2*time.Second),
//			),
//		),
//	).Build()
//
// Options.Trees of package bough has the trees of a game, and trees.Format formats a tree as text. The files:
//
//	node.go     a node and its properties
//	tree.go     a tree
//	value.go    conversion of Go values to values of a tree
//	check.go    problems of nodes of kinds
//	kinds.go    a function for each kind; generated from the catalog
//
// Goals: trees that depend on data, such as quests and squads. Errors are the same as for
// a tree file, and have the position of the Go call.
//
// Non-goals: changing a tree that is in use (a new tree of the same name replaces it), and
// building the programs of package engine (engine.Definition does that, without names and
// checks).
package build

//go:generate go test -run TestKindsFile -update
