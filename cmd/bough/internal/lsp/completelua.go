package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/syntax"
)

// Patterns for what is before the cursor in a script.
var (
	// memberOf matches a name with a dot or a colon behind it, and what has been typed of the member.
	memberOf = lazyregexp.New(`(` + ident.Pattern + `(?:\s*\(\s*["'][^"']*["']\s*\))?(?:\.` + ident.Pattern + `(?:\(\s*["'][^"']*["']\s*\))?)*)[.:]([` + ident.Rest + `]*)$`)
	// stimulusText matches the text of the key stimulus.
	stimulusText = lazyregexp.New(`\bstimulus\s*=\s*["'][^"']*$`)
	// boardCall matches a call that gives a board.
	boardCall = lazyregexp.New(`^(?:bt|t)\.board\(\s*["']([^"']*)["']\s*\)$`)
	// lineStart matches a line with nothing but a name, perhaps of a function of the table M.
	lineStart = lazyregexp.New(`^\s*[` + ident.Rest + `]*$`)
	methodOf  = lazyregexp.New(`^\s*function\s+(` + ident.Pattern + `)[.:]([` + ident.Rest + `]*)$`)
)

// lua completes a script, a module or a test.
func (c *completion) lua() {
	f := c.p.names.File(c.at.path)
	if f == nil || inComment(c.at.text.string, c.at.offset) {
		return
	}
	test := assets.IsTest(c.at.path)
	if inText(c.line) {
		c.text(f, test)
		return
	}
	if m := methodOf.FindStringSubmatch(c.line); m != nil && f.Lookup(m[1], c.at.offset).Holds == index.Exports {
		c.from(typedName)
		c.hooks(true)
		return
	}
	if m := memberOf.FindStringSubmatch(c.line); m != nil {
		c.from(typedName)
		c.members(f, m[1])
		return
	}
	typed := c.from(typedName)
	if typed != "" && typed[0] >= '0' && typed[0] <= '9' {
		return
	}
	if lineStart.MatchString(c.line) && !test && c.inTable(f) {
		c.hooks(false)
		return
	}
	for i, v := range f.Visible(c.at.offset) {
		kind := protocol.CompletionItemKindVariable
		if v.Function {
			kind = protocol.CompletionItemKindFunction
		}
		if i < 100 {
			c.add('a', v.Name, kind, tr.T("local"), "", "")
		}
	}
	c.libraries('b')
	for i := c.all.hooks; i < len(c.all.api); i++ {
		if e := &c.all.api[i]; !strings.ContainsAny(e.Name, ".:") && e.Lua == "" {
			c.function('c', e.Name, i)
		}
	}
	for _, w := range luaWords {
		c.add('d', w, protocol.CompletionItemKindKeyword, "", "", "")
	}
}

// luaWords are the words of Lua.
var luaWords = strings.Fields("and break do else elseif end false for function if in local nil not or repeat return then true until while")

// libraries adds the tables of functions that scripts have.
func (c *completion) libraries(rank byte) {
	for i := c.all.hooks; i < len(c.all.api); i++ {
		if library, _, dotted := strings.Cut(c.all.api[i].Name, "."); dotted && c.all.api[i].Lua == "" && !c.seen[library] {
			c.add(rank, library, protocol.CompletionItemKindModule, tr.T("library"), "", "")
		}
	}
}

// membersOf adds the functions and values of a library.
func (c *completion) membersOf(library string) {
	for i := c.all.hooks; i < len(c.all.api); i++ {
		if name, ok := strings.CutPrefix(c.all.api[i].Name, library+"."); ok && c.all.api[i].Lua == "" {
			c.function('a', name, i)
		}
	}
}

// function adds a function or a value of scripts.
func (c *completion) function(rank byte, label string, i int) {
	e := &c.all.api[i]
	kind, insert := protocol.CompletionItemKindConstant, ""
	if e.Function {
		kind = protocol.CompletionItemKindFunction
	}
	c.add(rank, label, kind, strings.TrimPrefix(e.Signature(), e.Name), e.Doc, insert)
}

// members completes what follows a dot.
func (c *completion) members(f *index.File, base string) {
	if m := boardCall.FindStringSubmatch(base); m != nil {
		c.named(index.Entry, m[1])
		return
	}
	first, rest, deep := strings.Cut(base, ".")
	v := f.Lookup(first, c.at.offset)
	switch {
	case v.Holds == index.Agent && !deep:
		c.fields('a')
	case v.Holds == index.Params && !deep:
		c.names('a', index.Param, v.Of, protocol.CompletionItemKindProperty, tr.T("parameter"))
	case v.Holds == index.OnBoard && !deep:
		c.named(index.Entry, v.Of)
	case v.Holds == index.Exports && !deep:
		c.names('a', index.Member, v.Of, protocol.CompletionItemKindMethod, v.Of)
	case v.Holds == index.Test && !deep:
		for _, w := range c.p.host.TestWords {
			c.add('a', w.Name, protocol.CompletionItemKindFunction, w.Usage, "", "")
		}
	case v.Holds == index.Agent: // a part of a declared field
		c.parts(rest)
	case v.Holds == index.Library:
		c.membersOf(v.Of)
	}
}

