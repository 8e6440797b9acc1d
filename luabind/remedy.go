package luabind

import (
	"fmt"
	"regexp"
)

// nestedTooDeep is the message for calls that are nested deeper than MaxCalls.
var nestedTooDeep = fmt.Sprintf("calls nested too deep, more than %d inside one another (recursion without end?)", MaxCalls)

// withoutMessage is the message for error() and error(nil).
const withoutMessage = "error without a message"

// remedied returns a clearer text for a message, and a hint. If it knows none, it returns the message itself and no
// hint.
func remedied(message string) (text, hint string) {
	for _, r := range remedies {
		m := r.message.FindStringSubmatchIndex(message)
		if m == nil {
			continue
		}
		fill := func(template string) string { return string(r.message.ExpandString(nil, template, message, m)) }
		if r.text == "" {
			return message, fill(r.hint)
		}
		return fill(r.text), fill(r.hint)
	}
	return message, ""
}

// remedies holds texts for errors that have the same message wherever they are raised. If the text is empty, the
// message is kept. In a text, $1 is a part of the message.
var remedies = []struct {
	message    *regexp.Regexp
	text, hint string
}{
	{regexp.MustCompile(`^(C |)stack overflow$`), nestedTooDeep,
		"if it has an end, write it as a loop, and keep what is still to be done in a table"},
	{regexp.MustCompile(`^` + withoutMessage + `$`), withoutMessage, `write error("what is wrong")`},
	{regexp.MustCompile(`^bad argument #1 to '(create|wrap)' \(Lua function expected\)$`), "", "give it a function of a file: function(...) ... end"},
	{regexp.MustCompile(`^cannot change a protected metatable$`), "", "its __metatable is set, so no script can change it; make a table of your own"},
	{regexp.MustCompile(`^[\w.]+ is read-only: .* was written$`), "", "keep what changes in memory or in a field of the agent"},
	{regexp.MustCompile(`^[\w.]+ cannot change .*, which is read-only$`), "", "keep what changes in memory or in a field of the agent"},
	{regexp.MustCompile(`is shared by all scripts( and cannot be changed)?$`), "", "put it in a table of your own"},
	{regexp.MustCompile(`^too many results to unpack$`), "", "unpack at most 7,997 values, or pass the table itself"},
	{regexp.MustCompile(`^loop in gettable$`), "__index leads from table to table without end", endlessChain},
	{regexp.MustCompile(`^loop in settable$`), "__newindex leads from table to table without end", endlessChain},
	{regexp.MustCompile(`^attempt to yield from outside a coroutine$`), "coroutine.yield called outside of a coroutine", "write run = function(agent) ... end instead of behavior, and bt.yield() in it"},
	{regexp.MustCompile(`^attempt to yield across metamethod/C-call boundary$`), "a coroutine cannot pause in a function that a metamethod, table.sort or string.gsub calls", "pause before or after it"},
	{regexp.MustCompile(`^cannot resume dead coroutine$`), "a coroutine that has ended cannot be resumed", "ask coroutine.status(co), or make a new one"},
	{regexp.MustCompile(`^cannot resume (running|normal) coroutine$`), "", "it is under way: it cannot resume itself, nor the one that has resumed it"},
	{regexp.MustCompile(`^(function at line \d+|main function) needs too many registers$`), "too many values at once in one expression or call of this function", "divide it"},
	{regexp.MustCompile(`^(function at line \d+|main function) has more than (\d+) local variables$`), "more than $2 local variables at once in one function", "put them into a table, or into smaller functions"},
	{regexp.MustCompile(`^(function at line \d+|main function) has more than (\d+) upvalues$`), "a function uses more than $2 local variables from outside", "put them into a table"},
	{regexp.MustCompile(`^no loop to break$`), "break outside of a loop", "to leave the function write return"},
	{regexp.MustCompile(`^cannot use '...' outside a vararg function$`), "... outside of a function with ... among its parameters", "write function(...)"},
	{regexp.MustCompile(`^no visible label '(\w+)' for goto$`), "there is no label $1 that this goto can reach",
		"write ::$1:: in the block of the goto or in one around it, in the same function"},
	{regexp.MustCompile(`^<goto (\w+)> jumps into the scope of local '(\w+)'$`), "this goto $1 jumps over local $2, which is used after the label",
		"write local $2 before the goto, or put what is between them into do ... end"},
	{regexp.MustCompile(`^label '(\w+)' already defined on line (\d+)$`), "the label $1 is there already, on line $2", "give one of them another name"},
}

// endlessChain is the remedy for metatables that form a cycle.
const endlessChain = "a table in the chain is its own __index or __newindex, or one before it is; the last one must have none"
