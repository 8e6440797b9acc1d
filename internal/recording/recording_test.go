package recording

import (
	"bytes"
	"strings"
	"testing"
)

// TestOpenDamaged opens files whose blocks have right checksums, but wrong contents or a wrong order.
func TestOpenDamaged(t *testing.T) {
	start := AppendFiles(AppendHeader(nil, Header{}), Hash{}, nil)
	segment := AppendSegment(nil, &Segment{SegmentHeader: SegmentHeader{Ticks: 3}, World: []byte("w"), Journal: []byte("j")})
	for name, c := range map[string]struct {
		blocks []byte
		ticks  int64
		want   string
	}{
		"a whole segment":           {segment, 3, ""},
		"a segment in parts":        {AppendJournal(bytes.Clone(segment), 2, []byte("k")), 5, ""},
		"a journal without a state": {AppendJournal(nil, 1, []byte("j")), 0, "out of order"},
		"a journal without ticks":   {appendBlock(bytes.Clone(segment), blockJournal, nil), 3, "no number of ticks"},
		"a state without a header":  {appendBlock(bytes.Clone(segment), blockState, []byte{9}), 3, "no description"},
		"another tick":              {append(bytes.Clone(segment), segment...), 3, "does not follow"},
		"a second header":           {appendBlock(bytes.Clone(segment), blockHeader, nil), 3, "out of order"},
		"marks":                     {AppendMarks(bytes.Clone(segment), make([]Mark, 150)), 3, ""},
		"wrong marks":               {appendBlock(bytes.Clone(segment), blockMarks, []byte("[{]")), 3, "the marks: invalid"},
		"large marks":               {appendBlock(bytes.Clone(segment), blockMarks, make([]byte, maxMarksBlock+1)), 3, "too large"},
		"an unknown block":          {appendBlock(bytes.Clone(segment), '?', nil), 3, "unknown kind"},
		"files without a hash":      {appendBlock(bytes.Clone(segment), blockFiles, nil), 3, "no hash"},
	} {
		data := append(bytes.Clone(start), c.blocks...)
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ticks := int64(0)
		if len(f.Segments) > 0 {
			ticks = f.Segments[0].Ticks
		}
		if ticks != c.ticks || (f.Damage == nil) != (c.want == "") || f.Damage != nil && !strings.Contains(f.Damage.Error(), c.want) {
			t.Errorf("%s: %d ticks, damage %v; want %d ticks and %q", name, ticks, f.Damage, c.ticks, c.want)
		}
		if ticks == 0 {
			continue
		}
		if want := map[bool]int{true: 150}[name == "marks"]; len(f.Marks) != want {
			t.Errorf("%s: %d marks", name, len(f.Marks))
		}
		if s, err := f.Segment(0); err != nil || string(s.World) != "w" || string(s.Journal) != map[int64]string{3: "j", 5: "jk"}[ticks] {
			t.Errorf("%s: segment %+v, %v", name, s, err)
		}
	}
}

// TestOpenShort opens a file that is shorter than the beginning of a recording.
func TestOpenShort(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                       `it begins with "hello" instead of "Bough recording 9", so it is no recording; bough play and bough run write one with --record`,
		"Bough recording 9, written":  "the file ends in its first line",
		"Bough recording 9\n":         "the file ends after its first line",
		"":                            "it is empty; the process has ended before the first ticks were written",
		strings.Repeat("Bough ", 100): `it begins with "Bough Bough Bough Bough Bough Bough Boug" instead of "Bough recording 9", so it is no recording; bough play and bough run write one with --record`,
	} {
		if _, err := Open(strings.NewReader(text), int64(len(text))); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// TestSegmentIsBounded checks that the blocks of a segment together are bounded, and that its files are looked up before
// they are read: a small file may have blocks of zeros.
func TestSegmentIsBounded(t *testing.T) {
	const most = 3000
	zeros := make([]byte, most/3)
	blocks := AppendState(nil, &Segment{World: zeros})
	for range 3 {
		blocks = AppendJournal(blocks, 1, zeros)
	}
	for want, start := range map[string][]byte{
		"segment 1: it takes more memory than a recording can hold": AppendFiles(AppendHeader(nil, Header{}), Hash{}, nil),
		"the recording does not have the files 000000000000":        AppendHeader(nil, Header{}),
	} {
		data := append(start, blocks...)
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil || f.Damage != nil {
			t.Fatal(err, f.Damage)
		}
		f.most = most
		if _, err := f.Segment(0); err == nil || err.Error() != want {
			t.Errorf("%d bytes: got %v, want %s", len(data), err, want)
		}
	}
}
