package gopher

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
	gopher "github.com/yuin/gopher-lua"
)

// crossing is a call of a function of a module by a script.
type crossing struct {
	c    *lua.Call
	h    *host
	name string

	over   bool       // the call has ended
	raised *lua.Error // the last error of a function of the script
	last   string     // its text in gopher-lua
}

// maxDepth bounds the tables in tables.
const maxDepth = 32

// entrySteps is the price of copying an entry of a table, as in package helper.
const entrySteps = 3

// call calls the function with the arguments of the script, and returns its results to the script.
func (x *crossing) call() error {
	defer func() { x.over = true }()
	args := make([]gopher.LValue, 0, x.c.Len())
	for i, v := range x.c.Args() {
		a, err := x.in(v, nil)
		if err != nil {
			return fmt.Errorf("argument %d of %s %w", i+1, x.name, err)
		}
		args = append(args, a)
	}
	fn := x.function(args)
	if fn == nil {
		return fmt.Errorf("%s is a method: call it with a value of the module, as in v:%s()", x.name, x.name)
	}
	l := x.h.l
	top := l.GetTop()
	err := l.CallByParam(gopher.P{Fn: fn, NRet: gopher.MultRet, Protect: true}, args...)
	if e := x.raised; e != nil && (fatal(e) || err != nil && strings.HasSuffix(textOf(err), x.last)) {
		l.SetTop(top)
		panic(e) // as if the module were not between
	}
	if err != nil {
		l.SetTop(top)
		// gopher-lua calls a function so that Go has called.
		return errors.New(strings.Replace(textOf(err), " to main chunk (", " to "+x.name+" (", 1))
	}
	defer l.SetTop(top)
	for i := top + 1; i <= l.GetTop(); i++ {
		v, err := x.out(l.Get(i), nil)
		if err != nil {
			return fmt.Errorf("result %d of %s %w", i-top, x.name, err)
		}
		x.c.Return(v)
	}
	return nil
}

// function returns the function for some arguments, or nil.
func (x *crossing) function(args []gopher.LValue) *gopher.LFunction {
	if len(args) > 0 {
		if u, ok := args[0].(*gopher.LUserData); ok {
			meta, _ := u.Metatable.(*gopher.LTable)
			if meta != nil {
				if fn, ok := entriesOf(meta.RawGetString("__index"))[x.name].(*gopher.LFunction); ok {
					return fn
				}
			}
		}
	}
	fn, _ := x.h.table.RawGetString(x.name).(*gopher.LFunction)
	return fn
}

// textOf returns the text of an error of gopher-lua, without the calls that led to it.
func textOf(err error) string {
	var e *gopher.ApiError
	if errors.As(err, &e) && e.Object != nil && e.Object != gopher.LNil {
		return strings.TrimSpace(e.Object.String())
	}
	return err.Error()
}

// fatal reports whether a meter has ended the script, so that no module may catch the error.
func fatal(e *lua.Error) bool { return errors.Is(e, lua.ErrSteps) || errors.Is(e, lua.ErrBytes) }

// own is the Go value of a userdata that stands for a handle of the game.
type own struct{ handle lua.Value }

// in returns a value of the script for the module. above are the tables around it.
func (x *crossing) in(v lua.Value, above []*lua.Table) (gopher.LValue, error) {
	switch v.Kind() {
	case lua.KindNil:
		return gopher.LNil, nil
	case lua.KindBool:
		return gopher.LBool(v.Truth()), nil
	case lua.KindNumber:
		n, _ := v.Float()
		return gopher.LNumber(n), nil
	case lua.KindString:
		s, _ := v.Text()
		return gopher.LString(s), nil
	case lua.KindTable:
		return x.tableIn(v.Table(), above)
	case lua.KindFunction:
		return x.h.l.NewFunction(x.back(v)), nil
	case lua.KindUserdata:
		data, _ := v.Data()
		if u, ok := data.(*gopher.LUserData); ok {
			return u, nil
		}
		return &gopher.LUserData{Value: own{v}, Env: x.h.l.Env, Metatable: gopher.LNil}, nil
	}
	return nil, fmt.Errorf("is a %v, which a module for gopher-lua cannot take", v.Kind())
}

