package sitedocs_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/internal/sitedocs"
	"github.com/bough-dev/bough/docs"
)

var (
	dest = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	id   = regexp.MustCompile(` id="([^"]*)"`)
)

// TestLinks checks that each link of the documentation leads somewhere.
func TestLinks(t *testing.T) {
	files, err := sitedocs.Make(docs.FS, "https://example.org/blob/", map[string]string{"Melee": "https://example.org/#melee"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Melee</h3>\n<p class=\"play\"><a href=\"https://example.org/#melee\">"; !strings.Contains(string(files["gallery.html"]), want) {
		t.Errorf("the gallery has no %s", want)
	}
	ids := map[string][]string{}
	for name, text := range files {
		for _, m := range id.FindAllStringSubmatch(string(text), -1) {
			ids[name] = append(ids[name], m[1])
		}
	}
	links := 0
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if n := strings.Count(string(text), "<h1"); n != 1 {
			t.Errorf("%s has %d titles", name, n)
		}
		for _, m := range dest.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") || slices.Contains([]string{"docs.css", "search.js", "../", "../play/", "../play/icon.svg"}, m[1]) {
				continue
			}
			links++
			file, anchor, has := strings.Cut(m[1], "#")
			if file == "" {
				file = name
			}
			if _, ok := files[file]; !ok {
				t.Errorf("%s: there is no %s", name, m[1])
			} else if has && !slices.Contains(ids[file], anchor) {
				t.Errorf("%s: %s has no anchor %s", name, file, anchor)
			}
		}
	}
	if links < 500 {
		t.Errorf("%d links", links)
	}
}
