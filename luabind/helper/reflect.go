package helper

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// reflected is a function that is called through reflection, prepared once.
type reflected struct {
	fn          reflect.Value
	withContext bool
	fails       bool
	readers     []reader
	writers     []writer
	rest        reader       // of each further argument of a variadic function; else nil
	restType    reflect.Type // of all of them
	frames      sync.Pool    // of *[]reflect.Value, variables for the arguments, which are zero
}

func newReflected(fn any) *reflected {
	v := reflect.ValueOf(fn)
	t := v.Type()
	r := &reflected{fn: v, withContext: t.NumIn() > 0 && t.In(0) == contextType, fails: results(t) < t.NumOut()}
	params := paramTypes(t)
	if t.IsVariadic() {
		last := len(params) - 1
		r.restType = params[last]
		r.rest, _ = readerOf(r.restType.Elem(), nil)
		params = params[:last]
	}
	for _, p := range params {
		read, _ := readerOf(p, nil) // was checked by Func
		r.readers = append(r.readers, read)
	}
	for i := range results(t) {
		write, _ := writerOf(t.Out(i), nil)
		r.writers = append(r.writers, write)
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

// call is the caller.
func (r *reflected) call(c *lua.Call, x *engine.Context, f *function) error {
	frame := r.frames.Get().(*[]reflect.Value)
	args := *frame
	if r.withContext {
		args[0].Set(reflect.ValueOf(x))
		args = args[1:]
	}
	for i, read := range r.readers {
		if want := read(c, c.Arg(i+1), args[i]); want != "" {
			return f.misfit(c, i+1, want)
		}
	}
	call := r.fn.Call
	if r.rest != nil {
		call = r.fn.CallSlice
		n := len(r.readers)
		rest := makeSlice(c, r.restType, max(c.Len()-n, 0))
		for i := range rest.Len() {
			if want := r.rest(c, c.Arg(n+i+1), rest.Index(i)); want != "" {
				return f.misfit(c, n+i+1, want)
			}
		}
		args[n].Set(rest)
	}
	out := call(*frame)
	for _, v := range *frame {
		v.SetZero()
	}
	r.frames.Put(frame)
	if r.fails {
		if err, _ := out[len(out)-1].Interface().(error); err != nil {
			return f.failed(err)
		}
	}
	for i, write := range r.writers {
		c.Return(write(c, out[i]))
	}
	return nil
}

// reader makes a value of Go of v and puts it into to, which is settable and zero. If v does not fit, want
// says what would: "a number". The call pays for the entries of tables.
type reader func(c *lua.Call, v lua.Value, to reflect.Value) (want string)

// writer makes a value of Lua of one of Go.
type writer func(c *lua.Call, v reflect.Value) lua.Value

// at returns the variable that v is.
func at[T any](v reflect.Value) *T { return v.Addr().Interface().(*T) }

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

// What parameters want.
const (
	wantNumber   = "a number"
	wantWhole    = "a whole number"
	wantString   = "a string"
	wantBool     = "true or false"
	wantVector   = "a table with the numbers x and y"
	wantDuration = "a number of seconds"
)

// readerOf returns how values of type t are read. Those that contain themselves, as lists of
// nodes do, have no bound and cannot cross; outer are the types around t.
func readerOf(t reflect.Type, outer []reflect.Type) (reader, error) {
	switch {
	case slices.Contains(outer, t):
		return nil, errRecursive(t)
	case t == contextType:
		return nil, fmt.Errorf("type %v cannot be read from Lua; take it as the first parameter, which is not named", t)
	case t == valueType:
		return func(c *lua.Call, v lua.Value, to reflect.Value) string {
			x, err := ToValueIn(c, v)
			*at[engine.Value](to) = x
			return plainData(err)
		}, nil
	case t == vectorType:
		return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
			p, ok := toVector(v)
			*at[engine.Vector](to) = p
			return unless(ok, wantVector)
		}, nil
	case t == durationType:
		return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
			seconds, ok := v.Float()
			ns := seconds * float64(time.Second)
			if !ok || !(math.Abs(ns) < 1<<63) {
				return wantDuration
			}
			to.SetInt(int64(math.Round(ns)))
			return ""
		}, nil
	}
	outer = append(slices.Clip(outer), t)
	switch k := t.Kind(); {
	case k == reflect.Float64 || k == reflect.Float32:
		return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
			n, ok := v.Float()
			to.SetFloat(n)
			return unless(ok, wantNumber)
		}, nil
	case k >= reflect.Int && k <= reflect.Uint64:
		return wholeReader(t), nil
	case k == reflect.Bool:
		return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
			to.SetBool(v.Truth())
			return unless(v.Kind() == lua.KindBool, wantBool)
		}, nil
	case k == reflect.String:
		return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
			s, ok := v.Text()
			to.SetString(s)
			return unless(ok, wantString)
		}, nil
	case k == reflect.Slice:
		return sliceReader(t, outer)
	case k == reflect.Struct:
		return structReader(t, outer)
	case k == reflect.Map && t.Key().Kind() == reflect.String:
		return mapReader(t, outer)
	case k == reflect.Pointer:
		return pointerReader(t, outer), nil
	case k == reflect.Interface && t.NumMethod() > 0:
		return handleReader(t), nil
	}
	return nil, errType(t, "read from Lua")
}

