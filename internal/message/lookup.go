package message

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// Lookup returns the words of a code that is filled with arguments, for codes that are known only when a program runs.
// Arguments that its templates do not have are left out. ok is false if the catalog has no such code.
func Lookup(code string, args diag.Args) (w diag.Words, ok bool) {
	e := byCode()[code]
	if e == nil {
		return diag.Words{}, false
	}
	var own diag.Args
	for _, p := range slices.Concat(templateOf(e.Text), templateOf(e.Hint)) {
		if v, given := args[p.arg]; given && p.arg != "" {
			if own == nil {
				own = diag.Args{}
			}
			own[p.arg] = v
		}
	}
	return words(code, own), true
}

// WordsOf returns the words of an error. If it is an error of Go code, which has none, they have the code go-error.
func WordsOf(err error) (w diag.Words) {
	if !errors.As(err, &w) {
		w = words("go-error", diag.Args{"error": err.Error()})
	}
	return w
}

// Around returns the words of a function for those of an error, with the remedy of the error.
func Around(err error, around func(reason diag.Words) diag.Words) diag.Words {
	reason := WordsOf(err)
	w := around(reason)
	if reason.Remedy != nil {
		w = w.With(*reason.Remedy)
	}
	return w
}

// follows has the codes of errors that scripts raise if the findings with a code are ignored.
var follows = map[string][]string{
	"unset-field":                   usesOfNil,
	"field-without-start":           usesOfNil,
	"parameter-in-named-condition":  usesOfNil,
	"not-of-agent":                  usesOfNil,
	"unposted-field":                usesOfNil,
	"undeclared-in-stimulus":        usesOfNil,
	"undeclared-part":               usesOfNil,
	"entry-of-value":                usesOfNil,
	"unwritten-entry":               usesOfNil,
	"unset-memory":                  usesOfNil,
	"unknown-global":                usesOfNil,
	"unknown-library-member":        usesOfNil,
	"unknown-module-member":         usesOfNil,
	"undeclared-param":              usesOfNil,
	"params-missing":                usesOfNil,
	"default-outside-params":        usesOfNil,
	"unread-parameter":              usesOfNil,
	"child-without-field":           usesOfNil,
	"unknown-function-in-condition": usesOfNil,
	"counter-without-start":         usesOfNil,
	"colon-on-library":              {"wrong-argument", "wrong-receiver", "missing-argument", "too-many-arguments"},
	"unknown-node":                  {"node-not-in-tree", "nothing-to-abort"},
	"unknown-channel":               {"no-request-in-force"},
	"too-few-arguments":             {"missing-argument"},
	"takes-no-agent":                {"wrong-argument"},
	"too-many-arguments":            {"insert-arguments"},
	"score-not-number":              {"wrong-utility"},
	"number-in-quotes":              {"cannot-compare"},
	"idle-loop":                     {"hook-runs-too-long"},
	"compared-with-other-type":      {"cannot-compare"},
	"calculated-with-other-type":    {"cannot-calculate"},
	"not-for-calculation":           {"cannot-calculate"},
	"not-for-number":                {"number-out-of-range"},
	"value-without-method":          usesOfNil,
}

// usesOfNil are the codes of errors about a value that is nil.
var usesOfNil = []string{
	"not-a-table", "not-a-function", "not-an-iterator", "cannot-compare", "cannot-calculate", "cannot-negate", "no-length",
	"loop-start-not-number", "loop-end-not-number", "loop-step-not-number", "nil-key", "wrong-argument", "assertion-failed",
}

