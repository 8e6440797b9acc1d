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
	file *os.File // nil if nothing is recorded
}

// flag adds the flag to a command.
func (r *recordFlag) flag(c *cobra.Command) {
	c.Flags().StringVar(&r.path, "record", "", "record the game in this `file`, for bough replay")
}

// set changes the options so that a game opened with them is recorded, if the flag is given. about says what is played.
func (r *recordFlag) set(o *bough.Options, about string) error {
	if r.path == "" {
		return nil
	}
	file, err := os.Create(r.path)
	if err != nil {
		return usageError{err}
	}
	r.file, o.Record = file, bough.RecordOptions{To: file, Replies: true, About: about}
	return nil
}

// close closes the game and the recording. It returns the worse error of err and that of the recording.
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
