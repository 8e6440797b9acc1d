package jsontree

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// shape lists the members that an object may have, with their types.
type shape struct {
	what    func() diag.Words // name of the object as messages show it
	members []shapeMember
}

type shapeMember struct {
	name string
	kind jsondoc.Kind
}

// anyKind is for a member of any type. remarkKind is for a text or the literal of a text.
const (
	anyKind    jsondoc.Kind = 255
	remarkKind jsondoc.Kind = 254
)

var (
	documentShape = shape{message.TreeFileTerm, []shapeMember{
		{"$schema", jsondoc.String}, {"crlf", jsondoc.Bool}, {"conditions", jsondoc.Array}, {"trees", jsondoc.Array}, {"after", jsondoc.Array},
	}}
	treeShape = shape{message.TreeTerm, []shapeMember{
		{"before", jsondoc.Array}, {"name", jsondoc.String}, {"params", jsondoc.Array}, {"doc", remarkKind},
		{"meta", anyKind}, {"comment", jsondoc.String}, {"root", jsondoc.Object}, {"conditions", jsondoc.Array},
	}}
	treeParamShape = shape{message.TreeParameterTerm, []shapeMember{{"name", jsondoc.String}, {"default", anyKind}}}
	conditionShape = shape{message.NamedConditionTerm, []shapeMember{
		{"before", jsondoc.Array}, {"name", jsondoc.String}, {"expression", jsondoc.String}, {"comment", jsondoc.String},
	}}
	nodeShape = shape{message.NodeTerm, []shapeMember{
		{"before", jsondoc.Array}, {"disabled", jsondoc.Bool}, {"node", jsondoc.String}, {"tree", jsondoc.String}, {"slot", jsondoc.String}, {"override", jsondoc.String},
		{"args", jsondoc.Array}, {"params", jsondoc.Object}, {"id", jsondoc.String}, {"nonexclusive", jsondoc.Bool},
		{"note", remarkKind}, {"meta", anyKind}, {"expression", jsondoc.String}, {"when", jsondoc.String},
		{"comment", jsondoc.String}, {"children", jsondoc.Array},
	}}
	commentShape = shape{message.CommentTerm, []shapeMember{{"comment", jsondoc.String}, {"depth", jsondoc.Number}}}
)

// headMembers are the members that hold the name of a node. The member determines the type of the
// node, and a node has exactly one of them.
var headMembers = []string{"node", "tree", "slot", "override"}

// check reports whether a value is an object, and adds problems for wrong members.
func (r *reader) check(v *jsondoc.Value, s *shape) bool {
	if v.Kind != jsondoc.Object {
		r.report(v.Pos, message.NotAnObject(v.Kind.Words(), s.names(), s.what()))
		return false
	}
	for _, m := range v.Members {
		i := slices.IndexFunc(s.members, func(t shapeMember) bool { return t.name == m.Name })
		switch {
		case i < 0:
			r.report(m.Pos, message.UnknownJsonMember(s.names(), m.Name, s.what())).Advise(message.Near(m.Name, s.names()))
		case !s.members[i].takes(m.Value):
			r.report(m.Value.Pos, message.WrongJsonType(m.Value.Kind.Words(), m.Name, s.members[i].wants(), s.what()))
		}
	}
	return true
}

// takes reports whether a value has the type that the member requires.
func (m shapeMember) takes(v *jsondoc.Value) bool {
	switch m.kind {
	case anyKind:
		return true
	case remarkKind:
		return v.Kind == jsondoc.String || spelledAs(v, literalMember) != nil
	}
	return v.Kind == m.kind
}

// wants describes the type that the member requires.
func (m shapeMember) wants() diag.Words {
	if m.kind == remarkKind {
		return jsondoc.String.Words()
	}
	return m.kind.Words()
}

// names lists the members of the object.
func (s *shape) names() []string {
	var names []string
	for _, m := range s.members {
		names = append(names, m.name)
	}
	return names
}

// typed returns the value of the member with that name, or nil if it has another type or does not
// exist.
func typed(v *jsondoc.Value, name string, kind jsondoc.Kind) *jsondoc.Value {
	if m := v.Get(name); m != nil && m.Kind == kind {
		return m
	}
	return nil
}
