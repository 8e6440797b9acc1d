package condition

import (
	"strings"
	"weak"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// What messages call an expression; a named condition is called by its name.
const (
	Guard = "guard"      // what stands behind when
	Test  = "condition"  // of a node
	Value = "expression" // whose value matters, as in a switch
)

// Source is an expression in a tree file.
type Source struct {
	Text string
	// What is Guard, Test or Value. If it is empty, the line tells a guard from a condition.
	What string
	Pos  diag.Pos
	Line string // the whole line, for messages
	// Names are the conditions that the text can use by name. It may be nil.
	Names Names
}

func (s *Source) spot() spot { return newSpot(s.What, s.Pos, s.Line) }

func newSpot(what string, pos diag.Pos, line string) spot {
	if what == "" {
		what = whatIs(pos, line)
	}
	return spot{what, pos, line}
}

// whatIs tells a guard, which stands behind when, from the condition of a node or one that is being
// given a name.
func whatIs(pos diag.Pos, line string) string {
	what, col := Guard, 0
	for at := range line {
		if col++; col == pos.Col {
			line = line[:at]
			break
		}
	}
	for word := range strings.FieldsSeq(line) {
		if word == "when" {
			return Guard
		}
		what = Test
	}
	return what
}

// Compiler compiles conditions, one at a time.
type Compiler struct {
	env       Env
	questions map[string]lua.Value
	named     map[namedKey]weak.Pointer[body]
	swept     int // how many there were when those that are gone were removed last
}

// NewCompiler returns a compiler for conditions of one host.
func NewCompiler(env Env) *Compiler {
	c := &Compiler{env: env, questions: map[string]lua.Value{}, named: map[namedKey]weak.Pointer[body]{}}
	for i := range questions {
		c.questions[questions[i].name] = c.function(&questions[i])
	}
	return c
}

// Condition is a compiled expression. It does not change, and any number of States may evaluate it at
// once.
type Condition struct {
	spot
	body *body
}

// Compile compiles an expression. It returns nil if the list holds an error.
func (c *Compiler) Compile(src Source) (*Condition, diag.List) {
	at := src.spot()
	r := resolver{compiler: c}
	b := r.compile(src.Text, at, src.Names)
	if b == nil {
		return nil, r.problems
	}
	return &Condition{at, b}, r.problems
}

// Moved returns the condition as it is where the same text stands again and its names mean the same.
// What is that of Source.
func (c *Condition) Moved(what string, pos diag.Pos, line string) *Condition {
	return &Condition{newSpot(what, pos, line), c.body}
}

// Source returns the text.
func (c *Condition) Source() string { return c.body.text }

// What returns what messages call the expression: Guard, Test or Value.
func (c *Condition) What() string { return c.what }

// Pos returns where the text is.
func (c *Condition) Pos() diag.Pos { return c.pos }

// Same reports whether another condition means the same: it has the same text, and the names in it
// stand for the same.
func (c *Condition) Same(o *Condition) bool {
	return c.body.compiler == o.body.compiler && c.body.same(o.body)
}

// Asks returns the names of the nodes that are asked for by ran, active or since, as far as they are written
// out, each once.
func (c *Condition) Asks() []string { return c.body.asks }

// ParamReads returns the names of the node's parameters that are read, each once.
func (c *Condition) ParamReads() []string { return c.body.params }

// UsesParams reports whether the parameters matter. If they do not, any value may be given for them.
func (c *Condition) UsesParams() bool { return c.body.usesParams }

// Reads returns the names of the fields that are read, each once, those of named conditions, too.
func (c *Condition) Reads() []string { return c.body.reads }

// Test reports whether the condition holds for an agent, of which lua.Value is what has the fields, and
// a node with the parameters. An error is always an *Error, and the condition does not hold then.
func (c *Condition) Test(s *lua.State, agent, params lua.Value) (bool, error) {
	v, err := s.Call1(c.body.fn, agent, params)
	if err != nil {
		return false, c.Failed(err)
	}
	return v.Truth(), nil
}

// Value is Test for what the expression gives.
func (c *Condition) Value(s *lua.State, agent, params lua.Value) (lua.Value, error) {
	v, err := s.Call1(c.body.fn, agent, params)
	if err != nil {
		return lua.Nil, c.Failed(err)
	}
	return v, nil
}
