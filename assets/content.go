package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Hash is a SHA-256 sum over the paths and texts of all files of a version. Two bundles with the same hash were
// read from equal files, perhaps in different directories. The summed text has a line for each file, in the order
// of paths: the sum of the file in hex, two spaces, and the path below the root. The program sha256sum prints the
// same lines.
type Hash [sha256.Size]byte

// String returns the hash as 64 hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short returns the first 12 digits, for people.
func (h Hash) Short() string { return h.String()[:12] }

// MarshalText writes the hash as String does.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText parses the text of MarshalText.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return fmt.Errorf("%.80q is no hash; want %d hex digits", text, hex.EncodedLen(len(h)))
	}
	copy(h[:], b)
	return nil
}

// Content is the text of one file. All versions with that text share it. It must not be changed.
type Content struct {
	Path string            // below the root
	Sum  [sha256.Size]byte // sum of the text; if the file could not be read, sum of the reason
	Text []byte
}

// contents returns the present texts of all files, sorted by path.
func (m *Manager) contents() []*Content {
	out := make([]*Content, 0, len(m.files.byPath))
	for _, f := range m.files.inOrder() {
		out = append(out, f.asContent())
	}
	return out
}

func (f *file) asContent() *Content {
	if f.content == nil {
		f.content = &Content{f.path, f.hash, f.text}
	}
	return f.content
}

// differing returns the paths of the files that differ between two versions, sorted.
func differing(a, b []*Content) []string {
	var out []string
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Path < b[0].Path:
			out, a = append(out, a[0].Path), a[1:]
		case len(a) == 0 || b[0].Path < a[0].Path:
			out, b = append(out, b[0].Path), b[1:]
		default:
			if a[0].Sum != b[0].Sum {
				out = append(out, a[0].Path)
			}
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// find returns the content of a file, or nil if the version does not have it.
func find(list []*Content, path string) *Content {
	i, ok := slices.BinarySearchFunc(list, path, func(c *Content, p string) int { return strings.Compare(c.Path, p) })
	if !ok {
		return nil
	}
	return list[i]
}

// ReadContents returns the texts of all scripts and trees of a file system, sorted by path.
func ReadContents(fsys fs.FS) ([]*Content, error) {
	var out []*Content
	err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !loads(name) {
			return err
		}
		text, exists, err := read(fsys, name)
		if exists {
			out = append(out, &Content{name, sha256.Sum256(text), text})
		}
		return err
	})
	slices.SortFunc(out, func(a, b *Content) int { return strings.Compare(a.Path, b.Path) })
	return out, err
}
