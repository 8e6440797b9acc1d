package apidoc

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// library is a table of Lua's libraries, or the functions that are in no table.
type library struct{ name, doc, decls string }

// libraries holds the parts of Lua's libraries that scripts have. See Parse for the form of a line. A test of
// luabind compares them with the sandbox.
var libraries = []library{
	{Lua, "The functions of Lua 5.1 that are not in a table.", `
assert(v: any, message?: string): any -- Returns v, or raises an error with the message if v is nil or false.
error(message: string, level?: number) -- Raises an error, at the place of the caller if level is 2.
getmetatable(v: any): any -- The metatable of a table, nil if it has none.
ipairs(list: table): function, table, number -- For loops: for i, v in ipairs(list) do. Ends before the first nil.
next(t: table, key?: any): any, any -- The key after another one, and its value; nil after the last key. next(t) == nil if t is empty.
pairs(t: table): function, table, nil -- For loops over all keys: for k, v in pairs(t) do. A list comes first, then the other keys in the order in which they were set (P1).
pcall(f: function, ...: any): boolean, any -- Calls f and returns true and its results, or false and the message if it raises an error.
print(...: any) -- Writes a line to the log; the same as bt.log (P8).
rawequal(a: any, b: any): boolean -- Whether two values are the same, without metamethods.
rawget(t: table, key: any): any -- The value of a key, without metamethods.
rawset(t: table, key: any, value: any): table -- Sets the value of a key, without metamethods.
require(name: string): any -- What a file below lib/ returns: require "lib.walk". At the top of a file only (P1).
select(n: number|string, ...: any): any -- The values from the n-th on; select("#", ...) is the number of values.
setmetatable(t: table, mt: table): table -- Gives a table a metatable and returns the table. The agent cannot have a metatable.
tonumber(v: any, base?: number): number? -- The number that a text represents, or nil.
tostring(v: any): string -- A value as text; for tables and functions, only the name of their type; for a handle, what the game calls it.
type(v: any): string -- "nil", "number", "string", "boolean", "table", "function", "thread", or "userdata" for a handle.
unpack(list: table, first?: number, last?: number): any -- The values of a list, at most 7,997.
xpcall(f: function, handler: function): boolean, any -- Calls f and returns true and its results; if f raises an error, false and the result of handler for the message.
`},
	{"string", "Texts, also as methods: text:upper(). Patterns are those of Lua 5.1.", `
byte(s: string, first?: number, last?: number): number -- The codes of the bytes from first to last; of the first byte unless given.
char(...: number): string -- The text of these bytes.
find(s: string, pattern: string, from?: number, plain?: boolean): number?, number? -- The positions of the first and the last byte of the first match of a pattern, or of a plain text; nil if there is no match.
format(format: string, ...: any): string -- Formats values as a text: string.format("%d of %.1f", 3, 4.5).
gmatch(s: string, pattern: string): function -- For loops over all matches: for word in string.gmatch(s, "%a+") do.
gsub(s: string, pattern: string, by: any, most?: number): string, number -- Replaces matches by a text, by entries of a table or by results of a function. Returns the new text and the number of matches.
len(s: string): number -- The number of bytes, as #s.
lower(s: string): string -- The text in lower case.
match(s: string, pattern: string, from?: number): string? -- The first match, or its captures; nil if there is none.
rep(s: string, n: number): string -- The text n times.
reverse(s: string): string -- The bytes in reverse order.
sub(s: string, first: number, last?: number): string -- The text from the first to the last byte; negative positions count from the end.
upper(s: string): string -- The text in upper case.
`},
	{"table", "Lists. Tables of the file, params and the libraries cannot be changed.", `
concat(list: table, separator?: string, first?: number, last?: number): string -- Joins texts and numbers.
insert(list: table, position: any, value?: any) -- table.insert(list, v) adds at the end, table.insert(list, 1, v) at a position.
maxn(t: table): number -- The greatest number that is a key, 0 if there is none.
remove(list: table, position?: number): any -- Removes and returns the last entry, or the entry at a position.
sort(list: table, less?: function) -- Sorts a list, by < or by less(a, b).
`},
	{"math", "Angles are in radians here, and in degrees in geom.", `
abs(x: number): number -- The absolute value of x.
acos(x: number): number -- Arc cosine, in radians.
asin(x: number): number -- Arc sine, in radians.
atan(x: number): number -- Arc tangent, in radians.
atan2(y: number, x: number): number -- The angle of the direction x, y, in radians.
ceil(x: number): number -- The smallest whole number that is not below x.
cos(x: number): number -- Cosine of an angle in radians.
cosh(x: number): number -- Hyperbolic cosine.
deg(x: number): number -- Radians in degrees.
exp(x: number): number -- e to the power of x.
floor(x: number): number -- The greatest whole number that is not above x.
fmod(x: number, y: number): number -- The remainder of x divided by y, with the sign of x.
frexp(x: number): number, number -- m and e such that x is m * 2^e.
huge: number -- Infinity.
ldexp(m: number, e: number): number -- m * 2^e.
log(x: number): number -- Natural logarithm.
log10(x: number): number -- Logarithm to base 10.
max(x: number, ...: number): number -- The greatest of its arguments.
min(x: number, ...: number): number -- The smallest of its arguments.
modf(x: number): number, number -- The whole part and the fractional part.
pi: number -- The ratio of a circle's circumference to its diameter.
pow(x: number, y: number): number -- x to the power of y, as x^y.
rad(x: number): number -- Degrees in radians.
random(first?: number, last?: number): number -- A number from 0 to 1; with one argument, a whole number from 1 to first; with two, from first to last. The sequence belongs to the agent (K3).
sin(x: number): number -- Sine of an angle in radians.
sinh(x: number): number -- Hyperbolic sine.
sqrt(x: number): number -- Square root.
tan(x: number): number -- Tangent of an angle in radians.
tanh(x: number): number -- Hyperbolic tangent.
`},
	{"coroutine", "Coroutines of the script's own. In the hook run use bt.yield and bt.wait (P6).", `
create(f: function): thread -- A coroutine that will call f.
resume(co: thread, ...: any): boolean, any -- Resumes a coroutine; returns false and the message if it raises an error.
running(): thread? -- The coroutine that is running.
status(co: thread): string -- "suspended", "running", "normal" or "dead".
wrap(f: function): function -- A function that resumes a coroutine at each call.
yield(...: any): any -- Suspends the coroutine; returns the arguments of the next resume.
`},
}

