// Package screen shows a game on a terminal, in the arena or as a scene. It shows the land, what each agent does
// and why, and the problems.
//
// # Map
//
//	stage.go     the place of a game: the arena, or a scene
//	model.go     the state of the view: actor picked, pane open, speed
//	keys.go      the action of each key; help and status line are made from it
//	prompt.go    a line that is typed: a search, or a command of scenes
//	loop.go      events and ticks in, pictures out
//	draw.go      the picture and its parts
//	canvas.go    a rectangle to write in
//	field.go     the land with its actors, or the fields of one agent
//	people.go    the list of agents and what each is doing
//	pane.go      the lower pane, which shows one of the next ones
//	logpane.go   reloads, script errors, deaths
//	watch.go     what the picked agent did in the last tick, and why
//	rows.go      its tree as rows, with values, reasons and the last ticks
//	problems.go  the present problems
//	versions.go  going back to an earlier version, and forward
//	help.go      keys and letters
//	text.go      widths and line breaks; spans.go: lines of several styles
//	terminal.go  opening and restoring the terminal
//	keyboard.go  keys in a form that the library reads correctly
//
// The model does not depend on terminals. Drawing changes only the scroll positions of panes. Time comes from a
// channel. So the whole package is tested on tcell's simulated screen.
//
// Goals: a user sees at a glance what each agent does; no message is cut off where it matters. Non-goals: mouse,
// editing, more than one field.
package screen
