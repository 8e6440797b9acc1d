package hotreload

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// notifier is the part of fsnotify that is used. fsnotify identifies a directory by its first path. After a move,
// Add may silently keep the old path, and Remove may end the wrong watch or panic, so Remove is not used.
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

// watchSet is the set of watched directories. The operating system watches a directory only once, under its path
// without links. But with links and overlapping roots, a directory may have several places.
type watchSet struct {
	notifier notifier
	places   map[string][]place // places of each directory, by its path without links
	reals    map[place]string
	// stale is set when a watched directory may have another path now, or is no longer wanted. Then the notifier
	// must be replaced.
	stale bool
}

func newWatchSet(n notifier) *watchSet {
	return &watchSet{notifier: n, places: map[string][]place{}, reals: map[place]string{}}
}

// add watches the directory real for p. It calls the operating system even if the directory is watched already,
// since another directory of the same name may have replaced it.
func (c *watchSet) add(real string, p place) error {
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

func (c *watchSet) release(p place) {
	real := c.reals[p]
	delete(c.reals, p)
	c.places[real] = slices.DeleteFunc(c.places[real], func(q place) bool { return q == p })
	if len(c.places[real]) == 0 {
		delete(c.places, real)
	}
}

// remove removes the directory p and all directories below it from the set.
func (c *watchSet) remove(p place) {
	for q := range c.reals {
		if p.holds(q) {
			c.release(q)
			c.stale = true
		}
	}
}

// forget removes the directory real and all directories below it from the set, after it was moved or deleted. It
// returns the topmost of their places. The watch of a deleted directory ends by itself. The watch of a moved
// directory continues under the old path.
func (c *watchSet) forget(real string, moved bool) []place {
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
