package helper

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/lua"
)

// reflected is a function that is called by reflection.
type reflected struct {
	fn              reflect.Value
	params, results []crossing   // as in Helper
	rest            reflect.Type // the last parameter of a variadic function, or nil
	frames          sync.Pool    // of *[]reflect.Value; variables for the arguments, set to zero
}

func newReflected(h *Helper) *reflected {
	r := &reflected{fn: reflect.ValueOf(h.fn), params: h.params, results: h.results}
	t := r.fn.Type()
	if t.IsVariadic() {
		r.rest = t.In(t.NumIn() - 1)
	}
	r.frames.New = func() any {
		in := make([]reflect.Value, t.NumIn())
		for i := range in {
			in[i] = reflect.New(t.In(i)).Elem()
		}
		return &in
	}
	return r
}

// call calls the function. It is a caller.
func (r *reflected) call(c *lua.Call, x *engine.Context, f *function) error {
	frame := r.frames.Get().(*[]reflect.Value)
	args := *frame
	if f.withContext {
		args[0].Set(reflect.ValueOf(x))
		args = args[1:]
	}
	n, call := len(args), r.fn.Call
	if r.rest != nil {
		n, call = n-1, r.fn.CallSlice
	}
	for i := range n {
		if want := r.params[i].read(c, c.Arg(i+1), args[i]); want != "" {
			return f.misfit(c, i+1, want)
		}
	}
	if r.rest != nil {
		rest := makeSlice(c, r.rest, max(c.Len()-n, 0))
		for i := range rest.Len() {
			if want := r.params[n].read(c, c.Arg(n+i+1), rest.Index(i)); want != "" {
				return f.misfit(c, n+i+1, want)
			}
		}
		args[n].Set(rest)
	}
	results := call(*frame)
	for _, v := range *frame {
		v.SetZero()
	}
	r.frames.Put(frame)
	if n := len(r.results); n < len(results) {
		if err, _ := results[n].Interface().(error); err != nil {
			return f.failed(err)
		}
	}
	for i := range r.results {
		c.Return(r.results[i].write(c, results[i]))
	}
	return nil
}

// reader converts v to a Go value and stores it in to, which is settable and zero. If v does not fit, want
// describes the values that do, as in "a number". The entries of tables are charged to the call.
type reader func(c *lua.Call, v lua.Value, to reflect.Value) (want string)

// writer converts a Go value to a Lua value.
type writer func(c *lua.Call, v reflect.Value) lua.Value

// crossing converts values of one Go type between Go and Lua.
type crossing struct {
	of              reflect.Type // the Go type; only set in crossings of a Helper
	read            reader
	write           writer
	text            string         // the type that scripts see, such as "number", "string[]" or "vector?"
	solid           reader         // if read accepts nil and gives a nil pointer: a reader that does not; else nil
	noRead, noWrite error          // why values cannot be converted to Go, or to Lua
	handles         []reflect.Type // the types of the handles in the values
}

// required returns a crossing that does not accept nil, for one that does.
func (x crossing) required() crossing {
	x.read, x.solid, x.text = x.solid, nil, strings.TrimSuffix(x.text, "?")
	return x
}

// optional returns a crossing that accepts nil, for a handle of an interface.
func (x crossing) optional() crossing {
	solid := x.read
	x.solid, x.text = solid, x.text+"?"
	x.read = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		if v.IsNil() {
			return ""
		}
		return orNil(solid(c, v, to))
	}
	return x
}

// Descriptions of the values that parameters accept.
const (
	wantNumber   = "a number"
	wantWhole    = "a whole number"
	wantExact    = "a whole number from -2^53 to 2^53 (for larger ones, let the helper take a string)"
	wantString   = "a string"
	wantBool     = "true or false"
	wantVector   = "a table with the numbers x and y"
	wantDuration = "a number of seconds"
)

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

// readBy and writeBy return a reader and a writer that convert without reflection.
func readBy[T any](read in[T]) reader {
	return func(c *lua.Call, v lua.Value, to reflect.Value) (want string) {
		*to.Addr().Interface().(*T), want = read(c, v)
		return want
	}
}

func writeBy[T any](write out[T]) writer {
	return func(c *lua.Call, v reflect.Value) lua.Value { return write(c, v.Interface().(T)) }
}

