package lint

import (
	"strconv"
	"strings"
)

// facts are the results of one pass over a script. Tokens are represented by their indices.
type facts struct {
	chunk     *function
	globals   []globalRead
	calls     []*call
	writes    []*write
	boards    []boardUse
	fields    []fieldRead
	methods   []methodCall
	posts     []Post // posts of stimuli with a literal name
	taken     []Use  // fields that are read from the data of a stimulus, without a test whether they are there
	posted    bool   // there are posts with a computed name
	requested bool   // likewise for bt.request

	starts []int                // lines of the statements of the file level
	locals map[string]*variable // the locals of the file that are in no block: the first one with each name

	variables []*variable // in the order of the file

	compared   []comparison
	calculated []calculation
	valued     []calculation
	loops      []operand // the single values of loops for ... in, which must be iterators
	chained    []chain
	constant   []constant
	decided    []decided
	quoted     []calculation // texts in comparisons that look like a number, nil, true or false
	decidedBy  []operand     // calls of bt.board that are conditions
	unused     []operand     // calls that are statements, of functions with a fixed name
	idle       []idleLoop
	expected   []chainedCall

	operands *operands // nil when the script has been read
}

// chainedCall is a call of a member of the result of a function expect, as in expect(x).to_be(3), which other languages have.
type chainedCall struct {
	first     int    // first token
	name      string // of the member
	got, want string // sources of the arguments
}

// idleLoop is a loop while without statements.
type idleLoop struct {
	tok       int // of the word while
	condition string
}

// decided is a comparison of two constants that is an operand of and or or, as in fish or 0 >= 8.
type decided struct {
	first, last int
	result      bool
	remedy      string // what is meant, or ""
}

// calculation is an operand of arithmetic, of .. or of a comparison by order. facts.calculated has those that are a
// parameter, an entry of one, or a text, and facts.valued those that may be a function of a library; it also has those
// that are compared with a number.
type calculation struct {
	operand operand
	op      int // token of the operator
}

// relation is a comparison.
type relation struct {
	l, r operand
	op   int // token of the operator
}

// chain is a comparison whose first operand is true or false, as in a < b < c and not a == 3.
type chain struct {
	relation
	inner   relation // the first operand, if that is a comparison
	negated bool     // the first operand begins with "not"
}

// constant is a text or a number that is the second operand of "or" in a condition, as in a == "x" or "y".
type constant struct {
	operand operand
	before  relation // the last comparison before it, if there is one in the same condition
	fn      *function
	purpose purpose
}

// purpose is the purpose of an expression. Operands of "and", "or" and "not" have that of the whole expression.
type purpose uint8

const (
	noPurpose   purpose = iota
	asCondition         // of if, while or until
	asResult            // the first value after return
)

// comparison is a comparison of a variable, or of a global path, with a text by == or ~=.
type comparison struct {
	v    *variable // nil for a global path
	text string
	tok  int    // of the text
	path string // such as bt.in_force
}

// function is a function in the chunk, or the chunk itself. The chunk has no parent.
type function struct {
	parent  *function
	params  []*variable
	vararg  bool
	first   int
	last    int
	returns []result
	falls   bool // the function may end without a return
	raises  bool // the last statement calls error
	ends    int  // number of places where it may end before its last statement: returns, and calls of error
	asks    bool // a parameter decides on what the function does
	sets    set  // the last statement, if it sets a local
	calls   call // the last statement, if it is a call
}

// set is a statement that sets one local of its function.
type set struct {
	v     *variable // nil if there is none
	tok   int
	value operand
}

// within reports whether fn is outer or is nested in outer.
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
	end      int       // token at which the block of the variable ends, or 0 for the end of the file
	fn       *function // function that declares the variable
	param    bool
	read     bool
	indexed  bool    // it is used as in v[i] or #v
	writes   int     // number of assignments after the declaration
	needed   int     // the first token of a parameter in a use that fails if it is nil, and that each call comes to, or 0
	init     operand // the value of the declaration
	list     operand // the list through which a for loop goes, if the variable holds its elements
	assigned operand // the value of the last assignment
}

// calls reports whether the declaration of v sets it to the result of a call of the function with a global path.
func (v *variable) calls(path string) bool { return v.init.callee == path && v.init.keys == 0 }

