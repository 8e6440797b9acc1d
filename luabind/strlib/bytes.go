package strlib

import (
	"math/bits"
	"reflect"

	lua "github.com/yuin/gopher-lua"
)

// What the parts of a table take in memory, in bytes.
const (
	tableBytes = 96
	placeBytes = 16
	mapBytes   = 48 // without room for anything
	groupSlots = 8  // room comes in groups of so many
	wordBytes  = 32 // a name in a map, with its value
	orderBytes = 24 // a key in the map that tells its place
	boxBytes   = 32 // what a name takes besides, as it is kept twice in the order of the keys
)

// Bytes returns what a table takes in memory, by estimate and without what is in it. It
// depends on how many places and keys the table has had, never on the machine. Of a table
// that was made without room for names, but for elements, it does not know that the library
// gave it room for thirty-two names with the first.
func Bytes(t *lua.LTable) int {
	v := reflect.ValueOf(t).Elem()
	keys, other := v.Field(tableKeys), v.Field(tableDict)
	n := tableBytes + placeBytes*v.Field(tableArray).Cap()
	if !v.Field(tableWords).IsNil() {
		n += mapBytes
	}
	if all := keys.Len(); all > 0 {
		odd := other.Len()
		n += room(all-odd, wordBytes) + room(odd, wordBytes) + mapBytes + room(all, orderBytes)
		n += placeBytes*keys.Cap() + boxBytes*(all-odd)
	}
	if !other.IsNil() {
		n += mapBytes
	}
	return n
}

// largestTable is how many keys of a map lie in one piece, which is filled up to seven
// eighths before it is doubled. Beyond that there are several pieces, on average filled to
// two thirds.
const largestTable = 1024 * 7 / 8

// room returns what a map has grown to that has had n keys of so many bytes each.
func room(n, bytes int) int {
	slots := n + n/2
	switch {
	case n == 0:
		return 0
	case n <= groupSlots:
		slots = groupSlots
	case n <= largestTable:
		slots = 1 << bits.Len(uint((n*groupSlots-1)/(groupSlots-1)))
	}
	return slots * (bytes + 1)
}
