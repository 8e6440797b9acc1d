package jsontree

import (
	"slices"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// node writes a node with its descendants. The depth of the recursion is that of the document, which jsondoc
// bounds.
func (r *reader) node(v *jsondoc.Value, depth int) {
	if r.out.full {
		return
	}
	if !r.check(v, &nodeShape) {
		r.stand(depth, v.Pos)
		return
	}
	r.layoutOf(typed(v, "before", jsondoc.Array), depth)
	r.out.begin(depth, v.Pos)
	r.depth = depth
	if off := typed(v, "disabled", jsondoc.Bool); off != nil && off.Bool {
		r.out.piece("disabled ", off.Pos)
	}
	name := r.head(v)
	r.args(typed(v, "args", jsondoc.Array), name)
	params := typed(v, "params", jsondoc.Object)
	computes := params != nil && setsFields(name) && slices.ContainsFunc(params.Members, isComputed)
	if !computes {
		r.nodeParams(params, name)
	}
	r.options(v)
	r.meta(v)
	if computes {
		r.assignments(params)
	}
	r.nodeExpression(v, name)
	if when := typed(v, "when", jsondoc.String); when != nil {
		r.out.add(" when")
		r.expression(when, guardProbe)
	}
	r.comment(v)
	r.out.finish()
	if children := typed(v, "children", jsondoc.Array); children != nil {
		for _, c := range children.Items {
			r.node(c, depth+1)
		}
	}
}

// unnamed stands in for an invalid name of a node, so that the tree file can be parsed and other errors are found.
const unnamed = "unnamed"

// stand writes a node that stands in for an invalid one.
func (r *reader) stand(depth int, pos diag.Pos) {
	r.out.begin(depth, pos)
	r.out.add(unnamed)
	r.out.finish()
}

// isName reports whether a text is the name of a node or a tree, and adds a problem if not.
func (r *reader) isName(v *jsondoc.Value) bool {
	err := trees.CheckName(v.Text)
	if w, ok := err.(diag.Words); ok {
		r.report(v.Pos, w)
	}
	return err == nil
}

// head writes the name of a node, and the word before it if it has one. It returns the name of a behavior or kind,
// or "" for another node.
func (r *reader) head(v *jsondoc.Value) string {
	var heads []jsondoc.Member
	for _, m := range v.Members {
		if slices.Contains(headMembers, m.Name) {
			heads = append(heads, m)
		}
	}
	switch {
	case len(heads) == 0:
		r.report(v.Pos, message.JsonNodeWithoutName(headMembers))
	case len(heads) > 1:
		r.report(heads[1].Pos, message.JsonNodeWithTwoNames(heads[0].Name, heads[1].Name))
	case heads[0].Value.Kind == jsondoc.String && r.headName(heads[0]):
		if heads[0].Name == "node" {
			return heads[0].Value.Text
		}
		return ""
	}
	r.out.add(unnamed)
	return unnamed
}

// headName writes the name of a node. If the name is invalid, it reports a problem and returns false.
func (r *reader) headName(m jsondoc.Member) bool {
	name, word := m.Value, m.Name+" "
	switch m.Name {
	case "node", "tree":
		if !r.isName(name) {
			return false
		}
		if m.Name == "node" {
			word = ""
		}
	case "slot":
		if !r.isParam(name.Text, name.Pos) {
			return false
		}
	default:
		if !r.isPlainName(name.Text, name.Pos, message.NodeTerm()) {
			return false
		}
	}
	r.out.add(word)
	r.out.piece(name.Text, name.Pos)
	return true
}

// isParam reports whether the current tree has a parameter with that name, and adds a problem if not.
func (r *reader) isParam(name string, pos diag.Pos) bool {
	if r.params[name] || r.unsure {
		return r.params[name]
	}
	r.report(pos, message.UndeclaredParameter(orUnnamed(name), r.tree)).Advise(message.DeclareInParams())
	return false
}

// args writes the positional values.
func (r *reader) args(all *jsondoc.Value, name string) {
	if all == nil {
		return
	}
	if takesExpression(name) && len(all.Items) > 0 {
		r.report(all.Pos, message.ValueForExpressionKind(name))
		return
	}
	for _, v := range all.Items {
		r.out.add(" ")
		if spelled := spelledAs(v, wordMember); spelled != nil {
			r.report(v.Pos, message.WordWithoutParameter())
			r.out.add("nil")
			continue
		}
		r.value(v)
	}
}

// nodeParams writes the parameters of a node.
func (r *reader) nodeParams(all *jsondoc.Value, node string) {
	if all == nil {
		return
	}
	for _, m := range all.Members {
		if !r.isPlainName(m.Name, m.Pos, message.ParameterTerm()) || r.isMember(m.Name, m.Pos) {
			continue
		}
		r.out.add(" ")
		r.out.piece(m.Name, m.Pos)
		r.out.add("=")
		word := spelledAs(m.Value, wordMember)
		if wantsWord(node, m.Name) && m.Value.Kind == jsondoc.String && isWord(m.Value.Text) {
			word = m.Value
		}
		switch {
		case word == nil:
			r.value(m.Value)
		case setsFields(node):
			r.fieldWord(word)
		default:
			r.word(word)
		}
	}
}

// assignments writes the parameters of a node that sets fields, one of which is an expression.
func (r *reader) assignments(all *jsondoc.Value) {
	separator := " "
	for _, m := range all.Members {
		if !r.isPlainName(m.Name, m.Pos, message.ParameterTerm()) || r.isMember(m.Name, m.Pos) {
			continue
		}
		r.out.add(separator)
		r.out.piece(m.Name, m.Pos)
		r.out.add(" =")
		word := spelledAs(m.Value, wordMember)
		switch {
		case isComputed(m):
			r.expression(m.Value.Get(exprMember), setProbe)
		case word != nil:
			r.fieldWord(word)
		default:
			r.out.add(" ")
			r.value(m.Value)
		}
		separator = ", "
	}
}

// fieldWord reports a word as the value of a field. In a tree file it would be an expression.
func (r *reader) fieldWord(word *jsondoc.Value) {
	r.report(word.Pos, message.UnquotedText(word.Text))
	r.out.add("nil")
}

// isComputed reports whether an expression computes a value.
func isComputed(m jsondoc.Member) bool { return spelledAs(m.Value, exprMember) != nil }

// setsFields reports whether the parameters of a kind are fields of the agent.
func setsFields(name string) bool {
	k := behaviors.KindNamed(name)
	return k != nil && k.Fields
}

// isMember reports whether a name is that of a member of a node rather than a parameter, and adds a problem if so.
func (r *reader) isMember(name string, pos diag.Pos) bool {
	if !slices.Contains([]string{"id", "note", "meta", "when"}, name) {
		return false
	}
	r.report(pos, message.MemberAsParameter(name))
	return true
}

// options writes the id, the mark and the note of a node.
func (r *reader) options(v *jsondoc.Value) {
	if id := typed(v, "id", jsondoc.String); id != nil && r.isPlainName(id.Text, id.Pos, message.NodeTerm()) {
		r.out.add(" ")
		r.out.piece("id="+id.Text, id.Pos)
	}
	if mark := typed(v, "nonexclusive", jsondoc.Bool); mark != nil && mark.Bool {
		r.out.piece(" +", mark.Pos)
	}
	r.remark(v, "note", " note=")
}

// remark writes a description or a note after the given word.
func (r *reader) remark(v *jsondoc.Value, name, word string) {
	m := v.Get(name)
	switch {
	case m == nil:
	case m.Kind == jsondoc.String && m.Text != "":
		r.out.piece(word+literalText(m.Text), m.Pos)
	case m.Kind == jsondoc.Object && spelledAs(m, literalMember) != nil:
		r.out.add(word)
		r.literal(spelledAs(m, literalMember))
	}
}

// meta writes the data of other tools.
func (r *reader) meta(v *jsondoc.Value) {
	meta := v.Get("meta")
	switch {
	case meta == nil:
	case meta.Kind == jsondoc.Array && len(meta.Items) > 0, meta.Kind == jsondoc.Object && len(meta.Members) > 0:
		r.out.add(" ")
		r.out.piece("meta=", meta.Pos)
		r.value(meta)
	default:
		r.report(meta.Pos, message.InvalidJsonMeta())
	}
}

// nodeExpression writes the expression of a kind that takes one.
func (r *reader) nodeExpression(v *jsondoc.Value, name string) {
	expression := typed(v, "expression", jsondoc.String)
	switch takes := takesExpression(name); {
	case takes && v.Get("expression") == nil:
		r.report(v.Pos, message.MissingExpression("", name)).Advise(message.WriteLikeThis(`"expression": "hp < 30"`))
		r.out.add(" true")
	case !takes && expression != nil && name != unnamed:
		r.report(expression.Pos, message.UnexpectedExpression(name)).Advise(message.WriteAsWhen())
	case takes && expression != nil:
		r.expression(expression, kindProbe)
	case takes:
		r.out.add(" true")
	}
}

func takesExpression(name string) bool {
	k := behaviors.KindNamed(name)
	return k != nil && k.Expression
}
