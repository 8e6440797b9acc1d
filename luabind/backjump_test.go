package luabind_test

import "testing"

// TestBackJump: loops may begin with what decides nothing, as in Lua 5.1.
func TestBackJump(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local n = 0 repeat local a = 2.5 == (false and 1 or 0) n = n + 1 until n > 2 print(n)", "3"},
		{"local n = 0 repeat if false then print('x') end n = n + 1 until n > 2 print(n)", "3"},
		{"local n = 0 repeat repeat if nil and n then print('x') end n = n + 1 until n > 1 n = n + 1 until n > 4 print(n)", "5"},
		{"local n = 0 for _, e in ipairs({ 1, 2, 3 }) do if false then print('x') end n = n + e end print(n)", "6"},
		{"local n = 0 for _, e in ipairs({ 1, 2, 3 }) do do local z = (true and 1 or 0) n = n + z end end print(n)", "3"},
		{"local n = 0 for i = 1, 3 do if false then print('x') end n = n + i end print(n)", "6"},
		{"local n = 0 while true do if false or n > 4 then break end n = n + 1 end print(n)", "5"},
		{"local n = 0 while true do while false and n do n = 9 end n = n + 1 if n > 2 then break end end print(n)", "3"},
		{"local n = 0 while true do do end while true do break end n = n + 1 if n > 2 then break end end print(n)", "3"},
		{"local n = 0 while false or n < 3 do n = n + 1 end print(n)", "3"},
		{"local n = 0 while (nil or 1) == 1 and n < 3 do n = n + 1 if n == 2 then break end end print(n)", "2"},
		{"local n = 0 while not (false and n) do n = n + 1 local m = n if m == 4 then return print(m) end end", "4"},
		{"local n = 0 while 0 + (false and 9 or n) < 3 do n = n + 1 end print(n)", "3"},
		{"local n = 0 while ({ (true and n) })[1] < 3 do n = n + 1 end print(n)", "3"},
		{"local n = 0 ::top:: if false then print('x') end n = n + 1 if n < 3 then goto top end print(n)", "3"},
		{"for i = 1, 2 do for j = 1, 2 do if true then goto continue end print('x') ::continue:: end print(i) end", "1\n2"},
		{"local n = 0 repeat until true and (false or true) while false do n = 1 end print(n)", "0"},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
