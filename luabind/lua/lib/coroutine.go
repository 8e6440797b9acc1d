package lib

import "github.com/bough-dev/bough/luabind/lua"

func coroutineLibrary() *lua.Table {
	t := library(coroutineFunctions)
	set(t, "create", lua.Create.Value())
	set(t, "resume", lua.Resume.Value())
	set(t, "wrap", lua.Wrap.Value())
	set(t, "yield", lua.Yield.Value())
	return t
}

var coroutineFunctions = []function{
	{"running", coroutineRunning},
	{"status", coroutineStatus},
}

// coroutineRunning is coroutine.running(), which is nil outside of coroutines.
func coroutineRunning(c *lua.Call) error {
	if t := c.State().Current(); t != nil {
		c.Return(t.Value())
	} else {
		c.Return(lua.Nil)
	}
	return nil
}

// coroutineStatus is coroutine.status(co).
func coroutineStatus(c *lua.Call) error {
	t := c.Arg(1).Thread()
	if t == nil {
		return c.BadArgument(1, "coroutine expected").Wants("a coroutine")
	}
	c.Return(statusNames[t.Status()])
	return nil
}

// statusNames are the results of coroutine.status.
var statusNames = func() (names [lua.Dead + 1]lua.Value) {
	for s := range names {
		names[s] = lua.Name(lua.Status(s).String())
	}
	return names
}()
