package apidoc

const (
	statusWords = `write "running", "success" or "failure", in quotes`
	fieldWords  = `the fields of an agent are agent.NAME; what agents share is bt.board("NAME")`
	agentWords  = "hooks get the agent as their first parameter: behavior = function(agent, params) ... end"
	placeWords  = "positions are numbers, agent.x and agent.y; geom calculates with them"
	insertWords = "table.insert(list, value) adds an entry at the end"
	lengthWords = "the length of a list or a text is #x"
	printWords  = "to look at something write print(...)"
)

// elsewhere contains remedies for names that other languages and engines have.
var elsewhere = map[string]string{
	"Time":  "the seconds since the last tick are bt.dt, those of the game bt.time()",
	"delta": "the seconds since the last tick are bt.dt",
	"self":  agentWords, "this": agentWords,
	"blackboard": fieldWords, "Blackboard": fieldWords, "bt.get": fieldWords, "bt.set": fieldWords,
	"TaskStatus": statusWords, "NodeStatus": statusWords, "Status": statusWords, "BTStatus": statusWords, "EBTNodeResult": statusWords,
	"Vector2": placeWords, "Vector3": placeWords, "FVector": placeWords, "transform": placeWords,
	"Debug": printWords, "console": printWords, "GD": printWords,
	"switch":  "Lua has no switch; write if ... elseif ... end",
	"try":     "Lua has no try; write pcall(function() ... end)",
	"running": `write "running", in quotes`, "RUNNING": `write "running", in quotes`,
	"success": `write "success", in quotes`, "SUCCESS": `write "success", in quotes`,
	"failure": `write "failure", in quotes`, "FAILURE": `write "failure", in quotes`,
	"bt.FAIL": "did you mean FAILURE?", "bt.FAILED": "did you mean FAILURE?", "bt.OK": "did you mean SUCCESS?",
	"new":       "Lua has no new; call the function itself",
	"len":       lengthWords,
	"range":     "to count write for i = 1, 10 do",
	"sleep":     "in the hook run write bt.wait(seconds); with bt.sleep(seconds) the agent misses its ticks",
	"table.add": insertWords, "table.push": insertWords, "table.append": insertWords,
	"table.pop":      "table.remove(list) removes the last entry and returns it",
	"table.contains": "write a loop: for i, v in ipairs(list) do if v == x then ... end end",
	"table.length":   lengthWords, "table.size": lengthWords, "table.count": lengthWords, "string.length": lengthWords, "string.size": lengthWords,
	"string.split":     `for word in text:gmatch("%S+") do goes through the words`,
	"string.substring": "write text:sub(first, last), which counts from 1", "string.substr": "write text:sub(first, last), which counts from 1",
	"string.trim":     `write text:match("^%s*(.-)%s*$")`,
	"string.contains": "write text:find(part, 1, true)", "string.includes": "write text:find(part, 1, true)", "string.indexOf": "write text:find(part, 1, true)",
	"string.replace": "write text:gsub(pattern, new)",
	"math.sign":      "write (x > 0 and 1 or x < 0 and -1 or 0)",
	"math.clamp":     "write math.max(low, math.min(high, x))",
	"math.round":     "write math.floor(x + 0.5)",
	"math.lerp":      "write a + (b - a) * t",
}

// literals maps the constants of other languages to those of Lua.
var literals = map[string]string{
	"null": "nil", "NULL": "nil", "None": "nil", "undefined": "nil",
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
}

// Literal returns the constant of Lua for one of another language, such as nil for null. It returns "" for any other
// name.
func Literal(name string) string { return literals[name] }

// Elsewhere returns the remedy for a name that scripts do not have, and that other languages or engines have, such as
// null or math.round. It returns "" for any other name.
func Elsewhere(name string) string {
	if word := Literal(name); word != "" {
		return "write " + word
	}
	return elsewhere[name]
}
