//go:build !luacore

package luabind

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
)

// read makes an answer of what a hook returned.
func (b *binding) read(c *engine.Context, h engine.Hook, v lua.LValue) (engine.Answer, error) {
	switch h {
	case engine.HookPrecondition, engine.HookPostcondition:
		return engine.Answer{Yes: isYes(v)}, nil
	case engine.HookBehavior:
		return b.answer(v, engine.Running)
	case engine.HookResult:
		st, ok := toStatus(v, c.Result())
		if !ok {
			return engine.Answer{}, b.wrong(h.String(), v, wantStatus)
		}
		return engine.Answer{Status: st}, nil
	case engine.HookUtility:
		n, ok := v.(lua.LNumber)
		if !ok || math.IsNaN(float64(n)) {
			return engine.Answer{}, b.wrong(h.String(), v, "a number")
		}
		return engine.Answer{Score: float64(n)}, nil
	case engine.HookChoose:
		return b.choice(c, v)
	}
	return engine.Answer{}, nil
}

// isYes is lua.LVAsBool for what is a boolean in nearly all cases: it is not compared
// with two other values first.
func isYes(v lua.LValue) bool {
	b, ok := v.(lua.LBool)
	return bool(b) || !ok && v != lua.LNil
}

// answer reads the status that behavior or run returned.
func (b *binding) answer(v lua.LValue, none engine.Status) (engine.Answer, error) {
	st, ok := toStatus(v, none)
	if !ok {
		name := engine.HookBehavior.String()
		if b.hooks[engine.HookBehavior].run {
			name = keyRun
		}
		return engine.Answer{}, b.wrong(name, v, wantStatus)
	}
	return engine.Answer{Status: st}, nil
}

// offer is the list of ready children that choose was given last, and what was in it.
type offer struct {
	list     *lua.LTable
	children []*lua.LTable
}

// offer makes the list of ready children that choose is given.
func (s *State) offer(choices []engine.Choice) *lua.LTable {
	s.offered.list = newTable(len(choices), 0)
	s.offered.children = s.offered.children[:0]
	for i := range choices {
		c := &choices[i]
		t := newTable(0, 4)
		t.RawSetString("name", lua.LString(c.Name))
		t.RawSetString("index", lua.LNumber(c.Index+1))
		t.RawSetString("active", lua.LBool(c.Active))
		t.RawSetString("score", lua.LNumber(c.Score))
		s.offered.list.RawSetInt(i+1, t)
		s.offered.children = append(s.offered.children, t)
	}
	return s.offered.list
}

// taken returns the index of the child at a place of the list, -1 if there is none. A
// script may sort the list: what counts is what stands there now.
func (o *offer) taken(place int) int {
	t, _ := o.list.RawGetInt(place).(*lua.LTable)
	return slices.Index(o.children, t)
}

// choice reads which child choose has picked.
func (b *binding) choice(c *engine.Context, v lua.LValue) (engine.Answer, error) {
	if !lua.LVAsBool(v) {
		return engine.Answer{Choice: -1}, nil
	}
	n, _ := v.(lua.LNumber)
	k, last := int(n), len(c.Choices())
	if float64(k) == float64(n) && k >= 1 {
		if b.hooks[engine.HookChoose].args > 2 {
			k = b.s.offered.taken(k) + 1
		}
		if k >= 1 && k <= last {
			return engine.Answer{Choice: k - 1}, nil
		}
	}
	want := fmt.Sprintf("the place of a child in children, 1 to %d, or nil", last)
	if last == 1 {
		want = "1, the place of the only child in children, or nil"
	}
	return engine.Answer{}, b.wrong(engine.HookChoose.String(), v, want)
}

// wrong is the error of a hook that returned what it must not. It points at the return
// statement that gave the value, as far as that is certain: by its literal, or because
// there is only one.
func (b *binding) wrong(name string, v lua.LValue, want string) error {
	script := b.chunk.script
	got := "nothing"
	if v != lua.LNil {
		got = show(v)
	}
	e := &Error{At: script.KeyPos(name), Message: fmt.Sprintf("%s returned %s; want %s", name, got, want)}
	guilty := suspects(script.Returns(name), v)
	for i, r := range guilty {
		switch i {
		case 0:
			e.At = r.Pos
		case 1:
			e.Hint = fmt.Sprintf("or the return in line %d", r.Pos.Line)
		default:
			e.Hint += fmt.Sprintf(", %d", r.Pos.Line)
		}
	}
	e.Source = script.Line(e.At.Line)
	return e
}

// suspects returns the return statements that may have given v: those that
// spell it out, or else all that do not spell out something different.
func suspects(returns []lint.Return, v lua.LValue) []lint.Return {
	var exact, open []lint.Return
	for _, r := range returns {
		switch {
		case r.Kind == "none":
			if v == lua.LNil {
				exact = append(exact, r)
			}
		case r.Literal == "" && r.Kind == "":
			open = append(open, r)
		case r.Literal != "" && r.Kind == v.Type().String() && sameLiteral(r, v):
			exact = append(exact, r)
		case r.Literal == "" && r.Kind == v.Type().String():
			exact = append(exact, r)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return open
}

func sameLiteral(r lint.Return, v lua.LValue) bool {
	switch x := v.(type) {
	case lua.LNumber:
		n, ok := numberConstant(r.Literal).(constant)
		return ok && n.v.num == float64(x)
	case lua.LString:
		return len(r.Literal) >= 2 && sameString(r.Literal, string(x))
	}
	return r.Literal == v.String()
}

// sameString tells whether a literal may stand for text. One with escapes or in
// long brackets is not taken apart.
func sameString(literal, text string) bool {
	if literal[0] == '[' || strings.Contains(literal, `\`) {
		return true
	}
	return literal[1:len(literal)-1] == text
}
