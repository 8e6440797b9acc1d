package strlib

import (
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

func TestX(t *testing.T) {
	s := newScript(t, 1<<60)
	s.L.DoString(`
	function all(lib, f, text, p)
	  if f=="find" or f == "match" then return lib[f](text,p) end
	  if f=="gsub" then return lib.gsub(text,p,"<%0%1>") end
	  local r = {}
	  for a,b in lib.gmatch(text,p) do r[#r+1]=tostring(a)..","..tostring(b) end
	  return table.concat(r,";")
	end`)
	str := s.L.GetGlobal("string").(*lua.LTable)
	orig := s.L.GetGlobal("original").(*lua.LTable)
	all := s.L.GetGlobal("all")
	alpha := "ab.%*-?([)]^$"
	n := map[string]int{}
	var rec func(p string)
	rec = func(p string) {
		for _, text := range []string{"", "a", "ab", "aab]", "b-a^a$(a)"} {
			for _, f := range []string{"find", "match", "gsub", "gmatch"} {
				a := s.call(all, str, lua.LString(f), lua.LString(text), lua.LString(p))
				b := s.call(all, orig, lua.LString(f), lua.LString(text), lua.LString(p))
				if strings.HasPrefix(a, "error") {
					continue
				}
				if b == "" {
					b = "nil"
				}
				if strings.Contains(p, ")") && strings.Contains(b, "invalid ')'") {
					continue
				}
				if a != b {
					n[f]++
					if len(p) <= 4 {
						fmt.Printf("%s(%q, %q)\n   ours %s\n theirs %s\n", f, text, p, a, b)
					}
				}
			}
		}
		if len(p) < 4 {
			for _, c := range alpha {
				rec(p + string(c))
			}
		}
	}
	rec("")
	fmt.Println(n)
}
