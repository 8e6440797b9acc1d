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

func (r *recordFlag) flag(c *cobra.Command) {
	c.Flags().StringVar(&r.path, "record", "", "record everything in this `file`; bough replay reads it")
}

// set makes a game that is opened with o record itself. about says what is played.
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

// close closes the game and the recording, and returns err, or else what is wrong with the recording.
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
