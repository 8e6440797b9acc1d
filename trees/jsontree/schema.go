package jsontree

import (
	"math"
	"slices"
	"strconv"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/trees"
)

// SchemaID identifies the schema. A file refers to the schema with "$schema": SchemaID, so that editors use it.
const SchemaID = "https://raw.githubusercontent.com/bough-dev/bough/main/docs/tree.schema.json"

// Schema returns a JSON Schema (draft-07) of the input of Parse. The schema contains the node kinds of the catalog,
// with their parameters and children. Any other name is a behavior, which may have any parameters. The schema
// accepts everything that Parse and the linker accept. It also accepts some documents that they reject, since it
// does not check the contents of expressions and literals.
func Schema() []byte {
	s := obj("$schema", "http://json-schema.org/draft-07/schema#", "$id", SchemaID,
		"title", "Bough tree file", "description", "Behavior trees and named conditions.", "type", "object")
	s.add("properties", describedMembers(
		"$schema", obj("type", "string"), "The address of this schema, for editors.",
		"crlf", obj("type", "boolean"), "Lines of the tree file end in CRLF.",
		"conditions", arrayOf("condition"), "Named conditions before the first tree.",
		"trees", arrayOf("tree"), "The trees, in the order of the file.",
		"after", arrayOf("line"), "Comments and empty lines at the end of the file.",
	))
	s.add("additionalProperties", false)
	s.add("anyOf", items(nonEmpty("trees"), nonEmpty("conditions")))
	s.add("definitions", definitions())
	return text(s)
}

// obj returns an object. The pairs are names, each followed by its value.
func obj(pairs ...any) *object {
	o := &object{}
	for i := 0; i+1 < len(pairs); i += 2 {
		o.add(pairs[i].(string), pairs[i+1])
	}
	return o
}

func items(values ...any) *list {
	return &list{items: values, open: slices.ContainsFunc(values, isOpen)}
}

func ref(name string) *object { return obj("$ref", "#/definitions/"+name) }

func arrayOf(name string) *object { return obj("type", "array", "items", ref(name)) }

func nonEmpty(name string) *object {
	return obj("required", items(name), "properties", obj(name, obj("minItems", count(1))))
}

func count(n int) number { return number(strconv.Itoa(n)) }

// described adds a description to a schema. It puts a $ref into an allOf, since draft-07 ignores all other members
// beside a $ref.
func described(doc string, o *object) *object {
	if len(o.members) > 0 && o.members[0].name == "$ref" {
		return obj("description", doc, "allOf", items(o))
	}
	d := obj("description", doc)
	for _, m := range o.members {
		d.add(m.name, m.value)
	}
	return d
}

// describedMembers returns the schema of properties. The triples are names, each followed by its schema and its
// description.
func describedMembers(triples ...any) *object {
	o := &object{open: true}
	for i := 0; i+2 < len(triples); i += 3 {
		o.add(triples[i].(string), described(triples[i+2].(string), triples[i+1].(*object)))
	}
	return o
}

func definitions() *object {
	d := &object{open: true}
	d.add("identifier", obj("type", "string", "pattern", "^"+ident.Pattern+"$"))
	d.add("name", obj("type", "string", "pattern", `^`+ident.Pattern+`(\.`+ident.Pattern+`)*$`,
		"not", obj("enum", items("tree", "slot", "override", "when"))))
	d.add("expression", obj("type", "string", "pattern", "[^ ]", "description", "An expression in Lua."))
	d.add("comment", obj("type", "string", "description", "It begins with #, which is added if it is missing."))
	d.add("line", obj("description", "A comment on a line of its own, or an empty line: \"\".", "anyOf", items(
		ref("comment"),
		closed(obj("comment", ref("comment"), "depth", obj("type", "integer", "minimum", count(0), "maximum", count(trees.MaxDepth+1))), "comment"),
	)))
	d.add("ref", described("What a parameter of the tree is.", closed(obj(refMember, ref("identifier")), refMember)))
	d.add("literal", described("A value as a tree file has it, such as 56%, 0xff or {1, x=2}.", closed(obj(literalMember, obj("type", "string", "minLength", count(1))), literalMember)))
	d.add("word", described("A word without quotes.", closed(obj(wordMember, ref("identifier")), wordMember)))
	d.add("expr", described("An expression in Lua that computes the value.", closed(obj(exprMember, ref("expression")), exprMember)))
	d.add("field", described("A field of the agent, which the parameter stands for.", closed(obj(fieldMember, ref("identifier")), fieldMember)))
	d.add("remark", obj("anyOf", items(obj("type", "string"), ref("literal"))))
	d.add("table", obj("anyOf", items(obj("type", "array", "minItems", count(1)), obj("type", "object", "minProperties", count(1)))))
	d.add("params", described("Parameters by name.", obj("type", "object", "propertyNames", obj("allOf", items(ref("identifier"), obj("not", obj("enum", items("id", "note", "meta", "when"))))))))
	d.add("condition", conditionSchema())
	d.add("tree", treeSchema())
	d.add("treeParam", closed(describedMembers(
		"name", ref("identifier"), "Nodes of the tree use it by this name.",
		"default", obj(), "What it is where an inclusion does not give it. Without a default it must be given.",
	), "name"))
	d.add("node", nodeSchema())
	for i := range behaviors.Kinds {
		if k := &behaviors.Kinds[i]; k.Kind != kind.Tree {
			d.add("kind_"+k.Name, kindSchema(k))
		}
	}
	return d
}

