package trees

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// lineParser parses one line. It reads the line with a scanner. Like those of the scanner, its methods return false
// once they have reported a mistake.
type lineParser struct {
	p *parser // knows the tree to which the line belongs
	s *scanner
}

// atTree reports whether the line is a tree line. The word tree may be in capitals. It may be misspelled if a name
// follows.
func (l lineParser) atTree() bool {
	word := l.s.run()
	if strings.EqualFold(word, treeWord) {
		return l.s.peek(len(word)) != '='
	}
	_, assigned, ok := l.nameAfter(word)
	return ok && !assigned && isMisspelled(word, treeWord)
}

// nameAfter returns the name that follows the first word of a line, and reports whether one = follows that name.
func (l lineParser) nameAfter(word string) (name string, assigned, ok bool) {
	after := *l.s
	after.off += len(word)
	rest := strings.TrimLeft(after.text[after.off:], " ")
	after.off = len(after.text) - len(rest)
	name = after.run()
	rest = strings.TrimLeft(rest[len(name):], " ")
	return name, strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="), ident.Is(name) && name != whenWord
}

// isMisspelled reports whether a word probably stands for one of the words of tree files.
func isMisspelled(word, small string) bool { return diag.Suggest(word, []string{small}) != "" }

// lineWord reads the first word of a line that begins at column 1.
func (l lineParser) lineWord(small string) {
	s := l.s
	word := s.run()
	switch {
	case word == small:
	case strings.EqualFold(word, small):
		l.p.report(s.pos(), message.CapitalWord(small, word))
	default:
		l.p.report(s.pos(), message.MisspelledWord(small, word))
	}
	s.off += len(word)
	s.part(PartKeyword, s.off-len(word), s.off)
}

// treeHead parses a tree line: tree NAME PARAMETERS "description".
func (l lineParser) treeHead(t *Tree) {
	s := l.s
	l.lineWord(treeWord)
	var ok bool
	if t.Name, t.NamePos, ok = l.treeName(); !ok {
		return
	}
	spaced := s.space()
	for spaced && ident.Is(s.run()) && !l.atMeta() {
		if !l.treeParam(t) {
			return
		}
		spaced = s.space()
	}
	if c := s.peek(0); spaced && (c == '"' || c == '\'') {
		start := s.off
		if t.Doc, ok = s.quoted(); !ok {
			return
		}
		s.part(PartDoc, start, s.off)
		spaced = s.space()
	}
	if spaced && l.atMeta() {
		start := s.off
		s.off += len(metaKey) + 1
		if t.Meta, ok = l.meta(); !ok {
			return
		}
		s.param(metaKey, start, start+len(metaKey)+1, s.off)
		spaced = s.space()
	}
	if s.atEnd() || spaced && s.comment() {
		return
	}
	switch r, _ := utf8.DecodeRuneInString(s.text[s.off:]); {
	case r == '=' && len(t.Params) > 0 && t.Doc == "":
		key := t.Params[len(t.Params)-1].Name
		s.failAdvising(s.off, message.SpaceBesideEquals(key), keyValue(key, s.text[s.off+1:]))
	case isHabit(r) && !strings.ContainsRune(nodeSigns, r):
		s.failHere()
	case t.Doc == "" && nameCharacter(s.text[s.off:]) > 0 && lastRequired(t) < len(t.Params):
		l.unquotedDescription(t)
	default:
		s.fail(s.off, message.UnexpectedOnTreeLine(s.piece()))
	}
}

// unquotedDescription reports words that are no parameters, and certainly a description together with the words before them.
func (l lineParser) unquotedDescription(t *Tree) bool {
	s := l.s
	start := byteOffset(s.text, t.Params[lastRequired(t)].Pos.Col)
	text, _, _ := strings.Cut(s.text[start:], " #")
	return s.fail(s.off, message.UnquotedDescription(strings.TrimSpace(text), s.piece()))
}

// lastRequired returns the index of the first of the parameters at the end of a tree line that have no default.
func lastRequired(t *Tree) int {
	i := len(t.Params)
	for i > 0 && t.Params[i-1].Required {
		i--
	}
	return i
}

// nodeSigns holds the characters whose remedies in habits suit only the line of a node.
const nodeSigns = "=+*^<>~!&|%"

