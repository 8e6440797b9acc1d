package commands

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/trees"
	"github.com/spf13/cobra"
)

// choices are what a folder of scripts or a bundle has to play.
type choices struct {
	where  string   // the folder or bundle
	scenes []string // paths, sorted
	trees  []string // names of the trees that no other tree includes and that need no parameters, sorted
	// arena is set if there are all trees of the arena. Then the scripts are the samples, or were made from them. Other
	// scripts need not have what the arena wants of them, such as its fields, so their trees are not its inhabitants
	// unless --agents says so.
	arena bool
}

// choices reads what there is to play. Without a folder of scripts, or without anything to play in it, that is the
// arena, which plays the samples or says what is missing.
func (s *session) choices() *choices {
	dir, err := s.folder()
	if err != nil {
		return &choices{arena: true}
	}
	ch := &choices{where: filepath.ToSlash(filepath.Clean(dir))}
	files := os.DirFS(dir)
	if isBundle(dir) {
		b, err := unpack(dir)
		if err != nil {
			return &choices{arena: true} // the error is reported when the bundle is opened
		}
		files = b.FS
	}
	if scriptsBelow(dir) != "" || ch.read(files) != nil || len(ch.scenes)+len(ch.trees) == 0 {
		ch.arena = true
	}
	return ch
}

// isRoot reports whether a folder belongs to another game.
func isRoot(files fs.FS, folder string) bool {
	_, err := fs.Stat(files, path.Join(folder, assets.RootFile))
	return err == nil
}

// read reads the names of scenes and trees. A tree in a file with mistakes counts, too. What a game does not load, such
// as hidden files, does not count.
func (ch *choices) read(files fs.FS) error {
	named, needs, included := map[string]bool{}, map[string]bool{}, map[string]bool{}
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		switch ext := path.Ext(file); {
		case err == nil && file != "." && (strings.HasPrefix(d.Name(), ".") || d.IsDir() && isRoot(files, file)):
			if d.IsDir() {
				return fs.SkipDir
			}
		case err != nil || d.IsDir():
			return err
		case ext == scene.Ext:
			ch.scenes = append(ch.scenes, path.Join(ch.where, file))
		case ext == assets.TreeExt:
			src, err := fs.ReadFile(files, file)
			if err != nil {
				return err
			}
			parsed, mistakes := trees.Parse(file, src)
			if mistakes.Err() != nil {
				named[strings.TrimSuffix(path.Base(file), ext)] = true
			}
			for _, t := range parsed.Trees {
				named[t.Name] = t.Name != ""
				needs[t.Name] = slices.ContainsFunc(t.Params, func(p trees.TreeParam) bool { return p.Required })
				if t.Root == nil {
					continue
				}
				for n := range t.Root.All() {
					included[n.Name] = included[n.Name] || n.Include && n.Name != t.Name
				}
			}
		}
		return nil
	})
	for name := range named {
		if named[name] && !needs[name] && !included[name] {
			ch.trees = append(ch.trees, name)
		}
	}
	slices.Sort(ch.trees)
	slices.Sort(ch.scenes)
	ch.arena = !slices.ContainsFunc(arena.Trees(), func(name string) bool { return !named[name] })
	return err
}

// only returns the only scene or, if there is no scene, the only tree. It returns "" if there are several.
func (ch *choices) only() string {
	switch {
	case len(ch.scenes) == 1:
		return ch.scenes[0]
	case len(ch.scenes) == 0 && len(ch.trees) == 1:
		return ch.trees[0]
	}
	return ""
}

// all returns the scenes, and then the trees.
func (ch *choices) all() []string { return slices.Concat(ch.scenes, ch.trees) }

// in returns the flag that names the folder or bundle, preceded by a space, or "" if it is the default.
func (ch *choices) in() string {
	if ch.where == defaultDir {
		return ""
	}
	return " --scripts " + quoted(ch.where)
}

// call returns the command line that plays a scene or a tree.
func (ch *choices) call(what string) string {
	if slices.Contains(ch.scenes, what) {
		return "bough play " + quoted(what)
	}
	return "bough play " + what + ch.in()
}

// mostChoices bounds the number of command lines in a list.
const mostChoices = 20

// list writes one line for each choice, numbered from 1 if numbered is set.
func (ch *choices) list(numbered bool) string {
	var b strings.Builder
	all := ch.all()
	for i, what := range all[:min(len(all), mostChoices)] {
		if numbered {
			fmt.Fprintf(&b, "%3d", i+1)
		}
		fmt.Fprintf(&b, "  %s\n", ch.call(what))
	}
	if more := len(all) - mostChoices; more > 0 {
		tr.Fprintf(&b, "  and %d more\n", more)
	}
	return b.String()
}

// choose returns the scene or tree to play. If there are several, it asks on a terminal; without one it returns an
// error that lists them.
func (ch *choices) choose(c *cobra.Command) (string, error) {
	if what := ch.only(); what != "" {
		return what, nil
	}
	has := tr.F("%s has %s and %s", ch.where, plural(len(ch.scenes), "%d scene", "%d scenes"), plural(len(ch.trees), "%d tree", "%d trees"))
	arena := tr.F("  bough play%s --agents %d\nplays the trees as inhabitants of an arena", ch.in(), arena.DefaultAgents)
	if !isTerminal(c.OutOrStdout()) || !isTerminalIn(c.InOrStdin()) {
		return "", usagef("%s; say which to play:\n%s%s", has, ch.list(false), arena)
	}
	tr.Fprintf(c.OutOrStdout(), "%s:\n%s%s\nnumber: ", has, ch.list(true), arena)
	line, err := bufio.NewReader(io.LimitReader(c.InOrStdin(), 100)).ReadString('\n')
	n, wrong := strconv.Atoi(strings.TrimSpace(line))
	if all := ch.all(); err == nil && wrong == nil && n >= 1 && n <= len(all) {
		return all[n-1], nil
	}
	return "", usagef("%q is no number of the list; nothing is played", strings.TrimSpace(line))
}

// explainLabel returns the error for the label of an agent that might be of any scene.
func (ch *choices) explainLabel(label string) error {
	tree, _, _ := strings.Cut(label, "#")
	var b strings.Builder
	for _, s := range ch.scenes[:min(len(ch.scenes), mostChoices)] {
		fmt.Fprintf(&b, "\n  bough explain %s '%s'", quoted(s), label)
	}
	if slices.Contains(ch.trees, tree) || len(ch.scenes) == 0 {
		fmt.Fprintf(&b, "\n  bough explain %s%s", tree, ch.in())
	}
	return usagef("%s is an agent of which game? Say it:%s", label, b.String())
}

// quoted returns an argument in the form for a command line.
func quoted(arg string) string {
	if strings.ContainsAny(arg, " '\"$`\\&;()<>|*?#~!") {
		return strconv.Quote(arg)
	}
	return arg
}
