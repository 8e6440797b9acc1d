package declare

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
)

// Patterns for the beginning of a line.
var (
	nearWord    = lazyregexp.New(`^([` + ident.Rest + `]+)\s+(` + ident.Pattern + `)`)
	dashedName  = lazyregexp.New(`^[` + ident.First + `][` + ident.Rest + `.-]*[` + ident.Rest + `]$`)
	listOfNames = lazyregexp.New(`^` + ident.Pattern + `(?:\s*,\s*` + ident.Pattern + `)+$`)
	listedNames = lazyregexp.New(`[` + ident.Rest + `]+`)
	firstName   = lazyregexp.New(`^[-*+"'\s]*(` + ident.Pattern + `)(?:[^` + ident.Rest + `\x{80}-\x{10FFFF}]|$)`)
	typedField  = lazyregexp.New(`^` + ident.Pattern + `\s+[` + ident.First + `"'{=]`)
	// Stimuli with entries that are in no braces, and an entry of a board without its dot.
	entriesWithout = lazyregexp.New(`^(` + ident.Pattern + `)(\s*\([^)]*\)\s*|\s+` + ident.Pattern + `\s+\w+\s*(?:,.*)?|\s+` + ident.Pattern + `\s*,.*)$`)
	spacedEntry    = lazyregexp.New(`^([` + ident.First + `][` + ident.Rest + `-]*)\s+(` + ident.Pattern + `)`)
	wholeName      = lazyregexp.New(`^` + ident.Pattern + `$`)
)

// typeAndDefault matches the part of a sentence that is a type, with a default.
var typeAndDefault = lazyregexp.New(`^[^=]*=\s*("[^"]*"|[^\s,;]+)|^\S+\s+\S+`)

// Patterns for the entries of a shape as other languages write them: name: type, and type name.
var (
	colonEntry = lazyregexp.New(`(` + ident.Pattern + `)\s*:\s*(\w+)`)
	twoWords   = lazyregexp.New(`(\w+)\s+(` + ident.Pattern + `)`)
)

// isType matches a sentence that may be a type with more than a word: a range, a default, texts or entries.
var isType = lazyregexp.New(`^(?:number\s+(?:-?[\d.]*\.\.|=)|(?:text|boolean|point|table|agent)\s*=|list\s+of\s+\w+$|\{|["'][^"']*["']\s*\|)`)

// Patterns for parts of a line.
var (
	namePart   = lazyregexp.New(`^` + ident.Pattern)
	dottedPart = lazyregexp.New(`^[` + ident.First + `][` + ident.Rest + `.]*`)
	numberPart = lazyregexp.New(`^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?`)
	unitPart   = lazyregexp.New(`^[^\s\d:=,|{}"'.?#/()[\]-][^\s:=,|{}"']*`)
	textPart   = lazyregexp.New(`^("[^"]*"|'[^']*')`)
	nilPart    = lazyregexp.New(`^(?:\?|(?:\||or\b)\s*(?:nil|null|none)\b)`)
	arrayPart  = lazyregexp.New(`^\[\s*\]`)
	boardPart  = lazyregexp.New(`^(\*|[` + ident.Rest + `-]+)\.(` + ident.Pattern + `)`)

	// Types as other languages write them: texts with other signs between or around them, and ranges.
	otherTexts  = lazyregexp.New(`^(?:[({[]\s*)?` + text + `(?:(?:\s*(?:[,|/]|\|\||\bor\b)\s*)` + text + `)*\s*[])}]?`)
	otherChoice = lazyregexp.New(`^(?i:enum|choice|one\s*of)\b[\s({[]*` + choice + `(?:(?:\s*(?:[,|/]|\|\||\bor\b)\s*|\s+)` + choice + `)*\s*[])}]?`)
	wrongSign   = lazyregexp.New(`^(?:"[^"]*"|'[^']*'|[|\s])*`)
	barredWords = lazyregexp.New(`^` + choice + `(?:\s*(?:\||\|\|)\s*` + choice + `)+`)
	listedWords = lazyregexp.New(`^(` + choice + `(?:\s*(?:[,/]|\bor\b)\s*` + choice + `)+)\s*(?:[:=]|$)`)
	oneOfWord   = lazyregexp.New(`^(?i:enum|choice|one\s*of)\b`)
	choices     = lazyregexp.New(choice)
	otherRange  = lazyregexp.New(`^[[(]?(-?\d+(?:\.\d+)?)\s*(?:-|\x{2013}|,|/|~|\bto\b|\.\.\.)\s*(-?\d+(?:\.\d+)?)[])]?`)
)

