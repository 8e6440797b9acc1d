package luabind

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/quota"
)

const (
	// TickBudgets is the default of Options.TickBudget, the bound on all hook calls of an agent in one tick. It is
	// a multiple of the budget of one hook call.
	TickBudgets = 10
	// DefaultKeep is the default of Options.Keep, the bound on the bytes that an agent keeps from tick to tick.
	DefaultKeep = 8 << 20
	// DefaultKeepTogether is the default of Options.KeepTogether, the bound on the bytes that all agents together
	// keep.
	DefaultKeepTogether = 512 << 20
)

// newQuota returns the quota that bounds the hooks of agents.
func newQuota(o Options) *quota.Quota {
	l := quota.Limits{Steps: cmp.Or(o.Budget, DefaultBudget), TickSteps: o.TickBudget}
	if l.TickSteps <= 0 {
		l.TickSteps = max(l.Steps, 0) * TickBudgets
	}
	l.Keep, l.Together = max(0, cmp.Or(o.Keep, DefaultKeep)), max(0, cmp.Or(o.KeepTogether, DefaultKeepTogether))
	return quota.New(l, rootsOf)
}

// rootsOf yields every Lua value that an agent holds directly.
func rootsOf(a *engine.Agent, yield func(name, of string, v lua.Value)) {
	if t := TableOf(a.Fields()); t != nil {
		yield("agent", "", t.Value())
	}
	for node, memory := range a.Memories {
		m, ok := memory.(*nodeMemory)
		if !ok {
			continue
		}
		path := " of " + a.Program().Node(node).Path
		if m.table != nil {
			yield("memory", path, m.table.Value())
		}
		if m.co != nil {
			yield("run", path, m.co.Value())
		}
		if m.until != nil {
			yield("what bt.wait_until asks in run", path, m.until.Value())
		}
	}
}

// Totals returns the amounts that all hooks have used; see quota.Totals.
func (r *Runtime) Totals() quota.Totals { return r.quota.Totals() }

// TraceCalls calls f with the steps of each call of a hook and each condition in Lua; see quota.Quota.TraceCalls.
func (r *Runtime) TraceCalls(f func(c *engine.Context, steps int)) { r.quota.TraceCalls(f) }

// ReviewAgents suspends agents that keep too much, and resumes suspended agents that now keep less. A game calls it
// after each tick. Go code that ticks an engine.World without a game should call it too.
func (r *Runtime) ReviewAgents() { r.quota.ReviewAgents() }

// Kept returns the number of bytes that an agent keeps from tick to tick, and the largest tables among them in
// descending order of size. Options.Keep bounds the number. Kept must be called on the goroutine that ticks the
// world, between ticks.
func (r *Runtime) Kept(a *engine.Agent) (bytes int, largest []quota.Holding) { return r.quota.Hold(a) }

const (
	hintSpread = "use run with bt.yield() to spread it over ticks"
	hintBound  = "no time can pass here: let the loop end sooner, or do the work in a run with bt.yield() that keeps its result in a field"
	hintAtOnce = "give it a shorter text or a smaller table"
	hintSearch = "give it a shorter text or a simpler pattern"
	hintKept   = "keep less, and remove what nobody needs any more by writing nil"
	hintFewer  = "make fewer and smaller tables and texts"
)

// over returns the message for a call that was stopped by a meter.
func (s *state) over(raised *lua.Error) (message, hint string) {
	switch {
	case s.loading != nil:
		return overLoad(raised)
	case s.standalone != nil:
		return s.standalone.over(raised)
	}
	return s.overHook(raised)
}

