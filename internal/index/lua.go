package index

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/syntax"
)

// walker visits a script in the order of its text.
type walker struct {
	*File
	test     bool
	behavior string // the name of the behavior of the file; a module has one, too
	scope    []int  // indices in Variables of those that are visible
	returned string // the variable that the file returns, or ""
	agents   []string
	depth    int // of functions
}

// lua finds the names in a Lua file.
func (f *File) lua() {
	file := syntax.Parse(f.Path, f.Text)
	w := &walker{File: f, test: assets.IsTest(f.Path), behavior: behaviors.NameOfFile(f.Path), agents: []string{"agent"}}
	w.returned = strings.TrimSuffix(path.Base(f.Path), assets.ScriptExt)
	if n := len(file.Body.Stmts); n > 0 {
		if r, ok := file.Body.Stmts[n-1].(*syntax.ReturnStmt); ok && len(r.Values) > 0 {
			w.returned = ""
			if name, ok := syntax.Bare(r.Values[0]).(*syntax.NameExpr); ok {
				w.returned = name.Text
			}
		}
	}
	w.collectAgents(file)
	for i, s := range file.Body.Stmts {
		if r, ok := s.(*syntax.ReturnStmt); ok && i == len(file.Body.Stmts)-1 && len(r.Values) > 0 {
			if t, ok := syntax.Bare(r.Values[0]).(*syntax.TableExpr); ok {
				w.exported(t)
				continue
			}
		}
		w.stmt(s, len(f.Text))
	}
	for i := range f.Variables {
		if f.Variables[i].To == 0 {
			f.Variables[i].To = len(f.Text)
		}
	}
}

// collectAgents notes the names of the first parameters of hooks.
func (w *walker) collectAgents(file *syntax.File) {
	note := func(name string, fn *syntax.FunctionExpr) {
		if isHook(name) && len(fn.Params) > 0 && !slices.Contains(w.agents, fn.Params[0].Text) {
			w.agents = append(w.agents, fn.Params[0].Text)
		}
	}
	if w.test {
		return
	}
	syntax.Walk(&file.Body, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.Field:
			if key, ok := x.Key.(*syntax.StringExpr); ok {
				if fn, ok := x.Value.(*syntax.FunctionExpr); ok {
					note(key.Value, fn)
				}
			}
		case *syntax.FunctionStmt:
			if t, ok := x.Target.(*syntax.IndexExpr); ok {
				if key, ok := t.Key.(*syntax.StringExpr); ok {
					note(key.Value, x.Func)
				}
			}
		}
		return true
	})
}

func isHook(name string) bool { return slices.Contains(behaviors.HookNames(), name) }

func (w *walker) find(name string) *Variable {
	for i := len(w.scope) - 1; i >= 0; i-- {
		if v := &w.Variables[w.scope[i]]; v.Name == name {
			return v
		}
	}
	return nil
}

// declare makes a variable visible from an offset on.
func (w *walker) declare(n syntax.Name, from int, value Value, param bool) *Variable {
	if n.Text == "" {
		return &Variable{}
	}
	w.Variables = append(w.Variables, Variable{Name: n.Text, At: int(n.Start), From: from, Value: value, Param: param})
	w.scope = append(w.scope, len(w.Variables)-1)
	v := &w.Variables[len(w.Variables)-1]
	w.addLong(Local, w.Path, localName(v), Definition, v.At, v.At+len(v.Name))
	return v
}

// localName is the name of a symbol of a variable.
func localName(v *Variable) string { return v.Name + "@" + strconv.Itoa(v.At) }

func (w *walker) block(b *syntax.Block, end int) {
	mark := len(w.scope)
	for _, s := range b.Stmts {
		w.stmt(s, end)
	}
	w.close(mark, end)
}

// close ends the scopes of the variables that were declared since a mark.
func (w *walker) close(mark, end int) {
	for _, i := range w.scope[mark:] {
		w.Variables[i].To = end
	}
	w.scope = w.scope[:mark]
}

