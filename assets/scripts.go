package assets

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lint"
)

// scripts links and loads what changed, and what depends on it, and fills in
// the behaviors of the next bundle.
func (r *round) scripts() {
	owners := make(map[string]string, len(r.m.files.names()))
	for _, name := range r.m.files.names() {
		if path.Ext(name) != ScriptExt {
			continue
		}
		if r.m.files.at(name).module() {
			r.link(name)
		} else if !r.clash(owners, name) {
			r.link(name)
			r.adopt(name)
		}
	}
	for _, name := range sortedKeys(r.m.natives) {
		r.next.Behaviors = append(r.next.Behaviors, r.m.natives[name])
	}
	r.behaviors = make(map[string]*engine.Behavior, len(r.next.Behaviors))
	for _, b := range r.next.Behaviors {
		r.behaviors[b.Name] = b
	}
	r.keepMissing()
	r.sortBehaviors()
}

func (r *round) sortBehaviors() {
	slices.SortFunc(r.next.Behaviors, func(a, b *engine.Behavior) int { return strings.Compare(a.Name, b.Name) })
}

// clash reports a file whose behavior name another file or a native has.
func (r *round) clash(owners map[string]string, file string) bool {
	name := behaviors.NameOfFile(file)
	pos := func() diag.Pos { return diag.Pos{File: r.m.root.display(file)} }
	switch first, taken := owners[name]; {
	case taken:
		r.problems.Add(pos(), "the name %s is claimed by two files, %s and %s; rename one of them", name, r.m.root.display(first), r.m.root.display(file))
	case r.m.natives[name] != nil:
		r.problems.Add(pos(), "the name %s belongs to a behavior written in Go; rename the file", name)
	default:
		owners[name] = file
		return false
	}
	r.held[file] = true
	return true
}

// adopt enters the behavior of a file into the next bundle, as missing if it
// has none that works.
func (r *round) adopt(file string) {
	c := r.linked[file]
	if c == nil {
		r.missing(behaviors.NameOfFile(file))
		return
	}
	r.next.chunks[file] = c
	r.next.Behaviors = append(r.next.Behaviors, c.Behavior)
}

// standIn returns what stands in for a behavior already, or nil.
func (r *round) standIn(name string) *engine.Behavior {
	if b := r.next.missing[name]; b != nil {
		return b
	}
	return r.m.bundle.missing[name]
}

// missing returns the stand-in for a behavior that does not exist or does not
// work, the same one in every round.
func (r *round) missing(name string) *engine.Behavior {
	if b := r.next.missing[name]; b != nil {
		return b
	}
	b := r.standIn(name)
	if b == nil {
		b = &engine.Behavior{ID: r.m.ids.Of(name), Name: name, Version: r.next.Version, Missing: true}
	}
	r.next.missing[name] = b
	r.next.Behaviors = append(r.next.Behaviors, b)
	return b
}

// keepMissing marks what worked before and is gone now.
func (r *round) keepMissing() {
	for _, b := range r.m.bundle.Behaviors {
		if r.m.seen[b.Name] && r.behaviors[b.Name] == nil {
			r.behaviors[b.Name] = r.missing(b.Name)
		}
	}
}

// link returns the chunk of a file in this round: that of the last bundle if
// neither it nor what it requires has changed, a newly loaded one, or, if that
// fails, the last good one, nil if there is none. Held tells that the file as
// it is now is not the one in use.
func (r *round) link(name string) (c *luabind.Chunk, held bool) {
	if c, done := r.linked[name]; done {
		return c, r.held[name]
	}
	f, last := r.m.files.at(name), r.m.bundle.chunks[name]
	c = r.fresh(f, last)
	if c == nil {
		r.held[name] = true
		c = last
	}
	r.linked[name] = c
	if c != nil && f.module() {
		r.next.chunks[name] = c
	}
	return c, r.held[name]
}

// fresh returns the chunk for a file as it is now, nil if it does not work.
func (r *round) fresh(f *file, last *luabind.Chunk) *luabind.Chunk {
	if f.compiled == nil {
		return nil
	}
	same, fine := r.modulesOf(f, last)
	if same && last != nil && last.SameCode(f.compiled) {
		f.load, f.tried = nil, nil
		return last
	}
	if !fine {
		f.load, f.tried = r.whyNot(f), nil
		return nil
	}
	uses := r.uses(f)
	if f.tried != nil && f.tried.SameCode(f.compiled) && f.tried.Uses(uses) {
		return nil
	}
	r.linkings++
	c := f.compiled.Link(uses, last)
	f.load, f.tried = r.load(f, c), nil
	if f.load.Err() != nil {
		f.tried = c
		return nil
	}
	r.identify(f, c)
	return c
}

