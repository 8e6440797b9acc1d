package conform

import (
	"strconv"
	"strings"
	"text/tabwriter"
)

// Format returns the text of a case as a file, with the expectations of its steps. Parsing the text gives the same
// case, except for positions and comments.
func Format(c *Case) []byte {
	var b strings.Builder
	c.writeHead(&b)
	for _, t := range c.Trees {
		b.WriteString("\ntree " + t.Name + "\n")
		writeNode(&b, t.Root, 1)
	}
	c.writeWorld(&b)
	c.writeBehaviors(&b)
	b.WriteByte('\n')
	for i, line := range strings.SplitAfter(c.runSection(nil), "\n") {
		b.WriteString(line)
		if step := i - 1; step >= 0 && step < len(c.Steps) && c.Steps[step].Expect != nil {
			b.WriteString(c.viewText(c.Steps[step], *c.Steps[step].Expect))
		}
	}
	return []byte(b.String())
}

func (c *Case) writeHead(b *strings.Builder) {
	b.WriteString("case " + c.Name + "\nabout " + c.About + "\nrule " + c.Rule + "\n")
	for _, l := range c.Labels {
		b.WriteString("label " + l + "\n")
	}
	b.WriteString("\nhistory " + strconv.Itoa(c.History) + "\n")
	b.WriteString("quarantine " + strconv.Itoa(c.Quarantine) + "\n")
	b.WriteString("dt " + c.DT.String() + "\n")
	if c.Seed != 0 {
		b.WriteString("seed " + strconv.FormatUint(c.Seed, 10) + "\n")
	}
	if c.ShowAsked {
		b.WriteString("show asked\n")
	}
	b.WriteString("agents " + strings.Join(c.Agents, " ") + "\n")
}

func writeNode(b *strings.Builder, n *Node, depth int) {
	b.WriteString(strings.Repeat("  ", depth) + n.text() + "\n")
	if n.Kind == KindTree { // the child belongs to another tree
		return
	}
	for _, child := range n.Children {
		writeNode(b, child, depth+1)
	}
}

// text returns the line of a node, without indentation.
func (n *Node) text() string {
	words := []string{n.Name()}
	if n.Disabled {
		words = []string{disabledWord, n.Name()}
	}
	for _, a := range n.Args {
		if strings.ContainsAny(a, " ,=+#") && n.Cond == nil && n.Number == nil || a == "" {
			a = `"` + a + `"`
		}
		words = append(words, a)
	}
	for _, p := range n.Params {
		words = append(words, p.Name+"="+p.Value)
	}
	if n.ID != "" {
		words = append(words, "id="+n.ID)
	}
	if n.Mark {
		words = append(words, "+")
	}
	if n.Guard != nil {
		words = append(words, "when", n.Guard.String())
	}
	return strings.Join(words, " ")
}

// writeWorld writes the facts, the fields and the board.
func (c *Case) writeWorld(b *strings.Builder) {
	if len(c.Facts) > 0 {
		b.WriteString("\nfacts\n")
	}
	for _, f := range c.Facts {
		b.WriteString("  " + f.Name)
		for _, v := range f.Values {
			b.WriteString(" " + factLetters[v])
		}
		b.WriteByte('\n')
	}
	writeFields(b, "fields", c.Fields)
	writeFields(b, "board", c.Board)
}

func writeFields(b *strings.Builder, section string, fields []Field) {
	if len(fields) > 0 {
		b.WriteString("\n" + section + "\n")
	}
	for _, f := range fields {
		b.WriteString("  " + f.Name + " " + strconv.Itoa(f.Value) + "\n")
	}
}

func (c *Case) writeBehaviors(b *strings.Builder) {
	b.WriteString("\nbehaviors\n")
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, x := range c.Behaviors {
		w.Write([]byte("  " + x.Name + "\t" + x.attributes() + "\t" + x.Part.text() + "\n"))
		for _, line := range x.hookLines() {
			w.Write([]byte("    " + line + "\n"))
		}
	}
	for _, p := range c.Parts {
		name := p.Name
		if p.Agent != Everyone {
			name += "@" + c.Agents[p.Agent]
		}
		w.Write([]byte("  " + name + "\t\t" + p.text() + "\n"))
	}
	w.Flush()
}

func (b *Behavior) attributes() string {
	var words []string
	if b.Children != "exclusive" {
		words = append(words, "children="+b.Children)
	}
	if b.Stimulus != "" {
		words = append(words, "stimulus="+b.Stimulus)
	}
	if b.Interval != 0 {
		words = append(words, "interval="+b.Interval.String())
	}
	if b.Hooks != DefaultHooks {
		words = append(words, "hooks="+b.Hooks.String())
	}
	for i, on := range []bool{b.NonExclusive, b.RestartOnReload, b.Memory} {
		if on {
			words = append(words, flags[i])
		}
	}
	return strings.Join(words, " ")
}

// String returns the names of the hooks separated by commas, or "none".
func (s Hooks) String() string {
	var names []string
	for h := HookPrecondition; h < HookGuard; h++ {
		if s.Has(h) {
			names = append(names, h.String())
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ",")
}

// hookLines returns the indented lines below the line of a behavior.
func (b *Behavior) hookLines() []string {
	var lines []string
	for _, need := range b.Needs {
		lines = append(lines, "precondition needs "+need.String())
	}
	for _, e := range b.Effects {
		verb := " sets "
		switch {
		case e.Claim && e.Value == 0:
			lines = append(lines, e.Hook.String()+" unclaims "+e.Field)
			continue
		case e.Claim:
			verb = " claims "
		case e.Add:
			verb = " adds "
		}
		lines = append(lines, e.Hook.String()+verb+e.Field+" "+strconv.Itoa(e.Value))
	}
	if b.Utilities != nil {
		line := "utility"
		for _, u := range b.Utilities {
			line += " " + strconv.Itoa(u)
		}
		lines = append(lines, line)
	}
	if b.Achieved != nil {
		line := "postcondition"
		for _, ok := range b.Achieved {
			v := FactFalse
			if ok {
				v = FactTrue
			}
			line += " " + factLetters[v]
		}
		lines = append(lines, line)
	}
	return lines
}

func (p *Part) text() string {
	var words []string
	if p.PerCall {
		words = append(words, "per_call")
	}
	for _, o := range p.Outcomes {
		words = append(words, o.String())
	}
	return strings.Join(words, " ")
}

// String returns the outcome as it is written.
func (o Outcome) String() string {
	text := string(statusLetters[o.Status])
	switch {
	case o.Any:
		text = "-"
	case !o.Ready:
		text = "n"
	}
	for h, letter := range raiseLetters {
		if h == 0 && o.Raise != 0 {
			text += "!"
		}
		if o.Raise.Has(Hook(h)) {
			text += string(letter)
		}
	}
	return text
}
