package scene

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/trees"
)

// defaultDT is how many seconds a tick takes unless the scene says it.
const defaultDT = 0.1

// maxTicks is how many ticks a line tick may have.
const maxTicks = 1_000_000

// Scene is a parsed scene.
type Scene struct {
	Path  string
	text  []byte
	lines []line
}

// line is one command with its arguments.
type line struct {
	pos   diag.Pos // of the command
	text  string   // the whole line
	rest  string   // the text after the command word
	verb  *verb
	words []word
	pairs []pair
	dt    float64 // seconds of a tick, as the lines above say
}

// word is an argument without a key. The quotes around it are removed.
type word struct {
	text string
	at   int // offset in the line
}

// pair is an argument of the form key=value. The value is a number, a boolean, nil, a string or, for a table, a value.Value.
type pair struct {
	key   string
	value any
	at    int // offset in the line
}

// mistake is an error at a place in a line.
type mistake struct {
	error
	at int // offset in the line
}

func (m mistake) Unwrap() error { return m.error }

// Parse parses a scene. The list contains every mistake.
func Parse(path, text string) (*Scene, diag.List) {
	s := &Scene{Path: path, text: []byte(text)}
	var problems diag.List
	if diag.IsUTF16(text) {
		problems.Add(diag.Pos{File: path, Line: 1, Col: 1}, message.FileUtf16())
		return s, problems
	}
	n, dt := 0, defaultDT
	for raw := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		n++
		raw = strings.TrimRight(raw, "\r\n")
		body := strings.TrimSpace(raw)
		if body == "" || body[0] == '#' {
			continue
		}
		l := line{pos: diag.Pos{File: path, Line: n, Col: diag.Column(raw, strings.Index(raw, body))}, text: raw, dt: dt}
		if err := l.read(body); err != nil {
			problems = append(problems, l.problem(l.plainly(body, err)))
			continue
		}
		if l.verb.name == "dt" {
			dt, _ = strconv.ParseFloat(l.words[0].text, 64)
		}
		s.lines = append(s.lines, l)
	}
	return s, problems
}

// problem describes an error in the line, at the place of the error or at the command.
func (l *line) problem(err error) diag.Diagnostic {
	d := diag.New(l.pos, wordsOf(err))
	d.Source = l.text
	if m := (mistake{}); errors.As(err, &m) {
		d.Pos.Col = diag.Column(l.text, m.at)
	}
	return d
}

// wordsOf returns the words of an error: those of the catalog if it has such, or those of the first finding if it is a
// list.
func wordsOf(err error) diag.Words {
	if w := (diag.Words{}); errors.As(err, &w) {
		return w
	}
	if list := (diag.List{}); errors.As(err, &list) && list[0].Code != "" {
		return diag.Words{Code: list[0].Code, Args: list[0].Args, Text: list[0].Message, Hint: list[0].Hint, Remedy: list[0].Remedy}
	}
	return message.SceneRefused(err.Error())
}

