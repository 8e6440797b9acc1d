package syntax

// Error is a mistake in a text. Start and End are the part of the text that the message is about.
type Error struct {
	Start, End Pos
	// Code identifies the message, and Args are the parts of the text that are in its words.
	Code Code
	Args []Arg
	// Message says what is wrong, and Hint what to write. Hint may be empty.
	Message, Hint string
	// Open are the brackets and blocks that are open at the mistake, outermost first.
	Open []Opener
	// Note is set if Lua 5.1 accepts the text, but its author certainly means something else.
	Note bool
}

// Arg is an argument of an error, with its name in the words of the message.
type Arg struct{ Name, Value string }

// Opener is a word or a bracket that something must close: function, do, if, repeat, "(", "{" or "[".
type Opener struct {
	Kind  Kind
	Start Pos
}

// Error returns the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + ": " + e.Hint
}

// Arg returns the argument with a name, or "".
func (e *Error) Arg(name string) string {
	for _, a := range e.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

func arg(name, value string) Arg { return Arg{name, value} }

// maxErrors is the largest number of errors of one file. A file with more is in another language, or no text at all.
const maxErrors = 20

// report adds an error.
func (f *File) report(start, end Pos, code Code, args ...Arg) *Error {
	e := &Error{Start: start, End: end, Code: code, Args: args}
	e.Message, e.Hint = code.words(args)
	e.Note = code == unknownEscape
	if len(f.Errors) < maxErrors {
		f.Errors = append(f.Errors, e)
	}
	return e
}

func (s *scanner) report(start, end int, code Code, args ...Arg) {
	s.file.report(Pos(start), Pos(end), code, args...)
}