// lateShape matches a shape at the beginning of a sentence, with the channel of a request.
var lateShape = lazyregexp.New(`^\{[^{}]*\}(?:\s+on\s+[` + ident.Rest + `.]+)?`)

// otherColon matches a sign between a declaration and its sentence, and the sentence.
var otherColon = lazyregexp.New(`^(?:--|//|->|=>|[-–—;,#])\s*([^\s:].*)$`)

// wordAsDefault matches a default that is a text without quotes.
var wordAsDefault = lazyregexp.New(`^\s*=\s*(` + ident.Pattern + `)\s*$`)

const (
	text   = `(?:"[^"]*"|'[^']*')`
	choice = `(?:"[^"]*"|'[^']*'|` + ident.Pattern + `)`
)

// parser reads a line from left to right. The first mistake ends it.
type parser struct {
	line  string
	at    int // offset
	wrong diag.Words
	col   int
	depth int
}

// maxDepth bounds shapes and lists in each other.
const maxDepth = 16

// parseLine parses a line without white space around it.
func parseLine(line string) Declaration {
	p := &parser{line: line}
	d := p.declaration()
	d.Wrong, d.Col = p.wrong, p.col
	if d.Malformed() {
		if d.Default.IsNil() {
			d.Default = defaultIn(line, d.Type)
		}
		d.Type = nil
	}
	return d
}

// defaultIn returns the default of a field in a line with a mistake, if it can be read: without it the scripts would run
// into errors about nil, which only follow from the mistake. t is the type, or nil if it is unknown.
func defaultIn(line string, t *Type) (v value.Value) {
	p := &parser{line: line}
	for p.at < len(line) && line[p.at] != ':' {
		if p.take(textPart) == "" && p.at < len(line) {
			if p.at++; line[p.at-1] == '=' {
				break
			}
		}
	}
	p.space()
	at := p.at
	if at == 0 || !strings.HasSuffix(strings.TrimRight(line[:at], " \t"), "=") {
		return v
	}
	if v = p.literal(); p.ok() {
		return v
	}
	if word := value.String(namePart.FindString(line[at:])); t != nil && t.Lua() == "string" && t.Check(word) == nil {
		return word
	}
	return value.Value{}
}

// fail notes a mistake at an offset, unless there is one already.
func (p *parser) fail(at int, w diag.Words) {
	if p.wrong.Text == "" {
		p.wrong, p.col = w, diag.Column(p.line, at)
	}
}

func (p *parser) ok() bool { return p.wrong.Text == "" }

// take returns what a pattern matches after white space, or "".
func (p *parser) take(pattern *lazyregexp.Regexp) string {
	p.space()
	found := pattern.FindString(p.line[p.at:])
	p.at += len(found)
	return found
}

func (p *parser) space() {
	for p.at < len(p.line) && (p.line[p.at] == ' ' || p.line[p.at] == '\t') {
		p.at++
	}
}

// is reports whether a sign follows, and skips it.
func (p *parser) is(sign string) bool {
	p.space()
	if !strings.HasPrefix(p.line[p.at:], sign) {
		return false
	}
	p.at += len(sign)
	return true
}

// rest returns the next word of the line, for a message.
func (p *parser) rest() string {
	p.space()
	rest := p.line[p.at:]
	if rest == "" {
		return "the end of the line"
	}
	if end := strings.IndexAny(rest[1:], " :"); end >= 0 {
		rest = rest[:end+1]
	}
	return strconv.Quote(rest)
}

// declaration reads the line. It returns at least the name.
func (p *parser) declaration() Declaration {
	before, means, _ := strings.Cut(p.line, ":")
	before = strings.TrimSpace(before)
	first := p.take(namePart)
	next := p.at
	switch p.space(); {
	case wholeName.MatchString(before):
		return p.untyped(before, strings.TrimSpace(means))
	case first == stimulusWord && p.at > next:
		return p.end(p.stimulus())
	case first == requestWord && p.at > next && !p.typeFollows():
		return p.end(p.request())
	case first == boardWord && p.at > next && !p.typeFollows():
		return p.end(p.entry())
	case !typedField.MatchString(p.line):
		return p.malformed(before)
	}
	if other := p.nearWord(before); other.Name != "" {
		return other
	}
	return p.end(p.field(first))
}

