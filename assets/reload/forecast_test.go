package reload_test

import (
	"crypto/sha256"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/reload"
	"github.com/bough-dev/bough/hotreload"
)

// oracle is a desk whose source makes forecasts, with the sums of the files as they are.
type oracle struct {
	*desk
	*hotreload.Manual
	forecasts chan hotreload.Change
}

func (o *oracle) Close() error                       { return o.Manual.Close() }
func (o *oracle) Forecasts() <-chan hotreload.Change { return o.forecasts }

// consult runs a test with such a desk.
func consult(t *testing.T, files map[string]string, f func(*testing.T, *oracle)) {
	synctest.Test(t, func(t *testing.T) {
		o := &oracle{newDesk(t, true, files), hotreload.NewManual(), make(chan hotreload.Change, 1)}
		o.desk.Close() // this reader's source makes none
		o.Reader = reload.New(o.manager, o, true, func(rep *assets.Report, installed bool) {
			o.land(rep, installed)
			if rep.Forecast {
				o.landed[len(o.landed)-1] += " as foretold"
			}
		})
		defer o.Reader.Close()
		f(t, o)
	})
}

// change is the set of some files as they are.
func (o *oracle) change(names ...string) hotreload.Change {
	c := hotreload.Change{Paths: names, Sums: map[string][sha256.Size]byte{}}
	for _, name := range names {
		if f := o.files[name]; f != nil {
			c.Sums[name] = sha256.Sum256(f.Data)
		} else {
			c.Sums[name] = [sha256.Size]byte{}
		}
	}
	return c
}

// foretell writes a file and foretells that.
func (o *oracle) foretell(name, text string) {
	o.write(name, text)
	o.forecasts <- o.change(name)
	synctest.Wait()
}

// settle says that some files are as they are.
func (o *oracle) settle(names ...string) {
	o.Send(o.change(names...))
	o.poll()
}

// What has settled as it was foretold is not read again.
func TestForecast(t *testing.T) {
	consult(t, library(500, run), func(t *testing.T, o *oracle) {
		o.foretell("s1.lua", two)
		o.poll()
		o.want(t)
		read := o.opened.Load()
		o.settle("s1.lua")
		o.want(t, "v2 s1 as foretold")
		if n := o.opened.Load(); n != read {
			t.Errorf("%d files read again", n-read)
		}
		o.foretell("lib/x.lua", "return 2\n") // a change in portions
		o.settle("lib/x.lua")
		o.want(t)
		for range 5 {
			o.poll()
		}
		if len(o.landed) != 1 || !strings.HasPrefix(o.landed[0], "v3 module lib.x s0 s10 ") || !strings.HasSuffix(o.landed[0], " as foretold") {
			t.Errorf("landed %q", o.landed)
		}
	})
}

