package trees

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Bounds on the input of Parse. Exceeding them is an error, so that time and memory are bounded for any input.
const (
	MaxFileSize   = 4 << 20 // bytes of a file
	MaxLineLength = 10_000  // characters of a line
	MaxNodes      = 10_000  // nodes of a tree
	MaxDepth      = 200     // levels of a tree; the root is level 1
	MaxTableDepth = 4       // levels of a table in a parameter; {1} is one level
)

const byteOrderMark = "\ufeff"

// decode checks the file as a whole and returns its text.
func (p *parser) decode(src []byte) (text string, ok bool) {
	start := diag.Pos{File: p.file.Path, Line: 1, Col: 1}
	if len(src) > MaxFileSize {
		p.report(start, message.FileTooLarge(MaxFileSize>>20))
		return "", false
	}
	text = string(src)
	if diag.IsUTF16(text) {
		p.report(start, message.FileUtf16())
		return "", false
	}
	text = strings.TrimPrefix(text, byteOrderMark)
	if format := foreignFormat(text); format != "" {
		p.report(start, message.ForeignFile(format))
		return "", false
	}
	return text, true
}

// foreignFormat returns the name of the format in which a text begins, if that is not the one of tree files, or "".
func foreignFormat(text string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(text)+" ", "\n")
	first = strings.TrimSpace(first)
	switch {
	case len(first) > 1 && first[0] == '<' && (isLetter(first[1]) || first[1] == '?' || first[1] == '!'):
		return "XML"
	case first == "{" || first == "[":
		first += strings.TrimSpace(rest)
	}
	if after := strings.TrimLeft(first, "{[ \t"); after != first && strings.HasPrefix(after, `"`) && strings.Contains(after, `":`) {
		return "JSON"
	}
	return ""
}

// NewFile returns a file without trees, for code that creates the trees from a text in another language. The
// positions in the trees are in that text, and messages show its lines.
func NewFile(path string, src []byte) *File {
	f := &File{Path: path, text: strings.TrimPrefix(string(src), byteOrderMark), built: true, starts: []int32{0}}
	for i := range len(f.text) {
		if f.text[i] == '\n' {
			f.starts = append(f.starts, int32(i+1))
		}
	}
	return f
}

// Line returns the text of line n without its line end. Lines are counted from 1. Line returns "" for a line that
// does not exist or was not read.
func (f *File) Line(n int) string {
	if f == nil || n < 1 || n > len(f.starts) {
		return ""
	}
	line, _, _ := strings.Cut(f.text[f.starts[n-1]:], "\n")
	return strings.TrimSuffix(line, "\r")
}

// clean checks the characters and the length of a line. If the line has a mistake, clean returns false and a line of
// the same indentation, so that the place of the node in the tree is still known.
func (p *parser) clean(line string) (text string, ok bool) {
	bad := firstBad(line)
	if bad >= 0 {
		p.reportBad(line, bad)
		line = replaceBad(line)
	}
	if len(line) > MaxLineLength && utf8.RuneCountInString(line) > MaxLineLength {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if bad < 0 {
			p.report(diag.Pos{File: p.file.Path, Line: p.num, Col: indent + 1}, message.LineTooLong(utf8.RuneCountInString(line), MaxLineLength))
		}
		head := firstRunes(line, MaxLineLength)
		if strings.TrimLeft(head, " \t") == "" { // keep a character, so that the line is still a node at the same position
			head = head[:len(head)-1] + "_"
		}
		return head, false
	}
	return line, bad < 0
}

// firstRunes returns the first n characters of s.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// firstBad returns the offset of the first byte that is invalid in a tree file, or -1.
func firstBad(line string) int {
	for i := 0; i < len(line); {
		c := line[i]
		if c < utf8.RuneSelf {
			if isControl(c) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func isControl(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }

func (p *parser) reportBad(line string, off int) {
	pos := diag.Pos{File: p.file.Path, Line: p.num, Col: diag.Column(line, off)}
	if isControl(line[off]) {
		p.report(pos, message.ControlCharacter(fmt.Sprintf("U+%04X", line[off])))
		return
	}
	p.report(pos, message.InvalidUtf8(fmt.Sprintf("0x%02X", line[off])))
}

// replaceBad replaces the invalid characters of a line. The number of characters stays the same, so that columns
// stay correct.
func replaceBad(line string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < utf8.RuneSelf && isControl(byte(r)) {
			return '?'
		}
		return r
	}, line)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