// Repeats reports whether d, an error of a script, is about the same mistake as a finding of a check: it is in the same
// line, has the code of the finding or one that follows from it, and is about the same name. A quarantine is about the
// mistake of its last error.
func Repeats(d, finding diag.Diagnostic) bool {
	if last, ok := lastError(d); ok {
		d.Code, d.Args, d.Remedy = last.Code, last.Args, last.Remedy
	}
	if calledWithColon(d, finding) {
		return true
	}
	if place, ok := finding.Args["place"].(string); ok && finding.Code == "call-waits" && place == d.Pos.String() {
		return d.Code == "wait-outside-run"
	}
	if place, ok := finding.Args["place"].(string); ok && (finding.Code == "local-member" || finding.Code == "colon-in-definition") {
		call := diag.Pos{File: d.Pos.File, Line: d.Pos.Line}.String()
		if d.Remedy != nil && (d.Remedy.Code == "argument-is-wrong" || d.Remedy.Code == "argument-not-given") {
			call, _ = d.Remedy.Args["place"].(string)
		}
		return strings.HasPrefix(place, call+":")
	}
	if finding.Code == "argument-missing" && d.Remedy != nil && d.Remedy.Code == "argument-not-given" {
		return d.Remedy.Args["place"] == diag.Pos{File: finding.Pos.File, Line: finding.Pos.Line}.String() && d.Remedy.Args["name"] == finding.Args["name"]
	}
	if ofField(d, finding) || ofStimulus(d, finding) || ofMemory(d, finding) || ofParam(d, finding) || ofAssigned(d, finding) || ofPosted(d, finding) || ofUncalled(d, finding) {
		return true
	}
	if finding.Code == "unknown-global" && d.Pos.File == finding.Pos.File && d.Remedy != nil && strings.HasPrefix(d.Remedy.Code, "no-global") && d.Remedy.Args["name"] == finding.Args["name"] {
		return true // the finding is at the first of several reads
	}
	if finding.Code == "missing-score" && d.Pos.File == finding.Pos.File && d.Code == "wrong-utility" && d.Args["value"] == "nothing" {
		return true // the finding is where the result is missing
	}
	if d.Pos.Line == 0 || d.Pos.File != finding.Pos.File || d.Pos.Line != finding.Pos.Line || d.Source != finding.Source {
		return false
	}
	if d.Code == "" || d.Code != finding.Code && !slices.Contains(follows[finding.Code], d.Code) {
		return false
	}
	for _, arg := range []string{"name", "member", "entry"} {
		if name, ok := finding.Args[arg].(string); ok && !mentions(d.Args, name) {
			return false
		}
	}
	return true
}

// calledWithColon reports whether an error in a module is due to the call with a colon that a finding is about.
func calledWithColon(d, finding diag.Diagnostic) bool {
	if d.Remedy == nil || d.Remedy.Code != "called-with-colon" || finding.Code != "colon-on-library" {
		return false
	}
	place, _ := d.Remedy.Args["place"].(string)
	return place == diag.Pos{File: finding.Pos.File, Line: finding.Pos.Line}.String()
}

// ofField reports whether an error is due to the field that a finding is about, wherever the error is raised: nothing sets
// the field that is read, or the name is misspelled where the field is set.
func ofField(d, finding diag.Diagnostic) bool {
	var field any
	switch finding.Code {
	case "unset-field", "field-without-start":
		field = finding.Args["name"]
	case "unread-field", "unused-declaration":
		field = finding.Args["near"]
	}
	name, ok := field.(string)
	if !ok || !slices.Contains(usesOfNil, d.Code) {
		return false
	}
	inTree := strings.HasSuffix(d.Pos.File, ".bt") && mentions(d.Args, name) // expressions name fields alone
	return inTree || mentions(d.Args, "agent."+name) || d.Remedy != nil && (d.Remedy.Args["field"] == name || mentions(d.Remedy.Args, "agent."+name))
}

// ofStimulus reports whether an error of a behavior that has no stimulus is due to the misspelled key of its stimulus.
func ofStimulus(d, finding diag.Diagnostic) bool {
	return d.Remedy != nil && d.Remedy.Code == "name-stimulus" && d.Pos.File == finding.Pos.File && (finding.Code == "unread-key" && hasName(finding.Hint, "stimulus") || finding.Code == "unknown-global" && finding.Args["name"] == "stimulus")
}

// ofMemory reports whether an error about an entry of memory that is nil is due to a finding in the same file: the entry is
// misspelled where it is set, or the function that sets it is no hook by mistake.
func ofMemory(d, finding diag.Diagnostic) bool {
	if d.Pos.File != finding.Pos.File || !slices.Contains(usesOfNil, d.Code) {
		return false
	}
	switch finding.Code {
	case "function-stored":
		target, _ := finding.Args["target"].(string)
		return mentions(d.Args, target)
	case "unread-memory":
		entry, _ := finding.Args["entry"].(string)
		near, _ := finding.Args["near"].(string)
		return mentions(d.Args, entry[:strings.LastIndexByte(entry, '.')+1]+near)
	case "unknown-hook", "unused-function", "duplicate-key":
		return mentions(d.Args, "memory") || mentions(d.Args, "reason") || hasName(finding.Hint, "on_enter") && mentions(d.Args, "agent")
	}
	return false
}

