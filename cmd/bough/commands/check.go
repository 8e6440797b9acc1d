package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path"
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
	"github.com/bough-dev/bough/internal/allow"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/bough-dev/bough/trees"
	"github.com/spf13/cobra"
)

func newCheckCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	o := checkOptions{watch: watchFlags{scenes: true}}
	c := &cobra.Command{
		Use:   "check [DIR | FILE.zip]",
		Short: tr.T("Report problems in scripts and trees"),

		SuggestFor: []string{"validate", "lint", "verify"},
		Long: tr.T(`Check loads all scripts and trees of a directory, or of a bundle, without playing, and
prints all problems by file and line. It calls the preconditions, utilities and other
decision hooks of each behavior once, for an agent without fields, and reports those that
change something. Tests (see bough test) and scenes are parsed but not run. A comment
"bough: allow CODE reason" in a file allows a warning; --json prints the codes.

It exits with 1 if there are errors, and with --strict also if there are warnings.`),
		Args: atMost(tr.T("directory or bundle")),
		RunE: func(c *cobra.Command, args []string) error {
			s.at(args)
			return check(c, &s, &o)
		},
	}
	s.dirFlag(c)
	s.overlayFlag(c)
	c.Flags().BoolVar(&o.json, "json", false, tr.T("print the findings as JSON"))
	c.Flags().BoolVar(&o.sarif, "sarif", false, tr.T("print the findings as a log in the format SARIF 2.1.0"))
	c.MarkFlagsMutuallyExclusive("json", "sarif")
	c.Flags().StringSliceVar(&o.only, "only", nil, tr.T("print only the findings with these codes"))
	c.Flags().BoolVar(&o.strict, "strict", false, tr.T("exit with 1 for warnings, too"))
	c.Flags().BoolVar(&o.geometry, "geometry", false, tr.T("warn of math.sin and the like, and suggest functions of geom"))
	c.Flags().StringSliceVar(&o.fields, "fields", nil, tr.T("names of fields that the game sets, besides those in agent.fields"))
	o.watch.flags(c, tr.T("check again"))
	return c
}

// checkOptions are the flags of bough check.
type checkOptions struct {
	json, sarif, strict, geometry bool
	fields, only                  []string
	watch                         watchFlags
	news                          news
}

// checkCodes returns an error for a code that no message has.
func checkCodes(codes []string) error {
	for _, code := range codes {
		if slices.Contains(message.Codes(), code) {
			continue
		}
		err := tr.Errorf("no message has the code %s", code)
		if near := diag.Suggest(code, message.Codes()); near != "" {
			err = tr.Errorf("%w: did you mean %s?", err, near)
		}
		return tr.Errorf("%w; docs/messages.md lists the codes", err)
	}
	return nil
}

func check(c *cobra.Command, s *session, flags *checkOptions) error {
	if flags.json && flags.sarif {
		return usagef("--json and --sarif are two forms; choose one")
	}
	for _, name := range flags.fields {
		if err := scene.CheckField(name); err != nil {
			return usagef("--fields: %w", err)
		}
	}
	if err := checkCodes(flags.only); err != nil {
		return usagef("--only: %w", err)
	}
	if err := flags.watch.check(c, s, "sarif"); err != nil {
		return err
	}
	if flags.watch.on {
		return watchRounds(c, s, &flags.watch, flags.json, func([]string) error { return checkOnce(c, s, flags) })
	}
	return checkOnce(c, s, flags)
}

func checkOnce(c *cobra.Command, s *session, flags *checkOptions) error {
	o := s.options(c.ErrOrStderr())
	o.FieldNames = flags.fields
	game, err := s.open(o)
	if err != nil {
		return err
	}
	defer game.Close()
	problems, allowed := s.findings(game, flags.geometry)
	problems, allowed = withCodes(problems, flags.only), withCodes(allowed, flags.only)
	switch {
	case flags.json && flags.watch.on:
		err = writeJSONLine(c.OutOrStdout(), problems)
	case flags.json:
		err = writeJSON(c.OutOrStdout(), problems)
	case flags.sarif:
		err = writeSARIF(c.OutOrStdout(), problems, allowed)
	}
	if err != nil {
		return err
	}
	if flags.json || flags.sarif {
		return tellProblems(io.Discard, problems, flags.strict)
	}
	err = flags.news.tell(c.OutOrStdout(), problems, flags.strict)
	b := game.Bundle()
	if text := s.overlaid(game); text != "" {
		fmt.Fprintln(c.OutOrStdout(), text)
	}
	tr.Fprintf(c.OutOrStdout(), "%s, %s: %s\n", plural(countBehaviors(b), "%d behavior", "%d behaviors"), plural(countTrees(b), "%d tree", "%d trees"), countProblems(problems))
	return err
}

// withCodes returns the findings with some codes, or all of them if there are none.
func withCodes(list diag.List, codes []string) diag.List {
	if len(codes) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !slices.Contains(codes, d.Code) })
}