// crossingOf returns the crossing of type t. outer are the types around t. A type that contains itself, such as a
// linked list, is not supported, since the size of its values has no bound.
func crossingOf(t reflect.Type, outer ...reflect.Type) crossing {
	switch {
	case slices.Contains(outer, t):
		err := fmt.Errorf("type %v contains itself; hand over a list, a number, or a handle (value.Other) instead", t)
		return crossing{noRead: err, noWrite: err}
	case t == valueType:
		return crossing{read: readBy(inValue), write: writeBy(FromValueIn), text: "any"}
	case t == vectorType:
		return crossing{read: readBy(inVector), write: writeBy(fromVector), text: "vector"}
	case t == durationType:
		return crossing{read: readBy(inDuration), write: writeBy(outDuration), text: "seconds"}
	}
	outer = append(slices.Clip(outer), t)
	switch k := t.Kind(); {
	case k == reflect.Float64 || k == reflect.Float32:
		return crossing{
			read: func(_ *lua.Call, v lua.Value, to reflect.Value) string {
				n, ok := v.Float()
				to.SetFloat(n)
				return unless(ok, wantNumber)
			},
			write: func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Number(v.Float()) },
			text:  "number",
		}
	case k >= reflect.Int && k <= reflect.Int64:
		return crossing{
			read:  wholeReader(t, -1<<min(t.Bits()-1, 53), 1<<min(t.Bits()-1, 53), func(to reflect.Value, n int64) { to.SetInt(n) }),
			write: func(c *lua.Call, v reflect.Value) lua.Value { return outNumber(c, v.Int()) },
			text:  "number",
		}
	case k >= reflect.Uint && k <= reflect.Uint64:
		return crossing{
			read:  wholeReader(t, 0, 1<<min(t.Bits(), 53), func(to reflect.Value, n int64) { to.SetUint(uint64(n)) }),
			write: func(c *lua.Call, v reflect.Value) lua.Value { return outNumber(c, v.Uint()) },
			text:  "number",
		}
	case k == reflect.Bool:
		return crossing{
			read: func(_ *lua.Call, v lua.Value, to reflect.Value) string {
				to.SetBool(v.Truth())
				return unless(v.Kind() == lua.KindBool, wantBool)
			},
			write: func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Bool(v.Bool()) },
			text:  "boolean",
		}
	case k == reflect.String:
		return crossing{
			read: func(_ *lua.Call, v lua.Value, to reflect.Value) string {
				s, ok := v.Text()
				to.SetString(s)
				return unless(ok, wantString)
			},
			write: func(c *lua.Call, v reflect.Value) lua.Value { return c.NewString(v.String()) },
			text:  "string",
		}
	case k == reflect.Slice:
		return crossingOfSlice(t, outer)
	case k == reflect.Struct:
		return crossingOfStruct(t, outer)
	case k == reflect.Map && t.Key().Kind() == reflect.String:
		return crossingOfMap(t, outer)
	case k == reflect.Pointer:
		return crossingOfPointer(t, outer)
	case k == reflect.Interface && t.NumMethod() > 0:
		return crossing{read: handleReader(t), noWrite: errType(t, "handed to Lua"), text: value.TypeName(t), handles: []reflect.Type{t}}
	}
	return crossing{noRead: errType(t, "read from Lua"), noWrite: errType(t, "handed to Lua")}
}

// errType returns the error for a type that is not supported. The error lists the supported types.
func errType(t reflect.Type, how string) error {
	remedy := "use numbers, strings, booleans, time.Duration, slices, maps with string keys, structs and value.Value"
	switch t.Kind() {
	case reflect.Interface:
		remedy = "take or return value.Value, and make it of a Go value with value.Other"
	case reflect.Func:
		remedy = "Go keeps no function of a script, nor a script one of Go; post a stimulus, or bind another helper"
	case reflect.Array:
		remedy = "use a slice"
	case reflect.Map:
		remedy = "use a map with string keys"
	}
	return fmt.Errorf("type %v cannot be %s; %s", t, how, remedy)
}

// wholeReader returns a reader for whole numbers from lo up to, but not including, hi. If hi is 1<<53, the bound of
// the whole numbers that a float64 holds exactly, a signed type also accepts hi itself.
func wholeReader(t reflect.Type, lo, hi int64, set func(to reflect.Value, n int64)) reader {
	bounds := ""
	if lo == 0 || hi < 1<<53 {
		hi--
		bounds = fmt.Sprintf("a whole number from %d to %d", lo, hi)
	}
	return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
		n, want := whole(v)
		if want != "" || n < lo || n > hi {
			return cmp.Or(bounds, want)
		}
		set(to, n)
		return ""
	}
}

