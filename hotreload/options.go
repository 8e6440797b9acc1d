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
	// CleanDebounce is the debounce of sets in which all files are clean; see Options.Clean.
	CleanDebounce = 25 * time.Millisecond
	// DefaultMaxDelay bounds the time for which a set may grow while files change.
	DefaultMaxDelay = 500 * time.Millisecond
	// DefaultPoll is the interval of polls for roots whose file system is known not to report changes.
	DefaultPoll = 500 * time.Millisecond
)

// Options determine when a set has settled and which files it can contain. The zero value is ready for use.
type Options struct {
	// Debounce is the time for which the files of a set must not have changed before the set is delivered; 0 means
	// DefaultDebounce. A set in which a file has vanished, or has only the beginning of its last text, waits four
	// times as long, since version control or an editor may not have finished. A file that comes back within that time
	// does not count as gone.
	Debounce time.Duration
	// Clean, if set, reports whether the text of a file has no errors by itself. A set of a few clean files, none of
	// them large, is delivered after CleanDebounce if that is less than Debounce. A clean file is seldom half
	// written. Like Match, Clean is called from the watcher's goroutine and must be a pure function. assets.Clean
	// returns such a function.
	Clean func(path string, text []byte) bool
	// MaxDelay bounds the wait. A set is delivered this long after its first change, even if files still change. If
	// a file of the set has vanished, or has only the beginning of its last text, the bound is four times as long. 0
	// means DefaultMaxDelay, or twice Debounce if that is more.
	MaxDelay time.Duration
	// Poll, if greater than 0, is the interval at which all roots are scanned; events of the operating system are
	// then not used. If Poll is 0, a root is scanned only if its file system is known not to report changes (NFS,
	// SMB, FUSE, 9p and the like), or if the operating system refuses further watches. The interval is then
	// DefaultPoll.
	Poll time.Duration
	// Match reports whether sets can contain a file, given its path below the root, with slashes; nil means
	// MatchDefault. It is called from the watcher's goroutine and must be a pure function. It is not called for
	// backups, swap files and dotfiles, which are always ignored. A game needs assets.Relevant.
	Match func(path string) bool
}

// MatchDefault reports whether a file is a behavior or a tree: its extension is .lua or .bt. A game also reads other
// files; assets.Relevant reports these, too.
func MatchDefault(name string) bool {
	ext := path.Ext(name)
	return ext == ".lua" || ext == ".bt"
}

// interval returns the polling interval of roots that are polled.
func (o Options) interval() time.Duration { return cmp.Or(o.Poll, DefaultPoll) }

// quiet returns the time for which a set must not have changed before it is compared.
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
