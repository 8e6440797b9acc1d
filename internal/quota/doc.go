// Package quota bounds the resources of the scripts of a world. There are bounds on the steps and the bytes of a
// hook call, on those of all hook calls of an agent in one tick, and on the bytes that an agent keeps from tick to
// tick.
//
// Package lua counts steps and bytes exactly. The counts do not depend on the clock, the process or the garbage
// collector. So a bound takes effect in the same tick, at the same line, on each machine and with any number of
// workers.
//
// # Where to find things
//
//   - quota.go: Limits, and Quota, the bounds of a world
//   - meter.go: Meter, which sets and counts the amounts for the hook calls of a worker
//   - keep.go: the accounts of agents, and the times at which agents are walked
//   - holding.go: the values that an agent holds, by name
//   - save.go: the accounts as data
//
// # Bounds of a hook call
//
// The steps and bytes of each call are bounded, and those of all calls of an agent in one tick together. The hooks
// of an agent are still called after it has used up its amounts for the tick. Each further call in that tick gets a
// small amount, so that exits run, and cheap behaviors run after expensive ones.
//
// # Bounds on the bytes that an agent keeps
//
// An agent keeps its fields, the memory of its nodes, its suspended runs and coroutines, its stimuli and its
// requests in force. Counting these bytes requires a walk over the agent. The agent is walked when it has allocated
// a certain number of bytes since the last walk. This number is the lesser of
//
//   - the bytes that the agent may still keep within Limits.Keep, and
//   - its share of the bytes that all agents may still keep within Limits.Together,
//
// but at least a fourth of the bytes that it kept at the last walk, so that walking is cheap compared to
// allocating. The walk takes place during the call, at the line that allocates. If the agent exceeds a bound, the
// call is stopped there by an error that pcall does not catch. From the next tick on, the agent is suspended: it is
// not ticked until files are saved or it keeps less.
//
// While all agents together keep more than Limits.Together, each may keep only an equal share. Constant values
// belong to files and are not counted. Boards belong to the world, which bounds them.
//
// # Total memory
//
// By these rules an agent that allocates as much as it can keeps at most 1.25 times Limits.Keep, plus one
// allocation. It is first walked when it may have reached Keep, and again after a fourth of Keep. With the default
// of 8 MB this is 10 MB. So 100 agents that all begin to do so in the same tick keep at most 1 GB at the end of
// that tick. Agents that all grow from tick to tick keep at most 1.6 times Limits.Together, which is 800 MB by default.
// They are first walked at Together. The next walks follow after a fourth of Together and find too much; the agents
// stop after another fourth of that: 1.25 x 1.25. Two amounts have to be added: the values that running hook calls hold
// in variables, up to 16 MB for each worker, and the values passed on in a tick, up to 4 MB for each agent. A Go
// process uses up to twice the live memory, since the garbage collector runs only at intervals. GOMEMLIMIT is the last
// resort.
//
// # Non-goals
//
// This package does not bound time, since all steps take about the same time. It does not bound the values of
// files, which are constant after loading. It bounds only their loading.
package quota
