package diag

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/internal/cells"
)

// Severity says whether a finding keeps a file from being used.
type Severity uint8

// An Error keeps its file from being used, with one exception (see Diagnostic.Missing); a Warning does not.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText returns the text of String.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText accepts the texts of MarshalText.
func (s *Severity) UnmarshalText(text []byte) error {
	for *s = Error; *s <= Warning; *s++ {
		if s.String() == string(text) {
			return nil
		}
	}
	*s = Error
	return fmt.Errorf("severity %q; want error or warning", text)
}

// Diagnostic is one finding. It is an error value.
type Diagnostic struct {
	Pos      Pos      `json:"pos"`
	Severity Severity `json:"severity"`
	// Code identifies the message, for example "unknown-hook"; docs/messages.md lists all codes. It stays the same when
	// the wording changes, so that programs can decide on it.
	Code string `json:"code"`
	// Args are the values that Message and Hint contain, such as the name of the hook.
	Args Args `json:"args,omitempty"`
	// Message describes the problem and the correct form, without a position, an initial capital or a final period,
	// for example "unknown hook \"on_entre\"".
	Message string `json:"message"`
	// Hint is the remedy if Message does not contain it, for example "did you mean on_enter?".
	Hint string `json:"hint,omitempty"`
	// Remedy identifies Hint if it is not the remedy that the catalog has for Code.
	Remedy *Words `json:"remedy,omitempty"`
	// Source is the text of the line Pos.Line, without its line end. It is empty if the text is not known. It is
	// shown with a caret under column Pos.Col.
	Source string `json:"source,omitempty"`
	// Notes are additional lines, such as a Lua stack.
	Notes []string `json:"notes,omitempty"`
	// Missing is the name in a tree that no file defines, as the tree has it, if that is the mistake; "tree NAME" for an
	// inclusion. Such an error does not keep a file from being used if the version of the tree in force has the name, too.
	Missing string `json:"missing,omitempty"`
	// Follows is set if the finding only follows from an error in another file, which is in the same list.
	Follows bool `json:"follows,omitempty"`
}

// Same reports whether two findings are the same one: whether they have the same position, code, arguments and notes.
// Findings without codes are compared by their messages.
func (d Diagnostic) Same(e Diagnostic) bool {
	return d.Pos == e.Pos && d.Code == e.Code && (d.Code != "" || d.Message == e.Message) &&
		reflect.DeepEqual(d.Args, e.Args) && slices.Equal(d.Notes, e.Notes)
}

// Error returns the complete text: position, message, source line with caret, and notes.
func (d Diagnostic) Error() string {
	var b strings.Builder
	b.WriteString(d.Headline())
	if d.Source != "" {
		line, col := clip(strings.TrimRight(d.Source, " \t\r"), d.Pos.Col)
		b.WriteString("\n    " + line)
		if col > 0 && col <= utf8.RuneCountInString(line)+1 {
			b.WriteString("\n    " + indentTo(line, col) + "^")
		}
	}
	for _, n := range d.Notes {
		b.WriteString("\n  " + strings.ReplaceAll(n, "\n", "\n  "))
	}
	return b.String()
}

// Headline returns the beginning of Error: "file:line:col: message: hint". If a message has several lines, all but
// the first are indented, so that none of them looks like another finding. The place is the same in all languages, since
// editors look for it.
func (d Diagnostic) Headline() string {
	s := withHint(d.Message, d.Hint)
	if d.Severity == Warning {
		s = tr.F("warning: %s", s)
	}
	if p := d.Pos.String(); p != "" {
		s = p + ": " + s
	}
	return strings.ReplaceAll(s, "\n", "\n  ")
}

// indentTo returns white space as wide as the first col-1 characters of line. It keeps tabs, so a caret after it
// is in the right column for any tab width.
func indentTo(line string, col int) string {
	var b strings.Builder
	for _, r := range line {
		if col--; col <= 0 {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString("  "[:cells.Of(r)])
		}
	}
	for ; col > 1; col-- {
		b.WriteByte(' ')
	}
	return b.String()
}

// Bounds on the displayed part of a source line, in characters, so that a minified or binary file does not fill
// the terminal.
const (
	maxSource = 200
	maxIndent = 40
)

// clip shortens a line to the part around a column, and replaces control characters. It returns that part and the
// column in it.
func clip(line string, col int) (string, int) {
	runes := []rune(strings.Map(visible, line))
	if indent := len(runes) - len([]rune(strings.TrimLeft(string(runes), " \t"))); indent > maxIndent && col > indent {
		runes = append([]rune("… "), runes[indent:]...)
		col -= indent - 2
	}
	if len(runes) <= maxSource {
		return string(runes), col
	}
	if from := col - maxSource/2; from > 1 && from < len(runes) {
		runes = append([]rune("…"), runes[from:]...)
		col -= from - 1
	}
	if len(runes) > maxSource {
		runes = append(runes[:maxSource:maxSource], '…')
	}
	return string(runes), col
}

func visible(r rune) rune {
	if r == utf8.RuneError || r < ' ' && r != '\t' || r == 0x7f || unicode.Is(unicode.Bidi_Control, r) {
		return '?'
	}
	return r
}
