package strlib

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"
)

// What the library keeps of a table and of a state is not exported, but how much of it
// there is decides what looking for the end of a list, for the next key or for an
// open variable takes. Reading lengths by reflection is cheap, and safe: no value is
// taken out.
var (
	tableArray = field[lua.LTable]("array")
	tableKeys  = field[lua.LTable]("keys")
	tableDict  = field[lua.LTable]("dict")
	tableWords = field[lua.LTable]("strdict")
	tableOrder = field[lua.LTable]("k2i")
	stateOpen  = field[lua.LState]("uvcache")
	openNext   = field[lua.Upvalue]("next")
)

// field returns the index of a field. A version of the library without it is one that
// this package does not fit; its tests say so.
func field[T any](name string) int {
	f, ok := reflect.TypeFor[T]().FieldByName(name)
	if !ok {
		panic("strlib: gopher-lua has no field " + name + " in " + reflect.TypeFor[T]().String())
	}
	return f.Index[0]
}

// lookedPerStep is how many empty places of a table are looked at in one step.
const lookedPerStep = 8

// Len returns the length of a list, and the steps that looking for its end has taken
// beyond a first one: the library goes from the last place ever used downward.
func Len(t *lua.LTable) (n, steps int) {
	n = t.Len()
	slots := reflect.ValueOf(t).Elem().Field(tableArray).Len()
	return n, (slots - n) / lookedPerStep
}

// Next returns what stands in a table behind a key, and the steps that finding it has
// taken beyond a first one: keys that were deleted are passed over one by one.
func Next(t *lua.LTable, key lua.LValue) (next, value lua.LValue, steps int) {
	next, value = t.Next(key)
	from, listed := key.(lua.LNumber)
	if key == lua.LNil {
		listed = true
	}
	if to, ok := next.(lua.LNumber); listed && ok && to == from+1 {
		return next, value, 0
	}
	return next, value, passed(t, key, next) / lookedPerStep
}

// passed counts the empty places between two keys.
func passed(t *lua.LTable, key, next lua.LValue) int {
	v := reflect.ValueOf(t).Elem()
	slots, keys := v.Field(tableArray).Len(), v.Field(tableKeys).Len()
	from, inList := listPlace(key, slots)
	to, toList := listPlace(next, slots)
	if inList && toList && next != lua.LNil {
		return to - from
	}
	holes := 0
	if inList {
		holes = slots - from
	}
	if dead := keys - v.Field(tableDict).Len() - v.Field(tableWords).Len(); dead > lookedPerStep {
		order := v.Field(tableOrder)
		holes += max(rank(order, next, keys)-rank(order, key, -1), 0)
	}
	return holes
}

// listPlace returns where a key stands in the list part of a table: 0 for nil.
func listPlace(key lua.LValue, slots int) (at int, ok bool) {
	n, isNumber := key.(lua.LNumber)
	at = truncate(float64(n))
	return at, key == lua.LNil || isNumber && at >= 0 && at <= slots && lua.LNumber(at) == n
}

// rank returns where a key stands among those that are no places of the list.
func rank(order reflect.Value, key lua.LValue, otherwise int) int {
	if !order.IsNil() {
		if at := order.MapIndex(reflect.ValueOf(&key).Elem()); at.IsValid() {
			return int(at.Int())
		}
	}
	return otherwise
}

// ClosureSteps returns what making a closure takes beyond a first step: for each
// variable that it uses, the library goes through all variables of running functions
// that closures use.
func ClosureSteps(L *lua.LState, variables int) int {
	open := 0
	for v := reflect.ValueOf(L).Elem().Field(stateOpen); !v.IsNil(); v = v.Elem().Field(openNext) {
		open++
	}
	return open * variables / lookedPerStep
}
