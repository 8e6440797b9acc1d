package trees

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

var partNames = map[PartKind]string{
	PartKeyword: "keyword", PartName: "name", PartArg: "arg", PartParam: "param", PartMark: "mark", PartDoc: "doc",
	PartExpression: "expression", PartCondition: "condition", PartComment: "comment",
}

// partsOf describes the parts of a line.
func partsOf(line string, parts []Part) string {
	var list []string
	for _, p := range parts {
		text := fmt.Sprintf("%s %s", partNames[p.Kind], line[p.From:p.To])
		if p.Kind == PartParam {
			text += fmt.Sprintf(" (%s: %s)", p.Name, line[p.Value:p.To])
		}
		list = append(list, text)
	}
	return strings.Join(list, " | ")
}

func TestParts(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{`tree guard what speed=2 "Guards." meta={x=1}  # Night.`,
			`keyword tree | name guard | param what (what: ) | param speed=2 (speed: 2) | doc "Guards." | param meta={x=1} (meta: {x=1}) | comment # Night.`},
		{"  disabled wait 2 id=nap + note=\"long\" when hp < 30 # why", `keyword disabled | name wait | arg 2 | param id=nap (id: nap) | mark + | param note="long" (note: "long") | keyword when | condition hp < 30 | comment # why`},
		{"    tree go_to what=$seen pace=3", "keyword tree | name go_to | param what=$seen (what: $seen) | param pace=3 (pace: 3)"},
		{"    condition weight=2 + hp < 30  when x", "name condition | param weight=2 (weight: 2) | mark + | expression hp < 30 | keyword when | condition x"},
		{"  set id=reset gold = gold + 5, last=3 alarm=true", "name set | param id=reset (id: reset) | param gold = gold + 5 (gold: gold + 5) | param last=3 (last: 3) | param alarm=true (alarm: true)"},
		{"  wait (nap * 2)  channel=\"legs\"", `name wait | arg (nap * 2) | param channel="legs" (channel: "legs")`},
		{"condition low = hp < 30  # 100 is full", "keyword condition | name low | expression hp < 30 | comment # 100 is full"},
		{"  # only a comment", "comment # only a comment"},
		{"  slot what", "keyword slot | name what"},
		{"  override nap 3", "keyword override | name nap | arg 3"},
		{"  巡逻 速度=3  when 血量 < 30", "name 巡逻 | param 速度=3 (速度: 3) | keyword when | condition 血量 < 30"},
		{"  emit \"help\" data={ x = x }  ttl=3", `name emit | arg "help" | param data={ x = x } (data: { x = x }) | param ttl=3 (ttl: 3)`},
		{"", ""},
		{"  wait wait wait", ""},
	} {
		f, _ := Parse("a.bt", []byte("tree a what speed=1\n  sequence\n"+tt.line+"\n"))
		if got := partsOf(tt.line, f.Parts(3)); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.line, got, tt.want)
		}
	}
}

// TestPartsOfFiles checks that the parts of each line of the good files cover all but spaces and separators, in order.
func TestPartsOfFiles(t *testing.T) {
	seen := 0
	for _, file := range globbed(t, goodDir, "*.bt") {
		f, list := Parse(file, read(t, file))
		if len(list) > 0 {
			t.Fatal(list)
		}
		for n := 1; n <= len(f.starts); n++ {
			line, end := f.Line(n), 0
			for _, p := range f.Parts(n) {
				seen++
				if between := strings.Trim(line[end:p.From], " \t,="); p.From < end || p.Value < p.From || p.To < p.Value || between != "" {
					t.Errorf("%s:%d: part %d to %d after %q", filepath.Base(file), n, p.From, p.To, between)
				}
				end = p.To
			}
			if rest := strings.TrimSpace(line[end:]); rest != "" {
				t.Errorf("%s:%d: %q is no part of %q", filepath.Base(file), n, rest, line)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d parts", seen)
	}
}
