package hotreload

import (
	"cmp"
	"fmt"
	"path"
	"time"
)

// Defaults of Options.
const (
	// DefaultDebounce is long enough for an editor that writes a file in several steps.
	DefaultDebounce = 80 * time.Millisecond
	// CleanDebounce is how long a set must have been quiet if all its files are clean; see
	// Options.Clean.
	CleanDebounce = 25 * time.Millisecond
	// DefaultMaxDelay is how long a set may grow before it is delivered even while files change.
	DefaultMaxDelay = 500 * time.Millisecond
	// DefaultPoll is the interval for roots whose file system is known not to
	// notify.
	DefaultPoll = 500 * time.Millisecond
)

// Options determine when a set has settled and which files belong to it. The zero value is
// ready for use.
type Options struct {
	// Debounce is how long the files of a set must not have changed before the set is delivered; 0 means
	// DefaultDebounce. A set in which a file vanished or became empty waits three times as long, since version
	// control or an editor may not be done yet. A file that comes back within that time does not count as gone.
	Debounce time.Duration
	// Clean, if set, reports whether the text of a file is without errors of its own. A set of a few clean files,
	// none of them large, is delivered after CleanDebounce, if that is less than Debounce: a clean file is not half
	// written, so a longer wait gains nothing. Like Match, Clean is called from the watcher's goroutine and must be
	// a pure function.
	Clean func(path string, text []byte) bool
	// MaxDelay bounds the wait: a set is due this long after its first change, even if files still change. If a file
	// in it has vanished or become empty, it is due after four times as long. 0 means DefaultMaxDelay, or twice
	// Debounce if that is more.
	MaxDelay time.Duration
	// Poll, if above 0, is the interval at which all roots are scanned; events of the operating system are then not
	// used. If Poll is 0, a root is scanned at DefaultPoll only if its file system is known not to notify (NFS,
	// SMB, FUSE, 9p and the like), or if the operating system refuses further watches.
	Poll time.Duration
	// Match reports whether a file counts, by its path below the root, with slashes; nil means MatchDefault. It is
	// called from the watcher's goroutine and must be a pure function. It is not called for backups, swap files and
	// dotfiles, which never count.
	Match func(path string) bool
}

// MatchDefault accepts behaviors and trees: .lua and .bt.
func MatchDefault(name string) bool {
	ext := path.Ext(name)
	return ext == ".lua" || ext == ".bt"
}

// interval returns the polling interval, for roots that are polled.
func (o Options) interval() time.Duration { return cmp.Or(o.Poll, DefaultPoll) }

// quiet returns how long a set must not have changed before it is compared.
func (o Options) quiet() time.Duration {
	if o.Clean == nil {
		return o.Debounce
	}
	return min(CleanDebounce, o.Debounce)
}

// complete checks o and replaces zero values with defaults. It does not replace Poll, whose zero value has a
// meaning of its own.
func (o Options) complete() (Options, error) {
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"Debounce", o.Debounce}, {"MaxDelay", o.MaxDelay}, {"Poll", o.Poll}} {
		if d.value < 0 {
			return o, &Error{
				Message: fmt.Sprintf("Options.%s is %v", d.name, d.value),
				Remedy:  "want 0 for the default, or more",
			}
		}
	}
	o.Debounce = cmp.Or(o.Debounce, DefaultDebounce)
	o.MaxDelay = cmp.Or(o.MaxDelay, max(DefaultMaxDelay, 2*o.Debounce))
	if o.Match == nil {
		o.Match = MatchDefault
	}
	return o, nil
}
