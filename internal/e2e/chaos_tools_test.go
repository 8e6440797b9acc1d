package e2e

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
)

// editor does to a disk what people and their tools do.
type editor struct {
	disk    disk
	r       *rand.Rand
	breathe func() // between two steps of a tool, where the game may look
}

// tools are the manners in which a text gets into a file.
var tools = []func(e *editor, name, text string){
	(*editor).vim, (*editor).vscode, (*editor).jetbrains, (*editor).git, (*editor).rsync, (*editor).slowly,
}

// vim finds out whether it may write in the folder, puts the old file aside, writes a
// new one and deletes the old one.
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

// jetbrains writes beside the file, puts the old one aside, the new one in its place,
// and deletes the old one.
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

// git removes the file and makes it again.
func (e *editor) git(name, text string) {
	e.disk.write(".git/index.lock", text)
	e.disk.remove(name)
	e.breathe()
	e.disk.write(name, text)
	e.disk.rename(".git/index.lock", ".git/index")
}

// rsync writes under another name, gives the file the time that it has elsewhere, and
// puts it over the old one.
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

// slowly writes in place, and half of it is there for a while.
func (e *editor) slowly(name, text string) {
	for _, part := range []string{"", text[:len(text)/2], text} {
		e.disk.write(name, part)
		e.breathe()
	}
}

func beside(name, base string) string { return path.Join(path.Dir(name), base) }

// save gives a file of the project one of its versions, a third of the time a broken
// one.
func (e *editor) save() {
	name := pick(e.r, chaosNames)
	f := chaosFiles[name]
	text := pick(e.r, f.good)
	if e.r.IntN(3) == 0 {
		text = pick(e.r, f.broken).text
	}
	pick(e.r, tools)(e, name, text)
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// chaosFolders are those of the project.
var chaosFolders = []string{"combat", "lib"}

// operations is how often what is done.
var operations = []struct {
	weight int
	do     func(*editor)
}{
	{60, (*editor).save},
	{8, func(e *editor) { e.disk.remove(pick(e.r, chaosNames)) }},
	{8, (*editor).renameFile},
	{6, (*editor).moveFile},
	{4, (*editor).moveFolder},
	{2, func(e *editor) { e.disk.remove(pick(e.r, chaosFolders)) }},
	{3, func(e *editor) { e.disk.link(pick(e.r, chaosFolders)) }},
	{8, (*editor).checkout},
}

// operate does one thing.
func (e *editor) operate() {
	sum := 0
	for _, o := range operations {
		sum += o.weight
	}
	at := e.r.IntN(sum)
	for _, o := range operations {
		if at -= o.weight; at < 0 {
			o.do(e)
			return
		}
	}
}

// renameFile gives a file another name, or back the one that it had.
func (e *editor) renameFile() {
	name := pick(e.r, chaosNames)
	other := beside(name, "other_"+path.Base(name))
	if !e.disk.rename(name, other) {
		e.disk.rename(other, name)
	}
}

// moveFile moves a file to another folder, or back.
func (e *editor) moveFile() {
	name := pick(e.r, chaosNames)
	away := path.Join("moved", path.Base(name))
	if !e.disk.rename(name, away) {
		e.disk.rename(away, name)
	}
}

// moveFolder moves a folder into another, or back.
func (e *editor) moveFolder() {
	name := pick(e.r, chaosFolders)
	if !e.disk.rename(name, "moved/"+name) {
		e.disk.rename("moved/"+name, name)
	}
}

// checkout writes good versions of all files in one go, in any order, and removes what
// does not belong to the project.
func (e *editor) checkout() {
	e.disk.write(".git/index.lock", fmt.Sprint(e.r.Uint64()))
	e.clean()
	names := slices.Clone(chaosNames)
	e.r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	for _, name := range names {
		e.disk.remove(name)
		e.disk.write(name, pick(e.r, chaosFiles[name].good))
		if e.r.IntN(4) == 0 {
			e.breathe()
		}
	}
	e.disk.rename(".git/index.lock", ".git/index")
}

// clean removes what does not belong to the project.
func (e *editor) clean() {
	e.disk.remove("moved")
	for _, name := range chaosNames {
		e.disk.remove(beside(name, "other_"+path.Base(name)))
	}
}

// restore brings back the first version of everything, and folders that are no links.
func (e *editor) restore() {
	e.clean()
	for _, dir := range chaosFolders {
		e.disk.remove(dir)
	}
	for _, name := range chaosNames {
		e.disk.write(name, chaosFiles[name].good[0])
	}
}
