package hotreload

import (
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"testing"
)

func TestOutboxMerges(t *testing.T) {
	boom := errors.New("boom")
	o := newOutbox()
	o.post(Change{Paths: []string{"b", "d"}})
	o.post(Change{Paths: []string{"a", "b"}, Err: boom})
	o.post(Change{Err: errors.Join(errors.New("boom"), errors.New("bang"))})
	c := <-o
	if !slices.Equal(c.Paths, []string{"a", "b", "d"}) {
		t.Errorf("got %+v", c)
	}
	if c.Err.Error() != "boom\nbang" || !errors.Is(c.Err, boom) {
		t.Errorf("error %q", c.Err)
	}
}

func TestOutboxStartsAnewOnceTaken(t *testing.T) {
	o := newOutbox()
	o.post(Change{Paths: []string{"a"}})
	<-o
	o.post(Change{Paths: []string{"b"}})
	if c := <-o; !slices.Equal(c.Paths, []string{"b"}) || c.Err != nil {
		t.Errorf("got %+v", c)
	}
}

func TestManual(t *testing.T) {
	t.Run("new", func(t *testing.T) { testManual(t, NewManual()) })
	t.Run("zero", func(t *testing.T) { testManual(t, new(Manual)) })
}

func testManual(t *testing.T, m *Manual) {
	m.Touch()
	m.Touch("b.lua", "x/../a.lua")
	m.Touch("a.lua", "c/d.bt")
	expect(t, m, "a.lua", "b.lua", "c/d.bt")
	boom := errors.New("boom")
	m.Send(Change{Err: boom})
	m.Send(Change{Err: boom})
	if c := next(t, m); c.Err.Error() != "boom" || len(c.Paths) != 0 {
		t.Errorf("got %+v", c)
	}
	m.Touch("last.lua")
	//lint:ignore SA4000 closing it again does nothing
	if m.Close() != nil || m.Close() != nil {
		t.Error("Close")
	}
	m.Touch("late.lua")
	expect(t, m, "last.lua")
	if _, open := <-m.Changes(); open {
		t.Error("not closed")
	}
}

func TestMergedSumsAreTheNewer(t *testing.T) {
	sum := func(b byte) [sha256.Size]byte { return [sha256.Size]byte{b} }
	a := Change{Paths: []string{"a", "b", "c"}, Sums: map[string][sha256.Size]byte{"a": sum(1), "b": sum(1), "c": sum(1)}}
	b := Change{Paths: []string{"b", "c", "d"}, Sums: map[string][sha256.Size]byte{"b": sum(2), "d": sum(2)}}
	want := map[string][sha256.Size]byte{"a": sum(1), "b": sum(2), "d": sum(2)}
	if got := mergeChanges(a, b).Sums; !maps.Equal(got, want) {
		t.Errorf("sums %v, want %v", got, want)
	}
	if a.Sums["b"] != sum(1) {
		t.Error("the first change was altered")
	}
}
