package assets

import "slices"

// order is the files of a manager by path. A list is made when it is first asked for after
// files have come or gone.
type order struct {
	paths []string
	files []*file // of paths
}

// names returns the paths of all files, sorted.
func (m *Manager) names() []string {
	if m.order.paths == nil {
		m.order.paths = sortedKeys(m.files)
	}
	return m.order.paths
}

// inOrder returns all files, sorted by path. The list changes with the next setFile.
func (m *Manager) inOrder() []*file {
	if m.order.files == nil {
		m.order.files = make([]*file, 0, len(m.files))
		for _, name := range m.names() {
			m.order.files = append(m.order.files, m.files[name])
		}
	}
	return m.order.files
}

// setFile puts a file into its place, nil if it is there no more.
func (m *Manager) setFile(name string, f *file) {
	switch was := m.files[name]; {
	case (was == nil) != (f == nil):
		m.order = order{}
	case f != nil && m.order.files != nil:
		at, _ := slices.BinarySearch(m.order.paths, name)
		m.order.files[at] = f
	}
	if f == nil {
		delete(m.files, name)
	} else {
		m.files[name] = f
	}
}
