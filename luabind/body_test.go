package luabind_test

import "testing"

// TestLibraryCoroutines: a function of the library can be what a coroutine runs: it gets
// its arguments, gives its results, ends once, and can yield.
func TestLibraryCoroutines(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"print(coroutine.wrap(math.max)(3, 5, 4))", "5"},
		{"print(coroutine.resume(coroutine.create(unpack), { 1, nil, 3 }, 1, 3))", "true 1 nil 3"},
		{"local co = coroutine.create(print) print(coroutine.resume(co, 'in')) print(coroutine.status(co), coroutine.resume(co))", "in\ntrue\ndead false can not resume a dead thread"},
		{"local co = coroutine.create(print) coroutine.resume(co, 'once') print(coroutine.wrap(coroutine.resume)(co))", "once\nfalse can not resume a dead thread"},
		{"local c = coroutine.wrap(coroutine.yield) print(c(1, 2)) print(c(3))", "1 2\n3"},
		{"print(coroutine.wrap(error)('broken'))", "error scripts/b.lua:2:1: broken"},
		{"local a a = coroutine.create(function() local b = coroutine.create(function() local c = coroutine.wrap(function() print(coroutine.status(a), coroutine.resume(a)) end) c() end) print(coroutine.resume(b)) end) coroutine.resume(a)", "normal false can not resume a normal thread, which waits for this one\ntrue"},
		{"print(coroutine.resume(coroutine.create(coroutine.status), coroutine.create(print)))", "true suspended"},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
