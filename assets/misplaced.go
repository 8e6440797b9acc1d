package assets

import (
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// misplaced replaces the findings that follow from a wrong name or folder of a file by one finding about that file.
func (r *round) misplaced(all diag.List) diag.List {
	all = r.modulesElsewhere(all)
	if badNames(all) {
		all.Sort()
	}
	return r.fieldsElsewhere(all)
}

// modulesElsewhere tells that a module which other files require is not in ModuleDir. The name of its file shows which
// module it is.
func (r *round) modulesElsewhere(all diag.List) diag.List {
	unknown := message.UnknownModule("", "").Code
	count := map[string]int{} // by the name of the module
	for _, d := range all {
		if name, ok := d.Args["name"].(string); ok && d.Code == unknown {
			count[name]++
		}
	}
	for _, name := range sortedKeys(count) {
		want, found := ModuleOf(name), ""
		for _, f := range r.m.files.names() {
			if path.Base(f) == path.Base(want) && r.couldBeModule(f) {
				if found != "" {
					found = ""
					break
				}
				found = f
			}
		}
		if found == "" || !strings.HasPrefix(want, ModuleDir+"/") {
			continue
		}
		file := r.m.root.display(found)
		all = slices.DeleteFunc(all, func(d diag.Diagnostic) bool { return d.Pos.File == file })
		for i := range all {
			if d := &all[i]; d.Code == unknown && d.Args["name"] == name {
				d.Follows = true
			}
		}
		all = append(all, diag.New(diag.Pos{File: file}, message.ModuleElsewhere(count[name], r.m.root.display(path.Dir(want)), name)))
	}
	if len(count) > 0 {
		all.Sort()
	}
	return all
}

// couldBeModule reports whether a script outside of ModuleDir has no hooks, and no tree names it.
func (r *round) couldBeModule(name string) bool {
	f := r.m.files.at(name)
	if f.module() || f.compiled == nil || len(r.next.Users(behaviors.NameOfFile(name))) > 0 {
		return false
	}
	return !f.compiled.Script().HasHooks()
}

// badNames marks findings about names that trees have and that no file has, since the name of the file is not allowed. It
// reports whether there are such findings.
func badNames(all diag.List) (found bool) {
	bad := []string{message.CharacterInName("", "").Code, message.NameNotComposed("", "").Code}
	for i := range all {
		name, _ := all[i].Args["name"].(string)
		if !slices.Contains(bad, all[i].Code) || !strings.HasSuffix(all[i].Pos.File, ScriptExt) || all[i].Pos.Line > 0 {
			continue
		}
		right := allowedName(name)
		if right == "" {
			continue
		}
		if all[i].Code == bad[0] {
			all[i].Advise(message.RenameFile(right[strings.LastIndexByte(right, '.')+1:] + ScriptExt))
		}
		for j := range all {
			if d := &all[j]; d.Missing != "" && (d.Missing == right || d.Missing == name || strings.HasSuffix(right, "."+d.Missing)) {
				d.Follows, found = true, true
			}
		}
	}
	return found
}

// allowedName returns the name of a behavior with _ in place of the characters that names do not have, or "" if that is no
// name either.
func allowedName(name string) string {
	right := strings.Map(func(r rune) rune {
		if r == '.' || ident.In(r, false) {
			return r
		}
		return '_'
	}, ident.Plain(name))
	if behaviors.CheckName(right) != nil {
		return ""
	}
	return right
}

// fieldsElsewhere tells that a file is probably meant to be FieldsFile, and leaves out the findings about the names that it
// declares.
func (r *round) fieldsElsewhere(all diag.List) diag.List {
	if r.m.files.at(FieldsFile) != nil {
		return all
	}
	codes := []string{message.UnsetField("", "", "").Code, message.FieldWithoutStart("", "").Code, message.UnpostedStimulus("", "").Code}
	if len(r.next.undeclared) == 0 && !slices.ContainsFunc(all, func(d diag.Diagnostic) bool { return slices.Contains(codes, d.Code) }) {
		return all
	}
	files := &root{fs: r.m.root.fs, prefix: r.m.root.prefix}
	found := files.list(".", func(name string) bool { return visible(name) && looksLikeFields(path.Base(name)) })
	if len(found) != 1 {
		return all
	}
	text, ok, err := read(r.m.root.fs, found[0])
	if !ok || err != nil {
		return all
	}
	names := map[string]bool{}
	for _, d := range parseFields(found[0], text).Lines() {
		names[d.Name] = true
	}
	if len(names) == 0 {
		return all
	}
	all = slices.DeleteFunc(all, func(d diag.Diagnostic) bool {
		name, _ := d.Args["name"].(string)
		return names[name] && slices.Contains(codes, d.Code)
	})
	r.next.undeclared = slices.DeleteFunc(r.next.undeclared, func(u Undeclared) bool { return names[u.Name] })
	all.Warn(diag.Pos{File: r.m.root.display(found[0])}, message.FieldsElsewhere(r.m.root.display(FieldsFile)))
	all.Sort()
	return all
}

// looksLikeFields reports whether a file name is similar to that of FieldsFile.
func looksLikeFields(base string) bool {
	base = strings.TrimSuffix(strings.ToLower(base), ".txt")
	ext := path.Ext(base)
	return ext == path.Ext(FieldsFile) || ext == ".field" || base == "fields" || diag.Suggest(base, []string{FieldsFile}) != ""
}