// assignment matches a line that gives a local variable or an entry of memory the value of a place.
var assignment = regexp.MustCompile(`(?:^|[\s;])(?:local\s+(\w+)|(memory\.\w+))\s*=\s*([\w.:()"]+)\s*(?:--|;|end\b|$)`)

// ofAssigned reports whether an error in the same file is about a local variable or an entry of memory that is nil, since the
// line of a finding gives it a value that is nil by a mistake.
func ofAssigned(d, finding diag.Diagnostic) bool {
	m := assignment.FindStringSubmatch(finding.Source)
	name, _ := cmp.Or(finding.Args["entry"], finding.Args["member"], finding.Args["name"]).(string)
	if m == nil || d.Pos.File != finding.Pos.File || !slices.Contains(usesOfNil, d.Code) || !slices.Contains(follows[finding.Code], d.Code) || !strings.HasSuffix(m[3], "."+name) {
		return false
	}
	if m[1] != "" {
		return d.Remedy != nil && d.Remedy.Code == "local-is-nil" && d.Remedy.Args["name"] == m[1] && d.Remedy.Args["line"] == finding.Pos.Line
	}
	return mentions(d.Args, m[2]+" (nil)")
}

// ofPosted reports whether an error, in any file, is about an entry of a stimulus that is nil, since the finding is about its
// misspelled name where it is posted.
func ofPosted(d, finding diag.Diagnostic) bool {
	if finding.Code != "undeclared-part" || finding.Remedy == nil || finding.Remedy.Code != "did-you-mean" || !slices.Contains(usesOfNil, d.Code) {
		return false
	}
	near, _ := finding.Remedy.Args["near"].(string)
	owner, _ := finding.Args["owner"].(string)
	return strings.HasPrefix(owner, "the stimulus ") && finding.Pos.File != d.Pos.File && slices.ContainsFunc(slices.Collect(maps.Values(d.Args)), func(v any) bool {
		text, _ := v.(string)
		return strings.HasSuffix(text, "."+near+" (nil)")
	})
}

// ofUncalled reports whether an error in the same file is about a local variable that is a function, since the call is missing
// where the finding is.
func ofUncalled(d, finding diag.Diagnostic) bool {
	m := assignment.FindStringSubmatch(finding.Source)
	return finding.Code == "entry-of-function" && m != nil && m[1] != "" && d.Pos.File == finding.Pos.File && mentions(d.Args, m[1]+" (function)")
}

// ofParam reports whether an error of a behavior is due to a parameter that has another type in a tree than its default,
// or whose default is missing.
func ofParam(d, finding diag.Diagnostic) bool {
	name, _ := finding.Args["name"].(string)
	read := "params." + name
	switch finding.Code {
	case "parameter-of-other-type":
		behavior, _ := finding.Args["behavior"].(string)
		if len(d.Notes) == 0 || !hasName(d.Notes[0], behavior) {
			return false
		}
		return hasName(d.Source, read) || mentions(d.Args, read) || d.Remedy != nil && mentions(d.Remedy.Args, read)
	case "tree-parameter-of-other-type":
		given, _ := finding.Args["value"].(string)
		return strings.HasSuffix(d.Pos.File, ".bt") && mentions(d.Args, name+" ("+given+")")
	case "default-outside-params":
		return d.Pos.File == finding.Pos.File && mentions(d.Args, read)
	case "unknown-global": // the value of a default
		if d.Remedy == nil || d.Remedy.Code != "give-param-value" || d.Pos.File != finding.Pos.File {
			return false
		}
		param, _ := d.Remedy.Args["name"].(string)
		return hasName(finding.Source, param+" = "+name)
	}
	return false
}

// lastError returns the error of a quarantine.
func lastError(d diag.Diagnostic) (diag.Words, bool) {
	if d.Code != "quarantined" {
		return diag.Words{}, false
	}
	last, ok := d.Args["error"].(diag.Words)
	return last, ok
}

