package bough

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/internal/layers"
)

// overlaid returns the files of a game with those of Options.Overlay over them. dir is the folder of the overlay, or "" if it is
// a package file or there is none.
func (o *Options) overlaid(base fs.FS) (files fs.FS, dir string, err error) {
	if o.Overlay == "" {
		return base, "", nil
	}
	st, err := os.Stat(o.Overlay)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", errorOf(ErrOptions, "bough: Options.Overlay: there is no %s; make the folder, which may be empty, or give a bundle", filepath.ToSlash(o.Overlay))
	case err != nil:
		return nil, "", errorOf(ErrOptions, "bough: Options.Overlay: %w", err)
	case st.IsDir():
		return layers.FS{Over: os.DirFS(o.Overlay), Base: base}, o.Overlay, nil
	}
	f, err := os.Open(o.Overlay)
	if err != nil {
		return nil, "", errorOf(ErrOptions, "bough: Options.Overlay: %w", err)
	}
	defer f.Close()
	b, err := archive.Unpack(f, st.Size())
	if err != nil {
		return nil, "", errorOf(ErrOptions, "bough: Options.Overlay: %s: %w; give a folder, or a bundle that bough bundle has written", filepath.ToSlash(o.Overlay), err)
	}
	return layers.FS{Over: b.FS, Base: base}, "", nil
}

// Overlaid returns the paths of the files of Options.Overlay that the game reads now, below its root, such as "guard.bt". They
// are sorted. It reads the folder; it may be called by any goroutine.
func (g *Game) Overlaid() (paths []string, err error) {
	files, ok := g.files.(layers.FS)
	if !ok {
		return nil, nil
	}
	err = fs.WalkDir(files.Over, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir() && assets.Relevant(name):
			paths = append(paths, name)
		}
		return nil
	})
	return paths, err
}
