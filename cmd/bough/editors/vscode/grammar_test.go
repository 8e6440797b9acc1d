// Package vscode tests the extension for VS Code in this folder, and writes its grammars: the names of kinds and commands are
// those of the catalogs.
package vscode

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/internal/ident"
)

var update = flag.Bool("update", false, "write the grammars and the snippets")

// grammar is a TextMate grammar.
type grammar struct {
	Comment    string           `json:"$comment"`
	Name       string           `json:"name"`
	ScopeName  string           `json:"scopeName"`
	Patterns   []*rule          `json:"patterns"`
	Repository map[string]*rule `json:"repository"`
}

// rule is a rule of a grammar. The keys of captures are the numbers of groups.
type rule struct {
	Include     string           `json:"include,omitempty"`
	Name        string           `json:"name,omitempty"`
	ContentName string           `json:"contentName,omitempty"`
	Match       string           `json:"match,omitempty"`
	Captures    map[string]*rule `json:"captures,omitempty"`
	Begin       string           `json:"begin,omitempty"`
	BeginCaps   map[string]*rule `json:"beginCaptures,omitempty"`
	End         string           `json:"end,omitempty"`
	While       string           `json:"while,omitempty"`
	Patterns    []*rule          `json:"patterns,omitempty"`
}

// Parts of patterns. The engine is Oniguruma.
const (
	name   = `[` + ident.First + `][` + ident.Rest + `]*`
	path   = name + `(?:\.` + name + `)*`
	behind = `(?![` + ident.Rest + `])` // no name goes on here
	before = `(?<![` + ident.Rest + `])`
	number = `-?(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)`

	// What may end an expression. A comment begins behind a space, also where brackets are open.
	atComment = `(?<=[ \t])(?=#)`
	atWhen    = `(?<![` + ident.Rest + `.:])(?=when(?![` + ident.Rest + `.]))`
	atKey     = `(?<=[ \t])(?=` + name + `[ \t]*=(?!=))`
	mark      = `(?<=[ \t])\+(?=[ \t]|$)`
	atMark    = `(?<=[ \t])(?=\+(?:[ \t]+(?:#|\+|when` + behind + `|` + name + `=(?!=))|[ \t]*$))`

	// The end of the line ends each rule of a line, also one of a text or of brackets that are still open: no line depends on
	// the one above.
	line = `(?!)`

	// Scopes. Themes know the beginning, and tests the whole.
	commentScope  = "comment.line.number-sign.bt"
	keywordScope  = "keyword.other.bt"
	kindScope     = "keyword.control.kind.bt"
	behaviorScope = "entity.name.function.behavior.bt"
	treeScope     = "entity.name.type.tree.bt"
	namedScope    = "entity.name.constant.condition.bt"
	labelScope    = "entity.name.label.bt"
	slotScope     = "variable.other.slot.bt"
	paramScope    = "variable.parameter.bt"
	markScope     = "keyword.operator.mark.bt"
	luaScope      = "meta.embedded.lua source.lua"
	equalsScope   = "keyword.operator.assignment.bt"
	commandScope  = "keyword.control.command.scene"
	fieldScope    = "variable.parameter.field.fields"
)

func include(names ...string) (list []*rule) {
	for _, n := range names {
		list = append(list, &rule{Include: n})
	}
	return list
}

// groups returns the captures with these scopes; "" leaves out a group.
func groups(scopes ...string) map[string]*rule {
	caps := map[string]*rule{}
	for i, s := range scopes {
		if s != "" {
			caps[string(rune('1'+i))] = &rule{Name: s}
		}
	}
	return caps
}

// ofLine returns the rule of a line that begins in a way.
func ofLine(begin string, caps map[string]*rule, patterns ...string) *rule {
	return &rule{Begin: begin, BeginCaps: caps, While: line, Patterns: include(patterns...)}
}

// alternatives returns a group that matches words, longer ones first.
func alternatives(words []string) string {
	words = slices.Clone(words)
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(b, a) })
	return `(` + strings.Join(slices.Compact(words), `|`) + `)`
}

