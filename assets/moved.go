package assets

import (
	"maps"
	"path"

	"github.com/bough-dev/bough/behaviors"
)

// noteMoved records which scripts were renamed in this round. A script was renamed if its file
// is gone and exactly one new file has its text. Problems of trees that name the script mention
// the new name.
func (r *round) noteMoved() {
	var gone, came []string
	for _, name := range sortedKeys(r.changed) {
		was, now := r.previous[name], r.m.files.at(name)
		switch {
		case path.Ext(name) != ScriptExt || (was == nil) == (now == nil):
		case now == nil && !was.module():
			gone = append(gone, name)
		case was == nil && !now.module():
			came = append(came, name)
		}
	}
	if len(came) == 0 && len(gone) == 0 {
		return
	}
	moved := r.m.moved
	for _, name := range came {
		delete(moved, behaviors.NameOfFile(name))
	}
	for _, name := range gone {
		from, to := behaviors.NameOfFile(name), r.cameAs(r.previous[name], came)
		for old, now := range moved {
			if now == from {
				moved[old] = to
			}
		}
		moved[from] = to
	}
	maps.DeleteFunc(moved, func(_, to string) bool { return to == "" })
}

// cameAs returns the behavior of the new file that has the text of f, or "" unless there is
// exactly one such file.
func (r *round) cameAs(f *file, came []string) string {
	as := ""
	for _, name := range came {
		if r.m.files.at(name).hash == f.hash {
			if as != "" {
				return ""
			}
			as = behaviors.NameOfFile(name)
		}
	}
	return as
}