// closed returns the schema of an object that has no other properties than the given ones.
func closed(properties *object, required ...any) *object {
	return obj("type", "object", "properties", properties, "required", items(required...), "additionalProperties", false)
}

func conditionSchema() *object {
	return described("A named condition, which all expressions of the file can use.", closed(describedMembers(
		"before", arrayOf("line"), "Comments and empty lines before it.",
		"name", ref("identifier"), "Its name.",
		"expression", ref("expression"), "What it stands for.",
		"comment", ref("comment"), "The comment at the end of its line.",
	), "name", "expression"))
}

func treeSchema() *object {
	return closed(describedMembers(
		"before", arrayOf("line"), "Comments and empty lines before it.",
		"name", ref("name"), "Its name, which no other tree of the file has.",
		"params", arrayOf("treeParam"), "What an inclusion may give.",
		"doc", ref("remark"), "What the tree is for.",
		"meta", ref("table"), "What other tools keep with the tree.",
		"comment", ref("comment"), "The comment at the end of its first line.",
		"root", ref("node"), "The node that everything else is below.",
		"conditions", arrayOf("condition"), "Named conditions after the tree. They hold for the whole file.",
	), "name", "root")
}

func nodeSchema() *object {
	o := obj("type", "object", "properties", describedMembers(
		"before", arrayOf("line"), "Comments and empty lines before it.",
		"disabled", obj("type", "boolean"), "It is switched off, with all below it: never ready.",
		"node", obj("anyOf", items(kindNames(), ref("name"))), "The name of a node kind or of a behavior.",
		"tree", ref("name"), behaviors.KindOf(kind.Tree).Doc,
		"slot", ref("identifier"), "A parameter of the tree that names the behavior.",
		"override", ref("identifier"), "The id of a node of the tree that is included above, which is changed here.",
		"args", obj("type", "array"), "Values without a name.",
		"params", ref("params"), "Parameters by name.",
		"id", ref("identifier"), "A name of its own, by which the node is recognized when the file changes.",
		"nonexclusive", obj("type", "boolean"), "If it is ready, later siblings are still tried.",
		"note", ref("remark"), "A remark that tools show.",
		"meta", ref("table"), "What other tools keep with the node.",
		"expression", ref("expression"), "The expression of condition, wait_until and switch.",
		"when", ref("expression"), "The node is ready only if this is true.",
		"comment", ref("comment"), "The comment at the end of its line.",
		"children", arrayOf("node"), "The nodes below it.",
	), "additionalProperties", false)
	var heads []any
	for _, h := range headMembers {
		heads = append(heads, obj("required", items(h)))
	}
	o.add("oneOf", items(heads...))
	o.add("allOf", headRules())
	return o
}

// kindNames returns a schema with the names and descriptions of the kinds, which editors offer.
func kindNames() *object {
	l := &list{}
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			if k.Kind != kind.Tree {
				l.add(obj("const", name, "description", k.Doc))
			}
		}
	}
	return obj("anyOf", l)
}

// headRules returns the rules that depend on the name of a node.
func headRules() *list {
	l := &list{}
	rule := func(condition *object, then *object) { l.add(obj("if", condition, "then", then)) }
	none := obj("maxItems", count(0))
	rule(obj("required", items("tree")), obj("properties", obj("args", none, "expression", false)))
	rule(obj("required", items("slot")), obj("properties", obj("expression", false, "children", none)))
	rule(obj("required", items("override")), obj("properties", obj("id", false, "expression", false)))
	var all []any
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		if k.Kind == kind.Tree {
			continue
		}
		var names []any
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			names = append(names, name)
		}
		rule(obj("properties", obj("node", obj("enum", items(names...))), "required", items("node")), ref("kind_"+k.Name))
		if k.Expression {
			all = append(all, names...)
		}
	}
	rule(obj("properties", obj("node", obj("not", obj("enum", items(all...)))), "required", items("node")), obj("properties", obj("expression", false)))
	return l
}

