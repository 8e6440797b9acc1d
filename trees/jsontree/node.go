package jsontree

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
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
	r.nodeParams(typed(v, "params", jsondoc.Object), name)
	r.options(v)
	r.meta(v)
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

// nameRemedy returns the remedy for an invalid name of a node or tree.
func nameRemedy(name string) string {
	if isIdentifier(strings.ReplaceAll(name, ".", "_")) && !strings.Contains("."+name+".", "..") {
		return "choose another name"
	}
	return "use a-z, A-Z, 0-9 and _, no digit first; separate parts by dots: combat.melee"
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
		r.report(v.Pos, "a node has no name", "write one of these members: "+strings.Join(headMembers, ", "))
	case len(heads) > 1:
		r.report(heads[1].Pos, "a node has both "+heads[0].Name+" and "+heads[1].Name, "delete one of them")
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
		if err := trees.CheckName(name.Text); err != nil {
			r.report(name.Pos, err.Error(), nameRemedy(name.Text))
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
		if !r.isPlainName(name.Text, name.Pos, "a node") {
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
	r.report(pos, "tree "+r.tree+" has no parameter "+shown(name), `write it in "params" of the tree: {"name": "speed"}`)
	return false
}

// args writes the positional values.
func (r *reader) args(all *jsondoc.Value, name string) {
	if all == nil {
		return
	}
	if takesExpression(name) && len(all.Items) > 0 {
		r.report(all.Pos, name+" takes no values without a name", `write its expression as "expression"`)
		return
	}
	for _, v := range all.Items {
		r.out.add(" ")
		if spelled := spelledAs(v, wordMember); spelled != nil {
			r.report(v.Pos, "only params may contain a word", "write it with the name of its parameter, or as a text")
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
		if !r.isPlainName(m.Name, m.Pos, "a parameter") || r.isMember(m.Name, m.Pos) {
			continue
		}
		r.out.add(" ")
		r.out.piece(m.Name, m.Pos)
		r.out.add("=")
		word := spelledAs(m.Value, wordMember)
		if wantsWord(node, m.Name) && m.Value.Kind == jsondoc.String && isWord(m.Value.Text) {
			word = m.Value
		}
		if word == nil {
			r.value(m.Value)
			continue
		}
		r.word(word)
	}
}

// isMember reports whether a name is that of a member of a node rather than a parameter, and adds a problem if so.
func (r *reader) isMember(name string, pos diag.Pos) bool {
	if !slices.Contains([]string{"id", "note", "meta", "when"}, name) {
		return false
	}
	r.report(pos, name+" is not a parameter", "write it as a member of its own, beside params, or choose another name")
	return true
}

// options writes the id, the mark and the note of a node.
func (r *reader) options(v *jsondoc.Value) {
	if id := typed(v, "id", jsondoc.String); id != nil && r.isPlainName(id.Text, id.Pos, "a node") {
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
		r.report(meta.Pos, "meta is an object or a list with something in it", `write it like this: {"x": 120, "y": 40}`)
	}
}

// nodeExpression writes the expression of a kind that takes one.
func (r *reader) nodeExpression(v *jsondoc.Value, name string) {
	expression := typed(v, "expression", jsondoc.String)
	switch takes := takesExpression(name); {
	case takes && v.Get("expression") == nil:
		r.report(v.Pos, name+" needs an expression", `write it like this: "expression": "hp < 30"`)
		r.out.add(" true")
	case !takes && expression != nil && name != unnamed:
		r.report(expression.Pos, "only some kinds take an expression, and this node is of another", `write a condition as "when"`)
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