// absent holds the names of Lua, in this and later versions, that scripts do not have, with the reason or a replacement.
var absent = []struct {
	names string
	why   func() diag.Words
}{
	{"os", message.LeftOutSystem},
	{"io", message.LeftOutFiles},
	{"debug", message.LeftOutDebug},
	{"load loadstring dofile loadfile package module", message.LeftOutLoading},
	{"setfenv getfenv _G", message.LeftOutGlobals},
	{"collectgarbage newproxy", message.MemoryIsAutomatic},
	{"_VERSION", message.VersionIsLua51},
	{"utf8 bit32", message.LaterLua},
	{"math.randomseed", message.GameSetsSeed},
	{"string.dump", message.LeftOutDump},
	{"table.unpack", later("unpack(list)")},
	{"table.pack", later("{ ... }")},
	{"table.move", message.LaterLuaLoop},
	{"table.getn", code("#list")},
	{"table.foreach", code("for k, v in pairs(t) do")},
	{"table.foreachi", code("for i, v in ipairs(list) do")},
	{"math.mod", code("a % b")},
	{"math.tointeger", message.OneTypeOfNumbersFloor},
	{"math.type", message.OneTypeOfNumbers},
	{"string.gfind", code("string.gmatch")},
	{"string.pack string.unpack string.packsize", message.LaterLua},
	{"coroutine.isyieldable coroutine.close", message.LaterLua},
}

func later(text string) func() diag.Words {
	return func() diag.Words { return message.LaterLuaInstead(text) }
}

// Libraries returns the parts of Lua that scripts have. One group has the functions that are in no table, and there
// is a group for each library.
func Libraries() []Group {
	var list []Group
	for _, lib := range libraries {
		g, prefix := Group{Name: lib.name, Doc: lib.doc}, lib.name+"."
		if lib.name == Lua {
			prefix = ""
		}
		for line := range strings.Lines(strings.TrimSpace(lib.decls)) {
			g.Entries = append(g.Entries, Parse(prefix, strings.TrimSpace(line)))
		}
		list = append(list, g)
	}
	return list
}

// Absent returns the names of standard Lua that scripts do not have.
func Absent() []Entry {
	var list []Entry
	for _, a := range absent {
		for name := range strings.FieldsSeq(a.names) {
			list = append(list, Entry{Name: name, Doc: a.why().Text})
		}
	}
	return list
}
