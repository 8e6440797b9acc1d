package arena

import (
	"fmt"
	"strings"
	"time"
)

// MaxPrints is the largest number of printed lines that are logged in one second of game time. Without this bound,
// a print in a hook of many agents would push all other entries out of the log.
const MaxPrints = 40

// flood bounds the number of lines that scripts print. It uses the clock of the game, so that equal games have
// equal logs.
type flood struct {
	second     time.Duration // the current second, in whole seconds
	told, left int           // lines printed in this second that were logged, and lines that were left out
}

// print logs the lines that a script has printed, unless there were too many in this second.
func (l *Log) print(who, text string) {
	l.reportOmitted(l.second())
	lines := strings.Split(who+": "+text, "\n")
	if l.flood.told+len(lines) > MaxPrints {
		l.flood.told = MaxPrints
		l.flood.left += len(lines)
		return
	}
	l.flood.told += len(lines)
	l.add(PrintEntry, lines...)
}

// ReportOmitted logs how many printed lines were left out in a second, once that second has passed or the game is
// over. The caller must call it after each tick.
func (l *Log) ReportOmitted(over bool) {
	now := l.second()
	if over {
		now = -1
	}
	l.reportOmitted(now)
}

func (l *Log) reportOmitted(now time.Duration) {
	if now == l.flood.second {
		return
	}
	left := l.flood.left
	l.flood = flood{second: now}
	switch {
	case left == 1:
		l.add(PrintEntry, tr.T("… 1 more line of scripts in that second is left out"))
	case left > 1:
		l.add(PrintEntry, tr.F("… %s more lines of scripts in that second are left out", grouped(left)))
	}
}

// second returns the time of the game, in whole seconds.
func (l *Log) second() time.Duration {
	if l.game == nil {
		return 0
	}
	return l.game.World().Clock().Truncate(time.Second)
}

// grouped formats a number with commas between groups of three digits.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