// atMeta reports whether the cursor is at meta=.
func (l lineParser) atMeta() bool { return strings.HasPrefix(l.s.text[l.s.off:], metaKey+"=") }

// meta parses the data of other tools: a non-empty table.
func (l lineParser) meta() (*Table, bool) {
	s := l.s
	start := s.off
	if s.peek(0) != '{' {
		return nil, s.fail(start, message.InvalidMeta())
	}
	v, ok := s.table(0)
	if !ok {
		return nil, false
	}
	t := v.Ref().(*Table)
	if len(t.Items)+len(t.Fields) == 0 {
		return nil, s.fail(start, message.InvalidMeta())
	}
	return t, true
}

// treeParam parses a parameter of a tree: NAME, or NAME=DEFAULT.
func (l lineParser) treeParam(t *Tree) bool {
	s := l.s
	p := TreeParam{Param: Param{Name: s.run(), Pos: s.pos()}, Required: true}
	if !isTreeKey(p.Name) {
		if lastRequired(t) < len(t.Params) && s.peek(len(p.Name)) != '=' {
			return l.unquotedDescription(t)
		}
		return s.fail(s.off, message.InvalidTreeParameter(p.Name).With(plainForm(p.Name)))
	}
	if first := t.Param(p.Name); first != nil {
		return s.fail(s.off, message.DuplicateParameter(first.Pos.Col, p.Name, first.Pos.Line))
	}
	start := s.off
	s.off += len(p.Name)
	value := s.off
	if s.peek(0) == '=' {
		s.off++
		value = s.off
		if s.atEnd() || isSpace(s.peek(0)) {
			return l.failNoValue(p.Name)
		}
		if s.peek(0) == '(' {
			return s.fail(s.off, message.ConstantValue(p.Name))
		}
		var ok bool
		if p.Value, p.Percent, ok = l.literal(&Node{Include: true}, p.Name); !ok {
			return false
		}
		p.Required = false
	}
	t.Params = append(t.Params, p)
	s.param(p.Name, start, value, s.off)
	return true
}

// treeName parses the name after the word tree.
func (l lineParser) treeName() (name string, pos diag.Pos, ok bool) {
	s := l.s
	end := s.off
	spaced := s.space()
	pos = s.pos()
	name = s.run()
	switch c := s.peek(0); {
	case s.atEnd() || c == '#' && spaced, strings.Trim(s.piece(), `"'`) == "":
		return "", pos, s.fail(end, message.MissingTreeName())
	case !spaced:
		return "", pos, s.fail(s.off, message.MissingSpace(s.piece()))
	case c == '"' || c == '\'':
		return "", pos, s.fail(s.off, message.QuotedTreeName(strings.Trim(s.piece(), `"'`)))
	case name == "":
		return "", pos, s.failHere()
	}
	s.off += len(name)
	s.part(PartName, s.off-len(name), s.off)
	return name, pos, true
}

// nodeLine parses the line of a node.
func (l lineParser) nodeLine(n *Node) {
	if !l.head(n) {
		return
	}
	if n.names() && takesExpr(n.Name) {
		l.exprLine(n)
		return
	}
	if n.setsFields() {
		l.setLine(n)
		return
	}
	for {
		spaced := l.s.space()
		if l.s.atEnd() || spaced && l.s.comment() {
			return
		}
		if !spaced {
			l.failUnspaced(n)
			return
		}
		if !l.item(n) {
			return
		}
	}
}

// failUnspaced reports a text that follows a part of the line without a space.
func (l lineParser) failUnspaced(n *Node) {
	s := l.s
	switch c, number := s.peek(0), l.atOperator(n); {
	case number >= 0:
		l.failCalculation(n, number)
	case c == '-' && s.peek(1) == '-':
		s.fail(s.off, message.ForeignComment(s.text[s.off:s.off+2]))
	case c == '"', c == '\'', c == '#', c == '{', c == '+', nameCharacter(s.text[s.off:]) > 0:
		s.fail(s.off, message.MissingSpace(s.piece()))
	default:
		s.failHere()
	}
}

