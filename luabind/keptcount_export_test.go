//go:build !luacore

package luabind

// Owned returns how many tables the first worker knows as those of files, and how many of
// them are of files that are gone.
func Owned(r *Runtime) (tables, leaving int) {
	s := r.states[0]
	return len(s.owners), len(s.leaving)
}

// Counting returns the file that the census has not come to the end of, "" if there is none.
func Counting(r *Runtime) string {
	if c := r.kept.files.now.chunk; c != nil {
		return c.Path
	}
	return ""
}