// handleReader returns a reader for handles of type t.
func handleReader(t reflect.Type) reader {
	name := value.TypeName(t)
	want := "a handle of " + name + ", as Go code puts into a field"
	return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
		x, ok := v.Data()
		if !ok {
			return want
		}
		switch of := reflect.TypeOf(x); {
		case of.AssignableTo(t):
			to.Set(reflect.ValueOf(x))
			return ""
		case of == dummyType:
			return "a handle of " + name + ", not one that the test has made: replace the function by t.helper"
		case value.TypeName(of) == name:
			return fmt.Sprintf("a handle of %v, not of %v", t, of)
		}
		return want
	}
}

// orNil adds nil to a description of values.
func orNil(want string) string {
	if want == "" {
		return ""
	}
	return want + ", or nil"
}

// crossingOfPointer returns the crossing of a pointer type. A nil pointer is nil in Lua. Any other pointer is a
// handle if its type allows that, and otherwise the value that it points to.
func crossingOfPointer(t reflect.Type, outer []reflect.Type) crossing {
	handle, elem := handleReader(t), crossingOf(t.Elem(), outer...)
	x := crossing{noWrite: elem.noWrite, text: elem.text + "?", handles: elem.handles}
	x.solid = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		want := handle(c, v, to)
		if want == "" && to.IsNil() {
			return "a handle that is not a nil pointer of Go"
		}
		if want == "" || elem.noRead != nil {
			return want
		}
		c.Alloc(int(t.Elem().Size()))
		p := reflect.New(t.Elem())
		if want = elem.read(c, v, p.Elem()); want == "" {
			to.Set(p)
		}
		return want
	}
	x.read = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		if v.IsNil() || handle(c, v, to) == "" {
			return ""
		}
		return orNil(x.solid(c, v, to))
	}
	write := func(c *lua.Call, v reflect.Value) lua.Value { return elem.write(c, v.Elem()) }
	if t == contextType {
		x.noRead = fmt.Errorf("type %v cannot be read from Lua; take it as the first parameter, which is not named", t)
	} else if errors.Is(elem.noWrite, errUnexported) {
		x.noWrite, write = nil, func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Handle(v.Interface()) }
	}
	if elem.noWrite != nil {
		x.text, x.handles = value.TypeName(t)+"?", []reflect.Type{t}
	}
	x.write = func(c *lua.Call, v reflect.Value) lua.Value {
		if v.IsNil() {
			return lua.Nil
		}
		return write(c, v)
	}
	return x
}

// makeSlice is like reflect.MakeSlice, but charges the bytes to the call.
func makeSlice(c *lua.Call, t reflect.Type, n int) reflect.Value {
	pay(c, n, int(t.Elem().Size()))
	return reflect.MakeSlice(t, n, n)
}

func crossingOfSlice(t reflect.Type, outer []reflect.Type) crossing {
	x := crossingOf(t.Elem(), outer...)
	elem := x
	x.text += "[]"
	x.read = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		table := v.Table()
		if table == nil {
			return "a list"
		}
		list := makeSlice(c, t, table.Len())
		for i := range list.Len() {
			e := table.Int(i + 1)
			if want := elem.read(c, e, list.Index(i)); want != "" {
				return fmt.Sprintf("a list of which each element is %s (element %d is %s)", want, i+1, ShowPlain(e))
			}
		}
		if k, ok := keyOutside(c, table); ok {
			return fmt.Sprintf("a list, without other keys (one is %s)", ShowPlain(k))
		}
		to.Set(list)
		return ""
	}
	x.write = func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, v.Len(), 0)
		list := c.NewTable(v.Len(), 0)
		for i := range v.Len() {
			c.Set(list, lua.Number(float64(i+1)), elem.write(c, v.Index(i)))
		}
		return list.Value()
	}
	return x
}

// keyOutside returns the first key of t that is not in its list part. ok reports whether there is one.
func keyOutside(c *lua.Call, t *lua.Table) (k lua.Value, ok bool) {
	last := lua.Nil
	if n := t.Len(); n > 0 {
		last = lua.Number(float64(n))
	}
	k, _, ok = c.Next(t, last)
	return k, ok
}

