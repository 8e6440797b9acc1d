package hotreload_test

import (
	"fmt"
	"path"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/bough-dev/bough/hotreload"
)

// The inotify(7) events that fsnotify requests.
const (
	inCreate = 1 << iota
	inModify
	inAttrib
	inDelete
	inDeleteSelf
	inMovedFrom
	inMovedTo
	inMoveSelf
	inIgnored
	inOverflow
)

// raw is an event in the form in which the kernel delivers it.
type raw struct {
	wd, mask int
	name     string
}

// memFeed is an instance of inotify with the behavior of fsnotify 1.10: an event has the name under
// which its directory was first watched.
type memFeed struct {
	by      *looker
	queue   []raw
	wake    chan struct{}
	stop    chan struct{}
	done    chan struct{}
	events  chan fsnotify.Event
	errors  chan error
	next    int
	kernel  map[*inode]int
	watches map[int]*memWatch
	paths   map[string]int
}

// memWatch is the record that fsnotify has of a watch.
type memWatch struct {
	wd   int
	path string
}

// feed returns a new instance of inotify.
func (l *looker) feed() *memFeed {
	f := &memFeed{
		by: l, wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
		events: make(chan fsnotify.Event), errors: make(chan error),
		kernel: map[*inode]int{}, watches: map[int]*memWatch{}, paths: map[string]int{},
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.feeds = append(l.feeds, f)
	go f.run()
	return f
}

// source returns the feed in the form that a watcher uses.
func (f *memFeed) source() hotreload.Feed {
	return hotreload.Feed{Watch: f.watch, Stop: f.end, Events: f.events, Errors: f.errors}
}

// notify sends an event to the instances that watch an inode.
func (d *memDisk) notify(n *inode, mask int, name string) {
	for _, f := range d.feeds {
		if wd, watched := f.kernel[n]; watched {
			f.enqueue(raw{wd, mask, name})
		}
	}
}

// unwatch ends the watches of an inode that is gone.
func (d *memDisk) unwatch(n *inode) {
	for _, f := range d.feeds {
		if wd, watched := f.kernel[n]; watched {
			delete(f.kernel, n)
			f.enqueue(raw{wd, inIgnored, ""})
		}
	}
}

// overflow drops the events that have not been delivered yet.
func (d *memDisk) overflow() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.feeds {
		f.queue = nil
		f.enqueue(raw{-1, inOverflow, ""})
	}
}

func (f *memFeed) enqueue(r raw) {
	if last := len(f.queue) - 1; last >= 0 && f.queue[last] == r {
		return // the kernel merges equal events, too
	}
	f.queue = append(f.queue, r)
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// watch implements fsnotify's Add.
func (f *memFeed) watch(dir string) error {
	n, err := f.by.at("watch", dir, true)
	if err != nil {
		return err
	}
	f.by.mu.Lock()
	defer f.by.mu.Unlock()
	old, known := f.paths[dir]
	existing := f.watches[old]
	wd, watched := f.kernel[n]
	if !watched {
		f.next++
		wd = f.next
		f.kernel[n] = wd
	}
	w := f.watches[wd]
	switch {
	case w != nil:
	case !known || existing == nil:
		w = &memWatch{wd, dir}
	default:
		w = existing
		w.wd = wd
	}
	f.watches[w.wd], f.paths[w.path] = w, w.wd
	if w.wd != old {
		delete(f.watches, old)
	}
	return nil
}

// end implements fsnotify's Close.
func (f *memFeed) end() error {
	f.by.mu.Lock()
	f.by.feeds = slices.DeleteFunc(f.by.feeds, func(g *memFeed) bool { return g == f })
	f.by.mu.Unlock()
	select {
	case <-f.stop:
	default:
		close(f.stop)
	}
	<-f.done
	return nil
}

// run delivers the events that the kernel has queued.
func (f *memFeed) run() {
	defer close(f.done)
	defer close(f.events)
	defer close(f.errors)
	for {
		select {
		case <-f.stop:
			return
		case <-f.wake:
		}
		for f.deliver() {
		}
	}
}

func (f *memFeed) deliver() bool {
	select {
	case <-f.stop:
		return false
	case <-time.After(inLane(feedLane, f.by.pace(feedLane))):
	}
	f.by.mu.Lock()
	if len(f.queue) == 0 {
		f.by.mu.Unlock()
		return false
	}
	r := f.queue[0]
	f.queue = f.queue[1:]
	ev, err := f.translate(r)
	f.by.mu.Unlock()
	if err != nil && !f.send(fsnotify.Event{}, err) {
		return false
	}
	if r.mask == inOverflow {
		f.by.note("kernel", "overflow", "")
		return f.send(fsnotify.Event{}, fmt.Errorf("reading: %w", fsnotify.ErrEventOverflow))
	}
	if ev.Op == 0 {
		return true
	}
	f.by.note("kernel", ev.Op.String(), ev.Name)
	return f.send(ev, nil)
}

func (f *memFeed) send(ev fsnotify.Event, err error) bool {
	events, errors := f.events, f.errors
	if err == nil {
		errors = nil
	} else {
		events = nil
	}
	select {
	case <-f.stop:
		return false
	case events <- ev:
	case errors <- err:
	}
	return true
}

// translate translates an event like fsnotify's handleEvent.
func (f *memFeed) translate(r raw) (fsnotify.Event, error) {
	w := f.watches[r.wd]
	if w == nil {
		return fsnotify.Event{}, nil
	}
	var err error
	switch r.mask {
	case inIgnored:
		f.drop(w)
		return fsnotify.Event{}, nil
	case inDeleteSelf:
		f.drop(w)
		if _, told := f.paths[path.Dir(w.path)]; told {
			return fsnotify.Event{}, nil
		}
	case inMoveSelf:
		err = f.removePath(w.path)
	}
	return fsnotify.Event{Name: path.Join(w.path, r.name), Op: opOf(r.mask)}, err
}

func opOf(mask int) fsnotify.Op {
	switch mask {
	case inCreate, inMovedTo:
		return fsnotify.Create
	case inDelete, inDeleteSelf:
		return fsnotify.Remove
	case inMovedFrom, inMoveSelf:
		return fsnotify.Rename
	case inAttrib:
		return fsnotify.Chmod
	}
	return fsnotify.Write
}

func (f *memFeed) drop(w *memWatch) {
	delete(f.paths, w.path)
	delete(f.watches, w.wd)
}

// removePath ends the watch of a path, which may be another path than that of the event. The kernel refuses it if the
// directory has been deleted since, which has ended its watch.
func (f *memFeed) removePath(dir string) error {
	wd, known := f.paths[dir]
	if !known {
		return nil
	}
	delete(f.paths, dir)
	delete(f.watches, wd)
	for n, other := range f.kernel {
		if other == wd {
			delete(f.kernel, n)
			f.enqueue(raw{wd, inIgnored, ""})
			return nil
		}
	}
	return syscall.EINVAL
}
