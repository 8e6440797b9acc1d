package luabind

import (
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// compiled is the result of compiling a text. It does not change, so all games of a process that load the same text
// share it.
type compiled struct {
	script   *lint.Script
	fields   lint.Fields // the fields that the hooks read and write
	code     *lua.Chunk
	problems diag.List // only warnings, no errors
	plain    *compiled // of a form that counts, the other form, so that both are found as long as one is used; see Runtime.Covered
}

// source identifies a text. The path is a part of it, because positions in the compiled code include the path.
type source struct {
	path string
	hash [sha256.Size]byte
}

// inUse holds the compiled texts that are used by a chunk of any game. With it, a server that runs one game per
// room compiles each file once. The map is global to the process rather than passed in, since no result depends on
// it.
var inUse = struct {
	sync.Mutex
	texts map[source]weak.Pointer[compiled]
}{texts: map[source]weak.Pointer[compiled]{}}

// Compile checks and compiles a file without running it. If the list holds an error, the chunk is nil. Compile may
// be called concurrently.
func Compile(path, name string, src []byte) (*Chunk, diag.List) {
	of := source{path, sha256.Sum256(src)}
	inUse.Lock()
	k := inUse.texts[of].Value()
	inUse.Unlock()
	if k == nil {
		var problems diag.List
		if k, problems = compile(path, src); k == nil {
			return nil, problems
		}
		inUse.Lock()
		inUse.texts[of] = weak.Make(k)
		inUse.Unlock()
		runtime.AddCleanup(k, forget, of)
	}
	return &Chunk{Path: path, Name: name, compiled: k}, slices.Clone(k.problems)
}

// forget removes the entry of a text that no chunk uses any more.
func forget(of source) {
	inUse.Lock()
	defer inUse.Unlock()
	if inUse.texts[of].Value() == nil { // otherwise the text has been compiled again
		delete(inUse.texts, of)
	}
}

// compile checks and compiles a text. If the list holds an error, the first result is nil.
func compile(path string, src []byte) (*compiled, diag.List) {
	script, file, problems := lint.Parse(path, src)
	if problems.Err() != nil {
		return nil, problems
	}
	code, err := lua.CompileSyntax(file)
	if err != nil {
		return nil, append(problems, compileError(script, path, err))
	}
	return &compiled{script: script, fields: script.Fields(), code: code, problems: problems}, problems
}

// compileError converts an error of the compiler to a diagnostic with a position.
func compileError(s *lint.Script, path string, err error) diag.Diagnostic {
	at, w := diag.Pos{File: path}, message.NotLua(err.Error())
	var e *lua.Error
	if errors.As(err, &e) {
		at.Line, at.Col = e.At.Line, e.At.Col
		w = message.NotLua(textOf(e))
	}
	var problem *lua.Problem
	if errors.As(err, &problem) {
		if known, ok := problemWords(problem); ok {
			w = known
		}
	}
	d := diag.New(at, w)
	d.Source = s.Line(at.Line)
	return d
}
