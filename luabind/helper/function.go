package helper

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
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
	// Remedy, if set, returns the remedy for an argument that is nil, or empty Words. It is a part of
	// the text of the error, which a recording has.
	Remedy func(c *lua.Call, arg lua.Operand) diag.Words
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
	f := &function{what: h.Name, params: h.Params, reads: h.reads, pure: h.pure, remedy: o.Remedy}
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
	reads, pure bool // see Reads and Pure
	context     func(c *lua.Call) *engine.Context
	remedy      func(c *lua.Call, arg lua.Operand) diag.Words
	call        caller
}

// caller is a function that reads the arguments of a call, calls a Go function, and passes its results to the
// script.
type caller func(c *lua.Call, x *engine.Context, f *function) error

// run calls the function. It is a lua.Builtin.
func (f *function) run(c *lua.Call) (err error) {
	if c.Len() > len(f.params) && !f.variadic {
		if what, ok := f.method(c); ok {
			return tooMany(what, c.Len()-1, f.params[1:])
		}
		return tooMany(f.what, c.Len(), f.params)
	}
	var x *engine.Context
	if f.withContext {
		if f.context != nil {
			x = f.context(c)
		}
		if x == nil {
			return message.HelperNeedsAgent(f.what)
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
		*err = message.InexactResult(f.what, string(r))
	default:
		panicked := newPanicError(f.what, r)
		*err = message.HelperPanic(f.what, clip(fmt.Sprint(r))).Wrap(panicked)
	}
}

// failed returns the error for a helper that has returned err.
func (f *function) failed(err error) error {
	return message.HelperError(clip(err.Error()), f.what).Wrap(err)
}

// Misuse returns the words for a call of namespace.name with at least least and at most most arguments, or empty Words if
// such a call is correct.
func (h *Helper) Misuse(namespace string, least, most int) diag.Words {
	return h.misuse(namespace+"."+h.Name, 0, least, most)
}

// MisuseOfMethod is like Misuse, for a call with n arguments of h as a method, such as "agent.me:hp".
func (h *Helper) MisuseOfMethod(called string, n int) diag.Words { return h.misuse(called, 1, n, n) }

// WantsNumber reports whether argument n, from 0 on, must be a number.
func (h *Helper) WantsNumber(n int) bool {
	params, _ := h.Types()
	return n < len(params) && strings.TrimSuffix(params[n], "?") == "number"
}

// misuse is like Misuse. The first parameters, whose number is bound, have their arguments already.
func (h *Helper) misuse(what string, bound, least, most int) diag.Words {
	switch needed, takes := h.Arity(); {
	case takes >= 0 && bound+least > takes:
		return tooMany(what, least, h.Params[bound:])
	case bound+most < needed:
		return message.TooFewArguments(what, most, h.Params[bound:needed])
	}
	return diag.Words{}
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

// tooMany returns the words for a call of what with too many arguments.
func tooMany(what string, given int, params []string) diag.Words {
	if len(params) == 0 {
		return message.TakesNoArguments(what, given)
	}
	return message.TooManyArguments(what, given, params)
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

// maxError is the largest number of bytes of the text of an error that messages show.
const maxError = 1800

// clip returns the text of an error of Go code as messages show it.
func clip(text string) string {
	if len(text) > maxError {
		text = cut(text, maxError) + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// misfit returns the error for an argument that does not fit. n counts from 1. All that a message says is in the words,
// so that a replay, which may know no types, has the same message.
func (f *function) misfit(c *lua.Call, n int, want string) error {
	name, arg, missing := f.params[min(n, len(f.params))-1], c.Given(n), n > c.Len()
	what, method := f.method(c)
	switch {
	case !method:
		what = f.what
	case n == 1:
		return message.WrongReceiver(what, given(arg), want)
	default:
		n--
	}
	w := message.WrongArgument(what, given(arg), n, name, want)
	if missing {
		w = message.MissingArgument(what, n, name, want)
	}
	if f.remedy != nil && arg.Value.IsNil() {
		w = w.With(f.remedy(c, arg))
	}
	if f.pure && !missing {
		return &misfitError{w, n}
	}
	return w
}

// misfitError is the error for an argument of a Pure helper. It has a position of its own, unlike the error of another helper,
// of which a recording has only the text.
type misfitError struct {
	diag.Words
	n int
}

// Argument returns the number of the argument; see lua.ArgumentError.
func (e *misfitError) Argument() int { return e.n }

// As makes errors.As find the words.
func (e *misfitError) As(target any) bool {
	words, ok := target.(*diag.Words)
	if ok {
		*words = e.Words
	}
	return ok
}

// given returns the value of an argument. If it is nil or a handle, the name of the field or variable precedes it.
func given(o lua.Operand) string {
	shown := ShowPlain(o.Value)
	if kind := o.Value.Kind(); (kind == lua.KindNil || kind == lua.KindUserdata) && o.What != "constant" && names.MatchString(o.Text) {
		return o.Text + " (" + shown + ")"
	}
	return shown
}

var names = lazyregexp.New(`^` + ident.Pattern + `(\.` + ident.Pattern + `)*$`)
