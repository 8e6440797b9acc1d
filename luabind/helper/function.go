package helper

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Options tell a function what it is for.
type Options struct {
	// Namespace stands before the name in messages: geom.distance.
	Namespace string
	// Context returns what a first parameter *engine.Context gets, nil while there is none, as when a
	// file is loaded. It is called only for functions that have one. Such a call is an error if there
	// is no Context.
	Context func(c *lua.Call) *engine.Context
	// StandIn, if it is not nil, is asked in each call for what is called in the place of the function of that
	// name, with the namespace; nil is for the function itself. It is for tests of scripts.
	StandIn func(name string) StandIn
}

// Function returns the helper as scripts call it. Any number of States may share it. It panics if there
// is something wrong with the helper; see Check.
func (h *Helper) Function(o Options) *lua.Function {
	if h.err != nil {
		panic(h.err)
	}
	f := h.function(o)
	if f.call = h.direct(); f.call == nil {
		f.call = newReflected(h).call
	}
	if o.StandIn != nil {
		f.call = h.replaceable(o.StandIn, f.call)
	}
	return lua.NewFunction(f.what, f.run)
}

// function returns the helper without its caller.
func (h *Helper) function(o Options) *function {
	f := &function{what: h.Name, params: h.Params}
	if o.Namespace != "" {
		f.what = o.Namespace + "." + h.Name
	}
	t := reflect.TypeOf(h.fn)
	f.variadic = t.IsVariadic() || t == builtinType
	if f.withContext = t.NumIn() > 0 && t.In(0) == contextType; f.withContext {
		f.context = o.Context
	}
	return f
}

// direct returns how the function is called without reflection, nil if no shape fits.
func (h *Helper) direct() caller {
	if fn, ok := h.fn.(func(*lua.Call) error); ok {
		return func(c *lua.Call, _ *engine.Context, _ *function) error { return fn(c) }
	}
	for _, list := range [][]shape{h.shapes, shapes} {
		for _, try := range list {
			if call := try(h.fn); call != nil {
				return call
			}
		}
	}
	return nil
}

// function is a helper ready to be called.
type function struct {
	what        string
	params      []string
	variadic    bool // any number of arguments is right
	withContext bool
	context     func(c *lua.Call) *engine.Context
	call        caller
}

// caller reads the arguments of a call, calls a Go function, and gives its results to the script.
type caller func(c *lua.Call, x *engine.Context, f *function) error

// run is the lua.Builtin.
func (f *function) run(c *lua.Call) (err error) {
	if c.Len() > len(f.params) && !f.variadic {
		return f.surplus(c.Len())
	}
	var x *engine.Context
	if f.withContext {
		if f.context != nil {
			x = f.context(c)
		}
		if x == nil {
			return fmt.Errorf("%s cannot be used while a file is loaded; call it in a hook", f.what)
		}
	}
	defer f.panicked(&err)
	return f.call(c, x, f)
}

// panicked makes an error of a panic, which it wraps if that is one. What ends the script, as a meter
// does, goes on.
func (f *function) panicked(err *error) {
	switch r := recover().(type) {
	case nil:
	case *lua.Error:
		panic(r)
	case error:
		*err = fmt.Errorf("%s panicked: %w", f.what, r)
	default:
		*err = fmt.Errorf("%s panicked: %v", f.what, r)
	}
}

// failed returns the error of a helper that has returned one.
func (f *function) failed(err error) error { return fmt.Errorf("%s: %w", f.what, err) }

// Surplus says what is wrong with calling namespace.name with at least so many arguments, "" if nothing is.
func (h *Helper) Surplus(namespace string, given int) string {
	f := &function{what: namespace + "." + h.Name, params: h.Params}
	if given <= len(h.Params) || h.takesAny() {
		return ""
	}
	return f.surplus(given).Error()
}

// takesAny reports whether any number of arguments is right.
func (h *Helper) takesAny() bool {
	_, raw := h.fn.(func(*lua.Call) error)
	return raw || reflect.TypeOf(h.fn).IsVariadic()
}

// surplus returns the error of more arguments than the helper takes.
func (f *function) surplus(given int) error {
	is, takes := "arguments are", "none"
	if given == 1 {
		is = "argument is"
	}
	if n := len(f.params); n > 0 {
		takes = fmt.Sprintf("%d (%s)", n, strings.Join(f.params, ", "))
	}
	return fmt.Errorf("%s: %d %s given; it takes %s", f.what, given, is, takes)
}

// misfit returns the error of argument n, counted from 1.
func (f *function) misfit(c *lua.Call, n int, want string) error {
	name, is := f.params[min(n, len(f.params))-1], "missing"
	if n <= c.Len() {
		is = Show(c.Arg(n))
	}
	return fmt.Errorf("%s: argument %d (%s) is %s; want %s", f.what, n, name, is, want)
}
