package strlib

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// wrong are calls that raise an error. What each says is in testdata/errors.txt.
const wrong = `("a"):find("(a")
("a"):find("a)(")
("a"):match("a)")
("a"):gmatch("((a)")
("a"):gsub("(a))", "")
("zzz"):find("a[b")
("a"):find("[")
("a"):find("[]")
("a"):find("[^]")
("a"):find("[a%]")
("a"):find("[a%")
("a"):find("a%")
("a"):find("%b")
("a"):find("%b(")
("a"):find("%f")
("a"):find("%fa")
("a"):find("%f[a")
("a"):find("%0")
("a"):find("%1")
("a"):find("(a%1)")
("a"):find("(a)%2")
("a"):match("a\0b")
("a"):find(("()"):rep(33))
("a"):find(("[a"):rep(100))
("a"):find(("."):rep(5000))
("a"):gsub("a", "%")
("a"):gsub("b", "%2")
("a"):gsub("(a)", "%2")
("a"):gsub("a", "%9")
("a"):gsub("a", true)
("a"):gsub("a")
("a"):gsub("a", function() return {} end)
("a"):gsub("a", {a = true})
("x"):rep(1000):gsub("x", ("y"):rep(2000))
string.gsub("a", "a", "b", "c")
string.find("a")
string.find()
string.find(nil, "a")
string.find({}, "a")
string.find("a", {})
string.find("a", "a", {})
string.rep("ab", 2^30)
string.rep("ab", 2^62)
string.rep("ab", math.huge)
string.rep("x", 1048577)
string.rep("x")
string.rep("x", "y")
string.rep("x", "1_0")
string.rep("x", "inf")
string.rep("x", "0x")
string.rep("x", "--1")
string.rep("x", "")
string.char(256)
string.char(65, -1)
string.char("a")
("a"):rep(1001):byte(1, -1)
string.sub("a")
string.upper()
string.reverse({})
string.format()
string.format("%d")
string.format("%d %d", 1)
string.format("%d", "x")
string.format("%d", {})
string.format("%s %d", "x", nil)
string.format("%d", 0/0)
string.format("%x", math.huge)
string.format("%u", 2^64)
string.format("%c", 1e300)
string.format("%q", nil)
string.format("%99999999d", 1)
string.format("%100d", 1)
string.format("%.100f", 1)
string.format("%5.100f", 1)
string.format("%------d", 1)
string.format("%y", 1)
string.format("%5%", 1)
string.format("50%")
string.format("%5.2")
string.format("%s", setmetatable({}, {__tostring = function() return {} end}))
string.format("%s%s", ("x"):rep(600000), ("x"):rep(600000))
table.concat()
table.concat("x")
table.concat({1, {}, 3})
table.concat({1, 2}, ",", 1, 1e308)
table.concat({1, 2}, ",", -1e308, 1e308)
table.concat({1, nil, 3}, ",", 1, 3)
table.concat({}, {})
table.concat({("x"):rep(600000), ("x"):rep(600000)})
table.concat({1, 2}, ("x"):rep(1048575))
table.insert({})
table.insert({}, 1, 2, 3)
table.insert({}, 0, 1)
table.insert({}, -1e9, 1)
table.insert({}, 1e9, 1)
table.insert({}, 65536, 1)
table.insert({}, "x", 1)
table.insert(nil, 1)
table.remove(5)
table.remove({1}, {})
table.sort({3, "a", 1})
table.sort({3, nil, 1})
table.sort({3, 1}, 5)
table.sort()
unpack({}, 1, 1001)
unpack({}, 1, 1e8)
unpack({}, -math.huge, math.huge)
unpack({}, 0, math.huge)
unpack()
pcall(string.rep, "x", 1e9)`

func TestErrors(t *testing.T) {
	s := newScript(t, 1<<40)
	var got strings.Builder
	for line := range strings.SplitSeq(wrong, "\n") {
		text := s.eval("return " + line)
		if !strings.HasPrefix(text, "error: test.lua:1: ") && !strings.HasPrefix(line, "pcall") {
			t.Errorf("%s\nno error with a place: %s", line, text)
		}
		got.WriteString(line + "\n\t" + text + "\n")
	}
	golden(t, "errors.txt", got.String())
}

// TestListTooLong grows a list to its bound.
func TestListTooLong(t *testing.T) {
	s := newScript(t, 1<<40)
	const grow = "local t = {}\nfor i = 1, 65536 do\ntable.insert(t, i)\nend"
	if got, want := s.eval(grow), "error: test.lua:3: table.insert: position 65536 of a list of 65535 elements; at most 65535 elements are allowed"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, gotLines := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(wantLines), len(gotLines)) {
		if i >= len(wantLines) || i >= len(gotLines) || wantLines[i] != gotLines[i] {
			t.Fatalf("differs from %s at line %d (-update writes it)\ngot:\n%s", path, i+1, got)
		}
	}
}
