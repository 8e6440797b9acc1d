package lua

import "sync/atomic"

// atomicHint is where a field was in the last table, which is a guess that is checked each time.
// Workers share it. If it is often wrong, because tables of several orders come here in turn, it
// stays as it is: else workers would write one place of memory all the time.
type atomicHint struct{ v atomic.Uint32 }

const (
	hintBits  = 24
	hintMask  = 1<<hintBits - 1
	maxMisses = 32
)

func (h *atomicHint) place() int { return int(h.v.Load() & hintMask) }

func (h *atomicHint) set(place int) {
	misses := h.v.Load() >> hintBits
	if misses < maxMisses && place <= hintMask {
		h.v.Store((misses+1)<<hintBits | uint32(place))
	}
}
