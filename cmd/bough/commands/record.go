package commands

import (
	"fmt"
	"os"
	"time"

	"github.com/bough-dev/bough"
	"github.com/spf13/cobra"
)

// recordFlag implements the flags --record and --flight.
type recordFlag struct {
	path   string
	flight string
	to     *replacing // nil without --record
}

// flightTime and flightFiles are what --flight keeps.
const (
	flightTime  = 30 * time.Second
	flightFiles = 20
)

// flag adds the flags to a command.
func (r *recordFlag) flag(c *cobra.Command) {
	c.Flags().StringVar(&r.path, "record", "", tr.T("record the game in this `file`, for bough replay"))
	c.Flags().StringVar(&r.flight, "flight", "", tr.T("save a recording of the last 30 s in this `folder` after each new script error and after bt.mark; the last 20 stay"))
}

// set changes the options so that a game opened with them is recorded, if a flag is given. about describes the
// game in the recording.
func (r *recordFlag) set(o *bough.Options, about string) error {
	if r.flight != "" {
		o.Record = bough.RecordOptions{Keep: flightTime, OnMark: bough.SaveMarks(r.flight, flightFiles), Replies: true, About: about}
	}
	if r.path == "" {
		return nil
	}
	file, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return usageError{err}
	}
	if st, err := file.Stat(); err == nil && st.Mode().IsRegular() && st.Size() > 0 {
		if _, err := bough.OpenRecording(file, st.Size()); err != nil {
			file.Close()
			return usagef("--record %s: the file is not a recording, and would be lost; choose another name", r.path)
		}
	}
	r.to = &replacing{file: file}
	o.Record.To, o.Record.Replies, o.Record.About = r.to, true, about
	return nil
}

// replacing is an io.Writer that truncates its file at the first Write. An earlier recording is thus kept until
// there is new data.
type replacing struct {
	file  *os.File
	begun bool
	off   bool // if set, Write drops the data
}

// Write implements io.Writer.
func (w *replacing) Write(data []byte) (int, error) {
	if w.off {
		return len(data), nil
	}
	if !w.begun {
		w.begun = true
		if st, err := w.file.Stat(); err == nil && st.Mode().IsRegular() {
			if err := w.file.Truncate(0); err != nil {
				return 0, err
			}
		}
	}
	return w.file.Write(data)
}

// close closes the game and the recording. It returns the worse of err and the errors of closing. If err ended the
// game before its first tick, close keeps an earlier recording and removes a new file.
func (r *recordFlag) close(game *bough.Game, err error) error {
	if r.to != nil && err != nil && game.World().TickCount() == 0 {
		r.to.off = true
		if st, statErr := r.to.file.Stat(); statErr == nil && st.Mode().IsRegular() && st.Size() == 0 {
			defer os.Remove(r.path)
		}
	}
	closeErr := game.Close()
	if failed := game.RecordingErr(); failed != nil {
		closeErr = failed
	}
	if r.to == nil {
		return worse(err, closeErr)
	}
	if failed := r.to.file.Close(); closeErr == nil {
		closeErr = failed
	}
	if closeErr != nil {
		closeErr = fmt.Errorf("%s: %w", r.path, closeErr)
	}
	return worse(err, closeErr)
}
