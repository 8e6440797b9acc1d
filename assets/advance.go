package assets

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// What a node of an exchanged program costs in World.Prepare, in instructions of scripts.
const (
	// nodeCost is for one whose code is bound there, and for each worker.
	nodeCost = 18
	// readyCost is for one whose code was bound ahead, and for all workers together.
	readyCost = 2
)

// exchanged returns the programs of a bundle that the next one replaces.
func (r *round) exchanged(before *Bundle) (list []*engine.Exchange) {
	for i := range before.Trees {
		t := &before.Trees[i]
		if now := r.next.treeNear(t.Name, i); now != nil && now.Program != t.Program {
			list = append(list, engine.NewExchange(t.Program, now.Program))
		}
	}
	for i, t := range before.calls {
		if now := r.next.calls[i]; now.Program != t.Program {
			list = append(list, engine.NewExchange(t.Program, now.Program))
		}
	}
	return list
}

// Advance does a portion of what can be done before Install, about a millisecond's worth,
// and answers whether the frame has room for Install: nothing was left to do, or one
// portion in all. It hands the new files to the workers, or runs those for them that could
// not be copied, then has the exchange of programs prepared; nothing of that shows before
// Install. It is for the goroutine that ticks the world, between ticks; how often it answers
// false depends on the files and the number of workers alone.
func (p *Prepared) Advance() bool {
	if p.ran == len(p.fresh) && p.told == len(p.exchange) {
		return true
	}
	start := p.m.now()
	ran, left := p.m.o.Runtime.InstallSome(p.fresh[p.ran:], luabind.Portion)
	p.ran += ran
	installed := p.m.now()
	p.tell(left)
	p.report.Install += installed.Sub(start)
	p.report.Carry += p.m.now().Sub(installed)
	p.report.Portions++
	return p.report.Portions == 1 && p.ran == len(p.fresh) && p.told == len(p.exchange)
}

// tell has the exchange of some programs prepared, for so many instructions.
func (p *Prepared) tell(instructions int) {
	for ; p.told < len(p.exchange) && instructions > 0; p.told++ {
		if x := p.exchange[p.told]; p.m.o.Prepare != nil {
			p.m.o.Prepare(x)
			unbound := x.Unbound()
			instructions -= unbound*nodeCost*p.m.o.Runtime.Workers() + (x.Next().Len()-unbound)*readyCost
		}
	}
}
