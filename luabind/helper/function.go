package helper

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Options configures a function for its host.
type Options struct {
	// Namespace precedes the name in messages, as in geom.distance.
	Namespace string
	// Context returns the value for a first parameter of type *engine.Context. It returns nil if there is no
	// context, for example while a file is loading. Context is called only for functions with such a parameter. If
	// Context is nil, calling such a function is an error.
	Context func(c *lua.Call) *engine.Context
	// Remedy, if set, returns what a message about an argument that is nil says after what is wanted, or "". It is a part of
	// the text of the error, which a recording has.
	Remedy func(c *lua.Call, arg lua.Operand) string
	// StandIn, if set, replaces functions in tests of scripts. Each call of a function first calls StandIn with the
	// name of the function, including the namespace. If the result is not nil, it is called instead of the
	// function.
	StandIn func(name string) StandIn
	// Tape, if set, records and plays back the replies of helpers that are not Pure.
	Tape Tape
}

// Function returns the helper as a function for scripts. Any number of States may share the result. Function panics
// if Check would return an error.
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
	if o.Tape != nil && !h.pure {
		return lua.NewFunction(f.what, f.taped(o.Tape))
	}
	return lua.NewFunction(f.what, f.run)
}

// function returns the helper as a function that has no caller yet.
func (h *Helper) function(o Options) *function {
	f := &function{what: h.Name, params: h.Params, reads: h.reads, remedy: o.Remedy}
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

// direct returns the caller that calls the Go function without reflection, or nil if no shape fits.
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

// function is a helper that is ready to be called.
type function struct {
	what        string
	params      []string
	variadic    bool // any number of arguments is valid
	withContext bool
	reads       bool // see Reads
	context     func(c *lua.Call) *engine.Context
	remedy      func(c *lua.Call, arg lua.Operand) string
	call        caller
}

// caller is a function that reads the arguments of a call, calls a Go function, and passes its results to the
// script.
type caller func(c *lua.Call, x *engine.Context, f *function) error

// run calls the function. It is a lua.Builtin.
func (f *function) run(c *lua.Call) (err error) {
	if c.Len() > len(f.params) && !f.variadic {
		if what, ok := f.method(c); ok {
			return miscount(what, c.Len()-1, "takes", f.params[1:])
		}
		return miscount(f.what, c.Len(), "takes", f.params)
	}
	var x *engine.Context
	if f.withContext {
		if f.context != nil {
			x = f.context(c)
		}
		if x == nil {
			return fmt.Errorf("%s cannot be used while a file is loaded, nor by a test itself, since it needs an agent; use it in a hook", f.what)
		}
	}
	defer f.panicked(&err)
	return f.call(c, x, f)
}

// panicked converts a panic to an error. A panic that ends the script, such as one of a meter, continues.
func (f *function) panicked(err *error) {
	switch r := recover().(type) {
	case nil:
	case *lua.Error:
		panic(r)
	case inexact:
		*err = fmt.Errorf("%s has the result %s, but numbers are exact only from -2^53 to 2^53; let the helper return a string", f.what, r)
	default:
		*err = newPanicError(f.what, r)
	}
}

// failed returns the error for a helper that has returned err.
func (f *function) failed(err error) error { return fmt.Errorf("%s: %w", f.what, err) }

// Misuse returns the problem of a call of namespace.name with at least least and at most most arguments, or "" if
// there is none.
func (h *Helper) Misuse(namespace string, least, most int) string {
	return h.misuse(namespace+"."+h.Name, 0, least, most)
}

// MisuseOfMethod is like Misuse, for a call with n arguments of h as a method, such as "agent.me:hp".
func (h *Helper) MisuseOfMethod(called string, n int) string { return h.misuse(called, 1, n, n) }

// misuse is like Misuse. The first parameters, whose number is bound, have their arguments already.
func (h *Helper) misuse(what string, bound, least, most int) string {
	switch needed, takes := h.Arity(); {
	case takes >= 0 && bound+least > takes:
		return miscount(what, least, "takes", h.Params[bound:]).Error()
	case bound+most < needed:
		return miscount(what, most, "needs", h.Params[bound:needed]).Error()
	}
	return ""
}

// needed returns the minimum number of arguments. Those that may be nil may be missing at the end.
func (h *Helper) needed() int {
	n := len(h.params)
	if n > 0 && reflect.TypeOf(h.fn).IsVariadic() {
		n--
	}
	for n > 0 && (h.params[n-1].of == valueType || h.params[n-1].solid != nil) {
		n--
	}
	return n
}

// miscount returns the error for a call of what with a wrong number of arguments. verb is "takes" if there are too
// many, and "needs" if there are too few.
func miscount(what string, given int, verb string, params []string) error {
	is, list := "arguments are", "none"
	if given == 1 {
		is = "argument is"
	}
	if n := len(params); n > 0 {
		list = fmt.Sprintf("%d (%s)", n, strings.Join(params, ", "))
	}
	return fmt.Errorf("%s: %d %s given; it %s %s", what, given, is, verb, list)
}

// method returns the called function as the source has it, such as agent.me:hp, if the call c is that of a method of a
// handle.
func (f *function) method(c *lua.Call) (text string, ok bool) {
	if _, ok := c.Arg(1).Data(); !ok || len(f.params) == 0 {
		return "", false
	}
	callee := c.Callee()
	return cmp.Or(callee.Text, f.what), callee.What == "method"
}

// misfit returns the error for an argument that does not fit. n counts from 1. All that a message says is in the text,
// so that a replay, which may know no types, has the same message.
func (f *function) misfit(c *lua.Call, n int, want string) error {
	name, arg, is := f.params[min(n, len(f.params))-1], c.Given(n), "missing"
	if n <= c.Len() {
		is = given(arg)
	}
	what, method := f.method(c)
	switch {
	case !method:
		what = f.what
	case n == 1:
		return fmt.Errorf("%s is called on %s; want %s", what, is, want)
	default:
		n--
	}
	text := fmt.Sprintf("%s: argument %d (%s) is %s; want %s", what, n, name, is, want)
	if f.remedy != nil && arg.Value.IsNil() {
		if remedy := f.remedy(c, arg); remedy != "" {
			text += ": " + remedy
		}
	}
	return errors.New(text)
}

// given returns the value of an argument. If it is nil or a handle, the name of the field or variable precedes it.
func given(o lua.Operand) string {
	shown := ShowPlain(o.Value)
	if kind := o.Value.Kind(); (kind == lua.KindNil || kind == lua.KindUserdata) && o.What != "constant" && names.MatchString(o.Text) {
		return o.Text + " (" + shown + ")"
	}
	return shown
}

var names = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)
