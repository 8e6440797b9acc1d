package hotreload

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// project makes a folder with a watched root repo/scripts, which has the file a.lua. Work trees and submodules are
// made by the files that Git has there.
func project(t *testing.T) folder {
	f := newFolder(t, "repo/scripts/a.lua").realDir()
	f.mkdir("repo/.git")
	return f
}

// told receives a change without paths, and checks its error.
func told(t *testing.T, w *Watcher, want ...string) {
	t.Helper()
	c := next(t, w)
	for _, part := range want {
		if len(c.Paths) > 0 || c.Err == nil || !strings.Contains(c.Err.Error(), part) {
			t.Fatalf("got %+v, want an error with %q", c, part)
		}
	}
}

// TestHolds checks which files are holds: a change waits while such a file exists, which is told after MaxDelay. It is
// delivered soon after the file is gone.
func TestHolds(t *testing.T) {
	const root = "repo/scripts"
	for _, c := range []struct {
		name  string
		hold  string
		begin func(f folder)
		root  string // instead of repo/scripts
		free  bool   // the file is no hold
	}{
		{name: "in the root", hold: root + "/.bough-hold"},
		{name: "above the root", hold: ".bough-hold"},
		{name: "below the root", hold: root + "/lib/.bough-hold", free: true},
		{name: "beside the root", hold: "repo/tools/.bough-hold", free: true},
		{name: "Git", hold: "repo/.git/index.lock"},
		{name: "Git in the root", hold: root + "/.git/index.lock"},
		{name: "another lock of Git", hold: "repo/.git/HEAD.lock", free: true},
		{name: "linked work tree", hold: "main/.git/worktrees/repo/index.lock", begin: func(f folder) {
			f.remove("repo/.git")
			f.write("repo/.git", "gitdir: "+f.path("main/.git/worktrees/repo")+"\n")
		}},
		{name: "main work tree of a linked one", hold: "main/.git/index.lock", free: true, begin: func(f folder) {
			f.remove("repo/.git")
			f.write("repo/.git", "gitdir: "+f.path("main/.git/worktrees/repo")+"\n")
		}},
		{name: "submodule", hold: "repo/.git/modules/scripts/index.lock", begin: func(f folder) {
			f.write(root+"/.git", "gitdir: ../.git/modules/scripts\n")
		}},
		{name: "file .git of something else", hold: "repo/git/index.lock", free: true, begin: func(f folder) {
			f.remove("repo/.git")
			f.write("repo/.git", "git\n")
		}},
		{name: "above the target of a link", hold: "repo/.git/index.lock", root: "links/here", begin: func(f folder) {
			f.mkdir("links")
			f.link("../repo/scripts", "links/here")
		}},
		{name: "above a link", hold: "links/.bough-hold", root: "links/here", begin: func(f folder) {
			f.mkdir("links")
			f.link("../repo/scripts", "links/here")
		}},
	} {
		for _, poll := range []time.Duration{0, 50 * time.Millisecond} {
			t.Run(fmt.Sprint(c.name, ", poll ", poll), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f, n := project(t), newFake()
					if c.begin != nil {
						c.begin(f)
					}
					if c.root == "" {
						c.root = root
					}
					w := open(t, Options{Poll: poll}, n.system(), f.path(c.root))
					f.write(c.hold, "")
					f.write("repo/scripts/a.lua", "new")
					if poll == 0 {
						n.say(f.path("repo/scripts/a.lua"), fsnotify.Write)
					}
					if c.free {
						time.Sleep(200 * time.Millisecond)
						expectNow(t, w, "a.lua")
						return
					}
					time.Sleep(490 * time.Millisecond)
					nothing(t, w)
					time.Sleep(200 * time.Millisecond)
					told(t, w, f.path(c.hold)+": changed files wait until this file is gone, but not longer than 10s: delete it ")
					time.Sleep(8 * time.Second)
					nothing(t, w) // it is told once
					f.remove(c.hold)
					time.Sleep(160 * time.Millisecond)
					expectNow(t, w, "a.lua")
				})
			})
		}
	}
}

