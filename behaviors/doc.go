// Package behaviors defines behaviors and node kinds, independent of the
// language of a behavior.
//
//   - name.go: valid names, and the name of the behavior in a file;
//   - meaning.go: the hooks and the fields with a meaning for Bough, with their
//     documentation; loaders, checkers and editor files are derived from this
//     list;
//   - question.go: the functions that ask about nodes;
//   - kinds.go: the catalog of node kinds that a tree may use besides behaviors; its rows are in
//     choosers.go, composites.go, decorators.go and leaves.go, the types of their parameters in param.go;
//   - ids.go: unique IDs that live as long as the process;
//   - native.go: behaviors written in Go.
//
// Non-goals: reading files, running Lua, and ticking, which the packages assets,
// luabind and engine do.
package behaviors
