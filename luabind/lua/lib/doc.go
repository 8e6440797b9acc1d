// Package lib is the standard library of Lua 5.1 for package lua, for scripts that must not have access
// to files or to other parts of the program. Its functions keep state between calls only in Lua values,
// and take steps and bytes for their work.
//
//	s := lua.NewState()
//	globals := lib.Open(s, lib.Options{})
//
// Open makes new tables, which a script may change. To share them among States, freeze them, and give each
// State the methods of strings with SetStringMeta.
//
// # The functions of Lua 5.1
//
// "Same" means that results and errors are the same as in Lua 5.1.5, byte by byte, with the exceptions
// below the table.
//
//	assert, error, getmetatable, ipairs, next,   same
//	pairs, rawequal, rawget, rawset, select,
//	setmetatable, tonumber, tostring, type,
//	_G, _VERSION
//	pcall, xpcall                                same; they do not catch errors of a meter
//	print                                        same, to Options.Output; it does not look for a
//	                                             global tostring, and NUL bytes do not end the output
//	unpack                                       bounded as in Lua 5.1: 8000 results
//	collectgarbage, gcinfo                       absent: the time at which memory is freed differs from
//	                                             run to run; State.Bytes bounds the allocations
//	dofile, load, loadfile, loadstring           absent: a script cannot make code; the program
//	                                             compiles it, with Compile
//	getfenv, setfenv                             absent: the globals of a function are fixed when it
//	                                             is made
//	newproxy                                     absent: it has no use without the metamethod __gc
//	module, require, package                     absent: there are no files
//	coroutine.create, resume, running, status,   same
//	wrap, yield
//	table.concat, foreach, foreachi, getn,       same
//	insert, maxn, remove, setn
//	table.sort                                   same, with the same comparisons in the same order;
//	                                             an inconsistent order function is an error before
//	                                             sort accesses anything outside of the list
//	math: all but the following                  same
//	math.random                                  same if Options.Random is set, absent otherwise
//	math.randomseed                              absent: the program determines the numbers
//	string: all but the following                same, in the C locale; see below
//	string.dump                                  absent: a script cannot make code
//	io, os, debug                                absent: they reach outside the script, or expose
//	                                             how it is run
//
// The following differences apply to all functions:
//
//   - A number too large for an integer argument is clamped; in Lua 5.1 it wraps around.
//   - NaN is written nan; Lua 5.1 writes -nan in some cases, depending on the machine.
//   - The last bits of sin, exp, log, pow and similar functions, and of ^, are the same on all processors, but not
//     always those of the C library. In about two of a thousand results, written with 14 digits, the last digit
//     differs.
//   - The texts inf, nan and 0x1.8 are not numerals; in Lua 5.1 that depends on the C library.
//   - A text with a zero byte is not a numeral; in Lua 5.1 the zero byte ends the numeral.
//   - Every error begins with a position. In Lua 5.1 an error in the C code behind a function of the
//     library, such as "table index is nil" in rawset, does not.
//   - An error about an argument uses the name of the function in the library, not the name of the
//     variable through which it was called.
//   - The length of a list with holes may be a different border. Lua 5.1 does not specify which one it is.
//   - The key -0 is stored as 0, so pairs yields 0.
//   - pairs and next iterate over the list of a table first, and then over the other entries in the order of
//     their insertion.
//
// The following differences apply to the string library:
//
//	in Lua 5.1.5                                     here
//	an error in a pattern, or a replacement with     an error before matching, with the same message
//	a missing capture, is found when a text leads
//	to the faulty part
//	a zero byte ends a pattern                       an error; %z matches a zero byte
//	a % at the end of a replacement is a zero byte   an error
//	the %s of format accepts strings and numbers     any value, as tostring does
//	the result of %d, %i, %u, %o, %x, %X and %c      an error
//	of format for a number out of range depends
//	on the C compiler
package lib
