package helper

import (
	"reflect"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// StandIn is called instead of a Go function. args are copies, and are valid for that function. A StandIn must pass
// its results to give, and return the error of give. That error names a result that the function could not have
// returned.
type StandIn func(c *lua.Call, args []lua.Value, give func(results []lua.Value) error) error

// replaceable returns a caller that calls the stand-in if there is one, or own if there is none.
func (h *Helper) replaceable(standIn func(name string) StandIn, own caller) caller {
	raw, params := reflect.TypeOf(h.fn) == builtinType, h.params
	return func(c *lua.Call, x *engine.Context, f *function) error {
		call := standIn(f.what)
		if call == nil {
			return own(c, x, f)
		}
		n := max(c.Len(), len(params))
		if f.variadic {
			n = max(c.Len(), len(params)-1)
		}
		args := make([]lua.Value, n)
		for i := range args {
			var want string
			if args[i] = c.Arg(i + 1); raw {
				continue
			}
			if args[i], want = params[min(i, len(params)-1)].copy(c, args[i]); want != "" {
				return f.misfit(c, i+1, want)
			}
		}
		var misfit error
		err := call(c, args, func(results []lua.Value) error {
			misfit = h.give(c, f, results)
			return misfit
		})
		if err != nil && misfit == nil {
			return f.failed(err)
		}
		return misfit
	}
}

// give passes the results of a stand-in to the script. It returns an error if a result is not valid for the Go
// function.
func (h *Helper) give(c *lua.Call, f *function, given []lua.Value) error {
	if reflect.TypeOf(h.fn) == builtinType {
		for _, v := range given {
			c.Return(v)
		}
		return nil
	}
	for i := range h.results {
		v := lua.Nil
		if i < len(given) {
			v = given[i]
		}
		v, want := h.results[i].copy(c, v)
		if want != "" {
			return message.WrongStandInResult(f.what, i+1, ShowPlain(v), want)
		}
		c.Return(v)
	}
	return nil
}

// copy converts v to Go and back, and returns the result. If v does not fit, copy returns v itself, and want
// describes the values that do.
func (x *crossing) copy(c *lua.Call, v lua.Value) (_ lua.Value, want string) {
	if d, _ := v.Data(); len(x.handles) == 1 && reflect.TypeOf(d) == dummyType {
		return v, ""
	}
	to := reflect.New(x.of).Elem()
	if want = x.read(c, v, to); want != "" || x.noWrite != nil {
		return v, want
	}
	return x.write(c, to), ""
}
