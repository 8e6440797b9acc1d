package jsontree_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/jsontree"
)

const guide = "../../docs/json.md"

// blocks returns the code blocks of the guide, and their languages.
func blocks(t *testing.T) (languages, texts []string) {
	t.Helper()
	page, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```([a-z ]+)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		languages, texts = append(languages, m[1]), append(texts, m[2])
	}
	return languages, texts
}

// TestGuide checks that each tree in the guide matches its JSON in both directions, and that the guide quotes an
// actual message.
func TestGuide(t *testing.T) {
	s := schema(t)
	languages, texts := blocks(t)
	pairs := 0
	for i := 0; i+1 < len(texts); i += 2 {
		tree, doc := texts[i], texts[i+1]
		switch languages[i] + ", " + languages[i+1] {
		case "json, bt":
			tree, doc = doc, tree
		case "json error, text":
			if _, list := jsontree.Parse("guard.json", []byte(texts[i])); list.Error()+"\n" != texts[i+1] {
				t.Errorf("got\n%v\nwant\n%s", list, texts[i+1])
			}
			continue
		case "bt, json":
		default:
			t.Fatalf("block %d is %s beside %s", i, languages[i], languages[i+1])
		}
		pairs++
		if err := validate(t, s, []byte(doc)); err != nil {
			t.Errorf("%v\n%s", err, doc)
		}
		f, list := jsontree.Parse("guide.json", []byte(doc))
		if list.Err() != nil {
			t.Fatalf("%v\n%s", list, doc)
		}
		if got := string(trees.Format(f)); got != tree {
			t.Errorf("got\n%s\nwant\n%s", got, tree)
		}
		if got, err := jsontree.Marshal(f); err != nil || !strings.Contains(doc, "$schema") && string(got) != doc {
			t.Errorf("%v\ngot\n%s\nwant\n%s", err, got, doc)
		}
	}
	if pairs != 4 || len(texts)%2 != 0 {
		t.Errorf("%d pairs of %d blocks", pairs, len(texts))
	}
}

// TestGuideNamesMembers checks that the guide contains the name of each member of a node, and the address of the
// schema.
func TestGuideNamesMembers(t *testing.T) {
	page, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range jsontree.NodeMembers() {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the guide lacks %s", name)
		}
	}
	if !strings.Contains(string(page), jsontree.SchemaID) {
		t.Error("the guide lacks the address of the schema")
	}
}
