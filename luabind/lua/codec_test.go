package lua_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// ran is the output of a program and its costs.
type ran struct {
	said                      string
	suspensions, steps, bytes int64
}

// interrupted runs a program that is suspended at each output. If save is set, the suspended program is encoded
// each time, decoded in a new State, and continues there. The decoded program is encoded again, which must give the
// same bytes.
func interrupted(t *testing.T, chunk *lua.Chunk, save bool) (r ran) {
	t.Helper()
	var out bytes.Buffer
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
	outer := compiled(t, suspending)
	body := compiled(t, `local prepare, run = ... print = prepare() return run()`)
	codec := lua.NewCodec()
	codec.Closures = lib.Closures
	for k, v, more := g.Next(lua.Nil); more; k, v, more = g.Next(k) { // the table of globals itself is not a constant, since the program changes it
		if name, _ := k.Text(); name != "_G" {
			codec.Constant(name, v)
		}
	}
	codec.File("program", chunk)
	codec.File("outer", outer)
	codec.File("body", body)
	meta := lua.NewTable(0, 1)
	_ = meta.Set(lua.Name("__index"), g.Get(lua.Name("string")))
	v := lua.NewThread(body.Function(g).Value()).Value()
	args := []lua.Value{outer.Function(g).Value(), chunk.Function(g).Value()}
	for {
		if save {
			data, err := codec.Encode(nil, append([]lua.Value{v}, args...)...)
			if err != nil {
				t.Fatalf("after %d: %v", r.suspensions, err)
			}
			s = lua.NewState()
			s.SetStringMeta(meta)
			values, err := codec.Decode(s, data)
			if err != nil {
				t.Fatalf("after %d: %v", r.suspensions, err)
			}
			if again, err := codec.Encode(nil, values...); err != nil || !bytes.Equal(again, data) {
				t.Fatalf("after %d: read and written again it is another thing: %v", r.suspensions, err)
			}
			v, args = values[0], values[1:]
		}
		thread := v.Thread()
		s.Steps, s.Bytes = lua.Unlimited, lua.Unlimited
		results, err := s.Resume(thread, args...)
		if err != nil {
			fmt.Fprintln(&out, "error:", err)
		} else if thread.Status() == lua.Suspended {
			fmt.Fprintln(&out, results[0])
		}
		r.steps += lua.Unlimited - s.Steps
		r.bytes += lua.Unlimited - s.Bytes
		if args = nil; thread.Status() == lua.Dead {
			r.said = out.String()
			return r
		}
		r.suspensions++
	}
}

// TestSaved checks that a program has the same output and costs if it is encoded and decoded at each output.
func TestSaved(t *testing.T) {
	n, suspensions := programs(4), int64(0)
	for i := range n {
		seed := *luaSeed + uint64(i)
		chunk := compiled(t, newProgram(seed))
		got, want := interrupted(t, chunk, true), interrupted(t, chunk, false)
		if got.said != want.said {
			t.Fatalf("seed %d: %s", seed, firstDifference(got.said, want.said))
		}
		if got != want {
			t.Fatalf("seed %d: %d steps and %d bytes, not %d and %d", seed, got.steps, got.bytes, want.steps, want.bytes)
		}
		suspensions += got.suspensions
	}
	t.Logf("%d programs were saved %d times", n, suspensions)
}

// waiting holds programs that yield, for tests of encoding them.
var waiting = []string{
	`local t = { 1, 2, x = 'a', [true] = 0/0 } t.self = t local n = 0 local function up() n = n + 1 return n end yield(up()) return up(), t.self.x`,
	`for k, v in pairs({ a = 1, b = { 2 } }) do for w in ('x y'):gmatch('%a') do yield(k, w) end end`,
	`local ok, e = pcall(function(...) for i = 1, 3 do yield(i, ...) end error('no') end, 5) return ok, e`,
	`local co = coroutine.wrap(function(...) local n = ... while true do n = n + yield(n) end end) co(1) yield(co(2)) return co(3)`,
	`local m = setmetatable({}, { __index = function(t, k) return k .. k end }) return xpcall(function() return m.a .. yield(m.b) end, print)`,
	`local big = {} for i = 1, 40 do big[i] = i big['k' .. i] = i end for i = 1, 39 do big[i] = nil end yield(big) return #big, next(big)`,
}

// newCodec returns a Codec that has the libraries as constants, and the table of globals with the libraries.
func newCodec() (*lua.Codec, *lua.Table) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: io.Discard})
	_ = g.Set(lua.Name("yield"), lua.Yield.Value())
	k := lua.NewCodec()
	k.Closures = lib.Closures
	k.Constant("lua", g.Value())
	return k, g
}

