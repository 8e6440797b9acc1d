package lint

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// MaxSize is the largest size of a script in bytes. Checking and compiling a script of that size takes at most
// two seconds and 1 GB of memory, whatever the script contains. Normal scripts are far smaller.
const MaxSize = 1 << 20

// checkBytes reports that src is not a text that can be scanned, with the reason.
func checkBytes(path string, src []byte) diag.List {
	var l diag.List
	if len(src) > MaxSize {
		l.Add(diag.Pos{File: path}, message.ScriptTooLarge(len(src), MaxSize))
		return l
	}
	if bytes.HasPrefix(src, []byte("\x1bLua")) {
		l.Add(diag.Pos{File: path}, message.CompiledScript())
		return l
	}
	if bytes.HasPrefix(src, []byte("#!")) {
		d := l.Add(diag.Pos{File: path, Line: 1, Col: 1}, message.ShellFile())
		d.Source, _, _ = strings.Cut(string(src), "\n")
		return l
	}
	if at, w := badByte(src); at >= 0 {
		l.Add(bytePos(path, src, at), w)
	}
	return l
}

// badByte returns the offset of the first NUL byte or of the first invalid UTF-8, or -1 if there is none.
func badByte(src []byte) (at int, w diag.Words) {
	if diag.IsUTF16(src) {
		return 0, message.FileUtf16()
	}
	for i := 0; i < len(src); {
		if src[i] == 0 {
			return i, message.NulByte()
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n <= 1 {
			return i, message.InvalidUtf8(fmt.Sprintf("0x%02X", src[i]))
		}
		i += n
	}
	return -1, diag.Words{}
}

func bytePos(path string, src []byte, at int) diag.Pos {
	before := string(src[:at])
	line := 1 + strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{File: path, Line: line, Col: diag.Column(before[start:], at-start)}
}
