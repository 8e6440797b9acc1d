package luabind

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// hookKeys maps keys of a behavior's table to hooks. It also maps the key run to the hook behavior; see
// readBehavior.
var hookKeys = func() map[string]engine.Hook {
	keys := map[string]engine.Hook{keyRun: engine.HookBehavior}
	for h := range engine.Hook(engine.NumHooks) {
		keys[h.String()] = h
	}
	return keys
}()

const keyRun = "run"

// specReader reads the table that a file has returned.
type specReader struct {
	c        *Chunk
	spec     *engine.Behavior
	table    *lua.Table
	problems *diag.List
}

// readBehavior checks the table that a loaded chunk has returned, and returns the behavior.
func (r *Runtime) readBehavior(c *Chunk, problems *diag.List) *engine.Behavior {
	t := c.value.Table()
	if t == nil {
		*problems = append(*problems, c.noTable(c.value))
		return nil
	}
	in := &specReader{c: c, table: t, problems: problems, spec: &engine.Behavior{Name: c.Name, Code: code{r, c}}}
	for set := meaningsIn(t); set != 0; set &= set - 1 {
		m := &behaviors.Meanings[bits.TrailingZeros64(set)]
		if v := t.Get(lua.Name(m.Name)); m.Hook {
			in.hook(m.Name, v)
		} else {
			in.field(*m, v)
		}
	}
	in.rivals()
	return in.spec
}

// meaningAt maps names to indices in behaviors.Meanings. There are fewer than 64 names, so that a set of them fits
// in a uint64.
var meaningAt = func() map[string]int {
	at := make(map[string]int, len(behaviors.Meanings))
	for i := range behaviors.Meanings {
		at[behaviors.Meanings[i].Name] = i
	}
	return at
}()

// meaningsIn returns the names with a meaning in a table, as a set of indices in behaviors.Meanings. It iterates
// over the table, since a table has few entries and there are many names.
func meaningsIn(t *lua.Table) (set uint64) {
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		if name, ok := k.Text(); ok {
			if i, ok := meaningAt[name]; ok {
				set |= 1 << i
			}
		}
	}
	return set
}

// rivals reports keys that exclude each other. The keys of one group determine the result of a behavior. The keys
// of the other group determine how it chooses among its children.
func (r *specReader) rivals() {
	const act = "behavior"
	r.exclude(keyRun, act)
	for _, h := range []engine.Hook{engine.HookChoose, engine.HookResult} {
		r.exclude(h.String(), act, keyRun, keyChildren)
	}
	r.exclude(engine.HookResult.String(), engine.HookChoose.String())
}

// exclude reports each key in others that the table has besides key.
func (r *specReader) exclude(key string, others ...string) {
	if r.table.Get(lua.Name(key)).IsNil() {
		return
	}
	for _, other := range others {
		if !r.table.Get(lua.Name(other)).IsNil() {
			r.problem(key, message.BothDefined(key, other))
		}
	}
}

func (r *specReader) problem(key string, w diag.Words) {
	r.problemAt(r.c.compiled.script.KeyPos(key), w)
}

// wrongValue reports the value of a key.
func (r *specReader) wrongValue(key string, w diag.Words) {
	r.problemAt(r.c.compiled.script.ValuePos(key), w)
}

func (r *specReader) problemAt(pos diag.Pos, w diag.Words) {
	d := r.problems.Add(pos, w)
	d.Source = r.c.compiled.script.Line(pos.Line)
}

func (r *specReader) hook(name string, v lua.Value) {
	fn := v.Function()
	if fn == nil || fn.Native() {
		r.wrongValue(name, message.HookNotFunction(name, helper.Show(v)))
		return
	}
	h := hookKeys[name]
	r.spec.Hooks[h] = true
	r.c.hooks[h] = hook{fn, arguments(fn), name == keyRun}
}

// Keys of a behavior: how it chooses among its children, and the names of its arguments.
const (
	keyChildren = "children"
	keyArgs     = "args"
)

// types maps the types of fields with a meaning to Lua types.
var types = map[string]lua.Kind{"string": lua.KindString, "boolean": lua.KindBool, "number": lua.KindNumber, "table": lua.KindTable}

