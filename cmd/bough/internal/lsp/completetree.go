package lsp

import (
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/palette"
	"github.com/bough-dev/bough/trees"
)

// Patterns for what is before the cursor in a line of a tree file.
var (
	// valueOf matches a parameter whose value is being typed.
	valueOf = lazyregexp.New(`(` + ident.Pattern + `)=\$?[` + ident.Rest + `]*$`)
	// askedText matches a text that a question has.
	askedText = lazyregexp.New(`(` + ident.Pattern + `)\s*\(\s*["'][^"']*$`)
	// libraryOf matches the name of a library and a dot.
	libraryOf = lazyregexp.New(`(` + ident.Pattern + `)\.[` + ident.Rest + `]*$`)
)

// tree completes a tree file.
func (c *completion) tree() {
	if comment(c.line) {
		return
	}
	words := strings.Fields(strings.TrimSuffix(c.line, typedPath.FindString(c.line)))
	indented := strings.HasPrefix(c.line, " ") || strings.HasPrefix(c.line, "\t")
	switch {
	case !indented && len(words) == 0:
		c.from(typedName)
		c.add('a', "tree", protocol.CompletionItemKindKeyword, tr.T("a tree"), "", "tree ${1:name}\n  ${2:sequence}\n    ${3:idle}")
		c.add('a', "condition", protocol.CompletionItemKindKeyword, tr.T("a named condition"), "", "condition ${1:name} = ${2:hp < 30}")
	case !indented && words[0] == "condition" && strings.Contains(c.line, "="):
		c.expression()
	case !indented:
	case slices.Contains(words, "when"):
		c.expression()
	default:
		c.node(words)
	}
}

// comment reports whether a line of a tree file ends in a comment.
func comment(line string) bool {
	for i := range len(line) {
		if line[i] == '#' && !inText(line[:i]) && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return true
		}
	}
	return false
}

// node completes the line of a node. words are those before what is being typed.
func (c *completion) node(words []string) {
	rest := words
	if len(rest) > 0 && rest[0] == "disabled" {
		rest = rest[1:]
	}
	included := false
	switch {
	case len(rest) == 0:
		c.from(typedPath)
		c.entries('a', func(e *palette.Entry) bool { return e.Group == palette.GroupBehaviors })
		c.entries('b', func(e *palette.Entry) bool {
			return e.Group != palette.GroupTrees && e.Group != palette.GroupConditions && e.Name != "tree"
		})
		c.add('c', "tree", protocol.CompletionItemKindKeyword, tr.T("includes a tree"), "", "")
		if len(words) == 0 {
			c.add('c', "disabled", protocol.CompletionItemKindKeyword, tr.T("switches a node off"), "", "")
		}
		return
	case rest[0] == "tree":
		if rest = rest[1:]; len(rest) == 0 {
			c.from(typedPath)
			c.named(index.Tree, "")
			return
		}
		included = true
	case rest[0] == "slot" && len(rest) == 1:
		c.from(typedName)
		c.treeParams()
		return
	case rest[0] == "override" && len(rest) == 1:
		c.from(typedPath)
		c.named(index.Node, "")
		return
	}
	e := c.all.entry(rest[0], included)
	if e == nil {
		return
	}
	if inText(c.line) {
		c.nodeText(e, c.line)
		return
	}
	if e.Expression {
		c.expression()
		return
	}
	if inBrackets(c.line) {
		c.expression()
		return
	}
	if m := valueOf.FindStringSubmatch(c.line); m != nil {
		c.paramValue(e, m[1])
		return
	}
	c.from(typedName)
	for i := range e.Params {
		q := &e.Params[i]
		if !strings.Contains(c.line, " "+q.Name+"=") {
			c.add('a', q.Name+"=", protocol.CompletionItemKindProperty, q.Type, describeParam(q), "")
		}
	}
	if e.Name == "set" {
		c.fields('a')
	}
	c.treeParams()
	c.add('c', "when", protocol.CompletionItemKindKeyword, tr.T("a condition"), "", "")
	for _, w := range []string{"id=", "note="} {
		c.add('d', w, protocol.CompletionItemKindKeyword, "", "", "")
	}
}