func crossingOfMap(t reflect.Type, outer []reflect.Type) crossing {
	x := crossingOf(t.Elem(), outer...)
	elem, size := x, int(t.Key().Size()+t.Elem().Size())
	x.text = "table<string, " + elem.text + ">"
	x.read = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		table := v.Table()
		if table == nil {
			return "a table with texts as keys"
		}
		m, key, entry := reflect.MakeMap(t), reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		for k, v, more := c.Next(table, lua.Nil); more; k, v, more = c.Next(table, k) {
			name, ok := k.Text()
			if !ok {
				return fmt.Sprintf("a table with texts as keys (one is %s)", ShowPlain(k))
			}
			pay(c, 1, size)
			entry.SetZero()
			if want := elem.read(c, v, entry); want != "" {
				return fmt.Sprintf("a table of which each entry is %s (%s is %s)", want, name, ShowPlain(v))
			}
			key.SetString(name)
			m.SetMapIndex(key, entry)
		}
		to.Set(m)
		return ""
	}
	x.write = func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, v.Len(), 0)
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		table := c.NewTable(0, len(keys))
		for _, k := range keys {
			c.Set(table, c.NewString(k.String()), elem.write(c, v.MapIndex(k)))
		}
		return table.Value()
	}
	return x
}

// field is a field of a Go struct that becomes an entry of a table.
type field struct {
	crossing
	index     int
	key       lua.Value
	omitempty bool
}

// errUnexported is the reason why a struct with an unexported field cannot be a table.
var errUnexported = errors.New("the unexported field")

// fieldsOf returns the fields of a struct. The entry for a field has the name of the field in lower case. A tag
// such as `lua:"name,omitempty"` sets another name, and makes nil stand for the zero value. The tag `lua:"-"` omits
// the field.
func fieldsOf(t reflect.Type) ([]field, error) {
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("lua"), ",")
		if name == "-" {
			continue
		}
		if !f.IsExported() {
			return nil, fmt.Errorf("type %v has %w %s; leave it out with the tag `lua:\"-\"`, or use *%v, which is a handle", t, errUnexported, f.Name, t)
		}
		if options != "" && options != "omitempty" {
			return nil, fmt.Errorf("type %v: the tag of field %s has the option %q; omitempty is the only one", t, f.Name, options)
		}
		key := lua.Name(cmp.Or(name, strings.ToLower(f.Name)))
		if slices.ContainsFunc(list, func(g field) bool { return g.key == key }) {
			return nil, fmt.Errorf("type %v has two fields that scripts would call %s; give one another name by a tag", t, key)
		}
		list = append(list, field{index: i, key: key, omitempty: options != ""})
	}
	return list, nil
}

// maxText is the largest depth of nested structs in the text of a crossing.
const maxText = 2

func crossingOfStruct(t reflect.Type, outer []reflect.Type) (x crossing) {
	fields, err := fieldsOf(t)
	if err != nil {
		return crossing{noRead: err, noWrite: err}
	}
	var texts []string
	for i := range fields {
		f := &fields[i]
		f.crossing = crossingOf(t.Field(f.index).Type, outer...)
		x.noRead, x.noWrite = cmp.Or(x.noRead, f.noRead), cmp.Or(x.noWrite, f.noWrite)
		x.handles = append(x.handles, f.handles...)
		texts = append(texts, f.key.String()+map[bool]string{true: "?"}[f.omitempty]+": "+f.text)
	}
	x.text = "{" + strings.Join(texts, ", ") + "}"
	structs := 0
	for _, o := range outer {
		if o.Kind() == reflect.Struct {
			structs++
		}
	}
	if structs > maxText {
		x.text = "table"
	}
	x.read = func(c *lua.Call, v lua.Value, to reflect.Value) string {
		table := v.Table()
		if table == nil {
			return "a table"
		}
		pay(c, len(fields), 0)
		for i := range fields {
			f := &fields[i]
			v := table.Get(f.key)
			if f.omitempty && v.IsNil() {
				continue
			}
			if want := f.read(c, v, to.Field(f.index)); want != "" {
				want = fmt.Sprintf("a table whose %s is %s", f.key, want)
				if v.IsNil() {
					want += fmt.Sprintf(" (%s is missing)", f.key)
				}
				return want
			}
		}
		return ""
	}
	x.write = func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, len(fields), 0)
		table := c.NewTable(0, len(fields))
		for i := range fields {
			if f, e := &fields[i], v.Field(fields[i].index); !f.omitempty || !e.IsZero() {
				c.Set(table, f.key, f.write(c, e))
			}
		}
		return table.Value()
	}
	return x
}