// values are the rules for constant values, which trees and scenes share. Only trees have escapes outside of tables, and only
// they have percentages.
func values() map[string]*rule {
	quoted := func(quote, kind string) *rule {
		return &rule{Name: "string.quoted." + kind + ".bt", Begin: quote, End: quote, Patterns: []*rule{
			{Name: "constant.character.escape.bt", Match: `\\(?:[abfnrtv\\"']|[0-9]{1,3})`},
			{Name: "invalid.illegal.escape.bt", Match: `\\.?`},
		}}
	}
	return map[string]*rule{
		"double":   quoted(`"`, "double"),
		"single":   quoted(`'`, "single"),
		"number":   {Name: "constant.numeric.bt", Match: before + number + `%?` + behind},
		"constant": {Name: "constant.language.bt", Match: before + `(?:true|false|nil)` + behind},
		"comment":  {Name: commentScope, Match: `(?<=[ \t])#.*$`},
		"table": {Name: "meta.table.bt", Begin: `\{`, End: `\}|` + atComment, Patterns: append(
			[]*rule{{Match: before + `(` + name + `)[ \t]*(=)(?!=)`, Captures: groups("variable.other.property.bt", equalsScope)}},
			include("#double", "#single", "#table", "#number", "#constant", "#expression")...)},
		"computed": {Begin: `\(`, End: `\)|` + atComment, ContentName: luaScope, Patterns: include("#expression")},
		// The brackets and texts of expressions are rules of their own, since "when" and "#" mean nothing within them.
		"expression": {Patterns: append([]*rule{
			{Name: "string.quoted.double.lua", Begin: `"`, End: `"`, Patterns: []*rule{{Name: "constant.character.escape.lua", Match: `\\.`}}},
			{Name: "string.quoted.single.lua", Begin: `'`, End: `'`, Patterns: []*rule{{Name: "constant.character.escape.lua", Match: `\\.`}}},
			{Name: "string.quoted.other.lua", Match: `\[(=*)\[.*?\]\1\]`},
			{Begin: `\(`, End: `\)|` + atComment, Patterns: include("#expression")},
			{Begin: `\[`, End: `\]|` + atComment, Patterns: include("#expression")},
			{Begin: `\{`, End: `\}|` + atComment, Patterns: include("#expression")},
		}, include("source.lua")...)},
	}
}

// kindsThat returns the names and aliases of the kinds for which a function returns true.
func kindsThat(is func(*behaviors.Kind) bool) (names []string) {
	for i := range behaviors.Kinds {
		if k := &behaviors.Kinds[i]; is(k) && k.Name != "tree" {
			names = append(append(names, k.Name), k.Aliases...)
		}
	}
	return names
}

// words returns rules for the parameters whose values are words without quotes.
func words() (list []*rule) {
	seen := map[string]bool{}
	for _, k := range behaviors.Kinds {
		for _, p := range slices.Concat(k.Params, k.ChildParams) {
			of := p.Words
			if p.Type == behaviors.QuotaParam {
				of = []string{"one", "all"}
			}
			if len(of) > 0 && !seen[p.Name] {
				seen[p.Name] = true
				list = append(list, &rule{Match: `(?<=[ \t])(` + p.Name + `)(=)` + alternatives(of) + `(?=[ \t]|$)`, Captures: groups(paramScope, equalsScope, "constant.language.word.bt")})
			}
		}
	}
	return list
}

