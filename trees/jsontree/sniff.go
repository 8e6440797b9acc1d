package jsontree

import "regexp"

var (
	listMember = regexp.MustCompile(`"(trees|conditions)"\s*:\s*\[`)
	treeMember = regexp.MustCompile(`"root"\s*:\s*\{|"expression"\s*:\s*"`)
)

// Sniff reports whether a text looks like JSON for Parse rather than JSON for another program. It checks only the
// first 64 KB.
func Sniff(src []byte) bool {
	src = src[:min(len(src), 64<<10)]
	return listMember.Match(src) && treeMember.Match(src)
}
