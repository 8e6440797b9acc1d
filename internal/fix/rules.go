package fix

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// rules have what messages and remedies with a code replace by what, where their arguments alone do not say it. {name} stands for
// an argument, and @word for the word at the position of the finding. The old text must contain the position, or begin there if it is
// empty. The first rule of a code that helps is taken.
var rules = map[string][][2]string{
	// scripts
	"wide-character":         {{"{character}", "{plain}"}},
	"wide-name":              {{"{name}", "{plain}"}},
	"foreign-not-equal":      {{"{word}", "~="}},
	"foreign-equal":          {{"{word}", "=="}},
	"foreign-less-equal":     {{"{word}", "<="}},
	"foreign-greater-equal":  {{"{word}", ">="}},
	"foreign-and":            {{"{word}", "and"}, {"{word}", " and "}},
	"foreign-or":             {{"{word}", "or"}, {"{word}", " or "}},
	"foreign-not":            {{"{word} ", "not "}, {"{word}", "not "}},
	"foreign-compound":       {{"{name} {word} {value}", "{name} = {old} {operator} {value}"}},
	"foreign-increment":      {{"{name}{word}", "{name} = {old} + 1"}},
	"foreign-power":          {{"{word}", "^"}},
	"foreign-assign":         {{"{word}", "="}},
	"foreign-quotes":         {{"{word}", "{quote}"}},
	"foreign-minus":          {{"{word}", "-"}},
	"foreign-times":          {{"{word}", "*"}},
	"foreign-divide":         {{"{word}", "/"}},
	"words-as-key":           {{"{text}", `["{text}"]`}},
	"stray-closer":           {{"@word", ""}},
	"bracket-closes-nothing": {{"@word", ""}},
	"else-if":                {{"else if", "elseif"}},
	"end-word":               {{"end {word}", "end"}},
	"word-twice":             {{"{word} {word}", "{word}"}},
	"assign-in-expression":   {{"=", "=="}},
	"compare-word":           {{"=", "=="}},
	"assign-with-equals":     {{"==", "="}},
	"colon-in-table":         {{"{key}:", "{key} ="}},
	"quoted-key":             {{`"{name}"`, "{name}"}, {"'{name}'", "{name}"}},
	"value-key":              {{"{text}", "[{text}]"}},
	"parameter-dot":          {{".", ","}},
	"lone-table":             {{"", "return "}},
	"lone-result":            {{"", "return "}},
	"keyword-field":          {{"{dot}{word}", `["{word}"]`}},
	"write-dots":             {{"+", ".."}},
	"join-with-dots":         {{"+", ".."}},
	"nameless-hook":          {{"{name}", "{name} = {name}"}},
	"missing-equals":         {{"{name} {value}", "{name} = {value}"}},

	// trees
	"unexpected-character":      {{"@word", ""}},
	"capital-word":              {{"{word}", "{small}"}},
	"quoted-tree-name":          {{`"{name}"`, "{name}"}},
	"quoted-condition-name":     {{`"{name}"`, "{name}"}},
	"calculated-value":          {{"{text}", "({text})"}},
	"field-in-expression":       {{"${name}", "{name}"}},
	"compound-assignment":       {{"{name} {sign}=", "{name} = {name} {sign}"}},
	"missing-equals-sign":       {{"{word} {text}", "{word}={text}"}},
	"if-instead-of-when":        {{"{word}", "when"}},
	"foreign-comment":           {{"{text}", "#"}},
	"space-beside-equals":       {{"{key} = ", "{key}="}, {"{key} =", "{key}="}, {"{key}= ", "{key}="}},
	"missing-value":             {{"{key}=", ""}},
	"second-mark":               {{"+", ""}},
	"second-disabled":           {{"disabled ", ""}},
	"override-with-id":          {{"@word", ""}},
	"unquoted-text":             {{"{word}", `"{word}"`}},
	"when-with-equals":          {{"when = ", "when "}, {"when=", "when "}},
	"length-as-comment":         {{"#{word}", "(#{word})"}},
	"quoted-expression":         {{`"{text}"`, "{text}"}},
	"parameter-as-comparison":   {{"{key}=", "{key} == "}},
	"condition-with-comparison": {{"==", "="}},
	"function-not-called":       {{"{name}", "{name}()"}},
	"agent-in-condition":        {{"agent.{name}", "{name}"}},
	"condition-called":          {{"{name}()", "{name}"}},
	"write-behavior":            {{"tree {name}", "{name}"}},
	"write-kind":                {{"tree {name}", "{name}"}},
	"write-tree":                {{"{name}", "tree {name}"}},
	"write-slot":                {{"{name}", "slot {name}"}},
	"tree-without-extension":    {{"@word", "tree {name}"}},
}

// written returns the replacements of the rules for a finding at an offset of its line.
func ruled(d *diag.Diagnostic, at int) (list []Replacement) {
	code, args := d.Code, d.Args
	if d.Remedy != nil && rules[d.Remedy.Code] != nil {
		code = d.Remedy.Code
		args = diag.Args{}
		for _, from := range []diag.Args{d.Args, d.Remedy.Args} {
			for name, v := range from {
				args[name] = v
			}
		}
	}
	for _, r := range rules[code] {
		old, ok := fill(r[0], d.Source[at:Word(d.Source, at)], args)
		now, fine := fill(r[1], "", args)
		if !ok || !fine {
			continue
		}
		if start, ok := around(d.Source, old, at); ok {
			list = append(list, Replacement{start, start + len(old), old, now})
		}
	}
	return list
}

// fill fills arguments into a text. It reports whether it has all of them.
func fill(text, word string, args diag.Args) (string, bool) {
	ok := true
	text = strings.ReplaceAll(text, "@word", word)
	return argument.ReplaceAllStringFunc(text, func(s string) string {
		v := args[s[1:len(s)-1]]
		if v == nil {
			ok = false
		}
		return fmt.Sprint(v)
	}), ok
}

var argument = regexp.MustCompile(`\{[a-z]+\}`)

// around returns where a text stands in a line so that it contains an offset.
func around(line, text string, at int) (start int, ok bool) {
	for start = max(0, at-len(text)); start <= at && start+len(text) <= len(line); start++ {
		if line[start:start+len(text)] == text && (at < start+len(text) || text == "" && start == at) {
			return start, true
		}
	}
	return 0, false
}

// plainRemedy matches the template of a remedy that only says what to write.
var plainRemedy = regexp.MustCompile(`^(?:.*[:;] )?write \{([a-z]+)(?::(?:q|cut|signs))?\}(?:$|;| without quotes| in place| instead|, without|, in quotes)`)

// placeholder matches what stands in a remedy for something that only a person knows.
var placeholder = regexp.MustCompile(`\.\.\.|"(?:name|channel|node)"|[A-Z]{4,}`)

// remedy returns what the remedy of a finding wants to be written, or "".
func remedy(d *diag.Diagnostic) string {
	code, template, args := d.Code, "", d.Args
	if d.Remedy != nil {
		code, args = d.Remedy.Code, d.Remedy.Args
	}
	if e := message.EntryOf(code); e != nil {
		if template = e.Hint; d.Remedy != nil {
			template = e.Text
		}
	}
	m := plainRemedy.FindStringSubmatch(template)
	if m == nil {
		return ""
	}
	text, _ := args[m[1]].(string)
	if strings.Contains(m[0], ":q}") {
		text = `"` + text + `"`
	}
	if placeholder.MatchString(text) || strings.Contains(text, "…") {
		return ""
	}
	return text
}
