package syntax

import "strings"

// Code identifies the message of an error, such as "not-closed".
type Code string

// The codes of errors in tokens.
const (
	strayCharacter Code = "stray-character"
	openComment    Code = "comment-not-closed"
	openString     Code = "string-not-closed"
	openLongString Code = "long-string-not-closed"
	badLongString  Code = "bad-long-string"
	largeEscape    Code = "large-escape"
	unknownEscape  Code = "unknown-escape"
	badNumber      Code = "bad-number"
)

// The codes of errors in statements and expressions.
const (
	unexpected    Code = "unexpected"
	notClosed     Code = "not-closed"
	tooDeep       Code = "too-deep"
	notAssignable Code = "not-assignable"
	notStatement  Code = "not-a-statement"
	newLineCall   Code = "call-on-new-line"
	lonelyBreak   Code = "break-outside-loop"
	lonelyDots    Code = "no-varargs"
)

// words are the words of a message and of its hint. {name} stands for the argument with that name.
type words struct{ message, hint string }

// catalog holds the words of all messages.
var catalog = map[Code]words{
	strayCharacter: {`unexpected character "{character}"`, ""},
	openComment:    {"the long comment is not closed", "add {close}"},
	openString:     {"the string is not closed on its line", `add the missing {quote}, or write \n for a line break`},
	openLongString: {"the long string is not closed", "add {close}"},
	badLongString:  {`unexpected "[="`, "a long string begins with [[ or [=["},
	largeEscape:    {"escape {escape} in a string is too large", `the largest is \255`},
	unknownEscape:  {"unknown escape {escape} in a string", `write \\ for a backslash, and % instead of \ in patterns`},
	badNumber:      {"malformed number {number}", ""},

	unexpected:    {"unexpected {found}", ""},
	notClosed:     {`"{opener}" is not closed: "{close}" is missing`, ""},
	tooDeep:       {"nested, or chained, more than {limit} levels deep", "split it; give the parts names with local, or use a table"},
	notAssignable: {"a value cannot be assigned to this", "assign to a variable or a field"},
	notStatement:  {"a value alone is not a statement", "assign it, or call a function with it"},
	newLineCall:   {`this "(" continues the line above as a call`, "begin the line with ; or join the two lines"},
	lonelyBreak:   {"break is not inside a loop", "return leaves a function"},
	lonelyDots:    {"... is not inside a function with ... as its last parameter", "write ... at the end of the parameters"},
}

// words returns the message and the hint of an error with the given arguments.
func (c Code) words(args []Arg) (message, hint string) {
	w := catalog[c]
	if len(args) == 0 {
		return w.message, w.hint
	}
	pairs := make([]string, 0, 2*len(args))
	for _, a := range args {
		pairs = append(pairs, "{"+a.Name+"}", a.Value)
	}
	r := strings.NewReplacer(pairs...)
	return r.Replace(w.message), r.Replace(w.hint)
}
