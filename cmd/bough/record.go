package main

import (
	"fmt"
	"os"

	"github.com/bough-dev/bough"
	"github.com/spf13/cobra"
)

// recordFlag is the flag --record.
type recordFlag struct {
	path string
	file *os.File // nil if the game is not recorded
}

// flag adds the flag to a command.
func (r *recordFlag) flag(c *cobra.Command) {
	c.Flags().StringVar(&r.path, "record", "", "record the game in this `file`, for bough replay")
}

// set changes the options so that a game opened with them is recorded, if the flag is given. about describes the
// game in the recording.
func (r *recordFlag) set(o *bough.Options, about string) error {
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
	r.file, o.Record = file, bough.RecordOptions{To: &replacing{file: file}, Replies: true, About: about}
	return nil
}

// replacing is an io.Writer that empties its file before the first Write. So an earlier recording is lost only when
// there is new data.
type replacing struct {
	file  *os.File
	begun bool
}

// Write implements io.Writer.
func (w *replacing) Write(data []byte) (int, error) {
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

// close closes the game and the recording. It returns the worse of err and the error of closing.
func (r *recordFlag) close(game *bough.Game, err error) error {
	closeErr := game.Close()
	if r.file == nil {
		return err
	}
	if failed := game.RecordingErr(); failed != nil {
		closeErr = failed
	}
	if failed := r.file.Close(); closeErr == nil {
		closeErr = failed
	}
	if closeErr != nil {
		closeErr = fmt.Errorf("%s: %w", r.path, closeErr)
	}
	return worse(err, closeErr)
}
