package commands

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/trees"
	"github.com/spf13/cobra"
)

func newNewCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	var keep bool
	c := &cobra.Command{
		Use:   "new project [DIR] | behavior|tree|test NAME | pattern [NAME] | editors",
		Short: tr.T("Write a new project, a pattern, or the file of a behavior, tree or test"),

		SuggestFor: []string{"init", "create"},
		Long: tr.T(`New writes the first files: "bough new behavior combat.taunt" writes
scripts/combat/taunt.lua, "bough new tree ogre" writes scripts/ogre.bt, and "bough new
test ogre" writes scripts/ogre_test.lua, which tests the tree ogre. A file that exists is
never touched, except that a pattern adds lines to agent.fields.

"bough new project" writes the folder scripts with a tree, its behaviors, the list of the
fields that the game sets, a test, and a scene; "bough new project DIR" does so in the
folder DIR. It also writes what "bough new editors" writes for scripts that you have:
settings for the Lua language server, EmmyLua, luacheck and selene, and definitions of what
scripts can use. "bough api --luals -w" writes the definitions anew.

"bough new pattern" lists the patterns: what characters often do, such as patrol or chase.
"bough new pattern patrol" writes the tree patrol, its scripts, the table of its numbers, a
test, and a scene.`),
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && args[0] == "project" && len(args) <= 2:
				return nil
			case len(args) > 0 && args[0] == "pattern" && len(args) <= 2:
				return nil
			case len(args) == 1 && args[0] == "editors":
				return nil
			case len(args) != 2 || !slices.Contains(newKinds, args[0]):
				return usagef("%s wants a kind and a name: bough new behavior combat.taunt, bough new tree ogre, bough new test ogre, bough new pattern, bough new editors, or bough new project", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case keep && args[0] != "pattern":
				return usagef("--keep is for bough new pattern NAME")
			case args[0] == "project" && s.dir != "":
				return usagef("the scripts of a new project lie in its folder %s: bough new project DIR", defaultDir)
			case args[0] == "project":
				return s.writeProject(c, append(args, ".")[1])
			case args[0] == "editors":
				return s.newEditors(c)
			case s.dir == "":
				s.dir = defaultDir
			}
			switch {
			case args[0] == "pattern" && len(args) == 1:
				return listPatterns(c.OutOrStdout())
			case args[0] == "pattern":
				return writePattern(c, s.dir, args[1], keep)
			}
			return writeNew(c, s.dir, args[0], args[1])
		},
	}
	c.Flags().StringVar(&s.dir, "scripts", "", tr.T("directory of scripts and trees (default ./scripts)"))
	c.Flags().BoolVar(&keep, "keep", false, tr.T("with a pattern: use the scripts that are there, such as a walk_to.lua of your own"))
	return c
}

// newKinds lists the kinds of single files that the command new writes.
var newKinds = []string{"behavior", "tree", "test"}

func writeNew(c *cobra.Command, dir, kind, name string) error {
	if err := checkNewName(dir, kind, name); err != nil {
		return usageError{err}
	}
	switch script := fileFor(dir, name, assets.ScriptExt); {
	case kind == "test":
		return writeFile(c, fileFor(dir, name, assets.TestSuffix), fill(tr.T(testText), name))
	case kind == "behavior" && strings.HasSuffix(script, assets.TestSuffix):
		return usagef("%s would be a test, since its name ends in %s; choose another name, or bough new test %s", filepath.ToSlash(script), assets.TestSuffix, strings.TrimSuffix(name, "_test"))
	case kind == "behavior":
		return writeFile(c, script, fill(tr.T(behaviorText), name))
	}
	if err := writeFile(c, fileFor(dir, name, ".bt"), fill(tr.T(treeText), name)); err != nil {
		return err
	}
	// The root of the tree must exist; otherwise a new user's first check would report an error.
	root := fileFor(dir, rootOfNew, ".lua")
	if _, err := os.Stat(root); err == nil {
		return nil
	}
	text, err := fs.ReadFile(project(), rootOfNew+".lua")
	if err != nil {
		return err
	}
	return writeFile(c, root, string(text))
}

