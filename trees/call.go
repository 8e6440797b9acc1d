package trees

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/message"
)

// Call is the name of a tree with arguments for its parameters, as in "patrol speed=2". A parameter can stand for a field of
// the agent that runs the tree, as in "patrol speed=$pace".
type Call struct {
	Tree   string
	Params []Param // parameters sorted by name
}

// ParseCall parses the name of a tree and its arguments, as they follow the word tree in an inclusion. The error
// has no position.
func ParseCall(text string) (Call, error) {
	if strings.ContainsAny(text, "\r\n") {
		return Call{}, fmt.Errorf("%s is on several lines; write a tree and its parameters on one: patrol speed=2", message.Cut(text))
	}
	if strings.TrimSpace(text) == "" {
		return Call{}, errors.New("the name of a tree is missing; give one, and its parameters after it, if it has any: patrol speed=2")
	}
	f, list := Parse("", []byte("tree call\n  tree "+text+"\n"))
	if err := list.Errors(); len(err) > 0 {
		return Call{}, fmt.Errorf("%s: %s: %s", message.Cut(text), err[0].Message, err[0].Hint)
	}
	n := f.Trees[0].Root
	if n.ID != "" || n.NonExclusive || n.Disabled || n.Guard != nil || n.Note != "" || n.Meta != nil || len(f.Comments) > 0 {
		return Call{}, fmt.Errorf("%s: only parameters may follow the name of the tree: patrol speed=2", message.Cut(text))
	}
	if i := slices.IndexFunc(n.Params, func(p Param) bool { return p.Expr != nil && !p.Expr.Field }); i >= 0 {
		w := message.ConstantValue(n.Params[i].Name)
		return Call{}, fmt.Errorf("%s: %s: %s", message.Cut(text), w.Text, w.Hint)
	}
	return NewCall(n.Name, n.Params)
}

// NewCall returns a call with sorted parameters. It returns an error if a name is invalid or repeated.
func NewCall(tree string, params []Param) (Call, error) {
	if err := CheckName(tree); err != nil {
		return Call{}, err
	}
	c := Call{Tree: tree, Params: slices.Clone(params)}
	slices.SortStableFunc(c.Params, func(a, b Param) int { return strings.Compare(a.Name, b.Name) })
	for i, p := range c.Params {
		if !isKey(p.Name) || isNodeKey(p.Name) {
			return Call{}, fmt.Errorf("%q is no name of a parameter", p.Name)
		}
		if i > 0 && c.Params[i-1].Name == p.Name {
			return Call{}, errors.New(p.Name + " is given twice")
		}
	}
	return c, nil
}

// String returns the call in the form that ParseCall parses. Equal calls have the same text.
func (c Call) String() string {
	var b strings.Builder
	b.WriteString(c.Tree)
	for _, p := range c.Params {
		b.WriteString(" " + p.Name + "=")
		if p.Expr != nil {
			b.WriteString("$" + p.Expr.Source)
		} else {
			b.WriteString(Literal(p.Value))
		}
	}
	return b.String()
}
