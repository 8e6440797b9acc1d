package luabind

import (
	"sync"

	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/lint"
)

// scriptAPI returns the functions of the host, for the checks of scripts.
var scriptAPI = sync.OnceValue(func() lint.API {
	api := lint.API{Functions: functions()}
	for _, f := range apiFuncs {
		switch {
		case f.suspends:
			api.Waits = append(api.Waits, "bt."+f.name)
		case f.acts:
			api.Effects = append(api.Effects, "bt."+f.name)
		}
	}
	return api
})

// functions returns the functions of bt and of Lua that take a fixed number of arguments. The parameters of those of
// Lua have no types here: some accept more than apidoc says, such as select("#", ...).
func functions() map[string]lint.Function {
	list := map[string]lint.Function{}
	add := func(e apidoc.Entry, usage string, typed bool) {
		f := lint.Function{Usage: usage}
		for _, p := range e.Params {
			if p.Name == "..." {
				return
			} else if !typed {
				p.Type = "any"
			}
			f.Params = append(f.Params, lint.Param(p))
		}
		list[e.Name] = f
	}
	for _, g := range apidoc.Libraries() {
		for _, e := range g.Entries {
			if e.Function && e.Name != "error" { // any call of error raises an error, which may be intended
				add(e, "", false)
			}
		}
	}
	for i := range apiFuncs {
		add(apidoc.Parse("bt.", apiFuncs[i].decl), apiFuncs[i].usage, true)
	}
	return list
}
