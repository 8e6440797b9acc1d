package trees

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// mistake is a kind of mistake in a tree file. The table mistakes holds its texts, for messages and for docs/trees.md.
type mistake int

const (
	fileTooBig mistake = iota
	utf16File
	foreignFile
	badUTF8
	controlCharacter
	longLine
	tooManyMistakes
	conflictMark

	tabIndent
	tabMixed
	tabInLine
	tabInString
	badDedent
	belowComment
	tooDeep
	tooManyNodes
	nilNode

	noTree
	nodeBeforeTree
	indentedTree
	capitalWord
	misspelledWord
	outsideTree
	secondRoot
	noRoot
	duplicateTree
	missingTreeName
	quotedTreeName
	treeLineRest
	bareDescription
	badTreeKey
	unknownTreeParam
	inclusionCycle

	missingNamed
	badNamed
	quotedNamed
	missingEquals
	comparedNamed
	indentedNamed
	duplicateNamed
	belowNamed
	behindNamed

	badLineStart
	plusStart
	paramLine
	whenLine
	badName
	reservedName
	continuedLine
	notNode

	missingSpace
	unexpected
	unknownWord
	calledWord
	valueBehindWord
	endlessWord
	endlessWait
	defaultWord
	otherInclude
	ifWord
	luaComment
	lateValue
	spacedEquals
	missingValue
	duplicateKey
	badKey
	fieldKey
	bareValue
	nearParam
	secondMark
	secondDisabled
	missingDisabled
	lateDisabled
	badID
	duplicateID
	badNote
	secondNote
	badMeta
	secondMeta
	includeValue
	includeChild
	missingSlotName
	slotChild
	missingOverrideID
	overrideID
	overridePlace
	duplicateOverride
	emptyOverride
	mixedOverride
	secondReplacement

	emptyGuard
	whenEquals
	hashInExpr
	markBehindGuard
	keyBehindGuard
	missingExpr
	exprOfOther
	quotedExpr
	paramCompares
	keyBehindExpr
	markBehindExpr
	openBracket
	wrongBracket
	strayBracket

	openText
	unknownEscape
	bigEscape
	badNumber
	hugeNumber
	badPercent
	percentRange
	percentInTable
	percentElsewhere
	openTable
	deepTable
	nilInTable
	bracketKey
	tableSeparator
)