func (w *walker) stmt(s syntax.Stmt, end int) {
	switch x := s.(type) {
	case *syntax.LocalStmt:
		w.local(x)
	case *syntax.LocalFunctionStmt:
		w.declare(x.Name, int(x.Name.End()), Value{}, false).Function = true
		w.function(x.Func, "", false)
	case *syntax.FunctionStmt:
		w.functionStmt(x)
	case *syntax.AssignStmt:
		for i, t := range x.Targets {
			var v syntax.Expr
			if i < len(x.Values) {
				v = x.Values[i]
			}
			w.target(t, v)
		}
		for i, v := range x.Values {
			if t, ok := v.(*syntax.TableExpr); ok && i < len(x.Targets) && w.isReturned(x.Targets[i]) {
				w.exported(t)
				continue
			}
			if fn, ok := v.(*syntax.FunctionExpr); ok && i < len(x.Targets) {
				w.function(fn, w.keyOf(x.Targets[i]), false)
				continue
			}
			if key := ""; i < len(x.Targets) {
				if key = w.keyOf(x.Targets[i]); key != "" && w.meansKey(key, v) {
					continue
				}
			}
			w.expr(v)
		}
	case *syntax.CallStmt:
		w.expr(x.X)
	case *syntax.DoStmt:
		w.block(&x.Body, int(x.Body.Stop))
	case *syntax.WhileStmt:
		w.expr(x.Cond)
		w.block(&x.Body, int(x.Body.Stop))
	case *syntax.RepeatStmt:
		mark := len(w.scope)
		for _, s := range x.Body.Stmts {
			w.stmt(s, int(x.Cond.End()))
		}
		w.expr(x.Cond)
		w.close(mark, int(x.Cond.End()))
	case *syntax.IfStmt:
		for i := range x.Clauses {
			w.expr(x.Clauses[i].Cond)
			w.block(&x.Clauses[i].Body, int(x.Clauses[i].Body.Stop))
		}
		if x.ElseAt != 0 {
			w.block(&x.Else, int(x.Else.Stop))
		}
	case *syntax.NumericForStmt:
		w.expr(x.First)
		w.expr(x.Limit)
		if x.Step != nil {
			w.expr(x.Step)
		}
		mark := len(w.scope)
		w.declare(x.Name, int(x.Body.Start), Value{}, false)
		w.block(&x.Body, int(x.Body.Stop))
		w.close(mark, int(x.Body.Stop))
	case *syntax.GenericForStmt:
		for _, e := range x.Values {
			w.expr(e)
		}
		mark := len(w.scope)
		for _, n := range x.Names {
			w.declare(n, int(x.Body.Start), Value{}, false)
		}
		w.block(&x.Body, int(x.Body.Stop))
		w.close(mark, int(x.Body.Stop))
	case *syntax.ReturnStmt:
		for _, e := range x.Values {
			w.expr(e)
		}
	}
}

func (w *walker) local(x *syntax.LocalStmt) {
	var values []Value
	for i, e := range x.Values {
		if t, ok := e.(*syntax.TableExpr); ok && i < len(x.Names) && w.depth == 0 && x.Names[i].Text == w.returned {
			w.exported(t)
		} else {
			w.expr(e)
		}
		values = append(values, w.value(e))
	}
	from := int(x.Start)
	if n := len(x.Values); n > 0 {
		from = int(x.Values[n-1].End())
	} else if n := len(x.Names); n > 0 {
		from = int(x.Names[n-1].End())
	}
	for i, n := range x.Names {
		var v Value
		if i < len(values) {
			v = values[i]
			if v.Holds == Library && !strings.Contains(v.Of, ".") { // local bt = bt is that; any other name is a variable
				if name, ok := syntax.Bare(x.Values[i]).(*syntax.NameExpr); !ok || name.Text != n.Text {
					v = Value{}
				}
			}
		}
		if w.depth == 0 && n.Text == w.returned {
			v = Value{Exports, w.Path}
		}
		d := w.declare(n, from, v, false)
		if i < len(x.Values) {
			_, d.Function = x.Values[i].(*syntax.FunctionExpr)
		}
	}
}

// isReturned reports whether an expression is the variable that the file returns.
func (w *walker) isReturned(e syntax.Expr) bool {
	name, ok := e.(*syntax.NameExpr)
	return ok && w.depth == 0 && name.Text == w.returned
}

