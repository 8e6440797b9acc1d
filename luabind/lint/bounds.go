package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// MaxSize is the largest size of a script in bytes. Checking and compiling a script of that size takes at most
// two seconds and 1 GB of memory, whatever the script contains. Normal scripts are far smaller.
const MaxSize = 1 << 20

// checkBytes reports that src is not a text that can be scanned, with the reason.
func checkBytes(path string, src []byte) diag.List {
	var l diag.List
	if len(src) > MaxSize {
		l.Add(diag.Pos{File: path}, "the script has %d bytes; the limit is %d", len(src), MaxSize).
			Hint = "split it, and load the parts with require"
		return l
	}
	if bytes.HasPrefix(src, []byte("\x1bLua")) {
		l.Add(diag.Pos{File: path}, "this is compiled Lua (bytecode)").Hint = "save the source text instead"
		return l
	}
	if bytes.HasPrefix(src, []byte("#!")) {
		l.Add(diag.Pos{File: path, Line: 1, Col: 1}, "a file that begins with #! is one for a shell").Hint = "remove this line: the game runs the file"
		l[0].Source, _, _ = strings.Cut(string(src), "\n")
		return l
	}
	if at, what, hint := badByte(src); at >= 0 {
		d := l.Add(bytePos(path, src, at), "%s", what)
		d.Hint = hint
	}
	return l
}

// badByte returns the offset of the first NUL byte or of the first invalid UTF-8, or -1 if there is none.
func badByte(src []byte) (at int, what, hint string) {
	if diag.IsUTF16(src) {
		return 0, "the file is UTF-16 text", "save it as UTF-8"
	}
	for i := 0; i < len(src); {
		if src[i] == 0 {
			return i, "there is a NUL byte in the file", "remove it; in a string write \\0"
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n <= 1 {
			return i, "the file is not valid UTF-8 here", "save it as UTF-8"
		}
		i += n
	}
	return -1, "", ""
}

func bytePos(path string, src []byte, at int) diag.Pos {
	before := string(src[:at])
	line := 1 + strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{File: path, Line: line, Col: diag.Column(before[start:], at-start)}
}
