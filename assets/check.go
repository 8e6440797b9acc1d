package assets

import (
	"slices"
	"strings"
)

// check gathers the problems of single files, and adds those that show only when all files are
// looked at together. It stops nothing: a bundle with problems is swapped in, and what does not
// work in it keeps its last good version.
func (r *round) check() {
	all := slices.Concat(r.problems, r.m.root.unlisted)
	for _, f := range r.m.files.inOrder() {
		all = append(append(all, f.own...), f.load...)
	}
	s := r.m.subject(r.next)
	all = append(all, r.m.checker.unknownReads(s, r.m.bundle, r.m.last.linker.names.conditionNames)...)
	all = append(all, unknownNodes(s)...)
	all = append(all, r.m.checker.unknownStimuli(s)...)
	all.Sort()
	r.next.Problems = all
}

// subject is a bundle that is checked, with what the expressions of its trees ask for.
type subject struct {
	bundle *Bundle
	facts  []*treeFacts // of bundle.Trees
}

// subject returns a bundle of the files as they are, to be checked.
func (m *Manager) subject(b *Bundle) subject { return subject{b, m.treeFacts(b)} }

// checker compares all files with each other. It keeps what it has counted for the next round,
// which exchanges only what has changed.
type checker struct {
	root   *root
	files  *fileSet
	game   []string // Options.Fields
	fields *knownFields
	tally  fieldTally
}

// gameFields returns the fields that the game says it sets.
func (c *checker) gameFields() []string {
	names := slices.Clone(c.game)
	for _, name := range c.declarations() {
		if !strings.HasPrefix(name, stimulusWord) {
			names = append(names, name)
		}
	}
	return names
}

// gameStimuli returns the stimuli that the game says it posts.
func (c *checker) gameStimuli() []string {
	var names []string
	for _, line := range c.declarations() {
		if name, ok := strings.CutPrefix(line, stimulusWord); ok {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// stimulusWord begins a line of FieldsFile that names a stimulus which the game posts:
// "stimulus noise: something was heard".
const stimulusWord = "stimulus "

// declarations returns the lines of FieldsFile up to their colons.
func (c *checker) declarations() []string {
	f := c.files.at(FieldsFile)
	if f == nil {
		return nil
	}
	var names []string
	for line := range strings.Lines(string(f.text)) {
		name, _, _ := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); name != "" && name[0] != '#' {
			names = append(names, name)
		}
	}
	return names
}
