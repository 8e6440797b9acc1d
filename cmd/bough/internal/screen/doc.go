// Package screen is the terminal view of the arena: the field, who does what,
// what the files have to say, and why somebody does what it does.
//
// # Map
//
//	model.go     what is shown: who is picked, what is open, how fast it goes
//	keys.go      what each key does; help and status line are made from it
//	loop.go      events and ticks in, pictures out
//	draw.go      the picture and its parts
//	canvas.go    a rectangle to write in
//	field.go     the land and who is where
//	people.go    the list of agents and what each is doing
//	logpane.go   reloads, script errors, deaths
//	explain.go   one agent: why it does what it does, and its fields
//	help.go      keys and letters
//	terminal.go  the terminal, taken and given back
//	keyboard.go  keys as the library reads them well
//	text.go      widths and line breaks
//
// The model knows nothing of terminals, and drawing changes nothing but where
// panes are scrolled to. Time comes in through a channel. So all of it is tested
// on tcell's simulated screen.
//
// Goals: to see at a glance who does what; no message that is cut off where it
// matters. Non-goals: mouse, editing, more than one field.
package screen
