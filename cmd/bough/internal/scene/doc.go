// Package scene plays scenes: text files beside scripts that say, tick by tick, which agents there are and what
// happens to them. With a scene, a tree can be tried without a game. The examples of the gallery are scenes.
//
//	# The troll sees somebody, who then runs away.
//	dt 0.5
//	show enter exit
//	spawn troll hp=100
//	tick 2
//	say somebody comes
//	set target=7
//	tick 3
//
// parse.go reads the lines, each a command of the list in command.go. play.go carries
// them out on a game and writes the trace. live.go does so tick by tick for a screen.
//
// Goals: exact messages; the same trace every time. Non-goals: conditions, loops,
// expectations. A test compares the trace.
package scene
