// Package scripttest runs the tests that designers write in Lua, files named
// troll_test.lua beside the scripts: the command bough test does so, and a game's own Go
// tests, with the game's own helpers:
//
//	func TestScripts(t *testing.T) {
//		scripttest.Run(t, os.DirFS("scripts"), scripttest.Options{
//			Bind: func(g *bough.Game) error { return g.Bind("field", arena.Helpers()...) },
//		})
//	}
//
// A test is a function that gets a table of words, t. Each has a game of its own: a new
// world, new Lua states, a clock that only t.tick moves, a fixed seed. How tests are
// written is said in docs/testing.md.
//
//	suite.go    the files, the game that they share, and what is wrong with both
//	test.go     one test: a new game, its function, what came of it
//	driver.go   a test file that is running, and its functions
//	words.go    the list of words; spawn.go tick.go ask.go expect.go say what each does
//	call.go     how a word is called, and where it fails; args.go its arguments
//	handle.go   agents and boards as a test sees them
//	standin.go  functions of a test in the place of helpers
//	errors.go   errors of scripts, expected or not
//	why.go      why an agent does not do what it should
//	compare.go  values that should be equal
//	gotest.go   tests as subtests of a Go test
//
// The files are loaded, checked and linked once; bough.Game.Restart gives the next test
// its game. Goals: a failure that says what happened instead, and why; nothing left over
// from one test in the next. Non-goals: pictures of the game, real time, several workers.
package scripttest
