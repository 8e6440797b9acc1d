package assets

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Export writes the files of the bundle into a single one, a zip file, from which a game
// can be started that runs exactly what these files say. Equal files give equal bytes, if
// the version of the engine is the same. Trees that were made by code are not in it: the
// program makes them again.
//
// A bundle that is not Good is refused: what was held back has other texts in force than
// those in the files.
func (b *Bundle) Export(w io.Writer) error {
	if errs := b.Problems.Errors(); len(errs) > 0 {
		return fmt.Errorf("export: there are errors in the files, %d in all; correct them: %s", len(errs), errs[0].Headline())
	}
	if len(b.lost) > 0 {
		return fmt.Errorf("export: files are gone that trees still need; bring them back or change the trees: %s", b.lost[0].Headline())
	}
	return b.ExportWithErrors(w)
}

// ExportWithErrors does what Export does, also with errors in the files. It writes the
// files as they are, and a game that is started from them will lack what does not work.
func (b *Bundle) ExportWithErrors(w io.Writer) error {
	if err := b.exportable(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	manifest, err := json.MarshalIndent(Manifest{ArchiveFormat, engineVersion(), b.Hash, len(b.contents)}, "", "  ")
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	if err := pack(z, manifestName, append(manifest, '\n')); err != nil {
		return err
	}
	for i := range b.contents {
		if err := pack(z, b.contents[i].path, b.contents[i].text); err != nil {
			return err
		}
	}
	return z.Close()
}

// exportable says why the files cannot be in a bundle.
func (b *Bundle) exportable() error {
	if len(b.contents) == 0 {
		return errors.New("no file is loaded; name the folder of the scripts, and load it")
	}
	size := uint64(0)
	for i := range b.contents {
		c := b.contents[i]
		if problem := nameProblem(c.path); problem != "" {
			return fmt.Errorf("%q: %s", c.path, problem)
		}
		if sha256.Sum256(c.text) != c.sum {
			return fmt.Errorf("%s could not be read when it was loaded; make it readable and load it again", c.path)
		}
		size += uint64(len(c.text))
	}
	return bounded(len(b.contents), size)
}

// packed is the time that all entries have: the first that zip files can express.
var packed = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// pack adds an entry. It is not compressed, since compressors differ from one version of
// Go to the next.
func pack(z *zip.Writer, name string, text []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: packed})
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
