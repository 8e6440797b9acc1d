// Package build makes trees in Go. The calls stand as the lines of a tree file would:
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
// A game takes the result with Game.AddTrees, and trees.Format writes it as text. The
// files:
//
//	node.go     a node and what its line says
//	tree.go     a tree, and its making
//	value.go    Go values to those of a tree
//	check.go    what is wrong with nodes of kinds
//	kinds.go    a function for each kind; generated from the catalog
//
// Goals: trees that depend on data, such as quests and squads, with the errors of a tree
// file at the line of Go that made them.
//
// Non-goals: to change a tree that is in use (a new one of its name takes its place), to
// build what package engine runs (engine.Definition does that, without names and checks).
package build

//go:generate go test -run TestKindsFile -update
