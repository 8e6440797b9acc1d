// Package e2e tests whole games through the public API: their files, what their agents do, and their reports.
//
//	story_test.go                 sessions in testdata/stories, with their output
//	stress_test.go                random sessions, and the suites of them
//	stress_model_test.go          the state that an edited game must reach
//	stress_project_test.go        the files that are edited
//	stress_edits_test.go          the edits, made as tools make them
//	stress_disk_test.go           in memory and in folders
//	stress_leaks_test.go          counts of the objects and files left
//	threeways_test.go             edited, restored and started games compared after random edits
//	background_test.go            files read while the game ticks
//	reload_test.go                single saves
//	move_test.go                  what agents hold of files that are edited
//	snapshot_test.go              snapshots and the state that they must hold
//	formats_test.go               files of all formats since the first version
//	fieldparams_test.go           parameters that stand for fields, and numbers that trees compute
//	declared_test.go              the defaults and the types of fields
//	data_test.go                  snapshots of a release with other fields
//	codes_test.go                 codes of errors in restored games and replays
//	recording_test.go             recordings and replays
//	recording_edges_test.go       recordings without states, writers that fail, re-runs under the same files
//	kept_test.go                  recordings that are read while their game runs
//	latekept_test.go              recordings that begin in the middle of a game
//	mark_test.go                  marked ticks, and the recordings that are saved for them
//	writes_test.go                who has written a field
//	processors_test.go            the same arithmetic on other processors
//	mutants_test.go               the same tests with a statement of the code left out
//	measure_test.go               the figures of a game
//	rollback_test.go              versions, pins, bundles
//	restart_test.go               a new game with the same files
//	release_test.go               code and agents that are freed
//	callers_test.go               which method may be called where
//	handles_test.go               removed agents, options, errors
//	method_test.go                recordings of methods and texts of handles
//	misuse_test.go                calls that panic, options without effect, recordings at odds with their program
//	falsified_test.go             sets that falsify a condition, as the check says and in a game
//	explain_test.go               explanations compared with an implementation in plain Lua
//	layout_test.go                folders, libraries, clocks
//	samples_test.go               the copy of the sample scripts
//	bench_test.go                 the cost of a save
package e2e
