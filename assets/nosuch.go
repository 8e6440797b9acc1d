package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
)

// otherwise says what to write in place of names that Lua itself or another language has.
var otherwise = map[string]string{
	"os":         "scripts do not reach outside; the time of the game is bt.time(), in seconds",
	"io":         "scripts do not reach files; to tell something write print(...)",
	"debug":      "it is left out; to look at something write print(...)",
	"load":       "it is left out; shared code belongs into a file below lib/, for require",
	"loadstring": "it is left out; shared code belongs into a file below lib/, for require",
	"dofile":     "it is left out; shared code belongs into a file below lib/, for require",
	"loadfile":   "it is left out; shared code belongs into a file below lib/, for require",
	"package":    "it is left out; shared code belongs into a file below lib/, for require",
	"utf8":       "it is of a later Lua, and left out",
	"bit32":      "it is of a later Lua, and left out",
	"switch":     "Lua has no switch; write if ... elseif ... end",
	"try":        "Lua has no try; write pcall(function() ... end)",
	"null":       "write nil", "NULL": "write nil", "None": "write nil", "undefined": "write nil",
	"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
	"running": `write "running", in quotes`, "RUNNING": `write "running", in quotes`,
	"success": `write "success", in quotes`, "SUCCESS": `write "success", in quotes`,
	"failure": `write "failure", in quotes`, "FAILURE": `write "failure", in quotes`,
}

// noSuch says what may have been meant by a global that there is not.
func (m *Manager) noSuch(f *file, g lint.GlobalRead) string {
	if hint := f.compiled.LacksParam(g); hint != "" {
		return hint
	}
	if hint := otherwise[g.Name]; hint != "" {
		return hint
	}
	if hint := m.within(g.Name); hint != "" {
		return hint
	}
	if hint := diag.DidYouMean(g.Name, sortedKeys(m.members)); hint != "" {
		return hint
	}
	return "write local " + g.Name + " if it is the file's own"
}

// within names the tables that have something of that name.
func (m *Manager) within(name string) string {
	var places []string
	for _, table := range sortedKeys(m.members) {
		if slices.Contains(m.members[table], name) {
			places = append(places, table+"."+name)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(places, " or ") + "?"
}
