package assets

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// arguments are the values of the parameters of a tree in one of its uses, in the order of the first line of the tree.
// They are nil for a tree without parameters. A tree and its expressions are linked separately for different arguments.
type arguments []trees.Param

// get returns the value of the parameter of that name; ok is false if there is none.
func (a arguments) get(name string) (p trees.Param, ok bool) {
	i := slices.IndexFunc(a, func(p trees.Param) bool { return p.Name == name })
	if i < 0 {
		return p, false
	}
	return a[i], true
}

// key returns a text that is different for different arguments.
func (a arguments) key() string {
	var b strings.Builder
	for _, p := range a {
		if p.Expr != nil {
			b.WriteString(p.Name + "=$" + p.Expr.Source + " ")
		} else {
			b.WriteString(p.Name + "=" + trees.Literal(p.Value) + " ")
		}
	}
	return b.String()
}

// defaults returns the default arguments of a tree. A parameter without a default has the value nil, so that other
// mistakes of the tree can be found.
func defaults(t *trees.Tree) arguments {
	var out arguments
	for _, p := range t.Params {
		out = append(out, p.Param)
	}
	return out
}

// needs returns the names of the parameters of a tree that have no default.
func needs(t *trees.Tree) []string {
	var names []string
	for _, p := range t.Params {
		if p.Required {
			names = append(names, p.Name)
		}
	}
	return names
}

// lacksParam reports whether an inclusion does not give a parameter that its tree needs.
func lacksParam(target *trees.Tree, given []trees.Param) bool {
	return slices.ContainsFunc(needs(target), func(name string) bool {
		return !slices.ContainsFunc(given, func(p trees.Param) bool { return p.Name == name })
	})
}

// valuesForInclusion reports the values without a name of a node that includes a tree.
func (l *nodeLinker) valuesForInclusion(n *trees.Node, target *trees.Tree) {
	if len(n.Args) == 0 {
		return
	}
	names := missingParams(n, target)
	if len(names) < len(n.Args) { // the parameters in their order
		names = nil
		for _, p := range target.Params {
			if !slices.ContainsFunc(n.Params, func(given trees.Param) bool { return given.Name == p.Name }) {
				names = append(names, p.Name)
			}
		}
	}
	d := l.problem(n.Args[0].Pos, message.ValueForInclusion())
	if expr := slices.ContainsFunc(n.Args, func(a trees.Arg) bool { return a.Expr != nil }); len(n.Args) <= len(names) && !expr {
		var all []string
		for i, a := range n.Args {
			all = append(all, names[i]+"="+trees.Literal(a.Value))
		}
		d.Advise(message.WriteIt(strings.Join(all, " ")))
	}
}

// missingParams returns the names of the parameters that a node that includes a tree must give and does not, or of all that
// it does not give if none is missing.
func missingParams(n *trees.Node, target *trees.Tree) (names []string) {
	given := func(name string) bool {
		return slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Name == name })
	}
	if names = slices.DeleteFunc(needs(target), given); len(names) > 0 {
		return names
	}
	for _, p := range target.Params {
		if !given(p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// usesParam reports whether a node of a tree uses a parameter of the tree: as a value, in an expression, or as the name
// of a node, with or without the word slot. A node with a mistake in its line may use any parameter.
func usesParam(t *trees.Tree, name string) bool {
	in := func(g *trees.Guard) bool { return g != nil && wordIndex(g.Source, name) >= 0 }
	for n := range t.Root.All() {
		if !n.Include && n.Name == name || n.Broken || in(n.Guard) || in(n.Expr) || slices.ContainsFunc(n.Computed(), in) ||
			slices.ContainsFunc(n.Args, func(a trees.Arg) bool { return a.Ref && a.Value.Str() == name }) ||
			slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Ref && p.Value.Str() == name }) {
			return true
		}
	}
	return false
}

// checkUnused warns about parameters that the tree does not use, and about texts as defaults of those that it uses as numbers.
// Several words, alone or after a default, are probably a description.
func (l *nodeLinker) checkUnused() {
	t := l.tree
	var unused []string
	for _, p := range t.Params {
		if is := typeOf(p.Value); is == value.KindString && calculates(t, p.Name) {
			l.warn(l.valuePos(p.Param), message.TreeParameterOfOtherType(p.Name, t.Name, typeWords(is), trees.Literal(p.Value)))
		}
		if p.Required && !usesParam(t, p.Name) {
			unused = append(unused, p.Name)
		}
	}
	if first := len(t.Params) - len(unused); len(unused) > 1 && t.Doc == "" && unused[0] == t.Params[first].Name && (first == 0 || !t.Params[first-1].Required) {
		l.warn(t.Params[first].Pos, message.UnusedTreeParameters(strings.Join(unused, " "), unused, t.Name))
		return
	}
	for _, name := range unused {
		l.warn(t.Param(name).Pos, message.UnusedTreeParameter(name, t.Name))
	}
}

