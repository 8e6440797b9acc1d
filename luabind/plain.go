//go:build !luacore

package luabind

import (
	"fmt"
	"regexp"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// inPlainWords says what an error of the Lua library means, in words of the line where it
// was raised, and what to do about it.
func (s *State) inPlainWords(e *Error, c *Chunk) {
	if m := badArgument.FindStringSubmatch(e.Message); m != nil && usages[m[1]] != "" {
		e.Hint = "write " + usages[m[1]]
		return
	}
	if script := s.runtime.scriptAt(c, e.At.File); script != nil && ownWords.MatchString(e.Message) {
		if x := script.Explain(e.At.Line, e.Message, s.known(c, e.At.File)); x.Text != "" {
			e.Message, e.Hint = x.Text, x.Hint
			if x.At.Line > 0 {
				e.At = x.At
			}
			return
		}
	}
	for _, r := range remedies {
		if r.message.MatchString(e.Message) {
			e.Hint = r.hint
			if r.text != "" {
				e.Message = r.text
			}
			return
		}
	}
}

// ownWords matches what the Lua library itself says of a line of Lua, as opposed to what a
// script has written into an error.
var ownWords = regexp.MustCompile(`^(attempt to call a non-function object|attempt to index a non-table object\(\w+\) with key '[^']*'|` +
	`attempt to compare \w+ with \w+|cannot perform \w+ operation between \w+ and \w+|bad argument #\d+ to \w+ \(\w+ expected, got (no value|\w+)\)|` +
	`__len undefined|__unm undefined|for statement \w+ must be a number|assertion failed!|table index is (nil|NaN))$`)

// badArgument matches what is said of an argument of another type. What is said of a value
// that does not fit has its remedy in it.
var badArgument = regexp.MustCompile(`^bad argument #\d+ to (\w+) \(\w+ expected, got \w+\)$`)

// isFunction tells whether a name of globals, "bt.wait", is that of a function.
func (r *Runtime) isFunction(path string) bool {
	space, name, inside := strings.Cut(path, ".")
	v := r.loader.globals.RawGetString(space)
	if t, ok := v.(*lua.LTable); inside && ok {
		v = targetOf(t).RawGetString(name)
	} else if inside {
		return false
	}
	return v.Type() == lua.LTFunction
}

// isGlobal tells whether all files have a global of that name.
func (r *Runtime) isGlobal(name string) bool { return r.loader.globals.RawGetString(name) != lua.LNil }

// plainWords replaces what the VM says by what a script's author can act on.
func plainWords(message string) string {
	message = innerPlace.ReplaceAllString(message, "")
	for _, r := range [][2]string{
		{"attempt to index a non-table object(nil) with key", "nothing (nil) is used as if it were a table: it has no field"},
		{"too many recursions in gettable", "__index leads from table to table without end"},
		{"too many recursions in settable", "__newindex leads from table to table without end"},
		{notCallable, "something that is not a function is called"},
		{"__len undefined", "# stands before what is neither a table nor a text"},
		{"__unm undefined", "the minus sign stands before what is not a number"},
		{"can not resume a dead thread", "a coroutine that has ended cannot be resumed; ask coroutine.status(co), or make a new one"},
		{"lua callstack overflow", nestedTooDeep},
		{"stack overflow", nestedTooDeep},
		{"runtime error: index out of range [-1]", "too many values at once (a huge unpack, or ... handed on and on?)"}, // where the library wants to say the next
		{"registry overflow", "too many values at once (a huge unpack or table.concat?)"},
	} {
		if strings.Contains(message, r[0]) {
			return strings.Replace(message, r[0], r[1], 1)
		}
	}
	message = noTable.ReplaceAllString(message, "a $1 is used as if it were a table: it has no field '$2'")
	return plainCalculation(message)
}

// plainHandles calls a Go value by the name that the pages have for it.
func plainHandles(message string) string { return userdata.ReplaceAllString(message, "handle") }

var userdata = regexp.MustCompile(`\buserdata\b`)

// noTable matches what the VM says of a value of which a field is read or written.
var noTable = regexp.MustCompile(`attempt to index a non-table object\((\w+)\) with key '([^']*)'`)

// innerPlace matches places that are not in a script.
var innerPlace = regexp.MustCompile(`^(\[G\]|\(bough\):\d+): `)

// notCallable is what the VM says where it should call what is no function.
const notCallable = "attempt to call a non-function object"

// operators are the words of the VM for arithmetic.
var operators = strings.NewReplacer("concat", "..", "add", "+", "sub", "-", "mul", "*", "div", "/", "mod", "%", "pow", "^")

// calculation matches what the VM says of arithmetic on wrong types.
var calculation = regexp.MustCompile(`cannot perform (\w+) operation between (\w+) and (\w+)`)

func plainCalculation(message string) string {
	return calculation.ReplaceAllStringFunc(message, func(text string) string {
		m := calculation.FindStringSubmatch(text)
		return fmt.Sprintf("cannot calculate %s %s %s", m[2], operators.Replace(m[1]), m[3])
	})
}
