package assets

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/allow"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// check collects the problems of single files, and adds the problems that show only when all files are compared. A
// bundle with problems is swapped in, too: files that do not work keep their last good version.
func (r *round) check() {
	all := slices.Concat(r.problems, r.m.root.unlisted)
	gone := slices.ContainsFunc(r.problems, func(d diag.Diagnostic) bool { return d.Missing != "" })
	for _, f := range r.m.files.inOrder() {
		all = append(append(all, r.withMeant(f.own.Apart(f.load))...), f.load...)
	}
	all = sharedGlobals(r.m.checker.withDefaults(all))
	s := r.m.subject(r.next)
	s.rejected = r.rejectedTrees()
	all = append(all, r.m.checker.unknownReads(s, r.m.bundle, gone, r.m.last.linker.names.conditionNames)...)
	all = append(all, r.m.checker.unknownNodes(s)...)
	all = append(all, r.m.checker.unknownChannels(s)...)
	all = append(all, r.m.checker.unknownStimuli(s)...)
	all = append(all, r.m.checker.unpostedFields(s.bundle)...)
	all = append(all, r.m.checker.badDeclarations()...)
	all = append(r.moduleWrites(all), r.unknownMembers()...)
	all = append(all, r.sameButForCase()...)
	all = append(all, r.m.checker.unaskedHooks(s)...)
	all = append(all, r.m.checker.contradictions(s, all)...)
	all, r.next.Allowed = allow.Divide(all, r.m.shown(r.next.contents))
	all.Sort()
	all = oncePerPlace(all)
	all = r.filesInOtherCase(all)
	r.next.Allowed.Sort()
	r.next.undeclared = r.m.checker.undeclared(s)
	r.next.Problems = r.misplaced(all)
}

// maxInclusions is the number of inclusions that a finding in an included tree names.
const maxInclusions = 3

// oncePerPlace leaves out findings that only repeat one with another inclusion of a tree: that names the first inclusions.
func oncePerPlace(all diag.List) (out diag.List) {
	for _, d := range all {
		i := len(out) - 1
		for i >= 0 && out[i].Pos == d.Pos && (out[i].Message != d.Message || out[i].Hint != d.Hint || out[i].Severity != d.Severity) {
			i--
		}
		if i < 0 || out[i].Pos != d.Pos || len(d.Notes) == 0 {
			out = append(out, d)
			continue
		}
		for _, note := range d.Notes {
			if notes := out[i].Notes; len(notes) < maxInclusions && !slices.Contains(notes, note) {
				out[i].Notes = append(slices.Clip(notes), note)
			}
		}
	}
	return out
}

// sharedGlobals leaves out warnings about globals that do not exist if another file assigns them, which is an error there:
// both are one mistake.
func sharedGlobals(all diag.List) diag.List {
	assigned := map[string]string{} // the files, by the names
	for _, d := range all {
		if name, ok := d.Args["name"].(string); ok && d.Code == message.GlobalAssigned("").Code {
			assigned[name] = d.Pos.File
		}
	}
	if len(assigned) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(d diag.Diagnostic) bool {
		name, _ := d.Args["name"].(string)
		file := assigned[name]
		return file != "" && d.Code == message.UnknownGlobal("").Code && d.Pos.File != file
	})
}

// withMeant returns findings in the text of a file, with the remedies of round.meant.
func (r *round) withMeant(own diag.List) (out diag.List) {
	for _, d := range own {
		w, known := r.meant[d.Pos]
		if !known || w.Text != "" {
			d.Advise(w)
			out = append(out, d)
		}
	}
	return out
}

// shown yields files as positions name them, with their texts.
func (m *Manager) shown(contents []*Content) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, c := range contents {
			if !yield(m.root.display(c.Path), c.Text) {
				return
			}
		}
	}
}

