package archive

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/format"
)

// Pack writes the files of a bundle into a single zip file. A game that is started from it runs exactly these
// files. Equal files give equal bytes, if the version of Bough is the same. The archive does not contain
// trees that were made by code, since the program makes them again.
//
// Pack returns an error for a bundle that is not Good: where a file was held back, the text in force is not the
// text of the file.
func Pack(w io.Writer, b *assets.Bundle) error {
	if errs := b.Problems.Errors(); len(errs) > 0 {
		return fmt.Errorf("export: there are errors in the files, %d in all; correct them: %s", len(errs), errs[0].Headline())
	}
	return PackContents(w, b.Contents())
}

// PackContents is like Pack, but the files, which are sorted by path, may have errors. A game that is started from
// them lacks the behaviors and trees that do not work.
func PackContents(w io.Writer, list []*assets.Content) error {
	if err := packable(list); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	manifest, err := json.MarshalIndent(Manifest{Format, format.Version, assets.HashOf(list), len(list)}, "", "  ")
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	if err := add(z, manifestName, append(manifest, '\n')); err != nil {
		return err
	}
	for _, c := range list {
		if err := add(z, c.Path, c.Text); err != nil {
			return err
		}
	}
	return z.Close()
}

// packable returns an error if the files cannot be put in an archive.
func packable(list []*assets.Content) error {
	if len(list) == 0 {
		return errors.New("no file is loaded; name the folder of the scripts, and load it")
	}
	size := uint64(0)
	for _, c := range list {
		if problem := nameProblem(c.Path); problem != "" {
			return fmt.Errorf("%q: %s", c.Path, problem)
		}
		if sha256.Sum256(c.Text) != c.Sum {
			return fmt.Errorf("%s could not be read when it was loaded; make it readable and load it again", c.Path)
		}
		size += uint64(len(c.Text))
	}
	return bounded(len(list), size)
}

// packed is the modification time of all entries: the first time that zip files can express.
var packed = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// add writes an entry. The entry is not compressed, since compressors differ from one version of Go to the next.
func add(z *zip.Writer, name string, text []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: packed})
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
