package scripttest

import (
	"errors"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// failure is the error of a word. It has notes in addition to the message.
type failure struct {
	words diag.Words
	notes []string
}

// Error implements error.
func (f *failure) Error() string { return f.words.Error() }

// wordTable returns the table with the words.
func (d *driver) wordTable() lua.Value {
	words := make(map[string]lua.Value, len(list))
	for i := range list {
		w := &list[i]
		words[w.name] = lua.NewFunction(nameWords+"."+w.name, func(c *lua.Call) error { return d.do(c, w) }).Value()
	}
	return readOnly(nameWords, func(c *lua.Call) error {
		name, _ := c.Arg(2).Text()
		v, ok := words[name]
		if !ok {
			return d.raise(c, noWord(name))
		}
		c.Return(v)
		return nil
	})
}

// noWord returns the error for an unknown word.
func noWord(name string) error {
	return message.UnknownTestWord(name, wordNames()).With(lint.NearWord(name, wordNames()))
}

// do carries out a call of a word.
func (d *driver) do(c *lua.Call, w *word) error {
	values, err := d.values(c, w)
	var v value.Value
	if err == nil {
		v, err = w.does(d.play, args{w.name, values, d.play.game.Bundle()})
	}
	if err != nil {
		return d.raise(c, err)
	}
	for i := range d.play.faults.expected {
		if e := &d.play.faults.expected[i]; e.unmet == nil {
			e.unmet = d.placed(c, message.ExpectedErrorMissing(e.text))
		}
	}
	c.Return(d.shown(c, v))
	return nil
}

// values converts the arguments of a call of a word.
func (d *driver) values(c *lua.Call, w *word) ([]value.Value, error) {
	n := c.Len()
	switch {
	case d.stub != "":
		return nil, message.StandInCallsWord(d.stub, w.name)
	case n > 0 && c.Arg(1).Equal(d.words):
		return nil, message.WordCalledWithColon(w.name)
	}
	checked := w.lintWord()
	if problem := checked.Misuse(nameWords, n); problem.Code != "" {
		return nil, problem
	}
	out := make([]value.Value, n)
	for i := range out {
		v, err := d.given(c, c.Arg(i+1))
		if err != nil {
			return nil, message.Around(err, func(reason diag.Words) diag.Words { return message.TestArgumentRefused(w.name, i+1, reason) })
		}
		out[i] = v
	}
	return out, nil
}

// given converts a value in the test file to an argument of a word. An agent or a function becomes a value.Other
// of an *engine.Agent or a *callback. Any other value is copied.
func (d *driver) given(c *lua.Call, v lua.Value) (value.Value, error) {
	if a := d.handles[v.Table()]; a != nil {
		return value.Other(a), nil
	}
	if fn := v.Function(); fn != nil {
		return value.Other(&callback{d, fn}), nil
	}
	return d.data(c, v)
}

// data copies a value. It returns an error if the value contains an agent or a function.
func (d *driver) data(c *lua.Call, v lua.Value) (value.Value, error) {
	if a := d.agentIn(v.Table(), helper.MaxDepth); a != nil {
		return value.Value{}, message.AgentAsData(a.Label())
	}
	return helper.ToValueIn(c, v)
}

// agentIn returns an agent that a table contains, or nil if there is none.
func (d *driver) agentIn(t *lua.Table, depth int) *engine.Agent {
	if a := d.handles[t]; a != nil || t == nil || depth == 0 {
		return a
	}
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		if a := d.agentIn(v.Table(), depth-1); a != nil {
			return a
		}
	}
	return nil
}

// shown converts the result of a word to a value in the test file.
func (d *driver) shown(c *lua.Call, v value.Value) lua.Value {
	switch x := v.Ref().(type) {
	case *engine.Agent:
		return d.handle(x)
	case *board:
		return d.boardTable(x)
	}
	return helper.FromValueIn(c, v)
}

// raise returns the error that ends the current function of the test file. It records the error in case the
// function catches it.
func (d *driver) raise(c *lua.Call, err error) error {
	if d.failure == nil {
		d.failure = d.placed(c, err)
	}
	return err
}

// wordsOf returns the words of an error.
func wordsOf(err error) diag.Words {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f.words
	}
	return message.WordsOf(err)
}

// placed adds the position of the word to an error, and notes with the positions of the calls around it.
func (d *driver) placed(c *lua.Call, err error) *luabind.Error {
	if e := (*luabind.Error)(nil); errors.As(err, &e) { // raised in a function that a word has called, where it got its position
		return e
	}
	var places []lua.Position
	for _, l := range c.Trace() {
		if l.At.Line > 0 {
			places = append(places, l.At)
		}
	}
	if len(places) == 0 { // the test is over, and a word was called as a stand-in
		places = []lua.Position{{}}
	}
	places = slices.Compact(places)
	e := d.file.ErrorAt(places[0], wordsOf(err))
	for _, p := range places[1:] {
		e.Notes = append(e.Notes, message.CalledFrom(p.String()).Text)
	}
	if f := (*failure)(nil); errors.As(err, &f) {
		e.Notes = append(e.Notes, f.notes...)
	}
	return e
}
