package hotreload

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// notifier is what is used of fsnotify. Remove is not: fsnotify knows a directory
// by the path it first had, so that after a move Add may silently keep the old
// path and Remove may end the wrong watch, or panic.
type notifier interface {
	Add(dir string) error
	Close() error
	events() <-chan fsnotify.Event
	errors() <-chan error
}

type osNotifier struct{ *fsnotify.Watcher }

func newOSNotifier() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return osNotifier{w}, nil
}

func (n osNotifier) events() <-chan fsnotify.Event { return n.Events }
func (n osNotifier) errors() <-chan error          { return n.Errors }

// coverage is the directories with a watch. The operating system knows a
// directory once, under its path without links, while links and overlapping
// roots may give it several places.
type coverage struct {
	notifier notifier
	places   map[string][]place // by real path
	reals    map[place]string
	// stale is set when a watch may be on a directory that has another path by
	// now, or on one that is no longer wanted. The remedy is a new notifier.
	stale bool
}

func newCoverage(n notifier) *coverage {
	return &coverage{notifier: n, places: map[string][]place{}, reals: map[place]string{}}
}

// add watches the directory real on behalf of p. It asks the operating system
// again even if the directory is known: a directory of the same name may have
// taken the place of the watched one.
func (c *coverage) add(real string, p place) error {
	if err := c.notifier.Add(real); err != nil {
		return err
	}
	if old, known := c.reals[p]; known && old != real {
		c.release(p)
		c.stale = true
	}
	if !slices.Contains(c.places[real], p) {
		c.places[real] = append(c.places[real], p)
	}
	c.reals[p] = real
	return nil
}

func (c *coverage) release(p place) {
	real := c.reals[p]
	delete(c.reals, p)
	c.places[real] = slices.DeleteFunc(c.places[real], func(q place) bool { return q == p })
	if len(c.places[real]) == 0 {
		delete(c.places, real)
	}
}

// drop has the directory p and all below it no longer covered.
func (c *coverage) drop(p place) {
	for q := range c.reals {
		if p.holds(q) {
			c.release(q)
			c.stale = true
		}
	}
}

// forget has the directory real and all below it no longer covered, after it
// was moved or deleted, and returns the topmost places they had. A watch on a
// deleted directory ends by itself, one on a moved directory goes on under the
// old path.
func (c *coverage) forget(real string, moved bool) []place {
	gone := map[place]bool{}
	for dir, places := range c.places {
		if dir == real || len(dir) > len(real) && dir[len(real)] == filepath.Separator && strings.HasPrefix(dir, real) {
			for _, p := range places {
				gone[p] = true
			}
		}
	}
	c.stale = c.stale || moved && len(gone) > 0
	var top []place
	for p := range gone {
		c.release(p)
		if p.name == "." || !gone[place{p.root, path.Dir(p.name)}] {
			top = append(top, p)
		}
	}
	slices.SortFunc(top, comparePlaces)
	return top
}
