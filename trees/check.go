package trees

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// luaWords holds the reserved words of Lua. It includes goto, which is reserved in Bough's scripts.
var luaWords = []string{
	"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
	"local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
}

// kindWord is the only reserved word of Lua that is also a node kind.
const kindWord = "repeat"

// The words that begin a line at column 1, the word that begins a condition, and the name under which expressions
// read the parameters of a node.
const (
	treeWord      = "tree"
	conditionWord = "condition"
	whenWord      = "when"
	slotWord      = "slot"
	overrideWord  = "override"
	disabledWord  = "disabled"
	idKey         = "id"
	noteKey       = "note"
	metaKey       = "meta"
	paramsWord    = "params"
)

// CheckName returns an error if name is not a valid name of a tree, a behavior or a node kind in a tree file. A
// valid name consists of parts of letters, digits and _, joined by dots; no part begins with a digit or is a reserved
// word of Lua. Letters of all scripts are valid, in composed form (NFC). The whole name is not "tree", "slot", "override" or "when". "repeat", a reserved word, is valid,
// since it is a node kind.
func CheckName(name string) error {
	if w, wrong := nameMistake(name); wrong && name != kindWord {
		return w
	}
	return nil
}

// nameMistake returns the mistake in a name, and reports whether there is one.
func nameMistake(name string) (w diag.Words, wrong bool) {
	if name == treeWord || name == slotWord || name == overrideWord || name == disabledWord || name == whenWord {
		return message.ReservedName(name, name), true
	}
	for part := range strings.SplitSeq(name, ".") {
		if !ident.Is(part) {
			return message.InvalidName(orUnnamed(name)).With(plainForm(name)), true
		}
		if slices.Contains(luaWords, part) {
			return message.ReservedName(name, part), true
		}
	}
	return w, false
}

// plainForm returns the remedy for a name that has another form than names have, or empty words.
func plainForm(name string) (remedy diag.Words) {
	if plain := ident.Plain(name); plain != name && CheckName(plain) == nil {
		if remedy = message.WriteIt(plain); ident.Composed(name) == plain {
			remedy = message.ComposeAccents(plain)
		}
	}
	return remedy
}

// nameCharacter returns the number of bytes of the character at the beginning of text if names can contain it, or else 0.
func nameCharacter(text string) int {
	if r, size := utf8.DecodeRuneInString(text); ident.In(r, false) {
		return size
	}
	return 0
}

// isLetter reports whether c is a letter of ASCII or an underscore.
func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isKey reports whether s is a valid name of a parameter. Scripts read parameters as params.NAME.
func isKey(s string) bool {
	return ident.Is(s) && !slices.Contains(luaWords, s) && s != whenWord
}

// Validate checks a tree that was built or imported. The rules are the same as in Parse. They concern names, keys,
// ids, inclusions, the root, and the bounds MaxNodes, MaxDepth and MaxTableDepth. No node may be nil. A node must
// have an expression if and only if its kind takes one. Of the values of parameters, Validate checks only the depth of
// tables, and it does not check the text of expressions. The trees of a File without errors are valid.
func Validate(t *Tree) diag.List {
	c := checker{reporter: reporter{file: t.File}}
	c.checkName(t.Name, t.NamePos, false)
	c.checkTreeParams(t)
	c.checkRoot(t)
	if t.Root != nil {
		c.checkNodes(t)
	}
	c.list.Sort()
	return c.list
}

// checker applies the rules that do not depend on the origin of a tree.
type checker struct {
	reporter
	ids map[string]diag.Pos // ids of the current tree
}

func (c *checker) checkNodes(t *Tree) {
	count := 0
	for n, depth := range t.Root.levels() {
		if depth > MaxDepth {
			c.report(n.Pos, message.NodesTooDeep(MaxDepth))
			return
		}
		if count++; count > MaxNodes {
			c.reportTooMany(t, n)
			return
		}
		if slices.Contains(n.Children, nil) {
			c.report(n.Pos, message.NilNode(n.label(), t.label()))
			return
		}
		if !c.checkTables(n) {
			return
		}
		c.checkNode(n)
		c.checkRefs(t, n)
		c.checkExpr(n)
		c.checkComputed(n)
		if len(n.Children) > 0 {
			c.checkFirstChild(n)
		}
	}
	c.checkOverrides(t)
}