// errType says that values of a type do not cross, and what would.
func errType(t reflect.Type, how string) error {
	remedy := "use numbers, strings, booleans, time.Duration, slices, maps with string keys, structs and engine.Value"
	switch t.Kind() {
	case reflect.Interface:
		remedy = "take or return engine.Value, and make it of a Go value with engine.Other"
	case reflect.Func:
		remedy = "Go keeps no function of a script, nor a script one of Go; post a stimulus, or bind another helper"
	case reflect.Array:
		remedy = "use a slice"
	case reflect.Map:
		remedy = "use a map with string keys"
	}
	return fmt.Errorf("type %v cannot be %s; %s", t, how, remedy)
}

func errRecursive(t reflect.Type) error {
	return fmt.Errorf("type %v contains itself; hand over a list or a number instead", t)
}

func plainData(err error) string {
	if err == nil {
		return ""
	}
	return "plain data (" + err.Error() + ")"
}

// whole returns a whole number that a float64 holds exactly.
func whole(v lua.Value) (int64, bool) {
	n, ok := v.Float()
	if ok = ok && n == math.Trunc(n) && math.Abs(n) <= 1<<53; !ok {
		return 0, false
	}
	return int64(n), true
}

func wholeReader(t reflect.Type) reader {
	bits, unsigned := min(t.Bits(), 54), t.Kind() >= reflect.Uint
	lo, hi, want := int64(-1)<<(bits-1), int64(1)<<(bits-1)-1, wantWhole
	switch {
	case unsigned:
		lo, hi = 0, int64(1)<<min(bits, 53)-1
	case bits > 53:
		hi++
	}
	if unsigned || bits < 54 {
		want = fmt.Sprintf("a whole number from %d to %d", lo, hi)
	}
	return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
		n, ok := whole(v)
		switch {
		case !ok || n < lo || n > hi:
			return want
		case unsigned:
			to.SetUint(uint64(n))
		default:
			to.SetInt(n)
		}
		return ""
	}
}

// handleReader reads a handle of type t.
func handleReader(t reflect.Type) reader {
	want := fmt.Sprintf("a handle of %v, as Go code puts into a field", t)
	return func(_ *lua.Call, v lua.Value, to reflect.Value) string {
		if x, ok := v.Data(); ok && x != nil && reflect.TypeOf(x).AssignableTo(t) {
			to.Set(reflect.ValueOf(x))
			return ""
		}
		return want
	}
}

// pointerReader reads what may be missing: nil, or else a handle of that type, or else what
// the pointer points to.
func pointerReader(t reflect.Type, outer []reflect.Type) reader {
	handle := handleReader(t)
	elem, err := readerOf(t.Elem(), outer)
	return func(c *lua.Call, v lua.Value, to reflect.Value) string {
		if v.IsNil() {
			return ""
		}
		want := handle(c, v, to)
		if want == "" || err != nil {
			return want
		}
		c.Alloc(int(t.Elem().Size()))
		p := reflect.New(t.Elem())
		if want := elem(c, v, p.Elem()); want != "" {
			return want + ", or nil"
		}
		to.Set(p)
		return ""
	}
}

// makeSlice is reflect.MakeSlice, paid for.
func makeSlice(c *lua.Call, t reflect.Type, n int) reflect.Value {
	pay(c, n, int(t.Elem().Size()))
	return reflect.MakeSlice(t, n, n)
}

func sliceReader(t reflect.Type, outer []reflect.Type) (reader, error) {
	elem, err := readerOf(t.Elem(), outer)
	return func(c *lua.Call, v lua.Value, to reflect.Value) string {
		table := v.Table()
		if table == nil {
			return "a list"
		}
		out := makeSlice(c, t, table.Len())
		for i := range out.Len() {
			e := table.Int(i + 1)
			if want := elem(c, e, out.Index(i)); want != "" {
				return fmt.Sprintf("a list of which each element is %s (element %d is %s)", want, i+1, Show(e))
			}
		}
		to.Set(out)
		return ""
	}, err
}

func mapReader(t reflect.Type, outer []reflect.Type) (reader, error) {
	elem, err := readerOf(t.Elem(), outer)
	size := int(t.Key().Size() + t.Elem().Size())
	return func(c *lua.Call, v lua.Value, to reflect.Value) string {
		table := v.Table()
		if table == nil {
			return "a table with texts as keys"
		}
		out, key, entry := reflect.MakeMap(t), reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		for k, v, more := c.Next(table, lua.Nil); more; k, v, more = c.Next(table, k) {
			name, ok := k.Text()
			if !ok {
				return fmt.Sprintf("a table with texts as keys (one is %s)", Show(k))
			}
			pay(c, 1, size)
			entry.SetZero()
			if want := elem(c, v, entry); want != "" {
				return fmt.Sprintf("a table of which each entry is %s (%s is %s)", want, name, Show(v))
			}
			key.SetString(name)
			out.SetMapIndex(key, entry)
		}
		to.Set(out)
		return ""
	}, err
}

