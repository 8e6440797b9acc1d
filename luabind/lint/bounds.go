package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// Limits of one script. They are far above what people write and far below
// where gopher-lua stops being safe; nothing recursive or quadratic begins
// before they have been checked. Measured with gopher-lua 1.1.2:
const (
	// MaxSize is the size of a script in bytes.
	MaxSize = 1 << 20
	// MaxDepth bounds the height of the syntax tree, which grows by nesting
	// (parentheses, tables, blocks, functions) and by chains (a .. b .. c,
	// a + b + c, x.y.z, f()()(), not not x, elseif ... elseif). The compiler
	// recurses in it, survives 100,000 levels, and is quadratic: a + a + a ...
	// of 10,000 takes 1.6 s, 100,000 nested functions come to no end.
	MaxDepth = 200
	// MaxFunctions bounds the functions in one script. Each costs the compiler
	// 12 kB that the prototype keeps.
	MaxFunctions = 5000
	// MaxJumps bounds goto statements and labels; resolving them is quadratic.
	MaxJumps = 1000
	// MaxConstantWork bounds the search for constants: the compiler compares
	// each name, number and string of a function with all before it, about 11 ns
	// for one. It allows 20,000 different constants if each stands once.
	MaxConstantWork = 200_000_000
)

// checkBytes says why src is not text that may be scanned, if so.
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
	if at, what, hint := badByte(src); at >= 0 {
		d := l.Add(bytePos(path, src, at), "%s", what)
		d.Hint = hint
	}
	return l
}

// badByte returns the offset of the first NUL or invalid UTF-8, or -1.
func badByte(src []byte) (at int, what, hint string) {
	if isUTF16(src) {
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

// isUTF16 reports whether a text has the mark of UTF-16 or begins with an ASCII character
// in it, as a file does that was saved without the mark.
func isUTF16(src []byte) bool {
	if len(src) < 2 {
		return false
	}
	switch first, second := src[0], src[1]; {
	case first == 0xff && second == 0xfe, first == 0xfe && second == 0xff:
		return true
	default:
		return (first == 0) != (second == 0)
	}
}

func bytePos(path string, src []byte, at int) diag.Pos {
	before := string(src[:at])
	line := 1 + strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{File: path, Line: line, Col: diag.Column(before[start:], at-start)}
}
