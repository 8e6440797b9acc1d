package hotreload

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

func TestSettleForecast(t *testing.T) {
	tests := []struct {
		name  string
		hints []int // when a hint comes in, in ms
		want  []int // when there is a forecast
	}{
		{"a quarter into the quiet time", []int{10}, []int{30}},
		{"each hint begins it anew", []int{0, 10, 20}, []int{40}},
		{"the second time after half of it", []int{0, 30}, []int{20, 70}},
		{"no third time", []int{0, 30, 75}, []int{20, 70}},
		{"not for what is written all the time", []int{0, 15, 30, 45, 60, 75, 90, 105}, []int{125}},
		{"not when the bound comes first", []int{0, 19, 38, 57, 76, 95, 114, 133, 152, 171, 190}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := settle{quiet: 80 * time.Millisecond, bound: 200 * time.Millisecond}
			var got []int
			for at := range 300 {
				if slices.Contains(tt.hints, at) {
					s.put(ms(at), place{0, "a.lua"}, false)
				}
				next := s.next()
				if b, told := s.forecast(ms(at)); told {
					got = append(got, at)
					if len(b.places) != 1 || !next.Equal(ms(at)) {
						t.Errorf("at %d ms: %d places; it was to be looked at at %v", at, len(b.places), next)
					}
				}
				if _, taken := s.take(ms(at)); taken && !s.next().IsZero() {
					t.Errorf("at %d ms: taken, and still to be looked at", at)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("forecasts at %v; want %v", got, tt.want)
			}
		})
	}
}

// forecast returns the paths of the forecast that waits, "none" if there is none.
func forecast(w *Watcher) string {
	synctest.Wait()
	select {
	case c := <-w.Forecasts():
		return strings.Join(c.Paths, " ")
	default:
		return "none"
	}
}

// A set is foretold with the paths and the sums that it then has.
func TestForecast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "b.lua", "c.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		w.Forecasts() // from now on they are made
		for _, name := range []string{"b.lua", "a.lua", "new.lua"} {
			f.write(name, "new")
			n.say(f.path(name), fsnotify.Write)
		}
		n.say(f.path("c.lua"), fsnotify.Write) // which is as it was
		time.Sleep(19 * time.Millisecond)
		if got := forecast(w); got != "none" {
			t.Errorf("after 19 ms: %s", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		foretold := <-w.Forecasts()
		nothing(t, w)
		time.Sleep(60 * time.Millisecond)
		synctest.Wait()
		c := expect(t, w, "a.lua", "b.lua", "new.lua")
		if fmt.Sprint(foretold) != fmt.Sprint(c) {
			t.Errorf("foretold %v\nis       %v", foretold, c)
		}
	})
}

// What a tool writes under another name, and removes, does not keep it from foretelling.
func TestForecastBesideOtherFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		w.Forecasts() // from now on they are made
		f.write("sedXp3", "new")
		n.say(f.path("sedXp3"), fsnotify.Create)
		f.rename("sedXp3", "a.lua")
		n.say(f.path("sedXp3"), fsnotify.Rename)
		n.say(f.path("a.lua"), fsnotify.Create)
		f.write("notes", "not ours")
		n.say(f.path("notes"), fsnotify.Create)
		time.Sleep(20 * time.Millisecond)
		if got := forecast(w); got != "a.lua" {
			t.Errorf("forecast: %s", got)
		}
		time.Sleep(time.Second)
		expect(t, w, "a.lua")
	})
}

// What changes back is foretold, and no set.
func TestForecastThatDoesNotComeTrue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		w.Forecasts() // from now on they are made
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(50 * time.Millisecond)
		f.write("a.lua", "return 'a.lua'") // as it was
		n.say(f.path("a.lua"), fsnotify.Write)
		if got := forecast(w); got != "a.lua" {
			t.Errorf("forecast: %s", got)
		}
		time.Sleep(time.Second)
		nothing(t, w)
		if got := forecast(w); got != "none" {
			t.Errorf("forecast of what is as it was: %s", got)
		}
	})
}

