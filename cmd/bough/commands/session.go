package commands

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/layers"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/options"
	"github.com/bough-dev/bough/scripts"
	"github.com/bough-dev/bough/trees"
	"github.com/spf13/cobra"
)

// session holds the flags of commands that load scripts and tick agents.
type session struct {
	game    func() bough.Options // returns the options of the game that the program is made for; nil if there is none
	opened  *bough.Game          // the game of the last open; nil before
	dir     string
	over    fs.FS // files in place of those of dir; nil if there are none
	overlay string
	ticks   int
	agents  int
	workers int
	dt      time.Duration
	seed    uint64
	set     []string
	budget  int
}

// defaultDir is the directory of the scripts if there is no flag --scripts.
const defaultDir = "scripts"

func (s *session) dirFlag(c *cobra.Command) {
	c.Flags().StringVar(&s.dir, "scripts", "", tr.T("directory of scripts and trees, or a bundle, FILE.zip (default ./scripts)"))
}

// overlayFlag adds the flag of an overlay; see bough.Options.
func (s *session) overlayFlag(c *cobra.Command) {
	c.Flags().StringVar(&s.overlay, "overlay", "", tr.T("folder or bundle, FILE.zip, whose `files` come in place of those of the scripts, or in addition"))
}

// overlaid says which files of a game are from the overlay. It returns "" if there is none.
func (s *session) overlaid(game *bough.Game) string {
	if s.overlay == "" {
		return ""
	}
	over := filepath.ToSlash(filepath.Clean(s.overlay))
	paths, err := game.Overlaid()
	switch {
	case err != nil:
		return tr.F("overlay %s: %v", over, err)
	case len(paths) == 0:
		return tr.F("overlay %s has no files yet", over)
	}
	const most = 10
	text := tr.F("overlay %s, %s: %s", over, plural(len(paths), "%d file", "%d files"), strings.Join(paths[:min(most, len(paths))], ", "))
	if len(paths) > most {
		text += ", ..."
	}
	return text
}

// at sets the directory or bundle to the argument, if there is one.
func (s *session) at(args []string) {
	if len(args) > 0 {
		s.dir = args[0]
	}
}

func (s *session) tickFlags(c *cobra.Command, ticks int) {
	f := c.Flags()
	f.IntVar(&s.ticks, "ticks", ticks, tr.T("number of ticks"))
	f.IntVar(&s.agents, "agents", 1, tr.T("number of agents"))
	f.IntVar(&s.workers, "workers", 1, tr.T("number of workers; results do not depend on it"))
	f.DurationVar(&s.dt, "dt", 50*time.Millisecond, tr.T("time between two ticks"))
	f.Uint64Var(&s.seed, "seed", 1, tr.T("seed of all random numbers"))
	f.StringArrayVar(&s.set, "set", nil, tr.T("field of the agents, `name=value`, the value a number, true, false or text; may be repeated"))
	f.IntVar(&s.budget, "budget", 0, tr.T("instructions per hook call (0 the default, -1 no limit)"))
}

func (s *session) check() error {
	switch {
	case s.ticks < 0 || s.agents < 1 || s.workers < 1:
		return usagef("--ticks must be 0 or more, --agents and --workers 1 or more")
	case s.dt < 0:
		return usagef("--dt %v is negative", s.dt)
	case s.workers > 64:
		return usagef("--workers %d; at most 64", s.workers)
	}
	return nil
}

// options returns options for a game that prints the logs and errors of scripts to stderr.
func (s *session) options(stderr io.Writer) bough.Options {
	var teller message.Teller
	return bough.Options{
		Seed: s.seed, Workers: s.workers, Limits: bough.Limits{Budget: s.budget},
		OnFault: func(f *engine.Fault) {
			if d, again := teller.Tell(f.Diagnostic(), s.problems()); !again || f.Part == "" { // an expression may be in several trees
				fmt.Fprintln(stderr, d.Error())
			}
		},
		OnMark: func(m bough.Mark) {
			if m.Kind == bough.MarkScript {
				tr.Fprintf(stderr, "mark %s: %s\n", m.Label, continued(m.Text))
			}
		},
		OnLog: func(a *bough.Agent, text string) {
			if a == nil {
				tr.Fprintf(stderr, "log: %s\n", continued(text))
			} else {
				tr.Fprintf(stderr, "log %s: %s\n", a.Label(), continued(text))
			}
		},
	}
}

// told returns a script error in the form for somebody who has been told the findings in the files; see message.Told.
func (s *session) told(d diag.Diagnostic) diag.Diagnostic {
	return message.Told(d, s.problems())
}

