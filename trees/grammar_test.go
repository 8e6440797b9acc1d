package trees

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/message"
)

// grammar is the EBNF grammar of the guide. It maps each rule to its tokens.
type grammar map[string][]string

var grammarToken = regexp.MustCompile(`"[^"]+"|'[^']+'|[A-Za-z_]+|[=|,;{}()\[\]…]`)

func readGrammar(t *testing.T) grammar {
	t.Helper()
	_, text, _ := strings.Cut(string(read(t, guide)), "\n```ebnf\n")
	text, _, _ = strings.Cut(text, "\n```\n")
	g := grammar{}
	tokens := grammarToken.FindAllString(text, -1)
	for len(tokens) > 2 {
		end := slices.Index(tokens, ";")
		if end < 0 || tokens[1] != "=" || g[tokens[0]] != nil {
			t.Fatalf("not a rule: %q", tokens[:min(len(tokens), 20)])
		}
		g[tokens[0]] = tokens[2:end]
		tokens = tokens[end+1:]
	}
	return g
}

// writer generates random texts of a grammar.
type writer struct {
	grammar
	*rand.Rand
	b     strings.Builder
	depth int
}

// given holds examples for the rules that the grammar only describes in prose.
var given = map[string][]string{
	"SP": {" ", " ", "   "}, "INDENT": {"  "}, "character": {"x", "é", " ", "#", ","},
	"letter":     {"a", "x", "Z", "_", "é", "血", "ж"},
	"reference":  {"given"},
	"expression": {"hp < 30", "(#t) > 2", `near("when #", t[1])`, "not params.when", "{when=3}"},
}

func (w *writer) rule(name string) {
	if texts := given[name]; texts != nil {
		w.b.WriteString(texts[w.IntN(len(texts))])
		return
	}
	w.depth++
	w.choice(w.grammar[name])
	w.depth--
}

// choice writes one of the alternatives of a definition.
func (w *writer) choice(tokens []string) {
	options := split(tokens, "|")
	i := w.IntN(len(options))
	if w.depth > 25 { // ends the recursion
		i = len(options) - 1
	}
	for _, part := range split(options[i], ",") {
		w.part(part)
	}
}

func (w *writer) part(part []string) {
	switch inner := part[1:max(1, len(part)-1)]; part[0] {
	case "[":
		if w.IntN(2) == 0 {
			w.choice(inner)
		}
	case "{":
		for w.IntN(5) < 2 {
			w.choice(inner)
		}
	case "(":
		w.choice(inner)
	default:
		if len(part) == 3 { // "a" … "z"
			from, to := part[0][1], part[2][1]
			w.b.WriteByte(from + byte(w.IntN(int(to-from)+1)))
		} else if text := part[0]; text[0] == '"' || text[0] == '\'' {
			w.b.WriteString(text[1 : len(text)-1])
		} else {
			w.rule(text)
		}
	}
}

// split splits tokens at separators outside of brackets.
func split(tokens []string, separator string) (parts [][]string) {
	from, depth := 0, 0
	for i, token := range tokens {
		switch token {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case separator:
			if depth == 0 {
				parts, from = append(parts, tokens[from:i]), i+1
			}
		}
	}
	return append(parts, tokens[from:])
}

// inProse holds the codes of the mistakes that the grammar allows, and that the guide describes in prose.
var inProse = []string{
	"reserved-name", "invalid-parameter-name", "duplicate-parameter", "duplicate-id", "missing-tree-name",
	"value-for-inclusion", "unquoted-text", "percentage-out-of-range", "nil-in-table", "tables-too-deep",
	"number-too-large", "escape-too-large", "second-mark", "missing-expression", "unexpected-percentage",
	"invalid-tree-parameter", "invalid-note", "second-note", "invalid-meta", "second-meta",
	"override-outside-inclusion", "override-with-id", "constant-parameters", "constant-value", "unexpected-word",
	"missing-equals-sign", "misspelled-tree-parameter", "misspelled-word", "parameter-as-comparison",
}

// TestGrammar parses random lines of the documented grammar. All their mistakes must be in inProse, and some lines of
// each kind must have no mistake.
func TestGrammar(t *testing.T) {
	w := &writer{grammar: readGrammar(t), Rand: rand.New(rand.NewPCG(1, 2))}
	for _, code := range inProse {
		if text, _ := message.Text(code, nil); text == "" {
			t.Fatalf("the catalog has no %s", code)
		}
	}
	for name, before := range map[string]string{"condition_line": "", "node_line": "tree a given\n", "set_node": "tree a given\n  ", "tree_line": ""} {
		right := 0
		for range 3000 {
			w.b.Reset()
			w.rule(name)
			src := before + w.b.String() + "\n"
			if name == "tree_line" {
				src += "  root\n"
			}
			_, list := Parse("a.bt", []byte(src))
			for _, d := range list {
				if !slices.Contains(inProse, d.Code) {
					t.Fatalf("%v\nin\n%s", d, src)
				}
			}
			if len(list) == 0 {
				right++
			}
		}
		if right < 1000 {
			t.Errorf("only %d of 3000 %ss are right", right, name)
		}
	}
}

// TestCatalogExamples parses the example of each kind. The example must contain the kind.
func TestCatalogExamples(t *testing.T) {
	for _, k := range behaviors.Kinds {
		f, list := Parse(k.Name+".bt", []byte(k.Example))
		if len(list) > 0 {
			t.Error(list)
			continue
		}
		found := false
		for n := range f.Trees[0].Root.All() {
			found = found || n.Name == k.Name || n.Include && k.Name == treeWord
		}
		if !found {
			t.Errorf("the example of %s shows no %s:\n%s", k.Name, k.Name, k.Example)
		}
	}
}

// TestGrammarKinds checks that the grammar and the catalog have the same kinds that take an expression.
func TestGrammarKinds(t *testing.T) {
	var want []string
	for _, k := range behaviors.Kinds {
		for _, name := range append(k.Aliases, k.Name) {
			if k.Expression {
				want = append(want, `"`+name+`"`)
			}
		}
	}
	var got []string
	for _, option := range split(readGrammar(t)["expression_kind"], "|") {
		got = append(got, option[0])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the grammar has %q, the catalog %q", got, want)
	}
}
