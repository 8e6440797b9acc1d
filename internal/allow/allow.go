// Package allow finds the comments by which a file allows a warning: "bough: allow CODE reason".
//
// Such a comment allows the warnings with that code in its line. If it stands alone in its line, it allows those in the
// next line with code. An error cannot be allowed. Goals: a reason for each exception, at the place of the exception;
// no comment that has lost its use.
package allow

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// allowance is a comment that allows a warning.
type allowance struct {
	pos    diag.Pos
	source string // the line of the comment
	code   string
	reason string
	line   int // the line whose warnings are allowed
}

var allowComment = regexp.MustCompile(`(--|#)[ \t]*bough:[ \t]*allow\b[ \t]*(\S*)[ \t]*(.*)$`)

var allowMark = []byte("bough:")

// allowances returns the comments in a file that allow warnings.
func allowances(file string, text []byte) []allowance {
	if !bytes.Contains(text, allowMark) {
		return nil
	}
	var out []allowance
	waiting := 0 // index in out from which the comments apply to the next line with code
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, "\r")
		before := strings.TrimSpace(line)
		if m := allowComment.FindStringSubmatchIndex(line); m != nil {
			before = strings.TrimSpace(line[:m[0]])
			out = append(out, allowance{pos: diag.Pos{File: file, Line: i + 1, Col: diag.Column(line, m[0])}, source: line,
				code: line[m[4]:m[5]], reason: strings.TrimSpace(line[m[6]:m[7]]), line: i + 1})
		}
		if before != "" && !strings.HasPrefix(before, "--") && !strings.HasPrefix(before, "#") {
			for ; waiting < len(out); waiting++ {
				out[waiting].line = i + 1
			}
		}
	}
	return out
}

// Divide divides findings into those that are left and the warnings that comments in the files allow. To those that are
// left it adds a finding for each comment that cannot allow anything. files yields each file as positions name it, with
// its text.
func Divide(found diag.List, files iter.Seq2[string, []byte]) (left, allowed diag.List) {
	left = found
	for file, text := range files {
		for _, a := range allowances(file, text) {
			add := func(w diag.Words) *diag.Diagnostic {
				d := left.Warn(a.pos, w)
				d.Source = a.source
				return d
			}
			switch {
			case a.code == "":
				add(message.AllowWithoutCode())
				continue
			case !slices.Contains(message.Codes(), a.code):
				add(message.AllowUnknownCode(a.code, diag.Suggest(a.code, message.Codes())))
				continue
			case a.reason == "":
				add(message.AllowWithoutReason(a.code))
				continue
			}
			forbidden := false
			left = slices.DeleteFunc(slices.Clone(left), func(d diag.Diagnostic) bool {
				if !a.covers(d) {
					return false
				}
				if d.Severity == diag.Error {
					forbidden = true
					return false
				}
				allowed = append(allowed, d)
				return true
			})
			if forbidden {
				add(message.AllowError(a.code))
			}
		}
	}
	return left, allowed
}

func (a *allowance) covers(d diag.Diagnostic) bool {
	return d.Code == a.code && d.Pos.Line == a.line && d.Pos.File == a.pos.File
}

// Unused returns a finding for each comment that allows something that is not there. found are all findings, with those
// that are allowed.
func Unused(found diag.List, files iter.Seq2[string, []byte]) (out diag.List) {
	for file, text := range files {
		for _, a := range allowances(file, text) {
			if a.reason != "" && slices.Contains(message.Codes(), a.code) && !slices.ContainsFunc(found, a.covers) {
				out.Warn(a.pos, message.UnusedAllow(a.code)).Source = a.source
			}
		}
	}
	return out
}
