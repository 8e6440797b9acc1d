package conform

import "strings"

// Update returns the case file src with all expectations replaced by the views of a run of c, which must have
// been parsed from src without errors. The rest of the file does not change.
func Update(src []byte, c *Case, r Result) []byte {
	lines := strings.SplitAfter(string(src), "\n")
	var b strings.Builder
	written := 0 // number of lines of src that are in the output
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
