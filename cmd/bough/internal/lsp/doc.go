// Package lsp is a server of the Language Server Protocol for scripts, trees, tests, scenes and agent.fields.
//
//	server.go    Serve: the connection, and what is open in the editor
//	text.go      offsets, and positions in UTF-16
//	project.go   a folder of scripts: its files with unsaved texts over them, a game that has loaded them, and an index of names
//	findings.go  what is published as diagnostics
//	actions.go   quick fixes
//	complete.go  completion, of scenes and declarations; completelua.go in scripts, completetree.go in trees
//	hover.go     hover
//	navigate.go  definition, references, highlights and symbols
//	rename.go    rename
//	lens.go      lenses
//	tokens.go    semantic tokens
//	zh.go        the texts in Chinese
//
// The words of the protocol are those of version 3.17, for which go.lsp.dev/protocol has the types. The server asks for no
// settings. It finds the folder of the scripts of a file by itself; see root.
//
// All handlers run one after the other, on the goroutine that reads the connection. Diagnostics are made on another one, a
// moment after the last change. Both hold Server.mu.
//
// Goals: the editor shows the findings of bough check; completion of 1,000 scripts in a few milliseconds; files
// with mistakes are answered for, too. Non-goals: formatting and types of Lua, for which other servers exist.
package lsp
