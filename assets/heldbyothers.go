package assets

import (
	"path"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// A tree and a behavior are often saved together. If the behavior is held back, the tree is checked against the
// last good version of the behavior. A problem in the tree may disappear with the new version, so the hint says
// this.

// treesHeldByOthers records the tree files that are held back because of behaviors that are held back.
func (l *treeLinker) treesHeldByOthers() {
	scripts := l.heldBehaviors()
	if len(scripts) == 0 {
		return
	}
	for _, f := range l.m.files.inOrder() {
		if f.ext == TreeExt && l.round.heldBack[f.path] && f.parsed != nil && l.onlyHeldByOthers(f, scripts) {
			l.round.heldByOthers = append(l.round.heldByOthers, f.path)
		}
	}
}

// heldBehaviors maps the names of behaviors that are held back to their files. The last good versions of these
// behaviors are in force.
func (l *treeLinker) heldBehaviors() map[string]string {
	scripts := map[string]string{}
	for file := range l.round.heldBack {
		if path.Ext(file) == ScriptExt && l.round.linked[file] != nil && !l.round.linked[file].Module() {
			scripts[behaviors.NameOfFile(file)] = file
		}
	}
	return scripts
}

// onlyHeldByOthers sets the hints of a tree file's problems at nodes that run behaviors of scripts. It reports
// whether the file has such problems and no others.
func (l *treeLinker) onlyHeldByOthers(f *file, scripts map[string]string) bool {
	lines, all, some := l.linesOf(f, scripts), true, false
	for i := range l.round.problems {
		d := &l.round.problems[i]
		if d.Severity == diag.Warning || d.Pos.File != l.m.root.display(f.path) {
			continue
		}
		script := lines[d.Pos.Line]
		if all = all && script != ""; script != "" {
			some = true
			d.Advise(message.CorrectHeldFile(l.m.root.display(script)))
		}
	}
	return all && some && f.own.Err() == nil
}

// linesOf maps the lines of a tree file that name behaviors of scripts to the files of these behaviors.
func (l *treeLinker) linesOf(f *file, scripts map[string]string) map[int]string {
	lines := map[int]string{}
	for _, t := range f.parsed.Trees {
		if t.Root == nil {
			continue
		}
		for n := range t.Root.All() {
			if script := l.scriptOf(f, n, scripts); script != "" {
				lines[n.NamePos.Line] = script
			}
		}
	}
	return lines
}

// scriptOf returns the held file of the behavior at a node, or "" if there is none.
func (l *treeLinker) scriptOf(f *file, n *trees.Node, scripts map[string]string) string {
	if n.Include {
		return ""
	}
	near := nameNear(f.path, n.Name)
	if script := scripts[near]; script != "" || l.round.known(near) {
		return script
	}
	return scripts[n.Name]
}