// mentions reports whether an argument contains a name.
func mentions(args diag.Args, name string) bool {
	for _, v := range args {
		switch v := v.(type) {
		case string:
			if hasName(v, name) {
				return true
			}
		case diag.Words:
			if mentions(v.Args, name) {
				return true
			}
		}
	}
	return false
}

// hasName reports whether a text contains a name that is not a part of a longer one.
func hasName(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 || name == "" {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		at += i + len(name)
		after, _ := utf8.DecodeRuneInString(text[at:])
		if !inName(before) && !inName(after) {
			return true
		}
	}
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// Announced returns the index of the finding that an error of a script repeats, or -1.
func Announced(d diag.Diagnostic, findings diag.List) int {
	return slices.IndexFunc(findings, func(f diag.Diagnostic) bool { return Repeats(d, f) })
}

// A Teller tells the errors of scripts that are raised one after another.
type Teller struct{ told map[string]bool }

// Tell returns an error like Told. If the Teller has told the last error of a quarantine, that refers to it. again reports
// whether it has told an error of the same code at the same place.
func (t *Teller) Tell(d diag.Diagnostic, findings diag.List) (out diag.Diagnostic, again bool) {
	if t.told == nil {
		t.told = map[string]bool{}
	}
	last, quarantine := lastError(d)
	if !quarantine {
		key := d.Pos.String() + " " + d.Code
		again, t.told[key] = t.told[key], true
		return Told(d, findings), again
	}
	if Announced(d, findings) >= 0 || !t.told[d.Pos.String()+" "+last.Code] {
		return Told(d, findings), false
	}
	return shortened(d, words("told-error-term", nil)), false
}

// Told returns an error of a script in the form for somebody who knows the findings of the checks: if one of them is about
// the same mistake, it only says that the error was raised, or led to a quarantine, and when, so that the mistake is told
// once.
func Told(d diag.Diagnostic, findings diag.List) diag.Diagnostic {
	if i := Announced(d, findings); i >= 0 {
		return told(d, findings[i])
	}
	return d
}

// ToldWithRemedy is like Told for somebody who has been told only the errors: it adds the remedy of a warning.
func ToldWithRemedy(d diag.Diagnostic, findings diag.List) diag.Diagnostic {
	i := Announced(d, findings)
	if i < 0 {
		return d
	}
	short := told(d, findings[i])
	if findings[i].Severity == diag.Warning {
		short.Hint = findings[i].Hint
	}
	return short
}

func told(d, finding diag.Diagnostic) diag.Diagnostic {
	args := diag.Args{"says": words("reports-term", nil), "place": words("here-term", nil)}
	if finding.Severity == diag.Warning {
		args["says"] = words("warns-of-term", nil)
	}
	if d.Pos.File != finding.Pos.File || d.Pos.Line != finding.Pos.Line {
		args["place"] = words("at-place-term", diag.Args{"place": finding.Pos.String()})
	} else {
		d.Pos = finding.Pos
	}
	if _, ok := lastError(d); ok {
		return shortened(d, words("found-error-term", args))
	}
	args["message"] = finding.Message
	if text := []rune(finding.Message); len(text) > maxRepeated {
		args["message"] = string(text[:maxRepeated-1]) + "…"
	}
	short := diag.New(d.Pos, words("raised-as-found", args))
	short.Notes = d.Notes[:min(len(d.Notes), 1)]
	return short
}

// maxRepeated is the number of characters of a finding up to which an error that it announces repeats it.
const maxRepeated = 120

// shortened returns a quarantine that refers to its last error.
func shortened(d diag.Diagnostic, last diag.Words) diag.Diagnostic {
	args := maps.Clone(d.Args)
	args["error"], args["remedy"] = last, ""
	short := diag.New(d.Pos, words(d.Code, args))
	short.Notes = d.Notes[:min(len(d.Notes), 1)]
	return short
}

// Short returns a text for somebody who has been told the findings: each error that the text repeats is only its place.
func Short(text string, findings diag.List) string {
	causes, _ := findings.Errors().Causes()
	for _, d := range causes {
		text = strings.ReplaceAll(text, d.Headline(), d.Pos.String())
	}
	return text
}

// EntryOf returns the entry of a code, or nil.
func EntryOf(code string) *Entry { return byCode()[code] }
