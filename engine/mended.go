package engine

// forgiveMended ends the quarantine of behaviors to which a program gives other parameters than
// the one before it did: they may have failed at what the tree gave them.
func (w *World) forgiveMended(old, next *Program) {
	if w.sick == 0 {
		return
	}
	for i, b := range next.behaviors {
		if b != nil && w.Quarantined(b) && old.givesOthers(b, next.info[i].params) {
			w.Forgive(b)
		}
	}
}

// givesOthers reports whether nodes of the program have a behavior, all with other parameters.
func (p *Program) givesOthers(b *Behavior, params Params) bool {
	found := false
	for i, other := range p.behaviors {
		if other == nil || other.ID != b.ID {
			continue
		}
		if p.info[i].params.alike(params) {
			return false
		}
		found = true
	}
	return found
}
