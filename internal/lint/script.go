package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/syntax"
)

// Script is a parsed script with the results of its analysis. It does not change after Parse. It does not keep the
// syntax tree, since a game holds a thousand scripts for hours, and trees consist of many small objects.
type Script struct {
	// Path is the path that was passed to Parse.
	Path string
	// Keys are the constant keys of the behavior table, in the order of the file. The behavior table is the table
	// that the file returns, or a global that has the name of the file. There are no keys if the table can only be
	// found by running the script.
	Keys []Key
	// Hooks are the keys whose values are functions. These may be hooks or other functions of the table.
	Hooks []Hook
	// Requires are the calls of require with a literal name.
	Requires []Use
	// GlobalReads are the reads of global variables, in the order of the file.
	GlobalReads []GlobalRead
	// Calls are the calls of functions with a fixed global name.
	Calls []Call
	// ModuleCalls are the calls of members of required modules. They include only members that the script assumes
	// to exist, since it reads them only to call them.
	ModuleCalls []ModuleCall

	src     *source
	facts   *facts
	keyOf   map[string]int // index in Keys of the last key with that name
	keyToks []int          // tokens that define the keys
	hookFns map[string]*function
	// table is the constructor of the behavior table, or nil
	table *table
	// tableVar is the name of the variable that holds the behavior table, or ""
	tableVar string
	returns  bool // the file level ends with a return
	terms    Terms
}

// Use is a name with the position of its use.
type Use struct {
	Name string
	Pos  diag.Pos
}

// GlobalRead is a read of a global variable. Member is the constant key that the script reads directly from it, as
// in bt.wait, or "".
type GlobalRead struct {
	Name, Member string
	Pos          diag.Pos
	MemberPos    diag.Pos
	// Trusted reports whether the script assumes that the member exists. All three must hold: it calls the member
	// directly, as in bt.wait(2), it reads the member only in calls, and it cannot catch the error of a call.
	Trusted bool
	// Itself reports whether the read is inside a function that is the value of a local with that name. In local f
	// = function() f() end, the function does not see the local.
	Itself bool
	// Called reports whether the script calls the global, and Colon whether it calls the member with a colon.
	Called, Colon bool
	// Either is set if the read is an operand of or, as in unpack or table.unpack: it may be nil.
	Either bool
	tok    int
}

// Call is a call of a function that has a fixed global name, as in bt.wait(2).
type Call struct {
	Name string // such as "bt.wait", even for a call through a local: local wait = bt.wait
	Args int    // number of arguments, or -1 if the last one is ... or a call
	Pos  diag.Pos
	// Tables are the arguments that are certainly tables: constructors, and the agent. Given are the sources of all
	// arguments, or nil if they are long or there are no tables.
	Tables []TableArgument
	Given  []string
}

// TableArgument is an argument that is a table. N is its index.
type TableArgument struct {
	N     int
	Agent bool
	Parts map[string]string // the sources of the entries of a constructor, by their names
	Pos   diag.Pos
}

// Part returns the source of an entry of the table, or "" if there is none.
func (t *TableArgument) Part(given []string, name string) string {
	if t.Agent && t.N < len(given) {
		return given[t.N] + "." + name
	}
	return t.Parts[name]
}

// ModuleCall is a call of a member of a module, as in walk.go(agent) after local walk = require "lib.walk".
type ModuleCall struct {
	Module, Member string
	Pos            diag.Pos // position of the member
	Text           string   // source of the function, or "" if it is too long for messages
	Hook           string   // the hook that has the call and cannot wait, or ""
	Args           int      // number of arguments, or -1 if the last one may have several values
	Given          []string // sources of the arguments, or nil if they are long
	Loading        bool     // the call is at file level
}

// LocalFunction returns the position of the local function with a name, and the name of the table that the file returns. ok
// is false if the file has no such function, or returns no variable.
func (s *Script) LocalFunction(name string) (pos diag.Pos, table string, ok bool) {
	v := s.facts.locals[name]
	if v == nil || v.init.fn == nil || s.tableVar == "" {
		return pos, "", false
	}
	return s.src.pos(v.tok), s.tableVar, true
}

