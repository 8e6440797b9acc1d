// Package quota bounds what scripts of a world of agents take: the steps and the bytes of a hook call, those
// of all hook calls of an agent in one tick, and the bytes that an agent keeps from tick to tick.
//
// All of it is counted by package lua, exactly. Nothing depends on the clock, on the process or on the
// garbage collector, so a bound strikes in the same tick, at the same line, on each machine and with
// any number of workers.
//
// # Where to find things
//
//   - quota.go: Limits, and Quota, which is what a world has of it
//   - meter.go: Meter, which a worker has: what a hook call is given, and what it has taken
//   - keep.go: when an agent is walked, and what comes of it
//   - holding.go: what an agent holds, by name
//
// # What a hook call may take
//
// Steps and bytes are given for each call, and for all calls of an agent in one tick. An agent that has used
// up the latter is not cut off: each further call of that tick gets a little, so that exits run and behaviors
// that do next to nothing do not pay for those that do too much.
//
// # What an agent may keep
//
// An agent keeps its fields, the memory of its nodes, its runs and coroutines that wait, stimuli that it holds
// and requests in force. To know how much that is, it has to be walked, and this is done only when it has
// allocated so much since the last time that it may keep too much now:
//
//   - as much as there was left to Limits.Keep, or
//   - its share of what is left of Limits.Together,
//
// but at least a fourth of what it kept then, so that walking costs little beside allocating. The walk takes
// place in the middle of the call, at the line that allocates. An agent that keeps more than it may is
// stopped there by an error that pcall does not catch, and is not ticked from the next tick on, until
// files are saved or it keeps less.
//
// If all agents together keep more than Limits.Together, each may keep an equal share, as long as that
// is so. What is constant belongs to files and is not counted. Boards belong to the world, which
// bounds them.
//
// # How much that is in all
//
// By the rules above an agent that wants all it can get comes to at most 1.25 times Limits.Keep, and one
// allocation: it is walked when it may have reached Keep, then again after a fourth of it. With the default of
// 8 MB that is 10 MB. So 100 agents that all begin to hoard in the same tick have no more than 1 GB when
// that tick ends. Agents that come to it tick by tick, all together, have no more than 1.6 times Limits.Together, which
// is 800 MB by default: they are walked with at most Together, then after a fourth of it, which is when
// it is found to be too much, and are stopped after another fourth. Besides there is what hook calls under way hold in
// their variables, 16 MB for each worker, and what was handed on in this tick, 4 MB for each agent. A Go process
// takes up to twice as much as is live, since garbage is collected only now and then; GOMEMLIMIT is the
// last net.
//
// # Non-goals
//
// Bounding time: a step takes about as long as any other. Bounding what files hold, which is constant once they are
// loaded; only loading is bounded.
package quota
