package inspect

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/inspect/wire"
)

// keepTime is the default of Options.Keep.
const keepTime = time.Minute

// keepRetry is the time after which live tries again to keep a recording.
const keepRetry = 10 * time.Second

// keep makes the game keep a recording, unless it does already. l.refused is the reason if it cannot.
func (l *live) keep() {
	if l.release != nil || l.h.playback != nil {
		return
	}
	l.retry = time.Now().Add(keepRetry)
	l.refused = nil
	d := l.h.o.Keep
	if d < 0 {
		l.refused = errors.New(tr.T("the game keeps no recording; set bough.Options.Record.Keep, or inspect.Options.Keep to 0 or more"))
		return
	}
	if d == 0 {
		if code := l.game.OwnCode(); len(code) > 0 {
			l.refused = errors.New(tr.F("a re-run calls Go code of the game at the same time as the game: %s; if it may be called so, set bough.Options.Record.Keep or inspect.Options.Keep", strings.Join(code, ", ")))
			return
		}
		d = keepTime
	}
	l.release, l.refused = l.game.KeepRecording(d)
}

// unkeep ends what keep has begun.
func (l *live) unkeep() {
	if l.release != nil {
		l.release()
		l.release = nil
	}
}

// recorded is a recording, and what a re-run of it can reach.
type recorded struct {
	*bough.Recording                      // nil if there is none
	game             func() bough.Options // of the re-run; nil for a game
	known            wire.Range           // ticks of the present world
	offset           int64                // see present.offset
	gap              string               // why there is no recording, or why known does not reach the present; or ""
}

// recording returns the recording of the game.
func (l *live) recording() recorded {
	r, err := l.game.Recording()
	if err != nil {
		return recorded{known: wire.Between(1, 0), gap: cmp.Or(l.refused, err).Error()}
	}
	first, last, offset, err := r.WorldTicks()
	x := recorded{Recording: r, known: wire.Between(first, last), offset: offset}
	if err != nil {
		x.gap = err.Error()
	}
	return x
}

// goesOn reports whether the recording has the last tick.
func (x *recorded) goesOn(tick int64) bool {
	_, last := x.Ticks()
	return last-x.offset == tick
}

// dropPast frees the replay for requests, since the recording has ended.
func (h *Handler) dropPast() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return // Close drops it
	}
	h.work.Add(1)
	go func() { // a replay may be running, and closing a game takes its time
		defer h.work.Done()
		h.past.turn <- struct{}{}
		h.past.drop()
		<-h.past.turn
	}()
}
