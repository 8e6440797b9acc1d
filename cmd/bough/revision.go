package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// readRevision reads the tree files of a revision of the Git repository around the present
// directory.
func readRevision(revision, where string) (*forest, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, usagef("%q is no revision", revision)
	}
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("comparing revisions needs the program git, which is not installed or not found")
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(git, "archive", "--format=tar", revision, "--", where)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(errs.String()), "fatal: "), "\n")
		if said == "" {
			said = err.Error()
		}
		return nil, usagef("git cannot read %s of revision %s: %s", where, revision, said)
	}
	f := &forest{named: map[string]*trees.Tree{}}
	for r := tar.NewReader(&out); ; {
		h, err := r.Next()
		switch {
		case err == io.EOF:
			return f, nil
		case err != nil:
			return nil, fmt.Errorf("revision %s: %w", revision, err)
		case h.Typeflag != tar.TypeReg || path.Ext(h.Name) != ".bt":
			continue
		}
		src, err := io.ReadAll(io.LimitReader(r, trees.MaxFileSize+1))
		if err != nil {
			return nil, fmt.Errorf("revision %s: %w", revision, err)
		}
		f.add(h.Name, src)
	}
}
