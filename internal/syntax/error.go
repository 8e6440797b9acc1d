package syntax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Error is a mistake in a text. Start and End are the part of the text that the message is about.
type Error struct {
	Start, End Pos
	// Code identifies the message. Remedy identifies the hint if it is not the one that the message usually has.
	Code, Remedy Code
	// Args are the parts of the text that are in the words of the message and of the hint.
	Args []Arg
	// Open are the brackets and blocks that are open at the mistake, outermost first.
	Open []Opener
	// Note is set if Lua 5.1 accepts the text, but its author certainly means something else.
	Note bool
}

// Arg is an argument of an error, with its name in the words of the message.
type Arg struct{ Name, Value string }

// Opener is a word or a bracket that something must close: Function, If, Do, Repeat, OpenParen, OpenBrace or OpenBracket.
// While and For stand for loops whose word do is missing.
type Opener struct {
	Kind  Kind
	Start Pos
}

// Error returns the message and the hint.
func (e *Error) Error() string { return e.Words().Error() }

// numbers are the arguments that are whole numbers in the catalog of messages.
var numbers = []string{"line", "at", "above", "limit"}

// Words returns the message, which says what is wrong, and as its remedy the hint, which says what to write.
func (e *Error) Words() diag.Words {
	args := diag.Args{}
	for _, a := range e.Args {
		if _, twice := args[a.Name]; twice {
			continue
		}
		args[a.Name] = a.Value
		if n, err := strconv.Atoi(a.Value); err == nil && slices.Contains(numbers, a.Name) {
			args[a.Name] = n
		}
	}
	w, _ := message.Lookup(string(e.Code), args)
	if e.Remedy != "" {
		remedy, _ := message.Lookup(string(e.Remedy), args)
		w = w.With(remedy)
	}
	return w
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

// remedy gives an error another hint.
func (e *Error) remedy(code Code, args ...Arg) {
	e.Args = append(e.Args, args...)
	e.Remedy = code
}

// arg returns an argument. A message has one line, and so has its value.
func arg(name, value string) Arg {
	if strings.ContainsAny(value, "\n\r") {
		value = strings.Join(strings.Fields(value), " ")
	}
	return Arg{name, value}
}

// maxErrors is the largest number of errors of one file. A file with more is in another language, or no text at all.
const maxErrors = 20

// report adds an error. If there are too many, it returns an error that is dropped.
func (f *File) report(start, end Pos, code Code, args ...Arg) *Error {
	if len(f.Errors) >= 3*maxErrors { // sortErrors keeps the first ones
		return new(Error)
	}
	e := &Error{Start: start, End: end, Code: code, Args: args}
	f.Errors = append(f.Errors, e)
	return e
}

// within records the openers around an error.
func (e *Error) within(open []Opener) *Error {
	if e.Code != "" {
		e.Open = slices.Clone(open)
	}
	return e
}

func (s *scanner) report(start, end int, code Code, args ...Arg) *Error {
	e := s.file.report(Pos(start), Pos(end), code, args...)
	s.dead = s.dead || len(s.file.Errors) >= maxErrors
	return e
}

// sortErrors brings the errors into the order of the text, and leaves out those that are too many.
func (f *File) sortErrors() {
	slices.SortStableFunc(f.Errors, func(a, b *Error) int { return int(a.Start - b.Start) })
	f.Errors = f.Errors[:min(len(f.Errors), maxErrors)]
}

// clip shortens a part of the text for a message.
func clip(s string) string {
	const most = 30
	if r := []rune(s[:min(len(s), 4*most+4)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// codePoint returns the usual name of a character that is not visible, such as U+00A0.
func codePoint(r rune) string {
	s := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(4-len(s), 0)) + s
}

func quoteRune(r rune) string { return strconv.QuoteRune(r) }
