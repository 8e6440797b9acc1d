package hotreload_test

import (
	"time"

	"github.com/bough-dev/bough/hotreload"
)

const (
	textA = "return { doc = \"a\" }\n"
	textB = "return { doc = \"b\" }\n"
	textC = "return { doc = \"c\" }\n"
)

// oneFile contains the edits that create the project of most scenes.
var oneFile = []edit{made("/p"), file("/p/a.lua", textA)}

// outside returns the edits that create the root and two folders beside it, followed by
// more.
func outside(more ...edit) []edit {
	return append([]edit{made("/p"), made("/x"), made("/x/v1"), file("/x/v1/a.lua", textA), made("/x/v2"), file("/x/v2/a.lua", textB)}, more...)
}

// scenes are the scenes of TestExhaustive. They are short, so that each of their saves
// can be tried before each step.
var scenes = []scene{
	{name: "written twice", begin: oneFile,
		saves: []edit{file("/p/a.lua", textB), file("/p/a.lua", textC)}},
	{name: "changed and changed back", begin: oneFile,
		saves: []edit{file("/p/a.lua", textB), file("/p/a.lua", textA)}},
	{name: "changed back while it is loaded", begin: oneFile, early: true,
		saves: []edit{file("/p/a.lua", textB), file("/p/a.lua", textA)}},
	{name: "truncated and written in parts", begin: oneFile,
		saves: []edit{created("/p/a.lua"), added("/p/a.lua", textB[:14]), added("/p/a.lua", textB[14:])}},
	{name: "saved in parts", begin: oneFile,
		saves: []edit{file("/p/a.lua", textA[:14]), added("/p/a.lua", textA[14:17]), added("/p/a.lua", "\"c\" }\n")}},
	{name: "emptied, and saved in parts", begin: oneFile,
		saves: []edit{created("/p/a.lua"), added("/p/a.lua", textA[:9]), added("/p/a.lua", textA[9:])}},
	{name: "saved in parts by renaming", begin: oneFile,
		saves: []edit{file("/p/.a", textA[:9]), renamed("/p/.a", "/p/a.lua"), file("/p/a.lua", textA+"-- end")}},
	{name: "overwritten in place", begin: oneFile,
		saves: []edit{overwritten("/p/a.lua", textB[:14]), overwritten("/p/a.lua", textB)}},
	{name: "removed, restored and removed", begin: oneFile,
		saves: []edit{removed("/p/a.lua"), file("/p/a.lua", textA), removed("/p/a.lua")}},
	{name: "made, removed and made", begin: []edit{made("/p")},
		saves: []edit{file("/p/a.lua", textA), removed("/p/a.lua"), file("/p/a.lua", textA)}},
	{name: "renamed over", begin: oneFile,
		saves: []edit{file("/p/a.lua.tmp", textB), renamed("/p/a.lua.tmp", "/p/a.lua"), removed("/p/a.lua")}},
	{name: "renamed away and back", begin: oneFile,
		saves: []edit{renamed("/p/a.lua", "/p/b.lua"), renamed("/p/b.lua", "/p/a.lua"), renamed("/p/a.lua", "/p/b.lua")}},
	{name: "two files exchanged", begin: append(oneFile, file("/p/b.lua", textB)),
		saves: []edit{renamed("/p/a.lua", "/p/a.tmp"), renamed("/p/b.lua", "/p/a.lua"), renamed("/p/a.tmp", "/p/b.lua")}},
	{name: "file that becomes a directory and back", begin: oneFile,
		saves: []edit{together(removed("/p/a.lua"), made("/p/a.lua"), file("/p/a.lua/b.lua", textB)), together(removed("/p/a.lua/b.lua"), removed("/p/a.lua")), file("/p/a.lua", textA)}},
	{name: "closed and opened", begin: oneFile,
		saves: []edit{together(locked("/p/a.lua", true), file("/p/a.lua", textB)), locked("/p/a.lua", false)}},

	{name: "held", begin: oneFile,
		saves: []edit{together(created("/p/.bough-hold"), file("/p/a.lua", textB)), file("/p/b.lua", textB), removed("/p/.bough-hold")}},
	{name: "held when it has settled", begin: oneFile,
		saves: []edit{file("/p/a.lua", textB), together(created("/.bough-hold"), file("/p/a.lua", textC)), removed("/.bough-hold")}},
	{name: "checkout", root: "/r/p", begin: []edit{made("/r"), made("/r/.git"), made("/r/p"), file("/r/p/a.lua", textA), file("/r/p/b.lua", textA)},
		saves: []edit{together(created("/r/.git/index.lock"), file("/r/p/a.lua", textB)), removed("/r/p/b.lua"), renamed("/r/.git/index.lock", "/r/.git/index")}},
	{name: "checkout in a linked work tree, in steps", root: "/l", begin: []edit{made("/g"), made("/g/w"), made("/r"), file("/r/.git", "gitdir: ../g/w\n"), made("/r/p"), file("/r/p/a.lua", textA), linked("/r/p", "/l")},
		saves: []edit{together(created("/g/w/index.lock"), file("/r/p/a.lua", textB)), renamed("/g/w/index.lock", "/g/w/index"), together(created("/g/w/index.lock"), file("/r/p/b.lua", textB)), removed("/g/w/index.lock")}},
	{name: "directory made and filled", begin: oneFile,
		saves: []edit{made("/p/d"), together(made("/p/d/e"), file("/p/d/e/b.lua", textB)), file("/p/d/e/b.lua", textC)}},
	{name: "directory moved and made again", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA)),
		saves: []edit{renamed("/p/d", "/p/e"), together(made("/p/d"), file("/p/d/b.lua", textB)), file("/p/e/b.lua", textC)}},
	{name: "directories exchanged", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA), made("/p/e"), file("/p/e/b.lua", textB)),
		saves: []edit{renamed("/p/d", "/p/.d"), renamed("/p/e", "/p/d"), renamed("/p/.d", "/p/e"), file("/p/d/b.lua", textC)}},
	{name: "directory swapped", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA), made("/x"), made("/x/d"), file("/x/d/b.lua", textB)),
		saves: []edit{renamed("/p/d", "/p/.d"), renamed("/x/d", "/p/d"), together(removed("/p/.d/b.lua"), removed("/p/.d"))}},
	{name: "directory removed and made again", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA)),
		saves: []edit{together(removed("/p/d/b.lua"), removed("/p/d")), made("/p/d"), file("/p/d/b.lua", textB)}},
	{name: "directory moved in, changed and out", begin: append(oneFile, made("/x"), made("/x/d"), file("/x/d/b.lua", textA)),
		saves: []edit{renamed("/x/d", "/p/d"), file("/p/d/b.lua", textB), renamed("/p/d", "/x/d")}},
	{name: "directory moved out, changed and back", begin: append(oneFile, made("/x"), made("/p/d"), file("/p/d/b.lua", textA)),
		saves: []edit{renamed("/p/d", "/x/d"), file("/x/d/b.lua", textB), renamed("/x/d", "/p/d")}},
	{name: "directory above moved and back", begin: append(oneFile, made("/p/d"), made("/p/d/e"), file("/p/d/e/b.lua", textA)),
		saves: []edit{renamed("/p/d", "/p/f"), renamed("/p/f", "/p/d"), file("/p/d/e/b.lua", textB)}},
	{name: "directory closed and opened", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA)),
		saves: []edit{together(locked("/p/d", true), overflown()), locked("/p/d", false), file("/p/d/b.lua", textB)}},
	{name: "events lost", begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA)),
		saves: []edit{together(file("/p/a.lua", textB), overflown()), together(renamed("/p/d", "/p/e"), overflown()), file("/p/e/b.lua", textC)}},

	{name: "link to a file that is switched", begin: outside(linked("/x/v1/a.lua", "/p/a.lua")),
		saves: []edit{together(linked("/x/v2/a.lua", "/p/.l"), renamed("/p/.l", "/p/a.lua")), file("/x/v2/a.lua", textC)}},
	{name: "file behind a link", begin: outside(linked("/x/v1/a.lua", "/p/a.lua")),
		saves: []edit{file("/x/v1/a.lua", textB), file("/x/v1/a.lua", textC)}},
	{name: "link to a directory that is switched", begin: outside(linked("/x/v1", "/p/lib")),
		saves: []edit{together(linked("/x/v2", "/p/.l"), renamed("/p/.l", "/p/lib")), file("/x/v2/a.lua", textC), file("/x/v1/a.lua", textC)}},
	{name: "link behind a link that is switched", begin: outside(linked("v1", "/x/now"), linked("/x/now", "/p/lib")),
		saves: []edit{together(linked("v2", "/x/.l"), renamed("/x/.l", "/x/now")), together(linked("v1", "/x/.l"), renamed("/x/.l", "/x/now"))}},
	{name: "link behind a link that is switched, and what it leads to", begin: outside(linked("v1", "/x/now"), linked("/x/now", "/p/lib")),
		saves: []edit{file("/x/v1/a.lua", textC), together(linked("v2", "/x/.l"), renamed("/x/.l", "/x/now"))}},
	{name: "link behind a link to a file that is switched", begin: outside(linked("v1", "/x/now"), linked("/x/now/a.lua", "/p/a.lua")),
		saves: []edit{together(linked("v2", "/x/.l"), renamed("/x/.l", "/x/now")), together(linked("v1", "/x/.l"), renamed("/x/.l", "/x/now"))}},
	{name: "directory behind a link that is exchanged", begin: outside(linked("/x/v1", "/p/lib")),
		saves: []edit{renamed("/x/v1", "/x/v3"), renamed("/x/v2", "/x/v1"), file("/x/v1/a.lua", textC)}},
	{name: "directory above that behind a link is exchanged", begin: []edit{made("/p"), made("/x"), made("/x/d"), file("/x/d/a.lua", textA), made("/y"), made("/y/d"), file("/y/d/a.lua", textB), linked("/x/d", "/p/lib")},
		saves: []edit{renamed("/x", "/z"), renamed("/y", "/x"), file("/x/d/a.lua", textC)}},
	{name: "directory above a file behind a link is exchanged", begin: []edit{made("/p"), made("/x"), file("/x/a.lua", textA), dated("/x/a.lua", old), made("/y"), file("/y/a.lua", textB), dated("/y/a.lua", old), linked("/x/a.lua", "/p/a.lua")},
		saves: []edit{renamed("/x", "/z"), renamed("/y", "/x")}},
	{name: "directory made beside a link that is switched", begin: outside(linked("v1", "/x/now"), linked("/x/now", "/p/lib")),
		saves: []edit{made("/p/d"), together(linked("v2", "/x/.l"), renamed("/x/.l", "/x/now"))}},
	{name: "file with its old date behind a link that is switched", rest: 2 * hotreload.Racy, begin: outside(dated("/x/v1/a.lua", old), linked("v1", "/x/now"), linked("/x/now", "/p/lib")),
		saves: []edit{together(overwritten("/x/v1/a.lua", textC), dated("/x/v1/a.lua", old), renamed("/x/v1", "/x/v3"), linked("v3", "/x/.l"), renamed("/x/.l", "/x/now"))}},
	{name: "link that leads nowhere for a while", begin: outside(linked("/x/now", "/p/lib")),
		saves: []edit{renamed("/x/v1", "/x/now"), file("/x/now/a.lua", textB)}},
	{name: "link that leads nowhere in the end", begin: outside(linked("/x/v1", "/p/lib")),
		saves: []edit{file("/x/v1/a.lua", textB), renamed("/x/v1", "/x/now")}},
	{name: "file made while the watch begins", begin: oneFile, early: true, all: true,
		saves: []edit{file("/p/b.lua", textB)}},
	{name: "link behind a link that is switched while the watch begins", early: true, begin: outside(linked("v1", "/x/now"), linked("/x/now", "/p/lib")),
		saves: []edit{together(linked("v2", "/x/.l"), renamed("/x/.l", "/x/now"))}},

	{name: "root moved away and back", root: "/r/p", begin: []edit{made("/r"), made("/r/p"), file("/r/p/a.lua", textA)},
		saves: []edit{renamed("/r/p", "/r/q"), renamed("/r/q", "/r/p"), file("/r/p/a.lua", textB)}},
	{name: "root exchanged", root: "/r/p", begin: []edit{made("/r"), made("/r/p"), file("/r/p/a.lua", textA), made("/r/q"), file("/r/q/a.lua", textB)},
		saves: []edit{renamed("/r/p", "/r/o"), renamed("/r/q", "/r/p"), file("/r/p/a.lua", textC)}},
	{name: "root removed and made again", begin: oneFile,
		saves: []edit{together(removed("/p/a.lua"), removed("/p")), made("/p"), file("/p/a.lua", textB)}},
	{name: "root behind a link that is switched", root: "/p", begin: []edit{made("/x"), made("/x/v1"), file("/x/v1/a.lua", textA), made("/x/v2"), file("/x/v2/a.lua", textB), linked("/x/v1", "/p")},
		saves: []edit{together(linked("/x/v2", "/l"), renamed("/l", "/p")), file("/x/v2/a.lua", textC), together(linked("/x/v1", "/l"), renamed("/l", "/p"))}},
	{name: "directory above the root exchanged", root: "/r/p", begin: []edit{made("/r"), made("/r/p"), made("/r/p/d"), file("/r/p/d/a.lua", textA), made("/q"), made("/q/p"), made("/q/p/d"), file("/q/p/d/a.lua", textB)},
		saves: []edit{renamed("/r", "/o"), renamed("/q", "/r"), file("/r/p/d/a.lua", textC)}},
	{name: "root exchanged while the watch begins", early: true, begin: append(oneFile, made("/q"), file("/q/a.lua", textB)),
		saves: []edit{together(renamed("/p", "/o"), renamed("/q", "/p"))}},
}

// holds are the holds of all scenes.
var holds = []string{"/.bough-hold", "/p/.bough-hold", "/r/.git/index.lock", "/g/w/index.lock"}

// old is a time long before that of the tests.
var old = time.Unix(0, 0)
