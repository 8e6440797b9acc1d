package commands

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/internal/playground"
	"github.com/bough-dev/bough/docs"
)

// TestSiteScenes opens each scene of the playground, and looks for mistakes.
func TestSiteScenes(t *testing.T) {
	files := map[string][]byte{}
	list, err := siteScenes(files)
	if err != nil || len(list) < 40 || len(list) != len(files) {
		t.Fatal(len(list), len(files), err)
	}
	gallery, err := fs.ReadFile(docs.FS, "gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		if x.Group == "gallery" && !strings.Contains(string(gallery), "\n### "+x.Title+"\n") {
			t.Errorf("the page of the gallery has no %s, from which %s opens", x.Title, x.Name)
		}
		t.Run(x.Name, func(t *testing.T) {
			if x.Title == "" || x.About == "" {
				t.Errorf("%+v", x)
			}
			var p playground.Project
			if err := json.Unmarshal(files[x.Name+".json"], &p); err != nil {
				t.Fatal(err)
			}
			g, err := playground.Open(p, func(line string) {
				if strings.Contains(line, "error") {
					t.Error(line)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				g.Run(ctx)
			}()
			if status, reply := g.Answer(t.Context(), "GET", "/v1/hello", nil); status != 200 || strings.Contains(string(reply), `"error":true`) {
				t.Errorf("%d %s", status, reply)
			}
			stop()
			<-ended
		})
	}
}

// TestSiteRefused gives a folder that has other files.
func TestSiteRefused(t *testing.T) {
	var out, errs strings.Builder
	t.Chdir(t.TempDir())
	if err := errors.Join(os.MkdirAll("public/play", 0o777), os.WriteFile("public/play/index.html", nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if code := stock([]string{"site", "public"}, &out, &errs); code != 2 || !strings.Contains(errs.String(), "public has other files: give a folder that is new, empty, or a site of Bough") {
		t.Errorf("%d %s", code, errs.String())
	}
	t.Setenv("PATH", "")
	errs.Reset()
	if code := stock([]string{"site", "other"}, &out, &errs); code != 1 || !strings.Contains(errs.String(), "there is no command go; call bough site in a clone of") {
		t.Errorf("%d %s", code, errs.String())
	}
}

// TestDocExamples counts the examples of the documentation that play.
func TestDocExamples(t *testing.T) {
	files := map[string][]byte{}
	examples, err := docExamples(files)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for page, all := range examples {
		n += len(all)
		t.Logf("%s: %d", page, len(all))
	}
	if n != len(files) || n < 20 {
		t.Errorf("%d examples, %d files", n, len(files))
	}
}
