// Package compare compares the costs of the engine and its Lua core with those of alternatives. The alternatives are
// gopher-lua's VM, called from a bare loop, and a small behavior tree in C++ with Lua 5.4 or LuaJIT.
//
//	scenario.go  a tree, its scripts and its agents; World runs it in the engine
//	guard.go     the scenario guard: many agents, small hooks
//	scripts.go   scenarios with expensive scripts of one kind each
//	shapes.go    trees of any depth and width
//	baseline.go  gopher-lua's VM, which calls the same hooks with the same fields
//	cpp.go       the same in C++, testdata/guard.cpp, in a process of its own; and in BehaviorTree.CPP with leaves in
//	             C++, testdata/guard_btcpp.cpp
//	turns.go     turns of two sides, and the statistic
//	measure.go   the comparisons
//
// Goal: reliable ratios. Both sides do the same work, and alternate in one run. Tests, and checks before each
// measurement, verify that the work is the same. Non-goals: a realistic game, a benchmark of Lua.
package compare