func treeGrammar() grammar {
	const head = `^[ \t]*(?:(disabled)[ \t]+)?`
	repository := values()
	add := func(name string, patterns ...*rule) { repository[name] = &rule{Patterns: patterns} }
	value := include("#double", "#single", "#table", "#computed", "#number", "#constant", "#field", "#word")
	repository["field"] = &rule{Match: `(\$)(` + name + `)`, Captures: groups("keyword.operator.field.bt", "variable.other.readwrite.bt")}
	repository["word"] = &rule{Name: "variable.other.readwrite.bt", Match: before + name}
	repository["mark"] = &rule{Name: markScope, Match: mark}
	repository["when"] = &rule{Begin: `(?<=[ \t])(when)(?![` + ident.Rest + `.]|=(?!=))`, BeginCaps: groups(keywordScope), End: atComment + `|$`, ContentName: luaScope, Patterns: include("#expression")}
	add("words", words()...)
	repository["id"] = &rule{Match: `(?<=[ \t])(id)(=)([^ \t]+)`, Captures: groups(paramScope, equalsScope, labelScope)}
	key := func(behind string) *rule {
		return &rule{Begin: `(?<=[ \t])` + behind, BeginCaps: groups(paramScope, equalsScope), End: `(?=[ \t]|$)`, Patterns: value}
	}
	repository["key"] = key(`(` + name + `)(=)(?![= \t])`)
	repository["node_key"] = key(`(note|meta)(=)`)
	add("items", append(include("#comment", "#when", "#mark", "#id", "#words", "#key"), value...)...)

	// The parameters of a kind that takes an expression come before it, and it goes on up to its condition.
	end := atComment + `|` + atWhen + `|$`
	add("expression_items", append(include("#comment", "#when", "#mark", "#id", "#words", "#key"),
		&rule{Begin: `(?<=[ \t])(?=[^ \t#])|\G(?=\()`, End: end, ContentName: luaScope, Patterns: include("#expression")})...)
	add("named_expression", append(include("#comment"),
		&rule{Begin: `\G`, End: atComment + `|$`, ContentName: luaScope, Patterns: include("#expression")})...)
	add("assignments", append(include("#comment", "#when", "#mark", "#id", "#node_key"),
		&rule{Begin: before + `(` + name + `)[ \t]*(=)(?!=)`, BeginCaps: groups(paramScope, equalsScope),
			End: `(?=[,;])|` + end + `|` + atKey + `|` + atMark, ContentName: luaScope, Patterns: include("#expression")})...)
	add("tree_items", append(include("#comment", "#key", "#double", "#single"), &rule{Name: paramScope, Match: `(?<=[ \t])` + name})...)

	isExpr := func(k *behaviors.Kind) bool { return k.Expression }
	sets := func(k *behaviors.Kind) bool { return k.Name == "set" }
	other := func(k *behaviors.Kind) bool { return !isExpr(k) && !sets(k) }
	const headEnd = `(?![` + ident.Rest + `.=])`
	return grammar{Name: "Bough tree", ScopeName: "source.bt", Repository: repository, Patterns: []*rule{
		{Match: `^[ \t]*(#.*)$`, Captures: groups(commentScope)},
		ofLine(`^\x{FEFF}?(tree)(?:[ \t]+(`+path+`))?(?=[ \t]|$)`, groups(keywordScope, treeScope), "#tree_items"),
		ofLine(`^\x{FEFF}?(condition)[ \t]+(`+name+`)[ \t]*(=)(?!=)`, groups(keywordScope, namedScope, equalsScope), "#named_expression"),
		ofLine(head+alternatives(kindsThat(isExpr))+`(?=[ \t(]|$)`, groups(keywordScope, kindScope), "#expression_items"),
		ofLine(head+alternatives(kindsThat(sets))+`(?=[ \t]|$)`, groups(keywordScope, kindScope), "#assignments"),
		ofLine(head+`(tree)(?:[ \t]+(`+path+`))?(?=[ \t]|$)`, groups(keywordScope, keywordScope, treeScope), "#items"),
		ofLine(head+`(slot)(?:[ \t]+(`+name+`))?(?=[ \t]|$)`, groups(keywordScope, keywordScope, slotScope), "#items"),
		ofLine(head+`(override)(?:[ \t]+(`+name+`))?(?=[ \t]|$)`, groups(keywordScope, keywordScope, labelScope), "#items"),
		ofLine(head+alternatives(kindsThat(other))+headEnd, groups(keywordScope, kindScope), "#items"),
		ofLine(head+`(`+path+`)`+headEnd, groups(keywordScope, behaviorScope), "#items"),
		ofLine(`^(?=[ \t]*[^ \t])`, nil, "#items"),
	}}
}

