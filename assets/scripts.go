package assets

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// scriptLinker links the scripts of a round. A file that fails keeps its last good chunk.
type scriptLinker struct {
	round     *round
	m         *Manager
	singleUse map[*luabind.Chunk]map[string]*luabind.Chunk // see uses
	trying    []string                                     // paths of the files being linked, to find cycles
	blocked   map[string]string                            // see holdModules: from a module to the file that it waits for
	blocking  map[string]bool                              // the files that modules wait for

	// Files that write into modules make the round link all scripts again; see storesIn.
	opened  map[string]bool // paths of the modules that stay changeable until all scripts are linked
	opening map[string]bool // paths that are added to opened before the scripts are linked again
	failed  map[*luabind.Chunk]bool
	before  map[string]*luabind.Chunk // the chunks of the last time
	pending bool                      // the scripts must be linked again
}

// scripts links and loads the changed scripts and those that depend on them, and fills in
// the behaviors of the next bundle.
func (r *round) scripts() {
	l := &scriptLinker{round: r, m: r.m, singleUse: map[*luabind.Chunk]map[string]*luabind.Chunk{}, blocked: map[string]string{}, blocking: map[string]bool{}, opened: map[string]bool{}, opening: map[string]bool{}, failed: map[*luabind.Chunk]bool{}}
	owners := make(map[string]string, len(r.m.files.names()))
	var names []string
	for _, name := range r.m.files.names() {
		if path.Ext(name) == ScriptExt && (r.m.files.at(name).module() || !l.clash(owners, name)) {
			names = append(names, name)
		}
	}
	clashing := maps.Clone(r.heldBack)
	modules := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !r.m.files.at(name).module() })
	l.openChanged(modules)
	for again := true; again; again = l.pending || l.holdModules(names) {
		l.before, l.pending = r.linked, false
		maps.Copy(l.opened, l.opening)
		r.linked = make(map[string]*luabind.Chunk, len(names))
		r.heldBack, r.heldByOthers = maps.Clone(clashing), nil
		for _, name := range slices.Concat(modules, names) { // so that the order of modules does not depend on behaviors
			l.link(name)
		}
	}
	for _, name := range names {
		if c := r.linked[name]; c != nil {
			c.Freeze()
		}
		l.add(name)
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

// clash reports whether the name of a file is also that of another file or of a native. If so, it adds a problem.
func (l *scriptLinker) clash(owners map[string]string, file string) bool {
	name := behaviors.NameOfFile(file)
	pos := func() diag.Pos { return diag.Pos{File: l.m.root.display(file)} }
	switch first, taken := owners[name]; {
	case taken:
		l.round.problems.Add(pos(), message.DuplicateBehaviorName(l.m.root.display(first), name, l.m.root.display(file)))
	case l.m.natives[name] != nil:
		l.round.problems.Add(pos(), message.NameOfGoBehavior(name))
	default:
		owners[name] = file
		return false
	}
	l.round.heldBack[file] = true
	return true
}

// holdModules reports whether the scripts must be linked again, since files that work cannot be loaded with the new text
// of a module that they require. The module is held back then, so that all files get the same value from it.
func (l *scriptLinker) holdModules(names []string) bool {
	changed := map[*luabind.Chunk]string{} // the modules in force whose code is replaced
	for _, name := range names {
		was, now := l.m.bundle.chunks[name], l.round.linked[name]
		if was != nil && was.Module() && now != was && !now.SameCode(was) {
			changed[was] = name
		}
	}
	if len(changed) == 0 {
		return false
	}
	failing := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(l.round.heldByOthers, name) })
	return l.holdFor(failing, changed) || l.holdFor(names, changed) // the last good version of a file that only waits may fail, too
}

func (l *scriptLinker) holdFor(names []string, changed map[*luabind.Chunk]string) bool {
	held := len(l.blocked)
	for _, name := range names {
		c := l.round.linked[name]
		if c == nil || c != l.m.bundle.chunks[name] {
			continue
		}
		for _, m := range c.Near() {
			if target, ok := changed[m]; ok {
				l.blocked[target], l.blocking[name] = cmp.Or(l.blocked[target], name), true
			}
		}
	}
	return len(l.blocked) > held
}

