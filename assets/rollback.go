package assets

import "github.com/bough-dev/bough/trees"

// Versions lists the versions that are kept, oldest first.
func (m *Manager) Versions() []Version { return m.history.list(m.bundle.Hash) }

// Previous returns the number of the version one step back: the one listed before the version in force or, if the
// files in force have errors, the last one. It returns 0 if there is none.
func (m *Manager) Previous() int { return m.history.previous(m.bundle.Hash) }

// LastGood returns the text of a file in the newest of the Versions that has it, or nil.
func (m *Manager) LastGood(path string) []byte { return m.history.lastGood(path) }

// Rollback makes a bundle of the files of version n and pins it. n is any version number under which these files
// were in force. A rollback is a round like any other, with the next number. Trees that the version does not have
// stay in force for their agents, and trees that were made by code stay. If the files of the version are in force
// already, Rollback only pins them, and the report is nil. If there is no such version, nothing changes, and the
// error lists the existing versions.
func (m *Manager) Rollback(n int) (*Report, error) {
	v, err := m.history.version(n, m.bundle.Version)
	if err != nil {
		return nil, err
	}
	outside := m.pin.outside()
	r := m.round()
	r.rollback = v.number
	r.restore(v.contents)
	m.pin.against(outside)
	if len(r.changed) == 0 {
		return nil, nil
	}
	return r.finish().Install(), nil
}

// Exchange makes a bundle of other files, sorted by path, and puts it in force. It changes neither pins nor
// Versions. Agents run the old programs until they are migrated or replaced. Since the files are not those of the
// source, the caller should exchange them back soon. The report is nil if the files are in force already.
func (m *Manager) Exchange(files []*Content) *Report {
	limit := m.history.limit
	m.history.limit = -1
	defer func() { m.history.limit = limit }()
	r := m.round()
	if r.restore(files); len(r.changed) == 0 {
		return nil
	}
	return r.finish().Install()
}

// Substitute is like Exchange, but no earlier version of a file or of a tree is known, as when the files are loaded for
// the first time. So what is in force depends only on the files. undo puts the former bundle in force again; it must be
// called before other methods, or not at all.
func (m *Manager) Substitute(files []*Content) (undo func()) {
	before := *m
	m.files, m.detachedModules = fileSet{byPath: map[string]*file{}}, map[string]*file{}
	m.calls, m.seen, m.moved = map[string]trees.Call{}, map[string]bool{}, map[string]string{}
	m.bundle, m.last = &Bundle{Version: m.bundle.Version}, links{conditions: map[string]*trees.File{}}
	m.checker = checker{root: &m.root, files: &m.files, globals: &m.globals, game: m.o.Fields}
	m.Exchange(files)
	return func() {
		*m = before
		m.o.Runtime.Install(m.bundle.loaded)
		m.o.Runtime.WeighFields(m.bundle.weight)
	}
}

// restore replaces all files by those of a version.
func (r *round) restore(list []*Content) {
	for name := range r.m.files.byPath {
		if find(list, name) == nil {
			r.remove(name)
		}
	}
	for _, c := range list {
		r.put(c.Path, c.Text, c.Sum)
	}
}
