package e2e

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

// editor edits a project as users and their tools do. It draws all edits from r.
type editor struct {
	*project
	disk     disk
	r        *rand.Rand
	breathe  func()            // called between two steps of a tool, when a game may read the files
	tools    bool              // save in several steps, as tools do
	stateful bool              // use stateful texts too
	number   int               // number of edits
	last     map[string]int    // number of the edit that last gave a file a good text, by file
	texts    map[string]string // the last good text, by file
	log      []string          // the last edits
}

// note records an edit, to be printed if the run fails.
func (e *editor) note(format string, args ...any) {
	if len(e.log) == 100 {
		e.log = slices.Delete(e.log, 0, 50)
	}
	e.log = append(e.log, fmt.Sprintf(format, args...))
}

// good returns a text for a file, with the number of a new edit in it. A comment at its end shows
// the number too.
func (e *editor) good(name, text string) string {
	e.number++
	e.last[name] = e.number
	number := fmt.Sprint(e.number)
	comment := "-- edit "
	if strings.HasSuffix(name, ".bt") {
		comment = "# edit "
	}
	e.texts[name] = strings.NewReplacer("@", number, "$", fmt.Sprint(e.r.IntN(5))).Replace(text) + comment + number + "\n"
	return e.texts[name]
}

// tools are functions that write a file in the way of an editor or another tool.
var tools = []func(e *editor, name, text string){
	(*editor).vim, (*editor).vscode, (*editor).jetbrains, (*editor).git, (*editor).rsync, (*editor).slowly,
}

// vim tests whether the folder is writable, renames the old file, writes a new one and
// deletes the old one.
func (e *editor) vim(name, text string) {
	probe, swap := beside(name, "4913"), beside(name, "."+path.Base(name)+".swp")
	e.disk.write(swap, "b0VIM 8.2")
	e.disk.write(probe, "")
	e.disk.remove(probe)
	aside := e.disk.rename(name, name+"~")
	e.breathe()
	e.disk.write(name, text)
	e.breathe()
	if aside {
		e.disk.remove(name + "~")
	}
	e.disk.remove(swap)
}

// vscode empties the file and writes it in place.
func (e *editor) vscode(name, text string) {
	e.disk.write(name, "")
	e.breathe()
	e.disk.write(name, text)
}

// jetbrains writes a new file beside the old one, renames the old one, renames the new one to
// its place, and deletes the old one.
func (e *editor) jetbrains(name, text string) {
	e.disk.write(name+"___jb_tmp___", text)
	aside := e.disk.rename(name, name+"___jb_old___")
	e.breathe()
	e.disk.rename(name+"___jb_tmp___", name)
	e.breathe()
	if aside {
		e.disk.remove(name + "___jb_old___")
	}
}

// git removes the file and creates it again.
func (e *editor) git(name, text string) {
	e.disk.write(".git/index.lock", text)
	e.disk.remove(name)
	e.breathe()
	e.disk.write(name, text)
	e.disk.rename(".git/index.lock", ".git/index")
}

// rsync writes under another name, sets the time of the file to that of the original, and
// renames it over the old file.
func (e *editor) rsync(name, text string) {
	under := beside(name, "."+path.Base(name)+".Xy3fQ1")
	e.disk.write(under, text[:len(text)/2])
	e.breathe()
	e.disk.write(under, text)
	if d, ok := e.disk.(*folder); ok {
		d.age(under)
	}
	e.disk.rename(under, name)
}

// slowly writes in place in two steps, so that half of the text is there for a while.
func (e *editor) slowly(name, text string) {
	for _, part := range []string{"", text[:len(text)/2], text} {
		e.disk.write(name, part)
		e.breathe()
	}
}