// One that nobody has taken is withdrawn when the set is delivered, and replaced by the next.
func TestForecastIsNeverStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua", "b.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		w.Forecasts() // from now on they are made
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(30 * time.Millisecond)
		f.write("b.lua", "new")
		n.say(f.path("b.lua"), fsnotify.Write)
		time.Sleep(50 * time.Millisecond)
		if got := forecast(w); got != "a.lua b.lua" {
			t.Errorf("forecast: %s", got)
		}
		time.Sleep(time.Second)
		expect(t, w, "a.lua", "b.lua")
		f.write("a.lua", "newer")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(time.Second)
		if got := forecast(w); got != "none" {
			t.Errorf("forecast of what was delivered: %s", got)
		}
		expect(t, w, "a.lua")
	})
}

// There is no forecast of what a save in the middle looks like, nor where there is more to
// look at than files.
func TestNoForecast(t *testing.T) {
	for _, tt := range []struct {
		name string
		act  func(f folder, n *fakeOS)
		want []string
	}{
		{"emptied", func(f folder, n *fakeOS) { f.write("a.lua", ""); n.say(f.path("a.lua"), fsnotify.Write) }, []string{"a.lua"}},
		{"removed", func(f folder, n *fakeOS) { f.remove("a.lua"); n.say(f.path("a.lua"), fsnotify.Remove) }, []string{"a.lua"}},
		{"removed beside one that is saved", func(f folder, n *fakeOS) {
			f.remove("a.lua")
			n.say(f.path("a.lua"), fsnotify.Remove)
			f.write("b.lua", "new")
			n.say(f.path("b.lua"), fsnotify.Write)
		}, []string{"a.lua", "b.lua"}},
		{"a directory", func(f folder, n *fakeOS) {
			f.write("dir/c.lua", "new")
			n.say(f.path("dir"), fsnotify.Create)
			f.write("b.lua", "new")
			n.say(f.path("b.lua"), fsnotify.Write)
		}, []string{"b.lua", "dir/c.lua"}},
		{"a directory that is gone", func(f folder, n *fakeOS) {
			f.remove("sub")
			n.say(f.path("sub"), fsnotify.Remove)
			f.write("b.lua", "new")
			n.say(f.path("b.lua"), fsnotify.Write)
		}, []string{"b.lua", "sub/s.lua"}},
		{"events lost", func(f folder, n *fakeOS) {
			f.write("a.lua", "new")
			n.last.errs <- fsnotify.ErrEventOverflow
			synctest.Wait()
		}, []string{"a.lua"}},
		{"more than can be read in time", func(f folder, n *fakeOS) {
			for i := range maxForecast + 1 {
				name := fmt.Sprintf("x%d.lua", i)
				f.write(name, "new")
				n.last.evs <- fsnotify.Event{Name: f.path(name), Op: fsnotify.Write}
			}
			synctest.Wait()
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, n := newFolder(t, "a.lua", "b.lua", "sub/s.lua").realDir(), newFake()
				w := open(t, Options{}, n.system(), f.dir)
				w.Forecasts() // from now on they are made
				tt.act(f, n)
				time.Sleep(79 * time.Millisecond)
				if got := forecast(w); got != "none" {
					t.Errorf("forecast: %s", got)
				}
				time.Sleep(time.Second)
				if tt.want != nil {
					expect(t, w, tt.want...)
				}
			})
		})
	}
}

// A watch that is closed makes no more forecasts.
func TestForecastsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		w.Forecasts() // from now on they are made
		f.check(w.Close())
		if _, open := <-w.Forecasts(); open {
			t.Error("a forecast after Close")
		}
	})
}

// Files are not read for forecasts that nobody wants.
func TestForecastsThatNobodyWants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, Options{}, n.system(), f.dir)
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(50 * time.Millisecond)
		if got := forecast(w); got != "none" {
			t.Errorf("forecast: %s", got)
		}
	})
}