// head parses the name of a node, or the word tree and the name of a tree. The word disabled may come first.
func (l lineParser) head(n *Node) (ok bool) {
	s := l.s
	name := s.run()
	if name == disabledWord && s.peek(len(name)) != '=' {
		return l.disabled(n)
	}
	switch next := s.peek(len(name)); {
	case name == "":
		return l.failHead()
	case next == '=' && name != treeWord:
		return s.fail(s.off, message.LineStartsWithParameter(name))
	case name == whenWord:
		rest, _, _ := strings.Cut(s.text[s.off+len(name):], " #")
		return s.failAdvising(s.off, message.LineStartsWithWhen(), message.WhenOrCondition(strings.TrimSpace(rest)))
	case behaviors.KindNamed(name) == nil && startsAssignment.MatchString(s.text[s.off+len(name):]):
		return s.failAdvising(s.off, message.LineStartsWithParameter(name), message.WriteIt("set "+s.lineText()))
	case behaviors.KindNamed(name) == nil && startsComparison.MatchString(s.text[s.off+len(name):]):
		return s.failAdvising(s.off, message.ConditionAsNode(name), message.WriteIt("condition "+s.lineText()))
	case name == "and", name == "or":
		return s.fail(s.off, message.LineStartsWithOperator(name))
	case name == "not":
		return s.fail(s.off, message.NotAsNode())
	case name == "if", name == "while", name == "until":
		return s.fail(s.off, message.ConditionAsNode(name))
	case name == "else", name == "elseif":
		return s.fail(s.off, message.ElseAsNode(name))
	}
	s.off += len(name)
	kind := PartName
	if name == treeWord || name == slotWord || name == overrideWord {
		kind = PartKeyword
	}
	s.part(kind, s.off-len(name), s.off)
	switch name {
	case treeWord:
		n.Include = true
		n.Name, n.NamePos, ok = l.treeName()
		return ok
	case slotWord:
		n.Slot = true
		return l.slotName(n)
	case overrideWord:
		n.Override = true
		return l.overrideID(n)
	}
	n.Name = name
	return true
}

// Patterns for what follows the name of a field at the beginning of a line that sets or compares it.
var (
	startsAssignment = regexp.MustCompile(`^ +=( |[^=\s])`)
	startsComparison = regexp.MustCompile(`^ *(<|>|==|~=|!=)`)
)

// lineText returns the rest of the line without its comment.
func (s *scanner) lineText() string {
	text, _, _ := strings.Cut(s.text[s.off:], " #")
	return strings.TrimSpace(text)
}

// disabled parses the word disabled and the text after it.
func (l lineParser) disabled(n *Node) bool {
	s := l.s
	if n.Disabled {
		return s.fail(s.off, message.SecondDisabled())
	}
	n.Disabled = true
	s.off += len(disabledWord)
	s.part(PartKeyword, s.off-len(disabledWord), s.off)
	if spaced := s.space(); s.atEnd() || !spaced || s.peek(0) == '#' {
		return s.fail(s.off, message.DisabledWithoutNode())
	}
	n.NamePos = s.pos()
	return l.head(n)
}

// slotName parses the name after the word slot. The name is a parameter of the tree.
func (l lineParser) slotName(n *Node) bool {
	s := l.s
	end := s.off
	s.space()
	name := s.run()
	if name == "" || s.off == end {
		return s.fail(end, message.MissingSlotName())
	}
	n.NamePos = s.pos()
	if !l.isRef(name) && !l.isUnsure() {
		return s.fail(s.off, message.UndeclaredParameter(name, l.p.tree.label()))
	}
	n.Name = name
	s.off += len(name)
	s.part(PartName, s.off-len(name), s.off)
	return true
}

// overrideID parses the name after the word override. The name is the id of a node.
func (l lineParser) overrideID(n *Node) bool {
	s := l.s
	end := s.off
	s.space()
	id := s.run()
	if id == "" || s.off == end {
		return s.fail(end, message.MissingOverrideId())
	}
	n.Name, n.NamePos = id, s.pos()
	s.off += len(id)
	s.part(PartName, s.off-len(id), s.off)
	return true
}

// isUnsure reports whether the parameters of the tree are not known, because of a mistake.
func (l lineParser) isUnsure() bool { return l.p.tree == nil || l.p.stray || l.p.unsure }

