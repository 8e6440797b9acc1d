package assets

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

var (
	incrementalEdits = flag.Int("incremental.edits", 0, "how many edits TestIncremental makes; 0 means some hundred")
	incrementalSeed  = flag.Uint64("incremental.seed", 1, "what they are drawn from")
)

// TestIncremental makes random edits, and compares three managers of the same files after each
// edit. The first links only the files that an edit concerns, and the second links everything in
// each round. The third is a new manager; it is compared only if no file is held at an older state.
//
//	go test ./assets -run Incremental -incremental.edits 100000 -incremental.seed 7
func TestIncremental(t *testing.T) {
	projects, edits := 12, 30
	if *incrementalEdits > 0 {
		projects, edits = max(1, *incrementalEdits/100), 100
	}
	good, less, recoded, defined, undone := 0, 0, 0, 0, 0
	for i := range projects {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := newPair(t, writer{rand.New(rand.NewPCG(*incrementalSeed, uint64(i))), i%2 == 0})
			for range edits {
				p.edit()
				if t.Failed() {
					t.Fatalf("after:\n%s", p.log)
				}
			}
			good, less, recoded, defined, undone = good+p.good, less+p.less, recoded+p.recoded, defined+p.defined, undone+p.undone
		})
	}
	if all := projects * edits; good < all/20 || less < all/2 || recoded < all/20 || defined < all/200 || undone < all/20 {
		t.Errorf("%d states were good, %d rounds spared something, %d exchanged code alone, %d were for trees made by code, and %d took mistakes back, of %d; the test tests too little", good, less, recoded, defined, undone, all)
	}
}

// pair is a project with two managers: the tested one, and one that links everything in each
// round.
type pair struct {
	t         *testing.T
	files     fstest.MapFS
	writer    writer
	tested    *Manager
	thorough  *Manager
	log       string
	good      int // rounds after which the bundle was compared with that of a new manager
	less      int // rounds in which tested linked less than thorough did
	recoded   int // rounds in which tested replaced code without linking
	defined   int // rounds caused by trees made by code
	undone    int // rounds that restored files
	lastTexts map[string]string
	mistakes  map[string]*fstest.MapFile // the files before their mistakes
}

func newPair(t *testing.T, w writer) *pair {
	p := &pair{t: t, files: fstest.MapFS{}, writer: w, lastTexts: map[string]string{}, mistakes: map[string]*fstest.MapFile{}}
	for _, name := range needed {
		p.save(name)
	}
	p.tested, p.thorough = p.manager(), p.manager()
	p.compare(p.tested.Load(), p.thorough.Load())
	return p
}

func (p *pair) manager() *Manager {
	run := luabind.NewRuntime(luabind.Options{})
	return NewManager(Options{FS: p.files, Prefix: "scripts", Runtime: run})
}

// forget makes the next round link everything.
func (m *Manager) forget() {
	for _, rec := range m.last.records {
		rec.always = true
	}
	m.checker.fields, m.checker.counts = nil, fieldCounts{}
	if m.last.linker != nil {
		m.last.linker.incl = &inclusions{}
	}
}

func (p *pair) save(name string) { p.put(name, p.writer.text(name)) }

func (p *pair) put(name, text string) {
	if f := p.files[name]; f != nil {
		p.lastTexts[name] = string(f.Data)
	}
	p.log += fmt.Sprintf("--- save %s\n%s", name, text)
	p.files[name] = &fstest.MapFile{Data: []byte(text)}
}

