package screen

import (
	"os"
	"strings"
	"testing"
)

// TestKeysPage checks that the page for designers lists the same keys as the help. With -update
// it writes the list.
func TestKeysPage(t *testing.T) {
	const page, title = "../../../../docs/scripting.md", "Keys of `bough play`:\n\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), title)
	_, after, ends := strings.Cut(rest, "|\n\n")
	if !ok || !ends {
		t.Fatal("the page has no table of keys")
	}
	var b strings.Builder
	b.WriteString("| key | what it does |\n| --- | --- |\n")
	for _, k := range bindings {
		b.WriteString("| `" + strings.NewReplacer(", ", "`, `", " or ", "` or `", "+ -", "+` `-").Replace(k.keys) + "` | " + k.does + " |\n")
	}
	want := before + title + b.String() + "\n" + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Error("the table of keys is out of date; write it anew with -update")
	}
}
