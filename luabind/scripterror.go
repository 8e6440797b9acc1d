package luabind

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Error is an error of a script: where it is, what it says, the source line,
// and how the script got there.
type Error struct {
	At      diag.Pos
	Message string
	Hint    string
	Source  string
	Stack   string
	// Impure is set if a hook that must not change anything has tried to.
	Impure bool
	// Hook is what the hook is called in the file, if that is not its name: run.
	Hook string
	// Notes are further lines for people, in front of the stack.
	Notes []string
	cause error // of Go code; nil if there is none
}

// Unwrap returns the error that a helper returned or panicked with, nil if there was none.
func (e *Error) Unwrap() error { return e.cause }

// Error returns message and hint without the position.
func (e *Error) Error() string {
	if e.Hint != "" {
		return e.Message + ": " + e.Hint
	}
	return e.Message
}

// HookName returns what the hook under way is called in the file, "" if that is its name.
func (e *Error) HookName() string { return e.Hook }

// Pos returns where the error was raised.
func (e *Error) Pos() diag.Pos { return e.At }

// Diagnostic returns the error in the shape in which all findings are shown.
func (e *Error) Diagnostic() diag.Diagnostic {
	d := diag.Diagnostic{Pos: e.At, Message: e.Message, Hint: e.Hint, Source: e.Source, Notes: slices.Clip(e.Notes)}
	if e.Stack != "" {
		d.Notes = append(d.Notes, e.Stack)
	}
	return d
}

// splitPlace splits "path:12: message". The path may hold colons itself.
func splitPlace(text string) (path string, line int, rest string, ok bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], ':')
		if i < 0 {
			return "", 0, "", false
		}
		at += i + 1
		number, after, found := strings.Cut(text[at:], ":")
		if !found {
			return "", 0, "", false
		}
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			return text[:at-1], n, strings.TrimSpace(after), true
		}
	}
}