// movedToArgument moves a problem with the value of a parameter of an included tree to the place that gives the value.
// It returns false for a parameter without a value, which bind reports.
func (l *nodeLinker) movedToArgument(d *diag.Diagnostic, target *trees.Tree, args arguments) bool {
	name := refAt(target, d.Pos)
	p, given := args.get(name)
	switch own := target.Param(name); {
	case own == nil || !given:
	case p.Pos != own.Pos:
		d.Notes = append(slices.Clip(d.Notes), message.UsedAt(name, d.Pos.String()).Text)
		d.Pos, d.Source = l.valuePos(p), l.source(p.Pos)
	case own.Required:
		return false
	}
	return true
}

// valuePos returns the place of the value of a parameter, which findings about the value have.
func (l *nodeLinker) valuePos(p trees.Param) diag.Pos {
	return behind(func(int) string { return l.source(p.Pos) }, p)
}

// refAt returns the name of the parameter of a tree that is used as a value at a position, or "".
func refAt(t *trees.Tree, pos diag.Pos) string {
	line := func(int) string { return "" }
	if t.File != nil {
		line = t.File.Line
	}
	for n := range t.Root.All() {
		for _, a := range n.Args {
			if a.Ref && a.Pos == pos {
				return a.Value.Str()
			}
		}
		for _, p := range n.Params {
			if p.Ref && (p.Pos == pos || behind(line, p) == pos) {
				return p.Value.Str()
			}
		}
	}
	return ""
}

// bind returns the arguments of an included tree, and reports unknown and missing ones.
func (l *nodeLinker) bind(n *trees.Node, given []trees.Param, target *trees.Tree) arguments {
	out := defaults(target)
	got := map[string]bool{}
	misnamed := onlyMisnamed(given, target)
	for _, p := range given {
		i := slices.IndexFunc(out, func(q trees.Param) bool { return q.Name == p.Name })
		if i < 0 {
			l.unknownTreeParam(p, target, misnamed)
			continue
		}
		l.checkTreeParam(target, out[i], p)
		out[i].Value, out[i].Percent, out[i].Pos, out[i].Expr = p.Value, p.Percent, p.Pos, p.Expr
		l.readField(p.Expr)
		got[p.Name] = true
	}
	for _, name := range needs(target) {
		if !got[name] {
			l.linker.openRecord().wrongArgs = true
			if name == misnamed || misspelled(given, name, func(key string) bool { return target.Param(key) != nil }) {
				continue
			}
			d := l.problem(n.NamePos, message.MissingTreeParameter(name, target.Name))
			if p := target.Param(name); p.Pos.Line > 0 {
				d.Notes = append(d.Notes, message.ParameterAt(name, p.Pos.String(), target.Name).Text)
			}
		}
	}
	return out
}

// checkTreeParam warns about a value for a parameter of a tree whose default is a number, and with which the tree calculates. A
// parameter that a node gets as a value is checked there.
func (l *nodeLinker) checkTreeParam(target *trees.Tree, def, p trees.Param) {
	is := typeOf(p.Value)
	if p.Expr != nil || def.Value.Kind() != value.KindNumber || is == value.KindNil || is == value.KindNumber || !calculates(target, p.Name) {
		return
	}
	d := l.warn(l.valuePos(p), message.TreeParameterOfOtherType(p.Name, target.Name, typeWords(is), trees.Literal(p.Value)))
	if n, err := strconv.ParseFloat(p.Value.Str(), 64); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
		d.Advise(message.WriteIt(p.Name + "=" + trees.Literal(value.Number(n))))
	}
}

// calculates reports whether a tree certainly uses a parameter as a number: it calculates with it or compares it by order in some
// expression, and does nothing else with it.
func calculates(t *trees.Tree, name string) (certain bool) {
	if t.Root == nil {
		return false
	}
	whole := regexp.MustCompile(`(?:[-+*/%^]|[<>]=?)\s*` + name + `\b|\b` + name + `\s*(?:[-+*/%^]|[<>])`)
	for n := range t.Root.All() {
		if n.Broken || n.Slot && n.Name == name || slices.ContainsFunc(n.Args, func(a trees.Arg) bool { return a.Ref && a.Value.Str() == name }) ||
			slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Ref && p.Value.Str() == name }) {
			return false
		}
		for _, g := range append(n.Computed(), n.Guard, n.Expr) {
			if g == nil || wordIndex(g.Source, name) < 0 {
				continue
			}
			if !whole.MatchString(g.Source) || strings.ContainsAny(g.Source, `"'`) {
				return false
			}
			certain = true
		}
	}
	return certain
}

