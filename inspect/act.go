package inspect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// acts returns the acts that the game accepts.
func (h *Handler) acts() []string {
	list := []string{}
	if h.o.Pace != nil {
		list = append(list, "pause", "resume", "step", "speed")
	}
	if h.o.Acts {
		list = append(list, "hold", "release", "set", "post", "reset", "clear", "board")
	}
	return list
}

// act does what a page asks for, between two ticks, and marks it on the time line.
func (h *Handler) act(ctx context.Context, a *Act) (*Acted, error) {
	switch a.Act {
	case "pause", "resume", "step", "speed":
		if h.o.Pace == nil {
			return nil, refuse(http.StatusForbidden, "the game lets no page pause it; set Options.Pace")
		}
	case "hold", "release", "set", "post", "reset", "clear", "board":
		switch {
		case h.film != nil:
			return nil, refuse(http.StatusForbidden, "a recording cannot be changed")
		case !h.o.Acts:
			return nil, refuse(http.StatusForbidden, "the game lets pages only look; set Options.Acts to let them act")
		}
	default:
		return nil, refuse(http.StatusBadRequest, "there is no act %q", clip(a.Act))
	}
	reply := &Acted{}
	err := h.do(ctx, func(l *live) error {
		now := l.world.TickCount()
		if a.Tick > 0 && a.Tick+staleTicks < now && a.Act != "pause" && a.Act != "resume" {
			return refuse(http.StatusConflict, "the page shows tick %d of the past, and the game is at tick %d; go to the present first", a.Tick, now)
		}
		var err error
		if reply.Text, reply.Undo, err = l.act(a); err != nil {
			return err
		}
		l.mark(Mark{Tick: now, Kind: "act", Text: reply.Text, Agent: a.Agent})
		l.describe(true)
		reply.Stamp = l.stamp()
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.pokeAll()
	return reply, nil
}

// staleTicks is the number of ticks that a page in the present may be late.
const staleTicks = 120

func (h *Handler) pokeAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers {
		v.poke()
	}
}

// act does an act that is allowed, and returns what it did and how to take it back.
func (l *live) act(x *Act) (text string, undo *Act, err error) {
	pace := l.h.o.Pace
	switch x.Act {
	case "pause":
		was := pace.Paused()
		if pace.SetPaused(true); was {
			return "was paused already", nil, nil
		}
		return "paused", &Act{Act: "resume"}, nil
	case "resume":
		pace.SetPaused(false)
		return "goes on", &Act{Act: "pause"}, nil
	case "step":
		if !pace.Paused() {
			pace.SetPaused(true)
		}
		pace.Step()
		return "one tick", nil, nil
	case "speed":
		if !(x.Speed >= MinSpeed && x.Speed <= MaxSpeed) {
			return "", nil, refuse(http.StatusBadRequest, "the speed is %v; want %v to %v", x.Speed, MinSpeed, float64(MaxSpeed))
		}
		was := pace.Speed()
		pace.SetSpeed(x.Speed)
		return fmt.Sprintf("speed %v", x.Speed), &Act{Act: "speed", Speed: was}, nil
	case "board":
		return l.setBoard(x)
	case "clear":
		return l.clear(x)
	}
	a := l.world.Agent(engine.AgentID(x.Agent))
	if a == nil {
		return "", nil, refuse(http.StatusNotFound, "there is no agent %d", x.Agent)
	}
	switch x.Act {
	case "hold":
		a.Pause()
		return a.Label() + " is held", &Act{Act: "release", Agent: x.Agent}, nil
	case "release":
		a.Resume()
		return a.Label() + " goes on", &Act{Act: "hold", Agent: x.Agent}, nil
	case "reset":
		a.Reset()
		return a.Label() + " is reset", nil, nil
	case "post":
		return l.post(a, x)
	}
	return l.set(a, x)
}

func (l *live) set(a *bough.Agent, x *Act) (string, *Act, error) {
	switch {
	case x.Name == "" || strings.ContainsAny(x.Name, " \t\n.:[]\"'"):
		return "", nil, refuse(http.StatusBadRequest, "%q is not the name of a field", clip(x.Name))
	case luabind.Reserved(x.Name):
		return "", nil, refuse(http.StatusForbidden, "%s is set by the engine", x.Name)
	}
	if !l.hasField(x.Name) {
		return "", nil, refuse(http.StatusNotFound, "neither a file nor an agent has a field %s. %s", x.Name, l.game.Bundle().MisspelledField(x.Name))
	}
	v, err := literal(x.Value)
	if err != nil {
		return "", nil, err
	}
	key := engine.KeyOf(x.Name)
	was := a.Get(key)
	a.Set(key, v)
	return fmt.Sprintf("%s: %s = %s", a.Label(), x.Name, v), undoOf(Act{Act: "set", Agent: x.Agent, Name: x.Name}, was), nil
}

// undoOf returns the act that sets a value again, or nil if there is no literal for it.
func undoOf(x Act, was value.Value) *Act {
	if was.Kind() == value.KindOther || was.Kind() == value.KindVector {
		return nil
	}
	x.Value = was.String()
	if was.Kind() == value.KindString {
		x.Value = strconv.Quote(was.Str())
	}
	return &x
}

func (l *live) post(a *bough.Agent, x *Act) (string, *Act, error) {
	if x.Name == "" {
		return "", nil, refuse(http.StatusBadRequest, "the name of the stimulus is missing")
	}
	v := value.Value{}
	if x.Value != "" {
		var err error
		if v, err = literal(x.Value); err != nil {
			return "", nil, err
		}
	}
	l.world.Post(a.ID(), engine.Stimulus{Name: x.Name, Data: v})
	text := fmt.Sprintf("%s gets the stimulus %s", a.Label(), x.Name)
	if hint := l.game.Bundle().MisspelledStimulus(x.Name); hint != "" {
		text += "; " + hint
	}
	return text, nil, nil
}

func (l *live) setBoard(x *Act) (string, *Act, error) {
	if x.Name == "" || x.Key == "" {
		return "", nil, refuse(http.StatusBadRequest, "name and key of the board entry are missing")
	}
	v, err := literal(x.Value)
	if err != nil {
		return "", nil, err
	}
	was := l.world.Board(x.Name, x.Key)
	l.world.SetBoard(x.Name, x.Key, v)
	return fmt.Sprintf("board %s: %s = %s", x.Name, x.Key, v), undoOf(Act{Act: "board", Name: x.Name, Key: x.Key}, was), nil
}

// clear ends the quarantine of a behavior.
func (l *live) clear(x *Act) (string, *Act, error) {
	b := l.game.Bundle().Behavior(x.Name)
	if b == nil {
		return "", nil, refuse(http.StatusNotFound, "there is no behavior %q", clip(x.Name))
	}
	if !l.world.Quarantined(b) {
		return "", nil, refuse(http.StatusConflict, "%s is not in quarantine", b.Name)
	}
	l.world.ClearFaults(b)
	l.raised = -1
	return b.Name + " is used again", nil, nil
}

func asFailure(err error, f **failure) bool { return errors.As(err, f) }
