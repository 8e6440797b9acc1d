// Package index finds where the files of a game define and use names: behaviors, trees, named conditions, fields,
// parameters, stimuli, requests, boards, modules and local variables.
//
//	x := index.New(isKind)
//	x.Set("guard.bt", text)
//	x.Set("flee.lua", text)
//	o, ok := x.At("guard.bt", offset)        // the name at a place
//	for place := range x.All(o.Symbol) { }   // all places of that name
//
//	index.go   Symbol, Occurrence, File and Index
//	lua.go     the names in a script, a module or a test; value.go: what variables hold
//	calls.go   the functions whose arguments are names
//	tree.go    the names in a tree file, and in expressions
//	line.go    the names in agent.fields and in scenes
//
// The words symbol and occurrence are those of the code-intelligence formats LSIF and SCIP. A file is read by
// itself, also if it has mistakes: the names around a mistake are found. What a name means is decided when it is asked for,
// since a named condition of another file can hide a field.
//
// Goals: the same answer for definition, references, rename and hover; a file of 1 MB in less than a second; no panic on any
// text. Non-goals: types, and names that the text does not have, such as agent[key].
package index