// findings returns the findings in the files of a game, in its tests and in its scenes, and those that comments allow.
func (s *session) findings(game *bough.Game, geometry bool) (left, allowed diag.List) {
	dir, words, given := s.outsideWords()
	problems := slices.Concat(withRehearsal(game), stubs(game), undeclared(game, dir, words), game.Bundle().NearMisses(words, path.Join(dir, assets.FieldsFile)), s.testProblems(game), s.sceneProblems(game))
	problems = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return startsOutside(d, given) })
	if geometry {
		problems = append(problems, trigonometry(game.Bundle())...)
	}
	left, allowed = s.allow(game, problems)
	return joinEngineFields(gather(left)), allowed
}

// allow divides findings into those that are left and those that comments in the files allow. To those that are left it
// adds a finding for each comment that allows nothing.
func (s *session) allow(game *bough.Game, problems diag.List) (left, allowed diag.List) {
	left, allowed = allow.Divide(problems, s.shownFiles(game))
	allowed = append(allowed, game.Bundle().Allowed...)
	left = append(left, allow.Unused(slices.Concat(left, allowed), s.shownFiles(game))...)
	left.Sort()
	allowed.Sort()
	return left, allowed
}

// shownFiles yields the files of the game, its tests and its scenes, as messages name them, with their texts.
func (s *session) shownFiles(game *bough.Game) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, c := range game.Bundle().Contents() {
			if !yield(path.Join(game.Prefix(), c.Path), c.Text) {
				return
			}
		}
		fsys, prefix, err := s.files()
		if isBundle(s.dir) || err != nil { // a bundle has neither tests nor scenes
			return
		}
		fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && (assets.IsTest(name) || path.Ext(name) == scene.Ext) {
				if text, err := fs.ReadFile(fsys, name); err == nil && !yield(path.Join(prefix, name), text) {
					return fs.SkipAll
				}
			}
			return nil
		})
	}
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

// countTrees returns the number of trees, with those that need parameters and those whose files have mistakes.
func countTrees(b *assets.Bundle) int { return len(treesWritten(b)) }

// treesWritten returns the names of all trees, also of those whose files have mistakes.
func treesWritten(b *assets.Bundle) map[string]bool {
	names := map[string]bool{}
	for _, t := range b.Trees {
		names[t.Name] = true
	}
	for _, c := range b.Contents() {
		if path.Ext(c.Path) != assets.TreeExt {
			continue
		}
		file, _ := trees.Parse(c.Path, c.Text)
		for _, t := range file.Trees {
			names[t.Name] = true
		}
	}
	return names
}

// startsOutside reports whether a finding is about a field from which scripts or trees calculate, or about an entry of a
// board that they only read, to which a test or a scene seems to give its first value, as the game does. given are the names
// that get values there.
func startsOutside(d diag.Diagnostic, given map[string]bool) bool {
	name, _ := d.Args["name"].(string)
	if d.Code == message.UnwrittenEntry("", "", "").Code {
		name, _ = d.Args["entry"].(string)
		if d.Remedy != nil && d.Remedy.Code == message.DidYouMean("").Code && strings.Contains(d.Hint, "bt.board(") {
			return false // the name of the board is misspelled
		}
	}
	return maybeOutside(d) && given[name]
}

// maybeOutside reports whether startsOutside depends on the names.
func maybeOutside(d diag.Diagnostic) bool {
	return d.Remedy != nil && d.Remedy.Code == message.StartFrom("", "", "").Code || d.Code == message.UnwrittenEntry("", "", "").Code
}

// withoutOutside leaves out the findings of a game for which check sees a reason in a test or a scene; see startsOutside.
func (s *session) withoutOutside(problems diag.List) diag.List {
	var given map[string]bool
	return slices.DeleteFunc(slices.Clone(problems), func(d diag.Diagnostic) bool {
		if !maybeOutside(d) {
			return false
		}
		if given == nil {
			_, _, given = s.outsideWords()
		}
		return startsOutside(d, given)
	})
}

// undeclared returns a finding for each field and each stimulus of unknown origin. outside are the words in tests and
// scenes. It leaves out names that occur there, since the game sets these, and names that probably misspell another one, about which the bundle has a
// finding. gather joins the findings.
func undeclared(game *bough.Game, dir string, outside map[string]bool) diag.List {
	words := maps.Clone(outside)
	for _, d := range game.Bundle().Problems {
		name, _ := d.Args["name"].(string)
		if d.Code == message.UnsetField("", "", "").Code || d.Code == message.UnpostedStimulus("", "").Code {
			words[name] = true
		}
	}
	var out diag.List
	for _, u := range game.Bundle().Undeclared() {
		if words[u.Name] {
			continue
		}
		w := message.UndeclaredField
		if u.Stimulus {
			w = message.UndeclaredStimulus
		}
		out.Warn(u.Pos, w(1, path.Join(dir, assets.FieldsFile), u.Name, []string{u.Name})).Source = u.Source
	}
	return out
}