// kindSchema returns the rules for a node of a kind.
func kindSchema(k *behaviors.Kind) *object {
	o := obj("description", k.Doc)
	properties := &object{open: true}
	if k.Expression {
		o.add("required", items("expression"))
		properties.add("args", obj("maxItems", count(0)))
	} else {
		properties.add("args", argsSchema(k))
	}
	properties.add("params", paramsSchema(k))
	least, most := k.Children()
	children := childrenSchema(k)
	if least > 0 {
		children.add("minItems", count(least))
		o.add("required", items("children"))
	}
	if most >= 0 && most < math.MaxInt32 {
		children.add("maxItems", count(most))
	}
	if len(children.members) > 0 {
		properties.add("children", children)
	}
	o.add("properties", properties)
	if given := givenSchema(k); len(given.items) > 0 {
		o.add("allOf", given)
	}
	return merged(o)
}

// merged merges the lists of required names in o into one list.
func merged(o *object) *object {
	out := &object{open: o.open}
	required := &list{}
	for _, m := range o.members {
		if m.name == "required" {
			required.items = append(required.items, m.value.(*list).items...)
			continue
		}
		out.add(m.name, m.value)
	}
	addList(out, "required", required)
	return out
}

// argsSchema describes the positional parameters of a kind.
func argsSchema(k *behaviors.Kind) *object {
	if k.Positional == 0 {
		return obj("maxItems", count(0))
	}
	l := &list{}
	for i := range k.Positional {
		l.add(paramSchema(&k.Params[i]))
	}
	return obj("items", l, "maxItems", count(k.Positional))
}

// paramsSchema describes the parameters of a kind, and the parameters that a node of the kind may have for its
// parent.
func paramsSchema(k *behaviors.Kind) *object {
	if k.Fields {
		return ref("params")
	}
	properties := &object{open: true}
	for i := range k.Params {
		properties.add(k.Params[i].Name, paramSchema(&k.Params[i]))
	}
	for i := range behaviors.Kinds {
		for j := range behaviors.Kinds[i].ChildParams {
			p := &behaviors.Kinds[i].ChildParams[j]
			if !slices.ContainsFunc(properties.members, func(m member) bool { return m.name == p.Name }) {
				properties.add(p.Name, paramSchema(p))
			}
		}
	}
	return obj("properties", properties, "additionalProperties", false)
}

// childrenSchema describes the parameters that the children of a node have for its kind.
func childrenSchema(k *behaviors.Kind) *object {
	if len(k.ChildParams) == 0 {
		return &object{}
	}
	properties := &object{}
	for i := range k.ChildParams {
		properties.add(k.ChildParams[i].Name, paramSchema(&k.ChildParams[i]))
	}
	return obj("items", obj("properties", obj("params", obj("properties", properties))))
}

// givenSchema requires that mandatory parameters are given, either by position or by name.
func givenSchema(k *behaviors.Kind) *list {
	l := &list{}
	for i := range k.Params {
		if !k.Params[i].Required {
			continue
		}
		named := obj("required", items("params"), "properties", obj("params", obj("required", items(k.Params[i].Name))))
		if i >= k.Positional {
			l.add(named)
			continue
		}
		l.add(obj("anyOf", items(named, obj("required", items("args"), "properties", obj("args", obj("minItems", count(i+1)))))))
	}
	return l
}

// paramSchema describes the value of a parameter. It may also be a reference to a parameter of the tree, a literal in
// the notation of a tree file or, for most numbers, an expression or a field.
func paramSchema(p *behaviors.Param) *object {
	doc := p.Doc
	if p.Default != "" {
		doc += " Without it: " + p.Default + "."
	}
	o := typeSchema(p)
	if o == nil {
		return obj("description", doc)
	}
	values := items(o, ref("ref"), ref("literal"))
	if p.Computed() {
		values.add(ref("expr"))
		values.add(ref("field"))
	}
	return obj("description", doc, "anyOf", values)
}

// typeSchema describes the type of a parameter. It returns nil if the value may have any type.
func typeSchema(p *behaviors.Param) *object {
	whole := obj("type", "integer", "minimum", count(1), "maximum", count(math.MaxInt32))
	switch p.Type {
	case behaviors.NumberParam:
		return obj("type", "number")
	case behaviors.CountParam:
		return whole
	case behaviors.SecondsParam, behaviors.WeightParam:
		return obj("type", "number", "minimum", count(0))
	case behaviors.ChanceParam:
		return obj("type", "number", "minimum", count(0), "maximum", count(1))
	case behaviors.FieldParam:
		return obj("anyOf", items(obj("type", "string", "minLength", count(1)), ref("field")))
	case behaviors.TextParam:
		if !p.NotEmpty {
			return obj("type", "string")
		}
		return obj("type", "string", "minLength", count(1))
	case behaviors.QuotaParam:
		return obj("anyOf", items(whole, obj("enum", items("one", "all")), ref("word")))
	case behaviors.WordParam:
		words := &list{}
		for _, w := range p.Words {
			words.add(w)
		}
		return obj("anyOf", items(obj("enum", words), ref("word")))
	}
	return nil
}
