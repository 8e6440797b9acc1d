package scene

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// verb is a command of scenes.
type verb struct {
	name  string
	usage string
	raw   bool // the rest of the line is one text
	agent bool // the first word may name an agent
	loose bool // a first word that names no agent is an argument
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
		{name: "show", usage: "show enter exit result root request log field:hp board:camp.alarm", least: 0, most: 20, keys: none, do: (*player).show},
		{name: "spawn", usage: "spawn TREE field=value ...", least: 1, most: 1, do: (*player).spawn},
		{name: "tick", usage: "tick 5", most: 1, keys: none, do: (*player).tick},
		{name: "set", usage: "set [AGENT] field=value ...", agent: true, do: (*player).set},
		{name: "board", usage: "board BOARD entry=value ...", least: 1, most: 1, do: (*player).board},
		{name: "post", usage: "post [AGENT] NAME ttl=2 key=value ...", agent: true, least: 1, most: 1, do: (*player).post},
		{name: "end", usage: "end [AGENT] CHANNEL", agent: true, least: 1, most: 1, keys: none, do: (*player).end},
		{name: "impose", usage: "impose [AGENT] KIND channel=\"legs\" priority=2", agent: true, least: 1, most: 1, keys: []string{"channel", "priority"}, do: (*player).impose},
		{name: "detail", usage: "detail below=1 every=0.5", keys: []string{"below", "every"}, do: (*player).detail},
		{name: "abort", usage: "abort [AGENT] NODE", agent: true, least: 1, most: 1, keys: none, do: (*player).abort},
		{name: "reset", usage: "reset [AGENT]", agent: true, keys: none, do: (*player).reset},
		{name: "clear_faults", usage: "clear_faults [BEHAVIOR]", most: 1, keys: none, do: (*player).clearFaults},
		{name: "pause", usage: "pause [AGENT]", agent: true, keys: none, do: (*player).pause},
		{name: "resume", usage: "resume [AGENT]", agent: true, keys: none, do: (*player).resume},
		{name: "despawn", usage: "despawn [AGENT]", agent: true, keys: none, do: (*player).despawn},
		{name: "switch", usage: "switch [AGENT] TREE", agent: true, least: 1, most: 1, keys: none, do: (*player).switchTree},
		{name: "explain", usage: "explain [AGENT] [NODE]", agent: true, loose: true, most: 1, keys: none, do: (*player).explain},
		{name: "get", usage: "get [AGENT] field ...", agent: true, loose: true, least: 1, most: 20, keys: none, do: (*player).get},
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
	switch n := len(l.words); {
	case v.name == "spawn" && n > 0 && strings.Contains(l.words[0].text, "#"):
		tree, _, _ := strings.Cut(l.words[0].text, "#")
		return mistake{message.NumberInSpawn(l.words[0].text, tree), l.words[0].at}
	case n > most && v.takesPairs():
		if at, written := l.pairInWords(); at >= 0 {
			return mistake{message.CommandForm(v.name, v.usage).With(message.WriteIt(written)), l.words[at].at}
		}
		if v.name != "spawn" {
			return mistake{message.CommandForm(v.name, v.usage), l.words[most].at}
		}
		tree, _, _ := strings.Cut(l.words[0].text, " ")
		return mistake{message.WordAfterTree(tree, l.words[most].text), l.words[most].at}
	case n > most:
		return mistake{message.CommandForm(v.name, v.usage), l.words[most].at}
	case v.name == "board" && n == 0 && len(l.pairs) > 0 && strings.Contains(l.pairs[0].key, "."):
		p := l.pairs[0]
		board, entry, _ := strings.Cut(p.key, ".")
		return mistake{message.DottedBoard("board " + board + " " + entry + "=" + p.literal()), p.at}
	case n < v.least, v.name == "set" && len(l.pairs) == 0, v.name == "get" && n == 1 && strings.Contains(l.words[0].text, "#"):
		return message.CommandForm(v.name, v.usage)
	}
	for _, p := range l.pairs {
		if v.keys != nil && !slices.Contains(v.keys, p.key) {
			return mistake{message.NoSuchKey(v.name, p.key, v.usage).With(message.Near(p.key, v.keys)), p.at}
		}
		if err := v.checkValue(p); err != nil {
			return mistake{err, p.at + len(p.key) + 1}
		}
		if v.setsFields() {
			if board, entry := entryNamed(p.key); board != "" {
				return mistake{message.EntryAsField(p.key).With(message.WriteIt("board " + board + " " + entry + "=" + p.literal())), p.at}
			}
			if err := CheckField(p.key); err != nil {
				return mistake{err, p.at}
			}
		}
		if v.name == "board" && strings.ContainsAny(p.key, notInName) {
			return mistake{message.EntryName(p.key), p.at}
		}
	}
	return v.checkWords(l)
}

// takesPairs reports whether key=value may follow the command.
func (v *verb) takesPairs() bool { return v.keys == nil || len(v.keys) > 0 }

// pairInWords finds two words that are meant as name=value, such as hp 3. It returns the index of the first one, or -1.
func (l *line) pairInWords() (at int, written string) {
	for i := range len(l.words) - 1 {
		value := l.text[l.words[i+1].at:]
		if end := strings.IndexByte(value, ' '); end > 0 && quote(value) == 0 {
			value = value[:end]
		}
		if _, err := literal(value); i >= l.verb.least && isName.MatchString(l.words[i].text) && err == nil {
			return i, l.words[i].text + "=" + value
		}
	}
	return -1, ""
}

