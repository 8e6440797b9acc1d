package vscode

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/commands"
)

// needTools skips a test if the tools of the extension are not installed.
func needTools(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat("node_modules/@vscode/vsce"); err != nil {
		t.Skip("the tools of the extension are not installed: npm ci --ignore-scripts in cmd/bough/editors/vscode")
	}
}

// run runs a command and returns its output.
func run(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, out)
	}
	return string(out)
}

// packed has the files of the package, apart from those of the format itself.
var packed = []string{
	"LICENSE.txt", "README.md", "dist/LICENSES", "dist/extension.js", "icon.png", "line.language-configuration.json", "package.json",
	"snippets/lua.json", "snippets/scene.json", "snippets/tree.json",
	"syntaxes/bt.tmLanguage.json", "syntaxes/fields.tmLanguage.json", "syntaxes/scene.tmLanguage.json", "tree.language-configuration.json",
}

// TestPackageFile makes the package and checks what is in it.
func TestPackageFile(t *testing.T) {
	needTools(t)
	at := filepath.Join(t.TempDir(), "bough.vsix")
	run(t, exec.Command("node", "build.mjs"))
	run(t, exec.Command("node", "node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--out", at))
	z, err := zip.OpenReader(at)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	const limit = 250_000
	if info, err := os.Stat(at); err != nil || info.Size() > limit {
		t.Errorf("the package has %d bytes, at most %d (%v)", info.Size(), limit, err)
	} else {
		t.Logf("the package has %d bytes", info.Size())
	}
	var names []string
	for _, f := range z.File {
		name, own := strings.CutPrefix(f.Name, "extension/")
		if !own {
			continue
		}
		names = append(names, name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		source := name
		if name == "LICENSE.txt" {
			source = root + "/LICENSE"
		}
		if want, err := os.ReadFile(source); name != "README.md" && (err != nil || !bytes.Equal(text, want)) { // its links are made absolute
			t.Errorf("%s is not the file %s (%v)", name, source, err)
		}
		if m := regexp.MustCompile(`\beval\(|new Function\(|sourceMappingURL`).Find(text); m != nil {
			t.Errorf("%s has %s", name, m)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, packed) {
		t.Errorf("the package has %q\nwant %q", names, packed)
	}
}

// TestSources checks the types of the extension, and that none are left out.
func TestSources(t *testing.T) {
	needTools(t)
	run(t, exec.Command("node", "node_modules/typescript/bin/tsc", "--noEmit"))
	sources, err := filepath.Glob("[st]*/*.ts") // of src and tests
	if err != nil || len(sources) < 5 {
		t.Fatal(sources, err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`: any\b|\bas any\b|<any>|any\[\]|as unknown as|@ts-`).Find(text); m != nil {
			t.Errorf("%s has %s", name, m)
		}
	}
}

// snippet is a text that an editor inserts. Its fields are those of the format, in alphabetical order.
type snippet struct {
	Body        []string `json:"body"`
	Description string   `json:"description"`
	Prefix      string   `json:"prefix"`
}

// newFile returns what bough new writes for a kind and a name.
func newFile(t *testing.T, kind, name, ext string) string {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	if code := commands.Main([]string{"new", kind, name, "--scripts", dir}, &out, &out, nil); code != 0 {
		t.Fatal(out.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, name+ext))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// placeholder is a name that is no part of a word of the texts.
const placeholder = "qqq"

// asSnippet returns a text as a snippet, with a place to type for the placeholder, where base stands at first.
func asSnippet(text, base, prefix, description string) snippet {
	text = strings.NewReplacer(`\`, `\\`, `$`, `\$`).Replace(strings.TrimSuffix(text, "\n"))
	text = strings.Replace(text, placeholder, "${1:"+base+"}", 1)
	return snippet{strings.Split(strings.ReplaceAll(text, placeholder, "$1"), "\n"), description, prefix}
}

// sceneText is the snippet of a scene.
const sceneText = `# What happens in this scene.
dt 0.5
show enter exit log
spawn qqq
tick 10`

// TestSnippets checks that the snippets are what bough new writes, and that the one of a scene plays.
func TestSnippets(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	const base = "$TM_FILENAME_BASE"
	for file, snippets := range map[string]map[string]snippet{
		"lua": {
			"Bough behavior": asSnippet(newFile(t, "behavior", placeholder, ".lua"), base, "bough-behavior", "A behavior of Bough"),
			"Bough test":     asSnippet(newFile(t, "test", placeholder, "_test.lua"), "${TM_FILENAME_BASE/_test$//}", "bough-test", "Tests of a tree of Bough"),
		},
		"tree":  {"Tree": asSnippet(newFile(t, "tree", placeholder, ".bt"), base, "tree", "A tree")},
		"scene": {"Scene": asSnippet(sceneText, base, "scene", "A scene with one agent")},
	} {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(snippets); err != nil {
			t.Fatal(err)
		}
		at := "snippets/" + file + ".json"
		if *update {
			if err := os.WriteFile(at, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(at); err != nil || !bytes.Equal(got, b.Bytes()) {
			t.Errorf("%s is not what bough new writes: go test ./cmd/bough/editors/vscode -update (%v)", at, err)
		}
	}
	dir := t.TempDir()
	var out bytes.Buffer
	if code := commands.Main([]string{"new", "tree", placeholder, "--scripts", dir}, &out, &out, nil); code != 0 {
		t.Fatal(out.String())
	}
	at := filepath.Join(dir, placeholder+".scene")
	if err := os.WriteFile(at, []byte(sceneText), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := commands.Main([]string{"run", at}, &out, &out, nil); code != 0 || !strings.Contains(out.String(), placeholder+"#1") {
		t.Errorf("the scene of the snippet does not play:\n%s", &out)
	}
}
