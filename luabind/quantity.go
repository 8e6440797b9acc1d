package luabind

import "fmt"

// megabytes writes a number of bytes.
func megabytes(n int) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", (n+512)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// thousands writes a number with a comma before each three digits.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