// problems returns the findings in the files of the game, once it is open.
func (s *session) problems() diag.List {
	if s.opened == nil {
		return nil
	}
	return s.opened.Bundle().Problems
}

// own returns the options of the game that the program is made for. If there is none, the options have no helpers, since
// an arena or a replay adds those that it needs.
func (s *session) own() bough.Options {
	if s.game == nil {
		return bough.Options{}
	}
	return s.game()
}

// ownOrEmpty is like own. If there is no game, the options have the helpers that the samples use.
func (s *session) ownOrEmpty() bough.Options {
	if s.game == nil {
		return arena.Empty()
	}
	return s.game()
}

// open opens the scripts.
func (s *session) open(o bough.Options) (*bough.Game, error) {
	return s.openFolder(options.Combine(s.ownOrEmpty(), o))
}

// openFS opens a game over other files.
func (s *session) openFS(files fs.FS, o bough.Options) (*bough.Game, error) {
	return s.openUnwatched(files, options.Combine(s.ownOrEmpty(), o))
}

// openUnwatched opens a game over files that do not change, with the overlay, which may.
func (s *session) openUnwatched(files fs.FS, o bough.Options) (*bough.Game, error) {
	o.Overlay = s.overlay
	if s.overlay != "" && !isDir(s.overlay) && !isBundle(s.overlay) {
		return nil, s.noOverlay()
	}
	if !isDir(s.overlay) {
		o.Watch, o.Poll = false, 0
	}
	return s.keep(bough.OpenFS(files, o))
}

// noOverlay returns the error for an overlay that is not there.
func (s *session) noOverlay() error {
	return usagef("--overlay: there is no folder or bundle %s: make the folder, which may be empty", filepath.ToSlash(s.overlay))
}

// keep records an opened game for told.
func (s *session) keep(game *bough.Game, err error) (*bough.Game, error) {
	if err == nil {
		s.opened = game
	}
	return game, err
}

// openIfAny opens the scripts, or a game without scripts if there are none.
func (s *session) openIfAny(o bough.Options) (*bough.Game, error) {
	if _, err := s.folder(); err != nil {
		return s.openFS(embed.FS{}, o)
	}
	return s.open(o)
}

// openFor opens the scripts for a tree from the command line. If there is no folder of scripts but the samples have
// that tree, it opens the samples and prints a notice on stderr. A program for a game of its own has no samples.
func (s *session) openFor(tree string, o bough.Options, stderr io.Writer) (*bough.Game, error) {
	_, absent := s.folder()
	if absent == nil {
		return s.open(o)
	}
	if s.game != nil {
		return nil, absent
	}
	game, err := s.openFS(samples, o)
	if err != nil {
		return nil, err
	}
	game.Load()
	name, _, _ := strings.Cut(tree, " ")
	if known := game.Bundle().TreeNames(); !slices.Contains(known, name) {
		game.Close()
		if hint := diag.DidYouMean(name, known); hint != "" {
			return nil, usagef("%w; of the samples, %s", absent, hint)
		}
		return nil, absent
	}
	fmt.Fprintln(stderr, tr.T(samplesServe))
	return game, nil
}