// TestStaleHold checks that a hold that is never deleted is ignored after 10 s, with an error that names it, also for
// later changes; and that another hold of the same name counts.
func TestStaleHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := project(t), newFake()
		w := open(t, Options{}, n.system(), f.path("repo/scripts"))
		save := func(text string) {
			f.write("repo/scripts/a.lua", text)
			n.say(f.path("repo/scripts/a.lua"), fsnotify.Write)
		}
		f.write("repo/.git/index.lock", "")
		save("1")
		time.Sleep(time.Second)
		told(t, w, "changed files wait")
		time.Sleep(9*time.Second - time.Millisecond)
		nothing(t, w)
		time.Sleep(time.Millisecond)
		c := next(t, w)
		want := f.path("repo/.git/index.lock") + ": this file has kept changed files waiting for 10s, and is ignored from now on: delete it if no Git command is running"
		if len(c.Paths) != 1 || c.Err == nil || c.Err.Error() != want {
			t.Fatalf("got %+v", c)
		}
		save("2")
		time.Sleep(80 * time.Millisecond)
		expectNow(t, w, "a.lua")
		f.remove("repo/.git/index.lock")
		f.write("repo/.git/index.lock", "another")
		save("3")
		time.Sleep(499 * time.Millisecond)
		nothing(t, w)
		f.remove("repo/.git/index.lock")
		time.Sleep(80 * time.Millisecond)
		expectNow(t, w, "a.lua")
	})
}

// TestSlowCheckoutIsOneSet writes files one after another under a lock, for longer than MaxDelay, and checks that they
// are one set. In the second form the lock comes and goes between the files.
func TestSlowCheckoutIsOneSet(t *testing.T) {
	for _, unlocked := range []time.Duration{0, 10 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			f, n := project(t), newFake()
			w := open(t, sound, n.system(), f.path("repo/scripts"))
			var want []string
			for i := range 60 {
				name := fmt.Sprintf("b%02d.lua", i)
				want = append(want, name)
				f.write("repo/.git/index.lock", "")
				f.write(path.Join("repo/scripts", name), "return {}")
				n.say(f.path(path.Join("repo/scripts", name)), fsnotify.Create)
				time.Sleep(30 * time.Millisecond)
				if unlocked > 0 {
					f.remove("repo/.git/index.lock")
					time.Sleep(unlocked)
				}
				select {
				case c := <-w.Changes():
					if len(c.Paths) > 0 {
						t.Fatalf("told of %q after %d files", c.Paths, i)
					}
				default:
				}
			}
			f.check(os.RemoveAll(f.path("repo/.git/index.lock")))
			time.Sleep(80 * time.Millisecond)
			expectNow(t, w, want...)
		})
	}
}

// TestHoldAppearsWhileFilesSettle checks that a hold also counts if it is created after the change, and that one that
// is gone before the files are quiet delays nothing.
func TestHoldAppearsWhileFilesSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := project(t), newFake()
		w := open(t, sound, n.system(), f.path("repo/scripts"))
		save := func(text string) {
			f.write("repo/scripts/a.lua", text)
			n.say(f.path("repo/scripts/a.lua"), fsnotify.Write)
		}
		save("1")
		time.Sleep(24 * time.Millisecond)
		f.write("repo/.bough-hold", "")
		time.Sleep(300 * time.Millisecond)
		nothing(t, w)
		f.remove("repo/.bough-hold")
		time.Sleep(80 * time.Millisecond)
		expectNow(t, w, "a.lua")
		f.write("repo/.bough-hold", "")
		save("2")
		time.Sleep(24 * time.Millisecond)
		f.remove("repo/.bough-hold")
		time.Sleep(time.Millisecond)
		expectNow(t, w, "a.lua")
	})
}

// TestHoldWithoutChanges checks that a hold is not told if nothing has changed that waits for it.
func TestHoldWithoutChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, n := project(t), newFake()
		w := open(t, Options{}, n.system(), f.path("repo/scripts"))
		f.write("repo/.git/index.lock", "")
		f.write("repo/scripts/a.lua", "return 'repo/scripts/a.lua'") // unchanged
		n.say(f.path("repo/scripts/a.lua"), fsnotify.Write)
		time.Sleep(time.Minute)
		nothing(t, w)
	})
}
