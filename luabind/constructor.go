//go:build !luacore

package luabind

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// The compiler puts the values of a table into it by batches, and goes wrong at the end
// of a full one: a named field that stands there has it write the batch once more, of
// what has been calculated since, and what a call gives that stands there is written over
// the batch. So a named field is put before the last value of the batch, and the call
// into that of nameFilled. It also takes a call in a named field at the end for one that
// fills the list.

const (
	// maxBatches is how many batches, each of lua.FieldsPerFlush values, the compiler
	// can count.
	maxBatches = 511
	// maxCode is how many instructions a function may have: a jump reaches as far.
	maxCode = 1<<17 - 1
)

// rewriteTable rewrites { ... }.
func rewriteTable(x *ast.TableExpr) ast.Expr {
	for _, f := range x.Fields {
		f.Key, f.Value = rewriteExpr(f.Key), rewriteExpr(f.Value)
	}
	x.Fields = namedWithin(x.Fields)
	if !open(x) {
		return x
	}
	rest := cutOpen(x)
	if len(rest) == 0 {
		return innerCall(nameFilled, x, x)
	}
	call := innerCall(nameFilled, x, x).(*ast.FuncCallExpr)
	call.Args = append(call.Args, rest...)
	return call
}

// namedWithin returns the fields of a table in an order in which no named one stands
// between two batches.
func namedWithin(fields []*ast.Field) []*ast.Field {
	out := make([]*ast.Field, 0, len(fields))
	values := 0
	for _, f := range fields {
		out = append(out, f)
		if f.Key == nil {
			values++
			continue
		}
		single(f.Value)
		if last := len(out) - 1; values > 0 && values%lua.FieldsPerFlush == 0 {
			single(out[last-1].Value)
			out[last-1], out[last] = f, out[last-1]
		}
	}
	return out
}

// cutOpen takes the call or the dots at the end of a table away if they stand behind a
// full batch. It returns how many values are left, as an expression, and what was taken.
func cutOpen(x *ast.TableExpr) []ast.Expr {
	end := len(x.Fields) - 1
	values := 0
	for _, f := range x.Fields[:end] {
		if f.Key == nil {
			values++
		}
	}
	if values == 0 || values%lua.FieldsPerFlush != 0 {
		return nil
	}
	taken := x.Fields[end].Value
	single(x.Fields[end-1].Value)
	x.Fields = x.Fields[:end]
	return []ast.Expr{placed(&ast.NumberExpr{Value: strconv.Itoa(values)}, x), taken}
}

// open tells whether a table is filled with all values of a call or of the dots.
func open(x *ast.TableExpr) bool {
	if len(x.Fields) == 0 || x.Fields[len(x.Fields)-1].Key != nil {
		return false
	}
	return isMany(x.Fields[len(x.Fields)-1].Value)
}

// valuesPerStep is how many values are put into a table in one step.
const valuesPerStep = 4

// filled returns a table that has just been made with all values of a call, and pays
// for them. Those behind a full batch are its third argument and what follows, and how
// many stand before them its second.
func (s *State) filled(L *lua.LState) int {
	t := L.CheckTable(1)
	if more := L.GetTop() - 2; more > 0 {
		before := L.CheckInt(2)
		for i := 1; i <= more; i++ {
			t.RawSetInt(before+i, L.Get(2+i))
		}
	}
	places, _, _ := strlib.Size(t) // those that hold nil were filled too
	if n := places / valuesPerStep; n > 0 {
		s.charge(L, n)
	}
	L.SetTop(1)
	return 1
}

// checkSize refuses what the compiler has translated although it can count neither so
// many values of a table nor jump so far.
func checkSize(p *lua.FunctionProto) error {
	if len(p.Code) > maxCode {
		return &parse.Error{Pos: ast.Position{Line: max(p.LineDefined, 1)},
			Message: fmt.Sprintf("a function of %d instructions; at most %d are allowed", len(p.Code), maxCode)}
	}
	for pc, code := range p.Code {
		if int(code>>26) == lua.OP_SETLIST && code>>9&0x1ff == 0 {
			return &parse.Error{Pos: ast.Position{Line: p.DbgSourcePositions[pc]},
				Message: fmt.Sprintf("a table with more than %d values in it", lua.FieldsPerFlush*maxBatches)}
		}
	}
	for _, inner := range p.FunctionPrototypes {
		if err := checkSize(inner); err != nil {
			return err
		}
	}
	return nil
}

// compilerWords are what the compiler says of programs that are too large for it, and
// what is meant.
var compilerWords = []struct{ has, message, hint string }{
	{"register overflow", "too many values at once in one expression or call, or too many local variables", "divide it; give the parts names with local, or put them into a table"},
	{"too many local variables", "too many local variables at once in one function (a for takes several)", "put them into a table, or into smaller functions"},
	{"too long to jump", "a loop or an if is too long", "put parts of it into functions"},
	{"too many constants", "too many different names, numbers and texts in one function", "divide it"},
	{"values in it", "", "divide it"},
	{"a function of", "", "divide it; put data into tables"},
}

// plainCompile says what the compiler has against a program in words that its author
// can act on.
func plainCompile(d *diag.Diagnostic) {
	for _, w := range compilerWords {
		if !strings.Contains(d.Message, w.has) {
			continue
		}
		if w.message != "" {
			d.Message = w.message
		}
		d.Hint = w.hint
		return
	}
}
