package luabind

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// The strings that scripts use for a status. bt.RUNNING, bt.SUCCESS and bt.FAILURE have these values.
const (
	wordRunning = "running"
	wordSuccess = "success"
	wordFailure = "failure"
)

// statusWords holds the string of each status.
var statusWords = [...]lua.Value{engine.Running: lua.Name(wordRunning), engine.Success: lua.Name(wordSuccess), engine.Failure: lua.Name(wordFailure)}

// toStatus returns the status for a value that a behavior hook has returned. For nil it returns none. The second
// result reports whether the value is valid.
func toStatus(v lua.Value, none engine.Status) (engine.Status, bool) {
	switch v.Kind() {
	case lua.KindNil:
		return none, true
	case lua.KindBool:
		if v.Truth() {
			return engine.Success, true
		}
		return engine.Failure, true
	case lua.KindString:
		switch text, _ := v.Text(); text {
		case wordRunning:
			return engine.Running, true
		case wordSuccess:
			return engine.Success, true
		case wordFailure:
			return engine.Failure, true
		}
	}
	return none, false
}

// read returns the answer for the value that hook h has returned.
func (b *binding) read(c *engine.Context, h engine.Hook, v lua.Value) (engine.Answer, error) {
	switch h {
	case engine.HookPrecondition, engine.HookPostcondition:
		return engine.Answer{Yes: v.Truth()}, nil
	case engine.HookBehavior:
		return b.answer(v, engine.Running)
	case engine.HookResult:
		st, ok := toStatus(v, c.Result())
		if !ok {
			return engine.Answer{}, b.wrong(h.String(), v, message.ResultNotStatus(h.String(), returned(v)))
		}
		return engine.Answer{Status: st}, nil
	case engine.HookUtility:
		n, ok := v.Float()
		if !ok || math.IsNaN(n) {
			w := message.WrongUtility(returned(v))
			if v.Kind() == lua.KindBool {
				w = w.With(message.ZeroIfOfNoUse())
			}
			return engine.Answer{}, b.wrong(h.String(), v, w)
		}
		return engine.Answer{Score: n}, nil
	case engine.HookChoose:
		return b.choice(c, v)
	}
	return engine.Answer{}, nil
}

// answer converts the status that the hook behavior or run returned.
func (b *binding) answer(v lua.Value, none engine.Status) (engine.Answer, error) {
	st, ok := toStatus(v, none)
	if !ok {
		name := engine.HookBehavior.String()
		if b.hooks[engine.HookBehavior].run {
			name = keyRun
		}
		return engine.Answer{}, b.wrong(name, v, message.ResultNotStatus(name, returned(v)))
	}
	return engine.Answer{Status: st}, nil
}

// offer is the list of ready children that was passed to the last call of choose, and its original entries.
type offer struct {
	list     *lua.Table
	children []*lua.Table
}

// fill creates the list of ready children for a call of choose, and returns it.
func (o *offer) fill(l *lua.State, choices []engine.Choice) lua.Value {
	o.list = l.NewTable(len(choices), 0)
	o.children = o.children[:0]
	for i := range choices {
		c := &choices[i]
		t := l.NewTable(0, 4)
		set(t, "name", lua.String(c.Name))
		set(t, "index", lua.Number(float64(c.Index+1)))
		set(t, "active", lua.Bool(c.Active))
		set(t, "score", lua.Number(c.Score))
		if err := o.list.Append(t.Value()); err != nil {
			panic(err)
		}
		o.children = append(o.children, t)
	}
	return o.list.Value()
}

// taken returns the index of the child at a place in the list, or -1 if there is none there. The script may have
// sorted the list, so the current order counts.
func (o *offer) taken(place int) int {
	return slices.Index(o.children, o.list.Int(place).Table())
}

// choice returns the answer for the value that choose has returned.
func (b *binding) choice(c *engine.Context, v lua.Value) (engine.Answer, error) {
	if !v.Truth() {
		return engine.Answer{Choice: -1}, nil
	}
	n, _ := v.Float()
	k, last := int(n), len(c.Choices())
	if float64(k) == n && k >= 1 {
		if b.hooks[engine.HookChoose].args > 2 {
			k = b.s.offered.taken(k) + 1
		}
		if k >= 1 && k <= last {
			return engine.Answer{Choice: k - 1}, nil
		}
	}
	return engine.Answer{}, b.wrong(engine.HookChoose.String(), v, message.ChoiceNotPlace(last, returned(v)))
}

// returned returns the result of a hook as messages show it.
func returned(v lua.Value) string {
	if v.IsNil() {
		return "nothing"
	}
	return helper.Show(v)
}

// wrong returns the error for a hook that returned an invalid value. Its position is the first return statement
// that may have returned the value, and its hint lists the others. If there is no such statement, the position is
// the key of the hook.
func (b *binding) wrong(name string, v lua.Value, w diag.Words) error {
	script := b.chunk.compiled.script
	at := script.KeyPos(name)
	guilty := suspects(script.Returns(name), v)
	if len(guilty) > 0 {
		at, guilty = guilty[0].Pos, guilty[1:]
	}
	if len(guilty) > 0 {
		lines := make([]string, len(guilty))
		for i, r := range guilty {
			lines[i] = strconv.Itoa(r.Pos.Line)
		}
		w = w.With(message.OrOtherReturn(lines))
	}
	return newError(script, at, w)
}

// suspects returns the return statements that may have returned v. They are the statements with the literal v or,
// if there are none, all statements without another literal.
func suspects(returns []lint.Return, v lua.Value) []lint.Return {
	var exact, open []lint.Return
	for _, r := range returns {
		switch {
		case r.Kind == "none":
			if v.IsNil() {
				exact = append(exact, r)
			}
		case r.Literal == "" && r.Kind == "":
			open = append(open, r)
		case r.Literal != "" && r.Kind == v.Kind().String() && sameLiteral(r, v):
			exact = append(exact, r)
		case r.Literal == "" && r.Kind == v.Kind().String():
			exact = append(exact, r)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return open
}

func sameLiteral(r lint.Return, v lua.Value) bool {
	if x, ok := v.Float(); ok {
		n, ok := lua.ParseNumber(r.Literal)
		return ok && n == x
	}
	if text, ok := v.Text(); ok {
		return len(r.Literal) >= 2 && sameString(r.Literal, text)
	}
	return r.Literal == v.String()
}

// sameString reports whether a string literal may have the given value. It does not interpret literals with escapes
// or in long brackets.
func sameString(literal, text string) bool {
	if literal[0] == '[' || strings.Contains(literal, `\`) {
		return true
	}
	return literal[1:len(literal)-1] == text
}
