package tinybt

import (
	"github.com/bough-dev/bough/engine/diag"
)

// report gathers what is told when the whole script was read.
type report struct {
	reactive, memory, parallel tally
	names                      []use // in the order of their first use
	index                      map[string]int
}

// tally counts nodes of one kind.
type tally struct {
	first diag.Pos
	count int
}

func (t *tally) add(pos diag.Pos) {
	if t.count++; t.count == 1 {
		t.first = pos
	}
}

// use is a behavior with how often it stands in the script.
type use struct {
	name string
	tally
}

func (r *report) use(name string, pos diag.Pos) {
	if r.index == nil {
		r.index = map[string]int{}
	}
	i, ok := r.index[name]
	if !ok {
		i = len(r.names)
		r.index[name] = i
		r.names = append(r.names, use{name: name})
	}
	r.names[i].add(pos)
}

func (im *importer) warn(pos diag.Pos, hint, format string, args ...any) {
	d := im.list.Warn(pos, format, args...)
	d.Hint, d.Source = hint, im.file.Line(pos.Line)
}

func (im *importer) tell() {
	im.differs(im.report.reactive, "SEQUENCE and FALLBACK became reactive_sequence and reactive_fallback",
		"a running child that is no longer reached is aborted here; there it is merely not visited")
	im.differs(im.report.memory, "SEQUENCE True and FALLBACK True became sequence and fallback",
		"when aborted they forget their place; there they go on later where they were")
	im.differs(im.report.parallel, "PARALLEL became parallel",
		"children that have ended wait for the others here; there they run again in every tick")
	im.misspelled()
}

func (im *importer) differs(t tally, what, how string) {
	if t.count > 0 {
		im.warn(t.first, how, "%s (count: %d)", what, t.count)
	}
}

// maxCompared bounds the names that are compared with each other.
const maxCompared = 500

// misspelled warns of names that are used once and are nearly an earlier name, or
// a later one that is used more often.
func (im *importer) misspelled() {
	names := im.report.names[:min(len(im.report.names), maxCompared)]
	for i, u := range names {
		if u.count > 1 {
			continue
		}
		var others []string
		for j, o := range names {
			if j < i || j > i && o.count > 1 {
				others = append(others, o.name)
			}
		}
		if near := diag.Suggest(u.name, others); near != "" {
			im.warn(u.first, "did you mean "+near+"?", "%s is used once and is nearly another name", u.name)
		}
	}
}
