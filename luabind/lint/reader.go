package lint

import (
	"bufio"
	"strings"
	"sync"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// readerSize is that of the buffer which the parser of gopher-lua makes for each text.
// It takes a buffered reader of that size as it is.
const readerSize = 4096

// readers are kept, as a game has ten thousands of conditions of twenty characters.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, readerSize) }}

// maxShort is how long a text may be, in bytes, for ParseShort. What is so short cannot
// be nested too deep.
const maxShort = 160

// ParseShort parses a text without a function as Parse does, and a few times as fast. It
// returns nil if the text is not short, has a mistake or might have one: then Parse knows.
func ParseShort(text string) []ast.Stmt {
	if len(text) > maxShort || strings.Contains(text, "function") || strings.Contains(text, "...") {
		return nil
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return nil
		}
	}
	stmts, err := parseChunk(text, "")
	if err != nil {
		return nil
	}
	return stmts
}

// parseChunk parses a text.
func parseChunk(text, path string) ([]ast.Stmt, error) {
	r := readers.Get().(*bufio.Reader)
	r.Reset(strings.NewReader(text))
	stmts, err := parse.Parse(r, path)
	r.Reset(nil)
	readers.Put(r)
	return stmts, err
}