// operand is the result of analyzing an expression. If the expression is a variable or global, or a path of keys
// below one, then base or global is set, and path has the constant keys.
type operand struct {
	first, last int // first and last token; last may leave out closing parentheses
	tok         int // token that names the operand, which is the variable or the last key
	base        *variable
	global      string
	path        string // constant keys after base or global: "x.y"
	keys        int    // number of keys, constant or not
	key         string // the last key, if it is constant
	index       string // the only key that is not constant for path, if it is the last one and a literal number
	dynamic     bool   // a key is not constant, and path ends before that key
	kind        string // Lua type of a constructor or a literal
	text        string // value of a string, or the required name for a call of require
	fn          *function
	table       *table
	sum         *sum   // the operands, if the operand is arithmetic or a concatenation
	logic       *sum   // the operands, if the operand is one of the words and and or
	callee      string // global path of the called function, if the operand is a call, or a path of keys below one
	entry       int    // last token of the first key, or 0
}

// sum is arithmetic or a concatenation, or one of the words and and or with its operands.
type sum struct {
	l, r operand
	op   int // token of the operator
}

// startsFrom returns the operand of a sum that is the place o, so that the sum needs a value there. It also looks
// in the sums of which the sum consists.
func (s *sum) startsFrom(o operand) (place operand, op int) {
	for s != nil {
		for _, x := range [...]operand{s.l, s.r} {
			if x.isPlace() && x.base == o.base && x.path == o.path && x.keys == o.keys {
				return x, s.op
			}
		}
		if s.r.sum != nil {
			if place, op = s.r.sum.startsFrom(o); place.valid() {
				return place, op
			}
		}
		s = s.l.sum
	}
	return operand{}, 0
}

// valid reports whether o is not the zero operand. An operand never begins at the first token of a file.
func (o operand) valid() bool { return o.first > 0 }

func (o operand) isPlace() bool { return (o.base != nil || o.global != "") && !o.dynamic }

// isVariable reports whether o is a variable without keys.
func (o operand) isVariable() bool { return o.isPlace() && o.keys == 0 }

// table holds the entries of a table constructor with constant string keys.
type table struct {
	entries []entry
	texts   []text // strings that are entries without a key
	names   []text // globals that are entries without a key
	bare    []text // variables that are entries without a key
	mixed   bool   // there are entries of another form than those
	open    bool   // there are entries without a key or with a computed one
}

type text struct {
	text string
	tok  int
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
	callee   operand
	last     int        // last token
	arg      operand    // the first argument
	second   operand    // the second argument
	args     int        // number of arguments, or -1 if the last one may have several values
	literals []literal  // the arguments whose type the source shows, if the callee is global or in a parameter
	places   []argument // the arguments that may be functions of a library, if the callee is global
	params   []argument // the arguments that are parameters, if the callee is global
	angles   []operand  // the arguments, if the callee takes angles
	open     int        // token of the bracket of the arguments, or 0
	fn       *function
}

// argument is an argument of a call, with its index.
type argument struct {
	operand
	n int
}

// literal is an argument whose type the source shows.
type literal struct {
	n          int // index of the argument
	tok, last  int
	kind, text string
	table      *table // the constructor, or nil
}

type write struct {
	target operand
	value  operand
	fn     *function
}

// fieldRead is a read of a constant key of a local variable.
type fieldRead struct {
	base *variable
	name string
	tok  int
}

// boardUse is a call of bt.board with a literal name, or a read or a write of an entry of a board with such a name.
type boardUse struct {
	board  string
	entry  string // "" for a call
	tok    int
	writes bool
}

type result struct {
	tok   int // token of the word return
	value operand
}

// noteItself marks the global reads that are inside fn and have the given name, beginning at the read with index
// from. It must be called before the local with that name is declared.
func (f *facts) noteItself(name string, fn *function, from int) {
	for i := from; i < len(f.globals); i++ {
		if g := &f.globals[i]; g.name == name && g.tok > fn.first && g.tok < fn.last {
			g.itself = true
		}
	}
}

// maxAliases is the largest number of aliases that root follows.
const maxAliases = 8

// root returns the place to which o refers. It follows locals that are aliases of another place, as in local t =
// cache.list.
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

// globalPath returns the global name of a place, such as "bt.wait", or "" if the place is not global.
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

// pathKey returns a constant key in the form in which it appears in a path.
func pathKey(key string) string {
	if strings.Contains(key, ".") {
		return strconv.Quote(key)
	}
	return key
}

// fileLevel reports whether the base of o is a local variable of the file level.
func (f *facts) fileLevel(o operand) bool { return o.base != nil && o.base.fn == f.chunk }
