package hotreload

import (
	"time"

	"github.com/fsnotify/fsnotify"
)

// signal is an event or an error of the operating system, with its time of arrival.
type signal struct {
	at    time.Time
	event fsnotify.Event
	err   error
}

// maxQueued is the maximum number of signals that wait for the watcher. If there are more, they are dropped and
// all files are compared.
const maxQueued = 1 << 16

// pump moves signals from n to out until n is closed, and never makes n wait. On some systems, fsnotify's Add
// returns only while its channels are being read, and the watcher calls it.
func pump(n notifier, out chan<- []signal) {
	defer close(out)
	var queue []signal
	events, errs := n.events(), n.errors()
	for {
		var ready chan<- []signal
		if len(queue) > 0 {
			ready = out
		}
		select {
		case ev, ok := <-events:
			if !ok {
				return
			}
			queue = enqueue(queue, signal{at: time.Now(), event: ev})
		case err, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			queue = enqueue(queue, signal{at: time.Now(), err: err})
		case ready <- queue:
			queue = nil
		}
	}
}

func enqueue(queue []signal, s signal) []signal {
	if len(queue) >= maxQueued {
		return []signal{{at: s.at, err: fsnotify.ErrEventOverflow}}
	}
	return append(queue, s)
}
