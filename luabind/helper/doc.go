// Package helper makes Go functions callable from scripts, and converts values between Go and Lua.
//
//	sight := helper.Func("sight(id, range): nearest visible enemy, or nil", arena.Sight)
//	space := helper.Namespace{Name: "field", Helpers: []helper.Helper{sight}}
//	if err := space.Check(); err != nil { ... }
//	err = globals.Set(lua.Name("field"), space.Table(helper.Options{Context: context}).Value())
//
// # Where to find things
//
//   - helper.go: Func, which reads a signature and checks the types; FuncOf; Namespace
//   - function.go: a call, from the arguments to the results, and all its messages
//   - method.go: which helpers are methods of which handles
//   - panic.go: PanicError, which has the stack of a helper that has panicked
//   - shape.go: the types of functions that are called without reflection
//   - reflect.go: all other functions; and the readers and writers of each type, which are prepared once
//   - standin.go: replacements of functions in tests of scripts
//   - tape.go: replies that are recorded and replayed
//   - value.go: value.Value to Lua and back, and Show, for messages
//   - view.go: tables that functions of Go read and write
//
// # How it works
//
// A call goes through function.run, which counts the arguments, gets the context, and converts panics to errors. It
// leaves the call of the Go function to a caller. The caller is chosen once, when the lua.Function is created.
// Shapes are tried first. A shape is generic in the types of the first one or two parameters and in the type of the
// results, and lists the types of functions that it accepts. A function that fits no shape is called by reflection.
//
// Reflection stores arguments in variables that are kept for the next call, so it allocates only the results.
// Tables are read in place, without a copy. Handles are created by lua.Handle.
//
// Functions hold no data of a State, so any number of States may share them.
//
// The table shows nanoseconds and allocations per call, in a loop of a script, for functions that are called by a
// shape and by reflection. A call of an empty function takes 24 ns.
//
//	                                   shape        reflection
//	func(a, b, c, d float64) bool       61    0       406    2
//	func(a, b engine.AgentID) bool      56    0       350    2
//	func(s string) string              124    1       429    3
//	func(e *entity) int, by FuncOf      50    0       348    2
//
// # Costs for scripts
//
// Copying an entry of a table takes 3 steps, in either direction. The bytes of strings, tables and slices are
// counted before these are created. The work of the Go function itself is not counted.
//
// # Goals
//
// Calls of the usual functions cost as much as calls of a lua.Builtin, and do not allocate. An error in
// a script names the helper and the parameter. An error in the Go signature is reported when the function
// is bound.
//
// # Non-goals
//
// This package does not call functions of scripts from Go, and does not give scripts access to the fields
// of Go values.
package helper
