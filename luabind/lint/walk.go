package lint

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/engine/diag"
)

// walker visits the syntax tree in source order, while cur moves along the tokens. Each leaf of the tree is the
// next token of its kind. The tokens between leaves are punctuation.
type walker struct {
	*source
	facts   *facts
	scope   scope
	fn      *function
	cur     int
	depth   int
	purpose purpose  // of the next expression
	last    relation // the last comparison that was visited
	lost    int      // number of leaves without a token; 0 unless tree and tokens differ
	diags   diag.List
}

// walk collects the facts and the errors of a script.
func walk(src *source, stmts []ast.Stmt) (_ *facts, l diag.List) {
	w := newWalker(src)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case diag.List: // raised by enter
			l = r
		default:
			panic(r)
		}
	}()
	for _, s := range stmts {
		w.facts.starts = append(w.facts.starts, s.Line())
	}
	w.stmts(stmts)
	return w.facts, w.diags
}

// enter goes one level deeper in the tree. The caller must decrement w.depth at the end of that level.
func (w *walker) enter() {
	if w.depth++; w.depth > MaxDepth {
		panic(w.tooDeep(w.cur))
	}
}

func newWalker(src *source) *walker {
	chunk := &function{vararg: true, last: len(src.toks) - 1}
	return &walker{source: src, facts: &facts{chunk: chunk, locals: map[string]*variable{}}, fn: chunk, scope: scope{vars: map[string][]*variable{}}}
}

// find moves past the next token with the given kind and text, and returns the token. If text is "", any text
// matches. There is such a token, since the parser has read the same tokens. If tree and tokens should differ, the
// walk continues at the end of the file.
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

// skip moves past all tokens that are one of the given operators.
func (w *walker) skip(ops ...string) {
	for w.isAny(w.cur, ops...) {
		w.cur++
	}
}

// isAny reports whether token i is one of the given keywords or operators.
func (s *source) isAny(i int, words ...string) bool {
	for _, word := range words {
		if s.is(i, word) {
			return true
		}
	}
	return false
}

// declare declares a local variable of the current function. The variable is visible from then on.
func (w *walker) declare(name string, tok int) *variable {
	v := &variable{name: name, tok: tok, fn: w.fn}
	w.scope.declare(v)
	return v
}

// declareLocal is declare for a local statement. It records a local of the file that is in no block.
func (w *walker) declareLocal(name string, tok int) *variable {
	v := w.declare(name, tok)
	if _, twice := w.facts.locals[name]; !twice && w.fn == w.facts.chunk && w.depth == 1 {
		w.facts.locals[name] = v
	}
	return v
}

// block visits statements in a new scope.
func (w *walker) block(stmts []ast.Stmt) {
	mark := w.scope.open()
	w.stmts(stmts)
	w.scope.close(mark)
}

// function visits a function, beginning with its parameters. If method is set, it adds the parameter self.
func (w *walker) function(e *ast.FunctionExpr, first int, method bool) operand {
	fn := &function{parent: w.fn, first: first, vararg: e.ParList.HasVargs}
	outer := w.fn
	w.fn = fn
	mark := w.scope.open()
	w.params(e.ParList, method)
	w.stmts(e.Stmts)
	w.scope.close(mark)
	w.fn = outer
	fn.last = w.findWord("end")
	return operand{first: first, last: fn.last, tok: first, kind: "function", fn: fn}
}

func (w *walker) params(list *ast.ParList, method bool) {
	paren := w.findOp("(")
	if method {
		w.param("self", paren)
	}
	for _, p := range list.Names {
		w.param(p, w.findName(p))
	}
	if list.HasVargs {
		w.findOp("...")
	}
}

func (w *walker) param(name string, tok int) {
	v := w.declare(name, tok)
	v.param = true
	w.fn.params = append(w.fn.params, v)
}
