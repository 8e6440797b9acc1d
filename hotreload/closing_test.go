package hotreload_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestCloseAtAnyStep closes the watcher and the reader, in both orders, before each step. It checks
// that there are no looks at the disk afterwards, and that no goroutine remains; otherwise the
// synctest bubble would not end.
func TestCloseAtAnyStep(t *testing.T) {
	s := scene{name: "closed", begin: append(outside(linked("/x/v1", "/p/lib")), file("/p/a.lua", textA)),
		saves: []edit{file("/p/a.lua", textB), renamed("/x/v1", "/x/v3"), overflown(), file("/p/b.lua", textC)}}
	for _, m := range manners[1:3] {
		for _, first := range []string{"the watcher", "the reader"} {
			t.Run(m.String()+", first "+first, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					last := 1
					for step := 0; step < last; step++ {
						last = closeAt(t, s, m, step, first == "the watcher")
					}
					if last < 50 {
						t.Errorf("%d steps: nothing happens", last)
					}
				})
			})
		}
	}
}

// closeAt closes the watcher and the reader before a step. It returns the number of steps so far,
// plus one.
func closeAt(t *testing.T, s scene, m manner, step int, watcherFirst bool) (steps int) {
	tr := newTrial(s, m)
	tr.open(t)
	now := make(chan struct{})
	start := tr.disk.stepped()
	tr.disk.alone(func() {
		tr.disk.before = func(n int) {
			if n-start == step+1 {
				close(now)
			}
			for tr.saved < len(tr.saves) && n-start > 4*tr.saved {
				tr.save()
			}
		}
		tr.save()
	})
	end := time.After(saveTime)
	for open := true; open; {
		select {
		case <-now:
			open = false
		case <-end:
			open = false
		case <-time.After(frame):
			tr.reader.Poll()
		}
	}
	steps = tr.disk.stepped() - start + 1
	tr.shut(watcherFirst)
	after := tr.disk.stepped()
	time.Sleep(time.Minute)
	if n := tr.disk.stepped() - after; n > 0 || tr.faults != nil {
		t.Errorf("closed at step %d: %d looks after that, %q\n%s", step, n, tr.faults, tr.story())
	}
	return steps
}

// shut closes the watcher and the reader concurrently. watcherFirst is set if the watcher is closed
// a little earlier.
func (tr *trial) shut(watcherFirst bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if !watcherFirst {
			time.Sleep(time.Microsecond)
		}
		if err := tr.watcher.Close(); err != nil {
			tr.fault("close: %v", err)
		}
	}()
	if watcherFirst {
		time.Sleep(time.Microsecond)
	}
	tr.reader.Close()
	tr.reader.Poll()
	<-done
	tr.close()
}
