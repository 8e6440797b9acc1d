package assets

import "slices"

// check gathers the problems of single files, and adds those that show only when all files are
// looked at together. It stops nothing: a bundle with problems is swapped in, and what does not
// work in it keeps its last good version.
func (r *round) check() {
	all := slices.Concat(r.problems, r.m.root.unlisted)
	for _, f := range r.m.files.inOrder() {
		all = append(append(all, f.own...), f.load...)
	}
	r.facts = r.treeFacts()
	all = append(all, r.unknownReads()...)
	all = append(all, r.unknownNodes()...)
	all = append(all, r.unknownStimuli()...)
	all.Sort()
	r.next.Problems = all
}
