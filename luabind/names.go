package luabind

import (
	"sync"

	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/lint"
)

// scriptFunctions returns the functions of bt and of Lua, and the values of bt and of Lua, for the checks of scripts.
var scriptFunctions = sync.OnceValue(func() map[string]lint.Function {
	list := map[string]lint.Function{}
	add := func(e apidoc.Entry, f lint.Function) {
		f.Params = e.Params
		if last := len(f.Params) - 1; last >= 0 && f.Params[last].Name == "..." {
			f.Params, f.Rest = f.Params[:last], &f.Params[last]
		}
		list[e.Name] = f
	}
	for _, g := range apidoc.Libraries() {
		for _, e := range g.Entries {
			if !e.Function {
				list[e.Name] = lint.Function{Value: e.Returns[0]}
			} else if e.Name != "error" { // any call of error raises an error, which may be intended
				add(e, lint.Function{Loose: true})
			}
		}
	}
	for _, decl := range btValues {
		e := apidoc.Parse("bt.", decl)
		list[e.Name] = lint.Function{Value: e.Returns[0]}
	}
	for i := range apiFuncs {
		f := &apiFuncs[i]
		add(apidoc.Parse("bt.", f.decl), lint.Function{Usage: f.usage, Acts: f.acts, Suspends: f.suspends})
	}
	return list
})

// scriptParams returns the names of the parameters of all functions of bt and of Lua. The last one may be "...".
var scriptParams = sync.OnceValue(func() map[string][]string {
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