// wantTree returns an error if name is a path instead of the name of a tree, which parameters may follow.
func wantTree(command, name string) error {
	if err := noTreeFile(command, name); err != nil {
		return err
	}
	if path, _, _ := strings.Cut(name, " "); strings.ContainsAny(path, `/\`) {
		return usagef("%s is a path; give the name of a tree: bough %s %s", path, command, treeIn(path+assets.TreeExt))
	}
	return nil
}

// noTreeFile returns an error if name is the name of a file instead of a tree.
func noTreeFile(command, name string) error {
	switch filepath.Ext(name) {
	case scene.Ext:
		return usagef("%s is a scene; give the name of a tree: bough %s TREE", name, command)
	case assets.TreeExt:
		return usagef("%s is a file of trees; give the name of a tree: bough %s %s", name, command, treeIn(name))
	case assets.ScriptExt:
		return usagef("%s is the file of a behavior; give the name of a tree: bough %s TREE", name, command)
	}
	return nil
}

// treeIn returns the name of a tree in a file, if possible one with the name of the file. If the file has no trees, it
// returns TREE.
func treeIn(path string) string {
	src, _ := readUpTo(path, trees.MaxFileSize)
	file, _ := trees.Parse(path, src)
	name := strings.TrimSuffix(filepath.Base(path), assets.TreeExt)
	switch {
	case len(file.Trees) == 0:
		return "TREE"
	case slices.ContainsFunc(file.Trees, func(t *trees.Tree) bool { return t.Name == name }):
		return name
	}
	return file.Trees[0].Name
}

// readScene reads the file of a scene.
func readScene(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err == nil {
		return string(text), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", usageError{err}
	}
	if there := filepath.Join(defaultDir, file); isFile(there) {
		return "", usagef("there is no file %s here: did you mean %s?", file, filepath.ToSlash(there))
	}
	for _, dir := range []string{filepath.Dir(file), defaultDir} {
		found, _ := filepath.Glob(filepath.Join(dir, "*"+scene.Ext))
		for i, name := range found {
			found[i] = strings.TrimSuffix(filepath.Base(name), scene.Ext)
		}
		if near := diag.Suggest(strings.TrimSuffix(filepath.Base(file), scene.Ext), found); near != "" {
			return "", usagef("there is no file %s here: did you mean %s?", file, filepath.ToSlash(filepath.Join(dir, near+scene.Ext)))
		}
	}
	return "", usagef("there is no file %s here", file)
}

// samples are the scripts that are built into the program. Tests replace them by a copy.
var samples fs.FS = scripts.FS

// samplesServe is the notice that the samples are used for lack of a folder of scripts.
const samplesServe = "there is no folder " + defaultDir + " here: these are the samples that bough contains"

// openArena opens the scripts of an arena. If there is no folder of scripts, it opens the samples and passes a notice to
// tell.
func (s *session) openArena(a *arena.Arena, o bough.Options, tell func(string)) (*bough.Game, error) {
	o = options.Combine(s.own(), o)
	if err := a.AddHelpers(&o); err != nil {
		return nil, err
	}
	if _, err := s.folder(); err == nil || s.game != nil {
		return s.openFolder(o)
	}
	tell(tr.T(samplesServe))
	return s.openUnwatched(samples, o)
}

// folder returns the directory or bundle of the scripts.
func (s *session) folder() (string, error) {
	switch {
	case s.dir != "":
		return s.dir, nil
	case isDir(defaultDir):
		return defaultDir, nil
	case hasScripts("."):
		return "", usagef("there is no folder %s here, but there are scripts: add --scripts .", defaultDir)
	}
	return "", usagef("there is no folder %s here: make one with bough new project, or name yours with --scripts DIR", defaultDir)
}

// hasScripts reports whether a directory itself, without its subdirectories, contains scripts or trees.
func hasScripts(dir string) bool {
	for _, ext := range []string{assets.ScriptExt, assets.TreeExt} {
		if found, _ := filepath.Glob(filepath.Join(dir, "*"+ext)); len(found) > 0 {
			return true
		}
	}
	return false
}

// scriptsBelow returns the folder scripts in a directory, if that folder has the scripts and the directory itself has
// none. Otherwise it returns "".
func scriptsBelow(dir string) string {
	below := filepath.Join(dir, defaultDir)
	if hasScripts(dir) || isFile(filepath.Join(dir, assets.FieldsFile)) || !hasScripts(below) {
		return ""
	}
	return filepath.ToSlash(below)
}

// openFolder opens the directory or bundle of the scripts.
func (s *session) openFolder(o bough.Options) (*bough.Game, error) {
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	if o.Overlay = s.overlay; s.overlay != "" && !isDir(s.overlay) && !isBundle(s.overlay) {
		return nil, s.noOverlay()
	}
	if isBundle(dir) {
		b, err := unpack(dir)
		if err != nil {
			return nil, tr.Errorf("bundle %s: %w; give a file that bough bundle has written", dir, err)
		}
		o.Prefix = filepath.ToSlash(filepath.Clean(dir))
		return s.openUnwatched(b.FS, o)
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if near := belowScripts(dir, assets.TreeExt, assets.ScriptExt); near != "" {
			return nil, usagef("there is no directory or bundle %s here: give the directory %s, which holds %s", dir, defaultDir, near)
		}
		return nil, usageError{noDirectory(dir)}
	}
	if st, err := os.Stat(dir); err == nil && !st.IsDir() {
		return nil, usagef("%s is a file; give the directory that holds the .lua and .bt files", dir)
	}
	if below := scriptsBelow(dir); below != "" {
		return nil, usagef("the scripts are in the folder %s: give that one in place of %s", below, dir)
	}
	game, err := bough.Open(dir, o)
	if s.game != nil && errors.Is(err, bough.ErrOptions) {
		return nil, err // another command line would not help
	}
	return s.keep(game, openError(err))
}

func noDirectory(dir string) error {
	return tr.Errorf("there is no directory or bundle %s here: give the directory that holds the .lua and .bt files", dir)
}

// openError marks an error of Open as a usage error, unless the system refused to watch the directory: another
// command line would not help then.
func openError(err error) error {
	if refused := (*hotreload.Error)(nil); err == nil || errors.As(err, &refused) {
		return err
	}
	return usageError{err}
}

// nextField matches a value that another field follows, as in 10,x=3.
var nextField = lazyregexp.New(`^[^,"']*,[` + ident.Rest + `]+=`)

// fields parses the --set flags.
func (s *session) fields() (bough.Fields, error) {
	f := bough.Fields{}
	for _, text := range s.set {
		name, value, ok := strings.Cut(text, "=")
		switch first, _, several := strings.Cut(value, ","); {
		case !ok || name == "" || value == "":
			return nil, usagef("--set %s: want name=value", text)
		case strings.TrimSpace(name) != name || strings.TrimSpace(value) != value:
			return nil, usagef("--set %q: write it without spaces: --set %s=%s", text, strings.TrimSpace(name), strings.TrimSpace(value))
		case several && nextField.MatchString(value):
			return nil, usagef("--set %s: give each field a flag of its own: --set %s=%s --set %s", text, name, first, value[len(first)+1:])
		}
		if err := scene.CheckField(name); err != nil {
			return nil, usagef("--set %s: %w", text, err)
		}
		f[name] = fieldValue(value)
	}
	return f, nil
}

func fieldValue(text string) any {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n
	}
	switch text {
	case "true":
		return true
	case "false":
		return false
	case "nil":
		return nil
	}
	if strings.HasPrefix(text, "{") {
		if v, err := scene.Table(text); err == nil {
			return v
		}
	}
	return text
}

// checkFields returns an error for a --set flag whose name is misspelled, and prints warnings about those whose names are
// parameters of the tree.
func (s *session) checkFields(game *bough.Game, tree string, stderr io.Writer) error {
	b := game.Bundle()
	for _, text := range s.set {
		field, value, _ := strings.Cut(text, "=")
		name, _, _ := strings.Cut(tree, " ")
		if slices.Contains(b.Parameters(name), field) && !b.UsesField(field) {
			tr.Fprintf(stderr, "warning: --set %s: %s\n", text, message.ParameterAsField(tree+" "+text, field, name))
		} else if near := b.MisspelledField(field); near != "" && b.Problems.Err() == nil {
			return usagef("--set %s: no script or tree has a field %s: did you mean --set %s=%s?", text, field, near, value)
		}
	}
	return s.checkTypes(game)
}

// checkTypes returns an error for a --set flag whose value contradicts the declaration of the field.
func (s *session) checkTypes(game *bough.Game) error {
	for _, text := range s.set {
		field, given, _ := strings.Cut(text, "=")
		v, err := value.Of(fieldValue(given))
		if err != nil {
			return err
		}
		if w := game.Bundle().Declared().Refuse(field, v); w.Text != "" {
			return usagef("--set %s: %w", text, w)
		}
	}
	return nil
}

// spawn spawns the agents of the session.
func (s *session) spawn(game *bough.Game, tree string, stderr io.Writer) error {
	f, err := s.fields()
	if err != nil {
		return err
	}
	if err := s.checkFields(game, tree, stderr); err != nil {
		return err
	}
	for range s.agents {
		if _, err := game.Spawn(tree, f); err != nil {
			name, _, _ := strings.Cut(tree, " ")
			if file := belowScripts(tree, scene.Ext); file != "" && errors.Is(err, bough.ErrUnknownTree) && !treesWritten(game.Bundle())[name] {
				return usagef("there is no tree %q, but a scene: give its file %s", tree, file)
			}
			return scene.ToldError(game, tree, err)
		}
	}
	return nil
}

// files returns the directory of the scripts as a file system, and its name for messages.
func (s *session) files() (fsys fs.FS, prefix string, err error) {
	if s.over != nil {
		return s.over, s.dir, nil
	}
	dir, err := s.folder()
	if err != nil {
		return nil, "", err
	}
	switch st, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", usageError{noDirectory(dir)}
	case err != nil:
		return nil, "", usageError{err}
	case isBundle(dir):
		return nil, "", usagef("%s is a bundle, which holds no tests; give the directory that it was made of", dir)
	case !st.IsDir():
		return nil, "", usagef("%s is a file; give the directory of the scripts, and choose tests with --filter", dir)
	}
	if fsys = os.DirFS(dir); isDir(s.overlay) {
		fsys = layers.FS{Over: os.DirFS(s.overlay), Base: fsys}
	}
	return fsys, filepath.ToSlash(filepath.Clean(dir)), nil
}
