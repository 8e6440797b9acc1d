package lua

import "fmt"

// Problem is an error that Lua has for a call or an operation, or for the text of a script, apart from those about the
// type of a value. Its text is that of Lua 5.1. A host with words of its own decides on Code.
type Problem struct {
	Code string         // for example "calls-too-deep"
	Args map[string]any // strings and ints that words about the problem may need, by names; may be nil
	Text string
}

// Error returns the text.
func (p *Problem) Error() string { return p.Text }

// tooDeep returns the problem of calls that are nested deeper than most.
func tooDeep(text string, most int) *Problem {
	return &Problem{"calls-too-deep", map[string]any{"most": most}, text}
}

// The problems of the interpreter without arguments.
var (
	errIndexChain     = &Problem{Code: "endless-index-chain", Text: "loop in gettable"}
	errNewIndexChain  = &Problem{Code: "endless-newindex-chain", Text: "loop in settable"}
	errYieldOutside   = &Problem{Code: "yield-outside-coroutine", Text: "attempt to yield from outside a coroutine"}
	errYieldAcross    = &Problem{Code: "yield-across-call", Text: "attempt to yield across metamethod/C-call boundary"}
	errNext           = &Problem{Code: "unknown-next-key", Text: "invalid key to 'next'"}
	errResumesDead    = &Problem{Code: "dead-coroutine", Text: "cannot resume dead coroutine"}
	errResumesRunning = &Problem{Code: "running-coroutine", Text: "cannot resume running coroutine"}
	errResumesNormal  = &Problem{Code: "running-coroutine", Text: "cannot resume normal coroutine"}
)

// resumeProblems has the problem of resuming a coroutine for each status.
var resumeProblems = [...]*Problem{Running: errResumesRunning, Normal: errResumesNormal, Dead: errResumesDead}

// textProblem is the code of an error in the text of a script, with the names of the values in its format. A value
// without a name is left out.
type textProblem struct {
	code  string
	names []string
}

// textProblems has the problems of texts that the parser accepts, by their formats.
var textProblems = map[string]textProblem{
	"%s needs too many registers":                  {"too-many-values", nil},
	"%s has more than %d local variables":          {"too-many-locals", []string{"", "most"}},
	"%s has more than %d upvalues":                 {"too-many-upvalues", []string{"", "most"}},
	"no visible label '%s' for goto":               {"goto-without-label", []string{"label"}},
	"<goto %s> jumps into the scope of local '%s'": {"goto-into-scope", []string{"label", "name"}},
	"label '%s' already defined on line %d":        {"duplicate-label", []string{"label", "line"}},
}

// textError returns the error of a format and its values, at a position in the text of a script.
func textError(at Position, format string, values []any) *Error {
	e := mistakeAt(at, fmt.Sprintf(format, values...))
	t, known := textProblems[format]
	if !known {
		return e
	}
	p := &Problem{Code: t.code, Text: e.Text}
	for i, name := range t.names {
		if name != "" {
			if p.Args == nil {
				p.Args = map[string]any{}
			}
			p.Args[name] = values[i]
		}
	}
	e.Cause = p
	return e
}
