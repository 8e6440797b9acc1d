// Package lua runs Lua 5.1. It is for hosts that make many short calls, such as a game that calls
// several small functions of each of its agents in each frame, and whose scripts are not trusted or
// are edited while they run.
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
// A file goes through three stages. The parser, which is gopher-lua's, makes a syntax tree. The
// resolver finds out what each name refers to and adds columns. The compiler turns each function into a
// flat list of ops, func(c *Call) int. Each op executes a statement, or part of one, and returns the index
// of the next op. An expression without calls is evaluated by closures nested like the expression;
// a call is an op of its own.
//
// The state of a running script is a list of Calls, one for each function that has not returned, each with
// its registers. A call of a Lua function makes the next Call in the list current instead of
// recursing in Go. The exceptions are metamethods, calls made by Go functions, and functions that only
// return an expression without calls. So a suspended coroutine is its Calls and nothing else: to yield
// is to return from the loop, to resume is to enter it again.
//
// # Where to find things
//
//   - compile.go: Source, Chunk, Compile, Expression; statements. scan.go, tree.go, resolve.go: from the
//     syntax tree to the resolved tree
//   - assign.go, expr.go, arith.go: assignments and expressions. A new operator goes through resolve.go,
//     binary or unary in expr.go, arith.go, and meta.go; its token must be known to the parser
//   - A call: codegen.call and callSite.op in call.go make the op, Call.invoke or Call.start (run.go)
//     enters the function, Call.leave (run.go) returns from it
//   - A read of a field with a constant name: codegen.index and operand.eval in expr.go; if the site's hint
//     misses, Call.field. hint.go: the hint. meta.go: reads and writes with metatables
//   - Going on in an edited file: carry.go, and outline.go, which notes where the calls of a file are
//   - Suspending and resuming: coroutine.go. pcall: protect in coroutine.go enters, rescue in run.go catches
//   - The meters: state.go; what costs how many steps: codegen.cost; what costs bytes: calls of State.alloc
//   - Changes that are refused: the stamps in state.go, freeze.go, Table.Fix; refuse.go
//   - value.go: Value, and strings that are names. number.go: numbers as text. table.go: Table. layout.go: the
//     keys of tables and how tables share them
//   - iterate.go: next and ipairs. function.go: Go functions, and what they can do. handle.go: Go pointers
//   - walk.go: what values refer to, and how many bytes that is
//   - error.go: errors and places
//
// # Meters
//
// All that scripts do counts State.Steps and State.Bytes down. A script that has used them up ends with an
// error that pcall does not catch. Both are exact: the same call costs the same on all
// machines and in all States.
//
//   - A call costs about one step for each statement and expression of its function outside of loops,
//     whether or not they are executed; each iteration of a loop costs the same for its body. Each hop
//     through __index or __newindex costs one more. A call of a Go function costs 4, and the function
//     pays for its work with Call.Spend: one step for 16 bytes or one element.
//   - Bytes are counted when tables, strings, functions, captured variables and coroutines are created
//     or grow, and are not given back when they become garbage. The keys of a table are counted even if other
//     tables share them, except for those that a constructor names. The Calls under way are
//     reused and not counted; State.MaxDepth bounds them, in each coroutine by itself. Those that a coroutine
//     keeps are counted when it waits, as far as they are more than when it waited before.
//
// # Sharing
//
// A State belongs to one goroutine at a time. Compiled files, Go functions, and what Freeze has made
// constant belong to no State: any number of States may use them at once. A coroutine may be
// resumed by another State than before.
//
// # Goals
//
// The results of Lua 5.1.5 for each program, except for what follows. Calls, fields and numbers several times
// as fast as in gopher-lua. No allocation that a script does not ask for. Errors with line and
// column.
//
// # What is different from Lua 5.1
//
//   - pairs goes through the list first and then in the order in which keys were inserted, on
//     all machines.
//   - The length of a list with holes is usually the index of its last entry. A list that has become mostly
//     holes may shrink to the entries before the first one.
//   - NaN is always written nan. inf, nan and hexadecimal fractions are not numerals.
//   - There are goto and labels, as in Lua 5.2. goto is therefore a reserved word.
//   - A function with ... has no table arg.
//   - A yield can leave pcall and xpcall, and a for loop's iterator. It cannot leave a metamethod or a
//     function that a Go function has called, as in Lua 5.1.
//   - An error is reported at the operator, the name of the callee, or the call of the Go function; Lua 5.1
//     reports the line of the last token of the operands, or none. A value without a certain name is
//     not named. Lua 5.1 calls it "field '?'", and calls the value of (a and b or c) c.
//   - An operator reads its left operand first. In Lua 5.1 a local variable that a metamethod of the right operand
//     assigns to is read after that, as in x + t.y if __index of t assigns to x.
//   - A function that has made a tail call is no level of error; in Lua 5.1 it is one without a place.
//   - Empty statements, a call whose ( begins a line, and [[ within [[ ]] are taken as in Lua 5.2. A function
//     captures at most 255 variables, as in Lua 5.2, and a text may nest 5000 levels deep. Errors in
//     the text are told in the words of gopher-lua's parser.
//   - __gc and __mode do nothing.
//   - There is no bytecode, there are no debug hooks, and environments cannot be set at run time.
//
// # Non-goals
//
// Being compatible with the C API or with gopher-lua's, and running long computations as fast as a compiler to
// machine code does.
package lua