// mistakes holds the message and the remedy of each mistake. A word in braces is replaced by an argument of report.
var mistakes = [...]struct{ message, remedy string }{
	fileTooBig:       {"the file is larger than {limit}", "divide it into several files"},
	utf16File:        {"the file is encoded in UTF-16", "save it as UTF-8"},
	foreignFile:      {"the file begins like {format}, not like a tree file", "read it with bough convert, which writes a tree file"},
	badUTF8:          {"the byte {byte} is not UTF-8", "save the file as UTF-8"},
	controlCharacter: {"the line has the control character {char}", "delete it; a tree file is plain text, its lines end in LF or CRLF"},
	longLine:         {"the line has {count} characters; the limit is {limit}", "shorten its texts and tables"},
	tooManyMistakes:  {"more than {limit} mistakes; the others are not shown", "correct the others first"},
	conflictMark:     {"{mark} is a conflict that version control has left", "choose one of the two versions and remove the marks"},

	tabIndent:    {"the indentation is made with tabs", "use spaces only; there are tabs in {lines}"},
	tabMixed:     {"the indentation mixes tabs and spaces", "use spaces only; there are tabs in {lines}"},
	tabInLine:    {"there is a tab between the parts of the line", "write spaces"},
	tabInString:  {"there is a tab in a text", "write \\t"},
	badDedent:    {"an indentation of {count} spaces fits no line above", "indent it by {choices} spaces"},
	belowComment: {"{name} is indented below the comment of line {comment}, so its parent is {parent} of line {line}", "if that is right, indent the comment like {name}; if not, correct {name}"},
	tooDeep:      {"nodes are nested deeper than {limit} levels", "put a part into a tree of its own and include it: tree NAME"},
	tooManyNodes: {"tree {tree} has more than {limit} nodes", "put parts into trees of their own and include them: tree NAME"},
	nilNode:      {"tree {tree} has a nil node below {name}", "leave it out, or put a node there; only a tree that was made in Go can have one"},

	noTree:           {"the file defines no tree", "begin it with a line \"tree {name}\" and indent the root node below"},
	nodeBeforeTree:   {"node {name} comes before any tree line", "begin the file with a line \"tree {tree}\" and indent its nodes below"},
	indentedTree:     {"the line of tree {tree} is indented", "begin it at column 1"},
	capitalWord:      {"{word} is not the word {small}", "write it in small letters"},
	misspelledWord:   {"{word} has no meaning here", "did you mean {small}?"},
	outsideTree:      {"node {name} begins at column 1, outside of tree {tree}", "indent it; or write \"tree {name}\" to begin another tree"},
	secondRoot:       {"tree {tree} has a root already: {root} of line {line}", "indent this line to put it below a node; a new tree begins at column 1"},
	noRoot:           {"tree {tree} has no root", "indent one node below this line"},
	duplicateTree:    {"tree {tree} is already defined at {place}", "give one of them another name"},
	missingTreeName:  {"a name is missing after the word tree", "write it: tree guard"},
	quotedTreeName:   {"the name of a tree has no quotes", "write: tree {name}"},
	treeLineRest:     {"unexpected {text} on a tree line", "a tree line is a name, parameters and a description: tree guard speed=2 \"Watches a gate.\""},
	bareDescription:  {"unexpected {text} on a tree line", "put quotes around a description: \"{doc}\""},
	badTreeKey:       {"{key} cannot be the name of a parameter of a tree", "use a-z, A-Z, 0-9 and _, no digit first, and no word of Lua or of tree files"},
	unknownTreeParam: {"tree {tree} has no parameter {name}", "write it after the name of the tree: tree {tree} {name}"},
	inclusionCycle:   {"tree {tree} includes itself: {path}", "remove one of these inclusions"},

	missingNamed:   {"a name is missing after the word condition", "write it: condition low = hp < 30"},
	badNamed:       {"{name} cannot be the name of a condition", "use a-z, A-Z, 0-9 and _, no digit first and no dots"},
	quotedNamed:    {"the name of a condition has no quotes", "write: condition {name} = EXPRESSION"},
	missingEquals:  {"a = is missing after condition {name}", "at column 1 write: condition {name} = EXPRESSION; to make the line a node, indent it"},
	comparedNamed:  {"== follows condition {name}, where one = is wanted", "at column 1 write: condition {name} = EXPRESSION; to make the line a node, indent it"},
	indentedNamed:  {"a condition gets a name, here {name}, only in a line that begins at column 1", "put the line before the tree or after its last node; to compare write =="},
	duplicateNamed: {"condition {name} is already defined at {place}", "give one of them another name"},
	belowNamed:     {"{name} is below condition {condition} of line {line}, which takes no nodes", "put the condition before the tree or after its last node"},
	behindNamed:    {"{text} follows the expression of condition {name}", "delete it; a mark, parameters and when belong to nodes"},

	badLineStart: {"a line begins with the name of a node, not with {text}", "write the name of a behavior, a node kind, or tree"},
	plusStart:    {"a line begins with the name of a node, not with +", "write + after the name"},
	paramLine:    {"{key}= cannot begin a line", "write a parameter on the line of its node"},
	whenLine:     {"when cannot begin a line", "write it at the end of the line of its node"},
	badName:      {"{name} is not a name", "use a-z, A-Z, 0-9 and _, no digit first; separate parts by dots: combat.melee"},
	reservedName: {"{name} cannot be a name, since {word} is a word of Lua or of tree files", "choose another name"},

	continuedLine: {"{word} begins the line, and a node cannot continue on the next line", "write the whole condition on the line of its node"},
	notNode:       {"not cannot be a name, since not is a word of Lua or of tree files", "to turn the result of a child around write invert; a condition follows when"},

	missingSpace:      {"a space is missing before {text}", "separate the parts of a line by spaces"},
	unexpected:        {"unexpected {char}", "{remedy}"},
	unknownWord:       {"unexpected word {word}", "put quotes around a text, \"{word}\"; write a parameter as {word}=VALUE, and a condition after when"},
	calledWord:        {"unexpected word {word}", "a value is never a calculation; let a script calculate it"},
	valueBehindWord:   {"unexpected word {word}", "write {word}={text}"},
	endlessWord:       {"unexpected word {word}", "leave it out; without a number there is no end"},
	endlessWait:       {"unexpected word {word}", "write idle in place of wait: it has no end"},
	defaultWord:       {"unexpected word {word}", "leave it out; the last child of a switch that has no case= runs for all other values"},
	otherInclude:      {"the word tree includes a tree, not {name}", "write: tree {word}"},
	ifWord:            {"a condition begins with when, not with {word}", "write when"},
	luaComment:        {"{text} does not begin a comment here", "write #"},
	lateValue:         {"the value {text} follows a parameter or a mark", "write values without a name directly after the name of the node"},
	spacedEquals:      {"there is a space beside the = of {key}", "write it without spaces: {key}=VALUE"},
	missingValue:      {"{key}= has no value", "write one, or delete {key}="},
	duplicateKey:      {"{key}= is given twice, first at column {col}", "delete one of them"},
	badKey:            {"{key} cannot be the name of a parameter", "use a-z, A-Z, 0-9 and _, no digit first, and no word of Lua"},
	fieldKey:          {"{key} cannot be the name of a parameter", "a field of the agent is written without it: {field}=VALUE"},
	bareValue:         {"{word} is not a value", "put quotes around a text: \"{word}\"; a value is never a field or a calculation"},
	nearParam:         {"{word} is neither a value nor a parameter of the tree", "did you mean {near}? If it is a text, put quotes around it: \"{word}\""},
	secondMark:        {"the mark + is given twice", "delete one of them"},
	secondDisabled:    {"the word disabled is written twice", "delete one of them"},
	lateDisabled:      {"the word disabled follows the name", "write it before the name: disabled {name}"},
	missingDisabled:   {"a node is missing after the word disabled", "write the node that is switched off: disabled combat"},
	badID:             {"an id is a plain name", "write it without quotes, dots or signs: id=gate"},
	duplicateID:       {"id {id} is already used in line {line}", "give every node of a tree its own id"},
	badNote:           {"a note is a text in quotes", "write it like this: note=\"why this is here\""},
	secondNote:        {"the note is given twice", "delete one of them"},
	badMeta:           {"meta is a table with something in it", "write it like this: meta={x=120, y=40}"},
	secondMeta:        {"meta is given twice", "delete one of them"},
	includeValue:      {"an included tree takes no value without a name", "write name=value"},
	includeChild:      {"{child} is below the included tree {tree}, which takes no children", "put it beside the inclusion; to change a node of {tree} write override and its id"},
	missingSlotName:   {"a name is missing after the word slot", "write the name of a parameter of the tree: slot attack"},
	slotChild:         {"{child} is below the slot {slot}, which takes no children", "put it beside the slot"},
	missingOverrideID: {"an id is missing after the word override", "write the id of a node of the included tree: override hunt speed=5"},
	overrideID:        {"an override takes no id", "delete it; the node keeps its own"},
	overridePlace:     {"override {id} is not below an inclusion", "put it below the line \"tree NAME\" of the tree that has the node"},
	duplicateOverride: {"the node {id} is overridden twice, first in line {line}", "put both into one line"},
	emptyOverride:     {"override {id} changes nothing", "write parameters or a condition after it, or the node that replaces the old one below it"},
	mixedOverride:     {"override {id} changes the node and replaces it", "write parameters and the condition on the line of {child}"},
	secondReplacement: {"{child} is the second node below override {id}, which replaces a node by one other", "put both below one node, such as sequence"},
	emptyGuard:        {"when has no condition", "write one, such as: when hp < 30"},
	whenEquals:        {"when has no =", "write the condition after a space: when hp < 30"},
	hashInExpr:        {"a # after a space begins a comment, so the expression ends here", "write the length operator in parentheses: (#{word})"},
	markBehindGuard:   {"the mark + follows the condition", "write it before when"},
	keyBehindGuard:    {"{key}= follows the condition", "write it before when"},
	missingExpr:       {"{head} needs an expression", "{remedy}"},
	exprOfOther:       {"{name} takes no expression", "write a condition after when"},
	quotedExpr:        {"an expression has no quotes", "write the expression without quotes: {head} {text}"},
	paramCompares:     {"{key}= sets a parameter and compares nothing", "to compare write =="},
	keyBehindExpr:     {"{key}= follows the expression", "write it before: {head} {key}=VALUE {text}"},
	markBehindExpr:    {"the mark + follows the expression", "write it before: {head} + {text}"},
	openBracket:       {"the {bracket} that begins here has no end", "close it with {closing} on the same line"},
	wrongBracket:      {"{bracket} does not close the {open} of column {col}", "write {closing} before"},
	strayBracket:      {"{bracket} closes nothing", "delete it, or write {open} before"},

	openText:         {"the text that begins here has no end", "close it with {quote} on the same line; \\n is a line break"},
	unknownEscape:    {"unknown escape {escape} in a text", "{remedy}"},
	bigEscape:        {"the escape {escape} is above \\255", "write the character itself"},
	badNumber:        {"{text} is not a number", "{remedy}"},
	hugeNumber:       {"the number {text} is too large", "numbers end at 1.7e308, hexadecimal ones at 16 digits"},
	badPercent:       {"{text}% is not a percentage", "write digits and a %: 56% or 12.5%"},
	percentRange:     {"{text}% is not from 0% to 100%", "a chance ends at 100%; where another number is wanted, write {number}"},
	percentInTable:   {"a number in a table has no %", "write {number}"},
	percentElsewhere: {"{text} is a share of one, which {name} does not take here", "write a number without %; times are in seconds"},
	openTable:        {"the table that begins here has no end", "close it with } on the same line"},
	deepTable:        {"tables are nested deeper than {limit} levels", "make them flatter"},
	nilInTable:       {"a table cannot contain nil", "leave it out"},
	bracketKey:       {"a table cannot contain a key in [ ]", "write keys as plain names: {x=3}"},
	tableSeparator:   {"a comma is missing before {text}", "separate the parts of a table by commas and close it with }"},
}

