package reload

import "github.com/bough-dev/bough/assets"

// swap puts a built set in force, reports it to the game, and frees the programs that were
// replaced. It runs between two ticks, with the lock held.
func (r *Reader) swap(b preparedSet) {
	r.compare(b.set)
	switch {
	case b.prepared != nil:
		before := r.manager.Bundle()
		rep := b.prepared.Install()
		rep.Err = b.set.Err
		r.onRound(rep, r.manager.Bundle() != before)
		r.manager.Forget()
	case b.set.Err != nil:
		r.onRound(&assets.Report{Version: r.manager.Bundle().Version, Err: b.set.Err}, false)
	}
}
