package syntax

import "strings"

// Code identifies the words of a message, of a hint, or of both, such as "not-closed".
type Code string

// The codes of errors in tokens.
const (
	strayCharacter   Code = "stray-character"
	controlCharacter Code = "control-character"
	blankCharacter   Code = "blank-character"
	wideCharacter    Code = "wide-character"
	wideName         Code = "wide-name"
	looseAccents     Code = "loose-accents"
	notUTF8          Code = "not-utf-8"
	openComment      Code = "comment-not-closed"
	openString       Code = "string-not-closed"
	openLongString   Code = "long-string-not-closed"
	badLongString    Code = "bad-long-string"
	largeEscape      Code = "large-escape"
	unknownEscape    Code = "unknown-escape"
	escapeHex        Code = "escape-hex"
	escapeHexCode    Code = "escape-hex-code"
	escapeUnicode    Code = "escape-unicode"
	escapeZ          Code = "escape-z"
	badNumber        Code = "bad-number"
	numberUnderscore Code = "number-underscore"
	numberHexEmpty   Code = "number-hex-empty"
	numberHexFloat   Code = "number-hex-float"
	numberHex        Code = "number-hex"
	numberConcat     Code = "number-concat"
	numberBinary     Code = "number-binary"
	numberExponent   Code = "number-exponent"
	numberPoints     Code = "number-points"
	numberSuffix     Code = "number-suffix"
	numberKeyword    Code = "number-keyword"
	numberName       Code = "number-name"
	conflict         Code = "conflict"
	hashSign         Code = "hash-comment"
	shellLine        Code = "shell-line"
)

// The codes of operators of other languages.
const (
	foreignNotEqual   Code = "foreign-not-equal"
	foreignEqual      Code = "foreign-equal"
	foreignLess       Code = "foreign-less-equal"
	foreignGreater    Code = "foreign-greater-equal"
	foreignArrow      Code = "foreign-arrow"
	foreignAnd        Code = "foreign-and"
	foreignOr         Code = "foreign-or"
	foreignNot        Code = "foreign-not"
	foreignTilde      Code = "foreign-tilde"
	foreignBitAnd     Code = "foreign-bit-and"
	foreignBitOr      Code = "foreign-bit-or"
	foreignShiftLeft  Code = "foreign-shift-left"
	foreignShiftRight Code = "foreign-shift-right"
	foreignOptional   Code = "foreign-optional"
	foreignMember     Code = "foreign-member"
	foreignCompound   Code = "foreign-compound"
	foreignIncrement  Code = "foreign-increment"
	foreignPower      Code = "foreign-power"
	foreignAssign     Code = "foreign-assign"
	foreignChoice     Code = "foreign-choice"
	foreignSign       Code = "foreign-sign"
	foreignQuote      Code = "foreign-quote"
	foreignQuotes     Code = "foreign-quotes"
	foreignMinus      Code = "foreign-minus"
	foreignTimes      Code = "foreign-times"
	foreignDivide     Code = "foreign-divide"
	foreignSlashes    Code = "foreign-slashes"
	foreignComment    Code = "foreign-comment"
)

// The codes of errors in blocks and brackets.
const (
	notClosed       Code = "not-closed"
	notClosedBefore Code = "not-closed-before"
	closedByLeft    Code = "closed-by-end-further-left"
	closedByReturn  Code = "closed-before-line-after-return"
	closedByLine    Code = "closed-before-line"
	closedByComma   Code = "closed-before-comma"
	elseIf          Code = "else-if"
	strayCloser     Code = "stray-closer"
	strayBracket    Code = "stray-bracket"
	strayBrace      Code = "stray-brace"
	extraEnd        Code = "extra-end"
	extraEndBefore  Code = "extra-end-before"
	elseWithoutIf   Code = "else-without-if"
	elseAfterEnd    Code = "else-after-end"
	braceBlock      Code = "brace-block"
	braceHeader     Code = "brace-header"
	colonBlock      Code = "colon-block"
	colonHeader     Code = "colon-header"
	returnBrace     Code = "return-without-brace"
	missingBrace    Code = "brace-missing"
	missingIf       Code = "if-missing"
	wordTwice       Code = "word-twice"
	endWord         Code = "end-word"
	braceEnd        Code = "brace-end"
	missingFunction Code = "function-missing"
	gluedFunction   Code = "function-without-parenthesis"
)

