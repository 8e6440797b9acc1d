package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/spf13/cobra"
)

// watchFlags implement the flag --watch, with which a command repeats its work after each save.
type watchFlags struct {
	on   bool
	poll time.Duration
	// scenes is set if scenes are watched, too.
	scenes bool
}

func (f *watchFlags) flags(c *cobra.Command, again string) {
	c.Flags().BoolVar(&f.on, "watch", false, tr.F("%s after each save, and print what has changed; Ctrl-C ends it", again))
	c.Flags().DurationVar(&f.poll, "poll", 0, tr.T("with --watch, compare files at this interval (0: only where the system does not report changes)"))
}

// check checks the flag, given other flags that are for one run only.
func (f *watchFlags) check(c *cobra.Command, s *session, once ...string) error {
	if !f.on {
		if c.Flags().Changed("poll") {
			return usagef("--poll is for --watch; add it or leave out --poll")
		}
		return nil
	}
	for _, name := range once {
		if c.Flags().Changed(name) {
			return usagef("--%s is for one run; leave it out or --watch", name)
		}
	}
	if dir, err := s.folder(); err == nil && isBundle(dir) {
		return usagef("%s is a bundle, which does not change; give --watch the directory that it was made of", dir)
	}
	return nil
}

// watching repeats the work of a command.
type watching struct {
	source hotreload.Source
	now    func() time.Time
	out    io.Writer
	// lines is set if a program reads the output. There are no lines for people then.
	lines bool
	// round does the work. changed are the files that have changed, below the folder; it is nil the first time. An error
	// other than errFindings is told once, and the work goes on with the next save.
	round func(changed []string) error
	// there returns an error if the folder is not there now, for which no round is done.
	there func() error
	// prefix is put before the files in messages.
	prefix string
	errs   io.Writer
	said   string // the last error
}

// The changes and the clock of watchRounds. Tests replace them.
var (
	watchSource = (*session).watch
	watchClock  = time.Now
)

// watchRounds does the work of a command now, and again after each save until the process gets a signal.
func watchRounds(c *cobra.Command, s *session, f *watchFlags, lines bool, round func(changed []string) error) error {
	_, prefix, err := s.files()
	if err != nil {
		return err
	}
	source, err := watchSource(s, f)
	if err != nil {
		return err
	}
	defer source.Close()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	context.AfterFunc(ctx, cancel) // from now on a second signal kills the process
	there := func() error {
		_, _, err := s.files()
		return err
	}
	w := &watching{source: source, now: watchClock, out: c.OutOrStdout(), lines: lines, round: round, there: there, prefix: prefix, errs: c.ErrOrStderr()}
	return w.run(ctx)
}

// watch watches the files of the scripts, the overlay and the tests, and scenes if they are asked for.
func (s *session) watch(f *watchFlags) (hotreload.Source, error) {
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	dirs := []string{dir}
	if isDir(s.overlay) {
		dirs = []string{s.overlay, dir}
	}
	match := func(name string) bool {
		return assets.Relevant(name) || assets.IsTest(name) || f.scenes && path.Ext(name) == scene.Ext
	}
	w, err := hotreload.Watch(dirs, hotreload.Options{Match: match, Clean: assets.Clean(filepath.ToSlash(filepath.Clean(dir))), Poll: f.poll})
	if err != nil {
		return nil, tr.Errorf("watching %s: %w", strings.Join(dirs, ", "), err)
	}
	return w, nil
}

// run does the first round, and one for each change until the context is done or the source is closed. It returns an error if
// the first round has one, or if the output is lost.
func (w *watching) run(ctx context.Context) error {
	if err := w.again(nil); err != nil {
		return err
	}
	if !w.lines {
		if _, err := fmt.Fprintln(w.out, tr.T("waiting for changes; Ctrl-C ends it")); err != nil {
			return err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case change, ok := <-w.source.Changes():
			if !ok {
				return nil
			}
			if change.Err != nil {
				fmt.Fprintln(w.errs, change.Err)
			}
			if len(change.Paths) == 0 {
				continue
			}
			if err := w.there(); err != nil {
				if change.Err == nil {
					w.say(err)
				}
				continue
			}
			if err := w.again(change.Paths); err != nil {
				return err
			}
		}
	}
}

// again does a round. It returns an error as run does.
func (w *watching) again(changed []string) error {
	if changed != nil && !w.lines {
		shown := make([]string, len(changed))
		for i, name := range changed {
			shown[i] = path.Join(w.prefix, name)
		}
		if _, err := fmt.Fprintf(w.out, "\n--- %s %s\n", w.now().Format(time.TimeOnly), someNames(shown)); err != nil {
			return err
		}
	}
	err := w.round(changed)
	if o, ok := w.out.(*output); ok && o.err != nil {
		return o.err
	}
	if errors.Is(err, errFindings) {
		err = nil
	}
	if changed == nil {
		return err
	}
	w.say(err)
	return nil
}

// say prints an error, unless it is the last one. It may be nil.
func (w *watching) say(err error) {
	said := ""
	if err != nil {
		said = textOf(err)
	}
	if said != "" && said != w.said {
		fmt.Fprintln(w.errs, said)
	}
	w.said = said
}

// news tells which findings are new since the last round, and which are gone. The first time it tells all.
type news struct {
	told   bool
	before diag.List
}

// tell is like tellProblems.
func (n *news) tell(w io.Writer, problems diag.List, strict bool) error {
	fresh, gone := minus(problems, n.before), minus(n.before, problems)
	first := !n.told
	n.told, n.before = true, problems
	if first {
		return tellProblems(w, problems, strict)
	}
	if len(fresh) > 0 {
		fmt.Fprintln(w, tr.T("new:"))
		tellProblems(w, fresh, strict)
	}
	if gone, _ = gone.Causes(); len(gone) > 0 {
		fmt.Fprintln(w, tr.T("gone:"))
		for _, d := range gone {
			fmt.Fprintln(w, d.Headline())
		}
	}
	return tellProblems(io.Discard, problems, strict)
}

// minus returns the findings that are not among others. A finding that has only moved to another line is the same.
func minus(list, others diag.List) (left diag.List) {
	type key struct{ file, headline string }
	of := func(d diag.Diagnostic) key {
		file := d.Pos.File
		d.Pos = diag.Pos{}
		return key{file, d.Severity.String() + d.Headline()}
	}
	have := map[key]int{}
	for _, d := range others {
		have[of(d)]++
	}
	for _, d := range list {
		if k := of(d); have[k] > 0 {
			have[k]--
		} else {
			left = append(left, d)
		}
	}
	return left
}
