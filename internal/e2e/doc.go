// Package e2e tests whole games through the public API: files in, ticks, what the agents do
// and what the game says.
//
//	story_test.go                 sessions in testdata/stories, with what is said and done
//	stress_test.go                random sessions, and the suites of them
//	stress_model_test.go          what a game under edit must come to
//	stress_project_test.go        the files that are edited
//	stress_edits_test.go          the edits, made as tools make them
//	stress_disk_test.go           in memory and in folders
//	stress_leaks_test.go          counting what is left
//	background_test.go            files that are read while the game ticks
//	reload_test.go                single saves
//	rollback_test.go              versions, pins, bundles
//	restart_test.go               a new game with the same files
//	release_test.go               code and agents that are freed
//	callers_test.go               which method may be called where
//	handles_test.go               agents that are gone, options, errors
//	explain_test.go               explanations against a plain Lua
//	layout_test.go                folders, libraries, clocks
//	samples_test.go               the copy of the sample scripts
//	bench_test.go                 what a save costs
package e2e
