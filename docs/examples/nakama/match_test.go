package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/heroiclabs/nakama-common/runtime"
)

// logs is the logger of a test, which fails on warnings that it does not expect.
type logs struct {
	runtime.Logger
	lines []string
}

func (l *logs) Warn(format string, v ...any)  { l.lines = append(l.lines, fmt.Sprintf(format, v...)) }
func (l *logs) Error(format string, v ...any) { l.Warn(format, v...) }

// sent is a dispatcher that keeps the last snapshot.
type sent struct {
	runtime.MatchDispatcher
	last snapshot
}

func (d *sent) BroadcastMessage(op int64, data []byte, _ []runtime.Presence, _ runtime.Presence, _ bool) error {
	if op != opState {
		return fmt.Errorf("operation %d", op)
	}
	d.last = snapshot{}
	return json.Unmarshal(data, &d.last)
}

// person is a presence.
type person struct {
	runtime.Presence
	session string
}

func (p person) GetSessionId() string { return p.session }
func (p person) GetUserId() string    { return "user of " + p.session }

// message is what a person sends.
type message struct {
	runtime.MatchData
	from person
	op   int64
	data string
}

func (m message) GetSessionId() string { return m.from.session }
func (m message) GetUserId() string    { return m.from.GetUserId() }
func (m message) GetOpCode() int64     { return m.op }
func (m message) GetData() []byte      { return []byte(m.data) }

// table is a match of a test, which is called as Nakama calls it.
type table struct {
	t     *testing.T
	m     runtime.Match
	log   *logs
	sent  *sent
	state any
	tick  int64
}

func newTable(t *testing.T, params map[string]any) *table {
	x := &table{t: t, m: match{}, log: &logs{}, sent: &sent{}}
	var rate int
	x.state, rate, _ = x.m.MatchInit(t.Context(), x.log, nil, nil, params)
	if x.state != nil && rate != tickRate {
		t.Errorf("rate %d", rate)
	}
	return x
}

func (x *table) join(people ...runtime.Presence) {
	x.t.Helper()
	for _, p := range people {
		if _, ok, why := x.m.MatchJoinAttempt(x.t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, p, nil); !ok {
			x.t.Fatal(why)
		}
	}
	x.state = x.m.MatchJoin(x.t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, people)
}

func (x *table) loop(messages ...runtime.MatchData) snapshot {
	x.tick++
	x.state = x.m.MatchLoop(x.t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, messages)
	return x.sent.last
}

// until makes ticks until a snapshot is as wanted.
func (x *table) until(what string, holds func(snapshot) bool) {
	x.t.Helper()
	for range 100 {
		if holds(x.loop()) {
			return
		}
	}
	x.t.Fatalf("after 100 ticks: no %s; %+v", what, x.sent.last)
}

// TestMatch plays a match with two players, tick by tick.
func TestMatch(t *testing.T) {
	x := newTable(t, nil)
	ann, bob := person{session: "a"}, person{session: "b"}
	x.join(ann, bob)
	if s := x.loop(); len(s.Players) != 2 || len(s.Goblins) != 2 || s.Goblins[0].Doing != "stand" {
		t.Fatalf("%+v", s)
	}
	x.loop(message{from: ann, op: opMove, data: `{"x":12,"y":10}`})
	x.until("hit", func(s snapshot) bool { return s.Players[0].HP < 100 && s.Goblins[0].Doing == "defend" })
	_, why := x.m.MatchSignal(t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, "why goblin#1")
	if !strings.Contains(why, "would run: root/defend") {
		t.Error(why)
	}
	x.loop(message{from: bob, op: opMove, data: `{"x":15,"y":10}`}, message{from: bob, op: opTaunt})
	x.until("goblin that is lured away", func(s snapshot) bool { return s.Goblins[0].Doing == "chase_taunter" })
	x.state = x.m.MatchLeave(t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, []runtime.Presence{ann, bob})
	x.until("goblin at its chest", func(s snapshot) bool { return s.Goblins[0].Doing == "stand" && s.Goblins[0].X == 10 })
	if len(x.log.lines) > 0 {
		t.Errorf("%q", x.log.lines)
	}
	x.loop(message{from: ann, op: opTaunt})
	x.join(ann)
	x.loop(message{from: ann, op: 7}, message{from: ann, op: opMove, data: `{`})
	if got := strings.Join(x.log.lines, "; "); !strings.Contains(got, "no player of the match") || !strings.Contains(got, "no operation 7") || len(x.log.lines) != 3 {
		t.Error(got)
	}
	if after := x.m.MatchTerminate(t.Context(), x.log, nil, nil, x.sent, x.tick, x.state, 5); after != nil {
		t.Error(after)
	}
}

// TestMatchEnds checks that a full match lets nobody in, and that an empty one ends.
func TestMatchEnds(t *testing.T) {
	x := newTable(t, nil)
	var people []runtime.Presence
	for i := range mostPeople {
		people = append(people, person{session: fmt.Sprint(i)})
	}
	x.join(people...)
	if _, ok, why := x.m.MatchJoinAttempt(context.Background(), x.log, nil, nil, x.sent, 1, x.state, person{session: "late"}, nil); ok || why != "the match is full" {
		t.Error(ok, why)
	}
	x.state = x.m.MatchLeave(t.Context(), x.log, nil, nil, x.sent, 1, x.state, people)
	for range mostIdle {
		if x.loop(); x.state == nil {
			t.Fatal("it ends too early")
		}
	}
	if x.loop(); x.state != nil {
		t.Error("it does not end")
	}
	if x = newTable(t, map[string]any{"scripts": "nowhere"}); x.state != nil || len(x.log.lines) != 1 {
		t.Errorf("%v %q", x.state, x.log.lines)
	}
}