// add adds a file to the next bundle. If a behavior does not work, add adds a missing one.
func (l *scriptLinker) add(file string) {
	c, module := l.round.linked[file], l.m.files.at(file).module()
	if c == nil {
		if !module {
			l.round.missing(behaviors.NameOfFile(file))
		}
		return
	}
	l.round.next.chunks[file] = c
	loaded := c != l.m.bundle.chunks[file]
	switch {
	case !module:
		l.round.next.Behaviors = append(l.round.next.Behaviors, c.Behavior)
		l.m.seen[c.Name] = true
		if loaded {
			l.round.applied = append(l.round.applied, c.Name)
		}
	case loaded:
		l.round.applied = append(l.round.applied, "module "+c.Name)
	}
}

// findMissing returns the existing placeholder of a missing behavior, or nil if there is none.
func (r *round) findMissing(name string) *engine.Behavior {
	if b := r.next.missing[name]; b != nil {
		return b
	}
	return r.m.bundle.missing[name]
}

// missing returns the placeholder of a behavior that does not exist or does not work. It is the same placeholder in
// every round.
func (r *round) missing(name string) *engine.Behavior {
	if b := r.next.missing[name]; b != nil {
		return b
	}
	b := r.findMissing(name)
	if b == nil {
		b = &engine.Behavior{ID: r.m.ids.Of(name), Name: name, Version: r.next.Version, Missing: true}
	}
	r.next.missing[name] = b
	r.next.Behaviors = append(r.next.Behaviors, b)
	return b
}

// keepMissing adds missing behaviors to the next bundle for the behaviors that worked before and are gone now.
func (r *round) keepMissing() {
	for _, b := range r.m.bundle.Behaviors {
		if r.m.seen[b.Name] && r.behaviors[b.Name] == nil {
			r.behaviors[b.Name] = r.missing(b.Name)
		}
	}
}

// link returns the chunk of a file in this round: the chunk of the last bundle if neither the file nor a module that
// it requires has changed, else a newly loaded one. If loading fails, it returns the last good chunk, or nil if there
// is none. heldBack reports whether the file is held back, so that the chunk is not that of its present text.
func (l *scriptLinker) link(name string) (c *luabind.Chunk, heldBack bool) {
	if c, done := l.round.linked[name]; done {
		return c, l.round.heldBack[name]
	}
	f, last := l.m.files.at(name), l.m.bundle.chunks[name]
	switch by := l.blocked[name]; {
	case by != "":
		f.load, f.tried = nil, nil
		f.load.Add(diag.Pos{File: l.m.root.display(name)}, message.HeldForOther(l.m.root.display(by)))
	case !l.blocking[name]: // otherwise the problems are known
		c = l.relink(f, last)
	}
	if c == nil {
		l.round.heldBack[name] = true
		if c = last; l.blocked[name] == "" {
			c = l.lastGood(f, last)
		}
	}
	l.round.linked[name] = c
	return c, l.round.heldBack[name]
}

// lastGood returns the chunk to use for a file that is held back: last or, if the code of modules that it requires has
// changed, the last good text with that code. So all files get the same value from a module.
func (l *scriptLinker) lastGood(f *file, last *luabind.Chunk) *luabind.Chunk {
	good := f.fileInForce()
	if last == nil || good == nil || good.compiled == nil {
		return last
	}
	l.trying = append(l.trying, f.path)
	problems, tried := f.load, f.tried
	defer func() {
		l.trying = l.trying[:len(l.trying)-1]
		f.load, f.tried = problems, tried // they are those of the present text
	}()
	same := true
	for i := range good.compiled.Requires() {
		q := &good.compiled.Requires()[i]
		target := good.target(i, q.Name)
		if m := l.m.files.at(target); m == nil || !m.module() || slices.Contains(l.trying, target) {
			return last
		}
		c, _ := l.link(target)
		if c == nil {
			return last
		}
		same = same && last.UsesAs(q.Name, c)
	}
	if same && !l.opened[f.path] {
		return last
	}
	if c := l.loaded(good, last); c != nil {
		return c
	}
	return last
}

