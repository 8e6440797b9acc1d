package assets

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// fieldRead is a read of a field of the agent, in a script or in an expression of a tree.
type fieldRead struct {
	name   string
	called bool     // a script calls the field, as in agent:move()
	start  string   // the value from which agent.n = agent.n + 1 can begin, if that is the read
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
	for n := range s.rejectedNodes() {
		for _, p := range n.Params { // of a node set, or of one with a mistake in its name
			set[p.Name] = true
		}
	}
	s.bundle.fields, s.bundle.declared, s.bundle.game = set, map[string]bool{}, c.declares()
	for _, name := range c.gameFields() {
		s.bundle.declared[name] = true
	}
	if dynamic {
		return nil
	}
	known := c.reuseKnown(knownFields{set: set, declared: declared, reads: maps.Clone(tally.reads), conditions: conditions})
	s.bundle.reads = known.reads
	declareIn := c.root.display(FieldsFile)
	noFields := s.noFields(known, declareIn)
	if !known.odd() && len(noFields) == 0 {
		return nil
	}
	var out diag.List
	unused := c.unused(s.bundle, declare.Field)
	c.eachRead(s, func(q fieldRead) {
		if known.set[q.name] {
			return
		}
		if q.in != nil {
			at := q.place()
			if w := noFields[at.Pos]; w.Text != "" {
				out.Warn(at.Pos, w).Source = at.Line
				return
			}
		}
		remedy := known.remedy(q.name, q.in != nil)
		if q.in == nil && slices.Contains(conditions, q.name) {
			remedy = message.NamedConditionInScript(q.name)
		}
		if meant := notOfAgent(q); meant.Code != "" {
			remedy = meant
		}
		near, _ := remedy.Args["near"].(string)
		if w := c.misspelledWrite(s.bundle, near, q.name); w != nil {
			out = append(out, *w) // sorting drops all but one
			return
		}
		if unused.has(near) {
			if remedy = unused.meant(near, q.name); remedy.Text == "" {
				return
			}
		}
		if remedy.Text == "" && declared && tally.steps[q.name] > 0 {
			if q.start == "" {
				return // the error follows from that of the calculation
			}
			if remedy = message.StartFrom(declareIn, "agent."+q.name, q.start); q.in != nil {
				remedy = message.StartFrom(declareIn, q.name, q.start)
			}
		}
		if remedy.Text == "" && !declared {
			return
		}
		at := q.place()
		if called := callOf.FindStringSubmatch(textFrom(at.Text, q.name)); called != nil {
			d := out.Warn(at.Pos, message.UnknownFunctionInCondition(called[1], at.What))
			d.Source = at.Line
			if library := diag.Suggest(q.name, sortedKeys(c.globals.members)); library != "" {
				d.Advise(message.DidYouMean(library + strings.TrimPrefix(called[1], q.name)))
			}
			return
		}
		if remedy.Text == "" && q.called {
			remedy = message.CallOfField(q.name)
		}
		if remedy.Text == "" {
			remedy = otherMeaning(at, q.name, declareIn)
		}
		if remedy.Text == "" && q.in == nil {
			remedy = startsAsTable(q.script.Script(), at, declareIn)
		}
		w := message.UnsetField(declareIn, q.name, at.What)
		if tally.steps[q.name] > 0 {
			w = message.FieldWithoutStart(declareIn, q.name)
		}
		d := out.Warn(at.Pos, w)
		d.Source = at.Line
		d.Advise(remedy)
	})
	return append(toldOnce(out, message.UnsetField("", "", "").Code), unused.found...)
}

