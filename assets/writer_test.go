package assets

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
)

// writer generates small random files that depend on each other in all possible ways,
// with and without mistakes. A careful writer makes no mistakes.
type writer struct {
	r       *rand.Rand
	careful bool
}

func (w writer) one(of ...string) string { return of[w.r.IntN(len(of))] }

// first is like one, but a careful writer chooses among the first n only.
func (w writer) first(n int, of ...string) string {
	if w.careful {
		of = of[:n]
	}
	return w.one(of...)
}

// maybe returns text in one of n cases, otherwise "".
func (w writer) maybe(n int, text string) string {
	if w.r.IntN(n) == 0 {
		return text
	}
	return ""
}

// oops returns text in one of n cases, but "" if the writer is careful.
func (w writer) oops(n int, text string) string {
	if w.careful {
		return ""
	}
	return w.maybe(n, text)
}

// needed are the names of the files that other files depend on.
var needed = []string{"lib/one.lua", "lib/two.lua", "lib/three.lua", "p.lua", "q.lua", "dir/p.lua", "s.lua", "a.bt", "b.bt", "c.bt", "dir/d.bt", "e.bt"}

func (w writer) path() string {
	if w.r.IntN(5) == 0 {
		return w.one("lib/one.lua", "lib/two.lua", "lib/three.lua")
	}
	return w.first(len(needed)+1, append(needed[:len(needed):len(needed)], FieldsFile, "dir/q.lua", "dir.q.lua", "dir/s.lua", "f.bt", "dir/a.bt")...)
}

func (w writer) text(name string) string {
	switch {
	case name == FieldsFile:
		return w.one("hp: points\n", "speed: x\nhp: points\n", "weak: odd\n", "")
	case path.Ext(name) == TreeExt:
		return w.trees(strings.TrimPrefix(name, "dir/")[0])
	case strings.HasPrefix(name, ModuleDir+"/"):
		return w.module(name)
	}
	return w.behavior()
}

func (w writer) module(name string) string {
	next := "three"
	if name == "lib/one.lua" {
		next = "two"
	}
	if name == "lib/three.lua" && w.careful {
		return w.one("return { n = 1 }\n", "return {}\n")
	}
	return w.require(next) + w.first(3, "return { n = 1 }\n", "return function() return 2 end\n", "return {}\n", "return {\n", "error('no')\n", "x = 1\nreturn x\n")
}

func (w writer) require(name string) string {
	return w.maybe(3, fmt.Sprintf("local m = require(%q)%s\n", "lib."+w.first(1, name, "one", "two", "three", "four"), w.maybe(3, ".n")))
}

func (w writer) behavior() string {
	if !w.careful && w.r.IntN(12) == 0 {
		return w.one("return {\n", "error('no')\n", "return 1\n", "return { behavior = 1 }\n", "return { behaviour = function() end }\n")
	}
	text := ""
	for i := range respects {
		if w.r.IntN(respects[i].rare) == 0 {
			text += w.respect(i)
		}
	}
	return w.require(w.one("one", "two", "three")) + "return {\n" + text + "}\n"
}

// respects are the entries in which two versions of a behavior may differ, one on each
// line. A careful writer does not use the values in the field wrong.
var respects = []struct {
	key    string
	rare   int
	values []string
	wrong  []string
}{
	{"doc", 1, []string{`"One."`, `"Two."`}, nil},
	{"args", 2, []string{`{ "who" }`, `{ "speed" }`, `{ "who", "speed" }`}, nil},
	{"params", 2, []string{"{ speed = 1 }", "{ speed = 2 }", "{ speed = -0 }", "{ speed = 1, list = { 1, 2 } }", "{ speed = 1, list = { 1, 3 } }"}, nil},
	{"precondition", 3, []string{"function(agent) return agent.hp end", "function(agent) return agent.hpp end", "function(agent) return agent.speed end"}, nil},
	{"behavior", 2, []string{"function(agent) agent.hp = 1 end", "function(agent) agent.pace = agent.paces end", "function(agent) agent.hp = mathh end", "function(agent) agent.hp = bt.clocks() end"}, []string{"function(agent) agent.id = 1 end", "1"}},
	{"interval", 9, []string{"1", "2"}, []string{"m"}},
	{"stimulus", 9, []string{`"noise"`, `"smell"`}, nil},
	{"children", 9, []string{`"sequential"`, `"utility"`, `"goal"`}, []string{`"none"`}},
	{"non_exclusive", 9, []string{"true", "false"}, nil},
	{"restart_on_reload", 9, []string{"true", "false"}, nil},
	{"importance", 9, []string{"1", "2"}, nil},
	{"on_enter", 9, []string{"function() end"}, nil},
	{"on_exit", 9, []string{"function() end"}, nil},
	{"on_reload", 9, []string{"function() end"}, nil},
	{"utility", 9, []string{"function() return 1 end"}, nil},
	{"postcondition", 9, []string{"function() return true end"}, nil},
	{"choose", 30, nil, []string{"function() end"}},
	{"result", 30, nil, []string{"function() end"}},
	{"run", 30, nil, []string{"function() end"}},
}

