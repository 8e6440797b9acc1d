package commands

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFindingsBetweenEvents checks that a terminal, which shows both outputs, shows findings before the events, and errors
// of scripts between two events.
func TestFindingsBetweenEvents(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("scripts", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"walk.bt":      "tree walk\n  sequence\n    walk\n    burn\n",
		"walk.lua":     "return { behavior = function(agent) agent.x = agent.tierd or 0 return \"success\" end }\n",
		"burn.lua":     "return { behavior = function(agent) error(\"tick \" .. bt.time()) end }\n",
		"agent.fields": "x: where it is\n",
		"day.scene":    "spawn walk\ntick 200\n",
	} {
		if err := os.WriteFile("scripts/"+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	line := regexp.MustCompile(`(?m)^(tick \d+ walk#\d+ |\{.*\}$|scripts/\S+: |after 200 ticks |the error at | {2,})`)
	for _, args := range []string{
		"run walk --ticks 200 --agents 3", "run walk --ticks 200 --json", "run walk --ticks 200 --synctest 2",
		"run scripts/day.scene", "run scripts/day.scene --synctest 2",
	} {
		var both bytes.Buffer
		stock(strings.Fields(args), &both, &both)
		if !strings.Contains(both.String()[:100], "warning: script reads the field tierd") {
			t.Errorf("bough %s begins with %.100q", args, both.String())
		}
		for text := range strings.Lines(both.String()) {
			if !line.MatchString(text) {
				t.Errorf("bough %s prints the line %q", args, text)
			}
		}
	}
}