// inBrackets reports whether a parenthesis is open at the end of a line.
func inBrackets(line string) bool {
	depth := 0
	for i := range len(line) {
		if !inText(line[:i]) {
			depth += strings.Count(line[i:i+1], "(") - strings.Count(line[i:i+1], ")")
		}
	}
	return depth > 0
}

// current returns the tree that the cursor is in, or nil.
func (c *completion) current() (t *trees.Tree) {
	file, _ := trees.Parse(c.at.path, []byte(c.at.text.string))
	line := c.at.text.lineOf(c.at.offset) + 1
	for _, x := range file.Trees {
		if x.Pos.Line < line {
			t = x
		}
	}
	return t
}

// treeParams adds the parameters of the tree that the cursor is in.
func (c *completion) treeParams() {
	if t := c.current(); t != nil {
		for i := range t.Params {
			c.add('b', t.Params[i].Name, protocol.CompletionItemKindVariable, tr.F("parameter of %s", t.Name), "", "")
		}
	}
}

// paramValue completes the value of a parameter.
func (c *completion) paramValue(e *palette.Entry, name string) {
	c.from(typedName)
	if strings.HasSuffix(strings.TrimSuffix(c.line, typedName.FindString(c.line)), "$") {
		c.fields('a')
		return
	}
	for i := range e.Params {
		if q := &e.Params[i]; q.Name == name {
			words := q.Words
			if q.Type == behaviors.QuotaParam.String() {
				words = []string{"all", "one"}
			}
			for _, w := range words {
				c.add('a', w, protocol.CompletionItemKindEnumMember, q.Type, "", "")
			}
			if q.Type == "boolean" || q.Default == "true" || q.Default == "false" {
				c.add('a', "true", protocol.CompletionItemKindValue, "", "", "")
				c.add('a', "false", protocol.CompletionItemKindValue, "", "", "")
			}
			if isValue(q.Default) {
				c.add('b', q.Default, protocol.CompletionItemKindValue, tr.T("the default"), "", "")
			}
		}
	}
	c.treeParams()
}

// nodeText completes a text of a node of a kind.
func (c *completion) nodeText(e *palette.Entry, line string) {
	c.from(typedPath)
	name := ""
	if m := regexp.MustCompile(`(` + ident.Pattern + `)=["'][^"']*$`).FindStringSubmatch(line); m != nil {
		name = m[1]
	} else if len(e.Params) > 0 {
		name = e.Params[0].Name
	}
	switch kind := behaviors.KindNamed(e.Name); {
	case name == "channel":
		c.named(index.Channel, "")
	case kind == nil:
	case kind.Name == "emit":
		c.named(index.Stimulus, "")
	case kind.Name == "request":
		c.named(index.Request, "")
	case kind.Param(name) != nil && kind.Param(name).Type == behaviors.FieldParam:
		c.named(index.Field, "")
	}
}

// expression completes a condition or another expression.
func (c *completion) expression() {
	if inText(c.line) {
		c.from(typedPath)
		if m := askedText.FindStringSubmatch(c.line); m != nil {
			switch m[1] {
			case "in_force":
				c.named(index.Channel, "")
			default:
				c.named(index.Node, "")
			}
		}
		return
	}
	if m := libraryOf.FindStringSubmatch(c.line); m != nil {
		c.from(typedName)
		c.membersOf(m[1])
		return
	}
	c.from(typedName)
	c.treeParams()
	for i := range c.all.entries {
		if e := &c.all.entries[i]; e.Group == palette.GroupConditions {
			c.add('a', e.Name, protocol.CompletionItemKindConstant, tr.T("named condition"), code("bt", e.Source), "")
		}
	}
	c.fields('b')
	for _, q := range behaviors.Questions {
		if e := c.all.function("bt." + q.Name); e != nil {
			c.add('c', q.Name, protocol.CompletionItemKindFunction, strings.TrimPrefix(e.Signature(), e.Name), e.Doc, q.Name+"(\"${1:node}\")")
		}
	}
	c.seen["bt"] = true // conditions do not have it
	c.libraries('d')
	for _, w := range []string{"and", "or", "not", "nil", "true", "false"} {
		c.add('e', w, protocol.CompletionItemKindKeyword, "", "", "")
	}
}
