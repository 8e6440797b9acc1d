// Package scripttest runs the tests that designers write in Lua. The tests are in files such as troll_test.lua, in
// the directories of the scripts. The command bough test uses this package. Go tests of a game can use it with the
// helpers of the game:
//
//	func TestScripts(t *testing.T) {
//		scripttest.Run(t, os.DirFS("scripts"), scripttest.Options{Game: game.Options})
//	}
//
// game.Options returns the bough.Options of the game. Its own program, its commands and its replays use them, too.
//
// A test is a function that receives a table t. The functions in this table are called words. Each test has a game
// of its own: a new world, new Lua states, a clock that advances only in t.tick, and a fixed seed. docs/testing.md
// describes how to write tests.
//
//	suite.go    the files, the game that they share, and the problems in files
//	check.go    what can be found without running the tests: names that are in no script or tree
//	test.go     one test: a new game, its function, its result
//	driver.go   a test file that is running, and its functions
//	words.go    the list of words; spawn.go tick.go ask.go expect.go implement them
//	call.go     the call of a word, and the position of its error; args.go its arguments
//	handle.go   the tables that represent agents and boards in a test
//	standin.go  functions of a test that stand in for helpers
//	errors.go   expected and unexpected errors of scripts
//	why.go      reasons why an agent does not do what a test expects
//	compare.go  comparison of values
//	gotest.go   tests as subtests of a Go test
//
// The files are loaded, checked and linked once; bough.Game.Restart gives the next test its game. Goals: the
// message of a failure includes what happened instead, and why; no test affects the next one. Non-goals: pictures
// of the game, real time, several workers.
package scripttest
