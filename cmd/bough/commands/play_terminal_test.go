//go:build unix

package commands

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

var (
	terminalRuns = flag.Int("terminal.runs", 3, "how many random sessions of play on a terminal are played")
	terminalSeed = flag.Uint64("terminal.seed", 0, "seed of the first of these sessions (0: of the clock)")
)

// terminal is a pseudo-terminal on which bough plays.
type terminal struct {
	*os.File // the user's side: it shows output and accepts keys
	fd       int
	side     *os.File // the program's side
	before   *term.State
	cmd      *exec.Cmd
	ended    chan struct{}
	deaf     bool // the output was not read completely

	mu     sync.Mutex
	screen bytes.Buffer // all output so far
}

// playOnTerminal begins to play a small folder and waits for its first picture.
func playOnTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"guard.bt":  "tree guard\n  stand\n",
		"stand.lua": `return { behavior = function() end }`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tt := startOnTerminal(t, append([]string{"play", dir, "--agents", "2"}, args...)...)
	tt.shows(t, "bough play")
	return tt
}

// startOnTerminal starts bough on a terminal of 80 by 24 characters.
func startOnTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	blocking, side, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	fd, err := unix.Dup(int(blocking.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	blocking.Close()
	unix.SetNonblock(fd, true) // so that Close and deadlines end a blocked read or write
	tt := &terminal{File: os.NewFile(uintptr(fd), "terminal"), fd: fd, side: side, ended: make(chan struct{})}
	tt.size(80, 24)
	if tt.before, err = term.GetState(int(side.Fd())); err != nil {
		t.Fatal(err)
	}
	tt.cmd = exec.Command("bough", args...)
	tt.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	tt.cmd.Stdin, tt.cmd.Stdout, tt.cmd.Stderr = side, side, side
	tt.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := tt.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go tt.watch()
	go func() {
		tt.cmd.Wait()
		close(tt.ended)
	}()
	t.Cleanup(func() {
		tt.cmd.Process.Kill()
		<-tt.ended
		side.Close()
		tt.Close()
	})
	return tt
}

// TestChoiceOnTerminal chooses what to play from a list by its number.
func TestChoiceOnTerminal(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"guard.bt":   "tree guard\n  stand\n",
		"stand.lua":  `return { behavior = function() end }`,
		"camp.scene": "spawn guard\ntick\n",
		"gate.scene": "spawn guard\ntick\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tt := startOnTerminal(t, "play", dir)
	tt.shows(t, "number: ")
	if said := tt.said(); !strings.Contains(said, "  2  bough play "+filepath.Join(dir, "gate.scene")) {
		t.Errorf("the list is\n%s", said)
	}
	tt.WriteString("2\n")
	tt.shows(t, "this is bough play") // the path may be on the next line

	tt = startOnTerminal(t, "play", dir)
	tt.shows(t, "number: ")
	tt.WriteString("9\n")
	tt.shows(t, "\"9\" is no number of the list")
}

func (tt *terminal) size(cols, rows uint16) {
	unix.IoctlSetWinsize(tt.fd, unix.TIOCSWINSZ, &unix.Winsize{Col: cols, Row: rows})
}

// watch reads the output of the program continuously, as a terminal does.
func (tt *terminal) watch() {
	for chunk := make([]byte, 1<<16); ; {
		n, err := tt.Read(chunk)
		tt.mu.Lock()
		tt.screen.Write(chunk[:n])
		tt.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (tt *terminal) said() string {
	tt.mu.Lock()
	defer tt.mu.Unlock()
	return tt.screen.String()
}

// shows waits until the output contains a text.
func (tt *terminal) shows(t *testing.T, want string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(tt.said(), want); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%q is never shown, but %q", want, tt.said())
		}
	}
}

// typed types keys. It stops after 10 seconds if the program does not read them.
func (tt *terminal) typed(keys string) {
	tt.SetWriteDeadline(time.Now().Add(10 * time.Second))
	tt.WriteString(keys)
}

// signal sends a signal to the program. It ignores the error if the program has already ended.
func (tt *terminal) signal(s syscall.Signal) { tt.cmd.Process.Signal(s) }

// gaveBack checks that the program ends and has restored the terminal.
func (tt *terminal) gaveBack(t *testing.T) {
	t.Helper()
	select {
	case <-tt.ended:
	case <-time.After(20 * time.Second):
		tt.signal(syscall.SIGQUIT)
		time.Sleep(time.Second)
		said := tt.said()
		t.Fatalf("it does not end:\n%s", said[max(0, len(said)-20_000):])
	}
	after, err := term.GetState(int(tt.side.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(tt.before, after) {
		t.Errorf("the terminal was %v and is %v", *tt.before, *after)
	}
	if tt.deaf {
		return
	}
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		said := tt.said()
		shown := strings.LastIndex(said, "\x1b[?1049h") < strings.LastIndex(said, "\x1b[?1049l")
		if shown && strings.LastIndex(said, "\x1b[?25l") < strings.LastIndex(said, "\x1b[?25h") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %v the terminal still shows the game: %q", tt.cmd.ProcessState, said[max(0, len(said)-300):])
		}
	}
}

// TestPlayGivesTheTerminalBack checks that play ends on request and restores the terminal,
// whatever input or signals it received before.
func TestPlayGivesTheTerminalBack(t *testing.T) {
	paste := strings.Repeat("pasted text ", 4000)
	for name, do := range map[string]func(tt *terminal){
		"q":                           func(tt *terminal) { tt.typed("q") },
		"Ctrl-C":                      func(tt *terminal) { tt.typed("\x03") },
		"a byte that is not UTF-8":    func(tt *terminal) { tt.typed("\xfc"); tt.typed("q") },
		"half a character":            func(tt *terminal) { tt.typed("\xe6\x97"); tt.typed("q") },
		"Alt and ]":                   func(tt *terminal) { tt.typed("\x1b]"); tt.typed("q") },
		"Alt and [":                   func(tt *terminal) { tt.typed("\x1b["); time.Sleep(2 * patience); tt.typed("q") },
		"Alt and P, then Ctrl-C":      func(tt *terminal) { tt.typed("\x1bPabc\x03") },
		"a key a billion times":       func(tt *terminal) { tt.typed("\x1b[65;0;97;1;0;2000000000_"); tt.typed("q") },
		"a long paste with a q":       func(tt *terminal) { go tt.typed("abc q" + paste) },
		"a paste in brackets":         func(tt *terminal) { tt.typed("\x1b[200~q" + paste + "\x1b[201~"); tt.typed("q") },
		"a paste that never ends":     func(tt *terminal) { tt.typed("\x1b[200~q\x03") },
		"a signal during a paste":     func(tt *terminal) { go tt.typed(paste); time.Sleep(20 * time.Millisecond); tt.signal(syscall.SIGTERM) },
		"SIGHUP":                      func(tt *terminal) { tt.signal(syscall.SIGHUP) },
		"SIGINT":                      func(tt *terminal) { tt.signal(syscall.SIGINT) },
		"SIGQUIT":                     func(tt *terminal) { tt.signal(syscall.SIGQUIT) },
		"SIGTERM twice":               func(tt *terminal) { tt.signal(syscall.SIGTERM); tt.signal(syscall.SIGTERM) },
		"a very small window, then q": func(tt *terminal) { tt.size(1, 1); tt.typed("q") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt := playOnTerminal(t)
			do(tt)
			tt.gaveBack(t)
			if name == "SIGQUIT" && !strings.Contains(tt.said(), "goroutine ") {
				t.Error("it does not say where it stood")
			}
		})
	}
}