// notOfAgent returns the remedy for a name that a script reads as a field of the agent, and that scripts have elsewhere, or
// empty words.
func notOfAgent(q fieldRead) (w diag.Words) {
	if q.in != nil {
		return w
	}
	switch q.name {
	case "memory":
		return message.FieldOfHooks(q.name, "agent, params, memory")
	case "params":
		return message.FieldOfHooks(q.name, "agent, params")
	case "board", "blackboard":
		return message.BoardEntry()
	case "stimulus", "time", "tick":
		return message.WriteCode("bt." + q.name + "()")
	case "dt":
		return message.WriteCode("bt.dt")
	case "post", "emit", "send":
		if q.called {
			return message.PostStimulus()
		}
	case "request", "reset", "wait", "sleep", "log", "ran", "active", "yield":
		if q.called {
			return message.DidYouMean("bt." + q.name)
		}
	case "set", "get", "setField", "getField", "set_field", "get_field", "set_value", "get_value":
		if q.called {
			return message.WriteCode("agent.name = value")
		}
	}
	return w
}

// toldOnce leaves one finding of those with a code in a file about the same unknown name, with the lines of the others.
func toldOnce(list diag.List, code string) (out diag.List) {
	list.Sort()
	type unknown struct{ file, name, remedy string }
	first := map[unknown]int{} // indices in out
	also := map[unknown][]string{}
	for _, d := range list {
		name, _ := d.Args["name"].(string)
		key := unknown{d.Pos.File, name, ""}
		if code == message.UnknownGlobal("").Code {
			key.remedy = d.Hint // which may tell where a local of this name exists
		}
		i, told := first[key]
		switch {
		case d.Code != code:
			out = append(out, d)
		case !told:
			first[key] = len(out)
			out = append(out, d)
		case !slices.Contains(also[key], strconv.Itoa(d.Pos.Line)) && d.Pos.Line != out[i].Pos.Line:
			also[key] = append(also[key], strconv.Itoa(d.Pos.Line))
		}
	}
	for key, lines := range also {
		d := &out[first[key]]
		d.Notes = append(slices.Clip(d.Notes), message.AlsoReadInLines(lines, len(lines)).Text)
	}
	return out
}

// Patterns for the text before a field that is used as a table, and for that after it.
var (
	tableBefore = lazyregexp.New(`(?:\btable\.(?:insert|remove|sort|concat)\s*\(\s*|\b(?:ipairs|pairs|next|unpack)\s*\(\s*|#)([` + ident.Rest + `]+\.)$`)
	tableAfter  = lazyregexp.New(`^[` + ident.Rest + `]+\s*\[`)
	fieldName   = lazyregexp.New(`^[` + ident.Rest + `]+`)
	ownerBefore = lazyregexp.New(`(?:^|[^` + ident.Rest + `.])([` + ident.Rest + `]+\.)$`)
)

// startsAsTable returns the remedy for a field that is used as a table, and that nothing ever sets, or empty words.
func startsAsTable(script *lint.Script, at condition.Place, declareIn string) (w diag.Words) {
	line := []rune(at.Line)
	col := at.Pos.Col - 1
	if col < 0 || col > len(line) {
		return w
	}
	before, after := string(line[:col]), string(line[col:])
	owner := tableBefore.FindStringSubmatch(before)
	if owner == nil && tableAfter.MatchString(after) {
		owner = ownerBefore.FindStringSubmatch(before)
	}
	if owner == nil {
		return w
	}
	name := fieldName.FindString(after)
	if strings.HasPrefix(after[len(name):], ".") {
		return w
	}
	place := owner[1] + name
	if script.PureAt(at.Pos.Line) {
		return message.WriteOrTable(declareIn, place)
	}
	return message.BeginWithTable(declareIn, place)
}

// misspelledWrite returns the warning for a write of a field that nothing reads, if it misspells a field that the files
// mention more often, so that the write is the mistake and not all the reads. Otherwise it returns nil.
func (c *checker) misspelledWrite(b *Bundle, name, right string) *diag.Diagnostic {
	update := name != "" && b.updated(name) == right
	if name == "" || c.counts.reads[name] > 0 || b.declared[name] || !update && !misspells(name, right) {
		return nil
	}
	if n := b.occurrences(name); n != c.counts.sets[name] || !update && n >= b.occurrences(right) {
		return nil
	}
	for _, f := range c.files.inOrder() {
		if f.compiled == nil {
			continue
		}
		for _, u := range f.compiled.Fields().Writes {
			if u.Name == name {
				d := diag.New(u.Pos, message.UnreadField(name, right, "script"))
				d.Severity, d.Source = diag.Warning, f.compiled.Script().Line(u.Pos.Line)
				return &d
			}
		}
	}
	return nil
}

