// Package allocs counts the allocations of the hooks of behaviors, so that a designer can find scripts that cause
// many garbage collections.
//
// With engine.Options.Wrap, a Counter wraps the hooks. It reads the amount of allocated memory before and after each
// call. Each reading stops the process for some ten microseconds, so a Counter should be used only for measuring.
// Without a Counter there is no cost.
package allocs

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/bough-dev/bough/engine"
)

// Heap is the amount of memory allocated since the start of the process, including memory that has been freed.
type Heap struct{ Objects, Bytes uint64 }

// Sub returns the amount that was allocated between an earlier reading and h.
func (h Heap) Sub(earlier Heap) Heap {
	return Heap{h.Objects - earlier.Objects, h.Bytes - earlier.Bytes}
}

func (h *Heap) add(more Heap) {
	h.Objects += more.Objects
	h.Bytes += more.Bytes
}

// Process returns a function that reads the heap of this process, exactly and without allocating. It counts the
// allocations of all goroutines. Small values without pointers, such as Lua's numbers, share blocks of 16 bytes.
// Each reading begins a new block, so only whole blocks are counted.
func Process() func() Heap {
	stats := &runtime.MemStats{}
	return func() Heap {
		runtime.ReadMemStats(stats)
		return Heap{stats.Mallocs, stats.TotalAlloc}
	}
}

// Counter counts allocations by behavior and hook. It needs a world with one worker, and only that worker's
// goroutine may use it.
type Counter struct {
	read  func() Heap
	rows  map[rowKey]*Row
	total Heap
}

type rowKey struct {
	behavior string
	hook     engine.Hook
}

// Row contains the allocations of one hook of one behavior, for all nodes and versions together.
type Row struct {
	Behavior string `json:"behavior"`
	Hook     string `json:"hook"` // "behavior" stands for the hook run, too
	Calls    uint64 `json:"calls"`
	Objects  uint64 `json:"objects"`
	Bytes    uint64 `json:"bytes"`
}

// New returns a counter that reads the heap by calling read; see Process.
func New(read func() Heap) *Counter { return &Counter{read: read, rows: map[rowKey]*Row{}} }

// Wrap returns a Binding that measures the calls of inner. It is a value for engine.Options.Wrap.
func (c *Counter) Wrap(b *engine.Behavior, inner engine.Binding) engine.Binding {
	w := &wrapped{counter: c, inner: inner}
	for h := range engine.Hook(engine.NumHooks) {
		if b.Hooks[h] {
			w.rows[h] = c.row(b.Name, h)
		}
	}
	return w
}

func (c *Counter) row(behavior string, h engine.Hook) *Row {
	key := rowKey{behavior, h}
	if c.rows[key] == nil {
		c.rows[key] = &Row{Behavior: behavior, Hook: h.String()}
	}
	return c.rows[key]
}

// During runs f, for example a tick, and counts the allocations in the meantime.
func (c *Counter) During(f func()) {
	before := c.read()
	f()
	c.total.add(c.read().Sub(before))
}

// Rest returns the allocations that During has counted, without those of hooks. These are the allocations of the
// engine, of conditions, and of other code in f.
func (c *Counter) Rest() Heap {
	var hooks Heap
	for _, r := range c.rows {
		hooks.add(Heap{r.Objects, r.Bytes})
	}
	return c.total.Sub(hooks)
}

// Rows returns the hooks that were called. Hooks with the most bytes come first, and hooks with equal numbers are
// sorted by name.
func (c *Counter) Rows() []Row {
	var out []Row
	for _, r := range c.rows {
		if r.Calls > 0 {
			out = append(out, *r)
		}
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Objects, a.Objects), cmp.Compare(a.Behavior, b.Behavior), cmp.Compare(a.Hook, b.Hook))
	})
	return out
}

// wrapped is a binding whose calls are measured.
type wrapped struct {
	counter *Counter
	inner   engine.Binding
	rows    [engine.NumHooks]*Row
}

// Call implements engine.Binding.
func (w *wrapped) Call(c *engine.Context, h engine.Hook) (engine.Answer, error) {
	before := w.counter.read()
	ans, err := w.inner.Call(c, h)
	spent := w.counter.read().Sub(before)
	r := w.rows[h]
	r.Calls++
	r.Objects += spent.Objects
	r.Bytes += spent.Bytes
	return ans, err
}
