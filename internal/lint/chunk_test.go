package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/message"
)

// functions are functions as a caller of this package would pass them.
var functions = map[string]Function{
	"bt.dt": {Value: "number"}, "math.pi": {Value: "number"}, "string.len": {}, "print": {Rest: &params("print(...: any)")[0], Loose: true}, "tostring": {Params: params("tostring(v: any)"), Loose: true},
	"math.floor": {Params: params("floor(x: number)"), Loose: true}, "math.max": {Params: params("max(x: number)"), Rest: &params("max(...: number)")[0], Loose: true},
	"math.sin": {Params: params("sin(x: number)"), Loose: true}, "math.rad": {Params: params("rad(x: number)"), Loose: true},
	"geom.rotate": {Params: params("rotate(x: number, y: number, degrees: number)")}, "geom.angle": {Params: params("angle(dx: number, dy: number)")},
	"string.format": {Params: params("format(format: string)"), Rest: &params("format(...: any)")[0], Loose: true},
	"bt.time":       {}, "bt.board": {Params: params("board(name: string)")},
	"bt.claim": {Params: params("claim(board: string, entry: string, value?: any)"), Acts: true}, "bt.unclaim": {Params: params("unclaim(board: string, entry: string)"), Acts: true},
	"bt.stimulus": {}, "bt.ran": {Params: params("ran(node: string, ticks?: number)")},
	"bt.yield": {Suspends: true}, "bt.sleep": {Params: params("sleep(seconds: number)"), Suspends: true},
	"bt.wait":       {Params: params("wait(seconds: number)"), Suspends: true},
	"bt.wait_until": {Params: params("wait_until(f: function)"), Suspends: true},
	"bt.reset":      {Params: params("reset(agent: table)"), Acts: true},
	"bt.post":       {Params: params("post(id: number, name: string, data?: any, ttl?: number)"), Acts: true},
	"bt.request":    {Params: params("request(agent: table, kind: string, data?: any, options?: table)"), Usage: `bt.request(agent, "hit")`, Acts: true},
}

func params(decl string) []apidoc.Param { return apidoc.Parse("", decl).Params }

// TestChunks checks the files in testdata. A file contains several scripts, separated by lines "---". In a line
// with findings, a comment --> `column: identity` has each of them; see message.Identity.
func TestChunks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		first := 1
		for chunk := range strings.SplitSeq(string(src), "\n---\n") {
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(f), first), func(t *testing.T) { checkChunk(t, chunk) })
			first += strings.Count(chunk, "\n") + 2
		}
	}
}

func checkChunk(t *testing.T, chunk string) {
	script, _, got := Parse("scripts/melee.lua", []byte(chunk))
	if script != nil {
		got = append(got, script.Check(functions)...)
	}
	want := expectations(t, chunk)
	for _, d := range got {
		if d.Pos.Col < 1 || !takeMatch(want, d) {
			t.Errorf("unexpected: %d:%d: %s\n%s", d.Pos.Line, d.Pos.Col, message.Identity(d), d.Error())
		}
		if d.Source != strings.Split(chunk, "\n")[d.Pos.Line-1] {
			t.Errorf("source line %q", d.Source)
		}
	}
	for line, list := range want {
		for _, text := range list {
			t.Errorf("line %d: missing %s", line, text)
		}
	}
}

// takeMatch removes the expectation that d meets. It reports whether there was one.
func takeMatch(want map[int][]string, d diag.Diagnostic) bool {
	list := want[d.Pos.Line]
	text := fmt.Sprintf("%d: %s", d.Pos.Col, message.Identity(d))
	i := slices.IndexFunc(list, func(want string) bool { return matches(want, text) })
	if i < 0 {
		return false
	}
	want[d.Pos.Line] = slices.Delete(slices.Clone(list), i, i+1)
	return true
}

// matches reports whether an expectation describes a finding. It ends with "..." if the rest of the finding is left out,
// since the comment is in a string that is not closed.
func matches(want, text string) bool {
	start, cut := strings.CutSuffix(want, "...")
	return want == text || cut && strings.HasPrefix(text, start)
}

var expectation = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

func expectations(t *testing.T, chunk string) map[int][]string {
	want := map[int][]string{}
	for i, line := range strings.Split(chunk, "\n") {
		_, after, ok := strings.Cut(line, "--> ")
		if !ok {
			continue
		}
		for _, q := range expectation.FindAllString(after, -1) {
			text, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %s: %v", i+1, q, err)
			}
			want[i+1] = append(want[i+1], text)
		}
	}
	return want
}