// Patterns for the text from a name on, and for the text before it.
var (
	callOf     = lazyregexp.New(`^([` + ident.Rest + `]+(?:\.[` + ident.Rest + `]+)+)\(`)
	dottedName = lazyregexp.New(`^[` + ident.Rest + `.]+`)
	askedFor   = lazyregexp.New(`([` + ident.Rest + `]+)\(\s*$`)
	comparedTo = lazyregexp.New(`[=~]=\s*$`)
	assignment = lazyregexp.New(`^\s*(disabled\s+)?set\s`)
)

// textFrom returns the part of an expression that begins with a name, or "".
func textFrom(text, name string) string {
	if i := wordIndex(text, name); i >= 0 {
		return text[i:]
	}
	return ""
}

// otherMeaning returns the remedy for a name in an expression that may mean a text or a node, or empty words. declareIn is
// the file that declares fields.
func otherMeaning(at condition.Place, name, declareIn string) (w diag.Words) {
	from := textFrom(at.Text, name)
	before := strings.TrimSuffix(at.Text, from)
	whole := dottedName.FindString(from)
	if m := askedFor.FindStringSubmatch(before); m != nil && condition.AsksForName(m[1]) {
		return message.QuoteName(m[1], whole)
	}
	if whole == name && (comparedTo.MatchString(before) || at.Text == name && assignment.MatchString(at.Line)) {
		return message.QuoteTextOrDeclare(declareIn, name)
	}
	return w
}

// noFields returns the words for names in the expressions of trees that are read as fields and certainly mean something
// else, by their places.
func (s subject) noFields(known *knownFields, declareIn string) map[diag.Pos]diag.Words {
	out := map[diag.Pos]diag.Words{}
	for _, facts := range s.facts {
		for _, q := range facts.reads {
			if known.set[q.name] {
				continue
			}
			at := q.in.Place(q.name)
			if q.own.Param(q.name) != nil { // the tree itself would have its value
				out[at.Pos] = message.ParameterInNamedCondition(q.name, q.own.Name)
				if isField := strings.HasSuffix(string([]rune(at.Line)[:max(at.Pos.Col-1, 0)]), "$"); isField {
					out[at.Pos] = message.DollarBeforeParameter(q.name, q.own.Name)
				}
				continue
			}
			from := textFrom(at.Text, q.name)
			whole := dottedName.FindString(from)
			m := askedFor.FindStringSubmatch(strings.TrimSuffix(at.Text, from))
			kind := s.bundle.kindOf(q.name)
			switch entry := strings.TrimPrefix(whole, q.name+"."); {
			case out[at.Pos].Text != "":
			case m != nil && condition.AsksForName(m[1]):
				if _, lacking := lackNode(s.bundle.Trees, whole); !lacking || s.bundle.Behavior(whole) != nil {
					out[at.Pos] = message.UnsetField(declareIn, q.name, at.What).With(message.QuoteName(m[1], whole))
				}
			case !strings.HasPrefix(at.What, condition.Test+" ") && meansParam(q, known.declared).Text != "":
				out[at.Pos] = message.UnsetField(declareIn, q.name, at.What).With(meansParam(q, known.declared))
			case kind.Text != "" && entry != whole && (known.declared || known.set[entry]) && callOf.FindString(from) == "":
				out[at.Pos] = message.NotOfAgent(kind, q.name)
			}
		}
	}
	return out
}

// meansParam returns the remedy with the parameter of its tree that a name misspells, or empty words. Without declared
// fields the game may set any field, so that the spelling must be very similar.
func meansParam(q treeRead, declared bool) (w diag.Words) {
	var names []string
	for _, p := range q.own.Params {
		if declared || misspells(q.name, p.Name) {
			names = append(names, p.Name)
		}
	}
	return message.Near(q.name, names)
}

