package docs_test

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/bough-dev/bough"

// typed are the pages whose commands a reader can type one after the other, in an empty folder,
// with only Go installed.
var typed = []string{"../README.md", "scripting.md", "scenes.md", "inspect.md"}

// TestTyped types every command of these pages, in their order, and compares what it
// prints with the text block after it. A lua or bt block after the words "This is
// `FILE`:" must equal that file of the folder. A comment
//
//	<!-- edit FILE OLD NEW -->
//
// edits a file.
func TestTyped(t *testing.T) {
	for _, name := range typed {
		t.Run(filepath.Base(name), func(t *testing.T) {
			p := load(t, name)
			h := &hand{t: t, page: p, bin: t.TempDir(), dir: t.TempDir()}
			if strings.Contains(p.text, "(../README.md#get-it)") {
				install(t, h.bin)
			}
			commands, at := 0, 0
			for i, b := range p.blocks {
				h.read(p.text[at:b.at])
				at = b.at + len(b.text)
				switch b.lang {
				case "sh":
					commands++
					out, err := h.typeAll(b)
					switch next := p.shown(i); {
					case next != nil:
						p.want(t, next.at, next.at+len(next.text), out)
					case err != nil && h.dir != h.clone: // where the scripts may have been edited
						t.Errorf("%s:%d: %v\n%s", p.name, b.line, err, out)
					}
				case "lua", "bt", "text":
					h.compare(b)
				}
			}
			if commands == 0 {
				t.Error("the page shows no command")
			}
			p.save(t)
		})
	}
}

// shown returns the block with the output of block i, which follows it directly, or nil.
func (p *page) shown(i int) *block {
	if i+1 == len(p.blocks) {
		return nil
	}
	b, next := p.blocks[i], p.blocks[i+1]
	if next.lang != "text" || strings.TrimSpace(p.text[b.at+len(b.text):next.at]) != "```\n\n```text" {
		return nil
	}
	return next
}

// hand types the commands of a page.
type hand struct {
	t      *testing.T
	page   *page
	bin    string // where go install puts programs
	dir    string // the present directory
	clone  string // where the clone of this repository lies, once there is one
	before string // the directory before the change to the clone
}

// buildTool builds the program once for all pages.
var buildTool = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "bough")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "bough")
	if out, err := build(file, "../cmd/bough").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(file)
})

// install puts the program into a directory.
func install(t *testing.T, dir string) string {
	t.Helper()
	program, err := buildTool()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "bough")
	if err := os.WriteFile(file, program, 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// typeAll types the lines of a block and returns what they print, and the first error.
func (h *hand) typeAll(b *block) (out string, first error) {
	for line := range strings.Lines(b.text) {
		command, _, _ := strings.Cut(line, " #")
		if command = strings.TrimSpace(command); command != "" {
			text, err := h.typeOne(command)
			out += text
			first = cmp.Or(first, err)
		}
	}
	return out, first
}

func (h *hand) typeOne(command string) (string, error) {
	words := strings.Fields(command)
	switch {
	case h.clone != "" && h.dir == h.clone && command == "go install ./cmd/bough":
		install(h.t, h.bin)
		return "", nil
	case command == "git clone https://"+module:
		root, err := filepath.Abs("..")
		h.clone = root
		return "", err
	case h.clone != "" && command == "cd bough":
		h.dir, h.before = h.clone, h.dir
		return "", nil
	case h.clone != "" && h.dir == h.clone && command == "cd ..":
		h.dir = h.before
		return "", nil
	case words[0] == "cd":
		h.dir = filepath.Join(h.dir, words[1])
		_, err := os.Stat(h.dir)
		return "", err
	case command == "go test ./...": // this test is one of them
		words = []string{"go", "list", "./..."}
	case words[0] == "go" && words[1] == "run" && words[2] == "./cmd/bough": // built already
		words = append([]string{install(h.t, h.t.TempDir())}, words[3:]...)
	}
	if slices.Contains(words, "--web") {
		return "", h.openPage(words)
	}
	plays := slices.Contains(words, "play")
	if plays { // not until somebody quits
		words = append(words, "--ticks", "20")
	}
	cmd := exec.Command("env", words...)
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "PATH="+h.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+h.dir)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		h.t.Errorf("%s: %s: %v\n%s", h.page.name, command, err, out)
	}
	if err == nil || plays { // the samples, which may have been edited
		return string(out), nil
	}
	return string(out), fmt.Errorf("%s: %w", command, err)
}

// openPage types a command that serves a page, opens the page, and then presses Ctrl-C.
func (h *hand) openPage(words []string) error {
	cmd := exec.Command("env", words...)
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "PATH="+h.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+h.dir, "XDG_CACHE_HOME="+h.t.TempDir())
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err == nil {
		var reply *http.Response
		if reply, err = http.Get(strings.TrimSpace(line)); err == nil {
			reply.Body.Close()
			if reply.StatusCode != http.StatusOK {
				err = errors.New(reply.Status)
			}
		}
	}
	return errors.Join(err, cmd.Process.Signal(os.Interrupt), cmd.Wait())
}

// TestReadmeListsAllCommands checks that the README lists the commands of bough help.
func TestReadmeListsAllCommands(t *testing.T) {
	help, err := exec.Command(install(t, t.TempDir()), "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(help), "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var want []string
	for line := range strings.Lines(list) {
		if name := strings.Fields(line)[0]; name != "help" {
			want = append(want, name)
		}
	}
	m := regexp.MustCompile("(?m)^- `bough help`: (.*)\\.$").FindStringSubmatch(readPage(t, "../README.md"))
	if m == nil {
		t.Fatal("the README has no such line")
	}
	got := strings.Split(m[1], ", ")
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the README lists %v, bough has %v", got, want)
	}
}

// TestPagesSayHowToGetBough checks that each page with commands links to the README, which says
// how to get the program. A reader may open that page first.
func TestPagesSayHowToGetBough(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) < 10 {
		t.Fatal(pages, err)
	}
	command := regexp.MustCompile("(?m)(^|`)bough [a-z]+")
	for _, page := range pages {
		text := readPage(t, page)
		if command.MatchString(text) && !strings.Contains(text, "(../README.md#") {
			t.Errorf("%s shows commands; link to ../README.md#get-it", page)
		}
	}
}

var editMark = regexp.MustCompile(`<!-- edit (\S+) (\S+) (\S+) -->`)

// read makes the edits that the text between two blocks asks for.
func (h *hand) read(text string) {
	for _, m := range editMark.FindAllStringSubmatch(text, -1) {
		file := filepath.Join(h.dir, m[1])
		old := readPage(h.t, file)
		if !strings.Contains(old, m[2]) {
			h.t.Errorf("%s: %s has no %s", h.page.name, m[1], m[2])
		}
		write(h.t, file, []byte(strings.Replace(old, m[2], m[3], 1)))
	}
}

var thisIs = regexp.MustCompile("This is\\s`([^`]+)`:\n\n```\\w+\n$")

// compare compares a block with the file that the words before it name.
func (h *hand) compare(b *block) {
	m := thisIs.FindStringSubmatch(h.page.text[:b.at])
	if m == nil {
		return
	}
	text := fileMark.FindString(b.text)
	h.page.want(h.t, b.at, b.at+len(b.text), text+readPage(h.t, filepath.Join(h.dir, m[1])))
}
