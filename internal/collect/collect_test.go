package collect

import "testing"

// fake is a garbage collector that only records calls.
type fake struct{ percent, collections int }

func (f *fake) process() *process {
	return &process{setPercent: func(p int) int {
		was := f.percent
		f.percent = p
		return was
	}, collect: func() { f.collections++ }}
}

// TestPoint checks that every third tick runs a collection, and that no tick after
// Close does.
func TestPoint(t *testing.T) {
	f := &fake{percent: 100}
	p := f.process().newPoint(3)
	for tick := 1; tick <= 10; tick++ {
		p.Tick()
		if want := tick / 3; f.collections != want {
			t.Errorf("%d collections after %d ticks; want %d", f.collections, tick, want)
		}
	}
	p.Close()
	for range 10 {
		p.Tick()
	}
	if f.collections != 3 {
		t.Errorf("%d collections; want none after Close", f.collections)
	}
}

// TestPercent checks that GOGC is raised while there is a point, and that it has its
// earlier value after the last point is closed.
func TestPercent(t *testing.T) {
	for _, test := range []struct{ own, meanwhile int }{{100, 400}, {50, 400}, {400, 400}, {800, 800}, {-1, -1}} {
		f := &fake{percent: test.own}
		process := f.process()
		a, b := process.newPoint(1), process.newPoint(60)
		if f.percent != test.meanwhile {
			t.Errorf("%d%% with points; want %d", f.percent, test.meanwhile)
		}
		a.Close()
		a.Close()
		if f.percent != test.meanwhile {
			t.Errorf("%d%% with one point left; want %d", f.percent, test.meanwhile)
		}
		b.Close()
		if f.percent != test.own {
			t.Errorf("%d%% without points; want %d", f.percent, test.own)
		}
	}
}

// TestNoPoint checks that NewPoint(0) returns nil and does not change Go's pacing.
func TestNoPoint(t *testing.T) {
	f := &fake{percent: 100}
	p := f.process().newPoint(0)
	p.Tick()
	p.Close()
	if f.percent != 100 || f.collections != 0 {
		t.Errorf("%d%%, %d collections; want 100 and none", f.percent, f.collections)
	}
}
