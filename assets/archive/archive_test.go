package archive_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/luabind"
)

// shelf is a manager with files that a test changes.
type shelf struct {
	*assets.Manager
	files fstest.MapFS
}

func newShelf(_ *testing.T, files map[string]string, edit ...func(*assets.Options)) *shelf {
	s := &shelf{files: fstest.MapFS{}}
	o := assets.Options{FS: s.files, Prefix: "scripts", Runtime: luabind.NewRuntime(luabind.Options{Workers: 2})}
	for _, f := range edit {
		f(&o)
	}
	for name, text := range files {
		s.files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s.Manager = assets.NewManager(o)
	return s
}

const empty = "return {}\n"

const broken = "return {"

func says(n int) string { return fmt.Sprintf("return { doc = \"%d\" }\n", n) }

// project is a small game with folders, a module and an agent.fields file.
var project = map[string]string{
	"agent.fields":    "hp: hit points\n",
	"lib/step.lua":    "return 2\n",
	"combat/hit.lua":  "return { doc = \"Hits.\" }\n",
	"combat/flee.lua": "local n = require(\"lib.step\")\nreturn { params = { n = n } }\n",
	"guard.bt":        "tree guard\n  combat.flee  when hp < 30\n",
}

func pack(t *testing.T, b *assets.Bundle) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := archive.Pack(&out, b); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpack(data []byte) (*archive.Unpacked, error) {
	return archive.Unpack(bytes.NewReader(data), int64(len(data)))
}

// TestPack checks that the bundle unpacked from an archive is equal to the exported one.
func TestPack(t *testing.T) {
	s := newShelf(t, project)
	s.Load()
	data := pack(t, s.Bundle())
	u, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if u.Format != archive.Format || u.Engine == "" || u.Hash != s.Bundle().Hash || u.Files != len(project) {
		t.Errorf("the manifest is %+v", u.Manifest)
	}
	again := newShelf(t, nil, func(o *assets.Options) { o.FS = u.FS })
	again.Load()
	if again.Bundle().Hash != u.Hash || !again.Bundle().Good() {
		t.Errorf("hash %s, want %s; problems %v", again.Bundle().Hash, u.Hash, again.Bundle().Problems)
	}
	if got, want := again.Bundle().Program("guard").Dump(), s.Bundle().Program("guard").Dump(); got != want {
		t.Errorf("the tree is\n%s\nwant\n%s", got, want)
	}
	if !bytes.Equal(pack(t, again.Bundle()), data) {
		t.Error("exported again it is another file")
	}
	if err := fstest.TestFS(u.FS, sortedNames(project)...); err != nil {
		t.Error(err)
	}
}

func sortedNames(files map[string]string) []string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func TestPackRefuses(t *testing.T) {
	tests := []struct {
		name, want string
		files      map[string]string
		anyway     bool // PackContents returns an error, too
	}{
		{"errors", "export: there are errors in the files, 1 in all; correct them: scripts/a.lua:1", map[string]string{"a.lua": broken}, false},
		{"no files", "export: no file is loaded; name the folder of the scripts, and load it", nil, true},
		{"a backslash", `export: "a\\b.bt": its name has signs that not all systems can read`, map[string]string{`a\b.bt`: "tree a\n  wait 1\n"}, true},
		{"a line break", `export: "a\nb.bt": its name has signs`, map[string]string{"a\nb.bt": "tree a\n  wait 1\n"}, true},
		{"a long path", "its path is longer than 500 bytes; shorten it", map[string]string{strings.Repeat(strings.Repeat("a", 49)+"/", 10) + "b.bt": "tree a\n  wait 1\n"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			s.Load()
			var out bytes.Buffer
			if err := archive.Pack(&out, s.Bundle()); err == nil || !strings.Contains(err.Error(), tt.want) || out.Len() > 0 {
				t.Errorf("%v, and %d bytes; want %s", err, out.Len(), tt.want)
			}
			err := archive.PackContents(&out, s.Bundle().Contents())
			if (err != nil) != tt.anyway {
				t.Errorf("with errors: %v", err)
			}
			if err == nil {
				if u, err := unpack(out.Bytes()); err != nil || u.Hash != s.Bundle().Hash {
					t.Errorf("what was exported with errors: %v", err)
				}
			}
		})
	}
}

// locked is a file system in which one file cannot be read.
type locked struct {
	fs.FS
	name string
}

func (l locked) Open(name string) (fs.File, error) {
	if name == l.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return l.FS.Open(name)
}

func TestPackUnreadableFile(t *testing.T) {
	files := fstest.MapFS{"a.lua": {Data: []byte(empty)}, "b.lua": {Data: []byte(empty)}}
	s := newShelf(t, nil, func(o *assets.Options) { o.FS = locked{files, "b.lua"} })
	s.Load()
	err := archive.PackContents(io.Discard, s.Bundle().Contents())
	if err == nil || err.Error() != "export: b.lua could not be read when it was loaded; make it readable and load it again" {
		t.Error(err)
	}
}

// full is a writer that fails after that many bytes, as on a full disk.
type full int

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestPackToAFullDisk(t *testing.T) {
	s := newShelf(t, project)
	s.Load()
	for _, room := range []full{0, 100, 500} {
		if err := archive.Pack(&room, s.Bundle()); err == nil || err.Error() != "disk full" {
			t.Errorf("with a disk that has room for little: %v", err)
		}
	}
}

// entry is an entry of a zip file that may be malformed.
type entry struct {
	name, text string
	edit       func(*zip.FileHeader)
	raw        []byte // if not nil, written without compression in place of text
}

func zipOf(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.edit != nil {
			e.edit(h)
		}
		create := z.CreateHeader
		if e.raw != nil {
			create = z.CreateRaw
		} else {
			e.raw = []byte(e.text)
		}
		w, err := create(h)
		if err == nil && !strings.HasSuffix(e.name, "/") {
			_, err = w.Write(e.raw)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// manifest returns the entry that Pack would write for scripts, after the edits.
func manifest(scripts []entry, edit ...func(*archive.Manifest)) entry {
	lines := sha256.New()
	for _, e := range scripts {
		fmt.Fprintf(lines, "%x  %s\n", sha256.Sum256([]byte(e.text)), e.name)
	}
	m := archive.Manifest{Format: 1, Engine: "v1.0.0", Hash: assets.Hash(lines.Sum(nil)), Files: len(scripts)}
	for _, f := range edit {
		f(&m)
	}
	text, _ := json.Marshal(m)
	return entry{name: "bundle.json", text: string(text)}
}

// bundled returns a zip file of scripts with a correct manifest.
func bundled(t *testing.T, scripts ...entry) []byte {
	return zipOf(t, append([]entry{manifest(scripts)}, scripts...)...)
}

func TestUnpackTakesOtherZips(t *testing.T) {
	scripts := []entry{{name: "a.lua", text: empty}, {name: "b/c.lua", text: says(1)}}
	for name, data := range map[string][]byte{
		"compressed":       bundled(t, scripts...),
		"in another order": zipOf(t, scripts[1], manifest(scripts), scripts[0]),
		"behind a program": append([]byte("#!/bin/sh\n"), bundled(t, scripts...)...),
	} {
		if u, err := unpack(data); err != nil || u.Files != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func many(n int) []entry {
	var out []entry
	store := func(h *zip.FileHeader) { h.Method = zip.Store } // a compressor for each entry would take long
	for i := range n {
		out = append(out, entry{name: fmt.Sprintf("b%06d.lua", i), text: "x", edit: store})
	}
	return out
}

// claims returns an edit that makes the header of an entry state a wrong size.
func claims(size uint64) func(*zip.FileHeader) {
	return func(h *zip.FileHeader) {
		h.Method, h.UncompressedSize64, h.CompressedSize64, h.CRC32 = zip.Store, size, 1, 0
	}
}

func TestHostileZips(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector, which has nothing to find here; run it without -short")
	}
	good := []entry{{name: "a.lua", text: empty}, {name: "b.lua", text: says(1)}}
	sound := bundled(t, good...)
	named := func(name string) []byte { return bundled(t, entry{name: name, text: "x"}) }
	where := func(edit func(*archive.Manifest)) []byte {
		return zipOf(t, append([]entry{manifest(good, edit)}, good...)...)
	}
	const anew = "make it anew with bough bundle"
	noZip := "it is not a zip file, or a part of one; copy it again, or " + anew
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, noZip},
		{"text", []byte("return {}\n"), noZip},
		{"half", sound[:len(sound)/2], noZip},
		{"all but a byte", sound[:len(sound)-1], noZip},
		{"no manifest", zipOf(t, good...), "it has no bundle.json, so it is no bundle; make one with bough bundle"},
		{"an empty zip", zipOf(t), "it has no bundle.json"},
		{"manifest that is no JSON", zipOf(t, entry{name: "bundle.json", text: "hello"}), "bundle.json says nothing of use"},
		{"manifest of another program", zipOf(t, entry{name: "bundle.json", text: "{}"}), "bundle.json says nothing of use"},
		{"hash that is none", zipOf(t, entry{name: "bundle.json", text: `{"format":1,"hash":"zz"}`}), "bundle.json says nothing of use"},
		{"manifest of 10 MB", zipOf(t, entry{name: "bundle.json", text: strings.Repeat(" ", 10<<20)}), "bundle.json is too large"},
		{"newer format", where(func(m *archive.Manifest) { m.Format = 2 }), `it has format 2, made by bough "v1.0.0", and this program reads format 1; update the program`},
		{"wrong hash", where(func(m *archive.Manifest) { m.Hash[0]++ }), "it was changed after it was made; " + anew},
		{"wrong count", where(func(m *archive.Manifest) { m.Files = 3 }), "bundle.json says 3 and"},
		{"a script was changed", zipOf(t, manifest(good), good[0], entry{name: "b.lua", text: says(2)}), "it was changed after it was made"},
		{"a script was added", zipOf(t, append([]entry{manifest(good), {name: "c.lua", text: empty}}, good...)...), "it was changed after it was made"},
		{"a script was left out", zipOf(t, manifest(good), good[0]), "it was changed after it was made"},
		{"a bit has flipped", flip(sound), `"a.lua" is damaged: zip: checksum error`},
		{"absolute path", named("/etc/a.lua"), `"/etc/a.lua" does not belong into a bundle: its name is not a path below the script root`},
		{"path upwards", named("../a.lua"), "its name is not a path below the script root"},
		{"path upwards within", named("b/../../a.lua"), "its name is not a path below the script root"},
		{"Windows path", named(`..\a.lua`), "its name has signs that not all systems can read"},
		{"drive", named(`C:\a.lua`), "its name has signs that not all systems can read"},
		{"NUL in a name", named("a\x00.lua"), "its name has signs that not all systems can read"},
		{"escape in a name", named("\x1b[2Ja.lua"), `"\x1b[2Ja.lua" does not belong`},
		{"name of 5,000 bytes", named(strings.Repeat("a", 5000) + ".lua"), "its path is longer than 500 bytes"},
		{"no name", named(""), "its name is not a path below the script root"},
		{"hidden", named(".git/a.lua"), "it is neither a script nor a tree nor agent.fields"},
		{"picture", named("troll.png"), "it is neither a script nor a tree nor agent.fields"},
		{"another root", named("b/bough.root"), "it is neither a script nor a tree nor agent.fields"},
		{"folder", named("b/"), "its name is not a path below the script root"},
		{"twice", bundled(t, good[0], good[0]), `"a.lua": it is there twice`},
		{"two manifests", zipOf(t, append([]entry{manifest(good), manifest(good)}, good...)...), `"bundle.json": it is there twice`},
		{"file and folder", bundled(t, entry{name: "a.lua"}, entry{name: "a.lua/b.lua"}), "it is a file and a folder"},
		{"folder and file", bundled(t, entry{name: "a.lua/b.lua"}, entry{name: "a.lua"}), "it is a file and a folder"},
		{"link", bundled(t, entry{name: "a.lua", text: "/etc/passwd", edit: func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }}), "it is not a plain file"},
		{"bomb of one file", bundled(t, entry{name: "a.lua", text: strings.Repeat("\x00", 17<<20)}), `"a.lua" is larger than 16 MB`},
		{"bomb of three files", bundled(t, bombs(3)...), "its texts have more than 32 MB"},
		{"bomb that denies it", denyBomb(t), "is damaged"},
		{"size of 16 exabytes", bundled(t, entry{name: "a.lua", raw: []byte("x"), edit: claims(1<<64 - 1)}), `"a.lua" is larger than 16 MB`},
		{"less than it says", bundled(t, entry{name: "a.lua", raw: []byte("x"), edit: claims(5000)}), `"a.lua" is damaged`},
		{"unknown compression", bundled(t, entry{name: "a.lua", raw: []byte("x"), edit: func(h *zip.FileHeader) { h.Method, h.UncompressedSize64, h.CompressedSize64 = 99, 1, 1 }}), `"a.lua" is damaged: zip: unsupported compression algorithm`},
		{"100,000 files", bundled(t, many(100_000)...), "it has more than 10,000 files"},
		{"one file too many", bundled(t, many(10_001)...), "it has more than 10,000 files"},
		{"fewer files than it says", count(sound, 60_000), noZip},
		{"bytes of a directory", bytes.Repeat([]byte("PK\x01\x02"), 1<<20), "it has more than 10,000 files"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := unpack(tt.data)
			want := strings.ReplaceAll(tt.want, "10,000", fmt.Sprint(archive.MaxFiles))
			if err == nil || !strings.Contains(err.Error(), want) || u != nil {
				t.Fatalf("got %v\nwant %s", err, want)
			}
			if len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Errorf("a message that spoils the screen: %q", err)
			}
		})
	}
	if _, err := unpack(bundled(t, many(archive.MaxFiles)...)); err != nil {
		t.Errorf("as many files as there may be: %v", err)
	}
}

