package helper

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// PanicError is the error for a helper that has panicked. The fault wraps it, so errors.As finds it.
type PanicError struct {
	// Helper is the name of the helper, with its namespace.
	Helper string
	// Value is the value of the panic.
	Value any
	calls []uintptr
}

// maxCalls is the largest number of calls in PanicError.Stack.
const maxCalls = 64

// newPanicError returns the error for a panic. It must be called by the deferred function that has recovered. The
// calls get their names only when they are asked for, since a script may catch very many panics in a tick.
func newPanicError(helper string, value any) *PanicError {
	calls := make([]uintptr, maxCalls)
	return &PanicError{helper, value, calls[:runtime.Callers(1, calls)]}
}

// Error returns the name of the helper and the value of the panic.
func (e *PanicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.Helper, e.Value) }

// Unwrap returns the value of the panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Place returns the innermost call in the code of the game, such as "doors.go:31", or "" if there is none.
func (e *PanicError) Place() string {
	std := "" // the directory of the standard library
	frames := runtime.CallersFrames(e.calls)
	for panicked := false; ; {
		f, more := frames.Next()
		switch {
		case !panicked:
			if panicked = f.Function == "runtime.gopanic"; panicked {
				std = strings.TrimSuffix(f.File, "runtime/panic.go")
			}
		case strings.HasPrefix(f.Function, own+"luabind/helper."): // it has called the helper
			return ""
		case !strings.HasPrefix(f.Function, "runtime.") && (std == "" || !strings.HasPrefix(f.File, std)) && !ofEngine(f.Function):
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// Stack returns the calls that led to the panic, the innermost first, in the form of debug.Stack. It returns at most
// 64 calls.
func (e *PanicError) Stack() string {
	var b strings.Builder
	frames := runtime.CallersFrames(e.calls)
	for panicked := false; ; {
		f, more := frames.Next()
		if panicked = panicked || f.Function == "runtime.gopanic"; panicked {
			fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
		if !more {
			return b.String()
		}
	}
}

const own = "github.com/bough-dev/bough/"

// ofEngine reports whether a function belongs to the engine, whose methods panic if a helper misuses them.
func ofEngine(function string) bool {
	for _, of := range []string{"engine.", "engine/value.", "luabind/lua."} {
		if strings.HasPrefix(function, own+of) {
			return true
		}
	}
	return strings.HasPrefix(function, strings.TrimSuffix(own, "/")+".")
}
