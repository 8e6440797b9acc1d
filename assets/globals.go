package assets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/lint"
)

// own is the name of the table whose members are the same in every game. A call of any other member of
// it is an error.
const own = "bt"

// maxFindings bounds the number of problems reported for one file.
const maxFindings = 1000

// globals are the names of the globals of scripts, and of the members of tables. They are looked up
// before the first script is compiled, when all Go functions have been bound.
type globals struct {
	runtime *luabind.Runtime
	members map[string][]string
}

// load looks up the globals at the first call.
func (g *globals) load() {
	if g.members == nil {
		g.members = g.runtime.Members()
	}
}

// check warns about reads of globals that no script can have. Such a read gives nil, and the name is
// usually misspelled. It also reports calls of helpers with too many or too few arguments.
func (g *globals) check(f *file) {
	for _, read := range f.compiled.Script().GlobalReads {
		inside, known := g.members[read.Name]
		switch {
		case len(f.own) >= maxFindings:
			return
		case read.Name == f.compiled.Base(): // the name may be the file's own table
		case !known:
			f.warn(read.Pos, "there is no global %s", read.Name).Hint = g.noSuch(f, read)
		case read.Member != "" && inside != nil && !slices.Contains(inside, read.Member):
			d := f.warn(read.MemberPos, "%s has no %s", read.Name, read.Member)
			if read.Name == own && read.Trusted {
				d.Severity = diag.Error
			}
			d.Hint = noMember(read, inside)
		}
	}
	for _, call := range f.compiled.Script().Calls {
		library, name, _ := strings.Cut(call.Name, ".")
		if call.Args < 0 || len(f.own) >= maxFindings {
			continue
		} else if problem, _ := g.runtime.CheckCall(library, name, call.Args, call.Args); problem != "" {
			f.warn(call.Pos, "%s", problem).Severity = diag.Error
		}
	}
}

func (f *file) warn(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := f.own.Warn(pos, format, args...)
	d.Source = f.compiled.Script().Line(pos.Line)
	return d
}

// statusWords is the hint for the statuses of other engines.
const statusWords = `write "running", "success" or "failure", in quotes`

// otherwise contains hints for names that other languages and engines have.
var otherwise = map[string]string{
	"Time":       "the seconds since the last tick are bt.dt, those of the game bt.time()",
	"delta":      "the seconds since the last tick are bt.dt",
	"self":       "hooks get the agent as their first parameter: behavior = function(agent, params) ... end",
	"this":       "hooks get the agent as their first parameter: behavior = function(agent, params) ... end",
	"blackboard": fieldWords, "Blackboard": fieldWords,
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

// noSuch returns the hint for a read of a global that does not exist.
func (g *globals) noSuch(f *file, read lint.GlobalRead) string {
	if read.Itself {
		return "the local " + read.Name + " is not there yet in its own function: write local function " + read.Name
	}
	if read.Later > 0 {
		return fmt.Sprintf("the local %s of line %d exists only below that line: move it above line %d", read.Name, read.Later, read.Statement)
	}
	if hint := f.compiled.Script().LacksParam(read); hint != "" {
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
	if near := lint.MisspeltKeyword(strings.ToLower(read.Name)); near != "" {
		return "did you mean " + near + "?"
	}
	fields := f.compiled.Fields()
	for _, use := range slices.Concat(fields.Reads, fields.Writes) {
		if use.Name == read.Name {
			return "did you mean agent." + read.Name + "?"
		}
	}
	return "write local " + read.Name + " if it is the file's own"
}

// fieldWords is the hint for the blackboards of other engines.
const fieldWords = "the fields of an agent are agent.NAME; what agents share is bt.board(\"NAME\")"

// otherMembers contains hints for members of own that other engines have.
var otherMembers = map[string]string{
	"get": fieldWords, "set": fieldWords, "FAIL": "did you mean FAILURE?", "FAILED": "did you mean FAILURE?", "OK": "did you mean SUCCESS?",
}

// noMember returns the hint for a read of a member that a table does not have.
func noMember(read lint.GlobalRead, inside []string) string {
	hints := []string{apidoc.WhyAbsent(read.Name + "." + read.Member), diag.DidYouMean(read.Member, inside)}
	if read.Name == own {
		hints = append(hints, otherMembers[read.Member], otherwise[read.Member], "bough api bt lists its functions")
	}
	return cmp.Or(hints...)
}

// within returns a hint that names the tables with a member of that name, or "" if there are none.
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
