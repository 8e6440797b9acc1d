package lua

import (
	"hash/maphash"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"weak"
)

// Kind is a type of Lua values.
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
	KindUserdata // a handle of a Go value; see Handle
)

var kindNames = [...]string{"nil", "boolean", "number", "string", "table", "function", "thread", "userdata"}

// String returns the name that Lua's type function returns for k.
func (k Kind) String() string { return kindNames[k] }

// Value is a Lua value. The zero Value is nil. Values must be compared with Equal, not with ==, since two equal
// strings may be different objects.
type Value struct {
	n float64 // the number if p is &numberTag
	p *object // nil for Lua's nil
}

// object is the memory that a value points to; it takes 48 bytes. A Table and a Function begin with an object, and a
// string is an object by itself. t and f point back to the Table or the Function, so that no unsafe conversion is
// needed. A value is a table if t is not nil.
type object struct {
	t     *Table        // the table that the object is part of
	f     *Function     // the function, coroutine, or userdata
	s     string        // the string
	hash  atomic.Uint32 // hash of a string; an ID of any other object; 0 until it is computed
	stamp int32         // see guard
	kind  Kind
	name  bool  // the string is interned, and is called a name; equal names are the same object
	fixed uint8 // number of constant entries at the beginning of Table.vals; see Table.Fix
}

// frozen is the stamp of a constant object, and traced that of a table with Trace.
const (
	frozen = -1
	traced = -2
)

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

// Nil, True and False are the values nil, true and false.
var (
	Nil   Value
	True  = Value{p: trueTag}
	False = Value{p: falseTag}
)

// Number returns the value of a number.
func Number(n float64) Value { return Value{n, &numberTag} }

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// String returns a string with the bytes of s, which need not be UTF-8.
func String(s string) Value { return Value{p: &object{kind: KindString, s: s}} }

// Name returns the string s as an interned string, called a name. Names are for strings that are often used as keys,
// such as the names of fields: equal names are the same object, so a table finds them by comparing pointers. A name
// is freed when nothing refers to it. Name takes a lock, so callers should keep the result.
func Name(s string) Value { return Value{p: intern(s)} }

// Kind returns the type of v.
func (v Value) Kind() Kind {
	if v.p == nil {
		return KindNil
	}
	return v.p.kind
}

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.p == nil }

// Truth reports whether v is true in the sense of Lua: every value except nil and false is.
func (v Value) Truth() bool { return v.p != nil && v.p != falseTag }

// Float returns the number v. ok is false if v is not a number; strings are not converted.
func (v Value) Float() (n float64, ok bool) { return v.n, v.p == &numberTag }

// Text returns the bytes of the string v. ok is false if v is not a string; numbers are not converted.
func (v Value) Text() (s string, ok bool) {
	if v.p == nil || v.p.kind != KindString {
		return "", false
	}
	return v.p.s, true
}

// Table returns the table v, or nil if v is not a table.
func (v Value) Table() *Table {
	if v.p == nil {
		return nil
	}
	return v.p.t
}

// Function returns the function v, or nil if v is not a function.
func (v Value) Function() *Function {
	if v.p == nil || v.p.kind != KindFunction {
		return nil
	}
	return v.p.f
}

// Thread returns the coroutine v, or nil if v is not a coroutine.
func (v Value) Thread() *Thread {
	if v.p == nil || v.p.kind != KindThread {
		return nil
	}
	return v.p.f.native.payload.(*Thread)
}

// Data returns the Go value of the handle v. ok is false if v is not a handle.
func (v Value) Data() (x any, ok bool) {
	if v.p == nil || v.p.kind != KindUserdata {
		return nil, false
	}
	return v.p.f.native.payload, true
}

// value returns o as a value. o is never &numberTag.
func (o *object) value() Value { return Value{p: o} }

// Equal reports whether a and b are equal without metamethods, like rawequal.
func (a Value) Equal(b Value) bool {
	if a.p == b.p {
		return a.p != &numberTag || a.n == b.n
	}
	return a.p != nil && b.p != nil && a.p.kind == KindString && b.p.kind == KindString && a.p.s == b.p.s
}

// String returns v in the format of Lua's tostring, without metamethods.
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

// number converts v as arithmetic does. It accepts numbers, and strings that are numerals. For any other value it
// returns false.
func (v Value) number() (float64, bool) {
	if v.p == &numberTag {
		return v.n, true
	}
	if v.p != nil && v.p.kind == KindString {
		return ParseNumber(v.p.s)
	}
	return 0, false
}

// text converts v as a concatenation does. It accepts strings and numbers. For any other value it returns false.
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

// ids is the last ID that was assigned to an object.
var ids atomic.Uint32

// id returns the ID of an object that is not a string: its hash as a key, and the number that tostring shows. The ID
// is assigned on first use.
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

// names holds all names. Its pointers are weak, so that a process that loads edited files for days keeps only the
// names that are still in use.
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

// forget removes a name that was freed, unless it has been interned again.
func forget(s string) {
	names.Lock()
	defer names.Unlock()
	if names.m[s].Value() == nil {
		delete(names.m, s)
	}
}
