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
	sitepage "github.com/bough-dev/bough/cmd/bough/internal/playground/page"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/cmd/bough/internal/sitedocs"
	"github.com/bough-dev/bough/docs"
	"github.com/spf13/cobra"
)

// The folders of a site, and files of the playground that are not in package page.
const (
	playDir    = "play"
	docsDir    = "docs"
	engineFile = "engine.wasm.gz"
	goFile     = "wasm_exec.js"
	listFile   = "scenes.json"
	modelsFile = "llms.txt" // in the root of the site, and in docs
)

func newSiteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "site OUT",
		Short: tr.T("Write a web site with a playground and the documentation"),
		Long: tr.T(`Site writes a folder that any web server shows, without a program behind it. In OUT/play is
the playground: the page of bough play --web with the engine in a worker of the browser. The
scenes of the gallery and the patterns open there and can be changed. In OUT/docs is the
documentation, with a search. What is in both folders is replaced. OUT/llms.txt is the
reference for language models.

A released bough contains the engine for browsers. Another one builds it with Go, in a clone
of the repository or in a module that requires it.`),
		Example: "  bough site public",
		Args:    exactly(tr.T("a folder to write to")),
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

// sitePlaces says where the files of package page are in the site, unless they are in the playground.
var sitePlaces = map[string]string{"site.html": "index.html", "docs.css": docsDir + "/docs.css", "search.js": docsDir + "/search.js"}

// writeSite writes the site.
func writeSite(c *cobra.Command, out string) error {
	switch there, err := os.ReadDir(out); {
	case err == nil && len(there) > 0 && !isFile(filepath.Join(out, playDir, listFile)):
		return usagef("%s has other files: give a folder that is new, empty, or a site of Bough", filepath.ToSlash(out))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return usageError{err}
	}
	engine, runner, err := engineForBrowsers(c.ErrOrStderr())
	if err != nil {
		return err
	}
	scenes := map[string][]byte{}
	list, err := siteScenes(scenes)
	if err != nil {
		return err
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	shown := map[string][]byte{goFile: runner, listFile: text}
	examples, err := docExamples(scenes)
	if err != nil {
		return err
	}
	titles := map[string]string{}
	for _, x := range list {
		if x.Group == "gallery" {
			titles[x.Title] = sceneAt(x.Name)
		}
	}
	pages, err := sitedocs.Make(docs.FS, "https://"+modulePath+"/blob/main/", titles, examples)
	if err != nil {
		return err
	}
	files := map[string][]byte{playDir + "/" + engineFile: engine, modelsFile: pages[modelsFile]}
	err = fs.WalkDir(sitepage.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sitepage.Files(), name)
		if at := sitePlaces[name]; at != "" {
			files[at] = text
		} else {
			shown[name] = text
		}
		return err
	})
	if err != nil {
		return err
	}
	for dir, all := range map[string]map[string][]byte{playDir: shown, playDir + "/scenes": scenes, docsDir: pages} {
		for name, text := range all {
			files[dir+"/"+name] = text
		}
	}
	for _, dir := range []string{playDir, docsDir} {
		if err := os.RemoveAll(filepath.Join(out, dir)); err != nil {
			return err
		}
	}
	for name, text := range files {
		at := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(at, text, 0o666); err != nil {
			return err
		}
	}
	kB := func(all map[string][]byte) int {
		n := 999
		for _, text := range all {
			n += len(gzipped(text))
		}
		return n / 1000
	}
	index, indices := map[string][]byte{}, map[string][]byte{}
	for name, text := range pages {
		switch {
		case name == "search.json": // Chinese words need that in Chinese, too
			index[name] = text
			fallthrough
		case path.Base(name) == "search.json":
			indices[name] = text
		}
	}
	w := c.OutOrStdout()
	tr.Fprintf(w, "%s, in gzip:\n", filepath.ToSlash(filepath.Join(out, "index.html")))
	tr.Fprintf(w, "  engine %.2f MB (%.1f MB unpacked)\n", float64(len(engine))/1e6, float64(unpackedSize(engine))/1e6)
	tr.Fprintf(w, "  page   %d kB, with the editor\n", kB(shown))
	tr.Fprintf(w, "  scenes %d kB, %s, each when it is opened\n", kB(scenes), plural(len(list), "%d scene", "%d scenes"))
	tr.Fprintf(w, "  docs   %d kB with pictures, and %d kB when something is searched\n", kB(pages)-kB(indices), kB(index))
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

