package assets

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/condition"
	"github.com/bough-dev/bough/luabind/lint"
)

// fieldRead is a read of a field of the agent, in a script or in an expression of a tree.
type fieldRead struct {
	name   string
	called bool     // a script calls the field, as in agent:move()
	pos    diag.Pos // position of a read in a script
	script *luabind.Chunk
	in     *condition.Condition // nil in a script
}

// place returns the position of the name and the text around it. For a script, only the position and the line are set.
// It is called only for reads with a problem, since there are many others.
func (q *fieldRead) place() condition.Place {
	if q.in == nil {
		return condition.Place{What: "script", Pos: q.pos, Line: q.script.Script().Line(q.pos.Line)}
	}
	return q.in.Place(q.name)
}

// unknownReads warns about fields that are read and that nothing ever sets.
//
// The fields that the game sets are known only if Options.Fields or FieldsFile declares them.
// Without a declaration, a field gets a warning only if its name looks like a misspelling of one
// that is set or read elsewhere.
//
// gone tells that a tree names something that no file defines. Its file may have set fields.
func (c *checker) unknownReads(s subject, before *Bundle, gone bool, conditions []string) diag.List {
	tally := &c.counts
	tally.update(c.files.inOrder(), s.treeUses())
	set, declared := c.fieldsSet()
	dynamic, broken := tally.dynamic > 0, tally.broken > 0
	if broken || gone {
		if dynamic = dynamic || c.neverRead(); !dynamic {
			maps.Copy(set, before.fields) // fields that are set in files that have errors now, or are gone
		}
	}
	s.bundle.fields, s.bundle.declared = set, map[string]bool{}
	for _, name := range c.gameFields() {
		s.bundle.declared[name] = true
	}
	if dynamic {
		return nil
	}
	known := c.reuseKnown(knownFields{set: set, declared: declared, reads: maps.Clone(tally.reads), conditions: conditions})
	s.bundle.reads = known.reads
	if !known.odd() {
		return nil
	}
	var out diag.List
	list := "list it in " + c.root.display(FieldsFile)
	c.eachRead(s, func(q fieldRead) {
		if known.set[q.name] {
			return
		}
		hint := known.hint(q.name, q.in != nil)
		if hint == "" && !declared {
			return
		}
		at := q.place()
		if hint == "" && q.called {
			hint = lint.InsteadOfCall(q.name)
		}
		d := out.Warn(at.Pos, "%s reads the field %s, which nothing ever sets", at.What, q.name)
		d.Source, d.Hint = at.Line, cmp.Or(hint, otherMeaning(at.Text, q.name, list), "if the game sets it, "+list)
		if called := callOf.FindStringSubmatch(textFrom(at.Text, q.name)); called != nil {
			d.Message = at.What + " calls " + called[1] + ", and there is no such function here"
			d.Hint = "if the game binds it, it is there in the game; bough api lists the functions here"
			if library := diag.Suggest(q.name, sortedKeys(c.globals.members)); library != "" {
				d.Hint = "did you mean " + library + strings.TrimPrefix(called[1], q.name) + "?"
			}
		}
	})
	return out
}

// Patterns for the text from a name on, and for the text before it.
var (
	callOf     = regexp.MustCompile(`^(\w+(?:\.\w+)+)\(`)
	dottedName = regexp.MustCompile(`^[\w.]+`)
	askedFor   = regexp.MustCompile(`(\w+)\(\s*$`)
	comparedTo = regexp.MustCompile(`[=~]=\s*$`)
)

// textFrom returns the part of an expression that begins with a name, or "".
func textFrom(text, name string) string {
	if i := wordIndex(text, name); i >= 0 {
		return text[i:]
	}
	return ""
}

// otherMeaning returns the hint for a name in an expression that may mean a text or a node, or "". list tells how to
// declare a field.
func otherMeaning(text, name, list string) string {
	from := textFrom(text, name)
	before := strings.TrimSuffix(text, from)
	whole := dottedName.FindString(from)
	if m := askedFor.FindStringSubmatch(before); m != nil && condition.IsQuestion(m[1]) {
		return fmt.Sprintf("put quotes around a name: %s(%q)", m[1], whole)
	}
	if comparedTo.MatchString(before) && whole == name {
		return fmt.Sprintf("put quotes around a text: %q; if it is a field that the game sets, %s", name, list)
	}
	return ""
}

