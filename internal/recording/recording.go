// Package recording reads and writes the file format of recordings: the inputs of a game, and its state at intervals.
//
// A file begins with a line, the head of its format. Blocks follow. A block is a byte for its kind, the length and the checksum of the content
// in four bytes each, little-endian, and the content. The first block is the Header. A block with files comes before
// the first block that needs these files. A segment is a block with the state of the game, and blocks with the journal
// of the following ticks. Blocks with marks may be anywhere. Segments are in the order of their ticks. Each segment can
// be read alone, with its files. If the file ends early, or a block is damaged, the blocks before that place are valid.
package recording

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/wire"
)

// MaxBlock is the largest number of bytes in the content of a block, and in the uncompressed blocks of a segment
// together.
const MaxBlock = 256 << 20

// Hash identifies a version of the files of a game.
type Hash = [32]byte

// Header describes the game, including the options that affect its ticks.
type Header struct {
	About       string      `json:"about,omitempty"`
	Prefix      string      `json:"prefix"` // see bough.Options
	Seed        uint64      `json:"seed"`
	Replies     bool        `json:"replies,omitempty"` // the replies of helpers are recorded
	Namespaces  []Namespace `json:"namespaces,omitempty"`
	Program     []string    `json:"program,omitempty"` // what only the program of the game has, such as "behavior step"
	Values      bool        `json:"values,omitempty"`  // the game has Options.Values
	DataVersion int         `json:"data_version,omitempty"`
	DecideTwice bool        `json:"decide_twice,omitempty"`
	Budget      int         `json:"budget,omitempty"`
	TickBudget  int         `json:"tick_budget,omitempty"`
	Keep        int         `json:"keep,omitempty"`
	KeepAll     int         `json:"keep_together,omitempty"`
	History     int         `json:"history,omitempty"`
	Quarantine  int         `json:"quarantine,omitempty"`
}

// Namespace lists the helpers of a namespace.
type Namespace struct {
	Name    string   `json:"name"`
	Helpers []Helper `json:"helpers"`
}

// Helper describes a helper of the game.
type Helper struct {
	Signature string `json:"signature"`       // the declaration, with the description
	Least     int    `json:"least,omitempty"` // the least number of arguments
	Most      int    `json:"most"`            // the largest number of arguments; -1 if there is none
	Pure      bool   `json:"pure,omitempty"`
	Reads     bool   `json:"reads,omitempty"`
}

// Segment has the inputs of some ticks, and the state before the first of them.
type Segment struct {
	SegmentHeader
	World, Runtime []byte // the state; nil if it could not be saved
	Journal        []byte // see engine.Journal
}