// untyped returns the declaration of a field without a type. A sentence that is only a type was meant to be one.
func (p *parser) untyped(name, means string) Declaration {
	if slices.Contains(typeWords, means) {
		p.fail(strings.LastIndex(p.line, means), message.TypeAfterColon(name, means))
	} else if isType.MatchString(means) {
		want, _, _ := strings.Cut(means, ":")
		typed := parseLine(name + " " + want)
		if typed.Malformed() { // the sentence follows without a colon
			want = typeAndDefault.FindString(want)
			typed = parseLine(name + " " + want)
		}
		if !typed.Malformed() {
			p.fail(strings.LastIndex(p.line, means), message.TypeAfterColon(name, strings.TrimSpace(want)))
			return typed
		}
	}
	return Declaration{Name: name, Means: means}
}

// typeFollows reports whether the word request or board is the name of a field, since a type and the end of the
// declaration follow.
func (p *parser) typeFollows() bool {
	word := namePart.FindString(p.line[p.at:])
	after := strings.TrimLeft(p.line[p.at+len(word):], " \t")
	return slices.Contains(typeWords, word) && (after == "" || after[0] == ':' || after[0] == '=')
}

// nearWord returns the declaration of a line whose first word misspells one that a line may begin with, or an empty one.
func (p *parser) nearWord(before string) (d Declaration) {
	m := nearWord.FindStringSubmatch(before)
	if m == nil || slices.Contains(typeWords, m[2]) {
		return d
	}
	words := []string{stimulusWord, requestWord, boardWord}
	near := cmp.Or(elsewhere[strings.ToLower(m[1])], diag.Suggest(m[1], words))
	if i := slices.Index(words, near); i >= 0 && (i == 0 || otherWords[m[2]] == "" && diag.Suggest(m[2], typeWords) == "") {
		d = Declaration{What: What(i + 1), Name: m[2]}
		rest := strings.TrimSpace(strings.TrimPrefix(before, m[1]))
		p.fail(0, message.BadDeclaration().With(message.DidYouMean(near+" "+rest)))
	}
	return d
}

// elsewhere are words of other engines for what a line declares.
var elsewhere = map[string]string{
	"event": stimulusWord, "signal": stimulusWord, "stimuli": stimulusWord, "message": stimulusWord,
	"requests": requestWord, "blackboard": boardWord, "boards": boardWord,
}

// nameList returns the names of a line that declares several, as in "hp, x: ...", or nil.
func nameList(before string) []string {
	if !listOfNames.MatchString(before) {
		return nil
	}
	return listedNames.FindAllString(before, -1)
}

// malformed returns the declaration of a line that has not the form of one.
func (p *parser) malformed(before string) Declaration {
	w, d := message.BadDeclaration(), Declaration{}
	if strings.HasPrefix(before, "//") || strings.HasPrefix(before, "--") {
		w = message.ForeignComment(before[:2])
	} else if dashedName.MatchString(before) {
		d.Name = strings.NewReplacer("-", "_", ".", "_").Replace(before)
		w = w.With(message.NameWithoutDashes(d.Name))
	} else if names := nameList(before); names != nil {
		d.Name = names[0]
		w = w.With(message.WriteLineForEach(names))
	} else if m := firstName.FindStringSubmatch(before); m != nil {
		d.Name = m[1]
		w = w.With(message.WriteWithColon(m[1]))
	}
	p.fail(0, w)
	return d
}

// end reads the end of a declaration, and the sentence.
func (p *parser) end(d Declaration) Declaration {
	if p.space(); p.ok() && p.at < len(p.line) && p.line[p.at] != ':' {
		w := message.UnexpectedInDeclaration(p.form(d), p.rest())
		if m := otherColon.FindStringSubmatch(p.line[p.at:]); m != nil {
			w = w.With(message.WriteIt(strings.TrimSpace(p.line[:p.at]) + ": " + m[1]))
		}
		if at := p.descriptionAt(d.Type); at >= 0 {
			p.at, w = at, message.DescriptionWithoutColon(strings.TrimSpace(p.line[:at])+": "+p.line[at:])
		}
		p.fail(p.at, w)
	}
	if p.ok() {
		d.Means = strings.TrimSpace(strings.TrimPrefix(p.line[p.at:], ":"))
	}
	if want := lateShape.FindString(d.Means); d.What != Field && d.Type == nil && want != "" {
		p.fail(strings.LastIndex(p.line, d.Means), message.TypeAfterColon(strings.TrimSpace(p.line[:p.at]), want))
	}
	return d
}

