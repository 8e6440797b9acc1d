package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/lang"
	"golang.org/x/term"
)

// output is the writer that a command prints to. It escapes the control characters in texts of scripts, files and
// bundles, so that a terminal shows them instead of acting on them. For example, ESC becomes \u001b. JSON uses the
// same escapes, so JSON output keeps its meaning.
//
// output keeps the first write error. Main reports it for every command, since a command whose output was lost has
// not succeeded.
type output struct {
	w    io.Writer
	err  error
	rest []byte // the first bytes of an incomplete character
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	text := p
	if len(o.rest) > 0 {
		text = append(o.rest, p...)
		o.rest = nil
	}
	plain := 0
	for plain < len(text) && isPlain(text[plain]) {
		plain++
	}
	if plain == len(text) {
		return o.raw(text, len(p))
	}
	safe := append(make([]byte, 0, len(text)+16), text[:plain]...)
	for text = text[plain:]; len(text) > 0; {
		if !utf8.FullRune(text) {
			o.rest = append(o.rest, text...)
			break
		}
		r, n := utf8.DecodeRune(text)
		safe = appendShown(safe, r, text[:n])
		text = text[n:]
	}
	return o.raw(safe, len(p))
}

// raw writes bytes without escaping, and returns n as the number of bytes written.
func (o *output) raw(p []byte, n int) (int, error) {
	if o.err == nil && len(p) > 0 {
		_, o.err = o.w.Write(p)
	}
	if o.err != nil {
		return 0, o.err
	}
	return n, nil
}

// end writes an incomplete character at the end of the output.
func (o *output) end() {
	rest := o.rest
	o.rest = nil
	var shown []byte
	for _, c := range rest {
		shown = fmt.Appendf(shown, `\x%02x`, c)
	}
	o.raw(shown, 0)
}

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
		w = o.w
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// isTerminalIn reports whether r reads from a terminal.
func isTerminalIn(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// writeDocument writes the content of a file that the user asked for, such as a converted tree. It writes the
// content unchanged unless w is a terminal. On a terminal it escapes the content like all other text.
func writeDocument(w io.Writer, text []byte) error {
	o, ok := w.(*output)
	if !ok || isTerminal(w) {
		_, err := w.Write(text)
		return err
	}
	_, err := o.raw(text, len(text))
	return err
}

// isPlain reports whether a byte is a character that any terminal shows.
func isPlain(c byte) bool { return c >= ' ' && c < 0x7f || c == '\n' || c == '\t' }

// joiners are invisible characters that some writing systems need.
const joiners = "\u200c\u200d"

// appendShown appends the character r, whose bytes are from, in the form in which it is shown. It escapes invisible
// characters: control characters, characters that change the direction of a text, and line separators.
func appendShown(b []byte, r rune, from []byte) []byte {
	switch {
	case len(from) == 1 && isPlain(from[0]):
		return append(b, from[0])
	case r == utf8.RuneError && len(from) == 1:
		return fmt.Appendf(b, `\x%02x`, from[0])
	case r == '\r':
		return append(b, `\r`...)
	case unicode.IsGraphic(r) || strings.ContainsRune(joiners, r) || unicode.Is(unicode.Co, r):
		return append(b, from...)
	case r > 0xffff: // a surrogate pair, as in JSON
		r -= 0x10000
		return fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// continued indents all lines of a text except the first, so that they cannot be mistaken for lines of the
// command's own output.
func continued(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// tellProblems prints the findings in the files, and a line with the files that are held back because of them. It
// returns errFindings if there are errors. If strict is set, it also returns errFindings if there are warnings.
func tellProblems(w io.Writer, problems diag.List, strict bool) error {
	causes, held := problems.Causes()
	if len(causes) > 0 {
		fmt.Fprintln(w, causes.Error())
	}
	if len(held) > 0 {
		tr.Fprintf(w, "also held back until the errors are corrected: %s\n", someNames(held))
	}
	if problems.Err() != nil || strict && len(problems) > 0 {
		return errFindings
	}
	return nil
}

// worse returns the error, of a and b, that determines the exit code.
func worse(a, b error) error {
	if a == nil || errors.Is(a, errFindings) && b != nil {
		return b
	}
	return a
}

// countProblems counts the findings, without those that follow from others.
func countProblems(problems diag.List) string {
	problems, _ = problems.Causes()
	errs, warnings := len(problems.Errors()), len(problems.Warnings())
	if errs+warnings == 0 {
		return tr.T("no problems")
	}
	return tr.F("%s, %s", plural(errs, "%d error", "%d errors"), plural(warnings, "%d warning", "%d warnings"))
}

// someNames lists at most six of the names.
func someNames(list []string) string {
	const most = 6
	names := slices.Clone(list[:min(len(list), most)])
	if more := len(list) - most; more > 0 {
		names = append(names, tr.F("%d more", more))
	}
	return strings.Join(names, ", ")
}

// plural returns a number of things in the form for one or for several. Chinese has only the latter.
func plural(n int, one, several string) string {
	if n == 1 && lang.English() {
		return fmt.Sprintf(one, n)
	}
	return tr.F(several, n)
}

// writeJSON prints a value as JSON. It prints an empty list as [], not as null.
func writeJSON(w io.Writer, v any) error {
	if l, ok := v.(diag.List); ok && l == nil {
		v = diag.List{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// writeJSONLine is like writeJSON, but prints one line, for output that goes on.
func writeJSONLine(w io.Writer, v any) error {
	if l, ok := v.(diag.List); ok && l == nil {
		v = diag.List{}
	}
	return json.NewEncoder(w).Encode(v)
}

// tellMistakes prints the mistakes in a file. It returns only write errors, since the command continues after
// mistakes.
func tellMistakes(w io.Writer, err error) error {
	_, failed := fmt.Fprintln(w, err)
	return failed
}

// writeColumns writes rows with equal numbers of cells. All columns but the last one are as wide as their widest cell in
// the terminal, of which Chinese characters take two cells each. Unlike package text/tabwriter, it knows these.
func writeColumns(w io.Writer, rows [][]string, right bool) error {
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i+1 == len(row) {
				b.WriteString(cell + "\n")
				break
			}
			width := 0
			for _, other := range rows {
				width = max(width, cells.Count(other[i]))
			}
			if right {
				b.WriteString(strings.Repeat(" ", 2+width-cells.Count(cell)) + cell)
			} else {
				b.WriteString(padded(cell, width+2))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// padded returns a text followed by spaces, so that it takes so many cells of a terminal.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-cells.Count(text)))
}