func (x *crossing) tableIn(t *lua.Table, above []*lua.Table) (gopher.LValue, error) {
	if x.c.Metatable(t.Value()) != nil {
		return nil, errors.New("has a table with a metatable, which a module for gopher-lua cannot take; give a plain table")
	}
	for _, a := range above {
		if a == t {
			return nil, errors.New("has a table that contains itself")
		}
	}
	if len(above) == maxDepth {
		return nil, fmt.Errorf("has tables nested deeper than %d levels", maxDepth)
	}
	above = append(above, t)
	to := x.h.l.NewTable()
	for k, v, more := x.c.Next(t, lua.Nil); more; k, v, more = x.c.Next(t, k) {
		x.c.Spend(entrySteps)
		key, err := x.in(k, above)
		if err != nil {
			return nil, err
		}
		val, err := x.in(v, above)
		if err != nil {
			return nil, err
		}
		to.RawSet(key, val)
	}
	return to, nil
}

// out returns a value of the module for the script. above are the tables around it.
func (x *crossing) out(v gopher.LValue, above []*gopher.LTable) (lua.Value, error) {
	switch v := v.(type) {
	case *gopher.LNilType:
		return lua.Nil, nil
	case gopher.LBool:
		return lua.Bool(bool(v)), nil
	case gopher.LNumber:
		return lua.Number(float64(v)), nil
	case gopher.LString:
		return x.c.NewString(string(v)), nil
	case *gopher.LUserData:
		if o, ok := v.Value.(own); ok {
			return o.handle, nil
		}
		return lua.Handle(v), nil
	case *gopher.LTable:
		return x.tableOut(v, above)
	}
	return lua.Nil, fmt.Errorf("is a %s, which a script cannot take", v.Type())
}

func (x *crossing) tableOut(t *gopher.LTable, above []*gopher.LTable) (lua.Value, error) {
	if t.Metatable != nil && t.Metatable != gopher.LNil {
		return lua.Nil, errors.New("has a table with a metatable, which a script cannot take")
	}
	for _, a := range above {
		if a == t {
			return lua.Nil, errors.New("has a table that contains itself")
		}
	}
	if len(above) == maxDepth {
		return lua.Nil, fmt.Errorf("has tables nested deeper than %d levels", maxDepth)
	}
	above = append(above, t)
	to := x.c.NewTable(t.Len(), 0)
	for k, v := t.Next(gopher.LNil); k != gopher.LNil; k, v = t.Next(k) {
		x.c.Spend(entrySteps)
		key, err := x.out(k, above)
		if err != nil {
			return lua.Nil, err
		}
		val, err := x.out(v, above)
		if err != nil {
			return lua.Nil, err
		}
		x.c.Set(to, key, val)
	}
	return to.Value(), nil
}

// back returns a function for the module that calls a function of the script.
func (x *crossing) back(fn lua.Value) gopher.LGFunction {
	return func(l *gopher.LState) int {
		if x.over {
			l.RaiseError("a function of a script is called after the call of %s, to which it was given", x.name)
		}
		if x.raised != nil && fatal(x.raised) {
			x.raise(l, x.raised)
		}
		args := make([]lua.Value, 0, l.GetTop())
		for i := 1; i <= l.GetTop(); i++ {
			v, err := x.out(l.Get(i), nil)
			if err != nil {
				l.RaiseError("argument %d of a function that %s calls %s", i, x.name, err)
			}
			args = append(args, v)
		}
		results, err := x.c.State().Call(fn, args...)
		var e *lua.Error
		if errors.As(err, &e) {
			x.raise(l, e)
		}
		results = append([]lua.Value(nil), results...) // valid until the next call
		for i, v := range results {
			r, err := x.in(v, nil)
			if err != nil {
				l.RaiseError("result %d of a function that %s calls %s", i+1, x.name, err)
			}
			l.Push(r)
		}
		return len(results)
	}
}

// raise raises an error of the script in the module.
func (x *crossing) raise(l *gopher.LState, e *lua.Error) {
	x.raised, x.last = e, e.Error()
	l.Error(gopher.LString(x.last), 0)
}