// read parses the line. The body is the line without white space around it.
func (l *line) read(body string) error {
	name, _, _ := strings.Cut(strings.ReplaceAll(body, "\t", " "), " ")
	l.rest = strings.TrimSpace(body[len(name):])
	if l.verb = verbNamed(name); l.verb == nil {
		return l.noCommand(name)
	}
	if l.verb.raw {
		return nil
	}
	tokens, err := split(l.text, strings.Index(l.text, body)+len(name))
	if err != nil {
		return err
	}
	for i, t := range tokens {
		key, value, isPair := strings.Cut(t.text, "=")
		switch {
		case !isPair && quote(t.text) == 0 && strings.HasSuffix(t.text, ","):
			return mistake{message.CommandForm(l.verb.name, l.verb.usage).With(message.SeparateBySpaces(strings.TrimRight(t.text, ","))), t.at}
		case !isPair && l.verb.takesPairs() && colonPair.MatchString(t.text):
			key, value, _ := strings.Cut(t.text, ":")
			if value == "" && i+1 < len(tokens) {
				value = strings.TrimRight(tokens[i+1].text, ",")
			}
			return mistake{message.PairForm(t.text).With(message.WriteIt(key + "=" + cmp.Or(value, "VALUE"))), t.at}
		case !isPair || quote(t.text) != 0:
			if len(l.pairs) > 0 {
				return mistake{message.WordAfterPair(l.verb.usage, t.text), t.at}
			}
			l.words = append(l.words, word{unquote(t.text), t.at})
			continue
		case key == "" || value == "":
			return mistake{message.PairForm(t.text), t.at}
		}
		v, err := literal(value)
		if err != nil {
			if w := message.WordsOf(err); (value[0] == '(' || value[0] == '[') && w.Code == message.NotAValue("", "").Code {
				if table := asTable(l.text[t.at+len(key)+1:]); table != "" {
					return mistake{w.With(message.WriteIt(key + "=" + table)), t.at + len(key) + 1}
				}
			}
			if m := (mistake{}); errors.As(err, &m) { // in a table
				return mistake{m.error, t.at + len(key) + 1 + m.at}
			}
			if w := message.WordsOf(err); key != "ttl" && w.Remedy != nil && w.Remedy.Code == message.TimesWithoutUnit("").Code {
				err = w.With(message.WriteIt(key + "=" + strings.TrimRightFunc(value, unicode.IsLetter))) // no time
			}
			return mistake{err, t.at + len(key) + 1}
		}
		if _, given := l.get(key); given {
			return mistake{message.KeyTwice(key), t.at}
		}
		l.pairs = append(l.pairs, pair{key, v, t.at})
	}
	return l.verb.check(l)
}

// plainly returns an error of a line, or one about the first brace or comma, or the first space around =, if the line is right
// without them: then it is written as in a script.
func (l *line) plainly(body string, err error) error {
	if l.verb == nil || !l.verb.takesPairs() {
		return err
	}
	rest, first := plain(l.rest)
	if first < 0 {
		return err
	}
	written := l.verb.name + " " + strings.Join(strings.Fields(rest), " ")
	other := line{text: written, dt: l.dt}
	if other.read(written) != nil || len(other.pairs) == 0 {
		return err
	}
	return mistake{message.PairPunctuation().With(message.WriteIt(written)), strings.Index(l.text, body) + len(body) - len(l.rest) + first}
}

// plain returns a text without braces, commas and spaces around =, except in quotes and in tables, and the offset of the first of these or -1.
func plain(text string) (out string, first int) {
	first = -1
	for at := 0; at < len(text); at++ {
		add := text[at : at+1]
		switch c := text[at]; {
		case c == '"' || c == '\'':
			if end := strings.IndexByte(text[at+1:], c); end >= 0 {
				add = text[at : at+end+2]
			}
			at += len(add) - 1
			out += add
			continue
		case c == '{' && strings.HasSuffix(out, "="):
			add = text[at : at+tableEnd(text[at:])]
			at += len(add) - 1
			out += add
			continue
		case strings.IndexByte("{},", c) >= 0:
			add = " "
		case c == '=':
			before := strings.TrimRight(out, " 	")
			after := strings.TrimLeft(text[at+1:], " 	")
			if before == out && len(after) == len(text)-at-1 {
				out += add
				continue
			}
			out = before
			if first < 0 {
				first = at
			}
			at = len(text) - len(after) - 1
		default:
			out += add
			continue
		}
		if out += add; first < 0 {
			first = at
		}
	}
	return out, first
}

// tickForTime returns the remedy for a time in place of a number of ticks.
func (l *line) tickForTime(text string) diag.Words {
	if l.dt <= 0 {
		return message.WriteIt("tick 5")
	}
	seconds, err := strconv.ParseFloat(strings.TrimRight(text, "s"), 64)
	if err != nil {
		seconds = 1
	}
	ticks := min(max(1, math.Round(seconds/l.dt)), maxTicks)
	return message.TickForTime(strconv.FormatFloat(l.dt, 'g', -1, 64), int(ticks))
}