// descriptionAt returns the offset of the sentence in the rest of a line in which the colon before it is missing, or -1. t is
// the type that was read. Its unit is the first word of the sentence, unless it looks like a unit.
func (p *parser) descriptionAt(t *Type) int {
	rest := p.line[p.at:]
	if word := namePart.FindString(rest); word == "" || strings.Contains(rest, ":") || slices.Contains(typeWords, word) {
		return -1
	}
	for t != nil && t.Kind == List {
		t = t.Of
	}
	before := strings.TrimSpace(p.line[:p.at])
	if t != nil && t.Unit != "" && strings.HasSuffix(before, " "+t.Unit) && !shortUnit.MatchString(t.Unit) {
		return len(before) - len(t.Unit)
	}
	return p.at
}

// shortUnit matches a word that is a unit rather than the first word of a sentence.
var shortUnit = lazyregexp.New(`(?i)^(?:[b-hj-z]|[ckm]m|k?g|m?s|lb|ft|px|hz|min|sec|deg|rad|hour|hours|minutes|seconds|meters|metres|percent|ticks|.*[^a-z].*)$`)

// form returns an example of a line like d.
func (p *parser) form(d Declaration) string {
	switch {
	case d.What == Stimulus:
		return "stimulus noise { by agent, x number m }: what it is"
	case d.What == Request:
		return "request strike { target agent } on arm: what it does"
	case d.What == Entry:
		return "board tavern.guard agent: what it is"
	case d.Type != nil && d.Type.Kind == Number:
		return d.Name + " number 0..100 m = 10: what it is"
	case d.Type != nil:
		return d.Name + " " + d.Type.String() + ": what it is"
	}
	return "hp number 0..100 = 100: what it is"
}

func (p *parser) field(name string) Declaration {
	d := Declaration{Name: name}
	if p.space(); strings.HasPrefix(p.line[p.at:], "=") {
		p.at++
		of := "number"
		switch v := p.literal(); {
		case v.Kind() == value.KindString:
			of = "text"
		case v.Kind() == value.KindBool:
			of = "boolean"
		case v.Table() != nil:
			of = "table"
		}
		p.fail(len(name)+1, message.DefaultWithoutType(name, name+" "+of+" "+strings.TrimSpace(p.line[len(name):])))
		return d
	}
	if p.typeFirst(&d) {
		return d
	}
	if d.Type = p.typ(name); d.Type != nil && p.ok() {
		if p.space(); d.Type.Kind == Text && textPart.MatchString(p.line[p.at:]) {
			texts, _, _ := strings.Cut(p.line[p.at:], ":")
			p.fail(p.at, message.UnexpectedInDeclaration("", textPart.FindString(p.line[p.at:])).With(message.WriteIt(name+" "+strings.TrimSpace(texts))))
			return d
		}
		if m := wordDefault.FindStringSubmatch(p.line); m != nil {
			p.fail(len(m[1]), message.UnexpectedInDeclaration("", strconv.Quote(m[2])).With(message.WriteIt(strings.TrimSpace(m[1])+" = "+m[3])))
			d.Default = literalOf(m[3])
			return d
		}
	}
	if p.space(); p.ok() && p.is("=") {
		p.space()
		at := p.at
		if d.Default = p.otherLiteral(d.Type); !p.ok() {
			return d
		} else if word := namePart.FindString(p.line[p.at:]); d.Type != nil && d.Type.Kind != Text && d.Type.Kind != OneOf && word != "" && !slices.Contains([]string{"true", "false", "nil"}, word) {
			p.fail(at, message.DefaultNotLiteral(word).With(message.GiveWanted(d.Type.Want())))
			return d
		} else if d.Default.IsNil() {
			d.Default = p.literal()
		}
		if m := d.Type.Check(d.Default); m != nil {
			p.fail(at, message.WrongDefault(m.of(name), m.Value.String(), wanted(m)).With(m.remedy()))
		}
	}
	return d
}

// wordDefault matches a line with the word default in place of the sign =.
var wordDefault = lazyregexp.New(`^(` + ident.Pattern + `[^:="']*?)\b(default)\s*[:=]?\s*("[^"]*"|-?[\d.]+|true|false)`)

// literalOf returns the constant that a text is, or nil.
func literalOf(text string) value.Value {
	p := &parser{line: text}
	if v := p.literal(); p.ok() {
		return v
	}
	return value.Value{}
}

