package assets

import (
	"math"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/declare"
)

// Shown returns what FieldsFile declares, and what the files show of all other fields, stimuli, requests and entries of boards.
func (b *Bundle) Shown() *declare.File { return parseFields(FieldsFile, b.Declare()) }

// Described describes the behaviors that have a script, sorted by name. The types of a parameter are those of its default and
// of what trees give.
func (b *Bundle) Described() (list []apidoc.Behavior) {
	fields := b.Shown()
	at := map[string]int{}
	for _, of := range b.Behaviors {
		if of.Native || of.Missing {
			continue
		}
		at[of.Name] = len(list)
		d := apidoc.Behavior{Name: of.Name, Doc: b.Doc(of.Name)}
		for _, name := range of.Args {
			d.Params = append(d.Params, apidoc.BehaviorParam{Name: name, Optional: true})
		}
		for _, p := range of.Params {
			q := param(&d, p.Name)
			q.Types, q.Optional = append(q.Types, typeShown(p.Value, 0)), false
		}
		list = append(list, d)
	}
	for _, t := range b.Trees {
		for i := range t.Program.Len() {
			n := t.Program.Node(i)
			if n.Behavior == nil {
				continue
			}
			i, ok := at[n.Behavior.Name]
			if !ok {
				continue
			}
			for _, p := range n.Params {
				if !p.Given || p.Field == (engine.Key{}) && p.Value.IsNil() {
					continue
				}
				q := param(&list[i], p.Name)
				if p.Field != (engine.Key{}) {
					q.Types = append(q.Types, fieldTypeIn(fields, p.Field.Name()))
				} else {
					q.Types = append(q.Types, typeShown(p.Value, 0))
				}
			}
		}
	}
	return list
}

// param returns the parameter of that name, which it adds if a tree gives one that is not declared.
func param(d *apidoc.Behavior, name string) *apidoc.BehaviorParam {
	i := slices.IndexFunc(d.Params, func(p apidoc.BehaviorParam) bool { return p.Name == name })
	if i < 0 {
		i = len(d.Params)
		d.Params = append(d.Params, apidoc.BehaviorParam{Name: name, Optional: true})
	}
	return &d.Params[i]
}

// fieldTypeIn returns the type of a field, or nil if it is unknown.
func fieldTypeIn(f *declare.File, name string) *declare.Type {
	if d := f.Field(name); d != nil {
		return d.Type
	}
	return nil
}

// typeShown returns the type of a constant value. That of a table is its shape, a point, or a list, whose elements have one
// type.
func typeShown(v value.Value, depth int) *declare.Type {
	switch v.Kind() {
	case value.KindNumber:
		return declare.AnyNumber()
	case value.KindString:
		return &declare.Type{Kind: declare.Text}
	case value.KindBool:
		return &declare.Type{Kind: declare.Boolean}
	case value.KindVector:
		return &declare.Type{Kind: declare.Point}
	}
	table := v.Table()
	if table == nil || len(table.Entries) == 0 || depth == maxShape {
		return &declare.Type{Kind: declare.Table}
	}
	shape := &declare.Type{Kind: declare.Shape}
	var of *declare.Type
	for i, e := range table.Entries {
		t := typeShown(e.Value, depth+1)
		switch {
		case e.Key.Kind() == value.KindString && of == nil:
			shape.Entries = append(shape.Entries, declare.TypedEntry{Name: e.Key.Str(), Type: t})
		case e.Key.Kind() == value.KindNumber && len(shape.Entries) == 0 && e.Key.Float() == math.Trunc(e.Key.Float()) && (i == 0 || of != nil && of.String() == t.String()):
			of = t
		default:
			return &declare.Type{Kind: declare.Table}
		}
	}
	if of != nil {
		return &declare.Type{Kind: declare.List, Of: of}
	}
	return shape
}

// maxShape bounds the depth of tables whose entries are described.
const maxShape = 4
