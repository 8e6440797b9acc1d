package hotreload

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// epoch is the time at which these tests begin.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func ms(n int) time.Time { return epoch.Add(time.Duration(n) * time.Millisecond) }

func TestSettleDue(t *testing.T) {
	tests := []struct {
		name  string
		hints []int // times of hints, in ms
		due   int
		first int
		last  int
	}{
		{"one hint", []int{10}, 90, 10, 10},
		{"each hint starts the quiet time anew", []int{0, 50, 100}, 180, 0, 100},
		{"never later than the bound", []int{0, 70, 140, 210, 280, 350, 420, 490}, 500, 0, 490},
		{"a hint from before the last one", []int{0, 100, 60}, 180, 0, 100},
		{"two at once", []int{5, 5}, 85, 5, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := settle{quiet: 80 * time.Millisecond, debounce: 80 * time.Millisecond, bound: 500 * time.Millisecond}
			for _, at := range tt.hints {
				s.put(ms(at), place{0, "a.lua"}, false)
			}
			if _, ok := s.take(ms(tt.due - 1)); ok {
				t.Errorf("taken at %d ms", tt.due-1)
			}
			b, ok := s.take(ms(tt.due))
			if !ok || !s.due.IsZero() {
				t.Fatalf("not taken at %d ms; due %v", tt.due, s.due)
			}
			if !b.first.Equal(ms(tt.first)) || !b.last.Equal(ms(tt.last)) {
				t.Errorf("from %v to %v", b.first, b.last)
			}
			if _, ok := s.take(ms(10000)); ok {
				t.Error("taken twice")
			}
		})
	}
}

func TestSettleEmpty(t *testing.T) {
	var s settle
	if _, ok := s.take(ms(1e6)); ok {
		t.Error("nothing was put")
	}
}

func TestSettleGathers(t *testing.T) {
	s := settle{quiet: time.Second, debounce: time.Second, bound: time.Minute}
	s.put(ms(0), place{1, "b"}, true)
	s.put(ms(1), place{0, "c.lua"}, false)
	s.put(ms(2), place{1, "b"}, false) // the place stays deep
	s.fail(ms(3), errors.New("x"))
	s.fail(ms(4), errors.New("x"))
	b, _ := s.take(ms(2000))
	if got, want := b.sorted(), []place{{0, "c.lua"}, {1, "b"}}; !slices.Equal(got, want) {
		t.Errorf("places %v", got)
	}
	if !b.places[place{1, "b"}] || b.places[place{0, "c.lua"}] {
		t.Errorf("depth %v", b.places)
	}
	if len(b.errs) != 1 || !b.last.Equal(ms(4)) {
		t.Errorf("errors %v, last %v", b.errs, b.last)
	}
}

func TestSettlePostpone(t *testing.T) {
	s := settle{quiet: 80 * time.Millisecond, debounce: 80 * time.Millisecond, bound: 500 * time.Millisecond}
	s.put(ms(0), place{0, "a.lua"}, false)
	b, _ := s.take(ms(80))
	s.put(ms(80), place{0, "b"}, true) // a hint that arrives during the look
	if !s.postpone(ms(80), b, unfinished) {
		t.Fatal("not held")
	}
	if _, ok := s.take(ms(319)); ok {
		t.Error("taken before four quiet times")
	}
	b, ok := s.take(ms(320))
	if !ok || len(b.places) != 2 || !b.first.Equal(ms(0)) {
		t.Fatalf("got %v %v", b, ok)
	}
	if s.postpone(ms(320), b, unfinished) {
		t.Error("held though it was quiet")
	}
}

// TestSettlePostponeIsLookedAtAgain checks that a postponed batch is due again when it has been
// quiet, since it may then be whole. If not, it can be postponed again.
func TestSettlePostponeIsLookedAtAgain(t *testing.T) {
	s := settle{quiet: 80 * time.Millisecond, debounce: 80 * time.Millisecond, bound: 500 * time.Millisecond}
	s.put(ms(0), place{0, "a.lua"}, false)
	b, _ := s.take(ms(80))
	s.postpone(ms(80), b, unfinished)
	s.put(ms(200), place{0, "b.lua"}, false)
	b, ok := s.take(ms(280))
	if !ok || !s.postpone(ms(280), b, unfinished) || !s.due.Equal(ms(520)) {
		t.Errorf("taken %v, due %v", ok, s.due)
	}
}

// TestSettleHeld checks that a batch that waits for a hold is looked at again after each debounce, for at most
// holdLimit, however long ago its last hint was.
func TestSettleHeld(t *testing.T) {
	s := settle{quiet: 25 * time.Millisecond, debounce: 80 * time.Millisecond, bound: 500 * time.Millisecond}
	s.put(ms(0), place{0, "a.lua"}, false)
	at := 25
	for ; at < 10000; at += 80 {
		b, ok := s.take(ms(at))
		if !ok || !s.postpone(ms(at), b, held) {
			t.Fatalf("at %d ms: taken %v, and not held", at, ok)
		}
	}
	b, ok := s.take(ms(10000))
	if !ok || s.postpone(ms(10000), b, held) {
		t.Errorf("held for more than 10 s; taken %v", ok)
	}
}

