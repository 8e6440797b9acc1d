package luabind

import (
	"sync"
	"weak"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// coverage counts what runs, in a Runtime with Options.Coverage. Files are compiled and conditions made on a goroutine other
// than that of the game, hence the lock.
type coverage struct {
	mu       sync.Mutex
	counting map[weak.Pointer[compiled]]weak.Pointer[compiled] // the forms of files that count
	outcomes map[conditionAt]*lua.Outcomes
}

// conditionAt identifies a condition: an edit may put another one at its position.
type conditionAt struct {
	pos  diag.Pos
	text string
}

func newCoverage(on bool) *coverage {
	if !on {
		return nil
	}
	return &coverage{counting: map[weak.Pointer[compiled]]weak.Pointer[compiled]{}, outcomes: map[conditionAt]*lua.Outcomes{}}
}

// Covered returns the form of a chunk that counts what runs of it, or the chunk itself if the Runtime has no
// Options.Coverage. Several goroutines may call it. The same text gives the same form.
func (r *Runtime) Covered(c *Chunk) *Chunk {
	v := r.coverage
	if v == nil {
		return c
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	plain := weak.Make(c.compiled)
	k := v.counting[plain].Value()
	if k == nil {
		k = &compiled{c.compiled.script, c.compiled.fields, c.compiled.code.Counting(), c.compiled.problems, c.compiled}
		v.counting[plain] = weak.Make(k)
	}
	n := *c
	n.compiled = k
	return &n
}

// at returns the outcomes of the condition with a text at a position. All trees and agents share them.
func (v *coverage) at(pos diag.Pos, text string) *lua.Outcomes {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := conditionAt{pos, text}
	o := v.outcomes[key]
	if o == nil {
		o = new(lua.Outcomes)
		v.outcomes[key] = o
	}
	return o
}

// ofNamed returns the function of that name in an Env of package condition.
func (v *coverage) ofNamed() func(diag.Pos, string) *lua.Outcomes {
	if v == nil {
		return nil
	}
	return v.at
}

// expression returns an expression that counts the outcomes of a condition, or the condition itself.
func (v *coverage) expression(c *condition) engine.Expression {
	if v == nil {
		return c
	}
	return &coveredCondition{c, v.at(c.Pos(), c.Source())}
}

// coveredCondition is a condition that counts its outcomes. It is a type of its own, so that other conditions need not ask
// whether they count.
type coveredCondition struct {
	*condition
	outcomes *lua.Outcomes
}

// Eval implements engine.Expression.
func (c *coveredCondition) Eval(ctx *engine.Context) (bool, error) {
	yes, err := c.condition.Eval(ctx)
	if err == nil {
		c.outcomes.Add(yes)
	}
	return yes, err
}

// ownCondition returns the condition of an expression. ok is false if the expression was not made by a Runtime.
func ownCondition(e engine.Expression) (c *condition, ok bool) {
	switch c := e.(type) {
	case *condition:
		return c, true
	case *coveredCondition:
		return c.condition, true
	}
	return nil, false
}

// Covers reports whether Options.Coverage is set.
func (r *Runtime) Covers() bool { return r.coverage != nil }

// ScriptCoverage says what has run of a file since it was loaded.
type ScriptCoverage struct {
	Path string // as messages show it
	// Module is set if the file is no behavior.
	Module bool
	// Statements are the statements in functions of the file, in its order. Those of the file level are left out, since
	// loading the file runs them.
	Statements []lua.Count
	Hooks      []HookCoverage // of a behavior
}

// HookCoverage says how often a hook was called. Behaviors whose hooks are the same function of a module share the number.
type HookCoverage struct {
	Name string
	// Line and EndLine are the first and the last line of the function. They are 0 if it is not written in the table that
	// the file returns.
	Line, EndLine int
	Calls         int64
}

// ScriptCoverage returns what has run of each file in force, sorted by path. It returns nil unless Options.Coverage is set.
// Calls that explain a decision count, too.
func (r *Runtime) ScriptCoverage() (list []ScriptCoverage) {
	if r.coverage == nil {
		return nil
	}
	for _, c := range r.inForce {
		s := ScriptCoverage{Path: c.Path, Module: c.module, Statements: c.compiled.code.Counts()}
		for h, k := range c.hooks {
			if k.fn == nil {
				continue
			}
			name := engine.Hook(h).String()
			if k.run {
				name = keyRun
			}
			n := HookCoverage{Name: name, Calls: k.fn.Calls()}
			for _, key := range c.compiled.script.Hooks {
				if key.Name == name {
					n.Line, n.EndLine = key.Line, key.EndLine
				}
			}
			s.Hooks = append(s.Hooks, n)
		}
		list = append(list, s)
	}
	return list
}

// Outcomes returns how often the condition with a text at a position in a tree file was true and false. It returns zeros unless
// Options.Coverage is set.
func (r *Runtime) Outcomes(pos diag.Pos, text string) (yes, no int64) {
	if r.coverage == nil {
		return 0, 0
	}
	return r.coverage.at(pos, text).Seen()
}