// habits holds remedies for characters that come from other languages, from word processors, and from other
// keyboards.
var habits = []struct{ chars, remedy string }{
	{"()", "write parameters after the name and a space: chase 1 speed=2"},
	{",;，；、", "separate parameters by spaces"},
	{":：", "delete it, since indentation alone makes children; write a parameter as key=value"},
	{"/\\", "for a path use dots, combat.melee; write a calculation as its result"},
	{"-－–—", "use _ in a name; write a sign directly before its number: -3"},
	{"*^<>~", "write a calculation as its result, and a condition after when"},
	{"!&|", "write the condition after when, with the words not, and, or"},
	{"[]", "write a text in quotes and a table in braces: {1, 2}"},
	{"}", "a table begins with {"},
	{"=＝", "write key=value without spaces"},
	{"%", "write a percentage without a space, 56%, and a calculation as its result"},
	{"％", "use the sign % of plain text"},
	{"“”„«»＂「」", "write straight quotes: \""},
	{"‘’`´＇", "write straight quotes: '"},
	{"（）", "use no parentheses"},
	{"｛｝", "use the signs { and } of plain text"},
	{"＋", "use the sign + of plain text"},
	{"＃", "use the sign # of plain text"},
	{"+", "a number has no plus sign; write spaces around the mark +"},
	{specialSpaces, "replace this special space by an ordinary one"},
}