// TestSettlePostponeEndsAtTheBound checks that a batch with vanished files that is never quiet
// is postponed for at most four bounds.
func TestSettlePostponeEndsAtTheBound(t *testing.T) {
	s := settle{quiet: 80 * time.Millisecond, debounce: 80 * time.Millisecond, bound: 100 * time.Millisecond}
	looks := 0
	for at := 0; at < 1000; at++ {
		if at%10 == 0 {
			s.put(ms(at), place{0, "a.lua"}, false)
		}
		b, ok := s.take(ms(at))
		if !ok {
			continue
		}
		if looks++; !s.postpone(ms(at), b, unfinished) {
			if at != 400 || looks != 2 {
				t.Errorf("delivered after %d ms, looked at %d times", at, looks)
			}
			return
		}
	}
	t.Error("held for ever")
}

// FuzzSettle interprets its input as steps of a clock, hints, and calls of take, and checks the
// guarantees of settle.
func FuzzSettle(f *testing.F) {
	f.Add([]byte{1, 10, 0, 80, 2, 0})
	f.Add([]byte{1, 1, 0, 79, 1, 2, 0, 79, 1, 3, 0, 255, 0, 255, 2, 0})
	f.Add([]byte{1, 1, 0, 200, 3, 0, 0, 200, 2, 0})
	f.Add([]byte{1, 1, 0, 30, 7, 0, 1, 2, 0, 30, 7, 0, 0, 55, 7, 0})
	f.Add([]byte{1, 1, 0, 30, 6, 0, 0, 80, 6, 0, 1, 2, 0, 80, 2, 0})
	f.Fuzz(func(t *testing.T, steps []byte) {
		const quiet, debounce, bound = 25 * time.Millisecond, 80 * time.Millisecond, 500 * time.Millisecond
		s := settle{quiet: quiet, debounce: debounce, bound: bound}
		waiting, latest := map[place]bool{}, bound
		var now, last, first = epoch, epoch, epoch
		for i := 0; i+1 < len(steps); i += 2 {
			switch p := (place{0, string(steps[i+1])}); steps[i] % 4 {
			case 0:
				now = now.Add(time.Duration(steps[i+1]) * time.Millisecond)
			case 1:
				if len(waiting) == 0 {
					first = now
				}
				last = now
				waiting[p] = true
				s.put(now, p, false)
			default:
				b, ok := s.take(now)
				settled := now.Sub(last) >= quiet || now.Sub(first) >= bound
				if ok && !settled {
					t.Fatalf("taken %v after the last hint, %v after the first", now.Sub(last), now.Sub(first))
				}
				if !ok && len(waiting) > 0 && now.Sub(first) >= latest {
					t.Fatal("not taken at its bound")
				}
				if !ok {
					continue
				}
				switch steps[i] % 8 {
				case 3:
					if s.postpone(now, b, unfinished) {
						latest = patient * bound
						continue
					}
					settled = now.Sub(last) >= patient*debounce || now.Sub(first) >= patient*bound
				case 6:
					if s.postpone(now, b, held) {
						last, latest = now, holdLimit
						continue
					}
					settled = now.Sub(first) >= holdLimit
				case 7:
					if s.postpone(now, b, unclean) {
						latest = bound
						continue
					}
					settled = now.Sub(last) >= debounce || now.Sub(first) >= bound
				}
				if !settled {
					t.Fatalf("delivered %v after the last hint, %v after the first", now.Sub(last), now.Sub(first))
				}
				latest = bound
				if len(b.places) != len(waiting) {
					t.Fatalf("took %d places of %d", len(b.places), len(waiting))
				}
				clear(waiting)
			}
		}
	})
}

func TestPlaceHolds(t *testing.T) {
	tests := []struct {
		p, q place
		want bool
	}{
		{place{0, "."}, place{0, "a/b.lua"}, true},
		{place{0, "."}, place{1, "a/b.lua"}, false},
		{place{0, "a"}, place{0, "a"}, true},
		{place{0, "a"}, place{0, "a/b"}, true},
		{place{0, "a"}, place{0, "ab"}, false},
		{place{0, "a/b"}, place{0, "a"}, false},
		{place{0, "a"}, place{1, "a/b"}, false},
	}
	for _, tt := range tests {
		if got := tt.p.holds(tt.q); got != tt.want {
			t.Errorf("%v holds %v: %v", tt.p, tt.q, got)
		}
	}
}