func (r *round) load(f *file, c *luabind.Chunk) diag.List {
	if f.module() {
		return r.m.o.Runtime.LoadModule(c)
	}
	return r.m.o.Runtime.Load(c)
}

func (r *round) identify(f *file, c *luabind.Chunk) {
	if f.module() {
		r.applied = append(r.applied, "module "+c.Name)
		return
	}
	c.Behavior.ID, c.Behavior.Version = r.m.ids.Of(c.Name), r.next.Version
	r.m.seen[c.Name] = true
	r.applied = append(r.applied, c.Name)
}

// modulesOf links the modules that a file asks for. Fine tells that all of them are there
// and up to date, and same that they are those that its last chunk uses besides.
func (r *round) modulesOf(f *file, last *luabind.Chunk) (same, fine bool) {
	r.trying = append(r.trying, f.path)
	defer func() { r.trying = r.trying[:len(r.trying)-1] }()
	same = true
	for i := range f.compiled.Requires() {
		q := &f.compiled.Requires()[i]
		target := f.target(i, q.Name)
		if m := r.m.files.at(target); m == nil || !m.module() || slices.Contains(r.trying, target) {
			return false, false
		}
		c, held := r.link(target)
		if c == nil || held {
			return false, false
		}
		same = same && last != nil && last.UsesAs(q.Name, c)
	}
	return same, true
}

// uses returns the modules of a file by the names that it gives them, all of which have been
// linked. Most files that use one module do so under its own name; they share what is
// returned.
func (r *round) uses(f *file) map[string]*luabind.Chunk {
	list := f.compiled.Requires()
	if len(list) == 1 {
		if c := r.linked[f.target(0, list[0].Name)]; c.Name == list[0].Name {
			if r.alone[c] == nil {
				r.alone[c] = map[string]*luabind.Chunk{c.Name: c}
			}
			return r.alone[c]
		}
	}
	uses := make(map[string]*luabind.Chunk, len(list))
	for i := range list {
		uses[list[i].Name] = r.linked[f.target(i, list[i].Name)]
	}
	return uses
}

// whyNot says what is wrong with the modules that a file asks for.
func (r *round) whyNot(f *file) diag.List {
	var problems diag.List
	waits := 0
	r.trying = append(r.trying, f.path)
	defer func() { r.trying = r.trying[:len(r.trying)-1] }()
	for _, q := range f.compiled.Requires() {
		target := ScriptOf(q.Name)
		if d := r.requireProblem(f, q, target); d != nil {
			problems = append(problems, *d)
			continue
		}
		if c, held := r.link(target); c == nil || held {
			d := problems.Add(q.Pos, "held back, as module %q has errors; correct %s", q.Name, r.m.root.display(target))
			d.Source = f.compiled.Script().Line(q.Pos.Line)
			waits++
		}
	}
	if waits > 0 && waits == len(problems) {
		r.behind = append(r.behind, f.path)
	}
	return problems
}

// target returns the file of the module that a file requires as its i-th.
func (f *file) target(i int, name string) string {
	if f.targets == nil {
		f.targets = make([]string, len(f.compiled.Requires()))
	}
	if f.targets[i] == "" {
		f.targets[i] = ScriptOf(name)
	}
	return f.targets[i]
}

// ScriptOf returns the path of the file, below the root, of a behavior or module.
func ScriptOf(name string) string { return strings.ReplaceAll(name, ".", "/") + ScriptExt }

func (r *round) requireProblem(f *file, q lint.Use, target string) *diag.Diagnostic {
	d := &diag.Diagnostic{Pos: q.Pos, Source: f.compiled.Script().Line(q.Pos.Line)}
	m := r.m.files.at(target)
	switch {
	case m == nil:
		d.Message = fmt.Sprintf("module %q not found; there is no file %s", q.Name, r.m.root.display(target))
		d.Hint = diag.DidYouMean(q.Name, r.modules())
	case !m.module():
		d.Message = fmt.Sprintf("%s is a behavior, not a module; put shared code into %s/", r.m.root.display(target), r.m.root.display(ModuleDir))
	case slices.Contains(r.trying, target):
		way := append(slices.Clone(r.trying[slices.Index(r.trying, target):]), target)
		d.Message = "modules require each other in a circle: " + strings.Join(way, " -> ")
	default:
		return nil
	}
	return d
}

func (r *round) modules() []string {
	var out []string
	for _, name := range r.m.files.names() {
		if r.m.files.at(name).module() {
			out = append(out, behaviors.NameOfFile(name))
		}
	}
	return out
}