// isRef reports whether a word in place of a value is the name of a parameter of the tree.
func (l lineParser) isRef(word string) bool {
	return l.p.tree != nil && l.p.tree.Param(word) != nil
}

// failHead reports a line that does not begin with a name.
func (l lineParser) failHead() bool {
	s := l.s
	switch c := s.peek(0); {
	case c == '-' && s.peek(1) == '-', c == '/' && s.peek(1) == '/':
		return s.fail(s.off, message.ForeignComment(s.text[s.off:s.off+2]))
	case c == '+':
		return s.fail(s.off, message.LineStartsWithPlus())
	case c == '"', c == '\'', c == '{', c == '-':
		return s.fail(s.off, message.LineStartsWithoutName(s.piece()))
	}
	return s.failHere()
}

// item parses one part of a node after its name. It returns false at the end of the line.
func (l lineParser) item(n *Node) bool {
	s := l.s
	switch c := s.peek(0); {
	case c == '+':
		return l.nonExclusive(n)
	case c == '(', c == '$', s.atValue():
		return l.arg(n)
	case c == '-' && s.peek(1) == '-', c == '/' && s.peek(1) == '/':
		return s.fail(s.off, message.ForeignComment(s.text[s.off:s.off+2]))
	}
	switch word := s.run(); {
	case word == "":
		if number := l.atOperator(n); number >= 0 {
			return l.failCalculation(n, number)
		}
		return s.failHere()
	case l.isRef(word) && s.peek(len(word)) != '=':
		return l.arg(n)
	default:
		return l.wordItem(n, word)
	}
}

func (l lineParser) nonExclusive(n *Node) bool {
	s := l.s
	if n.NonExclusive {
		return s.fail(s.off, message.SecondMark())
	}
	if next := s.peek(1); isDigit(next) || next == '.' {
		return s.failHere()
	}
	n.NonExclusive = true
	s.off++
	s.part(PartMark, s.off-1, s.off)
	return true
}

// arg parses a positional parameter. Positional parameters must come first, so that "1 + 2" is not parsed as two
// values and a mark.
func (l lineParser) arg(n *Node) bool {
	s := l.s
	start := s.off
	if n.NonExclusive || len(n.Params) > 0 || n.ID != "" {
		if number := l.lastNumber(n); n.NonExclusive && number >= 0 {
			return l.failCalculation(n, number)
		}
		return s.fail(start, message.ValueAfterParameter(s.piece()))
	}
	var ok bool
	a := Arg{Pos: s.pos()}
	switch word := s.run(); {
	case l.isRef(word):
		a.Value, a.Ref, ok = value.String(word), true, true
		s.off += len(word)
	case s.atValue():
		a.Value, a.Percent, ok = l.literal(n, "")
	case s.peek(0) == '$':
		a.Expr, ok = l.field(n, "")
	default:
		a, ok = l.computed(n, "")
	}
	if ok {
		n.Args = append(n.Args, a)
		s.part(PartArg, start, s.off)
	}
	return ok
}

// wordItem parses a part that begins with a word. The part is a guard or key=value.
func (l lineParser) wordItem(n *Node, word string) bool {
	s := l.s
	rest := strings.TrimLeft(s.text[s.off+len(word):], " \t")
	assigned := strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==")
	switch {
	case word == whenWord && assigned:
		return s.fail(s.off, message.WhenWithEquals())
	case word == whenWord:
		s.off += len(word)
		l.guard(n)
		return false
	case assigned && rest != s.text[s.off+len(word):]:
		return s.failAdvising(s.off+len(word), message.SpaceBesideEquals(word), keyValue(word, rest[1:]))
	case assigned:
		start := s.off
		ok := l.keyed(n, word)
		s.param(word, start, start+len(word)+1, s.off)
		return ok
	case word == disabledWord:
		return s.fail(s.off, message.DisabledAfterName(n.Name))
	case word == "if":
		return s.fail(s.off, message.IfInsteadOfWhen(word))
	case strings.EqualFold(word, whenWord):
		return s.fail(s.off, message.CapitalWord(whenWord, word))
	case includesElsewhere(n.Name) && len(n.Args)+len(n.Params) == 0:
		return s.fail(s.off, message.ForeignInclusion(n.Name, word))
	case s.peek(len(word)) == ':':
		s.off += len(word)
		if remedy := keyValue(word, s.text[s.off+1:]); isKey(word) && remedy.Code != "" {
			return s.failAdvising(s.off, message.UnexpectedCharacter(charName(':')), remedy)
		}
		return s.failHere()
	}
	if r, _ := utf8.DecodeRuneInString(rest); r >= utf8.RuneSelf && isHabit(r) && (r == '＝' || rest == s.text[s.off+len(word):]) {
		s.off = len(s.text) - len(rest)
		return s.failHere()
	}
	if n.isBare("", len(n.Args), word) || n.computes("") && isOperand(word) && !isKey(word) {
		return l.arg(n)
	}
	if number := l.lastNumber(n); n.NonExclusive && number >= 0 {
		return l.failCalculation(n, number)
	}
	if near := l.nearParam(word); near != "" {
		return s.fail(s.off, message.MisspelledTreeParameter(near, word))
	}
	return l.failWord(n, word)
}

