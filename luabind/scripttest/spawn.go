package scripttest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
)

// maxAgents is the largest number of agents in a test.
const maxAgents = 10_000

func (p *play) spawn(a args) (value.Value, error) {
	tree, err := a.text(0, "the name of a tree")
	if err != nil {
		return nothing, err
	}
	f, err := a.fields(1)
	if err != nil {
		return nothing, err
	}
	if len(p.agents) >= maxAgents {
		return nothing, message.TooManyAgentsInTest(maxAgents)
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if w := p.game.Bundle().Declared().Refuse(name, f[name].(value.Value)); w.Text != "" {
			return nothing, w
		}
	}
	x, err := p.game.Spawn(tree, f)
	if err != nil {
		return nothing, message.TestTreeRefused(a.word, message.Short(err.Error(), p.suite.Problems))
	}
	p.agents = append(p.agents, x)
	return value.Other(x), nil
}

// fields returns an argument that holds the initial fields of an agent.
func (a args) fields(i int) (bough.Fields, error) {
	f := bough.Fields{}
	v := a.at(i)
	t := v.Table()
	if t == nil && !v.IsNil() {
		return nil, a.wrong(i, "a table of fields, such as { hp = 100 }")
	}
	for _, e := range entries(t) {
		if e.Key.Kind() != value.KindString {
			return nil, message.TestFieldWithoutName(a.word, show(e.Key))
		}
		if name := e.Key.Str(); luabind.Reserved(name) {
			return nil, message.EngineFieldGiven(a.word, name)
		}
		f[e.Key.Str()] = e.Value
	}
	return f, nil
}

func entries(t *value.Table) []value.Entry {
	if t == nil {
		return nil
	}
	return t.Entries
}

// handle returns a value in place of a Go value of the game.
func (p *play) handle(a args) (value.Value, error) {
	name, err := a.text(0, "a name, which messages show")
	return value.Other(&helper.Dummy{Name: name}), err
}

func (p *play) despawn(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	p.game.Despawn(x)
	return nothing, p.checked(message.AgentRemovedTerm(x.Label()))
}

func (p *play) switchTree(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	tree, err := a.text(1, "the name of a tree")
	if err != nil {
		return nothing, err
	}
	if err := p.game.SetTree(x, tree); err != nil {
		return nothing, message.TestTreeRefused(a.word, message.Short(err.Error(), p.suite.Problems))
	}
	return nothing, p.checked(message.AgentLeftTreeTerm(x.Label()))
}

// abort aborts a node. If it is not active, the test fails, since it expects an effect.
func (p *play) abort(a args) (value.Value, error) {
	x, name, nodes, err := a.node()
	if err != nil {
		return nothing, err
	}
	if !x.Abort(name) {
		return nothing, p.notDoing(x, message.NodeNotActive(x.Label(), doingOr(x), name), nodes)
	}
	return nothing, p.checked(message.NodeAbortedTerm(x.Label(), name))
}

func (p *play) reset(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	x.Reset()
	return nothing, p.checked(message.AgentResetTerm(x.Label()))
}

func (p *play) post(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	st := engine.Stimulus{Data: a.at(2)}
	if st.Name, err = a.text(1, "the name of a stimulus"); err != nil {
		return nothing, err
	}
	if !plain(st.Data) {
		return nothing, a.wrong(2, "plain data")
	}
	if w := p.game.Bundle().Declared().RefuseData(st.Name, st.Data); w.Text != "" {
		return nothing, w
	}
	if !a.at(3).IsNil() {
		if st.TTL, err = a.seconds(3); err != nil {
			return nothing, err
		}
		st.TTL = max(st.TTL, time.Nanosecond)
	}
	p.game.World().Post(x.ID(), st)
	return nothing, nil
}

// impose makes a passive request: something happens to an agent.
func (p *play) impose(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	var q engine.Request
	if q.Kind, err = a.text(1, "the kind of what happens, such as \"stumble\""); err != nil {
		return nothing, err
	}
	if v := a.at(2); v.Table() == nil && !v.IsNil() {
		return nothing, a.wrong(2, "a table, { channel = \"legs\", priority = 5, data = {} }")
	}
	for _, e := range entries(a.at(2).Table()) {
		if err := a.option(&q, e); err != nil {
			return nothing, err
		}
	}
	if w := p.game.Bundle().Declared().RefuseRequest(q.Kind, q.Data); w.Text != "" {
		return nothing, w
	}
	x.Impose(q)
	return nothing, nil
}

func (a args) option(q *engine.Request, e value.Entry) error {
	switch name := e.Key.Str(); {
	case name == "channel" && e.Value.Kind() == value.KindString:
		q.Channel = e.Value.Str()
	case name == "priority" && e.Value.Kind() == value.KindNumber:
		q.Priority = e.Value.Float()
	case name == "data" && plain(e.Value):
		q.Data = e.Value
	default:
		return message.WrongImposeOption(a.word, show(e.Value), show(e.Key))
	}
	return nil
}

// finish ends the request in force on a channel, as a game does that has carried out
// the request.
func (p *play) finish(a args) (value.Value, error) {
	x, channel, err := a.channel()
	if err != nil {
		return nothing, err
	}
	if _, ok := x.InForce(channel); !ok {
		return nothing, message.NoRequestToFinish(x.Label(), channel, channels(x))
	}
	x.EndRequest(channel)
	return nothing, nil
}

// channel returns an agent and the name of a channel from the arguments.
func (a args) channel() (*engine.Agent, string, error) {
	x, err := a.agent(0)
	if err != nil {
		return nil, "", err
	}
	name, err := a.text(1, "the name of a channel, such as \"legs\"")
	return x, name, err
}

// channels lists the channels on which an agent has a request in force.
func channels(x *engine.Agent) string {
	var names []string
	for name, q := range x.Requests() {
		names = append(names, fmt.Sprintf("%q on %q", q.Kind, name))
	}
	if slices.Sort(names); len(names) == 0 {
		return "nothing at all"
	}
	return strings.Join(names, ", ")
}

func (p *play) board(a args) (value.Value, error) {
	name, err := a.text(0, "the name of a board")
	if err != nil {
		return nothing, err
	}
	return value.Other(&board{p.game.World(), name}), nil
}

func (p *play) helper(a args) (value.Value, error) {
	name, err := a.text(0, "the name of a helper, such as \"field.sight\"")
	if err != nil {
		return nothing, err
	}
	f, err := a.function(1)
	if err != nil {
		return nothing, err
	}
	return nothing, p.suite.standIns.set(name, f)
}
