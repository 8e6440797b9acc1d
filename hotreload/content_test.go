package hotreload

import (
	"crypto/sha256"
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
	if c, text := rd.drain(endless{}, info); c != largeContent(info) || text != nil {
		t.Errorf("got %+v and %d bytes", c, len(text))
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

// TestIncomplete checks which states of a file may be intermediate ones of a save, after a number of earlier states.
func TestIncomplete(t *testing.T) {
	long, longer := strings.Repeat("x", maxText+1), strings.Repeat("x", maxText+2)
	const gone, locked = "gone", "locked"
	for _, tt := range []struct {
		name   string
		states []string // texts, or gone or locked
		want   bool
	}{
		{"vanished", []string{"abc", gone}, true},
		{"locked", []string{"abc", locked}, true},
		{"emptied", []string{"abc", ""}, true},
		{"cut short", []string{"abc", "ab"}, true},
		{"cut short by its first byte", []string{"abc", "bc"}, false},
		{"another text", []string{"abc", "xy"}, false},
		{"longer", []string{"abc", "abcd"}, false},
		{"appeared", []string{gone, "abc"}, false},
		{"appeared empty", []string{gone, ""}, false},
		{"filled", []string{"", "abc"}, false},
		{"made again", []string{"abc", gone, "ab"}, false},
		{"readable again, and cut short", []string{"abc", locked, "ab"}, true},
		{"emptied long ago, now half of it written", []string{"abcd", "", "ab"}, true},
		{"written in three parts", []string{"abcd", "a", "ab"}, true},
		{"cut short and complete again", []string{"abcd", "ab", "abcd"}, false},
		{"cut short, and then other text", []string{"abcd", "ab", "ax"}, false},
		{"cut short after other text", []string{"abcd", "ab", "axyz", "ab"}, false},
		{"long and shorter", []string{longer, long}, true},
		{"long and short", []string{long, "abc"}, true},
		{"long, short and shorter", []string{long, "abc", "ab"}, true},
		{"long, short and another", []string{long, "abc", "xy"}, false},
		{"long and longer", []string{long, longer}, false},
		{"short and long", []string{"xx", long}, false},
	} {
		r := &root{files: map[string]content{}, texts: map[string][]byte{}}
		w := &Watcher{roots: []*root{r}}
		got := false
		for _, state := range tt.states {
			d := delta{place: place{0, "a.lua"}, before: r.files["a.lua"]}
			switch state {
			case gone:
			case locked:
				d.after.kind = unreadable
			default:
				d.after = content{kind: hashed, size: int64(len(state)), sum: sha256.Sum256([]byte(state))}
				if len(state) <= maxText {
					d.text = []byte(state)
				}
			}
			got = w.incomplete(d)
			w.commit(findings{deltas: []delta{d}})
		}
		if got != tt.want {
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
