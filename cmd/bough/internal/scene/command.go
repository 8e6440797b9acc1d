package scene

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// verb is a command of scenes.
type verb struct {
	name  string
	usage string
	raw   bool // the rest of the line is one text
	agent bool // the first word may name an agent
	least int  // least number of words without that agent
	most  int
	keys  []string // keys allowed in key=value; nil allows any
	do    func(*player, *line) error
}

// verbs is the list of commands. init fills it, since the commands refer to the
// player, which refers to verbs.
var verbs []verb

func init() {
	none := []string{}
	verbs = []verb{
		{name: "scripts", usage: "scripts FOLDER", least: 1, most: 1, keys: none, do: nil},
		{name: "seed", usage: "seed 7", least: 1, most: 1, keys: none, do: nil},
		{name: "dt", usage: "dt 0.1", least: 1, most: 1, keys: none, do: (*player).setDT},
		{name: "show", usage: "show enter exit result root request log field:hp", least: 0, most: 20, keys: none, do: (*player).show},
		{name: "spawn", usage: "spawn TREE field=value ...", least: 1, most: 1, do: (*player).spawn},
		{name: "tick", usage: "tick 5", most: 1, keys: none, do: (*player).tick},
		{name: "set", usage: "set [AGENT] field=value ...", agent: true, do: (*player).set},
		{name: "post", usage: "post [AGENT] NAME ttl=2 key=value ...", agent: true, least: 1, most: 1, do: (*player).post},
		{name: "end", usage: "end [AGENT] CHANNEL", agent: true, least: 1, most: 1, keys: none, do: (*player).end},
		{name: "impose", usage: "impose [AGENT] KIND channel=\"legs\" priority=2", agent: true, least: 1, most: 1, keys: []string{"channel", "priority"}, do: (*player).impose},
		{name: "detail", usage: "detail below=1 every=0.5", keys: []string{"below", "every"}, do: (*player).detail},
		{name: "reset", usage: "reset [AGENT]", agent: true, keys: none, do: (*player).reset},
		{name: "pause", usage: "pause [AGENT]", agent: true, keys: none, do: (*player).pause},
		{name: "resume", usage: "resume [AGENT]", agent: true, keys: none, do: (*player).resume},
		{name: "despawn", usage: "despawn [AGENT]", agent: true, keys: none, do: (*player).despawn},
		{name: "switch", usage: "switch [AGENT] TREE", agent: true, least: 1, most: 1, keys: none, do: (*player).switchTree},
		{name: "explain", usage: "explain [AGENT]", agent: true, keys: none, do: (*player).explain},
		{name: "get", usage: "get [AGENT] field ...", agent: true, least: 1, most: 20, keys: none, do: (*player).get},
		{name: "say", usage: "say what the reader should know", raw: true, do: (*player).say},
	}
}

// Ext is the file name extension of scenes.
const Ext = ".scene"

// Usage returns the names of the commands.
func Usage() string { return strings.Join(verbNames(), ", ") }

// Usages returns the usage of each command.
func Usages() []string {
	var out []string
	for _, v := range verbs {
		out = append(out, v.usage)
	}
	return out
}

func verbNamed(name string) *verb {
	if i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == name }); i >= 0 {
		return &verbs[i]
	}
	return nil
}

func verbNames() []string {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	return names
}

// check returns an error for a mistake in l that can be found without playing the
// scene.
func (v *verb) check(l *line) error {
	most := v.most
	if v.agent {
		most++
	}
	if len(l.words) < v.least || len(l.words) > most {
		return fmt.Errorf("%s: want: %s", v.name, v.usage)
	}
	for _, p := range l.pairs {
		if v.keys != nil && !slices.Contains(v.keys, p.key) {
			if hint := diag.DidYouMean(p.key, v.keys); hint != "" {
				return fmt.Errorf("%s has no %s=: %s", v.name, p.key, hint)
			}
			return fmt.Errorf("%s has no %s=; want: %s", v.name, p.key, v.usage)
		}
		if err := v.checkValue(p); err != nil {
			return err
		}
	}
	switch v.name {
	case "dt", "seed":
		if f, err := strconv.ParseFloat(l.words[0], 64); err != nil || !(f >= 0) {
			return fmt.Errorf("%s %s: want a number, 0 or more", v.name, l.words[0])
		}
	case "tick":
		if len(l.words) == 1 {
			if n, err := strconv.Atoi(l.words[0]); err != nil || n < 1 || n > 1_000_000 {
				return fmt.Errorf("tick %s: want a whole number from 1 to 1000000", l.words[0])
			}
		}
	case "show":
		return checkShown(l.words)
	case "set":
		if len(l.pairs) == 0 {
			return fmt.Errorf("set: want: %s", v.usage)
		}
	}
	return nil
}

// checkValue returns an error if the command itself uses the value of a pair and cannot use this one.
func (v *verb) checkValue(p pair) error {
	want := ""
	f, isNumber := p.value.(float64)
	text, isText := p.value.(string)
	switch v.name + " " + p.key {
	case "post ttl", "detail every":
		if !isNumber || !(f >= 0) {
			want = "a number of seconds, 0 or more"
		}
	case "impose priority", "detail below":
		if !isNumber {
			want = "a number"
		}
	case "impose channel":
		if !isText {
			want = "a text in quotes"
		}
	}
	switch {
	case want == "":
		return nil
	case isText:
		return fmt.Errorf("%s: %s is %q; want %s", v.name, p.key, text, want)
	case p.value == nil:
		return fmt.Errorf("%s: %s is nil; want %s", v.name, p.key, want)
	}
	return fmt.Errorf("%s: %s is %v; want %s", v.name, p.key, p.value, want)
}

// shown are the words that may follow the command show.
var shown = []string{"enter", "exit", "result", "root", "request", "log"}

func checkShown(words []string) error {
	for _, w := range words {
		if !slices.Contains(shown, w) && (!strings.HasPrefix(w, "field:") || w == "field:") {
			return fmt.Errorf("show %s: want some of %s, field:NAME", w, strings.Join(shown, ", "))
		}
	}
	return nil
}
