// Package helper makes functions of Go callable from scripts, and converts values between Go and Lua.
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
//
// # How it works
//
// A call goes through function.run: it counts the arguments, gets the context, and makes errors of panics.
// The function itself is called by a caller, which is chosen once, when the lua.Function is made. The
// shapes are asked first. A shape is generic in the types of the first one or two parameters and of the
// results, and lists the types of functions that it knows. What none of them knows is reflected.
//
// Reflection reads arguments into variables that are kept for the next call, and so allocates only
// the results. Tables are read where they are. Handles are lua.Handle.
//
// Functions hold nothing of a State. Any number of States may share them.
//
// In ns and allocations of one call in a loop of a script, which takes 24 ns for a function that does
// nothing:
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
// The usual functions are called at the price of a lua.Builtin, without an allocation. Each
// mistake of a script is told by the names of the helper and of the parameter, each mistake of a
// programmer when the function is bound.
//
// # Non-goals
//
// Functions of scripts in Go, and Go values that scripts look into.
package helper