// noCommand returns the error for a line that begins with a name that is no command.
func (l *line) noCommand(name string) error {
	rest := l.rest
	if strings.HasPrefix(name, "//") || strings.HasPrefix(name, "--") {
		return message.OtherComment()
	}
	w := message.NoCommand(verbNames(), name)
	if at := strings.IndexAny(name, "=:"); at > 0 && verbNamed(name[:at]) != nil { // as in dt=0.5
		value := cmp.Or(name[at+1:], rest)
		return w.With(message.WriteIt(strings.TrimSpace(name[:at] + " " + value)))
	}
	entry, value, _ := strings.Cut(name, "=") // as in bt.board("tavern").alarm = 3
	if board, entry := entryNamed(entry); board != "" {
		value = cmp.Or(value, strings.TrimSpace(strings.TrimPrefix(rest, "=")), "VALUE")
		return w.With(message.WriteIt("board " + board + " " + entry + "=" + value))
	}
	if agent, field, found := strings.Cut(name, "."); found && strings.Contains(agent, "#") { // as in guard#1.hp = 3
		value := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(rest), "="))
		return w.With(message.WriteIt("set " + agent + " " + cmp.Or(strings.TrimRight(field, "="), "field") + "=" + cmp.Or(value, "VALUE")))
	}
	switch meant := otherVerbs[strings.ToLower(name)]; {
	case meant == "tick":
		return w.With(l.tickForTime(rest))
	case meant != "":
		return w.With(message.WriteIt(verbNamed(meant).usage))
	}
	return w.With(message.Near(name, verbNames()))
}

// otherVerbs are words of which somebody may think before the right command.
var otherVerbs = map[string]string{
	"wait": "tick", "sleep": "tick", "delay": "tick", "run": "tick", "step": "tick", "ticks": "tick", "advance": "tick",
	"print": "say", "log": "say", "echo": "say", "comment": "say",
	"add": "spawn", "create": "spawn", "new": "spawn", "agent": "spawn",
	"remove": "despawn", "kill": "despawn", "delete": "despawn", "destroy": "despawn",
	"send": "post", "emit": "post", "stimulus": "post", "signal": "post", "field": "set", "blackboard": "board", "why": "explain",
}

// split splits a line at spaces and tabs, beginning at an offset. It returns words with their quotes. A text in quotes,
// which begins a word or follows =, may contain spaces. A # that begins a word begins a comment.
func split(text string, at int) ([]word, error) {
	var out []word
	for at < len(text) && text[at] != '#' {
		if isSpace(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && !isSpace(text[at]) {
			if text[at] == '{' && text[at-1] == '=' && at > start {
				at += tableEnd(text[at:])
				continue
			}
			if q := quote(text[at:]); q == 0 || at > start && text[at-1] != '=' {
				at++
				continue
			}
			n := strings.IndexByte(text[at+1:], text[at])
			if n < 0 {
				return nil, mistake{message.TextWithoutEnd(text[at : at+1]), at}
			}
			if at += n + 2; at < len(text) && !isSpace(text[at]) {
				return nil, mistake{message.SpaceAfterQuotes(), at}
			}
		}
		out = append(out, word{text[start:at], start})
	}
	return out, nil
}

// tableEnd returns the length of the table with which a text begins: up to its closing brace, or to the end if there is none.
func tableEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if end := strings.IndexByte(text[i+1:], c); end >= 0 {
				i += end + 1
			}
		}
	}
	return len(text)
}

// otherTable matches numbers in the brackets of other languages.
var otherTable = lazyregexp.New(`^[(\[]\s*(-?[\d.]+)((?:\s*,\s*-?[\d.]+)*)\s*[)\]]`)