// inlined are the packages in which the engine for browsers has inlined functions. Without inlining in the others it is a sixth
// smaller, and a fifth slower; without any it would take half as long again.
var inlined = []string{
	"runtime", "internal/runtime/maps", modulePath + "/engine", modulePath + "/engine/value", modulePath + "/internal/float", modulePath + "/internal/quota",
	modulePath + "/luabind", modulePath + "/luabind/lua", modulePath + "/luabind/lua/lib",
}

// engineForBrowsers returns the engine, compressed, and the script of Go that runs it: those in this program, or new ones.
func engineForBrowsers(tell io.Writer) (engine, runner []byte, err error) {
	if engine, runner := built.Engine(); engine != nil {
		return engine, runner, nil
	}
	fail := func(why string) ([]byte, []byte, error) {
		return nil, nil, tr.Errorf("this program has no engine for browsers, and cannot build it: %s; call bough site in a clone of https://%s, with Go installed, or take a released bough", why, modulePath)
	}
	if _, err := exec.LookPath("go"); err != nil {
		return fail(tr.T("there is no command go"))
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
		return fail(tr.T("here are no sources of Bough"))
	}
	temp, err := os.MkdirTemp("", "bough-site-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	fmt.Fprintln(tell, tr.T("the engine for browsers is built; this takes a minute or two the first time"))
	to := filepath.Join(temp, "engine.wasm")
	env := []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS="}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", to, "-gcflags=all=-l"}
	for _, name := range inlined {
		args = append(args, "-gcflags="+name+"=")
	}
	if _, err := run(sources, env, append(args, "./cmd/bough/internal/playground/engine")...); err != nil {
		return fail(tr.F("go build failed: %v", err))
	}
	root, err := run(sources, nil, "env", "GOROOT")
	if err != nil {
		return fail(tr.F("go env failed: %v", err))
	}
	if runner, err = os.ReadFile(filepath.Join(root, "lib", "wasm", goFile)); err != nil {
		return fail(tr.F("this Go has no %s in lib/wasm; another one may", goFile))
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
		files[at+".json"] = text
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

// sceneAt returns the address of a scene for pages of the documentation.
func sceneAt(name string) string { return "../" + playDir + "/#" + name }

// docExamples adds the examples of the documentation that play without a game to files. It returns their addresses, by the name of
// the page and the number of the block.
func docExamples(files map[string][]byte) (map[string]map[int]string, error) {
	names, err := fs.Glob(docs.FS, "*.md")
	if err != nil {
		return nil, err
	}
	all := map[string]map[int]string{}
	for _, file := range names {
		text, err := fs.ReadFile(docs.FS, file)
		if err != nil {
			return nil, err
		}
		page := strings.TrimSuffix(file, ".md")
		all[page] = map[int]string{}
		for _, x := range sitedocs.Examples(page, string(text)) {
			name := docsDir + "/" + x.Name
			p := playground.Project{Name: name, Scene: x.Scene, Files: x.Files}
			if !playground.IsWhole(p) {
				continue
			}
			if files[name+".json"], err = json.Marshal(p); err != nil {
				return nil, err
			}
			all[page][x.Block] = sceneAt(name)
		}
	}
	return all, nil
}

// isPlayed reports whether a file belongs to what plays, and not to tests of it.
func isPlayed(name string) bool {
	return slices.Contains([]string{".lua", ".bt", ".fields", scene.Ext}, path.Ext(name)) && !strings.HasSuffix(name, "_test.lua")
}
