package trees

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// meantBy returns the remedy for a word that is neither a value nor a parameter of a node, if it is not the usual one.
func (l lineParser) meantBy(n *Node, word string) (w diag.Words) {
	k, p := behaviors.KindNamed(n.Name), n.param("", len(n.Args))
	like := k // the kind that is probably meant
	if k == nil {
		like = behaviors.KindNamed(cmp.Or(behaviors.KindElsewhere(n.Name), diag.Suggest(n.Name, behaviors.KindNames())))
	}
	for _, unit := range units {
		if start := l.latestNumber(n); word == unit.name && start >= 0 {
			return timeRemedy(l.s.text[start:numberEnd(l.s.text, start)], unit.scale)
		}
	}
	for _, p := range paramsOf(k) {
		if slices.Contains(p.Words, word) || p.Type == behaviors.QuotaParam && (word == "one" || word == "all") {
			return message.WriteIt(p.Name + "=" + word)
		}
	}
	after := strings.Fields(l.s.text[l.s.off+len(word):])
	switch field := fieldMeant(word); {
	case strings.ContainsFunc(word, ident.IsWide):
		return message.WriteIt(ident.Plain(word))
	case len(after) > 0 && diag.Suggest(word, []string{whenWord}) != "":
		return message.DidYouMean(whenWord)
	case (word == "as" || word == "named") && len(after) == 1 && ident.Is(after[0]):
		return message.WriteIt(idKey + "=" + after[0])
	case word == "unless" && len(after) > 0:
		text, _, _ := strings.Cut(l.s.text[l.s.off+len(word):], " #")
		return message.WriteIt(whenWord + " not (" + strings.TrimSpace(text) + ")")
	case k != nil && takesChildren(k) && l.latestNumber(n) >= 0 && isKey(word) && k.Param(word) == nil:
		return message.ChildOnNextLine(word)
	case k == nil && isFirst(n) && like != nil && like.Expression:
		return message.KindInPlace(like.Name, n.label())
	case l.comparedAfter(word):
		text, _, _ := strings.Cut(l.s.text[l.s.off:], " #")
		return message.WriteIt(whenWord + " " + strings.TrimSpace(text))
	case !n.names():
	case isFirst(n) && ident.Is(word) && isChooser(like):
		return message.LabelOrSwitch(word)
	case isFirst(n) && ident.Is(word) && like != nil && like.Group == behaviors.Composites && like.Positional == 0:
		return message.LabelOrCondition(word)
	case k == nil && field != "":
		return message.FieldAsValue(field)
	case k == nil && isKey(word) && !isNodeKey(word):
		return message.TextFieldOrElse(word)
	case p != nil && p.Type == behaviors.TextParam:
		return message.QuoteText(word)
	}
	return w
}

// takesChildren reports whether the nodes of a kind have children.
func takesChildren(k *behaviors.Kind) bool {
	_, most := k.Children()
	return most != 0
}

// paramsOf returns the parameters of a kind, which may be nil.
func paramsOf(k *behaviors.Kind) []behaviors.Param {
	if k == nil {
		return nil
	}
	return k.Params
}

// comparedAfter reports whether an operator that compares follows a word at the cursor.
func (l lineParser) comparedAfter(word string) bool {
	rest := strings.TrimLeft(l.s.text[l.s.off+len(word):], " \t")
	return strings.HasPrefix(rest, "==") || rest != "" && strings.ContainsRune("<>~", rune(rest[0]))
}

// isChooser reports whether a kind chooses one of its children without a value. A fallback is one to people who come from
// other engines.
func isChooser(k *behaviors.Kind) bool {
	return k != nil && k.Positional == 0 && !k.Expression && (k.Group == behaviors.Choosers || k.Kind == kind.Fallback)
}

// latestNumber returns the offset of the latest value of a node, or -1 if the node has none.
func (l lineParser) latestNumber(n *Node) int {
	switch last := len(n.Params) - 1; {
	case last >= 0 && n.Params[last].Expr == nil:
		return byteOffset(l.s.text, n.Params[last].Pos.Col) + len(n.Params[last].Name) + 1
	case last < 0 && len(n.Args) > 0:
		return byteOffset(l.s.text, n.Args[len(n.Args)-1].Pos.Col)
	}
	return -1
}

// valueMeantBy returns the remedy for a word in place of the value of a parameter, if it is not the usual one.
func (n *Node) valueMeantBy(key, word string) (w diag.Words) {
	p := n.param(key, len(n.Args))
	isField := p != nil && p.Type == behaviors.FieldParam
	isValue := p != nil && p.Type == behaviors.ValueParam && p.Computed()
	switch field := fieldMeant(word); {
	case !n.takesField() && !isField && !isValue:
	case field != "":
		return message.FieldAsValue(field)
	case isField:
		return message.QuoteText(word)
	case key == "name" && ident.Is(word):
		return message.IdInPlace(word)
	case isKey(word) && n.takesFieldAs(key):
		return message.TextOrField(word)
	}
	return w
}

// takesFieldAs reports whether a field may stand for a parameter, which is not one that the kind of the parent has for its
// children.
func (n *Node) takesFieldAs(key string) bool {
	p := childParam(key)
	return p == nil || p.Computed()
}

// takesField reports whether the value of a parameter may be a field: it is not one of a kind or of the line of a tree.
func (n *Node) takesField() bool {
	return n.Name != "" && (!n.names() || behaviors.KindNamed(n.Name) == nil)
}

// fieldMeant returns the name of the field that a word such as agent.hp means, or "".
func fieldMeant(word string) string {
	if field := foreignOwner.ReplaceAllString(word, ""); field != word && isKey(field) {
		return field
	}
	return ""
}

// Patterns for what expressions of trees write in another way.
var (
	foreignOwner  = regexp.MustCompile(`\b(?:agent|self)\.`)
	foreignRandom = regexp.MustCompile(`(^|[^\w.])(?:random|rand|randf|random_range|rand_range|randf_range|Random\.Range|rnd\.\w+)\(`)
)

// forTrees returns an expression as trees write it: without the word agent, and with the random numbers of Lua.
func forTrees(source string) string {
	if between := randomBetween(source); between != "" {
		return between[1 : len(between)-1]
	}
	return foreignRandom.ReplaceAllString(foreignOwner.ReplaceAllString(source, ""), "${1}math.random(")
}

// atCalculation reports whether an operator with a value behind it is at the cursor.
func (s *scanner) atCalculation() bool {
	c := s.peek(0)
	return c != 0 && strings.ContainsRune("+-*/%^", rune(c)) && s.peek(1) != c && !(c == '+' && s.isMark())
}
