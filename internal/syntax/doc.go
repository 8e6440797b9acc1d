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
// word; a semicolon may stand alone; a long string may contain "[["; and names may have letters, marks and digits of all
// scripts. Names are compared by their bytes, so a name must be composed (NFC) and have no full-width letters.
//
// # Errors
//
// File.Errors are all errors of a text, in its order. None of them follows from another: an error is reported where it
// arises, and the parse goes on with what is most likely meant. Each error has a code, which identifies its words.
//
// A text is parsed at most twice. The first time, the parser stops at the first error. If there is one, the tokens are
// repaired, so that all blocks and brackets are closed, and parsed again. So a text without errors takes no time for
// them, and its indentation has no meaning.
//
// # Files
//
// File (file.go) is the result: the tree, the comments, the errors and the lines. The tree (tree.go) has all that the
// text has except semicolons, commas and comments. Each node has its first and its last byte, and the positions of the
// words, operators and brackets in it.
//
// scan.go and literal.go split the text into tokens (token.go); name.go says which characters are in names, and
// foreign.go finds operators and comments of other languages. parse.go has the statements and expr.go the expressions;
// walk.go visits the nodes. arena.go allocates the nodes.
//
// repair.go and repairword.go repair the tokens of a text with an error. mistake.go and mistakeexpr.go have what the parser reports, and
// how it goes on. error.go has the errors, and words.go their codes.
package syntax
