package diag

// IsUTF16 reports whether a text is encoded in UTF-16. It has the byte order mark, or begins with an ASCII character
// in UTF-16, as a file that was saved without the mark does.
func IsUTF16[T ~string | ~[]byte](text T) bool {
	if len(text) < 2 {
		return false
	}
	switch first, second := text[0], text[1]; {
	case first == 0xff && second == 0xfe, first == 0xfe && second == 0xff:
		return true
	default:
		return (first == 0) != (second == 0)
	}
}
