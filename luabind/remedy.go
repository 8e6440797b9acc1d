package luabind

import (
	"fmt"
	"regexp"
)

// nestedTooDeep is what is meant by an overflow of the stack.
var nestedTooDeep = fmt.Sprintf("calls nested too deep, more than %d inside one another (recursion without end?)", MaxCalls)

// withoutMessage is what is meant by error() and error(nil).
const withoutMessage = "error without a message"

// remedies say what to do about errors that are the same wherever they are raised. The text
// is "" where the message can stay.
var remedies = []struct {
	message    *regexp.Regexp
	text, hint string
}{
	{regexp.MustCompile(`^\S+: result of .* bytes; at most \d+ are allowed$`), "", "make it of less, or keep its parts in a table"},
	// of a call too many, in coroutines in other words
	{regexp.MustCompile(`^((\[G\]|\(bough\):\d+): )?(lua call|C |)stack overflow$`), nestedTooDeep,
		"if it has an end, write it as a loop, and keep what is still to be done in a table"},
	{regexp.MustCompile(`^bad argument #1 to error \(value expected\)$|^` + withoutMessage + `$`), withoutMessage, `write error("what is wrong")`},
	{regexp.MustCompile(`^cannot change a protected metatable$`), "", "its __metatable is set, so no script can change it; make a table of your own"},
	{regexp.MustCompile(`^[\w.]+ is read-only: .* was written$`), "", "keep what changes in memory or in a field of the agent"},
	{regexp.MustCompile(`^[\w.]+ cannot change .*, which is read-only$`), "", "keep what changes in memory or in a field of the agent"},
	{regexp.MustCompile(`^too many recursions in [gs]ettable$`), "", "a table in the chain is its own __index or __newindex, or one that stands before it is; the last one must have none"},
	{regexp.MustCompile(`^coroutine\.yield called outside of a coroutine$`), "", "write run = function(agent) ... end instead of behavior, and bt.yield() in it"},
}
