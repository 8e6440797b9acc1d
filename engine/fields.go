package engine

import (
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/wire"
)

// Fields hold the data of one agent, such as agent.hp in scripts. A host of scripts implements Fields in the form
// that its language can read fastest. The engine has an implementation for worlds without a host.
//
// Fields belong to the goroutine that ticks their world, and during a tick to the agent's worker.
type Fields interface {
	// Get returns the value of a field, or nil if the field was never set.
	Get(Key) value.Value
	// Set sets a field; a nil value removes the field. It is for the engine and the host of scripts. Other code must
	// call Agent.Set. Unlike Agent.Set, this method can write in a decision, in a callback, to an agent of another
	// worker and to an agent that is gone. It does not refuse a table that contains itself, the write is not recorded,
	// and it does not bring forward the turn of an agent with a period; see Agent.SetPeriod.
	Set(Key, value.Value)
	// All calls yield with each field, in the order in which the fields were first set.
	All(yield func(Key, value.Value) bool)
	// Checksum returns a hash of the values that are numbers, in the order of All, and of the number of other values.
	// Equal fields have the same Checksum in each process. It must be fast, since a recorded world calls it in each
	// tick of an agent.
	Checksum() uint64
}

// goFields keeps fields in a small slice. Agents have tens of fields, not thousands. For so few fields, a linear
// search over keys, which are single pointers, is faster than a map. The slice also keeps the order.
type goFields struct {
	keys   []Key
	values []value.Value
}

// Get implements Fields.
func (f *goFields) Get(k Key) value.Value {
	for i, key := range f.keys {
		if key == k {
			return f.values[i]
		}
	}
	return value.Value{}
}

// Set implements Fields.
func (f *goFields) Set(k Key, v value.Value) {
	for i, key := range f.keys {
		if key != k {
			continue
		}
		if v.IsNil() {
			f.keys = append(f.keys[:i], f.keys[i+1:]...)
			f.values = append(f.values[:i], f.values[i+1:]...)
		} else {
			f.values[i] = v
		}
		return
	}
	if !v.IsNil() {
		f.keys, f.values = append(f.keys, k), append(f.values, v)
	}
}

// Checksum implements Fields.
func (f *goFields) Checksum() uint64 {
	var h wire.Checksum
	for _, v := range f.values {
		if v.Kind() == value.KindNumber {
			h.Float(v.Float())
		} else {
			h.Word(1)
		}
	}
	return uint64(h)
}

// All implements Fields.
func (f *goFields) All(yield func(Key, value.Value) bool) {
	for i, k := range f.keys {
		if !yield(k, f.values[i]) {
			return
		}
	}
}
