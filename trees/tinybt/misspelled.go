package tinybt

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// uses holds the behaviors of a script, in the order of their first use.
type uses struct {
	list  []use
	index map[string]int
}

// use is a behavior, with the number of its uses in the script.
type use struct {
	name  string
	first diag.Pos
	count int
}

func (u *uses) add(name string, pos diag.Pos) {
	i, ok := u.index[name]
	if !ok {
		i = len(u.list)
		u.index[name] = i
		u.list = append(u.list, use{name: name, first: pos})
	}
	u.list[i].count++
}

// maxCompared bounds the number of names that are compared with each other.
const maxCompared = 500

// misspelled warns about a name that is used once and is similar to an earlier name, or to a later name that is
// used more often.
func (im *importer) misspelled() {
	names := im.uses.list[:min(len(im.uses.list), maxCompared)]
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
			im.report.Differs(u.first, message.RareName(u.name, near))
		}
	}
}