// The codes of errors in names and words.
const (
	keywordName      Code = "keyword-name"
	keywordField     Code = "keyword-field"
	keywordKey       Code = "keyword-key"
	misspelledWord   Code = "misspelled-word"
	otherWord        Code = "other-word"
	capitalWord      Code = "capital-word"
	compareWord      Code = "compare-word"
	compareNot       Code = "compare-not-word"
	hyphenName       Code = "hyphen-name"
	missingName      Code = "missing-name"
	missingKey       Code = "missing-key"
	missingObject    Code = "missing-object"
	missingAssign    Code = "missing-assign"
	namelessFunction Code = "nameless-function"
	localField       Code = "local-field-function"
	continueWord     Code = "continue"
)

// The codes of errors in statements.
const (
	unexpected      Code = "unexpected"
	unexpectedAfter Code = "unexpected-after"
	valueMissing    Code = "value-missing"
	valueAbsent     Code = "value-absent"
	textEnds        Code = "text-ends"
	textEndsAfter   Code = "text-ends-after"
	textEndsValue   Code = "text-ends-value-missing"
	assignOnce      Code = "to-assign"
	fieldLocal      Code = "field-local"
	localWithout    Code = "local-without-assign"
	typeName        Code = "type"
	attribute       Code = "attribute"
	closeAttribute  Code = "close-attribute"
	methodCall      Code = "method-not-called"
	methodAlone     Code = "method-alone"
	loneName        Code = "lone-name"
	loneWord        Code = "lone-word"
	loneEnd         Code = "lone-end"
	lonePass        Code = "lone-pass"
	loneValue       Code = "lone-value"
	loneResult      Code = "lone-result"
	loneComparison  Code = "lone-comparison"
	loneCall        Code = "lone-call-result"
	loneArgument    Code = "lone-call-argument"
	joinTexts       Code = "join-texts"
	chainedAssign   Code = "chained-assign"
	labelColons     Code = "label-colons"
	loneTable       Code = "lone-table"
	bracketCall     Code = "call-in-brackets"
	notLast         Code = "not-last"
	notLastInFile   Code = "not-last-in-file"
	callAssigned    Code = "call-assigned"
	notAssignable   Code = "not-assignable"
	compareAssign   Code = "assign-in-expression"
	lonelyBreak     Code = "break-outside-loop"
	newLineCall     Code = "call-on-new-line"
	tooDeep         Code = "too-deep"
	tooLarge        Code = "too-large"
	headerWord      Code = "header-word-missing"
	headerInstead   Code = "header-word-instead"
	walkerCall      Code = "walker-call"
	inMissing       Code = "in-missing"
	forComma        Code = "for-comma"
	forBrackets     Code = "for-brackets"
)

// The codes of errors in expressions, tables and parameters.
const (
	afterExpression Code = "after-expression"
	lonelyDots      Code = "no-varargs"
	bracketList     Code = "bracket-list"
	bracketIn       Code = "bracket-list-in"
	severalValues   Code = "several-in-parentheses"
	textMethod      Code = "text-method"
	commaMissing    Code = "comma-missing"
	commaInTable    Code = "comma-missing-in-table"
	assignInCall    Code = "assign-in-call"
	colonInTable    Code = "colon-in-table"
	colonFunction   Code = "colon-function"
	colonValue      Code = "colon-value"
	quotedKey       Code = "quoted-key"
	quotedKeyText   Code = "quoted-key-text"
	valueKey        Code = "value-key"
	assignTwice     Code = "assign-twice"
	bareText        Code = "bare-text"
	bareTextQuoted  Code = "bare-text-quoted"
	functionEntry   Code = "function-in-table"
	localEntry      Code = "local-in-table"
	paramDefault    Code = "parameter-default"
	paramDot        Code = "parameter-dot"
	paramMissing    Code = "parameter-missing"
	paramsMissing   Code = "parameters-missing"
	dotsNotLast     Code = "dots-not-last"
	functionNamed   Code = "function-named"
)