// overHook is like over, for a hook or a condition.
func (s *state) overHook(raised *lua.Error) (message, hint string) {
	if limit := s.runtime.quota.Limits().Steps; atOnce(raised, limit) {
		return takesTooMuch(raised, "one call of a hook", limit), hintAtOnce
	}
	cause := raised.Cause
	o := s.meter.Over(cause)
	who := s.ctx.Agent().Label()
	hint = hintSpread
	if s.ctx.Deciding() {
		hint = hintBound
	}
	switch {
	case o.Excess != nil:
		return keepsTooMuch(s.ctx, o.Excess), hintKept
	case cause == lua.ErrBytes && o.Scarce:
		return fmt.Sprintf("takes more memory than is left, which is %s: the hooks of %s may take %s together in one tick", megabytes(o.Given), who, megabytes(quota.TickBytes)), hintFewer
	case cause == lua.ErrBytes:
		return fmt.Sprintf("uses too much memory, more than %s in one call", megabytes(quota.CallBytes)), hintFewer
	case o.Scarce:
		return fmt.Sprintf("still running after %d instructions, which is all that is left: the hooks of %s may take %d together in one tick, and most went to %s",
			o.Given, who, s.runtime.quota.Limits().TickSteps, listUses(s.ctx, o.Heaviest)), hint
	}
	if took, hint := within(raised, o.Given); took != "" {
		return fmt.Sprintf("still running after %d instructions, %s", o.Given, took), hint
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much work for one tick", o.Given), hint
}

// atOnce reports whether one operation, such as a call of string.rep, takes more than limit steps. It is false for
// helpers, since a replay charges each call of a helper at once.
func atOnce(raised *lua.Error, limit int) bool {
	return raised.Price > int64(max(limit, 0)) && helperIn(raised) == ""
}

// takesTooMuch returns the message for an operation of which atOnce is true. of names the things that may take limit steps.
func takesTooMuch(raised *lua.Error, of string, limit int) string {
	return fmt.Sprintf("%s takes %d instructions, and %s may take %d", operation(raised), raised.Price, of, limit)
}

// within returns the share of the operation in which the steps ran out, and a hint, if the share is more than half of
// the steps given. Otherwise took is "".
func within(raised *lua.Error, given int) (took, hint string) {
	if raised.Price <= int64(given/2) || helperIn(raised) != "" {
		return "", ""
	}
	hint = hintAtOnce
	what := operation(raised)
	switch what {
	case "this call of find", "this call of match", "this call of gmatch", "this call of gsub":
		hint = hintSearch
	}
	return fmt.Sprintf("%d of them in %s", raised.Price, what), hint
}

// operation names the operation that a meter has stopped.
func operation(raised *lua.Error) string {
	if t := raised.Trace; len(t) > 0 && t[0].At.Line == 0 {
		return "this call of " + t[0].Function
	}
	return "this operation"
}

// listUses lists hook calls of an agent, with the number of instructions that each one took.
func listUses(c *engine.Context, list []quota.Use) string {
	var words []string
	for _, u := range list {
		words = append(words, fmt.Sprintf("%s (%d)", hookAt(c, u), u.Took))
	}
	return strings.Join(words, ", ")
}

// hookAt returns the name of a hook and the path of its node.
func hookAt(c *engine.Context, u quota.Use) string {
	name := u.Hook.String()
	if b := c.Agent().Program().Node(int(u.Node)).Behavior; b != nil && u.Hook == engine.HookBehavior {
		if k, ok := b.Code.(code); ok && k.chunk.hooks[u.Hook].run {
			name = keyRun
		}
	}
	return name + " of " + c.Agent().Program().Node(int(u.Node)).Path
}

// keepsTooMuch returns the message for an agent that was stopped because it keeps too much.
func keepsTooMuch(c *engine.Context, e *quota.Excess) string {
	var b strings.Builder
	keeps, allowed := megabytes(e.Bytes), megabytes(e.Limit)
	if keeps == allowed {
		keeps, allowed = thousands(e.Bytes)+" bytes", thousands(e.Limit)
	}
	fmt.Fprintf(&b, "%s keeps %s from tick to tick, and %s are allowed", c.Agent().Label(), keeps, allowed)
	if e.Together > 0 {
		fmt.Fprintf(&b, " since all agents together keep %s", megabytes(e.Together))
	}
	for i, w := range e.Where {
		if i > 0 && w.Bytes < e.Bytes/16 {
			break
		}
		fmt.Fprintf(&b, "%s %s in %s", [...]string{":", ","}[min(i, 1)], megabytes(w.Bytes), w.Path)
		switch {
		case w.Tables > 1:
			fmt.Fprintf(&b, " (%s tables)", thousands(w.Tables))
		case w.Tables == 1:
			fmt.Fprintf(&b, " (%s entries)", thousands(w.Entries))
		case w.Entries > 0:
			fmt.Fprintf(&b, " (%s)", thousands(w.Entries))
		}
	}
	if l := e.Largest; l.Path != e.Where[0].Path && l.Bytes > e.Bytes/8 {
		fmt.Fprintf(&b, "; the largest table is %s (%s entries, %s)", l.Path, thousands(l.Entries), megabytes(l.Bytes))
	}
	fmt.Fprintf(&b, "; %s has made most since it was counted before; the agent is not ticked until it keeps less or a file is saved", hookAt(c, e.Heaviest))
	return b.String()
}

// overLoad is like over, for the file level of a script.
func overLoad(raised *lua.Error) (message, hint string) {
	switch {
	case raised.Cause == lua.ErrBytes:
		return fmt.Sprintf("uses too much memory, more than %s while the file is loaded", megabytes(quota.LoadBytes)), hintFewer
	case atOnce(raised, LoadBudget):
		return takesTooMuch(raised, "a file that is loaded", LoadBudget), hintAtOnce
	}
	if took, hint := within(raised, LoadBudget); took != "" {
		return fmt.Sprintf("still running after %d instructions while the file is loaded, %s", LoadBudget, took), hint
	}
	return fmt.Sprintf("still running after %d instructions while the file is loaded; a loop without end, or too much work", LoadBudget), ""
}
