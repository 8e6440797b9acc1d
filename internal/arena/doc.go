// Package arena is the game that `bough play` plays: monsters, guards, dogs and
// villagers in fields with huts, rocks and bushes.
//
// Scripts make all decisions. The arena moves, hurts, kills and revives bodies as the scripts request, and its
// helpers answer the scripts' questions.
//
// # Map
//
//	arena.go      a tick: scripts decide, then the game carries out
//	kinds.go      the kinds of inhabitants and their numbers
//	body.go       an actor as the game sees it, and the fields scripts see of it
//	field.go      the land and the bodies on it, which agents sense
//	ground.go     huts, rocks and bushes, which can block ways and views
//	village.go    the places of things on the ground, and routes between them
//	grid.go       finding neighbors without looking at all bodies
//	senses.go     the questions of scripts: sight, earshot, hiding places
//	helpers.go    the same questions under their names in Lua
//	requests.go   the requests of scripts
//	move.go       walking, around rocks and other bodies
//	harm.go       blows, death and rebirth
//	stats.go      the events so far
//	log.go        messages: reloads, script errors, deaths
//	flood.go      the bound on lines that scripts print
//	lines.go      the same messages without a screen, and a summary
//
// All workers call helpers concurrently. Helpers read bodies and the grid, which change only between ticks. So an
// answer does not depend on the order of agents, and games with equal seeds are equal with any number of workers.
//
// Goals: the arena uses each feature of scripts; the cost of a tick for one agent does not depend on the number of
// agents. Non-goals: finding ways through mazes, physics, balance.
package arena
