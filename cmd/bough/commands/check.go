package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

func newCheckCommand(open bough.Opener) *cobra.Command {
	s := session{opener: open}
	var asJSON, strict, geometry bool
	var fields []string
	c := &cobra.Command{
		Use:   "check [DIR | FILE.zip]",
		Short: "Report problems in scripts and trees",

		SuggestFor: []string{"validate", "lint", "verify"},
		Long: `Check loads all scripts and trees of a directory, or of a bundle, without playing, and
prints all problems by file and line. It calls the preconditions, utilities and other
decision hooks of each behavior once, for an agent without fields, and reports those that
change something. Tests (see bough test) and scenes are parsed but not run.

It exits with 1 if there are errors, and with --strict also if there are warnings.`,
		Args: atMost("directory or bundle"),
		RunE: func(c *cobra.Command, args []string) error {
			s.at(args)
			return check(c, &s, fields, asJSON, strict, geometry)
		},
	}
	s.dirFlag(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	c.Flags().BoolVar(&strict, "strict", false, "exit with 1 for warnings, too")
	c.Flags().BoolVar(&geometry, "geometry", false, "warn of math.sin and the like, and suggest functions of geom")
	c.Flags().StringSliceVar(&fields, "fields", nil, "names of fields that the game sets, besides those in agent.fields")
	return c
}

func check(c *cobra.Command, s *session, fields []string, asJSON, strict, geometry bool) error {
	for _, name := range fields {
		if err := scene.CheckField(name); err != nil {
			return usagef("--fields: %w", err)
		}
	}
	o := s.options(c.ErrOrStderr())
	o.FieldNames = fields
	game, err := s.open(o)
	if err != nil {
		return err
	}
	defer game.Close()
	problems := slices.Concat(withRehearsal(game), s.undeclared(game), s.testProblems(game), s.sceneProblems(game))
	if geometry {
		problems = append(problems, trigonometry(game.Bundle())...)
	}
	problems.Sort()
	if asJSON {
		if err := writeJSON(c.OutOrStdout(), problems); err != nil {
			return err
		}
		return tellProblems(io.Discard, problems, strict)
	}
	err = tellProblems(c.OutOrStdout(), problems, strict)
	b := game.Bundle()
	fmt.Fprintf(c.OutOrStdout(), "%s, %s: %s\n", plural(countBehaviors(b), "behavior"), plural(len(b.Trees), "tree"), countProblems(problems))
	return err
}

// countBehaviors returns the number of behaviors that have a file.
func countBehaviors(b *assets.Bundle) (n int) {
	inFiles := map[string]bool{}
	for _, f := range b.Files() {
		inFiles[behaviors.NameOfFile(f)] = true
	}
	for _, each := range b.Behaviors {
		if !each.Missing || inFiles[each.Name] {
			n++
		}
	}
	return n
}

// undeclared returns a finding that lists the fields of unknown origin, and another for stimuli of unknown origin.
// It leaves out names that occur in a test or a scene, since the game sets these.
func (s *session) undeclared(game *bough.Game) diag.List {
	dir, words := s.outsideWords()
	var fields, stimuli []assets.Undeclared
	for _, u := range game.Bundle().Undeclared() {
		switch {
		case words[u.Name]:
		case u.Stimulus:
			stimuli = append(stimuli, u)
		default:
			fields = append(fields, u)
		}
	}
	var out diag.List
	tell := func(list []assets.Undeclared, what, does, line string) {
		if len(list) == 0 {
			return
		}
		d := out.Warn(list[0].Pos, what, list[0].Name)
		d.Source = list[0].Source
		var others []string
		for _, u := range list[1:] {
			others = append(others, u.Name)
		}
		if len(others) > 0 {
			d.Message += fmt.Sprintf(" (nor %s)", someNames(others))
		}
		d.Hint = fmt.Sprintf("if the game %s it, write \""+line+"\" into %s", does, list[0].Name, path.Join(dir, assets.FieldsFile))
	}
	tell(fields, "no script sets the field %s, which is read here", "sets", "%s: what it is")
	tell(stimuli, "no script posts the stimulus %s, for which this waits", "posts", "stimulus %s: what it means")
	return out
}

// outsideWords returns the directory as messages show it, and all words in its tests and scenes. A bundle has
// neither.
func (s *session) outsideWords() (dir string, words map[string]bool) {
	words = map[string]bool{}
	fsys, dir, err := s.files()
	if err != nil {
		return "", words
	}
	fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !assets.IsTest(name) && path.Ext(name) != scene.Ext {
			return nil
		}
		text, _ := fs.ReadFile(fsys, name)
		for _, w := range strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[w] = true
		}
		return nil
	})
	return dir, words
}

