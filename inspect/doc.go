// Package inspect serves a page on which a game, or a recording, is watched while it thinks.
//
//	h, err := inspect.NewHandler(game, inspect.Options{Acts: true})
//	go http.ListenAndServe("127.0.0.1:7070", h)
//	fmt.Println("http://localhost:7070/#" + h.Token())
//	for range ticker.C {
//		game.Tick(dt)
//	}
//
// What a page shows of a tick (marks, values, reasons) is of that tick: the decision is explained right before the tick, and
// the rest is read when the tick is complete. The past comes from a re-run of the recording in memory; see
// bough.RecordOptions.Keep. Without viewers the game is not touched.
//
// The files:
//
//	handler.go    the handler; options.go its options; guard.go its bounds
//	request.go    what is asked, whichever way it comes: by HTTP in server.go, which server_js.go leaves out in a browser
//	wire          the messages, a package of its own
//	live.go       what the goroutine of the game does around a tick
//	probe.go      the frames of one agent, of a game or of a replay; text.go values as texts
//	bits.go       the nodes that all agents ran; score.go scores and populations made of them
//	eventlog.go   how nodes ended, and what else happened to watched agents
//	roster.go     agents one by one, of a game or of a replay; crowd.go all agents on the land
//	viewer.go     a page that is connected; difference.go what it gets of a frame
//	past.go       frames of the past; keep.go recordings of games that have none
//	playback.go   a recording in place of a game
//	answers.go    replies to requests; costs.go what behaviors cost, and older ticks; act.go what pages may change;
//	              coverage.go what has run
//	page.go       a recording as a page in a file
//	files.go      files that pages read, check and write; ghost.go what a change would have changed
//	trees.go      versions of trees, and their rows
//	zh.go         the texts in Chinese
//
// Goroutines: the game's own calls live, probe and history. A viewer has three: one reads, one writes and one re-runs the
// past. There are no queues: a viewer that is slow gets the newest frame.
//
// Non-goals: encryption (put a proxy before it), accounts, and storage.
package inspect