// flip returns a copy of data in which a bit of the text of a.lua is changed.
func flip(data []byte) []byte {
	data = bytes.Clone(data)
	i := bytes.Index(data, []byte("a.lua")) + len("a.lua") // the text follows the name
	data[i+1] ^= 0x40
	return data
}

func bombs(n int) []entry {
	var out []entry
	for i := range n {
		out = append(out, entry{name: fmt.Sprintf("b%d.lua", i), text: strings.Repeat("\x00", 15<<20)})
	}
	return out
}

// denyBomb returns a zip bomb whose directory states a size of one byte.
func denyBomb(t *testing.T) []byte {
	data := bundled(t, entry{name: "a.lua", text: strings.Repeat("\x00", 15<<20)})
	at := bytes.LastIndex(data, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(data[at+24:], 1)
	return data
}

// count returns a copy of a zip file whose end record states n entries.
func count(data []byte, n uint16) []byte {
	data = bytes.Clone(data)
	at := bytes.LastIndex(data, []byte("PK\x05\x06"))
	binary.LittleEndian.PutUint16(data[at+8:], n)
	binary.LittleEndian.PutUint16(data[at+10:], n)
	return data
}

// TestUnpackIsBounded checks that an archive that is too large is not read at all, and a zip bomb
// is not unpacked into memory.
func TestUnpackIsBounded(t *testing.T) {
	_, err := archive.Unpack(failing{}, archive.MaxSize+1)
	if err == nil || !strings.Contains(err.Error(), "it is larger than 48 MB") {
		t.Error(err)
	}
	if _, err := archive.Unpack(failing{}, 100); err == nil || !strings.Contains(err.Error(), "it cannot be read: no such luck") {
		t.Error(err)
	}
	if _, err := archive.Unpack(bytes.NewReader(nil), -5); err == nil {
		t.Error("a negative size is taken")
	}
	for name, data := range map[string][]byte{
		"bomb":                 bundled(t, bombs(2)...),
		"bytes of a directory": bytes.Repeat([]byte("PK\x01\x02"), 1<<20),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		unpack(data)
		runtime.ReadMemStats(&after)
		if grown, most := after.TotalAlloc-before.TotalAlloc, uint64(8*len(data)+2<<20); grown > most {
			t.Errorf("%s: %d bytes are allocated for a file of %d", name, grown, len(data))
		}
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("no such luck") }

func FuzzUnpack(f *testing.F) {
	var sound bytes.Buffer
	z := zip.NewWriter(&sound)
	scripts := []entry{{name: "a.lua", text: empty}}
	for _, e := range append([]entry{manifest(scripts)}, scripts...) {
		w, _ := z.Create(e.name)
		io.WriteString(w, e.text)
	}
	z.Close()
	f.Add(sound.Bytes())
	f.Add(sound.Bytes()[:sound.Len()-5])
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := unpack(data)
		if err != nil {
			return
		}
		s := newShelf(t, nil, func(o *assets.Options) { o.FS = u.FS })
		s.Load()
		if s.Bundle().Hash != u.Hash {
			t.Errorf("what is loaded has the hash %s, not %s as it says", s.Bundle().Hash, u.Hash)
		}
	})
}