// checkTables reports whether no table of a node is nested too deep. If one is, it also reports the mistake. It must
// be called before the other checks, since they format values.
func (c *checker) checkTables(n *Node) bool {
	for _, a := range n.Args {
		if tooNested(a.Value, 0) {
			c.report(a.Pos, message.TablesTooDeep(MaxTableDepth))
			return false
		}
	}
	for _, p := range n.Params {
		if tooNested(p.Value, 0) {
			c.report(p.Pos, message.TablesTooDeep(MaxTableDepth))
			return false
		}
	}
	return true
}

// tooNested reports whether a value at a depth in a table contains tables below MaxTableDepth.
func tooNested(v value.Value, depth int) bool {
	t, ok := v.Ref().(*Table)
	if !ok {
		return v.Check() != nil
	}
	return depth == MaxTableDepth ||
		slices.ContainsFunc(t.Items, func(a Arg) bool { return tooNested(a.Value, depth+1) }) ||
		slices.ContainsFunc(t.Fields, func(p Param) bool { return tooNested(p.Value, depth+1) })
}

func (c *checker) reportTooMany(t *Tree, n *Node) {
	c.report(n.Pos, message.TooManyNodes(MaxNodes, t.label()))
}

func (c *checker) checkRoot(t *Tree) {
	if t.Root == nil {
		c.report(t.Pos, message.TreeWithoutRoot(t.label()))
	}
}

// checkName checks the name of a node or a tree. kind is set if the name may be that of a kind.
func (c *checker) checkName(name string, pos diag.Pos, kind bool) {
	if kind && name == kindWord {
		return
	}
	if w, wrong := nameMistake(name); wrong {
		c.report(pos, w)
	}
}

// checkNode checks a node by itself, without its position in the tree.
func (c *checker) checkNode(n *Node) {
	switch {
	case n.Override:
		c.checkOverrideID(n)
	case !n.Slot:
		c.checkName(n.Name, n.NamePos, !n.Include)
	}
	if n.Include && len(n.Args) > 0 {
		c.report(n.Args[0].Pos, message.ValueForInclusion())
	}
	c.checkParams(n.Params, n.setsFields())
	if n.ID != "" {
		c.checkID(n)
	}
}

// checkExpr checks that a node has an expression if and only if its kind takes one.
func (c *checker) checkExpr(n *Node) {
	takes := n.names() && takesExpr(n.Name)
	switch has := n.Expr != nil && n.Expr.Source != ""; {
	case takes && !has:
		c.report(n.NamePos, message.MissingExpression(n.Name+" "+exampleOf(n.Name), n.Name)).Advise(comparison(n))
	case !takes && n.Expr != nil:
		c.report(n.Expr.Pos, message.UnexpectedExpression(n.label()))
	}
}

// exampleOf returns an expression for a node of a kind.
func exampleOf(name string) string {
	if name == kind.Switch.String() {
		return "state"
	}
	return "hp < 30"
}

// comparison returns the remedy for a node that has a parameter in place of an expression. The parameter was probably
// meant as a comparison.
func comparison(n *Node) diag.Words {
	last := len(n.Params) - 1
	if last < 0 {
		return diag.Words{}
	}
	p := n.Params[last]
	text := Literal(p.Value)
	if p.Expr != nil {
		text = p.Expr.Source
	}
	return message.CompareWith(n.Name + " " + p.Name + " == " + text)
}

func (c *checker) checkParams(params []Param, sets bool) {
	var seen keys
	for i, p := range params {
		if field, ok := strings.CutPrefix(p.Name, "agent."); ok && isKey(field) {
			c.report(p.Pos, message.AgentInParameterName(field, p.Name))
		} else if field, entry, dotted := strings.Cut(p.Name, "."); dotted && isKey(field) && isKey(entry) && sets {
			c.report(p.Pos, message.InvalidParameterName(p.Name).With(message.SetWholeField(field)))
			return // the rest is told when this is corrected
		} else if !isKey(p.Name) || isNodeKey(p.Name) {
			c.report(p.Pos, message.InvalidParameterName(orUnnamed(p.Name)).With(plainForm(p.Name)))
		}
		if first, again := seen.first(params[:i], p.Name); again {
			c.report(p.Pos, message.DuplicateParameter(first.Col, p.Name, first.Line))
		}
	}
}