func sceneGrammar() grammar {
	repository := values()
	value := include("#double", "#single", "#table", "#number", "#constant")
	repository["pair"] = &rule{Begin: `(?<=[ \t])([^ \t"'=#][^ \t=]*)(=)`, BeginCaps: groups(paramScope, equalsScope), End: `(?=[ \t]|$)`, Patterns: value}
	repository["agent"] = &rule{Name: "entity.name.tag.agent.scene", Match: `(?<=[ \t])` + path + `#[0-9]+` + behind}
	items := []string{"#comment", "#pair", "#agent", "#double", "#single", "#number", "#constant", "#word"}
	repository["word"] = &rule{Name: "variable.other.readwrite.scene", Match: `(?<=[ \t])[^ \t"'#][^ \t]*`}
	plain := slices.DeleteFunc(strings.Split(scene.Usage(), ", "), func(verb string) bool { return verb == "say" || verb == "spawn" })
	return grammar{Name: "Bough scene", ScopeName: "source.scene", Repository: repository, Patterns: []*rule{
		{Match: `^[ \t]*(#.*)$`, Captures: groups(commentScope)},
		{Match: `^\x{FEFF}?[ \t]*(say)(?:[ \t]+(.*))?$`, Captures: groups(commandScope, "string.unquoted.scene")},
		ofLine(`^\x{FEFF}?[ \t]*(spawn)(?:[ \t]+(`+path+`))?(?=[ \t]|$)`, groups(commandScope, treeScope), items...),
		ofLine(`^\x{FEFF}?[ \t]*`+alternatives(plain)+`(?=[ \t]|$)`, groups(commandScope), items...),
	}}
}

func fieldsGrammar() grammar {
	doc := &rule{Match: `:[ \t]*(.*)$`, Captures: groups("comment.block.documentation.fields")}
	types := []*rule{
		{Name: "comment.line.number-sign.bt", Match: `^[ \t]*#.*$`},
		{Name: "string.quoted.double.fields", Match: `"[^"]*"`},
		{Name: "string.quoted.single.fields", Match: `'[^']*'`},
		doc,
		{Name: "support.type.fields", Match: before + `(?:number|text|boolean|agent|point|table|list|handle)` + behind},
		{Name: "keyword.other.fields", Match: before + `(?:of|on)` + behind},
		{Name: "constant.language.fields", Match: before + `(?:true|false|nil)` + behind},
		{Name: "constant.numeric.fields", Match: before + `-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?`},
		{Name: "keyword.operator.fields", Match: `\.\.|[|=]`},
		{Match: `(?<=[{,])[ \t]*(` + name + `)`, Captures: groups("variable.other.property.fields")},
	}
	return grammar{Name: "Bough declarations", ScopeName: "source.fields", Repository: map[string]*rule{"types": {Patterns: types}}, Patterns: []*rule{
		{Match: `^[ \t]*(#.*)$`, Captures: groups(commentScope)},
		ofLine(`^\x{FEFF}?[ \t]*(stimulus|request)[ \t]+(`+name+`)(?=[ \t:]|$)(?![ \t]+"|[ \t]*=)`, groups("keyword.other.fields", fieldScope), "#types"),
		ofLine(`^\x{FEFF}?[ \t]*(board)[ \t]+((?:\*|[`+ident.Rest+`-]+)\.`+name+`)`, groups("keyword.other.fields", fieldScope), "#types"),
		ofLine(`^\x{FEFF}?[ \t]*(`+name+`)`, groups(fieldScope), "#types"),
	}}
}

// TestGrammars checks that the files of the grammars are what the catalogs say.
func TestGrammars(t *testing.T) {
	for file, g := range map[string]grammar{"bt": treeGrammar(), "scene": sceneGrammar(), "fields": fieldsGrammar()} {
		g.Comment = "Written by go test ./cmd/bough/editors/vscode -update. Change grammar_test.go instead."
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(g); err != nil {
			t.Fatal(err)
		}
		at := "syntaxes/" + file + ".tmLanguage.json"
		if *update {
			if err := os.WriteFile(at, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(at); err != nil || !bytes.Equal(got, b.Bytes()) {
			t.Errorf("%s is not what the catalogs say: go test ./cmd/bough/editors/vscode -update (%v)", at, err)
		}
	}
}
