package engine

import "sync"

// Key is the interned name of an agent's field. With a Key, Go code reads and writes fields without hashing a
// string each time. Keys are comparable: equal names give equal keys. The zero Key is not a name. Interned names
// are never freed, so only names in programs and trees should be interned, not data.
type Key struct{ of *keyName }

type keyName struct {
	text  string
	index int
}

var interned = struct {
	sync.RWMutex
	names map[string]*keyName
}{names: map[string]*keyName{}}

// KeyOf returns the key of a name. KeyOf may be called from any goroutine.
func KeyOf(text string) Key {
	interned.RLock()
	p := interned.names[text]
	interned.RUnlock()
	if p != nil {
		return Key{p}
	}
	interned.Lock()
	defer interned.Unlock()
	if p = interned.names[text]; p == nil {
		p = &keyName{text, len(interned.names) + 1}
		interned.names[text] = p
	}
	return Key{p}
}

// Name returns the name of k, "" for the zero Key.
func (k Key) Name() string {
	if k.of == nil {
		return ""
	}
	return k.of.text
}

// Index returns the number of the key, so that a host can use a slice in place of a map.
// Keys are numbered from 1; the zero Key has 0.
func (k Key) Index() int {
	if k.of == nil {
		return 0
	}
	return k.of.index
}
