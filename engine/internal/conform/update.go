package conform

import "strings"

// Update returns a case file with what it expects replaced by what was seen
// when c, parsed from src without errors, was run. All else in the file stays
// as it is.
func Update(src []byte, c *Case, r Result) []byte {
	lines := strings.SplitAfter(string(src), "\n")
	var b strings.Builder
	written := 0 // lines of src
	for i, s := range c.Steps {
		upTo := s.Pos.Line
		b.WriteString(strings.Join(lines[written:upTo], ""))
		if s.Kind.shows() {
			if !strings.HasSuffix(b.String(), "\n") {
				b.WriteByte('\n')
			}
			b.WriteString(c.viewText(s, r.Views[i]))
		}
		written = max(upTo, s.LastLine)
	}
	b.WriteString(strings.Join(lines[written:], ""))
	return []byte(b.String())
}
