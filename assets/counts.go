package assets

import "github.com/bough-dev/bough/internal/lint"

// fieldCounts counts how often each field of agents is set and read in all files and trees. A round subtracts
// the files and trees that are gone and adds the new ones, compared by pointer. So the cost of a save depends
// only on the number of changed files. The counts always match the lists of files and trees in fieldCounts,
// even if the round that made the lists was dropped.
type fieldCounts struct {
	files   []*file
	trees   []treeUse
	sets    map[string]int
	reads   map[string]int
	steps   map[string]int // writes that need a value that something else has set: such a write does not count in sets
	dynamic int            // number of scripts that set fields with computed names: such a script may set any field
	broken  int            // number of files that cannot be read as a whole
}

// treeUse contains the fields that a tree in force sets, and the facts about its expressions.
type treeUse struct {
	assigns *assignments
	facts   *treeFacts
}

// treeUses returns the uses of all trees.
func (s subject) treeUses() []treeUse {
	out := make([]treeUse, 0, len(s.facts))
	for i := range s.bundle.Trees {
		out = append(out, treeUse{s.bundle.Trees[i].assigns, s.facts[len(out)]})
	}
	for i := range s.bundle.Needs {
		out = append(out, treeUse{s.bundle.Needs[i].assigns, s.facts[len(out)]})
	}
	return out
}

// update updates the counts for the given files and trees, which replace the earlier ones.
func (t *fieldCounts) update(files []*file, trees []treeUse) {
	if t.sets == nil {
		t.sets, t.reads, t.steps = map[string]int{}, map[string]int{}, map[string]int{}
	}
	exchange(t.files, files, t.addFile)
	exchange(t.trees, trees, t.addTree)
	clear(t.files) // so that removed files can be freed
	t.files, t.trees = append(t.files[:0], files...), trees
}

// exchange calls add with -1 for each element that is only in was, and with 1 for each element that is only in
// now.
func exchange[T comparable](was, now []T, add func(x T, sign int)) {
	for i := range max(len(was), len(now)) {
		if i < len(was) && i < len(now) && was[i] == now[i] {
			continue
		}
		if i < len(was) {
			add(was[i], -1)
		}
		if i < len(now) {
			add(now[i], 1)
		}
	}
}

func (t *fieldCounts) addFile(f *file, sign int) {
	switch {
	case f.own.Err() != nil:
		t.broken += sign
		return
	case f.compiled == nil:
		return
	}
	fields := f.compiled.Fields()
	addUses(t.sets, fields.Writes, sign)
	addUses(t.sets, fields.OtherWrites, sign)
	addUses(t.reads, fields.Reads, sign)
	addUses(t.reads, fields.Calls, sign)
	for _, k := range fields.Counts {
		addName(t.sets, k.Name, -sign)
		addName(t.steps, k.Name, sign)
	}
	if fields.DynamicWrite {
		t.dynamic += sign
	}
}

func addUses(count map[string]int, uses []lint.Use, sign int) {
	for i := range uses {
		addName(count, uses[i].Name, sign)
	}
}

func (t *fieldCounts) addTree(u treeUse, sign int) {
	for _, name := range u.assigns.sets {
		addName(t.sets, name, sign)
	}
	for _, name := range u.assigns.steps {
		addName(t.steps, name, sign)
	}
	for i := range u.facts.reads {
		addName(t.reads, u.facts.reads[i].name, sign)
	}
}

// addName adds sign to a count, and deletes a count of 0.
func addName(count map[string]int, name string, sign int) {
	if count[name] += sign; count[name] == 0 {
		delete(count, name)
	}
}

// set returns the names of the fields that files or trees set.
func (t *fieldCounts) set() map[string]bool {
	out := make(map[string]bool, len(t.sets)+2)
	for name := range t.sets {
		out[name] = true
	}
	return out
}
