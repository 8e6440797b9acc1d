package refactor_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/refactor"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/scripttest"
)

// TestRenameKnowsTheWordsOfTests checks that names are changed in calls of each function of a test
// that takes the name of a node.
func TestRenameKnowsTheWordsOfTests(t *testing.T) {
	asks := regexp.MustCompile(`\(troll, "(flee|strike)"`)
	count := 0
	for _, w := range scripttest.Words() {
		m := asks.FindStringSubmatch(w.Usage)
		if m == nil {
			continue
		}
		count++
		usage, _, _ := strings.Cut(w.Usage, " or ")
		usage, _, _ = strings.Cut(usage, ", with")
		rt := luabind.NewRuntime(luabind.Options{})
		manager := assets.NewManager(assets.Options{Prefix: "scripts", Runtime: rt, FS: fstest.MapFS{
			m[1] + ".lua":     {Data: []byte("return {}")},
			"troll_test.lua":  {Data: []byte("return { a = function(t) " + usage + " end }")},
			"lib/no_test.lua": {Data: []byte("return {}")},
		}})
		manager.Load()
		r, err := refactor.Rename(manager, m[1], "other")
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Replace(usage, m[1], "other", 1)
		if len(r.Edits) != 1 || !strings.Contains(string(r.Edits[0].Text), want) || len(r.Left) > 0 {
			t.Errorf("%s: edits %s, left %v", usage, r.Edits, r.Left)
		}
	}
	if count < 8 {
		t.Errorf("%d words", count)
	}
}

// TestRenameReadsAllTests checks that Rename reports a test that cannot be read.
func TestRenameReadsAllTests(t *testing.T) {
	rt := luabind.NewRuntime(luabind.Options{})
	manager := assets.NewManager(assets.Options{Prefix: "scripts", Runtime: rt, FS: fstest.MapFS{
		"flee.lua":     {Data: []byte("return {}")},
		"big_test.lua": {Data: make([]byte, 17<<20)},
	}})
	manager.Load()
	_, err := refactor.Rename(manager, "flee", "run")
	if want := "it is not known what all tests name: scripts/big_test.lua: the file is larger than 16 MB"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