// words are the words of a message and of its usual hint. {name} stands for the argument with that name.
type words struct{ message, hint string }

// requireWords is the form of a call of require.
const requireWords = `local walk = require "lib.walk"`

const (
	noBits   = "Lua 5.1 has no operators for bits"
	notLua   = `"{word}" is not Lua`
	noBlocks = "Lua blocks have no braces: if ... then ... end, while ... do ... end, function f() ... end"
)

// catalog holds the words of all codes.
var catalog = map[Code]words{
	strayCharacter:   {`unexpected "{character}"`, "names have letters, digits and _; other text belongs in quotes"},
	controlCharacter: {"unexpected character {character}", ""},
	blankCharacter:   {"there is an invisible character or a special space ({character}) here", "replace it by a space"},
	wideCharacter:    {`"{character}" is the full-width form of "{plain}"`, "write {plain}"},
	wideName:         {`"{name}" has full-width letters or digits`, "write {plain}"},
	looseAccents:     {`the accents of "{name}" are characters of their own`, "type the name again: {composed}"},
	notUTF8:          {"the text is not valid UTF-8 here", "save the file as UTF-8"},
	openComment:      {"the long comment is not closed", "add {close}"},
	openString:       {"the string is not closed on its line", `add the missing {quote}, or write \n for a line break`},
	openLongString:   {"the long string is not closed", "add {close}"},
	badLongString:    {`unexpected "[="`, "a long string begins with [[ or [=["},
	largeEscape:      {"escape {escape} in a string is too large", `the largest is \255`},
	unknownEscape:    {"unknown escape {escape} in a string", `write \\ for a backslash, and % instead of \ in patterns`},
	escapeHex:        {"", `hexadecimal escapes are not in this Lua; write the character's decimal number, like \065 for A`},
	escapeHexCode:    {"", `hexadecimal escapes are not in this Lua; write {code}`},
	escapeUnicode:    {"", "Unicode escapes are not in this Lua; write the character itself"},
	escapeZ:          {"", `\z is not in this Lua; join the parts with ..`},
	badNumber:        {"malformed number {number}", ""},
	numberUnderscore: {"", "write it without _: {plain}"},
	numberHexEmpty:   {"", "digits are missing after 0x"},
	numberHexFloat:   {"", "hexadecimal fractions and exponents are not in this Lua: write {plain}"},
	numberHex:        {"", "a hexadecimal number has only the digits 0-9 and a-f"},
	numberConcat:     {"", "put spaces around .. to join texts: 1 .. 2"},
	numberBinary:     {"", "Lua has no binary numbers; write it in decimal, or with 0x in hexadecimal"},
	numberExponent:   {"", "digits are missing after e"},
	numberPoints:     {"", "a number has at most one point"},
	numberSuffix:     {"", "numbers have no suffix in Lua; write {digits}"},
	numberKeyword:    {"", "put a space before {word}"},
	numberName:       {"", "a name does not begin with a digit; for a product write {digits} * {word}"},
	conflict:         {"{mark} is a conflict that version control has left", "choose one of the two versions and remove the marks"},
	hashSign:         {`"#" does not begin a comment in Lua`, "a comment begins with --"},
	shellLine:        {"a file that begins with #! is one for a shell", "remove this line: the game runs the file"},

	foreignNotEqual:   {notLua, `write ~= for "not equal"`},
	foreignEqual:      {notLua, "write =="},
	foreignLess:       {notLua, "write <="},
	foreignGreater:    {notLua, "write >="},
	foreignArrow:      {notLua, "write >= to compare, = in a table, or function(x) ... end"},
	foreignAnd:        {notLua, "write and"},
	foreignOr:         {notLua, "write or"},
	foreignNot:        {notLua, "write not"},
	foreignTilde:      {notLua, `write not, or ~= for "not equal"; ` + noBits},
	foreignBitAnd:     {notLua, "write and; " + noBits},
	foreignBitOr:      {notLua, "write or; " + noBits},
	foreignShiftLeft:  {notLua, noBits + ": write x * 2 ^ n"},
	foreignShiftRight: {notLua, noBits + ": write math.floor(x / 2 ^ n)"},
	foreignOptional:   {notLua, "write a and a.b"},
	foreignMember:     {notLua, "write . or :"},
	foreignCompound:   {notLua, "write x = x {operator} ..."},
	foreignIncrement:  {notLua, "write x = x + 1"},
	foreignPower:      {notLua, "write ^"},
	foreignAssign:     {notLua, "write ="},
	foreignChoice:     {notLua, "write: condition and value or other"},
	foreignSign:       {notLua, ""},
	foreignQuote:      {notLua, `write ' or "`},
	foreignQuotes:     {notLua, "write the straight quote {quote}"},
	foreignMinus:      {notLua, "write -"},
	foreignTimes:      {notLua, "write *"},
	foreignDivide:     {notLua, "write /"},
	foreignSlashes:    {notLua, "a comment begins with --; whole division is math.floor(a / b)"},
	foreignComment:    {notLua, "a comment is --[[ ... ]]"},

	notClosed:       {`"{opener}" is not closed: "{close}" is missing`, ""},
	notClosedBefore: {`"{opener}" is not closed before "{found}" on line {line}: "{close}" is missing`, ""},
	closedByLeft:    {"", "the {word} on line {at} closes it now, but is further left"},
	closedByReturn:  {"", "write {close} before line {at}, which is further left than the {word} above it"},
	closedByLine:    {"", "write {close} before line {at}, which is not further right than the {opener}"},
	closedByComma:   {"", "write {close} before the comma on line {at}"},
	elseIf:          {"", "line {at} has else if, which begins a second if with its own end: write elseif"},
	strayCloser:     {`"{found}" without a beginning`, "remove it, or look for an end too many above"},
	strayBracket:    {`"{found}" closes nothing`, `delete it, or write "{opener}" before`},
	strayBrace:      {`this "}" closes the table of line {line}, and {name} = follows`, `delete it, or write the "{" that is missing before`},
	extraEnd:        {`this "end" closes nothing, since all blocks inside the "{opener}" of line {line} have theirs`, "there is an end too many, here or above"},
	extraEndBefore:  {`this "end" closes {name} of line {line} already, and "{found}" follows`, "there is an end too many, here or above"},
	elseWithoutIf:   {`"{found}" belongs to no if`, "it goes between if ... then and its end"},
	elseAfterEnd:    {"", "the end before it has closed the if: remove that end"},
	braceBlock:      {`unexpected "{"`, noBlocks},
	braceHeader:     {"", "write {want} instead of {, and end instead of }"},
	colonBlock:      {`":" does not begin a block in Lua`, "leave it out; the block ends with end"},
	colonHeader:     {"", "write {want} instead; the block ends with end"},
	returnBrace:     {`"{" is missing after return`, "write return {"},
	missingBrace:    {`"{" is missing before {found}`, "write { {name} = ... }"},
	endWord:         {`"end {word}" is not Lua`, "write end"},
	braceEnd:        {`"}" does not close "{opener}"`, "write end"},
	wordTwice:       {`"{word}" is here twice`, "delete one of them"},
	missingIf:       {`"if" is missing before {found}`, "write if ... then"},
	missingFunction: {`"function" is missing before {found}`, "write function{params}"},
	gluedFunction:   {`"(" is missing after function`, "write function({name}"},

	keywordName:      {`"{word}" is a word of Lua and cannot be a name`, "choose another name"},
	keywordField:     {"", `write ["{word}"] instead of {dot}{word}`},
	keywordKey:       {"", `write ["{word}"] = `},
	misspelledWord:   {`unknown word "{word}"`, "did you mean {right}?"},
	otherWord:        {`"{word}" is not Lua here`, "write {right}"},
	capitalWord:      {"", "write {right} in small letters"},
	compareWord:      {"", "to compare write =="},
	compareNot:       {"", "to compare write ~="},
	hyphenName:       {"a name has no -", "write {right}"},
	missingName:      {`a name is missing after "{found}"`, "write the field or function that is meant"},
	missingKey:       {`a name is missing before "="`, "write name = ..."},
	missingObject:    {`a name is missing before "{found}"`, "write the table that is meant"},
	missingAssign:    {"= is missing after {name}", "write {name} = {value}"},
	namelessFunction: {"the function has no name", "write local function name(...) or name = function(...)"},
	localField:       {"a function in a table cannot be local", "write function {name}{dot}..."},
	continueWord:     {"continue is not Lua", "put the rest of the loop into an if"},

	unexpected:      {"unexpected {found}", ""},
	unexpectedAfter: {"unexpected {found} after {before}", ""},
	valueMissing:    {"unexpected {found} after {before}, which needs a value after it", ""},
	valueAbsent:     {"a value is missing after {before}", ""},
	textEnds:        {"the file ends", ""},
	textEndsAfter:   {"the file ends after {before}", ""},
	textEndsValue:   {"the file ends after {before}, which needs a value after it", ""},
	assignOnce:      {"", "to assign write ="},
	fieldLocal:      {"", "a field is written without local"},
	localWithout:    {"", "to give it a value write = before that"},
	typeName:        {"names have no types in Lua", "leave out {type}"},
	attribute:       {"<{word}> is of Lua 5.4, and this is Lua 5.1", "leave it out; nothing in Lua 5.1 makes a local constant"},
	closeAttribute:  {"", "leave it out, and close the value where it is no longer needed"},
	methodAlone:     {"a call is missing after :{name}", "write :{name}(), or .{name} to read a field"},
	methodCall:      {"", "a call follows a colon, as in :{name}(); to read a field write .{name}"},
	loneName:        {`"{name}" alone is not a statement`, "call it: {name}(), or assign to it: {name} = ..."},
	loneWord:        {"", "write {right}"},
	loneEnd:         {"", "did you mean end?"},
	lonePass:        {"", "leave it out: a block may be empty"},
	loneValue:       {"a value alone is not a statement", "assign it, or call a function with it"},
	loneResult:      {"", "write return before it"},
	loneComparison:  {"", "write return before it; to assign write ="},
	loneCall:        {"", `to assign write = before the "("`},
	loneArgument:    {"", "put all of it in brackets: {name}(...)"},
	joinTexts:       {"", "to join texts write .."},
	chainedAssign:   {"", `a statement assigns once: write two, or == to compare`},
	labelColons:     {"the label {name} is not closed", "write ::{name}::"},
	bracketCall:     {"a call in brackets is a value, not a statement", "leave the brackets out"},
	loneTable:       {"a table alone is not a statement", "write return before it"},
	notLast:         {"{word} must be the last statement of its block; {found} follows on line {line}", "to leave early write do {word} end"},
	notLastInFile:   {"", "a file ends with its return: move {name} above line {above}"},
	callAssigned:    {"a value cannot be assigned to a call", "assign to a variable or a field"},
	notAssignable:   {"a value cannot be assigned to this", "assign to a variable or a field"},
	compareAssign:   {`"=" assigns and is not possible in an expression`, "to compare write =="},
	lonelyBreak:     {"there is no loop around this break", "to leave the function write return"},
	newLineCall:     {`this "(" continues the line above as a call`, "begin the line with ; or join the two lines"},
	tooLarge:        {"the text has more than {limit} bytes", "split it"},
	tooDeep:         {"nested, or chained, more than {limit} levels deep", "split it; give the parts names with local, or use a table"},
	headerWord:      {`"{want}" is missing after the {part} of "{word}" on line {line}`, ""},
	headerInstead:   {"", "write {want} instead of {found}"},
	walkerCall:      {"{name} is a function, and its table stands in brackets", "write {name}({argument})"},
	inMissing:       {`"in" is missing in this "for" before {found}`, "write for k, v in pairs(t) do"},
	forComma:        {`a comma is missing in this "for" before {found}`, "write for {name} = first, last do"},
	forBrackets:     {"a for has no brackets", "write for i = first, last do, or for i, v in ipairs(list) do"},

	afterExpression: {"{found} follows the expression", ""},
	lonelyDots:      {"... is not a parameter of this function", "write ... as its last parameter"},
	bracketList:     {`"[" does not begin a list in Lua`, "write { 1, 2, 3 }"},
	bracketIn:       {"", "write ipairs({ 1, 2, 3 })"},
	severalValues:   {"brackets hold one value", "several go into a table: { 1, 2 } or { x = 1, y = 2 }"},
	textMethod:      {"a text has no methods without brackets around it", "write ({text}):{name}(...)"},
	commaMissing:    {`a comma or "{close}" is missing before {found}`, ""},
	commaInTable:    {"a comma is missing before {found}", "the table begins on line {line}"},
	assignInCall:    {`"=" is not possible inside "("`, "to compare write ==; named values go into a table: f{x = 1}"},
	colonInTable:    {`unexpected ":" in a table`, "write {key} = ..."},
	colonFunction:   {"", "write {key} = function(...) ... end"},
	colonValue:      {"", "write {key} = {value}"},
	quotedKey:       {"a key has no quotes, or stands in square brackets", "write {name} = ..."},
	quotedKeyText:   {"", "write [{text}] = ..."},
	valueKey:        {"a key that is no name stands in square brackets", "write [{text}] = ..."},
	assignTwice:     {`"=" is here twice`, "write {name} = { {key} = ... }, or == to compare"},
	bareText:        {"a text stands in quotes", "write it in quotes"},
	bareTextQuoted:  {"", `write {name} = "{text}"`},
	functionEntry:   {"a function in a table has its name and = before it", "write {name} = function(...) ... end"},
	localEntry:      {"a table holds no locals", "write {name} = ..."},
	paramDefault:    {"a parameter has no default in Lua", "write {name} = {name} or ... as the first line of the function"},
	paramMissing:    {"a parameter is missing before {found}", "write its name, or remove the comma"},
	paramsMissing:   {`"(" is missing after {before}`, "parameters stand in brackets: function f(a, b), or function f()"},
	dotsNotLast:     {"... must be the last parameter", "nothing may follow it"},
	functionNamed:   {"a function that is a value has no name", "write function(...)"},
	paramDot:        {"a comma separates parameters", "write , instead of ."},
}