// isName matches the name of a field.
var isName = lazyregexp.New(`^` + ident.Pattern + `$`)

// setsFields reports whether the keys of the command are fields of an agent.
func (v *verb) setsFields() bool { return v.name == "spawn" || v.name == "set" }

// checkWords returns an error for a word that the command cannot use.
func (v *verb) checkWords(l *line) error {
	for i, w := range l.words {
		switch v.name {
		case "dt", "seed":
			f, err := literal(w.text)
			if f, ok := f.(float64); err == nil && ok && f >= 0 {
				continue
			}
			return mistake{message.CommandNumber(v.name, w.text).With(noNumber(w.text)), w.at}
		case "tick":
			if n, err := strconv.Atoi(w.text); err != nil || n < 1 || n > maxTicks {
				words := message.TickCount(w.text)
				if err != nil && noNumber(w.text).Text != "" || err != nil && number.MatchString(w.text) {
					words = words.With(l.tickForTime(w.text))
				}
				return mistake{words, w.at}
			}
		case "show":
			name, isField := strings.CutPrefix(w.text, "field:")
			_, _, isEntry := boardEntry(w.text)
			if !slices.Contains(shown, w.text) && (!isField || name == "") && !isEntry {
				return mistake{message.ShowWord(shown, w.text).With(showRemedy(w.text)), w.at}
			}
			if board, entry := entryNamed(name); isField && board != "" {
				return mistake{message.EntryAsField(name).With(message.WriteIt("board:" + board + "." + entry)), w.at}
			}
			if field := withAgent(name); isField && field != "" {
				return mistake{message.FieldWithAgent(field, name), w.at}
			}
		case "board":
			if board, _, dotted := strings.Cut(w.text, "."); dotted && quote(l.text[w.at:]) == 0 {
				return mistake{message.CommandForm(v.name, v.usage).With(message.WriteIt("board " + board)), w.at}
			}
		case "get":
			if board, _ := entryNamed(w.text); board != "" {
				return mistake{message.EntryAsField(w.text).With(message.WriteIt("board " + board)), w.at}
			}
			if field := withAgent(w.text); field != "" && (i > 0 || len(l.words) == 1) {
				return mistake{message.FieldWithAgent(field, w.text), w.at}
			}
		}
	}
	return nil
}

// showRemedy returns the remedy for a word that show does not take, or empty words.
func showRemedy(word string) diag.Words {
	board, entry, dotted := strings.Cut(word, ".")
	switch near := message.Near(word, shown); {
	case near.Text != "":
		return near
	case isName.MatchString(word):
		return message.ShowField(shown, word)
	case dotted && isName.MatchString(board) && isName.MatchString(entry):
		return message.WriteIt("board:" + word)
	}
	return diag.Words{}
}

// CheckField returns an error if a command cannot set a field with that name.
func CheckField(name string) error {
	if luabind.Reserved(name) {
		return message.FieldOfEngine(name)
	}
	if field := withAgent(name); field != "" {
		return message.FieldWithAgent(field, name)
	}
	if strings.ContainsAny(name, notInName) || strings.HasSuffix(name, "-") {
		return message.FieldName(name)
	}
	return nil
}

// notInName are characters that are in no name of a field or an entry of a board.
const notInName = ".:+*/#[]()"

// scriptEntry matches an entry of a board as in a script, or with a dot or a colon behind the word board.
var scriptEntry = lazyregexp.New(`^(?:bt\.)?board(?:\(["']([^"']+)["']\)|[.:]([` + ident.Rest + `-]+))\.([` + ident.Rest + `]+)$`)

// entryNamed returns the board and the entry of a text that scriptEntry matches, or "".
func entryNamed(text string) (board, entry string) {
	m := scriptEntry.FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	return m[1] + m[2], m[3]
}

// boardEntry returns the board and the entry in a word such as board:tavern.alarm, which follows show.
func boardEntry(text string) (board, entry string, ok bool) {
	name, isEntry := strings.CutPrefix(text, "board:")
	at := strings.LastIndexByte(name, '.')
	if !isEntry || at <= 0 || at == len(name)-1 {
		return "", "", false
	}
	return name[:at], name[at+1:], true
}

// withAgent returns how to write the name of a field that is written with an agent before it, as in scripts. It returns ""
// for other names.
func withAgent(name string) string {
	agent, field, dotted := strings.Cut(name, ".")
	switch {
	case !dotted || field == "":
		return ""
	case agent == "agent" || agent == "self" || agent == "this":
		return field
	case strings.Contains(agent, "#"):
		return agent + " " + field
	}
	return ""
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
	if want == "" {
		return nil
	}
	shown := fmt.Sprint(p.value)
	switch {
	case isText:
		shown = strconv.Quote(text)
	case p.value == nil:
		shown = "nil"
	}
	return message.WrongKeyValue(v.name, p.key, shown, want)
}

// shown are the words that may follow the command show.
var shown = []string{"enter", "exit", "result", "root", "request", "log"}
