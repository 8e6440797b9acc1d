package jsontree

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// Parse parses the output of Marshal, or another document in the same form. The path is only used in positions and
// remedies.
//
// The list holds all errors, sorted by their positions in the JSON. The File is never nil, and it is usable if the
// list has no errors. It is the tree file that the JSON represents. Its positions are lines and columns of that
// tree file, and its method Line returns these lines, so that trees.Format keeps comments and notations.
func Parse(path string, src []byte) (*trees.File, diag.List) {
	doc, broken := jsondoc.Parse(path, src)
	if doc == nil {
		return trees.NewFile(path, src), broken
	}
	r := newReader(path, src)
	r.document(doc)
	if r.out.full {
		r.problems = nil
		r.report(doc.Pos, message.TreeFileTooLarge(trees.MaxFileSize>>20))
		return r.source, r.problems
	}
	f, found := &trees.File{Path: path}, diag.List(nil)
	if !r.unsure {
		f, found = trees.Parse(path, []byte(r.out.text.String()))
	}
	if len(found) > 0 {
		_, found = trees.Parse(marker, []byte(r.out.text.String()))
		r.translate(found)
	}
	r.problems.Sort()
	return f, r.problems
}

// reader converts a document to a tree file.
type reader struct {
	path     string
	source   *trees.File // the document, for its lines in messages
	problems diag.List
	unsure   bool // so much is missing that parsing the tree file would only give errors that follow from others
	out      lines
	params   map[string]bool // parameters of the current tree
	tree     string          // name of the current tree
	depth    int             // depth of the latest node; 0 before the root
}

func newReader(path string, src []byte) *reader {
	return &reader{path: path, source: trees.NewFile(path, src), out: lines{num: 1, end: "\n"}}
}

// maxProblems is the largest number of errors, for a document that is not a tree at all.
const maxProblems = 1000

// report adds an error. It returns a finding that is not in the list if the error is left out.
func (r *reader) report(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	switch len(r.problems) {
	case maxProblems + 1:
		return &diag.Diagnostic{}
	case maxProblems:
		r.problems.Add(pos, message.TooManyMistakes(maxProblems)).Source = r.line(pos.Line)
		return &diag.Diagnostic{}
	}
	d := r.problems.Add(pos, w)
	d.Source = r.line(pos.Line)
	return d
}

// document writes the whole file.
func (r *reader) document(doc *jsondoc.Value) {
	if isForeign(doc) {
		r.report(doc.Pos, message.ForeignJson(exampleDocument))
		r.unsure = true
		return
	}
	if !r.check(doc, &documentShape) {
		r.unsure = true
		return
	}
	if crlf := typed(doc, "crlf", jsondoc.Bool); crlf != nil && crlf.Bool {
		r.out.end = "\r\n"
	}
	r.conditions(doc)
	all := typed(doc, "trees", jsondoc.Array)
	if all == nil {
		all = &jsondoc.Value{}
	}
	for _, t := range all.Items {
		r.treeItem(t)
	}
	r.layoutOf(typed(doc, "after", jsondoc.Array), 0)
	if len(r.out.places) == 0 {
		if len(r.problems) == 0 {
			r.report(doc.Pos, message.NoTreeInFile("guard")).Advise(message.WriteLikeThis(exampleDocument))
		}
		r.unsure = true
	}
}

// exampleDocument is a small document, for messages.
const exampleDocument = `{"trees": [{"name": "guard", "root": {"node": "root"}}]}`

// isForeign reports whether a document is an object with members and none of them is, or misspells, one that holds trees or
// conditions: it is that of another program.
func isForeign(doc *jsondoc.Value) bool {
	ours := func(m jsondoc.Member) bool {
		return m.Name == "trees" || m.Name == "conditions" || m.Name == "after" || diag.Suggest(m.Name, []string{"trees", "conditions"}) != ""
	}
	return doc.Kind == jsondoc.Object && len(doc.Members) > 0 && !slices.ContainsFunc(doc.Members, ours) &&
		slices.ContainsFunc(doc.Members, func(m jsondoc.Member) bool { return m.Name != "$schema" && m.Name != "crlf" })
}

// conditions writes the named conditions of an object.
func (r *reader) conditions(v *jsondoc.Value) {
	if all := typed(v, "conditions", jsondoc.Array); all != nil {
		for _, c := range all.Items {
			r.condition(c)
		}
	}
}

