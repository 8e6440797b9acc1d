package hotreload

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"io/fs"
	"syscall"
)

// maxHashed is the size in bytes up to which a file is compared by its content.
const maxHashed = 16 << 20

type contentKind uint8

const (
	absent     contentKind = iota // no regular file of that name
	hashed                        // size and sum are valid
	large                         // size and mtime are valid
	unreadable                    // there, but locked or not permitted
)

// content is what is known of a file's content, to be compared with ==. The
// zero value is that of a file that is not there.
type content struct {
	kind  contentKind
	size  int64
	sum   [sha256.Size]byte
	mtime int64 // nanoseconds since 1970
}

// doubtful reports whether after may be a save in the middle, seen between two of
// an editor's steps.
func doubtful(before, after content) bool {
	switch after.kind {
	case absent:
		return before.kind != absent
	case hashed:
		return after.size == 0 && before.size > 0
	}
	return after.kind == unreadable
}

// reader looks at files, one after another, without memory for each.
type reader struct {
	disk disk
	buf  [64 << 10]byte
	sum  hash.Hash
}

// sight is what there is under a file's name.
type sight struct {
	content content
	mark    mark // from before the content was read
	link    bool // the name is a symbolic link
}

// look reads the file. What is not a regular file counts as absent and is never
// opened: opening a pipe would wait for its writer.
func (r *reader) look(file string) sight {
	var s sight
	info, err := r.disk.Lstat(file)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		s.link = true
		s.mark.real, _ = r.disk.EvalSymlinks(file) // what is wrong with it, Stat tells
		info, err = r.disk.Stat(file)
	}
	s.mark = s.mark.of(info, err)
	switch {
	case err != nil && (!missing(err) || errors.Is(err, syscall.ELOOP)): // links in a circle are there, and wrong
		s.content.kind = unreadable
	case err != nil || !info.Mode().IsRegular():
	case info.Size() > maxHashed:
		s.content = largeContent(info)
	default:
		s.content = r.hash(file, info)
	}
	return s
}

// hash opens and reads the file.
func (r *reader) hash(file string, info fs.FileInfo) content {
	f, err := r.disk.Open(file)
	if missing(err) {
		return content{}
	}
	if err != nil {
		return content{kind: unreadable}
	}
	defer f.Close()
	return r.drain(f, info)
}

// drain reads hardly more than maxHashed, however fast the file grows meanwhile.
func (r *reader) drain(f io.Reader, info fs.FileInfo) content {
	if r.sum == nil {
		r.sum = sha256.New()
	}
	r.sum.Reset()
	c := content{kind: hashed}
	for {
		n, err := f.Read(r.buf[:])
		r.sum.Write(r.buf[:n])
		if c.size += int64(n); c.size > maxHashed {
			return largeContent(info)
		}
		if err == io.EOF {
			r.sum.Sum(c.sum[:0])
			return c
		}
		if err != nil {
			return content{kind: unreadable}
		}
	}
}

func largeContent(info fs.FileInfo) content {
	return content{kind: large, size: info.Size(), mtime: info.ModTime().UnixNano()}
}
