package trees

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// habits holds remedies for characters that come from other languages, from word processors, and from other
// keyboards.
var habits = []struct {
	chars  string
	remedy func() diag.Words
}{
	{"()", message.WriteParametersWithSpaces},
	{",;，；、", message.SeparateParameters},
	{":：", message.IndentChildren},
	{"/\\", message.UseDotsInPath},
	{"-－–—", message.UseUnderscore},
	{"*^<>~", message.WriteResult},
	{"!&|", message.WriteAfterWhen},
	{"[]", message.UseQuotesAndBraces},
	{"}", message.BeginTableWithBrace},
	{"=＝", message.KeyEqualsValue},
	{"%", message.PercentWithoutSpace},
	{"％", plainSign("%")},
	{"“”„«»＂「」", straightQuotes(`"`)},
	{"‘’`´＇", straightQuotes("'")},
	{"（）", message.UseNoParentheses},
	{"｛｝", message.UsePlainBraces},
	{"＋", plainSign("+")},
	{"＃", plainSign("#")},
	{"+", message.NoPlusSign},
	{specialSpaces, message.ReplaceSpecialSpace},
}

func plainSign(sign string) func() diag.Words {
	return func() diag.Words { return message.UsePlainSign(sign) }
}

func straightQuotes(quote string) func() diag.Words {
	return func() diag.Words { return message.UseStraightQuotes(quote) }
}

// specialSpaces holds characters that look like a space or are invisible, but are not spaces.
const specialSpaces = "\u00a0\u2007\u202f\u3000\u200b\ufeff\u2060"

// habit returns the remedy for a character that is invalid at its position, if it is not the usual one.
func habit(r rune) diag.Words {
	for _, h := range habits {
		if strings.ContainsRune(h.chars, r) {
			return h.remedy()
		}
	}
	return diag.Words{}
}

// reporter collects the mistakes and comments of one file.
type reporter struct {
	file  *File // for the source lines; may be nil
	list  diag.List
	full  bool // maxMistakes has been reached
	muted bool // further mistakes would only follow from a reported one
}

// maxMistakes is the largest number of mistakes that are listed, for a file that is not a tree file at all.
const maxMistakes = 1000

// report adds a mistake. It returns a finding that is not in the list if the mistake is left out.
func (r *reporter) report(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	if r.muted || r.full {
		return &diag.Diagnostic{}
	}
	if r.full = len(r.list) == maxMistakes; r.full {
		r.list.Add(pos, message.TooManyMistakes(maxMistakes)).Source = r.file.Line(pos.Line)
		return &diag.Diagnostic{}
	}
	d := r.list.Add(pos, w)
	d.Source = r.file.Line(pos.Line)
	return d
}

func (r *reporter) comment(pos diag.Pos, text string, trailing bool) {
	r.file.Comments = append(r.file.Comments, Comment{Pos: pos, Text: text, Trailing: trailing})
}