// kindOf returns what a name means that is that of a tree or of a folder of behaviors, or empty words.
func (b *Bundle) kindOf(name string) (w diag.Words) {
	if b.sourceNear(name, 0) != nil {
		return message.TreeTerm()
	}
	if slices.ContainsFunc(b.Behaviors, func(each *engine.Behavior) bool { return strings.HasPrefix(each.Name, name+".") }) {
		return message.BehaviorFolderTerm()
	}
	return w
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
	remedies   map[reader]diag.Words            // remedies found before
	sorted     struct{ set, repeated []string } // the names of set, and those that are read more than once
}

// reader is a name that is read, in a script or in an expression of a tree.
type reader struct {
	name   string
	inTree bool
}

// reuseKnown returns the value of the last round, with its remedies, if its names are those of k; otherwise it returns k.
func (c *checker) reuseKnown(k knownFields) *knownFields {
	last := c.fields
	if last == nil || last.declared != k.declared || !maps.Equal(last.set, k.set) || !maps.Equal(last.reads, k.reads) || !slices.Equal(last.conditions, k.conditions) {
		k.remedies = map[reader]diag.Words{}
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
		if !k.set[name] && (k.declared || k.remedy(name, false).Text != "" || k.remedy(name, true).Text != "") {
			return true
		}
	}
	return false
}

// remedy returns the remedy for an unknown name that is read in a script or in a tree, or empty words.
func (k *knownFields) remedy(name string, inTree bool) diag.Words {
	key := reader{name, inTree}
	w, ok := k.remedies[key]
	if ok {
		return w
	}
	if inTree {
		w = notField(name)
	}
	if w.Text == "" {
		w = k.near(name, inTree)
	}
	k.remedies[key] = w
	return w
}

// near returns the remedy with the field or, in a tree, the named condition that has the most similar name, or empty
// words.
func (k *knownFields) near(name string, inTree bool) diag.Words {
	var all []string
	if inTree {
		all = slices.Clone(k.conditions)
	}
	field := diag.Suggest(name, k.sorted.set)
	if field == "" && !k.declared {
		field = diag.Suggest(name, k.moreOften(name))
	}
	if field != "" && fewEdits(name, field) {
		all = append(all, field)
	}
	return message.Near(name, all)
}

// fewEdits reports whether two names differ by few letters for their length: charge and cargo are two fields.
func fewEdits(a, b string) bool {
	if min(len(a), len(b)) < 4 || len(a) >= 8 || misspells(a, b) || sameLetters(a, b) {
		return true
	}
	a, b = strings.ToLower(strings.ReplaceAll(a, "_", "")), strings.ToLower(strings.ReplaceAll(b, "_", ""))
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b)) <= 1
}

// notField returns the remedy for a name in a tree that hardly means a field, or empty words.
func notField(name string) (w diag.Words) {
	if word := apidoc.Literal(name); word != "" {
		return message.WriteIt(word)
	}
	if name == "agent" || name == "self" || name == "this" {
		return message.FieldWithoutAgent(name)
	}
	return w
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
			q := fieldRead{name: u.Name, pos: u.Pos, script: file.compiled}
			if i := slices.IndexFunc(fields.Counts, func(k lint.Count) bool { return k.Pos == u.Pos }); i >= 0 {
				q.start = fields.Counts[i].Start
			}
			f(q)
		}
		for _, u := range fields.Calls {
			f(fieldRead{name: u.Name, called: true, pos: u.Pos, script: file.compiled})
		}
	}
	for _, facts := range s.facts {
		for _, q := range facts.reads {
			f(fieldRead{name: q.name, start: stepStart(q.name, q.in.Source()), in: q.in})
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

// wordByte reports whether a name may contain a byte. Characters beyond ASCII count as letters.
func wordByte(b byte) bool {
	return b == '_' || b >= utf8.RuneSelf || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
