package lua_test

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// module is a file whose values are made constant and are shared by several States.
const module = `
local M = { names = { 'a', 'b', 'c' }, depth = { x = { y = { z = 7 } } }, count = 3 }
local calls, secret = 0, { 1, 2, 3 }
M.__index = M
function M.new(n) return setmetatable({ n = n }, M) end
function M:add(k) self.n = self.n + k return self end
function M.read(i) return M.names[i % 3 + 1], M.depth.x.y.z, secret[i % 3 + 1] end
function M.write() calls = calls + 1 end
function M.set() M.count = 4 end
function M.fresh(i) local t = {} for k = 1, i % 20 do t[k] = M.new(k):add(i) t['f' .. k % 5] = k end return t end
function M.sum(t) local s = 0 for _, o in ipairs(t) do s = s + o.n end for k, v in pairs(t) do if type(k) == 'string' then s = s .. k .. v end end return s end
function M.each(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, M.names[i]) end end) end
return M`

// user is the program that each State runs with the module.
const user = `
local M, from = ...
local out = {}
for i = from, from + 200 do
  out[#out + 1] = table.concat({ M.sum(M.fresh(i)), M.read(i) }, ' ')
  for k, name in M.each(3) do out[#out + 1] = name .. k end
  if i % 50 == 0 then
    out[#out + 1] = tostring(pcall(M.write)) .. tostring(pcall(M.set)) .. ('%d'):format(i):gsub('%d', '<%0>') .. M.count
  end
end
return table.concat(out, '\n')`

// TestShared checks that States on several goroutines can use one constant module, one compiled file and one library
// at once. Each State must get the same results as a single State. The race detector finds other errors.
func TestShared(t *testing.T) {
	first := lua.NewState()
	globals := lib.Open(first, lib.Options{Output: io.Discard})
	results, err := first.Call(compiled(t, module).Function(globals).Value())
	if err != nil {
		t.Fatal(err)
	}
	shared := results[0]
	lua.Freeze(shared, globals.Value())
	meta := lua.NewTable(0, 1)
	if err := meta.Set(lua.Name("__index"), globals.Get(lua.Name("string"))); err != nil {
		t.Fatal(err)
	}
	lua.Freeze(meta.Value())
	main := compiled(t, user).Function(globals).Value()
	lua.Freeze(main)
	play := func() (string, error) {
		s := lua.NewState()
		s.SetStringMeta(meta)
		results, err := s.Call(main, shared, lua.Number(1))
		if err != nil {
			return "", err
		}
		text, _ := results[0].Text()
		return fmt.Sprintf("%s %d %d", text, s.Steps, s.Bytes), nil
	}
	want, err := play()
	if err != nil || !strings.Contains(want, "falsefalse<") {
		t.Fatalf("%v %.200s", err, want)
	}
	atOnce(t, func(int) error {
		got, err := play()
		if err == nil && got != want {
			err = fmt.Errorf("%s", firstDifference(got, want))
		}
		return err
	})
}

// TestSharedPrograms checks that a random program, compiled once, has the same results in several States at once.
func TestSharedPrograms(t *testing.T) {
	for i := range 5 {
		seed := *luaSeed + uint64(i)
		chunk := compiled(t, newProgram(seed))
		want := measure(lua.NewState(), chunk, lua.Unlimited, lua.Unlimited)
		atOnce(t, func(int) error {
			s := lua.NewState()
			for range 2 {
				if got := measure(s, chunk, lua.Unlimited, lua.Unlimited); !same(got, want) {
					return fmt.Errorf("seed %d: %s", seed, firstDifference(got.said, want.said))
				}
			}
			return nil
		})
	}
}

// atOnce calls f on four goroutines.
func atOnce(t *testing.T, f func(i int) error) {
	t.Helper()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			if err := f(i); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