// asTable returns the table that other languages write in other brackets, as in (1, 2), or "". Two or three numbers are a point.
func asTable(text string) string {
	m := otherTable.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	numbers := []string{m[1]}
	for _, n := range strings.Split(m[2], ",")[1:] {
		numbers = append(numbers, strings.TrimSpace(n))
	}
	if len(numbers) == 2 || len(numbers) == 3 {
		for i, name := range []string{"x", "y", "z"}[:len(numbers)] {
			numbers[i] = name + "=" + numbers[i]
		}
	}
	return "{" + strings.Join(numbers, ", ") + "}"
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// quote returns the quote with which a text begins, or 0.
func quote(s string) byte {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		return s[0]
	}
	return 0
}

// unquote returns a text without the quotes around it, if there are any.
func unquote(s string) string {
	if q := quote(s); q != 0 && len(s) >= 2 && s[len(s)-1] == q {
		return s[1 : len(s)-1]
	}
	return s
}

// constants are the values that are words.
var constants = map[string]any{"true": true, "false": false, "nil": nil}

// number matches the numbers of tree files.
var number = lazyregexp.New(`^-?(0[xX][0-9a-fA-F]{1,16}|(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?)$`)

// literal parses a value: a number, true, false, nil, a text in quotes, or a table.
func literal(s string) (any, error) {
	if v, ok := constants[s]; ok {
		return v, nil
	}
	if number.MatchString(s) {
		if f, ok := lua.ParseNumber(s); ok && !math.IsInf(f, 0) {
			return f, nil
		}
	}
	if quote(s) != 0 {
		return unquote(s), nil
	}
	if strings.HasPrefix(s, "{") {
		return Table(s)
	}
	remedy := noNumber(s)
	if remedy.Text == "" {
		remedy = message.Near(s, slices.Sorted(maps.Keys(constants)))
	}
	return nil, message.NotAValue(strings.Trim(s, "“”„‘’\""), s).With(remedy)
}

// colonKey matches a key of a table with a colon, as JSON has it.
var colonKey = lazyregexp.New(`["']?(` + ident.Pattern + `)["']?\s*:\s*`)

// Table parses a table, as trees have it. The error is a mistake if it has a place.
func Table(text string) (any, error) {
	t, length, list := trees.ParseTable(text)
	switch {
	case len(list) > 0:
		d := list[0]
		w := diag.Words{Code: d.Code, Args: d.Args, Text: d.Message, Hint: d.Hint, Remedy: d.Remedy}
		if plain := colonKey.ReplaceAllString(text, "$1="); plain != text {
			if _, length, list := trees.ParseTable(plain); len(list) == 0 && length == len(plain) {
				w = w.With(message.WriteIt(plain))
			}
		}
		return nil, mistake{w, len(string([]rune(text)[:d.Pos.Col-1]))}
	case length < len(text):
		return nil, mistake{message.SpaceAfterTable(), length}
	}
	return trees.Plain(value.Other(t)), nil
}

// colonPair matches a name with a colon where name=value is meant.
var colonPair = lazyregexp.New(`^` + ident.Pattern + `:`)

// noNumber returns the remedy for a text that is nearly a number, or empty words.
func noNumber(s string) diag.Words {
	if plain := strings.TrimRight(s, ",;"); plain != s {
		return message.SeparateBySpaces(plain)
	}
	if plain := strings.TrimPrefix(strings.ReplaceAll(s, "_", ""), "+"); plain != s && number.MatchString(plain) {
		return message.WriteIt(plain)
	}
	if plain := strings.Replace(s, ",", ".", 1); plain != s && number.MatchString(plain) {
		return message.WriteIt(plain)
	}
	if d, err := time.ParseDuration(s); err == nil {
		return message.TimesWithoutUnit(strconv.FormatFloat(d.Seconds(), 'g', -1, 64))
	}
	return diag.Words{}
}

// get returns the value of a key.
func (l *line) get(key string) (any, bool) {
	for _, p := range l.pairs {
		if p.key == key {
			return p.value, true
		}
	}
	return nil, false
}

// number returns the number for a key, or otherwise if there is none.
func (l *line) number(key string, otherwise float64) float64 {
	if v, ok := l.get(key); ok {
		if f, ok := v.(float64); ok {
			return f
		}
	}
	return otherwise
}