// typeFirst reports whether a line has the type before the name, as in "number hp: hit points", and tells it.
func (p *parser) typeFirst(d *Declaration) bool {
	of := d.Name
	if !slices.Contains(typeWords, of) && otherWords[of] == "" {
		return false
	}
	p.space()
	name := namePart.FindString(p.line[p.at:])
	if name == "" || slices.Contains(typeWords, name) || otherWords[name] != "" || name == "list" || name == "handle" {
		return false
	}
	if !slices.Contains(typeWords, of) {
		of = otherWords[of]
	}
	rest, _, _ := strings.Cut(p.line[p.at+len(name):], ":")
	d.Name = name
	p.fail(0, message.BadDeclaration().With(message.WriteIt(strings.TrimSpace(name+" "+of+" "+strings.TrimSpace(rest)))))
	return true
}

// otherLiteral reads a constant in the form of another language, as in = yes and = (0, 0), and tells it. It returns nil if
// there is none.
func (p *parser) otherLiteral(t *Type) (v value.Value) {
	rest := p.line[p.at:]
	word := strings.ToLower(namePart.FindString(rest))
	switch {
	case t == nil:
	case t.Kind == Boolean && slices.Contains([]string{"yes", "on"}, word), t.Kind == Boolean && slices.Contains([]string{"no", "off"}, word):
		v = value.Bool(word == "yes" || word == "on")
		p.fail(p.at, message.DefaultNotLiteral(word).With(message.WriteIt(v.String())))
	case t.Kind == Point:
		if m := otherPoint.FindStringSubmatch(rest); m != nil {
			p.fail(p.at, message.DefaultNotLiteral(m[0]).With(message.WriteIt("{ x = "+m[1]+", y = "+m[2]+" }")))
			v = literalOf("{ x = " + m[1] + ", y = " + m[2] + " }")
		}
	}
	return v
}

// otherPoint matches a point as other languages write it.
var otherPoint = lazyregexp.New(`^[({\[]\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*[)}\]]`)

func (p *parser) stimulus() Declaration {
	name, _, _ := strings.Cut(p.line[p.at:], ":")
	name, _, _ = strings.Cut(name, "{")
	if m := entriesWithout.FindStringSubmatch(name); m != nil {
		entries := strings.TrimSpace(strings.TrimRight(m[2], ") \t"))
		p.fail(p.at+len(m[1]), message.UnexpectedInDeclaration("", strconv.Quote(strings.TrimSpace(m[2]))).With(message.WriteIt(stimulusWord+" "+m[1]+" { "+strings.TrimLeft(entries, "( \t")+" }")))
		return Declaration{What: Stimulus, Name: m[1]}
	}
	d := Declaration{What: Stimulus, Name: strings.TrimSpace(name)}
	if bare := strings.Trim(d.Name, `"'`); bare != d.Name && bare != "" {
		rest, _, _ := strings.Cut(p.line[p.at+len(name):], ":")
		p.fail(p.at, message.UnexpectedInDeclaration("", d.Name).With(message.WriteIt(strings.TrimSpace(stimulusWord+" "+bare+" "+rest))))
		return Declaration{What: Stimulus, Name: bare}
	}
	p.at += len(name)
	if d.Name == "" {
		p.fail(p.at, message.UnexpectedInDeclaration(p.form(d), p.rest()))
	}
	if strings.HasPrefix(p.line[p.at:], "{") {
		d.Type = p.typ("")
	}
	return d
}

func (p *parser) request() Declaration {
	d := Declaration{What: Request, Name: p.take(dottedPart)}
	if d.Name == "" {
		p.fail(p.at, message.UnexpectedInDeclaration(p.form(d), p.rest()))
	}
	if p.space(); strings.HasPrefix(p.line[p.at:], "{") {
		d.Type = p.typ("")
	}
	if before := p.at; p.ok() && p.take(namePart) == "on" {
		if d.Channel = p.take(dottedPart); d.Channel == "" {
			p.fail(p.at, message.UnexpectedInDeclaration(p.form(d), p.rest()))
		}
		if p.space(); d.Type == nil && strings.HasPrefix(p.line[p.at:], "{") {
			at := p.at
			if p.typ(""); p.ok() {
				p.fail(at, message.UnexpectedInDeclaration("", strconv.Quote("{")).With(message.WriteIt(requestWord+" "+d.Name+" "+p.line[at:p.at]+" on "+d.Channel)))
			}
		}
	} else {
		p.at = before
	}
	return d
}