// field reads the value of a field that has a meaning.
func (r *specReader) field(m behaviors.Meaning, v lua.Value) {
	if want, ok := types[m.Type]; ok && v.Kind() != want {
		w := message.WrongField(m.Name, helper.Show(v), "a "+message.TypeName(m.Type))
		if m.Name == "stimulus" && v.Table() != nil {
			w = w.With(oneStimulus(v.Table()))
		}
		if text, ok := v.Text(); ok && m.Name == keyArgs && v.Kind() == lua.KindString {
			w = w.With(message.WriteIt(keyArgs + " = { " + strconv.Quote(cut(text, maxKey)) + " }"))
		}
		r.wrongValue(m.Name, w)
		return
	}
	text, _ := v.Text()
	n, _ := v.Float()
	switch m.Name {
	case keyChildren:
		r.children(text, m)
	case "non_exclusive":
		r.spec.NonExclusive = v.Truth()
	case "restart_on_reload":
		r.spec.Restart = v.Truth()
	case "stimulus":
		r.spec.Stimulus = text
	case "interval":
		r.interval(m.Name, n)
	case "importance":
		r.importance(m.Name, n)
	case "doc":
		r.c.Doc = text
	case keyArgs:
		r.args(v.Table())
	case "params":
		r.params(v.Table())
	}
}

// oneStimulus returns the remedy for a list of stimuli.
func oneStimulus(list *lua.Table) diag.Words {
	var names []string
	for i := 1; i <= list.Len(); i++ {
		if name, ok := list.Int(i).Text(); ok {
			names = append(names, strconv.Quote(cut(name, maxKey)))
		}
	}
	if len(names) == 0 {
		return message.OneStimulus()
	}
	if len(names) == 1 {
		return message.WriteIt("stimulus = " + names[0])
	}
	return message.OneStimulusEach(names[0], names[1:])
}

func (r *specReader) interval(key string, seconds float64) {
	d, ok := duration(seconds)
	if !ok {
		r.wrongValue(key, message.WrongField(key, value.FormatNumber(seconds), wantSeconds))
	}
	r.spec.Interval = d
}

func (r *specReader) importance(key string, f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		r.wrongValue(key, message.WrongField(key, value.FormatNumber(f), "a finite number"))
	}
	r.spec.Importance = f
}

func (r *specReader) children(word string, m behaviors.Meaning) {
	for _, rule := range kind.ChildRules() {
		if rule.String() == word {
			r.spec.Children = rule
			return
		}
	}
	w := message.UnknownChildrenRule(cut(word, maxKey)).With(message.WantOneOf(m.Values))
	const stem = 6 // as many letters as sequence, the node kind, and sequential have in common
	for _, v := range m.Values {
		if len(word) > stem && strings.HasPrefix(v, word[:stem]) {
			w = w.With(message.DidYouMean(v))
		}
	}
	r.wrongValue(m.Name, w.With(message.Near(word, m.Values)))
}

func (r *specReader) args(t *lua.Table) {
	for i := 1; i <= t.Len(); i++ {
		name, ok := t.Int(i).Text()
		if !ok {
			r.wrongValue(keyArgs, message.ArgsNotNames(helper.Show(t.Int(i))))
			return
		}
		r.spec.Args = append(r.spec.Args, name)
	}
}

func (r *specReader) params(t *lua.Table) {
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		name, ok := k.Text()
		value, err := helper.ToValue(v)
		switch {
		case !ok:
			r.wrongValue("params", message.ParamsNotNames(helper.Show(k)))
			return
		case err != nil:
			r.wrongValue("params", message.Around(err, func(reason diag.Words) diag.Words { return message.ParamRefused(cut(name, maxKey), reason) }))
			return
		}
		r.spec.Params = append(r.spec.Params, engine.Param{Name: name, Value: value})
	}
}

// arguments returns the number of arguments that a hook takes. It is faster to pass only these. The number also
// shows whether the hook needs a memory.
func arguments(fn *lua.Function) uint8 {
	n, more := fn.Params()
	if more {
		return 4
	}
	return uint8(min(n, 4))
}
