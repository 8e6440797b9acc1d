package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// hook is a hook of a behavior.
type hook struct {
	behavior *conform.Behavior
	hook     conform.Hook
}

// ledger keeps account of script errors.
type ledger struct {
	inTick      bool
	calls       map[hook]*outcomes // of this tick of the world
	strikes     map[hook]int       // ticks in a row in which every call raised
	quarantined map[*conform.Behavior]bool
	reported    map[hook]bool // of this version of the behavior
	parts       map[part]bool // whose error was reported
	quiet       bool          // an explanation is made: nothing is taken down but in account
	account     *account
}

// part is a part of a node that can raise an error: its guard, for one.
type part struct {
	node *node
	what conform.Hook
}

// outcomes are what the calls of a hook came to in a tick.
type outcomes struct{ good, raised bool }

func newLedger() ledger {
	return ledger{
		calls: map[hook]*outcomes{}, strikes: map[hook]int{}, quarantined: map[*conform.Behavior]bool{},
		reported: map[hook]bool{}, parts: map[part]bool{},
	}
}

// note takes down a call of a hook. Calls between ticks, of on_exit, are
// reported like others; they do not count for quarantine.
func (w *World) note(c conform.Call, h conform.Hook, err error) {
	key := hook{c.Node.Behavior, h}
	if w.errors.quiet {
		w.errors.account.raised(c.Node, h, err)
		return
	}
	if w.errors.inTick {
		o := w.errors.calls[key]
		if o == nil {
			o = &outcomes{}
			w.errors.calls[key] = o
		}
		o.good = o.good || err == nil
		o.raised = o.raised || err != nil
	}
	if err != nil && !w.errors.reported[key] {
		w.errors.reported[key] = true
		w.script.Report(c, h)
	}
}

// notePart takes down an error of a guard, a condition and the like, which is no
// cause for quarantine.
func (w *World) notePart(c conform.Call, what conform.Hook, err error) {
	key := part{c.Node, what}
	if w.errors.quiet {
		w.errors.account.raised(c.Node, what, err)
	}
	if err != nil && !w.errors.quiet && !w.errors.parts[key] {
		w.errors.parts[key] = true
		w.script.Report(c, what)
	}
}

// count ends a tick of the world: a hook of which every call raised has one
// more strike, one good call resets.
func (l *ledger) count(limit int) {
	for key, o := range l.calls {
		switch {
		case o.good:
			l.strikes[key] = 0
		case o.raised:
			l.strikes[key]++
		}
		if l.strikes[key] >= limit {
			l.quarantined[key.behavior] = true
		}
	}
	clear(l.calls)
}

// pardon forgets all errors of a behavior, whose file was saved.
func (l *ledger) pardon(b *conform.Behavior) {
	delete(l.quarantined, b)
	for h := conform.HookPrecondition; h < conform.HookGuard; h++ {
		delete(l.strikes, hook{b, h})
		delete(l.reported, hook{b, h})
	}
}