// relink returns a chunk for the present text of a file, or nil if the text does not work.
func (l *scriptLinker) relink(f *file, last *luabind.Chunk) *luabind.Chunk {
	if f.compiled == nil {
		return nil
	}
	same, fine := l.modulesOf(f, last)
	if same && last != nil && last.SameCode(f.compiled) && !l.opened[f.path] {
		f.load, f.tried = nil, nil
		return last
	}
	if !fine {
		f.load, f.tried = l.whyNot(f), nil
		return nil
	}
	if c := l.before[f.path]; c != nil && c.SameCode(f.compiled) && !l.opened[f.path] && c.Uses(l.uses(f)) {
		return c
	}
	return l.loaded(f, last)
}

// loaded links the text of a file to the modules that it requires, which have been linked, and loads it. It returns nil
// if that fails.
func (l *scriptLinker) loaded(f *file, last *luabind.Chunk) *luabind.Chunk {
	uses := l.uses(f)
	if l.failed[f.compiled] {
		return nil
	}
	if f.tried != nil && f.tried.SameCode(f.compiled) && f.tried.Uses(uses) {
		return nil
	}
	l.round.linkings++
	c := f.compiled.Link(uses, last)
	if l.opened[f.path] || slices.ContainsFunc(c.Near(), (*luabind.Chunk).Open) {
		c.LeaveOpen()
	}
	f.load, f.tried = l.load(f, c), nil
	if c.StoresInModules() && l.storesIn(c, f) {
		return nil
	}
	if f.load.Err() != nil {
		f.tried = c
		return nil
	}
	if !f.module() {
		c.Behavior.ID, c.Behavior.Version = l.m.ids.Of(c.Name), l.round.next.Version
	}
	return c
}

// storesIn is called when a file has written into modules while it was loaded. These modules must then be loaded in the same
// round, and stay open until all files are loaded; and if the file fails, they must be loaded without it. storesIn reports
// whether the scripts must be linked again because of that.
func (l *scriptLinker) storesIn(c *luabind.Chunk, f *file) bool {
	if l.open(c) {
		l.pending = true
	} else if f.load.Err() != nil && !l.failed[f.compiled] {
		l.failed[f.compiled], l.pending = true, true
	} else {
		return false
	}
	return true
}

// open opens the modules that a chunk uses, and reports whether one of them is not open yet.
func (l *scriptLinker) open(c *luabind.Chunk) (more bool) {
	for _, m := range c.Near() {
		path := ScriptOf(m.Name)
		more = more || !l.opened[path]
		l.opening[path] = true
	}
	return more
}

// openChanged opens the modules into which files in force have written: all of them if a module has changed or a file was
// held back, since the order in which files write may then be another one, and otherwise those of files that have changed.
func (l *scriptLinker) openChanged(modules []string) {
	changed := func(path string) bool {
		f, c := l.m.files.at(path), l.m.bundle.chunks[path]
		return f == nil || c == nil || !c.SameCode(f.compiled)
	}
	all := l.m.last.linker != nil && len(l.m.last.linker.round.heldBack) > 0 || slices.ContainsFunc(modules, changed)
	for path, c := range l.m.bundle.chunks {
		all = all || c.Module() && l.m.files.at(path) == nil
	}
	for path, c := range l.m.bundle.chunks {
		if c.StoresInModules() && (all || changed(path)) {
			l.open(c)
		}
	}
}

func (l *scriptLinker) load(f *file, c *luabind.Chunk) diag.List {
	if f.module() {
		return l.m.o.Runtime.LoadModule(c)
	}
	return l.m.o.Runtime.Load(c)
}

// modulesOf links the modules that a file requires. fine reports whether all of them exist and are up to date; same
// reports whether they are also the ones that the last chunk of the file uses.
func (l *scriptLinker) modulesOf(f *file, last *luabind.Chunk) (same, fine bool) {
	l.trying = append(l.trying, f.path)
	defer func() { l.trying = l.trying[:len(l.trying)-1] }()
	same = true
	for i := range f.compiled.Requires() {
		q := &f.compiled.Requires()[i]
		target := f.target(i, q.Name)
		if m := l.m.files.at(target); m == nil || !m.module() || slices.Contains(l.trying, target) {
			return false, false
		}
		c, held := l.link(target)
		if c == nil || held {
			return false, false
		}
		same = same && last != nil && last.UsesAs(q.Name, c)
	}
	return same, true
}