// edit changes some files, and reloads both managers.
func (p *pair) edit() {
	r := p.writer.r
	changed := map[string]bool{}
	if r.IntN(2) == 0 {
		p.undo(changed)
	}
	for range 1 + r.IntN(3) {
		have := slices.Sorted(maps.Keys(p.files))
		name := p.writer.path()
		switch n := r.IntN(12); {
		case n <= 1 && p.writer.careful:
			p.save(name)
		case n == 0 && len(have) > 4:
			name = have[r.IntN(len(have))]
			delete(p.files, name)
			p.log += "--- delete " + name + "\n"
		case n == 1 && len(have) > 0:
			from := have[r.IntN(len(have))]
			p.files[name] = p.files[from]
			delete(p.files, from)
			changed[from] = true
			p.log += "--- move " + from + " to " + name + "\n"
		case n == 7 && p.files[name] != nil:
			p.mistake(name)
		case n <= 6 && p.files[name] != nil && path.Ext(name) == ScriptExt:
			p.put(name, p.writer.retouch(string(p.files[name].Data)))
		case n <= 8 && p.lastTexts[name] != "":
			p.files[name] = &fstest.MapFile{Data: []byte(p.lastTexts[name])}
			p.log += "--- restore " + name + "\n"
		default:
			p.save(name)
		}
		changed[name] = true
	}
	if !p.writer.careful && r.IntN(8) == 0 {
		p.define()
	}
	paths := slices.Sorted(maps.Keys(changed))
	p.thorough.forget()
	a, b := p.tested.Reload(paths), p.thorough.Reload(paths)
	if r.IntN(6) == 0 {
		p.call()
	}
	p.compare(a, b)
}

// mistake saves a file with a mistake, which is found either in the text or when the file is
// loaded.
func (p *pair) mistake(name string) {
	if p.mistakes[name] == nil {
		p.mistakes[name] = p.files[name]
	}
	text := string(p.files[name].Data)
	if path.Ext(name) == ScriptExt && p.writer.r.IntN(2) == 0 {
		text = "error(\"no\")\n" + text
	} else {
		text += " ("
	}
	p.put(name, text)
}

// undo undoes all mistakes.
func (p *pair) undo(changed map[string]bool) {
	for _, name := range sortedKeys(p.mistakes) {
		p.files[name], changed[name] = p.mistakes[name], true
		p.log += "--- undo " + name + "\n"
	}
	clear(p.mistakes)
}

// define defines a tree that is made by code, which may fail.
func (p *pair) define() {
	text := "tree " + p.writer.one("t8", "t8", "t9", "t2") + "\n  sequence\n" + p.writer.node(4) + p.writer.node(4)
	f, problems := trees.Parse("code", []byte(text))
	if problems.Err() != nil {
		return
	}
	p.log += "--- define\n" + text
	p.thorough.forget()
	a, e1 := p.tested.Define(f.Trees...)
	b, e2 := p.thorough.Define(f.Trees...)
	if fmt.Sprint(e1) != fmt.Sprint(e2) {
		p.t.Errorf("define: %v\nthe thorough one: %v", e1, e2)
	}
	if a != nil {
		p.defined++
	}
	p.compare(a, b)
}

// call calls Manager.Call of both managers with the same parameters.
func (p *pair) call() {
	c, err := trees.ParseCall(p.writer.one("t1 speed=3", "t2 who=\"p\"", "t3 who=\"t5\"", "t4 speed=1 who=\"dir.q\""))
	if err != nil {
		p.t.Fatal(err)
	}
	p.log += "--- call " + c.String() + "\n"
	_, e1 := p.tested.Call(c)
	_, e2 := p.thorough.Call(c)
	if fmt.Sprint(e1) != fmt.Sprint(e2) {
		p.t.Errorf("call %s: %v\nthe thorough one: %v", c, e1, e2)
	}
}

func (p *pair) compare(a, b *Report) {
	p.t.Helper()
	if (a == nil) != (b == nil) {
		p.t.Fatalf("one manager saw a change, the other none")
	}
	if a != nil {
		if a.Linked < b.Linked {
			p.less++
		}
		if a.Linked > b.Linked {
			p.t.Errorf("it linked %d, the thorough one %d", a.Linked, b.Linked)
		}
		same(p.t, "reports", reportText(a), reportText(b))
		if len(a.Restored) > 0 {
			p.undone++
		}
		scripts := len(slices.DeleteFunc(slices.Clone(a.Applied), func(what string) bool { return strings.HasPrefix(what, "tree ") }))
		if a.Linked-scripts < len(a.Programs) {
			p.recoded++
		}
		p.tested.Forget()
		p.thorough.Forget()
		if p.writer.r.IntN(4) == 0 {
			p.anew()
		}
	}
	same(p.t, "bundles", bundleText(p.tested.bundle, true), bundleText(p.thorough.bundle, true))
	if bun := p.tested.bundle; bun.Good() && len(p.tested.built) == 0 && !sessionOnly(bun.Problems) {
		p.good++
		fresh := p.manager()
		fresh.Load()
		same(p.t, "bundle and that of a fresh start", bundleText(bun, false), bundleText(fresh.bundle, false))
	}
}

