package strlib

// piece is a part of a replacement: text, and then a capture.
type piece struct {
	text    string
	capture int // %0 is 0, the whole match; noCapture is none
}

const noCapture = -1

// template parses the replacement string of string.gsub for a pattern with so
// many captures.
func (c call) template(text string, captures int) []piece {
	var out []piece
	literal := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			literal = append(literal, text[i])
			continue
		}
		if i++; i == len(text) {
			c.bad(3, "the replacement %s ends with %%; write %%%% for the character", quote(text))
		}
		if text[i] < '0' || text[i] > '9' {
			literal = append(literal, text[i])
			continue
		}
		n := int(text[i] - '0')
		if n > max(1, captures) {
			c.bad(3, "invalid capture index in the replacement %s; the pattern has no capture %d", quote(text), n)
		}
		out = append(out, piece{string(literal), n})
		literal = literal[:0]
	}
	return append(out, piece{string(literal), noCapture})
}

// fill adds a template to b for one match.
func (m *matcher) fill(b *builder, t []piece, whole span) {
	for _, p := range t {
		m.step()
		b.add(p.text)
		switch p.capture {
		case noCapture:
		case 0:
			b.add(m.text[whole.start:whole.end])
		default:
			b.addValue(m.capture(p.capture-1, whole))
		}
	}
}
