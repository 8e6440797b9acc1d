package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// checkUnused warns about functions of the behavior table that are not hooks and that the file cannot call. No other
// file has access to the table, so nothing calls them. Most of them are hooks of another engine.
func checkUnused(c *checker) {
	if c.handsOn() {
		return
	}
	for _, k := range c.Keys {
		if k.Kind != "function" || isHook(k.Name) || slices.Contains(fields, k.Name) || misspelled(k.Name, hooks) != "" {
			continue
		}
		if c.membersUsed()[k.Name] {
			continue
		}
		d := c.warnAt(k.Pos, message.UnusedFunction(k.Name))
		if !syntax.IsName(k.Name) {
			d.Advise(message.NameTestFile(testFile(c.Path)))
			return // its other functions are tests, too
		}
		meant := meantElsewhere(plainHook(k.Name), true)
		if meant == nil || c.hasKey(meant.Name) {
			d.Advise(message.ListHooks(k.Name))
			continue
		}
		d.Advise(didYouMean(meant))
	}
}

// testFile returns the name for a script that is a test: robot_test.lua for test_robot.lua, robotTest.lua or robot.lua.
func testFile(file string) string {
	name := strings.TrimSuffix(path.Base(file), ".lua")
	lower := strings.ToLower(name)
	for _, word := range []string{"tests", "test", "spec"} {
		if rest, ok := strings.CutPrefix(lower, word); ok && rest != "" {
			name = name[len(word):]
			break
		} else if rest, ok := strings.CutSuffix(lower, word); ok && rest != "" {
			name = name[:len(rest)]
			break
		}
	}
	return strings.Trim(name, "_-.") + "_test.lua"
}

// plainHook returns the name of a hook in the form of the names in behaviors.Meaning.Elsewhere. For example, it returns
// start for OnStart, on_start, _start and ReceiveStart.
func plainHook(name string) string {
	plain := plainName(name)
	for _, prefix := range []string{"receive", "event", "on"} {
		if rest := strings.TrimPrefix(plain, prefix); rest != "" && rest != plain {
			return rest
		}
	}
	return plain
}

// membersUsed returns all names that follow a dot or a colon, and all strings. It leaves out those that define a
// key of the behavior table.
func (c *checker) membersUsed() map[string]bool {
	if c.used != nil {
		return c.used
	}
	defined := map[int]bool{}
	for _, w := range c.facts.writes {
		if w.fn == c.facts.chunk && w.target.keys == 1 {
			defined[w.target.tok] = true
		}
	}
	for _, k := range c.keyToks {
		defined[k] = true
	}
	c.used = map[string]bool{}
	for i := range c.src.toks {
		switch {
		case defined[i]:
		case c.src.kindOf(i) == syntax.NameToken && c.src.isAny(i-1, ".", ":"):
			c.used[c.src.word(i)] = true
		case c.src.kindOf(i) == syntax.StringToken:
			c.used[strings.Trim(c.src.word(i), `"'[=]`)] = true
		}
	}
	return c.used
}

// handsOn reports whether the file may pass the behavior table to other code, which might call its functions. This
// is possible if the variable with the table is used without a key or with a computed key.
func (c *checker) handsOn() bool {
	if c.tableVar == "" {
		return false
	}
	for i := range c.src.toks {
		if c.src.kindOf(i) != syntax.NameToken || c.src.word(i) != c.tableVar || c.src.isAny(i-1, ".", ":", "local", "return") {
			continue
		}
		switch {
		case c.src.isAny(i+1, ".", ":"):
		case c.src.is(i+1, "[") && c.src.kindOf(i+2) == syntax.StringToken && c.src.is(i+3, "]"):
		case c.src.is(i+1, "=") && c.src.is(i+2, "{"):
		case c.src.is(i-1, "(") && c.src.is(i-2, "return"):
		case c.src.is(i+1, "=") && c.inTable(i): // i is a key with the name of the variable
		default:
			return true
		}
	}
	return false
}

// inTable reports whether token i is a key in a table constructor, as far as the token before it shows.
func (c *checker) inTable(i int) bool { return c.src.isAny(i-1, "{", ",", ";") }