// gather joins the findings of undeclared that no comment allows: those about fields to one at the first place, and
// those about stimuli likewise. A game that does not say what it sets may have many.
func gather(problems diag.List) diag.List {
	for _, w := range []func(count int, file, first string, names []string) diag.Words{message.UndeclaredField, message.UndeclaredStimulus} {
		code := w(0, "", "", nil).Code
		at := slices.IndexFunc(problems, func(d diag.Diagnostic) bool { return d.Code == code })
		if at < 0 {
			continue
		}
		joined := problems[at]
		var names []string
		problems = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool {
			if d.Code == code {
				names = append(names, d.Args["first"].(string))
			}
			return d.Code == code
		})
		words := diag.New(joined.Pos, w(len(names), joined.Args["file"].(string), names[0], names))
		words.Severity, words.Source = joined.Severity, joined.Source
		problems = slices.Insert(problems, at, words)
	}
	return problems
}

// joinEngineFields joins the findings about a field of the engine that is declared and is given a value, of which the second
// are errors: it is one mistake in several places.
func joinEngineFields(problems diag.List) diag.List {
	code := message.FieldOfEngine("").Code
	for at := len(problems) - 1; at >= 0; at-- {
		declared := problems[at]
		if declared.Code != code || declared.Severity != diag.Warning {
			continue
		}
		i := slices.IndexFunc(problems, func(d diag.Diagnostic) bool {
			return d.Code == code && d.Severity == diag.Error && d.Args["field"] == declared.Args["field"]
		})
		if i >= 0 {
			problems[i].Notes = append(slices.Clip(problems[i].Notes), message.DeclaredAt(declared.Pos.String()).Text)
			problems = slices.Delete(problems, at, at+1)
		}
	}
	return problems
}

// Patterns for what is written for people in tests and scenes, which are comments, names of tests, and what a scene says, and
// for a name that gets a value there.
var (
	prose        = lazyregexp.New(`(?m)--.*$|^\s*#.*$|^\s*say .*$|\["[^"\n]*"\]\s*=`)
	assignedName = lazyregexp.New(`([` + ident.Rest + `]+)["'\]]*\s*=[^=]`)
)

// outsideWords returns the directory as messages show it, all words in its tests and scenes but for prose, and those to
// which these give values. A bundle has neither.
func (s *session) outsideWords() (dir string, words, given map[string]bool) {
	words, given = map[string]bool{}, map[string]bool{}
	fsys, dir, err := s.files()
	if err != nil {
		return "", words, given
	}
	fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !assets.IsTest(name) && path.Ext(name) != scene.Ext {
			return nil
		}
		text, _ := fs.ReadFile(fsys, name)
		for _, w := range strings.FieldsFunc(prose.ReplaceAllString(string(text), " "), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[w] = true
		}
		for _, m := range assignedName.FindAllSubmatch(text, -1) {
			given[string(m[1])] = true
		}
		return nil
	})
	return dir, words, given
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
		out = append(out, checkScene(game, path.Join(prefix, name), string(text))...)
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
		if !slices.ContainsFunc(all, func(known diag.Diagnostic) bool { return known.Same(d) || message.Repeats(d, known) }) {
			all = append(all, d)
		}
	}
	all.Sort()
	return all
}

// stubs returns one finding about all behaviors that do nothing but raise an error, as those do that convert --stubs writes.
func stubs(game *bough.Game) (out diag.List) {
	b := game.Bundle()
	var names []string
	var first diag.Pos
	var line string
	for _, script := range b.Scripts() {
		i := slices.IndexFunc(script.Hooks, func(h lint.Hook) bool { return h.Raises && slices.Contains(lint.Doing, h.Name) })
		name := behaviors.NameOfFile(strings.TrimPrefix(script.Path, game.Prefix()+"/"))
		if i < 0 || b.Behavior(name) == nil { // it is a module
			continue
		}
		if names = append(names, name); len(names) == 1 {
			first, line = script.Hooks[i].Pos, script.Line(script.Hooks[i].Pos.Line)
		}
	}
	if len(names) > 0 {
		out.Warn(first, message.StubBehaviors(len(names), names)).Source = line
	}
	return out
}

// geometryInstead maps trigonometric functions to the remedies with the functions of geom that should replace them.
var geometryInstead = map[string]func() diag.Words{
	"math.sin":   message.TurnWithGeom,
	"math.cos":   message.TurnWithGeom,
	"math.tan":   message.SeeWithGeom,
	"math.asin":  message.AngleWithGeom,
	"math.acos":  message.AngleBetweenWithGeom,
	"math.atan":  message.AngleWithGeom,
	"math.atan2": message.AngleWithGeom,
	"math.rad":   message.DegreesWithGeom,
	"math.deg":   message.DegreesWithGeom,
}

// trigonometry returns a finding for each call of a trigonometric function in a script.
func trigonometry(b *assets.Bundle) diag.List {
	var out diag.List
	for _, script := range b.Scripts() {
		for _, c := range script.Calls {
			if instead := geometryInstead[c.Name]; instead != nil {
				d := out.Warn(c.Pos, message.TrigonometryInScript(c.Name).With(instead()))
				d.Source = script.Line(c.Pos.Line)
			}
		}
	}
	return out
}
