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
// resolver resolves each name to a variable and adds columns. The compiler turns each function into a
// flat list of ops, func(c *Call) int. Each op executes a statement, or part of one, and returns the index
// of the next op. An expression without calls is evaluated by closures nested like the expression;
// a call is an op of its own.
//
// The state of a running script is a list of Calls, one for each function that has not returned, each with its
// registers. A call of a Lua function makes the next Call in the list current instead of recursing in Go. The
// exceptions are metamethods, calls made by Go functions, and functions that only return an expression without
// calls. So a suspended coroutine consists only of its Calls: a yield returns from the loop, and a resume enters it
// again.
//
// # Where to find things
//
//   - compile.go: Source, Chunk, Compile, Expression; statements. scan.go, tree.go, resolve.go: from the
//     syntax tree to the resolved tree
//   - assign.go, expr.go, arith.go: assignments and expressions. A new operator goes through resolve.go,
//     binary or unary in expr.go, arith.go, and meta.go; its token must be known to the parser
//   - A call: codegen.call and callSite.op in call.go make the op, Call.invoke (call.go) or Call.start
//     (run.go) enters the function, Call.leave (run.go) returns from it
//   - A read of a field with a constant name: codegen.index and operand.eval in expr.go; if the site's hint
//     misses, Call.field. hint.go: the hint. meta.go: reads and writes with metatables
//   - A function that Go calls many times: prepared.go
//   - Continuing in an edited file: carry.go, and outline.go, which records the calls of a file
//   - Encoding values and suspended coroutines as bytes: codec.go, encode.go, decode.go
//   - Suspending and resuming: coroutine.go, and Call.Yield (function.go) for Go functions; both end in
//     Call.wait. pcall: protect in coroutine.go enters, rescue in run.go catches
//   - The meters: state.go; costs in steps: codegen.cost, taken in Call.enter,
//     State.Call1, State.Test, Prepared, codegen.back and loopCondition.loop; costs in bytes: calls of State.alloc
//   - Refused changes: the stamps in state.go, freeze.go, Table.Fix; refuse.go
//   - value.go: Value, and strings that are names. number.go: numbers as text. table.go: Table. layout.go: the
//     keys of tables and how tables share them
//   - iterate.go: next and ipairs. function.go: Go functions and their operations. handle.go: Go pointers
//   - walk.go: the values that other values refer to, and their sizes
//   - error.go: errors and positions
//
// # Meters
//
// All work of scripts decrements State.Steps or State.Bytes. A script that has used up one of them ends with an
// error that pcall does not catch. Both meters are exact: the same call costs the same on all machines and in all
// States.
//
//   - A call costs about one step for each statement and expression of its function outside of loops,
//     whether or not they are executed; each iteration of a loop costs the same for its body. Each hop
//     through __index or __newindex costs one more. A call of a Go function costs 4, and the function
//     pays for its work with Call.Spend: one step for 16 bytes or one element.
//   - Bytes are counted when tables, strings, functions, captured variables and coroutines are created
//     or grow, and are not returned when these become garbage. The keys of a table are counted even if other
//     tables share them, except for keys that a constructor names. Active Calls are reused and not counted;
//     State.MaxDepth bounds them, separately in each coroutine. The Calls that a coroutine keeps are counted
//     when it is suspended, as far as they are more than at its last suspension.
//
// # Sharing
//
// A State belongs to one goroutine at a time. Compiled files, Go functions, and values that Freeze has made
// constant belong to no State: any number of States may use them at once. Any State may resume a coroutine
// that another State has run before.
//
// # Goals
//
//   - Each program has the same results as in Lua 5.1.5, with the exceptions below.
//   - Calls, fields and numbers are several times as fast as in gopher-lua.
//   - The interpreter allocates only for the objects that a script creates.
//   - Errors have a line and a column.
//
// # Differences from Lua 5.1
//
//   - pairs iterates over the list first and then over the other keys in the order of their insertion, on
//     all machines.
//   - The length of a list with holes is usually the index of its last entry. A list that has become mostly
//     holes may shrink to the entries before the first one.
//   - NaN is always written nan. inf, nan and hexadecimal fractions are not numerals.
//   - There are goto and labels, as in Lua 5.2. goto is therefore a reserved word.
//   - A function with ... has no table arg.
//   - A yield can leave pcall and xpcall, and a for loop's iterator. It cannot leave a metamethod or a
//     function that a Go function has called, as in Lua 5.1.
//   - An error is reported at the operator, the name of the callee, or the call of the Go function; Lua 5.1
//     reports the line of the last token of the operands, or none. An error names a value only if the name
//     is certain. Lua 5.1 uses "field '?'" otherwise, and c for the value of (a and b or c).
//   - An operator reads its left operand first. In x + t.y, where __index of t assigns to the local variable x,
//     the addition uses the old value of x. Lua 5.1 uses the new one.
//   - A function that has made a tail call is not a level of error; in Lua 5.1 it is a level without a position.
//   - Empty statements, a call whose ( begins a line, and [[ within [[ ]] are accepted as in Lua 5.2. A function
//     captures at most 255 variables, as in Lua 5.2, and a text may nest 5000 levels deep. Syntax errors
//     have the messages of gopher-lua's parser.
//   - __gc and __mode do nothing.
//   - There is no bytecode, there are no debug hooks, and environments cannot be set at run time.
//
// # Non-goals
//
// Package lua is not compatible with the C API or with the API of gopher-lua, and does not run long
// computations as fast as a compiler to machine code.
package lua
