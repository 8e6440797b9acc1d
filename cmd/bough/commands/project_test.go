package commands

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/lang"
)

// projectText matches comments, texts in quotes, what follows the colon of a declaration, and what a scene says.
var projectText = regexp.MustCompile(`(?m)^(?:--|#) .*\n|"[^"\n]*"|: [^{}(=\n]+$|^say .*$`)

// withoutTexts removes what is written for people. Names in quotes are left.
func withoutTexts(text []byte) string {
	return projectText.ReplaceAllStringFunc(string(text), func(s string) string {
		if regexp.MustCompile(`^"[a-z_]*"$`).MatchString(s) {
			return s
		}
		return ""
	})
}

// TestProjectInChinese checks that a new project in Chinese differs from the English one in its texts only, and has no mistakes.
func TestProjectInChinese(t *testing.T) {
	if err := lang.Set("zh"); err != nil {
		t.Fatal(err)
	}
	defer lang.Set("en")
	files, err := fs.ReadDir(project(), ".")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	english, _ := fs.Sub(projects, "project")
	for _, f := range files {
		zh, err := fs.ReadFile(project(), f.Name())
		if err != nil {
			t.Fatal(err)
		}
		en, err := fs.ReadFile(english, f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if zh, en := withoutTexts(zh), withoutTexts(en); zh != en {
			t.Errorf("%s:\n%s\nin English:\n%s", f.Name(), zh, en)
		}
		if !regexp.MustCompile(`\p{Han}`).Match(zh) {
			t.Errorf("%s has nothing in Chinese", f.Name())
		}
		compared++
	}
	if list, err := fs.ReadDir(english, "."); err != nil || len(list) != compared {
		t.Errorf("%d files in Chinese, %d in English, %v", compared, len(list), err)
	}
	t.Chdir(t.TempDir())
	var out, errs strings.Builder
	for _, call := range []string{"new project", "check --strict", "test", "run scripts/villager.scene"} {
		if code := stock(append([]string{"--lang", "zh"}, strings.Fields(call)...), &out, &errs); code != 0 {
			t.Errorf("%s: %d\n%s%s", call, code, out.String(), errs.String())
		}
	}
	if !strings.Contains(out.String(), "救命！") || !strings.Contains(out.String(), "敌人来了") {
		t.Error(out.String())
	}
}