func (r *reader) condition(v *jsondoc.Value) {
	if !r.check(v, &conditionShape) {
		return
	}
	r.layoutOf(typed(v, "before", jsondoc.Array), 0)
	name, expression := r.required(v, "name", &conditionShape), r.required(v, "expression", &conditionShape)
	if name == nil || expression == nil || !r.isPlainName(name.Text, name.Pos, message.NamedConditionTerm()) {
		return
	}
	r.out.begin(0, v.Pos)
	r.out.add("condition ")
	r.out.piece(name.Text, name.Pos)
	r.out.add(" =")
	r.expression(expression, namedProbe)
	r.comment(v)
	r.out.finish()
}

// required returns the string of a member that must exist, or nil.
func (r *reader) required(v *jsondoc.Value, name string, s *shape) *jsondoc.Value {
	if v.Get(name) == nil {
		r.report(v.Pos, message.MissingJsonMember(name, s.what()))
	}
	return typed(v, name, jsondoc.String)
}

func (r *reader) treeItem(v *jsondoc.Value) {
	if !r.check(v, &treeShape) {
		return
	}
	r.layoutOf(typed(v, "before", jsondoc.Array), 0)
	r.out.begin(0, v.Pos)
	r.out.add("tree ")
	r.treeName(v)
	r.treeParams(typed(v, "params", jsondoc.Array))
	r.remark(v, "doc", " ")
	r.meta(v)
	r.comment(v)
	r.out.finish()
	r.depth = 0
	r.root(v)
	r.conditions(v)
}

func (r *reader) treeName(v *jsondoc.Value) {
	r.tree = ""
	name := r.required(v, "name", &treeShape)
	if name == nil {
		r.unsure = true
		return
	}
	if !r.isName(name) {
		r.unsure = true
		return
	}
	r.tree = name.Text
	r.out.piece(name.Text, name.Pos)
}

func (r *reader) treeParams(all *jsondoc.Value) {
	r.params = map[string]bool{}
	if all == nil {
		return
	}
	for _, v := range all.Items {
		if !r.check(v, &treeParamShape) {
			r.unsure = true
			continue
		}
		name := r.required(v, "name", &treeParamShape)
		if name == nil || !r.isPlainName(name.Text, name.Pos, message.ParameterTerm()) || r.isMember(name.Text, name.Pos) {
			r.unsure = true
			continue
		}
		r.out.add(" ")
		r.out.piece(name.Text, name.Pos)
		if value := v.Get("default"); value != nil {
			r.out.add("=")
			r.value(value)
		}
		r.params[name.Text] = true
	}
}

func (r *reader) root(v *jsondoc.Value) {
	switch root := v.Get("root"); {
	case root == nil:
		r.report(v.Pos, message.TreeWithoutRoot(r.tree)).Advise(message.WriteLikeThis(`"root": {"node": "root"}`))
		r.stand(1, v.Pos)
	case root.Kind != jsondoc.Object: // this error is already reported
		r.stand(1, root.Pos)
	default:
		r.node(root, 1)
	}
}

// layoutOf writes a list of comments and empty lines. depth is the depth of the line after the list.
func (r *reader) layoutOf(all *jsondoc.Value, depth int) {
	if all == nil {
		return
	}
	for _, v := range all.Items {
		at := depth
		text := v
		if v.Kind != jsondoc.String {
			if !r.check(v, &commentShape) {
				continue
			}
			text = r.required(v, "comment", &commentShape)
			at = r.commentDepth(typed(v, "depth", jsondoc.Number), depth)
		}
		switch {
		case text == nil:
		case text.Text == "":
			r.out.finish()
		case r.isVisible(text):
			r.out.begin(at, text.Pos)
			r.out.piece(hashed(text.Text), text.Pos)
			r.out.finish()
		}
	}
}

// commentDepth returns the depth of a comment. A comment between a node and its first child gets at least the depth
// of the child. Further left it would look like a parent that was commented out.
func (r *reader) commentDepth(v *jsondoc.Value, depth int) int {
	if v == nil {
		return depth
	}
	at := int(v.Number)
	if v.Number != float64(at) || at < 0 || at > trees.MaxDepth+1 {
		r.report(v.Pos, message.InvalidCommentDepth(v.Text, trees.MaxDepth+1))
		return depth
	}
	if r.depth > 0 && depth > r.depth && at >= r.depth {
		return max(at, depth)
	}
	return at
}

// comment writes the comment at the end of a line.
func (r *reader) comment(v *jsondoc.Value) {
	if c := typed(v, "comment", jsondoc.String); c != nil && c.Text != "" && r.isVisible(c) {
		r.out.piece(" "+hashed(c.Text), c.Pos)
	}
}

// hashed returns a text as a comment with "#".
func hashed(text string) string {
	if strings.HasPrefix(text, "#") {
		return text
	}
	return "# " + text
}
