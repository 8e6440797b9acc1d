package archive

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
)

// Unpacked is the content of an archive, verified, in memory.
type Unpacked struct {
	Manifest
	// FS holds the files.
	FS fs.FS
}

// headerMark begins the header of each entry in the directory of a zip file.
const headerMark = "PK\x01\x02"

// Unpack reads an archive that Pack has written, size bytes long. It reads everything before it returns, and does
// not use r later. The file may be untrusted. Unpack returns an error if the file is not a bundle, is damaged, does
// not match its hash, has unknown entries, or exceeds MaxFiles, MaxText or MaxSize. It does not rely on the sizes
// that the file states.
func Unpack(r io.ReaderAt, size int64) (*Unpacked, error) {
	if size > MaxSize {
		return nil, fmt.Errorf("it is larger than %d MB; bough bundle makes no such file", MaxSize>>20)
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	// The entries are counted before the directory is read, since each entry takes memory.
	if err := bounded(bytes.Count(data, []byte(headerMark))-1, 0); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are checked below
		return nil, errors.New("it is not a zip file, or a part of one; copy it again, or make it anew with bough bundle")
	}
	manifest, err := readManifest(z)
	if err != nil {
		return nil, err
	}
	if err := verify(z, manifest); err != nil {
		return nil, err
	}
	return &Unpacked{*manifest, z}, nil
}

func readManifest(z *zip.Reader) (*Manifest, error) {
	i := slices.IndexFunc(z.File, func(f *zip.File) bool { return f.Name == manifestName })
	if i < 0 {
		return nil, fmt.Errorf("it has no %s, so it is no bundle; make one with bough bundle", manifestName)
	}
	if z.File[i].UncompressedSize64 > maxManifest {
		return nil, fmt.Errorf("%s is too large; make the bundle anew with bough bundle", manifestName)
	}
	var text bytes.Buffer
	if err := extract(&text, z.File[i]); err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(text.Bytes(), m); err != nil || m.Format < 1 {
		return nil, fmt.Errorf("%s says nothing of use; make the bundle anew with bough bundle", manifestName)
	}
	if m.Format > Format {
		return nil, fmt.Errorf("it has format %d, made by bough %.80q, and this program reads format %d; update the program", m.Format, m.Engine, Format)
	}
	return m, nil
}

// verify compares the entries with the manifest.
func verify(z *zip.Reader, m *Manifest) error {
	if err := checkEntries(z.File); err != nil {
		return err
	}
	var list []*assets.Content
	for _, f := range z.File {
		if f.Name == manifestName {
			continue
		}
		h := sha256.New()
		if err := extract(h, f); err != nil {
			return err
		}
		list = append(list, &assets.Content{Path: f.Name, Sum: [sha256.Size]byte(h.Sum(nil))})
	}
	slices.SortFunc(list, func(a, b *assets.Content) int { return strings.Compare(a.Path, b.Path) })
	if hash := assets.HashOf(list); hash != m.Hash || len(list) != m.Files {
		return fmt.Errorf("its %d files have the hash %s, and %s says %d and %s: it was changed after it was made; make it anew with bough bundle",
			len(list), hash.Short(), manifestName, m.Files, m.Hash.Short())
	}
	return nil
}

// checkEntries checks the sizes and names that the entries state.
func checkEntries(files []*zip.File) error {
	var l layout
	size := uint64(0)
	for _, f := range files {
		if err := checkEntry(f); err != nil {
			return err
		}
		if err := l.add(f.Name); err != nil {
			return fmt.Errorf("%.200q: %w; make the bundle anew with bough bundle", f.Name, err)
		}
		if f.UncompressedSize64 > assets.MaxFile {
			return fmt.Errorf("%.200q is larger than %d MB; divide it into several files", f.Name, assets.MaxFile>>20)
		}
		if size += f.UncompressedSize64; size > MaxText+maxManifest {
			return bounded(0, size)
		}
	}
	return bounded(len(files)-1, 0)
}

func checkEntry(f *zip.File) error {
	problem := nameProblem(f.Name)
	switch {
	case f.Name == manifestName:
		return nil
	case problem == "" && !f.Mode().IsRegular():
		problem = "it is not a plain file"
	case problem == "":
		return nil
	}
	return fmt.Errorf("%.200q does not belong into a bundle: %s; make the bundle anew with bough bundle", f.Name, problem)
}

// extract writes the text of an entry, no more than its stated size.
func extract(w io.Writer, f *zip.File) error {
	in, err := f.Open()
	if err == nil {
		defer in.Close()
		var n int64
		n, err = io.Copy(w, io.LimitReader(in, int64(f.UncompressedSize64)+1))
		if err == nil && uint64(n) != f.UncompressedSize64 {
			err = errors.New("its size is not the one it says")
		}
	}
	if err != nil {
		return fmt.Errorf("%.200q is damaged: %w; copy the bundle again, or make it anew with bough bundle", f.Name, err)
	}
	return nil
}
