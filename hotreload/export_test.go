package hotreload

import (
	"time"

	"github.com/fsnotify/fsnotify"
)

// Disk is the part of a file system that a watcher uses.
type Disk = disk

// Feed is a notifier that consists of functions and channels of a test.
type Feed struct {
	Watch  func(dir string) error
	Stop   func() error
	Events chan fsnotify.Event
	Errors chan error
}

type feed struct{ Feed }

func (f feed) Add(dir string) error          { return f.Watch(dir) }
func (f feed) Close() error                  { return f.Stop() }
func (f feed) events() <-chan fsnotify.Event { return f.Feed.Events }
func (f feed) errors() <-chan error          { return f.Feed.Errors }

// WatchOn is like Watch, on another disk and with events from the feeds that open
// returns.
func WatchOn(dirs []string, o Options, d Disk, open func() Feed) (*Watcher, error) {
	sys := realSystem
	sys.disk = d
	sys.notifies = func(string) bool { return true }
	sys.notifier = func() (notifier, error) { return feed{open()}, nil }
	return watch(dirs, o, sys)
}

// Racy is the time for which the content of a file is compared after its stamp has
// changed.
const Racy time.Duration = racy
