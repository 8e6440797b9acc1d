package lint

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/bough-dev/bough/engine/diag"
)

// Script is a script that parses, and what was found in it. It is not changed
// after Parse, and keeps nothing of the syntax tree: a game has a thousand scripts for
// hours, and trees are made of many small things.
type Script struct {
	// Path is the path given to Parse.
	Path string
	// Keys are the constant keys of the behavior table, in the order of the file: that
	// which the file returns, or a global named like the file. There are none if it is not
	// found without running the script.
	Keys []Key
	// Hooks are those of Keys whose values are functions: the hooks, and the
	// free helper functions that the table holds besides.
	Hooks []Hook
	// Requires are the calls of require with a literal name.
	Requires []Use
	// GlobalReads are the reads of global variables, in the order of the file.
	GlobalReads []GlobalRead
	// Calls are the calls of functions under a fixed global name.
	Calls []Call

	src     *source
	facts   *facts
	keyOf   map[string]int // last key of that name, in Keys
	keyToks []int          // where the keys are defined
	hookFns map[string]*function
	// tableVar is the variable that holds the behavior table, "" if there is none
	tableVar string
	returns  bool // at the end of the file level
}

// Use is a name and where it is used.
type Use struct {
	Name string
	Pos  diag.Pos
}

// GlobalRead is a read of a global variable. Member is the constant key read
// from it at once, as in bt.wait, or "".
type GlobalRead struct {
	Name, Member string
	Pos          diag.Pos
	MemberPos    diag.Pos
	// Trusted reports whether the member is called at once, as in bt.wait(2), and the file shows that
	// it is sure to be there: nothing asks for it without a call, or might catch the error.
	Trusted bool
	// Itself reports whether it is read in the function that a local of that name is declared with,
	// which does not see the local: local f = function() f() end.
	Itself bool
	tok    int
}

// Call is a call of a function under a fixed global name, as in bt.wait(2).
type Call struct {
	Name string // "bt.wait"; also if it was made local: local wait = bt.wait
	Args int    // how many; -1 if the last is ... or a call
	Pos  diag.Pos
}

// Key is a constant key of the behavior table.
type Key struct {
	Name string
	Pos  diag.Pos
	// Kind is the Lua type of the value if it is written there ("number",
	// "function", ...), else "".
	Kind  string
	table *table // if a constructor stands there
}

// Hook is a function in the behavior table.
type Hook struct {
	Name string
	// Pos is where the table gets it.
	Pos diag.Pos
	// Params are the parameter names; function M:f(a) has self and a.
	Params []string
	// Vararg reports whether the parameters end with "...".
	Vararg bool
	// Line and EndLine are those of the function itself.
	Line, EndLine int
}

// Return is a return statement of a hook.
type Return struct {
	// Pos is the place of the first returned expression, or of the word return
	// if there is none.
	Pos diag.Pos
	// Literal is the source text of the returned expression if it is a number,
	// a string, a boolean or nil, else "".
	Literal string
	// Kind is the Lua type of the expression if it is written there, "none" if
	// nothing is returned, else "".
	Kind string
}

// Parse reads one script. The syntax tree is the caller's, who may rewrite it. If the list holds errors, the script is nil. path
// stands in the messages and its base name tells the name of the global table
// of a file that returns nothing. A byte order mark is passed over.
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

// KeyPos returns the place of a key of the behavior table, the place of its
// last definition if there are several. Without such a key it is the first
// line of the script.
func (s *Script) KeyPos(name string) diag.Pos {
	if i, ok := s.keyOf[name]; ok {
		return s.Keys[i].Pos
	}
	return diag.Pos{File: s.Path, Line: 1}
}

// Returns returns the return statements of a function in the behavior table, in
// the order of the file, without those of functions inside it.
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

// Posts returns the stimuli that the file posts by their names.
func (s *Script) Posts() []Use { return s.facts.posts }

// PostsAny reports whether the file posts stimuli whose names are computed.
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
			f.posted = true // handed on, so that nobody knows who calls it with what
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
}

// catchers are the functions that catch errors.
var catchers = []string{"pcall", "xpcall", "coroutine.resume"}

// trust notes which members of globals the file calls without a doubt.
func (s *Script) trust() {
	called := map[int]bool{} // the tokens of the members
	for _, c := range s.facts.calls {
		called[c.callee.tok] = true
	}
	doubted := map[string]bool{} // bt.wait, and bt if somebody has the whole of it
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

// EndsInReturn reports whether the file level ends in a return: the file then defines
// its behavior by what it returns, and else by a global table.
func (s *Script) EndsInReturn() bool { return s.returns }

func endsInReturn(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	_, ok := stmts[len(stmts)-1].(*ast.ReturnStmt)
	return ok
}
