package build

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
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
		n.bad.Add(pos, message.UnusableValue(cmp.Or(name, "#"+strconv.Itoa(len(n.node.Args)+1)), n.node.Name, problem(err)))
	}
	return v, false
}

// problem returns the words of an error of literal.
func problem(err error) diag.Words {
	var w diag.Words
	if !errors.As(err, &w) {
		w = message.GoError(err.Error())
	}
	return w
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
			return v, message.NumberOutsideTrees(strconv.FormatFloat(f, 'g', -1, 64))
		}
		return v, nil
	case value.KindOther:
	default:
		return v, nil
	}
	t, ok := v.Ref().(*value.Table)
	if !ok {
		return v, message.ValueOutsideTrees(fmt.Sprintf("%T", v.Ref()))
	}
	if depth == trees.MaxTableDepth {
		return v, message.TablesTooDeep(trees.MaxTableDepth)
	}
	out := &trees.Table{}
	for _, e := range t.Entries {
		item, err := plain(e.Value, depth+1)
		switch {
		case err != nil:
			return v, err
		case item.IsNil():
			return v, message.NilInTable()
		case e.Key.Kind() == value.KindString:
			out.Fields = append(out.Fields, trees.Param{Name: e.Key.Str(), Value: item})
		default:
			out.Items = append(out.Items, trees.Arg{Value: item})
		}
	}
	return value.Other(out), nil
}
