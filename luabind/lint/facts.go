package lint

import (
	"strconv"
	"strings"
)

// facts are what one pass over a script collects. Tokens are given by index.
type facts struct {
	chunk   *function
	globals []globalRead
	calls   []*call
	writes  []*write
	fields  []fieldRead
	methods []methodCall
	posts   []Use // stimuli that are posted, by name
	posted  bool  // there are posts whose name is computed
}

// function is the chunk (parent nil) or a function in it.
type function struct {
	parent  *function
	params  []*variable
	vararg  bool
	first   int
	last    int
	returns []result
}

// within reports whether fn is outer or lies inside it.
func (fn *function) within(outer *function) bool {
	for ; fn != nil; fn = fn.parent {
		if fn == outer {
			return true
		}
	}
	return false
}

// variable is a local variable or a parameter.
type variable struct {
	name     string
	tok      int
	fn       *function // whose local it is
	param    bool
	writes   int     // assignments after its declaration
	init     operand // what it was declared with
	assigned operand // what it was last assigned
}

// operand is what is known of an expression. A place (a variable, or a constant
// path below one) has base or global, and path.
type operand struct {
	first, last int // tokens; last may leave out closing parentheses
	tok         int // the token that names it: the variable, the last key
	base        *variable
	global      string
	path        string // constant keys behind base or global: "x.y"
	keys        int    // how many keys, constant or not
	key         string // the last, if constant
	dynamic     bool   // there is a key that is not constant; path ends before it
	kind        string // Lua type, if it is a constructor or a literal
	text        string // value of a string; of a call of require, what is required
	fn          *function
	table       *table
	callee      string // global path of the function, if it is a call of one
}

// valid is false for the zero operand: no expression stands at the first token
// of a file where an operand is asked for.
func (o operand) valid() bool { return o.first > 0 }

func (o operand) isPlace() bool { return (o.base != nil || o.global != "") && !o.dynamic }

// isVariable reports whether o is a bare variable.
func (o operand) isVariable() bool { return o.isPlace() && o.keys == 0 }

// table is a table constructor's entries with constant string keys.
type table struct {
	entries []entry
	texts   []string // strings that stand there without a key
	open    bool     // there are other entries
}

type entry struct {
	name  string
	tok   int
	value operand
}

type globalRead struct {
	name      string
	tok       int
	member    string
	memberTok int
	itself    bool // see GlobalRead.Itself
}

type call struct {
	callee operand
	arg    operand // the first
	args   int     // how many, -1 if the last may be several
	fn     *function
}

type write struct {
	target operand
	value  operand
	fn     *function
}

// fieldRead is a read of a constant key directly below a local variable.
type fieldRead struct {
	base *variable
	name string
	tok  int
}

type result struct {
	tok   int // the word return
	value operand
}

// noteItself notes which of the reads from an index on mean the function in which they are, of which
// a local of that name has been made since.
func (f *facts) noteItself(name string, fn *function, from int) {
	for i := from; i < len(f.globals); i++ {
		if g := &f.globals[i]; g.name == name && g.tok > fn.first && g.tok < fn.last {
			g.itself = true
		}
	}
}

// maxAliases bounds the steps from a local to what it stands for.
const maxAliases = 8

// root follows locals that only stand for another place (local t = cache.list)
// to that place.
func (f *facts) root(o operand) operand {
	for range maxAliases {
		v := o.base
		if v == nil || v.param || v.writes > 0 || !v.init.isPlace() {
			break
		}
		o.base, o.global, o.path = v.init.base, v.init.global, joinPath(v.init.path, o.path)
		o.keys += v.init.keys
	}
	return o
}

// globalPath returns the global name of a place, "bt.wait", or "".
func (f *facts) globalPath(o operand) string {
	o = f.root(o)
	if o.global == "" || o.dynamic {
		return ""
	}
	return joinPath(o.global, o.path)
}

func joinPath(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
}

// pathKey writes a constant key as a part of a path.
func pathKey(key string) string {
	if strings.Contains(key, ".") {
		return strconv.Quote(key)
	}
	return key
}

// fileLevel reports whether o lies in a local variable of the file itself.
func (f *facts) fileLevel(o operand) bool { return o.base != nil && o.base.fn == f.chunk }
