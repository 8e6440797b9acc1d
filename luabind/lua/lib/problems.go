package lib

import (
	"fmt"

	"github.com/bough-dev/bough/luabind/lua"
)

// The problems of calls of the library.
var (
	errProtected = &lua.Problem{Code: "protected-metatable", Text: "cannot change a protected metatable"}
	errInsert    = &lua.Problem{Code: "insert-arguments", Text: "wrong number of arguments to 'insert'"}
	errOrder     = &lua.Problem{Code: "inconsistent-order", Text: "invalid order function for sorting"}
)

// The problems of patterns, and of the replacements of string.gsub.
var (
	errZeroByte     = &lua.Problem{Code: "pattern-zero-byte", Text: "malformed pattern (contains a zero byte; '%z' matches one)"}
	errOpenCapture  = &lua.Problem{Code: "pattern-open-capture", Text: "unfinished capture"}
	errCloseCapture = &lua.Problem{Code: "pattern-close-capture", Text: "invalid pattern capture"}
	errCaptures     = &lua.Problem{Code: "pattern-captures", Args: map[string]any{"most": maxCaptures}, Text: "too many captures"}
	errCaptureIndex = &lua.Problem{Code: "pattern-capture-index", Text: "invalid capture index"}
	errBalance      = &lua.Problem{Code: "pattern-balance", Text: "unbalanced pattern"}
	errFrontier     = &lua.Problem{Code: "pattern-frontier", Text: "missing '[' after '%f' in pattern"}
	errOpenSet      = &lua.Problem{Code: "pattern-open-set", Text: "malformed pattern (missing ']')"}
	errPatternEnd   = &lua.Problem{Code: "pattern-ends-with-percent", Text: "malformed pattern (ends with '%')"}
	errTemplateEnd  = &lua.Problem{Code: "replacement-ends-with-percent", Text: "invalid use of '%' in replacement string (it ends with one; '%%' stands for the character)"}
)

// concatenates returns the problem of table.concat for an entry that is neither a text nor a number.
func concatenates(v lua.Value, i int) *lua.Problem {
	kind := v.Kind().String()
	return &lua.Problem{
		Code: "concat-not-text", Args: map[string]any{"kind": kind, "index": i},
		Text: fmt.Sprintf("invalid value (%s) at index %d in table for 'concat'", kind, i),
	}
}
