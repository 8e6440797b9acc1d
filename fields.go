package bough

import (
	"fmt"
	"reflect"
	"sort"

	"github.com/bough-dev/bough/engine"
)

type fieldValue struct {
	key   engine.Key
	value engine.Value
}

// values converts the fields, in the order of their names.
func (f Fields) values() ([]fieldValue, error) {
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	sort.Strings(names)
	out := make([]fieldValue, 0, len(names))
	for _, name := range names {
		v, err := valueOf(f[name])
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", name, err)
		}
		out = append(out, fieldValue{engine.KeyOf(name), v})
	}
	return out, nil
}

// valueOf converts a Go value as Fields allows them.
func valueOf(x any) (engine.Value, error) {
	switch v := x.(type) {
	case nil:
		return engine.Value{}, nil
	case engine.Value:
		return v, nil
	case engine.Vector:
		return engine.VectorOf(v), nil
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Bool:
		return engine.Bool(v.Bool()), nil
	case reflect.String:
		return engine.String(v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return engine.Number(float64(v.Int())), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return engine.Number(float64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return engine.Number(v.Float()), nil
	case reflect.Slice, reflect.Array:
		return listOf(v)
	case reflect.Map:
		return mapOf(v)
	}
	return engine.Value{}, fmt.Errorf("a %T cannot be a field; use numbers, bool, string, engine.Vector, slices and maps", x)
}

func listOf(v reflect.Value) (engine.Value, error) {
	t := &engine.Table{}
	for i := range v.Len() {
		e, err := valueOf(v.Index(i).Interface())
		if err != nil {
			return e, err
		}
		t.Entries = append(t.Entries, engine.Entry{Key: engine.Number(float64(i + 1)), Value: e})
	}
	return engine.Other(t), nil
}

func mapOf(v reflect.Value) (engine.Value, error) {
	if v.Type().Key().Kind() != reflect.String {
		return engine.Value{}, fmt.Errorf("a %v cannot be a field; maps need string keys", v.Type())
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	t := &engine.Table{}
	for _, k := range keys {
		e, err := valueOf(v.MapIndex(k).Interface())
		if err != nil {
			return e, err
		}
		t.Entries = append(t.Entries, engine.Entry{Key: engine.String(k.String()), Value: e})
	}
	return engine.Other(t), nil
}