// specialSpaces holds characters that look like a space or are invisible, but are not spaces.
const specialSpaces = "\u00a0\u2007\u202f\u3000\u200b\ufeff\u2060"

// habit returns the remedy for a character that is invalid at its position.
func habit(r rune) string {
	for _, h := range habits {
		if strings.ContainsRune(h.chars, r) {
			return h.remedy
		}
	}
	return "delete it, or put quotes around a text"
}

// reporter collects the mistakes and comments of one file.
type reporter struct {
	file  *File // for the source lines; may be nil
	list  diag.List
	full  bool // maxMistakes has been reached
	muted bool // further mistakes would only follow from a reported one
}

// maxMistakes is the largest number of mistakes that are listed, for a file that is not a tree file at all.
const maxMistakes = 1000

// report adds a mistake. The pairs are words in braces, each followed by its replacement.
func (r *reporter) report(pos diag.Pos, m mistake, pairs ...string) {
	if r.muted || r.full {
		return
	}
	r.full = len(r.list) == maxMistakes
	if r.full {
		m, pairs = tooManyMistakes, []string{"{limit}", digits(maxMistakes)}
	}
	for i := 1; i < len(pairs); i += 2 {
		if !slices.Contains(ownWords, pairs[i-1]) {
			pairs[i] = shown(pairs[i])
		}
	}
	remedy := strings.NewReplacer(pairs...)
	for i := 1; i < len(pairs); i += 2 {
		if pairs[i-1] == "{text}" || pairs[i-1] == "{char}" {
			pairs[i] = signsQuoted(pairs[i])
		}
	}
	d := r.list.Add(pos, "%s", strings.NewReplacer(pairs...).Replace(mistakes[m].message))
	d.Hint = remedy.Replace(mistakes[m].remedy)
	d.Source = r.file.Line(pos.Line)
}

func (r *reporter) comment(pos diag.Pos, text string, trailing bool) {
	r.file.Comments = append(r.file.Comments, Comment{Pos: pos, Text: text, Trailing: trailing})
}

// ownWords are the words whose replacements are not taken from the file.
var ownWords = []string{"{remedy}", "{path}", "{place}"}

// maxQuote is the largest number of characters of the file that a message quotes.
const maxQuote = 60

// signsQuoted returns a part of the file in quotes if it consists of signs, which look like punctuation of the message.
func signsQuoted(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r == '"' || unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return s
	}
	return `"` + s + `"`
}

// shown returns a part of the file in the form in which messages show it.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) > maxQuote {
		s = string([]rune(s)[:maxQuote]) + "…"
	}
	return s
}
