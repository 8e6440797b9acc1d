package jsontree

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// shape lists the members that an object may have, with their types.
type shape struct {
	what    string // name of the object as messages show it
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
	documentShape = shape{"a tree file", []shapeMember{
		{"$schema", jsondoc.String}, {"crlf", jsondoc.Bool}, {"conditions", jsondoc.Array}, {"trees", jsondoc.Array}, {"after", jsondoc.Array},
	}}
	treeShape = shape{"a tree", []shapeMember{
		{"before", jsondoc.Array}, {"name", jsondoc.String}, {"params", jsondoc.Array}, {"doc", remarkKind},
		{"meta", anyKind}, {"comment", jsondoc.String}, {"root", jsondoc.Object}, {"conditions", jsondoc.Array},
	}}
	treeParamShape = shape{"a parameter of a tree", []shapeMember{{"name", jsondoc.String}, {"default", anyKind}}}
	conditionShape = shape{"a named condition", []shapeMember{
		{"before", jsondoc.Array}, {"name", jsondoc.String}, {"expression", jsondoc.String}, {"comment", jsondoc.String},
	}}
	nodeShape = shape{"a node", []shapeMember{
		{"before", jsondoc.Array}, {"disabled", jsondoc.Bool}, {"node", jsondoc.String}, {"tree", jsondoc.String}, {"slot", jsondoc.String}, {"override", jsondoc.String},
		{"args", jsondoc.Array}, {"params", jsondoc.Object}, {"id", jsondoc.String}, {"nonexclusive", jsondoc.Bool},
		{"note", remarkKind}, {"meta", anyKind}, {"expression", jsondoc.String}, {"when", jsondoc.String},
		{"comment", jsondoc.String}, {"children", jsondoc.Array},
	}}
	commentShape = shape{"a comment", []shapeMember{{"comment", jsondoc.String}, {"depth", jsondoc.Number}}}
)

// headMembers are the members that hold the name of a node. The member determines the type of the
// node, and a node has exactly one of them.
var headMembers = []string{"node", "tree", "slot", "override"}

// check reports whether a value is an object, and adds problems for wrong members.
func (r *reader) check(v *jsondoc.Value, s *shape) bool {
	if v.Kind != jsondoc.Object {
		r.report(v.Pos, s.what+" is an object, not "+v.Kind.String(), "write it in braces, with "+s.names())
		return false
	}
	for _, m := range v.Members {
		i := slices.IndexFunc(s.members, func(t shapeMember) bool { return t.name == m.Name })
		switch {
		case i < 0:
			r.report(m.Pos, s.what+" has no member "+shown(m.Name), s.near(m.Name))
		case !s.members[i].takes(m.Value):
			r.report(m.Value.Pos, m.Name+" of "+s.what+" is "+s.members[i].wants()+", not "+m.Value.Kind.String(), "change it, or leave it out")
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
func (m shapeMember) wants() string {
	if m.kind == remarkKind {
		return jsondoc.String.String()
	}
	return m.kind.String()
}

// names lists the members of the object.
func (s *shape) names() string {
	var names []string
	for _, m := range s.members {
		names = append(names, m.name)
	}
	return strings.Join(names, ", ")
}

// near returns the remedy for a member that does not exist.
func (s *shape) near(name string) string {
	if hint := diag.DidYouMean(name, strings.Split(s.names(), ", ")); hint != "" {
		return hint
	}
	return "it may have " + s.names() + "; other tools keep theirs in meta"
}

// typed returns the value of the member with that name, or nil if it has another type or does not
// exist.
func typed(v *jsondoc.Value, name string, kind jsondoc.Kind) *jsondoc.Value {
	if m := v.Get(name); m != nil && m.Kind == kind {
		return m
	}
	return nil
}