// withDots returns a path such as combat/melee in the form of a name, combat.melee. It returns "" for any other text.
func withDots(path string) string {
	dotted := strings.NewReplacer("/", ".", `\`, ".").Replace(path)
	if dotted == path || trees.CheckName(dotted) != nil {
		return ""
	}
	return dotted
}

// checkNewName returns an error if no file of this kind and name can be written to a directory of scripts.
func checkNewName(dir, kind, name string) error {
	for _, ext := range []string{assets.ScriptExt, assets.TreeExt} {
		if short, found := strings.CutSuffix(name, ext); found {
			return tr.Errorf("the name of a %s has no extension: write %s", kind, strings.ReplaceAll(short, "/", "."))
		}
	}
	if dotted := withDots(name); dotted != "" {
		return tr.Errorf("the name of a %s has dots between its parts: write %s", kind, dotted)
	}
	if kind == "behavior" {
		return assets.CheckBehaviorName(name)
	}
	if err := behaviors.CheckName(name); err != nil {
		return err
	}
	if err := trees.CheckName(name); err != nil || kind != "tree" {
		return err
	}
	if t := findTree(dir, name); t != nil && t.NamePos.File != filepath.ToSlash(fileFor(dir, name, assets.TreeExt)) {
		return tr.Errorf("there is a tree %s already, at %s: choose another name", name, t.NamePos)
	}
	return nil
}

// findTree returns the tree of that name in a directory of scripts, or nil. Files and folders that cannot be read have none.
func findTree(dir, name string) (found *trees.Tree) {
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && path != dir:
			if _, err := os.Stat(filepath.Join(path, assets.RootFile)); err == nil {
				return filepath.SkipDir
			}
			return nil
		case filepath.Ext(path) != assets.TreeExt:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		file, _ := trees.Parse(filepath.ToSlash(path), text)
		for _, t := range file.Trees {
			if t.Name == name {
				found = t
				return filepath.SkipAll
			}
		}
		return nil
	})
	return found
}

// projects holds the scripts of a new project, with English and with Chinese texts.
//
//go:embed project project_zh
var projects embed.FS

// project returns the scripts of a new project, with texts in the language.
func project() fs.FS {
	folder := "project"
	if !lang.English() {
		folder = "project_zh"
	}
	files, err := fs.Sub(projects, folder)
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}

// nextSteps is printed after the files of a new project, with the command that goes to its folder.
const nextSteps = `
Next:
%s  bough test -v
  bough run scripts/villager.scene
  bough explain villager --set hp=10 --set x=0
  bough play scripts/villager.scene
While the scene plays, edit and save scripts/flee.lua. To find mistakes: bough check
`

// writeProject writes a folder with the scripts of a new project. It does nothing if the folder is not empty.
func (s *session) writeProject(c *cobra.Command, dir string) error {
	at := filepath.Join(dir, defaultDir)
	switch held, err := os.ReadDir(at); {
	case err == nil && len(held) > 0:
		return tr.Errorf("%s is not empty: it contains %s; nothing is written: choose another folder with bough new project DIR", filepath.ToSlash(at), held[0].Name())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	files, err := fs.ReadDir(project(), ".")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := fs.ReadFile(project(), f.Name())
		if err != nil {
			return err
		}
		if err := writeFile(c, filepath.Join(at, f.Name()), string(text)); err != nil {
			return err
		}
	}
	s.dir = at
	settings, err := s.writeSettings(c, dir, defaultDir)
	if err != nil {
		return err
	}
	if len(settings) > 0 {
		fmt.Fprintln(c.OutOrStdout(), tr.T("for editors:"), strings.Join(settings, " "))
	}
	cd := ""
	if dir != "." {
		cd = "  cd " + quotedIfSpaced(dir) + "\n"
	}
	tr.Fprintf(c.OutOrStdout(), nextSteps, cd)
	return nil
}

// newEditors writes settings for editors for the scripts of a project, whose folder must be below the present one.
func (s *session) newEditors(c *cobra.Command) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	if below := filepath.ToSlash(filepath.Clean(dir)); filepath.IsLocal(dir) && below != "." && !isBundle(dir) {
		written, err := s.writeSettings(c, ".", below)
		for _, path := range written {
			fmt.Fprintln(c.OutOrStdout(), path)
		}
		return err
	}
	return usagef("the settings name the folder of the scripts from the present folder: run the command in the folder that contains %s", filepath.ToSlash(dir))
}

// writeSettings writes the files of apidoc.API.Settings to a folder, for scripts in a folder below it, and returns their paths
// below that folder. Files that exist stay, and are named on standard error.
func (s *session) writeSettings(c *cobra.Command, dir, scripts string) (written []string, err error) {
	api, err := gameAPI(s.game)
	if err != nil {
		return nil, err
	}
	if api, err = s.withFiles(api, true); err != nil {
		return nil, err
	}
	for _, f := range api.Settings(scripts) {
		at := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(at); err == nil {
			tr.Fprintf(c.ErrOrStderr(), "%s is there already, and left as it is\n", filepath.ToSlash(at))
			continue
		}
		if err := createFile(at, f.Text); err != nil {
			return written, err
		}
		written = append(written, f.Path)
	}
	return written, nil
}

// quotedIfSpaced returns a path as it is typed in a shell.
func quotedIfSpaced(path string) string {
	if strings.Contains(path, " ") {
		return strconv.Quote(path)
	}
	return path
}

func fill(text, name string) string {
	return strings.NewReplacer("NAME", name, "LAST", name[strings.LastIndexByte(name, '.')+1:], "ROOT", rootOfNew).Replace(text)
}

func fileFor(dir, name, ext string) string {
	return filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))) + ext
}

// writeFile writes a new file and prints its path. It is an error if the file exists.
func writeFile(c *cobra.Command, path, text string) error {
	if err := createFile(path, text); err != nil {
		return err
	}
	fmt.Fprintln(c.OutOrStdout(), filepath.ToSlash(path))
	return nil
}

// createFile writes a new file. It is an error if the file exists.
func createFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return tr.Errorf("%s exists already; choose another name, or edit it", filepath.ToSlash(path))
	}
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

const behaviorText = `-- NAME: say here what it is for and how to tune it.
return {
  doc = "What NAME does, in a sentence.",

  -- Tuning; a tree may override each: LAST speed=2
  params = { speed = 1 },

  -- Is it ready? Must not change anything. Remove it if it always is.
  precondition = function(agent, params)
    return true
  end,

  -- Called in every tick while active. Returns nothing while it continues,
  -- "success" or "failure" when it is over.
  behavior = function(agent, params)
  end,
}
`

const testText = `-- Tests of the tree NAME. Run them with: bough test -v
return {
  ["NAME does something"] = function(t)
    local one = t.spawn("NAME", {})  -- in the braces: its fields, such as hp = 100
    t.tick(3)
    t.expect(t.doing(one) ~= "", "it does something")
    print(t.why(one))                -- what it does, and why; remove it when you know
  end,
}
`

const treeText = `tree NAME "What NAME is, in a sentence."
  # One node a line, a behavior by its name; what is indented stands below.
  # The first child that is ready runs. Write conditions as: when hp < 30
  ROOT
`

// rootOfNew is the behavior at the root of a new tree.
const rootOfNew = "root"