// keyValue returns the remedy with a parameter, for a text that begins with its value, or empty words if none follows.
func keyValue(key, text string) (w diag.Words) {
	if fields := strings.Fields(text); len(fields) > 0 && fields[0][0] != '#' {
		w = message.WriteIt(key + "=" + strings.TrimRight(fields[0], ",;"))
	}
	return w
}

// failWord reports a word that is neither a value nor a parameter.
func (l lineParser) failWord(n *Node, word string) bool {
	s, after, k := l.s, *l.s, behaviors.KindNamed(n.Name)
	if small := diag.Suggest(n.Name, []string{treeWord, slotWord, overrideWord, disabledWord}); small != "" && k == nil && n.names() && isFirst(n) {
		s.failed = true
		l.p.report(n.NamePos, message.MisspelledWord(small, n.Name))
		n.Name = ""
		return false
	}
	if l.p.unsure { // the word may be a parameter of the tree
		s.failed = true
		return false
	}
	after.off += len(word)
	endless := word == "forever" || word == "infinite"
	switch {
	case after.peek(0) == '(':
		return l.failComputed(n, "")
	case after.space() && after.atValue() && isKey(word) && (k == nil || k.Fields || k.Param(word) != nil):
		return s.fail(s.off, message.MissingEqualsSign(strings.TrimRight(after.piece(), ",;"), word))
	case n.names() && !n.computes("") && after.atCalculation():
		return l.failComputed(n, "")
	case endless && k != nil && k.Kind == kind.Wait:
		return s.fail(s.off, message.EndlessWait(word))
	case endless && k != nil && k.Positional > 0 && !k.Params[0].Required:
		return s.fail(s.off, message.EndlessCount(n.Name, word))
	case word == "default" || word == "else":
		return s.fail(s.off, message.DefaultCase(word))
	}
	return s.failAdvising(s.off, message.UnexpectedWord(word), l.meantBy(n, word))
}

// isFirst reports whether nothing that belongs to a node was parsed yet, except its name.
func isFirst(n *Node) bool {
	return len(n.Args)+len(n.Params) == 0 && n.ID == "" && n.Note == "" && !n.NonExclusive && n.Meta == nil
}

// includesElsewhere reports whether name is the word with which tree files of other engines include a tree.
func includesElsewhere(name string) bool {
	plain := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return plain == "subtree" || plain == "include"
}

// nearParam returns the parameter of the tree that a word in place of a value most likely misspells, or "".
func (l lineParser) nearParam(word string) string {
	if l.p.tree == nil || l.isUnsure() {
		return ""
	}
	var names []string
	for i := range l.p.tree.Params {
		names = append(names, l.p.tree.Params[i].Name)
	}
	return diag.Suggest(word, names)
}

