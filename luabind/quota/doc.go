// Package quota bounds the resources of the scripts of a world: the steps and the bytes of a hook call, the
// steps and the bytes of all hook calls of an agent in one tick, and the bytes that an agent keeps from tick
// to tick.
//
// Package lua counts all of them exactly. Nothing depends on the clock, on the process or on the garbage
// collector, so a bound takes effect in the same tick, at the same line, on each machine and with any number
// of workers.
//
// # Where to find things
//
//   - quota.go: Limits, and Quota, the bounds of a world
//   - meter.go: Meter, the counters of a worker: the amounts for a hook call, and the amounts that it has taken
//   - keep.go: the accounts of agents, and when an agent is walked
//   - holding.go: the values that an agent holds, by name
//   - save.go: the accounts as data
//
// # Bounds of a hook call
//
// There are bounds on the steps and bytes of each call, and of all calls of an agent in one tick together. After an
// agent has used up its amounts for the tick, its hooks are still called: each further call in that tick gets a
// small amount, so that exits run, and cheap behaviors still run after expensive ones.
//
// # Bounds on the bytes that an agent keeps
//
// An agent keeps its fields, the memory of its nodes, its suspended runs and coroutines, its stimuli and its
// requests in force. Counting them requires a walk over the agent. The agent is walked when it has allocated a
// number of bytes since the last walk. The number is the lesser of
//
//   - the bytes that were left to Limits.Keep, and
//   - its share of the bytes left of Limits.Together,
//
// but at least a fourth of the bytes that it kept at the last walk, so that walking is cheap compared to allocating. The
// walk takes place during the call, at the line that allocates. An agent that exceeds a bound is stopped there
// by an error that pcall does not catch, and is suspended, which means not ticked, from the next tick on, until
// files are saved or it keeps less.
//
// While all agents together keep more than Limits.Together, each may keep an equal share only. Constant values
// belong to files and are not counted. Boards belong to the world, which bounds them.
//
// # Total memory
//
// By these rules an agent that allocates as much as it can keeps at most 1.25 times Limits.Keep, plus one
// allocation: the first walk comes when it may have reached Keep, and the next after a fourth of Keep. With the default
// of 8 MB that is 10 MB. So 100 agents that all begin to do so in the same tick keep at most 1 GB when that tick ends.
// Agents that all grow from tick to tick have at most 1.6 times Limits.Together, 800 MB by default: the first walks
// come at Together, the next ones, which find that the agents keep too much, after a fourth, and the agents are
// stopped after another fourth. To these amounts add the values that running hook calls hold in variables, 16 MB
// for each worker, and the values passed on in this tick, 4 MB for each agent. A Go process takes up to twice the
// live memory, since the garbage collector runs only at intervals; GOMEMLIMIT is the last resort.
//
// # Non-goals
//
// This package does not bound time, since all steps take about the same time. It does not bound the values of
// files, which are constant after loading; only the loading is bounded.
package quota
