// Package lib is the standard library of Lua 5.1 for package lua, for scripts that must not reach
// what is around them. Its functions keep nothing between calls but in values of Lua, and pay for
// what they do in steps and bytes.
//
//	s := lua.NewState()
//	globals := lib.Open(s, lib.Options{})
//
// Open makes new tables, which a script may change. To share them among States, make them with Base,
// String, Table, Math and Coroutine, freeze them, and give each State the methods of strings
// with SetStringMeta.
//
// # The functions of Lua 5.1
//
// "There" means that results and errors are those of Lua 5.1.5, byte by byte, except for what is said
// below the table.
//
//	assert, error, getmetatable, ipairs, next,   there
//	pairs, rawequal, rawget, rawset, select,
//	setmetatable, tonumber, tostring, type,
//	_G, _VERSION
//	pcall, xpcall                                there; they do not catch what a meter raises
//	print                                        there, to Options.Output; it does not look for a
//	                                             global tostring, and NUL bytes do not end the output
//	unpack                                       bounded as in Lua 5.1: 8000 results
//	collectgarbage, gcinfo                       absent: when memory is freed is not the same in
//	                                             two runs; State.Bytes bounds what is allocated
//	dofile, load, loadfile, loadstring           absent: a script cannot make code; the program
//	                                             compiles it, with Compile
//	getfenv, setfenv                             absent: a function keeps the globals it was made
//	                                             with
//	newproxy                                     absent: it has no use without a collector to call
//	module, require, package                     absent: there are no files
//	coroutine.create, resume, running, status,   there
//	wrap, yield
//	table.concat, foreach, foreachi, getn,       there
//	insert, maxn, remove, setn
//	table.sort                                   there, with the comparisons of Lua 5.1 in their
//	                                             order; an order function that contradicts itself
//	                                             is an error before anything outside of the list
//	                                             is touched
//	math: all but the following                  there
//	math.random                                  there if Options.Random gives the numbers
//	math.randomseed                              absent: the program decides
//	string: all but the following                there; see String
//	string.dump                                  absent: a script cannot make code
//	io, os, debug                                absent: they reach outside the script, or expose
//	                                             how it is run
//
// These differ everywhere:
//
//   - A number too large for an integer argument is clamped; in Lua 5.1 it wraps around.
//   - NaN is written nan; Lua 5.1 writes -nan for some, depending on the machine.
//   - The last bits of sin, exp, log, pow and their like are those of Go, not those of C. Of a thousand
//     results of each, written with 14 digits, about two differ in the last.
//   - The texts inf, nan and 0x1.8 are not numerals; in Lua 5.1 that depends on the C library.
//   - A zero byte in a numeral makes it none; in Lua 5.1 it ends the numeral.
//   - An error that C code finds below a function of the library, such as "table index is nil" in
//     rawset, begins with a place, as all others do.
//   - An argument's error names the function by the name it has in the library, not by the name
//     of the variable through which it was called.
//   - The # of a list with gaps may be a different border. Lua 5.1 does not specify which.
//   - The key -0 is stored as 0, so pairs yields 0.
//   - pairs and next go through a table in the order of its list, then of insertion.
package lib
