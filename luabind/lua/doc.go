// Package lua runs Lua 5.1. It is made for hosts that make many short calls, such as a game that asks
// each of its agents several small functions in each frame, and that run scripts which they do not
// trust or which are edited while they run.
//
//	chunk, err := lua.Compile(lua.Source{Name: "guard.lua", Text: text})
//	s := lua.NewState()
//	globals := lib.Open(s, lib.Options{})
//	results, err := s.Call(chunk.Function(globals).Value())
//
// The libraries of Lua (string, table, math and so on) are in package lib.
//
// # How it works
//
// A file goes through three stages. The parser is gopher-lua's, which gives a syntax tree. Resolving
// finds out what each name is and adds columns. Compiling makes of each function a flat list of
// ops, func(c *Call) int, each of which does a statement and returns the place of the next. An
// expression without a call in it is one closure; a call is an op of its own.
//
// What runs is a list of Calls, one for each function that has not returned, with its registers.
// A call makes the next Call of the list the current one, it does not call a function of Go. So
// what a coroutine needs to go on later is in its Calls, and it takes no goroutine: to yield is
// to return from the loop, to resume is to enter it again.
//
// # Where to find things
//
//   - value.go: Value, and strings that are names. number.go: numbers as text
//   - table.go: Table. A read with a constant name is operand.eval and Call.field in expr.go; with
//     metatables, meta.go. hint.go: where a field was last
//   - function.go: functions of Go, and what they can do
//   - scan.go, tree.go, resolve.go: from the syntax tree to the resolved tree
//   - compile.go: statements. assign.go, expr.go, arith.go: the forms of assignments and expressions
//   - call.go: a call, from the source to the function that is entered
//   - run.go: Call, the loop, returning, pcall, and calls from Go
//   - coroutine.go: resuming and suspending
//   - state.go: State, the meters, and Guard. freeze.go: what can no longer change
//   - walk.go: what values refer to, and how many bytes that is
//   - handle.go: pointers of Go
//   - error.go: errors and places
//
// # Meters
//
// State.Steps and State.Bytes are counted down by all that scripts do, and a script that has used
// them up ends with an error that pcall does not catch. Both are exact: the same
// call takes as much on each machine and in each State.
//
//   - A call takes as many steps as its function has statements and expressions outside of loops, a
//     round of a loop as many as the loop's body. An index through __index takes one more. Functions
//     of Go take 4, and pay for their work with Call.Spend, by 16 bytes or one element a step.
//   - Bytes are counted where tables, strings, functions, captured variables and coroutines are made
//     or grow, with what the garbage collector will free. The Calls of functions that a State calls
//     are not counted, since they are used again; State.MaxDepth bounds them.
//
// # Sharing
//
// A State belongs to one goroutine at a time. Compiled files, functions of Go, and what Freeze has
// made constant belong to nobody: any number of States may use them at once. A coroutine may be
// resumed by another State than before.
//
// # Goals
//
// The results of Lua 5.1.5, for each program, but for what follows. Calls, fields and numbers that take a
// tenth of the time they take in gopher-lua. No allocation that a script does not ask for. Errors with line
// and column.
//
// # What is different from Lua 5.1
//
//   - pairs goes through the list first and then in the order in which keys were inserted, on
//     all machines.
//   - The length of a list with holes is its last entry, if nothing behind a hole was
//     inserted in another order.
//   - nan is always written nan, inf and nan are no numerals, and neither are hexadecimal fractions.
//   - There are goto and labels, as in Lua 5.2. So goto is no name.
//   - A function with ... has no table arg.
//   - A yield can leave pcall and xpcall, and a for loop's iterator. It cannot leave a metamethod or a function
//     that a function of Go has called, as in Lua 5.1.
//   - A mistake has the place of the operator, of the name that is called, or of the call of a
//     function of Go; in Lua 5.1 it has the line of the last word of the operands, and some have none. A value
//     whose name is not certain has none; Lua 5.1 says "field '?'", and for a and b or c the name of c.
//   - A function that has made a tail call is no level of error; in Lua 5.1 it is one without a place.
//   - Empty statements, and a call whose ( begins a line, are taken as in Lua 5.2. The number
//     of captured variables is not limited, and a text may nest 5000 levels deep. Mistakes in
//     the text are named in the words of gopher-lua's parser.
//   - __gc and __mode do nothing.
//   - There are no bytecode, environments that are set at run time, and debug hooks.
//
// # Non-goals
//
// Being compatible with the C API or with gopher-lua's, and running long computations as fast as a compiler to
// machine code does.
package lua
