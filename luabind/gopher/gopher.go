// Package gopher lets scripts call modules that are written for github.com/yuin/gopher-lua.
//
//	strings, err := gopher.Helpers(strings.Loader)
//	game, err := bough.Open("scripts", bough.Options{Helpers: map[string][]bough.Helper{"strings": strings}})
//
// Only a program that imports this package links gopher-lua.
//
// # What crosses
//
// The functions of the table that the loader returns become helpers. In a call, nil, booleans, numbers and strings cross as
// they are, and tables are copied, in both directions. A function of the script becomes a function that the module may call
// until the helper returns. A userdata becomes a handle, and the functions in __index of the metatables that the loader
// makes with NewTypeMetatable become its methods. A handle of the game becomes a userdata of the Go value, and comes back as
// the same handle.
//
// Everything else is an error that names it: functions and coroutines that a module returns, coroutines of a script, tables
// with a metatable, tables that contain themselves, and values other than functions in the table of the module.
//
// # Goals
//
// A module works without a change of its code if its functions compute something from their arguments. Errors have the
// place of the call in the script; an error that a function of the script raises, and that the module does not catch, keeps
// its own place.
//
// # Non-goals
//
// The time and the memory of a module are not bounded, and it has no meter. A module that keeps data between calls has them
// once for each worker or more often, since a gopher-lua state runs one call at a time; see Helpers. A module that does input
// or output does not belong in a tick.
//
// # Where to find things
//
//   - gopher.go: Helpers, and the states in which modules run
//   - cross.go: values in both directions, and functions of scripts
package gopher

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	gopher "github.com/yuin/gopher-lua"
)

// Helpers returns the functions of a module as helpers, in the order of their names, with the methods of its userdata. The
// loader is the function that a program of gopher-lua would pass to PreloadModule. Helpers calls it, and so do later calls of
// helpers, on any goroutine: workers call helpers at the same time, and each call needs a state of its own. So the module
// should keep its data in the values that it returns.
//
// The names in leave are left out. Helpers returns an error for any other entry that is no function, and for a name that
// scripts cannot use.
//
// The helpers are not Pure: their replies are recorded, and a replay does not call them. Then a function of a script that a
// module has called is not called in a replay, so make helpers that call functions, or only compute something, Pure.
func Helpers(loader gopher.LGFunction, leave ...string) ([]helper.Helper, error) {
	m := &module{loader: loader}
	first, err := m.open()
	if err != nil {
		return nil, err
	}
	m.idle.Put(first)
	var list []helper.Helper
	var wrong []error
	add := func(h helper.Helper) {
		if err := h.Check(); err != nil {
			wrong = append(wrong, fmt.Errorf("gopher: %w", err))
			return
		}
		list = append(list, h)
	}
	entries := entriesOf(first.table)
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		switch v := entries[name]; {
		case slices.Contains(leave, name):
		case v.Type() != gopher.LTFunction:
			wrong = append(wrong, fmt.Errorf("gopher: the module has %s, a %s; a namespace has only functions: leave it out with Helpers(loader, %q)", name, v.Type(), name))
		default:
			add(helper.Func(name+"(args): a function of a module for gopher-lua", m.call(name)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(first.methods)) {
		if slices.Contains(leave, name) {
			continue
		}
		// A function of the module with the same name is called with all other arguments.
		list = slices.DeleteFunc(list, func(h helper.Helper) bool { return h.Name == name })
		add(helper.FuncOf[*gopher.LUserData](name+"(self, args): a method of a module for gopher-lua", m.call(name)))
	}
	slices.SortFunc(list, func(a, b helper.Helper) int { return strings.Compare(a.Name, b.Name) })
	return list, errors.Join(wrong...)
}

// module is a module with the states in which no call runs.
type module struct {
	loader gopher.LGFunction
	idle   sync.Pool // of *host
}

// host is a state of gopher-lua with the module. It runs one call at a time.
type host struct {
	l       *gopher.LState
	table   *gopher.LTable
	methods map[string]bool // of all metatables
}

// open loads the module in a state of its own.
func (m *module) open() (*host, error) {
	l := gopher.NewState()
	known := metatables(l)
	if err := l.CallByParam(gopher.P{Fn: l.NewFunction(m.loader), NRet: 1, Protect: true}); err != nil {
		return nil, fmt.Errorf("gopher: the loader fails: %s", textOf(err))
	}
	table, ok := l.Get(-1).(*gopher.LTable)
	if !ok {
		return nil, fmt.Errorf("gopher: the loader returns a %s instead of the table of a module", l.Get(-1).Type())
	}
	l.Pop(1)
	h := &host{l: l, table: table, methods: map[string]bool{}}
	for name, meta := range metatables(l) {
		if known[name] != nil {
			continue // of the libraries of Lua
		}
		index, _ := meta.RawGetString("__index").(*gopher.LTable)
		for method, v := range entriesOf(index) {
			if v.Type() == gopher.LTFunction {
				h.methods[method] = true
			}
		}
	}
	return h, nil
}

// metatables returns the tables that NewTypeMetatable has made.
func metatables(l *gopher.LState) map[string]*gopher.LTable {
	tables := map[string]*gopher.LTable{}
	for name, v := range entriesOf(l.Get(gopher.RegistryIndex)) {
		if t, ok := v.(*gopher.LTable); ok && !strings.HasPrefix(name, "_") { // _LOADED and its like
			tables[name] = t
		}
	}
	return tables
}

// entriesOf returns the entries of a table with names.
func entriesOf(v gopher.LValue) map[string]gopher.LValue {
	entries := map[string]gopher.LValue{}
	if t, ok := v.(*gopher.LTable); ok && t != nil {
		t.ForEach(func(k, v gopher.LValue) {
			if name, ok := k.(gopher.LString); ok {
				entries[string(name)] = v
			}
		})
	}
	return entries
}

// call returns the helper that calls the function with a name or, if the first argument is a userdata with a method of this
// name, the method.
func (m *module) call(name string) func(*lua.Call) error {
	return func(c *lua.Call) error {
		h, ok := m.idle.Get().(*host)
		if !ok {
			var err error
			if h, err = m.open(); err != nil {
				return err
			}
		}
		x := &crossing{c: c, h: h, name: name}
		err := x.call()
		m.idle.Put(h) // not if the call panics: the state may then be in the middle of something
		return err
	}
}
