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
//   - shape.go: the types of functions that are called without reflection
//   - reflect.go: all other functions; and how each type crosses, by readers and writers that are prepared once
//   - standin.go: what is called in the place of a function, in tests of scripts
//   - value.go: engine.Value to Lua and back, and Show, for messages
//   - view.go: tables that are read and written by functions of Go
//
// # How it works
//
// A call goes through function.run: it counts the arguments, gets the context, and turns panics into errors.
// The function itself is called by a caller, which is chosen once, when the lua.Function is made. Shapes
// are tried first. A shape is generic in the types of the first one or two parameters and of the
// results, and lists the types of functions that it knows. Any other function is called by reflection.
//
// Reflection reads arguments into variables that are kept for the next call, and so allocates only
// the results. Tables are read where they are. Handles are lua.Handle.
//
// Functions hold nothing of a State. Any number of States may share them.
//
// Nanoseconds and allocations per call, from a loop in a script; calling an empty function takes 24 ns:
//
//	                                   shape        reflection
//	func(a, b, c, d float64) bool       61    0       406    2
//	func(a, b engine.AgentID) bool      56    0       350    2
//	func(s string) string              124    1       429    3
//	func(e *entity) int, by FuncOf      50    0       348    2
//
// # What scripts pay
//
// An entry of a table that is copied takes 3 steps, in either direction. Strings, tables and
// slices are counted in bytes, before they are made. What the function does by itself is not counted.
//
// # Goals
//
// The usual functions are called at the price of a lua.Builtin, without an allocation. An
// error in a script names the helper and the parameter. A mistake in the Go code is reported when the
// function is bound.
//
// # Non-goals
//
// Calling script functions from Go, and exposing the insides of Go values to scripts.
package helper
