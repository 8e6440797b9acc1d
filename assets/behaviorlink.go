package assets

import (
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// behavior resolves the name of a behavior, first relative to the folder of the tree's file, then from the root.
func (l *nodeLinker) behavior(n *trees.Node) *engine.Behavior {
	near := l.near(n.Name)
	for _, name := range []string{near, n.Name} {
		if b := l.find(name); b != nil {
			return b
		}
	}
	if n.Broken || l.hasFile(near) || l.hasFile(n.Name) { // there is another message; the name may be a part of the intended one
		return l.inPlaceOf(n.Name)
	}
	return l.noFile(n, near)
}

// noFile reports a name that has no file, and returns a placeholder. The name means the behavior in the folder of the
// tree's file, unless nodes in force run only the one that is looked up after it: then the node stays the same node.
func (l *nodeLinker) noFile(n *trees.Node, near string) *engine.Behavior {
	name := near
	for _, each := range []string{near, n.Name} {
		if l.linker.ask(query{about: aboutUsed, name: each}).yes {
			name = each
			break
		}
	}
	var d *diag.Diagnostic
	if l.linker.ask(query{about: aboutSeen, name: name}).yes {
		d = l.gone(n, name)
	} else {
		d = l.unknown(n, near)
	}
	d.Missing = n.Name
	if folder := l.linker.ask(query{about: aboutRoot, name: name}).text; folder != "" {
		d.Advise(l.m.root.otherRoot(folder))
	}
	return l.inPlaceOf(name)
}

func (l *nodeLinker) hasFile(name string) bool {
	return l.linker.ask(query{about: aboutKnown, name: name}).yes
}

func (l *nodeLinker) inPlaceOf(name string) *engine.Behavior {
	return l.linker.ask(query{about: aboutMissing, name: name}).behavior
}

// near returns the name that is looked up first: the name in the folder of the tree's file.
func (l *nodeLinker) near(name string) string {
	return nameNear(l.linker.file[l.tree], name)
}

// nameNear returns the name that is looked up first in a tree file; file is "" for a tree made by
// code.
func nameNear(file, name string) string {
	folder := path.Dir(file)
	if file == "" || folder == "." {
		return name
	}
	return strings.ReplaceAll(folder, "/", ".") + "." + name
}

// hasBehavior reports whether a name means an existing behavior.
func (l *nodeLinker) hasBehavior(name string) bool {
	return l.find(l.near(name)) != nil || l.find(name) != nil
}

// gone reports a behavior that worked in this session and whose file no longer exists.
func (l *nodeLinker) gone(n *trees.Node, name string) *diag.Diagnostic {
	if to := l.linker.ask(query{about: aboutMoved, name: name}).text; to != "" {
		return l.problem(n.NamePos, message.MovedBehavior(name, to))
	}
	return l.problem(n.NamePos, message.GoneBehavior(l.m.root.display(ScriptOf(name)), name))
}

// find returns the behavior of that name. The behavior is loaded, or it is missing but has a file.
func (l *nodeLinker) find(name string) *engine.Behavior {
	return l.linker.ask(query{about: aboutBehavior, name: name}).behavior
}

// known reports whether a behavior of that name has a file. The problems of the behavior are then
// reported in that file.
func (r *round) known(name string) bool {
	if f := r.m.files.at(ScriptOf(name)); f != nil {
		return !f.module() && !f.gone()
	}
	if r.fileNames == nil { // combat.melee.lua is a file of combat.melee, too
		r.fileNames = map[string]bool{}
		for file := range r.m.files.byPath {
			if path.Ext(file) == ScriptExt {
				r.fileNames[behaviors.NameOfFile(file)] = true
			}
		}
	}
	return r.fileNames[name]
}

func (l *nodeLinker) unknown(n *trees.Node, near string) *diag.Diagnostic {
	l.linker.openRecord().always = true
	names := []string{}
	for _, b := range l.linker.round.next.Behaviors {
		if (!b.Missing || l.linker.round.known(b.Name)) && CheckBehaviorName(b.Name) == nil {
			names = append(names, b.Name)
		}
	}
	own := n.Name
	if !strings.Contains(own, ".") {
		own = near
	}
	d := l.problem(n.NamePos, message.UnknownBehavior(n.Name, listNames(names), own))
	if near != n.Name {
		d.Notes = []string{message.LookedFor([]string{near, n.Name}).Text}
	}
	d.Advise(l.insteadOfBehavior(n.Name, own, names))
	if d.Hint == "" {
		d.Advise(message.NewBehavior(own))
	}
	return d
}

// inOtherFolder returns the names that differ from a name only in the folder.
func inOtherFolder(name string, names []string) (list []string) {
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, n := range names {
		if n[strings.LastIndexByte(n, '.')+1:] == last {
			list = append(list, n)
		}
	}
	return list
}

// insteadOfBehavior returns the remedy for the name of a behavior that does not exist, if it is not the usual one. names
// are the names of all behaviors, and own is the name that a new one would have.
func (l *nodeLinker) insteadOfBehavior(name, own string, names []string) diag.Words {
	plain, isFile := strings.CutSuffix(name, ScriptExt)
	switch {
	case strings.HasPrefix(name, ModuleDir+"."):
		return message.ModuleNotBehavior(ModuleDir)
	case IsTest(ScriptOf(name)):
		return message.TestNotBehavior(TestSuffix)
	case l.tree.Param(name) != nil:
		return message.WriteSlot(name)
	case l.linker.named[name] != nil || l.linker.brokenWith(name) != nil:
		return message.WriteTree(name)
	case isFile:
		return message.BehaviorWithoutExtension(ScriptExt, plain)
	case slices.Contains([]string{"action", "leaf", "task", "behavior", "behaviour"}, name):
		return message.NameBehavior(name)
	}
	kinds := append(behaviors.KindNames(), sortedKeys(l.m.kinds)...)
	remedy := suggest(name, append(slices.Clip(names), kinds...))
	if kind := behaviors.KindElsewhere(name); kind != "" && suggest(name, names).Text == "" {
		remedy = message.DidYouMean(kind)
	}
	if moved := inOtherFolder(name, names); remedy.Text == "" && len(moved) == 1 {
		remedy = message.RenameIfMoved(moved[0], name, own)
	} else if remedy.Text == "" && len(moved) > 1 {
		remedy = message.OneOfOrNew(moved, own)
	}
	return remedy
}

// nearPartByPart reports whether name may be a misspelling of other. It compares the parts between dots one by one,
// so monster.dance is not a misspelling of monster.rage.
func nearPartByPart(name, other string) bool {
	a, b := strings.Split(name, "."), strings.Split(other, ".")
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		if a[i] != b[i] && diag.Suggest(a[i], b[i:i+1]) == "" {
			return false
		}
	}
	return true
}

// suggest returns the remedy for an unknown name, or empty words. A name also matches if only its last part was written.
func suggest(name string, names []string) (w diag.Words) {
	var same []string
	for _, n := range names {
		if strings.HasSuffix(n, "."+name) {
			same = append(same, n)
		}
	}
	if len(same) > 0 {
		return message.DidYouMeanOneOf(same)
	}
	likely := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !nearPartByPart(name, n) })
	if near := message.Near(name, likely); near.Text != "" {
		return near
	}
	if strings.Contains(name, ".") {
		return w // no name in that folder is similar
	}
	var lasts []string
	for _, n := range names {
		lasts = append(lasts, n[strings.LastIndexByte(n, '.')+1:])
	}
	if s := diag.Suggest(name, lasts); s != "" {
		return message.DidYouMean(names[slices.Index(lasts, s)])
	}
	return w
}
