package lua

import (
	"reflect"

	"github.com/bough-dev/bough/internal/syntax"
)

// Outline computes the outline of a file.
func Outline(c *Chunk) { outlineOf(c) }

// Extents returns the expressions of a file, with the types that they have in the resolved tree.
func Extents(text string) (list [][2]string) {
	file := syntax.Parse("p.lua", text)
	if file.Err() != nil {
		return nil
	}
	r := &resolver{src: &Source{"p.lua", text}, file: file, fn: &function{vararg: true}}
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface, reflect.Pointer:
			if !v.IsNil() && v.Type() != reflect.TypeFor[*variable]() {
				visit(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				switch f := v.Type().Field(i); f.Name {
				case "outer":
				case "extent":
					x := v.Field(i).FieldByName("span")
					if from, to := x.Field(0).Int(), x.Field(1).Int(); to > from {
						list = append(list, [2]string{v.Type().Name(), text[from:to]})
					}
				default:
					visit(v.Field(i))
				}
			}
		}
	}
	visit(reflect.ValueOf(r.stmts(file.Body.Stmts)))
	return list
}
