package hotreload_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestClosedDirectoryStaysAsItWas checks that files in an unreadable directory keep their
// settled state and are not reported. Their changes are reported when the directory can be read
// again.
func TestClosedDirectoryStaysAsItWas(t *testing.T) {
	for _, m := range manners {
		t.Run(m.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := newTrial(scene{
					begin: append(oneFile, made("/p/d"), file("/p/d/b.lua", textA), made("/p/d/e"), file("/p/d/e/c.lua", textA)),
					saves: []edit{together(locked("/p/d", true), overflown()), together(locked("/p/d", false), file("/p/d/b.lua", textB))},
				}, m)
				tr.open(t)
				tr.play(2*time.Second, frame)
				tr.disk.alone(tr.save)
				tr.play(5*time.Second, frame)
				tr.disk.alone(func() {
					if tr.paths > 0 {
						t.Errorf("told of %d files while closed\n%s", tr.paths, tr.story())
					}
					clear(tr.touched) // making the directory unreadable touches no file
					tr.save()
				})
				tr.finish()
				if _, told := tr.told["d/b.lua"]; !told || tr.err() != nil {
					t.Errorf("told %v, %v", told, tr.err())
				}
			})
		})
	}
}

// TestOpenedFileIsRead checks that a file is read when it becomes readable, although no event
// reports this.
func TestOpenedFileIsRead(t *testing.T) {
	for _, m := range manners {
		t.Run(m.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := newTrial(scene{begin: oneFile, saves: []edit{together(locked("/p/a.lua", true), file("/p/a.lua", textB)), locked("/p/a.lua", false)}}, m)
				tr.open(t)
				for range len(tr.saves) {
					tr.play(2*time.Second, frame)
					tr.disk.alone(tr.save)
				}
				tr.finish()
				if err := tr.err(); err != nil {
					t.Errorf("%v\n%s", err, tr.story())
				}
			})
		})
	}
}
