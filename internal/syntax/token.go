package syntax

// Kind is the kind of a token. The kinds of operators are also the operators of the tree.
type Kind uint8

// The kinds of tokens. From Or to Power they are the binary operators.
const (
	EOF Kind = iota
	NameToken
	NumberToken
	StringToken
	BadToken // a text that is no token; an error says why

	Or
	And
	Less
	Greater
	LessEqual
	GreaterEqual
	NotEqual
	Equal
	Concat
	Plus
	Minus
	Star
	Slash
	Percent
	Power

	Not
	Hash
	Assign
	Comma
	Semicolon
	Colon
	DoubleColon
	Dot
	Dots
	OpenParen
	CloseParen
	OpenBrace
	CloseBrace
	OpenBracket
	CloseBracket

	Break
	Do
	Else
	ElseIf
	End
	False
	For
	Function
	Goto
	If
	In
	Local
	Nil
	Repeat
	Return
	Then
	True
	Until
	While
)

var kinds = [...]string{
	EOF: "the end of the text", NameToken: "a name", NumberToken: "a number", StringToken: "a text", BadToken: "",

	Or: "or", And: "and", Less: "<", Greater: ">", LessEqual: "<=", GreaterEqual: ">=", NotEqual: "~=", Equal: "==",
	Concat: "..", Plus: "+", Minus: "-", Star: "*", Slash: "/", Percent: "%", Power: "^",

	Not: "not", Hash: "#", Assign: "=", Comma: ",", Semicolon: ";", Colon: ":", DoubleColon: "::", Dot: ".", Dots: "...",
	OpenParen: "(", CloseParen: ")", OpenBrace: "{", CloseBrace: "}", OpenBracket: "[", CloseBracket: "]",

	Break: "break", Do: "do", Else: "else", ElseIf: "elseif", End: "end", False: "false", For: "for", Function: "function",
	Goto: "goto", If: "if", In: "in", Local: "local", Nil: "nil", Repeat: "repeat", Return: "return", Then: "then",
	True: "true", Until: "until", While: "while",
}

// String returns the word or the operator. For other tokens it returns a phrase, such as "a name".
func (k Kind) String() string { return kinds[k] }

// IsWord reports whether k is a reserved word.
func (k Kind) IsWord() bool { return k >= Break || k == Or || k == And || k == Not }

// keyword returns the kind of a reserved word, or NameToken for any other word.
func keyword(word string) Kind {
	if len(word) < 2 || len(word) > 8 {
		return NameToken
	}
	switch word {
	case "and":
		return And
	case "break":
		return Break
	case "do":
		return Do
	case "else":
		return Else
	case "elseif":
		return ElseIf
	case "end":
		return End
	case "false":
		return False
	case "for":
		return For
	case "function":
		return Function
	case "goto":
		return Goto
	case "if":
		return If
	case "in":
		return In
	case "local":
		return Local
	case "nil":
		return Nil
	case "not":
		return Not
	case "or":
		return Or
	case "repeat":
		return Repeat
	case "return":
		return Return
	case "then":
		return Then
	case "true":
		return True
	case "until":
		return Until
	case "while":
		return While
	}
	return NameToken
}

// Token is a token of a text. First is set for the first token of a line.
type Token struct {
	Start, End Pos
	Kind       Kind
	First      bool
}

// Comment is a comment, with the two dashes and, if it has any, the brackets.
type Comment struct{ Start, End Pos }

// Scan returns the tokens of a text; the last one is EOF. Errors are left out: Parse reports them.
func Scan(text string) []Token {
	s := scanner{file: &File{Text: text}}
	s.scan()
	return s.toks
}