func beside(name, base string) string { return path.Join(path.Dir(name), base) }

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// save writes one of its texts to a file of the project. If the file has broken texts, one of
// these is written with a probability of one third.
func (e *editor) save() {
	names := e.edited
	if names == nil {
		names = e.names
	}
	name := pick(e.r, names)
	f := e.files[name]
	var text string
	if len(f.broken) > 0 && e.r.IntN(3) == 0 {
		text = pick(e.r, f.broken).text
	} else if e.stateful {
		text = e.good(name, pick(e.r, slices.Concat(f.good, f.stateful)))
	} else {
		text = e.good(name, pick(e.r, f.good))
	}
	e.write(name, text)
}

// again saves the last good text of a file once more, as a user does who undoes a mistake.
func (e *editor) again() {
	name := pick(e.r, e.names)
	e.write(name, e.texts[name])
}

// cut saves only the beginning of a text.
func (e *editor) cut() {
	name := pick(e.r, e.names)
	text := e.good(name, pick(e.r, e.files[name].good))
	e.write(name, text[:1+e.r.IntN(len(text)-1)])
}

func (e *editor) write(name, text string) {
	e.note("save %s: %q", name, text)
	if e.tools {
		pick(e.r, tools)(e, name, text)
	} else {
		e.disk.write(name, text)
	}
}

// folders are the folders that village uses.
var folders = []string{"combat", "lib"}

// edits lists weighted edits, for projects in which all files are edited.
var edits = []struct {
	weight int
	do     func(*editor)
}{
	{60, (*editor).save},
	{10, (*editor).again},
	{4, (*editor).cut},
	{8, (*editor).removeFile},
	{8, (*editor).renameFile},
	{6, (*editor).moveFile},
	{4, (*editor).moveFolder},
	{2, func(e *editor) { e.disk.remove(pick(e.r, folders)) }},
	{3, func(e *editor) { e.disk.link(pick(e.r, folders)) }},
	{8, (*editor).checkout},
}

// edit makes one random edit.
func (e *editor) edit() {
	if e.edited != nil {
		e.save()
		return
	}
	sum := 0
	for _, o := range edits {
		sum += o.weight
	}
	at := e.r.IntN(sum)
	for i, o := range edits {
		if at -= o.weight; at < 0 {
			e.note("edit %d", i)
			o.do(e)
			return
		}
	}
}

func (e *editor) removeFile() { e.disk.remove(pick(e.r, e.names)) }

// renameFile renames a file, or renames it back.
func (e *editor) renameFile() {
	name := pick(e.r, e.names)
	other := beside(name, "other_"+path.Base(name))
	if !e.disk.rename(name, other) {
		e.disk.rename(other, name)
	}
}

// moveFile moves a file to another folder, or moves it back.
func (e *editor) moveFile() {
	name := pick(e.r, e.names)
	away := path.Join("moved", path.Base(name))
	if !e.disk.rename(name, away) {
		e.disk.rename(away, name)
	}
}

// moveFolder moves a folder into another one, or moves it back.
func (e *editor) moveFolder() {
	name := pick(e.r, folders)
	if !e.disk.rename(name, "moved/"+name) {
		e.disk.rename("moved/"+name, name)
	}
}

// checkout writes good versions of all files at once, in any order, and removes the files
// that do not belong to the project.
func (e *editor) checkout() {
	e.disk.write(".git/index.lock", fmt.Sprint(e.r.Uint64()))
	e.clean()
	names := slices.Clone(e.names)
	e.r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	for _, name := range names {
		e.disk.remove(name)
		e.disk.write(name, e.good(name, pick(e.r, e.files[name].good)))
		if e.r.IntN(4) == 0 {
			e.breathe()
		}
	}
	e.disk.rename(".git/index.lock", ".git/index")
}

// clean removes the files that do not belong to the project.
func (e *editor) clean() {
	e.disk.remove("moved")
	for _, name := range e.names {
		e.disk.remove(beside(name, "other_"+path.Base(name)))
	}
}

// restore restores the first version of every file, and replaces links to folders by the folders.
func (e *editor) restore() {
	e.clean()
	for _, dir := range folders {
		e.disk.remove(dir)
	}
	for _, name := range e.names {
		e.disk.write(name, e.good(name, e.files[name].good[0]))
	}
}
