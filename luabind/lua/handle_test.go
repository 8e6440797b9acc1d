package lua

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// TestHandlesAreFreed checks that a Go value that refers to its own handle is freed when nothing else refers to it.
func TestHandlesAreFreed(t *testing.T) {
	type monster struct{ fields []Value }
	freed := make(chan struct{})
	func() {
		m := &monster{}
		m.fields = append(m.fields, Handle(m))
		if Handle(m) != m.fields[0] {
			t.Error("a pointer has two handles")
		}
		runtime.AddCleanup(m, func(freed chan struct{}) { close(freed) }, freed)
	}()
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("a value with a handle is never freed")
}

// TestHandlesAreForgotten checks that the entries of freed handles are removed.
func TestHandlesAreForgotten(t *testing.T) {
	type monster struct{ _ int }
	m := &monster{}
	count := func() (n int) {
		for i := range handles {
			handles[i].RLock()
			n += len(handles[i].m)
			handles[i].RUnlock()
		}
		return n
	}
	before := count()
	for range 1000 {
		Handle(&monster{})
		Handle(m)
	}
	for range 1000 {
		if runtime.GC(); count() <= before {
			runtime.KeepAlive(m)
			return
		}
		runtime.Gosched() // another goroutine removes the entries
	}
	t.Errorf("%d handles are left of %d", count(), before)
}

// TestHandlesAreOne checks that a pointer always has the same handle, that a pointer of another type to the same
// address has a different handle, and that any other value gets a new handle each time.
func TestHandlesAreOne(t *testing.T) {
	type inner struct{ _ int }
	type outer struct{ in inner }
	o := &outer{}
	got := make([]Value, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = Handle(o) })
	}
	wg.Wait()
	for i := range got {
		if !got[i].Equal(got[0]) {
			t.Error("two workers have two handles")
		}
	}
	if Handle(&o.in).Equal(Handle(o)) || Handle(5).Equal(Handle(5)) {
		t.Error("two things have one handle")
	}
	if x, ok := Handle(o).Data(); !ok || x != any(o) || Handle(o).Kind() != KindUserdata {
		t.Errorf("%v", x)
	}
	if n := testing.AllocsPerRun(100, func() { Handle(o) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
