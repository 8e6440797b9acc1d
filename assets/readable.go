package assets

import (
	"errors"
	"io/fs"
	"syscall"
)

// whyUnreadable returns what is to be done about a file or folder that is there and cannot
// be read, "" where nobody but the system knows.
func whyUnreadable(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "grant the user of this process permission to read it"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "close other programs, or raise the limit (ulimit -n)"
	}
	return ""
}
