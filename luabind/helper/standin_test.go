package helper_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// TestStandIn checks that a stand-in receives valid arguments, and that give returns an error for
// an invalid result.
func TestStandIn(t *testing.T) {
	x := newSession(t)
	var standIn helper.StandIn
	for i, h := range append(goHelpers(), entityHelpers()...) {
		name := h.Name
		if i >= len(goHelpers()) {
			name += "_2"
		}
		x.set(t, name, h.Function(helper.Options{Namespace: "go", StandIn: func(string) helper.StandIn { return standIn }}).Value())
	}
	x.set(t, "troll", lua.Handle(troll))
	if got := x.say(t, "return two(5, 3), int(2)"); got != "2 4" {
		t.Error(got)
	}
	echo := func(_ *lua.Call, args []lua.Value, give func([]lua.Value) error) error { return give(args) }
	give := func(results ...lua.Value) helper.StandIn {
		return func(_ *lua.Call, _ []lua.Value, give func([]lua.Value) error) error { return give(results) }
	}
	for _, c := range []struct {
		standIn helper.StandIn
		body    string
		want    string
	}{
		{echo, "return two(5, 3)", "5"},
		{echo, "return two(5, 'x')", `wrong-argument function="go.two" given="\"x\"" n=2 name="b" want="a number"`},
		{echo, "return two(5)", `missing-argument function="go.two" n=2 name="b" want="a number"`},
		{echo, "return two(5, 3, 1)", `too-many-arguments function="go.two" given=3 names=[a b]`},
		{echo, "local s = { name = 'n', place = { x = 1, y = 2, w = 3 }, tags = {} } local u = spot(s) return u.name, u.place.w, s == u", "n nil false"},
		{echo, "return enemy_2(troll) == troll, health_2(troll)", `error 2:33: wrong-stand-in-result function="go.health" n=1 value="a handle of entity" want="a whole number"`},
		{echo, "return raw(1, nil, print == nil, 2)", "1 nil false 2"},
		{echo, "return select('#', nothing()), select('#', only_fails())", "0 0"},
		{echo, "return add('a', 1, 2)", "a"},
		{echo, "return add('a', 1, 'x')", `wrong-argument function="go.add" given="\"x\"" n=3 name="rest" want="a whole number"`},
		{give(), "return enemy_2(troll), find(1)", "nil nil"},
		{give(), "return one(1)", `wrong-stand-in-result function="go.one" n=1 value="nil" want="a number"`},
		{give(lua.Number(1), lua.Number(2), lua.Number(3)), "return pair(1, 2, 3, 4)", "1 2"},
		{give(lua.Number(1), lua.True), "return pair(1, 2, 3, 4)", `wrong-stand-in-result function="go.pair" n=2 value="true" want="a number"`},
		{func(*lua.Call, []lua.Value, func([]lua.Value) error) error { return errors.New("not now") }, "one(1)", `helper-error error="not now" function="go.one"`},
	} {
		standIn = c.standIn
		if got := x.say(t, c.body); got != c.want && !(strings.HasPrefix(got, "error 2:") && strings.HasSuffix(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
