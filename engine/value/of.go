package value

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"time"
)

// Of converts a Go value to a Value. It accepts numbers of any type, time.Duration (as seconds), bool, string,
// Vector, Value, nil, and slices and maps with string keys of these. Maps become tables in the order of their keys.
// The error names a type that cannot be converted, an integer that a float64 cannot represent exactly, or a slice or
// map that contains itself or is nested too deep. To pass any other Go value to scripts as a handle, use Other.
func Of(x any) (Value, error) { return of(x, nil) }

// container identifies a slice or map.
type container struct {
	at  uintptr
	len int
}

// of is Of for x, an entry of the last of the given containers.
func of(x any, in []container) (Value, error) {
	switch v := x.(type) {
	case nil:
		return Value{}, nil
	case Value:
		return v, v.Check()
	case Vector:
		return VectorOf(v), nil
	case time.Duration:
		return Number(v.Seconds()), nil
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool()), nil
	case reflect.String:
		return String(v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, f := v.Int(), float64(v.Int())
		if f >= 1<<63 || int64(f) != n {
			return inexact(n)
		}
		return Number(f), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, f := v.Uint(), float64(v.Uint())
		if f >= 1<<64 || uint64(f) != n {
			return inexact(n)
		}
		return Number(f), nil
	case reflect.Float32, reflect.Float64:
		return Number(v.Float()), nil
	case reflect.Array:
		return listOf(v, in)
	case reflect.Slice, reflect.Map:
		c := container{v.Pointer(), v.Len()}
		if slices.Contains(in, c) || len(in) >= MaxDepth {
			return Value{}, fmt.Errorf("a %T that contains itself, or is nested deeper than %d levels, cannot be a field; use numbers or names for what refers back", x, MaxDepth)
		}
		if in = append(in, c); v.Kind() == reflect.Map {
			return mapOf(v, in)
		}
		return listOf(v, in)
	}
	return Value{}, fmt.Errorf("a %T cannot be a field; use numbers, time.Duration, bool, string, value.Vector, slices and maps, or value.Other of it as a handle", x)
}

func inexact(n any) (Value, error) {
	return Value{}, fmt.Errorf("%d cannot be a field: numbers are exact only from -2^53 to 2^53; use a string", n)
}

func listOf(v reflect.Value, in []container) (Value, error) {
	t := &Table{}
	for i := range v.Len() {
		e, err := of(v.Index(i).Interface(), in)
		if err != nil {
			return e, err
		}
		t.Entries = append(t.Entries, Entry{Key: Number(float64(i + 1)), Value: e})
	}
	return Other(t), nil
}

func mapOf(v reflect.Value, in []container) (Value, error) {
	if v.Type().Key().Kind() != reflect.String {
		return Value{}, fmt.Errorf("a %v cannot be a field; maps need string keys", v.Type())
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	t := &Table{}
	for _, k := range keys {
		e, err := of(v.MapIndex(k).Interface(), in)
		if err != nil {
			return e, err
		}
		t.Entries = append(t.Entries, Entry{Key: String(k.String()), Value: e})
	}
	return Other(t), nil
}
