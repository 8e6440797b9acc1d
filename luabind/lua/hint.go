package lua

import "sync/atomic"

// atomicHint is the index of a field in the last table. It is a guess that is checked on each use. Workers share
// it. If it is often wrong, because the tables at this site have different orders, it no longer changes: otherwise
// all workers would keep writing to the same memory.
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

// quick returns register r. With a site, it returns the site's field of the table in r, or nil if the field is not
// at the index that the site remembers. It is small enough for the Go compiler to inline.
func (c *Call) quick(r int, s *site) Value {
	v := c.r[r]
	if s != nil {
		if v.p == nil || v.p.t == nil {
			return Nil
		}
		t := v.p.t
		i := s.hint.place()
		if i >= len(t.vals) || t.layout.keys[i].p != s.name {
			return Nil
		}
		return t.vals[i]
	}
	return v
}
