//go:build !luacore

package luabind

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// StandIns let a driver's file put functions of its own in the place of helpers.
type StandIns struct {
	driver *Driver
	by     map[string]*DriverCall // by "field.sight"
	known  []string
}

// standIn is the function of a helper that Go has not bound.
type standIn func(args []lua.LValue) ([]lua.LValue, error)

// StandIn prepares all helpers that are bound for functions in their place, and adds
// those named besides, as "field.sight", which raise an error without one. It must be
// called once, behind all calls of Bind and before scripts are loaded.
func (r *Runtime) StandIn(missing []string) *StandIns {
	s := &StandIns{by: map[string]*DriverCall{}}
	for i := range r.registry.spaces {
		space := &r.registry.spaces[i]
		space.Helpers = slices.Clone(space.Helpers) // other games may have been given the same
		for k := range space.Helpers {
			s.replace(space.Name, &space.Helpers[k])
		}
		r.rebind(space)
	}
	for _, name := range missing {
		s.add(r, name)
	}
	return s
}

// add binds a helper that Go has not bound, if its name can be that of one.
func (s *StandIns) add(r *Runtime, full string) {
	space, name, ok := strings.Cut(full, ".")
	if !ok || checkPlainName(space) != nil || checkPlainName(name) != nil || r.registry.helper(space, name) != nil || s.misspelt(full) {
		return
	}
	s.known = append(s.known, full)
	h := Helper{Name: name, Doc: "stands for what the game binds", fn: standIn(func(args []lua.LValue) ([]lua.LValue, error) {
		if f := s.by[full]; f != nil {
			return s.call(full, f, args)
		}
		return nil, fmt.Errorf("%s is not known here, as only the game binds it: give the test one, with %s.helper(%q, function() ... end)", full, NameDriver, full)
	})}
	for i := range r.registry.spaces {
		if known := &r.registry.spaces[i]; known.Name == space {
			known.Helpers = append(known.Helpers, h)
			r.rebind(known)
			return
		}
	}
	if r.hasGlobal(space) {
		return
	}
	r.registry.spaces = append(r.registry.spaces, Namespace{space, []Helper{h}})
	r.rebind(&r.registry.spaces[len(r.registry.spaces)-1])
}

// misspelt tells whether a name is nearly that of another helper of the same namespace.
func (s *StandIns) misspelt(full string) bool {
	near := diag.Suggest(full, s.known)
	space, _, _ := strings.Cut(full, ".")
	return strings.HasPrefix(near, space+".")
}

func (r *Runtime) rebind(space *Namespace) {
	for _, st := range r.all() {
		st.bind(space.Name, space.Helpers)
	}
	r.pairGlobals()
}

// Begin drops all functions and has those of a driver take their place from now on.
func (s *StandIns) Begin(d *Driver) { s.driver, s.by = d, map[string]*DriverCall{} }

// Set puts a function in the place of a helper, "field.sight".
func (s *StandIns) Set(name string, f *DriverCall) error {
	if slices.Contains(s.known, name) {
		s.by[name] = f
		return nil
	}
	if hint := diag.DidYouMean(name, s.known); hint != "" {
		return fmt.Errorf("there is no helper %s: %s", name, hint)
	}
	return fmt.Errorf("there is no helper %s: write its name as a text where %s.helper is called, such as \"field.sight\"", name, NameDriver)
}

// replace gives a helper a function of the same type that asks for one of the file first.
func (s *StandIns) replace(space string, h *Helper) {
	full := space + "." + h.Name
	s.known = append(s.known, full)
	own := reflect.ValueOf(h.fn)
	t := own.Type()
	h.fn = reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		if f := s.by[full]; f != nil {
			return s.inPlace(full, t, f, in)
		}
		return own.Call(in)
	}).Interface()
}

// inPlace calls a function of the file as if it were a Go function of type t. What goes
// wrong there fails the driver, and the results are then zero.
func (s *StandIns) inPlace(full string, t reflect.Type, f *DriverCall, in []reflect.Value) []reflect.Value {
	var args []lua.LValue
	for i := range in {
		if i == 0 && t.In(0) == contextType {
			continue
		}
		if write, err := writer(t.In(i)); err == nil {
			args = append(args, write(in[i]))
		}
	}
	given, err := s.call(full, f, args)
	out := make([]reflect.Value, t.NumOut())
	for i := range out {
		out[i] = reflect.Zero(t.Out(i))
		if err != nil || t.Out(i) == errorType {
			continue
		}
		var v lua.LValue = lua.LNil
		if i < len(given) {
			v = given[i]
		}
		var want string
		if out[i], want = result(t.Out(i), v); want != "" {
			s.driver.fail(f, fmt.Errorf("%s gives %s as result %d; want %s", full, show(v), i+1, want))
			out[i] = reflect.Zero(t.Out(i))
		}
	}
	return out
}

// result makes a Go value of what a function of the file has given; want says what
// would fit if it does not.
func result(t reflect.Type, v lua.LValue) (out reflect.Value, want string) {
	if t.Kind() != reflect.Pointer {
		read, err := reader(t)
		if err != nil {
			return reflect.Zero(t), "what Lua cannot give: a " + t.String()
		}
		return read(v)
	}
	if v == lua.LNil {
		return reflect.Zero(t), ""
	}
	elem, want := result(t.Elem(), v)
	if want != "" {
		return elem, want + ", or nil"
	}
	out = reflect.New(t.Elem())
	out.Elem().Set(elem)
	return out, ""
}

// call calls a function of the file for a helper.
func (s *StandIns) call(full string, f *DriverCall, args []lua.LValue) ([]lua.LValue, error) {
	d := s.driver
	if d.stub == full {
		err := fmt.Errorf("the function that stands for %s calls %s, which is itself", full, full)
		d.fail(f, err)
		return nil, err
	}
	outer := d.stub
	d.stub = full
	defer func() { d.stub = outer }()
	out, err := d.callBack(f.fn, args)
	if err != nil {
		d.fail(f, err)
	}
	return out, err
}

// fail remembers what is wrong with a function of the file that was called in a tick.
func (d *Driver) fail(f *DriverCall, err error) {
	if d.failure != nil {
		return
	}
	if e, ok := err.(*Error); ok {
		d.failure = e
		return
	}
	line := f.fn.Proto.LineDefined
	d.failure = d.misfit(d.chunk.script.PosOf(line, ""), err.Error())
}

func (f standIn) call(L *lua.LState) int {
	args := make([]lua.LValue, L.GetTop())
	for i := range args {
		args[i] = L.Get(i + 1)
	}
	out, err := f(args)
	if err != nil {
		L.RaiseError("%s", err)
	}
	for _, v := range out {
		L.Push(v)
	}
	return len(out)
}

// standInCall is the helper in a condition.
type standInCall struct {
	callSite
	fn standIn
}

func (x *standInCall) eval(c *engine.Context, t *lua.LTable) (val, error) {
	args := make([]lua.LValue, len(x.args))
	for i := range args {
		a, err := x.args[i].eval(c, t)
		if err != nil {
			return a, err
		}
		args[i] = a.lua()
	}
	out, err := x.fn(args)
	if err != nil || len(out) == 0 {
		return val{}, err
	}
	return toVal(out[0]), nil
}

func (x *standInCall) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}
