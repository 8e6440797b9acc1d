package reference

import "github.com/bough-dev/bough/engine/internal/conform"

// hook is a hook of a behavior.
type hook struct {
	behavior *conform.Behavior
	hook     conform.Hook
}

// ledger records script errors.
type ledger struct {
	inTick      bool
	calls       map[hook]*outcomes // calls in this tick of the world
	strikes     map[hook]int       // number of consecutive ticks in which every call raised an error
	quarantined map[*conform.Behavior]bool
	reported    map[hook]bool // hooks of this version of the behavior whose error was reported
	parts       map[part]bool // parts whose error was reported
	quiet       bool          // set during an explanation: only account is updated
	account     *account
}

// part is a part of a node that can raise an error, for example its guard.
type part struct {
	node *node
	what conform.Hook
}

// outcomes counts the results of the calls of a hook in a tick.
type outcomes struct{ good, raised bool }

func newLedger() ledger {
	return ledger{
		calls: map[hook]*outcomes{}, strikes: map[hook]int{}, quarantined: map[*conform.Behavior]bool{},
		reported: map[hook]bool{}, parts: map[part]bool{},
	}
}

// note records a call of a hook. Errors of on_exit between ticks are reported like others, but they do not count
// for quarantine.
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

// notePart records an error of a guard, a condition or another part. It does not lead to quarantine.
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

// count ends a tick of the world. A hook gets one more strike if all of its calls raised an error. If a call raised
// no error, the strikes are reset.
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

// pardon removes all errors of a behavior whose file was saved.
func (l *ledger) pardon(b *conform.Behavior) {
	delete(l.quarantined, b)
	for h := conform.HookPrecondition; h < conform.HookGuard; h++ {
		delete(l.strikes, hook{b, h})
		delete(l.reported, hook{b, h})
	}
}
