package luabind

import (
	"regexp"
	"strconv"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
)

// What the compiler says of goto and labels. Its own line is that of the end of the function
// or of the label.
var (
	gotoNowhere  = regexp.MustCompile(`no visible label '(\w+)' for <goto> at line (\d+)`)
	gotoIntoArea = regexp.MustCompile(`<goto (\w+)> at line (\d+) jumps into the scope of local '(\w+)'`)
	labelTwice   = regexp.MustCompile(`label '(\w+)' already defined on line (\d+)`)
)

// plainGoto says what the compiler has against a goto or a label, and where that stands.
func plainGoto(s *lint.Script, d *diag.Diagnostic) bool {
	message := d.Message
	if m := gotoNowhere.FindStringSubmatch(message); m != nil {
		d.Pos = s.GotoPos(lineOf(m[2]), m[1])
		d.Message = "there is no label " + m[1] + " that this goto can reach"
		d.Hint = "write ::" + m[1] + ":: in the block of the goto or in one around it, in the same function"
	} else if m := gotoIntoArea.FindStringSubmatch(message); m != nil {
		d.Pos = s.GotoPos(lineOf(m[2]), m[1])
		d.Message = "this goto " + m[1] + " jumps over local " + m[3] + ", which is in use behind the label"
		d.Hint = "write local " + m[3] + " before the goto, or put what is between them into do ... end"
	} else if m := labelTwice.FindStringSubmatch(message); m != nil {
		d.Pos = s.LabelPos(lineOf(m[2]), m[1])
		d.Message = "the label " + m[1] + " is there already, on line " + m[2]
		d.Hint = "give one of them another name"
	} else {
		return false
	}
	return true
}

func lineOf(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