// keyOf returns the key with which an expression names a part of the table that the file returns, or "".
func (w *walker) keyOf(e syntax.Expr) string {
	x, ok := e.(*syntax.IndexExpr)
	if !ok {
		return ""
	}
	key, ok := x.Key.(*syntax.StringExpr)
	if !ok || w.value(x.X) != (Value{Exports, w.Path}) && !w.isReturned(x.X) {
		return ""
	}
	return key.Value
}

func (w *walker) functionStmt(x *syntax.FunctionStmt) {
	w.target(x.Target, nil)
	w.function(x.Func, w.keyOf(x.Target), x.Method)
}

// function visits a function. hook is its key in the table that the file returns, or "".
func (w *walker) function(x *syntax.FunctionExpr, hook string, method bool) {
	mark := len(w.scope)
	w.depth++
	if method {
		w.Variables = append(w.Variables, Variable{Name: "self", At: int(x.Open), From: int(x.Open), Param: true, To: int(x.End())})
		w.scope = append(w.scope, len(w.Variables)-1)
	}
	for i, p := range x.Params {
		var v Value
		switch {
		case w.test && i == 0 && p.Text == "t":
			v = Value{Test, "t"}
		case w.test:
		case slices.Contains(w.agents, p.Text):
			v.Holds = Agent
		case isHook(hook) && i == 1:
			v = Value{Params, w.behavior}
		}
		w.declare(p, int(p.End()), v, true)
	}
	for _, s := range x.Body.Stmts {
		w.stmt(s, int(x.End()))
	}
	w.depth--
	w.close(mark, int(x.End()))
}

// exported visits the table that the file returns.
func (w *walker) exported(t *syntax.TableExpr) {
	for i := range t.Fields {
		f := &t.Fields[i]
		key, ok := f.Key.(*syntax.StringExpr)
		if !ok || f.Open != 0 {
			if f.Key != nil {
				w.expr(f.Key)
			}
			if fn, ok := f.Value.(*syntax.FunctionExpr); ok {
				w.function(fn, "", false)
			} else {
				w.expr(f.Value)
			}
			continue
		}
		w.addLong(Member, w.Path, key.Value, Definition, int(key.Start), int(key.Stop))
		if w.meansKey(key.Value, f.Value) {
			continue
		}
		if fn, ok := f.Value.(*syntax.FunctionExpr); ok {
			w.function(fn, key.Value, false)
		} else {
			w.expr(f.Value)
		}
	}
}

// meansKey visits the value of a key of the behavior table that has names in it, and reports whether it is one.
func (w *walker) meansKey(key string, value syntax.Expr) bool {
	switch key {
	case "params":
		t, ok := value.(*syntax.TableExpr)
		if !ok {
			return false
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			if k, ok := f.Key.(*syntax.StringExpr); ok && f.Open == 0 {
				w.addLong(Param, w.behavior, k.Value, Definition, int(k.Start), int(k.Stop))
			}
			w.expr(f.Value)
		}
		return true
	case "args":
		t, ok := value.(*syntax.TableExpr)
		if !ok {
			return false
		}
		for i := range t.Fields {
			if s, ok := t.Fields[i].Value.(*syntax.StringExpr); ok {
				w.text(Param, w.behavior, s, Use)
			}
		}
		return true
	case "stimulus":
		s, ok := value.(*syntax.StringExpr)
		if ok {
			w.text(Stimulus, "", s, Use)
		}
		return ok
	}
	return false
}

// text adds the name in a string, without its quotes.
func (w *walker) text(k Kind, owner string, s *syntax.StringExpr, role Role) {
	start, end := int(s.Start), int(s.Stop)
	if end-start < 2 || w.Text[start] != '"' && w.Text[start] != '\'' || w.Text[start+1:end-1] != s.Value {
		return // long brackets and escapes
	}
	name := s.Value
	if k == Tree { // parameters may follow
		name, _, _ = strings.Cut(name, " ")
	}
	w.add(k, owner, name, role, start+1)
}

