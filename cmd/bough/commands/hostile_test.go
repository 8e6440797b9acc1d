package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deepTree returns a tree with the given number of levels.
func deepTree(levels int) string {
	var b strings.Builder
	b.WriteString("tree deep\n")
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i+1) + "invert\n")
	}
	return b.String()
}

// TestHostileTrees passes files that nobody would write to the commands. Each command
// must print one readable error, and must not harm a good file beside them.
func TestHostileTrees(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"deep", deepTree(201), "x.bt:202:202: nodes are nested deeper than 200 levels: put a part into a tree of its own"},
		{"deeper", deepTree(2000), "x.bt:202:202: nodes are nested deeper than 200 levels"},
		{"wider than a line", "tree x\n" + strings.Repeat(" ", 20_000) + "wait 1\n", "characters; the limit is 10000"},
		{"5 MB", "tree x\n" + strings.Repeat("  wait 1\n", 5<<20/9), "the file is larger than 4 MB: divide it into several files"},
		{"10 MB", strings.Repeat("tree x\n  wait 1\n", 10<<20/16), "divide it into several files"},
		{"not UTF-8", "tree x\n  wait 1 # \xff\xfe\n", "x.bt:2:12: the byte 0xFF is not UTF-8: save the file as UTF-8"},
		{"UTF-16", "\xff\xfet\x00r\x00e\x00e\x00", "x.bt:1:1: the file is encoded in UTF-16: save it as UTF-8"},
		{"many nodes", "tree x\n  sequence\n" + strings.Repeat("    wait 1\n", 20_000), "tree x has more than 10000 nodes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"x.bt": tt.text, "good.bt": "tree good\n  wait 1\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, args := range [][]string{{"check", "--scripts", dir}, {"fmt", "-l", dir}} {
				var out, errs bytes.Buffer
				code := stock(args, &out, &errs)
				said := out.String() + errs.String()
				if code != 1 || strings.Count(said, tt.want) != 1 || strings.Count(said, "x.bt") > 1 || len(said) > 2000 || strings.Contains(said, "good.bt") {
					t.Errorf("%s: exit code %d, %d bytes\n%.2000s\nwant\n%s", args[0], code, len(said), said, tt.want)
				}
			}
		})
	}
}

// TestHostileConversions passes files that no program exports to the command convert.
func TestHostileConversions(t *testing.T) {
	deepXML := `<root BTCPP_format="4"><BehaviorTree ID="a">` + strings.Repeat("<Inverter>", 100_000)
	for _, tt := range []struct{ name, text, want string }{
		{"x.json", strings.Repeat(`{"trees":[`, 100_000), "lists and objects are nested deeper than 1000 levels"},
		{"x.json", strings.Repeat(" ", 9<<20), "the file is larger than 8 MB"},
		{"x.json", `{"trees": [{"name": "` + "\xff" + `"}]}`, "is not UTF-8"},
		{"x.json", deepJSON(300), "nodes are nested deeper than 200 levels"},
		{"x.xml", deepXML, "nested"},
		{"x.xml", deepXML + strings.Repeat("</Inverter>", 100_000) + "</BehaviorTree></root>", "nested"},
		{"x.xml", "<root BTCPP_format=\"4\">" + strings.Repeat("<BehaviorTree/>", 9<<20/15), "larger than"},
		{"x.xml", "<root \xff/>", "UTF-8"},
		{"x.xml", `<!DOCTYPE r [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><root BTCPP_format="4"/>`, "DOCTYPE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.name)
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			code := stock([]string{"convert", path}, &out, &errs)
			said := errs.String()
			if code != 1 || !strings.Contains(said, tt.want) || strings.Count(said, "1 error, 0 warnings") != 1 || len(said) > 2000 || out.Len() > 0 {
				t.Errorf("exit code %d, %d bytes of output\n%.2000s\nwant\n%s", code, out.Len(), said, tt.want)
			}
		})
	}
}

// deepJSON returns a JSON tree with the given number of levels.
func deepJSON(levels int) string {
	return `{"trees": [{"name": "a", "root": ` + strings.Repeat(`{"node": "invert", "children": [`, levels) + `{"node": "idle"}` + strings.Repeat("]}", levels) + "}]}"
}
