//go:build !luacore

package luabind

import (
	"reflect"
	"strings"
)

// helperEntry describes a helper; the types are those of the Go function.
func helperEntry(h *Helper, namespace string) APIEntry {
	e := APIEntry{Name: namespace + "." + h.Name, Function: true, Doc: sentence(h.Doc)}
	t := reflect.TypeOf(h.fn)
	for i, p := range paramTypes(t) {
		param := APIParam{Name: h.Params[i], Type: luaType(p, structDepth), Optional: p.Kind() == reflect.Pointer}
		if t.IsVariadic() && i == len(h.Params)-1 {
			param = APIParam{Name: "...", Type: luaType(p.Elem(), structDepth)}
		}
		param.Type = strings.TrimSuffix(param.Type, "?")
		e.Params = append(e.Params, param)
	}
	for i := range h.results() {
		e.Returns = append(e.Returns, luaType(t.Out(i), structDepth))
	}
	return e
}

// luaType returns what scripts see of a Go type that may cross, as reader and writer say.
// Structs inside one another are written out up to a depth.
func luaType(t reflect.Type, depth int) string {
	switch t {
	case valueType:
		return "any"
	case vectorType:
		return "vector"
	case durationType:
		return "seconds"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Slice:
		return luaType(t.Elem(), depth) + "[]"
	case reflect.Map:
		return "table<string, " + luaType(t.Elem(), depth) + ">"
	case reflect.Interface:
		return "userdata"
	case reflect.Pointer:
		if _, err := writer(t.Elem()); err != nil {
			return "userdata?" // a handle
		}
		return luaType(t.Elem(), depth) + "?"
	case reflect.Struct:
		fields, err := structFields(t)
		if err != nil || depth == 0 {
			return "table"
		}
		var list []string
		for _, f := range fields {
			name := f.name
			if f.omitempty {
				name += "?"
			}
			list = append(list, name+": "+luaType(t.Field(f.index).Type, depth-1))
		}
		return "{" + strings.Join(list, ", ") + "}"
	}
	return "number"
}

// structDepth is how deep structs inside one another are written out.
const structDepth = 2