// target visits an expression that is assigned to.
func (w *walker) target(e syntax.Expr, value syntax.Expr) {
	switch x := e.(type) {
	case *syntax.NameExpr:
		w.name(x, Write)
	case *syntax.IndexExpr:
		w.index(x, Write)
		if key := w.keyOf(x); key != "" {
			if o := &w.Occurrences[len(w.Occurrences)-1]; o.Kind == Member {
				o.Role = Definition
			}
		}
	default:
		w.expr(e)
	}
}

func (w *walker) name(x *syntax.NameExpr, role Role) {
	if v := w.find(x.Text); v != nil {
		w.addLong(Local, w.Path, localName(v), role, int(x.Start), int(x.End()))
		return
	}
	if x.Text != "" && !w.isReturned(x) {
		w.add(Function, "", x.Text, role, int(x.Start))
	}
}

func (w *walker) index(x *syntax.IndexExpr, role Role) {
	w.expr(x.X)
	key, ok := x.Key.(*syntax.StringExpr)
	if !ok {
		w.expr(x.Key)
		return
	}
	if !x.Dotted() && x.Close != 0 {
		return // a["b"] is no name
	}
	start, end := int(key.Start), int(key.Stop)
	switch base := w.value(x.X); base.Holds {
	case Agent:
		w.addLong(Field, "", key.Value, role, start, end)
	case Params:
		w.addLong(Param, base.Of, key.Value, role, start, end)
	case Exports:
		w.addLong(Member, base.Of, key.Value, role, start, end)
	case OnBoard:
		w.addLong(Entry, base.Of, key.Value, role, start, end)
	case Library, Test:
		if w.isReturned(x.X) {
			w.addLong(Member, w.Path, key.Value, role, start, end)
			return
		}
		w.addLong(Function, "", base.Of+"."+key.Value, Use, start, end)
	}
}

func (w *walker) expr(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.NameExpr:
		w.name(x, Use)
	case *syntax.ParenExpr:
		w.expr(x.X)
	case *syntax.IndexExpr:
		w.index(x, Use)
	case *syntax.CallExpr:
		w.call(x)
	case *syntax.FunctionExpr:
		w.function(x, "", false)
	case *syntax.TableExpr:
		for i := range x.Fields {
			f := &x.Fields[i]
			hook := ""
			if key, ok := f.Key.(*syntax.StringExpr); ok {
				hook = key.Value
			} else if f.Key != nil {
				w.expr(f.Key)
			}
			if fn, ok := f.Value.(*syntax.FunctionExpr); ok {
				w.function(fn, hook, false)
			} else {
				w.expr(f.Value)
			}
		}
	case *syntax.UnaryExpr:
		w.expr(x.X)
	case *syntax.BinaryExpr:
		w.expr(x.X)
		w.expr(x.Y)
	}
}

func (w *walker) call(x *syntax.CallExpr) {
	w.expr(x.X)
	called := w.value(x.X)
	if called.Holds == Library && called.Of == "require" && len(x.Args) == 1 {
		if s, ok := x.Args[0].(*syntax.StringExpr); ok {
			w.text(Module, "", s, Use)
			return
		}
	}
	board := ""
	for i, a := range x.Args {
		s, ok := a.(*syntax.StringExpr)
		if !ok || x.Colon != 0 || called.Holds != Library {
			if t, ok := a.(*syntax.TableExpr); ok && called.Of == "t.spawn" && i == 1 {
				w.fieldsGiven(t)
				continue
			}
			w.expr(a)
			continue
		}
		k := Argument(called.Of, i, w.test)
		role := Use
		switch {
		case k == None:
			continue
		case k == Stimulus, k == Request:
			role = Write
		case k == Board:
			board = s.Value
		}
		owner := ""
		if k == Entry {
			owner, role = board, Write
		}
		w.text(k, owner, s, role)
	}
}

// fieldsGiven visits the fields with which a test spawns an agent.
func (w *walker) fieldsGiven(t *syntax.TableExpr) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if k, ok := f.Key.(*syntax.StringExpr); ok && f.Open == 0 {
			w.addLong(Field, "", k.Value, Write, int(k.Start), int(k.Stop))
		}
		w.expr(f.Value)
	}
}
