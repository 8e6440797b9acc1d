package hotreload

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"io/fs"
	"syscall"
)

// Bounds on files, in bytes.
const (
	maxHashed = 16 << 20 // a larger file is not compared by its content
	maxText   = 64 << 10 // of a larger file, the text is neither kept nor given to Options.Clean
)

type contentKind uint8

const (
	absent     contentKind = iota // no regular file of that name
	hashed                        // size and sum are valid
	large                         // size and mtime are valid
	unreadable                    // exists, but is locked or not permitted
)

// content identifies the content of a file. Contents can be compared with ==. The zero value is that of a file
// that does not exist.
type content struct {
	kind  contentKind
	size  int64
	sum   [sha256.Size]byte
	mtime int64 // nanoseconds since 1970
}

// reader reads files one after another, with one buffer for all.
type reader struct {
	disk disk
	buf  [maxText + 1]byte
	sum  hash.Hash
}

// fileState is the state of a file.
type fileState struct {
	content     content
	text        []byte      // in the buffer of the reader until its next look; nil if not hashed or longer than maxText
	fingerprint fingerprint // read before the content
	link        bool        // the name is a symbolic link
}

// look reads a file. If the name is not that of a regular file, the file counts as absent and is never opened,
// since opening a pipe would block until it has a writer.
func (r *reader) look(file string) fileState {
	var s fileState
	info, err := r.disk.Lstat(file)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		s.link = true
		s.fingerprint.real, _ = r.disk.EvalSymlinks(file) // if this fails, Stat returns the error
		info, err = r.disk.Stat(file)
	}
	s.fingerprint = s.fingerprint.of(info, err)
	switch {
	case err != nil && (!missing(err) || errors.Is(err, syscall.ELOOP)): // a cycle of links exists, but cannot be read
		s.content.kind = unreadable
	case err != nil || !info.Mode().IsRegular():
	case info.Size() > maxHashed:
		s.content = largeContent(info)
	default:
		s.content, s.text = r.hash(file, info)
	}
	return s
}

// hash reads a file and returns its content and its text; see fileState.
func (r *reader) hash(file string, info fs.FileInfo) (content, []byte) {
	f, err := r.disk.Open(file)
	if missing(err) {
		return content{}, nil
	}
	if err != nil {
		return content{kind: unreadable}, nil
	}
	defer f.Close()
	return r.drain(f, info)
}

// drain reads to the end of a file, but only a little more than maxHashed bytes of it, even if the file grows in
// the meantime.
func (r *reader) drain(f io.Reader, info fs.FileInfo) (content, []byte) {
	if r.sum == nil {
		r.sum = sha256.New()
	}
	r.sum.Reset()
	c := content{kind: hashed}
	for at := 0; ; {
		n, err := f.Read(r.buf[at:])
		r.sum.Write(r.buf[at : at+n])
		if c.size += int64(n); c.size > maxHashed {
			return largeContent(info), nil
		}
		if err == io.EOF {
			r.sum.Sum(c.sum[:0])
			if c.size > maxText {
				return c, nil
			}
			return c, r.buf[:c.size]
		}
		if err != nil {
			return content{kind: unreadable}, nil
		}
		if at += n; at == len(r.buf) {
			at = 0
		}
	}
}

func largeContent(info fs.FileInfo) content {
	return content{kind: large, size: info.Size(), mtime: info.ModTime().UnixNano()}
}
