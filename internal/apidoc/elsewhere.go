package apidoc

import (
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// foreign contains remedies for names that other languages and engines have.
var foreign = map[string]func() diag.Words{
	"Time": message.TimeIsBtTime,
	"delta deltaTime delta_time bt.delta bt.deltaTime bt.DeltaTime bt.delta_time bt.deltatime bt.elapsed": message.DeltaIsBtDt,
	"self this":                           message.AgentIsParameter,
	"blackboard Blackboard bt.get bt.set": message.FieldsAndBoards,
	"TaskStatus NodeStatus Status BTStatus EBTNodeResult": message.WriteStatuses,
	"Vector2 Vector3 FVector transform":                   message.PositionsAreNumbers,
	"Debug console GD":                                    message.PrintToLook,
	"bt.set_board bt.setboard bt.get_board bt.getboard bt.boards bt.write_board bt.read_board": message.BoardEntry,
	"import include using dofile loadfile preload":                                             message.ModulesAreRequired,
	"switch":          message.LuaHasNoSwitch,
	"try":             message.LuaHasNoTry,
	"new":             message.LuaHasNoNew,
	"running RUNNING": status("running"),
	"success SUCCESS": status("success"),
	"failure FAILURE": status("failure"),
	"bt.success bt.succeed bt.Success bt.done":                          code(`return "success"`),
	"bt.failure bt.fail bt.Failure":                                     code(`return "failure"`),
	"bt.emit bt.send bt.signal bt.notify bt.broadcast bt.event":         message.PostStimulus,
	"bt.wait_while bt.waitWhile bt.wait_for bt.waitFor bt.until":        message.WaitUntilTrue,
	"bt.lock bt.reserve bt.acquire bt.occupy bt.own":                    code(`bt.claim("board", "entry")`),
	"bt.unlock bt.release bt.free bt.disown":                            code(`bt.unclaim("board", "entry")`),
	"bt.delay bt.pause":                                                 code("bt.wait(1)"),
	"bt.FAIL bt.FAILED":                                                 near("FAILURE"),
	"bt.OK":                                                             near("SUCCESS"),
	"len table.length table.size table.count string.length string.size": message.LengthOfList,
	"range":                             message.WriteCount,
	"sleep":                             message.WaitOrSleep,
	"table.add table.push table.append": message.InsertAdds,
	"table.pop":                         message.RemoveTakes,
	"table.contains":                    message.SearchList,
	"string.split":                      message.GoThroughWords,
	"string.substring string.substr":    message.SubFromOne,
	"string.trim":                       code(`text:match("^%s*(.-)%s*$")`),
	"string.contains string.includes string.indexOf": code("text:find(part, 1, true)"),
	"string.replace": code("text:gsub(pattern, new)"),
	"math.sign":      code("(x > 0 and 1 or x < 0 and -1 or 0)"),
	"math.clamp":     code("math.max(low, math.min(high, x))"),
	"math.round":     code("math.floor(x + 0.5)"),
	"math.lerp":      code("a + (b - a) * t"),
}

func code(text string) func() diag.Words { return func() diag.Words { return message.WriteCode(text) } }

func status(name string) func() diag.Words {
	return func() diag.Words { return message.WriteStatus(name) }
}

func near(name string) func() diag.Words {
	return func() diag.Words { return message.DidYouMean(name) }
}

// literals maps the constants of other languages to those of Lua.
var literals = map[string]string{
	"null": "nil", "NULL": "nil", "None": "nil", "undefined": "nil",
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
}

// Literal returns the constant of Lua for one of another language, such as nil for null. It returns "" for any other
// name.
func Literal(name string) string { return literals[name] }

// remedies has the remedies of foreign, literals and absent, by single names.
var remedies = sync.OnceValue(func() map[string]func() diag.Words {
	all := map[string]func() diag.Words{}
	add := func(names string, remedy func() diag.Words) {
		for name := range strings.FieldsSeq(names) {
			all[name] = remedy
		}
	}
	for names, remedy := range foreign {
		add(names, remedy)
	}
	for name, word := range literals {
		add(name, code(word))
	}
	for _, a := range absent {
		add(a.names, a.why)
	}
	return all
})

// Elsewhere returns the remedy for a name that scripts do not have, and that standard Lua or other languages or engines
// have, such as os, null or math.round. It returns empty Words for any other name.
func Elsewhere(name string) (remedy diag.Words) {
	if of := remedies()[name]; of != nil {
		remedy = of()
	}
	return remedy
}
