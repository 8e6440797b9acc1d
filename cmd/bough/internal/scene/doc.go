// Package scene plays scenes. A scene is a text file beside scripts that describes, tick by tick, which agents
// exist and which events happen to them. With a scene, a tree can be tried without a game. The examples of the
// gallery are scenes.
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
// parse.go reads the lines; each is a command of the list in command.go. play.go carries out the commands on a game
// and writes the trace. live.go does the same tick by tick, for a screen. check.go compares a scene with the scripts.
//
// Goals: exact messages; the same trace every time. Non-goals: conditions, loops, expectations. To check a scene,
// compare its trace.
package scene
