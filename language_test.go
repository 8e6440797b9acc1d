package bough_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
)

// TestSetLanguage checks that messages are in the language, and their codes are not.
func TestSetLanguage(t *testing.T) {
	if err := bough.SetLanguage("zh"); err != nil {
		t.Fatal(err)
	}
	defer bough.SetLanguage("en")
	if err := bough.SetLanguage("tlh"); err == nil || !strings.Contains(err.Error(), "en, zh") {
		t.Errorf("an unknown language: %v", err)
	}
	game, err := bough.OpenFS(fstest.MapFS{"walk.lua": {Data: []byte("return { on_entre = function(agent) end }\n")}}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	found := game.Load()
	if len(found) == 0 || found[0].Code != "unknown-hook" || found[0].Headline() != `scripts/walk.lua:1:10: 未知的钩子 "on_entre"：是不是想写 on_enter？` {
		t.Errorf("%+v", found)
	}
}
