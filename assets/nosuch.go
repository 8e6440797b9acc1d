package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lint"
)

// otherwise says what to write in place of names that another language has.
var otherwise = map[string]string{
	"switch": "Lua has no switch; write if ... elseif ... end",
	"try":    "Lua has no try; write pcall(function() ... end)",
	"null":   "write nil", "NULL": "write nil", "None": "write nil", "undefined": "write nil",
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
	if hint := luabind.WhyAbsent(g.Name); hint != "" {
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