// field is a field of a Go struct as an entry of a table.
type field struct {
	index     int
	key       lua.Value
	omitempty bool
	read      reader
	write     writer
}

// errUnexported is why a struct cannot be a table.
var errUnexported = errors.New("the unexported field")

// fieldsOf returns the fields of a struct, prepared by with. A tag such as `lua:"name,omitempty"`
// gives one another name than its own in lower case, lets nil stand for its zero value, or, as
// `lua:"-"`, leaves it out.
func fieldsOf(t reflect.Type, with func(f *field, t reflect.Type) error) ([]field, error) {
	var out []field
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
		if slices.ContainsFunc(out, func(g field) bool { return g.key == key }) {
			return nil, fmt.Errorf("type %v has two fields that scripts would call %s; give one another name by a tag", t, key)
		}
		out = append(out, field{index: i, key: key, omitempty: options != ""})
	}
	for i := range out {
		if err := with(&out[i], t.Field(out[i].index).Type); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func structReader(t reflect.Type, outer []reflect.Type) (reader, error) {
	fields, err := fieldsOf(t, func(f *field, t reflect.Type) (err error) {
		f.read, err = readerOf(t, outer)
		return err
	})
	return func(c *lua.Call, v lua.Value, to reflect.Value) string {
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
				return fmt.Sprintf("a table whose %s is %s", f.key, want)
			}
		}
		return ""
	}, err
}

// writerOf returns how values of type t are written; outer are the types around t.
func writerOf(t reflect.Type, outer []reflect.Type) (writer, error) {
	switch {
	case slices.Contains(outer, t):
		return nil, errRecursive(t)
	case t == valueType:
		return func(c *lua.Call, v reflect.Value) lua.Value { return FromValueIn(c, v.Interface().(engine.Value)) }, nil
	case t == vectorType:
		return func(c *lua.Call, v reflect.Value) lua.Value { return fromVector(c, v.Interface().(engine.Vector)) }, nil
	case t == durationType:
		return func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Number(time.Duration(v.Int()).Seconds()) }, nil
	}
	outer = append(slices.Clip(outer), t)
	switch k := t.Kind(); {
	case k == reflect.Float64 || k == reflect.Float32:
		return func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Number(v.Float()) }, nil
	case k >= reflect.Int && k <= reflect.Int64:
		return func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Number(float64(v.Int())) }, nil
	case k >= reflect.Uint && k <= reflect.Uint64:
		return func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Number(float64(v.Uint())) }, nil
	case k == reflect.Bool:
		return func(_ *lua.Call, v reflect.Value) lua.Value { return lua.Bool(v.Bool()) }, nil
	case k == reflect.String:
		return func(c *lua.Call, v reflect.Value) lua.Value { return c.NewString(v.String()) }, nil
	case k == reflect.Pointer:
		return pointerWriter(t, outer)
	case k == reflect.Slice:
		return sliceWriter(t, outer)
	case k == reflect.Struct:
		return structWriter(t, outer)
	case k == reflect.Map && t.Key().Kind() == reflect.String:
		return mapWriter(t, outer)
	}
	return nil, errType(t, "handed to Lua")
}

func pointerWriter(t reflect.Type, outer []reflect.Type) (writer, error) {
	elem, err := writerOf(t.Elem(), outer)
	handle := errors.Is(err, errUnexported) && t != contextType
	if handle {
		err = nil
	}
	return func(c *lua.Call, v reflect.Value) lua.Value {
		switch {
		case v.IsNil():
			return lua.Nil
		case handle:
			return lua.Handle(v.Interface())
		}
		return elem(c, v.Elem())
	}, err
}

func sliceWriter(t reflect.Type, outer []reflect.Type) (writer, error) {
	elem, err := writerOf(t.Elem(), outer)
	return func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, v.Len(), 0)
		out := c.NewTable(v.Len(), 0)
		for i := range v.Len() {
			c.Set(out, lua.Number(float64(i+1)), elem(c, v.Index(i)))
		}
		return out.Value()
	}, err
}

func mapWriter(t reflect.Type, outer []reflect.Type) (writer, error) {
	elem, err := writerOf(t.Elem(), outer)
	return func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, v.Len(), 0)
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		out := c.NewTable(0, len(keys))
		for _, k := range keys {
			c.Set(out, c.NewString(k.String()), elem(c, v.MapIndex(k)))
		}
		return out.Value()
	}, err
}

func structWriter(t reflect.Type, outer []reflect.Type) (writer, error) {
	fields, err := fieldsOf(t, func(f *field, t reflect.Type) (err error) {
		f.write, err = writerOf(t, outer)
		return err
	})
	return func(c *lua.Call, v reflect.Value) lua.Value {
		pay(c, len(fields), 0)
		out := c.NewTable(0, len(fields))
		for i := range fields {
			if f, x := &fields[i], v.Field(fields[i].index); !f.omitempty || !x.IsZero() {
				c.Set(out, f.key, f.write(c, x))
			}
		}
		return out.Value()
	}, err
}
