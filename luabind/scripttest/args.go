package scripttest

import (
	"fmt"
	"path"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// args holds the arguments of a word. Indices count from 0.
type args struct {
	word   string
	values []value.Value
	bundle *assets.Bundle
}

// at returns an argument, or nil if it was omitted.
func (a args) at(i int) value.Value {
	if i < len(a.values) {
		return a.values[i]
	}
	return value.Value{}
}

func (a args) wrong(i int, want string) error {
	return message.WrongTestArgument(a.word, show(a.at(i)), i+1, want)
}

// agent returns an argument that must be an agent in the game.
func (a args) agent(i int) (*engine.Agent, error) {
	x, ok := a.at(i).Ref().(*engine.Agent)
	switch {
	case !ok:
		w := message.WrongTestArgument(a.word, show(a.at(i)), i+1, "an agent, as t.spawn gives it")
		if second, _ := a.at(i + 1).Ref().(*engine.Agent); second != nil {
			w = w.With(message.AgentComesFirst())
		}
		return nil, w
	case !x.Alive():
		return nil, message.AgentRemoved(x.Label())
	}
	return x, nil
}

func (a args) text(i int, what string) (string, error) {
	if v := a.at(i); v.Kind() == value.KindString {
		return v.Str(), nil
	}
	return "", a.wrong(i, what)
}

// count returns an argument that must be a whole number from 1 to most. If the argument was omitted, it returns 1.
func (a args) count(i, most int) (int, error) {
	v := a.at(i)
	if v.IsNil() {
		return 1, nil
	}
	n := int(v.Float())
	if v.Kind() != value.KindNumber || float64(n) != v.Float() || n < 1 || n > most {
		return 0, a.wrong(i, fmt.Sprintf("a whole number from 1 to %d", most))
	}
	return n, nil
}

// ticks returns an argument that must be a number of ticks.
func (a args) ticks(i int) (int, error) {
	n, err := a.count(i, maxTicks)
	if w, ok := err.(diag.Words); ok {
		if d, wrong := a.seconds(i); wrong == nil {
			err = w.With(message.WaitForSeconds(value.FormatNumber(d.Seconds())))
		}
	}
	return n, err
}

// maxSeconds is the longest time that may be passed to a word. It is about a day.
const maxSeconds = 100_000

// seconds returns an argument that must be a positive time.
func (a args) seconds(i int) (time.Duration, error) {
	v := a.at(i)
	if f := v.Float(); v.Kind() == value.KindNumber && f > 0 && f <= maxSeconds {
		return time.Duration(f * float64(time.Second)), nil
	}
	return 0, a.wrong(i, fmt.Sprintf("a number of seconds above 0, at most %d", maxSeconds))
}

func (a args) function(i int) (*callback, error) {
	if f, ok := a.at(i).Ref().(*callback); ok {
		return f, nil
	}
	return nil, a.wrong(i, "a function")
}

// node returns an agent, the name of a node, and the nodes of the agent's tree with that name. It returns an error
// if there are none. Without the error, a misspelled name would never be active.
func (a args) node() (*engine.Agent, string, []int32, error) {
	x, err := a.agent(0)
	if err != nil {
		return nil, "", nil, err
	}
	name, err := a.text(1, "the name of a node, such as \"flee\"")
	if err != nil {
		return nil, "", nil, err
	}
	nodes := x.Program().Nodes(name)
	if nodes == nil {
		return nil, "", nil, noNode(x.Program(), name, a.bundle)
	}
	return x, name, nodes, nil
}

// noNode returns the words for a name that no node of a tree has. If a tree file has a mistake, the node may be missing for that.
func noNode(p *engine.Program, name string, b *assets.Bundle) diag.Words {
	for _, d := range b.Problems.Errors() {
		if path.Ext(d.Pos.File) == assets.TreeExt {
			return message.NodeNotInTree(name, p.Name()).With(message.CorrectFirst(d.Pos.String()))
		}
	}
	return p.NoNode(name).Words()
}

// nothing is the result of a word that returns no value.
var nothing value.Value