// respect returns the line of an entry with a random value, or "" if a careful writer
// has no value for it.
func (w writer) respect(i int) string {
	q := &respects[i]
	values := q.values
	if !w.careful {
		values = append(values[:len(values):len(values)], q.wrong...)
	}
	if len(values) == 0 {
		return ""
	}
	return "  " + q.key + " = " + w.one(values...) + ",\n"
}

// retouch changes a behavior in one entry: it changes, adds or removes the line of the
// entry. It adds a comment to other texts.
func (w writer) retouch(text string) string {
	head, body, ok := strings.Cut(text, "return {\n")
	if !ok || !strings.HasSuffix(body, "\n}\n") {
		return text + "-- " + w.one("a", "b", "c") + "\n"
	}
	i := w.r.IntN(len(respects))
	line := w.maybe(2, "x")
	if line != "" {
		line = w.respect(i)
	}
	out := ""
	for l := range strings.Lines(body) {
		switch {
		case strings.HasPrefix(l, "  "+respects[i].key+" ="):
			out, line = out+line, ""
		case l == "}\n":
			out += line + l
		default:
			out += l
		}
	}
	return head + "return {\n" + out
}

func (w writer) trees(file byte) string {
	if !w.careful && w.r.IntN(15) == 0 {
		return w.one("tree t1\n\tp\n", "tree\n", "condition x = \ntree t1\n  p\n", "p\n", "")
	}
	number := int(file - 'a' + 1)
	condition := w.first(1, "sad = hp < 5", "weak = hp < 3", "weak = low", "low = hp < 2", "low = weak", "hpp = hp", "weak = hp <")
	if number == 5 {
		condition = w.first(3, "weak = hp < 3", "weak = hp < 2 or x", "weak = hp < 3", "low = hp")
	}
	out := ""
	if number == 5 && w.careful || w.r.IntN(4) == 0 {
		out = "condition " + condition + "\n"
	}
	for range 1 + w.r.IntN(2) {
		name := fmt.Sprintf("t%d", number)
		if w.oops(5, "x") != "" {
			name = w.one("t1", "t2", "t3", "t4")
		}
		params := w.maybe(3, " speed="+w.one("2", "3")) + w.maybe(6, " speed") + w.maybe(4, " who=\""+w.one("p", "t2", "sequence", "s")+"\"")
		if w.careful {
			params = " speed=" + w.one("2", "3") + " who=\"" + w.one("p", "s", "dir.p") + "\""
		}
		out += "tree " + name + params + "\n  sequence\n"
		for range 1 + w.r.IntN(3) {
			out += w.node(number)
		}
		if w.careful {
			break
		}
	}
	return out
}

// node returns a line of the tree with a number. A careful writer includes only trees
// with higher numbers.
func (w writer) node(number int) string {
	when := w.maybe(3, "  when "+w.first(6, "hp < 3", "weak", "weak and hp > 1", "hpp", "ran(\"p\")", "ran(\"nobody\")", "low", "params.speed > 1", "hp <"))
	switch n := w.r.IntN(8); {
	case n == 0 && (number < 5 || !w.careful):
		return "    tree " + w.first(1, fmt.Sprintf("t%d", number+1), "t1", "t2", "t3", "t5", "t6") + w.maybe(3, " speed="+w.one("7", "speed")) + w.maybe(4, " who=\""+w.first(2, "q", "s", "t3", "none", "t1")+"\"") + "\n" +
			w.oops(3, "      override x"+w.maybe(2, " speed=9")+when+"\n")
	case n == 1:
		return "    slot who" + when + "\n"
	case n == 2:
		return "    " + w.first(5, "wait 1", "set hp=1", "set pace=2", "condition weak", "condition hp > 2", "timeout 0", "sequence", "random") + "\n"
	}
	return "    " + w.first(5, "p", "q", "dir.p", "s", "p", "dir.q", "none", "dir.s") + w.oops(2, " 4") + w.maybe(3, " speed="+w.one("5", "6", "speed")) + w.maybe(5, " id=x") + when + "\n" +
		w.maybe(5, "      "+w.one("p", "q")+"\n")
}