// withDefaults returns findings whose remedies calculate with a field, without a value for nil if the field has a default.
func (c *checker) withDefaults(all diag.List) diag.List {
	for i, d := range all {
		name, _ := d.Args["name"].(string)
		old, _ := d.Args["old"].(string)
		_, field, dotted := strings.Cut(name, ".")
		if !dotted || old == name {
			continue
		}
		if decl := c.declares().Field(field); decl == nil || decl.Default.IsNil() {
			continue
		}
		text := func(arg string) string { s, _ := d.Args[arg].(string); return s }
		switch d.Code {
		case message.ForeignCompound("", "", "", "", "").Code:
			all[i] = reworded(d, message.ForeignCompound(name, name, text("operator"), text("value"), text("word")))
		case message.ForeignIncrement("", "", "").Code:
			all[i] = reworded(d, message.ForeignIncrement(name, name, text("word")))
		}
	}
	return all
}

// reworded returns a finding with other words.
func reworded(d diag.Diagnostic, w diag.Words) diag.Diagnostic {
	other := diag.New(d.Pos, w)
	other.Source, other.Notes = d.Source, d.Notes
	return other
}

// subject is a bundle to check, with the names that the expressions of its trees use.
type subject struct {
	bundle *Bundle
	facts  []*treeFacts // the facts of bundle.Trees and bundle.Needs, in the same order
	// rejected are the trees in the text of files with errors. What is in force may lack their nodes.
	rejected []*trees.Tree
}

// rejectedTrees returns the trees in the text of the tree files that have errors.
func (r *round) rejectedTrees() (list []*trees.Tree) {
	wrong := map[string]bool{}
	for _, d := range r.problems.Errors() {
		wrong[d.Pos.File] = true
	}
	if len(wrong) == 0 {
		return nil
	}
	for _, f := range r.m.files.inOrder() {
		if f.ext == TreeExt && f.parsed != nil && wrong[r.m.root.display(f.path)] {
			list = append(list, f.parsed.Trees...)
		}
	}
	return list
}

// rejectedNodes yields the nodes of the rejected trees.
func (s subject) rejectedNodes() iter.Seq[*trees.Node] { return nodesOf(s.rejected) }

