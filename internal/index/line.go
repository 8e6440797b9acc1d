package index

import (
	"strings"

	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
)

const sceneExt = ".scene"

// declarations finds the names that agent.fields declares.
func (f *File) declarations() {
	lines := lineStarts(f.Text)
	for _, d := range declare.Parse(f.Path, []byte(f.Text), func(string) bool { return false }).Lines() {
		if d.Name == "" || d.Line > len(lines) {
			continue
		}
		kind, owner := Field, ""
		at, head := lines[d.Line-1], 0
		switch d.What {
		case declare.Stimulus:
			kind, head = Stimulus, len("stimulus")
		case declare.Request:
			kind, head = Request, len("request")
		case declare.Field:
		default:
			kind, owner, head = Entry, d.Board, len("board")
		}
		rest, _, _ := strings.Cut(f.Text[at:], "\n")
		if head > len(rest) {
			continue
		}
		if owner != "" {
			if i := strings.Index(rest[head:], owner); i >= 0 {
				if owner != declare.AnyBoard {
					f.add(Board, "", owner, Use, at+head+i)
				}
				head += i + len(owner)
			}
		}
		if i := strings.Index(rest[head:], d.Name); i >= 0 {
			f.add(kind, owner, d.Name, Definition, at+head+i)
		}
		if i := strings.Index(rest, " on "+d.Channel); d.Channel != "" && i >= 0 {
			f.add(Channel, "", d.Channel, Use, at+i+len(" on "))
		}
	}
}

// Parts of the lines of scenes.
var (
	sceneWord = lazyregexp.New(`^\s*(\S+)`)
	scenePair = lazyregexp.New(`(` + ident.Pattern + `)\s*=[^=]`)
	sceneName = lazyregexp.New(`^\s+("?)(` + ident.Pattern + `(?:\.` + ident.Pattern + `)*)`)
)

// scene finds the names in a scene.
func (f *File) scene() {
	at := 0
	for line := range strings.SplitAfterSeq(f.Text, "\n") {
		start := at
		at += len(line)
		word := sceneWord.FindString(line)
		rest := line[len(word):]
		begin := start + len(word)
		first := sceneName.FindStringSubmatchIndex(rest)
		named := func(k Kind, role Role) {
			if first != nil {
				f.add(k, "", rest[first[4]:first[5]], role, begin+first[4])
			}
		}
		fields := func(owner Kind, board string) {
			for _, m := range scenePair.FindAllStringSubmatchIndex(rest, -1) {
				f.add(owner, board, rest[m[2]:m[3]], Write, begin+m[2])
			}
		}
		switch strings.TrimSpace(word) {
		case "spawn":
			named(Tree, Use)
			fields(Field, "")
		case "switch":
			named(Tree, Use)
		case "set":
			fields(Field, "")
		case "post":
			named(Stimulus, Write)
		case "impose":
			named(Request, Write)
		case "abort":
			named(Node, Use)
		case "board":
			if first != nil {
				named(Board, Use)
				fields(Entry, rest[first[4]:first[5]])
			}
		}
	}
}
