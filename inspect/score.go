package inspect

import (
	"slices"
	"sort"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/wire"
)

// maxBuckets bounds the number of buckets of a Part or a Population, and maxSpans the number of spans of one reply.
const (
	maxBuckets = 4096
	maxSpans   = 50_000
)

// ending is the end of a node in a tick, as far as it is known.
type ending struct {
	tick int64
	node int32
	how  int8 // as in NodeRan.Spans
}

// exact returns the part of a score with a level of 1. ends are the known ends of bars, in the order of ticks.
func exact(x *partView, in wire.Range, ends []ending) wire.Part {
	p := wire.Part{Range: wire.Between(max(in.From, x.from), min(in.To, x.to)), Tree: x.tree.key, Level: 1}
	spans := make([][][3]int64, len(x.tree.rows))
	open := make([]int64, len(x.tree.rows)) // where the span of each node begins; 0 if none is open
	var before *nodeSet
	last := int64(0) // last tick in which the agent took part
	count := 0
	closeSpan := func(i int, to int64, how int64) {
		if open[i] != 0 && to >= open[i] && count < maxSpans {
			spans[i] = append(spans[i], [3]int64{open[i], to, how})
			count++
		}
		open[i] = 0
	}
	x.each(in, func(from, to int64, set *nodeSet) {
		if set == nil {
			p.Idle = append(p.Idle, wire.Between(from, to))
			return
		}
		if before != nil && before != set {
			before.eachNode(func(i int) {
				if !set.has(i) {
					closeSpan(i, last, 0)
				}
			})
		}
		set.eachNode(func(i int) {
			if i < len(open) && open[i] == 0 {
				open[i] = from
			}
		})
		k := sort.Search(len(ends), func(k int) bool { return ends[k].tick >= from })
		for ; k < len(ends) && ends[k].tick <= to; k++ { // within the run, a node may end and begin again
			if i := int(ends[k].node); i < len(open) && set.has(i) {
				closeSpan(i, ends[k].tick, int64(ends[k].how))
				if ends[k].tick < to {
					open[i] = ends[k].tick + 1
				}
			}
		}
		before, last = set, to
	})
	for i := range open {
		closeSpan(i, last, 0)
	}
	for i := range spans {
		if spans[i] == nil {
			continue
		}
		// A node that ends in a tick in which it did not run, as one that is aborted, ends the bar before it.
		for s := range spans[i] {
			if z := &spans[i][s]; z[2] == 0 {
				z[2] = int64(howAfter(ends, int32(i), z[1]))
			}
		}
		p.Nodes = append(p.Nodes, wire.NodeRan{Node: i, Spans: spans[i]})
	}
	return p
}

// howAfter returns how a node ended in the tick after its bar, or 0.
func howAfter(ends []ending, node int32, to int64) int8 {
	k := sort.Search(len(ends), func(k int) bool { return ends[k].tick > to })
	for ; k < len(ends) && ends[k].tick == to+1; k++ {
		if ends[k].node == node {
			return ends[k].how
		}
	}
	return 0
}

// buckets counts, for each node, in how many ticks of each bucket it ran and began to run.
type buckets struct {
	in    wire.Range
	level int64
	n     int
	nodes map[int]*counts
}

type counts struct {
	ran    []int64
	starts []int64
}

func newBuckets(in wire.Range, level int64) *buckets {
	return &buckets{in: in, level: level, n: int((in.To-in.From)/level) + 1, nodes: map[int]*counts{}}
}

// add counts the runs of an agent.
func (b *buckets) add(x *partView) {
	var before *nodeSet
	x.each(b.in, func(from, to int64, set *nodeSet) {
		if set == nil {
			return
		}
		set.eachNode(func(i int) {
			c := b.nodes[i]
			if c == nil {
				c = &counts{make([]int64, b.n), make([]int64, b.n)}
				b.nodes[i] = c
			}
			if before != nil && !before.has(i) { // of the first run it is not known whether it begins there
				c.starts[(from-b.in.From)/b.level]++
			}
			for k := (from - b.in.From) / b.level; k <= (to-b.in.From)/b.level; k++ {
				lo, hi := b.in.From+k*b.level, b.in.From+(k+1)*b.level-1
				c.ran[k] += min(hi, to) - max(lo, from) + 1
			}
		})
		before = set
	})
}

// result returns the shares; whole has the number that means all, for each bucket.
func (b *buckets) result(whole []int64) []wire.NodeRan {
	var list []wire.NodeRan
	for i, c := range b.nodes {
		r := wire.NodeRan{Node: i, Share: make([]byte, b.n), Starts: make([]byte, b.n)}
		for k := range b.n {
			if whole[k] > 0 && c.ran[k] > 0 {
				r.Share[k] = byte(max(1, min(255, c.ran[k]*255/whole[k]))) // never 0 if it ran at all
			}
			r.Starts[k] = byte(min(255, c.starts[k]))
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, c wire.NodeRan) int { return a.Node - c.Node })
	return list
}

// coarse returns the part of a score with a level above 1.
func coarse(x *partView, in wire.Range, level int64) wire.Part {
	in = wire.Between(max(in.From, x.from), min(in.To, x.to))
	p := wire.Part{Range: in, Tree: x.tree.key, Level: level}
	b := newBuckets(in, level)
	b.add(x)
	whole := make([]int64, b.n)
	for k := range whole {
		whole[k] = min(in.From+int64(k+1)*level-1, in.To) - (in.From + int64(k)*level) + 1
	}
	p.Nodes = b.result(whole)
	x.each(in, func(from, to int64, set *nodeSet) {
		if set == nil && len(p.Idle) < maxBuckets {
			p.Idle = append(p.Idle, wire.Between(from, to))
		}
	})
	return p
}

// population returns how many agents of a tree ran each node.
func population(list []partView, in wire.Range, level int64) (nodes []wire.NodeRan, agents []int) {
	b := newBuckets(in, level)
	whole, seen := make([]int64, b.n), make([]int64, b.n)
	for i := range list {
		x := &list[i]
		b.add(x)
		lo, hi := max(in.From, x.from), min(in.To, x.to)
		if lo > hi {
			continue
		}
		for k := (lo - in.From) / level; k <= (hi-in.From)/level; k++ {
			from, to := in.From+k*level, min(in.From+(k+1)*level-1, in.To)
			whole[k] += min(hi, to) - max(lo, from) + 1
			if i == 0 || list[i-1].id != x.id || list[i-1].to < from {
				seen[k]++
			}
		}
	}
	agents = make([]int, b.n)
	for k := range agents {
		agents[k] = int(seen[k])
	}
	return b.result(whole), agents
}

// ranIn returns the agents in which a node of a tree ran in a tick.
func ranIn(list []partView, node int, tick int64) []engine.AgentID {
	var ids []engine.AgentID
	for i := range list {
		list[i].each(wire.Between(tick, tick), func(_, _ int64, set *nodeSet) {
			if set != nil && set.has(node) {
				ids = append(ids, list[i].id)
			}
		})
	}
	return ids
}
