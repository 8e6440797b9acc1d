package apidoc

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for decl, want := range map[string]Entry{
		"pi: number -- The number.": {Name: "m.pi", Returns: []string{"number"}, Doc: "The number."},
		"f()":                       {Name: "m.f", Function: true},
		"wait(s: number, by?: any, ...: any): nil, string -- Waits: long.": {Name: "m.wait", Function: true, Doc: "Waits: long.",
			Params: []Param{{"s", "number", false}, {"by", "any", true}, {"...", "any", false}}, Returns: []string{"nil", "string"}},
	} {
		e := Parse("m.", decl)
		if !reflect.DeepEqual(e, want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", decl, e, want)
		}
		if head, _, _ := strings.Cut(decl, " -- "); e.Signature() != "m."+head {
			t.Errorf("%s is declared as %s", decl, e.Signature())
		}
	}
}

// TestFind checks that Find finds groups, entries by a name without the table, and absent names with the reason.
// For any other name the error must suggest a similar one.
func TestFind(t *testing.T) {
	api := API{Groups: append(Behaviors(), Libraries()...), Absent: Absent()}
	for name, want := range map[string]string{
		"sqrt":         "math.sqrt(x: number): number",
		"math":         "math.sqrt(x: number): number",
		"precondition": "precondition(agent: table, params: table)",
		"randomseed":   "math.randomseed: the game sets the seed",
		"io":           "io: scripts cannot reach files",
	} {
		if found, err := api.Find(name); err != nil || !strings.Contains(found.Text(), want) {
			t.Errorf("%s: %v\n%s\nwant %s", name, err, found.Text(), want)
		}
	}
	for name, want := range map[string]string{
		"math.sqr": "scripts have no math.sqr: did you mean math.sqrt?",
		"sqr":      "scripts have no sqr: did you mean math.sqrt?",
		"zzz":      "scripts have no zzz: bough api lists all names",
	} {
		if _, err := api.Find(name); err == nil || strings.ReplaceAll(err.Error(), `"`, "") != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	for name, want := range map[string]string{"table.getn": "write-code", "null": "write-code", "math.round": "write-code", "os": "left-out-system", "math.sqrt": ""} {
		if got := Elsewhere(name).Code; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
