package condition

import (
	"cmp"
	"slices"
	"strings"
	"weak"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/luabind/lua"
)

// The kinds of expressions. A named condition appears by its name. Messages call a Guard a condition.
const (
	Guard = "guard"      // the expression after when
	Test  = "condition"  // the condition of a node
	Value = "expression" // an expression used for its value, as in a switch
)

// Source is an expression in a tree file.
type Source struct {
	Text string
	// What is Guard, Test or Value. For a named condition it is Test, followed by a space and the name. If it is empty,
	// the line distinguishes a guard from a condition.
	What string
	Pos  diag.Pos
	Line string // the whole line, for messages
	// Names resolves the named conditions that the text can use. It may be nil.
	Names Names
}

func (s *Source) spot() spot { return newSpot(s.What, s.Pos, s.Line) }

func newSpot(what string, pos diag.Pos, line string) spot {
	if what == "" {
		what = whatIs(pos, line)
	}
	return spot{what, pos, line}
}

// whatIs returns Guard for the text after when, and Test for the condition of a node or a condition that gets a
// name.
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
	swept     int // number of entries after unused ones were last removed
}

// NewCompiler returns a compiler for conditions of one host.
func NewCompiler(env Env) *Compiler {
	c := &Compiler{env: env, questions: map[string]lua.Value{}, named: map[namedKey]weak.Pointer[body]{}}
	for i := range questions {
		c.questions[questions[i].name] = c.function(&questions[i])
	}
	return c
}

// Condition is a compiled expression. It does not change, and any number of States may evaluate it at once.
type Condition struct {
	spot
	body   *body
	hidden []string // fields that its named conditions read and that have the names of parameters of the tree
}

// Compile compiles an expression. It returns nil if the list holds an error.
func (c *Compiler) Compile(src Source) (*Condition, diag.List) {
	at := src.spot()
	r := resolver{compiler: c}
	b := r.compile(src.Text, at, src.Names)
	if b == nil {
		return nil, r.problems
	}
	out := &Condition{spot: at, body: b}
	if src.Names != nil {
		for _, name := range b.reads {
			if src.Names.Parameter(name) {
				out.hidden = append(out.hidden, name)
			}
		}
	}
	return out, r.problems
}

// Moved returns a copy of the condition for another position. The text there must be the same, and its names must
// have the same meaning. For what, see Source.
func (c *Condition) Moved(what string, pos diag.Pos, line string) *Condition {
	return &Condition{newSpot(what, pos, line), c.body, c.hidden}
}

// Source returns the text.
func (c *Condition) Source() string { return c.body.text }

// Pos returns the position of the text.
func (c *Condition) Pos() diag.Pos { return c.pos }

// What returns the kind of the expression for messages: Test or Value.
func (c *Condition) What() string { return c.called() }

// Same reports whether another condition has the same meaning: the same text, and the same meaning of the names in
// it.
func (c *Condition) Same(o *Condition) bool {
	return c.body.compiler == o.body.compiler && c.body.same(o.body)
}

// Asks returns the names of the nodes that questions such as ran refer to, without duplicates. It finds only names
// written as literals.
func (c *Condition) Asks() []string { return c.body.asks }

// Channels returns the channels of the questions in_force, without duplicates. It finds only names written as literals.
func (c *Condition) Channels() []string { return c.body.channels }

// ParamReads returns the names of the node's parameters that the expression reads, without duplicates.
func (c *Condition) ParamReads() []string { return c.body.params }

// UsesParams reports whether the value depends on the parameters. If it does not, any value may be passed for them.
func (c *Condition) UsesParams() bool { return c.body.usesParams }

// Reads returns the names of the fields that the expression reads, without duplicates. It includes the fields that
// its named conditions read.
func (c *Condition) Reads() []string { return c.body.reads }

// Uses are the uses of the data of the game in an expression. The positions in Terms have columns that count from Pos.
type Uses struct {
	lint.Terms
	Pos  diag.Pos
	Line string // the whole line
}

// At returns a position in Terms as a position of the file.
func (u *Uses) At(p diag.Pos) diag.Pos {
	at := u.Pos
	at.Col += p.Col - 1
	return at
}

// Uses returns the uses of the data of the game in the expression, and then those in its named conditions.
func (c *Condition) Uses() []Uses {
	list := []Uses{{c.body.usesData(), c.pos, c.line}}
	var add func(b *body)
	add = func(b *body) {
		for _, n := range b.names {
			if in := n.body; in != nil && !slices.ContainsFunc(list, func(u Uses) bool { return u.Pos == in.pos }) {
				list = append(list, Uses{in.usesData(), in.pos, in.line})
				add(in)
			}
		}
	}
	add(c.body)
	return list
}

// usesData returns the uses of the data of the game in the text of b. They are read when they are asked for, since most games
// declare no types.
func (b *body) usesData() lint.Terms {
	b.read.Do(func() {
		b.uses = lint.TermsOf(b.text, func(name string) bool {
			return name != nameParams && b.condition(name) == nil && b.compiler.global(name).IsNil()
		})
	})
	return b.uses
}

// Place is the place of a text in a tree file.
type Place struct {
	What string // kind of the expression for messages: Test, Value, or Test and the name of a named condition
	Text string
	Pos  diag.Pos
	Line string // the whole line
}

// Place returns the place of an expression that reads a field, or asks for a node or a channel: a named condition that the
// condition uses, or the condition itself. The name must be one of Reads, Asks or Channels. The position is that of the name.
func (c *Condition) Place(name string) Place {
	at, text := &c.spot, c.body.text
	if b := c.body.naming(name); b != nil {
		at, text = &b.spot, b.text
	}
	return Place{at.called(), text, at.posOf(text, name), at.line}
}

// naming returns a named condition in b that itself reads a field, or asks for a node or a channel, or nil.
func (b *body) naming(name string) *body {
	for _, n := range b.names {
		if in := n.body; in != nil && (slices.Contains(in.reads, name) || slices.Contains(in.asks, name) || slices.Contains(in.channels, name)) {
			return cmp.Or(n.body.naming(name), n.body)
		}
	}
	return nil
}

// Test reports whether the condition is true. agent has the fields of an agent, and params the parameters of a
// node. An error is always an *Error; Test then returns false.
func (c *Condition) Test(s *lua.State, agent, params lua.Value) (bool, error) {
	yes, err := s.Test(c.body.fn, agent, params)
	if err != nil {
		return false, c.Failed(err)
	}
	return yes, nil
}

// Value is like Test, but returns the value of the expression.
func (c *Condition) Value(s *lua.State, agent, params lua.Value) (lua.Value, error) {
	v, err := s.Call1(c.body.fn, agent, params)
	if err != nil {
		return lua.Nil, c.Failed(err)
	}
	return v, nil
}
