package lua

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/bough-dev/bough/internal/syntax"
)

// counts are how often the functions of a file and the statements in them have run. A Chunk has them if it was made by
// Counting. Any number of States may add to them at once. The statements of the file level are not counted, since
// loading the file runs them.
type counts struct {
	begins     map[stmt]position // where a statement begins; nil after compiling
	functions  []*atomic.Int64   // by index of the function
	statements []*statement      // in the order in which they are compiled
}

// statement is a statement that is counted.
type statement struct {
	at position
	n  atomic.Int64
}

// Counting returns the file compiled anew, so that it counts which of its functions and statements run. It takes the same
// steps and bytes as c.
func (c *Chunk) Counting() *Chunk {
	n, err := compileFile(syntax.Parse(c.src.Name, c.src.Text), nil, &counts{})
	if err != nil {
		panic(err) // compiling cannot fail, since it succeeded before
	}
	return n
}

// Count is how often a statement has run.
type Count struct {
	Line, Col int // where the statement begins
	N         int64
}

// Counts returns how often each statement in the functions of the file has run, in the order of the file. It returns nil
// unless the file was made by Counting.
func (c *Chunk) Counts() (list []Count) {
	if c.counts == nil {
		return nil
	}
	for _, s := range c.counts.statements {
		list = append(list, Count{int(s.at.line), int(s.at.col), s.n.Load()})
	}
	slices.SortStableFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col)) })
	return list
}

// Calls returns how often a Lua function was called. It returns 0 if its file was not made by Counting.
func (f *Function) Calls() int64 {
	if f.proto == nil || f.proto.chunk.counts == nil {
		return 0
	}
	return f.proto.chunk.counts.functions[f.proto.index].Load()
}

// starts records where a statement begins. It does nothing on nil counts.
func (k *counts) starts(s stmt, at position) {
	if k == nil {
		return
	}
	if k.begins == nil {
		k.begins = map[stmt]position{}
	}
	k.begins[s] = at
}

// function adds the counter of the function that is compiled next. It returns nil if nothing is counted.
func (k *counts) function() *atomic.Int64 {
	if k == nil {
		return nil
	}
	n := new(atomic.Int64)
	k.functions = append(k.functions, n)
	return n
}

// count emits an op that counts a statement, if the file counts.
func (g *codegen) count(s stmt) {
	k := g.asm.chunk.counts
	if k == nil || g.asm.fn.outer == nil {
		return
	}
	at, ok := k.begins[s]
	switch x := s.(type) {
	case *doStmt, *labelStmt: // nothing runs
		return
	case *ifStmt:
		if !ok { // elseif
			at = x.cond.place().start
		}
	}
	n := &statement{at: at}
	k.statements = append(k.statements, n)
	g.asm.do(func(*frame) { n.n.Add(1) })
}

// countOnlyValue makes the value and the test of a proto count, since no op runs for them. The last statement is that of the
// function.
func (g *codegen) countOnlyValue(calls *atomic.Int64) {
	p, k := g.proto, g.asm.chunk.counts
	if calls == nil || p.value == nil || g.asm.fn.outer == nil {
		return
	}
	last := k.statements[len(k.statements)-1]
	add := func() {
		calls.Add(1)
		last.n.Add(1)
	}
	value, test := p.value, p.test
	p.value = func(c *frame) Value {
		add()
		return value(c)
	}
	if test != nil {
		p.test = func(c *frame) bool {
			add()
			return test(c)
		}
	}
}

// Outcomes are how often an Expression was true and false. Any number of States may add to them at once.
type Outcomes struct{ yes, no atomic.Int64 }

// Add counts an outcome.
func (o *Outcomes) Add(yes bool) {
	if yes {
		o.yes.Add(1)
	} else {
		o.no.Add(1)
	}
}

// Seen returns how often the expression was true and false.
func (o *Outcomes) Seen() (yes, no int64) { return o.yes.Load(), o.no.Load() }

// observed returns an operand with the value of x, which also counts its outcome if the function is an Expression with
// Outcomes.
func (g *codegen) observed(x operand) operand {
	o := g.asm.chunk.outcomes
	if o == nil || g.asm.fn.outer != nil {
		return x
	}
	if t := x.test; t != nil {
		return truth(func(c *frame) bool {
			yes := t(c)
			o.Add(yes)
			return yes
		})
	}
	e := x.eval()
	return general(func(c *frame) Value {
		v := e(c)
		o.Add(v.Truth())
		return v
	})
}
