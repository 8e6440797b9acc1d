package lint

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/engine/diag"
)

// Script is a parsed script with the results of its analysis. It does not change after Parse. It keeps no part of
// the syntax tree: a game holds a thousand scripts for hours, and trees consist of many small objects.
type Script struct {
	// Path is the path given to Parse.
	Path string
	// Keys are the constant keys of the behavior table, in the order of the file. The behavior table is the one
	// that the file returns, or a global named like the file. There are no keys if the table cannot be found
	// without running the script.
	Keys []Key
	// Hooks are the keys whose values are functions: hooks and any other functions of the table.
	Hooks []Hook
	// Requires are the calls of require with a literal name.
	Requires []Use
	// GlobalReads are the reads of global variables, in the order of the file.
	GlobalReads []GlobalRead
	// Calls are the calls of functions with a fixed global name.
	Calls []Call
	// ModuleCalls are the calls of members of required modules that the script assumes to exist: it never reads the
	// member without a call.
	ModuleCalls []ModuleCall

	src     *source
	facts   *facts
	keyOf   map[string]int // index of the last key of that name in Keys
	keyToks []int          // tokens that define the keys
	hookFns map[string]*function
	// tableVar is the name of the variable that holds the behavior table, "" if there is none
	tableVar string
	returns  bool // the file level ends in a return
}

// Use is a name with the position of its use.
type Use struct {
	Name string
	Pos  diag.Pos
}

// GlobalRead is a read of a global variable. Member is the constant key that is read from it directly, as in
// bt.wait, or "".
type GlobalRead struct {
	Name, Member string
	Pos          diag.Pos
	MemberPos    diag.Pos
	// Trusted reports whether the script assumes that the member exists. This is so if it calls the member
	// directly, as in bt.wait(2), never reads it without a call, and cannot catch the error.
	Trusted bool
	// Itself reports whether the read is inside the function that a local declaration of that name defines. Such a
	// function does not see the local: local f = function() f() end.
	Itself bool
	tok    int
}

// Call is a call of a function with a fixed global name, as in bt.wait(2).
type Call struct {
	Name string // "bt.wait", also through a local: local wait = bt.wait
	Args int    // number of arguments; -1 if the last one is ... or a call
	Pos  diag.Pos
}

// ModuleCall is a call of a member of a module, as in walk.go(agent) after local walk = require "lib.walk".
type ModuleCall struct {
	Module, Member string
	Pos            diag.Pos // position of the member
}

// Key is a constant key of the behavior table.
type Key struct {
	Name string
	Pos  diag.Pos
	// Kind is the Lua type of the value if the source shows it ("number", "function", ...), otherwise "".
	Kind  string
	table *table // set if the value is a constructor
}

// Hook is a function in the behavior table.
type Hook struct {
	Name string
	// Pos is the position of the key in the table.
	Pos diag.Pos
	// Params are the parameter names; function M:f(a) has the parameters self and a.
	Params []string
	// Vararg reports whether the parameters end with "...".
	Vararg bool
	// Line and EndLine are the first and the last line of the function.
	Line, EndLine int
}

// Return is a return statement of a hook.
type Return struct {
	// Pos is the position of the first returned expression, or of the word return if there is none.
	Pos diag.Pos
	// Literal is the source text of the returned expression if it is a number, a string, a boolean or nil,
	// otherwise "".
	Literal string
	// Kind is the Lua type of the expression if the source shows it, "none" if nothing is returned, otherwise "".
	Kind string
}

// Parse parses and analyzes one script. The caller owns the syntax tree and may change it. If the list holds
// errors, the script is nil. Messages show path. Its base name is the name of the global table of a file that
// returns nothing. A byte order mark is skipped.
func Parse(path string, src []byte) (*Script, []ast.Stmt, diag.List) {
	if l := checkBytes(path, src); l != nil {
		return nil, nil, l
	}
	text := strings.TrimPrefix(string(src), "\ufeff")
	toks, l := scan(path, text)
	if l != nil {
		l.Sort()
		return nil, nil, l
	}
	if l := checkNesting(toks); l != nil {
		return nil, nil, l
	}
	stmts, err := parseChunk(text, path)
	if err != nil {
		return nil, nil, diag.List{syntaxError(toks, err)}
	}
	f, l := walk(toks, stmts)
	if l != nil {
		l.Sort()
		return nil, nil, l
	}
	s := &Script{Path: path, src: toks, facts: f}
	s.returns = endsInReturn(stmts)
	s.readTable()
	s.readUses()
	return s, stmts, nil
}

// Text returns the source without a byte order mark.
func (s *Script) Text() string { return s.src.text }

// Line returns the text of line n without its end, "" if there is none.
func (s *Script) Line(n int) string { return s.src.line(n) }

