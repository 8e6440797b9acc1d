// Package playground plays a scene whose files are in memory, for a page that has no server. In a browser it is the engine in a
// worker: engine is the program, built for js/wasm, that passes the messages of the page on.
//
//	files.go       the files, which the page changes
//	playground.go  the game with its scene, and the answers to the page
//	engine         the program
//
// Goals: a page beside a worker sees the same game as one at a server. Non-goals: the arena, recordings in files, helpers of
// games.
package playground
