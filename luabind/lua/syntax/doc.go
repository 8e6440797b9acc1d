// Package syntax parses Lua 5.1.
//
//	f := syntax.Parse("guard.lua", text)
//	for _, e := range f.Errors {
//	    fmt.Println(f.Position(e.Start), e)
//	}
//	syntax.Walk(&f.Body, func(n syntax.Node) bool { ... })
//
// ParseExpr parses a text that is one expression. Scan returns the tokens alone.
//
// # The language
//
// The grammar is that of Lua 5.1, with these exceptions: there are goto and labels, as in Lua 5.2; goto is a reserved
// word; a semicolon may stand alone; and a long string may contain "[[".
//
// # Files
//
// File (file.go) is the result: the tree, the comments, the errors and the lines. The tree (tree.go) has all that the
// text has except semicolons, commas and comments. Each node has its first and its last byte, and the positions of the
// words, operators and brackets in it.
//
// scan.go and literal.go split the text into tokens (token.go); name.go says which characters are in names. parse.go
// has the statements and expr.go the expressions; walk.go visits the nodes. arena.go allocates the nodes. error.go and words.go have the errors
// and their words.
package syntax
