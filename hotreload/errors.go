package hotreload

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
)

// Error is a problem with a watched directory. Its text has the form "path: message: remedy".
type Error struct {
	Path    string // directory, as the operating system names it; may be empty
	Message string // description of the problem
	Remedy  string // may be empty
	Err     error  // cause, or nil; not part of the text
}

// Error returns the path, the message and the remedy.
func (e *Error) Error() string {
	s := e.Message
	if e.Path != "" {
		s = e.Path + ": " + s
	}
	if e.Remedy != "" {
		s = tr.F("%s: %s", s, e.Remedy)
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// poll is the remedy for directories that cannot be watched.
func poll() string {
	return tr.T("have files compared at an interval (Options.Poll, or bough play --poll 500ms)")
}

// refusal returns the Error for the operating system's refusal to watch dir.
func refusal(dir string, err error) *Error {
	e := &Error{Path: dir, Err: err}
	switch {
	case errors.Is(err, syscall.ENOSPC):
		e.Message = tr.T("the system's limit of watched directories is reached")
		e.Remedy = tr.F("raise it with `sudo sysctl fs.inotify.max_user_watches=524288`, watch fewer directories, or %s", poll())
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		e.Message = tr.T("the limit of open files or watchers is reached")
		e.Remedy = tr.F("raise it with `ulimit -n` or `sudo sysctl fs.inotify.max_user_instances=1024`, close other watchers, or %s", poll())
	default:
		e.Message = tr.F("cannot watch this directory: %v", err)
		e.Remedy = poll()
	}
	return e
}

// meanwhile adds to the Error of a refusal that the root is now polled.
func meanwhile(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	told := *e
	told.Message += tr.T(", so its root is compared at an interval from now on")
	return &told
}

// unreadableDir returns the Error for a directory that could not be listed.
func unreadableDir(dir string, err error) *Error {
	e := &Error{Path: dir, Message: tr.F("cannot read this directory: %s", cause(err)), Err: err}
	switch {
	case errors.Is(err, fs.ErrPermission):
		e.Remedy = tr.T("grant read and search permission to the user of this process")
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		e.Remedy = tr.T("close other programs, or raise the limit with `ulimit -n`")
	}
	return e
}

// cause returns the text of err without the operation and the path that package os adds.
func cause(err error) string {
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// missing reports whether err means that a name refers to nothing: no such file, a file where a directory should
// be, or links that form a cycle.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP)
}

// maxErrors is the maximum number of errors of a set. A set grows while the consumer does not receive it.
const maxErrors = 16

// appendErrors appends the errors of more whose texts are not yet in errs.
func appendErrors(errs []error, more ...error) []error {
	for _, err := range more {
		known := slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() })
		if !known && len(errs) < maxErrors {
			errs = append(errs, err)
		}
	}
	return errs
}