// keyed parses key=value. The cursor is at the key.
func (l lineParser) keyed(n *Node, key string) bool {
	s := l.s
	pos := s.pos()
	s.off += len(key) + 1
	if s.atEnd() || isSpace(s.peek(0)) {
		return l.failNoValue(key)
	}
	switch key {
	case idKey:
		return l.id(n, pos)
	case noteKey:
		return l.note(n, pos)
	case metaKey:
		return l.nodeMeta(n)
	}
	if word := s.run(); l.p.unsure && isTreeKey(word) { // a parameter of the tree, or one of a few words
		s.off, s.failed = s.off+len(word), true
		return true
	}
	if word := s.run(); l.isRef(word) {
		s.off += len(word)
		n.Params = append(n.Params, Param{Name: key, Value: value.String(word), Pos: pos, Ref: true})
		return true
	}
	if s.peek(0) == '$' {
		field, ok := l.field(n, key)
		if ok {
			n.Params = append(n.Params, Param{Name: key, Pos: pos, Expr: field})
		}
		return ok
	}
	if s.peek(0) == '(' || n.computes(key) && !n.Override && l.atComputed(n, key) {
		a, ok := l.computed(n, key)
		if ok {
			n.Params = append(n.Params, Param{Name: key, Value: a.Value, Pos: pos, Ref: a.Ref, Expr: a.Expr})
		}
		return ok
	}
	if word := s.run(); isKey(word) && n.takesWord(key) {
		s.off += len(word)
		n.Params = append(n.Params, Param{Name: key, Value: value.String(word), Pos: pos, Word: true})
		return true
	}
	v, percent, ok := l.literal(n, key)
	if ok {
		n.Params = append(n.Params, Param{Name: key, Value: v, Pos: pos, Percent: percent})
	}
	return ok
}

// literal parses the value of a parameter. It may be a percentage. The key is "" for a positional parameter.
func (l lineParser) literal(n *Node, key string) (v value.Value, percent, ok bool) {
	s := l.s
	start := s.off
	if word := s.run(); word != "" && !s.atNumber() {
		if _, known := constant(word); !known {
			if near := l.nearParam(word); near != "" {
				return v, false, s.fail(start, message.MisspelledTreeParameter(near, word))
			}
			after := *s
			after.off += len(word)
			after.space()
			if n.takesField() && after.atCalculation() {
				return v, false, s.fail(start, n.constant(key, 0))
			}
			return v, false, s.failAdvising(start, message.UnquotedText(word), n.valueMeantBy(key, word))
		}
	}
	if between := randomBetween(s.text[start:numberEnd(s.text, start)]); between != "" && s.atNumber() && n.computes(key) {
		return v, false, s.fail(start, message.InvalidNumber(s.text[start:numberEnd(s.text, start)]).With(message.RandomBetween(between)))
	}
	if !s.atNumber() {
		v, ok = s.value(0)
		return v, false, ok
	}
	v, percent, ok = s.number()
	if ok && percent && !n.takesPercent(key) {
		return v, percent, s.fail(start, message.UnexpectedPercentage(n.Name, s.text[start:s.off]))
	}
	return v, percent, ok
}

// failNoValue reports a key whose "=" is not directly followed by a value.
func (l lineParser) failNoValue(key string) bool {
	s := l.s
	equals := s.off - 1
	s.space()
	if s.atValue() {
		return s.failAdvising(equals+1, message.SpaceBesideEquals(key), keyValue(key, s.text[s.off:]))
	}
	return s.fail(equals, message.MissingValue(key))
}

// note parses the note of a node, which is a quoted text.
func (l lineParser) note(n *Node, pos diag.Pos) (ok bool) {
	s := l.s
	switch c := s.peek(0); {
	case n.Note != "":
		return s.fail(s.off-len("note="), message.SecondNote())
	case c != '"' && c != '\'':
		return s.fail(s.off, message.InvalidNote())
	}
	start := s.off
	if n.Note, ok = s.quoted(); ok && n.Note == "" {
		return s.fail(start, message.InvalidNote())
	}
	return ok
}

func (l lineParser) nodeMeta(n *Node) (ok bool) {
	if n.Meta != nil {
		return l.s.fail(l.s.off-len("meta="), message.SecondMeta())
	}
	n.Meta, ok = l.meta()
	return ok
}

func (l lineParser) id(n *Node, pos diag.Pos) bool {
	s := l.s
	id := s.run()
	switch {
	case n.ID != "":
		return s.fail(s.off-len("id="), message.DuplicateParameter(n.IDPos.Col, idKey, n.IDPos.Line))
	case !ident.Is(id):
		return s.fail(s.off, message.InvalidId())
	}
	s.off += len(id)
	n.ID, n.IDPos = id, pos
	return true
}
