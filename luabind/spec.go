//go:build !luacore

package luabind

import (
	"math"
	"math/bits"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// hookKeys maps the keys of a behavior's table to the hooks. run stands for behavior
// too; see readBehavior.
var hookKeys = func() map[string]engine.Hook {
	keys := map[string]engine.Hook{keyRun: engine.HookBehavior}
	for h := range engine.Hook(engine.NumHooks) {
		keys[h.String()] = h
	}
	return keys
}()

const keyRun = "run"

// specReader reads the table that a file returned.
type specReader struct {
	c        *Chunk
	in       *instance
	spec     *engine.Behavior
	table    *lua.LTable
	problems *diag.List
}

// readBehavior checks the table of a chunk that was instantiated.
func (s *State) readBehavior(c *Chunk, problems *diag.List) *engine.Behavior {
	in := s.in(c)
	t, ok := in.value.(*lua.LTable)
	if !ok {
		*problems = append(*problems, c.noTable(in.value))
		return nil
	}
	r := &specReader{c: c, in: in, table: t, problems: problems, spec: &engine.Behavior{Name: c.Name, Code: code{s.runtime, c}}}
	for set := meaningsIn(t); set != 0; set &= set - 1 {
		m := &behaviors.Meanings[bits.TrailingZeros64(set)]
		if v := t.RawGetString(m.Name); m.Hook {
			r.hook(m.Name, v)
		} else {
			r.field(*m, v)
		}
	}
	r.rivals()
	return r.spec
}

// meaningAt has the places of behaviors.Meanings by name; there are fewer than 64, so that a
// word holds a set of them.
var meaningAt = func() map[string]int {
	at := make(map[string]int, len(behaviors.Meanings))
	for i := range behaviors.Meanings {
		at[behaviors.Meanings[i].Name] = i
	}
	return at
}()

// meaningsIn returns the set of behaviors.Meanings, by place, that a table has: tables have
// few entries, and there are many meanings.
func meaningsIn(t *lua.LTable) (set uint64) {
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		if name, ok := k.(lua.LString); ok {
			if i, ok := meaningAt[string(name)]; ok {
				set |= 1 << i
			}
		}
	}
	return set
}

// rivals reports keys of which a behavior can have only one: they say what its result
// is, or how it picks among its children.
func (r *specReader) rivals() {
	const act = "behavior"
	r.exclude(keyRun, act)
	for _, h := range []engine.Hook{engine.HookChoose, engine.HookResult} {
		r.exclude(h.String(), act, keyRun, keyChildren)
	}
	r.exclude(engine.HookResult.String(), engine.HookChoose.String())
}

// exclude reports those of others that are defined beside key.
func (r *specReader) exclude(key string, others ...string) {
	if r.table.RawGetString(key) == lua.LNil {
		return
	}
	for _, other := range others {
		if r.table.RawGetString(other) != lua.LNil {
			r.problem(key, "%s and %s are both defined; keep one of them", key, other)
		}
	}
}

func (r *specReader) problem(key, format string, args ...any) {
	pos := r.c.script.KeyPos(key)
	d := r.problems.Add(pos, format, args...)
	d.Source = r.c.script.Line(pos.Line)
}

func (r *specReader) hook(name string, v lua.LValue) {
	fn, ok := v.(*lua.LFunction)
	if !ok || fn.IsG {
		r.problem(name, "%s is %s; want a function", name, show(v))
		return
	}
	r.spec.Hooks = r.spec.Hooks.With(hookKeys[name])
	r.in.hook(name, fn)
}

// keyInterval says for how long an answer is used again.
const keyInterval = "interval"

// keyChildren says how a behavior picks among its children.
const keyChildren = "children"

// types are the types that fields of meaning may have.
var types = map[string]lua.LValueType{"string": lua.LTString, "boolean": lua.LTBool, "number": lua.LTNumber, "table": lua.LTTable}

// field reads a field of meaning.
func (r *specReader) field(m behaviors.Meaning, v lua.LValue) {
	if want, ok := types[m.Type]; ok && v.Type() != want {
		r.problem(m.Name, "%s is %s; want a %s", m.Name, show(v), m.Type)
		return
	}
	switch m.Name {
	case keyChildren:
		r.children(lua.LVAsString(v), m)
	case "non_exclusive":
		r.spec.NonExclusive = lua.LVAsBool(v)
	case "restart_on_reload":
		r.spec.Restart = lua.LVAsBool(v)
	case "stimulus":
		r.spec.Stimulus = lua.LVAsString(v)
	case keyInterval:
		r.interval(m.Name, float64(v.(lua.LNumber)))
	case "importance":
		r.importance(m.Name, float64(v.(lua.LNumber)))
	case "doc":
		r.c.Doc = lua.LVAsString(v)
	case "args":
		r.args(v.(*lua.LTable))
	case "params":
		r.params(v.(*lua.LTable))
	}
}

func (r *specReader) interval(key string, seconds float64) {
	d, ok := duration(seconds)
	if !ok {
		r.problem(key, "%s is %s; want a number of seconds, 0 or more (at most thirty years)", key, engine.FormatNumber(seconds))
	}
	r.spec.Interval = d
}

func (r *specReader) importance(key string, f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		r.problem(key, "%s is %s; want a finite number", key, engine.FormatNumber(f))
	}
	r.spec.Importance = f
}

func (r *specReader) children(word string, m behaviors.Meaning) {
	for _, rule := range engine.ChildRules() {
		if rule.String() == word {
			r.spec.Children = rule
			return
		}
	}
	hint := diag.DidYouMean(word, m.Values)
	if hint == "" {
		last := len(m.Values) - 1
		hint = "want " + strings.Join(m.Values[:last], ", ") + " or " + m.Values[last]
	}
	r.problem(m.Name, "children = %q is not a way to pick children: %s", word, hint)
}

func (r *specReader) args(t *lua.LTable) {
	for i := 1; i <= t.Len(); i++ {
		name, ok := t.RawGetInt(i).(lua.LString)
		if !ok {
			r.problem("args", "args holds %s; want names of parameters: args = { \"point\" }", show(t.RawGetInt(i)))
			return
		}
		r.spec.Args = append(r.spec.Args, string(name))
	}
}

func (r *specReader) params(t *lua.LTable) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		name, ok := k.(lua.LString)
		value, err := toValue(v)
		switch {
		case !ok:
			r.problem("params", "params has the key %s; want names: params = { speed = 3 }", show(k))
			return
		case err != nil:
			r.problem("params", "params.%s: %v", string(name), err)
			return
		}
		r.spec.Params = append(r.spec.Params, engine.Param{Name: string(name), Value: value})
	}
}

// mustAnswer tells whether it means something if a hook returns nothing.
func mustAnswer(h engine.Hook) bool {
	return h == engine.HookUtility || h == engine.HookChoose || h == engine.HookResult
}

// arguments returns how many arguments a hook takes. Passing only those saves
// time, and tells whether it wants a memory.
func arguments(fn *lua.LFunction) uint8 {
	if fn.Proto.IsVarArg != 0 {
		return 4
	}
	return min(fn.Proto.NumParameters, 4)
}

// returnsNothing tells whether a function never returns a value, as most
// behavior hooks do; fetching their nil would cost as much as a field.
func returnsNothing(p *lua.FunctionProto) bool {
	const opShift, bMask = 26, 0x1ff // the layout of an instruction: opcode, A, B, C
	for _, inst := range p.Code {
		switch int(inst >> opShift) {
		case lua.OP_TAILCALL:
			return false
		case lua.OP_RETURN:
			if inst&bMask != 1 {
				return false
			}
		}
	}
	return true
}
