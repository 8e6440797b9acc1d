// Code generated from the catalog of kinds by go generate; DO NOT EDIT.

package build

import "time"

// Priority returns a node priority. Chooses the first ready child. An earlier child that becomes ready replaces the active one.
func Priority() *Node { return newNode("priority", here()) }

// Sticky returns a node sticky. Chooses the first ready child, and keeps it while it is ready.
func Sticky() *Node { return newNode("sticky", here()) }

// DynamicPriority returns a node dynamic_priority. Chooses the first ready child, but asks the active child last, so that the others get a turn.
func DynamicPriority() *Node { return newNode("dynamic_priority", here()) }

// Random returns a node random. Draws one of the ready children by weight, and keeps it while it is ready.
func Random() *Node { return newNode("random", here()) }

// Utility returns a node utility; With takes inertia. Chooses the ready child with the highest utility. A decorator or a tree has the utility of its child. If scores are equal, it prefers the active child, then the earlier one.
func Utility() *Node { return newNode("utility", here()) }

// Goal returns a node goal. Chooses the first ready child whose hook postcondition does not hold yet.
func Goal() *Node { return newNode("goal", here()) }

// Sequence returns a node sequence; With takes per_tick. Runs one child after the other, and continues with the Running one. It fails with the first child that fails, and succeeds when all have succeeded.
func Sequence() *Node { return newNode("sequence", here()) }

// ReactiveSequence returns a node reactive_sequence. A sequence that starts from its first child in every tick, so that earlier conditions are watched.
func ReactiveSequence() *Node { return newNode("reactive_sequence", here()) }

// SequenceWithMemory returns a node sequence_with_memory; With takes per_tick. A sequence that continues where it was after a Failure or an abort. Only Success resets it.
func SequenceWithMemory() *Node { return newNode("sequence_with_memory", here()) }

// Fallback returns a node fallback; With takes per_tick. Tries one child after the other until one succeeds. It fails when all have failed.
func Fallback() *Node { return newNode("fallback", here()) }

// ReactiveFallback returns a node reactive_fallback. A fallback that starts from its first child in every tick: an earlier child that can run again replaces the active one.
func ReactiveFallback() *Node { return newNode("reactive_fallback", here()) }

// FallbackWithMemory returns a node fallback_with_memory; With takes per_tick. A fallback that continues where it was after a Success or an abort. When all children have failed, it starts again.
func FallbackWithMemory() *Node { return newNode("fallback_with_memory", here()) }

// Parallel returns a node parallel; With takes success, failure, unready, decide. Runs all unfinished children in every tick, until enough have succeeded or failed. It then aborts the others.
func Parallel() *Node { return newNode("parallel", here()) }

// Filter returns a node filter; With takes conditions. A sequence of conditions and then actions. The conditions are not asked again while an action runs.
func Filter() *Node { return newNode("filter", here()) }

// Monitor returns a node monitor; With takes conditions. Conditions that are checked in every tick, then a parallel of the other children. When a condition fails, it aborts all children and fails.
func Monitor() *Node { return newNode("monitor", here()) }

// RandomSequence returns a node random_sequence. A sequence that draws the order of its children when it is entered.
func RandomSequence() *Node { return newNode("random_sequence", here()) }

// RandomFallback returns a node random_fallback. A fallback that draws the order of its children when it is entered.
func RandomFallback() *Node { return newNode("random_fallback", here()) }

// IfThenElse returns a node if_then_else. The first child decides once, when it is entered: if it succeeds, the second runs, otherwise the third.
func IfThenElse() *Node { return newNode("if_then_else", here()) }

// WhileDoElse returns a node while_do_else. The first child is asked in every tick: while it succeeds, the second runs, otherwise the third. When that changes, the running one is aborted.
func WhileDoElse() *Node { return newNode("while_do_else", here()) }

// Switch returns a node switch. Runs the child whose case equals the value of the expression, which is computed in every tick. A last child without a case is for all other values.
func Switch(expression string) *Node { return newNode("switch", here()).expr(expression, here()) }

// Invert returns a node invert. Turns Success into Failure. Turns Failure, or a child that is not ready, into Success.
func Invert() *Node { return newNode("invert", here()) }

