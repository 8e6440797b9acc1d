package helper

import "reflect"

// Dummy is a Go value in place of any other one, for tests of scripts that have no game. Its handles have all helpers
// as methods that take a handle first, or whose types are not known, and stand-ins take and return them as any handle.
// Other helpers do not take them.
type Dummy struct{ Name string }

// String returns the name.
func (d *Dummy) String() string { return d.Name }

var dummyType = reflect.TypeFor[*Dummy]()

// Receiver returns the type of the first parameter if that is a pointer to a struct or an interface, so that handles
// can have h as a method. It returns nil for any other helper.
func (h *Helper) Receiver() reflect.Type {
	if h.receiver != nil || len(h.params) == 0 {
		return h.receiver
	}
	t := h.params[0].of
	if t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		return t
	}
	return nil
}

// IsMethodOf reports whether handles of type t have h as a method: v:hp() calls hp(v). This is so if Go could assign a
// value of type t to the first parameter.
func (h *Helper) IsMethodOf(t reflect.Type) bool {
	of := h.Receiver()
	if t == dummyType {
		return of != nil || reflect.TypeOf(h.fn) == builtinType
	}
	return of != nil && t.AssignableTo(of)
}

// ResultHandle returns the type of the first result if that is a handle or nil. It returns nil for any other helper.
func (h *Helper) ResultHandle() reflect.Type {
	if len(h.results) > 0 && len(h.results[0].handles) == 1 && h.results[0].handles[0] == h.results[0].of {
		return h.results[0].of
	}
	return nil
}

// Handles returns the types of the handles in the parameters and results, each once.
func (h *Helper) Handles() (list []reflect.Type) {
	seen := map[reflect.Type]bool{}
	for _, of := range [][]crossing{h.params, h.results} {
		for _, x := range of {
			for _, t := range x.handles {
				if !seen[t] {
					seen[t] = true
					list = append(list, t)
				}
			}
		}
	}
	return list
}