// neverRead reports whether some file has errors and never worked. Such a file may set any field.
func (c *checker) neverRead() bool {
	return slices.ContainsFunc(c.files.inOrder(), func(f *file) bool { return f.own.Err() != nil && f.lastGood == nil })
}

// knownFields finds the field that was probably meant by an unknown name.
type knownFields struct {
	set        map[string]bool
	declared   bool
	reads      map[string]int // how often each field is read
	conditions []string
	hints      map[reader]string                // hints found before
	sorted     struct{ set, repeated []string } // the names of set, and those that are read more than once
}

// reader is a name that is read, in a script or in an expression of a tree.
type reader struct {
	name   string
	inTree bool
}

// reuseKnown returns the value of the last round, with its hints, if its names are those of k; otherwise it returns k.
func (c *checker) reuseKnown(k knownFields) *knownFields {
	last := c.fields
	if last == nil || last.declared != k.declared || !maps.Equal(last.set, k.set) || !maps.Equal(last.reads, k.reads) || !slices.Equal(last.conditions, k.conditions) {
		k.hints = map[reader]string{}
		k.sorted.set = sortedKeys(k.set)
		for _, name := range sortedKeys(k.reads) {
			if k.reads[name] > 1 {
				k.sorted.repeated = append(k.sorted.repeated, name)
			}
		}
		c.fields = &k
	}
	return c.fields
}

// odd reports whether some field gets a warning.
func (k *knownFields) odd() bool {
	for name := range k.reads {
		if !k.set[name] && (k.declared || k.hint(name, false) != "" || k.hint(name, true) != "") {
			return true
		}
	}
	return false
}

// hint returns the hint for an unknown name that is read in a script or in a tree, or "".
func (k *knownFields) hint(name string, inTree bool) string {
	key := reader{name, inTree}
	hint, ok := k.hints[key]
	if ok {
		return hint
	}
	if inTree {
		hint = notField(name)
	}
	if hint == "" {
		hint = k.near(name, inTree)
	}
	k.hints[key] = hint
	return hint
}

// near returns the hint with the field or, in a tree, the named condition that has the most similar name, or "".
func (k *knownFields) near(name string, inTree bool) string {
	var all []string
	if inTree {
		all = slices.Clone(k.conditions)
	}
	field := diag.Suggest(name, k.sorted.set)
	if field == "" && !k.declared {
		field = diag.Suggest(name, k.moreOften(name))
	}
	if field != "" {
		all = append(all, field)
	}
	return diag.DidYouMean(name, all)
}

// notField returns the hint for a name in a tree that hardly means a field, or "".
func notField(name string) string {
	if word := apidoc.Literal(name); word != "" {
		return "write " + word
	}
	if name == "agent" || name == "self" || name == "this" {
		return "fields are written without it: hp, not " + name + ".hp; the number of the agent is id"
	}
	return ""
}

// moreOften returns the names that are read more often than name.
func (k *knownFields) moreOften(name string) []string {
	var out []string
	for _, n := range k.sorted.repeated {
		if k.reads[n] > k.reads[name] {
			out = append(out, n)
		}
	}
	return out
}

// fieldsSet returns the names of the fields that the game or a script sets. It also reports
// whether the game declares its fields.
func (c *checker) fieldsSet() (set map[string]bool, declared bool) {
	set = c.counts.set()
	set["id"], set["name"] = true, true
	for _, name := range c.gameFields() {
		set[name] = true
	}
	return set, len(c.game) > 0 || c.files.at(FieldsFile) != nil
}

// eachRead visits all reads in scripts and trees.
func (c *checker) eachRead(s subject, f func(fieldRead)) {
	for _, file := range c.files.inOrder() {
		if file.compiled == nil {
			continue
		}
		fields := file.compiled.Fields()
		for _, u := range fields.Reads {
			f(fieldRead{name: u.Name, pos: u.Pos, script: file.compiled})
		}
		for _, u := range fields.Calls {
			f(fieldRead{name: u.Name, called: true, pos: u.Pos, script: file.compiled})
		}
	}
	for _, facts := range s.facts {
		for _, q := range facts.reads {
			f(fieldRead{name: q.name, in: q.in})
		}
	}
}

// wordIndex returns the index of word in text as a whole word, or -1.
func wordIndex(text, word string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		at := from + i
		end := at + len(word)
		if (at == 0 || !wordByte(text[at-1])) && (end == len(text) || !wordByte(text[end])) {
			return at
		}
		from = end
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