// Mark is a tick that is worth looking at; see bough.Mark.
type Mark struct {
	Tick  int64  `json:"tick"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Agent int64  `json:"agent,omitempty"`
	Label string `json:"label,omitempty"`
}

// The bounds of marks in a file, since a small file could otherwise take much memory. Further marks are not read.
const (
	maxMarksBlock = 1 << 20
	maxMarks      = 1 << 17
	marksInBlock  = 100
)

// SegmentHeader describes a segment.
type SegmentHeader struct {
	First int64 // number of the tick after which the segment begins
	Ticks int64 // number of ticks in the segment; in a File, of those that were read
	Files Hash  // the files that are in force at its beginning
	// Discontinuous is set if the segment does not continue the one before it, for example after a restore.
	Discontinuous bool
	// NoState is the reason why no game can start from the state, or "" if a game can.
	NoState string
}

// code writes the SegmentHeader without Ticks, or reads into it.
func (r *SegmentHeader) code(c *wire.Coder) {
	c.Int(&r.First, 0, maxTick)
	for i := range r.Files {
		n := int64(r.Files[i])
		c.Int(&n, 0, 255)
		r.Files[i] = byte(n)
	}
	c.Bool(&r.Discontinuous)
	c.Text(&r.NoState)
}

// maxTick bounds numbers of ticks, so that their sums do not overflow.
const maxTick = 1 << 53

// The kinds of blocks.
const (
	blockHeader  = 'H'
	blockFiles   = 'F'
	blockState   = 'S'
	blockJournal = 'J'
	blockMarks   = 'M'
)

// head is the number of bytes before the content of a block.
const head = 9

var checksums = crc32.MakeTable(crc32.Castagnoli)

// appendBlock appends a block to out.
func appendBlock(out []byte, kind byte, content []byte) []byte {
	at := len(out)
	out = append(append(out, make([]byte, head)...), content...)
	finishBlock(out[at:], kind)
	return out
}

// appendCompressed appends a block to out. Its content is start, and the compressed concatenation of parts.
func appendCompressed(out []byte, kind byte, start []byte, parts ...[]byte) []byte {
	at := len(out)
	b := bytes.NewBuffer(append(append(out, make([]byte, head)...), start...))
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(b)
	for _, part := range parts {
		w.Write(part) // writing to a Buffer cannot fail
	}
	w.Close()
	out = b.Bytes()
	finishBlock(out[at:], kind)
	return out
}

// finishBlock sets the first bytes of a block, whose content follows them.
func finishBlock(block []byte, kind byte) {
	content := block[head:]
	block[0] = kind
	binary.LittleEndian.PutUint32(block[1:], uint32(len(content)))
	binary.LittleEndian.PutUint32(block[5:], checksum(kind, content))
}

// checksum returns the checksum of a block.
func checksum(kind byte, content []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte{kind}, checksums), checksums, content)
}

// AppendHeader appends the beginning of a file to out: the head and the header.
func AppendHeader(out []byte, h Header) []byte {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // the header consists of texts and numbers, which cannot fail
	}
	return appendBlock(append(out, format.Recording.Head()+"\n"...), blockHeader, text)
}

// AppendFiles appends a block to out. The block has an archive of the files whose hash is hash.
func AppendFiles(out []byte, hash Hash, archive []byte) []byte {
	return appendCompressed(out, blockFiles, hash[:], archive)
}

// AppendState appends a block to out that begins a segment. The block has the SegmentHeader and the state.
func AppendState(out []byte, segment *Segment) []byte {
	h, header := segment.SegmentHeader, wire.NewWriter(nil) // code writes to h, and others may read the segment
	h.code(header)
	content := binary.AppendUvarint(nil, uint64(len(header.Data())))
	var body [][]byte // in the form of wire.Coder.Bytes, without a copy
	for _, part := range [][]byte{segment.World, segment.Runtime} {
		body = append(body, binary.AppendUvarint(nil, uint64(len(part))), part)
	}
	return appendCompressed(out, blockState, append(content, header.Data()...), body...)
}

// AppendJournal appends a block to out that continues a segment. The block has the next part of its journal, which
// ends after a number of further ticks.
func AppendJournal(out []byte, ticks int64, journal []byte) []byte {
	return appendCompressed(out, blockJournal, binary.AppendUvarint(nil, uint64(ticks)), journal)
}

// AppendSegment appends all blocks of a segment to out.
func AppendSegment(out []byte, segment *Segment) []byte {
	return AppendJournal(AppendState(out, segment), segment.Ticks, segment.Journal)
}

// AppendMarks appends blocks with marks to out. The strings of a mark may have 1,000 bytes together.
func AppendMarks(out []byte, marks []Mark) []byte {
	for list := range slices.Chunk(marks, marksInBlock) {
		text, err := json.Marshal(list)
		if err != nil {
			panic(err) // see AppendHeader
		}
		out = appendBlock(out, blockMarks, text)
	}
	return out
}

// writers keeps compressors for reuse, since each takes a megabyte.
var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // only an invalid level is an error
	}
	return w
}}

// decompress returns decompressed data. It takes its size from left, and fails if less is left.
func decompress(data []byte, left *int) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(data))
	out, err := io.ReadAll(io.LimitReader(r, int64(*left)+1))
	if len(out) > *left {
		return nil, errors.New("it takes more memory than a recording can hold")
	}
	*left -= len(out)
	return out, err
}

// File is a recording, either in a file that Open has opened, or in memory. Several goroutines may read it at once.
type File struct {
	Format   int    // the number in the head
	Version  string // the version of Bough in the head; "" for versions before 0.1.0
	Header   Header
	Segments []SegmentHeader
	Marks    []Mark // in the order in which they were made
	// Damage is the error that ended reading early, with its place, or nil if there was none.
	Damage error

	// In memory:
	segments []Segment
	archives []Archive

	// In a file:
	r      io.ReaderAt
	size   int64
	at     [][]span      // by segment: its blocks
	files  map[Hash]span // the blocks of files
	blocks int           // number of blocks that were read
	most   int           // MaxBlock, or less in a test
}

// Archive is an archive of the files whose hash is Hash.
type Archive struct {
	Hash Hash
	Data []byte
}

// InMemory returns a recording of segments, which need the archives. It keeps the slices, which must not change.
func InMemory(h Header, segments []Segment, archives []Archive, marks []Mark) *File {
	f := &File{Format: format.Recording.Newest, Version: format.Version, Header: h, Marks: marks, segments: segments, archives: archives}
	for i := range segments {
		f.Segments = append(f.Segments, segments[i].SegmentHeader)
	}
	return f
}

// WriteTo writes the recording to w. A recording in memory is compressed, and written in one Write. WriteTo implements
// io.WriterTo.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	if f.r != nil {
		return io.Copy(w, io.NewSectionReader(f.r, 0, f.size))
	}
	out := AppendHeader(nil, f.Header)
	for _, a := range f.archives {
		out = AppendFiles(out, a.Hash, a.Data)
	}
	for i := range f.segments {
		out = AppendSegment(out, &f.segments[i])
	}
	out = AppendMarks(out, f.Marks)
	return bytes.NewReader(out).WriteTo(w) // an error also if w leaves out bytes
}

// span is the place of the content of a block.
type span struct{ from, size int64 }

// Open reads and verifies the blocks of a file with size bytes. It returns an error only if the header cannot be read;
// see File.Damage. r must stay open while the File is used.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size, files: map[Hash]span{}, most: MaxBlock}
	start, err := f.readHead()
	if err != nil {
		return nil, err
	}
	for at := start; at < size; {
		next, err := f.readBlock(at, size)
		if err != nil {
			f.Damage = fmt.Errorf("byte %d: %w", at, err)
			break
		}
		at = next
	}
	if f.blocks == 0 {
		if f.Damage == nil {
			f.Damage = errors.New("the file ends after its first line")
		}
		return nil, f.Damage
	}
	return f, nil
}

// readHead reads the head, and returns the place after it.
func (f *File) readHead() (end int64, err error) {
	if f.size == 0 {
		return 0, errors.New("it is empty; the process has ended before the first ticks were written")
	}
	start := make([]byte, min(f.size, format.MaxHead))
	if n, err := f.r.ReadAt(start, 0); n < len(start) {
		return 0, err
	}
	head, _, whole := bytes.Cut(start, []byte("\n"))
	if !whole && f.size < format.MaxHead && bytes.HasPrefix(head, []byte("Bough ")) {
		return 0, errors.New("the file ends in its first line")
	}
	f.Format, f.Version, err = format.Recording.Read(string(head))
	return min(int64(len(head))+1, f.size), err
}

// readBlock reads the block at a place, adds it to f, and returns the place of the next one.
func (f *File) readBlock(at, size int64) (next int64, err error) {
	var h [head]byte
	if size-at < head {
		return 0, errors.New("the file ends in the middle of a block")
	}
	if _, err := f.r.ReadAt(h[:], at); err != nil {
		return 0, err
	}
	s := span{at + head, int64(binary.LittleEndian.Uint32(h[1:]))}
	if s.size > MaxBlock || s.from+s.size > size {
		return 0, errors.New("the file ends in the middle of a block, or the length of the block is damaged")
	}
	content, err := f.content(s)
	if err != nil {
		return 0, err
	}
	if checksum(h[0], content) != binary.LittleEndian.Uint32(h[5:]) {
		return 0, errors.New("a block is damaged: its checksum is wrong")
	}
	if err := f.add(h[0], content, s); err != nil {
		return 0, err
	}
	f.blocks++
	return s.from + s.size, nil
}

// content reads the content of a block.
func (f *File) content(s span) ([]byte, error) {
	content := make([]byte, s.size)
	if n, err := f.r.ReadAt(content, s.from); int64(n) < s.size {
		return nil, err
	}
	return content, nil
}

// add adds a block to the file.
func (f *File) add(kind byte, content []byte, s span) error {
	if (f.blocks == 0) != (kind == blockHeader) {
		return errors.New("a block is out of order")
	}
	switch kind {
	case blockHeader:
		if err := json.Unmarshal(content, &f.Header); err != nil {
			return fmt.Errorf("the header: %w", err)
		}
	case blockFiles:
		if len(content) < len(Hash{}) {
			return errors.New("a block with files has no hash")
		}
		f.files[Hash(content[:len(Hash{})])] = s
	case blockState:
		header, _, err := splitState(content)
		if err != nil {
			return err
		}
		if n := len(f.Segments); n > 0 && header.First != f.Segments[n-1].First+f.Segments[n-1].Ticks {
			return errors.New("a segment does not follow the one before it")
		}
		f.Segments, f.at = append(f.Segments, header), append(f.at, []span{s})
	case blockJournal:
		ticks, size := binary.Uvarint(content)
		n := len(f.Segments) - 1
		if n < 0 {
			return errors.New("a block is out of order")
		}
		if size <= 0 || ticks > math.MaxInt32 {
			return errors.New("a journal has no number of ticks")
		}
		f.Segments[n].Ticks += int64(ticks)
		f.at[n] = append(f.at[n], s)
	case blockMarks:
		if len(content) > maxMarksBlock {
			return errors.New("a block of marks is too large")
		}
		var marks []Mark
		if err := json.Unmarshal(content, &marks); err != nil {
			return fmt.Errorf("the marks: %w", err)
		}
		f.Marks = append(f.Marks, marks[:min(len(marks), maxMarks-len(f.Marks))]...)
	default:
		return fmt.Errorf("a block has the unknown kind %q", kind)
	}
	return nil
}

// splitState returns the SegmentHeader in the first block of a segment, and the compressed state.
func splitState(content []byte) (header SegmentHeader, body []byte, err error) {
	n, size := binary.Uvarint(content)
	if size <= 0 || n > uint64(len(content)-size) {
		return header, nil, errors.New("a segment has no description")
	}
	end := size + int(n)
	c := wire.NewReader(content[size:end])
	header.code(c)
	return header, content[end:], c.End()
}

// Segment reads the segment of f.Segments[i], which must not be changed.
func (f *File) Segment(i int) (*Segment, error) {
	if f.r == nil {
		return &f.segments[i], nil
	}
	segment := &Segment{SegmentHeader: f.Segments[i]}
	if _, known := f.files[segment.SegmentHeader.Files]; !known { // before anything large is read
		return nil, errNoFiles(segment.SegmentHeader.Files)
	}
	left := f.most
	for k, s := range f.at[i] {
		content, err := f.content(s)
		if err == nil && k == 0 {
			err = segment.addState(content, &left)
		} else if err == nil {
			err = segment.addJournal(content, &left)
		}
		if err != nil {
			return nil, fmt.Errorf("segment %d: %w", i+1, err)
		}
	}
	return segment, nil
}

// addState adds the state in the first block of a segment.
func (s *Segment) addState(content []byte, left *int) error {
	_, body, err := splitState(content)
	if err != nil {
		return err
	}
	data, err := decompress(body, left)
	if err != nil {
		return err
	}
	c := wire.NewReader(data)
	c.Bytes(&s.World)
	c.Bytes(&s.Runtime)
	return c.End()
}

// addJournal adds the part of the journal in a further block of a segment.
func (s *Segment) addJournal(content []byte, left *int) error {
	_, size := binary.Uvarint(content)
	part, err := decompress(content[size:], left)
	s.Journal = append(s.Journal, part...)
	return err
}

// Files returns the archive of the files whose hash is hash.
func (f *File) Files(hash Hash) ([]byte, error) {
	for i := range f.archives {
		if f.archives[i].Hash == hash {
			return f.archives[i].Data, nil
		}
	}
	s, known := f.files[hash]
	if !known {
		return nil, errNoFiles(hash)
	}
	content, err := f.content(s)
	if err != nil {
		return nil, err
	}
	left := f.most
	return decompress(content[len(hash):], &left)
}

func errNoFiles(hash Hash) error {
	return fmt.Errorf("the recording does not have the files %x", hash[:6])
}
