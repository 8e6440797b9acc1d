package hotreload

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"
)

// Watcher watches directories and everything below them. Its methods may be called
// from any goroutine.
type Watcher struct {
	options Options
	system  system
	roots   []*root
	watches *watchSet     // nil if all roots are polled from the start
	signals chan []signal // nil if watches is nil, and after the notifier has failed
	settle  settle
	reader  reader
	outbox  outbox
	ticks   <-chan time.Time       // times of polls; nil until a root is polled
	expired map[string]fingerprint // holds that have lasted too long, by their path
	refused error                  // the first refusal of the operating system to watch a directory
	mu      sync.Mutex             // held while files of roots are written, and while other goroutines read them; see Settled

	cleanup []func()
	stop    chan struct{}
	once    sync.Once
	running sync.WaitGroup
	closing error // result of Close; written before running is closed
}

// system is the part of the operating system that a watcher uses.
type system struct {
	disk     disk
	notifier func() (notifier, error)
	notifies func(dir string) bool
	ticker   func(time.Duration) (ticks <-chan time.Time, stop func())
}

var realSystem = system{
	disk:     osDisk{},
	notifier: newOSNotifier,
	notifies: notifies,
	ticker: func(d time.Duration) (<-chan time.Time, func()) {
		t := time.NewTicker(d)
		return t.C, t.Stop
	},
}

// Watch watches dirs and all directories below them, through symbolic links too, but not those whose names start
// with a dot. The first change is relative to the state when Watch returns. Relative dirs are resolved once. The
// caller must call Close.
//
// Watch returns an *Error if an option is out of range, or if a directory does not exist or cannot be read. If the
// operating system refuses to watch a directory, the directory is polled (see Options.Poll), and the first set has
// the reason.
func Watch(dirs []string, o Options) (*Watcher, error) { return watch(dirs, o, realSystem) }

func watch(dirs []string, o Options, sys system) (*Watcher, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, &Error{Message: tr.T("no directories to watch"), Remedy: tr.T("name at least one")}
	}
	w := &Watcher{options: o, system: sys, reader: reader{disk: sys.disk}, outbox: newOutbox(), expired: map[string]fingerprint{}, stop: make(chan struct{})}
	w.settle = settle{quiet: o.quiet(), debounce: o.Debounce, bound: o.MaxDelay}
	for _, dir := range dirs {
		r, err := openRoot(sys.disk, dir)
		if err != nil {
			return nil, err
		}
		r.polled.Store(o.Poll > 0)
		w.roots = append(w.roots, r)
	}
	if err := w.start(); err != nil {
		err = errors.Join(err, w.release())
		w.running.Wait()
		return nil, err
	}
	w.running.Go(w.run)
	return w, nil
}

// start records the present state as settled.
func (w *Watcher) start() error {
	if w.options.Poll == 0 {
		if err := w.listen(); err != nil {
			w.refused = err
			for _, r := range w.roots {
				r.polled.Store(true)
			}
		}
	}
	for i, r := range w.roots {
		if r.polled.Load() {
			w.startPolling(i)
		}
		now := time.Now()
		b := batch{places: map[place]bool{{i, "."}: true}, first: now, last: now}
		f := w.findings(b)
		if err := r.failed["."]; err != nil {
			return err
		}
		w.commit(f)
		w.post(findings{errs: f.errs})
	}
	w.followUp()
	return nil
}

// listen connects the watcher to the notifier of the operating system.
func (w *Watcher) listen() error {
	n, err := w.system.notifier()
	if err != nil {
		return refusal(w.roots[0].dir, err)
	}
	w.watches = newWatchSet(n)
	signals := make(chan []signal) // a variable for this notifier only, since another one may replace it
	w.signals = signals
	w.running.Go(func() { pump(n, signals) })
	return nil
}

// watch begins to watch the directory real as p. If the file system of the root does not report changes, or if the
// operating system refuses the watch, the whole root is polled instead.
func (w *Watcher) watch(p place, real string) {
	r := w.roots[p.root]
	if r.polled.Load() {
		return
	}
	if !w.system.notifies(real) {
		w.fallBack(p.root)
		return
	}
	err := w.watches.add(real, p)
	if err == nil || missing(err) || errors.Is(err, fs.ErrPermission) {
		return // reading the directory reports the reason
	}
	if e := refusal(real, err); w.refused == nil {
		w.refused = e
	}
	w.fallBack(p.root)
}

// fallBack switches root i to polling.
func (w *Watcher) fallBack(i int) {
	w.roots[i].polled.Store(true)
	w.unwatch(place{i, "."})
	w.startPolling(i)
	w.settle.put(time.Now(), place{i, "."}, true)
}

// unwatch ends the watches at and below p.
func (w *Watcher) unwatch(p place) {
	if w.watches != nil {
		w.watches.remove(p)
	}
}

// startPolling polls root i from the next tick on. The first scan reads all files.
func (w *Watcher) startPolling(i int) {
	w.roots[i].poller = poller{}
	if w.ticks == nil {
		ticks, stop := w.system.ticker(w.options.interval())
		w.ticks = ticks
		w.cleanup = append(w.cleanup, stop)
	}
}

