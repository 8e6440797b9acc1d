package screen

import (
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"pgregory.net/rapid"
)

// typist is a terminal into which a test types.
type typist struct {
	tcell.Tty
	keys chan string
}

func (t *typist) Start() error { return nil }

func (t *typist) Read(p []byte) (int, error) {
	text, ok := <-t.keys
	if !ok {
		return 0, os.ErrClosed
	}
	return copy(p, text), nil
}

// read types the pieces with pauses between them, and returns what the library reads.
func read(t testing.TB, pause time.Duration, pieces ...string) string {
	typist := &typist{keys: make(chan string)}
	k := newKeyboard(typist)
	if err := k.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, p := range pieces {
			typist.keys <- p
			time.Sleep(pause)
		}
		time.Sleep(2 * patience)
		close(typist.keys)
	}()
	got, err := io.ReadAll(k)
	if err != os.ErrClosed {
		t.Fatal(err)
	}
	select {
	case <-k.ended:
	default:
		t.Error("it does not say that it has ended")
	}
	return string(got)
}

func TestKeyboard(t *testing.T) {
	const pause = 2 * patience
	for _, tt := range []struct {
		name  string
		pause time.Duration
		typed []string
		want  string
	}{
		{"keys", 0, []string{"aé日\t\r\x03", "q"}, "aé日\t\r\x03q"},
		{"a character in pieces", 0, []string{"\xe6", "\x97", "\xa5"}, "日"},
		{"a byte that is not UTF-8", 0, []string{"a\xfcq", "\xff"}, "aq"},
		{"half a character", pause, []string{"\xe6\x97", "q"}, "q"},
		{"arrows", 0, []string{"\x1b[A\x1b[1;5C\x1bOB\x1b[[A"}, "\x1b[A\x1b[1;5C\x1bOB\x1b[[A"},
		{"an arrow in pieces", 0, []string{"\x1b", "[", "1;", "5C"}, "\x1b[1;5C"},
		{"escape", pause, []string{"\x1b", "q"}, escapeKey + "q"},
		{"alt and a bracket", pause, []string{"\x1b]", "q", "\x1b[", "q", "\x1bO", "q"}, "qqq"},
		{"alt and a bracket, then Ctrl-C", 0, []string{"\x1b]\x03", "\x1b[1;\x03", "\x1b\x03"}, "\x03\x03\x03"},
		{"the beginning of a text for the program", 0, []string{"\x1b]52;c;", "x\x07"}, "52;c;x\x07"},
		{"a Windows key", 0, []string{"\x1b[65;0;97;1;0;1_"}, "\x1b[65;0;97;1;0;1_"},
		{"one a billion times", 0, []string{"\x1b[65;0;97;1;0;1000000000_q"}, "q"},
		{"a sequence without an end", 0, []string{"\x1b[" + strings.Repeat("1", 60) + "q"}, strings.Repeat("1", 19) + "q"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := read(t, tt.pause, tt.typed...); got != tt.want {
					t.Errorf("%q is read as %q, want %q", tt.typed, got, tt.want)
				}
			})
		})
	}
}

// TestKeyboardEnds checks that a Read returns when the keyboard is closed, even if nothing was
// typed.
func TestKeyboardEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		typist := &typist{keys: make(chan string)}
		k := newKeyboard(typist)
		k.Start()
		go close(k.closing)
		if n, err := k.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("%d, %v", n, err)
		}
		<-k.ended
		close(typist.keys)
	})
}

// TestKeyboardIsWhole checks that for any input Read returns complete characters and sequences,
// and that Ctrl-C is never lost.
func TestKeyboardIsWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{"\x1b", "[", "]", "O", "\x1bP", "1", ";", "_", "q", "A", "é", "\xc3", "\xa9", "\xff", "\x03", "\x1b[A", "\x1b[["})).Draw(rt, "typed")
		typed := strings.Join(pieces, "")
		var got string
		synctest.Test(t, func(t *testing.T) { got = read(t, 0, typed) })
		if strings.Count(got, "\x03") != strings.Count(typed, "\x03") {
			rt.Errorf("%q is read as %q", typed, got)
		}
		for rest := []byte(got); len(rest) > 0; {
			n, wanted := token(rest)
			if n == 0 || !wanted {
				rt.Fatalf("%q is read as %q", typed, got)
			}
			rest = rest[n:]
		}
	})
}
