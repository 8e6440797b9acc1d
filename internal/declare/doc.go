// Package declare reads the file agent.fields, in which a game declares the data of its agents (A7): fields, stimuli,
// requests and entries of boards, with their types.
//
//	declare.go  Parse, File and Declaration
//	line.go     the parser of one line
//	type.go     Type, and whether a value has it
//	words.go    what is said about a value that has another type
//
// A line that is malformed is a declaration, too: it has the name that it seems to declare, so that one mistake is told
// once. The package knows neither scripts nor trees.
package declare