// checkTreeParams checks the parameters of a tree.
func (c *checker) checkTreeParams(t *Tree) {
	var seen keys
	var params []Param
	for _, p := range t.Params {
		if tooNested(p.Value, 0) {
			c.report(p.Pos, message.TablesTooDeep(MaxTableDepth))
		}
		if p.Expr != nil {
			c.report(p.Pos, message.ConstantValue(orUnnamed(p.Name)))
		}
		if !isTreeKey(p.Name) {
			c.report(p.Pos, message.InvalidTreeParameter(orUnnamed(p.Name)).With(plainForm(p.Name)))
		}
		if first, again := seen.first(params, p.Name); again {
			c.report(p.Pos, message.DuplicateParameter(first.Col, p.Name, first.Line))
		}
		params = append(params, p.Param)
	}
}

// isTreeKey reports whether s is a valid name of a parameter of a tree. Expressions read such a parameter like a
// field.
func isTreeKey(s string) bool {
	return isKey(s) && s != slotWord && s != overrideWord && !isReserved(s) && !isNodeKey(s)
}

// isNodeKey reports whether key=... sets a property of the node itself rather than a parameter.
func isNodeKey(key string) bool { return key == idKey || key == noteKey || key == metaKey }

// checkRefs checks that the tree has the parameters that a node refers to.
func (c *checker) checkRefs(t *Tree, n *Node) {
	if n.Slot {
		c.checkRef(t, n.Name, n.NamePos)
	}
	for _, a := range n.Args {
		if a.Ref {
			c.checkRef(t, a.Value.Str(), a.Pos)
		}
	}
	for _, p := range n.Params {
		if p.Ref {
			c.checkRef(t, p.Value.Str(), p.Pos)
		}
	}
}

func (c *checker) checkRef(t *Tree, name string, pos diag.Pos) {
	if t.Param(name) == nil {
		c.report(pos, message.UndeclaredParameter(orUnnamed(name), t.label()))
	}
}

func (c *checker) checkID(n *Node) {
	if !ident.Is(n.ID) {
		c.report(n.IDPos, message.InvalidId())
		return
	}
	if first, ok := c.ids[n.ID]; ok {
		c.report(n.IDPos, message.DuplicateId(n.ID, first.Line))
		return
	}
	if c.ids == nil {
		c.ids = map[string]diag.Pos{}
	}
	c.ids[n.ID] = n.IDPos
}

// checkFirstChild reports the first child of a node that must not have children.
func (c *checker) checkFirstChild(parent *Node) {
	switch child := parent.Children[0]; {
	case parent.Name == "":
	case parent.Slot:
		c.report(child.Pos, message.NodeBelowSlot(child.label(), parent.label()))
	case parent.Include && !child.Override && !parent.Broken && child.Name != "":
		c.report(child.Pos, message.NodeBelowInclusion(child.label(), parent.label()))
	}
}

// keys finds repeated keys. It compares a few keys linearly. For longer lists it uses a map, so that they do not
// take quadratic time.
type keys struct {
	seen  map[string]diag.Pos
	count int // number of params in seen
}

const fewKeys = 16

// first returns the position of a name among the earlier params, and reports whether there is one. It must be
// called for each param of a list in order, with the params before it.
func (k *keys) first(earlier []Param, name string) (pos diag.Pos, again bool) {
	if len(earlier) <= fewKeys {
		i := slices.IndexFunc(earlier, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return pos, false
		}
		return earlier[i].Pos, true
	}
	if k.seen == nil {
		k.seen = map[string]diag.Pos{}
	}
	for _, p := range earlier[k.count:] {
		if _, ok := k.seen[p.Name]; !ok {
			k.seen[p.Name] = p.Pos
		}
	}
	k.count = len(earlier)
	pos, again = k.seen[name]
	return pos, again
}

// label returns the name of a node as messages show it.
func (n *Node) label() string { return orUnnamed(n.Name) }

// label returns the name of a tree as messages show it.
func (t *Tree) label() string { return orUnnamed(t.Name) }

func orUnnamed(name string) string {
	if name == "" {
		return "(unnamed)"
	}
	return name
}
