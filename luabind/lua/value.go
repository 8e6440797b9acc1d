package lua

import (
	"hash/maphash"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"weak"
)

// Kind is a type of Lua.
type Kind uint8

// The types of Lua values.
const (
	KindNil Kind = iota
	KindBool
	KindNumber
	KindString
	KindTable
	KindFunction
	KindThread   // a coroutine
	KindUserdata // a value of Go
)

var kindNames = [...]string{"nil", "boolean", "number", "string", "table", "function", "thread", "userdata"}

// String returns the name that Lua's type function has for k.
func (k Kind) String() string { return kindNames[k] }

// Value is a value of Lua. The zero Value is nil. Values are compared by Equal, not
// by ==, since two strings may be equal that are not one object.
type Value struct {
	n float64 // if p is &numberTag
	p *object // nil is nil
}

// object is what a value refers to. It is 48 bytes, the first part of a Table or a
// Function, or a string by itself. t and f point back to the whole, so that
// no unsafe conversion is needed. The interpreter checks them first.
type object struct {
	t     *Table        // the table that the object is part of
	f     *Function     // the function, coroutine, or userdata
	s     string        // of a string
	hash  atomic.Uint32 // of a string; of others a number of their own; 0 until asked for
	stamp int32         // see guard
	kind  Kind
	name  bool  // a string that is interned: equal ones are the same object
	fixed uint8 // of a table: how many of its first nodes are constant, see Table.Fix
}

// frozen is the stamp of what can no longer be written.
const frozen = -1

var (
	numberTag = object{kind: KindNumber}
	trueTag   = newTag(KindBool, 1)
	falseTag  = newTag(KindBool, 2)
)

func newTag(k Kind, hash uint32) *object {
	o := &object{kind: k}
	o.hash.Store(hash)
	return o
}

// Nil, True and False are the values of these names.
var (
	Nil   Value
	True  = Value{p: trueTag}
	False = Value{p: falseTag}
)

// Number returns a number.
func Number(n float64) Value { return Value{n, &numberTag} }

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// String returns a string of the bytes of s, which need not be UTF-8.
func String(s string) Value { return Value{p: &object{kind: KindString, s: s}} }

// Name returns the string s as a key that is used again and again, such as the name of
// a field: equal names are one object, which a table finds by its pointer. A name that is
// no longer used is freed. Name takes a lock, so keep what it returns.
func Name(s string) Value { return Value{p: intern(s)} }

// Userdata returns a value that scripts can pass around and compare. meta, which may be nil, says what else
// they can do with it.
func Userdata(x any, meta *Table) Value {
	f := &Function{native: &native{payload: x}, env: meta}
	f.kind, f.f = KindUserdata, f
	return Value{p: &f.object}
}

// Kind returns the type of v.
func (v Value) Kind() Kind {
	if v.p == nil {
		return KindNil
	}
	return v.p.kind
}

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.p == nil }

// Truth reports whether v counts as true: all but nil and false do.
func (v Value) Truth() bool { return v.p != nil && v.p != falseTag }

// Float returns the number that v is, and whether it is one. Strings are not converted.
func (v Value) Float() (n float64, ok bool) { return v.n, v.p == &numberTag }

// Text returns the bytes of the string that v is, and whether it is one. Numbers are not converted.
func (v Value) Text() (s string, ok bool) {
	if v.p == nil || v.p.kind != KindString {
		return "", false
	}
	return v.p.s, true
}

// Table returns the table that v is, nil if it is none.
func (v Value) Table() *Table {
	if v.p == nil {
		return nil
	}
	return v.p.t
}

// Function returns the function that v is, nil if it is none.
func (v Value) Function() *Function {
	if v.p == nil || v.p.kind != KindFunction {
		return nil
	}
	return v.p.f
}

// Thread returns the coroutine that v is, nil if it is none.
func (v Value) Thread() *Thread {
	if v.p == nil || v.p.kind != KindThread {
		return nil
	}
	return v.p.f.native.payload.(*Thread)
}

// Data returns what Userdata was given, and whether v is of that kind.
func (v Value) Data() (x any, ok bool) {
	if v.p == nil || v.p.kind != KindUserdata {
		return nil, false
	}
	return v.p.f.native.payload, true
}

// value returns what o is the object of, which is no number.
func (o *object) value() Value { return Value{p: o} }

// Equal reports whether a and b are the same without regard to metamethods, as rawequal does.
func (a Value) Equal(b Value) bool {
	if a.p == b.p {
		return a.p != &numberTag || a.n == b.n
	}
	return a.p != nil && b.p != nil && a.p.kind == KindString && b.p.kind == KindString && a.p.s == b.p.s
}

// String returns v as Lua's tostring has it, without regard to metamethods.
func (v Value) String() string {
	switch v.Kind() {
	case KindNil:
		return "nil"
	case KindBool:
		return strconv.FormatBool(v.p == trueTag)
	case KindNumber:
		return FormatNumber(v.n)
	case KindString:
		return v.p.s
	}
	id := strconv.FormatUint(uint64(v.p.id()), 16)
	return v.p.kind.String() + ": 0x" + "00000000"[min(8, len(id)):] + id
}

// number converts as arithmetic does: numbers, and strings that are numerals.
func (v Value) number() (float64, bool) {
	if v.p == &numberTag {
		return v.n, true
	}
	if v.p != nil && v.p.kind == KindString {
		return ParseNumber(v.p.s)
	}
	return 0, false
}

// text converts as concatenation does: strings and numbers.
func (v Value) text() (string, bool) {
	if v.p == nil {
		return "", false
	}
	switch v.p.kind {
	case KindString:
		return v.p.s, true
	case KindNumber:
		return FormatNumber(v.n), true
	}
	return "", false
}

// ids numbers the tables, functions and coroutines that are asked for their number.
var ids atomic.Uint32

// id returns the number of a table, function or coroutine: its hash as a key, and what tostring
// shows of it.
func (o *object) id() uint32 {
	if o.hash.Load() == 0 {
		o.hash.CompareAndSwap(0, ids.Add(1))
	}
	return o.hash.Load()
}

var hashSeed = maphash.MakeSeed()

// stringHash returns the hash of a string. It is never 0.
func (o *object) stringHash() uint32 {
	h := o.hash.Load()
	if h == 0 {
		h = uint32(maphash.String(hashSeed, o.s)) | 1
		o.hash.Store(h)
	}
	return h
}

// names holds the strings that code and hosts use as keys, weakly: a session that loads edited
// files for days keeps only the names that are still in use.
var names = struct {
	sync.Mutex
	m map[string]weak.Pointer[object]
}{m: map[string]weak.Pointer[object]{}}

func intern(s string) *object {
	names.Lock()
	defer names.Unlock()
	if o := names.m[s].Value(); o != nil {
		return o
	}
	o := &object{kind: KindString, s: s, name: true}
	o.stringHash()
	names.m[s] = weak.Make(o)
	runtime.AddCleanup(o, forget, s)
	return o
}

// forget removes a name that was freed, unless it has come back since.
func forget(s string) {
	names.Lock()
	defer names.Unlock()
	if names.m[s].Value() == nil {
		delete(names.m, s)
	}
}