// TestSecondSignal checks that a second signal ends play and restores the terminal, even if play
// is blocked by a terminal whose output nobody reads, as after a lost connection.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	tt := playOnTerminal(t)
	tt.mu.Lock() // watch is blocked and reads no more
	for i := range 60 {
		tt.size(uint16(199+i%2), 90)
		time.Sleep(4 * time.Millisecond)
	}
	tt.signal(syscall.SIGTERM)
	time.Sleep(patience)
	tt.signal(syscall.SIGTERM)
	select {
	case <-tt.ended:
	case <-time.After(20 * time.Second):
		t.Error("it does not end")
	}
	tt.deaf = true
	tt.mu.Unlock()
	tt.gaveBack(t)
}

// patience is longer than the time that play waits for the rest of a key sequence.
const patience = 200 * time.Millisecond

// TestPlayTakesAnything plays sessions with random keys, bytes, pastes, sizes and signals.
func TestPlayTakesAnything(t *testing.T) {
	seed := *terminalSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	for i := range uint64(*terminalRuns) {
		t.Run(fmt.Sprint("seed=", seed+i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed+i, 1))
			tt := playOnTerminal(t)
			for range 1 + r.IntN(12) {
				tt.disturb(r)
			}
			// Each of these ends play, whatever came before.
			if r.IntN(2) == 0 {
				time.Sleep(patience)
				tt.typed("\x03")
			} else {
				tt.signal(syscall.SIGTERM)
			}
			tt.gaveBack(t)
		})
	}
}

