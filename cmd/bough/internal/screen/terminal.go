package screen

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/term"
)

// Terminal is the terminal that shows a game.
type Terminal struct {
	tcell.Screen
	keyboard *keyboard   // nil on a Windows console, like all fields below
	file     *os.File    // the terminal, opened in non-blocking mode
	state    *term.State // the state before Start
}

// OpenTerminal takes control of the terminal. The caller must call Close.
func OpenTerminal() (*Terminal, error) {
	t, err := newTerminal()
	if err != nil {
		return nil, err
	}
	if err := t.Init(); err != nil {
		return nil, err
	}
	t.EnablePaste()
	return t, nil
}

func newTerminal() (*Terminal, error) {
	if runtime.GOOS == "windows" {
		s, err := tcell.NewScreen()
		return &Terminal{Screen: s}, err
	}
	tty, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	t := &Terminal{keyboard: newKeyboard(tty)}
	if t.Screen, err = tcell.NewTerminfoScreenFromTty(t.keyboard); err != nil {
		return nil, err
	}
	if t.file, err = os.OpenFile("/dev/tty", os.O_RDWR, 0); err != nil {
		return nil, err
	}
	err = t.control(func(fd int) error {
		var err error
		t.state, err = term.GetState(fd)
		return err
	})
	return t, err
}

// control calls f with the file descriptor of the terminal. The method Fd cannot be used, since it would put the
// file into blocking mode.
func (t *Terminal) control(f func(fd int) error) error {
	c, err := t.file.SyscallConn()
	if err != nil {
		return err
	}
	var result error
	if err := c.Control(func(fd uintptr) { result = f(int(fd)) }); err != nil {
		return err
	}
	return result
}

// Close restores the terminal. The library's reader and its parser may block until somebody receives their events,
// so Close receives events until both have ended.
func (t *Terminal) Close() {
	go func() {
		for t.PollEvent() != nil {
		}
	}()
	if t.keyboard != nil {
		close(t.keyboard.closing)
		<-t.keyboard.ended
	}
	t.Suspend()
	t.Fini()
}

// leave is written to restore the terminal. It makes a terminal like xterm show its former content, turns off
// bracketed paste and escaped keys, and turns on line wrap and the cursor. Nearly all terminals are like xterm.
const leave = "\x1b[?9001l\x1b[<u\x1b[>4;0m\x1b[?2004l\x1b[?1l\x1b>\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l\r"

// abandon restores the terminal without waiting for other goroutines.
func (t *Terminal) abandon() {
	if t.file == nil {
		return
	}
	t.keyboard.silent.Store(true)
	t.control(func(fd int) error { return term.Restore(fd, t.state) })
	t.file.SetWriteDeadline(time.Now().Add(time.Second)) // nobody may read what is written
	t.file.WriteString(leave)
}

// Told returns a channel that is closed when a signal asks the process to end. A second signal, or SIGQUIT,
// restores the terminal and ends the process at once. SIGQUIT also prints the stacks.
func (t *Terminal) Told() <-chan struct{} {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	told := make(chan struct{})
	go func() {
		first := <-signals
		if first != syscall.SIGQUIT {
			close(told)
			first = <-signals
		}
		t.abandon()
		signal.Reset(first)
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(first) == nil {
			time.Sleep(time.Second) // meanwhile the signal ends the process
		}
		os.Exit(1)
	}()
	return told
}
