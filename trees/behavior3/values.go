package behavior3

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// object is a JSON object for encoding/json, which sorts its names.
type object = map[string]any

// plain converts a value to types that encoding/json accepts. jsondoc bounds the depth of the value.
func plain(v *jsondoc.Value) any {
	switch v.Kind {
	case jsondoc.Bool:
		return v.Bool
	case jsondoc.Number:
		return json.Number(v.Text)
	case jsondoc.String:
		return v.Text
	case jsondoc.Array:
		list := make([]any, len(v.Items))
		for i, item := range v.Items {
			list[i] = plain(item)
		}
		return list
	case jsondoc.Object:
		o := object{}
		for _, m := range v.Members {
			o[m.Name] = plain(m.Value)
		}
		return o
	}
	return nil
}

// text returns v as JSON on one line.
func text(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// str returns v if it is a string, or else "".
func str(v any) string {
	s, _ := v.(string)
	return s
}

// isRemark reports whether s is valid as a note or a description in a tree file.
func isRemark(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
}

func isKey(s string) bool {
	return trees.CheckName(s) == nil && !strings.Contains(s, ".") && s != "repeat"
}

// isParam reports whether s is a valid name of a behavior's parameter.
func isParam(s string) bool {
	return isKey(s) && s != "id" && s != "note" && s != "meta" && s != "when"
}

// valueOf converts a value of JSON to a value of a tree, and reports whether that is possible. The recursion is at
// most MaxTableDepth deep.
func valueOf(v *jsondoc.Value, depth int) (value.Value, bool) {
	switch v.Kind {
	case jsondoc.Bool:
		return value.Bool(v.Bool), true
	case jsondoc.Number:
		return value.Number(v.Number), v.Number != 0 || !math.Signbit(v.Number)
	case jsondoc.String:
		return value.String(v.Text), !strings.ContainsFunc(v.Text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f })
	case jsondoc.Array, jsondoc.Object:
		return table(v, depth)
	}
	return value.Value{}, depth == 0
}

func table(v *jsondoc.Value, depth int) (value.Value, bool) {
	if depth == trees.MaxTableDepth || len(v.Items)+len(v.Members) == 0 {
		return value.Value{}, false
	}
	t := &trees.Table{}
	for _, item := range v.Items {
		w, ok := valueOf(item, depth+1)
		if !ok {
			return w, false
		}
		t.Items = append(t.Items, trees.Arg{Value: w, Pos: item.Pos})
	}
	for _, m := range v.Members {
		w, ok := valueOf(m.Value, depth+1)
		if !ok || !isKey(m.Name) {
			return w, false
		}
		t.Fields = append(t.Fields, trees.Param{Name: m.Name, Value: w, Pos: m.Pos})
	}
	return value.Other(t), true
}

// native converts a value of a tree to types that encoding/json accepts.
func native(v value.Value) any {
	switch v.Kind() {
	case value.KindNil:
		return nil
	case value.KindBool:
		return v.Truthy()
	case value.KindNumber:
		return v.Float()
	case value.KindString:
		return v.Str()
	}
	t, ok := v.Ref().(*trees.Table)
	switch {
	case !ok:
		return v.String()
	case len(t.Fields) == 0:
		list := []any{}
		for _, item := range t.Items {
			list = append(list, native(item.Value))
		}
		return list
	case len(t.Items) > 0:
		return trees.Literal(v)
	}
	o := object{}
	for _, f := range t.Fields {
		o[f.Name] = native(f.Value)
	}
	return o
}

// arg returns the value of the positional parameter of a kind, which may be given with or without its name. It
// returns false if the parameter is not given.
func arg(n *trees.Node) (value.Value, bool) {
	if len(n.Args) > 0 {
		return n.Args[0].Value, true
	}
	if len(n.Params) > 0 {
		return n.Params[0].Value, true
	}
	return value.Value{}, false
}

// kept returns the text under a key of our data in a meta, or "".
func kept(t *trees.Table, key string) string {
	if t == nil {
		return ""
	}
	outer, _ := t.Field("behavior3")
	inner, ok := outer.Ref().(*trees.Table)
	if !ok {
		return ""
	}
	v, _ := inner.Field(key)
	return v.Str()
}

// keep returns a meta with texts under keys. It leaves out empty texts.
func keep(pos diag.Pos, pairs ...string) *trees.Table {
	inner := &trees.Table{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			inner.Fields = append(inner.Fields, trees.Param{Name: pairs[i], Value: value.String(pairs[i+1]), Pos: pos})
		}
	}
	return &trees.Table{Fields: []trees.Param{{Name: "behavior3", Value: value.Other(inner), Pos: pos}}}
}

// open parses a text that keep has stored.
func open(s string) object {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	o := object{}
	if d.Decode(&o) != nil {
		return nil
	}
	return o
}
