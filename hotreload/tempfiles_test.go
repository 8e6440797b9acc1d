package hotreload

import "testing"

func TestIgnored(t *testing.T) {
	tests := map[string]bool{
		"melee.lua": false, "guard.bt": false, "lib": false, "a.b.lua": false, "tmp.lua": false,
		"4914": false, "a~b.lua": false, "#a.lua": false, "": false, "swp": false,
		"4913": true, "5036": true, "melee.lua~": true, ".melee.lua.swp": true, "melee.lua.swx": true,
		"melee.lua.tmp": true, "#melee.lua#": true, ".#melee.lua": true, ".git": true, "~$a.lua": true,
		"melee.lua___jb_tmp___": true, "melee.lua___jb_old___": true, ".goutputstream-X1": true,
	}
	for name, want := range tests {
		if got := ignored(name); got != want {
			t.Errorf("ignored(%q) = %v", name, got)
		}
	}
}

func TestMatchDefault(t *testing.T) {
	for name, want := range map[string]bool{
		"a.lua": true, "x/y.bt": true, "a.json": false, "lua": false, "a.lua.orig": false, ".": false,
	} {
		if got := MatchDefault(name); got != want {
			t.Errorf("MatchDefault(%q) = %v", name, got)
		}
	}
}
