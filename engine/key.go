package engine

import "sync"

// Key is the interned name of an agent's field, so that Go reads and writes
// fields without hashing a string each time. Keys are comparable: equal names
// give equal keys. The zero Key names nothing. Interned names are never freed;
// intern names that programs and trees spell out, not data.
type Key struct{ name *string }

var interned = struct {
	sync.RWMutex
	names map[string]*string
}{names: map[string]*string{}}

// KeyOf returns the key of a name. It may be called from any goroutine.
func KeyOf(name string) Key {
	interned.RLock()
	p := interned.names[name]
	interned.RUnlock()
	if p != nil {
		return Key{p}
	}
	interned.Lock()
	defer interned.Unlock()
	if p = interned.names[name]; p == nil {
		p = &name
		interned.names[name] = p
	}
	return Key{p}
}

// Name returns the name that k stands for, "" for the zero Key.
func (k Key) Name() string {
	if k.name == nil {
		return ""
	}
	return *k.name
}
