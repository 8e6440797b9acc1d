//go:build unix

package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/testdata"
)

// browser talks to the page that a command serves.
type browser struct {
	t           *testing.T
	cmd         *exec.Cmd
	errs        bytes.Buffer
	rest        *bufio.Reader // what the command prints after the address
	host, token string
}

// openPage starts a command in a folder, with the cache in another one, and reads the address.
func openPage(t *testing.T, dir, cache string, args ...string) *browser {
	t.Helper()
	b := &browser{t: t, cmd: exec.Command("bough", args...)}
	b.cmd.Dir, b.cmd.Stderr = dir, &b.errs
	b.cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "HOME="+cache)
	out, err := b.cmd.StdoutPipe()
	if err == nil {
		err = b.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.cmd.Process.Kill(); b.cmd.Wait() })
	b.rest = bufio.NewReader(out)
	line, err := b.rest.ReadString('\n')
	if err != nil {
		b.cmd.Wait()
		t.Fatalf("no address: %v\n%s", err, &b.errs)
	}
	var ok bool
	if b.host, b.token, ok = strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "http://"), "/#"); !ok || !strings.HasPrefix(b.host, localHost+":") {
		t.Fatalf("the address is %q", line)
	}
	return b
}

// call makes a request, and decodes the reply. A game that has not ticked for some time, on a busy machine, is asked again, as a page
// does.
func (b *browser) call(method, path, body string, reply any) {
	b.t.Helper()
	var text []byte
	status := http.StatusServiceUnavailable
	for tries := 0; status == http.StatusServiceUnavailable && tries < 50; tries++ {
		status, text = b.request(method, path, body)
	}
	var err error
	if status != http.StatusOK {
		err = fmt.Errorf("%d: %s", status, text)
	} else if reply != nil {
		err = json.Unmarshal(text, reply)
	}
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
}

func (b *browser) request(method, path, body string) (status int, text []byte) {
	b.t.Helper()
	r, err := http.NewRequest(method, "http://"+b.host+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+b.token)
	r.Header.Set("Origin", "http://"+b.host)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatalf("%v\n%s", err, &b.errs)
	}
	defer got.Body.Close()
	if text, err = io.ReadAll(got.Body); err != nil {
		b.t.Fatal(err)
	}
	return got.StatusCode, text
}

// end presses Ctrl-C. It checks that the command ends well and has printed nothing more, and returns what it has printed
// on standard error.
func (b *browser) end() string {
	b.t.Helper()
	if err := b.cmd.Process.Signal(os.Interrupt); err != nil {
		b.t.Fatal(err)
	}
	more, _ := io.ReadAll(b.rest)
	if err := b.cmd.Wait(); err != nil || len(more) > 0 {
		b.t.Errorf("it ends with %v, and prints %q\n%s", err, more, &b.errs)
	}
	return b.errs.String()
}

// TestPlayOnPage plays the arena on a page, controls it, and opens the same address after a restart.
func TestPlayOnPage(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "scripts"), testdata.Samples()); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, dir, cache, "play", "--web", "--agents", "6", "--record", "all.bough")
	var hello wire.Hello
	b.call("GET", "/v1/hello", "", &hello)
	if hello.About != "arena of 6 agents" || hello.Land == nil || hello.Land.Width != 60 || len(hello.Land.Things) == 0 || hello.Replay || hello.Speed != 1 || !hello.Known.Replies {
		t.Errorf("the page is told %+v", hello)
	}
	b.call("POST", "/v1/act", `{"act":"pause"}`, nil)
	b.call("POST", "/v1/act", `{"act":"hold","agent":1}`, nil) // the tick that began with the pause is over
	b.call("GET", "/v1/hello", "", &hello)
	paused := hello.Tick
	b.call("POST", "/v1/act", `{"act":"step"}`, nil)
	b.call("POST", "/v1/act", `{"act":"release","agent":1}`, nil)
	b.call("GET", "/v1/hello", "", &hello)
	if hello.Tick != paused+1 {
		t.Errorf("after a step the tick is %d, and was %d", hello.Tick, paused)
	}
	for _, act := range []string{
		`{"act":"set","agent":2,"name":"hp","value":"7"}`, `{"act":"post","agent":2,"name":"noise","value":"x=3"}`, `{"act":"reset","agent":3}`,
		`{"act":"board","name":"camp","key":"gate","value":"\"page\""}`, `{"act":"hold","agent":4}`, `{"act":"resume"}`, `{"act":"release","agent":4}`,
	} {
		b.call("POST", "/v1/act", act, nil)
	}
	for at := hello.Tick + 20; hello.Tick < at; { // every act has its consequences
		b.call("GET", "/v1/agents?q=hp+%3C+8", "", &hello.Stamp)
	}
	if errs := b.end(); !strings.Contains(errs, "load v1: ") {
		t.Errorf("standard error has %q", errs)
	}
	again := openPage(t, dir, cache, "play", "--web", "--agents", "6")
	if again.host != b.host || again.token != b.token {
		t.Errorf("the address is %s#%s after a restart, and was %s#%s", again.host, again.token, b.host, b.token)
	}
	again.end()

	check := exec.Command("bough", "replay", "all.bough")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil || !strings.Contains(string(out), "repeat exactly") {
		t.Errorf("the recording with the acts of a page: %v\n%s", err, out)
	}
	replay := openPage(t, dir, cache, "replay", "all.bough", "--web")
	replay.call("GET", "/v1/hello", "", &hello)
	if !hello.Replay || len(hello.Acts) > 0 || hello.About != "arena of 6 agents" || hello.Land == nil || hello.Known.Past.From != 1 && hello.Known.Past.From != 0 {
		t.Errorf("the page of the recording is told %+v", hello)
	}
	replay.end()
	fork := openPage(t, dir, cache, "replay", "all.bough", "--fork", "1", "--web")
	fork.call("GET", "/v1/hello", "", &hello)
	if hello.Replay || len(hello.Acts) == 0 {
		t.Errorf("the page of the fork is told %+v", hello)
	}
	fork.end()
}
