package docs_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/inspect"
	"github.com/bough-dev/bough/inspect/wire"
)

// TestInspectKeys checks the table of keys of inspect.md. With -update it writes the table anew.
func TestInspectKeys(t *testing.T) {
	const begin, end = "| key | what it does |\n| --- | --- |\n", "<!-- keys end -->"
	p := load(t, "inspect.md")
	source := readPage(t, "../inspect/web/src/help.tsx")
	table := ""
	_, source, _ = strings.Cut(source, "\nconst does: ")
	source, _, _ = strings.Cut(source, "\n};")
	for _, m := range regexp.MustCompile(`\n  "?(.+?)"?: say\("([^"]+)"\),`).FindAllStringSubmatch(source, -1) {
		table += fmt.Sprintf("| `%s` | %s |\n", m[1], m[2])
	}
	if n := strings.Count(source, "\n"); n < 10 || strings.Count(table, "\n") != n {
		t.Fatalf("%d keys of %d", strings.Count(table, "\n"), n)
	}
	from := strings.Index(p.text, begin) + len(begin)
	p.want(t, from, strings.Index(p.text, end), table)
	p.save(t)
}

// TestInspectActs checks that inspect.md lists all acts, in the order of the code.
func TestInspectActs(t *testing.T) {
	_, section, _ := strings.Cut(readPage(t, "inspect.md"), "\n## Changing a game\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var got, want []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(section, -1) {
		got = append(got, strings.Split(strings.ReplaceAll(row[1], "`", ""), ", ")...)
	}
	for _, m := range regexp.MustCompile(`list = append\(list, (.*)\)`).FindAllStringSubmatch(readPage(t, "../inspect/act.go"), -1) {
		want = append(want, strings.Split(strings.ReplaceAll(m[1], `"`, ""), ", ")...)
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 5 || !slices.Equal(got, want) {
		t.Errorf("the page has %q, the code %q", got, want)
	}
	if low, high := fmt.Sprint(inspect.MinSpeed), fmt.Sprint(inspect.MaxSpeed); !strings.Contains(section, "("+low+" to "+high+")") {
		t.Errorf("the speed is %s to %s", low, high)
	}
}

// TestInspectLimits compares the limits in inspect.md, in their order, with constants of package inspect.
func TestInspectLimits(t *testing.T) {
	names := []string{"maxViewers", "maxWatched", "maxRate", "maxMessage", "maxFrame", "maxRows", "maxListed", "maxSingle", "historyBytes",
		"maxEventLogs", "maxFill", "maxMarks", "maxProblems", "maxText", "minPatience"}
	_, section, _ := strings.Cut(readPage(t, "inspect.md"), "\n## Limits\n")
	rows := regexp.MustCompile(`(?m)^\| [^|]+ \| (\d[^|]*) \|$`).FindAllStringSubmatch(section, -1)
	if len(rows) != len(names) {
		t.Fatalf("%d limits, want %d", len(rows), len(names))
	}
	known := constants(t, "../inspect")
	for i, name := range names {
		number, unit, _ := strings.Cut(strings.ReplaceAll(rows[i][1], ",", ""), " ")
		factor := map[string]string{"": "", "kB": " << 10", "MB": " << 20", "ms": " * 1000000"}[unit]
		want, err := types.Eval(token.NewFileSet(), nil, token.NoPos, number+factor)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := known[name]; got == nil || !constant.Compare(got, token.EQL, want.Value) {
			t.Errorf("%s is %v; the page says %s", name, got, rows[i][1])
		}
	}
	if body := known["maxBody"]; body == nil || !constant.Compare(body, token.EQL, known["maxMessage"]) {
		t.Errorf("a body has %v bytes, a message %v", body, known["maxMessage"])
	}
}

// constants returns the numbers that a folder of Go declares.
func constants(t *testing.T, dir string) map[string]constant.Value {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	list := map[string]constant.Value{}
	for _, file := range files {
		src := readPage(t, file)
		f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.CONST {
				continue
			}
			for _, s := range d.Specs {
				s := s.(*ast.ValueSpec)
				for i, v := range s.Values {
					text := strings.ReplaceAll(src[v.Pos()-f.FileStart:v.End()-f.FileStart], "time.Millisecond", "1000000")
					if x, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text); err == nil {
						list[s.Names[i].Name] = x.Value
					}
				}
			}
		}
	}
	return list
}