// Nameless returns the position of the entry without a name, in the table that the file returns, whose value is the
// variable with a name, and the source that gives it that name. ok is false if there is none.
func (s *Script) Nameless(name string) (pos diag.Pos, meant string, ok bool) {
	if s.table == nil {
		return pos, "", false
	}
	i := slices.IndexFunc(s.table.bare, func(b text) bool { return b.text == name })
	if i < 0 {
		return pos, "", false
	}
	meant = name + " = " + name
	if !s.table.mixed {
		var list []string
		for _, b := range s.table.bare {
			list = append(list, b.text+" = "+b.text)
		}
		if all := "{ " + strings.Join(list, ", ") + " }"; len(all) <= maxSpan {
			meant = all
		}
	}
	return s.src.pos(s.table.bare[i].tok), meant, true
}

// ModuleReads returns the reads of members of required modules, including those in calls.
func (s *Script) ModuleReads() (list []ModuleCall) {
	for _, r := range s.facts.fields {
		if m := r.base.module(); m != "" {
			list = append(list, ModuleCall{Module: m, Member: r.name, Pos: s.src.pos(r.tok)})
		}
	}
	return list
}

// Key is a constant key of the behavior table.
type Key struct {
	Name string
	Pos  diag.Pos
	// Kind is the Lua type of the value, such as "number" or "function", if the source shows it, or else "".
	Kind  string
	table *table // the constructor that is the value; may be nil
	// global is the token of the global variable that is the value, or -1
	global int
	value  int // first token of the value, or 0
}

// Hook is a function in the behavior table.
type Hook struct {
	Name string
	// Pos is the position of the key in the table.
	Pos diag.Pos
	// Params are the names of the parameters. The function M:f(a) has the parameters self and a.
	Params []string
	// Vararg is set if the parameters end with "...".
	Vararg bool
	// Line and EndLine are the first and the last line of the function.
	Line, EndLine int
	// Raises is set if the function has no return and ends with a call of error, as that of a script to be written.
	Raises bool
}

// Doing are the hooks that give the result of a behavior.
var Doing = []string{"behavior", "run", "result"}

// Return is a return statement of a hook.
type Return struct {
	// Pos is the position of the first returned expression. If there is none, it is the position of the word
	// return.
	Pos diag.Pos
	// Literal is the source text of the returned expression, if that is a number, a string, a boolean or nil, or
	// else "".
	Literal string
	// Kind is the Lua type of the returned expression, if the source shows it, or else "". If nothing is returned,
	// Kind is "none".
	Kind string
}

// Parse parses and analyzes a script. It skips a byte order mark. If the list holds errors, the script is nil.
// Messages show path. If the file returns nothing, the base name of path is the name of its global table. The file is the
// parsed text; a Script does not keep it.
func Parse(path string, src []byte) (*Script, *syntax.File, diag.List) {
	s, file, l := parse(path, src)
	if s != nil {
		s.terms = (&termReader{Script: s}).read()
		s.facts.release()
	}
	return s, file, l
}

func parse(path string, src []byte) (*Script, *syntax.File, diag.List) {
	if l := checkBytes(path, src); l != nil {
		return nil, nil, l
	}
	file := syntax.Parse(path, strings.TrimPrefix(string(src), "\ufeff"))
	s := &source{path: path, file: file}
	if len(file.Errors) > 0 {
		var l diag.List
		for _, e := range file.Errors {
			d := l.Add(s.place(e.Start), e.Words())
			d.Source = s.line(d.Pos.Line)
		}
		l.Sort()
		return nil, nil, l
	}
	s.toks = syntax.Scan(file.Text)
	f, l := walk(s)
	if l != nil {
		l.Sort()
		return nil, nil, l
	}
	lines := *file
	lines.Body, lines.Comments = syntax.Block{}, nil
	s.file = &lines
	out := &Script{Path: path, src: s, facts: f}
	n := len(file.Body.Stmts)
	if n > 0 {
		_, out.returns = file.Body.Stmts[n-1].(*syntax.ReturnStmt)
	}
	out.readTable()
	out.readUses()
	return out, file, nil
}

// Text returns the source without a byte order mark.
func (s *Script) Text() string { return s.src.file.Text }

// Line returns the text of line n without its end, or "" if there is no such line.
func (s *Script) Line(n int) string { return s.src.line(n) }

// KeyPos returns the position of a key of the behavior table. If the key is defined more than once, it returns the
// position of the last definition. If there is no such key, it returns the first line of the script.
func (s *Script) KeyPos(name string) diag.Pos {
	if i, ok := s.keyOf[name]; ok {
		return s.Keys[i].Pos
	}
	return diag.Pos{File: s.Path, Line: 1}
}

// HasHooks reports whether the table of the file has a hook.
func (s *Script) HasHooks() bool {
	return slices.ContainsFunc(s.Hooks, func(h Hook) bool { return isHook(h.Name) })
}

