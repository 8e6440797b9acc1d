package lint

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/engine/diag"
)

// Limits of gopher-lua's compiler that it reports without a place, or not at
// all: it keeps the number of upvalues in one byte.
const (
	maxLocals   = 200
	maxUpvalues = 255
)

// walker visits the syntax tree in source order, with cur following in the
// tokens. Every leaf of the tree is found as the next token of its kind; what
// lies between is punctuation. checkBounds has bounded its recursion.
type walker struct {
	*source
	facts *facts
	scope scope
	fn    *function
	cur   int
	lost  int // leaves that were passed over; 0 unless tree and tokens differ
	diags diag.List
}

// walk collects the facts of a script, and what the compiler would refuse.
func walk(src *source, stmts []ast.Stmt) (*facts, diag.List) {
	w := newWalker(src)
	w.stmts(stmts)
	return w.facts, w.diags
}

func newWalker(src *source) *walker {
	chunk := &function{vararg: true, last: len(src.toks) - 1}
	return &walker{source: src, facts: &facts{chunk: chunk}, fn: chunk, scope: scope{vars: map[string][]*variable{}}}
}

// find moves behind the next token of that kind and text and returns it. An
// empty text stands for any. The parser has seen the same tokens, so there is
// one; should the two ever disagree, the walk goes on at the end of the file.
func (w *walker) find(k kind, text string) int {
	for i := w.cur; i < len(w.toks); i++ {
		if w.toks[i].kind == k && (text == "" || w.word(i) == text) {
			w.cur = i + 1
			return i
		}
		if w.toks[i].kind != opTok && w.toks[i].kind != keywordTok {
			w.lost++
		}
	}
	w.cur = len(w.toks)
	return len(w.toks) - 1
}

func (w *walker) findName(n string) int { return w.find(nameTok, n) }
func (w *walker) findWord(k string) int { return w.find(keywordTok, k) }
func (w *walker) findOp(o string) int   { return w.find(opTok, o) }

// skip moves over any of the given operators.
func (w *walker) skip(ops ...string) {
	for w.isAny(w.cur, ops...) {
		w.cur++
	}
}

// isAny reports whether token i is one of the given keywords and operators.
func (s *source) isAny(i int, words ...string) bool {
	for _, word := range words {
		if s.is(i, word) {
			return true
		}
	}
	return false
}

// declare makes a local variable of the current function, visible from now on.
func (w *walker) declare(name string, tok int) *variable {
	v := &variable{name: name, tok: tok, fn: w.fn}
	w.scope.declare(v)
	if w.fn.active == maxLocals+1 {
		w.report(&w.diags, tok, "more than %d local variables at once in one function", maxLocals).
			Hint = "put them into a table, or into smaller functions"
	}
	return v
}

// lookup finds a local variable and notes it as an upvalue of the functions
// between its own and the current one.
func (w *walker) lookup(name string, tok int) *variable {
	v := w.scope.find(name)
	if v == nil {
		return nil
	}
	for fn := w.fn; fn != v.fn && !fn.upvalues[name]; fn = fn.parent {
		if fn.upvalues == nil {
			fn.upvalues = map[string]bool{}
		}
		fn.upvalues[name] = true
		if len(fn.upvalues) == maxUpvalues+1 {
			w.report(&w.diags, tok, "a function uses more than %d local variables from outside", maxUpvalues).
				Hint = "put them into a table"
		}
	}
	return v
}

// block visits statements with a scope of their own.
func (w *walker) block(stmts []ast.Stmt) {
	mark := w.scope.open()
	w.stmts(stmts)
	w.scope.close(mark)
}

func (w *walker) loop(stmts []ast.Stmt) {
	w.fn.loops++
	w.block(stmts)
	w.fn.loops--
}

// function visits a function from its parameters on. method adds self.
func (w *walker) function(e *ast.FunctionExpr, first int, method bool) operand {
	fn := &function{parent: w.fn, first: first, vararg: e.ParList.HasVargs}
	outer := w.fn
	w.fn = fn
	mark := w.scope.open()
	w.params(e.ParList, first, method)
	w.stmts(e.Stmts)
	w.scope.close(mark)
	w.fn = outer
	fn.last = w.findWord("end")
	return operand{first: first, last: fn.last, tok: first, kind: "function", fn: fn}
}

func (w *walker) params(list *ast.ParList, first int, method bool) {
	paren := w.findOp("(")
	if method {
		w.param("self", paren)
	}
	for _, p := range list.Names {
		w.param(p, w.findName(p))
	}
	if list.HasVargs {
		w.findOp("...")
		w.declare("arg", first) // gopher-lua makes it, as Lua 5.0 did
	}
}

func (w *walker) param(name string, tok int) {
	v := w.declare(name, tok)
	v.param = true
	w.fn.params = append(w.fn.params, v)
}