// otherWords are words of other languages at the beginning of a statement, with the words to write instead.
var otherWords = map[string]string{
	"var": "local", "let": "local", "const": "local", "int": "local", "float": "local", "string": "local", "bool": "local", "auto": "local",
	"def": "function", "func": "function", "fn": "function", "elif": "elseif", "elsif": "elseif",
	"foreach": "for", "unless": "if not", "import": requireWords, "switch": "if ... elseif", "case": "elseif",
	"from": requireWords, "using": requireWords, "include": requireWords,
	"await": "bt.wait(seconds) or bt.wait_until(f), in the hook run", "yield": "bt.yield(), in the hook run",
	"class": "return { ... }: a file is one behavior", "extends": "return { ... }: a file is one behavior",
	"try": "local ok, err = pcall(f)", "catch": "if not ok then, after pcall", "throw": `error("what is wrong")`, "raise": `error("what is wrong")`,
}

func (c Code) message(args []Arg) string { return fill(catalog[c].message, args) }

func (c Code) hint(args []Arg) string { return fill(catalog[c].hint, args) }

// fill replaces the names of arguments in a text.
func fill(text string, args []Arg) string {
	if len(args) == 0 || text == "" {
		return text
	}
	pairs := make([]string, 0, 2*len(args))
	for _, a := range args {
		pairs = append(pairs, "{"+a.Name+"}", a.Value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
