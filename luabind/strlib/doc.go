// Package strlib has the functions of Lua's string and table libraries, with
// bounds on what one call may do. Lua's own run to completion whatever that
// takes: matching "a-b" against 20,000 letters a takes seconds, string.rep of a
// gigabyte ends the process, and no instruction budget notices, since all of it
// happens inside one instruction.
//
// Here each call pays for its work: it tells a Charge how many steps it has
// done, in units comparable to VM instructions, often enough that a spent
// budget ends it at once. Sizes have fixed bounds, given by the constants of
// this package, and are checked before anything of the size is allocated.
//
// A map of the package:
//
//   - func.go lists the functions; call.go reads arguments and raises errors;
//     builder.go collects results and pays for them
//   - class.go, program.go, parse.go: a Lua pattern becomes a flat program
//   - match.go runs it, without recursion; find.go, gsub.go, template.go use it
//   - format.go, number.go: string.format
//   - text.go: the small functions of strings
//   - list.go, sort.go: lists in tables; holes.go: what empty places in them cost
//
// Goals: the results of Lua 5.1 as its reference manual describes them, byte by
// byte and in the C locale; errors that begin with the script's file and line
// and say what to do. Where this package departs from Lua 5.1:
//
//   - A malformed pattern or replacement is an error also where no text would
//     have led to its faulty part. A zero byte in a pattern, where Lua 5.1 ends
//     the pattern, is an error; %z stands for it.
//   - A replacement that ends in a single % is an error.
//   - The %s of string.format takes any value, as tostring does.
//   - The %d of string.format and its like refuse numbers that do not fit in 64
//     bits, for which C has no result.
//   - table.insert refuses positions below 1, and it and table.sort refuse lists
//     of more than MaxList elements.
//   - table.remove on an empty list returns nil, not nothing.
//
// Numbers become text as the VM's tostring and .. write them.
//
// Non-goals: matching that is never exponential (the budget ends it), Unicode
// classes, and metamethods of lists, which Lua 5.1 does not honor either.
package strlib