// onlyMisnamed returns the parameter that an inclusion does not give and its tree needs, if the inclusion has one value with an
// unknown name: that is one mistake. Otherwise it returns "".
func onlyMisnamed(given []trees.Param, target *trees.Tree) string {
	unknown := 0
	lacks := needs(target)
	for _, p := range given {
		if target.Param(p.Name) == nil {
			unknown++
		}
		lacks = slices.DeleteFunc(lacks, func(name string) bool { return name == p.Name })
	}
	if unknown != 1 || len(lacks) != 1 {
		return ""
	}
	return lacks[0]
}

// misspelled reports whether the key of a parameter probably stands for a name. Such a key is unknown, and reported.
func misspelled(params []trees.Param, name string, known func(string) bool) bool {
	return slices.ContainsFunc(params, func(p trees.Param) bool {
		return !known(p.Name) && diag.Suggest(p.Name, []string{name}) != ""
	})
}

// unknownTreeParam reports a parameter that the tree does not have. meant is the one that it certainly stands for, or "".
func (l *nodeLinker) unknownTreeParam(p trees.Param, target *trees.Tree, meant string) {
	l.linker.openRecord().wrongArgs = true
	var names []string
	for _, q := range target.Params {
		names = append(names, q.Name)
	}
	d := l.problem(p.Pos, message.UnknownTreeParameter(p.Name, listNames(names), target.Name))
	if d.Advise(message.Near(p.Name, names)); len(names) == 0 {
		d.Advise(message.TakesNoParameters("tree " + target.Name))
	}
	if message.Near(p.Name, names).Text == "" {
		if d.Advise(asID(p)); meant != "" && p.Expr == nil {
			d.Advise(message.WriteIt(meant + "=" + trees.Literal(p.Value)))
		}
	}
	d.Advise(aboveNode(p, "tree "+target.Name))
}

// resolved returns a node with the names of parameters replaced by their values.
func (l *nodeLinker) resolved(n *trees.Node) *trees.Node {
	if !refers(n) {
		return n
	}
	out := *n
	out.Args, out.Params = slices.Clone(n.Args), slices.Clone(n.Params)
	for i := range out.Args {
		if a := &out.Args[i]; a.Ref {
			p, _ := l.args.get(a.Value.Str())
			a.Value, a.Percent, a.Expr, a.Ref = p.Value, p.Percent, p.Expr, false
		}
	}
	for i := range out.Params {
		if q := &out.Params[i]; q.Ref {
			p, _ := l.args.get(q.Value.Str())
			q.Value, q.Percent, q.Expr, q.Ref = p.Value, p.Percent, p.Expr, false
		}
	}
	if n.Slot {
		l.fill(&out)
	}
	return &out
}

// refers reports whether a node refers to a parameter of its tree outside of expressions.
func refers(n *trees.Node) bool {
	return n.Slot || slices.ContainsFunc(n.Args, func(a trees.Arg) bool { return a.Ref }) ||
		slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Ref })
}

// fill turns a slot into the node that its parameter names. If the parameter names no node, fill reports the
// mistake and leaves n without a name.
func (l *nodeLinker) fill(n *trees.Node) {
	slot := n.Name
	p, _ := l.args.get(slot)
	n.Slot, n.Name, n.NamePos = false, p.Value.Str(), l.valuePos(p) // where the name is written
	if p.Value.Kind() != value.KindString || trees.CheckName(n.Name) != nil {
		n.Name = ""
		if q := l.tree.Param(slot); q == nil || p.Value.IsNil() && q.Required {
			return // the missing parameter or value has been reported
		}
		l.problem(n.NamePos, message.WrongSlotValue(slot, trees.Literal(p.Value)))
		return
	}
	n.Include = l.linker.ask(query{about: aboutTree, name: n.Name}).tree != nil && !l.hasBehavior(n.Name)
}

// unplaced reports whether a problem is on a line that can be checked only where the tree is included.
func unplaced(t *trees.Tree, d diag.Diagnostic) bool {
	for n := range t.Root.All() {
		if n.Pos.File == d.Pos.File && n.Pos.Line == d.Pos.Line && (refers(n) || n.Guard != nil || n.Expr != nil || len(n.Computed()) > 0) {
			return true
		}
	}
	return false
}
