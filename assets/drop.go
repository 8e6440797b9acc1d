package assets

import (
	"maps"
	"slices"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// before is what a round changes of its manager, as it was. It leaves out what the next round
// compares with its own lists in any case (hasher, tally, fields), and Manager.away, in which
// a file that is there does not count.
type before struct {
	ids        int
	files      map[string]*file // that the round has replaced; nil for one that is new
	loads      []loading
	seen       []string // for the first time
	unlisted   diag.List
	conditions map[string]*trees.File
	records    map[recordKey]*record
	linker     *treeLinker
	moved      map[string]string
}

// loading is what came of loading a file.
type loading struct {
	file  *file
	load  diag.List
	tried *luabind.Chunk
}

func (m *Manager) before() *before {
	return &before{
		ids: m.ids.Len(), files: map[string]*file{}, unlisted: slices.Clone(m.unlisted),
		conditions: m.conditions, records: m.records, linker: m.linker, moved: m.moved,
	}
}

// set puts a file into its place, nil if it is gone.
func (r *round) set(name string, f *file) {
	if _, noted := r.was.files[name]; !noted {
		r.was.files[name] = r.m.files[name]
	}
	r.m.setFile(name, f)
	r.changed[name] = true
}

// tried enters what came of loading a file; the chunk is one that failed.
func (r *round) tried(f *file, load diag.List, failed *luabind.Chunk) {
	if len(f.load) > 0 || len(load) > 0 || f.tried != failed {
		r.was.loads = append(r.was.loads, loading{f, f.load, f.tried})
	}
	f.load, f.tried = load, failed
}

// see notes that a behavior works.
func (r *round) see(name string) {
	if !r.m.seen[name] {
		r.m.seen[name] = true
		r.was.seen = append(r.was.seen, name)
	}
}

// Foresee is Prepare for files that need not stay as they are, so that what it returns may
// have to be dropped. It returns nil too while pinned, and if a file would have to be run of
// which not all could be taken back: one that may go on with a coroutine or an iterator that
// a module holds.
func (m *Manager) Foresee(paths []string) *Prepared {
	if m.Pinned() {
		return nil
	}
	r := m.round()
	r.foreseen = true
	p := r.prepare(paths)
	if r.lasting {
		p.Drop()
		return nil
	}
	return p
}

// Drop gives up what was prepared, as if Prepare had not been called, which may be called
// again then. It is for whoever has called Prepare, before Advance and Install. What was
// noted while the manager is pinned stays noted, and what only Foresee can take back stays.
func (p *Prepared) Drop() {
	if p.bundle == nil {
		return
	}
	p.was.restore(p.m)
	p.m.o.Runtime.Drop(p.fresh)
	if p.m.o.Dropped != nil {
		p.m.o.Dropped()
	}
}

func (b *before) restore(m *Manager) {
	for name, f := range b.files {
		m.setFile(name, f)
	}
	for _, l := range slices.Backward(b.loads) {
		l.file.load, l.file.tried = l.load, l.tried
	}
	for _, name := range b.seen {
		delete(m.seen, name)
	}
	m.unlisted, m.conditions, m.records, m.linker, m.moved = b.unlisted, b.conditions, b.records, b.linker, b.moved
	maps.DeleteFunc(m.holders, func(_ string, h *engine.Behavior) bool { return int(h.ID) > b.ids })
	m.ids.Keep(b.ids)
}
