package luabind

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// misfit implements lua.State.Misfit. It gives the errors about arguments of bt's and Lua's functions the form of those
// about arguments of helpers. Scripts see this text, too, if they catch the error.
func (s *state) misfit(e *lua.ArgumentError) {
	path := cmp.Or(s.runtime.pathOf(e.Callee.Value), e.Function)
	what, i := path, e.N-1
	if e.Callee.What == "method" {
		what, i = cmp.Or(e.Callee.Text, path), e.N
	}
	param := ""
	if params := s.runtime.paramsOf(path); i < len(params) && params[i] != "..." {
		param = params[i]
	}
	if want := wanted(e); want != "" {
		e.Say(helper.ArgumentText(e, what, param, want))
		return
	}
	which := fmt.Sprintf("argument %d", e.N)
	if e.N == 0 {
		which, param = "the value before the colon", ""
	}
	if param != "" {
		which += " (" + param + ")"
	}
	e.Say(what + ": " + which + ": " + e.Reason)
}

// wanted returns what an argument must be, or "" if the reason of the error says something else.
func wanted(e *lua.ArgumentError) string {
	if e.Want != "" {
		return "a " + e.Want
	}
	if want, ok := strings.CutPrefix(e.Reason, "want "); ok {
		return want
	}
	want, _ := strings.CutSuffix(e.Reason, " expected")
	return wants[want]
}

// wants has what functions of Lua expect, if it is not a type.
var wants = map[string]string{
	"value": "a value", "coroutine": "a coroutine", "nil or table": "a table or nil",
	"string/function/table": "a string, a function or a table", "Lua function": "a function of a file",
}

// pathOf returns the global name of a function, such as "bt.wait", or "" if it has none.
func (r *Runtime) pathOf(fn lua.Value) string {
	for k, v, more := r.globals.Next(lua.Nil); more; k, v, more = r.globals.Next(k) {
		if v == fn {
			return k.String()
		}
		t := v.Table()
		if t == nil {
			continue
		}
		for name, f, more := t.Next(lua.Nil); more; name, f, more = t.Next(name) {
			if f == fn {
				return k.String() + "." + name.String()
			}
		}
	}
	return ""
}

// paramsOf returns the names of the parameters of a function, such as "bt.wait".
func (r *Runtime) paramsOf(path string) []string {
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; space.Name+"."+h.Name == path {
				return h.Params
			}
		}
	}
	return parameters()[path]
}

// parameters returns the names of the parameters of the functions of bt and of Lua.
var parameters = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	add := func(e apidoc.Entry) {
		for _, p := range e.Params {
			list[e.Name] = append(list[e.Name], p.Name)
		}
	}
	for _, g := range apidoc.Libraries() {
		for _, e := range g.Entries {
			add(e)
		}
	}
	for i := range apiFuncs {
		add(apidoc.Parse("bt.", apiFuncs[i].decl))
	}
	return list
})