// TestInspectPictures checks the pictures, which go test ./inspect/web -run Stories -stories -stories.only pictures -update
// takes.
func TestInspectPictures(t *testing.T) {
	files, err := filepath.Glob("inspect-*.png")
	if err != nil || len(files) != 6 {
		t.Fatal(files, err)
	}
	pages := readPage(t, "inspect.md") + readPage(t, "../README.md")
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c, err := png.DecodeConfig(f)
		if err != nil || c.Width != 1280 || c.Height != 800 {
			t.Errorf("%s: %d×%d, %v", file, c.Width, c.Height, err)
		}
		if info, err := f.Stat(); err != nil || info.Size() > 300_000 {
			t.Errorf("%s: %d bytes, %v", file, info.Size(), err)
		}
		if !strings.Contains(pages, file) {
			t.Errorf("no page shows %s", file)
		}
	}
}

// TestSixQuestions asks the six questions of inspect.md of a recording of its scene. A "…" in an answer stands for any words.
func TestSixQuestions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "faults.bough")
	run := exec.Command(install(t, t.TempDir()), "run", "../inspect/testdata/faults/faults.scene", "--record", file)
	if out, err := run.CombinedOutput(); err != nil && run.ProcessState.ExitCode() != 1 { // 1: one agent has an error
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	recording, err := bough.OpenRecording(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	h, err := inspect.NewReplay(recording, nil, inspect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	ask := func(path string, into any) {
		t.Helper()
		r := httptest.NewRequest("GET", "http://localhost/v1/"+path, nil)
		r.Header.Set("Authorization", "Bearer "+h.Token())
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %s", path, w.Body)
		}
		if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	_, last := recording.Ticks()
	var hello wire.Hello
	for ask("hello", &hello); hello.Tick < last; ask("hello", &hello) { // the recording is being read
	}
	var agents wire.Agents
	ask("agents", &agents)
	if agents.List[0].Label != "smith#3" {
		t.Errorf("the first agent is %s", agents.List[0].Label)
	}
	question := regexp.MustCompile(`(?s)\*\*(\w+#\d)\*\*.*?Click ` + "`([\\w.]+)`" + `:\n\n  > (.*?)\n`)
	_, section, _ := strings.Cut(readPage(t, "inspect.md"), "\n## Six questions\n")
	section, _, _ = strings.Cut(section, "\n## ")
	list := question.FindAllStringSubmatch(section, -1)
	if len(list) != 6 {
		t.Fatalf("%d questions", len(list))
	}
	for _, m := range list {
		i := slices.IndexFunc(agents.List, func(a wire.AgentRow) bool { return a.Label == m[1] })
		k := slices.IndexFunc(hello.Trees, func(r wire.TreeRef) bool { return r.Index == agents.List[i].Tree })
		var tree wire.Tree
		ask("trees/"+url.PathEscape(hello.Trees[k].Key), &tree)
		node := -1
		for _, row := range tree.Rows {
			if row.Name == m[2] {
				node = row.Node
			}
		}
		var why wire.Why
		ask(fmt.Sprintf("why?agent=%d&node=%d&tick=%d", agents.List[i].ID, node, last), &why)
		words := strings.Split(strings.ReplaceAll(m[3], `\*`, "*"), "…")
		for n, w := range words {
			words[n] = regexp.QuoteMeta(w)
		}
		if ok, err := regexp.MatchString("^"+strings.Join(words, ".*")+"$", why.Text); !ok {
			t.Errorf("%s: the page says\n%s\nthe answer is\n%s (%v)", m[1], m[3], why.Text, err)
		}
	}
	var goal wire.Series
	ask(fmt.Sprintf("fields?agent=6&name=goal&from=1&to=%d", last), &goal)
	if by := goal.Points[len(goal.Points)-1].By; by == nil || !strings.HasSuffix(by.Pos, "work/tidy.lua:5") {
		t.Errorf("who wrote goal: %+v", by)
	}
}
