package build

import (
	"cmp"
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

// Expr is a value that a Lua expression computes. Numbers of node kinds may have such a value, and the fields that a node
// set assigns:
//
//	build.Do("wait", build.Expr("nap_length * 2"))
//	build.Set().With("gold", build.Expr("gold + 5"))
type Expr string

// Field is a field of the agent for which a parameter stands, of an included tree or of a behavior:
//
//	build.Do("walk_to", build.Field("cart"))
type Field string

// value converts a Go value to a value of a tree. The name is that of the parameter, or "" for a positional
// parameter.
func (n *Node) value(pos diag.Pos, name string, x any) trees.Arg {
	switch x := x.(type) {
	case Ref:
		return trees.Arg{Value: value.String(string(x)), Pos: pos, Ref: true}
	case Field:
		return trees.Arg{Pos: pos, Expr: &trees.Guard{Source: string(x), Pos: pos, Field: true}}
	case Expr:
		return trees.Arg{Pos: pos, Expr: &trees.Guard{Source: string(x), Pos: pos}}
	}
	v, err := literal(x)
	if err != nil {
		n.bad.Add(pos, message.UnusableValue(cmp.Or(name, "#"+strconv.Itoa(len(n.node.Args)+1)), n.node.Name, message.WordsOf(err)))
	}
	return trees.Arg{Value: v, Pos: pos}
}

// each converts a slice to a slice of any.
func each[T any](list []T) (out []any) {
	for _, v := range list {
		out = append(out, v)
	}
	return out
}

// literal converts a Go value to a value of a tree that is neither a Ref nor an Expr.
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
