package hotreload

import (
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// contentOf returns the content of a file, and reports whether the file is a link.
func contentOf(file string) (content, bool) {
	rd := reader{disk: osDisk{}}
	s := rd.look(file)
	return s.content, s.link
}

func TestContent(t *testing.T) {
	f := newFolder(t, "a.lua", "dir/x.lua")
	f.write("same.lua", "return 'a.lua'")
	f.link("a.lua", "link.lua")
	f.link("nowhere", "dangling.lua")
	f.link("loop.lua", "loop.lua")
	tests := []struct {
		name string
		kind contentKind
		link bool
	}{
		{"a.lua", hashed, false},
		{"link.lua", hashed, true},
		{"dangling.lua", absent, true},
		{"loop.lua", unreadable, true},
		{"dir", absent, false},
		{"none.lua", absent, false},
		{"a.lua/below.lua", absent, false},
	}
	for _, tt := range tests {
		c, link := contentOf(f.path(tt.name))
		if c.kind != tt.kind || link != tt.link {
			t.Errorf("%s: kind %d, link %v", tt.name, c.kind, link)
		}
	}
	a, _ := contentOf(f.path("a.lua"))
	if same, _ := contentOf(f.path("same.lua")); same != a {
		t.Error("equal bytes differ")
	}
	f.write("same.lua", "return 'b.lua'")
	if other, _ := contentOf(f.path("same.lua")); other == a {
		t.Error("different bytes are equal")
	}
}

func TestContentOfLargeFile(t *testing.T) {
	f := newFolder(t, "big.lua")
	big := f.path("big.lua")
	f.check(os.Truncate(big, maxHashed+1))
	f.check(os.Chtimes(big, epoch, epoch))
	a, _ := contentOf(big)
	if a.kind != large || a.size != maxHashed+1 {
		t.Fatalf("got %+v", a)
	}
	f.check(os.Chtimes(big, epoch, epoch.Add(time.Second)))
	if b, _ := contentOf(big); a == b {
		t.Error("a new modification time is not seen")
	}
	f.check(os.Truncate(big, maxHashed))
	if c, _ := contentOf(big); c.kind != hashed {
		t.Error("16 MB are to be hashed")
	}
}

// endless is a file that grows while it is read.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestContentOfGrowingFile(t *testing.T) {
	f := newFolder(t, "a.lua")
	info, err := os.Stat(f.path("a.lua"))
	f.check(err)
	rd := reader{disk: osDisk{}}
	if c := rd.drain(endless{}, info); c != largeContent(info) {
		t.Errorf("got %+v", c)
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("everything is readable to root")
	}
	f := newFolder(t, "a.lua")
	f.check(os.Chmod(f.path("a.lua"), 0))
	if c, _ := contentOf(f.path("a.lua")); c.kind != unreadable {
		t.Errorf("got %+v", c)
	}
}

func TestDoubtful(t *testing.T) {
	full, empty := content{kind: hashed, size: 3}, content{kind: hashed}
	tests := []struct {
		name          string
		before, after content
		want          bool
	}{
		{"vanished", full, content{}, true},
		{"emptied", full, empty, true},
		{"locked", full, content{kind: unreadable}, true},
		{"filled", empty, full, false},
		{"appeared", content{}, full, false},
		{"appeared empty", content{}, empty, false},
	}
	for _, tt := range tests {
		if got := incomplete(tt.before, tt.after); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestErrorText(t *testing.T) {
	e := &Error{Path: "scripts", Message: "no such directory", Remedy: "create it"}
	if got := e.Error(); got != "scripts: no such directory: create it" {
		t.Error(got)
	}
	for _, err := range []error{fs.ErrPermission, syscall.EMFILE, syscall.ENFILE} {
		if e := unreadableDir("scripts", &fs.PathError{Op: "open", Path: "scripts", Err: err}); e.Remedy == "" || e.Message != "cannot read this directory: "+err.Error() {
			t.Error(e)
		}
	}
	var errs []error
	for range 100 {
		errs = appendErrors(errs, &Error{Message: strings.Repeat("x", len(errs))})
	}
	if len(errs) != maxErrors {
		t.Errorf("%d errors kept", len(errs))
	}
}