func (p *parser) entry() Declaration {
	m := boardPart.FindStringSubmatch(p.line[p.at:])
	if words := spacedEntry.FindStringSubmatch(p.line[p.at:]); m == nil && words != nil && !slices.Contains(typeWords, words[2]) {
		p.fail(p.at, message.UnexpectedInDeclaration("", strconv.Quote(words[0])).With(message.WriteIt(boardWord+" "+words[1]+"."+words[2])))
		return Declaration{What: Entry, Board: words[1], Name: words[2]}
	}
	if m == nil {
		p.fail(p.at, message.UnexpectedInDeclaration(p.form(Declaration{What: Entry}), p.rest()))
		return Declaration{What: Entry}
	}
	p.at += len(m[0])
	d := Declaration{What: Entry, Board: m[1], Name: m[2]}
	if p.space(); p.at < len(p.line) && p.line[p.at] != ':' {
		d.Type = p.typ("")
	}
	return d
}

// typeWords are the words for types, except those that need more words.
var typeWords = []string{"number", "text", "boolean", "agent", "point", "table"}

// otherWords are words that other languages and engines use, with the type that is meant.
var otherWords = map[string]string{
	"int": "number", "integer": "number", "float": "number", "double": "number", "num": "number", "real": "number", "seconds": "number",
	"string": "text", "str": "text", "char": "text",
	"bool": "boolean", "flag": "boolean", "truth": "boolean",
	"id": "agent", "entity": "agent", "character": "agent", "actor": "agent",
	"vector": "point", "vector2": "point", "vector3": "point", "vec2": "point", "vec3": "point", "position": "point",
	"object": "table", "dict": "table", "map": "table", "any": "table",
	"array": "list of number", "userdata": "handle",
}

// typ reads a type. If it is the type of a field, name is the name of the field.
func (p *parser) typ(name string) *Type {
	p.space()
	at := p.at
	if p.depth++; p.depth > maxDepth {
		p.fail(at, message.TypeTooDeep(maxDepth))
	}
	defer func() { p.depth-- }()
	if t := p.otherChoices(name); t != nil {
		return t
	}
	t := p.plainType(at, name)
	if p.space(); t == nil || !p.ok() {
		return t
	}
	rest := p.line[p.at:]
	if found := nilPart.FindString(rest); found != "" {
		p.fail(p.at, message.UnexpectedInDeclaration("", strconv.Quote(found)).With(message.MayBeNil()))
	} else if found := arrayPart.FindString(rest); found != "" {
		p.fail(p.at, message.UnexpectedInDeclaration("", strconv.Quote(found)).With(message.WriteIt("list of "+strings.TrimSpace(p.line[at:p.at]))))
	}
	return t
}

// plainType reads a type that begins at an offset. name is as for typ.
func (p *parser) plainType(at int, name string) *Type {
	switch word := p.take(namePart); {
	case word == "list":
		return p.list(at)
	case word == "handle":
		t := &Type{Kind: Handle, Handle: p.take(dottedPart)}
		if t.Handle == "" {
			p.fail(p.at, message.UnexpectedInDeclaration("cart handle Wagon: what it is", p.rest()))
		}
		return t
	case word == "number":
		return p.number()
	case slices.Contains(typeWords, word):
		for kind, w := range kindWords {
			if w == word {
				return &Type{Kind: kind}
			}
		}
	case word != "":
		p.unknownType(at, name, word)
	case p.at < len(p.line) && (p.line[p.at] == '"' || p.line[p.at] == '\''):
		return p.oneOf()
	case p.is("{"):
		return p.shape()
	default:
		p.fail(p.at, message.TypeMissing(p.rest()))
	}
	return nil
}

// unknownType tells that a word is no type. A line that has no colon was probably meant to have one after its first word.
func (p *parser) unknownType(at int, name, word string) {
	near := otherWords[strings.ToLower(word)]
	if near == "" {
		near = diag.Suggest(word, append([]string{"list", "handle"}, typeWords...))
	}
	if near == "" && name != "" && !strings.Contains(p.line, ":") {
		p.fail(0, message.BadDeclaration().With(message.WriteWithColon(name)))
		return
	}
	p.fail(at, message.UnknownDeclaredType(word).With(didYouMean(near)))
}

func didYouMean(near string) (w diag.Words) {
	if near != "" {
		w = message.DidYouMean(near)
	}
	return w
}

