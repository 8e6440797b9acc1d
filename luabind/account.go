package luabind

import (
	"cmp"
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/lua"
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

// TraceCalls calls f with what each call of a hook and each condition in Lua has used; see quota.Quota.TraceCalls.
// condition is set for a condition, for which Context.Hook has no meaning.
func (r *Runtime) TraceCalls(f func(c *engine.Context, condition bool, spent quota.Spent)) {
	if f == nil {
		r.quota.TraceCalls(nil)
		return
	}
	r.quota.TraceCalls(func(c *engine.Context, spent quota.Spent) {
		f(c, r.states[c.Agent().Worker()].asking != "", spent)
	})
}

// ReviewAgents suspends agents that keep too much, and resumes suspended agents that now keep less. A game calls it
// after each tick. Go code that ticks an engine.World without a game should call it too.
func (r *Runtime) ReviewAgents() { r.quota.ReviewAgents() }

// Kept returns the number of bytes that an agent keeps from tick to tick, and the largest tables among them in
// descending order of size. Options.Keep bounds the number. Kept must be called on the goroutine that ticks the
// world, between ticks.
func (r *Runtime) Kept(a *engine.Agent) (bytes int, largest []quota.Holding) { return r.quota.Hold(a) }

// over returns the words for a call that was stopped by a meter, and notes.
func (s *state) over(raised *lua.Error) (w diag.Words, notes []string) {
	switch {
	case s.loading != nil:
		w = overLoad(raised)
	case s.standalone != nil:
		w = s.standalone.over(raised)
	default:
		if excess := s.meter.Over(raised.Cause).Excess; excess != nil {
			return keepsTooMuch(s.ctx, excess)
		}
		w = s.overHook(raised)
	}
	if h := helperIn(raised); h != "" {
		notes = append(notes, message.HelperPays(h).Text)
	}
	return w, notes
}

// overHook is like over, for a hook or a condition that did not keep too much.
func (s *state) overHook(raised *lua.Error) diag.Words {
	limits := s.runtime.quota.Limits()
	if atOnce(raised, limits.Steps) {
		return takesTooMuch(raised, limits.Steps)
	}
	cause := raised.Cause
	o := s.meter.Over(cause)
	who := s.ctx.Agent().Label()
	var w diag.Words
	switch {
	case cause == lua.ErrBytes && o.Scarce:
		return message.TickTakesTooMuchMemory(who, megabytes(o.Given), megabytes(quota.TickBytes))
	case cause == lua.ErrBytes:
		return message.HookTakesTooMuchMemory(megabytes(quota.CallBytes))
	case o.Scarce:
		w = message.TickRunsTooLong(who, o.Given, limits.TickSteps, listUses(s.ctx, o.Heaviest))
	default:
		if w = takesMost(raised, o.Given); w.Text != "" {
			return w
		}
		w = message.HookRunsTooLong(o.Given)
	}
	if s.ctx.Deciding() {
		return w.With(message.EndSooner())
	}
	return w.With(message.SpreadOverTicks())
}

// atOnce reports whether one operation, such as a call of string.rep, takes more than limit steps. It is false for
// helpers, since a replay charges each call of a helper at once.
func atOnce(raised *lua.Error, limit int) bool {
	return raised.Price > int64(max(limit, 0)) && helperIn(raised) == ""
}

// takesTooMuch returns the words for an operation of which atOnce is true.
func takesTooMuch(raised *lua.Error, limit int) diag.Words {
	if f := functionIn(raised); f != "" {
		return message.CallTakesTooMuch(f, limit, int(raised.Price))
	}
	return message.OperationTakesTooMuch(limit, int(raised.Price))
}

// takesMost returns the words for an operation in which the steps ran out, if it takes more than half of the steps given.
// Otherwise it returns empty Words.
func takesMost(raised *lua.Error, given int) diag.Words {
	if raised.Price <= int64(given/2) || helperIn(raised) != "" {
		return diag.Words{}
	}
	switch f := functionIn(raised); f {
	case "":
		return message.OperationTakesMost(given, int(raised.Price))
	case "find", "match", "gmatch", "gsub":
		return message.CallTakesMost(f, given, int(raised.Price)).With(message.SimplifyPattern())
	default:
		return message.CallTakesMost(f, given, int(raised.Price)).With(message.TakeLessAtOnce())
	}
}

// functionIn returns the name of the Go function that a meter has stopped, or "" if it has stopped another operation.
func functionIn(raised *lua.Error) string {
	if t := raised.Trace; len(t) > 0 && t[0].At.Line == 0 {
		return t[0].Function
	}
	return ""
}

// listUses lists hook calls of an agent, with the number of instructions that each one took.
func listUses(c *engine.Context, list []quota.Use) (uses []string) {
	for _, u := range list {
		uses = append(uses, fmt.Sprintf("%s (%d)", hookAt(c, u), u.Took))
	}
	return uses
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

// keepsTooMuch returns the words for an agent that was stopped because it keeps too much, and notes.
func keepsTooMuch(c *engine.Context, e *quota.Excess) (w diag.Words, notes []string) {
	keeps, allowed := megabytes(e.Bytes), megabytes(e.Limit)
	if keeps == allowed {
		keeps, allowed = thousands(e.Bytes)+" bytes", thousands(e.Limit)
	}
	var where []string
	for i, h := range e.Where {
		if i > 0 && h.Bytes < e.Bytes/16 {
			break
		}
		where = append(where, kept(h))
	}
	if l := e.Largest; l.Path != e.Where[0].Path && l.Bytes > e.Bytes/8 {
		notes = append(notes, message.LargestTable(thousands(l.Entries), l.Path, megabytes(l.Bytes)).Text)
	}
	who, most := c.Agent().Label(), hookAt(c, e.Heaviest)
	if e.Together > 0 {
		return message.AgentsKeepTooMuch(who, most, keeps, allowed, megabytes(e.Together), where), notes
	}
	return message.AgentKeepsTooMuch(who, most, keeps, allowed, where), notes
}

// kept describes something that an agent keeps.
func kept(h quota.Holding) string {
	size := megabytes(h.Bytes)
	switch {
	case h.Tables > 1:
		return message.KeptTables(thousands(h.Tables), h.Path, size).Text
	case h.Tables == 1:
		return message.KeptTable(thousands(h.Entries), h.Path, size).Text
	case h.Entries > 0:
		return message.KeptText(thousands(h.Entries), h.Path, size).Text
	}
	return message.KeptValue(h.Path, size).Text
}

// overLoad is like over, for the file level of a script.
func overLoad(raised *lua.Error) diag.Words {
	switch {
	case raised.Cause == lua.ErrBytes:
		return message.FileTakesTooMuchMemory(megabytes(quota.LoadBytes))
	case atOnce(raised, LoadBudget):
		return takesTooMuch(raised, LoadBudget)
	}
	if w := takesMost(raised, LoadBudget); w.Text != "" {
		return w
	}
	return message.FileRunsTooLong(LoadBudget)
}