// disturb makes one random disturbance of the terminal.
func (tt *terminal) disturb(r *rand.Rand) {
	pieces := []string{"\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1bO", "\x1b[200~", "\x1b[201~", "\x1b[A", "\x1b[6~", "\x1b[1;5", "\x9b", "\xe6\x97", "ü",
		"\x00", "\x07", "\x1b\\", "_", ";", "\x1b[65;0;97;1;0;9_", "\x1b[[", "e", "?", "/", "=", "\r", "\t", "\x7f", "日本", "b", "u", "v", "n", "."}
	switch r.IntN(6) {
	case 0:
		b := make([]byte, r.IntN(600))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		// Keys that end play are left out, since they must come last. Keys such as Ctrl-Z are
		// left out too. Input that play has not read when it restores the terminal is handled by
		// the terminal itself, and at these keys a terminal discards its pending output.
		tt.typed(strings.NewReplacer("q", "", "\x03", "", "\x13", "", "\x1a", "", "\x1c", "").Replace(string(b)))
	case 1:
		tt.typed(strings.Repeat(pieces[r.IntN(len(pieces))], r.IntN(2000)))
	case 2:
		tt.size(uint16(1+r.IntN(200)), uint16(1+r.IntN(80)))
	case 3:
		tt.signal(syscall.SIGWINCH)
	default:
		for range r.IntN(60) {
			tt.typed(pieces[r.IntN(len(pieces))])
		}
	}
	if r.IntN(3) == 0 {
		time.Sleep(time.Duration(r.IntN(150)) * time.Millisecond)
	}
}

// TestPlainPlayKeepsRealTime checks that without --ticks lines are printed in real time until the
// user quits, and that a save takes effect meanwhile.
func TestPlainPlayKeepsRealTime(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("wolf.bt", "tree wolf\n  howl\n")
	put("howl.lua", "return { behavior = function() end }")
	cmd := exec.Command("bough", "play", "wolf", "--plain", "--scripts", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	start := time.Now()
	lines := bufio.NewScanner(out)
	wait := func(want string) string {
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("it ends without %q", want)
		return ""
	}
	wait("tick 0: load v1")
	put("howl.lua", "return { behavior = function() print('auuu') end }")
	wait("reload v2: howl")
	wait("wolf#1: auuu")
	cmd.Process.Signal(os.Interrupt)
	var ticks int
	if _, err := fmt.Sscanf(wait(", 1 agent"), "%d tick", &ticks); err != nil { // "1 tick" if the save took effect in the first tick
		t.Fatal(err)
	}
	if most := int(time.Since(start)/(50*time.Millisecond)) + 1; ticks > most {
		t.Errorf("%d ticks in the time of %d", ticks, most)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
