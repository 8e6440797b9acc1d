package lint

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/engine/diag"
)

// walker visits the syntax tree in source order, while cur moves along the tokens. Each leaf of the tree is the
// next token of its kind. The tokens between leaves are punctuation.
type walker struct {
	cursor
	facts   *facts
	scope   scope
	fn      *function
	depth   int
	purpose purpose  // of the next expression
	last    relation // the last comparison that was visited
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
	return &walker{cursor: cursor{source: src}, facts: &facts{chunk: chunk, locals: map[string]*variable{}}, fn: chunk, scope: scope{vars: map[string][]*variable{}}}
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
	w.facts.variables = append(w.facts.variables, v)
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
	w.scope.close(mark, w.cur)
}

// function visits a function, beginning with its parameters. If method is set, it adds the parameter self.
func (w *walker) function(e *ast.FunctionExpr, first int, method bool) operand {
	fn := &function{parent: w.fn, first: first, vararg: e.ParList.HasVargs}
	outer := w.fn
	w.fn = fn
	mark := w.scope.open()
	w.params(e.ParList, method)
	w.stmts(e.Stmts)
	w.scope.close(mark, w.cur)
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
