package assets

import "github.com/bough-dev/bough/engine"

// Prepared is a bundle that is ready to be put in force.
type Prepared struct {
	m       *Manager
	bundle  *Bundle // nil if the present bundle stays in force, since it is pinned
	report  *Report
	working []*file // see newlyWorking
}

// Install puts the bundle in force. It must be called between ticks, on the goroutine
// that ticks the world. Agents still run the old programs; Report.Programs has their
// replacements.
func (p *Prepared) Install() *Report {
	if p.bundle == nil {
		return p.report
	}
	start, before := p.m.now(), p.m.bundle
	p.m.bundle = p.bundle
	p.m.markWorking(p.working)
	p.bundle.standalone, p.bundle.older = p.m.standalone(), p.m.last.linker.orphans
	p.bundle.force.contents, p.bundle.force.hash = p.m.inForce()
	p.m.history.remember(p.bundle, before, p.report.Rollback > 0)
	p.m.o.Runtime.Install(p.bundle.loaded)
	p.m.o.Runtime.WeighFields(p.bundle.weight)
	p.report.Install += p.m.now().Sub(start)
	return p.report
}

// exchanged maps each program of before that the next bundle replaces to its successor.
func (r *round) exchanged(before *Bundle) map[*engine.Program]*engine.Program {
	programs := map[*engine.Program]*engine.Program{}
	exchange := func(was, now *Tree) {
		if now != nil && now.Program != was.Program {
			programs[was.Program] = now.Program
		}
	}
	for i := range before.Trees {
		t := &before.Trees[i]
		exchange(t, r.next.treeNear(t.Name, i))
	}
	for i := range before.calls {
		exchange(&before.calls[i], &r.next.calls[i])
	}
	return programs
}

// Forget frees the code of versions that are no longer in force. It must be called when
// all agents run programs of the present bundle.
func (m *Manager) Forget() {
	for _, c := range m.bundle.loaded {
		c.Forget()
	}
}
