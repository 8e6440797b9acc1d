package commands

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough/cmd/bough/internal/playground"
	"github.com/bough-dev/bough/cmd/bough/internal/playground/built"
	pages "github.com/bough-dev/bough/cmd/bough/internal/playground/page"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/spf13/cobra"
)

// The files of the playground that are not of the page.
const (
	playDir    = "play"
	engineFile = "engine.wasm.gz"
	goFile     = "wasm_exec.js"
	listFile   = "scenes.json"
)

func newSiteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "site OUT",
		Short: "Write a web site with a playground",
		Long: `Site writes a folder that any web server shows, without a program behind it. In OUT/play is
the playground: the page of bough play --web with the engine in a worker of the browser. The
scenes of the gallery and the patterns open there and can be changed. What is in OUT/play is
replaced; the rest of OUT stays.

A released bough contains the engine for browsers. Another one builds it with Go, in a clone
of the repository or in a module that requires it.`,
		Example: "  bough site public",
		Args:    exactly("folder to write"),
		RunE:    func(c *cobra.Command, args []string) error { return writeSite(c, args[0]) },
	}
}

// listedScene is a scene in the list of the playground; see play.tsx.
type listedScene struct {
	Name  string `json:"name"` // as in the address
	Group string `json:"group"`
	Title string `json:"title"`
	About string `json:"about"`
}

// writeSite writes the site.
func writeSite(c *cobra.Command, out string) error {
	dir := filepath.Join(out, playDir)
	switch there, err := os.ReadDir(dir); {
	case err == nil && len(there) > 0 && !isFile(filepath.Join(dir, listFile)):
		return usagef("%s has other files: give another folder, or remove them", filepath.ToSlash(dir))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return usageError{err}
	}
	engine, runner, err := engineForBrowsers(c.ErrOrStderr())
	if err != nil {
		return err
	}
	files := map[string][]byte{engineFile: engine, goFile: runner}
	list, err := siteScenes(files)
	if err != nil {
		return err
	}
	if files[listFile], err = json.Marshal(list); err != nil {
		return err
	}
	page := map[string][]byte{}
	err = fs.WalkDir(pages.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			page[name], err = fs.ReadFile(pages.Files(), name)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, all := range []map[string][]byte{files, page} {
		for name, text := range all {
			at := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(at, text, 0o666); err != nil {
				return err
			}
		}
	}
	sum := func(all map[string][]byte) (n int) {
		for _, text := range all {
			n += len(gzipped(text))
		}
		return n
	}
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s: %s, in gzip:\n", filepath.ToSlash(dir), plural(len(list), "scene"))
	fmt.Fprintf(w, "  engine %.2f MB (%.1f MB unpacked)\n", float64(len(engine))/1e6, float64(unpackedSize(engine))/1e6)
	delete(files, engineFile)
	fmt.Fprintf(w, "  page   %d kB, with the editor\n", (sum(page)+len(gzipped(runner))+999)/1000)
	delete(files, goFile)
	fmt.Fprintf(w, "  scenes %d kB, each when it is opened\n", (sum(files)+999)/1000)
	return nil
}

// gzipped compresses a file as well as gzip can.
func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// unpackedSize returns the size of what a compressed file has.
func unpackedSize(packed []byte) int64 {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0
	}
	n, _ := io.Copy(io.Discard, r)
	return n
}

// engineForBrowsers returns the engine, compressed, and the script of Go that runs it: those in this program, or new ones.
func engineForBrowsers(tell io.Writer) (engine, runner []byte, err error) {
	if engine, runner := built.Engine(); engine != nil {
		return engine, runner, nil
	}
	fail := func(why string) ([]byte, []byte, error) {
		return nil, nil, fmt.Errorf("this program has no engine for browsers, and cannot build it: %s; call bough site in a clone of https://%s, with Go installed, or take a released bough", why, modulePath)
	}
	if _, err := exec.LookPath("go"); err != nil {
		return fail("there is no command go")
	}
	run := func(dir string, env []string, args ...string) (string, error) {
		c := exec.Command("go", args...)
		var words bytes.Buffer
		c.Dir, c.Stderr, c.Env = dir, &words, append(os.Environ(), env...)
		text, err := c.Output()
		if err != nil {
			first, _, _ := strings.Cut(strings.TrimSpace(words.String()), "\n")
			return "", errors.New(cmp.Or(first, err.Error()))
		}
		return strings.TrimSpace(string(text)), nil
	}
	sources, err := run("", nil, "list", "-m", "-f", "{{.Dir}}", modulePath)
	if err != nil || sources == "" {
		return fail("here are no sources of Bough")
	}
	temp, err := os.MkdirTemp("", "bough-site-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	fmt.Fprintln(tell, "the engine for browsers is built; this takes a minute or two the first time")
	to := filepath.Join(temp, "engine.wasm")
	env := []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS="}
	if _, err := run(sources, env, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", to, "./cmd/bough/internal/playground/engine"); err != nil {
		return fail("go build failed: " + err.Error())
	}
	root, err := run(sources, nil, "env", "GOROOT")
	if err != nil {
		return fail("go env failed: " + err.Error())
	}
	if runner, err = os.ReadFile(filepath.Join(root, "lib", "wasm", goFile)); err != nil {
		return fail("this Go has no " + goFile + " in lib/wasm; another one may")
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return nil, nil, err
	}
	return gzipped(text), runner, nil
}

// siteScenes adds the scenes of the gallery and of the patterns to files, and returns the list of them.
func siteScenes(files map[string][]byte) (list []listedScene, err error) {
	add := func(group, name, title, about, sceneFile string, texts map[string]string) error {
		at := group + "/" + name
		text, err := json.Marshal(playground.Project{Name: at, Scene: sceneFile, Files: texts})
		if err != nil {
			return err
		}
		files["scenes/"+at+".json"] = text
		list = append(list, listedScene{Name: at, Group: group, Title: title, About: about})
		return nil
	}
	for _, name := range patternNames() {
		p, err := readPattern(name)
		if err != nil {
			return nil, err
		}
		texts := map[string]string{"agent.fields": string(p.fields)}
		for _, f := range p.files {
			if isPlayed(f.path) {
				texts[f.path] = string(f.text)
			}
		}
		if err := add("patterns", name, strings.ToUpper(name[:1])+name[1:], p.trees[0].Doc, name+scene.Ext, texts); err != nil {
			return nil, err
		}
	}
	scenes, err := fs.Glob(samples, "gallery/*/*"+scene.Ext)
	if err != nil {
		return nil, err
	}
	for _, file := range scenes {
		below, err := fs.Sub(samples, path.Dir(file))
		if err != nil {
			return nil, err
		}
		texts := map[string]string{}
		err = fs.WalkDir(below, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isPlayed(name) {
				return err
			}
			text, err := fs.ReadFile(below, name)
			texts[name] = string(text)
			return err
		})
		if err != nil {
			return nil, err
		}
		readme, _ := fs.ReadFile(below, "README.md")
		title, _, _ := strings.Cut(strings.TrimPrefix(string(readme), "# "), "\n")
		about, _, _ := strings.Cut(texts[path.Base(file)], "\n")
		if err := add("gallery", path.Base(path.Dir(file)), title, strings.TrimLeft(about, "# "), path.Base(file), texts); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// isPlayed reports whether a file belongs to what plays, and not to tests of it.
func isPlayed(name string) bool {
	return slices.Contains([]string{".lua", ".bt", ".fields", scene.Ext}, path.Ext(name)) && !strings.HasSuffix(name, "_test.lua")
}