// otherChoices tells that one of some texts is not written with quotes and with | between the texts, as in calm | grim,
// "calm", "grim" and enum(calm, grim). It returns the type that is meant, or nil. name is as for typ.
func (p *parser) otherChoices(name string) *Type {
	rest := p.line[p.at:]
	found, wrong := otherChoice.FindString(rest), 0
	words := p.wordChoices(name, rest)
	switch {
	case found != "":
		found, rest = oneOfWord.ReplaceAllString(found, ""), rest[len(found):]
	case words != "":
		found, rest, wrong = words, rest[len(words):], bareWord(words)
	default:
		found = otherTexts.FindString(rest)
		if wrong = len(wrongSign.FindString(found)); wrong == len(found) {
			return nil
		}
		rest = rest[len(found):]
	}
	t := &Type{Kind: OneOf}
	for _, text := range choices.FindAllString(found, -1) {
		if text != "or" {
			t.Texts = append(t.Texts, strings.Trim(text, `"'`))
		}
	}
	tail, _, _ := strings.Cut(rest, ":")
	if m := wordAsDefault.FindStringSubmatch(tail); m != nil && slices.Contains(t.Texts, m[1]) {
		tail = "= " + strconv.Quote(m[1])
	}
	line := p.line[:p.at] + t.String()
	if tail = strings.TrimSpace(tail); tail != "" && tail[0] != ',' {
		line += " "
	}
	line += tail
	if p.at += wrong; words != "" {
		p.fail(p.at, message.UnknownDeclaredType(namePart.FindString(words[wrong:])).With(message.WriteIt(line)))
	} else {
		p.fail(p.at, message.UnexpectedInDeclaration(line, p.rest()).With(message.WriteIt(line)))
	}
	return t
}

// wordChoices returns the beginning of a text that is several words with signs between them, none of which is a type, or "".
// Commas are such signs only in the type of a field, since they also separate the entries of a shape.
func (p *parser) wordChoices(name, text string) string {
	found := barredWords.FindString(text)
	if found == "" && name != "" {
		if m := listedWords.FindStringSubmatch(text); m != nil {
			found = m[1]
		}
	}
	if bareWord(found) < 0 {
		return ""
	}
	for _, word := range choices.FindAllString(found, -1) {
		if slices.Contains(typeWords, word) || otherWords[strings.ToLower(word)] != "" || word == "list" || word == "handle" || word == "nil" {
			return ""
		}
	}
	return found
}

// bareWord returns the offset of the first choice without quotes, or -1.
func bareWord(text string) int {
	for _, at := range choices.FindAllStringIndex(text, -1) {
		if word := text[at[0]:at[1]]; word != "or" && namePart.MatchString(word) {
			return at[0]
		}
	}
	return -1
}

func (p *parser) list(at int) *Type {
	if p.take(namePart) != "of" {
		p.fail(at, message.UnexpectedInDeclaration("route list of point: what it is", "list without of"))
		return nil
	}
	t := &Type{Kind: List, Of: p.typ("")}
	if !p.ok() {
		return nil
	}
	return t
}

func (p *parser) oneOf() *Type {
	t := &Type{Kind: OneOf}
	for {
		p.space()
		at := p.at
		text := p.take(textPart)
		if text == "" {
			p.fail(at, message.UnexpectedInDeclaration(`mood "calm" | "grim": what it is`, p.rest()))
			return nil
		}
		text = text[1 : len(text)-1]
		if slices.Contains(t.Texts, text) {
			p.fail(at, message.TextTwiceInType(strconv.Quote(text)))
		}
		t.Texts = append(t.Texts, text)
		if p.space(); nilPart.MatchString(p.line[p.at:]) || !p.is("|") {
			return t
		}
	}
}