// anew makes the tested manager link everything again, and checks that no program changes.
func (p *pair) anew() {
	p.t.Helper()
	p.tested.forget()
	for old, now := range p.tested.round().finish().report.Programs {
		p.t.Errorf("linked anew, a program is another one:\n%s\n-- and was --\n%s", now.Dump(), old.Dump())
	}
}

// sessionOnly reports whether agents run code that a new manager would not have.
func sessionOnly(list diag.List) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return slices.Contains([]string{"call-no-longer-fits", "tree-in-no-file", "tree-now-needs"}, d.Code)
	})
}

// same compares two texts line by line.
func same(t *testing.T, what, a, b string) {
	t.Helper()
	if a == b {
		return
	}
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range la {
		if i >= len(lb) || la[i] != lb[i] {
			t.Errorf("the %s differ from line %d on:\n%s\n-- and --\n%s", what, i+1, strings.Join(la[i:min(len(la), i+4)], "\n"), strings.Join(lb[min(i, len(lb)):min(len(lb), i+4)], "\n"))
			return
		}
	}
	t.Errorf("the %s differ: one has %d lines, the other %d", what, len(la), len(lb))
}

func reportText(r *Report) string {
	return fmt.Sprintf("v%d files %v in %v held %v restored %v missing %v replaced %d\n%s", r.Version, r.Files, r.Applied, r.Held, r.Restored, r.Missing, len(r.Programs), problemsText(r.Problems))
}

func problemsText(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%+v\n", d)
	}
	return b.String()
}

// bundleText writes everything that can be observed of a bundle. If history is false, it omits
// what depends on earlier rounds: numbers of versions, behaviors that are gone, and trees with
// parameters.
func bundleText(b *Bundle, history bool) string {
	var out strings.Builder
	out.WriteString(b.Hash.String() + "\n" + problemsText(b.Problems))
	list := b.Trees
	for _, x := range b.Behaviors {
		if history {
			fmt.Fprintf(&out, "behavior %s id %d v%d ", x.Name, x.ID, x.Version)
		} else if x.Missing && len(usersOf(b, x, false)) == 0 {
			continue
		}
		fmt.Fprintf(&out, "behavior %s missing %v args %v params %v users %v doc %q\n", x.Name, x.Missing, x.Args, x.Params, usersOf(b, x, history), b.Doc(x.Name))
	}
	if history {
		list = slices.Concat(b.Trees, b.calls)
	}
	for _, n := range b.Needs {
		fmt.Fprintf(&out, "tree %s of %s needs %v\n", n.Name, n.File, n.Params)
	}
	for _, t := range list {
		fmt.Fprintf(&out, "%s of %s\n", t.Name, t.File)
		if history {
			fmt.Fprintf(&out, "since v%d\n", t.Version)
		}
		out.WriteString(t.Program.Dump())
		for i := range t.Program.Len() {
			fmt.Fprintf(&out, "%v", t.Program.Node(i).Pos)
			if x := t.Program.Node(i).Behavior; x != nil && history {
				fmt.Fprintf(&out, " v%d, in force %v", x.Version, x == b.Behavior(x.Name))
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

func usersOf(b *Bundle, x *engine.Behavior, history bool) (out []Use) {
	for _, u := range b.Users(x.Name) {
		if history || !strings.Contains(u.Tree, " ") {
			out = append(out, u)
		}
	}
	return out
}
