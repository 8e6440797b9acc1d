package assets

import "slices"

// fileSet contains the files of a manager. Its sorted lists are made when they are first
// needed after files were added or removed.
type fileSet struct {
	byPath map[string]*file
	paths  []string // sorted
	list   []*file  // the files of paths
}

// at returns the file with a path, or nil if there is none.
func (s *fileSet) at(path string) *file { return s.byPath[path] }

// names returns the paths of all files, sorted.
func (s *fileSet) names() []string {
	if s.paths == nil {
		s.paths = sortedKeys(s.byPath)
	}
	return s.paths
}

// inOrder returns all files, sorted by path. The next call of set may change the list.
func (s *fileSet) inOrder() []*file {
	if s.list == nil {
		s.list = make([]*file, 0, len(s.byPath))
		for _, name := range s.names() {
			s.list = append(s.list, s.byPath[name])
		}
	}
	return s.list
}

// set replaces the file of a path; nil removes it.
func (s *fileSet) set(path string, f *file) {
	switch was := s.byPath[path]; {
	case (was == nil) != (f == nil):
		s.paths, s.list = nil, nil
	case f != nil && s.list != nil:
		at, _ := slices.BinarySearch(s.paths, path)
		s.list[at] = f
	}
	if f == nil {
		delete(s.byPath, path)
	} else {
		s.byPath[path] = f
	}
}