// run is the body of the goroutine that owns all state, except for the channel to the consumer.
func (w *Watcher) run() {
	defer w.shut()
	checks, stopChecks := w.system.ticker(checkEvery)
	defer stopChecks()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-w.stop:
			return
		case signals, ok := <-w.signals:
			w.received(signals, ok)
		case now := <-w.ticks:
			w.poll(now)
		case now := <-checks:
			w.check(now)
		case <-timer.C:
			w.drain()
			w.deliver()
		}
		w.followUp()
		if due := w.settle.due; !due.IsZero() {
			timer.Reset(time.Until(due))
		}
	}
}

// shut ends the watch after run.
func (w *Watcher) shut() {
	w.closing = w.release()
	close(w.outbox)
}

// release frees the tickers and the notifier.
func (w *Watcher) release() error {
	for _, f := range w.cleanup {
		f()
	}
	if w.watches == nil {
		return nil
	}
	return w.watches.notifier.Close()
}

// reconnect replaces a stale notifier. Changes are not noticed in between, so the caller must then compare all
// files that depend on events.
func (w *Watcher) reconnect() {
	err := w.watches.notifier.Close()
	w.watches, w.signals = nil, nil
	notified := func(r *root) bool { return !r.polled.Load() }
	if err == nil && slices.ContainsFunc(w.roots, notified) {
		err = w.listen()
	}
	if err != nil {
		w.refused = err
		w.pollAll()
	}
}

// pollAll switches all roots to polling.
func (w *Watcher) pollAll() {
	for i, r := range w.roots {
		if !r.polled.Load() {
			w.fallBack(i)
		}
	}
}

// drain receives the waiting signals, so that their hints are in the batch before it is taken.
func (w *Watcher) drain() {
	select {
	case signals, ok := <-w.signals:
		w.received(signals, ok)
	default:
	}
}

func (w *Watcher) received(signals []signal, ok bool) {
	if ok {
		w.handle(signals)
		return
	}
	w.signals = nil
	w.settle.fail(time.Now(), &Error{Message: tr.T("the operating system's notification has ended"), Remedy: tr.T("files are compared at an interval from now on")})
	w.pollAll()
}

// followUp reports a refusal to watch. If the watch set is stale and no batch waits, it schedules a comparison of
// all files that depend on events. Before that comparison, deliver replaces the watch set.
func (w *Watcher) followUp() {
	if w.refused != nil {
		w.settle.fail(time.Now(), meanwhile(w.refused))
		w.refused = nil
	}
	if w.watches != nil && w.watches.stale && w.settle.due.IsZero() {
		w.recompare(time.Now())
	}
}

// deliver takes the batch if it is due, compares its places, commits the findings, and posts them.
func (w *Watcher) deliver() {
	now := time.Now()
	b, ok := w.settle.take(now)
	if !ok {
		return
	}
	if b.verdict == held && w.waitForHolds(now, &b) {
		return // without reading the files
	}
	if w.watches != nil && w.watches.stale {
		w.reconnect()
		for i := range w.roots {
			b.add(place{i, "."}, true)
		}
	}
	f := w.findings(b)
	b.errs = f.errs // each error is reported only once
	b.look(now, f.deltas)
	if len(f.deltas) > 0 && w.waitForHolds(now, &b) {
		return // found after the files were read: a program that creates a hold first has not changed them yet
	}
	f.errs = b.errs
	if v := w.judge(now, b, f); v != whole && w.settle.postpone(now, b, v) {
		return
	}
	w.commit(f)
	f.errs = appendErrors(f.errs, w.absences()...)
	w.post(f)
}

// post posts the findings, if there are any.
func (w *Watcher) post(f findings) {
	if len(f.deltas) > 0 || len(f.errs) > 0 {
		w.outbox.post(w.changeOf(f))
	}
}

// changeOf returns the set for the findings f, which have been committed.
func (w *Watcher) changeOf(f findings) Change {
	paths, sums := make([]string, 0, len(f.deltas)), map[string][sha256.Size]byte{}
	for _, d := range f.deltas {
		paths = append(paths, d.name)
		if sum, known := w.sum(d.name); known {
			sums[d.name] = sum
		}
	}
	return Change{Paths: uniqueSorted(paths), Sums: sums, Err: errors.Join(f.errs...)}
}

// Changes returns the channel of settled sets, which Close closes. The channel holds one set, and later sets are
// merged into that set until it is received. So a slow consumer loses no change and never blocks the watcher.
func (w *Watcher) Changes() <-chan Change { return w.outbox }

// Polled returns the watched directories that are polled because no events come from
// them, in the order given to Watch.
func (w *Watcher) Polled() []string {
	var out []string
	for _, r := range w.roots {
		if r.polled.Load() {
			out = append(out, r.dir)
		}
	}
	return out
}

// Close ends the watch, waits for its goroutines, and closes the channel of Changes. A last set may still be
// received from the channel.
func (w *Watcher) Close() error {
	w.once.Do(func() { close(w.stop) })
	w.running.Wait()
	return w.closing
}
