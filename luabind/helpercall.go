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
	site := callSite{argReader: argReader{namespace + "." + h.Name, h.Params}, args: args, given: len(args)}
	for len(site.args) < len(h.Params) {
		site.args = append(site.args, constant{})
	}
	for _, try := range shapes {
		if e := try(&site, h.fn); e != nil {
			return e
		}
	}
	return newReflectedCall(&site, h)
}

// rest evaluates the arguments behind the first n, which nobody looks at, for the
// errors that they raise.
func (s *callSite) rest(n int, c *engine.Context, t *lua.LTable) error {
	for _, a := range s.args[n:] {
		if _, err := a.eval(c, t); err != nil {
			return err
		}
	}
	return nil
}

// refused is the error of an argument that does not fit.
func (s *callSite) refused(i int, got val) error {
	return errors.New(s.misfit(i+1, got.lua(), i >= s.given, s.wants[i]))
}

// panicked makes a panic of the helper an error. It must be deferred itself.
func (s *callSite) panicked(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s panicked: %v", s.what, r)
	}
}

// reflectedCall calls a function of any other type that a script may call.
type reflectedCall struct {
	callSite
	*reflected
}

func newReflectedCall(site *callSite, h *Helper) expr {
	return &reflectedCall{*site, newReflected(h)}
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
	in, bad, want := x.read(c, func(i int) lua.LValue { return args[i] })
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