// KeyPos returns the position of a key of the behavior table. If there are several definitions, it is the last one.
// Without such a key it is the first line of the script.
func (s *Script) KeyPos(name string) diag.Pos {
	if i, ok := s.keyOf[name]; ok {
		return s.Keys[i].Pos
	}
	return diag.Pos{File: s.Path, Line: 1}
}

// Returns returns the return statements of a function in the behavior table, in the order of the file. It excludes
// functions inside that function.
func (s *Script) Returns(hook string) []Return {
	fn := s.hookFns[hook]
	if fn == nil {
		return nil
	}
	var out []Return
	for _, r := range fn.returns {
		out = append(out, s.result(r))
	}
	return out
}

func (s *Script) result(r result) Return {
	if !r.value.valid() {
		return Return{Pos: s.src.pos(r.tok), Kind: "none"}
	}
	out := Return{Pos: s.src.pos(r.value.first), Kind: r.value.kind}
	switch r.value.kind {
	case "number", "string", "boolean", "nil":
		out.Literal = s.src.text[s.src.toks[r.value.first].start:s.src.toks[r.value.last].end]
	}
	return out
}

// Posts returns the stimuli that the file posts with a literal name.
func (s *Script) Posts() []Use { return s.facts.posts }

// PostsAny reports whether the file posts stimuli with a computed name.
func (s *Script) PostsAny() bool { return s.facts.posted }

func (s *Script) readUses() {
	f := s.facts
	s.GlobalReads = make([]GlobalRead, 0, len(f.globals))
	for _, g := range f.globals {
		r := GlobalRead{Name: g.name, Pos: s.src.pos(g.tok), Itself: g.itself, tok: g.tok}
		if g.member != "" {
			r.Member, r.MemberPos = g.member, s.src.pos(g.memberTok)
		}
		s.GlobalReads = append(s.GlobalReads, r)
		if g.member != "" && g.name+"."+g.member == postFunction && !s.src.is(g.memberTok+1, "(") && !s.src.isAny(g.tok-1, "=", ",") {
			f.posted = true // f is passed on, so its arguments are unknown
		}
	}
	s.trust()
	for _, c := range f.calls {
		path := f.globalPath(c.callee)
		if path == "" {
			continue
		}
		s.Calls = append(s.Calls, Call{Name: path, Args: c.args, Pos: s.src.pos(c.callee.first)})
		if path == "require" && c.arg.kind == "string" {
			s.Requires = append(s.Requires, Use{Name: c.arg.text, Pos: s.src.pos(c.arg.first)})
		}
	}
	if len(s.Requires) > 0 {
		s.ModuleCalls = f.moduleCalls(s.src)
	}
}

func (f *facts) moduleCalls(src *source) (list []ModuleCall) {
	called, doubted := map[int]bool{}, map[string]bool{} // tokens of called members; paths of members that are read
	for _, c := range f.calls {
		called[c.callee.tok] = true
	}
	for _, r := range f.fields {
		if m := r.base.module(); m != "" && !called[r.tok] {
			doubted[joinPath(m, r.name)] = true
		}
	}
	for _, c := range f.calls {
		o := c.callee
		if m := o.base.module(); m != "" && o.keys == 1 && !o.dynamic && !doubted[joinPath(m, o.key)] {
			list = append(list, ModuleCall{m, o.key, src.pos(o.tok)})
		}
	}
	return list
}

// module returns the name of the module that a variable holds, "" if it holds none or if v is nil.
func (v *variable) module() string {
	if v == nil || v.writes > 0 || v.init.callee != "require" {
		return ""
	}
	return v.init.text
}

// catchers are the functions that catch errors.
var catchers = []string{"pcall", "xpcall", "coroutine.resume"}

// trust sets GlobalRead.Trusted.
func (s *Script) trust() {
	called := map[int]bool{} // tokens of members that are called
	for _, c := range s.facts.calls {
		called[c.callee.tok] = true
	}
	doubted := map[string]bool{} // bt.wait, or bt if the whole table is used
	for _, g := range s.facts.globals {
		if path := joinPath(g.name, g.member); slices.Contains(catchers, path) || g.name == "coroutine" && g.member == "" {
			return
		} else if g.member == "" || !called[g.memberTok] {
			doubted[path] = true
		}
	}
	for i := range s.GlobalReads {
		g := &s.GlobalReads[i]
		g.Trusted = g.Member != "" && !doubted[g.Name] && !doubted[joinPath(g.Name, g.Member)]
	}
}

// EndsInReturn reports whether the file level ends in a return. The file then defines its behavior by the returned
// value, and otherwise by a global table.
func (s *Script) EndsInReturn() bool { return s.returns }

func endsInReturn(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	_, ok := stmts[len(stmts)-1].(*ast.ReturnStmt)
	return ok
}
