package format

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestRead checks which heads are read, and what an error says about the others.
func TestRead(t *testing.T) {
	f := Format{Name: "recording", First: 7, Oldest: 9, Newest: 10}
	inner := Format{Name: "world", First: 2, Oldest: 2, Newest: 2, Inner: true}
	const here = ", and this is Bough " + Version + ", which reads the formats 9 to 10; "
	for _, c := range []struct {
		f       *Format
		head    string
		number  int
		version string
		err     string
	}{
		{&f, f.Head(), 10, Version, ""},
		{&f, "Bough recording 9, written by Bough 0.1.0", 9, "0.1.0", ""},
		{&f, "Bough recording 9", 9, "", ""},
		{&inner, inner.Head(), 2, "", ""},
		{&f, "Bough recording 11, written by Bough 0.9.0", 0, "", "it was written by Bough 0.9.0 in format 11" + here + "use Bough 0.9.0, or the version after it"},
		{&f, "Bough recording 11", 0, "", "it has format 11" + here + "use a later version"},
		{&f, "Bough recording 8, written by Bough 0.1.0", 0, "", "it was written by Bough 0.1.0 in format 8" + here + "Bough 0.1.0 and the version after it read it; a game that is restored there can be saved in a newer format"},
		{&f, "Bough recording 7", 0, "", "it has format 7" + here + "Bough 0.1.0 reads it; a game that is restored there can be saved in a newer format"},
		{&f, "Bough recording 6", 0, "", "it has format 6" + here + "it is older than 0.1.0, and no release reads it"},
		{&inner, "Bough world 3", 0, "", "it has format 3, and this is Bough " + Version + ", which reads format 2; use a later version"},
		{&f, "", 0, "", `it begins with "" instead of "Bough recording 10", so it is no recording`},
		{&f, "Bough agent 9", 0, "", `it begins with "Bough agent 9" instead of "Bough recording 10", so it is no recording`},
		{&f, "Bough recording x", 0, "", `it begins with "Bough recording x" instead of "Bough recording 10", so it is no recording`},
	} {
		number, version, err := c.f.Read(c.head)
		if number != c.number || version != c.version || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%q: %d, %q, %v; want %d, %q, %s", c.head, number, version, err, c.number, c.version, c.err)
		}
	}
	for _, f := range []*Format{&Game, &Agent, &Recording, &World, &WorldAgent, &Lua} {
		if len(f.Head()) > MaxHead || f.First > f.Oldest || f.Oldest > f.Newest {
			t.Errorf("%q, numbers %d, %d and %d", f.Head(), f.First, f.Oldest, f.Newest)
		}
	}
}

// TestVersion checks that CHANGELOG.md has a section for the version.
func TestVersion(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindStringSubmatch(string(text))
	if section == nil || section[1] != Version {
		t.Errorf("the newest version in CHANGELOG.md is %v, not %s", section, Version)
	}
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(Version) || strings.HasPrefix(Version, "v") {
		t.Errorf("%q is no version", Version)
	}
}