// ValuePos returns the position of the value of a key of the behavior table, or that of the key if the source does not
// show the value.
func (s *Script) ValuePos(name string) diag.Pos {
	if i, ok := s.keyOf[name]; ok && s.Keys[i].value > 0 {
		return s.src.pos(s.Keys[i].value)
	}
	return s.KeyPos(name)
}

// PureAt reports whether a line is in a hook that must not change anything.
func (s *Script) PureAt(line int) bool {
	return slices.ContainsFunc(s.Hooks, func(h Hook) bool {
		return isHook(h.Name) && isPure(h.Name) && h.Line <= line && line <= h.EndLine
	})
}

// Returns returns the return statements of a function in the behavior table, in the order of the file. It leaves
// out those of nested functions.
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
		if r.value.kind == "boolean" && r.value.first < r.value.last { // a comparison, or "not"
			break
		}
		out.Literal = s.src.file.Text[s.src.toks[r.value.first].Start:s.src.toks[r.value.last].End]
	}
	return out
}

// Post is a post of a stimulus with a literal name.
type Post struct {
	Use
	// Data are the names of the fields of its data. Known is set if the source shows all of them.
	Data  []string
	Known bool
}

// Posts returns the posts of stimuli in the file that have a literal name.
func (s *Script) Posts() []Post { return s.facts.posts }

// Taken returns the fields that the file reads from the data of a stimulus as if they were certainly there.
func (s *Script) Taken() []Use { return s.facts.taken }

// PostsAny reports whether the file posts stimuli with a computed name.
func (s *Script) PostsAny() bool { return s.facts.posted }

// asks returns the question about a node that a call in a script is, such as bt.ran("flee"), or nil.
func (f *facts) asks(k *call) *behaviors.Question {
	name, ok := strings.CutPrefix(f.globalPath(k.callee), "bt.")
	if !ok {
		return nil
	}
	return behaviors.QuestionNamed(name)
}

// Asks returns the nodes that the script asks for with a literal name.
func (s *Script) Asks() (list []Use) {
	for _, k := range s.facts.calls {
		if k.arg.kind == "string" && s.facts.asks(k) != nil {
			list = append(list, Use{k.arg.text, s.src.pos(k.arg.tok)})
		}
	}
	return list
}

// AskedChannels returns the channels that the script asks for with a literal name.
func (s *Script) AskedChannels() (list []Use) {
	for _, k := range s.facts.calls {
		if k.arg.kind == "string" && s.facts.globalPath(k.callee) == "bt.in_force" {
			list = append(list, Use{k.arg.text, s.src.pos(k.arg.tok)})
		}
	}
	return list
}

// Request is a call of bt.request. Channel is empty if the call gives none. Open is set if the kind or the channel is
// computed.
type Request struct {
	Kind, Channel string
	Open          bool
}

// Requests returns the requests of the file. A function bt.request that is passed on makes an open one.
func (s *Script) Requests() (list []Request) {
	for _, k := range s.facts.calls {
		if s.facts.globalPath(k.callee) == requestFunction {
			list = append(list, k.request())
		}
	}
	if s.facts.requested {
		list = append(list, Request{Open: true})
	}
	return list
}

// request returns a call of bt.request.
func (k *call) request() Request {
	q := Request{Open: true}
	options := k.args < 0 || k.args > 3
	for _, l := range k.literals {
		switch {
		case l.n == 1 && l.kind == "string":
			q.Kind, q.Open = l.text, false
		case l.n == 3 && l.kind == "nil":
			options = false
		case l.n == 3 && l.table != nil && !l.table.open:
			options = false
			for _, e := range l.table.entries {
				if e.name == "channel" {
					q.Channel, options = e.value.text, e.value.kind != "string"
				}
			}
		}
	}
	q.Open = q.Open || options
	return q
}

// AskedTicks returns the literal numbers of ticks in questions about the history.
func (s *Script) AskedTicks() (list []Use) {
	for _, k := range s.facts.calls {
		for _, l := range k.literals {
			if q := s.facts.asks(k); q != nil && q.Ticks && l.n == 1 && l.kind == "number" {
				text := s.src.word(l.tok)
				if text == "-" {
					text += s.src.word(l.tok + 1)
				}
				list = append(list, Use{text, s.src.pos(l.tok)})
			}
		}
	}
	return list
}

