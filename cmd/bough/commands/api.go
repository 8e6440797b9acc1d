package commands

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

func newAPICommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	var asJSON, luals, declares, write bool
	c := &cobra.Command{
		Use:   "api [NAME]",
		Short: tr.T("List the functions that scripts can call, or explain one"),
		Long: tr.T(`API prints everything that a script can use, with parameters, units and a description:
the hooks and fields of a behavior's table, the table bt, the helpers geom for geometry,
the helpers field of the arena of bough play, and the functions of Lua. The last list has
the functions of Lua that scripts do not have, with reasons. With a name it prints only
this function, named with or without its table, or this table. Letters and numbers in
brackets are rules of docs/semantics.md. If there is a folder scripts, or one is given with
--scripts, it also prints the data that its file agent.fields declares.

With --declare it prints instead what agent.fields could be: the present lines, and lines for
all other fields, stimuli, requests and entries of boards that the scripts and trees use, with
the types that these show. Look through it, and complete it: check then finds what contradicts
it. With -w it writes the file.

A game has helpers of its own instead of field; its programmer can print such a list for
them (docs/embedding.md). With --luals it prints a definition file for the Lua language
server, so that editors complete and explain names: also the fields of agents and the
parameters of each behavior, as agent.fields, scripts and trees show them. With -w it writes
the file .bough/definitions.lua, which the settings of bough new editors name.`),
		Example: "  bough api bt.wait\n  bough api geom\n  bough api --luals -w\n  bough api --declare",
		Args:    atMost(tr.T("name")),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case write && !declares && (!luals || len(args) > 0):
				return usagef("-w goes with --declare, and with --luals without a name")
			case declares && (asJSON || luals || len(args) > 0):
				return usagef("--declare prints the file agent.fields, and goes with no other form and no name")
			case declares:
				return s.declare(c.OutOrStdout(), write)
			}
			api, err := gameAPI(game)
			if err != nil {
				return err
			}
			if api, err = s.withFiles(api, luals); err != nil {
				return err
			}
			if len(args) == 1 {
				if api, err = api.Find(args[0]); err != nil {
					return usageError{err}
				}
			}
			out := c.OutOrStdout()
			switch {
			case asJSON && luals:
				return usagef("--json and --luals are two forms; choose one")
			case asJSON:
				return writeJSON(out, api)
			case luals && write:
				return writeDefinitions(apidoc.DefinitionsFile, api.LuaLS())
			case luals:
				_, err = io.WriteString(out, api.LuaLS())
			default:
				_, err = fmt.Fprint(out, api.Text())
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, tr.T("print it as JSON"))
	c.Flags().BoolVar(&luals, "luals", false, tr.T("print a definition file for the Lua language server"))
	c.Flags().BoolVar(&declares, "declare", false, tr.T("print lines for agent.fields that declare what the scripts use"))
	c.Flags().BoolVarP(&write, "write", "w", false, tr.F("with --declare: write them to agent.fields; with --luals: write %s", apidoc.DefinitionsFile))
	c.Flags().StringVar(&s.dir, "scripts", "", tr.T("directory of scripts and trees (default ./scripts, if there is one)"))
	return c
}

// withFiles returns an API with what the file agent.fields declares. If all is set, it adds what the scripts and trees show:
// the types of other fields, and the behaviors with their parameters.
func (s *session) withFiles(api apidoc.API, all bool) (apidoc.API, error) {
	if _, err := s.folder(); err != nil {
		return api.WithDeclared(nil), nil // the functions do not depend on it
	}
	game, err := s.open(bough.Options{})
	if err != nil {
		return api, err
	}
	defer game.Close()
	game.Load()
	if b := game.Bundle(); all {
		return api.WithDeclared(b.Shown()).WithBehaviors(b.Described()), nil
	}
	return api.WithDeclared(game.Bundle().Declared()), nil
}

// writeDefinitions writes the definition file to a path.
func writeDefinitions(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// declare writes the text of Bundle.Declare to w, or to its file.
func (s *session) declare(w io.Writer, write bool) error {
	game, err := s.open(bough.Options{})
	if err != nil {
		return err
	}
	defer game.Close()
	if err := game.Load().Err(); err != nil {
		return tr.Errorf("what files with mistakes use is not known: correct them first\n%w", err)
	}
	text := game.Bundle().Declare()
	if idle := s.idleFields(text); len(idle) > 0 {
		text = append(text, "\n# "+tr.T("Tests and scenes set these fields, and no script reads them: the game does.")+"\n"...)
		for _, name := range idle {
			text = append(text, name+":\n"...)
		}
	}
	if !write {
		_, err = w.Write(text)
		return err
	}
	dir, _ := s.folder()
	if isBundle(dir) {
		return usagef("%s is a bundle, which cannot be written; give the directory of the scripts", dir)
	}
	return os.WriteFile(filepath.Join(dir, assets.FieldsFile), text, 0o666)
}

// idleFields returns the fields that tests and scenes set and that nothing would read, if the file agent.fields had a text.
func (s *session) idleFields(text []byte) (names []string) {
	fsys, prefix, err := s.files()
	if err != nil {
		return nil // a bundle has no tests
	}
	files := fstest.MapFS{}
	fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if data, err := fs.ReadFile(fsys, name); err == nil {
				files[name] = &fstest.MapFile{Data: data}
			}
		}
		return nil
	})
	files[assets.FieldsFile] = &fstest.MapFile{Data: text}
	game, err := s.openFS(files, bough.Options{})
	if err != nil {
		return nil
	}
	defer game.Close()
	game.Load()
	for _, d := range append(scripttest.Check(files, prefix, game), s.sceneProblems(game)...) {
		if name, _ := d.Args["name"].(string); d.Code == message.IdleField("", "").Code && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// gameAPI returns the API of the game with these options, or of one with the helpers of the arena.
func gameAPI(own func() bough.Options) (apidoc.API, error) {
	s := session{game: own}
	game, err := s.openFS(embed.FS{}, bough.Options{})
	if err != nil {
		return apidoc.API{}, err
	}
	defer game.Close()
	api := game.Runtime().API()
	if own != nil {
		return api, nil
	}
	docs := map[string]string{
		"geom":  tr.T("Geometry, if the game binds it. Angles are in degrees: east, the direction of x, is 0, that of y is 90. A vector is a table with x, y and, optionally, z. Lengths are in the unit of the game."),
		"field": tr.T("Helpers of the arena of bough play, for its samples; another game has its own. Lengths are in units, ids are those of agents."),
	}
	for i := range api.Groups {
		if doc := docs[api.Groups[i].Name]; doc != "" {
			api.Groups[i].Doc = doc
		}
	}
	return api, nil
}