// testProblems returns the problems in the test files that can be found without running them.
func (s *session) testProblems(game *bough.Game) diag.List {
	if isBundle(s.dir) { // a bundle has no tests
		return nil
	}
	fsys, prefix, err := s.files()
	if err != nil {
		return nil // opening the game has failed too
	}
	return scripttest.Check(fsys, prefix, game)
}

// sceneProblems returns the problems in the lines of scene files. It compares scenes that use the files of the game
// with these files.
func (s *session) sceneProblems(game *bough.Game) diag.List {
	if isBundle(s.dir) { // a bundle has no scenes
		return nil
	}
	fsys, prefix, err := s.files()
	if err != nil {
		return nil // opening the game has failed too
	}
	var out diag.List
	fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.Type().IsRegular() || path.Ext(name) != scene.Ext:
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil
		}
		sc, problems := scene.Parse(path.Join(prefix, name), string(text))
		switch out = append(out, problems...); {
		case len(problems) > 0: // agents of lines with mistakes are missing
		case filepath.ToSlash(sc.Scripts()) == prefix:
			out = append(out, sc.Check(game)...)
		default:
			out = append(out, sc.Check(nil)...)
		}
		return nil
	})
	return out
}

// rehearse calls each hook that a decision can call. It calls each one once, for an agent without fields, and
// returns the changes that the hooks tried to make. It drops other errors, since the missing fields may cause them.
func rehearse(game *bough.Game) diag.List {
	var found diag.List
	for _, b := range game.Bundle().Behaviors {
		for _, root := range asking(b) {
			p, err := engine.Compile(engine.Definition{Name: b.Name, Root: root})
			if err == nil {
				found = append(found, impure(game, p)...)
			}
		}
	}
	return found
}

// asking returns trees for checking a behavior. Decisions in these trees call all those hooks of the behavior that
// any decision can call.
func asking(b *engine.Behavior) []*engine.Node {
	if b.Missing {
		return nil
	}
	node := func() *engine.Node { return &engine.Node{Behavior: b, Params: b.Params} }
	under := func(k kind.Kind) *engine.Node {
		return &engine.Node{Kind: k, Children: []*engine.Node{node(), {Kind: kind.Idle}}}
	}
	choosing := node()
	choosing.Children = []*engine.Node{{Kind: kind.Idle}}
	return []*engine.Node{choosing, under(kind.Utility), under(kind.Goal)}
}

// impure returns the changes that hooks tried to make during a decision.
func impure(game *bough.Game, p *engine.Program) diag.List {
	var found diag.List
	a := game.World().Spawn(p, p.Name())
	defer game.Despawn(a)
	for _, step := range a.Explain().Steps {
		if e := (*luabind.Error)(nil); errors.As(step.Err, &e) && e.Impure {
			found = append(found, e.Diagnostic())
		}
	}
	return found
}

// withRehearsal returns the findings in the files and those of a rehearsal, without duplicates.
func withRehearsal(game *bough.Game) diag.List {
	all := slices.Clone(diag.List(game.Load()))
	for _, d := range rehearse(game) {
		if !slices.ContainsFunc(all, func(known diag.Diagnostic) bool { return known.Headline() == d.Headline() }) {
			all = append(all, d)
		}
	}
	all.Sort()
	return all
}

// geometryInstead maps trigonometric functions to the functions of geom that should replace them.
var geometryInstead = map[string]string{
	"math.sin":   "geom.rotate(x, y, degrees) turns a direction by an angle, geom.direction(x1, y1, x2, y2) is the way to a place",
	"math.cos":   "geom.rotate(x, y, degrees) turns a direction by an angle, geom.direction(x1, y1, x2, y2) is the way to a place",
	"math.tan":   "geom.in_cone(x, y, facing, fov, range, tx, ty) says whether a place is in sight",
	"math.asin":  "geom.angle(dx, dy) is the angle of a direction",
	"math.acos":  "geom.angle_between(ax, ay, bx, by) is the angle between two directions",
	"math.atan":  "geom.angle(dx, dy) is the angle of a direction",
	"math.atan2": "geom.angle(dx, dy) is the angle of a direction",
	"math.rad":   "angles are in degrees in geom",
	"math.deg":   "angles are in degrees in geom",
}

// trigonometry returns a finding for each call of a trigonometric function in a script.
func trigonometry(b *assets.Bundle) diag.List {
	var out diag.List
	for _, script := range b.Scripts() {
		for _, c := range script.Calls {
			if instead := geometryInstead[c.Name]; instead != "" {
				d := out.Warn(c.Pos, "the script calculates with %s", c.Name)
				d.Source, d.Hint = script.Line(c.Pos.Line), fmt.Sprintf("leave trigonometry to Go: %s", instead)
			}
		}
	}
	return out
}
