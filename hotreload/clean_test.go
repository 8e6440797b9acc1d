package hotreload

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// sound are options in which texts that contain "error" are not clean.
var sound = Options{Clean: func(_ string, text []byte) bool { return !strings.Contains(string(text), "error") }}

// TestCleanSetSettlesEarly checks that a set of clean files is delivered after CleanDebounce and
// a set with an error after Debounce. If an error is corrected in the meantime, only the
// correction is delivered.
func TestCleanSetSettlesEarly(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string // written every 20 ms
		after time.Duration
	}{
		{"clean", []string{"new"}, 25 * time.Millisecond},
		{"with an error", []string{"error"}, 80 * time.Millisecond},
		{"corrected", []string{"error", "new"}, 25 * time.Millisecond},
		{"spoiled", []string{"new", "error"}, 80 * time.Millisecond},
		{"large", []string{strings.Repeat("x", maxText)}, 25 * time.Millisecond},
		{"too large to check", []string{strings.Repeat("x", maxText+1)}, 80 * time.Millisecond},
		{"emptied", []string{""}, 320 * time.Millisecond},
		{"cut short", []string{"return"}, 320 * time.Millisecond},
		{"cut short and written", []string{"return", "return 'a.lua', 1"}, 25 * time.Millisecond},
		{"emptied, cut short and written", []string{"", "return", "return 'a.lua'-"}, 25 * time.Millisecond},
		{"shorter, but not cut short", []string{"retur_"}, 25 * time.Millisecond},
		{"longer", []string{"return 'a.lua', 1"}, 25 * time.Millisecond},
		{"emptied and written", []string{"", "new"}, 25 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, n := newFolder(t, "a.lua").realDir(), newFake()
				w := open(t, sound, n.system(), f.dir)
				for i, text := range c.texts {
					if i > 0 {
						time.Sleep(20 * time.Millisecond)
					}
					nothing(t, w)
					f.write("a.lua", text)
					n.say(f.path("a.lua"), fsnotify.Write)
				}
				time.Sleep(c.after - time.Millisecond)
				nothing(t, w)
				time.Sleep(time.Millisecond)
				expectNow(t, w, "a.lua")
			})
		})
	}
}

// TestCorrectedAfterTheFirstLook checks that an error that was found at the first look is not
// delivered if it is corrected before Debounce.
func TestCorrectedAfterTheFirstLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, sound, n.system(), f.dir)
		f.write("a.lua", "error")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(60 * time.Millisecond)
		nothing(t, w)
		f.write("a.lua", "new")
		n.say(f.path("a.lua"), fsnotify.Write)
		time.Sleep(25 * time.Millisecond)
		expectNow(t, w, "a.lua")
		time.Sleep(time.Second)
		nothing(t, w)
	})
}

// TestLargeSetWaitsForDebounce checks that a large set of clean files waits for Debounce, since a
// tool may write more files, and checking so many takes long.
func TestLargeSetWaitsForDebounce(t *testing.T) {
	for _, c := range []struct {
		files int
		after time.Duration
	}{{maxClean, 25 * time.Millisecond}, {maxClean + 1, 80 * time.Millisecond}} {
		synctest.Test(t, func(t *testing.T) {
			f, n := newFolder(t).realDir(), newFake()
			w := open(t, sound, n.system(), f.dir)
			var names []string
			for i := range c.files {
				name := fmt.Sprintf("b%02d.lua", i)
				names = append(names, name)
				f.write(name, "new")
				n.say(f.path(name), fsnotify.Create)
			}
			time.Sleep(c.after - time.Millisecond)
			nothing(t, w)
			time.Sleep(time.Millisecond)
			expectNow(t, w, names...)
		})
	}
}

// TestSteadyErrorsAreDeliveredAtTheBound checks that errors that are saved repeatedly are
// delivered after MaxDelay at the latest.
func TestSteadyErrorsAreDeliveredAtTheBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := newFolder(t, "a.lua").realDir(), newFake()
		w := open(t, sound, n.system(), f.dir)
		for i := range 10 { // 0 to 450 ms
			nothing(t, w)
			f.write("a.lua", fmt.Sprint("error ", i))
			n.say(f.path("a.lua"), fsnotify.Write)
			time.Sleep(50 * time.Millisecond)
		}
		synctest.Wait()
		expect(t, w, "a.lua")
	})
}