func (p *parser) shape() *Type {
	t := &Type{Kind: Shape}
	whole, _, _ := strings.Cut(p.line[p.at-1:], "}")
	for p.ok() && !p.is("}") {
		p.space()
		at := p.at
		name := p.take(namePart)
		if name == "" {
			p.fail(at, message.UnexpectedInDeclaration("bag { gold number, keys number }: what it is", p.rest()))
			break
		}
		if slices.Contains(t.Names(), name) {
			p.fail(at, message.EntryTwiceInType(name))
		}
		e := TypedEntry{Name: name}
		p.space()
		after := p.line[p.at:]
		if word := namePart.FindString(after); strings.HasPrefix(after, ":") {
			p.fail(p.at, message.UnexpectedInDeclaration("", strconv.Quote(":")).With(message.WriteIt(colonEntry.ReplaceAllString(whole, "$1 $2")+"}")))
		} else if word != "" && slices.Contains(typeWords, name) && !slices.Contains(typeWords, word) && otherWords[word] == "" && word != "list" && word != "handle" {
			p.fail(at, message.UnexpectedInDeclaration("", strconv.Quote(name)).With(message.WriteIt(twoWords.ReplaceAllString(whole, "$2 $1")+"}")))
		}
		if p.ok() && after != "" && after[0] != ',' && after[0] != '}' {
			e.Type = p.typ("")
		}
		if t.Entries = append(t.Entries, e); !p.is(",") && p.ok() && !strings.HasPrefix(p.line[p.at:], "}") {
			p.fail(p.at, message.UnexpectedInDeclaration("bag { gold number, keys number }: what it is", p.rest()))
		}
	}
	if !p.ok() {
		return nil
	}
	return t
}

// number reads the range and the unit of a number.
func (p *parser) number() *Type {
	t := AnyNumber()
	at := p.at
	p.space()
	if m := otherRange.FindStringSubmatch(p.line[p.at:]); m != nil {
		p.fail(p.at, message.RangeWithoutDots(m[1]+".."+m[2]))
		return t
	}
	ranged := p.bounds(t)
	if p.space(); nilPart.MatchString(p.line[p.at:]) {
		return t
	}
	unit := p.at
	if t.Unit = p.take(unitPart); utf8.RuneCountInString(t.Unit) > 12 {
		p.fail(unit+1, message.UnexpectedInDeclaration("x number m: what it is", strconv.Quote(t.Unit)))
	}
	if later := p.at; t.Unit != "" && !ranged && p.bounds(t) {
		text := strings.TrimSpace(p.line[later:p.at])
		p.fail(later+1, message.UnitBeforeRange(text+" "+t.Unit))
	}
	if t.Min > t.Max {
		p.fail(at+1, message.EmptyRange(value.FormatNumber(t.Max)+".."+value.FormatNumber(t.Min)))
	}
	return t
}

// bounds reads a range, and reports whether there is one.
func (p *parser) bounds(t *Type) bool {
	before := p.at
	low := p.take(numberPart)
	if !p.is("..") {
		p.at = before
		return false
	}
	high := ""
	if p.at < len(p.line) && p.line[p.at] != ' ' { // in 0.. 3 the range is open, and 3 is a mistake
		high = p.take(numberPart)
	}
	if low == "" && high == "" {
		p.fail(p.at-2, message.UnexpectedInDeclaration("hp number 0..100: what it is", strconv.Quote("..")))
	}
	if low != "" {
		t.Min, _ = strconv.ParseFloat(low, 64)
	}
	if high != "" {
		t.Max, _ = strconv.ParseFloat(high, 64)
	}
	return true
}

// literal reads a constant value.
func (p *parser) literal() value.Value {
	p.space()
	if p.depth++; p.depth > maxDepth {
		p.fail(p.at, message.TypeTooDeep(maxDepth))
		return value.Value{}
	}
	defer func() { p.depth-- }()
	if text := p.take(textPart); text != "" {
		return value.String(text[1 : len(text)-1])
	}
	if number := p.take(numberPart); number != "" {
		n, _ := strconv.ParseFloat(number, 64)
		return value.Number(n)
	}
	at := p.at
	switch word := p.take(namePart); {
	case word == "true" || word == "false":
		return value.Bool(word == "true")
	case word == "nil":
		return value.Value{}
	case word == "" && p.is("{"):
		return p.tableLiteral()
	case word != "":
		p.fail(at, message.DefaultNotLiteral(word).With(message.WriteIt(strconv.Quote(word))))
	default:
		p.fail(at, message.DefaultNotLiteral(p.rest()))
	}
	return value.Value{}
}

func (p *parser) tableLiteral() value.Value {
	t := &value.Table{}
	place := 1.0
	for p.ok() && !p.is("}") {
		key := value.Number(place)
		before := p.at
		if name := p.take(namePart); name != "" && p.is("=") {
			key = value.String(name)
		} else {
			p.at, place = before, place+1
		}
		v := p.literal()
		if t.Entries = append(t.Entries, value.Entry{Key: key, Value: v}); p.ok() && !p.is(",") && !strings.HasPrefix(p.line[p.at:], "}") {
			p.fail(p.at, message.UnexpectedInDeclaration("home point = { x = 1, y = 2 }: what it is", p.rest()))
		}
	}
	return value.Other(t)
}