func (s *Script) readUses() {
	f := s.facts
	s.GlobalReads = make([]GlobalRead, 0, len(f.globals))
	for _, g := range f.globals {
		r := GlobalRead{Name: g.name, Pos: s.src.pos(g.tok), Itself: g.itself, tok: g.tok}
		r.Called, r.Colon = s.src.is(g.tok+1, "("), s.src.is(g.tok+1, ":")
		if g.member != "" {
			r.Member, r.MemberPos = g.member, s.src.pos(g.memberTok)
		}
		r.Either = s.src.is(g.tok-1, "or") || s.src.is(max(g.tok, g.memberTok)+1, "or")
		s.GlobalReads = append(s.GlobalReads, r)
		if path := g.name + "." + g.member; g.member != "" && !s.src.is(g.memberTok+1, "(") && !s.src.isAny(g.tok-1, "=", ",") {
			f.posted = f.posted || path == postFunction // the function is not called here but passed on, so its arguments are unknown
			f.requested = f.requested || path == requestFunction
		}
	}
	s.trust()
	for _, c := range f.calls {
		path := f.globalPath(c.callee)
		if path == "" {
			continue
		}
		call := Call{Name: path, Args: c.args, Pos: s.src.pos(c.callee.first), Tables: s.tablesIn(c)}
		if len(call.Tables) > 0 {
			call.Given = s.src.arguments(c)
		}
		s.Calls = append(s.Calls, call)
		if path == "require" && c.arg.kind == "string" {
			s.Requires = append(s.Requires, Use{Name: c.arg.text, Pos: s.src.pos(c.arg.first)})
		}
	}
	if len(s.Requires) > 0 {
		s.ModuleCalls = s.moduleCalls()
	}
}

// tablesIn returns the arguments of a call that are certainly tables.
func (s *Script) tablesIn(k *call) (list []TableArgument) {
	for _, l := range k.literals {
		if l.table == nil {
			continue
		}
		t := TableArgument{N: l.n, Parts: map[string]string{}, Pos: s.src.pos(l.tok)}
		for _, e := range l.table.entries {
			t.Parts[e.name] = s.src.span(e.value.first, e.value.last)
		}
		list = append(list, t)
	}
	for _, a := range k.params {
		if a.base.writes == 0 && s.namesAgent(a.base.name) {
			list = append(list, TableArgument{N: a.n, Agent: true, Pos: s.src.pos(a.first)})
		}
	}
	slices.SortFunc(list, func(a, b TableArgument) int { return a.N - b.N })
	return list
}

// statement returns the line on which the statement of the file level begins that includes a line.
func (f *facts) statement(line int) int {
	i, found := slices.BinarySearch(f.starts, line)
	if !found {
		i--
	}
	return f.starts[max(i, 0)]
}

// calledTokens returns the tokens that name a called function, such as wait in bt.wait(2).
func (f *facts) calledTokens() map[int]bool {
	called := map[int]bool{}
	for _, c := range f.calls {
		called[c.callee.tok] = true
	}
	for _, m := range f.methods {
		called[m.tok] = true
	}
	return called
}

func (s *Script) moduleCalls() (list []ModuleCall) {
	f := s.facts
	called, doubted := f.calledTokens(), map[string]bool{} // doubted are the paths of members that are read without a call
	for _, r := range f.fields {
		if m := r.base.module(); m != "" && !called[r.tok] {
			doubted[joinPath(m, r.name)] = true
		}
	}
	for _, c := range f.calls {
		o := c.callee
		if m := o.base.module(); m != "" && o.keys == 1 && !o.dynamic && !doubted[joinPath(m, o.key)] {
			list = append(list, ModuleCall{m, o.key, s.src.pos(o.tok), s.src.span(o.first, o.last), s.unwaiting(c.fn), c.args, s.src.arguments(c), c.fn == s.facts.chunk})
		}
	}
	return list
}

// module returns the name of the module that a variable holds. It returns "" if the variable holds no module, or if
// v is nil.
func (v *variable) module() string {
	if v == nil || v.writes > 0 || !v.calls("require") {
		return ""
	}
	return v.init.text
}

// catchers are the functions that catch errors.
var catchers = []string{"pcall", "xpcall", "coroutine.resume"}

// trust sets GlobalRead.Trusted.
func (s *Script) trust() {
	called := s.facts.calledTokens()
	doubted := map[string]bool{} // "bt.wait", or "bt" if the whole table is used
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

// EndsInReturn reports whether the file level ends with a return. If so, the returned value defines the behavior.
// Otherwise a global table defines it.
func (s *Script) EndsInReturn() bool { return s.returns }