// parts completes the entries of a declared table.
func (c *completion) parts(path string) {
	f := c.p.game.Bundle().Declared()
	if f == nil {
		return
	}
	if t := f.At(path); t != nil {
		for _, name := range t.Names() {
			detail := ""
			if of := f.At(path + "." + name); of != nil {
				detail = of.String()
			}
			c.add('a', name, protocol.CompletionItemKindField, detail, "", "")
		}
	}
}

// hooks adds the hooks and the fields of a behavior that the file does not have. method is set behind "function M.".
func (c *completion) hooks(method bool) {
	has := map[string]bool{}
	for _, o := range c.p.names.In(c.at.path) {
		if o.Kind == index.Member && o.Role == index.Definition && o.Start != c.start {
			has[o.Name] = true
		}
	}
	for i := range c.all.hooks {
		e := &c.all.api[i]
		if has[e.Name] {
			continue
		}
		var names []string
		for _, p := range e.Params {
			names = append(names, p.Name)
		}
		args := "(" + strings.Join(names, ", ") + ")"
		switch {
		case !e.Function && method:
		case !e.Function:
			insert := e.Name + " = ${1:" + defaults[e.Returns[0]] + "},"
			c.add('b', e.Name, protocol.CompletionItemKindProperty, strings.Join(e.Returns, ", "), e.Doc, insert)
		case method:
			c.add('a', e.Name, protocol.CompletionItemKindMethod, args, e.Doc, e.Name+args+"\n  ${1:}\nend")
		default:
			c.add('a', e.Name, protocol.CompletionItemKindMethod, args, e.Doc, e.Name+" = function"+args+"\n  ${1:}\nend,")
		}
	}
}

// defaults are the values of new fields of a behavior, by type.
var defaults = map[string]string{"string": `""`, "boolean": "true", "number": "1", "table": "{}"}

// inTable reports whether the cursor is at the level of the keys of the table that a behavior returns.
func (c *completion) inTable(f *index.File) bool {
	depth := 0
	open := ""
	for _, t := range syntax.Scan(f.Text[:min(c.start, len(f.Text))]) {
		switch word := f.Text[t.Start:t.End]; word {
		case "{":
			if depth++; depth == 1 {
				open = f.Text[:t.Start]
			}
		case "}":
			depth--
		case "function", "do", "then", "repeat":
			depth += 100
		case "end", "until", "elseif":
			depth -= 100
		}
	}
	before := strings.TrimRight(open, " \t\r\n")
	return depth == 1 && (strings.HasSuffix(before, "return") || strings.HasSuffix(before, "=") && !strings.Contains(lastLine(before), "params"))
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// text completes the text in quotes that the cursor is in.
func (c *completion) text(f *index.File, test bool) {
	c.from(typedPath)
	if stimulusText.MatchString(c.line) {
		c.named(index.Stimulus, "")
		return
	}
	called, before := callAround(c.line)
	if called == "require" {
		for _, name := range c.p.names.Paths() {
			if module, ok := strings.CutPrefix(name, assets.ModuleDir+"/"); ok && strings.HasSuffix(name, assets.ScriptExt) {
				c.add('a', assets.ModuleDir+"."+strings.ReplaceAll(strings.TrimSuffix(module, assets.ScriptExt), "/", "."), protocol.CompletionItemKindModule, tr.T("module"), "", "")
			}
		}
		return
	}
	board := ""
	if len(before) > 0 {
		board = strings.Trim(before[0], `"'`)
	}
	c.named(index.Argument(called, len(before), test), board)
}

// callAround returns the function whose argument is the text in quotes that has been begun at the end of a line, and the
// sources of the arguments before it. The function is "" if the text is no argument.
func callAround(line string) (called string, before []string) {
	quote := 0
	for i := range len(line) {
		if inText(line[:i+1]) && !inText(line[:i]) {
			quote = i
		}
	}
	line = line[:quote]
	tokens := syntax.Scan(line)
	var commas []int // from the last one on
	depth := 0
	for at := len(tokens) - 2; at >= 0 && depth >= 0; at-- { // the last token is EOF
		t := tokens[at]
		switch line[t.Start:t.End] {
		case ")", "}", "]":
			depth++
		case "(", "{", "[":
			depth--
		case ",":
			if depth == 0 {
				commas = append(commas, int(t.Start))
			}
		}
		if depth < 0 && line[t.Start] == '(' {
			start := int(t.End)
			for i := len(commas) - 1; i >= 0; i-- {
				before = append(before, strings.TrimSpace(line[start:commas[i]]))
				start = commas[i] + 1
			}
			return pathBefore(line[:t.Start]), before
		}
	}
	if depth < 0 {
		return "", nil // in a table
	}
	return pathBefore(line), nil
}

// callee matches the name of a function at the end of a text.
var callee = lazyregexp.New(`(` + ident.Pattern + `(?:\.` + ident.Pattern + `)*)\s*$`)

func pathBefore(text string) string {
	if m := callee.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// inText reports whether a line ends in a text in quotes.
func inText(line string) bool {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	return quote != 0
}

// inComment reports whether an offset of a Lua text is in a comment.
func inComment(text string, offset int) bool {
	for _, c := range syntax.Parse("", text).Comments {
		if int(c.Start) < offset && (offset < int(c.End) || offset == int(c.End) && text[c.End-1] != ']') {
			return true
		}
	}
	return false
}
