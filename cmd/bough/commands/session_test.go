package commands

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/testdata"
)

// TestOpenError checks that an error of Open counts as a usage error only if another command
// line would help. Help is printed for usage errors.
func TestOpenError(t *testing.T) {
	_, absent := bough.Open("nowhere", bough.Options{})
	refused := &hotreload.Error{Path: "scripts", Message: "the limit is reached", Remedy: "raise it"}
	for _, tt := range []struct {
		err   error
		usage bool
	}{
		{nil, false},
		{absent, true},
		{fmt.Errorf("watching scripts: %w", refused), false},
	} {
		got := openError(tt.err)
		if usage := errors.As(got, new(usageError)); usage != tt.usage || (got == nil) != (tt.err == nil) {
			t.Errorf("%v became %#v", tt.err, got)
		}
	}
}

// TestSamplesServe checks that commands use the samples, and print a notice, if there is no
// folder of scripts and the command plays or names a sample.
func TestSamplesServe(t *testing.T) {
	before := samples
	samples = testdata.Samples()
	t.Cleanup(func() { samples = before })
	t.Chdir(t.TempDir())
	for call, want := range map[string]string{
		"run guard --ticks 0":       "after 0 ticks guard#1 is ",
		"explain troll#7 --ticks 0": "troll#7, tree troll, after tick 0",
		"explain guard --ticks 0":   "guard#1, tree guard, after tick 0",
		"dump dog":                  "tree dog",
		"play --ticks 1":            "1 ticks ",
	} {
		var out, errs bytes.Buffer
		if code := stock(strings.Fields(call), &out, &errs); code != 0 {
			t.Errorf("%s: exit code %d", call, code)
		}
		if first, _, _ := strings.Cut(errs.String(), "\n"); first != samplesServe {
			t.Errorf("%s: %q, want %q", call, first, samplesServe)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: got\n%s\nwant %q in it", call, out.String(), want)
		}
	}
	var errs bytes.Buffer
	if code := stock([]string{"run", "gaurd"}, io.Discard, &errs); code != 2 || !strings.Contains(errs.String(), "or name yours with --scripts DIR; of the samples, did you mean guard?") {
		t.Errorf("exit code %d, %s", code, &errs)
	}
}

// TestLanguage checks which language a command line and the environment choose.
func TestLanguage(t *testing.T) {
	defer lang.Set("en")
	for _, c := range []struct {
		args, env, want, wrong string
	}{
		{"check", "", "en", ""},
		{"check", "LANG=zh_CN.UTF-8", "zh", ""},
		{"check", "LANG=zh_CN.UTF-8 LC_MESSAGES=C", "en", ""},
		{"check", "LANG=de_DE LC_MESSAGES= LC_ALL=zh", "zh", ""},
		{"check", "LANG=de_DE", "en", ""},
		{"--lang zh check", "LANG=en_US", "zh", ""},
		{"check --lang=en", "LANG=zh", "en", ""},
		{"check -- --lang zh", "", "en", ""},
		{"check --lang", "", "en", ""},
		{"check --lang tlh", "", "en", "--lang tlh is not known; choose en or zh"},
	} {
		env := map[string]string{}
		for pair := range strings.FieldsSeq(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		err := chooseLanguage(strings.Fields(c.args), func(name string) string { return env[name] })
		if lang.Current() != c.want || (err == nil) != (c.wrong == "") || err != nil && err.Error() != c.wrong {
			t.Errorf("%q with %q: %s, %v", c.args, c.env, lang.Current(), err)
		}
	}
}