// uses maps the names under which a file requires modules to the modules, which have been linked. Most files that use
// only one module require it by its own name; these files share the map.
func (l *scriptLinker) uses(f *file) map[string]*luabind.Chunk {
	list := f.compiled.Requires()
	if len(list) == 1 {
		if c := l.round.linked[f.target(0, list[0].Name)]; c.Name == list[0].Name {
			if l.singleUse[c] == nil {
				l.singleUse[c] = map[string]*luabind.Chunk{c.Name: c}
			}
			return l.singleUse[c]
		}
	}
	uses := make(map[string]*luabind.Chunk, len(list))
	for i := range list {
		uses[list[i].Name] = l.round.linked[f.target(i, list[i].Name)]
	}
	return uses
}

// whyNot returns the problems with the modules that a file requires.
func (l *scriptLinker) whyNot(f *file) diag.List {
	var problems diag.List
	waits := 0
	l.trying = append(l.trying, f.path)
	defer func() { l.trying = l.trying[:len(l.trying)-1] }()
	for _, q := range f.compiled.Requires() {
		target := ModuleOf(q.Name)
		if d := l.requireProblem(f, q, target); d != nil {
			problems = append(problems, *d)
			continue
		}
		if c, held := l.link(target); c == nil || held {
			w := message.ModuleWithErrors(l.m.root.display(target), q.Name)
			if by := l.blocked[target]; by != "" {
				w = message.ModuleWaits(l.m.root.display(by), q.Name)
			}
			d := problems.Add(q.Pos, w)
			d.Source, d.Follows = f.compiled.Script().Line(q.Pos.Line), true
			waits++
		}
	}
	if waits > 0 && waits == len(problems) {
		l.round.heldByOthers = append(l.round.heldByOthers, f.path)
	}
	return problems
}

// target returns the file of the i-th module that a file requires.
func (f *file) target(i int, name string) string {
	if f.targets == nil {
		f.targets = make([]string, len(f.compiled.Requires()))
	}
	if f.targets[i] == "" {
		f.targets[i] = ModuleOf(name)
	}
	return f.targets[i]
}

// moduleMeant returns the only module that a path such as scripts/lib/walk.lua means, or "".
func moduleMeant(text string, modules []string) (found string) {
	name := strings.TrimSuffix(text, ScriptExt)
	name = strings.Trim(strings.NewReplacer("/", ".", `\`, ".").Replace(name), ".")
	for _, m := range modules {
		if name != m && !strings.HasSuffix(name, "."+m) && (name == text || !strings.HasSuffix(m, "."+name)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = m
	}
	return found
}

// ScriptOf returns the path, below the root, of the file of a behavior or module.
func ScriptOf(name string) string { return strings.ReplaceAll(name, ".", "/") + ScriptExt }

// ModuleOf returns the path, below the root, of the file of the module that require gives for a name.
func ModuleOf(required string) string { return ScriptOf(luabind.ModuleName(required)) }

func (l *scriptLinker) requireProblem(f *file, q lint.Use, target string) *diag.Diagnostic {
	var w, remedy diag.Words
	m := l.m.files.at(target)
	switch {
	case m == nil && l.m.files.at(ScriptOf(q.Name)) != nil:
		w = message.RequiredBehavior(l.m.root.display(ScriptOf(q.Name)), l.m.root.display(ModuleDir))
	case m == nil:
		w, remedy = message.UnknownModule(l.m.root.display(target), q.Name), suggest(q.Name, l.modules())
		if name := moduleMeant(q.Name, l.modules()); name != "" {
			remedy = message.WriteIt(name)
		}
	case slices.Contains(l.trying, target):
		way := append(slices.Clone(l.trying[slices.Index(l.trying, target):]), target)
		w = message.CircularRequire(strings.Join(way, " -> "))
	default:
		return nil
	}
	d := diag.New(q.Pos, w)
	d.Source = f.compiled.Script().Line(q.Pos.Line)
	d.Advise(remedy)
	return &d
}

func (l *scriptLinker) modules() []string {
	var out []string
	for _, name := range l.m.files.names() {
		if l.m.files.at(name).module() {
			out = append(out, behaviors.NameOfFile(name))
		}
	}
	return out
}
