package lua_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// refusals returns a State that records its refused changes, and its globals. said returns the recorded changes and
// clears the record.
func refusals() (s *lua.State, globals *lua.Table, said func() string) {
	s = lua.NewState()
	globals = lib.Open(s, lib.Options{})
	var list []string
	s.Refused = func(e *lua.Error) {
		m := e.Mistake
		what := m.Kind.String()
		if len(m.Operands) == 0 {
			what = "variable " + m.Name
		}
		if !m.Key.IsNil() {
			what += " " + m.Key.String()
		}
		if m.By != "" {
			what += " by " + m.By
		}
		list = append(list, fmt.Sprintf("%d:%d %s", e.At.Line, e.At.Col, what))
		e.Say("no")
	}
	return s, globals, func() string {
		text := strings.Join(list, ", ")
		list = nil
		return text
	}
}

// TestRefused checks that State.Refused is called for each change that a guard refuses, with the position of the
// change, even if the script catches the error, and that Refused can change the text of the error.
func TestRefused(t *testing.T) {
	s, g, said := refusals()
	_, err := s.Call(compiled(t, `
t = { list = { 3, 1 }, empty = {} }
local n = 0
count = function() n = n + 1 end
words = ("a b"):gmatch("%a")
co = coroutine.create(function() coroutine.yield() end)
wrapped = coroutine.wrap(function() coroutine.yield() end)
sink = setmetatable({}, { __newindex = t })`).Function(g).Value())
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		"t.x = 1":                                 "1:1 table x",
		"t.list[1] = 1":                           "1:3 table 1",
		"t[1], t.y = 1, 2":                        "1:7 table y",
		"global = 1":                              "1:1 variable global",
		"sink.x = 1":                              "1:1 table x",
		"table.insert(t.list, 1)":                 "1:7 table 3 by insert",
		"table.remove(t.empty)":                   "1:7 table by remove",
		"table.sort(t.empty)":                     "1:7 table by sort",
		"rawset(t, 'x', 1)":                       "1:1 table x by rawset",
		"setmetatable(t, nil)":                    "1:1 table by setmetatable",
		"count()":                                 "4:20 variable n",
		"words()":                                 "1:1 function by gmatch",
		"for w in words do end":                   "1:10 function by gmatch",
		"coroutine.resume(co)":                    "1:11 thread by resume",
		"wrapped()":                               "1:1 function by wrap",
		"pcall(wrapped)":                          "1:1 function by wrap",
		"pcall(function() t.x = 1 end)":           "1:18 table x",
		"pcall(function() t.x = 1 end) t.y = 2":   "1:18 table x, 1:31 table y",
		"local t = {} t.x = 1 table.insert(t, 1)": "",
		"for w in ('a'):gmatch('a') do end":       "",
		"local co = coroutine.wrap(function() coroutine.yield(1) end) co() co()": "",
		"local n = 0 local function f() n = n + 1 end f()":                       "",
	} {
		f := compiled(t, body).Function(g).Value()
		s.SetGuard(true)
		_, err := s.Call(f)
		s.SetGuard(false)
		got := said()
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
		if caught := strings.HasPrefix(body, "pcall"); err != nil && !errors.Is(err, lua.ErrGuarded) || err == nil && want != "" && !caught {
			t.Errorf("%s: %v", body, err)
		}
		if err != nil && !strings.HasSuffix(err.Error(), ": no") {
			t.Errorf("%s: the host's words are not used: %v", body, err)
		}
	}
	if _, err := s.Call(compiled(t, "assert(#t.list == 2 and t.x == nil and words() == 'a' and coroutine.resume(co)) wrapped() count()").Function(g).Value()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestFrozenCoroutines checks that a constant coroutine is never resumed, and that the values that it refers to do
// not change.
func TestFrozenCoroutines(t *testing.T) {
	s, g, said := refusals()
	out, err := s.Call(compiled(t, `
local co, wrapped = coroutine.create(function() end), coroutine.wrap(function() end)
return { f = function() return coroutine.status(co) end, g = function() coroutine.resume(co) end, h = function() wrapped() end }`).Function(g).Value())
	if err != nil {
		t.Fatal(err)
	}
	holder := out[0]
	lua.Freeze(holder)
	for name, want := range map[string]string{"f": "", "g": "3:83 thread by resume", "h": "3:114 function by wrap"} {
		_, err := s.Call(holder.Table().Get(lua.Name(name)))
		if got := said(); got != want || (err != nil) != (want != "") || err != nil && !errors.Is(err, lua.ErrFrozen) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// TestFix checks that fixed entries cannot be changed in any way, and that other entries can.
func TestFix(t *testing.T) {
	s, g, said := refusals()
	fixed := lua.NewTable(0, 8)
	for i, name := range []string{"id", "name"} {
		if err := fixed.Set(lua.Name(name), lua.Number(float64(i))); err != nil {
			t.Fatal(err)
		}
	}
	fixed.Fix()
	if err := g.Set(lua.Name("t"), fixed.Value()); err != nil {
		t.Fatal(err)
	}
	for body, refused := range map[string]bool{
		"t.id = 3": true, "t['i' .. 'd'] = 3": true, "rawset(t, 'name', nil)": true, "setmetatable(t, {})": true,
		"local k, v = 'name', 1 t[k], v = v, k":       true,
		"setmetatable({}, { __newindex = t }).id = 1": true,
		"local x = t for i = 1, 40 do x.n = i x['n' .. i] = i end for i = 1, 40 do x['n' .. i] = nil end x.z = 1 x.id = 1": true,
		"t.other = 3 t.other = nil t.other = 4 rawset(t, 'id2', 5) t[1] = 2 table.insert(t, 3)":                            false,
	} {
		for range 2 { // in the second iteration, the hints of sites are set
			_, err := s.Call(compiled(t, body).Function(g).Value())
			if got := said(); (got != "") != refused || (err != nil) != refused {
				t.Errorf("%s: refused %q, %v", body, got, err)
			}
		}
		if id, name := fixed.Get(lua.Name("id")), fixed.Get(lua.Name("name")); id.String() != "0" || name.String() != "1" {
			t.Errorf("%s: id is %s, name is %s", body, id, name)
		}
	}
	if err := fixed.Set(lua.Name("id"), lua.Nil); !errors.Is(err, lua.ErrFrozen) {
		t.Errorf("from Go: %v", err)
	}
	id, other := lua.NewField("id"), lua.NewField("other")
	for range 2 { // in the second iteration, the hints are set
		if err := id.Set(fixed, lua.Nil); !errors.Is(err, lua.ErrFrozen) {
			t.Errorf("by a Field: %v", err)
		}
		if err := other.Set(fixed, lua.Number(7)); err != nil || other.Get(fixed) != lua.Number(7) {
			t.Errorf("by a Field, other is %v, %v", other.Get(fixed), err)
		}
	}
	lua.Freeze(fixed.Value())
	if err := other.Set(fixed, lua.Nil); !errors.Is(err, lua.ErrFrozen) {
		t.Errorf("by a Field, of a frozen table: %v", err)
	}
}

// TestWatch checks that Table.Watch reports look-ups by name, that code behaves as without Watch, and that stop
// restores the table.
func TestWatch(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	watched := lua.NewTable(0, 0)
	for i, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		if err := watched.Set(lua.Name(name), lua.Number(float64(i))); err != nil {
			t.Fatal(err)
		}
		if i == 3 {
			watched.Append(lua.String("first"))
			watched.Append(lua.String("second"))
		}
	}
	f := compiled(t, `local t, same = ...
local out = {}
for k, v in pairs(t) do out[#out + 1] = k .. tostring(v) end
out[#out + 1] = next(t) .. #t .. t[2] .. unpack(t) .. table.concat(t, ",") .. tostring(t == same)
for i, v in ipairs(t) do out[#out + 1] = i .. v end
out[#out + 1] = t.a + t["b"] + rawget(t, "j") .. tostring(t.none)
local names = { a = "A" }
for k in pairs(t) do if names[k] then out[#out + 1] = names[k] end end
return table.concat(out, " ")`).Function(g).Value()
	run := func() string {
		out, err := s.Call(f, watched.Value(), watched.Value())
		if err != nil {
			t.Fatal(err)
		}
		return out[0].String()
	}
	want := run()
	var read []string
	stop := watched.Watch(func(name string, v lua.Value) { read = append(read, name+"="+v.String()) })
	for range 2 {
		if got := run(); got != want {
			t.Errorf("watched: %s\nelse:    %s", got, want)
		}
		if want := []string{"a=0", "b=1", "j=9", "none=nil"}; !slices.Equal(read, want) {
			t.Errorf("read %v, want %v", read, want)
		}
		read = nil
	}
	stop()
	if got := run(); got != want || read != nil {
		t.Errorf("afterwards: %s, read %v", got, read)
	}
}

// TestGuardedPrograms checks that a program behaves the same under a guard, since it only changes values that it
// has made.
func TestGuardedPrograms(t *testing.T) {
	for i := range programs(4) {
		seed := *luaSeed + uint64(i)
		chunk := compiled(t, newProgram(seed))
		want := measure(lua.NewState(), chunk, lua.Unlimited, lua.Unlimited)
		var out bytes.Buffer
		s := lua.NewState()
		shared := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
		lua.Freeze(shared.Value())
		s.Refused = func(e *lua.Error) { t.Errorf("seed %d: %d:%d: %+v", seed, e.At.Line, e.At.Col, *e.Mistake) }
		s.SetGuard(true)
		env := s.NewTable(0, 0)
		for k, v, more := shared.Next(lua.Nil); more; k, v, more = shared.Next(k) {
			if err := env.Set(k, v); err != nil {
				t.Fatal(err)
			}
		}
		if err := env.Set(lua.Name("_G"), env.Value()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Call(chunk.Function(env).Value()); err != nil {
			fmt.Fprintln(&out, "error:", err)
		}
		if got := out.String(); got != want.said {
			t.Fatalf("seed %d: %s", seed, firstDifference(got, want.said))
		}
	}
}
