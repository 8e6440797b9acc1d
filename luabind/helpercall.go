//go:build !luacore

package luabind

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// callSite is a call of a helper in a condition. The call itself is made by one of
// the shapes around it.
type callSite struct {
	argReader
	wants []string // what each parameter wants, for messages
	args  []expr   // one for each parameter at least
	given int      // how many were written
}

// newCall returns the expression of a call, without reflection if the function has
// one of the usual shapes.
func newCall(namespace string, h *Helper, args []expr) expr {
	if f, ok := h.fn.(standIn); ok {
		return &standInCall{callSite{argReader: argReader{what: namespace + "." + h.Name, params: h.Params}, args: args, given: len(args)}, f}
	}
	site := callSite{argReader: h.argReader(namespace), args: args, given: len(args)}
	if text := site.surplus(len(args)); text != "" {
		return &surplusCall{site, text}
	}
	for len(site.args) < len(h.Params) {
		site.args = append(site.args, constant{})
	}
	for _, try := range shapes {
		if d := try(h.fn); d != nil {
			site.wants = d.wants
			return newDirectCall(site, d)
		}
	}
	return &reflectedCall{site, newReflected(h)}
}

func newDirectCall(site callSite, d *direct) expr {
	if d.byNumbers == nil {
		return &valueCall{site, d}
	}
	x := &numberCall{site, d, numerics(site.args, d.n)}
	switch {
	case x.quick == nil:
		return x
	case d.number:
		return &quickNumber{quickCall{*x}}
	}
	return &quickCall{*x}
}

// surplusCall is a call with more arguments than the helper takes. It raises an error, after
// those of the arguments.
type surplusCall struct {
	callSite
	text string
}

func (x *surplusCall) eval(c *engine.Context, t *lua.LTable) (val, error) {
	for _, a := range x.args {
		if v, err := a.eval(c, t); err != nil {
			return v, err
		}
	}
	return val{}, errors.New(x.text)
}

func (x *surplusCall) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}

// refused is the error of an argument that does not fit.
func (s *callSite) refused(i int, got val) error {
	return errors.New(s.misfit(i+1, got.lua(), i >= s.given, s.wants[i]))
}

// panicked makes a panic of the helper an error. It must be deferred itself.
func (s *callSite) panicked(err *error) {
	if r := recover(); r != nil {
		*err = panicked(s.what, r)
	}
}

// valueCall calls a function of one or two values.
type valueCall struct {
	callSite
	*direct
}

func (x *valueCall) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	var given [2]val
	for i := range x.n {
		if given[i], err = x.args[i].eval(c, t); err != nil {
			return val{}, err
		}
	}
	v, misfit := x.byValues(c, given[0], given[1])
	if misfit >= 0 {
		return val{}, x.refused(misfit, given[misfit])
	}
	return v, nil
}

func (x *valueCall) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

// numberCall calls a function of numbers.
type numberCall struct {
	callSite
	*direct
	quick []numeric // the arguments, if all of them mostly are numbers
}

// numerics returns the arguments of a call that wants n numbers, nil if that takes more
// than asking each for its number.
func numerics(args []expr, n int) []numeric {
	if len(args) != n {
		return nil
	}
	out := make([]numeric, n)
	for i, a := range args {
		x, ok := a.(numeric)
		if !ok {
			return nil
		}
		out[i] = x
	}
	return out
}

func (x *numberCall) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	var nums [maxNumbers]float64
	misfit, got := -1, val{}
	for i, a := range x.args[:x.n] {
		v, err := a.eval(c, t)
		if err != nil {
			return v, err
		}
		if v.kind != kNumber && misfit < 0 {
			misfit, got = i, v
		}
		nums[i] = v.num
	}
	if misfit >= 0 {
		return val{}, x.refused(misfit, got)
	}
	return x.byNumbers(c, nums), nil
}

func (x *numberCall) test(c *engine.Context, t *lua.LTable) (bool, error) { return truth(x.eval(c, t)) }

// reflectedCall calls a function of any other type that a script may call.
type reflectedCall struct {
	callSite
	*reflected
}

func (x *reflectedCall) eval(c *engine.Context, t *lua.LTable) (v val, err error) {
	defer x.panicked(&err)
	args := make([]lua.LValue, len(x.args))
	for i := range args {
		a, err := x.args[i].eval(c, t)
		if err != nil {
			return a, err
		}
		args[i] = a.lua()
	}
	in, bad, want := x.read(c, x.given, func(i int) lua.LValue { return args[i] })
	if want != "" {
		return val{}, errors.New(x.misfit(bad+1, args[bad], bad >= x.given, want))
	}
	out, err := x.run(in)
	if err != nil {
		return val{}, fmt.Errorf("%s: %w", x.what, err)
	}
	if len(out) == 0 {
		return val{}, nil
	}
	return toVal(x.writers[0](out[0])), nil
}

func (x *reflectedCall) test(c *engine.Context, t *lua.LTable) (bool, error) {
	return truth(x.eval(c, t))
}

// results returns how many results a helper gives to a script.
func (h *Helper) results() int {
	t := reflect.TypeOf(h.fn)
	n := t.NumOut()
	if n > 0 && t.Out(n-1) == errorType {
		n--
	}
	return n
}
