package screen

import (
	"bytes"
	"io"
	"slices"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// keyboard is a terminal that passes only complete characters and complete key sequences to the library. The
// library's own reader has two faults. It loops forever at a byte that is not UTF-8, and after an incomplete
// sequence it takes all further keys for the rest of that sequence.
type keyboard struct {
	tcell.Tty
	chunks  chan []byte // input, in the pieces that the terminal sends
	broken  chan error  // the error that ended the input
	rest    []byte      // incomplete character or sequence
	ready   []byte      // input that the library has not read yet
	closing chan struct{}
	ended   chan struct{} // closed when the library stops reading
	silent  atomic.Bool   // if set, output from the library is dropped
}

func newKeyboard(tty tcell.Tty) *keyboard {
	return &keyboard{
		Tty: tty, chunks: make(chan []byte), broken: make(chan error, 1),
		closing: make(chan struct{}), ended: make(chan struct{}),
	}
}

// Start takes control of the terminal. A keyboard must be started only once.
func (k *keyboard) Start() error {
	err := k.Tty.Start()
	if err == nil {
		go k.listen()
	}
	return err
}

// listen reads from the terminal on its own goroutine, so that Read can stop waiting.
func (k *keyboard) listen() {
	for {
		chunk := make([]byte, 256)
		n, err := k.Tty.Read(chunk)
		if err != nil {
			k.broken <- err
			return
		}
		select {
		case k.chunks <- chunk[:n]:
		case <-k.closing:
			return
		}
	}
}

// patience is the longest wait for the rest of a sequence. A terminal sends all bytes of a sequence at once.
const patience = 100 * time.Millisecond

// Read returns complete characters and sequences. It blocks until there is at least one, and returns io.EOF once
// the keyboard is closed.
func (k *keyboard) Read(p []byte) (int, error) {
	for len(k.ready) == 0 {
		var late <-chan time.Time
		if len(k.rest) > 0 {
			late = time.After(patience)
		}
		select {
		case <-k.closing:
			close(k.ended)
			return 0, io.EOF
		case err := <-k.broken:
			close(k.ended)
			return 0, err
		case chunk := <-k.chunks:
			k.rest = append(k.rest, chunk...)
			k.split()
		case <-late:
			if len(k.rest) == 1 && k.rest[0] == esc {
				k.ready = append(k.ready, escapeKey...)
			}
			k.rest = k.rest[:0]
		}
	}
	n := copy(p, k.ready)
	k.ready = k.ready[n:]
	return n, nil
}

// Write writes to the terminal, unless the keyboard is silent.
func (k *keyboard) Write(p []byte) (int, error) {
	if k.silent.Load() {
		return len(p), nil
	}
	return k.Tty.Write(p)
}

// split moves complete characters and sequences from rest to ready, and drops the unwanted
// ones.
func (k *keyboard) split() {
	rest := k.rest
	for len(rest) > 0 {
		n, wanted := token(rest)
		if n == 0 {
			break
		}
		if wanted {
			k.ready = append(k.ready, rest[:n]...)
		}
		rest = rest[n:]
	}
	k.rest = append(k.rest[:0], rest...)
}

const (
	esc       = 0x1b
	escapeKey = "\x1b[27u" // the Esc key alone, as a complete sequence
)

// maxSequence is longer than any key sequence.
const maxSequence = 40

// token returns the length of the character or sequence at the beginning of input, or 0 if it is incomplete. It
// also reports whether the library should read that character or sequence.
func token(input []byte) (n int, wanted bool) {
	switch {
	case input[0] < utf8.RuneSelf && input[0] != esc:
		return 1, true
	case input[0] != esc:
		r, n := utf8.DecodeRune(input)
		if r == utf8.RuneError && n == 1 && !utf8.FullRune(input) {
			return 0, false
		}
		return n, r != utf8.RuneError
	case len(input) == 1:
		return 0, false
	case input[1] < ' ': // another key follows, such as Ctrl-C
		return 1, false
	case input[1] == '[':
		return control(input)
	case input[1] != 'O': // Alt with a key, or the beginning of an unrequested reply
		return 2, false
	case len(input) == 2:
		return 0, false
	case input[2] <= ' ' || input[2] > '~':
		return 2, false
	}
	return 3, true
}

// control is like token, for sequences that begin with ESC [.
func control(input []byte) (n int, wanted bool) {
	for i, c := range input[2:] {
		switch {
		case i == 0 && c == '[': // the Linux console: one more character follows
			switch {
			case len(input) < 4:
				return 0, false
			case input[3] < 'A' || input[3] > 'E':
				return 3, false
			}
			return 4, true
		case i > maxSequence || c < ' ' || c > 0x7e:
			return i + 2, false
		case c >= '@':
			return i + 3, c != '_' || seldom(input[2:i+2])
		}
	}
	return 0, false
}

// seldom reports whether a Windows key sequence stands for only a few repetitions of a key. The sixth parameter is
// the number of repetitions.
func seldom(parameters []byte) bool {
	parts := bytes.Split(parameters, []byte{';'})
	return !slices.ContainsFunc(parts[min(5, len(parts)):], func(p []byte) bool { return len(p) > 2 })
}
