package lua_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
	gopher "github.com/yuin/gopher-lua"
)

var keyTimes = flag.Bool("lua.keytimes", false, "measure the time that integer keys take")

const keyTimesText = `
function fill(times, first, last, step)
  local t
  for i = 1, times do
    t = {}
    for k = first, last, step do t[k] = k end
  end
  return t
end
function read(times, first, last, step, t)
  local n = 0
  for i = 1, times do
    for k = first, last, step do n = n + t[k] end
  end
  return n
end`

// TestTimesOfIntegerKeys checks that keys from 0 or from 2 on take at most 1.5 times as long as keys from 1 on, and that
// keys that go down to 1 take no longer than in gopher-lua. It measures all of them by turns and compares minima.
func TestTimesOfIntegerKeys(t *testing.T) {
	if !*keyTimes {
		t.Skip("-lua.keytimes measures")
	}
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	if _, err := s.Call(compiled(t, keyTimesText).Function(g).Value()); err != nil {
		t.Fatal(err)
	}
	p := gopher.NewState()
	if err := p.DoString(keyTimesText); err != nil {
		t.Fatal(err)
	}
	ours := func(name string, args ...lua.Value) lua.Value {
		out, err := s.Call(g.Get(lua.Name(name)), args...)
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	theirs := func(name string, args ...gopher.LValue) gopher.LValue {
		if err := p.CallByParam(gopher.P{Fn: p.GetGlobal(name), NRet: 1}, args...); err != nil {
			t.Fatal(err)
		}
		defer p.Pop(1)
		return p.Get(-1)
	}
	for _, n := range []int{10, 30, 100, 300, 1000, 1030, 1540, 10_000} {
		times := max(1, 5000/n)
		ranges := []struct {
			name              string
			first, last, step int
			took              [4][]float64 // fill and read here, then in gopher-lua
		}{
			{name: "from 1", first: 1, last: n, step: 1},
			{name: "from 0", first: 0, last: n - 1, step: 1},
			{name: "from 2", first: 2, last: n + 1, step: 1},
			{name: "from the end", first: n, last: 1, step: -1},
			{name: "every second", first: 2, last: 2 * n, step: 2},
		}
		for range 60 {
			for i := range ranges {
				r := &ranges[i]
				measure := func(what int, f func()) {
					begin := time.Now()
					f()
					r.took[what] = append(r.took[what], float64(time.Since(begin).Nanoseconds())/float64(times*n))
				}
				a := []lua.Value{lua.Number(float64(times)), lua.Number(float64(r.first)), lua.Number(float64(r.last)), lua.Number(float64(r.step))}
				measure(0, func() { a = append(a, ours("fill", a...)) })
				measure(1, func() { ours("read", a...) })
				b := []gopher.LValue{gopher.LNumber(times), gopher.LNumber(r.first), gopher.LNumber(r.last), gopher.LNumber(r.step)}
				measure(2, func() { b = append(b, theirs("fill", b...)) })
				measure(3, func() { theirs("read", b...) })
			}
		}
		for i := range ranges {
			r := &ranges[i]
			for _, list := range r.took {
				slices.Sort(list)
			}
			show := func(what int) (least, median float64) { return r.took[what][0], r.took[what][len(r.took[what])/2] }
			fill, fillMedian := show(0)
			read, readMedian := show(1)
			theirFill, theirFillMedian := show(2)
			theirRead, theirReadMedian := show(3)
			t.Logf("%5d keys %-12s ns a key, minimum and median: fill %5.1f %5.1f, read %5.1f %5.1f; gopher-lua: fill %5.1f %5.1f, read %5.1f %5.1f",
				n, r.name, fill, fillMedian, read, readMedian, theirFill, theirFillMedian, theirRead, theirReadMedian)
			switch r.name {
			case "from 0", "from 2":
				for what := range 2 {
					if r.took[what][0] > 1.5*ranges[0].took[what][0] {
						t.Errorf("%d keys %s take %.1f ns, from 1 %.1f", n, r.name, r.took[what][0], ranges[0].took[what][0])
					}
				}
			case "from the end":
				if fill > 1.1*theirFill { // the measure is not more exact
					t.Errorf("%d keys from the end take %.1f ns, in gopher-lua %.1f", n, fill, theirFill)
				}
			}
		}
	}
}
