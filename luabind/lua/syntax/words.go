package syntax

// Code identifies a message or a hint, such as "not-closed". Package message has their words.
type Code string

// The codes of errors in tokens.
const (
	strayCharacter   Code = "stray-character"
	controlCharacter Code = "control-character-in-lua"
	blankCharacter   Code = "blank-character"
	wideCharacter    Code = "wide-character"
	wideName         Code = "wide-name"
	looseAccents     Code = "loose-accents"
	notUTF8          Code = "text-not-utf8"
	openComment      Code = "comment-not-closed"
	openString       Code = "string-not-closed"
	openLongString   Code = "long-string-not-closed"
	badLongString    Code = "malformed-long-string"
	largeEscape      Code = "large-escape"
	unknownEscape    Code = "unknown-escape-in-string"
	escapeHex        Code = "escape-hex"
	escapeHexCode    Code = "escape-hex-code"
	escapeUnicode    Code = "escape-unicode"
	escapeZ          Code = "escape-z"
	badNumber        Code = "malformed-number"
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
	conflict         Code = "conflict-mark"
	hashSign         Code = "hash-comment"
	shellLine        Code = "shell-file"
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
	foreignComment    Code = "foreign-long-comment"
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
	strayBracket    Code = "bracket-closes-nothing"
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
	misspelledWord   Code = "misspelled-keyword"
	otherWord        Code = "other-word"
	capitalWord      Code = "write-in-small-letters"
	compareWord      Code = "compare-word"
	compareNot       Code = "compare-not-word"
	hyphenName       Code = "hyphen-name"
	missingName      Code = "missing-name"
	missingKey       Code = "missing-key"
	missingObject    Code = "missing-object"
	missingAssign    Code = "missing-equals"
	namelessFunction Code = "nameless-function"
	localField       Code = "local-field-function"
	continueWord     Code = "continue-statement"
)

// The codes of errors in statements.
const (
	unexpected      Code = "unexpected-token"
	unexpectedAfter Code = "unexpected-token-after"
	valueMissing    Code = "unexpected-instead-of-value"
	valueAbsent     Code = "value-missing"
	textEnds        Code = "text-ends-early"
	textEndsAfter   Code = "text-ends-after"
	textEndsValue   Code = "text-ends-without-value"
	assignOnce      Code = "assign-with-equals"
	fieldLocal      Code = "field-local"
	localWithout    Code = "local-without-assign"
	typeName        Code = "name-with-type"
	attribute       Code = "local-attribute"
	closeAttribute  Code = "leave-out-close"
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
	joinTexts       Code = "join-with-dots"
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
	tooDeep         Code = "too-many-levels"
	tooLarge        Code = "text-too-large"
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
	lonelyDots      Code = "varargs-outside-function"
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
	bareText        Code = "text-without-quotes"
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

// requireWords is the form of a call of require.
const requireWords = `local walk = require "lib.walk"`

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
