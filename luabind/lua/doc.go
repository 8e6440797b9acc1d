// Package lua runs Lua 5.1. It is for hosts that make many short calls of scripts, such as a game that
// calls several small functions of each agent in each frame. The scripts may be untrusted, and may be
// edited while they run.
//
//	chunk, err := lua.Compile(lua.Source{Name: "guard.lua", Text: text})
//	s := lua.NewState()
//	globals := lib.Open(s, lib.Options{})
//	results, err := s.Call(chunk.Function(globals).Value())
//
// The libraries of Lua (string, table, math and so on) are in package lib.
//
// # Goals
//
//   - Each program has the same results as in Lua 5.1.5, with the exceptions below.
//   - Calls, fields and numbers are several times as fast as in gopher-lua.
//   - The interpreter allocates only for the objects that a script creates.
//   - The work and the memory of a script are bounded, by exact meters.
//   - A suspended coroutine can continue in an edited file, in another State, or in another process.
//   - Errors have a line and a column.
//
// # Non-goals
//
// Package lua is not compatible with the C API or with the API of gopher-lua, and does not run long computations as
// fast as compiled machine code.
//
// # How it works
//
// A file goes through three stages. Package syntax parses it to a syntax tree. The
// resolver resolves each name to a variable and adds columns. The compiler turns each function into a
// flat list of ops, func(c *frame) int. Each op executes a statement, or part of one, and returns the index
// of the next op. An expression without calls is evaluated by closures nested like the expression;
// a call is an op of its own.
//
// The state of a running script is a linked list of frames, one for each function that has not returned, each with
// its registers. State.loop executes the ops of the current frame. A call of a Lua function makes the next frame in
// the list current; it does not recurse in Go. The exceptions, which do recurse, are metamethods, calls made by Go
// functions, resumes of coroutines, and functions that only return an expression without calls. Since other calls do
// not recurse, a suspended coroutine consists only of its frames: a yield returns from State.loop, and a resume calls
// State.loop again.
//
// These types do the work:
//
//   - State has what all frames share: the meters, the current frame, and the values passed between frames.
//   - frame enters and leaves functions, reads and stores table entries, and raises errors. Call is the same record
//     as a Go function sees it; its methods are the API of Go functions.
//   - site, callSite, operation and concatenation are places in the source: a field, a call, an operator, a chain of
//     .. operators. They have what is known before the code runs, and the methods that ops call to execute them in a
//     frame. origin is the place from which an operand comes; its methods raise the errors about that operand.
//   - codegen compiles statements and expressions to ops; its assembler emits them.
//
// # Where to find things
//
// A call: codegen.call and callSite.op (call.go) make the op. callSite.invoke (call.go) is the fast path when the op
// runs, and frame.start (frame.go) the general path; both enter a Lua function with frame.enter (frame.go), and
// frame.leave (frame.go) returns from it. A call from Go begins in State.Call or State.Call1 (run.go), or in
// prepared.go for a function that Go calls many times.
//
// A table read: for t.name, codegen.index makes the operand, and the closure of operand.eval (both in expr.go) looks
// at the index that the hint of the site gives (hint.go); arith.go does the same with frame.quick. If the field is not
// there, site.get (hint.go) searches the table with Table.findString (layout.go) and follows metatables. For t[k],
// the closure in codegen.index reads elements of the list. For other keys, frame.index (meta.go) calls Table.Get
// (table.go) and follows metatables.
//
// A suspension: frame.yield (coroutine.go), or Call.Yield (native.go) in a Go function. Both end in Thread.wait
// (coroutine.go), whose signal makes State.loop return. State.resume (coroutine.go) continues. pcall: frame.protect
// (coroutine.go) enters, and State.rescue (run.go) catches.
//
// The counting of steps: assembler.cost collects the cost of a function or of a loop at compile time. The cost is taken
// in frame.enter, State.Call1, State.Test and Prepared for a function, and for each iteration, in assembler.back
// (repeat, while true, and while with a call in its condition), in loopCondition.loop (other while loops), and in
// numericFor and genericFor (compile.go). A call of a Go function takes nativeSteps in enterNative or callNative
// (frame.go); coroutine.yield takes them in frame.yield (coroutine.go). All other steps are taken by frame.charge and
// frame.hop (state.go).
//
// The counting of bytes: State.alloc (state.go). Its callers are the places that allocate. The decoder counts its own
// bytes (decode.go). The sizes are constants beside the types, such as tableBytes (table.go).
//
// The files:
//
//   - Compiling: compile.go has Source, Chunk, Compile, Expression, and statements. tree.go and resolve.go
//     lead from the syntax tree to the resolved tree. assign.go, expr.go and arith.go compile assignments and
//     expressions; assemble.go emits the ops. A new operator needs changes in resolve.go, in binary or unary in
//     expr.go, in arith.go, and in operator.go; package syntax must know its token.
//   - Counting which statements, functions and outcomes run: count.go. Only a chunk made by Chunk.Counting has ops for that.
//   - Running: run.go has ops and calls from Go, frame.go has frames, call.go has calls in scripts, and coroutine.go
//     has coroutines and pcall. prepared.go has functions that Go calls many times. state.go has State and the meters.
//   - Values: value.go has Value, and strings that are names. number.go converts numbers to text and back. table.go
//     has Table; layout.go has the keys of tables, and how tables share them; hint.go has Field, and the sites at which
//     code remembers the indices of fields. meta.go has metatables, and reads and stores that use them; operator.go has
//     the operators. iterate.go has next and ipairs.
//   - Functions: function.go has Function. native.go has Call, the arguments, results and operations of Go functions.
//     handle.go has handles of Go values, and their methods.
//   - Refused changes: freeze.go makes values constant, Table.Fix (table.go) fixes entries, and State.SetGuard
//     (state.go) protects everything that exists; refuse.go raises the errors. trace.go reports stores instead.
//   - Edited files: carry.go moves coroutines and functions to new versions of files, and move.go all values that refer
//     to constants of files. outline.go records the calls in a file; locals.go
//     reads the local variables of suspended coroutines with it.
//   - Snapshots: codec.go, encode.go and decode.go encode values and suspended coroutines as bytes. walk.go finds the
//     values that other values refer to, and their sizes.
//   - Errors: error.go has errors and positions. problem.go has the codes of errors that have the same words wherever they
//     are raised. origin.go has the origins of values in the source, and errors about these values.
//
// # Meters
//
// All work of scripts decrements State.Steps or State.Bytes. A script that has used up one of them ends with an
// error that pcall does not catch. Both meters are exact: the same call costs the same on all machines and in all
// States.
//
//   - A call costs about one step for each statement and expression of its function outside of loops, whether or
//     not they are executed. Each iteration of a loop costs the same for its body. Each hop through __index or
//     __newindex costs one step more. A call of a Go function costs 4 steps. The Go function takes steps for its
//     work with Call.Spend: one step for 16 bytes or for one element.
//   - Bytes are counted when tables, strings, functions, captured variables and coroutines are created or grow. They
//     are not given back when these become garbage. The keys of a table are counted even if other tables share them,
//     except for keys that a constructor names. Frames are reused and are not counted; State.MaxDepth bounds
//     their number, separately in each coroutine. When a coroutine is suspended, the frames that it keeps are
//     counted, except for as many as it kept at its last suspension.
//
// # Sharing
//
// A State belongs to one goroutine at a time. Compiled files, Go functions, and values that Freeze has made
// constant belong to no State: any number of States may use them at once. Any State may resume a coroutine
// that another State has run before.
//
// # Differences from Lua 5.1
//
//   - pairs iterates over the list first and then over the other keys in the order of their insertion, on
//     all machines. When a table gets a new integer key, the integer keys after a gap may move to the list, if at
//     least a quarter of its elements are not nil then.
//   - The length of a list with holes is usually the index of its last entry. A list that has become mostly
//     holes may shrink to the entries before the first hole.
//   - NaN is always written nan. inf, nan and hexadecimal fractions are not numerals.
//   - 0 and -0 are different numbers: 1/0 is inf, and 1/-0 is -inf. If a function contains both as constants, Lua 5.1
//     uses the first of them for both.
//   - There are goto and labels, as in Lua 5.2. goto is therefore a reserved word.
//   - A function with ... has no table arg.
//   - A yield can leave pcall, xpcall and the iterator of a for loop. As in Lua 5.1, it cannot leave a
//     metamethod or a function that a Go function has called.
//   - An error is reported at the operator, the name of the callee, or the call of the Go function; Lua 5.1
//     reports the line of the last token of the operands, or none. An error names a value only if the name
//     is certain. Lua 5.1 uses "field '?'" otherwise, and c for the value of (a and b or c).
//   - An operator reads its left operand first. In x + t.y, where __index of t assigns to the local variable x,
//     the addition uses the old value of x. Lua 5.1 uses the new one.
//   - A function that has made a tail call is not a level for the function error; in Lua 5.1 it is a
//     level without a position.
//   - Empty statements, a call whose ( begins a line, and [[ within [[ ]] are accepted as in Lua 5.2. A function
//     captures at most 255 variables, as in Lua 5.2, and a text may nest 1000 levels deep. Syntax errors
//     have the messages of package syntax.
//   - __gc and __mode do nothing.
//   - There is no bytecode, there are no debug hooks, and environments cannot be set at run time.
package lua
