// Package behaviors says what a behavior is, whatever it is written in.
//
//   - name.go: which names are allowed, and the name that a file gives;
//   - meaning.go: the hooks and the fields that mean something to Bough, with
//     their documentation, the one list that loaders, checkers and editor files
//     are made from;
//   - kinds.go: the catalog of node kinds that a tree may use besides behaviors;
//   - ids.go: unique IDs that live as long as the process;
//   - native.go: behaviors written in Go.
//
// Non-goals: reading files, running Lua, ticking. Those are assets, luabind
// and engine.
package behaviors
