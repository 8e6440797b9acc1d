package commands

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
	"github.com/spf13/cobra"
)

// patternFiles holds a folder for each pattern. Besides there is the folder actsDir with scripts that several patterns
// use, and rowFile, from which each pattern gets the script that takes a row of its table.
//
//go:embed patterns
var patternFiles embed.FS

const (
	patternDir = "patterns"
	actsDir    = "acts"
	rowFile    = "row.lua"
)

// pattern is what the command new writes for the name of a pattern.
type pattern struct {
	name   string
	trees  []*trees.Tree
	files  []patternFile
	fields []byte // lines for assets.FieldsFile
}

type patternFile struct {
	path string // below the directory of the scripts, with slashes
	text []byte
	act  bool // other patterns use the file, too
}

// patternNames returns the names of all patterns, sorted.
func patternNames() (names []string) {
	folders, _ := patternFiles.ReadDir(patternDir)
	for _, f := range folders {
		if f.IsDir() && f.Name() != actsDir {
			names = append(names, f.Name())
		}
	}
	return names
}

// readPattern returns the pattern with that name, which must be one of patternNames.
func readPattern(name string) (*pattern, error) {
	p := &pattern{name: name}
	err := fs.WalkDir(patternFiles, path.Join(patternDir, name), func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := patternFiles.ReadFile(at)
		switch to := d.Name(); {
		case err != nil:
			return err
		case to == assets.FieldsFile:
			p.fields = text
		case to == name+"_table.lua":
			p.files = append(p.files, patternFile{path: "lib/" + to, text: text})
		default:
			p.files = append(p.files, patternFile{path: to, text: text})
			if path.Ext(to) == assets.TreeExt {
				file, _ := trees.Parse(to, text)
				p.trees = append(p.trees, file.Trees...)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	text, err := patternFiles.ReadFile(path.Join(patternDir, rowFile))
	if err != nil {
		return nil, err
	}
	p.files = append(p.files, patternFile{path: name + "_" + rowFile, text: bytes.ReplaceAll(text, []byte("NAME"), []byte(name))})
	acts, err := patternFiles.ReadDir(path.Join(patternDir, actsDir))
	if err != nil {
		return nil, err
	}
	for _, act := range acts {
		script := strings.TrimSuffix(act.Name(), assets.ScriptExt)
		if !slices.ContainsFunc(p.trees, func(t *trees.Tree) bool { return uses(t.Root, script) }) {
			continue
		}
		text, err := patternFiles.ReadFile(path.Join(patternDir, actsDir, act.Name()))
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, patternFile{path: act.Name(), text: text, act: true})
	}
	return p, nil
}

// uses reports whether a node or one of its descendants has the name.
func uses(n *trees.Node, name string) bool {
	return n.Name == name || slices.ContainsFunc(n.Children, func(child *trees.Node) bool { return uses(child, name) })
}

// listPatterns prints each pattern with the description of its first tree.
func listPatterns(out io.Writer) error {
	var rows [][]string
	for _, name := range patternNames() {
		p, err := readPattern(name)
		if err != nil {
			return err
		}
		rows = append(rows, []string{name, p.trees[0].Doc})
	}
	if err := writeColumns(out, rows, false); err != nil {
		return err
	}
	_, err := tr.Fprintf(out, "\nTo write one: bough new pattern patrol\n")
	return err
}

// writePattern writes a pattern to a directory of scripts. It writes nothing if something is in the way. With keep,
// scripts that several patterns use may differ from its own.
func writePattern(c *cobra.Command, dir, name string, keep bool) error {
	p, err := findPattern(name)
	if err != nil {
		return err
	}
	var missing []patternFile
	for _, f := range p.files {
		at := filepath.Join(dir, filepath.FromSlash(f.path))
		switch present, err := os.ReadFile(at); {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, f)
		case err != nil:
			return err
		case !f.act:
			return tr.Errorf("%s exists already; nothing is written: to write the pattern %s, first delete that file or move it out of %s", filepath.ToSlash(at), name, filepath.ToSlash(dir))
		case !keep && !bytes.Equal(bytes.ReplaceAll(present, []byte("\r\n"), []byte("\n")), f.text):
			script := strings.TrimSuffix(f.path, assets.ScriptExt)
			return tr.Errorf("%s is not the %s of the pattern %s; nothing is written: to use yours, add --keep; to have both, first type bough rename %[2]s NEW_NAME%[4]s", filepath.ToSlash(at), script, name, scriptsFlag(dir))
		}
	}
	for _, t := range p.trees {
		if other := findTree(dir, t.Name); other != nil {
			return tr.Errorf("there is a tree %s already, at %s; nothing is written: give that tree another name", t.Name, other.NamePos)
		}
	}
	at := filepath.Join(dir, assets.FieldsFile)
	fields, err := os.ReadFile(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range missing {
		if err := writeFile(c, filepath.Join(dir, filepath.FromSlash(f.path)), string(f.text)); err != nil {
			return err
		}
	}
	if all := withFields(fields, p); len(all) > len(fields) {
		if err := os.WriteFile(at, all, 0o666); err != nil {
			return err
		}
		fmt.Fprintln(c.OutOrStdout(), filepath.ToSlash(at))
	}
	p.sayNext(c.OutOrStdout(), dir)
	return nil
}

// findPattern returns the pattern with that name, or an error that suggests another name.
func findPattern(name string) (*pattern, error) {
	names := patternNames()
	if slices.Contains(names, name) {
		return readPattern(name)
	}
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = tr.F("the patterns are %s", strings.Join(names, ", "))
	}
	return nil, usagef("there is no pattern %s: %s", name, hint)
}

// withFields returns the text of assets.FieldsFile with the lines of the pattern for names that it does not declare. The
// types of those that it declares may be others: the command check says where that matters.
func withFields(text []byte, p *pattern) []byte {
	type name struct {
		what        declare.What
		board, name string
	}
	present := map[name]bool{}
	for _, d := range declare.Parse(assets.FieldsFile, text, luabind.Reserved).Lines() {
		present[name{d.What, d.Board, d.Name}] = true
	}
	var added strings.Builder
	for _, d := range declare.Parse(assets.FieldsFile, p.fields, luabind.Reserved).Lines() {
		if !present[name{d.What, d.Board, d.Name}] {
			added.WriteString(d.Text + "\n")
		}
	}
	if added.Len() == 0 {
		return text
	}
	all := string(text)
	if all != "" {
		all = strings.TrimRight(all, "\r\n") + "\n\n"
	}
	return []byte(all + "# " + tr.F("Of the pattern %s:", p.name) + "\n" + added.String())
}

// scriptsFlag returns the flag that other commands need to find a directory of scripts, or "".
func scriptsFlag(dir string) string {
	if dir == defaultDir {
		return ""
	}
	return " --scripts " + quotedIfSpaced(filepath.ToSlash(dir))
}

// sayNext prints what to type next.
func (p *pattern) sayNext(w io.Writer, dir string) {
	flag, at := scriptsFlag(dir), func(file string) string {
		return quotedIfSpaced(filepath.ToSlash(filepath.Join(dir, file)))
	}
	tr.Fprintf(w, `
Next:
  bough test --filter %[1]s%[2]s
  bough run %[3]s
  bough play %[3]s
While the scene plays, edit and save %[4]s. In another tree: tree %[5]s
`, p.name, flag, at(p.name+".scene"), at("lib/"+p.name+"_table.lua"), p.trees[0].Name)
}
