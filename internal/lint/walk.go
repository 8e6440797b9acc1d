package lint

import (
	"strings"

	"github.com/bough-dev/bough/internal/syntax"

	"github.com/bough-dev/bough/engine/diag"
)

// walker visits the syntax tree in the order of the text. It represents places by the indices of tokens.
type walker struct {
	*source
	facts  *facts
	scope  scope
	fn     *function
	depth  int
	last   relation // the last comparison that was visited
	sure   bool     // each call of the function comes to what is visited, unless it fails before
	drives bool     // the file is a test
	diags  diag.List
}

// walk collects the facts of a script, and errors in addition to those of its syntax.
func walk(src *source) (*facts, diag.List) {
	w := newWalker(src)
	for _, s := range src.file.Body.Stmts {
		w.facts.starts = append(w.facts.starts, src.file.LineOf(s.Pos()))
	}
	w.stmts(src.file.Body.Stmts)
	return w.facts, w.diags
}

func newWalker(src *source) *walker {
	chunk := &function{vararg: true, last: len(src.toks) - 1}
	return &walker{source: src, drives: strings.HasSuffix(src.path, "_test.lua"), facts: &facts{chunk: chunk, operands: operandBuffers.Get().(*operands), locals: map[string]*variable{}}, fn: chunk, scope: scope{vars: map[string][]*variable{}}}
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

func (w *walker) declareName(n *syntax.Name) *variable { return w.declare(n.Text, w.at(n.Start)) }

// block visits statements in a new scope.
func (w *walker) block(b *syntax.Block) {
	mark := w.scope.open()
	w.stmts(b.Stmts)
	w.scope.close(mark, w.at(b.Stop))
}

// function visits a function. first is the token of the word function. If method is set, the function gets the parameter
// self.
func (w *walker) function(e *syntax.FunctionExpr, first int, method bool) operand {
	fn := &function{parent: w.fn, first: first, last: w.at(e.Last), vararg: e.Vararg != 0}
	outer, sure := w.fn, w.sure
	w.fn, w.sure = fn, true
	mark := w.scope.open()
	if method {
		w.param("self", w.at(e.Open))
	}
	for _, p := range e.Params {
		w.param(p.Text, w.at(p.Start))
	}
	w.stmts(e.Body.Stmts)
	fn.falls = !w.leaves(e.Body.Stmts)
	if n := len(e.Body.Stmts); n > 0 {
		w.lastStmt(fn, e.Body.Stmts[n-1])
	}
	w.scope.close(mark, fn.last)
	w.fn, w.sure = outer, sure
	return operand{first: first, last: fn.last, tok: first, kind: "function", fn: fn}
}

// lastStmt records the last statement of a function, whose locals are visible.
func (w *walker) lastStmt(fn *function, s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.CallStmt:
		fn.raises = w.word(w.at(s.X.Pos())) == "error"
		fn.calls = call{callee: operand{first: w.at(s.X.Pos())}, last: w.lastOf(s.X)}
		for _, k := range w.facts.calls {
			if k.callee.first == fn.calls.callee.first && k.last == fn.calls.last {
				fn.calls = *k
			}
		}
	case *syntax.LocalStmt:
		if len(s.Names) == 1 && len(s.Values) == 1 {
			v := w.scope.find(s.Names[0].Text)
			fn.sets = set{v, v.tok, v.init}
		}
	case *syntax.AssignStmt:
		if name, ok := s.Targets[0].(*syntax.NameExpr); ok && len(s.Targets) == 1 && len(s.Values) == 1 {
			if v := w.scope.find(name.Text); v != nil && v.fn == fn && !v.param {
				fn.sets = set{v, w.at(name.Start), v.assigned}
			}
		}
	}
}

// need records the use of a parameter that fails if the parameter is nil.
func (w *walker) need(o operand) {
	if v := o.base; w.sure && o.isVariable() && v != nil && v.param && v.fn == w.fn && v.writes == 0 && v.needed == 0 {
		v.needed = o.tok
	}
}

func (w *walker) param(name string, tok int) {
	v := w.declare(name, tok)
	v.param = true
	w.fn.params = append(w.fn.params, v)
}