// nodesOf yields the nodes of trees.
func nodesOf(list []*trees.Tree) iter.Seq[*trees.Node] {
	return func(yield func(*trees.Node) bool) {
		for _, t := range list {
			if t.Root == nil {
				continue
			}
			for n := range t.Root.All() {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// needs returns the trees that run only where they are included.
func (s subject) needs() (list []*trees.Tree) {
	for _, t := range s.bundle.Needs {
		list = append(list, t.source)
	}
	return list
}

// mayHaveNode reports whether a rejected tree, or one that runs only where it is included, may have a node of that name.
func (s subject) mayHaveNode(name string) bool {
	for n := range nodesOf(slices.Concat(s.rejected, s.needs())) {
		if n.ID == name || n.Name == name || strings.HasSuffix(n.Name, "."+name) {
			return true
		}
	}
	return false
}

// subject returns a bundle as the subject of the checks.
func (m *Manager) subject(b *Bundle) subject { return subject{bundle: b, facts: m.treeFacts(b)} }

// checker compares all files with each other. It keeps its counts for the next round, which updates only the counts
// of changed files.
type checker struct {
	root    *root
	files   *fileSet
	globals *globals
	game    []string // Options.Fields
	fields  *knownFields
	counts  fieldCounts

	declared struct { // see declares
		of   *file
		file *declare.File
	}
}

// unknownNodes warns about expressions and scripts that ask for the history of a node that no tree has. It looks in all trees,
// since it does not know which tree an agent runs: a guard of an included tree may ask for a node of the including
// tree. A file that cannot be read may have any node.
func (c *checker) unknownNodes(s subject) diag.List {
	var out diag.List
	if c.counts.broken > 0 {
		return nil
	}
	named := s.named()
	for _, facts := range s.facts {
		for _, q := range facts.nodes {
			names, lacking := lackNode(s.bundle.Trees, q.name)
			if place := q.in.Place(q.name); !lacking && len(s.rejected) == 0 && !strings.HasPrefix(strings.TrimSpace(place.Line), "condition ") {
				if other := s.elsewhere(named, q.own, q.name); other != "" {
					out.Warn(place.Pos, message.NodeNotInTree(q.name, q.own.Name).With(message.OtherTreeHasIt(other))).Source = place.Line
				}
			}
			if lacking && !s.mayHaveNode(q.name) {
				place := q.in.Place(q.name)
				for n := range nodesOf(s.needs()) {
					names = append(names, n.Name)
				}
				warnOfNode(&out, q.name, place.Pos, place.Line, names)
			}
		}
	}
	for _, f := range c.files.inOrder() {
		if f.compiled == nil || len(s.bundle.Trees) == 0 {
			continue
		}
		script := f.compiled.Script()
		for _, q := range script.Asks() {
			names, lacking := lackNode(s.bundle.Trees, q.Name)
			if lacking && !s.bundle.mayHaveNode(q.Name) {
				warnOfNode(&out, q.Name, q.Pos, script.Line(q.Pos.Line), names)
			} else if tree, other := s.lackedByUsers(f.path, q.Name); other != "" {
				out.Warn(q.Pos, message.NodeNotInTree(q.Name, tree).With(message.OtherTreeHasIt(other))).Source = script.Line(q.Pos.Line)
			}
		}
	}
	return out
}

// elsewhere returns a tree with a node of that name, if no program that has the nodes of a tree has one. Otherwise it returns "".
func (s subject) elsewhere(named map[string]*trees.Tree, t *trees.Tree, name string) (other string) {
	for _, u := range s.bundle.Trees {
		switch has := u.Program.Nodes(name) != nil; {
		case u.kept != nil || has && includesTree(u.source, t, named, map[*trees.Tree]bool{}):
			return ""
		case has && other == "":
			other = u.Name
		}
	}
	return other
}

// lackedByUsers returns a tree with the behavior of a file and one with a node of a name, if no tree has both. Otherwise other
// is "".
func (s subject) lackedByUsers(file, name string) (tree, other string) {
	in := s.bundle.chunks[file]
	if in == nil || in.Behavior == nil || len(s.rejected) > 0 {
		return "", ""
	}
	for _, u := range s.bundle.Trees {
		has := u.Program.Nodes(name) != nil
		uses := slices.ContainsFunc(u.Program.Nodes(in.Behavior.Name), func(i int32) bool {
			b := u.Program.Node(int(i)).Behavior
			return b != nil && b.Name == in.Behavior.Name
		})
		switch {
		case u.kept != nil || has && uses:
			return "", ""
		case uses:
			tree = cmp.Or(tree, u.Name)
		case has:
			other = cmp.Or(other, u.Name)
		}
	}
	if tree == "" {
		return "", ""
	}
	return tree, other
}

// named returns the trees by name.
func (s subject) named() map[string]*trees.Tree {
	named := map[string]*trees.Tree{}
	for _, u := range s.bundle.Trees {
		named[u.Name] = u.source
	}
	for _, u := range s.bundle.Needs {
		named[u.Name] = u.source
	}
	return named
}

// includesTree reports whether a tree is another one or includes it. seen are the trees that have been examined.
func includesTree(from, t *trees.Tree, named map[string]*trees.Tree, seen map[*trees.Tree]bool) bool {
	if from == t {
		return true
	}
	if from == nil || from.Root == nil || seen[from] {
		return false
	}
	seen[from] = true
	for n := range from.Root.All() {
		if n.Include && includesTree(named[n.Name], t, named, seen) {
			return true
		}
	}
	return false
}

// lackNode reports whether no tree has a node of that name. It also returns the names of their nodes.
func lackNode(all []Tree, name string) (names []string, lacking bool) {
	for _, u := range all {
		if u.Program.Nodes(name) != nil {
			return nil, false
		}
		for i := range u.Program.Len() {
			names = append(names, u.Program.Node(i).Name)
		}
	}
	return names, true
}

// mayHaveNode reports whether a tree of the game may have a node of that name although no tree in force has one: there
// is such a behavior, or the name is in the text of a tree file, which may be that of a tree without a program.
func (b *Bundle) mayHaveNode(name string) bool {
	return slices.ContainsFunc(b.Behaviors, func(each *engine.Behavior) bool {
		return each.Name == name || strings.HasSuffix(each.Name, "."+name)
	}) || slices.ContainsFunc(b.contents, func(c *Content) bool {
		return !strings.HasSuffix(c.Path, ScriptExt) && wordIndex(string(c.Text), name) >= 0
	})
}

func warnOfNode(out *diag.List, name string, pos diag.Pos, line string, names []string) {
	out.Warn(pos, message.UnknownNode(name, diag.Suggest(name, names))).Source = line
}

// filesInOtherCase replaces the findings about a behavior that trees name more than once, each time in the same letter case
// and not in that of its file, by one finding about the file.
func (r *round) filesInOtherCase(all diag.List) diag.List {
	same := func(d diag.Diagnostic, name, near string) bool {
		return d.Missing == name && d.Remedy != nil && d.Remedy.Args["near"] == near
	}
	for i := 0; i < len(all); i++ {
		first := all[i]
		if first.Missing == "" || first.Remedy == nil {
			continue
		}
		near, _ := first.Remedy.Args["near"].(string)
		at := len(near) - len(first.Missing)
		if at < 0 || !strings.EqualFold(near[at:], first.Missing) || at > 0 && near[at-1] != '.' || len(r.next.Users(near)) > 0 {
			continue
		}
		count := 0
		for _, d := range all {
			if same(d, first.Missing, near) {
				count++
			}
		}
		if count < 2 {
			continue
		}
		file := r.m.root.display(ScriptOf(near[:at] + first.Missing))
		d := diag.New(diag.Pos{File: r.m.root.display(ScriptOf(near))}, message.FileInOtherCase(near, count, file, first.Missing, first.Pos.String()))
		d.Missing = first.Missing
		all = append(slices.DeleteFunc(all, func(d diag.Diagnostic) bool { return same(d, first.Missing, near) }), d)
		all.Sort()
		i = -1
	}
	return all
}

// moduleWrites decides what becomes of the warnings about writes in functions of modules, which fail after loading: they are
// errors if a hook may call the function, nothing if files call it only while they are loaded, and stay warnings if no file
// calls it.
func (r *round) moduleWrites(all diag.List) diag.List {
	codes := []string{message.ConstantEntryWritten("", "").Code, message.ConstantTableChanged("", "", "").Code, message.FileLocalAssigned("").Code}
	modules := map[string]*lint.Script{} // by the path that messages show
	for _, d := range all {
		if d.Severity == diag.Warning && slices.Contains(codes, d.Code) {
			modules[d.Pos.File] = nil
		}
	}
	if len(modules) == 0 {
		return all
	}
	calls := map[string]map[string]bool{} // by module and member: whether all calls are at file level
	for _, f := range r.m.files.inOrder() {
		if f.compiled == nil {
			continue
		}
		if shown := r.m.root.display(f.path); f.module() {
			if _, wanted := modules[shown]; wanted {
				modules[shown] = f.compiled.Script()
			}
		}
		for _, q := range f.compiled.Script().ModuleCalls {
			of := r.m.root.display(ModuleOf(q.Module))
			if calls[of] == nil {
				calls[of] = map[string]bool{}
			}
			loading, known := calls[of][q.Member]
			calls[of][q.Member] = q.Loading && (loading || !known)
		}
	}
	var out diag.List
	for _, d := range all {
		if script := modules[d.Pos.File]; script != nil && d.Severity == diag.Warning && slices.Contains(codes, d.Code) {
			called, loading := false, true
			for _, member := range script.Reaching(d.Pos) {
				if only, ok := calls[d.Pos.File][member]; ok {
					called, loading = true, loading && only
				}
			}
			switch {
			case called && loading:
				continue
			case called:
				d.Severity = diag.Error
			}
		}
		out = append(out, d)
	}
	return out
}

// unknownMembers warns about calls of functions that a module does not have, about calls with a colon of those that
// take no self, and about calls of those that wait in hooks that cannot.
func (r *round) unknownMembers() diag.List {
	var out diag.List
	nameless := map[*lint.Script]bool{}
	waiting := map[diag.Pos]int{} // the findings about functions that wait, by the places where they do
	for _, f := range r.m.files.inOrder() {
		if f.compiled == nil || r.heldBack[f.path] {
			continue
		}
		script := f.compiled.Script()
		for _, q := range script.ModuleReads() {
			m := r.linked[ModuleOf(q.Module)]
			if m == nil || nameless[m.Script()] {
				continue
			}
			if _, lacks := m.Lacks(q.Member); lacks {
				if at, meant, ok := m.Script().Nameless(q.Member); ok {
					nameless[m.Script()] = true
					out.Warn(at, message.NamelessMember(q.Member).With(message.WriteIt(meant))).Source = m.Script().Line(at.Line)
				}
			}
		}
		for _, q := range script.ModuleCalls {
			m := r.linked[ModuleOf(q.Module)]
			if m == nil {
				continue
			}
			if members, lacks := m.Lacks(q.Member); lacks {
				if nameless[m.Script()] {
					continue
				}
				if at, table, ok := m.Script().LocalFunction(q.Member); ok {
					out.Warn(at, message.LocalMember(q.Module, q.Member, q.Pos.String(), table)).Source = m.Script().Line(at.Line)
					continue
				}
				w := message.UnknownModuleMember(q.Member, q.Module).With(message.ItHas(luabind.Listed(members))).With(message.Near(q.Member, members))
				out.Warn(q.Pos, w).Source = script.Line(q.Pos.Line)
			} else if at, wrong := m.WrongSelf(q); wrong {
				out.Warn(at, message.ColonInDefinition(q.Member, q.Pos.String())).Source = m.Script().Line(at.Line)
			} else if w := m.Script().Misgiven(q); w.Code != "" {
				out.Warn(q.Pos, w).Source = script.Line(q.Pos.Line)
			} else if at, waits := m.Waits(q.Member); waits && q.Hook != "" {
				if i, told := waiting[at]; told {
					out[i].Notes = append(out[i].Notes, message.AlsoCalledAt(q.Hook, q.Pos.String()).Text)
					continue
				}
				waiting[at] = len(out)
				out.Warn(q.Pos, message.CallWaits(q.Text, q.Hook, at.String()).With(script.WhereToWait())).Source = script.Line(q.Pos.Line)
			}
		}
		for _, q := range script.ModuleMethods() {
			if m := r.linked[ModuleOf(q.Module)]; m != nil && m.WrongColon(q) {
				out.Warn(q.Pos, message.ColonOnLibrary(q.Object, q.Name)).Source = script.Line(q.Pos.Line)
			}
		}
	}
	return out
}

// unaskedHooks warns about a utility or a postcondition for which no tree asks. A file that cannot be read may have a
// tree that does, and so may a rejected tree, when its mistake is corrected.
func (c *checker) unaskedHooks(s subject) (out diag.List) {
	if c.counts.broken > 0 || len(s.rejected) > 0 {
		return nil
	}
	for _, q := range []struct {
		hook engine.Hook
		by   kind.Kind
	}{{engine.HookUtility, kind.Utility}, {engine.HookPostcondition, kind.Goal}} {
		below := map[parent][]unaskedHook{}
		list := c.unasked(s.bundle, q.hook, q.by)
		for _, u := range list {
			if q.hook == engine.HookUtility && u.between == "" && u.parent.name != "" {
				below[u.parent] = append(below[u.parent], u)
			}
		}
		for _, u := range list {
			if all := below[u.parent]; len(all) > 1 && u.between == "" {
				if u.file == all[0].file {
					c.warnOfParent(&out, s.bundle, u.parent, all)
				}
				continue
			}
			script := u.file.compiled.Script()
			w, name := message.UnaskedPostcondition(u.file.compiled.Name), u.file.compiled.Name
			switch {
			case u.between != "":
				w = message.UtilityNotPassedOn(name, u.between)
			case q.hook == engine.HookUtility:
				w = message.UnaskedUtility(name)
			}
			d := out.Warn(script.KeyPos(q.hook.String()), w)
			d.Source = script.Line(d.Pos.Line)
		}
	}
	return out
}

// warnOfParent warns about a parent that does not pick by utility, although several of its children have one.
func (c *checker) warnOfParent(out *diag.List, b *Bundle, p parent, all []unaskedHook) {
	var names []string
	for _, u := range all {
		names = append(names, u.file.compiled.Name)
	}
	w, at, line := message.UnaskedUtilities(names, p.name), p.pos, ""
	if in := c.files.at(ScriptOf(p.name)); p.script && in != nil && in.compiled != nil {
		script := in.compiled.Script()
		w, at = w.With(message.WriteInTable(p.name, `children = "utility"`)), script.KeyPos("children")
		line = script.Line(at.Line)
	} else {
		for _, t := range b.sources() {
			if f := t.source.File; f != nil && f.Path == at.File {
				line = f.Line(at.Line)
			}
		}
	}
	out.Warn(at, w).Source = line
}

// unaskedHook is a script with a hook for which nothing asks.
type unaskedHook struct {
	file    *file
	between string // the nearest node that does not pass on the utility, if a parent above it picks by utility
	parent  parent // of the only place of the behavior in the trees, or zero
}

// parent is a node with children.
type parent struct {
	name   string
	script bool // it is a behavior of a script, so that its place in a tree does not matter
	pos    diag.Pos
}

// parentOf returns the parent of node k.
func parentOf(p *engine.Program, k int) parent {
	i := p.Node(k).Parent
	switch {
	case i < 0:
		return parent{}
	case p.Node(i).Behavior != nil:
		return parent{name: p.Node(i).Behavior.Name, script: true}
	}
	return parent{name: p.Node(i).Name, pos: p.Node(i).Pos}
}

// unasked returns the scripts with a hook that are in a tree, but nowhere where a parent asks for it. A parent asks if
// it picks as the kind by does.
func (c *checker) unasked(b *Bundle, hook engine.Hook, by kind.Kind) (list []unaskedHook) {
	left := map[*engine.Behavior]*file{}
	for _, f := range c.files.inOrder() {
		in := b.chunks[f.path]
		if f.compiled != nil && in != nil && in.Behavior != nil && in.Behavior.Hooks[hook] && !asks(in.Behavior, hook, by) {
			left[in.Behavior] = f
		}
	}
	for _, t := range b.Needs { // these trees have no program of their own
		if t.source.Root == nil {
			continue
		}
		for n := range t.source.Root.All() {
			delete(left, b.Behavior(n.Name))
			delete(left, b.Behavior(nameNear(t.File, n.Name)))
		}
	}
	between, parents := map[*engine.Behavior]string{}, map[*engine.Behavior]parent{}
	for i := range b.Trees {
		p := b.Trees[i].Program
		for k := 0; k < p.Len() && len(left) > 0; k++ {
			n := p.Node(k)
			if n.Behavior == nil || left[n.Behavior] == nil {
				continue
			}
			if asked, node := asked(p, k, hook, by); asked {
				delete(left, n.Behavior)
			} else if between[n.Behavior] == "" {
				if first, again := parents[n.Behavior]; again && first != parentOf(p, k) {
					parents[n.Behavior] = parent{}
				} else {
					parents[n.Behavior] = parentOf(p, k)
				}
				between[n.Behavior] = node
			}
		}
	}
	for behavior, f := range left {
		if node, used := between[behavior]; used {
			list = append(list, unaskedHook{f, node, parents[behavior]})
		}
	}
	slices.SortFunc(list, func(a, b unaskedHook) int { return strings.Compare(a.file.path, b.file.path) })
	return list
}

// asked reports whether a parent asks for a hook of node k: the parent of the node, or for a utility that of a node
// that passes it on. If a parent further up would ask, node is the nearest node that does not pass it on.
func asked(p *engine.Program, k int, hook engine.Hook, by kind.Kind) (yes bool, node string) {
	for i := p.Node(k).Parent; i >= 0; i = p.Node(i).Parent {
		n := p.Node(i)
		switch {
		case n.Behavior != nil && n.Behavior.Missing: // it may ask when its file is corrected
			return true, ""
		case n.Kind == by || n.Behavior != nil && asks(n.Behavior, hook, by):
			return node == "", node
		case hook != engine.HookUtility:
			return false, ""
		case node == "" && (p.Scorer(i) != k || n.Kind == kind.Delay): // a delay passes it on only when it has waited
			node = n.Name
		}
	}
	return false, ""
}

// asks reports whether a behavior asks its children for a hook, which a chooser of the kind by asks for. One that picks
// by goal also asks itself.
func asks(b *engine.Behavior, hook engine.Hook, by kind.Kind) bool {
	return b.Children.Chooser() == by || hook == engine.HookUtility && b.Hooks[engine.HookChoose]
}
