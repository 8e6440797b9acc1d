package build

import (
	"fmt"
	"math"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// Ref is a value that refers to the parameter of the tree with that name.
type Ref string

// value converts a Go value to a value of a tree. The name is that of the parameter, or "" for a positional
// parameter.
func (n *Node) value(pos diag.Pos, name string, x any) (v value.Value, ref bool) {
	if r, ok := x.(Ref); ok {
		return value.String(string(r)), true
	}
	v, err := literal(x)
	if err != nil {
		what := "a value"
		if name != "" {
			what = name
		}
		n.bad.Add(pos, "%s of %s: %v", what, n.node.Name, err)
	}
	return v, false
}

// each converts a slice to a slice of any.
func each[T any](list []T) (out []any) {
	for _, v := range list {
		out = append(out, v)
	}
	return out
}

// literal converts a Go value to a value of a tree that is not a Ref.
func literal(x any) (value.Value, error) {
	if d, ok := x.(time.Duration); ok {
		return value.Number(d.Seconds()), nil
	}
	v, err := value.Of(x)
	if err != nil {
		return v, err
	}
	return plain(v, 0)
}

// plain converts tables of the engine to tables of a tree.
func plain(v value.Value, depth int) (value.Value, error) {
	switch v.Kind() {
	case value.KindNumber:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return v, fmt.Errorf("%v is no number that a tree can hold", f)
		}
		return v, nil
	case value.KindOther:
	default:
		return v, nil
	}
	t, ok := v.Ref().(*value.Table)
	if !ok {
		return v, fmt.Errorf("%T is no value that a tree can hold", v.Ref())
	}
	if depth == trees.MaxTableDepth {
		return v, fmt.Errorf("tables are nested deeper than %d levels", trees.MaxTableDepth)
	}
	out := &trees.Table{}
	for _, e := range t.Entries {
		item, err := plain(e.Value, depth+1)
		switch {
		case err != nil:
			return v, err
		case item.IsNil():
			return v, fmt.Errorf("a table cannot contain nil")
		case e.Key.Kind() == value.KindString:
			out.Fields = append(out.Fields, trees.Param{Name: e.Key.Str(), Value: item})
		default:
			out.Items = append(out.Items, trees.Arg{Value: item})
		}
	}
	return value.Other(out), nil
}
