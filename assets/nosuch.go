package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/lint"
)

// statusWords are what to write in place of the statuses of other engines.
const statusWords = `write "running", "success" or "failure", in quotes`

// otherwise says what to write in place of names that another language has.
var otherwise = map[string]string{
	"Time":       "the seconds since the last tick are bt.dt, those of the game bt.time()",
	"delta":      "the seconds since the last tick are bt.dt",
	"self":       "hooks get the agent as their first parameter: behavior = function(agent, params) ... end",
	"this":       "hooks get the agent as their first parameter: behavior = function(agent, params) ... end",
	"blackboard": "the fields of an agent are agent.NAME; what agents share is bt.board(\"NAME\")",
	"Blackboard": "the fields of an agent are agent.NAME; what agents share is bt.board(\"NAME\")",
	"TaskStatus": statusWords, "NodeStatus": statusWords, "Status": statusWords, "BTStatus": statusWords, "EBTNodeResult": statusWords,
	"Vector2": "positions are numbers, agent.x and agent.y; geom calculates with them", "Vector3": "positions are numbers, agent.x and agent.y; geom calculates with them",
	"FVector": "positions are numbers, agent.x and agent.y; geom calculates with them",
	"Debug":   "to look at something write print(...)", "console": "to look at something write print(...)", "GD": "to look at something write print(...)",
	"switch": "Lua has no switch; write if ... elseif ... end",
	"try":    "Lua has no try; write pcall(function() ... end)",
	"null":   "write nil", "NULL": "write nil", "None": "write nil", "undefined": "write nil",
	"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
	"running": `write "running", in quotes`, "RUNNING": `write "running", in quotes`,
	"success": `write "success", in quotes`, "SUCCESS": `write "success", in quotes`,
	"failure": `write "failure", in quotes`, "FAILURE": `write "failure", in quotes`,
}

// noSuch says what may have been meant by a global that there is not.
func (g *globals) noSuch(f *file, read lint.GlobalRead) string {
	if read.Itself {
		return "the local " + read.Name + " is not there yet in its own function: write local function " + read.Name
	}
	if hint := f.compiled.LacksParam(read); hint != "" {
		return hint
	}
	if hint := otherwise[read.Name]; hint != "" {
		return hint
	}
	if hint := apidoc.WhyAbsent(read.Name); hint != "" {
		return hint
	}
	if hint := g.within(read.Name); hint != "" {
		return hint
	}
	if hint := diag.DidYouMean(read.Name, sortedKeys(g.members)); hint != "" {
		return hint
	}
	return "write local " + read.Name + " if it is the file's own"
}

// within names the tables that have something of that name.
func (g *globals) within(name string) string {
	var places []string
	for _, table := range sortedKeys(g.members) {
		if slices.Contains(g.members[table], name) {
			places = append(places, table+"."+name)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(places, " or ") + "?"
}