// TestSavedErrors checks that an error of Encode has the path to the value, and that an error of Decode names the
// missing part.
func TestSavedErrors(t *testing.T) {
	k, g := newCodec()
	chunk := compiled(t, `local t = { list = { 1, { co = yield } } } local f = function() return t end local co co = coroutine.create(function(g) yield(g) end) return f, t, co`)
	out, err := lua.NewState().Call(chunk.Function(g).Value())
	if err != nil {
		t.Fatal(err)
	}
	values := slices.Clone(out)
	native := lua.NewFunction("strange", func(*lua.Call) error { return nil }).Value()
	entry := func(v lua.Value) lua.Value {
		x := lua.NewTable(0, 0)
		_ = x.Set(lua.Name("x y"), v)
		return x.Value()
	}
	check := func(want string, values ...lua.Value) {
		t.Helper()
		if _, err := k.Encode(nil, values...); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	check("value 1 cannot be saved: it is a function of p.lua:1, in a version of the file that is no longer loaded; set it anew, or keep data instead", values[0])
	k.File("p", chunk)
	_ = values[1].Table().Get(lua.Name("list")).Table().Int(2).Table().Set(lua.Name("co"), native)
	check("value 2 (local t).list[2].co cannot be saved: the function strange of Go is no constant", lua.True, values[0])
	_ = values[1].Table().Get(lua.Name("list")).Table().Int(2).Table().Set(lua.Name("co"), lua.Nil)
	check(`value 1["x y"] cannot be saved: it is a value of Go, int`, entry(lua.Handle(5)))
	s := lua.NewState()
	data, err := k.Encode(nil, values...)
	if err != nil {
		t.Fatal(err)
	}
	for what, bad := range map[string][]byte{
		`the values of Lua: it has format 0, and this is Bough`:           []byte("Bough Lua 0\n"),
		`the values of Lua: it begins with "Bough" instead of "Bough Lua`: []byte("Bough"),
		"the data ends here":                 data[:len(data)-1],
		"there is more than there should be": append(slices.Clone(data), 0),
	} {
		if _, err := k.Decode(s, bad); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("got %v, want %s", err, what)
		}
	}
	empty := lua.NewCodec()
	empty.File("p", chunk)
	if _, err := empty.Decode(s, data); err == nil || !strings.Contains(err.Error(), "there is no lua") {
		t.Error(err)
	}
	s.Bytes = 500
	if _, err := k.Decode(s, data); err != lua.ErrBytes {
		t.Error(err)
	}
}

// FuzzDecode checks that any bytes are decoded or refused. It must be possible to use decoded values, and to encode
// them again.
func FuzzDecode(f *testing.F) {
	k, g := newCodec()
	for i, text := range waiting {
		chunk := compiled(f, text)
		k.File(fmt.Sprint(i), chunk)
		s := lua.NewState()
		s.SetStringMeta(stringMeta(g))
		thread := lua.NewThread(chunk.Function(g).Value())
		for thread.Status() != lua.Dead {
			data, err := k.Encode(nil, thread.Value())
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
			if _, err := s.Resume(thread, lua.Number(1)); err != nil {
				f.Fatalf("%s: %v", text, err)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := lua.NewState()
		s.Steps, s.Bytes, s.MaxDepth = 10000, 1<<20, 100
		s.SetStringMeta(stringMeta(g))
		values, err := k.Decode(s, data)
		if err != nil {
			return
		}
		again, err := k.Encode(nil, values...)
		if err != nil {
			t.Fatalf("encoding the decoded values: %v", err)
		}
		s.Bytes = 1 << 20
		if more, err := k.Decode(s, again); err != nil {
			t.Fatalf("decoding the second encoding: %v", err)
		} else if third, err := k.Encode(nil, more...); err != nil || !bytes.Equal(again, third) {
			t.Fatalf("the second encoding differs: %v", err)
		}
		for _, v := range values {
			for thread := v.Thread(); thread != nil && thread.Status() == lua.Suspended && s.Steps > 0; {
				_, _ = s.Resume(thread, lua.Number(2))
			}
		}
		_, _ = k.Encode(nil, values...)
	})
}

func stringMeta(g *lua.Table) *lua.Table {
	meta := lua.NewTable(0, 1)
	_ = meta.Set(lua.Name("__index"), g.Get(lua.Name("string")))
	return meta
}

// TestGroups checks that values added by Codec.ConstantIn, and the values that they refer to, are constants only while
// Codec.Group has them.
func TestGroups(t *testing.T) {
	s := lua.NewState()
	inner := s.NewTable(0, 0)
	outer := s.NewTable(1, 0)
	if err := outer.Append(inner.Value()); err != nil {
		t.Fatal(err)
	}
	k := lua.NewCodec()
	first, second, other := map[string]lua.Value{}, map[string]lua.Value{}, map[string]lua.Value{}
	k.ConstantIn(first, "p", outer.Value())
	k.ConstantIn(second, "p", outer.Value())
	k.ConstantIn(other, "p", s.NewTable(0, 0).Value())
	for i, group := range []map[string]lua.Value{first, second, other, nil} {
		k.Group = group
		data, err := k.Encode(nil, outer.Value(), inner.Value())
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.Decode(s, data)
		if err != nil {
			t.Fatal(err)
		}
		if constant := got[0] == outer.Value() && got[1] == inner.Value(); constant != (i < 2) {
			t.Errorf("group %d: the tables are constants: %v", i, constant)
		}
	}
}