// Of what was foretold and has not come true, nothing is seen.
func TestForecastThatDoesNotComeTrue(t *testing.T) {
	begin := map[string]string{"a.lua": one, "b.lua": one, "lib/x.lua": "return 1\n", "u.lua": copied}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, o *oracle)
		want []string
	}{
		{"another text", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", "return {")
			o.write("a.lua", two)
			o.settle("a.lua")
		}, []string{"v2 a"}},
		{"the old text", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", two)
			o.write("a.lua", one)
			o.settle("a.lua", "b.lua")
		}, nil},
		{"another file", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", two)
			o.write("a.lua", one)
			o.write("b.lua", two)
			o.settle("b.lua")
		}, []string{"v2 b"}},
		{"one more file", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", two)
			o.write("b.lua", two)
			o.settle("a.lua", "b.lua")
		}, []string{"v2 a b"}},
		{"gone", func(t *testing.T, o *oracle) {
			o.foretell("c.lua", two)
			o.remove("c.lua")
			o.settle("c.lua")
		}, nil},
		{"one file less", func(t *testing.T, o *oracle) {
			o.write("b.lua", two)
			o.write("a.lua", "return {")
			o.forecasts <- o.change("a.lua", "b.lua")
			synctest.Wait()
			o.write("a.lua", one)
			o.settle("b.lua")
		}, []string{"v2 b"}},
		{"two forecasts", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", "return {")
			o.foretell("b.lua", two)
			o.write("a.lua", one)
			o.write("b.lua", one)
		}, nil},
		{"another forecast", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", "return {")
			o.foretell("a.lua", two)
			o.settle("a.lua")
		}, []string{"v2 a as foretold"}},
		{"a library with a mistake", func(t *testing.T, o *oracle) {
			o.foretell("lib/x.lua", "return nil\n")
			o.write("lib/x.lua", "return 2\n")
			o.settle("lib/x.lua")
		}, []string{"v2 module lib.x u"}},
		{"sums that are not known", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", two)
			o.Touch("a.lua")
			o.poll()
		}, []string{"v2 a"}},
		{"read while it was changing", func(t *testing.T, o *oracle) {
			o.write("a.lua", "return {")
			o.forecasts <- o.change("a.lua")
			synctest.Wait()
			o.write("a.lua", two) // as it was when it settled, and maybe when it was foretold
			o.Send(o.change("a.lua"))
			o.poll()
		}, []string{"v2 a"}},
		{"somebody needs the manager", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", "return {")
			release := o.Manage()
			if o.manager.Sum("a.lua") != sha256.Sum256([]byte(one)) || len(o.landed) > 0 {
				t.Error("the forecast is to be seen")
			}
			o.forecasts <- o.change("a.lua") // waits
			release()
			synctest.Wait()
			o.write("a.lua", two)
			o.settle("a.lua")
		}, []string{"v2 a"}},
		{"pinned", func(t *testing.T, o *oracle) {
			release := o.Manage()
			o.manager.Pin()
			release()
			o.foretell("a.lua", two)
			release = o.Manage()
			if waiting := o.manager.Waiting(); len(waiting) > 0 {
				t.Errorf("%q waits", waiting)
			}
			release()
			o.settle("a.lua")
		}, []string{"v1  not installed"}},
		{"doubt", func(t *testing.T, o *oracle) {
			o.Send(hotreload.Change{Paths: []string{"b.lua"}, Sums: map[string][sha256.Size]byte{"b.lua": sha256.Sum256([]byte(two))}})
			o.poll()
			o.foretell("a.lua", "return {")
			o.write("b.lua", two)
			o.poll() // asks for b to be read again
			o.poll()
			o.write("a.lua", one)
		}, []string{"v2 b"}},
		{"files of another root by now", func(t *testing.T, o *oracle) {
			o.foretell("own/b.lua", two)
			o.write("own/"+assets.RootFile, "")
			o.settle("own/b.lua")
		}, nil},
		{"the end of the source", func(t *testing.T, o *oracle) {
			o.foretell("a.lua", "return {")
			close(o.forecasts)
			o.poll()
			o.write("a.lua", two)
			o.settle("a.lua")
			o.Manual.Close()
			o.poll()
		}, []string{"v2 a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			consult(t, begin, func(t *testing.T, o *oracle) {
				c.do(t, o)
				o.want(t, c.want...)
				release := o.Manage()
				defer release()
				if problems := o.manager.Bundle().Problems; len(problems) > 0 {
					t.Errorf("problems: %v", problems)
				}
				for _, name := range o.manager.Paths() {
					if o.manager.Sum(name) != sha256.Sum256(o.files[name].Data) && !o.manager.Pinned() {
						t.Errorf("%s is not as it is on disk", name)
					}
				}
			})
		})
	}
}

// A reader that is closed leaves the manager as it is in force.
func TestForecastAndClose(t *testing.T) {
	consult(t, map[string]string{"a.lua": one}, func(t *testing.T, o *oracle) {
		o.foretell("a.lua", two)
		o.Reader.Close()
		if o.manager.Sum("a.lua") != sha256.Sum256([]byte(one)) {
			t.Error("the forecast is to be seen")
		}
	})
}
