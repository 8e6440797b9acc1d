package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// Limits of a script. They are far above the size of normal scripts.
const (
	// MaxSize is the largest size of a script in bytes. Checking and compiling a script of that size takes at most
	// two seconds and 1 GB of memory, whatever the script contains.
	MaxSize = 1 << 20
	// MaxDepth is the largest number of open brackets and blocks, and the largest height of the syntax tree. The
	// parser keeps 500 bytes for each open bracket and block. Nesting increases the height of the tree, and so do
	// chains (a .. b .. c, a + b + c, x.y.z, f()()(), not not x, elseif ... elseif). Code that walks the tree or
	// runs the compiled form recurses for each level.
	MaxDepth = 1000
)

// checkNesting reports the token at which the nesting exceeds MaxDepth.
func checkNesting(src *source) diag.List {
	open := 0
	for i := range src.toks {
		switch k := src.kindOf(i); {
		case k != opTok && k != keywordTok:
		case closers[src.word(i)] != "":
			open++
		case src.isAny(i, "end", "until", ")", "}", "]"):
			open = max(open-1, 0)
		}
		if open > MaxDepth {
			return src.tooDeep(i)
		}
	}
	return nil
}

func (s *source) tooDeep(i int) (l diag.List) {
	s.report(&l, i, "nested, or chained, more than %d levels deep", MaxDepth).
		Hint = "split it; give the parts names with local, or use a table"
	return l
}

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