// ForceSuccess returns a node force_success. Succeeds, whatever the result of its child, and also if the child is not ready.
func ForceSuccess() *Node { return newNode("force_success", here()) }

// ForceFailure returns a node force_failure. Fails, whatever the result of its child.
func ForceFailure() *Node { return newNode("force_failure", here()) }

// Repeat returns a node repeat; With takes per_tick. Runs its child until the child has succeeded the given number of times, in one tick if the child takes no time. Without a number it runs the child once per tick, forever.
func Repeat(times ...int) *Node { return newNode("repeat", here(), each(times)...) }

// Retry returns a node retry; With takes per_tick. Runs its child until the child succeeds, at most the given number of times, in one tick if the child takes no time. Without a number it runs the child once per tick.
func Retry(times ...int) *Node { return newNode("retry", here(), each(times)...) }

// UntilSuccess returns a node until_success. Runs its child, once per tick, until the child succeeds.
func UntilSuccess() *Node { return newNode("until_success", here()) }

// UntilFailure returns a node until_failure. Runs its child, once per tick, until the child fails, and then succeeds.
func UntilFailure() *Node { return newNode("until_failure", here()) }

// Loop returns a node loop. Runs its child the given number of times, once per tick, and is Running in between.
func Loop(times ...int) *Node { return newNode("loop", here(), each(times)...) }

// Cooldown returns a node cooldown; With takes after. Is not ready for some time after its child has succeeded.
func Cooldown(seconds time.Duration) *Node { return newNode("cooldown", here(), seconds) }

// Interval returns a node interval. Decides about its child at most once in this time. In between, active nodes continue without being asked; if this node is inactive, it is not ready. An exit does not end the time.
func Interval(seconds time.Duration) *Node { return newNode("interval", here(), seconds) }

// Delay returns a node delay. Is Running for some time. Then it runs its child, and has the child's result.
func Delay(seconds time.Duration) *Node { return newNode("delay", here(), seconds) }

// Timeout returns a node timeout. Aborts its child and fails if the child does not end in time.
func Timeout(seconds time.Duration) *Node { return newNode("timeout", here(), seconds) }

// Limit returns a node limit; With takes per. Lets its child end the given number of times; then it is not ready any more. Aborts do not count.
func Limit(times int) *Node { return newNode("limit", here(), times) }

// Once returns a node once. Lets its child end once; then it is not ready any more.
func Once() *Node { return newNode("once", here()) }

// Chance returns a node chance. Is ready with this probability. It draws whenever it is asked while inactive.
func Chance(p float64) *Node { return newNode("chance", here(), p) }

// Wait returns a node wait. Is Running for some time, then succeeds.
func Wait(seconds time.Duration) *Node { return newNode("wait", here(), seconds) }

// WaitUntil returns a node wait_until. Is Running until the expression holds, then succeeds.
func WaitUntil(expression string) *Node {
	return newNode("wait_until", here()).expr(expression, here())
}

// Condition returns a node condition. Is ready while the expression holds, and then succeeds at once.
func Condition(expression string) *Node { return newNode("condition", here()).expr(expression, here()) }

// Set returns a node set. Sets fields of the agent, and succeeds. A value is a literal or an expression, which sees the assignments before it.
func Set() *Node { return newNode("set", here()) }

// Log returns a node log. Writes a line to the log, and succeeds.
func Log(text string) *Node { return newNode("log", here(), text) }

// Emit returns a node emit; With takes data, ttl, to. Posts a stimulus, to the agent itself or to another one, and succeeds. The agent can see it from the next tick. A behavior that waits for it may refuse it by its data.
func Emit(stimulus string) *Node { return newNode("emit", here(), stimulus) }

// Request returns a node request; With takes data, channel, priority. Asks the game for something in every tick. It succeeds when the game has ended the request, and fails when another node of the agent has replaced it.
func Request(kind string) *Node { return newNode("request", here(), kind) }

// Succeed returns a node succeed. Succeeds at once.
func Succeed() *Node { return newNode("succeed", here()) }

// Fail returns a node fail. Is never ready. Composites and decorators count it as failed.
func Fail() *Node { return newNode("fail", here()) }

// Idle returns a node idle. Is always Running.
func Idle() *Node { return newNode("idle", here()) }
